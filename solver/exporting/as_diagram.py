"""A game as the definition of an Interactive Diagram. The definition is read again, and must mean the same game."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory

from ..asp.new_games import write_rules
from ..asp.rule_files import read_game
from ..asp.ruleset import Ruleset
from ..diagrams.definition import read_definition
from ..diagrams.rules_writer import rules_of
from ..errors import RulesError
from ..explain.strings import strings_of
from ..shorthand.matrix import write_matrix
from ..shorthand.morph import PLAIN, read_morph, write_morph
from ..shorthand.written import Notation, write_doubles
from .compared import differences
from .described import Arrival, Cell, has_ways
from .letters import an, cell_name, letters_of
from .reached import HOLES, ReachedGame

_PROMOTES, _NEVER, _WINS, _WINS_ANYHOW = "*", "!", "+", "#"


def diagram_of(game: ReachedGame) -> str:
    """The definition of a diagram that means this game.

    Raises:
        RulesError: with everything that such a definition cannot say.
    """
    if game.has_holes:
        raise RulesError(HOLES)
    writer = _Writer(game)
    text = writer.text()
    wrong = [*game.obstacles, *writer.obstacles]
    if not writer.obstacles:
        wrong += differences(game, _read_again(text, game.ruleset.title))
    if wrong:
        raise RulesError(*dict.fromkeys(wrong))
    return text


def _read_again(text: str, title: str) -> ReachedGame:
    with TemporaryDirectory() as place:
        folder = Path(place) / "read"
        write_rules(rules_of(read_definition(text), title), folder)
        try:
            return ReachedGame(Ruleset(read_game(folder)))
        except RulesError as error:
            raise RulesError(*(f"the game that the diagram would be: {each}" for each in error.mistakes)) from error


class _Writer:
    def __init__(self, game: ReachedGame) -> None:
        self._game = game
        self.obstacles: list[str] = []
        width, height = game.size
        self._notation = Notation(max(width, height) - 1, width, height)
        self._strings = strings_of(game.ruleset)
        stated = [kind for kind, _ in self._strings.types] if self._strings else []
        self._kinds = [*stated, *(kind for kind in game.standing_kinds if kind not in stated)]
        if stated and self._strings:
            self._ids = dict(self._strings.types)
            self._ids |= letters_of(game.ruleset.abbreviations, [kind for kind in self._kinds if kind not in stated])
        else:
            self._ids = letters_of(game.ruleset.abbreviations, self._kinds)
        self._choices: set[frozenset[str]] = set()
        self._boards = {kind: self._board(kind) for kind in self._kinds}

    def text(self) -> str:
        """The definition; what it cannot say is in `obstacles`."""
        game = self._game
        if len(self._choices) > 1:
            self.obstacles.append("pieces that become different kinds by choice")
        royals = [kind for kind in self._kinds if kind in game.ruleset.royal]
        if not royals:
            self.obstacles.append("a game without a royal piece")
        zone, promoting = self._zone()
        if not self._strings:
            self._kinds.sort(key=lambda kind: kind not in promoting)
        elif set(self._kinds[: len(promoting)]) != promoting:
            zone, promoting = 0, set()
        lines = [f"files={game.size[0]}", f"ranks={game.size[1]}"]
        lines += [f"promoZone={zone}"] if zone else []
        lines += [f"maxPromote={len(promoting)}"]
        lines += [f"promoChoice={''.join(sorted(self._ids[k] for k in some))}" for some in self._choices][:1]
        lines += ["symmetry=none"]
        lines += [f"royal={self._kinds.index(kind) + 1}" for kind in royals]
        if self._has_several(royals):
            lines.append(f"extinction={sum(1 << int(army) for (army,) in game.ends()['last_royal'])}")
        lines += ["stalemate=lose"] if ("loses",) in game.ends().get("no_move", ()) else []
        lines += ["holdingsType=-2"] if game.has_hands else []
        matrix = self._matrix()
        lines += [f"captureMatrix={matrix}"] if matrix else []
        for kind in self._kinds:
            lines.append(self._type(kind))
            board = {} if kind in promoting else self._boards[kind]
            if board:
                lines.append(f"morph={write_morph(self._marks(board), *game.size)}")
        return "\n".join([*lines, ""])

    def _has_several(self, royals: Collection[str]) -> bool:
        """Whether a side may have several royal pieces, so that it matters whether only the last must be safe."""
        stand = (sum(len(self._game.cells_of(army, kind)) for kind in royals) for army in (0, 1))
        return max(stand) > 1 or any(not some.isdisjoint(royals) for some in self._choices)

    def _marks(self, board: dict[Cell, str]) -> dict[tuple[int, int], str]:
        return {(self._game.size[1] + 1 - y, x): sign for (x, y), sign in board.items()}

    def _type(self, kind: str) -> str:
        game = self._game
        cells = [self._squares(game.cells_of(army, kind)) for army in (0, 1)]
        held = [game.held(army, kind) for army in (0, 1)] if game.has_hands else [0, 0]
        line = f"{kind}:{self._ids[kind]}:{self._move(kind)}::{cells[0]},,{cells[1]}"
        return f"{line}:{held[0]},{held[1]}" if any(held) else line

    @staticmethod
    def _squares(cells: Iterable[Cell]) -> str:
        found = []
        for y, row in groupby(sorted(cells, key=lambda cell: (cell[1], cell[0])), key=lambda cell: cell[1]):
            columns = [x for x, _ in row]
            for _, run in groupby(enumerate(columns), key=lambda each: each[1] - each[0]):
                some = [x for _, x in run]
                first, last = (cell_name((x, y)) for x in (some[0], some[-1]))
                found.append(first if first == last else f"{first}-{last}")
        return ",".join(found)

    def _move(self, kind: str) -> str:
        """The moves of a kind in Betza's notation."""
        game = self._game
        army = game.army_of(kind)
        ways = has_ways(game, army, kind)
        text = self._notation.write(ways, game.strings(kind)) if ways else None
        if text is None:
            self.obstacles.append(f"how {an(kind)} moves")
            return ""
        if kind in game.ruleset.names("in_passing"):
            text = text.replace("c", "ce", 1)
        doubles = write_doubles(game.double_steps(army, kind))
        if doubles is None:
            self.obstacles.append(f"in which directions {an(kind)} makes a double step, or how far it goes")
        text += doubles or ""
        for castling in game.castlings:
            mover = next(iter(castling.pieces), None)
            is_castling = len(castling.pieces) > 1 and kind in game.ruleset.royal
            if castling.army == army and mover and kind in mover[1] and is_castling:
                castle = f"isO{abs(mover[3][0] - mover[2][0])}"
                text += castle if castle not in text else ""
        return text

    def _board(self, kind: str) -> dict[Cell, str]:
        """The signs of the cells on which a piece of a kind changes, as White sees them."""
        game = self._game
        army = game.army_of(kind)
        if self._strings and (text := self._strings.morphs.get(kind, "")):
            ranks = read_morph(text, *game.size, tuple(self._ids.values()))
            self._choices |= {frozenset(self._strings.choices)} if "*" in text else set()
            return {
                (x, game.size[1] - row): sign
                for row, rank in enumerate(ranks)
                for x, sign in enumerate(rank, 1)
                if sign != PLAIN
            }
        found: dict[Cell, str] = {}
        for cell in sorted(game.standing.get((army, kind), ())):
            for way, start, end in game.moves_from((army, kind), cell):
                if way == "":
                    sign = self._sign(kind, game.arrivals("", army, kind, None, start, end))
                    seen = end if army == 0 else (end[0], game.size[1] + 1 - end[1])
                    if sign != PLAIN:
                        found.setdefault(seen, sign)
        return found

    def _sign(self, kind: str, arrivals: frozenset[Arrival]) -> str:
        """What a morph board has for what a move may do."""
        if not arrivals:
            return _NEVER
        if any(each.wins for each in arrivals):
            return _WINS_ANYHOW if all(each.ignores_check for each in arrivals) else _WINS
        kinds = {each.kind for each in arrivals}
        if len(kinds) > 1:
            self._choices.add(frozenset(kinds))
            return _PROMOTES
        return PLAIN if kinds <= {kind, ""} else self._ids[next(iter(kinds))]

    def _zone(self) -> tuple[int, set[str]]:
        """How many of the farthest rows are the zone of promotion, and the kinds that promote there and only there."""
        width, height = self._game.size
        zones: dict[int, set[str]] = defaultdict(set)
        for kind, board in self._boards.items():
            rows = {y for _, y in board}
            whole = len(board) == width * len(rows) and set(board.values()) == {_PROMOTES}
            if whole and rows == set(range(height + 1 - len(rows), height + 1)):
                zones[len(rows)].add(kind)
        return max(zones.items(), key=lambda each: len(each[1]), default=(0, set()))

    def _matrix(self) -> str:
        """The capture matrix: that of the rules, or what captures make of their movers."""
        if self._strings:
            return self._strings.matrix
        rows = ["".join(self._row(kind)) for kind in self._kinds]
        return write_matrix(rows, len(self._kinds))

    def _row(self, kind: str) -> Iterator[str]:
        game = self._game
        army = game.army_of(kind)
        yield PLAIN
        moves = [
            (start, end)
            for cell in sorted(game.standing.get((army, kind), ()))
            for way, start, end in game.moves_from((army, kind), cell)
            if way == "" and (end[0], end[1] if army == 0 else game.size[1] + 1 - end[1]) not in self._boards[kind]
        ]
        for of in (1 - army, army):
            for victim in self._kinds:
                cells = game.standing.get((of, victim), set())
                fitting = (move for move in moves if move[1] in cells and game.may_capture((army, kind), (of, victim)))
                move = next(fitting, None)
                yield self._captured(kind, army, game.arrivals("", army, kind, (of, victim), *move)) if move else PLAIN

    def _captured(self, kind: str, army: int, arrivals: frozenset[Arrival]) -> str:
        if not arrivals:
            return _NEVER
        found = {(each.kind, each.army) for each in arrivals}
        if len(found) > 1 or found == {(kind, army)}:
            return PLAIN
        (new, side) = next(iter(found))
        return (self._ids[new] if side == army else self._ids[new].lower()) if new else PLAIN
