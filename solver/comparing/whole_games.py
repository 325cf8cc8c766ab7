"""Whole games compared: the legal moves of every position of some pieces, and their effects, by two sets of rules.

The kernel places the pieces on every board, small ones too. clingo can guess them, with both sides' rules grounded
over the guess up to the position after a move, and prove the same; but it needed 2 CPU seconds for three pieces on 3x3,
and more than 200 on 4x5, where the kernel needs an instant. Two on 5x5x5 were not grounded in five minutes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from time import perf_counter, process_time

import numpy as np
from numpy.typing import NDArray

from ..compiled.kernel.encoded_move import origin_of, row_of
from ..compiled.kernel.survey import DONE, EXPOSED, HERE, STANDING
from ..compiled.named_values import DROP, PASS
from ..compiled.tables import ROWS, WAY
from ..endgame.successors import read_exact
from ..errors import ShadowmateError
from ..play.game import Game
from .all_positions import Batch, Placing, Shared, parts_of
from .comparison import counted_as, duration
from .destinations import Progress, Stopped
from .surveying import Surveyor, counts
from .whole_game_report import BEGINNING, EFFECT, MOVE, OUTCOME, Difference, PlayCompared, Sort, difference_of

_MOST_SORTED = 4096
"""At most this many of the positions that differ, up to symmetry, are looked at more closely, to find what differs."""

_TRIED = 1024
"""The number of positions that are tried for an estimate of the time."""

_origin_of, _row_of = (each.py_func for each in (origin_of, row_of))  # type: ignore[attr-defined]


@dataclass(slots=True)
class _Found:
    """The results for the positions of one number of pieces.

    Attributes:
        number: how many differ.
        keys: what each looks like up to symmetry.
        sorts: how many there are of each sort, of those that were looked at more closely.
        examples: one of each sort: the pieces, the position and its number.
        looked_at: how many were looked at more closely.
    """

    number: int = 0
    keys: set[bytes] = field(default_factory=set)
    sorts: Counter[Sort] = field(default_factory=Counter)
    examples: dict[Sort, tuple[Placing, Batch]] = field(default_factory=dict)
    looked_at: int = 0


class PlayQuestion:
    """The question in which positions of some pieces two games differ.

    Args:
        games: the game under either reading, or two versions of it.
        names: what they are called.
        material: the pieces, such as `white Ki Qu black Ki`, or with the game before it.
        most: at most this many of them; by default all.

    Raises:
        ShadowmateError: if there are no such pieces or none is few enough, or the boards or players differ.
        RulesError: if one of the games cannot be compiled.
    """

    def __init__(self, games: tuple[Game, Game], names: tuple[str, str], material: str, most: int | None = None):
        self.games, self.names, self.most = games, names, most
        self.material = read_exact(games[0], material)
        for _, kinds in self.material.types:
            for kind in kinds:
                if kind not in games[1].ruleset.abbreviations:
                    raise ShadowmateError(f"the kind '{kind}' is in one of the two alone")
        self._shared = Shared(games)
        if self._shared.engines[0].cells != self._shared.engines[1].cells:
            raise ShadowmateError("the two have their cells in another order; whole games are compared on one board")
        self.material.check(games[1])
        self._shared.meet(self.material.types)
        self._surveyors = Surveyor(self._shared, 0), Surveyor(self._shared, 1)
        self._counts = counts(self._shared)
        self._parts = [Placing(self._shared, each) for each in parts_of(games[0], self.material, most)]
        if not self._parts:
            raise ShadowmateError(f"at most {most} pieces: every placement of '{material}' has more pieces")

    @property
    def size(self) -> int:
        """How many placements there are to look at, or somewhat more, if they all have to be."""
        return sum(each.size for each in self._parts)

    def cost(self) -> str:
        """A description of the work, with an estimate of the time if no position differs."""
        whole = self._parts[-1]
        some = next((each for each in whole.batches() if len(each.cells)), None)
        seconds = 0.0
        if some is not None:
            some = some.only(np.arange(min(_TRIED, len(some.cells))))
            self._differing(whole, some)  # which has the tables ready
            started = process_time()
            self._differing(whole, some)
            seconds = (process_time() - started) / len(some.cells) * self.size
        pieces = len(whole.types)
        return (
            f"placing up to {counted_as(pieces, 'piece')}, the fewest first: {self.size:,} placements, "
            f"about {duration(seconds)} if the two agree everywhere"
        )

    def answer(self, progress: Progress = lambda *_: None, stopped: Stopped = lambda: False) -> PlayCompared:
        """Look at all positions of one piece, then of two, and so on, until some differ.

        Args:
            progress, stopped: as in `compare_reach`.
        """
        started, done, placed, is_whole = perf_counter(), 0, 0, True
        found, pieces = _Found(), 0
        for placing in self._parts:
            if found.number and len(placing.types) > pieces:
                break
            pieces = len(placing.types)
            so_far = done
            for batch in placing.batches():
                progress(done, self.size, placing.material.text(self.games[0]))
                if stopped():
                    is_whole = False
                    break
                kept, differ = self._differing(placing, batch)
                placed += int(batch.weight[kept].sum())
                if differ.any():
                    self._note(found, placing, batch.only(differ))
                done += len(batch.cells)
            done = so_far + placing.size
            if not is_whole:
                break
        return PlayCompared(
            self.games[0].name,
            self.names,
            self.material.text(self.games[0]),
            self.most,
            pieces,
            tuple(self._differences(found)),
            found.number,
            len(found.keys),
            found.looked_at,
            placed,
            is_whole,
            self._unplaced(),
            perf_counter() - started,
        )

    def _differing(self, placing: Placing, batch: Batch) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Which positions count, and which of these differ."""
        left, right = (each.look(placing, batch) for each in self._surveyors)
        kept: NDArray[np.bool_] = (left[:, STANDING] & right[:, STANDING] & EXPOSED) == 0
        differ = (left[:, [HERE, DONE]] != right[:, [HERE, DONE]]).any(axis=1)
        pairs, place = np.unique(np.stack([left[:, STANDING], right[:, STANDING]], 1), axis=0, return_inverse=True)
        unlike = [bool(self._ended(batch.turn, one, other)) for one, other in pairs.tolist()]
        differ |= np.array(unlike, np.bool_)[place.ravel()]
        return kept, differ & kept

    def _ended(self, turn: int, left: int, right: int) -> tuple[int, int, str, str] | None:
        """For what counts of moves and of repetitions the games end unlike each other, and how."""
        for quiet, seen in self._counts:
            one, other = (
                surveyor.outcome(standing, turn, quiet, seen)
                for surveyor, standing in zip(self._surveyors, (left, right), strict=True)
            )
            if one != other:
                return quiet, seen, one, other
        return None

    def _note(self, found: _Found, placing: Placing, batch: Batch) -> None:
        """Count positions that differ, and look at some more closely."""
        is_sure = self._surveyors[0].is_comparable
        new = []
        for number, key in enumerate(placing.canonical(batch)):
            name = placing.material.text(self.games[0]).encode() + key.tobytes()
            if name not in found.keys:
                if is_sure:
                    found.keys.add(name)
                new.append((number, name))
        for number, name in new:
            if is_sure and found.looked_at >= _MOST_SORTED:
                break
            one = batch.only(np.array([number]))
            sorts = set(self._sorts(placing, one))
            found.looked_at += 1
            found.sorts.update(sorts)
            for sort in sorts:
                found.examples.setdefault(sort, (placing, one))
            if sorts and not is_sure:
                found.keys.add(name)
                found.number += int(one.weight[0])
        if is_sure:
            found.number += int(batch.weight.sum())

    def _sorts(self, placing: Placing, one: Batch) -> Iterator[Sort]:
        """What differs in a position."""
        looks = [each.look(placing, one)[0] for each in self._surveyors]
        if looks[0][HERE] != looks[1][HERE] and self._surveyors[0].is_comparable:
            yield Sort(BEGINNING)
            return
        left, right = (each.effects(placing, one, 0) for each in self._surveyors)
        for side, mine, others in ((0, left, right), (1, right, left)):
            for term in mine.keys() - others.keys():
                yield Sort(MOVE, *self._mover(side, placing, one, mine[term][0]), under=side)
        for term in left.keys() & right.keys():
            if left[term][1] != right[term][1]:
                yield Sort(EFFECT, *self._mover(0, placing, one, left[term][0]))
        standing = [int(look[STANDING]) for look in looks]
        ended = self._ended(one.turn, *standing)
        if ended:
            yield Sort(OUTCOME, outcomes=ended[2:])

    def _mover(self, side: int, placing: Placing, one: Batch, move: int) -> tuple[str, str]:
        """The mover, and what the rules call such a move."""
        engine = self._surveyors[side].engine
        does = engine.arrays[ROWS][_row_of(move)].tolist()
        title = engine.naming.title(does) or ""
        where = np.flatnonzero(one.cells[0] == _origin_of(move))
        if does[WAY] in (PASS, DROP) or not len(where):
            return self._shared.players[one.turn], title
        army, kinds = placing.types[int(where[0])]
        return f"{army} {self.games[0].piece_name(kinds)}", title

    def _differences(self, found: _Found) -> Iterator[Difference]:
        for sort, number in sorted(found.sorts.items(), key=lambda each: (-each[1], str(each[0]))):
            placing, one = found.examples[sort]
            yield difference_of(self.games, self._placed(placing, one, sort), sort, number)

    def _placed(self, placing: Placing, one: Batch, sort: Sort) -> str:
        """A position as it is written."""
        surveyor, game = self._surveyors[0], self.games[0]
        engine = surveyor.engine
        names = [game.names[cell] for cell in engine.cells]
        words: list[str] = []
        army = ""
        for cell, (owner, kinds) in zip(one.cells[0].tolist(), placing.types, strict=True):
            words += [] if owner == army else [owner]
            army = owner
            words.append(f"{game.piece_name(kinds)}{names[cell]}")
        words += ["turn", self._shared.players[one.turn]]
        held = [names[c.partner] for n, (c, _) in enumerate(self._shared.castlings) if one.rights[0] >> n & 1]
        words += ["castle", *held] if held else []
        for name, cells in (("ep", one.passed), ("landed", one.landed)):
            words += [name, names[cells[0]]] if cells[0] >= 0 else []
        if sort.what == OUTCOME:
            standing = (int(each.look(placing, one)[0, STANDING]) for each in self._surveyors)
            ended = self._ended(one.turn, *standing)
            assert ended is not None
            words += ["quiet", str(ended[0])] if ended[0] else []
            words += ["seen", str(ended[1])] if ended[1] > 1 else []
        return f"{game.name}: {' '.join(words)}"

    def _unplaced(self) -> tuple[str, ...]:
        """What positions of the games may say besides, which was not asked about."""
        rulesets = [game.ruleset for game in self.games]
        common = {"castle", "ep", "landed"} | {
            name for r in rulesets for name, kind in r.fields.items() if kind == "ending"
        }
        fields = {name for ruleset in rulesets for name in ruleset.fields} - common
        return (*sorted(fields), *sorted({store for ruleset in rulesets for store in ruleset.items}))
