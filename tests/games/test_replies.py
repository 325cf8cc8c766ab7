"""Moves that must or must not mate or stalemate, in a small game: both engines against an oracle."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path

import pytest

import shadowmate as sm
from oracles import reprieving as oracle
from oracles.flat import Cell, Pieces, name
from shadowmate.api import EngineName
from support.cli import fail
from support.paths import GAMES_OF_TESTS
from support.small import write

ENGINES: tuple[EngineName, ...] = ("reference", "compiled")
ARMIES = ("white", "black")
Drawn = tuple[Pieces, str, Collection[str], Collection[str]]


@cache
def game(engine: EngineName) -> sm.Game:
    return sm.game("reprieve", rules=GAMES_OF_TESTS, engine=engine)


def drawn(rng: random.Random) -> Drawn:
    """Kings and some pieces, and what is stated besides."""
    cells = rng.sample([(x, y) for x in range(1, 5) for y in range(1, 5)], rng.randint(4, 7))
    some_pieces = ["K", "K", *rng.choices("MRQC", k=len(cells) - 2)]
    turn, rival = rng.sample(ARMIES, 2)
    armies = [turn, rival, *rng.choices([turn, turn, turn, rival], k=len(cells) - 2)]
    pieces = dict(zip(cells, zip(some_pieces, armies, strict=True), strict=True))
    hung, hands = ([army for army in ARMIES if rng.random() < 0.5] for _ in range(2))
    return pieces, turn, hung, hands


def telling(rng: random.Random) -> Iterator[Drawn]:
    """Positions where some move mates or stalemates; a few others."""
    while True:
        pieces, turn, _, hands = position = drawn(rng)
        if oracle.attacked(pieces, oracle.RIVAL[turn]):
            continue
        ends = [oracle.ends(after, turn, hands) for *_, after in oracle.possible(pieces, turn, hands)]
        if any(map(any, ends)) or rng.random() < 0.01:
            yield position


def text(pieces: Pieces, turn: str, hung: Collection[str], hands: Collection[str]) -> str:
    """The position as one line."""
    words = [
        " ".join([army, *(f"{kind}{name(at)}" for at, (kind, own) in pieces.items() if own == army)]) for army in ARMIES
    ]
    words += [f"turn {turn}", *(f"hung {army}" for army in hung), *(f"hand {army} M" for army in hands)]
    return " ".join(words)


def cell_of(name: str) -> Cell:
    return ("?abcd".index(name[0]), int(name[1])) if name else oracle.NOWHERE


def found(engine: EngineName, position: str) -> list[oracle.Found]:
    """Every legal move of an engine, and what it leads to."""
    start, result = game(engine).position(position), []
    letters = game(engine).piece_name
    for move in start.legal_moves():
        after = start.push(move)
        board = tuple(sorted((cell_of(cell), letters(piece.kinds), piece.army) for cell, piece in after.pieces.items()))
        flags = tuple(sorted(value for field, value in after.state if field == "hung"))
        result.append((cell_of(move.origin), cell_of(move.target), board, flags))
    return result


@pytest.mark.slow
@pytest.mark.parametrize(("engine", "number"), [("reference", 6), ("compiled", 150)])
def test_moves_leave_the_replies_that_they_must(engine: EngineName, number: int) -> None:
    positions = telling(random.Random("reprieve"))
    for position in [next(positions) for _ in range(number)]:
        assert sorted(found(engine, text(*position))) == sorted(oracle.moves(*position)), text(*position)


@pytest.mark.sample(1)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("position", "mover", "ends"),
    [
        # On d2 and d4 a Mason would mate.
        ("white Kb3 Qb2 black Kd3 Ra1 hand white M", "", "a2 a3 a4 b1 b4 c1 c2 c3 c4 d1"),
        # On d2 the Rook would leave White, which is not in check, no move.
        ("white Ka1 black Kc1 Mb4 Rd3 turn black", "d3", "a3 b3 c3 d1 d4"),
        # On a4 the Cannon would capture without a mate. To d1 it hops over its King.
        ("white Kd2 Cd4 black Kb4 Ma4", "d4", "d1"),
    ],
)
def test_what_a_move_must_leave(engine: EngineName, position: str, mover: str, ends: str) -> None:
    found = [move.target for move in game(engine).position(position).legal_moves() if move.origin == mover]
    assert sorted(found) == ends.split()


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("position", "move", "reason"),
    [
        ("white Kb3 Qb2 black Kd3 Ra1 hand white M", "M@d2", "it would be checkmate"),
        ("white Ka1 black Kc1 Mb4 Rd3 turn black", "Rd3-d2", "it would be stalemate"),
        ("white Kd2 Cd4 black Kb4 Ma4", "Cd4xa4", "it would not be checkmate"),
    ],
)
def test_why_names_the_end(position: str, move: str, reason: str) -> None:
    assert reason in str(game("reference").position(position).why(move))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("more", "words"),
    [
        ("player(red,3).", "with three players no rule can ask for checkmate(none) after a move"),
        (
            'event(dusk).  title(dusk,"dusk").  actor(dusk,victim,mason).  requires(dusk,attacked(victim)).',
            "events come before a reply, so no rule can ask for checkmate(none) after a move",
        ),
    ],
)
def test_check_rules_reports_a_question_that_no_rule_can_ask(tmp_path: Path, more: str, words: str) -> None:
    write(tmp_path, f"{more}\n#program effects.\nleaves(C,checkmate(none)) :- part(C,mover,rook).")
    assert words in [finding.message for finding in sm.check_rules(tmp_path / "small")]


@pytest.mark.sample(1)
@pytest.mark.parametrize("engine", ENGINES)
def test_a_reply_counts_whatever_it_leaves(engine: EngineName, tmp_path: Path) -> None:
    """The only reply to the Rook's check is a capture that mates. It counts as a reply, though it is not legal then."""
    write(tmp_path, "#program effects.\nleaves(C,checkmate(none)) :- part(C,mover,rook).")
    position = sm.game("small", rules=[tmp_path], engine=engine).position("white Ke1 Rd1 Ra1 Rd2 black Ke3 Mb3 Rb2")
    after = position.push("Rd2-e2")
    assert not after.legal_moves()
    assert after.is_check()


def test_a_program_about_one_position_cannot_ask_for_replies() -> None:
    with pytest.raises(sm.RulesError, match="may depend on the replies to it"):
        game("reference").start().ask("found :- legal(_,_,_).")


def test_tables_of_endgames_do_not_ask_for_replies(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, "#program effects.\nleaves(C,checkmate(none)) :- part(C,mover,rook).")
    shown = fail(monkeypatch, capsys, "endgame", "--rules", str(tmp_path), "small: white K R black K")
    assert "a move may depend on the replies to it" in shown


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
def test_a_guard_may_be_a_variable(engine: EngineName, tmp_path: Path) -> None:
    """A Rook must not mate, and it would on d5."""
    guard = "#program base.\nbanned(checkmate(none)).\n#program effects.\n"
    write(tmp_path, f"{guard}leaves(C,Guard) :- part(C,mover,rook), banned(Guard).")
    position = sm.game("small", rules=[tmp_path], engine=engine).position("white Kb3 Rd1 black Ka5")
    targets = [move.target for move in position.legal_moves() if move.origin == "d1"]
    assert sorted(targets) == ["a1", "b1", "c1", "d2", "d3", "d4", "e1"]
