"""Composing: candidates of a maker are judged in batches, and what is sound is solved, scored and given."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ..api import game as open_game
from ..compiled.kernel.move import origin_of, target_of
from ..compiled.tables import BECOMES
from ..endgame.placing import Cells
from ..errors import PositionError
from ..play.game import Game
from ..solving.problem.solution import Solution
from ..solving.problem.stipulation import Play
from ..solving.search.limits import LimitReached, Limits
from ..solving.solver import solve
from ..verification.asking import Asker
from ..verification.battles import BattleJudge
from ..verification.customs import Spelling, olive
from ..verification.diagram import Diagram
from ..verification.phases import Phase
from ..verification.possible import miscounted, objections
from ..verification.writing import written_solution
from .composed import Composed, entry_of, score_of
from .conditions import PROMOTION, Solved, read_conditions
from .errors import SpecificationError
from .judge import Judge
from .makers import Maker
from .setting import Setting
from .specification import Specification, setting_of

_origin_of, _target_of = (each.py_func for each in (origin_of, target_of))  # type: ignore[attr-defined]

Opener = Callable[[str, tuple[str, ...]], Game]


def opened(name: str, readings: tuple[str, ...]) -> Game:
    """A game, with the compiled engine."""
    return open_game(name, readings, engine="compiled")


@dataclass(slots=True)
class Tally:
    """How much has been done.

    Attributes:
        candidates: so many were judged.
        sound: so many of them were sound.
        problems: so many of those are what was asked for.
    """

    candidates: int = 0
    sound: int = 0
    problems: int = 0


class Composer:
    """Makes problems to a specification.

    Args:
        specification: what is wanted.
        opener: gives a game under readings.

    Raises:
        SpecificationError: if it asks for what there is not.
        RulesError: if the game cannot be compiled.
    """

    def __init__(self, specification: Specification, opener: Opener = opened) -> None:
        self.specification = specification
        game = opener(specification.game, specification.readings)
        self.setting = setting_of(specification, game)
        asked = self.setting.stipulation
        self.conditions = read_conditions(specification.conditions, game, asked)
        self.judge = Judge(self.setting, specification.solutions)
        self.tally = Tally()
        self._barred = int(np.bitwise_or.reduce([0, *(each.barred for each in self.conditions)]))
        self._special = {each.special for each in self.conditions if each.special}
        self._with_tries = any(each.with_tries for each in self.conditions)
        self._others = [self._under(opener, each.differs) for each in self.conditions if each.differs is not None]
        self._known: set[bytes] = set()

    def _under(self, opener: Opener, reading: str) -> Judge:
        """The judge of the same men under another reading."""
        specification = self.specification
        name = reading.replace("-", "_")
        if name in self.setting.game.ruleset.chosen:
            raise SpecificationError(f"conditions: 'matters {reading}': this is the reading under which it is composed")
        other = opener(specification.game, (*specification.readings, name))
        if list(other.ruleset.cells) != list(self.setting.game.ruleset.cells):
            raise SpecificationError(f"conditions: 'matters {reading}': the board is another under it")
        return Judge(Setting(other, self.setting.stipulation, self.setting.men), specification.solutions)

    def run(
        self, maker: Maker, limits: Limits, progress: Callable[[Tally], None] = lambda _: None
    ) -> Iterator[Composed]:
        """Problems, as they are found, no two of them equal up to symmetry.

        Args:
            maker: where candidates come from.
            limits: when to end.
            progress: is told of what was done after each batch.
        """
        while not limits.reached:
            cells = maker.batch()
            if cells is None:
                return
            for some, flags in self._sifted(maker, cells):
                if limits.reached:
                    return
                found = self._problem(some, flags, limits)
                if found is not None:
                    self.tally.problems += 1
                    maker.reward(some, found.score)
                    yield found
            progress(self.tally)

    def _sifted(self, maker: Maker, cells: Cells) -> Iterator[tuple[Cells, int]]:
        """Those of some candidates that are sound and not known, and what their first moves do."""
        self.tally.candidates += len(cells)
        wanted = self._wanted()
        judged = self.judge.sift(cells, wanted=wanted)
        sound = judged.flags != 0
        self.tally.sound += int(sound.sum())
        maker.learn(cells[sound])
        kept = np.flatnonzero(sound & (judged.flags & self._barred == 0))
        kept = kept[self.judge.sift(cells[kept], minimal=True, wanted=wanted).flags != 0]
        for other in self._others:
            theirs = other.sift(cells[kept])
            same = (theirs.flags != 0) & _same_moves(judged.firsts[kept], theirs.firsts)
            kept = kept[~same]
        for number in kept.tolist():
            identity = self.setting.identity(cells[number])
            if identity not in self._known:
                self._known.add(identity)
                yield cells[number], int(judged.flags[number])

    def _wanted(self) -> NDArray[np.int64] | None:
        """By rows of moves whether a first move may be one of them."""
        if not self._special:
            return None
        engine = self.setting.engine
        found = np.ones(len(engine.arrays.rows), np.int64)
        for special in self._special:
            for number, row in enumerate(engine.arrays.rows.tolist()):
                fits = row[BECOMES] > 0 if special == PROMOTION else engine.title(row) == special
                found[number] &= fits
        return found

    def _problem(self, cells: Cells, flags: int, limits: Limits) -> Composed | None:
        """The problem that a sound candidate is, if it is what was asked for."""
        phase = self._phase(cells)
        if phase is None:
            return None
        position, game = phase.position, self.setting.game
        decided = game.ruleset.decisions or game.ruleset.shares_armies
        if next(objections(position) if decided else miscounted(position), None):
            return None
        solution = solve(
            position, phase.stipulation, tries=self._with_tries, limits=Limits(None, None, limits.stop), tables=False
        )
        found = len(solution.keys) if phase.stipulation.is_battle else len(solution.lines)
        if solution.stopped or solution.short is not None or found != self.specification.solutions:
            return None
        solved = Solved(position, solution)
        with suppress(LimitReached):
            if self._has_duals(phase, solution, limits) or not all(each.holds(solved) for each in self.conditions):
                return None
            lines = tuple(written_solution([phase], [solution], [{}]))
            parts = score_of(solved, flags)
            entry = entry_of(phase, lines, parts)
            identity = self.setting.identity(cells)
            return Composed(str(position), str(phase.stipulation), lines, parts, entry, identity)
        return None

    @staticmethod
    def _has_duals(phase: Phase, solution: Solution, limits: Limits) -> bool:
        """Whether there are duals that are faults; at the last move they are none."""
        if not phase.stipulation.is_battle or (phase.stipulation.play is Play.DIRECT and phase.stipulation.moves < 3):
            return False
        return any(not fault.is_remark for fault in BattleJudge(phase, Asker(limits), solution).more())

    def _phase(self, cells: Cells) -> Phase | None:
        """The problem of a candidate; None if there is no such position."""
        setting = self.setting
        game, men = setting.game, {}
        for number, man in zip(cells.tolist(), setting.men, strict=True):
            if number >= 0:
                army, kinds = man.type
                men[game.names[setting.engine.cells[number]]] = (kinds, army)
        diagram = Diagram(Spelling.of(game, game.name == olive()["game"]), men)
        try:
            position = diagram.position(setting.player)
        except PositionError:
            return None
        intended = (self.specification.solutions,)
        return Phase("", diagram, setting.player, position, setting.stipulation, intended, False)


def _same_moves(some: NDArray[np.int64], others: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which moves go from and to the same cells as others."""
    same = [
        (_origin_of(one), _target_of(one)) == (_origin_of(other), _target_of(other))
        for one, other in zip(some.tolist(), others.tolist(), strict=True)
    ]
    return np.array(same, np.bool_)
