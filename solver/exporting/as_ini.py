"""A game as a section of a variants.ini of Fairy-Stockfish."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cached_property

from ..compiled.tables import NO_CHECK
from ..errors import RulesError
from ..shorthand.shown import choices_of
from ..shorthand.written import Notation
from .described import HAND, REGICIDE, Arrival, Castling, Cell, has_ways
from .kind_ways import DOUBLE_STEP
from .letters import letters_of
from .reached import PASSING, Piece, ReachedGame

_SIZE = (12, 10)
_MOST_PIECES = 25
_LAME = re.compile("n(?![NAZD])")
_FLYING = "fkR"
_DOUBLE = {(0, 1): "D", (1, 1): "A"}


def ini_of(game: ReachedGame, name: str) -> str:
    """The section that means this game.

    Args:
        game: the game.
        name: the name of the section.

    Raises:
        RulesError: with everything that such a section cannot say.
    """
    writer = _Section(game)
    lines = list(writer.lines())
    wrong = [*game.obstacles, *writer.obstacles]
    if wrong:
        raise RulesError(*dict.fromkeys(wrong))
    return "\n".join([f"[{name}]", *lines, ""])


class _Section:
    def __init__(self, game: ReachedGame) -> None:
        self._game = game
        self.obstacles: list[str] = []
        self._kinds = [kind for kind in game.kinds if any((army, kind) in game.standing for army in (0, 1))]
        letters = letters_of(game.ruleset.abbreviations, self._kinds)
        self._letter = {kind: letters[kind].lower() for kind in self._kinds}
        self._royals = [kind for kind in self._kinds if kind in game.ruleset.royal]
        self._become: dict[Piece, dict[Cell, frozenset[str]]] = defaultdict(dict)
        self._goals: dict[Piece, set[Cell]] = defaultdict(set)
        self._read_arrivals()

    def lines(self) -> Iterator[str]:
        """The lines; what they cannot say is in `obstacles`."""
        width, height = self._game.size
        if width > _SIZE[0] or height > _SIZE[1] or len(self._kinds) > _MOST_PIECES:
            self.obstacles.append(f"a board of {width}x{height} with {len(self._kinds)} kinds")
        if len(self._game.cells) != width * height:
            self.obstacles.append("a board with holes")
        yield f"maxFile = {width}"
        yield f"maxRank = {height}"
        yield from self._pieces()
        yield f"startFen = {self._fen()}"
        yield from self._promotions()
        yield from self._double_steps()
        yield from self._castlings()
        yield from self._hands()
        yield from self._ends()

    # What moves do

    def _read_arrivals(self) -> None:
        """What kinds become where, by moves without capture; where they may not go; and which cells win."""
        game = self._game
        for piece, cells in sorted(game.standing.items()):
            for cell in sorted(cells):
                for way, start, end in game.moves_from(piece, cell):
                    if way == "":
                        self._read_arrival(piece, end, game.arrivals(way, *piece, None, start, end))
        self._compulsory = set[bool]()
        seen = set[tuple[object, ...]]()
        for piece, cells in sorted(game.standing.items()):
            victims = [each for each in sorted(game.standing) if game.may_capture(piece, each)]
            for cell in sorted(cells):
                for way, start, end in game.moves_from(piece, cell):
                    for victim in self._victims(way, end, victims):
                        key = way, piece, victim, game.class_of(start, end), self._become[piece].get(end)
                        if key not in seen:
                            seen.add(key)
                            self._check(way, piece, victim, start, end)

    def _victims(self, way: str, end: Cell, victims: Iterable[Piece]) -> Iterator[Piece | None]:
        """What a move may capture; None for nothing."""
        if way == PASSING:
            names = self._game.ruleset.names("in_passing")
            yield from (each for each in victims if each[1] in names)
            return
        yield None
        if way != DOUBLE_STEP:
            yield from (each for each in victims if end in self._game.standing[each])

    def _read_arrival(self, piece: Piece, end: Cell, arrivals: frozenset[Arrival]) -> None:
        kinds = frozenset(each.kind for each in arrivals)
        if self._become[piece].setdefault(end, kinds) != kinds:
            self.obstacles.append(f"what a {piece[1]} becomes depends on where it starts")
        if any(each.wins for each in arrivals):
            self._goals[piece].add(end)

    def _check(self, way: str, piece: Piece, victim: Piece | None, start: Cell, end: Cell) -> None:
        """Note what a move does that no line has a word for."""
        army, kind = piece
        arrivals = self._game.arrivals(way, *piece, victim, start, end)
        wrong = self.obstacles.append
        if way == REGICIDE:
            if victim and bool(arrivals) != (victim[1] in self._royals):
                wrong(f"captures by which a {kind} attacks some pieces only")
            return
        if way in ("locust", "two"):
            wrong("captures on the way")
            return
        if way == "" and self._moves_only(piece, victim):
            return
        if any(each.beyond for each in arrivals):
            wrong(next(each.beyond for each in arrivals if each.beyond))
        if frozenset(each.kind for each in arrivals) != self._become[piece].get(end, frozenset({kind})):
            wrong(f"what a {kind} becomes by a capture")
        if any(each.army != army for each in arrivals) or (victim and victim[0] == army):
            wrong("captures of pieces of the same side, and pieces that change sides")
        if any(each.unguarded or each.ignores_check for each in arrivals):
            wrong("moves that depend on attacks")
        if any(each.wins not in ((), (army,)) or bool(each.wins) != (end in self._goals[piece]) for each in arrivals):
            wrong("moves that win otherwise than by where they end")
        if victim:
            self._compulsory |= {each.compulsory for each in arrivals}
        elif any(each.compulsory for each in arrivals):
            wrong("moves without capture that are compulsory")
        brings = ((f"{HAND} {army}", victim[1]),) if victim and self._captures_to_hand else ()
        if any(each.gains != brings or each.spends for each in arrivals):
            wrong("what a capture brings to a store, or a promotion needs there")

    def _moves_only(self, piece: Piece, victim: Piece | None) -> bool:
        """Whether a kind has no plain moves of this sort: captures, or moves without one."""
        ways = has_ways(self._game, *piece) or {}
        return not any(use in ways for use in ("any", "capture" if victim else "quiet"))

    @cached_property
    def _captures_to_hand(self) -> bool:
        """Whether captured pieces come to a hand."""
        if not self._game.has_hands:
            return False
        game = self._game
        for piece, cells in sorted(game.standing.items()):
            for cell in sorted(cells):
                for way, start, end in game.moves_from(piece, cell):
                    for victim in sorted(game.standing):
                        if way == "" and victim[0] != piece[0] and victim[1] not in self._royals:
                            arrivals = game.arrivals(way, *piece, victim, start, end)
                            if arrivals:
                                return any(each.gains for each in arrivals)
        return False

    # Lines

    def _pieces(self) -> Iterator[str]:
        number = 0
        is_royal = len(self._royals) == 1 and all(
            len(self._game.cells_of(army, self._royals[0])) == 1 for army in (0, 1)
        )
        if self._royals and not is_royal:
            self.obstacles.append("several royal pieces, or one in one army only")
        flying = set[bool]()
        for kind in self._kinds:
            text = self._move(kind)
            if kind in self._royals:
                flying.add(_FLYING in text)
                text = text.replace(_FLYING, "")
            if "k" in text:
                self.obstacles.append(f"how a {kind} captures royal pieces")
            if kind in self._royals:
                name = "king"
                yield f"king = {self._letter[kind]}:{text}"
            else:
                number += 1
                name = f"customPiece{number}"
                yield f"{name} = {self._letter[kind]}:{text}"
            for army, color in enumerate(("White", "Black")):
                banned = {cell for cell, kinds in self._become[army, kind].items() if not kinds}
                if banned:
                    region = self._region(self._game.standing[army, kind])
                    yield f"mobilityRegion{color}{name[0].upper()}{name[1:]} = {region}"
        if True in flying:
            yield "flyingGeneral = true"

    def _move(self, kind: str) -> str:
        game = self._game
        width, height = game.size
        notation = Notation(max(width, height) - 1, width, height, is_plain=True)
        texts = dict[str, None]()
        for army in (0, 1):
            if (army, kind) in game.standing:
                ways = has_ways(game, army, kind)
                texts[(notation.write(ways) if ways else None) or ""] = None
        text = next(iter(texts))
        if len(texts) > 1 or not text or re.search("[jXYad]|[HCZG][0-9]", text) or _LAME.search(text):
            self.obstacles.append(f"how a {kind} moves")
        if kind in game.ruleset.names("in_passing") and any(game.double_steps(*piece) for piece in game.standing):
            text = text.replace("c", "ce", 1)
        steps = frozenset(step for army in (0, 1) for step in game.double_steps(army, kind))
        for size, atom in _DOUBLE.items():
            some = frozenset(step for step in steps if tuple(sorted(map(abs, step))) == size)
            if some:
                text += f"i{choices_of(size).get(some, '')}mn{atom}"
        return text

    def _fen(self) -> str:
        game = self._game
        at = {cell: (army, kind) for army in (0, 1) for kind in self._kinds for cell in game.cells_of(army, kind)}
        rows = []
        for y in range(game.size[1], 0, -1):
            signs = [self._sign(at.get((x, y))) for x in range(1, game.size[0] + 1)]
            rows.append(re.sub("1+", lambda run: str(len(run[0])), "".join(signs)))
        held = "".join(self._sign((a, kind)) * game.held(a, kind) for a in (0, 1) for kind in self._kinds)
        placed = "/".join(rows) + (f"[{held}]" if game.has_hands else "")
        rights = sorted(
            (each.army, self._wing(each) == "q", self._wing(each)) for each in game.castlings if each.pieces
        )
        castling = "".join(wing if army else wing.upper() for army, _, wing in rights) or "-"
        return f"{placed} w {castling} - 0 1"

    def _sign(self, piece: Piece | None) -> str:
        if piece is None:
            return "1"
        letter = self._letter[piece[1]]
        return letter if piece[0] else letter.upper()

    def _wing(self, castling: Castling) -> str:
        king, *others = castling.pieces
        return "k" if others and others[0][2][0] > king[2][0] else "q"

    @staticmethod
    def _region(cells: Iterable[Cell]) -> str:
        return " ".join(f"{chr(96 + x)}{y}" for x, y in sorted(cells)) or "-"

    def _set(self, kinds: Iterable[str]) -> str:
        return "".join(sorted(self._letter[kind] for kind in kinds)) or "-"

    def _promotions(self) -> Iterator[str]:
        colors = ("White", "Black")
        mandatory = set[bool]()
        for army, color in enumerate(colors):
            found: dict[str, dict[Cell, frozenset[str]]] = {}
            for kind in self._kinds:
                cells = {c: kinds for c, kinds in self._become[army, kind].items() if kinds - {kind}}
                if cells:
                    found[kind] = cells
            regions = {frozenset(cells) for cells in found.values()}
            choices = {kinds - {kind} for kind, cells in found.items() for kinds in cells.values()}
            mandatory |= {kind not in kinds for kind, cells in found.items() for kinds in cells.values()}
            reach = {kind: set(self._become[army, kind]) for kind in found}
            region = frozenset().union(*regions)
            if len(choices) > 1 or any(region & reach[kind] != set(found[kind]) for kind in found):
                self.obstacles.append("pieces that promote in different zones, or to different kinds")
            yield f"promotionPawnTypes{color} = {self._set(found)}"
            yield f"promotionPieceTypes{color} = {self._set(next(iter(choices), frozenset()))}"
            yield f"promotionRegion{color} = {self._region(region)}"
        if len(mandatory) > 1:
            self.obstacles.append("promotions of which some are a choice")
        yield f"mandatoryPawnPromotion = {str(False not in mandatory).lower()}"

    def _double_steps(self) -> Iterator[str]:
        game = self._game
        some = False
        for army, color in enumerate(("White", "Black")):
            steps = [
                (step, homes & game.standing.get((army, kind), set()))
                for kind in self._kinds
                for step, homes in game.double_steps(army, kind).items()
            ]
            region = frozenset[Cell]().union(*(homes for _, homes in steps))
            sign = 1 if army == 0 else -1
            for (x, y), homes in steps:
                if homes != {(a, b) for a, b in region if (a + 2 * sign * x, b + 2 * sign * y) in game.numbers}:
                    self.obstacles.append("double steps of different pieces from different cells")
            some = some or bool(region)
            yield f"doubleStepRegion{color} = {self._region(region)}"
        yield f"doubleStep = {str(some).lower()}"
        passing = game.ruleset.names("in_passing") & set(self._kinds) if some else set()
        yield f"enPassantTypes = {self._set(passing)}"

    def _castlings(self) -> Iterator[str]:
        game = self._game
        if not game.castlings:
            yield "castling = false"
            return
        files: dict[str, set[int]] = defaultdict(set)
        partners = set[str]()
        for each in game.castlings:
            if len(each.pieces) != 2 or not self._is_usual(each):
                self.obstacles.append("castling of this sort, or another special move")
                return
            (_, _, start, end), (_, kinds, partner, _) = each.pieces
            wing, row = self._wing(each), start[1] if each.army == 0 else game.size[1] + 1 - start[1]
            for key, value in {"king": start[0], "row": row, f"to {wing}": end[0], f"from {wing}": partner[0]}.items():
                files[key].add(value)
            partners |= kinds
        if any(len(values) > 1 for values in files.values()):
            self.obstacles.append("castling that differs between the armies")
            return
        only = {key: next(iter(values)) for key, values in files.items()}
        names = {
            "king": "castlingKingFile", "to k": "castlingKingsideFile", "to q": "castlingQueensideFile",
            "from k": "castlingRookKingsideFile", "from q": "castlingRookQueensideFile",
        }  # fmt: skip
        yield f"castlingRank = {only['row']}"
        yield from (f"{line} = {chr(96 + only[key])}" for key, line in names.items() if key in only)
        yield f"castlingRookPieces = {self._set(partners)}"

    def _is_usual(self, castling: Castling) -> bool:
        """Whether it is the castling of chess: nothing between, and no attack on the King's way."""
        (_, kinds, start, end), (_, _, partner, beside) = castling.pieces
        sign = 1 if partner[0] > start[0] else -1
        between = {self._game.numbers[x, start[1]] for x in range(start[0] + sign, partner[0], sign)}
        path = {self._game.numbers[x, start[1]] for x in range(start[0] + sign, end[0], sign)}
        guard = castling.guard
        return (
            kinds <= set(self._royals)
            and beside == (end[0] - sign, end[1])
            and set(guard.vacant) == between
            and set(guard.path) | {self._game.numbers[end]} == path | {self._game.numbers[end]}
            and guard.check == NO_CHECK
        )

    def _hands(self) -> Iterator[str]:
        game = self._game
        if not game.has_hands:
            return
        yield "pieceDrops = true"
        yield f"capturesToHand = {str(self._captures_to_hand).lower()}"
        yield "dropLoop = true"
        captured = [kind for kind in self._kinds if kind not in self._royals and self._captures_to_hand]
        for army, kind in ((a, k) for a in (0, 1) for k in self._kinds if k in captured or game.held(a, k)):
            for cell in game.cells:
                if game.drops(army, kind, cell) != {Arrival(kind, army)}:
                    # Its own spending is no condition.
                    found = {each._replace(spends=()) for each in game.drops(army, kind, cell)}
                    if found != {Arrival(kind, army)}:
                        self.obstacles.append(f"where a {kind} may be dropped, or as what")
                        break
        pawns = self._set(kind for kind in self._kinds if any(len(k) > 1 for k in self._become[0, kind].values()))
        if pawns != "-":
            yield "firstRankPawnDrops = true"
            yield "promotionZonePawnDrops = true"

    def _ends(self) -> Iterator[str]:
        ends = self._game.ends()
        for name, words in {"exposure": "that a royal piece may be left attacked", "may_pass": "passes"}.items():
            if name in ends:
                self.obstacles.append(words)
        value = "loss" if ("loses",) in ends["no_move"] else "win" if ("wins",) in ends["no_move"] else "draw"
        if ends["no_move"] and value == "draw":
            self.obstacles.append("what happens when a player has no move")
        yield f"stalemateValue = {value}"
        if "checkmate_wins" in ends:
            yield "checkmateValue = win"
        if True in self._compulsory:
            if False in self._compulsory:
                self.obstacles.append("captures of which some are compulsory")
            yield "mustCapture = true"
        yield from self._flags()
        yield from self._tallies(ends["tally"])
        ruleset = self._game.ruleset
        for line, fact, unit in (("nMoveRule", "move_limit", 2), ("nFoldRule", "repetitions", 1)):
            values = [symbol.arguments[0].number for symbol in ruleset.numeric(fact, 1, 0)]
            yield f"{line} = {values[0] // unit if values else 0}"
        yield f"nMoveRuleTypes = {self._set(ruleset.names('irreversible') & set(self._kinds))}"

    def _flags(self) -> Iterator[str]:
        kinds = {kind for (_, kind), cells in self._goals.items() if cells}
        if len(kinds) > 1:
            self.obstacles.append("goals of several kinds")
        elif kinds:
            (kind,) = kinds
            yield f"flagPiece = {self._letter[kind]}"
            for army, color in enumerate(("White", "Black")):
                yield f"flagRegion{color} = {self._region(self._goals[army, kind])}"

    def _tallies(self, tallies: frozenset[tuple[str, ...]]) -> Iterator[str]:
        if not tallies:
            return
        by_reason: dict[str, set[tuple[str, ...]]] = defaultdict(set)
        for reason, *rest in tallies:
            by_reason[reason].add(tuple(rest))
        values, counts, kinds = set[str](), set[str](), set[str]()
        for reason, some in by_reason.items():
            counted, in_zone = self._game.tallied(reason)
            mine = {army == winner for army, _, _, winner in some}
            counts |= {most for _, _, most, _ in some}
            values |= {"win" if each else "loss" for each in mine}
            kinds |= {self._set(counted) if counted else "*"}
            if in_zone or {army for army, *_ in some} != {"0", "1"} or any(least != "0" for _, least, _, _ in some):
                self.obstacles.append("an end by the number of pieces of this sort")
            if len(counted) > 1:
                self.obstacles.append("an end by the number of pieces of several kinds together")
        if len(values) > 1 or len(counts) > 1:
            self.obstacles.append("ends by different numbers of pieces")
            return
        yield f"extinctionValue = {values.pop()}"
        yield f"extinctionPieceTypes = {''.join(sorted(kinds))}"
        yield f"extinctionPieceCount = {counts.pop()}"
