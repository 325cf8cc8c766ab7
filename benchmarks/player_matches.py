"""Matches of the computer player against an engine that speaks UCI, such as Fairy-Stockfish, or against random moves.

    python benchmarks/player_matches.py fide xiangqi makruk --engine PATH [--engine-nodes 200] [--strength strong]
    python benchmarks/player_matches.py fide raumschach --games 100

Each opening, of random moves, is played twice, with both sides. The player's search is limited by positions, so a
match is the same each time, if the engine's moves are. The score counts a draw as a half; a game that has not ended
after --plies moves is a draw. --log writes the moves of all games. Fairy-Stockfish must be built with large boards for
Xiangqi (`make -C src build ARCH=x86-64-modern largeboards=yes`); the match needs no network file.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import TextIO

import shadowmate as sm
from shadowmate.playing.player import Player, Strength
from shadowmate.playing.self_play import Chooser, by_lot, played

VARIANTS = {"fide": "chess", "xiangqi": "xiangqi", "makruk": "makruk", "koth": "kingofthehill"}
"""Our names of games, and the engine's. Both name cells, and kinds of promotions, with the same letters."""


class Engine:
    """An engine that plays one of these games, asked by UCI.

    Args:
        path: its program.
        variant: its name of the game.
        nodes: how many positions it may search for a move.
    """

    def __init__(self, path: str, variant: str, nodes: int) -> None:
        self._process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._nodes, self.moves = nodes, list[str]()
        options = self._until("uciok", "uci")
        if not any(f" var {variant}" in each for each in options if "UCI_Variant" in each):
            sys.exit(f"{path}: plays no {variant}; Fairy-Stockfish must be built with largeboards=yes")
        self._say(f"setoption name UCI_Variant value {variant}")
        self._say("setoption name Use NNUE value false")
        self._until("readyok", "isready")

    def begin(self) -> None:
        """Begin a new game."""
        self._say("ucinewgame")
        self._until("readyok", "isready")

    def choose(self, position: sm.Position, moves: list[str]) -> sm.Move:
        """Its move after some moves from the array."""
        self._say(f"position startpos{' moves' if moves else ''} {' '.join(moves)}")
        answer = self._until("bestmove", f"go nodes {self._nodes}")[-1].split()[1]
        for move in position.legal_moves():
            if in_uci(move) == answer:
                return move
        raise SystemExit(f"the engine's move {answer} is illegal: {position}")

    def close(self) -> None:
        """End it."""
        self._say("quit")
        self._process.wait()

    def _say(self, line: str) -> None:
        assert self._process.stdin is not None
        print(line, file=self._process.stdin, flush=True)

    def _until(self, word: str, asked: str) -> list[str]:
        """Its lines to the first that begins with a word."""
        assert self._process.stdout is not None
        self._say(asked)
        found = []
        for line in self._process.stdout:
            found.append(line.strip())
            if line.startswith(word):
                return found
        sys.exit(f"the engine ended without {word}")


def in_uci(move: sm.Move) -> str:
    """A move as engines write it."""
    return f"{move.origin}{move.target}{(move.promotion or '').lower()}"


def play_one(game: sm.Game, number: int, wanted: argparse.Namespace, engine: Engine | None) -> tuple[str, str, list]:
    """One game of a match: its result for the player, how it ended, and its moves."""
    players, lot = game.ruleset.players, random.Random(f"{wanted.seed}/{number // 2}")
    opening = list(played(game.start(), dict.fromkeys(players, by_lot(lot)), wanted.opening))
    start, made = opening[-1][1] if opening else game.start(), [move for move, _ in opening]
    mine, player = players[number % 2], Player(game, wanted.strength, None, wanted.nodes)
    opponent: Chooser = by_lot(lot)
    if engine:
        engine.begin()
        opponent = lambda now: engine.choose(now, [in_uci(move) for move in made])  # noqa: E731
    choosers = dict.fromkeys(players, opponent) | {mine: lambda now: player.choose(now).move}
    last = start
    for move, last in played(start, choosers, wanted.plies - len(made)):  # noqa: B007
        made.append(move)
    outcome = last.outcome()
    if outcome is None or outcome.winner is None:
        return "drawn", outcome.reason if outcome else "unfinished", made
    return "won" if outcome.winner == mine else "lost", outcome.reason, made


def match(name: str, wanted: argparse.Namespace, log: TextIO | None) -> None:
    """Play the games of a match, and print its score."""
    game = sm.game(name, engine="compiled")
    engine = Engine(wanted.engine, VARIANTS[name], wanted.engine_nodes) if wanted.engine else None
    results, ends = Counter[str](), Counter[str]()
    for number in range(wanted.games):
        result, end, moves = play_one(game, number, wanted, engine)
        results[result] += 1
        ends[f"{result} by {end}"] += 1
        print(f"\r{name}: {number + 1} of {wanted.games}  ", end="", file=sys.stderr)
        if log:
            print(f"{name} {number}: {result} by {end}: {' '.join(map(str, moves))}", file=log, flush=True)
    if engine:
        engine.close()
    score = results["won"] + results["drawn"] / 2
    listed = ", ".join(f"{end} {count}" for end, count in ends.most_common())
    print(f"\r{name}, {wanted.strength}, {wanted.nodes} positions: {score:g} of {wanted.games} ({listed})", flush=True)


def main() -> None:
    """Read the arguments, and play the matches."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="+", metavar="GAME")
    parser.add_argument("--engine", help="the path of an engine; without it, the opponent makes random moves")
    parser.add_argument("--engine-nodes", type=int, default=200)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--strength", type=Strength, choices=list(Strength), default=Strength.strong)
    parser.add_argument("--nodes", type=int, default=20_000, help="positions that the player may search for a move")
    parser.add_argument("--opening", type=int, default=4, help="random moves of both sides before a game")
    parser.add_argument("--plies", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--log", type=Path)
    wanted = parser.parse_args()
    if wanted.engine and not shutil.which(wanted.engine):
        sys.exit(f"--engine: there is no program {wanted.engine}; nothing is measured")
    if unknown := [name for name in wanted.names if wanted.engine and name not in VARIANTS]:
        sys.exit(f"the engine's name of {', '.join(unknown)} is not known; expected {', '.join(VARIANTS)}")
    with (wanted.log or Path(os.devnull)).open("a", encoding="utf-8") as log:
        for name in wanted.names:
            match(name, wanted, log)


if __name__ == "__main__":
    main()
