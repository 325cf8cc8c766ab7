"""What the moves of a game do, by classes of moves: all that the layout of rows asks.

A class of moves is given by how the mover arrives, by its type and the victim's, and by the classes of the cells
where it starts and ends; cells are of one class if the same zones contain them. The rules of the part `effects`
(core/effects.lp) are grounded over such classes as the reference engine grounds them over moves; `locality` says why
the answers agree.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import NamedTuple, TypeAlias

from clingo import Control, Function, Number, Symbol
from clingo.ast import ASTType, Program, ProgramBuilder

from ...asp.program import draw_in
from ...asp.ruleset import Ruleset
from ...asp.session import Facts, Given, row
from ...asp.syntax import NOWHERE, Signature, atoms, signature
from ...asp.terms import cell_symbol, vector
from ...errors import RulesError
from ..tables import DOUBLE, IN_PASSING, ON_ORIGIN, PLAIN, STAYS, WAYS
from .deeds import Deed
from .locality import ASKED, Locality

Kinds: TypeAlias = tuple[str, ...]
Type: TypeAlias = tuple[str, Kinds]
"""What stands on a cell: an army, and kinds in alphabetical order."""

GONE: Type = ("", ())
"""In the place of what a man becomes: nothing stands there any more."""

Choices: TypeAlias = tuple[tuple[Symbol, Symbol], ...]
"""What has been chosen, in the order in which it was asked: aspects and values."""

USES = {PLAIN: None, DOUBLE: Function("first"), IN_PASSING: Function("passing")}
"""How the rules call each way of arriving; plain moves by none of their uses, as what they do may not depend on it."""

_MOVER, _VICTIM = Function("mover"), Function("victim")
_OUTPUTS: tuple[Signature, ...] = (
    ("becomes", 3), ("joins", 3), ("dies", 2), ("lands", 3), ("sets", 3), ("choice", 3), ("asks", 2), ("bars", 2),
    ("spares", 2),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one move does: the mover arrives, and another man who has part in it is gone.

    Attributes:
        mover: what the mover becomes; None if it stays what it is.
        other: what the other man becomes, None if he stays what he is. He is the man on the cell where the mover
            arrives, or the victim of a capture in passing, or who does a deed with it; there may be none.
        ends: the number of the cell where he stands then, STAYS for his own, ON_ORIGIN for where the mover started.
        shadow: whether the cell passed over is open to capture in passing then.
        chosen: the choices that the move makes.
    """

    mover: Type | None = None
    other: Type | None = GONE
    ends: int = STAYS
    shadow: bool = False
    chosen: Choices = ()


DeedOutcomes: TypeAlias = dict[tuple[Type, Type | None], tuple[Outcome, ...]]
"""What a deed may do, by the types of the mover and of the other man."""


class _Class(NamedTuple):
    """A class of moves, in the rules' terms: uses, who has part in it, and the zones of its start and end."""

    use: Symbol | None
    mover: Type
    other: tuple[Symbol, Type] | None
    start: int
    end: int


class Effects:
    """What moves do, by the rules of the part `effects`.

    Args:
        ruleset: the rules, which `locality` has nothing against.

    Attributes:
        classes: the class of each cell, by its number; classes are numbered from 0.
        zones: for each class the zones that contain its cells, each an army and a name.

    Raises:
        RulesError: later, if the rules do something that rows cannot say, or clingo has anything to complain about.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._cells = [cell_symbol(cell) for cell in ruleset.cells]
        number = {cell: place for place, cell in enumerate(ruleset.cells)}
        zones: list[set[tuple[Symbol, Symbol]]] = [set() for _ in number]
        for owner, name, place in (symbol.arguments for symbol in ruleset.facts("zone", 3)):
            if vector(place) in number:
                zones[number[vector(place)]].add((owner, name))
        numbers: dict[frozenset[tuple[Symbol, Symbol]], int] = {}
        self.classes = [numbers.setdefault(frozenset(some), len(numbers)) for some in zones]
        self.zones = list(numbers)
        self._rules = Locality(ruleset.files, ruleset.signatures)
        self._by_start, self._by_victim = self._rules.mentions_start(), self._rules.mentions_victim()
        self._known: dict[_Class, tuple[Outcome, ...]] = {}

    def depends(self, way: int, mover: Type) -> tuple[bool, bool]:
        """Whether what a type's arrivals do depends on where they start, and on the victim."""
        return self._by_start, self._by_victim

    def learn(self, movers: Iterable[Type], victims: Sequence[Type]) -> None:
        """Ask about all moves of some types, with victims of some types, at once: one by one takes far longer."""
        starts = sorted(set(self.classes)) if self._by_start else [0]
        ends = sorted(set(self.classes))
        asked = []
        for way, mover in product(range(WAYS), movers):
            taken: list[Type | None] = [None]
            if self._by_victim and way != DOUBLE:
                taken += [each for each in victims if each[0] != mover[0]]
            asked += [self._class(way, mover, victim, *cells) for victim in taken for cells in product(starts, ends)]
        self._ask([each for each in dict.fromkeys(asked) if each not in self._known])

    def outcomes(self, way: int, mover: Type, victim: Type | None, start: int, end: int) -> tuple[Outcome, ...]:
        """What the moves of a class may do: one, or several to choose from, or none if they are barred.

        Args:
            way: how the mover arrives: PLAIN, DOUBLE or IN_PASSING.
            mover: its type.
            victim: that of its victim; None if there is none, or if nothing depends on it.
            start: the class of the cell where it starts, any if nothing depends on it.
            end: the class of the cell where it arrives.
        """
        return self._outcomes(self._class(way, mover, victim, start, end))

    def deeds(self, deed: Deed, movers: Iterable[Type], others: Iterable[Type | None]) -> DeedOutcomes:
        """The same of a deed, by the types of the mover and of the other man; his end is the deed's."""
        start, end = self.classes[deed.mover.start], self.classes[deed.mover.end]
        asked = {
            (mover, other): _Class(deed.term, mover, deed.other and other and (deed.other.role, other), start, end)
            for mover, other in product(movers, others)
        }
        self._ask([each for each in dict.fromkeys(asked.values()) if each not in self._known])
        told = {men: self._known[some] for men, some in asked.items()}
        if deed.other is None:
            return {men: tuple(replace(each, other=None) for each in some) for men, some in told.items()}
        return {men: tuple(replace(each, ends=deed.other.end) for each in some) for men, some in told.items()}

    def _class(self, way: int, mover: Type, victim: Type | None, start: int, end: int) -> _Class:
        other = (_VICTIM, victim) if victim is not None else None
        return _Class(USES[way], mover, other, start if self._by_start else 0, end)

    def _outcomes(self, asked: _Class) -> tuple[Outcome, ...]:
        if asked not in self._known:
            self._ask([asked])
        return self._known[asked]

    def _ask(self, classes: Sequence[_Class]) -> None:
        """Ask what the moves of some classes do, once for each choice that they ask for."""
        found: dict[_Class, dict[Outcome, Choices]] = {each: {} for each in classes}
        open_ones: list[tuple[_Class, Choices]] = [(each, ()) for each in found]
        while open_ones:
            answer = self._ground(open_ones)
            further: list[tuple[_Class, Choices]] = []
            for number, (asked, chosen) in enumerate(open_ones):
                told = answer[number]
                aspects = sorted(aspect for (aspect,) in told["asks"])
                if aspects:
                    values = sorted(value for aspect, value in told["choice"] if aspect == aspects[0])
                    further += [(asked, (*chosen, (aspects[0], value))) for value in values]
                elif not told["bars"]:
                    # Choices that come to the same are one move.
                    found[asked].setdefault(self._outcome(asked, told), chosen)
            open_ones = further
        for asked, outcomes in found.items():
            self._known[asked] = tuple(
                Outcome(each.mover, each.other, each.ends, each.shadow, chosen) for each, chosen in outcomes.items()
            )

    def _outcome(self, asked: _Class, told: dict[str, list[Sequence[Symbol]]]) -> Outcome:
        mover = self._man(_MOVER, asked.mover, told)
        other: Type | None
        if asked.other is not None:
            other = self._man(*asked.other, told)
        else:
            spared = any(role == _VICTIM for (role,) in told["spares"])
            other = None if spared else GONE
        places = {role: str(place) for role, place in told["lands"]}
        ends = ON_ORIGIN if places.get(_VICTIM) == "start" and other != GONE else STAYS
        return Outcome(mover, other, ends, any(str(state) == "ep" for state, _ in told["sets"]))

    def _man(self, role: Symbol, man: Type, told: dict[str, list[Sequence[Symbol]]]) -> Type | None:
        """What a man is afterwards: None if he stays what he is."""
        if (role,) in [tuple(each) for each in told["dies"]]:
            return GONE
        kinds = sorted({str(kind) for who, kind in told["becomes"] if who == role})
        armies = sorted({str(army) for who, army in told["joins"] if who == role})
        if not kinds and not armies:
            return None
        name = "+".join(man[1])
        for kind in kinds:
            if kind not in self._ruleset.abbreviations:
                raise RulesError(f"the effects of a move make of a {name} a {kind}, which has no abbreviation")
        if len(kinds) > 1 and not self._ruleset.facts("compounds", 0):
            raise RulesError(f"the effects of a move make of a {name} all of {', '.join(kinds)}; one kind is right")
        if len(armies) > 1:
            raise RulesError(f"the effects of a move have a {name} join all of {', '.join(armies)}; one army is right")
        return armies[0] if armies else man[0], tuple(kinds) or man[1]

    def _ground(self, asked: Sequence[tuple[_Class, Choices]]) -> list[dict[str, list[Sequence[Symbol]]]]:
        """What the rules say of some moves, each of a class and with some choices: atoms by predicate."""
        messages: list[str] = []
        options = ["2", "--warn=no-atom-undefined"]
        control = Control(options, logger=lambda _code, message: messages.append(message.strip()))
        needed = {signature(atom) for rule in self._rules.rules for literal in rule.body for atom in atoms(literal)}
        facts: Facts = {key: self._ruleset.tuples(*key) for key in needed & self._ruleset.signatures}
        facts.update(self._contexts(asked))
        with ProgramBuilder(control) as builder:
            for statement in self._ruleset.files.parts.get("base", ()):
                if statement.ast_type == ASTType.Definition:
                    builder.add(statement)
            builder.add(Program(NOWHERE, "base", []))
            for name, arity in sorted(facts):
                for statement in draw_in(name, arity):
                    builder.add(statement)
            for rule in self._rules.rules:
                builder.add(rule)
        try:
            control.ground([("base", [])], context=Given(facts))
        except RuntimeError as error:
            raise RulesError("\n".join([*messages, str(error)])) from error
        answer: list[dict[str, list[Sequence[Symbol]]]] = [defaultdict(list) for _ in asked]
        for name, arity in _OUTPUTS:
            for atom in control.symbolic_atoms.by_signature(name, arity):
                move, *rest = atom.symbol.arguments
                answer[move.number][name].append(rest)
        return answer

    def _contexts(self, asked: Sequence[tuple[_Class, Choices]]) -> Iterator[tuple[Signature, list[Symbol]]]:
        """What is told of these moves, by predicate; each move is its number in the sequence."""
        found: dict[Signature, list[Symbol]] = {key: [] for key in ASKED}
        for number, (each, chosen) in enumerate(asked):
            move = Number(number)
            men = [(_MOVER, each.mover), *([each.other] if each.other else [])]
            for role, (army, kinds) in men:
                found["part", 3] += [row(move, role, Function(kind)) for kind in kinds]
                found["of", 3].append(row(move, role, Function(army)))
            found["from", 3] += [row(move, *zone) for zone in self.zones[each.start]]
            found["to", 3] += [row(move, *zone) for zone in self.zones[each.end]]
            if each.use is not None:
                found["use", 2].append(row(move, each.use))
            found["chosen", 3] += [row(move, *choice) for choice in chosen]
        yield from found.items()
