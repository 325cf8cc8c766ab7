"""The commands `perft` and `compile`: the number of lines of moves, and the tables of a game."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import perf_counter
from typing import Annotated, Any

import typer

from ..api import Position
from ..errors import ShadowmateError, quoted
from ..files import cache_folder
from .line_files import Answer, answer_in_one_line, position_and
from .options import GameName, Jobs, Options, PositionOrFile, PositionsFile, with_options, with_options_but_engine
from .parsing import IN_QUOTES, Commands, NumbersMayBeNegative
from .waiting import interrupts, progress

app = Commands()


class _Perft(NumbersMayBeNegative):
    """The command `perft`, whose DEPTH is checked before a sweep begins, as arguments of other commands are."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the command line."""
        rest = super().parse_args(ctx, args)
        try:
            _asked(*(ctx.params[each] for each in ("text", "depth", "file")))
        except typer.BadParameter as error:
            error.ctx = ctx
            raise
        return rest


@app.command(cls=_Perft, epilog="Example: shadowmate perft 'fide: start' 4 --divide")
@with_options
def perft(
    options: Options,
    text: PositionOrFile = None,
    depth: Annotated[
        str | None, typer.Argument(metavar="DEPTH", help="Number of moves of all players together; required.")
    ] = None,
    by_move: Annotated[bool, typer.Option("--divide", help="Count the lines of each first move, too.")] = False,
    file: PositionsFile = None,
    jobs: Jobs = 1,
) -> None:
    """Count the lines of legal moves of a position, or of many, up to a depth, to compare programs.

    With --file there is no POSITION: `perft --file positions.txt 3`. Each answer is then one line. On Ctrl-C it prints
    the finished depths, and with --divide the finished first moves of the current depth, and ends with exit code 3;
    the rest of a file is left out.
    """
    text, number = _asked(text, depth, file)
    if by_move and number == 0:
        raise ShadowmateError("--divide: depth 0 has no first move")
    complete = True

    def answer(asked: Position) -> Answer:
        nonlocal complete
        facts, as_text = _counted(asked, number, by_move, jobs)
        complete = facts["complete"]
        return facts, as_text

    if text is not None:
        options.show(*answer(options.read(text, much=True)))
    else:
        answer_in_one_line(options, str(file), options.reader(), answer, lambda: not complete)
    if not complete:
        raise typer.Exit(3)


def _asked(text: str | None, depth: str | None, file: str | None) -> tuple[str | None, int]:
    """The POSITION, and the DEPTH as a number.

    Raises:
        typer.BadParameter: if one of them is missing, or the first has no effect.
        ShadowmateError: if the second is no number of moves.
    """
    from ..play.perft import check_depth

    text, words = position_and(text, depth, file)
    if words is None:
        raise typer.BadParameter(f"expected a DEPTH after the POSITION, or after --file FILE. {IN_QUOTES}")
    try:
        found = int(words)
    except ValueError:
        raise ShadowmateError(f"DEPTH: {quoted(words)}: expected a whole number, 0 or more") from None
    check_depth(found)
    return text, found


def _counted(asked: Position, depth: int, by_move: bool, jobs: int) -> Answer:
    """The numbers of lines of a position, as facts and as text."""
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
                words = f"interrupted: depth {each} is counted for {len(split)} of {first_moves} first moves"
                print(words, file=sys.stderr)
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

    return result, lines


@app.command("compile", epilog="Example: shadowmate compile prince")
@with_options_but_engine
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
