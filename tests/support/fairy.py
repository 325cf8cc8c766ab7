"""The flat variants that Fairy-Stockfish knows, held against it: the legal moves of random positions, and what they do.

    python tests/support/fairy.py --positions 5000 xiangqi makruk

It needs the package `pyffish`, which is Fairy-Stockfish's move generator. Positions are met by playing at random from
the array. Of each position all moves are compared; after one of them, the board and the hands are compared too.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator
from random import Random

import pyffish

import shadowmate as sm

VARIANTS = {"xiangqi": "xiangqi", "makruk": "makruk", "koth": "kingofthehill", "kyoto": "kyotoshogi", "micro": "micro"}
"""Our names of games, and Fairy-Stockfish's."""

_SIDES = {
    "kyoto": {"+P": "R", "+S": "B", "+L": "T", "+N": "G"},
    "micro": {"+P": "N", "+L": "S", "+R": "G", "+B": "T"},
}
"""Our letters for pieces that Fairy-Stockfish calls promoted."""

_LONGEST = 120
"""No game is played longer."""

Board = tuple[tuple[str, ...], tuple[str, ...]]
"""The pieces on the board, each as army, letter and cell, and those in hand, each as army and letter."""

Key = tuple[str, str, str]
"""What distinguishes a move from all others of a position."""


def _board(game: str, fen: str) -> Board:
    """The pieces on the board and in hand of a FEN of Fairy-Stockfish."""
    field = fen.split()[0]
    placed, _, held = field.partition("[")
    ranks = placed.split("/")
    found = set()
    for row, rank in enumerate(ranks):
        column = 0
        for number, token in re.findall(r"([0-9]+)|(\+?[A-Za-z])~?", rank):
            if number:
                column += int(number)
                continue
            letter = _SIDES.get(game, {}).get(token.upper(), token.upper())
            army = "white" if token.upper() == token else "black"
            found.add(f"{army} {letter}{'abcdefghi'[column]}{len(ranks) - row}")
            column += 1
    hands = [("white" if each.isupper() else "black", each.upper()) for each in held.rstrip("]") if each.isalpha()]
    return tuple(sorted(found)), tuple(sorted(f"{army} {letter}" for army, letter in hands))


def text(game: str, fen: str) -> str:
    """The position of a FEN of Fairy-Stockfish as this package reads it."""
    if game not in _SIDES:
        return (
            f"fen {fen.replace('~', '')}"
            if game == "koth"
            else f"fen {fen.split()[0].replace('~', '')} {fen.split()[1]} - -"
        )
    pieces, hands = _board(game, fen)
    words = [*sorted(pieces), *(f"hand {held}" for held in hands)]
    return " ".join([*words, "turn", {"w": "white", "b": "black"}[fen.split()[1]]])


def _ours(position: sm.Position) -> Board:
    name = position.game.piece_name
    pieces = tuple(sorted(f"{piece.army} {name(piece.kinds)}{cell}" for cell, piece in position.pieces.items()))
    letters = position.game.ruleset.abbreviations
    held = [
        f"{store.removeprefix('hand ')} {letters[item]}" for store, item, count in position.stores for _ in range(count)
    ]
    return pieces, tuple(sorted(held))


def positions(variant: str, rng: Random) -> Iterator[str]:
    """Positions of games played at random, as FEN, none in which the game has been won by the last move."""
    start = pyffish.start_fen(variant)
    while True:
        fen = start
        for _ in range(_LONGEST):
            moves = pyffish.legal_moves(variant, fen, [])
            if pyffish.is_immediate_game_end(variant, fen, [])[0]:
                break
            yield fen
            if not moves:
                break
            fen = pyffish.get_fen(variant, fen, [rng.choice(moves)])


def their_key(name: str, move: str) -> Key:
    """A move of Fairy-Stockfish: where it starts or what is dropped, where it ends, what it is to become."""
    dropped, at, target = move.partition("@")
    if at:
        side = _SIDES[name].get(dropped, "")
        return f"{dropped[-1]}@", target, side
    found = re.fullmatch(r"([a-i]\d+)([a-i]\d+)([a-z]?)[-+]?", move)
    assert found, move
    return found[1], found[2], found[3].upper()


def _our_key(name: str, move: sm.Move) -> Key:
    if not move.origin:
        return f"{move.piece}@", move.target, "" if move.promotion == move.piece else move.promotion or ""
    return move.origin, move.target, "" if name in _SIDES else move.promotion or ""


def differences(name: str, count: int, seed: int, engine: str = "compiled", every: int = 7) -> Iterator[str]:
    """What differs on some positions of a game, of which every so-manieth that is met is asked about."""
    variant, rng = VARIANTS[name], Random(seed)
    game = sm.game(name, engine=engine)
    asked = 0
    for number, fen in enumerate(positions(variant, Random(seed))):
        if number % every:
            continue
        asked += 1
        start = game.position(text(name, fen))
        ours = {_our_key(name, move): move for move in start.legal_moves()}
        theirs = {their_key(name, move): move for move in pyffish.legal_moves(variant, fen, [])}
        if ours.keys() != theirs.keys():
            yield f"{name}: {fen}: ours {sorted(ours.keys() - theirs)}, theirs {sorted(theirs.keys() - ours)}"
        elif start.is_check() != pyffish.gives_check(variant, fen, []):
            yield f"{name}: {fen}: check"
        elif ours:
            key = rng.choice(sorted(ours))
            then = pyffish.get_fen(variant, fen, [theirs[key]])
            if _ours(start.push(ours[key])) != _board(name, then):
                yield f"{name}: {fen}: {theirs[key]}: {then}"
        if asked == count:
            return


def main() -> int:
    """Compare, print what differs, and give the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(VARIANTS), help=f"of {', '.join(VARIANTS)}; all by default")
    parser.add_argument("--positions", type=int, default=300, help="how many of each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--engine", default="compiled", choices=["compiled", "reference"])
    options = parser.parse_args()
    wrong = 0
    for name in options.games:
        found = list(differences(name, options.positions, options.seed, options.engine))
        print(f"{name}: {options.positions:,} positions, {len(found):,} differences", flush=True)
        print("".join(f"  {each}\n" for each in found[:10]), end="")
        wrong += len(found)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
