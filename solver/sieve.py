"""Which legal moves may mate at once: the parts of `rules/core/mates.lp`, grounded round by round.

Every rule is in `rules/`; this file only hands over the routes of a piece from the cell where it
arrives, and says which flights to look at first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from clingo import Control, Function, Number, Symbol, SymbolicAtom
from clingo.ast import AST, ASTType, Id, Location, Program, ProgramBuilder, parse_string
from clingo.ast import Position as Spot

from .errors import RulesError
from .moves import Move
from .position import Position
from .ruleset import STAGES, Ruleset
from .terms import Vector, add, cell_symbol, text, vector

_NOWHERE = Location(Spot("<part>", 1, 1), Spot("<part>", 1, 1))
_FEW = 3
"""So many checks are tried out rather than sifted."""
_FIRST = 5
"""So many flights are looked at before the others, which then concern few moves."""
_LATER = {"point": 5, "passes": 3, "arrived": 3, "walked": 3, "reach": 4, "tested": 2, "survivor": 3}
_GIVEN = {"piece": 3, "turn": 1, "state": 2, "quiet": 1, "seen": 1, "query": 1, **_LATER}
_PARTS = ("mates", "hopeful", "checks", "checking", "flights", "flown")
_CHECK = Function("check")

_OFF = Function("off")

Candidate = tuple[Symbol, Symbol]
Place = tuple[Vector, tuple[str, ...], str]


def _name(cell: Vector, kinds: tuple[str, ...], army: str) -> Symbol:
    """What the rules call such a piece on that cell after a move."""
    return Function("there", [cell_symbol(cell), Function(army), *(Function(kind) for kind in kinds)])


def _distance(cell: Vector, other: Vector) -> int:
    return sum((a - b) ** 2 for a, b in zip(cell, other, strict=True))


class _Facts:
    def __init__(self, facts: dict[tuple[str, int], Sequence[Symbol]]) -> None:
        self._facts = facts

    def facts(self, name: Symbol, arity: Symbol) -> Sequence[Symbol]:
        return self._facts.get((name.name, arity.number), ())


def _mentioned(node: AST) -> Iterator[tuple[str, int]]:
    if node.ast_type == ASTType.SymbolicAtom:
        symbol = node.symbol
        while symbol.ast_type == ASTType.UnaryOperation:
            symbol = symbol.argument
        if symbol.ast_type == ASTType.Function:
            yield symbol.name, len(symbol.arguments)
        else:
            yield str(symbol), 0
        return
    for key in node.child_keys:
        child = getattr(node, key)
        for each in (child,) if isinstance(child, AST) else child or ():
            yield from _mentioned(each)


def _draw(name: str, arity: int) -> list[AST]:
    """The rule that draws in the facts of a predicate."""
    variables = ",".join(f"X{i}" for i in range(arity))
    left = f"({variables})" if arity > 1 else variables or "1"
    found: list[AST] = []
    parse_string(f"{name}{f'({variables})' if arity else ''} :- {left} = @facts({name},{arity}).", found.append)
    return [statement for statement in found if statement.ast_type == ASTType.Rule]


class Sieve:
    """Sifts the legal moves of positions of one game.

    Args:
        ruleset: the game's rules.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        parts = ruleset.files.parts
        names = [*dict.fromkeys(name for name, _ in STAGES), *_PARTS]
        used = {
            signature
            for name in names
            for statement in parts.get(name, ())
            if statement.ast_type == ASTType.Rule
            for literal in statement.body
            for signature in _mentioned(literal)
        }
        self._constants: dict[tuple[str, int], Sequence[Symbol]] = {}
        for name, arity in sorted(used):
            found = ruleset.facts(name, arity) if _GIVEN.get(name) != arity else []
            if found:
                self._constants[name, arity] = [
                    Number(1) if arity == 0 else s.arguments[0] if arity == 1 else Function("", s.arguments)
                    for s in found
                ]
        self._program: list[AST] = [Program(_NOWHERE, "given", [])]
        for name, arity in sorted({*self._constants, *_GIVEN.items()}):
            self._program += _draw(name, arity)
        self._program.append(Program(_NOWHERE, "later", [Id(_NOWHERE, "round")]))
        for name, arity in _LATER.items():
            self._program += _draw(name, arity)
        for name in names:
            parameters = ruleset.files.parameters.get(name, ())
            self._program.append(Program(_NOWHERE, name, [Id(_NOWHERE, parameter) for parameter in parameters]))
            self._program += parts.get(name, ())
        self._ends: dict[tuple[str, tuple[str, ...]], dict[Vector, list[int]]] = {}
        self._rows: dict[tuple[Place, Vector], list[Symbol]] = {}
        self._points: dict[tuple[Place, Vector], tuple[list[Symbol], list[Symbol]]] = {}

    def candidates(self, position: Position) -> list[Move]:
        """The legal moves of a position that may mate: no other does."""
        control = self._ground(position)
        moves = self._moves(position, control)
        aims = [vector(aim) for (aim,) in self._atoms(control, "aim", 1)]
        standing: dict[Candidate, tuple[Vector, tuple[str, ...], str]] = {}
        for move, choice, to in self._atoms(control, "arrives", 3):
            piece = position.pieces[moves[move, choice].origin]
            standing[move, choice] = (vector(to), piece.kinds if str(choice) == "none" else (str(choice),), piece.army)
        carried: dict[Candidate, tuple[Vector, tuple[str, ...], str]] = {}
        for move, partner, to in self._atoms(control, "walks_to", 3):
            piece = position.pieces[position.game.names[vector(partner)]]
            carried[move, partner] = (vector(to), piece.kinds, piece.army)
        there = {place: _name(*place) for place in {*standing.values(), *carried.values()}}
        havens = self._order({vector(cell) for (cell,) in self._atoms(control, "haven", 1)})
        left: list[Candidate] = list(standing)
        for number, cells in enumerate((havens[:_FIRST], havens[_FIRST:])):
            stage = Number(number)
            matter = cells if number else [*aims, *cells]
            places = {standing[candidate] for candidate in left} | set(carried.values())
            facts = self._survivors(stage, left, cells)
            facts["reach", 4] = [
                row for place in places for cell in matter for row in self._reach(place, cell, there[place])
            ]
            if number == 0:
                facts["arrived", 3] = [Function("", [*key, there[place]]) for key, place in standing.items()]
                facts["walked", 3] = [Function("", [*key, there[place]]) for key, place in carried.items()]
            self._later(control, number, facts)
            control.ground([("hopeful", [stage])])
            left = [
                (move, choice) for turn, move, choice in self._atoms(control, "hopeful", 3) if turn.number == number
            ]
        self._look(control, 2, _CHECK, left, {standing[c] for c in left} | set(carried.values()), aims, there)
        control.ground([("checks", [])])
        control.ground([("routes", [_CHECK])])
        control.ground([("checking", [])])
        left = [(move, choice) for move, choice in self._atoms(control, "checking", 2)]
        if len(left) > _FEW and havens:
            stage = Number(3)
            self._look(control, 3, stage, left, {standing[c] for c in left} | set(carried.values()), havens, there)
            control.ground([("flights", [stage])])
            control.ground([("routes", [stage])])
            control.ground([("flown", [stage])])
            left = [(move, choice) for _, move, choice in self._atoms(control, "passes_round", 3)]
        return [moves[candidate] for candidate in left]

    def _moves(self, position: Position, control: Control) -> dict[Candidate, Move]:
        names = position.game.names_by_symbol
        removed = {move: names[cell] for move, cell in self._atoms(control, "removes", 2)}
        special = {move: text(name) for move, name in self._atoms(control, "special", 2)}
        partners = {}
        for move, origin, target in self._atoms(control, "carries", 3):
            partner = position.game.piece_name(position.pieces[names[origin]].kinds)
            partners[move] = (partner, names[origin], names[target])
        pieces = {cell: position.game.piece_name(piece.kinds) for cell, piece in position.pieces.items()}
        return {
            (move, choice): Move(
                names[origin],
                names[target],
                pieces[names[origin]],
                removed.get(move),
                position.game.choice_name(choice),
                special.get(move),
                partners.get(move),
                (move, choice),
            )
            for move, origin, target, choice in self._atoms(control, "legal", 4)
        }

    def _order(self, cells: set[Vector]) -> list[Vector]:
        """Cells far from each other first: one piece seldom guards them all."""
        waiting, found = sorted(cells), list[Vector]()
        while waiting:
            far = max(waiting, key=lambda cell: min((_distance(cell, other) for other in found), default=0))
            waiting.remove(far)
            found.append(far)
        return found

    def _look(
        self,
        control: Control,
        number: int,
        stage: Symbol,
        left: Iterable[Candidate],
        places: Iterable[Place],
        cells: Sequence[Vector],
        there: dict[Place, Symbol],
    ) -> None:
        points, passes = self._routes(places, cells, there)
        self._later(
            control,
            number,
            {
                ("point", 5): points,
                ("passes", 3): passes,
                **self._survivors(stage, left, cells),
            },
        )

    @staticmethod
    def _survivors(
        stage: Symbol, left: Iterable[Candidate], cells: Iterable[Vector]
    ) -> dict[tuple[str, int], Sequence[Symbol]]:
        return {
            ("tested", 2): [Function("", [stage, cell_symbol(cell)]) for cell in cells],
            ("survivor", 3): [Function("", [stage, *candidate]) for candidate in left],
        }

    def _later(self, control: Control, number: int, facts: dict[tuple[str, int], Sequence[Symbol]]) -> None:
        control.ground([("later", [Number(number)])], context=_Facts(facts))

    def _reach(self, place: Place, cell: Vector, name: Symbol) -> list[Symbol]:
        """reach/4 of a piece on another cell than now."""
        key = (place, cell)
        if key not in self._rows:
            table = self.ruleset.routes
            _, kinds, army = place
            self._rows[key] = [
                Function("", [name, Number(number), cell_symbol(cell), Function(use)])
                for number in self._numbers(place, cell)
                for use in set().union(*(table.ends.get((army, kind), {}).get(number, set()) for kind in kinds))
            ]
        return self._rows[key]

    def _numbers(self, place: Place, cell: Vector) -> list[int]:
        """The points of a kind's routes that lie on a cell, seen from another."""
        start, kinds, army = place
        ends = self._ends.get((army, kinds))
        if ends is None:
            table = self.ruleset.routes
            ends = self._ends[army, kinds] = {}
            for kind in kinds:
                for number in table.ends.get((army, kind), {}):
                    ends.setdefault(table.places[number], []).append(number)
        displacement = tuple(b - a for a, b in zip(start, cell, strict=True))
        return list(dict.fromkeys(ends.get(displacement, ())))

    def _routes(
        self,
        places: Iterable[Place],
        cells: Sequence[Vector],
        there: dict[Place, Symbol],
    ) -> tuple[list[Symbol], list[Symbol]]:
        """point/5 and passes/3 of pieces on other cells than now, for their routes that end on some cells."""
        points: list[Symbol] = []
        passes: list[Symbol] = []
        for place in places:
            for cell in cells:
                key = (place, cell)
                if key not in self._points:
                    self._points[key] = self._move(place, cell, there[place])
                more_points, more_passes = self._points[key]
                points += more_points
                passes += more_passes
        return points, passes

    def _move(self, where: Place, cell: Vector, name: Symbol) -> tuple[list[Symbol], list[Symbol]]:
        table = self.ruleset.routes
        start, kinds, army = where
        numbers = self._numbers(where, cell)
        uses: dict[int, set[str]] = {
            number: set().union(*(table.ends.get((army, kind), {}).get(number, set()) for kind in kinds))
            for number in numbers
        }
        for number in numbers:
            for earlier in table.before[number]:
                if earlier not in uses:
                    uses[earlier] = {"pass"}
                    numbers.append(earlier)
        points, passes = [], []
        for number, ways in uses.items():
            end = add(start, table.places[number])
            place = cell_symbol(end) if end in table.cells else _OFF
            point = Number(number)
            for use in ways:
                points += [Function("", [name, point, place, Function(use), before]) for before in table.after[number]]
            for passed in table.through.get(number, ()):
                if add(start, passed) in table.cells:
                    passes.append(Function("", [name, point, cell_symbol(add(start, passed))]))
        return points, passes

    def _ground(self, position: Position) -> Control:
        placement = position.placement()
        pieces: list[Symbol] = []
        points: list[Symbol] = []
        passes: list[Symbol] = []
        for cell, kinds, army in placement.pieces:
            pieces += [Function("", [cell_symbol(cell), Function(kind), Function(army)]) for kind in kinds]
            more_points, more_passes = self.ruleset.routes.points(cell, kinds, army)
            points += more_points
            passes += more_passes
        facts: dict[tuple[str, int], Sequence[Symbol]] = {
            **self._constants,
            ("piece", 3): pieces,
            ("point", 5): points,
            ("passes", 3): passes,
            ("turn", 1): [Function(placement.turn)],
            ("state", 2): [Function("", [Function(name), cell_symbol(cell)]) for name, cell in placement.state],
            ("quiet", 1): [Number(placement.quiet)],
            ("seen", 1): [Number(1)],
            ("query", 1): [Function("moves")],
        }
        messages: list[str] = []
        control = Control(["--warn=no-atom-undefined"], logger=lambda _code, message: messages.append(message.strip()))
        with ProgramBuilder(control) as builder:
            for statement in self._program:
                builder.add(statement)
        try:
            control.ground([("given", [])], context=_Facts(facts))
            for name, stage in (*STAGES, ("mates", None)):
                control.ground([(name, [Function(stage)] if stage else [])])
        except RuntimeError as error:
            raise RulesError("\n".join([*messages, str(error)])) from error
        return control

    @staticmethod
    def _atoms(control: Control, name: str, arity: int) -> list[Sequence[Symbol]]:
        found: Iterable[SymbolicAtom] = control.symbolic_atoms.by_signature(name, arity)
        return [atom.symbol.arguments for atom in found]
