"""Games of Capablanca Random Chess played at random by the rules here and by Fairy-Stockfish, side by side.

    PYTHONPATH=tests python -m support.caparandom_play --positions 2000

It needs the package `pyffish`. Each game starts from two random first rows, which need not be the same, may leave a
King or a Rook anywhere on them, and lack pieces. Of each position all moves and check are compared.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from random import Random

import pyffish

import shadowmate as sm
from support.castlings import main, uci

_FAIRY = "caparandom"
_LONGEST = 60
"""No game is played longer: rights to castle are what is of interest."""
_CASTLING = 0.5
"""How often castling is chosen if it is legal."""
_PARTNER_ENDS = {"i": "h", "c": "d"}
"""By the column where the King goes, that where the Rook goes."""


def _row(rng: Random) -> str:
    """A first row with empty cells as 1."""
    letters = rng.sample("rnabqkbcnr", 10)
    return "".join("1" if each not in "rk" and rng.random() < 0.45 else each for each in letters)


def _rights(row: str) -> str:
    """The columns of the outermost Rooks on both sides of the King, as a FEN names rights."""
    king, rooks = row.index("k"), [column for column, each in enumerate(row) if each == "r"]
    sides = [each for each in rooks if each > king][-1:] + [each for each in rooks if each < king][:1]
    return "".join("abcdefghij"[column] for column in sides)


def array(rng: Random) -> str:
    """The FEN of a position before the first move."""
    above, below = _row(rng), _row(rng)
    rows = [re.sub("1+", lambda match: str(len(match[0])), each) for each in (above, below.upper())]
    rights = _rights(below).upper() + _rights(above) or "-"
    return f"{rows[0]}/pppppppppp/10/10/10/10/PPPPPPPPPP/{rows[1]} w {rights} - 0 1"


def differences(count: int, seed: int, engine: str = "compiled") -> Iterator[str]:
    """What differs on some positions.

    Args:
        count: how many positions are compared.
        seed: of the random moves.
        engine: the engine here, `reference` or `compiled`.
    """
    rng, game = Random(seed), sm.game("caparandom", engine=engine)
    start, position, played, castled = "", None, list[str](), 0
    for _ in range(count):
        if position is None:
            start, played = array(rng), []
            position = game.position(f"fen {start}")
        ours = [(uci(move, position, _PARTNER_ENDS), move) for move in position.legal_moves()]
        keys, theirs = sorted(key for key, _ in ours), sorted(pyffish.legal_moves(_FAIRY, start, played, True))
        checked = pyffish.gives_check(_FAIRY, start, played, True)
        if keys != theirs or position.is_check() != checked:
            yield f"{start} {played}: ours {keys}, theirs {theirs}"
        if keys != theirs or not ours or len(played) == _LONGEST:
            position = None
            continue
        castlings = sorted(key for key, move in ours if move.special == "castling")
        is_castling = bool(castlings) and rng.random() < _CASTLING
        key = rng.choice(castlings if is_castling else keys)
        castled += is_castling
        position = position.push(dict(ours)[key])
        played.append(key)
    if castled < max(1, count // 200):
        yield f"only {castled} castlings"


if __name__ == "__main__":
    sys.exit(main("caparandom", __doc__, differences))
