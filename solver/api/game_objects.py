"""Games and positions that explain and draw themselves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from ..arguments import checked, rules_given, several
from ..asp.folders import default_game, game_folders
from ..asp.ruleset import Ruleset, load
from ..checking.outside import DEFAULT_LIMITS, RulesLimits, try_game
from ..explain.attackers import Attackers, attackers
from ..explain.why import Why, why
from ..notation.line import split_game
from ..play import game as play
from ..play.from_text import read_position
from ..play.move import Move
from ..play.position import Position as PlayedPosition
from ..play.unnamed import naming_games

if TYPE_CHECKING:
    import networkx as nx
    from anywidget import AnyWidget
    from clingo import Control

    from ..asking.answers import Asked
    from ..exploring.data import Chapter

EngineName: TypeAlias = Literal["auto", "reference", "compiled"]
"""The engine that answers: clingo for every position (`reference`), tables that clingo made once (`compiled`), or
clingo for single positions and tables for questions about many, such as `solve` and `perft` (`auto`).
"""


class Game(play.Game):
    """A game. Made by `shadowmate.game`.

    Attributes:
        ruleset: its rules under the chosen readings.
        engine: the engine that answers about its positions.
        names: the names of the cells by their coordinates.
        vectors: the coordinates of the cells by their names.
    """

    def __reduce__(self) -> tuple[Callable[..., Game], tuple[Any, ...]]:
        """Pickle a game as the place of its rules, with its readings and letters."""
        folder = self.ruleset.files.folder.resolve()
        asked = (self.name, self.ruleset.chosen, (folder,), self._engine_name())
        return partial(game, letters=self.ruleset.letters), asked

    def _engine_name(self) -> EngineName:
        return "compiled" if self.is_compiled else "auto" if self.may_compile else "reference"

    @checked()
    def position(self, text: str) -> Position:
        """The position that a text describes, with or without `GAME:`; `fen ...` if the game has FEN.

        Raises:
            PositionError: naming every wrong token, or why the position is impossible.
        """
        return read_position(self, text, Position)

    def start(self) -> Position:
        """The initial array."""
        return self.position("start")

    def promotions(self) -> nx.MultiDiGraph[str]:
        """Which kinds become which others in moves, and why, from the rules.

        A node is a kind, in the order of the chain: the kinds that it becomes come after it, except in cycles. It
        has `abbreviation` and `name`. An edge leads from a kind to another that a piece of it becomes. Its data:

        - `role`: the role of the piece in the move: `mover`, `victim` (it is captured, and stays), or `aide`.

        - `measure`: the measure by which an aide is the first, such as `foremost`; None for others.

        - `by`, `captures`: the kinds of the mover and of the captured piece, any of these; "" if there is none.

        - `uses`: how the mover arrives, any of `first` (a double step), `passing` (en passant), `locust` (a capture
        on the way), `plain`.

        - `to`, `not_to`, `start`, `not_start`: the zones where the move ends, does not end, starts, and does not
        start; all of these. Zones have their names in the rules, as the player sees them; another player's is
        written `camp of black`.

        - `steps`, `not_steps`: the classes of which the move is one step, and is not; all of these.

        - `words`: all this in words.

        An empty tuple means that it makes no difference. Several causes are several edges. The graph covers moves
        of the first player along routes by pieces of a single kind, and what such pieces become. Compounds, kinds
        that are only parts of them, castling, and the army of the new piece are left out.

        Raises:
            RulesError: naming a rule that can be asked about single moves only, or another mistake in the rules.
        """
        from ..explain.promotions import promotions  # its import takes longer than many answers

        return promotions(self.ruleset)

    @checked()
    def program(self, *predicates: str, readings: bool = False) -> str:
        """The rules as a program for clingo, the same for every position; `position.facts()` completes it.

        Args:
            predicates: the shown predicates, such as "legal" or "attacks/2" (docs/vocabulary.md); by default the
                legal moves, the checking pieces and the outcome.
            readings: whether the readings of the rules are among the facts.

        Raises:
            OptionError: for a name that no predicate has.
        """
        from ..asking.ask import SHOWN, grounded_words

        return grounded_words(self, predicates or SHOWN, readings)


class Position(PlayedPosition):
    """An immutable position. Made by `game.position(text)` or `position.push(move)`.

    Attributes:
        game: the game whose position it is.
    """

    __slots__ = ()
    game: Game

    def fen(self) -> str:
        """The position as a FEN, which has everything except the number of its occurrences.

        Raises:
            PositionError: if the game has no FEN, or a FEN has no place for something in the position.
        """
        return self.game.fen.write(self.setup())

    @checked()
    def why(self, move: Move | str) -> Why:
        """Whether a move is legal, and the reason, from the rules.

        Raises:
            MoveError: if the text has no two cells, or if several legal moves between different cells fit it.
        """
        return why(self, str(move))

    @checked()
    def attackers(self, cell: str) -> Attackers:
        """The pieces of all sides that attack a cell, and those that are blocked.

        Raises:
            MoveError: if there is no such cell.
        """
        return attackers(self, cell)

    def facts(self) -> str:
        """The position as facts for the program that `game.program()` gives."""
        from ..asking.program_text import facts

        return facts(self)

    @checked()
    def control(self, *predicates: str) -> Control:
        """A `clingo.Control` with the rules and this position, grounded; it has one answer set.

        Args:
            predicates: the predicates that it shows, as for `game.program`.

        Raises:
            OptionError: for a name that no predicate has.

        >>> control = position("fide: white Ke1 Re2 black Ke8 Re7").control("pinned")
        >>> with control.solve(yield_=True) as handle:
        ...     print(*handle.model().symbols(shown=True))
        pinned((5,2,1),(5,7,1)) pinned((5,7,1),(5,2,1))
        """
        from clingo import Control

        found = Control(["--warn=none"])
        found.add("base", [], f"{self.game.program(*predicates)}\n{self.facts()}")
        found.ground([("base", [])])
        return found

    @checked(count=1, seconds=0, rules_time=0, rules_memory=0)
    def ask(
        self,
        rules: str | Path | Sequence[str | Path],
        count: int | None = 1,
        seconds: float | None = None,
        stats: bool = False,
        rules_time: float = DEFAULT_LIMITS.seconds,
        rules_memory: float = DEFAULT_LIMITS.gigabytes,
    ) -> Asked:
        """Ask ASP rules of your own about the position (docs/vocabulary.md).

        Args:
            rules: a text of rules, or the `Path` of a file of rules, or several of these.
            count: the largest number of answer sets; None for all.
            seconds: time limit for the search, in seconds.
            stats: whether to count what is grounded.
            rules_time: time limit for grounding, in seconds of processor time.
            rules_memory: memory limit, in gigabytes.

        Raises:
            OptionError: for a text that is the name of a file.
            RulesError: naming file and line, for rules that cannot be used.

        >>> asked = position("fide: white Ke1 Re2 black Ke8 Re7").ask("p(Cell) :- pinned(Cell,_).")
        >>> print(*asked.rows, sep=", ")
        p e2, p e7
        """
        from ..asking.ask import Question
        from ..asking.process import Process

        question = Question(self.game, rules_given("rules", rules))
        with Process(RulesLimits(rules_time, rules_memory)) as process:
            return question.ask(self, process, count, seconds, stats)

    def explore(self) -> AnyWidget:
        """The explorer in a notebook: a board to ask, to set up, and to play on (docs/explorer.md).

        Raises:
            OptionError: if anywidget is not installed.
        """
        from ..exploring.data import Chapter, Step

        return explored(self, [Chapter([Step(self)])])

    def _repr_svg_(self) -> str:
        from ..draw.position_picture import svg

        return svg(self)


@checked(rules_time=0, rules_memory=0)
def game(
    name: str | None = None,
    readings: str | Sequence[str] = (),
    rules: str | Path | Sequence[str | Path] = (),
    engine: EngineName = "auto",
    rules_time: float = DEFAULT_LIMITS.seconds,
    rules_memory: float = DEFAULT_LIMITS.gigabytes,
    letters: str = "",
) -> Game:
    """A game, by the name of its folder of rules.

    Args:
        name: such as "prince"; by default the game of positions that name none.
        readings: the name of a reading to use instead of a default, or several.
        rules: a further folder to look for games in, or several.
        engine: the engine that answers; the answers are the same. By default (`auto`) it is the reference engine
            for single positions, and the compiled one for questions about many (`positions`, `solve`, `perft`,
            `divide`, `table`), if it can play the game. `reference` and `compiled` answer everything.
        rules_time: time limit for the first trial of the rules in those folders, in seconds of processor time.
        rules_memory: memory limit for that, in gigabytes.
        letters: the language whose letters abbreviate the kinds, such as "german"; by default the game's own.

    Raises:
        UnknownGameError, ReadingError, RulesError, OptionError: see `shadowmate.errors`.

    >>> print(game("fide", letters="german").position("white Kc6 Dd1 Sb5 black Ka8"))
    fide: white Sb5 Kc6 Dd1 black Ka8 turn white
    """
    folders = tuple(map(Path, several(rules, str | Path)))
    return _found(name, several(readings, str), folders, engine, RulesLimits(rules_time, rules_memory), letters)


@checked(rules_time=0, rules_memory=0)
def position(
    text: str,
    readings: str | Sequence[str] = (),
    rules: str | Path | Sequence[str | Path] = (),
    engine: EngineName = "auto",
    rules_time: float = DEFAULT_LIMITS.seconds,
    rules_memory: float = DEFAULT_LIMITS.gigabytes,
    letters: str = "",
) -> Position:
    """The position that a text describes, of the game it names; the other arguments are those of `game`.

    Raises:
        PositionError: naming every wrong token, or why the position is impossible; or the games that can read it,
            if it names none and the default game cannot.
        UnknownGameError, ReadingError, RulesError, OptionError: see `shadowmate.errors`.
    """
    folders, chosen = tuple(map(Path, several(rules, str | Path))), several(readings, str)
    limits = RulesLimits(rules_time, rules_memory)

    def read(named: str, engine: EngineName = "reference") -> Position:
        found = _found(split_game(named)[0], chosen, folders, engine, limits, letters)
        return read_position(found, named, Position)

    with naming_games(text, partial(game_folders, folders), read):
        return read(text, engine)


def explored(position: PlayedPosition, chapters: Sequence[Chapter]) -> AnyWidget:
    """The explorer of some chapters, as a widget whose title is the game of a position."""
    from ..exploring.service import Service
    from ..exploring.widget import widget

    def opened(found: play.Game, readings: Sequence[str]) -> play.Game:
        return game(found.name, readings, found.ruleset.files.folder, letters=found.ruleset.letters)

    return widget(Service(chapters, opened), position.game.name)


def _found(
    name: str | None,
    readings: tuple[str, ...],
    folders: tuple[Path, ...],
    engine: EngineName,
    limits: RulesLimits,
    letters: str,
) -> Game:
    """A game, from arguments that have been checked."""
    asked = default_game() if name is None else name, readings, folders
    try_game(*asked, limits)
    return _game(load(*asked, letters), engine)


@lru_cache(maxsize=32)
def _game(ruleset: Ruleset, engine: EngineName) -> Game:
    if engine != "compiled":
        return Game(ruleset, may_compile=engine == "auto")
    from ..compiled.engine_choice import compiled_engine  # its imports take longer than many an answer

    return Game(ruleset, compiled_engine(ruleset))
