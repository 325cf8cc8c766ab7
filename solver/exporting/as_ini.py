"""A game as a section of a variants.ini of Fairy-Stockfish."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from ..compiled.named_values import NO_CHECK
from ..errors import RulesError
from ..shorthand.written import Notation, write_doubles
from .described import Arrival, Castling, Cell, has_ways
from .letters import an, cell_name, file_letter, letters_of
from .move_effects import MoveEffects
from .reached import HOLES, Piece, ReachedGame

_SIZE = (12, 10)
_MOST_PIECES = 25
_LAME = re.compile("n(?![NAZD])")
_FLYING = "fkR"
_ARMIES = ("White", "Black")
_DRAWS = {"move_limit": ("nMoveRule", 2), "repetitions": ("nFoldRule", 1)}
"""The line for a draw by the fact that states it, and how many of the fact's units are one of the line's."""
STATED_DRAWS = frozenset(_DRAWS)


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
        self._effects = MoveEffects(game)
        self.obstacles = [*self._effects.obstacles]
        self._kinds = game.standing_kinds
        letters = letters_of(game.ruleset.abbreviations, self._kinds)
        self._letter = {kind: letters[kind].lower() for kind in self._kinds}
        self._royals = [kind for kind in self._kinds if kind in game.ruleset.royal]

    def lines(self) -> Iterator[str]:
        """The lines; what they cannot say is in `obstacles`."""
        width, height = self._game.size
        if width > _SIZE[0] or height > _SIZE[1] or len(self._kinds) > _MOST_PIECES:
            self.obstacles.append(f"a board of {width}x{height} with {len(self._kinds)} kinds")
        if self._game.has_holes:
            self.obstacles.append(HOLES)
        yield f"maxFile = {width}"
        yield f"maxRank = {height}"
        yield from self._pieces()
        yield f"startFen = {self._fen()}"
        yield from self._promotions()
        yield from self._double_steps()
        yield from self._castlings()
        yield from self._hands()
        yield from self._ends()

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
                self.obstacles.append(f"how {an(kind)} captures royal pieces")
            if kind in self._royals:
                name = "king"
                yield f"king = {self._letter[kind]}:{text}"
            else:
                number += 1
                name = f"customPiece{number}"
                yield f"{name} = {self._letter[kind]}:{text}"
            for army, color in enumerate(_ARMIES):
                become = self._effects.become[army, kind]
                if not all(become.values()):
                    # It never stands on the cells where it must promote, but it goes there.
                    cells = self._game.standing[army, kind] | {cell for cell, kinds in become.items() if kinds}
                    region = self._region(cells)
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
            self.obstacles.append(f"how {an(kind)} moves")
        if kind in game.ruleset.names("in_passing") and any(game.double_steps(*piece) for piece in game.standing):
            text = text.replace("c", "ce", 1)
        steps = {step for army in (0, 1) for step in game.double_steps(army, kind)}
        doubles = write_doubles(steps)
        if any(number > 2 for _, number in steps):
            self.obstacles.append(f"first moves of {an(kind)} of more than two steps")
        elif doubles is None:
            self.obstacles.append(f"in which directions {an(kind)} makes a double step")
        return text + (doubles or "")

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
        return " ".join(cell_name(cell) for cell in sorted(cells)) or "-"

    def _set(self, kinds: Iterable[str]) -> str:
        return "".join(sorted(self._letter[kind] for kind in kinds)) or "-"

    def _promotions(self) -> Iterator[str]:
        mandatory = set[bool]()
        for army, color in enumerate(_ARMIES):
            found: dict[str, dict[Cell, frozenset[str]]] = {}
            for kind in self._kinds:
                cells = {c: kinds for c, kinds in self._effects.become[army, kind].items() if kinds - {kind}}
                if cells:
                    found[kind] = cells
            regions = {frozenset(cells) for cells in found.values()}
            choices = {kinds - {kind} for kind, cells in found.items() for kinds in cells.values()}
            mandatory |= {kind not in kinds for kind, cells in found.items() for kinds in cells.values()}
            reach = {kind: set(self._effects.become[army, kind]) for kind in found}
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
        for army, color in enumerate(_ARMIES):
            steps = [
                (step, homes & game.standing.get((army, kind), set()))
                for kind in self._kinds
                for (step, number), homes in game.double_steps(army, kind).items()
                if number == 2
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
                self.obstacles.append("special moves other than castling as in chess")
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
        yield from (f"{line} = {file_letter(only[key])}" for key, line in names.items() if key in only)
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
        yield f"capturesToHand = {str(self._effects.captures_to_hand).lower()}"
        yield "dropLoop = true"
        captured = [kind for kind in self._kinds if kind not in self._royals and self._effects.captures_to_hand]
        for army, kind in ((a, k) for a in (0, 1) for k in self._kinds if k in captured or game.held(a, k)):
            for cell in game.cells:
                if game.drops(army, kind, cell) != {Arrival(kind, army)}:
                    # Its own spending is no condition.
                    found = {each._replace(spends=()) for each in game.drops(army, kind, cell)}
                    if found != {Arrival(kind, army)}:
                        self.obstacles.append(f"where {an(kind)} may be dropped, or as what")
                        break
        pawns = self._set(
            kind for kind in self._kinds if any(len(k) > 1 for k in self._effects.become[0, kind].values())
        )
        if pawns != "-":
            yield "firstRankPawnDrops = true"
            yield "promotionZonePawnDrops = true"

    def _ends(self) -> Iterator[str]:
        ends = self._game.ends()
        unsaid = {
            "exposure": "that a royal piece may be left attacked",
            "last_royal": "that royal pieces but the last may be captured",
            "one_safe": "that of several royal pieces only one must be safe",
            "may_pass": "passes",
        }
        for name, words in unsaid.items():
            if name in ends:
                self.obstacles.append(words)
        value = "loss" if ("loses",) in ends["no_move"] else "win" if ("wins",) in ends["no_move"] else "draw"
        if ends["no_move"] and value == "draw":
            self.obstacles.append("what happens when a player has no move")
        yield f"stalemateValue = {value}"
        if "checkmate_wins" in ends:
            yield "checkmateValue = win"
        if True in self._effects.compulsory:
            if False in self._effects.compulsory:
                self.obstacles.append("captures of which some are compulsory")
            yield "mustCapture = true"
        yield from self._flags()
        yield from self._tallies(ends["tally"])
        ruleset = self._game.ruleset
        for fact, (line, unit) in _DRAWS.items():
            values = [symbol.arguments[0].number for symbol in ruleset.numeric(fact, 1, 0)]
            if len(values) > 1 or any(value % unit for value in values):
                self.obstacles.append(self._game.notes[fact])
            yield f"{line} = {values[0] // unit if values else 0}"
        yield f"nMoveRuleTypes = {self._set(ruleset.names('irreversible') & set(self._kinds))}"

    def _flags(self) -> Iterator[str]:
        kinds = {kind for (_, kind), cells in self._effects.goals.items() if cells}
        if len(kinds) > 1:
            self.obstacles.append("goals of several kinds")
        elif kinds:
            (kind,) = kinds
            yield f"flagPiece = {self._letter[kind]}"
            for army, color in enumerate(_ARMIES):
                yield f"flagRegion{color} = {self._region(self._effects.goals[army, kind])}"

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
