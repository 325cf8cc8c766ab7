"""Composing: candidates of a maker are judged in batches, and what is sound is solved, scored and given."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from ..api import game as open_game
from ..compiled.kernel.candidates import CHECKED, UNDECIDED
from ..compiled.kernel.encoded_move import origin_of, target_of
from ..compiled.tables import BECOMES, ROWS
from ..endgame.placement_batches import Cells
from ..errors import PositionError
from ..finding.wanted import PROMOTION
from ..play.game import Game
from ..solving.problem.solution import Solution
from ..solving.problem.stipulation import Play
from ..solving.search.limits import LimitReached, Limits
from ..solving.solver import solve
from ..verification.customs import Spelling, olive
from ..verification.entry_position import Diagram
from ..verification.last_move import undecided, unplayed
from ..verification.phases import Phase
from ..verification.possible import miscounted, objections
from ..verification.solution_writer import written_solution
from ..verification.solver_questions import Asker
from ..verification.verify import judge_of
from .composed import Composed, entry_of, score_of
from .conditions import Solved, read_conditions
from .contradictions import check_conditions
from .errors import SpecificationError
from .makers import Batch, Maker
from .search_space import Setting
from .soundness import Judge
from .specification import Specification, setting_of, stipulation_of
from .tally import Refusal, Tally

_origin_of, _target_of = (each.py_func for each in (origin_of, target_of))  # type: ignore[attr-defined]

Opener = Callable[[str, tuple[str, ...]], Game]


def opened(name: str, readings: tuple[str, ...]) -> Game:
    """A game, with the compiled engine."""
    return open_game(name, readings, engine="compiled")


class Composer:
    """Makes problems to a specification.

    Args:
        specification: what is wanted.
        opener: gives a game under readings.
        diverse: whether of problems with the same first moves and the same mates, up to symmetry, only one is given.

    Attributes:
        tally: what has been done.

    Raises:
        SpecificationError: if it asks for what there is not.
        RulesError: if the game cannot be compiled.
    """

    def __init__(self, specification: Specification, opener: Opener = opened, diverse: bool = False) -> None:
        self.specification, self.diverse = specification, diverse
        game = opener(specification.game, specification.readings)
        asked = stipulation_of(specification, game)
        self.conditions = read_conditions(specification.conditions, game, asked)
        self._special = dict.fromkeys(each.special for each in self.conditions if each.special)
        self.setting = setting_of(specification, game, asked, tuple(name for name, _ in self._special))
        check_conditions(self.conditions, self.setting)
        self.judge = Judge(self.setting, specification.solutions)
        self.tally = Tally()
        self._with_tries = any(each.with_tries for each in self.conditions)
        self._others = [
            (each, self._under(opener, each.differs)) for each in self.conditions if each.differs is not None
        ]
        self._known: set[bytes] = set()
        self._plays: set[bytes] = set()

    @property
    def is_unchecked(self) -> bool:
        """Whether the conditions require that the player to move is not in check."""
        return any(each.excluded & CHECKED for each in self.conditions)

    def _under(self, opener: Opener, reading: str) -> Judge:
        """The judge of the same pieces under another reading."""
        specification = self.specification
        name = reading.replace("-", "_")
        if name in self.setting.game.ruleset.chosen:
            raise SpecificationError(f"conditions: 'matters {reading}': this is the reading under which it is composed")
        other = opener(specification.game, (*specification.readings, name))
        if list(other.ruleset.cells) != list(self.setting.game.ruleset.cells):
            raise SpecificationError(f"conditions: 'matters {reading}': the board is another under it")
        ours = self.setting
        setting = Setting(other, ours.stipulation, ours.material, ours.sorts, ours.against)
        return Judge(setting, specification.solutions)

    def run(
        self, maker: Maker, limits: Limits, progress: Callable[[Tally], None] = lambda _: None
    ) -> Iterator[Composed]:
        """Problems, as they are found, no two of them equal up to symmetry, nor alike if they are to be diverse.

        Args:
            maker: where candidates come from.
            limits: when to end.
            progress: called after each batch with the tally.
        """
        with suppress(LimitReached):
            while not limits.reached and (batch := maker.batch()) is not None:
                self.tally.doing = ""
                for some in self._sifted(maker, batch, limits):
                    found = self._problem(some, batch.are_sound, limits)
                    if limits.reached and found is None:
                        return
                    if found is not None:
                        self.tally.problems += 1
                        maker.reward(some, found.score)
                        yield found
                progress(self.tally)

    def _sifted(self, maker: Maker, batch: Batch, limits: Limits) -> Iterator[Cells]:
        """The candidates of a batch that are sound and not known."""
        cells, tally = batch.cells, self.tally
        if not batch.are_sound:
            wanted, stopped = self._wanted(), lambda: limits.reached
            flags = self.judge.sift(cells, wanted=wanted, stopped=stopped).flags
            unknown = flags == UNDECIDED
            tally.candidates += len(cells) - (int(unknown.sum()) if limits.reached else 0)
            tally.given_up += 0 if limits.reached else int(unknown.sum())
            maker.learn(cells, flags)
            tally.sound += int((flags > 0).sum())
            kept = self._unbarred(cells, flags)
            flags = self.judge.sift(kept, minimal=True, wanted=wanted, stopped=stopped).flags
            self._give_up(flags, limits)
            tally.refuse(Refusal.NEEDLESS, int(((flags != UNDECIDED) & (flags <= 0)).sum()))
            cells = kept[flags > 0]
        else:
            tally.candidates += len(cells)
            tally.sound += len(cells)
        for condition, other in self._others if len(cells) else ():
            firsts = self.judge.sift(cells).firsts
            theirs = other.sift(cells)
            self._give_up(theirs.flags, limits)
            unknown = theirs.flags == UNDECIDED
            same = ~unknown & (theirs.flags > 0) & _same_moves(firsts, theirs.firsts)
            tally.refuse(condition.written, int(same.sum()))
            cells = cells[~unknown & ~same]
        for each in cells:
            identity = self.setting.identity(each)
            if identity in self._known:
                tally.refuse(Refusal.KNOWN)
            else:
                self._known.add(identity)
                yield each

    def _give_up(self, flags: NDArray[np.int64], limits: Limits) -> None:
        """Count the sound candidates of which the kernel has not found out more, unless that is as it had to stop."""
        if not limits.reached:
            self.tally.refuse(Refusal.LONG, int((flags == UNDECIDED).sum()))

    def _unbarred(self, cells: Cells, flags: NDArray[np.int64]) -> Cells:
        """The sound candidates, without those for which the kernel finds a condition not fulfilled."""
        kept = flags > 0
        for condition in self.conditions:
            excluded = kept & (flags & condition.excluded != 0)
            self.tally.refuse(condition.written, int(excluded.sum()))
            kept &= ~excluded
        return cells[kept]

    def _wanted(self) -> NDArray[np.int64] | None:
        """By rows of moves whether a first move may be one of them."""
        if not self._special:
            return None
        engine = self.setting.engine
        found = np.ones(len(engine.arrays[ROWS]), np.int64)
        for name, kinds in self._special:
            for number, row in enumerate(engine.arrays[ROWS].tolist()):
                if name == PROMOTION:
                    fits = row[BECOMES] > 0 and (kinds is None or engine.types[row[BECOMES] - 1][1] == kinds)
                else:
                    fits = engine.naming.title(row) == name
                found[number] &= fits
        return found

    def _problem(self, cells: Cells, tables: bool, limits: Limits) -> Composed | None:
        """The problem that a sound candidate is, if it is what was asked for; `tables`: whether they may be read."""
        phase = self._phase(cells)
        if phase is None or next(self._objections(phase), None):
            self.tally.refuse(Refusal.IMPOSSIBLE)
            return None
        solution = solve(
            phase.position,
            phase.stipulation,
            tries=self._with_tries,
            limits=Limits(None, None, limits.stop),
            tables=tables,
            against=phase.against,
        )
        if solution.stopped:
            return None
        found = len(solution.keys) if phase.stipulation.is_battle else len(solution.lines)
        if solution.short is not None or found != self.specification.solutions:
            self.tally.refuse(Refusal.SHORT)
            return None
        solved = Solved(phase.position, solution)
        with suppress(LimitReached):
            reason = self._refusal(phase, solved, Asker(limits, tables=tables))
            play = self.setting.play(cells, solved.firsts, solved.lasts) if self.diverse and not reason else b""
            if reason or play in self._plays:
                self.tally.refuse(reason or Refusal.ALIKE)
                return None
            # Files write some games as others do; the position, and so the moves, are written as Shadowmate has them.
            plain = replace(phase, diagram=replace(phase.diagram, spelling=Spelling.of(self.setting.game, False)))
            lines, written = (tuple(written_solution([each], [solution], [{}])) for each in (plain, phase))
            parts = score_of(solved)
            entry = entry_of(phase, written, parts)
            position, asked = str(phase.position), str(phase.stipulation)
            self._plays |= {play} - {b""}
            return Composed(position, asked, lines, parts, entry, self.setting.identity(cells), play)
        return None

    def _objections(self, phase: Phase) -> Iterator[object]:
        """Why a position cannot have come about."""
        position, ruleset = phase.position, self.setting.game.ruleset
        if ruleset.decisions or ruleset.shares_armies:
            return objections(position)
        return chain(undecided(position), miscounted(position), unplayed(position))

    def _refusal(self, phase: Phase, solved: Solved, asker: Asker) -> str:
        """Why a problem that is sound is not what was asked for; "" if it is."""
        if _has_duals(phase, solved.solution, asker):
            return Refusal.DUALS
        return next((each.written for each in self.conditions if not each.holds(solved)), "")

    def _phase(self, cells: Cells) -> Phase | None:
        """The problem of a candidate; None if there is no such position."""
        setting = self.setting
        game = setting.game
        pieces = {cell: (kinds, army) for cell, (army, kinds) in setting.pieces_on(cells).items()}
        passed = int(setting.passed(cells[None])[0])
        diagram = Diagram(Spelling.of(game, game.name == olive()["game"]), pieces)
        if passed >= 0:
            diagram = replace(diagram, passed=game.names[setting.engine.cells[passed]])
        try:
            position = diagram.position(setting.player)
        except PositionError:
            return None
        intended = (self.specification.solutions,)
        asked, against = setting.stipulation, setting.against
        return Phase("", diagram, setting.player, position, asked, intended, False, against=against)


def _has_duals(phase: Phase, solution: Solution, asker: Asker) -> bool:
    """Whether there are duals that are faults; at the last move they are none."""
    if not phase.stipulation.is_battle or (phase.stipulation.play is Play.DIRECT and phase.stipulation.moves < 3):
        return False
    return any(not fault.is_remark for fault in judge_of(phase, asker, solution).more())


def _same_moves(some: NDArray[np.int64], others: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which moves go from and to the same cells as others."""
    same = [
        (_origin_of(one), _target_of(one)) == (_origin_of(other), _target_of(other))
        for one, other in zip(some.tolist(), others.tolist(), strict=True)
    ]
    return np.array(same, np.bool_)
