"""The problems that an entry is: one, or one for each twin."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Protocol

from ..api import EngineName, game
from ..errors import OptionError, PositionError, ReadingError, RulesError, UnknownGameError, quoted
from ..notation.setup import CASTLE, PASSED
from ..play.game import Game
from ..play.lettering import other_letters
from ..play.position import Position
from ..solving.problem.plays import PLAY_FORMS, Course
from ..solving.problem.roles import begins_first
from ..solving.problem.stipulation import POST_KEY, Stipulation, StipulationError
from .customs import Spelling, olive
from .documents import Path
from .entry_options import options_of
from .entry_position import Diagram, DiagramError
from .errors import PuzzleError
from .puzzle_entries import Entry
from .solution_text import Counting
from .twins import in_full, twin

FIRST = "a"
"""The letter of what stands in the diagram, if the first twin is not called so: then the diagram is no problem."""

_HALVES = FIRST + "b"
"""The letters that authors give to the halves of a duplex problem. Popeye gives none."""

_STIPULATION = "stipulation"
_CONTINUED, _ANOTHER = "Continued", "Stipulation"
_STATE = {"castling": CASTLE, "en-passant": PASSED}
"""The fields with facts of the position besides its pieces, and the names of these facts there."""
_BY_OPTION = {"castling": "lost", "en-passant": "passed"}
"""The fields with what an option states, too, and the name of that option in `olive.yaml`."""


@dataclass(frozen=True, slots=True)
class Phase:
    """A problem: the diagram, or a twin.

    Attributes:
        label: the letter of the twin; "" if there are none.
        diagram: what stands on the board.
        turn: the player that begins.
        position: the position.
        stipulation: what is asked for.
        intended: how many first, second, ... moves there are in its solutions; of one number, how many solutions; empty
            if that is not given.
        with_set_play: whether the set play is a part of the solution.
        heading: the letter of the twin and what it changes, as Popeye prints that; "" if there are none.
        half: of a duplex problem 1 where the player begins that does so by custom, 2 where the other does; else 0.
        against: where more than two play, the player that is to be eliminated; None is any.
        with_tries: whether the tries are to be printed with the solution.
        most: how many solutions are enough where it is solved; None if all are wanted.
        with_threats: whether threats are a part of the solution.
        shortest: whether solutions with fewer moves than asked for are enough.
        last: the move that is stated to be the last before the diagram, as the file has it; "" for none.
    """

    label: str
    diagram: Diagram
    turn: str
    position: Position
    stipulation: Stipulation
    intended: tuple[int, ...]
    with_set_play: bool
    heading: str = ""
    half: int = 0
    against: str | None = None
    with_tries: bool = False
    most: int | None = None
    last: str = ""
    with_threats: bool = True
    shortest: bool = False

    @property
    def letter(self) -> str:
        """The letter that its part of a stated solution may have: of the twin, or of the half if there are no twins."""
        return self.label or (_HALVES[self.half - 1] if self.half else "")

    @property
    def is_diagram(self) -> bool:
        """Whether it is what stands in the diagram, unchanged."""
        return self.heading in ("", f"{FIRST})")

    @property
    def is_alone(self) -> bool:
        """Whether it is the whole of an entry, which has neither twins nor halves."""
        return not (self.label or self.half)

    @property
    def is_hunt(self) -> bool:
        """Whether more than two play, and one of them is to be eliminated."""
        return len(self.diagram.game.ruleset.players) > 2

    @property
    def has_set_play(self) -> bool:
        """Whether it can have set play."""
        return self.stipulation.has_set_play and not self.is_hunt

    def asks_the_same(self, other: Phase) -> bool:
        """Whether another phase has the same position and stipulation."""
        return (self.position, self.stipulation) == (other.position, other.stipulation)

    @property
    def spelling(self) -> Spelling:
        """How pieces and moves are written."""
        return self.diagram.spelling

    @property
    def counting(self) -> Counting:
        """How moves are numbered in its solution."""
        way = PLAY_FORMS[self.stipulation.play]
        late = self.stipulation.half or self.stipulation.played
        return Counting(way.course is not Course.SERIES, late, way.parries, self.half > 0, self.is_hunt)

    @property
    def solutions(self) -> int:
        """How many keys, or in help and series play solutions, are intended; one if that is not given."""
        if self.stipulation.is_battle and self.intended:
            return self.intended[0]
        found = 1
        for number in self.intended:
            found *= number
        return found


class Opener(Protocol):
    """Gives a game, as `shadowmate.game` does."""

    def __call__(self, name: str, readings: tuple[str, ...], *, engine: EngineName) -> Game:
        """The game of that name."""


def phases_of(entry: Entry, opened: Opener = game) -> list[Phase]:
    """The problems that an entry is, in order; `opened` gives its game.

    Raises:
        PuzzleError: naming file and line, if the entry asks for what cannot be.
    """
    return _Setting(entry, opened).phases()


class _Setting:
    def __init__(self, entry: Entry, opened: Opener) -> None:
        self.entry = entry
        self.opened = opened
        self.fields = entry.fields
        self.options = options_of(entry)
        self.passed, self.against = self.fields.get("en-passant") or self.options.passed, self.fields.get("against")
        self.intended = self._intended()

    def phases(self) -> list[Phase]:
        game = self._game()
        self._check_words(game)
        self._check_number(len(game.ruleset.players))
        asked = self._stipulation(str(self.fields[_STIPULATION]), (_STIPULATION,), game)
        diagram = self._diagram(game)
        twins = self.fields.get("twins") or {}
        found = [] if FIRST in twins else [self._phase(FIRST if twins else "", diagram, asked, ("algebraic",))]
        last, last_asked = diagram, asked
        for label, written in twins.items():
            path: Path = ("twins", label)
            words = in_full(str(written))
            continued = bool(words) and words[0] == _CONTINUED
            if not continued:
                last, last_asked = diagram, asked
            if not (words := words[continued:]):
                raise self.entry.document.error(path, f"twin {label}: {quoted(written)} changes nothing")
            anew: list[str] = []
            if _ANOTHER in words:
                at = words.index(_ANOTHER)
                anew = words[at + 1 : at + 2]
                last_asked = self._stipulation(" ".join(anew), path, game)
                del words[at : at + 2]
            try:
                last, as_read = twin(last, words) if words else (last, [])
            except DiagramError as error:
                raise self.entry.document.error(path, f"twin {label}: {error}") from error
            heading = " ".join([f"{'+' * continued}{label})", *as_read, *anew])
            phase = replace(self._phase(label, last, last_asked, path), heading=heading)
            if same := next((each for each in found if each.asks_the_same(phase)), None):
                raise self.entry.document.error(path, f"twin {label}: it is the same problem as {same.label})")
            found.append(phase)
        return [half for phase in found for half in self._halves(phase)] if self.options.both else found

    def _halves(self, phase: Phase) -> tuple[Phase, Phase]:
        """A duplex problem: each player begins in one half, and has there the part of the beginner in the other."""
        first, second = phase.diagram.game.ruleset.players
        turn = second if phase.turn == first else first
        # No piece has just passed over a cell when it is the other's turn.
        diagram = replace(phase.diagram, passed=None)
        other = replace(phase, diagram=diagram, turn=turn, position=diagram.position(turn), half=2)
        return replace(phase, half=1), other

    def _phase(self, label: str, diagram: Diagram, asked: Stipulation, path: Path) -> Phase:
        players = diagram.game.ruleset.players
        turn = str(self.fields.get("turn") or players[begins_first(asked) == self.options.turned])
        if turn not in players:
            raise self.entry.document.error(("turn",), f"{quoted(turn)} is no player: {', '.join(players)}")
        try:
            position = diagram.position(turn)
        except PositionError as error:
            for field, name in _STATE.items():
                path = self._path(field) if str(error).startswith(f"'{name} ") and not label else path
            with suppress(PositionError):
                if diagram.state or diagram.stores:
                    replace(diagram, state=(), stores={}).position(turn)
                    path = ("state",)
            raise self.entry.document.error(path, str(error)) from error
        if turn == self.against:
            raise self.entry.document.error(("against",), f"{quoted(turn)} is to move; it may be another player")
        for army, number in self.options.without.items():
            if standing := diagram.royals(army):
                written = f"{self.entry.options[number]}: there is {', '.join(standing)}"
                raise self.entry.document.error(("options", number), written)
        heading = f"{label})" if label else ""
        return Phase(
            label,
            diagram,
            turn,
            position,
            asked,
            self.intended,
            self.options.set_play,
            heading,
            against=self.against,
            with_tries=self.options.tries,
            most=self.options.most,
            with_threats=not self.options.no_threats,
            shortest=self.options.shortest,
        )

    def _check_words(self, game: Game) -> None:
        """Refuse fields by whose names a position of the game has more than pieces: the problem would be another."""
        words = {*game.ruleset.fields, *(store.partition(" ")[0] for store in game.ruleset.stores)}
        for word in filter(words.__contains__, self.entry.others):
            right = f"write it in `state`: 'state: {word} ...'"
            raise self.entry.document.error((word,), f"there is no field {quoted(word)}; {right}")

    def _path(self, field: str) -> Path:
        """Where a fact of the position is stated: in its field, or among the options."""
        return (field,) if self.fields.get(field) is not None else ("options",)

    def _check_number(self, players: int) -> None:
        """Refuse what is asked for two players only, where there are more."""
        for option in ("both", "set_play", "played"):
            if getattr(self.options, option) and players > 2:
                raise self.entry.document.error(
                    ("options",), f"{olive()[option]} is for two players, not for {players}"
                )

    def _game(self) -> Game:
        """The game, with the compiled engine if that can play it."""
        name = str(self.fields.get("game") or olive()["game"])
        readings = tuple(self.entry.texts("readings"))
        try:
            found = self.opened(name, readings, engine="reference")
        except (UnknownGameError, ReadingError) as error:
            path = "readings" if isinstance(error, ReadingError) else "game"
            raise self.entry.document.error((path,), str(error)) from error
        try:
            return self.opened(name, readings, engine="compiled")
        except RulesError:
            return found

    def _diagram(self, game: Game) -> Diagram:
        document = self.entry.document
        for field, name in _BY_OPTION.items():
            if getattr(self.options, name) and self.fields.get(field) is not None:
                why = f"the option {olive()[name]} states {field} already; write one of the two"
                raise document.error((field,), why)
        castling = self.fields.get("castling")
        for field, cells in (("castling", castling), ("en-passant", self.passed and [self.passed])):
            for cell in cells or ():
                if _STATE[field] not in game.ruleset.fields:
                    raise document.error(self._path(field), f"there is no {field} in {game.name}")
                if str(cell) not in game.vectors:
                    raise document.error(self._path(field), game.reader.no_cell(cell))
        try:
            spelling = Spelling.of(game, "game" not in self.fields, self.fields.get("letters"))
        except OptionError as error:
            raise document.error(("letters",), str(error)) from error
        empty = Diagram(spelling, {}, None if castling is None else tuple(castling), self.passed)
        try:
            found = self._with_pieces(empty)
        except PuzzleError as error:

            def read(language: str) -> Diagram:
                return self._with_pieces(replace(empty, spelling=replace(spelling, letters=language)))

            hints = other_letters(spelling.lettered, read, PuzzleError, "letters: ") if self.entry.states else ()
            raise PuzzleError("; ".join([str(error), *hints])) from error
        if not found.pieces:
            raise document.error(("algebraic",), "there is no piece on the board")
        if (more := self.fields.get("state")) is not None:
            try:
                found = found.with_state(str(more))
            except DiagramError as error:
                raise document.error(("state",), f"state: {error}") from error
        return self._without_castling(found)

    def _with_pieces(self, diagram: Diagram) -> Diagram:
        """The diagram with the pieces of the entry.

        Raises:
            PuzzleError: if one cannot be read.
        """
        for army, pieces in self.fields["algebraic"].items():
            for number, piece in enumerate(pieces or ()):
                try:
                    diagram = diagram.with_piece(army, str(piece))
                except DiagramError as error:
                    raise self.entry.document.error(("algebraic", army, number), str(error)) from error
        return diagram

    def _without_castling(self, diagram: Diagram) -> Diagram:
        """The diagram without the rights to castle that an option removes."""
        at_home = diagram.at_home()
        for cell in self.options.lost:
            if cell not in at_home:
                written = f"{olive()['lost']} {cell}: rights to castle are of {', '.join(at_home) or 'no cell'}"
                raise self.entry.document.error(("options",), written)
        left = set(at_home) - set(self.options.lost)
        return replace(diagram, castling=tuple(left)) if self.options.lost else diagram

    def _stipulation(self, written: str, path: Path, game: Game) -> Stipulation:
        written = f"{POST_KEY}{written}" if self.options.played and not written.startswith(POST_KEY) else written
        try:
            return self._begun(Stipulation.parse(written).checked(game, self.against), game)
        except StipulationError as error:
            if self.against is not None and self._is_asked(written, game):
                path = ("against",)
            raise self.entry.document.error(path, str(error)) from error

    def _begun(self, asked: Stipulation, game: Game) -> Stipulation:
        """The stipulation by an option that names the beginner: in help play the first move is left out for that.

        Raises:
            PuzzleError: if the named player begins neither so nor without that move, or Popeye has it otherwise.
        """
        if self.options.beginner is None:
            return asked
        number, option = self.options.beginner
        named, usual = olive()["begins"][option], game.ruleset.players[not begins_first(asked)]
        later = asked.later()
        written = self.fields.get("turn") or named
        if usual == named and later is not None:
            why = f"{usual} begins {asked} without it, and Popeye leaves out the first move; write {later} or no option"
        elif (usual == named and self.options.turned) or (usual != named and later is None):
            why = f"{usual} begins {asked}" + (f" without {olive()['turned']}" if self.options.turned else "")
            why += "; the option is for help play, such as h#2"
        elif written != named:
            why = f"the field turn has {written}"
        else:
            return asked if usual == named or later is None else later
        raise self.entry.document.error(("options", number), f"{option}: {why}")

    def _is_asked(self, written: str, game: Game) -> bool:
        """Whether a stipulation is one of the game, whatever player is to be eliminated."""
        with suppress(StipulationError):
            Stipulation.parse(written).checked(game)
            return True
        return False

    def _intended(self) -> tuple[int, ...]:
        written = str(self.fields.get("intended-solutions") or "")
        if not written:
            return ()
        return tuple(int(number) for number in re.findall(r"\d+", written)) if "." in written else (int(written),)


def reduced(phase: Phase, cell: str) -> Phase | None:
    """A problem without one of its pieces; None if there is no such position."""
    diagram = phase.diagram.without(cell)
    try:
        return replace(phase, diagram=diagram, position=diagram.position(phase.turn))
    except PositionError:
        return None
