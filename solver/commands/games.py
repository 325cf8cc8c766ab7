"""The commands about the rules of games: `games`, `pieces` and `check-rules`."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, ClassVar

import typer

from ..api import Game
from ..asp.folders import game_folders, variant_folders
from ..checking.outside import DEFAULT_LIMITS, RulesLimits, try_checking
from ..draw.look import Look
from ..draw.symbols import symbol
from ..errors import MOST_LISTED, RulesError, ShadowmateError
from ..explain.marks import marks
from ..play.kinds import find_kind, lone, middle
from . import about_games, about_kinds
from .about_positions import find_cell
from .options import (
    Figurines,
    GameName,
    Json,
    Options,
    Rules,
    RulesMemory,
    RulesTime,
    with_options_but_engine,
)
from .output import Output, show_result, write_each, written
from .parsing import Command, Commands
from .pictures import NoEmpty, Size, Theme, board_text, check_chosen, chosen_look, write_pictures
from .waiting import progress, reading_rules

app = Commands()


@app.command(epilog="Example: shadowmate games prince")
def games(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="GAME", help="Only these games; by default all.", show_default=False)
    ] = None,
    variants: Annotated[
        bool, typer.Option("--variants", help="List the variants that come with Shadowmate instead, as games are.")
    ] = False,
    as_json: Json = False,
    rules: Rules = None,
    rules_time: RulesTime = DEFAULT_LIMITS.seconds,
    rules_memory: RulesMemory = DEFAULT_LIMITS.gigabytes,
) -> None:
    """List the games and the readings of their rules. A game that cannot be read is named, with exit code 2.

    Variants, small changes to other games, are listed by name; with --json they are left out.
    """
    if variants:
        _refuse_beside("--variants lists what comes with Shadowmate", {"GAME": names, "--rules": rules})
    options = Options(as_json, None, rules, None, rules_time, rules_memory)
    folders = names or sorted(variant_folders() if variants else game_folders(rules or ()))
    more = [] if names or variants else [about_games.variants_text(sorted(variant_folders()))]
    found = []
    for name in folders:
        try:
            found.append(options.game(name))
        except RulesError as error:
            print(f"error: {name} is left out: {error}", file=sys.stderr)
    options.show(
        [about_games.game_facts(each) for each in found], lambda: "\n".join([about_games.games_text(found), *more])
    )
    if len(found) < len(folders):
        raise typer.Exit(2)


class _ShowsKinds(Command):
    """The command `pieces`, whose graph is that of promotions."""

    needs: ClassVar[Mapping[str, tuple[str, ...]]] = {**Command.needs, "dot_file": ("promotions",)}


@app.command(cls=_ShowsKinds, epilog="Example: shadowmate pieces prince scientist")
@with_options_but_engine
def pieces(
    options: Options,
    name: GameName,
    kind: Annotated[str | None, typer.Argument(metavar="KIND", help="A kind or its abbreviation.")] = None,
    origin: Annotated[str | None, typer.Option("--from", metavar="CELL", help="The cell of the piece.")] = None,
    promotions: Annotated[
        bool, typer.Option("--promotions", help="Show instead which kinds become which others in moves, and why.")
    ] = False,
    betza: Annotated[
        bool, typer.Option("--betza", help="Show instead the motions in Betza's notation, where it can express them.")
    ] = False,
    strings: Annotated[
        bool, typer.Option("--strings", help="Show instead the game's capture matrix and morph boards as strings.")
    ] = False,
    svg_file: Annotated[
        Output | None, written("SVG", "Write the picture of a KIND, or of promotions, as SVG.", "--svg")
    ] = None,
    png_file: Annotated[Output | None, written("PNG", "Write the same as PNG.", "--png")] = None,
    dot_file: Annotated[Output | None, written("DOT", "Write the promotions for Graphviz.", "--dot")] = None,
    figurines: Figurines = None,
    theme: Theme = None,
    size: Size = None,
    no_empty: NoEmpty = False,
) -> None:
    """List the kinds of a game, or show one kind: its motion, the cells that it reaches, and a picture of them.

    With --promotions, as in `pieces latrunculi --promotions`, list which kinds become which others. In its picture,
    solid arrows are changes of the piece that moves, dashed ones of another piece that the move changes, and dotted
    ones of the captured piece. It covers moves of single kinds along routes, by the first player; compounds and
    castling are left out. With --strings, as in `pieces golem --strings`, print what the game has in H. G. Muller's
    shorthand, as facts for rules: the types with their IDs, the capture matrix and the morph boards. Last comes what
    one symbol per cell cannot express.
    """
    pictured: dict[str, Any] = {
        "--from": origin,
        "--figurines": figurines is not None,
        "--theme": theme,
        "--size": size,
    }
    drawn: dict[str, Any] = {"--svg": svg_file, "--png": png_file}
    if strings:
        rest = {"--no-empty": no_empty, "--betza": betza, "--promotions": promotions, "--dot": dot_file}
        _refuse_beside("--strings concerns all kinds of the game", {"KIND": kind, **pictured, **drawn, **rest})
        _show_strings(options, options.game(name))
    elif promotions:
        rest = {"--no-empty": no_empty, "--betza": betza}
        _refuse_beside("--promotions concerns all kinds of the game", {"KIND": kind, **pictured, **rest})
        _show_promotions(options, options.game(name), svg_file, png_file, dot_file)
    elif betza:
        _refuse_beside("--betza concerns motions alone", {**pictured, **drawn, "--no-empty": no_empty})
        _show_motions(options, options.game(name), kind)
    else:
        if (svg_file or png_file) and kind is None:
            raise typer.BadParameter("--svg and --png write the picture of one KIND: name it, or give --promotions")
        if no_empty and kind is None:
            raise typer.BadParameter("--no-empty concerns the picture of one KIND: name it")
        look = chosen_look(figurines, no_empty, theme, size, (svg_file, png_file), options.as_json)
        chosen = options.game(name)
        check_chosen(figurines, [chosen])
        _show_kinds(options, chosen, kind, origin, look, (svg_file, png_file))


def _show_kinds(
    options: Options,
    chosen: Game,
    kind: str | None,
    origin: str | None,
    look: Look,
    files: tuple[Output | None, Output | None],
) -> None:
    """Print one kind with a picture, or all kinds."""
    kinds = [find_kind(chosen, kind)] if kind else list(chosen.ruleset.abbreviations)
    cell = find_cell(chosen, origin) if origin else middle(chosen)
    facts = [about_kinds.kind_facts(chosen, each, cell) for each in kinds]
    player = chosen.ruleset.players[0]
    symbols = {each: symbol(chosen.ruleset, (each,), player) for each in kinds} if look.figurines else {}
    text = about_kinds.kinds_text(facts, symbols)
    if kind is None:
        options.show(facts, lambda: text)
        return
    alone = lone(chosen, kinds[0], cell)
    reach = None
    if any(files) or not options.as_json:
        open_ones = marks(alone, cell)
        captures, others = frozenset(facts[0]["captures"]), frozenset(facts[0]["cells"]) - open_ones.reached
        reach = replace(open_ones, captures=captures, noted=others, noted_as="only over another piece")
    written_to = [f"wrote {file}" for file in write_pictures(alone, reach, *files, look)]
    options.show(
        facts[0],
        lambda: "\n".join([text, *written_to]) if written_to else board_text(alone, reach, look, f"{text}\n"),
    )


def _show_motions(options: Options, chosen: Game, kind: str | None) -> None:
    """Print Betza's notation for a kind, or for all kinds."""
    kinds = [find_kind(chosen, kind)] if kind else list(chosen.ruleset.abbreviations)
    stated = about_kinds.betza_facts(chosen, kinds)
    options.show(stated, lambda: about_kinds.betza_text(stated))


def _refuse_beside(reason: str, given: Mapping[str, Any]) -> None:
    """Refuse options that would have no effect."""
    for option, value in given.items():
        if value:
            raise typer.BadParameter(f"{option}: has no effect here, because {reason}")


def _show_strings(options: Options, game: Game) -> None:
    """Print the strings of a game.

    Raises:
        ShadowmateError: if it has none.
    """
    from ..explain.strings import strings_of

    found = strings_of(game.ruleset)
    if found is None:
        raise ShadowmateError(
            f"{game.name} has no strings, because its rules do not number types of pieces (type(1,KIND,ID) and so on)"
        )
    options.show(about_kinds.strings_facts(found), lambda: about_kinds.strings_text(found))


def _show_promotions(options: Options, game: Game, svg: Output | None, png: Output | None, dot: Output | None) -> None:
    """Print the promotions, and write them to the files that the user named."""
    from ..draw import promotion_graph as pictures
    from ..draw.png import png as as_png
    from .about_promotions import promotion_facts, promotions_text

    graph = game.promotions()
    files = write_each(
        (svg, lambda: pictures.svg(graph)),
        (png, lambda: as_png(pictures.svg(graph))),
        (dot, lambda: pictures.dot(graph)),
    )
    text = [f"wrote {file}" for file in files]
    options.show(promotion_facts(graph), lambda: "\n".join([promotions_text(graph), *text]))


class _ReadsRules(Command):
    """The command `check-rules`, whose own argument may be a folder of rules."""

    needs: ClassVar[Mapping[str, tuple[str, ...]]] = {}


@app.command("check-rules", cls=_ReadsRules, epilog="Example: shadowmate check-rules prince")
def check_rules(
    name: Annotated[str, typer.Argument(metavar="GAME|DIRECTORY", help="A game, or a folder with a game.lp.")],
    everything: Annotated[bool, typer.Option("--all", help="List all mistakes, not just ten.")] = False,
    seconds: Annotated[
        float, typer.Option("--time", metavar="S", min=0, help="Stop random moves after S seconds; 0 makes none.")
    ] = 5,
    as_json: Json = False,
    rules: Rules = None,
    rules_time: RulesTime = DEFAULT_LIMITS.seconds,
    rules_memory: RulesMemory = DEFAULT_LIMITS.gigabytes,
) -> None:
    """Look for mistakes in a game's rules. Exit code 1 if there are any.

    If the rules seem right, it makes random moves by them, to find moves that lead to an impossible position, and moves
    that remove a player's last royal piece while the game goes on. They are the same each time, unless the time is
    over. If there are no mistakes, it reports whether the compiled engine can play the game, and otherwise which rules
    prevent that; which files beside game.lp it does not include; and whether another game has its name.
    """
    from ..asp.folders import all_folders, game_folders, is_builtin
    from ..asp.rule_files import read_game
    from ..asp.ruleset import Ruleset
    from ..checking.rules import check_rules as check
    from ..checking.rules import find_folder, not_included
    from ..compiled.compile.layout import objections

    folder = find_folder(name, rules or ())
    with reading_rules(f"the rules of {name}", rules_time, rules_memory):
        try_checking(folder, RulesLimits(rules_time, rules_memory))
    with progress("checking the rules"):
        findings = check(folder, seconds)
        reasons, beside = [], []
        if not findings:
            files = read_game(folder)
            reasons, beside = objections(Ruleset(files)), not_included(files)
    result = [{"file": str(f.path), "line": f.line, "message": f.message} for f in findings]
    text = findings if everything else findings[:MOST_LISTED]
    more = f"and {len(findings) - MOST_LISTED:,} more; --all lists them" if len(text) < len(findings) else ""
    compiles = (
        "\n  ".join(["it does not compile, so the reference engine answers:", *reasons]) if reasons else "it compiles"
    )
    sound = f"{name}: no mistakes found; {compiles}"
    own_place = folder.resolve()
    if (own := own_place.name) in all_folders() and not is_builtin(folder):
        note = f"note: {own} is also a game that comes with Shadowmate; with --rules the name means yours"
        print(note, file=sys.stderr)
    if rules and folder == Path(name) and own_place not in map(Path.resolve, game_folders(rules).values()):
        print(f"note: --rules has no effect, because {name} is a folder with a game.lp", file=sys.stderr)
    for path in beside:
        print(f"note: {path.name} has no effect, because game.lp does not include it", file=sys.stderr)
    show_result(result, as_json, lambda: "\n".join(filter(None, [*map(str, text), more])) or sound)
    if findings:
        raise typer.Exit(1)
