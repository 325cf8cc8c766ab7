"""Candidates that clingo proposes: placements that satisfy all conditions that need no moves.

These are the cells of the pieces, the user's rules (docs/find.md), checks, and in mates in one the mate
itself (`rules/finding/mating_moves.lp`). What the judge finds unsound goes back as a constraint, which excludes other
placements as well if the pieces that cause it are known (`lessons.py`). When clingo has no more, there are no more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from clingo import Function
from clingo.ast import AST
from numpy.typing import NDArray

from ..asp.terms import cell_symbol
from ..endgame.placement_batches import Cells
from ..finding.find import MOST_ATOMS, estimate
from ..finding.grounding import ground
from ..finding.wanted import Wanted, read_rules
from ..play.piece import Type
from ..solving.problem.stipulation import Aim, Play
from ..solving.search.limits import Limits
from .errors import SpecificationError
from .lessons import Lesson, Teacher
from .makers import Batch, ReportProgress
from .search_space import Setting

_BATCH, _FEW = 256, 32
"""The numbers of candidates made at once; fewer where each may teach something."""

_LOOKS = 0.05
"""Seconds between looks at whether to stop."""


class Proposing:
    """Has clingo make candidates.

    Args:
        setting: the pieces.
        rules: what else a placement has to be, as rules of ASP.
        unchecked: whether no player may be in check at the start.
        seed: the same gives the same candidates.
        limits: when to end.
        whole: whether all placements are wanted, in any order; else they are varied.
        teacher: finds the pieces that make a placement fail; None: placements are excluded one by one.
        report: called with a description of the work.

    Raises:
        SpecificationError: if clingo cannot handle such pieces, or that many.
        RulesError: for rules that are not written as they should be.
    """

    def __init__(
        self,
        setting: Setting,
        rules: str,
        unchecked: bool,
        seed: int,
        limits: Limits,
        whole: bool,
        teacher: Teacher | None,
        report: ReportProgress = lambda _: None,
    ) -> None:
        self.setting, self._limits, self._teacher = setting, limits, teacher
        wanted = self._wanted(rules, unchecked)
        if (atoms := estimate(wanted)) > MOST_ATOMS:
            raise SpecificationError(
                f"clingo: about {atoms:,} ground atoms are more than {MOST_ATOMS:,}; keep the pieces to zones"
            )
        report(f"grounding about {atoms:,} atoms")
        # Rights to castle are not kept by symmetries, so with such pieces no placement stands for its images.
        castles = any(setting.castlers(each) for each in setting.castlings)
        self._control = ground(wanted, whole=castles).control
        self._configure(seed, whole)
        self._atoms = self._read_atoms()
        pieces = setting.pieces
        self._alike = {each: [number for number, other in enumerate(pieces) if other == each] for each in pieces}
        self._optional = {each.type for each in setting.material.groups if each.least != each.most}

    def batch(self) -> Batch | None:
        """Some placements; None if there are no more."""
        found: list[list[int]] = []
        with self._control.solve(yield_=True, async_=True) as handle:
            while True:
                handle.resume()
                while not (arrived := handle.wait(_LOOKS)) and not self._limits.reached:
                    pass
                model = handle.model() if arrived else None
                if model is None or self._limits.reached:
                    handle.cancel()
                    break
                found.append(self._row(model.symbols(shown=True)))
        return Batch(np.array(found, np.int64)) if found else None

    def learn(self, cells: Cells, flags: NDArray[np.int64]) -> None:
        """Exclude what has been judged, and with what was unsound all that is so for the same reason."""
        with self._control.backend() as backend:
            for row, is_sound in zip(cells, (flags > 0).tolist(), strict=True):
                taught = None if is_sound or self._teacher is None else self._teacher.lesson(row)
                backend.add_rule([], self._body(taught or self._only(row)))

    def reward(self, cells: Cells, score: float) -> None:
        """Nothing is learnt."""

    def _wanted(self, rules: str, unchecked: bool) -> Wanted:
        setting = self.setting
        game, player = setting.game, setting.player
        if any(len(kinds) > 1 for _, kinds in setting.pieces):
            raise SpecificationError("clingo: pieces of several kinds are not proposed")
        own: Sequence[AST] = read_rules(game.ruleset, Path("ask"), rules)
        legal = f":- check(Army), Army != {player}. :- not turn({player})."
        legal += f" :- check({player})." if unchecked else ""
        rules_asked = (*own, *read_rules(game.ruleset, Path("legal"), legal))
        shown, starts = (("piece", 3),), player if setting.sorts else None
        plain = Wanted(game, setting.of_one_kind(), rules=rules_asked, shown=shown, sorts=setting.sorts, starts=starts)
        if not plain.is_routine:
            self._teacher = None
        return replace(plain, mating=player) if self._mates(plain) else plain

    def _mates(self, wanted: Wanted) -> bool:
        """Whether the mate itself can be a condition: a mate in one by one piece that does not change."""
        setting = self.setting
        asked = setting.stipulation
        kinds = setting.kinds
        changes = any(kinds.is_promoted(each) or kinds.homes(each) for each in setting.pieces)
        castles = any(setting.castlers(each) for each in setting.castlings)
        is_mate = asked.goal.aim is Aim.MATE and asked.play is Play.DIRECT and asked.moves == 1
        return is_mate and wanted.is_routine and not changes and not castles and not setting.sorts

    def _configure(self, seed: int, whole: bool) -> None:
        configuration: Any = self._control.configuration
        configuration.solve.models = _FEW if self._teacher else _BATCH
        configuration.solve.project = "show"
        configuration.solve.enum_mode = "record"
        solver = configuration.solver[0]
        solver.seed = seed
        if not whole:
            solver.rand_freq, solver.sign_def, solver.restart_on_model = "1", "rnd", "1"

    def _read_atoms(self) -> dict[Any, tuple[Type, int, int]]:
        """The atoms that a piece is on a cell: its type, the cell, and the literal."""
        found = {}
        for each, cells in zip(self.setting.pieces, self.setting.columns, strict=True):
            army, kinds = each
            for cell in cells.tolist():
                term = cell_symbol(self.setting.engine.cells[cell])
                atom = self._control.symbolic_atoms[Function("piece", [term, Function(kinds[0]), Function(army)])]
                if atom is not None:
                    found[atom.symbol] = each, cell, atom.literal
        return found

    def _row(self, symbols: Sequence[Any]) -> list[int]:
        """The cells of the pieces in a model."""
        found = [-1] * len(self.setting.pieces)
        for symbol in symbols:
            if symbol in self._atoms:
                each, cell, _ = self._atoms[symbol]
                found[next(piece for piece in self._alike[each] if found[piece] < 0)] = cell
        return found

    def _only(self, row: Cells) -> Lesson:
        """The placement alone."""
        standing = zip(self.setting.pieces, row.tolist(), strict=True)
        return Lesson(frozenset((each, cell) for each, cell in standing if cell >= 0))

    def _body(self, lesson: Lesson) -> list[int]:
        """What excluded placements have in common, as literals.

        Where the number of pieces is exact, the absence of others follows.
        """
        found = []
        for each, cell, literal in self._atoms.values():
            if (each, cell) in lesson.there:
                found.append(literal)
            elif lesson.clear is not None and each[0] == self.setting.player:
                found += [-literal] if cell in lesson.clear else []
            elif each in self._optional:
                found.append(-literal)
        return found
