"""Games of Chess960 played at random by the rules here and by python-chess, side by side.

    PYTHONPATH=tests python -m support.chess960_play --positions 2000

Each game starts from two random first rows, which need not be the same, and may leave a King or a Rook anywhere on
them. Of each position all moves and check are compared. The position is read from its FEN, with rights as in X-FEN or
as in Shredder-FEN, and the FEN that is written is read by python-chess.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from random import Random

import chess

import shadowmate as sm
from support.castlings import main, uci

_PARTNER_ENDS = {"g": "f", "c": "d"}
"""By the column where the King goes, that where the Rook goes."""

_LONGEST = 60
"""No game is played longer: rights to castle are what is of interest."""

_CASTLING = 0.5
"""How often castling is chosen if it is legal."""


def array(rng: Random) -> chess.Board:
    """A position before the first move, with all rights that there can be; at times pieces are missing."""
    rows = [chess.Board.from_chess960_pos(rng.randrange(960)).board_fen().split("/")[-1] for _ in range(2)]
    if rng.random() < 0.3:
        rows = ["".join(rng.sample(row, len(row))) for row in rows]  # the King need not be between the Rooks
    board = chess.Board(f"{rows[0].lower()}/pppppppp/8/8/8/8/PPPPPPPP/{rows[1]} w - - 0 1", chess960=True)
    for square in range(64):
        piece = board.piece_type_at(square)
        if piece not in (None, chess.KING, chess.ROOK) and rng.random() < 0.4:
            board.remove_piece_at(square)
    board.castling_rights = board.rooks & (chess.BB_RANK_1 | chess.BB_RANK_8)
    board.castling_rights = board.clean_castling_rights()
    return board


def unlike(board: chess.Board, position: sm.Position) -> str | None:
    """How the two differ about a position; None if they agree."""
    ours, theirs = (
        sorted(uci(move, position, _PARTNER_ENDS) for move in position.legal_moves()),
        sorted(map(board.uci, board.legal_moves)),
    )
    if ours != theirs:
        return f"ours {sorted(set(ours).difference(theirs))}, theirs {sorted(set(theirs).difference(ours))}"
    if position.is_check() != board.is_check():
        return "check"
    written = chess.Board(position.fen(), chess960=True)
    if written.board_fen() != board.board_fen() or written.castling_rights != board.clean_castling_rights():
        return f"written {position.fen()}"
    return None


def differences(count: int, seed: int, engine: str = "compiled") -> Iterator[str]:
    """What differs on some positions.

    Args:
        count: how many positions are compared.
        seed: of the random moves.
        engine: the engine here, `reference` or `compiled`.
    """
    rng, game = Random(seed), sm.game("chess960", engine=engine)
    board, position, castled = array(rng), None, 0
    for _ in range(count):
        fen = board.shredder_fen() if rng.random() < 0.5 else board.fen()
        read = game.position(f"fen {fen}")
        found = unlike(board, read)
        if not found and position and dict(position.pieces) != dict(read.pieces):
            found = f"played {position}"
        if found:
            yield f"{fen}: {found}"
        moves = [] if board.is_game_over() or len(board.move_stack) == _LONGEST else list(board.legal_moves)
        if found or not moves:
            board, position = array(rng), None
            continue
        castlings = [move for move in moves if board.is_castling(move)] if rng.random() < _CASTLING else []
        move = rng.choice(castlings or moves)
        castled += bool(castlings)
        position = next(
            read.push(each) for each in read.legal_moves() if uci(each, read, _PARTNER_ENDS) == board.uci(move)
        )
        board.push(move)
    if castled < max(1, count // 100):
        yield f"only {castled} castlings"


if __name__ == "__main__":
    sys.exit(main("chess960", __doc__, differences))
