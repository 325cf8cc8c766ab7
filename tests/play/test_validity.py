"""Positions that are known to have no flaw: never one in which the rules find any, and the rules are asked no more."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

import shadowmate as sm
from shadowmate.asp.ruleset import Ruleset
from shadowmate.asp.session import Answer
from shadowmate.play.placement import Placement
from shadowmate.play.reference import ReferenceEngine
from shadowmate.play.validity import Validity, sorted_rules
from support.paths import EXAMPLES, GAMES_OF_TESTS
from support.random_positions import RandomPositions

GAMES = ["fide", "kyoto", "latrunculi", "extreme", "diagonals", "raumschach", "menagerie"]


class Counting(ReferenceEngine):
    """The reference engine, which counts how often it is asked for flaws."""

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__(ruleset)
        self.asked = 0

    def flaws(self, placement: Placement) -> Answer:
        self.asked += 1
        return super().flaws(placement)


def disturbed(placement: Placement, game: sm.Game, random: Random) -> Placement:
    """The position with one change: a piece is moved, doubled or removed, the turn passes, or a fact is added."""
    pieces, cells = list(placement.pieces), list(game.names)
    empty = [cell for cell in cells if cell not in {each for each, _, _ in pieces}]
    chosen = random.randrange(len(pieces))
    _, kinds, army = pieces[chosen]
    way = random.randrange(6)
    if way < 2 and empty:
        pieces[chosen] = random.choice(empty), kinds, army
    elif way == 2 and empty:
        pieces.append((random.choice(empty), kinds, army))
    elif way == 3 and len(pieces) > 1:
        del pieces[chosen]
    elif way == 4:
        return replace(placement, turn=random.choice(game.ruleset.players))
    else:
        fields = [name for name, kind in game.ruleset.fields.items() if kind in ("cell", "cells")]
        facts = {(name, random.choice(cells)) for name in random.sample(fields, min(len(fields), 1))}
        return replace(placement, state=tuple(sorted({*placement.state, *facts})))
    return replace(placement, pieces=tuple(pieces))


def compare(name: str, number: int) -> tuple[int, int, int]:
    """Hold what is known against the rules; how many positions there were, with flaws, and asked about."""
    game = sm.game(name, rules=[GAMES_OF_TESTS, EXAMPLES], engine="compiled")
    random, source = Random(name), RandomPositions(game, name, crowded=12)
    counting = Counting(game.ruleset)
    known, rules = Validity(counting), ReferenceEngine(game.ruleset)
    reachable, seen, wrong = source.reachable(), 0, 0
    for count in range(number):
        now = (source.unreachable() if count % 2 else next(reachable)).placement()
        now = Placement(now.pieces, now.turn, now.state, stores=now.stores)
        for each in (now, now, *(disturbed(now, game, random) for _ in range(3))):
            expected = sorted(map(str, rules.flaws(each)("flaw", 2)))
            assert sorted(map(str, known.flaws(each)("flaw", 2))) == expected, (name, each)
            seen, wrong = seen + 1, wrong + bool(expected)
    return seen, wrong, counting.asked


@pytest.mark.sample(0, 2)
@pytest.mark.parametrize("name", GAMES)
def test_what_is_known_is_what_the_rules_say(name: str) -> None:
    seen, wrong, asked = compare(name, 15)
    assert wrong and asked < seen


def test_what_is_known_is_what_the_rules_say_of_a_few_positions() -> None:
    seen, wrong, asked = compare("fide", 8)
    assert wrong and asked < seen


def test_positions_that_have_been_read_are_read_without_grounding() -> None:
    game = sm.game("fide", engine="reference")
    known = Validity(counting := Counting(game.ruleset))
    boards = [
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1",
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1",
        "4k3/8/8/8/8/8/8/4K2R w - - 0 1",
    ]
    placements = [game.position(f"fen {board}").placement() for board in boards]
    for _ in range(3):
        for each in placements:
            assert not known.flaws(each)("flaw", 2)
    before = counting.asked
    for each in placements:
        assert not known.flaws(each)("flaw", 2)
    assert counting.asked == before
    # The King has left e1, so it castles no more; and the piece that passed over d6 is not there.
    for board in ("r3k2r/8/8/8/8/8/8/R2K3R w KQkq - 0 1", "4k3/8/8/8/8/8/8/4K3 w - d6 0 1"):
        with pytest.raises(sm.PositionError):
            game.position(f"fen {board}")


def test_rules_about_positions_are_sorted_by_the_pieces_they_ask_for() -> None:
    """In flat chess the rules about rights and double steps remain, or none if the position has no facts."""
    ruleset = sm.game("fide").ruleset
    assert not sorted_rules(ruleset, False, False).has_others
    left = sorted_rules(ruleset, True, False)
    assert left.has_others and not left.is_open and left.most == 2
    assert not any("misplaced" in str(each) and str(each).startswith("flaw") for each in left.selection.statements)
