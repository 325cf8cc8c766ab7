"""How games end by rules of their own, in small games: both engines against an oracle."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import shadowmate as sm
from oracles import endings as oracle
from shadowmate.verification.last_move import undecided
from support.five_by_five import game, position

ENGINES = ("reference", "compiled")


def found(name: str, engine: str, text: str) -> set[tuple[str, str, oracle.Board, oracle.Wins]]:
    """Every legal move of an engine: its start, its end, the pieces after it, and the winners with their reasons."""
    start = game(name, engine).position(text)
    result = set()
    for move in start.legal_moves():
        after = start.push(move)
        letters = game(name, engine).piece_name
        board = tuple(sorted((cell, letters(piece.kinds), piece.army) for cell, piece in after.pieces.items()))
        won = tuple(sorted(tuple(value.split()) for state, value in after.state if state == "won"))
        assert (move.wins is not None) == bool(won)
        result.add((move.origin, move.target, board, won))
    return result


def check(name: str, engine: str, text: str) -> None:
    assert found(name, engine, text) == oracle.moves(name, text), text
    ended = game(name, engine).position(text).outcome()
    assert (ended and (ended.reason, ended.winner)) == oracle.outcome(name, text), text


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", oracle.GAMES)
def test_moves_win_and_may_expose_by_the_rules_of_the_game(name: str, engine: str) -> None:
    """On random positions; more of them for the engine that is quick."""
    rng = random.Random(name)
    for _ in range(3 if engine == "reference" else 150):
        check(name, engine, position(rng))


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", oracle.GAMES)
def test_moves_win_and_may_expose_by_the_rules_of_the_game_on_many_positions(name: str) -> None:
    """The same of the reference engine, on more."""
    rng = random.Random(f"{name} 2")
    for _ in range(60):
        check(name, "reference", position(rng))


def wins(name: str, engine: str, text: str) -> dict[str, str]:
    """The moves that win, and for what."""
    return {str(move): move.wins for move in game(name, engine).position(text).legal_moves() if move.wins}


@pytest.mark.sample(1)
@pytest.mark.parametrize("engine", ENGINES)
def test_a_union_needs_each_of_its_conditions(engine: str) -> None:
    """Both kinds, of one army, of the mover's, a step of the class apart, after all effects of the move."""
    won = {"Kd1-e1": "wedding", "Kd1-c1": "wedding"}
    alone = "white Kd1 {} black Ka5 turn white"
    assert wins("wedding", engine, alone.format("Mb1 Qb2")).items() >= won.items()
    for pieces in ("Mb1 Qa2", "Mb1 Rb2", "Rb1 Qb2", "Mb1 black Qb2", "Mb1 Qb3"):
        assert not {"Kd1-e1", "Kd1-c1"} & wins("wedding", engine, alone.format(pieces)).keys(), pieces
    theirs = "white Kd1 black Mb1 Qb2 Ka5 turn white"
    assert not wins("wedding", engine, theirs)
    # A Rook that captures a Mason becomes one, beside its Queen. A Mason that captures a Rook is no Mason any more.
    assert wins("wedding", engine, "white Ka1 Qe4 Rd1 black Ka5 Md4 turn white")["Rd1xd4=M"] == "wedding"
    assert "Md3xd4=R" not in wins("wedding", engine, "white Ka1 Qe4 Md3 black Ka5 Rd4 turn white")


@pytest.mark.sample(1)
@pytest.mark.parametrize("engine", ENGINES)
def test_a_union_of_pieces_that_can_be_captured_wins_only_if_that_does_not_matter(engine: str) -> None:
    text = "white Ka5 Mb3 Qc4 black Ke5 {} turn white"
    # A Queen that could only capture the Mason does not attack it.
    for attacker, safe in (("Rc1", False), ("Rb1", True), ("Rd3", False), ("Qe4", False), ("Qc1", True)):
        asked = text.format(attacker)
        assert "Mb3-c3" in wins("wedding", engine, asked)
        assert ("Mb3-c3" in wins("elope", engine, asked)) == safe, attacker


@pytest.mark.parametrize("engine", ENGINES)
def test_a_won_position_is_written_as_won_and_reads_back(engine: str) -> None:
    """It is no checkmate or stalemate, has no moves, and differs from the same position that is not won."""
    before = game("throne", engine).position("white Kb3 Rd1 black Ka5 turn white")
    after = before.push("Kb3-c3 (throne)")
    assert str(after) == "throne: white Kc3 Rd1 black Ka5 turn black won white throne quiet 1"
    assert game("throne", engine).position(str(after)) == after
    ended = after.outcome()
    assert ended is not None and (ended.reason, ended.winner, ended.by) == ("won", "white", ("throne",))
    assert after.legal_moves() == [] and not before.push("Kb3-b2").outcome()
    same = game("throne", engine).position("white Kc3 Rd1 black Ka5 turn black quiet 1")
    assert same != after and same.repetition_key() != after.repetition_key() and same.legal_moves()
    assert before.move("Kc3 (throne)").as_json()["wins"] == "throne"
    assert "wins" not in before.move("Kb3-b2").as_json()
    two = game("rash", engine).position("white Kb2 black Ka4 won black blunder won black ransom")
    assert str(two).endswith("won black blunder won black ransom")


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("won red throne", "the winner is a player: white, black"),
        ("won white", "'won' lacks its player or the reason"),
        ("won", "'won' lacks its player or the reason"),
        ("won white marriage", "no move wins for that reason; there are: throne"),
        ("won white throne won black throne", "another player has won"),
    ],
)
def test_the_winner_and_the_reason_are_read_with_care(text: str, wrong: str) -> None:
    with pytest.raises(sm.PositionError, match=wrong):
        game("throne", "reference").position(f"white Kc3 black Ka5 turn black {text}")


@pytest.mark.sample(1)
@pytest.mark.parametrize(("name", "readings"), [("wedding", ""), ("latrunculi", ""), ("latrunculi", "both_safe")])
def test_a_position_must_state_that_its_last_move_has_won(name: str, readings: str) -> None:
    """A position is impossible if its last move has won and it does not state so. Other positions are possible."""
    rng, seen = random.Random(f"together {name}{readings}"), Counter[bool]()
    played = game(name, "compiled") if name == "wedding" else sm.game(name, readings.split(), engine="compiled")
    text = {
        "wedding": "white Kd2 Me4 Qc3 Mc2 black Kc4 Ra1",
        "latrunculi": "white EmBb2 EsBd3 EsEa1 black EmEe10 RoCa5",
    }
    start = played.position(f"{text[name]} turn white")
    moves = start.legal_moves()
    for move in [*rng.sample(moves, min(30, len(moves))), *(each for each in moves if each.wins)][:60]:
        after = start.push(move)
        assert not list(undecided(after)) and played.position(str(after)) == after
        words = str(after).partition(" won ")[0]
        unsaid = list(undecided(played.position(words)))
        assert bool(unsaid) == bool(move.wins), (move, unsaid)
        seen[bool(move.wins)] += 1
    assert min(seen[True], seen[False]) > 2, seen


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
def test_royals_may_be_exposed_by_the_rules_of_the_game(engine: str) -> None:
    """Never, or where no other move is, or always; and by a move that is heedless."""
    text = "white Ka1 Ra2 black Ke5 {} turn white"
    pinned = text.format("Ra5 Rb3")
    exposing = {f"Ra2-{cell}2" for cell in "bcde"}

    def moves(name: str) -> set[str]:
        return {str(move) for move in game(name, engine).position(pinned).legal_moves()}

    assert not exposing & moves("starve") and not exposing & moves("cornered") and exposing <= moves("regicide")
    # Without a move that is safe, in check or not, all others may be made.
    lost = game("cornered", engine).position("white Ka1 black Ke5 Rb5 Re1 turn white")
    assert [str(move) for move in lost.legal_moves()] == ["Ka1-a2"]
    worse = game("cornered", engine).position("white Ka1 black Ke5 Rb5 Re1 Qe2 turn white")
    assert {str(move) for move in worse.legal_moves()} == {"Ka1-a2", "Ka1-b1", "Ka1-b2"} and not worse.outcome()
    assert {str(move) for move in worse.legal_moves("a1")} == {"Ka1-a2", "Ka1-b1", "Ka1-b2"}
    assert worse.push("Ka1-a2").push("Qe2xa2").outcome().winner == "black"  # type: ignore[union-attr]
    heedless = game("rash", engine).position("white Ka1 Mb2 black Ke5 Qd4 Rb3 Rc2 turn white")
    assert {"Mb2xb3", "Mb2xc2"} <= {str(move) for move in heedless.legal_moves()}
    assert "Mb2-b1" not in {str(move) for move in heedless.legal_moves()}
