"""Queries to clingo about the effects of classes of moves.

A query asks many classes at once, with all choices that their rules ask for, and gives the outcome of each.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple, NoReturn

from clingo import Function, Symbol
from clingo.ast import AST, ASTType

from ...asp.derived_names import check_piece, check_win
from ...asp.ruleset import Ruleset
from ...asp.session import Facts
from ...asp.syntax import Signature, atoms, signature
from ...asp.terms import is_vector, vector
from ...errors import RulesError
from ..named_values import ON_ORIGIN, STAYS
from .action_layout import read_action
from .asked_rules import END, START
from .derivation import Derived, derive
from .fates import (
    STATED,
    Fates,
    Stated,
    army_then,
    entrants,
    further_choices,
    gone,
    kinds_then,
    over,
    recalled,
    stated,
)
from .outcomes import (
    CAPTURED,
    GONE,
    MOVER,
    VICTIM,
    Choices,
    Fate,
    Outcome,
    Type,
    refuse_repeated,
)
from .seen_moves import MoveClass, SeenMoves, Zones
from .state_fields import States
from .stated_guards import Guards

OUTPUTS: tuple[Signature, ...] = (
    ("becomes", 3), ("joins", 3), ("dies", 2), ("lands", 3), ("sets", 3), ("choice", 3), ("open_choice", 2),
    ("bars", 2), ("spares", 2), ("calls", 3), ("gains", 3), ("spends", 3), ("wins", 3), ("heedless", 1), ("needs", 2),
    ("surrenders", 2), ("disbands", 2), ("unguarded", 2), ("clears", 3), ("recalls", 2),
    ("compulsory", 1), ("answers", 1), ("ensures", 2), ("bound", 2), ("sweeps", 4), ("revives", 3),
    ("enters", 3), ("attacks_none", 2),
)  # fmt: skip
"""What is read of what such rules derive."""


_NOT_STATED = tuple(each for each in OUTPUTS if each not in STATED)
_TO_START = Function("start")


class EffectRules(NamedTuple):
    """The rules of a game about effects.

    Attributes:
        statements: the rules, and definitions of constants that they use.
        given: the facts of the game that they use, by predicate.
    """

    statements: Sequence[AST]
    given: Facts

    @classmethod
    def of(cls, ruleset: Ruleset, rules: Sequence[AST]) -> EffectRules:
        """What the rules of a game about effects are, given those of the part `effects`."""
        needed = {signature(atom) for rule in rules for literal in rule.body for atom in atoms(literal)}
        base = ruleset.files.parts.get("base", ())
        constants = [each for each in base if each.ast_type == ASTType.Definition]
        return cls((*constants, *rules), {key: ruleset.tuples(*key) for key in needed & ruleset.signatures})


class Answers:
    """What the rules say of classes of moves, each asked once.

    Args:
        ruleset: the game.
        rules: its rules of the part `effects`.
        zones: for each class of cells the zones that contain them, each an army and a name.
        states: what positions say besides.

    Attributes:
        rules: the same rules, with what they use.
    """

    def __init__(self, ruleset: Ruleset, rules: Sequence[AST], zones: Zones, states: States) -> None:
        self._ruleset, self._states = ruleset, states
        self.rules = EffectRules.of(ruleset, rules)
        self._seen, self._fates = SeenMoves(ruleset, zones), Fates(ruleset)
        self._cells = {cell: number for number, cell in enumerate(ruleset.cells)}
        self._guards = Guards(ruleset)
        self._actors: dict[Symbol, set[Symbol]] = defaultdict(set)
        for special, role, _ in (each.arguments for each in ruleset.facts("actor", 3)):
            self._actors[special].add(role)
        self._measured = {(str(each.arguments[0]), str(each.arguments[1])) for each in ruleset.facts("measure", 4)}
        self._known: dict[MoveClass, tuple[Outcome, ...]] = {}
        self._outcomes: dict[Hashable, Outcome] = {}

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
            words = [
                stated(each.use, (role for role, _ in each.pieces), each.again, facts, chosen)
                for (each, chosen), facts in zip(open_ones, answer, strict=True)
            ]
            each_fate = zip(open_ones, words, answer, self._fates.of(words), strict=True)
            for (asked, chosen), word, effects, fates in each_fate:
                if fates["settled"]:
                    # Choices that come to the same are one move.
                    found[asked].setdefault(self._outcome(asked, word, effects, fates), chosen)
                further += [(asked, (*chosen, *more)) for more in further_choices(fates)]
            open_ones = further
        for asked, outcomes in found.items():
            refuse_repeated(tuple(outcomes), "+".join(asked.mover[1]))
            self._known[asked] = tuple(replace(each, chosen=chosen) for each, chosen in outcomes.items())

    def _outcome(self, asked: MoveClass, word: Stated, facts: Derived, fates: Derived) -> Outcome:
        # What a piece was that is gone matters only to pieces that enter, and most classes differ by their victims.
        left = tuple(None if gone(role, fates) and not fates["entrant"] else piece for role, piece in asked.others)
        others = frozenset((name, tuple(each)) for name, _ in _NOT_STATED for each in facts.get(name, ()))
        key = asked.mover, left, word, others
        if key not in self._outcomes:
            self._outcomes[key] = self._read(asked, word, facts, fates)
        return self._outcomes[key]

    def _read(self, asked: MoveClass, word: Stated, facts: Derived, fates: Derived) -> Outcome:
        again, pieces = dict(asked.again), dict(asked.pieces)
        for (role,) in fates["contradictory"]:
            _refuse_more(role, again[role])
        if asked.mover == GONE:
            mover = GONE if [MOVER] in facts["dies"] else None
        else:
            mover = self._piece(MOVER, pieces, fates)
        others = []
        for role, _ in asked.others:
            if role not in again:
                becomes = self._piece(role, pieces, fates)
                others.append(Fate(role, becomes, STAYS if becomes == GONE else self._end(role, fates)))
        if all(role != VICTIM for role, _ in asked.others):
            # Nothing depends on it, or there is none.
            spared = any(role == VICTIM for (role,) in facts["spares"])
            starts = (VICTIM, _TO_START) in map(tuple, facts["lands"])
            others.insert(0, Fate(VICTIM, None, ON_ORIGIN if starts else STAYS) if spared else CAPTURED)
        wanted = ((str(kind), str(measure)) for kind, measure in facts["calls"])
        # Without a measure for an army, none of its pieces comes first.
        calls = tuple(sorted(each for each in wanted if (each[1], asked.mover[0]) in self._measured))
        halts = mover != GONE and self._end(MOVER, fates) == ON_ORIGIN
        if halts != ([START] in fates["halts"]):
            raise RulesError("the rules do not agree on whether a mover ends where it started")
        recalls = recalled(fates, pieces) if calls else ()
        wins = sum(1 << self._decision(army, reason) for army, reason in facts["wins"])
        ignores_check = bool(facts["heedless"])
        there = {VICTIM, *([MOVER] if asked.mover != GONE else []), *(role for role, _ in asked.others)}
        action = read_action(facts, fates, self._states, self._ruleset.shares_armies, self._past(word))
        roles = self._actors.get(asked.use, {MOVER}) if asked.use else {MOVER}
        needs, ensures = ([each for (each,) in facts[name]] for name in ("needs", "ensures"))
        guard = self._guards.read(needs, roles, action.spends, action.gains, ensures, asked.mover[0])
        return Outcome(
            mover, tuple(others), halts, guard, action, (), calls, recalls, wins=wins,
            ignores_check=ignores_check,
            unguarded=tuple(sorted(role for (role,) in facts["unguarded"] if role in there)),
            attacks_none=tuple(sorted(role for (role,) in facts["attacks_none"] if role in there)),
            compulsory=bool(facts["compulsory"]),
            answers=bool(facts["answers"]),
            sweeps=tuple(sorted((str(place), steps, str(kind)) for place, steps, kind in facts["sweeps"])),
            revives=_revival(facts, fates),
            enters=self._entrant(asked, facts, fates),
        )  # fmt: skip

    def _past(self, word: Stated) -> dict[Symbol, Derived]:
        """By the lists of cells that effects name, what follows if the move passes over one of them."""
        lists = word.lists if word.passed else []
        return dict(zip(lists, self._fates.of([word._replace(passed=over(each)) for each in lists]), strict=True))

    def _entrant(self, asked: MoveClass, facts: Derived, fates: Derived) -> tuple[Type, Symbol] | None:
        """The piece that enters beside the move, and where; None if none does."""
        found = entrants(fates, dict(asked.pieces))
        if any(role == VICTIM for _, role in facts["enters"]):
            raise RulesError("a piece enters where one of the move starts, not where the victim stands")
        if not found:
            return None
        if len(found) > 1 or facts["revives"] or facts["sweeps"] or not asked.mover[1]:
            raise RulesError("a move has several pieces enter, or revives or sweeps pieces besides, or is a pass")
        ((role, kind, army),) = found
        check_piece(self._ruleset, [kind], army)
        return (army, (kind,)), role

    def _decision(self, army: Symbol, reason: Symbol) -> int:
        """The number of what a move decides: that the army wins for the reason."""
        check_win(self._ruleset, str(army), str(reason))
        return self._ruleset.decisions.index((str(army), str(reason)))

    def _piece(self, role: Symbol, pieces: Mapping[Symbol, Type], fates: Derived) -> Type | None:
        """What one of the pieces is afterwards: None if it stays what it is."""
        piece = pieces[role]
        found = (kinds_then(kind, pieces) for owner, kind in fates["then_kind"] if owner == role)
        kinds = sorted({kind for some in found for kind in some})
        armies = sorted({army_then(army, pieces) for owner, army in fates["then_army"] if owner == role})
        if gone(role, fates) == bool(armies):
            raise RulesError(f"the rules do not agree on whether a {'+'.join(piece[1])} is captured")
        if not armies:
            return GONE
        if [role] not in fates["changed"] and (armies, kinds) == ([piece[0]], sorted(piece[1])):
            return None
        name = "+".join(piece[1])
        if not kinds:
            raise RulesError(f"the effects of a move leave a {name} without a kind")
        for army in armies:
            check_piece(self._ruleset, kinds, army)
        if len(kinds) > 1 and not self._ruleset.facts("compounds", 0):
            raise RulesError(f"the effects of a move make of a {name} all of {', '.join(kinds)}; one kind is right")
        if len(armies) > 1:
            raise RulesError(f"the effects of a move have a {name} join all of {', '.join(armies)}; one army is right")
        return armies[0], tuple(kinds)

    def _end(self, role: Symbol, fates: Derived) -> int:
        """Where a piece ends that is not gone: a cell, ON_ORIGIN, or STAYS for its own, and for the end of a mover."""
        places = sorted({place for owner, place in fates["ends"] if owner == role})
        if len(places) > 1:
            raise RulesError(f"a move lands its {role} on all of {', '.join(map(str, places))}; one place is right")
        if END in places and role != MOVER:
            raise RulesError(f"a move lands its {role} on its end, which is not compiled yet")
        if START in places:
            return int(ON_ORIGIN)
        return self._cells[vector(places[0])] if places and is_vector(places[0]) else int(STAYS)

    def _ground(self, asked: Sequence[tuple[MoveClass, Choices]]) -> list[Derived]:
        """What the rules say of some moves, each of a class and with some choices: atoms by predicate."""
        facts: Facts = {**self.rules.given, **self._seen.of(asked)}
        return derive(self.rules.statements, facts, OUTPUTS, len(asked))


def _revival(facts: Derived, fates: Derived) -> str:
    """The place where the victim of a move comes back; "" if nowhere.

    Raises:
        RulesError: if the rules revive it in several places, revive another piece or one that is not captured, or
            sweep pieces besides.
    """
    dead = {role for (role,) in facts["dies"]}
    if {tuple(each) for each in fates["comes_back"]} != {tuple(each) for each in facts["revives"] if each[0] in dead}:
        raise RulesError("other pieces come back after a move than those that it captures, which is not compiled")
    for role in sorted({role for role, _ in facts["revives"]} - {VICTIM}):
        raise RulesError(f"only the victim of a move comes back, not its {role}")
    spared, captured = (any(role == VICTIM for role, *_ in facts[name]) for name in ("spares", "dies"))
    places = sorted(str(place) for _, place in facts["revives"])
    if not places or (spared and not captured):
        return ""
    if len(places) > 1:
        raise RulesError(f"a move revives its victim at all of {', '.join(places)}; one place is right")
    if facts["sweeps"]:
        raise RulesError("a move revives its victim and sweeps pieces too, which is not compiled yet")
    return places[0]


def _refuse_more(role: Symbol, first: Symbol) -> NoReturn:
    """Refuse to have a piece that has two roles do more by the later than become something."""
    raise RulesError(f"the {role} of a move is its {first} too, so a rule may only state what the {role} becomes")
