"""Forced mates: known positions, and trees replayed move by move without the search."""

from __future__ import annotations

import pytest

import shadowmate as sm
from shadowmate.mate import MateResult, find_mate, name_of
from shadowmate.position import Position

LONE_IN_ONE = ["PrDd4-Eg7", "PrDd4-Eg8", "PrDd4-Eh7", "PrDd4-Fh8", "PrDd4-Ge7", "PrDd4-Ge8", "PrDd4-Gg5"]
LONE_IN_ONE += ["PrDd4-Gh5", "PrDd4-He7", "PrDd4-Hf8", "PrDd4-Hg5", "PrDd4-Hh6"]
NEEDS_TWO = "white PrCh3 black KiDb2"


def prince(text: str) -> Position:
    return sm.game("prince").position(text)


def is_mate(position: Position) -> bool:
    outcome = position.outcome()
    return outcome is not None and outcome.reason == "checkmate"


def mates_by_trial(position: Position) -> list[str]:
    return sorted(str(move) for move in position.legal_moves() if is_mate(made(position, move)))


def made(position: Position, move: sm.Move) -> Position:
    return position.game.position(name_of(position.push(move)))


def replay(result: MateResult) -> int:
    """Check a tree with the position's own questions; how many mates it ends in."""
    tree = result.tree
    mates = 0

    def attack(position: Position, move: str, left: int) -> None:
        nonlocal mates
        after = position.push(position.move(move))
        assert name_of(after) in tree
        if left == 1:
            assert is_mate(after)
            mates += 1
            return
        if is_mate(after):
            mates += 1
            return
        replies = {str(reply): reply for reply in after.legal_moves()}
        assert replies, "stalemate"
        edges = [data for _, _, data in tree.out_edges(name_of(after), data=True) if data["kind"] == "defence"]
        assert {data["move"] for data in edges} == set(replies)
        for reply in replies.values():
            then = after.push(reply)
            answers = [data["move"] for _, _, data in tree.out_edges(name_of(then), data=True)]
            assert len(answers) == 1
            attack(then, answers[0], left - 1)

    for key in result.keys:
        attack(result.position, str(key), result.in_moves)
    return mates


def nested(tree: dict[str, object]) -> int:
    replies = tree["replies"]
    assert isinstance(replies, list)
    return 1 + sum(nested(reply) for reply in replies)


def test_lone_prince_mates_in_one() -> None:
    result = find_mate(prince("white PrDd4 black KiHh8"), 1)
    assert result.mate is True
    assert result.complete
    assert [str(key) for key in result.keys] == LONE_IN_ONE
    assert result.short is None
    assert replay(result) == len(LONE_IN_ONE)
    assert nested(result.as_json()["tree"]) == 1 + len(LONE_IN_ONE)
    assert result.lines()[:3] == ["mate in 1: 12 keys", "1. PrDd4-Eg7#", "1. PrDd4-Eg8#  cook"]


@pytest.mark.parametrize(
    "text",
    [
        "white KiBb3 QuCc3 black KiAa1 KnHh8",
        "white KiFf6 PrAa1 RoBb2 black KiHh8 RoHg8",
        "white KiGf6 QuFf7 PnGg6 black KiHh8 PnGg8 BiAh1",
        "white KiAd4 BaAa1 RoBd1 QuCb8 black KiAc1 castle Aa1",
        "black KiAa1 RoCc1 QuDd3 white KiAh8 PnBb2 turn black",
    ],
)
def test_sieve_lets_every_mate_pass(text: str) -> None:
    position = prince(text)
    assert sorted(str(key) for key in find_mate(position, 1).keys) == mates_by_trial(position)


def test_first_key_only() -> None:
    result = find_mate(prince("white PrDd4 black KiHh8"), 1, all_keys=False)
    assert result.mate is True
    assert len(result.keys) == 1
    assert is_mate(result.position.push(result.keys[0]))


def test_no_mate_in_one() -> None:
    result = find_mate(prince(NEEDS_TWO), 1)
    assert result.mate is False
    assert result.keys == ()
    assert result.as_json()["mate"] is False
    assert result.lines()[0] == "no mate in 1"


def test_stalemate_is_no_mate() -> None:
    position = prince("white PrDd4 black KiHh8")
    outcome = position.push("PrDd4-Gd4").outcome()
    assert outcome is not None
    assert outcome.reason == "stalemate"
    assert "PrDd4-Gd4" not in [str(key) for key in find_mate(position, 1).keys]


def test_promotion_that_mates() -> None:
    result = find_mate(prince("white PnGf8 black KiHh8"), 1)
    keys = [str(key) for key in result.keys]
    assert "PnGf8-Hf8=Pr" in keys
    assert keys == mates_by_trial(result.position)
    assert all("=" in key for key in keys)


def test_full_array_has_no_mate_in_one() -> None:
    assert find_mate(prince("start"), 1).mate is False


def test_stopped_is_not_no() -> None:
    result = find_mate(prince(NEEDS_TWO), 2, stop=lambda: True)
    assert result.mate is None
    assert result.as_json()["mate"] is None
    assert not result.complete
    assert result.lines()[0] == "mate in 2: not known, the search was stopped"


def test_interrupted_keeps_what_is_proved() -> None:
    def progress(done: int, total: int, best: sm.Move | None) -> None:
        raise KeyboardInterrupt

    result = find_mate(prince("white PrDd4 black KiHh8"), 2, progress=progress)
    assert result.mate is True
    assert not result.complete
    assert result.short == 1


def test_no_moves_is_an_error() -> None:
    with pytest.raises(sm.ShadowmateError):
        find_mate(prince(NEEDS_TWO), 0)


@pytest.mark.slow
def test_lone_prince_needs_two() -> None:
    result = find_mate(prince(NEEDS_TWO), 2, all_keys=False)
    assert result.mate is True
    assert result.short is None
    assert len(result.keys) == 1
    assert replay(result) > 1
    distances = {data["distance"] for _, data in result.tree.nodes(data=True) if data["role"] == "mate"}
    assert distances == {0}
    text = "\n".join(result.lines())
    assert f"1. {result.keys[0]}!" in text
    assert "#" in text
