"""What the explorer's page asks of the program: each question is a dictionary, and so is each answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import product
from threading import Event
from typing import Any

from ..draw.look import Look
from ..draw.position_picture import picture
from ..endgame.table_maker import known
from ..errors import MoveError, OptionError, PositionError, quoted
from ..explain.attackers import attackers
from ..explain.why import why
from ..notation.line import write_line
from ..play.from_text import read_position
from ..play.game import Game
from ..play.long_games import pushed
from ..play.move import Move
from ..play.piece import Piece
from ..play.position import Position
from ..playing.player import SECONDS, Player, Strength
from .data import Chapter, Step, asked_data, board_data, chapter_data, glyph_data, position_data, step_data, touched
from .question import Question

MOST_SECONDS = 600.0
"""The longest that the computer may think about a move."""


class Service:
    """What a page shows and may ask; it keeps every position that the page has come to.

    Args:
        chapters: what the page shows at first.
        opened: gives a game under other readings.
        figurines: whether pieces are drawn as symbols of the game; by default if all its kinds have one.
    """

    def __init__(
        self, chapters: Iterable[Chapter], opened: Callable[[Game, Sequence[str]], Game], figurines: bool | None = None
    ) -> None:
        self._chapters = list(chapters)
        self._opened = opened
        self._figurines = figurines
        self._players: dict[tuple[str, str], Player] = {}
        self._stopped = Event()
        self._answers: dict[str, Callable[[Question], dict[str, Any]]] = {
            "about": self._about,
            "beside": self._beside,
            "computer": self._computer,
            "copy": self._copy,
            "play": self._play,
            "read": self._read,
            "set up": self._set_up,
            "switch": self._switch,
            "why": self._why,
        }

    def data(self) -> dict[str, Any]:
        """What the page shows at first, as explorer/data.ts describes it."""
        by_key = {chapter.key: chapter.game for chapter in self._chapters}
        return {
            "games": {key: self._game_data(game) for key, game in by_key.items()},
            "chapters": [chapter_data(chapter, "none") for chapter in self._chapters],
            "service": {"strengths": list(Strength), "seconds": SECONDS, "mostSeconds": MOST_SECONDS},
        }

    def answer(self, asked: object) -> dict[str, Any]:
        """The answer to a question.

        Raises:
            ShadowmateError: if the question cannot be understood, or has no answer.
        """
        question = Question(asked)
        name = question.text("ask")
        if name not in self._answers:
            raise OptionError(f"ask: expected one of {', '.join(self._answers)}, not {quoted(name)}")
        return self._answers[name](question)

    def stop(self) -> None:
        """Have the computer move at once; from any thread."""
        self._stopped.set()

    def _game_data(self, game: Game) -> dict[str, Any]:
        """A game's board, and all kinds of piece that may be put on it."""
        pieces = [Piece((kind,), army) for army, kind in product(game.ruleset.players, game.ruleset.abbreviations)]
        return {**board_data(game), "glyphs": glyph_data(game, pieces, self._figurines)}

    def _chapter(self, question: Question) -> Chapter:
        return self._chapters[question.index("chapter", len(self._chapters))]

    def _at(self, question: Question) -> tuple[Chapter, int]:
        chapter = self._chapter(question)
        return chapter, question.index("at", len(chapter.steps))

    def _position(self, question: Question) -> Position:
        chapter, at = self._at(question)
        return chapter.steps[at].position

    def _about(self, question: Question) -> dict[str, Any]:
        """What every piece reaches, and what is beside the pieces, to be set up."""
        position = self._position(question)
        loose = [str(move) for move in position.legal_moves() if not move.origin]
        probe = known(position)
        values = [
            {"move": move, "from": position.move(move).origin, "value": str(value)}
            for move, value in (probe.moves if probe else ())
        ]
        return {"asked": asked_data(position), "loose": loose, "more": beside_pieces(position), "values": values}

    def _switch(self, question: Question) -> dict[str, Any]:
        """A chapter that begins with the position under other readings."""
        position = self._under(question)
        return {**self._opens(position, "Other readings"), "game": self._game_data(position.game)}

    def _beside(self, question: Question) -> dict[str, Any]:
        """The position under other readings, with what its pieces can do."""
        position = self._under(question)
        return {"position": position_data(position), "game": self._game_data(position.game)}

    def _under(self, question: Question) -> Position:
        """The position under the readings that a question names."""
        position = self._position(question)
        wanted = {each.name: each.default for each in position.game.ruleset.readings}
        names = [name for name in question.texts("readings") if not wanted.get(name)]
        return self._read_position(self._opened(position.game, names), str(position))

    def _why(self, question: Question) -> dict[str, Any]:
        """What attacks a cell, or why a piece may move from one cell to another, in words."""
        position, origin, target = self._position(question), question.text("from"), question.text("to")
        found = why(position, _written(position, origin, target)) if origin else attackers(position, target)
        return {"lines": str(found).splitlines()}

    def _play(self, question: Question) -> dict[str, Any]:
        """Make a move, given in words or by its cells; list several that it may be, or say why there is none."""
        chapter, at = self._at(question)
        position, written = chapter.steps[at].position, question.text("move")
        if written:
            return self._step(chapter, at, position.move(written))
        origin, target = question.text("from"), question.text("to")
        found = [move for move in position.legal_moves(origin) if move.target == target]
        if len(found) == 1:
            return self._step(chapter, at, found[0])
        return {"choices": list(map(str, found))} if found else self._why(question)

    def _computer(self, question: Question) -> dict[str, Any]:
        """Have the computer move."""
        chapter, at = self._at(question)
        position, strength = chapter.steps[at].position, question.text("strength")
        seconds = question.number("seconds", MOST_SECONDS)
        self._stopped.clear()
        key = (chapter.key, strength)
        if key not in self._players:
            self._players[key] = Player(chapter.game, strength, seconds)
        self._players[key].seconds = seconds
        choice = self._players[key].choose(position, self._stopped.is_set)
        return {**self._step(chapter, at, position.move(str(choice.move))), "written": str(choice)}

    def _step(self, chapter: Chapter, at: int, move: Move) -> dict[str, Any]:
        """The step after a move: the one that is there, or a new one."""
        text = str(move)
        made = next((n for n, each in enumerate(chapter.steps) if each.before == at and each.move == text), None)
        if made is None:
            _, after = pushed(chapter.steps[at].position, move)
            chapter.steps.append(Step(after, text, touched(move), "", at))
            made = len(chapter.steps) - 1
        step = chapter.steps[made]
        return {
            "number": made,
            "step": step_data(step, made),
            "position": position_data(step.position, asked=False),
            "glyphs": glyph_data(chapter.game, set(step.position.pieces.values()), self._figurines),
        }

    def _set_up(self, question: Question) -> dict[str, Any]:
        """A chapter that begins with a position: pieces by cell, whose turn it is, and what else it has."""
        game = self._chapter(question).game
        armies: dict[str, list[str]] = {}
        for cell, name in question.mapping("pieces").items():
            army, _, piece = name.partition(" ")
            armies.setdefault(army, []).append(f"{piece}{cell}")
        words = [word for army, pieces in armies.items() for word in (army, *pieces)]
        text = " ".join([f"{game.name}:", *words, "turn", question.text("turn"), question.text("more")])
        return self._opens(self._read_position(game, text), "Set up")

    def _read(self, question: Question) -> dict[str, Any]:
        """A chapter that begins with a position in words, as on the command line."""
        game, text = self._chapter(question).game, question.text("text")
        if not text.strip():
            raise PositionError(["there is no position to read"])
        return self._opens(self._read_position(game, text), "Set up")

    def _read_position(self, game: Game, text: str) -> Position:
        return read_position(game, text, type(self._chapters[0].steps[0].position))

    def _opens(self, position: Position, title: str) -> dict[str, Any]:
        """A new chapter that begins with a position."""
        chapter = Chapter([Step(position)], title)
        self._chapters.append(chapter)
        return {
            "number": len(self._chapters) - 1,
            "chapter": chapter_data(chapter, "none"),
            "glyphs": glyph_data(chapter.game, set(position.pieces.values()), self._figurines),
        }

    def _copy(self, question: Question) -> dict[str, Any]:
        """A position to copy: in words, as a FEN if the game has that, and as a picture."""
        position = self._position(question)
        try:
            fen = position.game.fen.write(position.setup())
        except PositionError:
            fen = None
        return {"text": str(position), "fen": fen, "svg": picture(position, None, Look(figurines=self._figurines))}


def beside_pieces(position: Position) -> str:
    """What belongs to a position besides its pieces and whose turn it is, as its line has it."""
    ruleset, setup = position.game.ruleset, position.setup()
    _, _, line = write_line(ruleset, replace(setup, pieces={})).partition(":")
    words = line.split()
    place = words.index("turn")
    return " ".join(words[:place] + words[place + 2 :])


def _written(position: Position, origin: str, target: str) -> str:
    """The words for a move of the piece on one cell to another.

    Raises:
        MoveError: if there is no piece.
    """
    piece = position.pieces.get(origin)
    if piece is None:
        raise MoveError(f"there is no piece on {quoted(origin)}")
    return f"{position.game.piece_name(piece.kinds)}{origin}-{target}"
