"""A listing has every sound problem of some pieces: by an oracle, and by each maker of candidates."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import shadowmate as sm
from oracles import twomovers as oracle
from shadowmate.composing.compose import Composer
from shadowmate.composing.lessons import Teacher
from shadowmate.composing.proposing import Proposing
from shadowmate.composing.specification import specified
from shadowmate.endgame.line_counts import Ways
from shadowmate.endgame.successors import read_exact
from shadowmate.endgame.table_maker import Maker
from shadowmate.solving.search.limits import Limits
from support.composed import CORNER, FIDE, listed, pieces_of


def placements() -> Iterator[oracle.Pieces]:
    cells = [("?abc".index(name[0]), int(name[1])) for name in CORNER]
    for king, queen, other in itertools.permutations(cells, 3):
        yield {king: ("K", "white"), queen: ("Q", "white"), other: ("K", "black")}


def turned(pieces: oracle.Pieces) -> frozenset[Any]:
    """A representative of the pieces under the symmetries of the board."""
    images = []
    for a, b, swap in itertools.product((0, 1), (0, 1), (0, 1)):
        cells = {((9 - x if a else x), (9 - y if b else y)): piece for (x, y), piece in pieces.items()}
        images.append(frozenset((((y, x) if swap else (x, y)), piece) for (x, y), piece in cells.items()))
    return min(images, key=sorted)


@pytest.mark.sample(1)
@pytest.mark.parametrize("maker", [pytest.param("tables", marks=pytest.mark.exhaustive), "listing", "clingo"])
def test_every_solution_is_found(maker: str) -> None:
    sound = {
        turned(pieces)
        for pieces in placements()
        if not oracle.in_check(pieces, "black") and oracle.judged(pieces) == (set(), set())
    }
    zones = {"white": {"K": CORNER, "Q": CORNER}, "black": {"K": CORNER}}
    pieces = {"white": ["K", "Q"], "black": ["K"]}
    some = sm.compose({**FIDE, "pieces": pieces, "zones": zones}, every=True, maker=maker)
    found = [turned(pieces_of(each.position)) for each in some]
    assert len(found) == len(set(found))
    assert set(found) == sound
    assert sound


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("stipulation", "white", "black"),
    [("#2", "KP", "K"), ("h#2", "KP", "K"), pytest.param("h#1", "KR", "KP", marks=pytest.mark.exhaustive)],
)
def test_tables_list_what_a_search_lists(stipulation: str, white: str, black: str) -> None:
    """With promotions and captures. Tables count lines of help play backwards; the listing searches."""
    cells = {"K": ["a6", "b6", "c6", "c7"], "P": ["a6", "a7", "b7", "c7"], "R": ["b7", "c1", "d8"]}
    zones = {"white": {kind: cells[kind] for kind in white}, "black": {"K": ["a8", "b8", "c8", "a7"]}}
    zones["black"] |= {"P": ["a7", "b7", "a6"]} if "P" in black else {}
    asked = {"stipulation": stipulation, "pieces": {"white": list(white), "black": list(black)}, "zones": zones}
    assert listed("tables", **asked) == listed("listing", **asked) != set()


def test_help_play_of_a_table_is_counted_as_by_moves() -> None:
    """The expected number comes from making the engine's legal moves."""
    game = sm.game("fide", engine="compiled")
    ways = Ways(Maker(game, 1), read_exact(game, "white K Q black K"))
    numbers = ways.lines(1, 2)
    entries = np.flatnonzero(numbers)
    for entry in entries[:: max(1, len(entries) // 15)].tolist():
        position = ways.table.position(1, entry)
        after = (position.push(move) for move in position.legal_moves())
        ends = (then.push(move).outcome() for then in after for move in then.legal_moves())
        assert numbers[entry] == sum(end is not None and end.reason == "checkmate" for end in ends), str(position)


@pytest.mark.parametrize("stipulation", ["#1", "#2"])
def test_what_clingo_learns_excludes_no_problem(stipulation: str) -> None:
    """A lesson from a failed candidate leaves out pieces of the mating side that have no part in a mate."""
    cells = [f"{file}{rank}" for file in "abc" for rank in "12"]
    pieces = {"white": ["K", "Q", "N"], "black": ["K"]}
    zones = {"white": dict.fromkeys("KQN", cells), "black": {"K": cells}}
    asked: dict[str, Any] = {"stipulation": stipulation, "pieces": pieces, "zones": zones}
    wanted, limits = {**FIDE, **asked}, Limits()
    composer = Composer(specified(wanted))
    made = Proposing(composer.setting, "", False, 0, limits, True, Teacher(composer.setting))
    assert {each.identity for each in composer.run(made, limits)} == listed("listing", **asked) != set()
