"""An animated picture in a browser: where its pieces are to be seen, at each time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import shadowmate as sm

pytestmark = pytest.mark.slow

_SEEN = """(time) => {
  for (const each of document.getAnimations()) { each.pause(); each.currentTime = time; }
  const found = {};
  for (const title of document.querySelectorAll("title")) {
    const drawn = title.parentNode.querySelector("use");
    if (!drawn || getComputedStyle(drawn).visibility !== "visible") continue;
    const box = drawn.getBoundingClientRect();
    found[title.textContent] = [box.x + box.width / 2, box.y + box.height / 2];
  }
  return found;
}"""


def test_pieces_go_from_cell_to_cell(window: Any, tmp_path: Path) -> None:
    positions = [sm.position("fide: white Ke1 Rh1 Pa7 black Kd8 Nb8 castle h1")]
    moves = ["O-O", "Kd8-c7", "a7xb8=Q", "Kc7xb8"]
    file = tmp_path / "line.svg"
    file.write_text(sm.animation(positions[0], moves, seconds=1), encoding="utf-8")
    for move in moves:
        positions.append(positions[-1].push(positions[-1].move(move)))
    window.goto(file.as_uri())
    for step, position in enumerate(positions):
        seen = window.evaluate(_SEEN, 1000 * step + 900)
        pieces = {f"{position.game.piece_name(p.kinds)}{cell} {p.army}": cell for cell, p in position.pieces.items()}
        assert {title for title in seen if " " in title} == set(pieces), step
        for title, cell in pieces.items():
            assert seen[title] == pytest.approx(seen[cell], abs=3), title
    moving = window.evaluate(_SEEN, 1000 + 150)
    rook, here, there = moving["Rf1 white"], moving["h1"], moving["f1"]
    assert there[0] < rook[0] < here[0] and rook[1] == pytest.approx(here[1], abs=3)
    assert window.evaluate(_SEEN, 0).keys() == window.evaluate(_SEEN, 1000 * (len(positions) + 1)).keys()
