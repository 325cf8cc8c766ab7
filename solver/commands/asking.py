"""The commands `ground` and `ask`, which give the rules and a position to clingo: as text, or with the user's own
rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import typer

from ..api import Position
from ..checking.outside import RulesLimits
from ..errors import OptionError, quoted
from ..files import exists
from .line_files import Answer, answer_lines
from .options import Options, PositionOrFile, PositionsFile, PositionText, with_options_but_engine
from .output import Output, write_each, written
from .parsing import Command, Commands
from .pictures import Size, Theme, board_text, chosen_look, write_pictures
from .positions import play_moves
from .waiting import interrupts

if TYPE_CHECKING:
    from ..asking.answers import Asked

app = Commands()


@app.command(epilog="Example: shadowmate ground 'fide: white Kf6 Qg1 black Kh8' --show legal,flight")
@with_options_but_engine
def ground(
    options: Options,
    text: PositionText,
    output: Annotated[Output | None, written("ASP", "Write the program to this file.", "--output")] = None,
    show: Annotated[
        str | None,
        typer.Option("--show", metavar="NAMES", help="Predicates to show; by default legal,checker,outcome."),
    ] = None,
    after: Annotated[
        list[str] | None, typer.Option("--after", metavar="MOVE", help="Play this move first; may be repeated.")
    ] = None,
    with_readings: Annotated[
        bool, typer.Option("--readings", help="Add the readings as facts: question/3, reading/3 and reads/1.")
    ] = False,
    program_only: Annotated[
        bool,
        typer.Option(
            "--program-only",
            help="Leave out the position. The program is then the same for every position of the game.",
        ),
    ] = False,
    facts_only: Annotated[bool, typer.Option("--facts-only", help="Write only the facts of the position.")] = False,
) -> None:
    """Write the rules and a position as one program, which clingo solves without Shadowmate.

    The program has exactly one answer set. docs/vocabulary.md explains the predicates.
    """
    from ..asking import program_text as texts
    from ..asking.ask import SHOWN, grounded_words

    if program_only and facts_only:
        raise OptionError("--program-only and --facts-only: together they leave nothing to write")
    if facts_only and (show is not None or with_readings):
        raise OptionError(f"--facts-only: {'--show' if show is not None else '--readings'} concerns the program")
    if program_only and after:
        raise OptionError("--program-only: --after concerns the position")
    asked, _ = play_moves(options.read(text), " ".join(after or []))
    ruleset = asked.game.ruleset
    written_texts = []
    if not facts_only:
        try:
            written_texts.append(grounded_words(asked.game, show.split(",") if show else SHOWN, with_readings))
        except OptionError as error:
            raise OptionError(f"--show: {error}") from error
    if not program_only:
        written_texts.append(texts.facts(asked))
    program = "\n".join(written_texts)
    files = write_each((output, lambda: program))
    found = {"position": str(asked), "readings": list(ruleset.chosen), "program": program, "files": files}
    if output is not None and output.is_standard:
        return
    options.show(found, lambda: "\n".join(f"wrote {file}" for file in files) or program.rstrip("\n"))


class _Ask(Command):
    """The command `ask`, whose arguments always include rules from outside the package."""

    needs: ClassVar[Mapping[str, tuple[str, ...]]] = {}


@app.command(
    cls=_Ask, epilog="Example: shadowmate ask 'fide: white Ke1 Re2 black Ke8 Re7' --rule 'p(Cell) :- pinned(Cell,_).'"
)
@with_options_but_engine
def ask(
    options: Options,
    text: PositionOrFile = None,
    files: Annotated[list[Path] | None, typer.Argument(metavar="FILE.lp", help="Files with your rules.")] = None,
    rule: Annotated[list[str] | None, typer.Option("--rule", metavar="TEXT", help="A rule; may be repeated.")] = None,
    file: PositionsFile = None,
    count: Annotated[
        int | None, typer.Option("--count", metavar="N", min=1, help="Number of answer sets; by default 1.")
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="All answer sets; with #minimize or #maximize, all optimal ones.")
    ] = False,
    seconds: Annotated[
        float | None, typer.Option("--time", metavar="S", min=0, help="Stop the search after S seconds.")
    ] = None,
    stats: Annotated[
        bool, typer.Option("--stats", help="Print the ground atoms and rules of each part of the program.")
    ] = False,
    svg_file: Annotated[Output | None, written("SVG", "Write the position with its marks as SVG.", "--svg")] = None,
    png_file: Annotated[Output | None, written("PNG", "Write it as PNG.", "--png")] = None,
    theme: Theme = None,
    size: Size = None,
) -> None:
    """Ask ASP rules of your own about a position.

    The rules may use piece(Cell,Kind,Army), legal(Move,From,To), attacks(From,To), pinned(Cell,By) and more: see
    docs/vocabulary.md. The answer is what they derive, or what #show names. mark(Cell,noted) marks a cell of a
    picture. Exit code 0: answered; 1: there is no answer set; 3: stopped (--time, Ctrl-C), with the best answer so
    far.
    """
    from ..asking.ask import Question
    from ..asking.process import Process
    from ..asp.rule_text import load

    if file is not None and text is not None:
        files, text = [Path(text), *(files or [])], None
    if text is None and file is None:
        raise typer.BadParameter("give either a POSITION or --file FILE")
    if every and count is not None:
        raise OptionError("--count and --all exclude each other")
    own: list[str | Path] = [*(files or []), *(rule or [])]
    if not own:
        raise OptionError("no rules are given: expected FILE.lp or --rule 'TEXT'")
    for each in files or []:
        if str(each).endswith(".") and not exists(each):
            raise OptionError(f"there is no file {quoted(str(each))}; a rule is given as --rule 'TEXT'")
        load(each)  # before any position is read
    look = replace(chosen_look(None, False, theme, size, (svg_file, png_file), options.as_json), empty=False)
    if file is not None and (svg_file or png_file):
        raise OptionError("--svg and --png: a picture shows one position, and --file gives many")
    limits = RulesLimits(options.rules_time, options.rules_memory)
    most = None if every else count or 1
    with Process(limits) as process, interrupts():
        if text is not None:
            position = options.read(text)
            found = Question(position.game, own).ask(position, process, most, seconds, stats)
            marks = found.marks()
            pictures = write_pictures(position, marks, svg_file, png_file, look)
            is_marked = any((marks.reached, marks.captures, marks.guarded, marks.noted))
            shown = partial(_shown, found, pictures)
            options.show(
                {**found.as_json(), "files": pictures},
                lambda: board_text(position, marks, look, f"{shown()}\n\n") if is_marked and not pictures else shown(),
            )
            if found.stopped or not found.answers:
                raise typer.Exit(3 if found.stopped else 1)
            return
        _ask_many(options, str(file), own, process, most, seconds, stats)


def _ask_many(
    options: Options, file: str, own: list[Any], process: Any, most: int | None, seconds: float | None, stats: bool
) -> None:
    """Ask about the positions of a file, one line each. A position with an error is reported, and the others are
    asked.
    """
    from ..asking.ask import Question

    questions: dict[str, Question] = {}
    stopped = False

    def answer(line: str) -> Answer:
        nonlocal stopped
        position: Position = options.read(line)
        game = position.game
        question = questions.setdefault(game.name, questions.get(game.name) or Question(game, own))
        found = question.ask(position, process, most, seconds, stats)
        stopped |= found.stopped
        return found.as_json(), partial(_line, found)

    answer_lines(options, file, answer)
    if stopped:
        raise typer.Exit(3)


def _line(found: Asked) -> str:
    """The answers about a position of a file, one per line; below them what they cost, if that is asked for."""
    from ..asking.answers import stats_text

    lines_of = ["; ".join(map(str, answer.rows)) or "nothing" for answer in found.answers] or ["no answer"]
    if len(lines_of) > 1:
        lines_of = [f"answer {number}: {words}" for number, words in enumerate(lines_of, 1)]
    lines_of = [f"{found.position}: {words}" for words in lines_of]
    return "\n".join([*lines_of, *([stats_text(found.stats)] if found.stats else [])])


def _shown(found: Asked, files: list[str]) -> str:
    """The answers as tables, and the files that were written."""
    return "\n".join([str(found), *(f"wrote {file}" for file in files)])
