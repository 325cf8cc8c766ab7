"""Play after the key (`postkey-`), against brute force of every play, flat and in three dimensions, and its proofs."""

from __future__ import annotations

import pytest

import shadowmate as sm
from oracles import prince
from oracles.stipulations import BATTLES, Oracle, Rules
from shadowmate.solving.problem.kind import PASS, Kind
from shadowmate.solving.problem.solution import Verdict
from shadowmate.solving.problem.solution_text import lines
from shadowmate.solving.proof.check import ProofVerdict, check_proof
from shadowmate.solving.solver import solve
from support.ruled import PrincePosition, read

BATTLE = "white Kf6 Ra1 Pg2 black Kh7 turn white"
CORNERED = "white Ka1 Bb1 Rh8 black Ka3 Pb3 turn white"
CASES = [
    (BATTLE, "#2"), (BATTLE, "exact-#2"), (BATTLE, "+2"), (CORNERED, "s#1"), (CORNERED, "semi-r#1"),
    (CORNERED, "r#1"), (CORNERED, "pser-r#1"), (CORNERED, "pser-s#1"), ("white Kc1 black Ka1 Pa3 turn white", "s~1"),
    ("white Kc1 black Ka1 Pa3 turn white", "exact-s~2"), ("white Kf7 Ra1 black Kh8 turn white", "pser-#2"),
]  # fmt: skip


def agree(game: sm.Game, at: Rules, text: str, stipulation: str, most: int | None = None) -> int:
    """After each first move the goal is forced just where brute force finds that; how often it is."""
    play = next(each for each in sorted(BATTLES, key=len, reverse=True) if stipulation.startswith(each))
    sign, moves = stipulation.removeprefix(play)[:-1], int(stipulation[-1])
    oracle: Oracle[Rules] = Oracle(sign)
    keys, position = oracle.keys(play, at, moves), game.position(text)
    steps = [step for step in oracle.steps(at) if play.endswith(("s", "r")) or not oracle.reached(step)]
    for step in steps[:most]:
        found = solve(position.push(step.text), f"postkey-{stipulation}")
        assert found.keys == ((PASS,) if step.text in keys else ()), (text, stipulation, step.text)
        assert (found.verdict is Verdict.SOLVED) == bool(found.keys) and found.complete
        replies = {each.text: each.after for each in oracle.steps(step.after)}
        for reply, node, reached in found.moves(found.play.root, Kind.DEFENCE):
            answers = {move for move, *_ in found.moves(node, Kind.ATTACK, Kind.DUAL)}
            if reply in replies and not reached:
                assert answers and answers <= set(oracle.keys(play, replies[reply], moves - 1)), (step.text, reply)
    return sum(step.text in keys for step in steps[:most])


@pytest.fixture(scope="module")
def fide() -> sm.Game:
    return sm.game("fide", engine="compiled")


@pytest.mark.sample(4)
@pytest.mark.parametrize(("position", "stipulation"), CASES)
def test_a_key_works_where_the_play_after_it_does(fide: sm.Game, position: str, stipulation: str) -> None:
    assert agree(fide, read(position), position, stipulation) > 0


def in_space(text: str, stipulation: str, most: int | None) -> int:
    """The same in Prince."""
    at = prince.board(text)
    pieces = frozenset((cell, *piece) for cell, piece in at.pieces.items())
    return agree(sm.game("prince", engine="compiled"), PrincePosition(pieces, at.turn), text, stipulation, most)


@pytest.mark.slow
def test_in_three_dimensions() -> None:
    assert in_space("white KiCa2 PnEb5 black KiBc2 KnDd3 turn white", "semi-r+1", None) > 0


@pytest.mark.exhaustive
def test_two_moves_in_three_dimensions() -> None:
    assert in_space("white KiBa3 BaCc5 black KiBa1 KnAb8 turn white", "+2", 6) > 0


MATED = "white Kf6 Ra8 black Kh7 turn black"


@pytest.mark.parametrize("stipulation", ["#2", pytest.param("exact-#2", marks=pytest.mark.exhaustive)])
def test_its_proof_is_confirmed(fide: sm.Game, stipulation: str) -> None:
    proof = solve(fide.position(MATED), f"postkey-{stipulation}").as_json()
    assert check_proof(proof).verdict is ProofVerdict.CONFIRMED
    proof["tree"]["edges"] = [edge for edge in proof["tree"]["edges"] if edge["kind"] != "attack"]
    assert check_proof(proof).verdict is ProofVerdict.REFUTED


def test_how_it_is_reported(fide: sm.Game) -> None:
    assert lines(solve(fide.position(MATED), "postkey-#2")) == [
        "postkey-#2: the key works", "zugzwang", "    1... Kh7-h6 2. Ra8-h8#",
    ]  # fmt: skip
    assert lines(solve(fide.position(MATED), "postkey-#3"))[0] == "postkey-#3: the key works; short: 2 will do"
    assert lines(solve(fide.position("white Kf6 Rb8 black Kh7 Pa7 turn black"), "postkey-#2")) == [
        "postkey-#2: no solution; every defence was searched", "    but 1... Pa7-a5, Pa7-a6!",
    ]  # fmt: skip


FORCED = "white Ka1 Qd1 black Ka3 Pa2 Pb4 turn black"
MORE_WAYS = "2. Qd1-d5, Qd1-d7, Qd1-d8, Qd1-e1, Qd1-f1, Qd1-g1, Qd1-g4, Qd1-h1, Qd1-h5  dual"
AT_ONCE = "white Ka1 Bb1 Rh4 black Ka3 Pb3 turn black"


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("position", "stipulation", "expected"),
    [
        (FORCED, "s#2", ["zugzwang", "1... Pb4-b3 2. Qd1-g4", "2... Pb3-b2#"]),
        (FORCED, "exact-s#2", ["1... Pb4-b3 2. Qd1-g4", "2... Pb3-b2#"]),
        (FORCED, "s#1", ["but 1... Pb4-b3!"]),
        (FORCED, "r#2", ["zugzwang", f"1... Pb4-b3 {MORE_WAYS}", "2... Pb3-b2#"]),
        (FORCED, "semi-r#2", ["zugzwang", f"1... Pb4-b3 {MORE_WAYS}", "2... Pb3-b2#"]),
        (AT_ONCE, "s#1", ["1... Pb3-b2#"]),
        (AT_ONCE, "semi-r#1", ["1... Pb3-b2#"]),
        (AT_ONCE, "pser-r#1", ["1... Pb3-b2#"]),
    ],
)
def test_play_in_which_the_defender_reaches_the_goal_has_no_changes(
    fide: sm.Game, position: str, stipulation: str, expected: list[str]
) -> None:
    """A key that has been made cannot be compared with tries; the lines are worked out by hand.

    After 1...b3 only 2.Qg4 leaves Black the one move 2...b2#. Of 2.Qg4 and its like in reflex play Black has to mate.
    """
    found = solve(fide.position(position), f"postkey-{stipulation}")
    assert [line.strip() for line in lines(found)[1:]] == expected
    assert found.changed == () and found.as_json()["changed"] == []
    assert check_proof(found.as_json()).verdict is not ProofVerdict.REFUTED


@pytest.mark.parametrize(
    ("stipulation", "text"),
    [
        ("postkey-#1", "leaves no play"), ("postkey-h#2", "play with a key"), ("postkey-ser-#2", "play with a key"),
        ("poskey-#2", "did you mean 'postkey-#2'"), ("postkey-", "a goal is expected"),
    ],
)  # fmt: skip
def test_what_has_no_key_is_refused(stipulation: str, text: str) -> None:
    with pytest.raises(sm.StipulationError, match=text):
        solve(sm.position(f"fide: {MATED}"), stipulation)


def test_there_are_no_tries_and_no_set_play() -> None:
    for more in ({"tries": True}, {"set_play": True}):
        with pytest.raises(sm.StipulationError, match="the key has been made"):
            solve(sm.position(f"fide: {MATED}"), "postkey-#2", **more)
