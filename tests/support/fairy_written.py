"""Games that `export --to fairy` writes, played at random by the rules here and by Fairy-Stockfish, side by side.

    PYTHONPATH=tests python -m support.fairy_written --positions 500 capablanca xiangqi

It needs the package `pyffish`. Fairy-Stockfish reads the section that was written; of each position all moves, check,
the end and the winner are compared, and the numbers of lines from the array to depth 3 are.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from random import Random

import pyffish

import shadowmate as sm
from shadowmate.compiled.parallel_perft import perft
from shadowmate.exporting.as_ini import ini_of
from shadowmate.exporting.letters import letters_of
from shadowmate.exporting.reached import ReachedGame
from support.fairy_play import moves_of, unlike

_LONGEST = 120
"""No game is played longer."""


def _key(move: sm.Move, letters: Mapping[str, str]) -> str:
    """A move as Fairy-Stockfish writes it."""
    if not move.origin:
        return f"{letters[move.piece or ''].upper()}@{move.target}"
    return f"{move.origin}{move.target}{letters[move.promotion] if move.promotion else ''}"


def _lines(variant: str, start: str, played: list[str], depth: int) -> int:
    moves = moves_of(variant, start, played)
    return len(moves) if depth == 1 else sum(_lines(variant, start, [*played, move], depth - 1) for move in moves)


def differences(name: str, count: int, seed: int, depth: int = 3) -> Iterator[str]:
    """What differs of a game, on some positions and in its numbers of lines."""
    variant = f"written{name}"
    game = sm.game(name, engine="compiled")
    reached = ReachedGame(game.ruleset)
    pyffish.load_variant_config(ini_of(reached, variant))
    shorts = game.ruleset.abbreviations
    letters = {shorts[kind]: letter.lower() for kind, letter in letters_of(shorts, reached.standing_kinds).items()}
    rng, start = Random(seed), pyffish.start_fen(variant)
    for each in range(1, depth + 1):
        mine, theirs = perft(game.start(), each), _lines(variant, start, [], each)
        if mine != theirs:
            yield f"{name}: depth {each}: ours {mine}, theirs {theirs}"
    position, played = game.start(), list[str]()
    for _ in range(count):
        ours = {_key(move, letters): move for move in position.legal_moves()}
        found = unlike(variant, start, played, position, ours, moves_of(variant, start, played))
        if found:
            yield f"{name}: {pyffish.get_fen(variant, start, played)}: {found}"
        if found or not ours or position.outcome() or len(played) == _LONGEST:
            position, played = game.start(), []
            continue
        captures = sorted(key for key, move in ours.items() if move.captures)
        key = rng.choice(captures if captures and rng.random() < 0.35 else sorted(ours))
        position = position.push(ours[key])
        played.append(key)


def main() -> int:
    """Compare, print what differs, and give the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="+")
    parser.add_argument("--positions", type=int, default=500, help="how many of each game")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    wrong = 0
    for name in options.games:
        found = list(differences(name, options.positions, options.seed))
        print(f"{name}: {options.positions:,} positions, {len(found):,} differences", flush=True)
        print("".join(f"  {each}\n" for each in found[:5]), end="")
        wrong += len(found)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
