"""The ways to ask a game something: each gets the game and what a question of the battery names, by those names.

Answers are texts, numbers, lists and dictionaries, as YAML has them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable

import shadowmate as sm
from shadowmate.verification.last_move import undecided


def _after(game: sm.Game, position: str, line: str) -> sm.Position:
    found = game.position(position)
    for move in line.split():
        found = found.push(move)
    return found


def moves(game: sm.Game, position: str, origin: str | None = None) -> str:
    """The legal moves of a position, or of one piece."""
    return " ".join(map(str, game.position(position).legal_moves(origin)))


def number(game: sm.Game, position: str, origin: str | None = None) -> int:
    """How many there are."""
    return len(game.position(position).legal_moves(origin))


def outcome(game: sm.Game, position: str, line: str = "") -> str | None:
    """How a position stands after some moves."""
    ended = _after(game, position, line).outcome()
    return f"{ended.reason} {ended.winner}" if ended else None


def ended(game: sm.Game, position: str) -> list[object]:
    """How a game has ended, the players concerned, and the rule."""
    end = game.position(position).outcome()
    return [end.reason, end.winner, list(end.by)] if end else []


def wins(game: sm.Game, position: str, origin: str) -> dict[str, str | None]:
    """By the ends of one piece's moves for what they win."""
    return {move.target: move.wins for move in game.position(position).legal_moves(origin)}


def whole(game: sm.Game, position: str) -> list[object]:
    """Moves, check and outcome."""
    found = game.position(position)
    return [[str(move) for move in found.legal_moves()], found.is_check(), outcome(game, position)]


def after(game: sm.Game, position: str, line: str) -> str:
    """The position after some moves, and how often it has been there."""
    return str(_after(game, position, line)).partition(": ")[2]


def refused(game: sm.Game, position: str) -> list[str] | str:
    """The tokens on account of which a position is refused."""
    try:
        game.position(position)
    except sm.PositionError as error:
        return sorted(problem.split("'")[1] for problem in error.problems)
    return "accepted"


def reasons(game: sm.Game, position: str) -> list[str]:
    """Why a position is refused, one reason for each of these tokens."""
    try:
        game.position(position)
    except sm.PositionError as error:
        return sorted(problem.partition(" (column ")[0] + problem.partition(")")[2] for problem in error.problems)
    return []


def decided_before(game: sm.Game, position: str) -> list[str]:
    """The pieces by which the last move has won, where a position does not record them."""
    return [why.partition(" stand together")[0] for why in undecided(game.position(position))]


def broken(game: sm.Game, position: str, origin: str | None = None) -> str:
    """What the rules say of moves that no rules may."""
    try:
        game.position(position).legal_moves(origin)
    except sm.RulesError as error:
        return str(error)
    return "nothing"


def remembered(game: sm.Game, position: str) -> list[list[str]]:
    """What a position has besides pieces and turn, as far as it matters for repetition."""
    return [list(each) for each in game.position(position).repetition_key()[2]]


def _pieces(game: sm.Game, position: sm.Position) -> list[list[str]]:
    """The pieces by cell; the parts of a piece in alphabetical order."""
    parts = {
        kinds: "+".join(sorted(game.piece_name(kinds).split("+")))
        for kinds in {m.kinds for m in position.pieces.values()}
    }
    return sorted([cell, parts[piece.kinds], piece.army] for cell, piece in position.pieces.items())


def boards(game: sm.Game, position: str) -> list[list[object]]:
    """Every legal move: start, end, and the board after it."""
    start = game.position(position)
    return sorted([move.origin, move.target, _pieces(game, after)] for move, after in start.successors().items())


def endings(game: sm.Game, position: str) -> list[list[object]]:
    """The same, and the winners with their reasons."""
    start = game.position(position)
    found: list[list[object]] = []
    for move, after in start.successors().items():
        won = sorted(value for state, value in after.state if state == "won")
        found.append([move.origin, move.target, _pieces(game, after), won])
    return sorted(found)


def beside(game: sm.Game, position: str) -> list[list[object]]:
    """The same of moves that may have no start or end, with their names and what a position has beside the pieces."""
    start = game.position(position)
    found: list[list[object]] = []
    for move, after in start.successors().items():
        words = str(after).partition(" turn ")[2].partition(" quiet ")[0].split()[1:]
        found.append([move.origin or "", move.target or "", move.special or "", _pieces(game, after), sorted(words)])
    return sorted(found)


def turns(game: sm.Game, position: str) -> list[object]:
    """What the turn begins with, the winners then, and every move with the position after it."""
    asked = game.position(position)

    def reported(at: sm.Position) -> list[object]:
        held = sorted(item for _, item, number in at.stores for _ in range(number))
        state = [sorted(value for other, value in at.state if other == name) for name in ("owner", "castle", "ep")]
        return [_pieces_by_army(game, at), at.turn, held, *state]

    moves = [[m.origin, m.target, m.promotion or "", reported(after)] for m, after in asked.successors().items()]
    ended = asked.outcome()
    mated = sorted(event.piece.split()[0] for event in asked.events())
    return [mated, ended.winner if ended else None, sorted(moves, key=str)]


def _pieces_by_army(game: sm.Game, position: sm.Position) -> list[list[str]]:
    return sorted([cell, piece.army, game.piece_name(piece.kinds)] for cell, piece in position.pieces.items())


def described(game: sm.Game, position: str, origin: str | None = None) -> list[str]:
    """The legal moves with their names, what they capture, and what becomes of pieces."""
    return sorted(
        f"{move}: {move.special or 'plain'}, captures {' '.join(move.captures) or 'nothing'}"
        for move in game.position(position).legal_moves(origin)
    )


def why(game: sm.Game, position: str, line: str) -> list[str] | str:
    """Why a move is not legal, or the remarks about one that is."""
    answer = game.position(position).why(line)
    described = list(answer.reasons)
    if answer.legal:
        return ["legal", *described] if described else "legal"
    return described or "not legal, and no reason is given"


def routes(game: sm.Game, position: str, line: str) -> list[str]:
    """The routes of a piece from one cell to another, each with what stands on it."""
    return list(map(str, game.position(position).why(line).routes))


def promotions(game: sm.Game, position: str, origin: str) -> list[str]:
    """What the moves of a piece make of it."""
    return sorted(str(move.promotion) for move in game.position(position).legal_moves(origin))


def ranges(game: sm.Game, pieces: list[str], cell: str) -> dict[str, int]:
    """How many moves lone pieces have from a cell."""
    return {piece: number(game, f"white {piece}{cell}") for piece in pieces}


def reach(game: sm.Game, army: str, cell: str, kinds: list[str]) -> dict[str, list[str]]:
    """Where some kinds go from a cell of the empty board."""
    return {
        kind: sorted({move.target for move in game.position(f"{army} {kind}{cell} turn {army}").legal_moves()})
        for kind in kinds
    }


def passes(game: sm.Game, position: str, origin: str, end: str, cells: list[str]) -> list[str]:
    """On which of some cells a piece may be passed on the way to an end; `{}` in the position is the cell."""
    return [
        cell
        for cell in cells
        if any(move.target == end for move in game.position(position.format(cell)).legal_moves(origin))
    ]


def shield(game: sm.Game, position: str, origin: str) -> list[object]:
    """Whether there is check, and how many moves a piece has."""
    found = game.position(position)
    return [found.is_check(), len(found.legal_moves(origin))]


def checks(game: sm.Game, position: str) -> list[str]:
    """What checks which royal piece, and the cells that it passes on each way there."""
    found = game.position(position).checks()
    return [f"{each.checker} {each.royal}: {'; '.join(' '.join(way) for way in each.along)}" for each in found]


def unmoved(game: sm.Game, position: str) -> list[list[object]]:
    """What the stores hold after a turn without a move, as solvers make one to look for threats."""
    return [list(each) for each in game.engine.passed(game.position(position).placement()).stores]


def fen(game: sm.Game) -> str:
    """The array as a FEN."""
    return game.start().fen()


def standing(game: sm.Game, cells: list[str]) -> str:
    """The pieces on some cells of the array."""
    pieces = game.start().pieces
    return " ".join(game.piece_name(pieces[cell].kinds) if cell in pieces else "-" for cell in cells)


# --- the rules themselves --------------------------------------------------------------------------


def array(game: sm.Game) -> list[object]:
    """Pieces, turn and rights to castle at the start."""
    start = game.start()
    pieces = {cell: f"{game.piece_name(piece.kinds)} {piece.army}" for cell, piece in start.pieces.items()}
    return [pieces, start.turn, sorted(cell for name, cell in start.state if name == "castle")]


def abbreviations(game: sm.Game) -> dict[str, str]:
    """The abbreviation of every kind that has one."""
    return game.ruleset.abbreviations


def kinds(game: sm.Game) -> list[str]:
    """Every kind."""
    return sorted({str(symbol.arguments[0]) for symbol in game.ruleset.facts("kind", 1)})


def cells(game: sm.Game) -> list[list[object]]:
    """Every cell: columns, rows and tiers, and the name."""
    return sorted([list(cell), name] for cell, name in game.names.items())


def players(game: sm.Game) -> list[str]:
    """The players in turn."""
    return list(game.ruleset.players)


def fields(game: sm.Game) -> dict[str, str]:
    """What else than pieces a position holds."""
    return game.ruleset.fields


def readings(game: sm.Game) -> dict[str, str]:
    """The readings by question, the default first."""
    found = defaultdict(list)
    for reading in game.ruleset.readings:
        found[reading.question].append(reading.name)
    return {about: " ".join(names) for about, names in found.items()}


def facts(game: sm.Game, predicate: str, arity: int) -> dict[str, int]:
    """How many facts of a predicate there are, by the first argument."""
    return Counter(str(symbol.arguments[0]) for symbol in game.ruleset.facts(predicate, arity))


def texts(game: sm.Game, predicate: str, arity: int) -> list[str]:
    """The facts of a predicate."""
    return sorted(map(str, game.ruleset.facts(predicate, arity)))


WAYS: dict[str, Callable[..., object]] = {
    way.__name__: way
    for way in (
        moves, number, outcome, ended, wins, whole, after, refused, reasons, decided_before, broken, remembered, boards,
        endings, beside, described, why, routes, promotions, ranges, reach, passes, shield, checks, unmoved, fen,
        standing, turns,
        array, abbreviations, kinds, cells, players, fields, readings, facts, texts,
    )
}  # fmt: skip
