"""A position as a program: plain clingo, in a separate process, derives the answers of the engine."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from clingo import Control

import shadowmate as sm
from shadowmate.asp.folders import game_folders
from support.cli import fail, run
from support.grounded import answers, atoms_of, expected
from support.paths import TESTS
from support.random_positions import RandomPositions

GAMES = sorted(game_folders())
_TURNING = ("choose", "convert", "desert", "merge", "swap", "wary")
"""Games of the tests in which a piece may change its army by a move, or is spared."""
_LARGE = {"prince": 12, "extreme": 12}
"""Games whose test positions have few pieces: how many pieces on a hundred cells at most."""


def few(name: str, count: int) -> list[sm.Position]:
    """Random positions of a game, the first from play."""
    found = RandomPositions(sm.game(name), f"ground {name}", crowded=_LARGE.get(name, 100))
    reachable = found.reachable()
    return [
        next(reachable) if number % 3 == 0 and name not in _LARGE else found.unreachable() for number in range(count)
    ]


@pytest.mark.sample(0, 5)
@pytest.mark.parametrize("name", GAMES)
def test_clingo_gives_what_the_engine_gives(name: str, tmp_path: Path) -> None:
    """Moves, what they do, checks and outcome; there is exactly one answer set, and clingo has no remarks."""
    for number, position in enumerate(few(name, 3)):
        file = tmp_path / f"{number}.lp"
        file.write_text(f"{position.game.program(*atoms_of())}\n{position.facts()}")
        found, remarks = answers(file)
        assert remarks == ""
        assert found == [expected(position)], position


@pytest.mark.sample(0, 5)
@pytest.mark.parametrize("name", GAMES)
def test_only_the_facts_of_a_position_change(name: str) -> None:
    """What a position is given has no point and no displacement: pieces, turn, state, stores and two counts."""
    game = sm.game(name)
    predicates = {match for line in few(name, 2)[0].facts().splitlines() for match in re.findall(r"^(\w+)\(", line)}
    assert {"piece", "turn"} <= predicates <= {"piece", "turn", "state", "held", "halfmove_clock", "seen"}
    assert game.program() == sm.game(name).program()


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", _TURNING)
def test_pieces_of_opponents_that_stand_anew_after_a_move(name: str) -> None:
    """Pieces that a move places for the opponent have routes after it, and may give check."""
    game = sm.game(name, rules=TESTS / "data")
    program = game.program(*atoms_of())
    assert "then_point(Name,Point,Cell,Use,Before) :-" in program
    positions = RandomPositions(game, "anew")
    for position in (positions.unreachable() for _ in range(3)):
        control = Control(["0"])
        control.add("base", [], f"{program}\n{position.facts()}")
        control.ground([("base", [])])
        with control.solve(yield_=True) as handle:
            assert [{str(each) for each in model.symbols(shown=True)} for model in handle] == [expected(position)]


def test_the_program_is_readable() -> None:
    """Each part has a title, a rule keeps the comment above it, and stages replace their parameter."""
    text = sm.game("fide").program("legal")
    assert "% -- moves: pseudo-legal moves" in text
    assert "% Any other move matters for a line only if it may block the line" in text
    assert "open(after,World,From,Point) :- looks(after,World,From,Point), point(From,Point,_,_,())." in text
    assert "open(stage," not in text


def test_ground_writes_a_file(tmp_path: Path) -> None:
    """White's two Pawns may each be promoted on two cells, to four kinds: 17 moves with the King's, counted by hand."""
    file = tmp_path / "program.lp"
    text = "fide: white Ke1 Pa7 Pb7 black Ke8 Rb8 Nc8"
    code, out, _ = run("ground", text, "--output", str(file), "--show", "legal,checker")
    assert (code, out) == (0, f"wrote {file}\n")
    found, remarks = answers(file)
    assert remarks == "" and len(found) == 1
    # a8 and xb8 by one Pawn, xc8 by the other: four kinds each; and five moves of the King.
    assert len(found[0]) == 3 * 4 + 5


@pytest.mark.slow
def test_parts_of_a_program() -> None:
    """The program and the facts make the whole; --after plays moves first; --readings adds facts."""
    text = "fide: white Ke1 Pe2 black Ke8"
    whole, program, facts = (run("ground", text, *more)[1] for more in ((), ("--program-only",), ("--facts-only",)))
    assert whole.split() == [*program.split(), *facts.split()]
    after = run("ground", text, "--after", "Pe2-e4", "--facts-only")[1]
    assert "piece((5,4,1),pawn,white)." in after and "turn(black)." in after and "state(ep,(5,3,1))." in after
    prince = run("ground", "prince: white PrDd4 black KiHf7", "--program-only", "--readings")[1]
    assert "reads(paths_off_field)." in prince
    other = run("ground", "prince: white PrDd4 black KiHf7", "--program-only", "--reading", "whole-areas")[1]
    assert "whole_areas." in other and "% Readings: " in other and "whole_areas" in other.split("% ----")[0]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--show", "leagl"], "--show: there is no predicate 'leagl'; do you mean 'legal'?"),
        (["--show", "pinned/3"], "--show: nothing defines pinned/3; do you mean pinned/2?"),
        (["--program-only", "--facts-only"], "together they leave nothing"),
        (["--facts-only", "--show", "legal"], "--facts-only: --show concerns the program"),
        (["--facts-only", "--readings"], "--facts-only: --readings concerns the program"),
        (["--program-only", "--after", "Pe2-e4"], "--program-only: --after concerns the position"),
        (["--after", "Pe2-e5"], "move 1"),
    ],
)
def test_what_ground_refuses(
    arguments: list[str], words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert words in fail(monkeypatch, capsys, "ground", "fide: white Ke1 Pe2 black Ke8", *arguments)
