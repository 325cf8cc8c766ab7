"""Castling from any array: how other programs write it, and the command that compares games with them."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Mapping

import shadowmate as sm


def uci(move: sm.Move, position: sm.Position, partner_ends: Mapping[str, str]) -> str:
    """A move as other programs write it: castling as the King's move to the Rook's cell.

    Args:
        move: the move.
        position: the position before it.
        partner_ends: by the column where the King goes, that where the Rook goes.
    """
    if move.special != "castling":
        return f"{move.origin}{move.target}{(move.promotion or '').lower()}"
    left = [each.cell for each in move.changes if each.before and not each.after]
    if not left and move.target in position.pieces and move.target != move.origin:
        left = [move.target]  # the King goes to the Rook's cell
    column, row = move.target
    return f"{move.origin}{left[0] if left else partner_ends[column] + row}"


def main(name: str, description: str | None, differences: Callable[[int, int, str], Iterable[str]]) -> int:
    """Compare games, print what differs, and give the exit code.

    Args:
        name: the game.
        description: the help text.
        differences: what differs, given the number of positions, the seed and the engine.
    """
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--positions", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--engine", default="compiled", choices=["compiled", "reference"])
    options = parser.parse_args()
    found = list(differences(options.positions, options.seed, options.engine))
    print(f"{name}: {options.positions:,} positions, {len(found):,} differences", flush=True)
    print("".join(f"  {each}\n" for each in found[:10]), end="")
    return int(bool(found))
