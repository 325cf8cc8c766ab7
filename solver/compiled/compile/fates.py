"""What becomes of the pieces of a move, and where they end, as the rules derive it (core/contexts.lp, entering.lp).

The compiler asks these rules about what the effects of a move state (`move_classes.py`), once for all moves whose
effects state the same. In the place of cells they have `start`, `end`, and `at(Role)` for where a piece stands;
`kinds(Role)` and `army(Role)` are what it was. So rules of `core/` that use only what is known then are data. A game
has no such rules of its own: the kernel would not act on all that they may derive.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from clingo import Function, Number, Symbol

from ...asp.ruleset import Ruleset
from ...asp.session import Facts, row
from ...asp.syntax import Signature
from ...asp.terms import cell_symbol
from ...errors import RulesError
from ...play.piece import Kinds, Type
from .asked_rules import BEFORE, END, OVER, START, Question
from .derivation import Derived, derive
from .outcomes import STRIDE, Choices, is_helped

STATED: frozenset[Signature] = frozenset(
    {
        ("becomes", 3), ("bound", 2), ("dies", 2), ("joins", 3), ("lands", 3), ("bars", 2), ("open_choice", 2),
        ("choice", 3), ("calls", 3), ("recalls", 2), ("sets", 3), ("clears", 3), ("gains", 3), ("spends", 3),
        ("surrenders", 2), ("disbands", 2), ("enters", 3), ("revives", 3),
    }
)  # fmt: skip
"""What the effects state of a move, as far as it matters here."""
_NAMES = frozenset(name for name, _ in STATED)
_CHOSEN: Signature = ("chosen", 3)
_READ: tuple[Signature, ...] = (
    ("settled", 1), ("changed", 2), ("then_kind", 3), ("then_army", 3), ("ends", 3), ("contradictory", 2),
    ("removes", 2), ("perishes", 1), ("halts", 2), ("recalled", 3), ("by_then", 3), _CHOSEN,
    ("then_state", 3), ("cleared", 3), ("turn_stays", 1), ("unseen", 2), ("put", 4), ("entrant", 4), ("stands_then", 4),
    ("entrance_full", 2), ("forbidden", 1), ("remakes", 4), ("comes_back", 3),
)  # fmt: skip
_OF_GAMES: tuple[Signature, ...] = (("flag", 2), ("field", 2), ("free", 1))
"""The facts of a game that such rules may ask for besides."""
FATES = Question(
    parts=("contexts", "aides", "outcomes", "worlds", "verdict", "after"),
    given=STATED
    | {
        ("pseudo_legal", 4), ("stands", 3), ("leads", 3), ("returns", 4), ("part", 3), ("of", 3),
        ("helped", 1), ("places_needed", 1), ("follows", 2), ("played", 2), ("passes_over", 2), ("passage_cell", 2),
        ("state", 2), ("cell", 1), ("looked_for", 1), *_OF_GAMES,
    },
    derived=frozenset(
        {
            *_READ, ("context", 2), ("made", 2), ("defects", 2), ("placed", 2), ("superseded", 2), ("involves", 3),
            ("goes_on", 3), ("reborn", 2), ("sooner", 2), ("aspect", 1), ("unmade", 2), ("use", 2),
        }
    ),
    plain=frozenset({("open_choice", 2), ("choice", 3)}),
    shapes=frozenset({"chose", "past"}),
)  # fmt: skip
"""What such rules may ask about a move, and what they may derive. An aide is one of its pieces, or there is none."""

_NO_USE = Function("", [])
_MOVER = Function("mover")


def over(field: Symbol) -> Symbol:
    """The cell that a move passes over, if that is one of a list (`passage_cell`)."""
    return Function("cell", [Function("over"), field])


class Stated(NamedTuple):
    """What the effects state of a move, and of which pieces.

    Attributes:
        use: how it goes.
        roles: those of its pieces.
        again: the roles among them whose pieces have another role too, each with that role.
        atoms: what is stated: predicates, each with the arguments after the move.
        passed: the cell that it passes over; None if it passes over none.
    """

    use: Symbol | None
    roles: tuple[Symbol, ...]
    again: tuple[tuple[Symbol, Symbol], ...]
    atoms: frozenset[tuple[str, tuple[Symbol, ...]]]
    passed: Symbol | None = None

    @property
    def lists(self) -> list[Symbol]:
        """The lists of cells of which it asks whether the move passes over one."""
        asked = {rest[1] for name, rest in self.atoms if name == "sets" and rest[1].match("past", 1)}
        return sorted(each.arguments[0] for each in asked)


def stated(
    use: Symbol | None,
    roles: Iterable[Symbol],
    again: tuple[tuple[Symbol, Symbol], ...],
    facts: Derived,
    chosen: Choices = (),
) -> Stated:
    """What the effects of a move state, with the choices that are made."""
    stated_atoms = {(name, tuple(rest)) for name, found in facts.items() if name in _NAMES for rest in found}
    made = {(_CHOSEN[0], choice) for choice in chosen if not is_helped(choice)} if facts["open_choice"] else set()
    return Stated(use, tuple(roles), again, frozenset(stated_atoms | made), OVER if use == STRIDE else None)


def further_choices(fates: Derived) -> list[Choices]:
    """What is chosen besides by the moves that make one choice more."""
    made = [(aspect, value) for aspect, value in filter(_is_pair, fates[_CHOSEN[0]])]
    found = defaultdict[Symbol, list[tuple[Symbol, Symbol]]](list)
    for context, aspect, value in (each for each in fates[_CHOSEN[0]] if not _is_pair(each)):
        if (aspect, value) not in made:
            found[context].append((aspect, value))
    return sorted(tuple(sorted(each)) for each in found.values())


def _is_pair(arguments: Sequence[Symbol]) -> bool:
    """Whether a choice is one of the move itself."""
    return len(arguments) == 2


def gone(role: Symbol, fates: Derived) -> bool:
    """Whether a piece of the move is captured."""
    if role == _MOVER:
        return bool(fates["perishes"])
    return [_where(role)] in fates["removes"]


def recalled(fates: Derived, pieces: Mapping[Symbol, Type]) -> tuple[tuple[Symbol, Kinds], ...]:
    """The roles whose pieces may be the next aide too, and what they are then."""
    found = {role: set[str]() for role, _ in fates["recalled"]}
    for role, kind in fates["by_then"]:
        if role in found:
            found[role].update(kinds_then(kind, pieces))
    return tuple(sorted((role, tuple(sorted(kinds))) for role, kinds in found.items()))


def _where(role: Symbol) -> Symbol:
    """The cell where a piece stands before the move."""
    return START if role == _MOVER else Function("at", [role])


def army_then(symbol: Symbol, pieces: Mapping[Symbol, Type]) -> str:
    """The army that the rules derive, given the pieces of the move."""
    return pieces[symbol.arguments[0]][0] if symbol.match("army", 1) else str(symbol)


def kinds_then(symbol: Symbol, pieces: Mapping[Symbol, Type]) -> Kinds:
    """The kinds that the rules derive, given the pieces of the move."""
    return pieces[symbol.arguments[0]][1] if symbol.match("kinds", 1) else (str(symbol),)


def entrants(fates: Derived, pieces: Mapping[Symbol, Type]) -> list[tuple[Symbol, str, str]]:
    """The pieces that enter beside a move: of each the role of the piece on whose cell, its kind and its army.

    Raises:
        RulesError: if other pieces stand there then than those that enter and those that end there, or if a piece
            can enter elsewhere than on a cell that is empty then.
    """
    kinds, armies = (
        {role: [other for owner, other in fates[name] if owner == role] for role, _ in fates["ends"]}
        for name in ("then_kind", "then_army")
    )
    put: set[tuple[Symbol, ...]] = {
        (cell, *each) for role, cell in fates["ends"] for each in product(kinds[role], armies[role])
    }
    put |= {tuple(each) for each in fates["entrant"]}
    if any({tuple(each) for each in fates[name]} != put for name in ("put", "stands_then")):
        raise RulesError("other pieces stand somewhere after a move than those that end or enter there")
    entering = {(cell, *rest) for cell, *rest in fates["entrant"]}
    full = {cell for cell, *_ in entering} & {cell for _, cell in fates["ends"]}
    changed = {role for (role,) in fates["changed"]}
    remade: set[tuple[Symbol, ...]] = {
        (cell, *each) for role, cell in fates["ends"] if role in changed for each in product(kinds[role], armies[role])
    }
    remade |= {each for each in entering if each[0] not in full}
    odd = {cell for (cell,) in fates["entrance_full"]} != full or bool(fates["forbidden"]) != bool(full)
    if odd or {tuple(each) for each in fates["remakes"]} != remade:
        raise RulesError("a piece enters elsewhere than on a cell that is empty after the move, which is not compiled")
    roles = {_where(role): role for role in pieces}
    return sorted((roles[cell], str(kind), army_then(army, pieces)) for cell, kind, army in fates["entrant"])


class Fates:
    """What becomes of the pieces of moves.

    Args:
        ruleset: the rules.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self._rules = FATES.rules(ruleset.files)
        self._given = {each: ruleset.tuples(*each) for each in (("follows", 2), *_OF_GAMES)}
        fields = [name for name, sort in ruleset.fields.items() if sort == "cell"]
        self._given["state", 2] = [row(Function(name), BEFORE) for name in fields]
        self._cells = {cell_symbol(cell) for cell in ruleset.cells}
        self._leads: dict[Symbol, list[tuple[Symbol, Symbol]]] = defaultdict(list)
        for special, role, _, end in (each.arguments for each in ruleset.facts("goes_to", 4)):
            if role != _MOVER:
                self._leads[special].append((role, end))
        self._known: dict[Stated, Derived] = {}

    def of(self, asked: Sequence[Stated]) -> list[Derived]:
        """What the rules derive of some moves."""
        new = [each for each in dict.fromkeys(asked) if each not in self._known]
        if new:
            self._known.update(
                zip(new, derive(self._rules, self._facts(new), _READ, len(new), _CHOSEN[0]), strict=True)
            )
        return [self._known[each] for each in asked]

    def _facts(self, asked: Sequence[Stated]) -> Facts:
        found: dict[Signature, list[Symbol]] = {key: [] for key in (*FATES.given, _CHOSEN)}
        for key, given in self._given.items():
            found[key] += given
        named = {rest[-1] for each in asked for name, rest in each.atoms if name == "sets"}
        found["cell", 1] += sorted(named & self._cells)
        lists = {each for one in asked for each in one.lists}
        found["passage_cell", 2] += [row(each, over(each)) for each in sorted(lists)]
        found["looked_for", 1] += sorted(set(_kinds(asked)))
        for number, (use, roles, again, words, passed) in enumerate(asked):
            move, first = Number(number), dict(again)
            found["played", 2].append(row(move, move))
            found["passes_over", 2] += [row(move, passed)] if passed else []
            found["places_needed", 1].append(move)
            found["pseudo_legal", 4].append(row(move, START, END, use or _NO_USE))
            for role in roles:
                kinds = Function("kinds", [role])
                found["part", 3].append(row(move, role, kinds))
                found["of", 3].append(row(move, role, Function("army", [_MOVER if role in first else role])))
                if role in first:
                    found["returns", 4].append(row(move, role, first[role], kinds))
                else:
                    found["stands", 3].append(row(move, role, _where(role)))
            found["leads", 3] += [row(move, *there) for there in self._leads.get(use, ())] if use else []
            for name, rest in words:
                found[name, len(rest) + 1].append(row(move, *rest))
        return dict(found)


def _kinds(asked: Iterable[Stated]) -> Iterator[Symbol]:
    """The kinds that pieces of some moves may be afterwards."""
    for each in asked:
        yield from (Function("kinds", [role]) for role in each.roles)
        yield from (rest[-1] for name, rest in each.atoms if name == "becomes")
        yield from (rest[0] for name, rest in each.atoms if name == "enters")
