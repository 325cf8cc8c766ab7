"""The commands that make a folder of rules: `import` of another program's definition, and `new` of another game."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import typer

from ..asp.folders import all_folders
from ..asp.terms import vector
from ..errors import RulesError, ShadowmateError, quoted, some_of
from ..notation.line import is_game_name
from .options import Json, Options, with_options
from .output import counted, show_result
from .parsing import Command, Commands
from .waiting import progress

if TYPE_CHECKING:
    from ..asp.ruleset import Ruleset
    from ..diagrams.definition import Definition

app = Commands()
_NO_NAME = "{} is no name of a game, which has only letters, digits, _ and -, the first a letter"


class _ReadsFile(Command):
    """The command `import`, whose argument is a file of the user's."""

    needs: ClassVar[Mapping[str, tuple[str, ...]]] = {}


@app.command("import", cls=_ReadsFile, epilog="Example: shadowmate import diagram.txt --to mygame")
def import_diagram(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A definition as text, or a saved web page that contains one.")
    ],
    to: Annotated[
        Path | None, typer.Option("--to", metavar="FOLDER", help="Folder for the game; by default named after FILE.")
    ] = None,
    array: Annotated[
        int | None,
        typer.Option(
            "--array", metavar="N", min=1, help="Of a shuffle, the N-th array; by default that of the definition."
        ),
    ] = None,
    as_json: Json = False,
) -> None:
    """Make a game from the definition of an Interactive Diagram: a folder of rules for --rules.

    Lines that are not understood or not supported are named. Nothing is overwritten.
    """
    from ..asp.new_games import refuse_to_overwrite, write_rules
    from ..asp.rule_files import read_game
    from ..asp.ruleset import Ruleset
    from ..checking.rules import check_rules  # these imports take longer than those of other commands
    from ..diagrams.definition import read_file
    from ..diagrams.rules_writer import idle_moves, line_of, rules_of

    folder = Path(_name(file.stem)) if to is None else to
    if not is_game_name(folder.resolve().name):
        raise ShadowmateError(f"--to: {_NO_NAME.format(quoted(folder.name))}")
    definition = read_file(file)
    if array is not None and not definition.shuffle:
        raise ShadowmateError("--array: has no effect, as the definition has no shuffle=")
    with _naming(file):
        files = rules_of(definition, file.stem)
    refuse_to_overwrite(folder, "choose another with --to")
    with TemporaryDirectory() as place:
        tried = Path(place) / folder.resolve().name
        write_rules(files, tried)
        with progress("checking the rules"):
            findings = check_rules(tried)
        if not findings:
            ruleset = Ruleset(read_game(tried))
            if definition.shuffle:
                with _naming(file):
                    _shuffle(definition, ruleset, array)
                    files = rules_of(definition, file.stem)
            definition.left_out += idle_moves(definition, ruleset)
            definition.left_out.sort()
    if findings:
        wrong = []
        for each in findings:
            stated = files.get(each.path.name, "").splitlines()[each.line - 1 : each.line]
            line = line_of(definition, "".join(stated) or each.message)
            wrong.append(f"{file if line else each.path.name}: line {line or each.line}: {each.message}")
        if not _states_royals(definition):
            wrong.append(_royals(definition))
        raise RulesError(*wrong)
    write_rules(files, folder)
    left_out = [{"line": line, "text": text, "reason": reason} for line, text, reason in definition.left_out]
    result = {
        "folder": str(folder),
        "types": len(definition.types),
        "royal": [definition.types[number - 1].name for number in definition.royals],
        "left_out": left_out,
        "looks": definition.looks,
    }
    show_result(result, as_json, lambda: _text(definition, folder))


@contextmanager
def _naming(file: Path) -> Iterator[None]:
    """Name the file of a definition in an error about it."""
    from ..diagrams.definition import DiagramError

    try:
        yield
    except DiagramError as error:
        raise DiagramError(f"{file}: {error}") from error


def _shuffle(definition: Definition, ruleset: Ruleset, number: int | None) -> None:
    """Choose an array of a shuffle; without a number, say how many there are."""
    from ..diagrams.shuffles import Shuffles

    facts = (symbol.arguments for symbol in ruleset.facts("castling", 5))
    cells = ((vector(king), vector(partner)) for army, king, _, partner, _ in facts if str(army) == ruleset.players[0])
    castling = {((x, y), (a, b)) for (x, y, _), (a, b, _) in cells}
    shuffles = Shuffles(definition, castling)
    if number is not None:
        shuffles.choose(number)
        return
    why = f"the array is that of the definition, one of {len(shuffles.arrays):,}; choose another with --array"
    definition.left_out.append((definition.lines["shuffle"], f"shuffle={definition.shuffle}", why))


def _states_royals(definition: Definition) -> bool:
    return any(key == "royal" for _, key, _ in definition.marked)


def _royals(definition: Definition) -> str:
    """Which types are royal, and why if no line states it."""
    if not _states_royals(definition):
        return f"no line has royal=, so the last type, {definition.types[-1].name}, is royal"
    return f"royal: {', '.join(dict.fromkeys(definition.types[number - 1].name for number in definition.royals))}"


def _text(definition: Definition, folder: Path) -> str:
    width, height = definition.numbers["files"], definition.numbers["ranks"]
    lines = [f"wrote {folder}: {len(definition.types)} types on {width}x{height}; {_royals(definition)}"]
    lines += ["left out, in whole or in part:"] if definition.left_out else []
    lines += [f"  line {line}: {text}: {reason}" for line, text, reason in definition.left_out]
    if definition.looks:
        lines.append(f"  {counted(definition.looks, 'line')} about appearance, left out")
    return "\n".join(lines)


def _name(stem: str) -> str:
    """A name for the game that a position can start with."""
    word = "".join(sign if sign.isascii() and (sign.isalnum() or sign in "_-") else "_" for sign in stem)
    return word if word[:1].isalpha() or word.startswith("_") else f"game_{word}"


@app.command(epilog="Example: shadowmate new garden --from makruk")
@partial(with_options, left_out=("readings", "engine", "letters"))
def new(
    options: Options,
    name: Annotated[str, typer.Argument(metavar="NAME", help="The name of your game, and of its folder.")],
    source: Annotated[str, typer.Option("--from", metavar="GAME", help="The game to copy.")],
    place: Annotated[
        str, typer.Option("--in", metavar="DIRECTORY", help="Where the folder is made; by default here.")
    ] = ".",
) -> None:
    """Copy a game to a new folder, as a starting point for a game of your own.

    The rule files in the game's folder are copied, and NAME becomes the game's name. Files that games share, such as
    boards, stay where they are. Nothing is overwritten.
    """
    from ..asp.new_games import copied, refuse_to_overwrite, write_rules
    from ..asp.rule_files import read_game
    from ..asp.ruleset import Ruleset

    if not is_game_name(name):
        raise ShadowmateError(f"NAME: {_NO_NAME.format(quoted(name))}")
    if name in all_folders(options.rules or ()):
        raise ShadowmateError(f"NAME: there is a game {name} already; choose another name")
    folder = Path(place) / name
    refuse_to_overwrite(folder, "choose another NAME, or another place with --in")
    files = options.game(source).ruleset.files
    texts = copied(files, name)
    with TemporaryDirectory() as tried:
        write_rules(texts, Path(tried) / name)
        title = Ruleset(read_game(Path(tried) / name)).title
    write_rules(texts, folder)
    left_out = sorted(each.name for each in files.folder.iterdir() if each.is_file() and each.name not in texts)
    result = {
        "game": name,
        "folder": str(folder),
        "title": title,
        "from": source,
        "files": sorted(texts),
        "left_out": left_out,
    }
    options.show(result, lambda: _next_steps(result, folder))


def _next_steps(made: Mapping[str, Any], folder: Path) -> str:
    """What was made, and the commands that come next."""
    lines = [f"wrote {folder}: {counted(len(made['files']), 'file')}, a copy of {made['from']}"]
    if made["left_out"]:
        lines.append(f"  not copied, as they are not rules of the game: {some_of(made['left_out'])}")
    if made["title"] != made["game"]:  # a file that games share states it
        lines.append(f"  its name for readers is still {quoted(made['title'])}, from a file that it includes")
    check = shlex.join(["shadowmate", "check-rules", str(folder)])
    show = shlex.join(["shadowmate", "show", f"{made['game']}: start", "--rules", str(folder.parent)])
    width = max(len(check), len(show))
    return "\n".join(
        [*lines, f"  {check:{width}}  finds mistakes after each change", f"  {show:{width}}  shows the array"]
    )
