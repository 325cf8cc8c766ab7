"""Tables of more than 2**31 entries: with files that have holes in the place of most of them."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest

import shadowmate as sm
from shadowmate.compiled.engine_choice import engine_of
from shadowmate.compiled.kernel.entries import MATED, Entries
from shadowmate.endgame import build
from shadowmate.endgame.build import Builder, Values
from shadowmate.endgame.errors import EndgameError
from shadowmate.endgame.plan import Planner
from shadowmate.endgame.shape import Shape
from shadowmate.endgame.successors import Kinds, read_exact
from shadowmate.endgame.table_layout import lay_out
from shadowmate.endgame.table_maker import Maker
from shadowmate.endgame.turning import Turning

LARGE = "white K B N R black K"


def with_holes(path: Path, length: int) -> Entries:
    """Zeros that need no disk and no memory until they are touched."""
    return np.asarray(np.memmap(path, np.uint8, "w+", shape=(length,)))


def test_three_unlike_pieces_are_planned(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limits are the memory that is allowed, and that of the machine."""
    game = sm.game("raumschach", engine="compiled")
    monkeypatch.setattr(build, "installed", lambda: 24 * 10**9)
    plan = Maker(game, 1, 12).plan([read_exact(game, LARGE)])
    assert max(form.size for form in plan.tables) == 10 * 125**4 > 2**31
    assert (plan.missing, str(plan).split(", ")[-2]) == (len(plan.tables), "9.9 GB")
    assert 30 < plan.time.least < plan.time.most < 24 * 3600
    with pytest.raises(EndgameError, match=r"needs 9\.9 GB .* 4 GB are allowed \(--memory\)"):
        Maker(game, 1, 4).plan([read_exact(game, LARGE)])
    monkeypatch.setattr(build, "installed", lambda: 8 * 10**9)
    with pytest.raises(EndgameError, match=r"needs 9\.9 GB .* this machine has 8 GB"):
        Maker(game, 1, 12).plan([read_exact(game, LARGE)])


@pytest.mark.slow
def test_moves_of_entries_above_the_limit_of_32_bits(tmp_path: Path) -> None:
    """Legality, mates and stalemates as the reference engine has them; and what leads to an entry."""
    game = sm.game("raumschach", engine="reference")
    compiled = sm.game("raumschach", engine="compiled")
    kinds = Kinds(compiled, material := read_exact(compiled, LARGE))
    planner = Planner(kinds, 12, 1)
    forms = {form.material: form for form in planner.plan([material], lambda _: True).tables}
    form = forms[material]
    facts = lay_out(kinds, form, {other: (forms[other], 0) for other in kinds.led_to(material)})
    arrays = [with_holes(tmp_path / str(number), form.size) for number in range(4)]
    values = Values(arrays[:2], arrays[2:])
    builder = Builder(facts, form.size, np.zeros(1 << 27, np.uint8), 1)
    turning, random = Turning(form), Random(36)
    cells = [game.names[cell] for cell in engine_of(compiled).cells]
    seen = set[int]()
    while len(seen) < 3:
        index = random.randrange(2**31, form.size)
        standing = form.placement(index)
        if turning.way[standing[form.order[0]], standing[form.order[turning.partner]]]:
            continue
        builder.finds_illegal(values.worth)(facts, index, index + 1)
        pieces = {
            cells[cell]: sm.Piece(names, army) for cell, (army, names) in zip(standing, material.types, strict=True)
        }
        legal = [
            len(pieces) == len(standing) and not sm.Position(game, pieces, other).is_check()
            for other in ("black", "white")
        ]
        assert [array[index] == 2 for array in values.worth] == [not each for each in legal], standing
        if all(legal):
            seen.add(index)
            check_unmaking(game, form, builder, values, standing, pieces)


def check_unmaking(
    game: sm.Game, form: Shape, builder: Builder, values: Values, standing: list[int], pieces: dict[str, sm.Piece]
) -> None:
    """What White's moves lead from to a placement: where its pieces go to from there, for all go back as they come."""
    names = [game.names[cell] for cell in engine_of(sm.game("raumschach", engine="compiled")).cells]
    position, before = sm.Position(game, pieces, "white"), set[int]()
    for move in position.legal_moves():
        after = position.push(move).pieces
        if len(after) == len(pieces):
            matched = form.material.matched([(piece.army, piece.kinds) for piece in after.values()])
            at = [names.index(name) for name in after]
            before |= in_use(form, [at[place] for place in matched])
    half = values.half(0)
    known = {place for place in before if half.mine[place]}
    assert len(before - known) > 10
    for index in in_use(form, standing):
        half.theirs[index] = MATED
        builder.spreads(half, int(MATED) + 1, int(MATED) + 1)(builder.facts, index, index + 1)
        half.theirs[index] = 0
    assert {place for place in before if half.mine[place] == MATED + 1} == before - known


def in_use(form: Shape, standing: list[int]) -> set[int]:
    """The entries of a placement and its images, given the cells of its pieces in the order of the material."""
    turning, images = Turning(form), form.orbits.permutations[:, standing].astype(np.int64)
    first, partner = images[:, form.order[0]], images[:, form.order[turning.partner]]
    used = np.isin(first, form.orbits.heads) & (turning.way[first, partner] == 0)
    return set(form.entries(images[used]).tolist())


def test_tables_that_a_move_leads_to_may_start_above_it_too(mini: sm.Game, tmp_path: Path) -> None:
    material = read_exact(mini, "white Ki Pn black Ki Kt")
    maker = Maker(mini, 1)
    made, kinds = maker.get(material), Kinds(mini, material)
    others, subs = maker.led_to(kinds, material, lambda one, side: one.entries(side))
    start = 1 << 32
    far = with_holes(tmp_path / "far", start + len(subs))
    far[start:] = subs
    facts = lay_out(kinds, made.shape, {one: (form, start + place) for one, (form, place) in others.items()})
    found = Builder(facts, made.shape.size, far, 1).run()
    assert all(np.array_equal(one, made.entries(side)) for side, one in enumerate(found))
    # Without those tables the values would be others.
    far[start:] = 0
    assert not all(
        np.array_equal(one, made.entries(side))
        for side, one in enumerate(Builder(facts, made.shape.size, far, 1).run())
    )
