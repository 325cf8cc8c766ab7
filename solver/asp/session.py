"""One grounding of a game's rules over given facts, part by part."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import islice

from clingo import Control, Function, Number, Symbol
from clingo.ast import ProgramBuilder

from ..errors import RulesError
from ..signals import deferred_interrupts
from .base import UndecidedError
from .messages import in_lines
from .program import Need, Stage
from .ruleset import Ruleset
from .stages import AIDES, ATTACKS, CONTEXTS, EFFECTS, READ
from .syntax import Signature

Facts = dict[Signature, Sequence[Symbol]]
"""Atoms by predicate: a symbol for each, or a tuple of its arguments."""
_SEARCHED = 8
"""At most this many atoms of a predicate are searched for one of a stage."""


class Session:
    """A grounding in progress: facts are added, stages grounded, and atoms read, in any order.

    Args:
        ruleset: the rules.
        stages: every stage that will be grounded, in order.
        shown: the predicates that will be read.
        facts: the first facts, besides those of the rules themselves.
        later: the predicates of facts that will be added later.

    Raises:
        RulesError: here or later, if clingo reports an error or a warning.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        stages: Sequence[Stage],
        shown: Sequence[Signature],
        facts: Facts,
        later: Iterable[Signature] = (),
    ) -> None:
        given = {key: found for key, found in facts.items() if found}
        present = ruleset.signatures.union(given, later)
        self._rules = ruleset.program.by_stage(tuple(stages), present, tuple(shown), READ)
        self._name = ruleset.name
        self._holding: set[Need] = set()
        self._added: dict[Stage, set[int]] = {}
        messages = self._messages = list[str]()  # a logger that refers to the session would keep it for a collection
        self._control = Control(
            ["2", "--warn=no-atom-undefined"], logger=lambda _code, message: messages.append(message.strip())
        )
        with ProgramBuilder(self._control) as builder:
            for statement in self._rules.opening:
                builder.add(statement)
        self._turns = 0
        for key in self._rules.inputs - given.keys():
            given[key] = ruleset.tuples(*key)
        self.give(given)

    def give(self, facts: Facts) -> None:
        """Add facts, of predicates announced at the start."""
        self._ground(("given", [Number(self._turns)]), Given(facts))
        self._turns += 1
        self._note((*key, None) for key, found in facts.items() if found)

    def ground(self, *stages: Stage) -> None:
        """Ground some stages; a stage without rules costs nothing.

        Effects of moves are grounded again as long as they require choices. Effects of attacks are grounded before
        the moves that they rule out.
        """
        for stage in stages:
            if stage == ATTACKS and stage in self._rules.parts:
                self._ground_one(CONTEXTS)
                self._ground_one(EFFECTS)
            self._ground_one(stage)
            if stage == AIDES:
                self._choose()

    def _ground_one(self, stage: Stage) -> None:
        """Ground a stage, without the rules that need what does not hold: rules cost more than what they derive."""
        if stage not in self._rules.parts:
            return
        alive, derived = self._rules.alive(stage, self._rules.needs[stage] & self._holding)
        if not alive:
            return
        added = self._added.setdefault(stage, set())
        if len(alive) > len(added):
            with ProgramBuilder(self._control) as builder:
                builder.add(self._rules.headings[stage])
                for number in alive:
                    if number not in added:
                        builder.add(self._rules.rules[stage][number])
            added.update(alive)
        self._ground(self._rules.parts[stage], None)
        self._note(derived)

    def _note(self, derived: Iterable[Need]) -> None:
        """Find which of the atoms on which rules depend hold now, after these may have been added."""
        for name, arity, stage in derived:
            for need in self._rules.needed.get((name, arity), ()):
                if need not in self._holding and (stage is None or need[2] in (None, stage)) and self._holds(need):
                    self._holding.add(need)

    def _holds(self, need: Need) -> bool:
        """Whether there is such an atom; assumed if there are many others, as a search costs more than a rule."""
        name, arity, stage = need
        some = islice(self._control.symbolic_atoms.by_signature(name, arity), _SEARCHED)
        if stage is None:
            return any(True for _ in some)
        found = [atom.symbol.arguments[0] for atom in some]
        return len(found) == _SEARCHED or Function(stage) in found

    def _choose(self) -> None:
        """Make the contexts of the required choices and aides, and require their effects."""
        asked = 0
        while len(questions := self.atoms("open_choice", 2) + self.atoms("calls", 3)) > asked:
            asked = len(questions)
            for stage in (CONTEXTS, EFFECTS, AIDES):
                self._ground_one(stage)

    def atoms(self, name: str, arity: int) -> list[Sequence[Symbol]]:
        """The arguments of the atoms of a predicate so far, one of READ: for others, rules may have been left out."""
        assert (name, arity) in READ, name
        return [atom.symbol.arguments for atom in self._control.symbolic_atoms.by_signature(name, arity)]

    def solve(self) -> Answer:
        """The shown atoms, after all grounding.

        Raises:
            UndecidedError: if there is not exactly one answer set.
        """
        with deferred_interrupts(), self._control.solve(yield_=True) as handle:
            models = [model.symbols(shown=True) for model in handle]
        if self._messages:
            raise RulesError(*self._messages)
        if len(models) != 1:
            message = f"the rules of {self._name} do not decide this position: they are not stratified"
            raise UndecidedError(message, ())
        return Answer(models[0])

    def _ground(self, part: tuple[str, list[Symbol]], context: Given | None) -> None:
        try:
            self._control.ground([part], context=context)
        except RuntimeError as error:
            raise RulesError(*(in_lines(self._messages) if self._messages else [str(error)])) from error


class Answer:
    """The shown atoms that clingo derived from one position, by predicate."""

    def __init__(self, symbols: Sequence[Symbol]) -> None:
        self._atoms: dict[Signature, list[Sequence[Symbol]]] = {}
        for symbol in symbols:
            predicate, arguments = _parts(symbol)
            self._atoms.setdefault(predicate, []).append(arguments)

    @classmethod
    def of(cls, atoms: Mapping[Signature, Sequence[Sequence[Symbol]]]) -> Answer:
        """The answer that consists of some atoms, given by predicate as their arguments."""
        answer = cls(())
        answer._atoms = {predicate: list(rows) for predicate, rows in atoms.items()}
        return answer

    def by_first(self, predicates: Iterable[Signature]) -> dict[Symbol, Answer]:
        """The atoms of some predicates by their first argument: an answer for each, without that argument."""
        found: defaultdict[Symbol, Answer] = defaultdict(lambda: Answer(()))
        for name, arity in predicates:
            for first, *rest in self(name, arity):
                found[first]._atoms.setdefault((name, arity - 1), []).append(rest)
        return dict(found)

    def __call__(self, name: str, arity: int) -> list[Sequence[Symbol]]:
        """The arguments of every atom of a predicate."""
        return self._atoms.get((name, arity), [])


@lru_cache(maxsize=1 << 18)
def _parts(atom: Symbol) -> tuple[Signature, Sequence[Symbol]]:
    """An atom's predicate and arguments, cached because the same atoms occur in every position of a game."""
    arguments = atom.arguments
    return (atom.name, len(arguments)), arguments


class Given:
    """The context that gives facts to the rules `name(X) :- X = @facts(name, arity).` of `draw_in`."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    def facts(self, name: Symbol, arity: Symbol) -> Sequence[Symbol]:
        """The facts of a predicate."""
        return self._facts.get((name.name, arity.number), ())


def row(*terms: Symbol) -> Symbol:
    """The arguments of an atom, as facts are given."""
    return Function("", terms)
