"""Parameters that commands share, and the options that all of them have."""

from __future__ import annotations

import functools
import inspect
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, fields
from enum import StrEnum
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Concatenate, Literal, ParamSpec, get_type_hints

import typer
from typer.models import ArgumentInfo

from ..api import Game, Position, game
from ..asp.folders import game_folders
from ..checking.outside import DEFAULT_LIMITS
from ..errors import RulesError, ShadowmateError
from ..notation.line import split_game
from ..play.unnamed import naming_games
from .output import Output, outputs_of_their_own, show_result
from .waiting import reading_rules, warm_up

if TYPE_CHECKING:
    from rich.text import Text

P = ParamSpec("P")


class Engine(StrEnum):
    """The engine that answers."""

    reference = "reference"
    compiled = "compiled"


PositionText = Annotated[
    str, typer.Argument(metavar="POSITION", help="Such as 'prince: white PrDd4 black KiHf7', or 'prince: start'.")
]
PositionOrFile = Annotated[
    str | None, typer.Argument(metavar="POSITION", help="Such as 'prince: start'; required unless --file is given.")
]
PositionsFile = Annotated[
    str | None, typer.Option("--file", metavar="FILE", help="A file of positions, one per line; - for stdin.")
]
GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game that `shadowmate games` lists.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON with documented keys.")]
Readings = Annotated[
    list[str] | None,
    typer.Option("--reading", metavar="NAME", help="Use this reading of the rules; may be repeated."),
]
Rules = Annotated[
    list[Path] | None,
    typer.Option("--rules", metavar="DIRECTORY", help="A folder with a game (or games) of your own; may be repeated."),
]
RulesTime = Annotated[
    float,
    typer.Option("--rules-time", metavar="S", min=0.1, help="Processor time limit for loading --rules, in seconds."),
]
RulesMemory = Annotated[
    float, typer.Option("--rules-memory", metavar="GB", min=0.1, help="Memory limit for loading --rules, in GB.")
]
Figurines = Annotated[
    bool | None,
    typer.Option(
        "--figurines/--no-figurines",
        help="Show the game's symbols for its pieces; by default in pictures if all kinds have one, and not in text.",
    ),
]
Letters = Annotated[
    str | None,
    typer.Option("--letters", metavar="LANGUAGE", help="Abbreviate pieces as in this language, such as german."),
]
Jobs = Annotated[int, typer.Option("--jobs", metavar="N", min=1, help="Number of threads.")]
Against = Annotated[
    str | None,
    typer.Option(
        "--against", metavar="PLAYER", help="With three or more players: the player to eliminate; by default any."
    ),
]
EngineName = Annotated[
    Engine | None, typer.Option("--engine", help="The engine that answers; by default the faster one for the task.")
]


def schema_option(module: str, of: str) -> Any:
    """The option that prints a JSON schema and exits.

    Args:
        module: the module whose function `schema` returns it, such as "deciding.claims_file"; imported on demand.
        of: what the schema describes, for `--help`.
    """

    def print_schema(wanted: bool) -> None:
        if wanted:
            print(import_module(f"...{module}", __name__).schema(), end="")
            raise typer.Exit

    words = f"Print the JSON schema of {of} and exit."
    return typer.Option("--schema", is_eager=True, callback=print_schema, help=words)


@dataclass(frozen=True, slots=True)
class Options:
    """The options that every command about a game has, and what they choose."""

    as_json: Json = False
    readings: Readings = None
    rules: Rules = None
    engine: EngineName = None
    rules_time: RulesTime = DEFAULT_LIMITS.seconds
    rules_memory: RulesMemory = DEFAULT_LIMITS.gigabytes
    letters: Letters = None

    def game(self, name: str, much: bool = False) -> Game:
        """The game of that name. With `much` it is for many positions, as in `read`."""
        found = self._open(name, self._engine())
        return self._faster(found) if much else found

    def read(self, text: str, much: bool = False, check: Callable[[Game], object] = lambda _: None) -> Position:
        """The position that the user typed.

        Args:
            text: the position.
            much: whether it starts a search through many positions. The compiled engine does that, unless it cannot
                play the game.
            check: called with the game; it may raise an error.

        Raises:
            ShadowmateError: if the text is no position, or the game cannot be read.
        """
        if much:
            return self.reader(check)(text)
        read = self._position(text, self._engine())
        check(read.game)
        return read

    def reader(self, check: Callable[[Game], object] = lambda _: None) -> Callable[[str], Position]:
        """What reads positions that each start a search, as `read` does with `much`. A note about a game comes once.

        Args:
            check: as of `read`.
        """
        faster: dict[str, Game] = {}

        def read(text: str) -> Position:
            plain = self._position(text, "reference")
            check(plain.game)
            # Compiling takes long, so mistakes are reported before it.
            if plain.game.name not in faster:
                faster[plain.game.name] = self._faster(plain.game)
            return faster[plain.game.name].position(text)

        return read

    def _position(self, text: str, engine: Literal["reference", "compiled"]) -> Position:
        with self.naming_games(text, Game.position):
            return self._open(split_game(text)[0], engine).position(text)

    def naming_games(self, text: str, read: Callable[[Game, str], object]) -> AbstractContextManager[None]:
        """Within it, the error for a text without a game's name also names the games that can read the text.

        Args:
            text: what the user typed.
            read: reads a text as one of a game.
        """
        limits = (self.rules_time, self.rules_memory)
        folders = tuple(self.rules or ())

        def read_named(named: str) -> object:
            return read(game(split_game(named)[0], tuple(self.readings or ()), folders, "reference", *limits), named)

        return naming_games(text, functools.partial(game_folders, folders), read_named)

    def _engine(self) -> Literal["reference", "compiled"]:
        """The engine for a single position."""
        return "compiled" if self.engine == Engine.compiled else "reference"

    def _open(self, name: str, engine: Literal["reference", "compiled"]) -> Game:
        limits = (self.rules_time, self.rules_memory)
        asked = (name, tuple(self.readings or ()), tuple(self.rules or ()))
        with reading_rules(f"the rules of {name}", *limits) if self.rules else nullcontext():
            return game(*asked, engine, *limits, self.letters or "")

    def _faster(self, plain: Game) -> Game:
        if self.engine == Engine.reference:
            return plain
        try:
            found = self._open(plain.name, "compiled")
        except RulesError as error:
            if self.engine:
                raise
            print(f"note: the reference engine answers: {error}", file=sys.stderr)
            return plain
        warm_up(found)
        return found

    def show(self, result: Any, as_text: Callable[[], str | Text]) -> None:
        """Print a result as JSON or as text."""
        show_result(result, self.as_json, as_text)


def with_options(command: Callable[Concatenate[Options, P], None], left_out: Sequence[str] = ()) -> Callable[..., None]:
    """A command whose first parameter is replaced by the fields of `Options`, as options after its own.

    Args:
        command: the function that carries it out.
        left_out: fields that have no effect on it.
    """
    types = get_type_hints(command, include_extras=True)
    _, *own = inspect.signature(command).parameters.values()
    types_of_shared = _types_of_shared()
    shared = [each for each in fields(Options) if each.name not in left_out]
    parameters = [each.replace(annotation=types[each.name]) for each in own]
    parameters += [
        inspect.Parameter(
            each.name, inspect.Parameter.KEYWORD_ONLY, default=each.default, annotation=types_of_shared[each.name]
        )
        for each in shared
    ]

    @functools.wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        for each in parameters:
            _check_not_empty(each, kwargs[each.name])
        options = Options(**{each.name: kwargs.pop(each.name) for each in shared})  # type: ignore[arg-type]
        outputs = [value for value in kwargs.values() if isinstance(value, Output)]
        with outputs_of_their_own(outputs, options.as_json):
            command(options, *args, **kwargs)

    run.__annotations__ = {each.name: each.annotation for each in parameters}
    run.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    return run


@functools.cache
def _types_of_shared() -> dict[str, Any]:
    return get_type_hints(Options, include_extras=True)


with_options_but_engine = functools.partial(with_options, left_out=("engine",))
"""The same, for commands whose answer does not depend on the engine, or that need one of the engines."""


def _check_not_empty(parameter: inspect.Parameter, value: object) -> None:
    """Refuse an empty text, which would have no effect.

    Raises:
        ShadowmateError: naming the argument or option.
    """
    texts = value if isinstance(value, list) else [value]
    for number, text in enumerate(texts, 1):
        if isinstance(text, str) and not text.strip():
            (info,) = parameter.annotation.__metadata__
            if isinstance(info, ArgumentInfo):
                name = info.metavar
            else:  # typer stores the first of the option's names where the default used to be
                name = info.default if isinstance(info.default, str) else f"--{parameter.name}"
            place = f" {number} of {len(texts)}" if len(texts) > 1 else ""
            raise ShadowmateError(f"{name}{place} is empty: '{text}'")
