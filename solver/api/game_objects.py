"""Games and positions that explain and draw themselves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from ..arguments import checked, several
from ..asking.ask import Asked
from ..asp.folders import default_game, game_folders
from ..asp.ruleset import Ruleset, load
from ..checking.outside import DEFAULT_LIMITS, RulesLimits, try_game
from ..explain.attackers import Attackers, attackers
from ..explain.why import Why, why
from ..notation.line import split_game
from ..play import game as play
from ..play.move import Move
from ..play.position import Position as PlayedPosition
from ..play.setup import read_position
from ..play.unnamed import naming_games

if TYPE_CHECKING:
    import networkx as nx
    from anywidget import AnyWidget
    from clingo import Control

    from ..exploring.data import Chapter

EngineName: TypeAlias = Literal["auto", "reference", "compiled"]
"""Which engine answers: clingo asked about every position (`reference`), tables that it made once (`compiled`), or
clingo about single positions and tables for what asks about many, such as `solve` and `perft` (`auto`)."""


class Game(play.Game):
    """A game, whose positions can be asked for reasons and pictures. Made by `shadowmate.game`.

    Attributes:
        ruleset: what its rules say, and the readings chosen.
        engine: what answers about its positions.
        names: the names of the cells by their coordinates.
        vectors: the coordinates of the cells by their names.
    """

    def __reduce__(self) -> tuple[Callable[..., Game], tuple[Any, ...]]:
        """A game is pickled as where its rules are, and how they are read."""
        folder = self.ruleset.files.folder.resolve()
        asked = (self.name, self.ruleset.chosen, (folder,), self._engine_name())
        return partial(game, letters=self.ruleset.letters), asked

    def _engine_name(self) -> EngineName:
        return "compiled" if self.is_compiled else "auto" if self.may_compile else "reference"

    @checked()
    def position(self, text: str) -> Position:
        """The position that a text describes, with or without `GAME:`; `fen ...` if the game has FEN.

        Raises:
            PositionError: naming every token that is wrong, or what makes the position impossible.
        """
        return read_position(self, text, Position)

    def start(self) -> Position:
        """The initial array."""
        return self.position("start")

    def promotions(self) -> nx.MultiDiGraph[str]:
        """What kinds of piece become in moves, and by what, made from the rules.

        A node is a kind, in the order of the chain: what it becomes comes after it, unless that leads back. It has
        `abbreviation` and `name`. An edge leads from a kind to another that a piece of it becomes. Its data:

        - `role`: who he is in the move: `mover`, `victim` (he is taken, and stays), or `aide` (he is sought by it).
        - `measure`: by what an aide is the first, such as `foremost`; None of others.
        - `by`, `takes`: the kinds of the mover and of who is taken, any of these; "" if nobody is.
        - `uses`: how the mover arrives, any of `first` (a double step), `passing` (a capture in passing), `plain`.
        - `to`, `not_to`, `start`, `not_start`: the zones where the move ends, and does not, and where it starts, and
          does not; all of these. Zones have the names that the rules give them, as the player sees them; another
          player's is written `camp of black`.
        - `steps`, `not_steps`: the classes of which the move is one step, and is not; all of these.
        - `words`: all this in words.

        An empty tuple says that it makes no difference; several causes are several edges. Asked are moves of the first
        player along routes by pieces of a single kind, and what becomes such a piece: compounds, kinds that are only
        parts of them, and castling are left out, and so is whose the piece is then.

        Raises:
            RulesError: naming a rule that can be asked about single moves only, or what else is wrong with the rules.
        """
        from ..explain.promotions import promotions  # its imports take longer than many an answer

        return promotions(self.ruleset)

    def program(self, *predicates: str, readings: bool = False) -> str:
        """The rules as a program for clingo, the same for every position; `position.facts()` is what it lacks.

        Args:
            predicates: what it shows, such as "legal" or "attacks/2" (docs/vocabulary.md); by default the legal moves,
                the checking pieces and the outcome.
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
        """The position as a FEN, which tells all of it but how often it has been there.

        Raises:
            PositionError: if the game has no FEN, or a FEN no place for something in the position.
        """
        return self.game.fen.write(self.draft())

    def why(self, move: Move | str) -> Why:
        """Whether a move is legal, and the reason, from the rules.

        Raises:
            MoveError: if the text names no two cells.
        """
        return why(self, str(move))

    def attackers(self, cell: str) -> Attackers:
        """The pieces of all sides that attack a cell, and those that would but for a blocker.

        Raises:
            MoveError: if there is no such cell.
        """
        return attackers(self, cell)

    def facts(self) -> str:
        """The position as facts for the program that `game.program()` gives."""
        from ..asking.program_text import facts

        return facts(self)

    def control(self, *predicates: str) -> Control:
        """A `clingo.Control` with the rules and this position, grounded; it has one answer set.

        Args:
            predicates: what it has to know, as `game.program` takes them.

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
        """Ask the position a question in rules of your own (docs/vocabulary.md).

        Args:
            rules: a text, or a path of a file, or several.
            count: how many answer sets to find at most; all if it is None.
            seconds: how long the search may take.
            stats: whether to count what is grounded.
            rules_time: how many seconds grounding may take.
            rules_memory: how many gigabytes of memory.

        Raises:
            RulesError: naming file and line, for rules that cannot be used.

        >>> asked = position("fide: white Ke1 Re2 black Ke8 Re7").ask("p(Cell) :- pinned(Cell,_).")
        >>> print(*asked.rows, sep=", ")
        p e2, p e7
        """
        from ..asking.ask import Question
        from ..asking.process import Process

        question = Question(self.game, several(rules, str | Path))
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
        name: such as "prince"; by default the game that a position means when it names none.
        readings: the name of a reading to use instead of a default, or several.
        rules: a further folder to look for games in, or several.
        engine: which engine answers; the answers are the same. By default (`auto`) it is the reference engine about
            single positions, and the compiled one where many are asked about (`solve`, `perft`, `divide`, `table`),
            if it can play the game. `reference` and `compiled` answer everything.
        rules_time: how many seconds rules in those folders may take when they are first tried.
        rules_memory: how many gigabytes of memory.
        letters: the language whose letters abbreviate the kinds of piece, such as "german"; by default the game's own.

    Raises:
        UnknownGameError, ReadingError, RulesError, OptionError: see `shadowmate.errors`.

    >>> game("fide", letters="german").position("white Kc6 Dd1 Sb5 black Ka8")
    Position('fide: white Sb5 Kc6 Dd1 black Ka8 turn white')
    """
    folders = tuple(map(Path, several(rules, str | Path)))
    asked = (name or default_game(), several(readings, str), folders)
    try_game(*asked, RulesLimits(rules_time, rules_memory))
    return _game(load(*asked, letters), engine)


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
    """The position that a text describes, of the game it names; the arguments are those of `game`.

    Raises:
        PositionError: naming every token that is wrong, or what makes the position impossible; or the games that can
            read it, where none is named and the default cannot.
        UnknownGameError, ReadingError, RulesError, OptionError: see `shadowmate.errors`.
    """

    folders = tuple(map(Path, several(rules, str | Path)))

    def read(named: str, engine: EngineName = "reference") -> Position:
        return game(split_game(named)[0], readings, folders, engine, rules_time, rules_memory, letters).position(named)

    with naming_games(text, partial(game_folders, folders), read):
        return read(text, engine)


def explored(position: PlayedPosition, chapters: Sequence[Chapter]) -> AnyWidget:
    """The explorer of some chapters, as a widget whose title is the game of a position."""
    from ..exploring.service import Service
    from ..exploring.widget import widget

    def opened(found: play.Game, readings: Sequence[str]) -> play.Game:
        return game(found.name, readings, found.ruleset.files.folder, letters=found.ruleset.letters)

    return widget(Service(chapters, opened), position.game.name)


@lru_cache(maxsize=32)
def _game(ruleset: Ruleset, engine: EngineName) -> Game:
    if engine != "compiled":
        return Game(ruleset, may_compile=engine == "auto")
    from ..compiled.engine_choice import compiled_engine  # its imports take longer than many an answer

    return Game(ruleset, compiled_engine(ruleset))
