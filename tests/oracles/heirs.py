"""Two small games (tests/data) by brute force, from their texts.

In `heirs` all Kings of a player but the last may be lost; in `couple` one King must be safe.
"""

from __future__ import annotations

from oracles.flat import Pieces, _ends, name, read

SIZE = 5


def is_check(game: str, pieces: Pieces, army: str) -> bool:
    """Whether the last King of an army is attacked, or all of them are."""
    kings = {cell for cell, piece in pieces.items() if piece == ("K", army)}
    others = [cell for cell, (_, own) in pieces.items() if own != army]
    attacked = {end for cell in others for end in _ends(pieces, cell, SIZE)} & kings
    return bool(kings) and attacked == kings and (game == "couple" or len(kings) == 1)


def moves(game: str, position: str) -> str:
    """The legal moves of a position of `heirs` or `couple`, in order."""
    pieces, turn = read(position)
    found = []
    for start, (kind, army) in pieces.items():
        for end in _ends(pieces, start, SIZE) if army == turn else ():
            captured = pieces.get(end)
            if captured and captured[1] == turn:
                continue
            after = {cell: each for cell, each in pieces.items() if cell != start}
            crowned = captured and kind == "M"
            after[end] = ("K" if crowned else kind, army)
            if not is_check(game, after, turn):
                found.append(f"{kind}{name(start)}{'x' if captured else '-'}{name(end)}{'=K' if crowned else ''}")
    return " ".join(sorted(found))
