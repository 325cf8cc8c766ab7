"""The commands `play` and `playtest`: games with moves from the command line, from the keyboard or of the computer."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import typer

from ..api import Position
from ..draw.look import Look
from ..errors import OptionError, ShadowmateError, quoted
from ..notation.line import is_game_name
from ..play.long_games import pushed
from ..play.move import Move
from . import about_positions as about
from .options import Figurines, Jobs, Options, with_options, with_options_but_engine
from .output import counted
from .parsing import Command, Commands
from .pictures import NoEmpty, board_text, check_chosen
from .positions import play_moves, read_move
from .waiting import interrupts, progress

if TYPE_CHECKING:
    from ..playing.player import Player
    from ..playing.playtest import Report

app = Commands()

_ALL = ("both", "all")
"""The value of --computer that stands for all players."""

_LONGEST = 1_000
"""A game in which only the computer plays ends after this many moves of all players."""

_HELP = """\
MOVE        make a move, such as {example}
?           list the legal moves; ? CELL: those of the piece there
why MOVE    explain why a move is legal or not; why CELL: what attacks the cell
undo        undo your last move and the reply
board       draw the board again
moves       list the moves made so far
quit        end here
"""

GameOrPosition = Annotated[
    str, typer.Argument(metavar="GAME", help="A game that `shadowmate games` lists, or a position.")
]
StrengthName = Annotated[
    str | None,
    typer.Option(
        "--strength", metavar="weak|medium|strong", help="How far the computer looks ahead; by default strong."
    ),
]
Thinking = Annotated[
    float | None,
    typer.Option("--time", metavar="S", help="Time limit for each move of the computer, in seconds; by default 5."),
]
Positions = Annotated[
    int | None, typer.Option("--nodes", metavar="N", help="At most N positions for each move of the computer.")
]


class _Play(Command):
    """The command `play`, whose options for the computer need --computer."""

    needs: ClassVar[Mapping[str, tuple[str, ...]]] = {
        **Command.needs,
        **dict.fromkeys(("strength", "seconds", "nodes"), ("computer",)),
    }


@app.command(cls=_Play, epilog="Example: shadowmate play fide --computer black")
@with_options
def play(
    options: Options,
    text: GameOrPosition,
    played: Annotated[
        list[str] | None,
        typer.Argument(metavar="MOVE", help="Moves to make; numbers such as 1. are skipped."),
    ] = None,
    computer: Annotated[
        list[str] | None,
        typer.Option("--computer", metavar="PLAYER|both", help="The computer plays for this player; may be repeated."),
    ] = None,
    strength: StrengthName = None,
    seconds: Thinking = None,
    nodes: Positions = None,
    figurines: Figurines = None,
    no_empty: NoEmpty = False,
) -> None:
    """Play a game at the keyboard. With MOVEs and without --computer, print the position after them.

    The board is drawn after each move; `help` lists the other input. The end of the input ends the game, and so
    does Ctrl-C, with exit code 3.
    """
    if figurines is False:
        raise OptionError("--no-figurines: has no effect on text, which shows none by default")
    start = open_position(options, text, bool(computer))
    sides = _sides(start, computer or [])
    alone = sides == set(start.game.ruleset.players)
    after, made = play_moves(start, " ".join(played or []))
    if made and not sides:
        for option, value in {"--figurines": figurines, "--no-empty": no_empty}.items():
            if value:
                raise OptionError(f"{option}: has no effect, because MOVEs without --computer draw no board")
        if after.ending():
            print(about.outcome_text(after), file=sys.stderr)
        options.show(_facts(after, made), lambda: str(after))
        return
    if options.as_json and not alone:
        raise OptionError("--json: not for a game at the keyboard; give MOVEs, or --computer both")
    check_chosen(figurines, [start.game])
    player = _player(start, strength, seconds, nodes) if sides else None
    look = Look(figurines=figurines, empty=not no_empty)
    table = Table(after, made, player, sides, None if options.as_json else look)
    try:
        table.play()
    except KeyboardInterrupt:
        table.say_moves(sys.stderr if options.as_json else sys.stdout)
        raise
    if options.as_json:
        options.show(_facts(table.now, table.made), lambda: "")
    else:
        table.say_moves(sys.stdout)


def open_position(options: Options, text: str, much: bool) -> Position:
    """The initial array of a game, or the position that a text describes.

    Args:
        options: the user's options.
        text: the name of a game, or a position.
        much: whether it starts a search through many positions, as in `Options.read`.
    """
    is_name = is_game_name(text) and text != "start"
    return options.read(f"{text}: start" if is_name else text, much)


def _sides(start: Position, computer: list[str]) -> set[str]:
    """The players for which the computer plays.

    Raises:
        OptionError: if one is no player of the game.
    """
    players = start.game.ruleset.players
    if len(computer) == 1 and computer[0] in _ALL:
        return set(players)
    for each in computer:
        if each not in players:
            raise OptionError(f"--computer: expected both or one of {', '.join(players)}, not {quoted(each)}")
    return set(computer)


def _player(start: Position, strength: str | None, seconds: float | None, nodes: int | None) -> Player:
    """The computer, with the limits that the user chose."""
    from ..playing.player import SECONDS, Player, Strength

    if seconds is None and nodes is None:
        seconds = SECONDS
    return Player(start.game, strength or Strength.strong, seconds, nodes)


def _facts(now: Position, made: list[Move]) -> dict[str, Any]:
    """A game as documented for `--json`."""
    return {"position": str(now), "moves": list(map(str, made)), **about.status_facts(now)}


class Table:
    """A game in a terminal.

    Args:
        now: the position at the start.
        made: the moves that led there.
        player: chooses the computer's moves, if it plays.
        sides: the players for which the computer plays.
        look: the appearance of boards; None if none is drawn.

    Attributes:
        now: the position.
        made: the moves made.
    """

    def __init__(
        self, now: Position, made: list[Move], player: Player | None, sides: set[str], look: Look | None
    ) -> None:
        self.now, self.made = now, made
        self._player, self._sides, self._look = player, sides, look
        self._before: list[Position] = []

    def play(self) -> None:
        """Play until the game ends, the input ends, or the user quits."""
        self._draw()
        while not self.now.outcome():
            if self._sides.issuperset(self.now.game.ruleset.players) and len(self._before) == _LONGEST:
                print(f"unfinished after {_LONGEST} moves of all players", file=sys.stderr)
                return
            if self.now.turn in self._sides:
                self._think()
            elif not self._ask():
                return
        if self._look is not None:
            print(about.outcome_text(self.now))

    def say_moves(self, stream: Any) -> None:
        """Print the moves made, in a form that `play` reads."""
        print(f"moves: {' '.join(map(str, self.made)) or 'none'}", file=stream)

    def _think(self) -> None:
        """Make a move of the computer's."""
        assert self._player is not None
        choice = self._player.choose(self.now)
        shown = f"{self.now.turn} plays {choice.move} ({choice})"
        self._make(str(choice.move))
        self._draw(shown)

    def _ask(self) -> bool:
        """Read a line and carry it out. False ends the game."""
        if sys.stdin.isatty():
            print(f"{self.now.turn}> ", end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            return False
        word, _, rest = line.strip().partition(" ")
        rest = rest.strip()
        alone: dict[str, Callable[[], None]] = {
            "undo": self._undo,
            "board": self._draw,
            "moves": lambda: self.say_moves(sys.stdout),
        }
        if not word:
            return True
        if word in ("quit", "exit") and not rest:
            return False
        try:
            if word == "?":
                print(about.moves_text(about.moves_facts(self.now, rest or None)))
            elif word == "why" and not rest:
                raise OptionError("why: expected a move or a cell after it")
            elif word == "why":
                is_cell = rest in self.now.game.vectors
                print(self.now.attackers(rest) if is_cell else self.now.why(rest))
            elif word in ("help", "h") and not rest:
                print(_HELP.format(example=self.now.legal_moves()[0]), end="")
            elif word in alone and not rest:
                alone[word]()
            else:
                self._play_line(line)
        except ShadowmateError as error:
            print(f"{error} (help lists the possible input)")
        return True

    def _play_line(self, line: str) -> None:
        """Make the move in a line."""
        words = self.now.game.moves.words(line)
        if len(words) > 1:
            raise OptionError(f"{quoted(line.strip())}: one move at a time")
        self._make(read_move(self.now, words[0]))
        self._draw()

    def _make(self, chosen: Move | str) -> None:
        move, after = pushed(self.now, chosen)
        self._before.append(self.now)
        self.made.append(move)
        self.now = after

    def _undo(self) -> None:
        """Undo moves until a person is to move again."""
        if all(each.turn in self._sides for each in self._before):
            raise OptionError("undo: there is no move to undo")
        while True:
            self.now = self._before.pop()
            self.made.pop()
            if self.now.turn not in self._sides:
                break
        self._draw()

    def _draw(self, shown: str = "") -> None:
        """Draw the board, with the last move marked."""
        if self._look is None:
            return
        from rich.console import Console

        if shown:
            print(shown)
        look = replace(self._look, last=self.made[-1]) if self.made else self._look
        Console().print(board_text(self.now, None, look), soft_wrap=True)
        for event in self.now.events():
            print(event)
        if self.now.is_check() and not self.now.outcome():
            print("check")


@app.command(epilog="Example: shadowmate playtest raumschach --games 20 --json")
@with_options_but_engine
def playtest(
    options: Options,
    text: GameOrPosition,
    games: Annotated[int, typer.Option("--games", metavar="N", min=1, help="Number of games.")] = 100,
    strength: StrengthName = None,
    nodes: Annotated[
        int, typer.Option("--nodes", metavar="N", min=1, help="At most N positions for each move.")
    ] = 1_000,
    opening: Annotated[
        int, typer.Option("--opening", metavar="N", min=0, help="Number of random moves at the start of each game.")
    ] = 6,
    plies: Annotated[
        int,
        typer.Option("--plies", metavar="N", min=1, help="A game that has not ended after N plies stops unfinished."),
    ] = 400,
    seed: Annotated[int, typer.Option("--seed", metavar="N", help="The same seed gives the same games.")] = 0,
    jobs: Jobs = 1,
) -> None:
    """Let the computer play games against itself, and count what happens in them.

    It reports length, legal moves per position, results, promotions, how often each special rule mattered, and the
    values of kinds, estimated from the results. On Ctrl-C it reports the finished games, and ends with exit code 3.
    """
    from ..playing.player import Player, Strength
    from ..playing.playtest import report
    from ..playing.self_play import Manner, play_games

    if opening >= plies:
        raise OptionError(f"--opening {opening}: a game has at most {plies} moves (--plies)")
    start = open_position(options, text, much=True)
    chosen = Player(start.game, strength or Strength.strong, None, nodes).strength
    manner = Manner(chosen, None, nodes, opening, plies, seed)
    found = []
    with progress("playing games") as advance, interrupts() as stop:
        for each in play_games(start, manner, games, jobs, stop):
            found.append(each)
            advance(len(found), games, None)
    stated = report(start.game, sorted(found, key=lambda each: each.number))
    facts = {"position": str(start), "seed": seed, "complete": len(found) == games, **stated.as_json()}
    options.show(facts, lambda: "\n".join(_lines(stated)))
    if len(found) < games:
        print(f"interrupted: {len(found)} of {games} games have ended", file=sys.stderr)
        raise typer.Exit(3)


def _lines(stated: Report) -> Iterator[str]:
    """The counts as text."""
    facts = stated.as_json()
    yield counted(stated.games, "game")
    if not stated.games:
        return
    length = facts["length"]
    yield f"length: {length['mean']} moves of all players, {length['least']} to {length['most']}"
    yield f"legal moves per position: {facts['branching']}"
    won = [f"{player} {count}" for player, count in stated.won.items()]
    yield f"won: {', '.join(won)}; drawn {stated.drawn}"
    yield f"ended by {', '.join(f'{reason} {count}' for reason, count in stated.ends.items())}"
    for each in stated.rules:
        yield f"{each.name}: {counted(each.times, 'time')}, in {counted(each.games, 'game')}"
    if stated.promotions:
        yield f"promotions: {', '.join(f'{what} {count}' for what, count in stated.promotions.items())}"
    if stated.values:
        yield "one more piece raises the logarithm of the odds of winning by"
        yield from (f"  {each.kind} {each.value:+.2f} (error {each.error:.2f})" for each in stated.values)
