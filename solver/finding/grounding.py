"""The program of a question: the game's rules, the vocabulary and the question, grounded over guessed pieces."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from clingo import Control, Function, Number, Symbol
from clingo.ast import AST, ASTType, Id, Program, ProgramBuilder, ShowSignature

from ..asking.process import said
from ..asp.demand import bodies, heads
from ..asp.program import Stage, draw_in
from ..asp.session import Facts, Given, row
from ..asp.syntax import NOWHERE, Signature, signature
from ..asp.terms import Vector, cell_symbol, text
from ..errors import RulesError
from ..play.material import Group, Material
from ..play.zones import inside_cells
from .question_symmetry import Map, break_symmetry, first_cells, symmetries
from .screens import between
from .wanted import OCCUPIED, PIECE, PLACES, PROMOTION, TURN, Wanted

_ALL = "all"
_STAGES: tuple[Stage, ...] = (("position", None), ("routes", _ALL), ("validity", None))
_FROM_RULES: tuple[Signature, ...] = (
    OCCUPIED, ("open", 4), ("unreachable", 2), ("captures_on_way", 2), ("inert", 1), ("flaw", 2),
)  # fmt: skip
_LATER: frozenset[Signature] = frozenset(
    {PIECE, TURN, ("point", 5), ("passes", 3), ("looks", 4), ("vacates", 2), ("fills", 2)}
)
_BEFORE = ("guess", "number", "lines", "lines_of_ends", "lines_of_mates")
_STRATEGIES = """
[better](tweety): --opt-strategy=bb,lin
[bounds](tweety): --opt-strategy=usc,oll
"""
"""Of two threads one looks for better positions, and the other proves that none is better than some bound."""
_ANY = Function("any")


@dataclass(frozen=True, slots=True)
class Grounded:
    """A question, ready to be solved.

    Attributes:
        control: the program.
        cells, atoms: the number of cells where pieces may be, and of atoms.
        symmetries: how many symmetries of the question are made use of, the identity included.
    """

    control: Control
    cells: int
    atoms: int
    symmetries: int


def ground(wanted: Wanted, whole: bool) -> Grounded:
    """Ground a question.

    Args:
        wanted: the question.
        whole: whether all answers are wanted, so that none may be left out for being the image of another.

    Raises:
        RulesError: if clingo has anything to complain about.
    """
    maps = [] if whole else symmetries(wanted)
    wanted, rest = _with_one_place(wanted, maps)
    facts = facts_of(wanted)
    statements, parts = _program(wanted, facts)
    messages: list[str] = []
    control = _control(any(s.ast_type == ASTType.Minimize for s in statements), messages)
    try:
        with ProgramBuilder(control) as builder:
            for statement in statements:
                builder.add(statement)
        control.ground([("given", [Number(0)])], context=Given(facts))
        for name, arguments in parts:
            control.ground([(name, arguments)])
    except RuntimeError as error:
        raise RulesError(*map(said, messages or [str(error)])) from error
    if messages:
        raise RulesError(*map(said, messages))
    cells = list(wanted.game.ruleset.cells)
    if rest:
        with control.backend() as backend:
            break_symmetry(backend, _variables(control, wanted, cells), cells, rest)
    standing = {cell for group in wanted.groups for cell in group.cells}
    return Grounded(control, len(standing), len(control.symbolic_atoms), len(maps) + 1)


def _control(optimises: bool, messages: list[str]) -> Control:
    """An empty program; where there is a best answer, two threads will look for it, which is read from a file."""

    def log(_code: object, message: str) -> None:
        messages.append(message.strip())

    options = ["--warn=no-atom-undefined"]
    if not optimises:
        return Control(options, logger=log)
    with TemporaryDirectory() as folder:
        strategies = Path(folder) / "strategies"
        strategies.write_text(_STRATEGIES)
        return Control([*options, "--parallel-mode=2,compete", f"--configuration={strategies}"], logger=log)


def _with_one_place(wanted: Wanted, maps: list[Map]) -> tuple[Wanted, list[Map]]:
    """The question with a piece that is there once kept to one cell of each orbit; and the symmetries that are left."""
    alone = [each for each in wanted.groups if each.most == 1]
    if not alone or not maps:
        return wanted, maps
    cells = list(wanted.game.ruleset.cells)
    kept = min((replace(each, cells=first_cells(each, cells, maps)) for each in alone), key=lambda e: len(e.cells))
    groups = tuple(kept if each.type == kept.type else each for each in wanted.groups)
    return replace(wanted, material=Material(groups)), []


def _variables(control: Control, wanted: Wanted, cells: list[Vector]) -> list[dict[int, int]]:
    found = []
    for group in wanted.groups:
        literals: dict[int, int] = {}
        for number, cell in enumerate(cells):
            stands = Function("piece", [cell_symbol(cell), Function(group.kind), Function(group.army)])
            atom = control.symbolic_atoms[stands]
            if atom is not None:
                literals[number] = atom.literal
        found.append(literals)
    return found


def _program(wanted: Wanted, facts: Facts) -> tuple[list[AST], list[tuple[str, list[Symbol]]]]:
    """The statements, and the parts in the order in which they are to be grounded after the facts."""
    ruleset, parts = wanted.game.ruleset, wanted.parts
    own = [*wanted.rules, *(rule for rules in parts.values() for rule in rules)]
    needed = {signature(atom) for atom in bodies(own)}
    shown = tuple(each for each in _FROM_RULES if each in needed)
    selection = ruleset.program.select(_STAGES, ruleset.signatures | _LATER, shown)
    for each in selection.inputs - facts.keys():
        facts[each] = ruleset.tuples(*each)
    derived = {signature(atom) for atom in heads([*own, *selection.statements])}
    drawn = needed - derived - selection.inputs
    statements = [s for s in selection.statements if s.ast_type != ASTType.ShowSignature]
    statements.append(Program(NOWHERE, "given", [Id(NOWHERE, "_turn")]))
    for each in sorted(drawn):
        facts.setdefault(each, ruleset.tuples(*each))
        statements += draw_in(*each)
    for name, rules in parts.items():
        statements += [Program(NOWHERE, f"find_{name}", []), *rules]
    statements += [Program(NOWHERE, "find_asked", []), *wanted.rules]
    statements += [ShowSignature(NOWHERE, name, arity, 1) for name, arity in wanted.shown]
    return statements, list(_order(wanted, selection.parts))


def _order(wanted: Wanted, stages: dict[Stage, tuple[str, list[Symbol]]]) -> Iterator[tuple[str, list[Symbol]]]:
    position, routes, validity = ([stages[each]] if each in stages else [] for each in _STAGES)
    first = [(f"find_{part}", list[Symbol]()) for part in wanted.parts if part in _BEFORE]
    rest = [(f"find_{part}", list[Symbol]()) for part in wanted.parts if part not in _BEFORE]
    flawless = [each for each in rest if each[0] == "find_flawless"]
    yield first[0]
    yield from position
    yield from first[1:]
    yield from routes
    yield from validity
    yield from flawless
    yield from (each for each in rest if each not in flawless)
    yield "find_asked", []


def facts_of(wanted: Wanted) -> Facts:
    """What the vocabulary is given."""
    points, passes = _routes(wanted)
    ruleset = wanted.game.ruleset
    mover = wanted.mating or wanted.starts
    inside = inside_cells(wanted.game) if {each[0] for each in PLACES} & _names(wanted) else frozenset()
    return {
        PIECE: [],
        TURN: [],
        ("looks", 4): [],
        ("vacates", 2): [],
        ("fills", 2): [],
        ("point", 5): points,
        ("passes", 3): passes,
        ("find_may_stand", 3): [
            row(cell_symbol(cell), Function(group.kind), Function(group.army))
            for group in wanted.groups
            for cell in group.cells
        ],
        ("find_at_least", 3): [_limit(group, group.least) for group in wanted.groups if group.least],
        ("find_at_most", 3): [_limit(group, group.most) for group in wanted.groups if group.most is not None],
        ("find_may_move", 1): [Function(army) for army in wanted.movers],
        ("aims", 3): list(_points_for(wanted, ruleset.captures)) if points else [],
        ("find_heads", 3): list(_points_for(wanted, ruleset.goes)) if points else [],
        ("find_spans", 4): list(_spans(wanted, ruleset.captures))
        if "shieldless" in wanted.parts or wanted.sorts
        else [],
        ("find_between", 5): list(between(wanted)) if wanted.is_judged and wanted.is_routine else [],
        ("find_judged", 1): [Function(army) for army in wanted.judged],
        ("find_routine", 0): [Number(1)] if wanted.is_routine else [],
        ("find_mating", 1): [Function(wanted.mating)] if wanted.mating else [],
        ("find_reaches", 4): list(_spans(wanted, ruleset.captures | ruleset.goes, mover)) if mover else [],
        ("find_starts", 1): [Function(wanted.starts)] if wanted.starts else [],
        ("find_sort", 1): list(_sorts(wanted)),
        ("find_counted", 2): [row(Function(kind), Function(army)) for kind, army in wanted.counted],
        ("find_wish", 2): [row(Function(wish), Function(army)) for wish, army in wanted.armies],
        ("inside", 1): [cell_symbol(cell) for cell in sorted(inside)],
        ("edge", 1): [cell_symbol(cell) for cell in ruleset.cells if cell not in inside],
    }


def _sorts(wanted: Wanted) -> Iterator[Symbol]:
    """What the rules call first moves that are asked for; a promotion is no name that they give."""
    titles = (symbol.arguments[1] for symbol in wanted.game.ruleset.facts("title", 2))
    yield from {symbol for symbol in (*titles, Function(PROMOTION)) if text(symbol) in wanted.sorts}


def _names(wanted: Wanted) -> set[str]:
    return {name for name, _ in wanted.asked}


def _limit(group: Group, number: int) -> Symbol:
    return row(Function(group.kind), Function(group.army), Number(number))


def _points_for(wanted: Wanted, uses: frozenset[str]) -> Iterator[Symbol]:
    """The points that pieces of each kind use in this way."""
    for group in wanted.groups:
        for point, known in wanted.game.ruleset.routes.ends.get((group.army, group.kind), {}).items():
            if known & uses:
                yield row(Function(group.army), Function(group.kind), Number(point))


def _spans(wanted: Wanted, uses: frozenset[str], army: str | None = None) -> Iterator[Symbol]:
    """From which cell to which each kind goes on an empty board by routes of these uses; of all armies, or of one."""
    ruleset = wanted.game.ruleset
    for group in (each for each in wanted.groups if army in (None, each.army)):
        for cell in group.cells:
            ends = ruleset.routes.ends_from(cell, (group.kind,), group.army)
            for to in sorted({to for _, to, use in ends if use in uses}):
                yield row(Function(group.army), Function(group.kind), cell_symbol(cell), cell_symbol(to))


def _routes(wanted: Wanted) -> tuple[list[Symbol], list[Symbol]]:
    """The routes of all groups from their cells, where they matter; the name of a piece is its cell."""
    if "lines" not in wanted.parts:
        return [], []
    ruleset = wanted.game.ruleset
    ends = _ends(wanted)
    points: dict[Symbol, None] = {}
    passes: dict[Symbol, None] = {}
    for group in wanted.groups:
        mates = group.army == wanted.mating
        only = None if group.kind in ruleset.royal or group.army in wanted.judged or mates else ends
        for cell in ruleset.cells if mates else group.cells:
            more_points, more_passes = ruleset.routes.points(cell, (group.kind,), group.army, only)
            for each in more_points:
                start, point, place, _, before = each.arguments
                points[Function("", [start, point, place, _ANY, before])] = None
            passes.update(dict.fromkeys(more_passes))
    return list(points), list(passes)


def _ends(wanted: Wanted) -> frozenset[Vector] | None:
    """The cells where attacks matter: all, unless only royals and the cells they can go to are asked about."""
    about = {"attack_all", "independent"} & set(wanted.wishes) or {"attacks", "attacked"} & _names(wanted)
    if about:
        return None
    ruleset = wanted.game.ruleset
    royals = [group for group in wanted.groups if group.kind in ruleset.royal]
    found = {cell for group in royals for cell in group.cells}
    for group in royals:
        for cell in group.cells:
            found.update(to for _, to, _ in ruleset.routes.ends_from(cell, (group.kind,), group.army))
    return frozenset(found)
