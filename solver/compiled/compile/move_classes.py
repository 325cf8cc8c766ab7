"""Queries to clingo about the effects of classes of moves.

A query asks many classes at once, with all choices that their rules ask for, and gives the outcome of each.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple, TypeAlias

from clingo import Control, Function, Number, Symbol
from clingo.ast import AST, ASTType, Program, ProgramBuilder

from ...asp.derived_names import check_piece, check_win
from ...asp.program import draw_in
from ...asp.ruleset import Ruleset
from ...asp.session import Facts, Given, row
from ...asp.syntax import NOWHERE as NO_PLACE
from ...asp.syntax import Signature, atoms, signature
from ...errors import RulesError
from ..tables import ON_ORIGIN, STAYS
from .action_layout import read_action
from .guard_layout import Guards
from .locality import ASKED
from .outcomes import (
    AIDES,
    CAPTURED,
    GONE,
    MOVER,
    STRIDE,
    VICTIM,
    Choices,
    Fate,
    Outcome,
    Type,
    is_helped,
    refuse_repeated,
)
from .state_fields import States

_OUTPUTS: tuple[Signature, ...] = (
    ("becomes", 3), ("joins", 3), ("dies", 2), ("lands", 3), ("sets", 3), ("choice", 3), ("open_choice", 2),
    ("bars", 2), ("spares", 2), ("calls", 3), ("gains", 3), ("spends", 3), ("wins", 3), ("heedless", 1), ("needs", 2),
    ("surrenders", 2), ("disbands", 2), ("unguarded", 2), ("clears", 3), ("recalls", 2),
    ("compulsory", 1), ("ensures", 2), ("bound", 2), ("sweeps", 4), ("revives", 3),
    ("enters", 3),
)  # fmt: skip


Zones: TypeAlias = Sequence[frozenset[tuple[Symbol, Symbol]]]


class MoveClass(NamedTuple):
    """A class of moves, in the rules' terms.

    Attributes:
        use: how it goes.
        mover: the type of the mover.
        others: the types of the other pieces, by roles.
        start: the number of the zones of the cell where it starts.
        end: that of the zones of the cell where it ends.
        chosen: the choices that are made.
        steps: the classes of which it is one step.
        within: the numbers of the zones of the cells where aides stand, by roles, if that matters.
        again: those of `others` that have another role too, each with that role, which has effect first.
    """

    use: Symbol | None
    mover: Type
    others: tuple[tuple[Symbol, Type], ...]
    start: int
    end: int
    chosen: Choices = ()
    steps: frozenset[Symbol] = frozenset()
    within: tuple[tuple[Symbol, int], ...] = ()
    again: tuple[tuple[Symbol, Symbol], ...] = ()


class Answers:
    """What the rules say of classes of moves, each asked once.

    Args:
        ruleset: the game.
        rules: its rules of the part `effects`.
        zones: for each class of cells the zones that contain them, each an army and a name.
        states: what positions say besides.
    """

    def __init__(self, ruleset: Ruleset, rules: Sequence[AST], zones: Zones, states: States) -> None:
        self._ruleset, self._rules, self._zones, self._states = ruleset, rules, zones, states
        self._guards = Guards(ruleset)
        self._actors: dict[Symbol, set[Symbol]] = defaultdict(set)
        for special, role, _ in (each.arguments for each in ruleset.facts("actor", 3)):
            self._actors[special].add(role)
        self._free = {each.arguments[0] for each in ruleset.facts("free", 1)}
        self._measured = {(str(each.arguments[0]), str(each.arguments[1])) for each in ruleset.facts("measure", 4)}
        self._known: dict[MoveClass, tuple[Outcome, ...]] = {}

    def of(self, asked: MoveClass) -> tuple[Outcome, ...]:
        """What the moves of a class may do, without what their aides bring; none if they are prohibited.

        Raises:
            RulesError: if the rules do what rows cannot say, or clingo has anything to complain about.
        """
        self.learn([asked])
        return self._known[asked]

    def learn(self, classes: Sequence[MoveClass]) -> None:
        """Ask about some classes at once, with each choice that they ask for, which is much faster than one by one."""
        found: dict[MoveClass, dict[Outcome, Choices]] = {each: {} for each in classes if each not in self._known}
        open_ones: list[tuple[MoveClass, Choices]] = [(each, each.chosen) for each in found]
        while open_ones:
            answer = self._ground(open_ones)
            further: list[tuple[MoveClass, Choices]] = []
            for number, (asked, chosen) in enumerate(open_ones):
                facts = answer[number]
                aspects = sorted(aspect for (aspect,) in facts["open_choice"])
                if aspects:
                    values = sorted(value for aspect, value in facts["choice"] if aspect == aspects[0])
                    further += [(asked, (*chosen, (aspects[0], value))) for value in values]
                elif not facts["bars"]:
                    # Choices that come to the same are one move.
                    found[asked].setdefault(self._outcome(asked, facts), chosen)
            open_ones = further
        for asked, outcomes in found.items():
            refuse_repeated(tuple(outcomes), "+".join(asked.mover[1]))
            self._known[asked] = tuple(replace(each, chosen=chosen) for each, chosen in outcomes.items())

    def _outcome(self, asked: MoveClass, facts: dict[str, list[Sequence[Symbol]]]) -> Outcome:
        mover = self._piece(MOVER, asked.mover, facts)
        places = {role: str(place) for role, place in facts["lands"]}
        others: list[Fate] = []
        again, pieces = dict(asked.again), {MOVER: asked.mover, **dict(asked.others)}
        for role, piece in asked.others:
            becomes = self._piece(role, piece, facts)
            if role in again:
                _refuse_more(role, again[role], facts)
                kinds, was = (becomes or piece)[1], pieces[again[role]]
                if again[role] == MOVER:
                    mover = _of_kinds(mover, kinds, was)
                else:
                    others = [
                        each._replace(becomes=_of_kinds(each.becomes, kinds, was)) if each.role == again[role] else each
                        for each in others
                    ]
                continue
            starts = places.get(role) == "start" and becomes != GONE
            others.append(Fate(role, becomes, ON_ORIGIN if starts else STAYS))
        if all(role != VICTIM for role, _ in asked.others):
            # Nothing depends on it, or there is none.
            spared = any(role == VICTIM for (role,) in facts["spares"])
            starts = spared and places.get(VICTIM) == "start"
            others.insert(0, Fate(VICTIM, None, ON_ORIGIN if starts else STAYS) if spared else CAPTURED)
        wanted = ((str(kind), str(measure)) for kind, measure in facts["calls"])
        # Without a measure for an army, none of its pieces comes first.
        calls = tuple(sorted(each for each in wanted if (each[1], asked.mover[0]) in self._measured))
        halts = places.get(MOVER) in ("start", "own") and mover != GONE
        recalls = _recalled(facts, mover, others) if calls else ()
        wins = sum(1 << self._decision(army, reason) for army, reason in facts["wins"])
        ignores_check = bool(facts["heedless"])
        there = {VICTIM, *([MOVER] if asked.mover != GONE else []), *(role for role, _ in asked.others)}
        action = read_action(
            facts, self._states, asked.use in self._free, self._ruleset.shares_armies, asked.use == STRIDE
        )
        roles = self._actors.get(asked.use, {MOVER}) if asked.use else {MOVER}
        needs, ensures = ([each for (each,) in facts[name]] for name in ("needs", "ensures"))
        guard = self._guards.read(needs, roles, action.spends, action.gains, ensures, asked.mover[0])
        return Outcome(
            mover, tuple(others), halts, guard, action, (), calls, recalls, wins=wins,
            ignores_check=ignores_check,
            unguarded=tuple(sorted(role for (role,) in facts["unguarded"] if role in there)),
            compulsory=bool(facts["compulsory"]),
            sweeps=tuple(sorted((str(place), steps, str(kind)) for place, steps, kind in facts["sweeps"])),
            revives=_revival(facts),
            enters=self._entrant(asked, facts),
        )  # fmt: skip

    def _entrant(self, asked: MoveClass, facts: dict[str, list[Sequence[Symbol]]]) -> tuple[Type, Symbol] | None:
        """The piece that enters beside the move, and where; None if none does."""
        found = [(str(kind), role) for kind, role in facts["enters"]]
        if not found:
            return None
        if len(found) > 1 or facts["revives"] or facts["sweeps"] or not asked.mover[1]:
            raise RulesError("a move has several pieces enter, or revives or sweeps pieces besides, or is a pass")
        kind, role = found[0]
        check_piece(self._ruleset, [kind], asked.mover[0])
        return (asked.mover[0], (kind,)), role

    def _decision(self, army: Symbol, reason: Symbol) -> int:
        """The number of what a move decides: that the army wins for the reason."""
        check_win(self._ruleset, str(army), str(reason))
        return self._ruleset.decisions.index((str(army), str(reason)))

    def _piece(self, role: Symbol, piece: Type, facts: dict[str, list[Sequence[Symbol]]]) -> Type | None:
        """What a piece is afterwards: None if it stays what it is."""
        if (role,) in [tuple(each) for each in facts["dies"]]:
            return GONE
        kinds = sorted({str(kind) for owner, kind in facts["becomes"] if owner == role})
        armies = sorted({str(army) for owner, army in facts["joins"] if owner == role})
        if not kinds and not armies:
            return None
        name = "+".join(piece[1])
        for army in armies or (piece[0],):
            check_piece(self._ruleset, kinds, army)
        if len(kinds) > 1 and not self._ruleset.facts("compounds", 0):
            raise RulesError(f"the effects of a move make of a {name} all of {', '.join(kinds)}; one kind is right")
        if len(armies) > 1:
            raise RulesError(f"the effects of a move have a {name} join all of {', '.join(armies)}; one army is right")
        return armies[0] if armies else piece[0], tuple(kinds) or piece[1]

    def _ground(self, asked: Sequence[tuple[MoveClass, Choices]]) -> list[dict[str, list[Sequence[Symbol]]]]:
        """What the rules say of some moves, each of a class and with some choices: atoms by predicate."""
        messages: list[str] = []
        options = ["2", "--warn=no-atom-undefined"]
        control = Control(options, logger=lambda _code, message: messages.append(message.strip()))
        needed = {signature(atom) for rule in self._rules for literal in rule.body for atom in atoms(literal)}
        facts: Facts = {key: self._ruleset.tuples(*key) for key in needed & self._ruleset.signatures}
        facts.update(self._contexts(asked))
        with ProgramBuilder(control) as builder:
            for statement in self._ruleset.files.parts.get("base", ()):
                if statement.ast_type == ASTType.Definition:
                    builder.add(statement)
            builder.add(Program(NO_PLACE, "base", []))
            for name, arity in sorted(facts):
                for statement in draw_in(name, arity):
                    builder.add(statement)
            for rule in self._rules:
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

    def _contexts(self, asked: Sequence[tuple[MoveClass, Choices]]) -> Iterator[tuple[Signature, list[Symbol]]]:
        """The facts about these moves, by predicate. Each move is its number in the sequence."""
        found: dict[Signature, list[Symbol]] = {key: [] for key in ASKED}
        for number, (each, chosen) in enumerate(asked):
            move = Number(number)
            owner = Function(each.mover[0])
            pieces = [] if each.mover == GONE else [(MOVER, each.mover)]
            for role, (army, kinds) in (*pieces, *each.others):
                found["part", 3] += [row(move, role, Function(kind)) for kind in kinds]
                found["of", 3].append(row(move, role, Function(army)))
            for place, where in (("starts_in", each.start), ("ends_in", each.end)):
                found[place, 3] += [row(move, *zone) for zone in (self._zones[where] if where >= 0 else ())]
            if each.use is not None:
                found["use", 2].append(row(move, each.use))
            for role, stood in each.within:
                found["within", 3] += [row(move, role, name) for army, name in self._zones[stood] if army == owner]
            found["steps", 2] += [row(move, name) for name in each.steps]
            found["chosen", 3] += [row(move, *choice) for choice in chosen if not is_helped(choice)]
        yield from found.items()


def _revival(facts: dict[str, list[Sequence[Symbol]]]) -> str:
    """The place where the victim of a move comes back; "" if nowhere."""
    places = sorted({str(place) for _, place in facts["revives"]})
    if len(places) > 1 or any(role != VICTIM for role, _ in facts["revives"]):
        raise RulesError(f"a move revives a piece in {len(places)} places, or another than its victim")
    if places and (facts["sweeps"] or (VICTIM,) not in [tuple(each) for each in facts["dies"]]):
        raise RulesError("a move revives its victim, which it spares, or sweeps pieces besides")
    return places[0] if places else ""


def _refuse_more(role: Symbol, first: Symbol, facts: dict[str, list[Sequence[Symbol]]]) -> None:
    """Refuse to have a piece that has two roles do more by the later than become something."""
    if any(owner == role for (owner,) in facts["bound"]):
        words = (each for each in ("dies", "joins", "lands", "unguarded") if any(role == r for r, *_ in facts[each]))
        raise RulesError(
            f"a move has {next(words, 'more')} for its {role}, which is its {first} too; it may only become something"
        )


def _of_kinds(becomes: Type | None, kinds: tuple[str, ...], was: Type) -> Type | None:
    """What a piece is after its later role gave it some kinds; by the earlier role it may be gone."""
    if becomes == GONE or (becomes is None and kinds == was[1]):
        return becomes
    return (becomes or was)[0], kinds


def _recalled(
    facts: dict[str, list[Sequence[Symbol]]], mover: Type | None, others: Sequence[Fate]
) -> tuple[Symbol, ...]:
    """The roles that may be the next aide, because their pieces stay in place and in their army."""
    moved = {role for word in ("lands", "joins") for role, _ in facts[word]}
    there = {each.role for each in others if each.becomes != GONE and each.role in AIDES}
    there |= {MOVER} if mover != GONE else set()
    return tuple(sorted(role for (role,) in facts["recalls"] if role in there - moved))
