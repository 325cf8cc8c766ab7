"""The command `import`, which makes a game of another program's definition."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, ClassVar

import typer

from ..errors import RulesError
from .options import Json
from .output import counted, show_result
from .parsing import Command, Commands

if TYPE_CHECKING:
    from ..diagrams.definition import Definition

app = Commands()


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
    as_json: Json = False,
) -> None:
    """Make a game from the definition of an Interactive Diagram: a folder of rules for --rules.

    Lines that are not understood or not supported are named. Nothing is overwritten.
    """
    from ..checking.rules import check_rules  # these imports take longer than those of other commands
    from ..diagrams.definition import read_file
    from ..diagrams.rules_writer import refuse_to_overwrite, rules_of, write_rules

    folder = to or Path(_name(file.stem))
    definition = read_file(file)
    files = rules_of(definition, file.stem)
    refuse_to_overwrite(folder)
    with TemporaryDirectory() as place:
        tried = Path(place) / folder.resolve().name
        write_rules(files, tried)
        findings = check_rules(tried)
    if findings:
        wrong = [f"{each.path.name}:{each.line}: {each.message}" for each in findings]
        if not any(key == "royal" for _, key, _ in definition.marked):
            wrong.append(f"no line has royal=, so the last type, {definition.types[-1].name}, is royal")
        raise RulesError(*wrong)
    write_rules(files, folder)
    left_out = [{"line": line, "text": text, "reason": reason} for line, text, reason in definition.left_out]
    result = {"folder": str(folder), "types": len(definition.types), "left_out": left_out, "looks": definition.looks}
    show_result(result, as_json, lambda: _text(definition, folder))


def _text(definition: Definition, folder: Path) -> str:
    width, height = definition.numbers["files"], definition.numbers["ranks"]
    lines = [f"wrote {folder}: {len(definition.types)} types on {width}x{height}"]
    lines += [f"  line {line} is left out: {text}: {reason}" for line, text, reason in definition.left_out]
    if definition.looks:
        lines.append(f"  {counted(definition.looks, 'line')} about appearance, left out")
    return "\n".join(lines)


def _name(stem: str) -> str:
    """A name for the game that a position can start with."""
    word = "".join(sign if sign.isascii() and (sign.isalnum() or sign in "_-") else "_" for sign in stem)
    return word if word[:1].isalpha() or word.startswith("_") else f"game_{word}"
