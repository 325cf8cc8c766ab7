"""Games played at random by the rules here and by Fairy-Stockfish, side by side.

    python tests/support/fairy_play.py --positions 2000 horde torpedo

It needs the package `pyffish`, which is Fairy-Stockfish's move generator. Both play the same moves from the array, so
no position is translated. Of each position all moves, check and the end of the game are compared.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pyffish

import shadowmate as sm
from support.yaml_files import read_yaml

DATA = Path(__file__).parent.parent / "data"
STATED = DATA / "variants.yaml"
pyffish.load_variant_config((DATA / "variants.ini").read_text(encoding="utf-8"))

_LONGEST = 150
"""No game is played longer."""

_CAPTURING = 0.35
"""How often a capture is chosen if there is one, so that ends come into reach."""


_PASS = "pass"


def _key(move: sm.Move, letters: Mapping[str, str]) -> str:
    """A move as Fairy-Stockfish writes it; a pass, which it writes as a King's move that goes nowhere, is a word."""
    if not move.target:
        return _PASS
    if not move.origin:
        return f"{letters.get(f'{move.piece}@', move.piece)}@{move.target}"
    promotion = move.promotion or ""
    left = {each.cell for each in move.changes if each.before is not None}
    entered = [(each.cell, each.after) for each in move.changes if each.after and each.cell in {move.origin, *left}]
    key = f"{move.origin}{move.target}"
    for cell, piece in entered:
        # Beside the partner of castling it writes the cells of partner and King.
        letter = piece.rpartition(" ")[2]
        key = (key if cell == move.origin else f"{cell}{move.origin}") + letters.get(letter, letter.lower())
    return key + letters.get(promotion, promotion.lower())


def _by_key(moves: Iterable[str], ours: Collection[str]) -> dict[str, str]:
    """Fairy-Stockfish's moves by what they are here: a Pawn that explodes as it is promoted does so once.

    Behind a comma it writes where a wall comes to be.
    """
    bare_moves = {move.partition(",")[0]: move for move in moves}
    return {
        _PASS if bare[: len(bare) // 2] == bare[len(bare) // 2 :] else _bare(bare, ours): move
        for bare, move in bare_moves.items()
    }


def _bare(move: str, ours: Collection[str]) -> str:
    """A move without its promotion, if there is no such move here: e7e10 is none of e7e1."""
    return move[:-1] if move[-1].isalpha() and move not in ours and move[:-1] in ours else move


def _won_by(result: int, mover: str) -> str | None:
    """The winner of a result as the player to move sees it."""
    other = {"white": "black", "black": "white"}[mover]
    return None if result == 0 else mover if result > 0 else other


def _side_by_side(position: sm.Position, letter: str) -> bool:
    """Whether two pieces of this letter stand next to each other."""
    vectors, text = position.game.vectors, position.game.piece_name
    cells = [vectors[cell] for cell, piece in position.pieces.items() if text(piece.kinds) == letter]
    return any(max(abs(a - b) for a, b in zip(*two, strict=True)) == 1 for two in combinations(cells, 2))


def _unlike(
    variant: str, start: str, played: list[str], position: sm.Position, letters: Mapping[str, str], harmless: str
) -> str | None:
    """How the two differ about a position; None if they agree, or only about a check that cannot become a capture."""
    ours = [_key(move, letters) for move in position.legal_moves()]
    found = unlike(variant, start, played, position, ours, _by_key(moves_of(variant, start, played), ours))
    return None if found == "check" and harmless and _side_by_side(position, harmless) else found


def moves_of(variant: str, start: str, played: list[str]) -> list[str]:
    """Fairy-Stockfish's legal moves; none if the game is over. Drops that mate and lose by that are left out."""
    over, _ = pyffish.is_immediate_game_end(variant, start, played)
    found = [] if over else pyffish.legal_moves(variant, start, played)
    return [move for move in found if not ("@" in move and _is_lost(variant, start, [*played, move]))]


def _is_lost(variant: str, start: str, played: list[str]) -> bool:
    """Whether the last move has mated, and lost the game by that."""
    if not pyffish.gives_check(variant, start, played) or pyffish.legal_moves(variant, start, played):
        return False
    return pyffish.game_result(variant, start, played) > 0


def unlike(
    variant: str, start: str, played: list[str], position: sm.Position, ours: Iterable[str], theirs: Iterable[str]
) -> str | None:
    """How the two differ about a position's moves, check, end and winner; None if they agree.

    Args:
        variant: Fairy-Stockfish's name of the game.
        start: its text of the array.
        played: the moves that led to the position.
        position: the position here.
        ours: the legal moves here, as Fairy-Stockfish writes them.
        theirs: its legal moves.
    """
    ours, theirs = sorted(ours), sorted(theirs)
    if ours != theirs:
        return f"ours {sorted(set(ours).difference(theirs))}, theirs {sorted(set(theirs).difference(ours))}"
    if position.is_check() != pyffish.gives_check(variant, start, played):
        return "check"
    outcome = position.outcome()
    if theirs:
        return "ours is won" if outcome and outcome.winner else None
    over, result = pyffish.is_immediate_game_end(variant, start, played)
    mover = ("white", "black")[len(played) % 2]
    winner = _won_by(result if over else pyffish.game_result(variant, start, played), mover)
    if outcome is None or outcome.winner != winner:
        return f"ours {outcome and (outcome.reason, outcome.winner)}, theirs {winner}"
    return None


def differences(name: str, facts: Mapping[str, Any], count: int, seed: int, engine: str = "compiled") -> Iterator[str]:
    """What differs on some positions. Two passes in a row end a game there and not here, so they are not played.

    Args:
        name: the game here.
        facts: what variants.yaml states of it: `fairy`, Fairy-Stockfish's name of it if that is another; `letters`,
            how it writes promotions, and drops (`M@`), that it names otherwise; and `harmless`, a piece that never
            captures, and gives check to one of its kind beside it in Fairy-Stockfish alone.
        count: how many positions are compared.
        seed: of the random moves.
        engine: the engine here, `reference` or `compiled`.
    """
    variant, letters, harmless = facts.get("fairy", name), facts.get("letters", {}), facts.get("harmless", "")
    rng, game, start = Random(seed), sm.game(name, engine=engine), pyffish.start_fen(variant)
    position, played, passed = game.start(), list[str](), False
    for _ in range(count):
        if found := _unlike(variant, start, played, position, letters, harmless):
            yield f"{name}: {pyffish.get_fen(variant, start, played)}: {found}"
        moves = [] if position.outcome() or len(played) == _LONGEST else position.legal_moves()
        if passed:
            moves = [move for move in moves if move.target]
        if found or not moves:
            position, played, passed = game.start(), [], False
            continue
        captures = [move for move in moves if move.captures] if rng.random() < _CAPTURING else []
        move = rng.choice(captures or moves)
        position, passed = position.push(move), not move.target
        key = _key(move, letters)
        theirs = pyffish.legal_moves(variant, start, played)
        played.append(key if key in theirs else _by_key(theirs, [key])[key])


def main() -> int:
    """Compare, print what differs, and give the exit code."""
    stated = read_yaml(STATED)
    shared = sorted(name for name, facts in stated.items() if facts.get("fairy") != "none")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=shared, help="by default all variants that it has")
    parser.add_argument("--positions", type=int, default=2000, help="how many of each game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--engine", default="compiled", choices=["compiled", "reference"])
    options = parser.parse_args()
    wrong = 0
    for name in options.games:
        found = list(differences(name, stated[name], options.positions, options.seed, options.engine))
        print(f"{name}: {options.positions:,} positions, {len(found):,} differences", flush=True)
        print("".join(f"  {each}\n" for each in found[:10]), end="")
        wrong += len(found)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
