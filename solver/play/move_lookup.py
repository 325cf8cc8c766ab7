"""Finding the legal move that a text denotes."""

from __future__ import annotations

from collections.abc import Sequence

from ..errors import IllegalMoveError, MoveError, quoted
from ..notation.moves import REMARKS, WrittenMove, castling_rank
from .game import Game
from .move import Move

_SHOWN = 4  # at most this many of the possible moves are named


def find_move(game: Game, army: str, moves: Sequence[Move], text: str) -> Move:
    """The legal move that a text denotes.

    Args:
        game: the game.
        army: the player to move.
        moves: the legal moves.
        text: a move in full, or any unambiguous part of it.

    Raises:
        MoveError: if the text is no move, or may be several.
        IllegalMoveError: if it is a move that is not legal.
    """
    found = fitting_moves(game, army, moves, text)
    if len(found) == 1:
        return found[0]
    if found:
        raise ambiguous(text, found)
    if others := fitting_before(game, army, moves, text):
        raise IllegalMoveError(f"{quoted(text)} is not a legal move here; did you mean {some_of(others)}?")
    error = IllegalMoveError(f"{quoted(text)} is not a legal move here")
    error.add_note("`why(move)` of the position gives the reason.")
    raise error


def written_moves(game: Game, army: str, moves: Sequence[Move], text: str) -> list[WrittenMove]:
    """Every way to read a text as a move; a castling is the move of its royal piece.

    Raises:
        MoveError: if there is none.
    """
    text = game.moves.plain(text)
    rank = castling_rank(text)
    found = game.moves.read(text) if rank is None else _castlings(game, army, rank)
    if not found:
        what = "has no such castling" if rank is not None else "names no move"
        wanted = f"expected a piece and two cells, or an unambiguous part of that, such as {_examples(game, moves)}"
        raise MoveError(f"{quoted(text)} {what if rank is None else f'{game.name} {what}'}; {wanted}")
    return found


def ambiguous(text: str, moves: Sequence[Move]) -> MoveError:
    """The error for a text that may be several moves."""
    return MoveError(f"{quoted(text)} may be any of {some_of(moves)}")


def some_of(moves: Sequence[Move]) -> str:
    """The first few of some moves, in words."""
    return ", ".join(map(str, moves[:_SHOWN])) + (", ..." if len(moves) > _SHOWN else "")


def fitting_moves(game: Game, army: str, moves: Sequence[Move], text: str) -> list[Move]:
    """The legal moves that a text may denote: the move with this text, or else all that fit it.

    Raises:
        MoveError: if the text is no move.
    """
    text = game.moves.plain(text)
    exact = [move for move in moves if str(move) == text.strip()]
    if exact:
        return exact
    written = written_moves(game, army, moves, text)
    found = {
        move: each
        for each in written
        for move in moves
        if game.moves.fits(each, move.piece, move.origin, move.target)
        and each.promotion in (None, move.promotion)
        and each.special in (None, move.special)
        and (move.special or castling_rank(text) is None)  # a step of the royal piece may have the same cells
    }
    # Each part behind an & must fit the move; the move may have further parts.
    words = besides(text)
    found = {move: each for move, each in found.items() if all(does_besides(move, part) for part in words)}
    unlettered = [move for move, each in found.items() if not each.piece and move.piece in game.moves.unlettered]
    return unlettered if len(found) > 1 and unlettered else list(found)


def besides(text: str) -> list[str]:
    """The parts of a move's text behind each `&`."""
    return [each.strip() for each in text.strip().rstrip(REMARKS).split("&")[1:]]


def does_besides(move: Move, part: str) -> bool:
    """Whether a move does what one part behind `&` states. The part may leave out what a piece becomes."""
    return any(each == part or each.startswith((f"{part}=", f"{part}-")) for each in besides(str(move)) if part)


def fitting_before(game: Game, army: str, moves: Sequence[Move], text: str) -> list[Move]:
    """The legal moves that fit a text without its parts behind `&`; none if it has no such part."""
    body, sign, _ = text.partition("&")
    return fitting_moves(game, army, moves, body) if sign else []


def _castlings(game: Game, army: str, rank: int) -> list[WrittenMove]:
    """The castlings of an army as moves of the royal piece, with the nearest partner (rank 0) or the next one."""
    found: dict[int, list[WrittenMove]] = {}
    for symbol in game.ruleset.facts("castling", 5):
        owner, start, end, partner, _ = symbol.arguments
        if str(owner) == army:
            steps = zip(start.arguments, partner.arguments, strict=True)
            distance = sum((a.number - b.number) ** 2 for a, b in steps)
            names = game.names_by_symbol
            found.setdefault(distance, []).append(WrittenMove("", names[start], names[end], None))
    return found[sorted(found)[rank]] if rank < len(found) else []


def _examples(game: Game, moves: Sequence[Move]) -> str:
    """Examples of moves: a legal one, if any is, and one of a compound if there is one."""
    double = next((f", or of two pieces {move}" for move in moves if move.changes), "")
    drop = next((f", or of a drop {move}" for move in moves if move.target and not move.origin), "")
    cells = sorted(game.vectors)
    return next((str(move) for move in moves if not move.changes), f"{cells[0]}-{cells[-1]}") + double + drop
