"""Battle of the Diagonals once more, by brute force, from the document alone.

Nothing here is shared with `rules/` or `solver/`. A cell is (column, row, level): column 1 is the corner of the second
army, column Q has Q rows numbered from the top of the drawing, level 1 is the top (READINGS D1). Players have the names
of their armies; a position has the commander of each army. It is as the last player left it: `begun` removes royals and
hands over armies, as the turn begins (D5, D6, D14).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product
from typing import Any

Cell = tuple[int, int, int]
Piece = tuple[str, str]
Pieces = dict[Cell, Piece]

FIELD = [(q, r, level) for q in range(1, 10) for r in range(1, q + 1) for level in range(1, 7)]
PLAYERS = ("emperors", "presidents", "founders")
CORNERS = {"emperors": (9, 9), "presidents": (1, 1), "founders": (9, 1)}

ROLES = ("king", "promoted wing", "rook", "bishop", "wing", "helm", "gold", "silver", "pawn", "dictator")
TABLE = {
    "emperors": "Er Es Ms Gv Sn Ay Md Im Po Dr", "presidents": "Pd Fl Ds Pf Ei Ay Kh Mu Pe Dr",
    "founders": "Fd Sf Qn Tn Mg Ay Pa Sk Bb Dr",
}  # fmt: skip
PLAYS = {army: dict(zip(ROLES, kinds.split(), strict=True)) for army, kinds in TABLE.items()}
ROLE_OF = {kind: role for army in PLAYS.values() for role, kind in army.items()}

RADIALS = {
    "General": (1, "o"), "Wazbaba": (2, "o"), "Rook": (9, "o"), "Ferz": (1, "s"), "Fearful": (2, "s"),
    "Bishop": (9, "s"), "Viceroy": (1, "n"), "Vinnock": (2, "n"), "Unicorn": (9, "n"), "Rumbaba": (1, "h"),
    "Rudder": (2, "h"), "Dicorn": (9, "h"),
}  # fmt: skip
"""How many steps, and along which: orthogonals, standard, nonstandard and hybrid diagonals."""

COMPOUNDS = {
    "Er": "General Ferz Viceroy", "Pd": "General Ferz Rumbaba", "Fd": "General Viceroy Rumbaba",
    "Es": "Rook Bishop Unicorn", "Fl": "Rook Bishop Dicorn", "Sf": "Rook Unicorn Dicorn", "Dr": "Bishop Unicorn Dicorn",
    "Ms": "Rook Dicorn", "Ds": "Rook Unicorn", "Qn": "Rook Bishop",
    "Gv": "Bishop Unicorn", "Pf": "Bishop Dicorn", "Tn": "Unicorn Dicorn",
    "Sn": "Wazbaba Fearful Vinnock", "Ei": "Wazbaba Fearful Rudder", "Mg": "Wazbaba Vinnock Rudder",
    "Ay": "Fearful Vinnock Rudder", "Md": "Wazbaba Rudder", "Kh": "Wazbaba Vinnock", "Pa": "Wazbaba Fearful",
    "Im": "Fearful Vinnock", "Mu": "Fearful Rudder", "Sk": "Vinnock Rudder",
}  # fmt: skip
CAPTURES = {"Po": "sn", "Pe": "sh", "Bb": "nh"}
"""How the Pawn analogues capture: as Cross and Saltire, Cross and Rumchick, Saltire and Rumchick."""


@dataclass(frozen=True)
class Position:
    """The pieces; the player to move; the owner of each army; roles in the Reserve, in order; what may be done still.

    `castle` has the cells of Rook analogues that have not moved and whose royals have not; `passed` what the last move
    went over, if it was a double step, and where it ended. By the other readings, `both` lets either opponent capture
    in passing on its next turn (D8), so `before` is what the move before the last went over; by `late` what a Pawn
    captures comes into the Reserve after the Pawn promotes (D13); by `inert` no player commands the pieces of a mated
    one (D6).
    """

    pieces: Pieces
    turn: str = "emperors"
    owner: dict[str, str] = field(default_factory=lambda: {army: army for army in PLAYERS})
    reserve: tuple[str, ...] = ()
    castle: frozenset[Cell] = frozenset()
    passed: tuple[Cell, Cell] | None = None
    both: bool = False
    before: tuple[Cell, Cell] | None = None
    late: bool = False
    inert: bool = False

    def commander(self, cell: Cell) -> str:
        """The owner of the piece on a cell."""
        return self.owner[self.pieces[cell][0]]

    def playing(self) -> list[str]:
        """The players that still command their own army, in the order of turns."""
        return [player for player in PLAYERS if self.owner[player] == player]


@dataclass(frozen=True)
class Move:
    """A move (a pass has no start and end), what a Pawn becomes, what is captured, and the position after it."""

    start: Cell | None
    end: Cell | None
    promotion: str | None
    captured: Cell | None
    after: Position


def name(cell: Cell) -> str:
    return f"{'?ABCDEF'[cell[2]]}{'?abcdefghi'[cell[0]]}{cell[1]}"


def text(at: Position) -> str:
    """The position in Shadowmate's notation."""
    words = ["diagonals:"]
    for army in PLAYERS:
        own = [f"{kind}{name(cell)}" for cell, (whose, kind) in sorted(at.pieces.items()) if whose == army]
        words += [army, *own] if own else []
    words += ["turn", at.turn]
    words += ["castle", *map(name, at.castle)] if at.castle else []
    words += ["ep", name(at.passed[0])] if at.passed else []
    words += ["ep_before", name(at.before[0])] if at.before else []
    for army, player in at.owner.items():
        words += ["owner", army, player] if army != player else []
    return " ".join([*words, "reserve", *(role.replace(" ", "_") for role in at.reserve)] if at.reserve else words)


def towards(army: str, rank: int, place: int, level: int) -> Cell:
    """A cell by its distance from the army's corner (rank 1) and its place in that rank."""
    return {
        "presidents": (rank, place, level),
        "founders": (10 - place, rank + 1 - place, level),
        "emperors": (9 - rank + place, 10 - rank, level),
    }[army]


def array() -> Position:
    """The position at the start: on each level one piece in the corner, two in the second rank, three Pawns."""
    corner = ["rook", "bishop", "promoted wing", "king", "bishop", "rook"]
    second = ["silver", "gold", "wing", "helm", "gold", "silver"]
    pieces: Pieces = {}
    for army, level in product(PLAYERS, range(1, 7)):
        pieces[towards(army, 1, 1, level)] = army, PLAYS[army][corner[level - 1]]
        for place in (1, 2):
            pieces[towards(army, 2, place, level)] = army, PLAYS[army][second[level - 1]]
        for place in (1, 2, 3):
            pieces[towards(army, 3, place, level)] = army, PLAYS[army]["pawn"]
    return Position(pieces, castle=frozenset(towards(army, 1, 1, 1) for army in PLAYERS))


def rank(army: str, cell: Cell) -> int:
    """How far a cell is from the army's corner: 1 there, 9 on the far face."""
    q, r, _ = cell
    return {"presidents": q, "founders": 10 - q + r - 1, "emperors": 10 - r}[army]


def radial(step: Cell) -> str | None:
    """The class of a step, by its length in the drawing and its rise.

    The centres of touching hexes are 2 apart, in units of half a height; a column is the root of 3 such units wide.
    """
    across = 3 * step[0] ** 2 + (step[0] - 2 * step[1]) ** 2
    return {(4, 0): "o", (0, 1): "o", (4, 1): "s", (12, 0): "n", (12, 1): "h"}.get((across, abs(step[2])))


STEPS = [step for step in product(range(-2, 3), range(-2, 3), (-1, 0, 1)) if radial(step)]


@cache
def forward(army: str, letter: str) -> list[Cell]:
    """Those steps of a class that lead most directly away from the army's corner, to the middle of the far face."""
    (q, r), others = CORNERS[army], [corner for other, corner in CORNERS.items() if other != army]
    across, up = sum(x for x, _ in others) - 2 * q, sum(x - 2 * y for x, y in others) - 2 * (q - 2 * r)
    gains = {s: 3 * s[0] * across + (s[0] - 2 * s[1]) * up for s in STEPS if radial(s) == letter}
    return [step for step, gain in gains.items() if gain == max(gains.values())]


def plus(cell: Cell, step: Cell, times: int = 1) -> Cell:
    return cell[0] + times * step[0], cell[1] + times * step[1], cell[2] + times * step[2]


@cache
def on_board(cell: Cell) -> bool:
    return 1 <= cell[0] <= 9 and 1 <= cell[1] <= cell[0] and 1 <= cell[2] <= 6


@cache
def captures(army: str, kind: str, start: Cell) -> dict[Cell, tuple[Cell, ...]]:
    """Where a piece could capture, on a board empty but for its victim; with the cells that it passes."""
    if kind in CAPTURES:
        ends = [plus(start, step) for letter in CAPTURES[kind] for step in forward(army, letter)]
        return {end: () for end in ends if on_board(end)}
    found = {}
    for far, letter in (RADIALS[part] for part in COMPOUNDS[kind].split()):
        for step in (step for step in STEPS if radial(step) == letter):
            passed: list[Cell] = []
            for times in range(1, far + 1):
                if not on_board(end := plus(start, step, times)):
                    break
                found[end] = tuple(passed)
                passed.append(end)
    return found


def attacked(at: Position, cell: Cell, by: Collection[str]) -> bool:
    """Whether a piece that one of these players commands could capture on a cell."""
    for start, (army, kind) in at.pieces.items():
        if at.owner[army] in by and start != cell:
            passed = captures(army, kind, start).get(cell)
            if passed is not None and at.pieces.keys().isdisjoint(passed):
                return True
    return False


def royals(at: Position, player: str) -> list[Cell]:
    """The royals that a player commands."""
    return [
        cell for cell, (army, kind) in at.pieces.items() if at.owner[army] == player and ROLE_OF[kind] == "king"
    ]  # fmt: skip


def opponents(at: Position) -> list[str]:
    """The players in play besides the one to move."""
    return [player for player in at.playing() if player != at.turn]


def begun(at: Position) -> tuple[Position, list[str]]:
    """The position in which the player to move moves, and the players that its turn checkmates (D5, D6, D14)."""
    mated: list[str] = []
    while True:
        struck = [
            (player, cell)
            for player in opponents(at)
            for cell in royals(at, player)
            if attacked(at, cell, [at.turn])
        ]  # fmt: skip
        if not struck:
            return at, mated
        out = {player for player, _ in struck}
        heir = "none" if at.inert else at.turn
        mated += sorted(out)
        gone = {at.pieces[cell][0] for _, cell in struck}
        at = replace(
            at,
            pieces={cell: piece for cell, piece in at.pieces.items() if cell not in {c for _, c in struck}},
            owner={army: heir if player in out else player for army, player in at.owner.items()},
            castle=frozenset(c for c in at.castle if c not in {towards(army, 1, 1, 1) for army in gone}),
        )


def moves(at: Position) -> list[Move]:
    """Every legal move of a position that is begun; one is a pass where there is no other (D11)."""
    if len(at.playing()) < 2:
        return []
    found = list(_tried(at))
    safe = [move for move in found if not in_check(move.after, at.turn)]
    return safe or found or [Move(None, None, None, None, _next(at, at.pieces))]


def in_check(at: Position, player: str) -> bool:
    """Whether any opponent in play attacks a royal of the player."""
    enemies = [other for other in at.playing() if other != player]
    return any(attacked(at, cell, enemies) for cell in royals(at, player))


def _next(at: Position, pieces: Pieces, **changes: Any) -> Position:
    """The position after a move that leaves these pieces."""
    order = at.playing() * 2
    passed, before = changes.pop("passed", None), at.passed if at.both else None
    if before and (pieces.get(before[1]) != at.pieces[before[1]] or (passed and passed[0] == before[0])):
        before = None
    return replace(at, pieces=pieces, turn=order[order.index(at.turn) + 1], passed=passed, before=before, **changes)


def _tried(at: Position) -> Iterator[Move]:
    """Moves that may leave a royal attacked."""
    for start, (army, kind) in at.pieces.items():
        if at.owner[army] != at.turn:
            continue
        for end, captured in _targets(at, start):
            pieces = {cell: piece for cell, piece in at.pieces.items() if cell not in (start, captured)}
            castle = at.castle - {cell for cell in at.castle if {start, captured} & set(_tower(cell, 1, 4))}
            gained = _gained(at, captured)
            if kind in CAPTURES and rank(army, end) == 9:
                held = at.reserve if at.late else (*at.reserve, *gained)
                for role in sorted(set(held)) or ["dictator"]:
                    left = [*at.reserve, *gained]
                    if held:
                        left.remove(role)
                    new = PLAYS[army][role]
                    after = {"reserve": tuple(sorted(left)), "castle": castle}
                    yield Move(start, end, new, captured, _next(at, {**pieces, end: (army, new)}, **after))
            else:
                reserve = tuple(sorted((*at.reserve, *gained)))
                passed = (_middle(start, end), end) if _doubles(at.pieces[start], start, end) else None
                after = {"reserve": reserve, "castle": castle, "passed": passed}
                yield Move(start, end, None, captured, _next(at, {**pieces, end: (army, kind)}, **after))
    yield from _castlings(at)


def _gained(at: Position, captured: Cell | None) -> list[str]:
    """The role that a captured piece brings into the Reserve: all but royals and Pawns."""
    roles = [ROLE_OF[at.pieces[captured][1]]] if captured else []
    return [role for role in roles if role not in ("king", "pawn")]


def _targets(at: Position, start: Cell) -> Iterator[tuple[Cell, Cell | None]]:
    """Where a piece may go, and what it captures."""
    army, kind = at.pieces[start]
    enemies = {cell for cell in at.pieces if at.commander(cell) != at.turn}
    for end, passed in captures(army, kind, start).items():
        if not at.pieces.keys().isdisjoint(passed):
            continue
        if end in enemies:
            yield end, end
        elif end not in at.pieces and kind not in CAPTURES:
            yield end, None
        elif end not in at.pieces:
            for over, victim in filter(None, (at.passed, at.before)):
                if over == end and victim in enemies:
                    yield end, victim
    if kind in CAPTURES:
        for step in forward(army, "o"):
            end, further = plus(start, step), plus(start, step, 2)
            if on_board(end) and end not in at.pieces:
                yield end, None
                if rank(army, start) == 3 and on_board(further) and further not in at.pieces:
                    yield further, None


def _doubles(piece: Piece, start: Cell, end: Cell) -> bool:
    """Whether a Pawn's move is a double step: two steps along an orthogonal; it captures only on cells next to it."""
    return piece[1] in CAPTURES and any(plus(start, step, 2) == end for step in forward(piece[0], "o"))


def _middle(start: Cell, end: Cell) -> Cell:
    return (start[0] + end[0]) // 2, (start[1] + end[1]) // 2, (start[2] + end[2]) // 2


def _tower(cell: Cell, *levels: int) -> list[Cell]:
    """The cells of some levels above and below one."""
    return [(cell[0], cell[1], level) for level in levels]


def _castlings(at: Position) -> Iterator[Move]:
    """The royal goes up two levels, to below the Rook analogue, which goes where it crossed (D9, D17)."""
    for partner in at.castle:
        army = at.pieces[partner][0]
        end, crossed, start = _tower(partner, 2, 3, 4)
        if at.owner[army] != at.turn or crossed in at.pieces or end in at.pieces:
            continue
        pieces = {cell: piece for cell, piece in at.pieces.items() if cell != start}
        if any(
            attacked(replace(at, pieces={**pieces, on: at.pieces[start]}), on, opponents(at))
            for on in (start, crossed, end)
        ):
            continue
        after = {cell: piece for cell, piece in pieces.items() if cell != partner}
        after |= {end: at.pieces[start], crossed: at.pieces[partner]}
        yield Move(start, end, None, None, _next(at, after, castle=at.castle - {partner}))


def winner(at: Position) -> str | None:
    """The last player in play of a position whose turn has begun."""
    playing = at.playing()
    return playing[0] if len(playing) == 1 else None


def perft(at: Position, depth: int) -> int:
    """The number of lines of this many moves; a line ends when one player is left."""
    if depth == 0:
        return 1
    some = moves(begun(at)[0])
    return len(some) if depth == 1 else sum(perft(move.after, depth - 1) for move in some)


def read(written: str) -> Position:
    """A position in Shadowmate's notation, without `landed`: no two Pawns may have passed a cell."""
    pieces: Pieces = {}
    owner, words = {army: army for army in PLAYERS}, written.replace("diagonals:", "").split()
    found: dict[str, list[str]] = {}
    section: list[str] = []
    for word, following in zip(words, [*words[1:], ""], strict=True):
        if word in ("turn", "castle", "ep", "owner", "reserve") or (word in PLAYERS and following[:1].isupper()):
            section = found.setdefault(word, [])
        else:
            section.append(word)
    cells = {name(cell): cell for cell in FIELD}
    for army in PLAYERS:
        pieces |= {cells[word[-3:]]: (army, word[:-3]) for word in found.get(army, ())}
    pairs = found.get("owner", [])
    owner |= dict(zip(pairs[::2], pairs[1::2], strict=True))
    turn = found.get("turn", ["emperors"])[0]
    passed = None
    for over in (cells[word] for word in found.get("ep", ())):
        for army in PLAYERS:
            for end in (plus(over, step) for step in forward(army, "o") if on_board(plus(over, step, -1))):
                is_pawn = pieces.get(end) == (army, PLAYS[army]["pawn"])
                if is_pawn and rank(army, over) == 4 and owner[army] != turn:
                    passed = over, end
    reserve = tuple(sorted(word.replace("_", " ") for word in found.get("reserve", ())))
    return Position(pieces, turn, owner, reserve, frozenset(cells[word] for word in found.get("castle", ())), passed)


def listed(at: Position) -> list[object]:
    """A position: pieces, player to move, Reserve, commander of each army, castling rights, the cell passed over."""
    pieces = sorted([name(cell), army, kind] for cell, (army, kind) in at.pieces.items())
    owner = sorted(f"{army} {player}" for army, player in at.owner.items() if army != player)
    ep = [name(passed[0]) for passed in (at.passed, at.before) if passed]
    return [
        pieces,
        at.turn,
        sorted(role.replace(" ", "_") for role in at.reserve),
        owner,
        sorted(map(name, at.castle)),
        ep,
    ]


def turns(position: str) -> list[object]:
    """The players checkmated as the turn begins, the winners then, and every move with the position after it."""
    begin, mated = begun(read(position))
    some = [
        [name(m.start) if m.start else "", name(m.end) if m.end else "", m.promotion or "", listed(m.after)]
        for m in moves(begin)
    ]  # fmt: skip
    return [sorted(mated), winner(begin), sorted(some, key=str)]
