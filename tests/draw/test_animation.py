"""Animated pictures of lines: what they show at each position, by a reading of their CSS."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import shadowmate as sm
from support.cli import fail, run
from support.pictures import LINK, SVG

CASTLING = (
    "fide: white Ke1 Rh1 Pa7 Pf5 black Kc8 Pe7 Nc6 turn black castle h1",
    ("e7-e5", "f5-e6", "Kc8-d8", "O-O", "Nc6-b4", "a7-a8=Q"),
)
LINES = [
    CASTLING,
    ("kyoto: start", ()),
    ("latrunculi: white EmAe4 EsDc10 PrCd7 RoEc8 black EmEe10 turn white", ()),
    ("diagonals: start", ()),
    ("prince: white KiAa1 ScDd4 black KiHh8 KnDd6", ()),
]
"""Lines; where no moves are given, three: a capture or the first of all."""


@cache
def line(text: str, wanted: tuple[str, ...]) -> tuple[list[sm.Position], list[sm.Move]]:
    """The positions of a line, and its moves."""
    positions, made = [sm.position(text)], list[sm.Move]()
    for word in wanted or [""] * 3:
        legal = positions[-1].legal_moves()
        made.append(positions[-1].move(word) if word else next((m for m in legal if m.captures), legal[0]))
        positions.append(positions[-1].push(made[-1]))
    return positions, made


def frames(root: ET.Element) -> dict[str, list[tuple[float, str]]]:
    """By class, its states with the parts of the time at which they begin."""
    css = next(each.text or "" for each in root.iter(f"{SVG}style"))
    return {
        name: [
            (float(part), state)
            for parts, state in re.findall(r"([\d.%,]+)\{(?:visibility|transform):([^}]*)\}", body)
            for part in re.findall(r"[\d.]+", parts)
        ]
        for name, body in re.findall(r"@keyframes (\S+?)\{(.*?\})\}", css)
    }


def visible(element: ET.Element, times: dict[str, list[tuple[float, str]]], part: float) -> Iterator[ET.Element]:
    """The elements that are to be seen at a part of the time: in each state from its beginning on."""
    for name in element.get("class", "").split():
        states = [state for start, state in times.get(name, []) if start <= part]
        if states and states[-1] == "hidden":
            return
    yield element
    for each in element:
        yield from visible(each, times, part)


@pytest.mark.sample(1)
@pytest.mark.parametrize(("text", "moves"), LINES, ids=[text.partition(":")[0] for text, _ in LINES])
def test_each_position_is_shown_in_its_time(text: str, moves: tuple[str, ...]) -> None:
    positions, made = line(text, moves)
    root = ET.fromstring(sm.animation(positions[0], made))
    times = frames(root)
    for step, position in enumerate(positions):
        shown = list(visible(root, times, 100 * (step + 0.9) / (len(positions) + 1)))
        titles = [each.text or "" for each in shown if each.tag == f"{SVG}title"]
        pieces = sorted(f"{position.game.piece_name(p.kinds)}{cell} {p.army}" for cell, p in position.pieces.items())
        assert sorted(title for title in titles if " " in title) == pieces, step
        assert sorted(title for title in titles if " " not in title) == sorted(position.game.vectors)
        words = [each.text or "" for each in shown if each.tag == f"{SVG}text"]
        assert any(
            each.startswith(f"{step}. {made[step - 1]}" if step else f"{position.turn} to move") for each in words
        )
        assert not any(re.match(r"\d+\. ", each) and not each.startswith(f"{step}. ") for each in words)
    assert any(" to move" in each for each in words) or positions[-1].ending()


def test_pieces_slide_from_where_they_stood() -> None:
    """The King and the Rook of a castling, each from its own cell; nothing else is on its way."""
    positions, _ = line(*CASTLING)
    root = ET.fromstring(sm.animation(positions[3], ["O-O"]))
    times = frames(root)
    ways = {}
    for group in root.iter(f"{SVG}g"):
        title, moving = group.findtext(f"{SVG}title"), group.find(f"{SVG}g")
        if title and moving is not None and moving.get("class"):
            ways[title] = [state for name in moving.get("class", "").split() for _, state in times.get(name, [])]
    away = {title: next(state for state in states if state != "none") for title, states in ways.items()}
    assert away == {"Kg1 white": "translate(-88px,0px)", "Rf1 white": "translate(88px,0px)"}
    assert all(states[-1] == "none" for states in ways.values())


def test_a_program_without_animations_shows_the_first_position() -> None:
    positions, _ = line(*CASTLING)
    found = ET.fromstring(sm.animation(positions[0], CASTLING[1], stipulation="h#3"))

    def still(element: ET.Element) -> Iterator[ET.Element]:
        if element.get("visibility") != "hidden":
            yield element
            for each in element:
                yield from still(each)

    used = sorted(each.get(LINK, "") for each in still(found) if each.tag == f"{SVG}use")
    plain = ET.fromstring(sm.svg(positions[0]))
    assert used == sorted(each.get(LINK, "") for each in plain.iter(f"{SVG}use"))
    assert "h#3" in [each.text for each in still(found)]


def test_the_command_writes_what_python_gives(tmp_path: Path) -> None:
    target = tmp_path / "line.svg"
    mate, moves = "fide: white Kf6 Ra1 black Kh8", ["Kf6-f7", "Kh8-h7", "Ra1-h1"]
    code, out, _ = run("show", mate, "--from-moves", " ".join(moves), "--animate", str(target), "--theme", "print")
    assert code == 0 and out.startswith("wrote ")
    assert target.read_text(encoding="utf-8") == sm.animation(sm.position(mate), moves, theme="print")
    assert "3. Ra1-h1; checkmate: white has won" in target.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("more", "text"),
    [
        ((), "--animate: needs the moves of --from-moves"),
        (("--from-moves", "Ra1-a2", "--moves", "a2"), "--moves: has no effect on --animate"),
        (("--from-moves", "Ra1-b2"), "move 1, Ra1-b2"),
    ],
)
def test_what_cannot_be_animated_is_refused(
    more: tuple[str, ...],
    text: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    target = tmp_path / "line.svg"
    monkeypatch.setenv("COLUMNS", "200")
    mate = "fide: white Kf6 Ra1 black Kh8"
    assert text in fail(monkeypatch, capsys, "show", mate, "--animate", str(target), *more)
    assert not target.exists()


def test_python_refuses_too() -> None:
    mate = sm.position("fide: white Kf6 Ra1 black Kh8")
    with pytest.raises(sm.OptionError, match="at least one move"):
        sm.animation(mate, [])
    with pytest.raises(sm.OptionError, match="more than 0 seconds"):
        sm.animation(mate, ["Ra1-a2"], seconds=0)
    with pytest.raises(sm.MoveError):
        sm.animation(mate, ["Ra1-b2"])
