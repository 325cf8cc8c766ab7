"""Games written as Interactive Diagrams: what is read again plays the same; what a diagram cannot say is refused."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import shadowmate as sm
from shadowmate.asp.folders import all_folders
from shadowmate.compiled.parallel_perft import perft
from support.cli import answer, run
from support.export_refusals import DIAGRAM

WRITTEN = sorted(all_folders(()).keys() - DIAGRAM.keys())
LONGEST = 60
"""No game is played longer."""

Key = tuple[str, str, str]


def _moves(position: sm.Position) -> dict[Key, sm.Move]:
    """The legal moves, by where they start and end and what the piece becomes."""
    kinds = {letters: kind for kind, letters in position.game.ruleset.abbreviations.items()}
    return {
        (move.origin or "", move.target or "", kinds.get(move.promotion or "", "")): move
        for move in position.legal_moves()
    }


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", WRITTEN)
def test_what_is_read_again_is_the_same_game(name: str, tmp_path: Path) -> None:
    """The numbers of lines from the array, and moves, checks and winners of games played at random."""
    file, folder = tmp_path / "written.txt", tmp_path / "again"
    file.write_text(answer("export", name, "--to", "diagram")["text"], encoding="utf-8")
    read = answer("import", str(file), "--to", str(folder))
    assert read["left_out"] == []
    one, other = sm.game(name, engine="compiled"), sm.game("again", rules=tmp_path, engine="compiled")
    assert [perft(one.start(), depth) for depth in (1, 2)] == [perft(other.start(), depth) for depth in (1, 2)]
    rng, compared = Random(name), 0
    while compared < 80:
        mine, theirs = one.start(), other.start()
        for _ in range(LONGEST):
            moves = _moves(mine)
            assert moves.keys() == _moves(theirs).keys(), str(mine)
            assert mine.is_check() == theirs.is_check(), str(mine)
            compared += 1
            # Draws that a diagram leaves out have no winner.
            outcomes = mine.outcome(), theirs.outcome()
            won = [outcome.winner if outcome else None for outcome in outcomes]
            assert won[0] == won[1], str(mine)
            if not moves or any(outcomes):
                break
            captures = sorted(key for key, move in moves.items() if move.captures)
            key = rng.choice(captures if captures and rng.random() < 0.4 else sorted(moves))
            mine, theirs = mine.push(moves[key]), theirs.push(_moves(theirs)[key])


def test_draws_that_a_diagram_has_no_word_for_are_named() -> None:
    code, out, err = run("export", "koth", "--to", "diagram")
    assert code == 0
    assert "note: left out: the draw after 100 plies without progress" in err
    assert "king:K:KisO2::e1,,e8" in out
    assert "note" not in out
