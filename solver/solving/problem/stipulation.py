"""Stipulations: what a problem asks for, such as `#2`, `s#3`, `hs#2.5`, `ser-h=4`, `exact-#3` or `z(e4)3`.

The grammar, without spaces:

    stipulation  [postkey-] [exact-] [play] goal moves
    play         see `Play`; none is direct. The table in plays.py has the properties of each.
    goal         see `Aim`: a sign, z(CELL) (a piece arrives on the cell), win (the game is won), or win(REASON) (by
        a move that wins for that reason)
    moves        a number; where both players help also with .5 for one move of the other player before the first

With `exact-` the goal must not be reached in fewer moves. With `postkey-` the attacker has made the
first move, and the play after it is asked for. Signs and plays are those of Popeye, except that the cell of a goal
is in brackets, because the names of cells may end in digits. In input, `zCELL MOVES` with a space between is
accepted, and so are spaces around `win`.

Mate is checkmate and stalemate is stalemate in every game, whatever their results there. `win` is any end of the
game that the player of the last move wins.

Colours are not part of a stipulation. In every play the first move belongs to the player to move in the position:
the attacker in battles, the player of the series, and in help play the mated side (with `.5` the mating side; in
`hs` and `hr` play the other way round). With `postkey-` it is the defender.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from difflib import get_close_matches
from enum import StrEnum

from ...asp.terms import text as text_of
from ...errors import ShadowmateError, quoted, some_of
from ...play.game import Game
from .meant import plain, spellings, unsupported
from .plays import PLAY_FORMS, Course, Ending
from .plays import Play as Play

MOST_MOVES = 60
"""The largest number of moves of a problem."""

_DIGITS = 9
"""Numbers with more digits are not even read."""


class StipulationError(ShadowmateError, ValueError):
    """A stipulation that cannot be read, or asks for something that the game does not have."""


class Aim(StrEnum):
    """The effect of the last move. The value is its sign in a stipulation.

    It mates the other player, stalemates it, or either; stalemates both players, or the mover (if the other player
    is not in check); gives check, captures, captures in passing, castles, arrives on a cell; is any legal move; or
    wins.
    """

    MATE = "#"
    STALEMATE = "="
    MATE_OR_STALEMATE = "#="
    DOUBLE_STALEMATE = "=="
    AUTOSTALEMATE = "!="
    CHECK = "+"
    CAPTURE = "x"
    EN_PASSANT = "ep"
    CASTLING = "00"
    TARGET = "z"
    ANY = "~"
    WIN = "win"

    @property
    def called(self) -> str | None:
        """The rules' name for a move that reaches it, if the rules decide that."""
        return self.label if self in (Aim.EN_PASSANT, Aim.CASTLING) else None

    @property
    def label(self) -> str:
        """The aim in words, such as `double stalemate`."""
        return self.name.lower().replace("_", " ")


@dataclass(frozen=True, slots=True)
class Goal:
    """The goal of the last move.

    Attributes:
        aim: mate, stalemate, and so on.
        cell: the cell of a target.
        reason: the reason for the win; None for any.
    """

    aim: Aim
    cell: str | None = None
    reason: str | None = None

    def __str__(self) -> str:
        what = self.cell or self.reason
        return f"{self.aim}({what})" if what else self.aim.value

    @property
    def name(self) -> str:
        """The aim in words: `mate`, `stalemate`, `double stalemate`, `target` and so on."""
        return self.aim.label

    @property
    def mark(self) -> str:
        """The mark of a move that reaches the goal; empty for captures and targets, which are visible in the move."""
        if self.aim is Aim.WIN:
            return f" ({self.reason or self.aim})"
        return "" if self.aim in _SHOWN else self.aim.value


@dataclass(frozen=True, slots=True)
class Stipulation:
    """What a problem asks for.

    Attributes:
        play: how the players play.
        goal: the goal of the last move.
        moves: the number of moves; in series play, those of the series.
        half: in help play, whether the other player makes a move before the first.
        exact: whether the goal must not be reached sooner.
        played: whether the key has been made, so that the defender begins.

    >>> stipulation = Stipulation.parse("h#2.5")
    >>> stipulation.moves, stipulation.half, str(stipulation)
    (2, True, 'h#2.5')
    """

    play: Play
    goal: Goal
    moves: int
    half: bool = False
    exact: bool = False
    played: bool = False

    def __str__(self) -> str:
        before = f"{POST_KEY * self.played}{_EXACT * self.exact}"
        return f"{before}{self.play}{self.goal}{self.moves}{'.5' if self.half else ''}"

    @property
    def is_battle(self) -> bool:
        """Whether the players play against each other."""
        return PLAY_FORMS[self.play].course is Course.BATTLE

    @property
    def has_set_play(self) -> bool:
        """Whether there is set play: the play if it were the other player's turn.

        Where only one player moves, this is the last move, if that is the other player's.
        """
        way = PLAY_FORMS[self.play]
        replies = way.answered or way.ending is not Ending.REACHED
        return not (way.reciprocal or self.played) and (replies or not (way.course is Course.SERIES or way.parries))

    @property
    def has_tries(self) -> bool:
        """Whether there may be first moves that fail."""
        return self.is_battle and not self.played

    @classmethod
    def parse(cls, text: str) -> Stipulation:
        """Read a stipulation.

        Raises:
            StipulationError: with what is wrong and what would be right.
        """
        found = _GRAMMAR.fullmatch(text.strip())
        if found is None:
            raise StipulationError(f"{quoted(text)} is not a stipulation: {_fault(text.strip())}")
        played, exact, play, sign, bracketed, bare, win, reason, moves, half = found.groups()
        if len(moves) > _DIGITS:
            raise StipulationError(_too_many(text))
        goal = Goal(Aim(sign or win or Aim.TARGET), bracketed or bare, reason)
        read = cls(Play(play), goal, int(moves), half is not None, exact is not None, played is not None)
        if read.half and not PLAY_FORMS[read.play].by_turns:
            raise StipulationError(f"{quoted(text)}: only help play has half moves, such as h{goal}{moves or 1}.5")
        if read.exact and read.is_battle and read.play not in (Play.DIRECT, Play.SELF):
            raise StipulationError(
                f"{quoted(text)}: {_EXACT} is for direct and self play, and where both help, such as {_EXACT}s{goal}2"
            )
        if read.played and not read.is_battle:
            raise StipulationError(f"{quoted(text)}: {POST_KEY} is for play with a key, such as {POST_KEY}{goal}2")
        if read.played and read.moves < 2 and PLAY_FORMS[read.play].ending is Ending.REACHED:
            raise StipulationError(f"{quoted(text)}: a key that reaches the goal at once leaves no play after it")
        if not read.moves and (not read.half or PLAY_FORMS[read.play].reciprocal):
            raise StipulationError(f"{quoted(text)}: a problem has at least one move")
        return read

    def check_extras(self, tries: bool, set_play: bool) -> None:
        """Refuse tries or set play where the play has none.

        Raises:
            StipulationError: if they are asked for and the play has none.
        """
        if tries and not self.is_battle:
            raise StipulationError(f"tries: there are none in {self}, which has no refutations")
        if tries and not self.has_tries:
            raise StipulationError(f"tries: there are none in {self}, where the key has been made")
        if set_play and not self.has_set_play:
            reciprocal = self.play is Play.RECIPROCAL
            why = "where either player may move" if reciprocal else "where one side makes all moves"
            why = "where the key has been made" if self.played else why
            raise StipulationError(f"set play: there is none in {self}, {why}")

    def checked(self, game: Game, against: str | None = None) -> Stipulation:
        """The stipulation, if the game has what it asks for.

        Args:
            game: the game.
            against: in a game of more than two players, the player to be eliminated; None for any.

        Raises:
            StipulationError: if the target is no cell of the game, no move wins for the reason, it is a game of
                more than two players and this is no direct mate, players may keep the turn, or there are too many
                moves.
        """
        if self.moves > MOST_MOVES:
            raise StipulationError(_too_many(str(self)))
        if free := game.ruleset.names("free"):
            raise StipulationError(
                f"{quoted(str(self))}: its players move in turn, and in {game.name}, under these readings, a "
                f"player keeps the turn after {' or '.join(sorted(free))}"
            )
        players = game.ruleset.players
        direct = self.play is Play.DIRECT and self.goal.aim is Aim.MATE and not self.exact and not self.played
        if len(players) != 2 and not (direct and game.ruleset.shares_armies):
            instead = "; ask for a direct mate, such as #2" if game.ruleset.shares_armies else ""
            raise StipulationError(
                f"{quoted(str(self))}: such problems are for two players, and {game.name} has {len(players)}{instead}"
            )
        if against is not None and (len(players) == 2 or against not in players):
            if len(players) == 2:
                raise StipulationError(
                    f"against {quoted(against)}: with two players, the other player is always the one to mate"
                )
            raise StipulationError(f"a mate against {quoted(against)}: expected {some_of(players)}")
        if self.goal.cell is not None and self.goal.cell not in game.vectors:
            raise StipulationError(f"{quoted(str(self))}: {game.reader.no_cell(self.goal.cell)}")
        title = self.goal.aim.called
        if title and title not in map(text_of, (fact.arguments[1] for fact in game.ruleset.facts("title", 2))):
            raise StipulationError(f"{quoted(str(self))}: no move of {game.name} is {title}")
        endings = game.ruleset.endings
        if self.goal.reason is not None and self.goal.reason not in endings:
            there_are = f"there are: {', '.join(endings)}" if endings else "it has no such reasons"
            if same := [aim for aim in Aim if aim.label == self.goal.reason.removeprefix("check")]:
                there_are += f"; {self.goal.reason} is the goal {quoted(same[0])}"
            raise StipulationError(
                f"{quoted(str(self))}: no move wins for {quoted(self.goal.reason)} in {game.name}; {there_are}"
            )
        return self

    def shorter(self) -> Stipulation | None:
        """The stipulation with one move less, or None if there is none."""
        last = self.moves == 1 and self.half and not PLAY_FORMS[self.play].reciprocal
        if not self.exact and (self.moves > 1 or last):
            return replace(self, moves=self.moves - 1)
        return None

    def later(self) -> Stipulation | None:
        """The stipulation without its first move, so that the other player begins, or None if there is none."""
        if PLAY_FORMS[self.play].by_turns and not self.half and (self.moves > 1 or self.play is Play.HELP):
            return replace(self, moves=self.moves - 1, half=True)
        return None


_SHOWN = (Aim.CAPTURE, Aim.EN_PASSANT, Aim.CASTLING, Aim.TARGET, Aim.ANY)
_EXACT = "exact-"
POST_KEY = "postkey-"


def _any_of(signs: Iterable[str]) -> str:
    """A pattern for any of some signs, the longest first."""
    return "|".join(re.escape(sign) for sign in sorted(signs, key=len, reverse=True))


_PLAYS = _any_of(Play)
_SIGNS = _any_of(set(Aim) - {Aim.TARGET, Aim.WIN})
_CELL = r"\w+"
_GOALS = rf"({_SIGNS})|z(?:\(({_CELL})\)\s*|({_CELL})\s+)|\s*(win)(?:\s*\(({_CELL})\))?\s*"
_GRAMMAR = re.compile(rf"({POST_KEY})?({_EXACT})?({_PLAYS})(?:{_GOALS})(\d+)(\.5)?", re.ASCII)
_EXAMPLES = "#2, s#3, r#2, h#2.5, hs#3, ser-#4, ser-h=5, z(CELL)3 or win(REASON)2"
_NEAR = 40
"""Longer texts are not compared with known stipulations."""


def _too_many(text: str) -> str:
    return f"{quoted(text)}: problems of more than {MOST_MOVES} moves are not searched"


def _fault(text: str) -> str:
    """Why a text is no stipulation, and what would be right."""
    if re.match(r"\w+:", text):
        return f"it looks like a position, which comes before the stipulation; stipulations are {_EXAMPLES}"
    if len(text) > _NEAR:
        return _reason(text)
    if name := unsupported(text):
        return f"{name} is unsupported; supported are stipulations such as {_EXAMPLES}"
    whole = re.sub(r"(?<!\d)\.5$", "0.5", text)
    for near, behind in [*spellings(text), *([(whole, "")] if whole != text else [])]:
        if _is_right(near):
            return f"did you mean {quoted(near)}?{behind}"
    found = _nearest(plain(text))
    return f"did you mean {quoted(found)}?" if found and _is_right(found) else _reason(text)


def _is_right(text: str) -> bool:
    """Whether a text is a stipulation."""
    if not _GRAMMAR.fullmatch(text):
        return False
    try:
        Stipulation.parse(text)
    except StipulationError:
        return False
    return True


def _nearest(text: str) -> str | None:
    """The stipulation that is most similar to a text, if one is similar."""
    number = re.search(r"\d+(\.5)?$", text)
    if not number or Aim.WIN in text:  # the reason of a win can be any word
        return None
    signs = [str(aim) for aim in Aim if aim is not Aim.TARGET]
    known = [f"{before}{play}{sign}" for before in ("", _EXACT, POST_KEY) for play in Play for sign in signs]
    close = get_close_matches(text[: number.start()], known, n=1, cutoff=0.75)
    found = close[0] + number.group() if close else ""
    return found if _GRAMMAR.fullmatch(found) else None


def _reason(text: str) -> str:
    """Why a text is no stipulation, with a similar one."""
    text = text.removeprefix(POST_KEY).removeprefix(_EXACT)
    play = re.match(_PLAYS, text)
    rest = text[play.end() :] if play else text
    aims = ", ".join(f"{aim} ({aim.label})" for aim in Aim if aim is not Aim.WIN)
    if not rest.lstrip().startswith(tuple(Aim)):
        return f"after the play, if any, a goal is expected: {aims}, {Aim.WIN}; such as {_EXAMPLES}"
    if rest.lstrip().startswith(Aim.WIN) and not re.match(rf"\s*win(\s*\({_CELL}\))?\s*\d", rest):
        return "the reason of a win is in brackets, with the number of moves after it, such as win(REASON)2 or win2"
    if rest[0] == Aim.TARGET and not re.match(rf"z(\({_CELL}\)|{_CELL}\s)", rest):
        return "the cell of a target is in brackets, with the number of moves after it, such as z(CELL)3"
    goal = re.match(_GOALS, rest)
    behind = rest[goal.end() :] if goal else rest[1:]
    if not re.search(r"\d$", behind):
        before = play.group() if play else ""
        return f"the number of moves comes last, such as {before}{goal.group() if goal else rest[0]}2"
    return f"expected something like {_EXAMPLES}"
