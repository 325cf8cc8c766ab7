"""The commands `perft` and `compile`: the number of lines of moves, and the tables of a game."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import perf_counter
from typing import Annotated, Any

import typer

from ..api import Position
from ..errors import ShadowmateError
from ..files import cache_folder
from .options import GameName, Jobs, Options, PositionText, takes_options, takes_options_but_engine
from .parsing import Commands, NumbersMayBeNegative
from .waiting import interrupts, progress

app = Commands()


@app.command(cls=NumbersMayBeNegative, epilog="Example: shadowmate perft 'fide: start' 4 --divide")
@takes_options
def perft(
    options: Options,
    text: PositionText,
    depth: Annotated[int, typer.Argument(metavar="DEPTH", help="Number of moves of all players together.")],
    by_move: Annotated[bool, typer.Option("--divide", help="Count the lines of each first move, too.")] = False,
    jobs: Jobs = 1,
) -> None:
    """Count the lines of legal moves up to a depth, to compare programs.

    On Ctrl-C it prints the finished depths, and with --divide the finished first moves of the current depth, and
    ends with exit code 3.
    """
    from ..play.perft import check_depth

    check_depth(depth)
    if by_move and depth == 0:
        raise ShadowmateError("--divide: depth 0 has no first move")
    asked = options.read(text, much=True)
    started = perf_counter()
    first_moves = len(asked.legal_moves())
    counts = {0: 1} if depth == 0 else {}
    split: dict[str, int] = {}
    complete = True
    with interrupts() as stop:
        for each in range(1, depth + 1):
            split = _count(asked, each, jobs, stop)
            complete = len(split) == first_moves
            if not complete:
                said = f"interrupted: depth {each} is counted for {len(split)} of {first_moves} first moves"
                print(said, file=sys.stderr)
                break
            counts[each] = sum(split.values())
    seconds = perf_counter() - started
    result: dict[str, Any] = {"position": str(asked), "perft": {str(each): number for each, number in counts.items()}}
    if by_move:
        result["divide"] = split
    result |= {"complete": complete, "seconds": round(seconds, 3)}

    def lines() -> str:
        first = [f"{move}: {number}" for move, number in split.items()] if by_move else []
        return "\n".join([*first, *(f"perft {each}: {number}" for each, number in counts.items())])

    options.show(result, lines)
    if not complete:
        raise typer.Exit(3)


@app.command("compile", epilog="Example: shadowmate compile prince")
@takes_options_but_engine
def compile_game(options: Options, name: GameName) -> None:
    """Compile a game's rules to tables for the compiled engine, and show their sizes."""
    from ..compiled.engine_choice import engine_of
    from ..compiled.tables import ATTACK_ROUTES, MASKS, SPANS, STEPS

    started = perf_counter()
    engine = engine_of(options.game(name, much=True))
    total = perf_counter() - started
    arrays = engine.arrays
    result = {
        "game": name,
        "cells": len(engine.cells),
        "kinds": len(options.game(name).ruleset.abbreviations),
        "types": len(engine.types),
        "patterns": len(arrays[SPANS]),
        "steps": len(arrays[STEPS]),
        "lines": len(arrays[ATTACK_ROUTES]),
        "masks": len(arrays[MASKS]),
        "bytes": arrays.size,
        "kept": engine.compilation.kept,
        "seconds": {"tables": round(engine.compilation.seconds, 3), "all": round(total, 3)},
        "folder": str(cache_folder()),
    }

    def lines() -> str:
        made = f"read from {cache_folder()}" if engine.compilation.kept else "made"
        return "\n".join(
            [
                f"{name}: {result['cells']} cells, {result['kinds']} kinds, {result['types']} types of piece",
                f"routes: {len(arrays[STEPS])} steps in {len(arrays[SPANS])} sets of move patterns, "
                f"{len(arrays[ATTACK_ROUTES])} lines of attack",
                f"masks: {result['masks']} sets of cells",
                f"tables: {arrays.size / 1e6:.1f} MB, {made} in {engine.compilation.seconds:.2f} s",
            ]
        )

    options.show(result, lines)


def _count(asked: Position, depth: int, jobs: int, stop: Callable[[], bool]) -> dict[str, int]:
    """The lines of each first move, with progress."""
    from ..compiled.parallel_perft import divide

    with progress(f"counting depth {depth}") as advance:
        found = divide(asked, depth, jobs, advance, stop)
    return {str(move): number for move, number in found.items()}
