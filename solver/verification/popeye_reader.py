"""Popeye's input, read into the same documents as puzzle files: `BeginProblem ... NextProblem ... EndProblem`.

It may be in German (`AnfangProblem`) or French (`DebutProbleme`), with the letters of that language. What
a word means is in `popeye.yaml`. Conditions stand among the options, as in Olive's files; what is not known is refused
later, by name and line, like anything else in an entry.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache
from importlib.resources import files
from typing import Any
from unicodedata import combining, normalize

import yaml

from ..api import game
from ..errors import quoted
from ..notation.fen import Fen
from .customs import olive
from .documents import Document, Path
from .errors import PuzzleError

_UNTIMED = re.compile(r"(?:\D|z[a-z]+\d+|(?<!\d)0{2,3})$")
"""A stipulation that ends with its goal, such as a cell or a castling, and not with a number of moves."""
_LETTERS = "bcdefghijklmnopqrstuvwxyz"


@cache
def popeye() -> dict[str, Any]:
    """The words of Popeye's input."""
    found: dict[str, Any] = yaml.safe_load((files(__package__) / "popeye.yaml").read_text(encoding="utf-8"))
    return found


def is_popeye(text: str) -> bool:
    """Whether a text is Popeye's input: it begins with `BeginProblem`, which may be shortened, in any language."""
    return language_of(text) is not None


def language_of(text: str) -> str | None:
    """The language of Popeye's input, by its first word; "" for English, None for what is no such input."""
    first, least = text.split(maxsplit=1)[:1], popeye()["shortest"]
    known = ("", *popeye()["languages"])
    return next((each for each in known if first and fitting(first[0], _beginning(each), least)), None)


def _beginning(language: str) -> list[str]:
    """The word that an input begins with, in a list."""
    return [word for word, meant in terms(language, "commands").items() if meant == popeye()["commands"][0]]


def terms(language: str, what: str) -> dict[str, str]:
    """The words of a language for commands, options, twins, attributes or players, and what each means in English."""
    if language:
        found: dict[str, str] = popeye()["languages"][language][what]
        return found
    return popeye()[what] if what == "players" else {word: word for word in popeye()[what]}


def _plain(word: str) -> str:
    """A word in small letters without accents."""
    return "".join(sign for sign in normalize("NFKD", word.lower()) if not combining(sign))


def fitting(word: str, known: Iterable[str], least: int = 1) -> str | None:
    """The word that a shortened one means, if it is the only one; an s at the end does no harm, nor do accents."""
    lowered = _plain(word)
    if any(lowered == f"{each.lower()}s" for each in known):
        lowered = lowered[:-1]
    found = [each for each in known if each.lower().startswith(lowered)]
    exact = [each for each in found if each.lower() == lowered]
    if exact:
        return exact[0]
    return found[0] if len(found) == 1 and len(word) >= least else None


@dataclass(slots=True)
class _Problem:
    """A problem as it is read: the fields of an entry, and where their values begin."""

    fields: dict[str, Any] = field(default_factory=dict)
    lines: dict[Path, int] = field(default_factory=dict)
    twins: int = 0

    def add(self, name: str, value: str, line: int) -> None:
        """Add a value to a field that is a list."""
        values = self.fields.setdefault(name, [])
        self.lines.setdefault((name,), line)
        self.lines[name, len(values)] = line
        values.append(value)

    def put(self, army: str, piece: str, line: int) -> None:
        """Put a piece on the board."""
        pieces = self.fields.setdefault("algebraic", {}).setdefault(army, [])
        self.lines.setdefault(("algebraic",), line)
        self.lines["algebraic", army, len(pieces)] = line
        pieces.append(piece)

    def set(self, name: str, value: str, line: int) -> None:
        """Give a field a value."""
        self.fields[name] = value
        self.lines[name,] = line


def read_popeye(name: str, text: str) -> list[Document | PuzzleError]:
    """The problems in Popeye's input, in order; for one that is not as in Popeye's manual, why.

    Args:
        name: the file, as errors name it.
        text: what stands in it.
    """
    if not is_popeye(text):
        first, line = quoted(text.split()[0]), len(text) - len(text.lstrip())
        where = f"{name}:{text.count(chr(10), 0, line) + 1}"
        return [PuzzleError(f"{where}: Popeye's input begins with BeginProblem, and this with {first}")]
    return _Reader(name, text).documents()


class _Reader:
    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.language = language_of(text) or ""
        self.words = [
            (found.group(), number, line[found.end() :].strip())
            for number, line in enumerate(text.splitlines(), 1)
            for found in re.finditer(r"\S+", line)
        ]
        self.at = 0
        self.problem = _Problem()

    def documents(self) -> list[Document | PuzzleError]:
        """The problems, in order; the first mistake of one that has any."""
        found: list[Document | PuzzleError] = []
        mistake: PuzzleError | None = None
        while self.at < len(self.words):
            word, line, rest = self.words[self.at]
            self.at += 1
            try:
                command = self._named(word, line, "commands", "command")
                if command in ("BeginProblem", "NextProblem", "EndProblem"):
                    if command == "BeginProblem" and self.at > 1:
                        why = f"{command} comes once, at the beginning; write NextProblem between two problems"
                        mistake = mistake or self._error(line, why)
                    if self.at > 1:
                        found.append(mistake or self._document())
                    self.problem, mistake = _Problem(lines={(): line}), None
                    if command == "EndProblem":
                        return [*found, *self._behind_the_end(line)]
                elif command in popeye()["lines"]:
                    self._text(popeye()["lines"][command], rest, line)
                else:
                    self._do(command, line)
            except PuzzleError as error:
                mistake = mistake or error
        return [*found, mistake or self._error(self.words[-1][1], "EndProblem is missing")]

    def _behind_the_end(self, line: int) -> Iterator[PuzzleError]:
        """That words come after EndProblem, which Popeye does not read either."""
        if self.at < len(self.words):
            _, where, _ = self.words[self.at]
            right = "write NextProblem between two problems, and EndProblem once"
            yield self._error(where, f"what comes after EndProblem (line {line}) is not read; {right}")

    def _document(self) -> Document | PuzzleError:
        for name, lacking in (("stipulation", "no Stipulation"), ("algebraic", "neither Pieces nor Forsyth")):
            if name not in self.problem.fields:
                return self._error(self.problem.lines[()], f"the problem that begins here has {lacking}")
        if self.language:
            self.problem.fields["letters"] = self.language
        return Document(self.name, self.problem.fields, self.problem.lines, None)

    def _do(self, command: str, line: int) -> None:
        """Read what follows a command."""
        match command:
            case "Stipulation":
                words = self._arguments()
                self._check(command, "stipulation", words, "a stipulation, such as #2", line)
                # One word, but for such as `dia 2.5`, where the number of moves stands behind a space.
                apart = _UNTIMED.search(words[0][0].lower()) and words[1:] and words[1][0][0].isdecimal()
                number = words[1][0] if apart else ""
                self.problem.set("stipulation", stipulation(words[0][0] + number), words[0][1])
                self.at -= len(words) - 1 - bool(number)
            case "Option":
                self._options(line)
            case "Condition":
                words = self._arguments()
                self._check(command, "", words, "a condition", line)
                for word, where in words:
                    if word not in self.problem.fields.get("options", ()):
                        self.problem.add("options", word, where)
            case "Pieces":
                words = self._arguments()
                self._check(command, "", words, "a player and its pieces, such as White Kf6 Ra1", line)
                for army, piece, where in self._pieces(words):
                    self.problem.put(army, piece, where)
            case "Forsyth":
                words = self._arguments()
                self._check(command, "algebraic", words, "one word for the whole board", line)
                self._forsyth(*words[0])
                self.at -= len(words) - 1
            case "Twin" | "ZeroPosition":
                self._twin(command, line)
            case _:
                raise self._error(line, f"{command} is not read")

    def _check(self, command: str, once: str, words: Sequence[object], what: str, line: int) -> None:
        """Refuse a command without what follows it, or that gives a field its value a second time."""
        if once in self.problem.fields:
            before = self.problem.lines[once,]
            raise self._error(line, f"{command} states anew what stands in line {before}; it comes once in a problem")
        if not words:
            raise self._error(line, f"{command} is followed by {what}")

    def _text(self, name: str | None, written: str, line: int) -> None:
        """The rest of a line."""
        while self.at < len(self.words) and self.words[self.at][1] == line:
            self.at += 1
        if name is None:
            self._arguments()
        if name in ("authors", "comments"):
            self.problem.add(name, written, line)
        elif name:
            before = self.problem.fields.get(name)
            self.problem.set(name, f"{before} {written}" if before else written, line)

    def _error(self, line: int, written: str) -> PuzzleError:
        return PuzzleError(f"{self.name}:{line}: {written}")

    def _meant(self, word: str, what: str, least: int = 1, but: str = "") -> str | None:
        """What a word of the language means, shortened or not; None if it is no such word, or a word of `but`."""
        found = fitting(word, terms(self.language, what), least)
        return None if found is None or (but and self._meant(word, but)) else terms(self.language, what)[found]

    def _named(self, word: str, line: int, which: str, what: str) -> str:
        """The word that is meant.

        Raises:
            PuzzleError: if it is none, or several begin so.
        """
        found = self._meant(word, which)
        if found is not None:
            return found
        known = terms(self.language, which)
        likely = [each for each in known if each.lower().startswith(word.lower())]
        likely = likely or get_close_matches(word.lower(), [each.lower() for each in known], n=1)
        hint = f"; do you mean {' or '.join(likely)}?" if likely else ""
        raise self._error(line, f"{quoted(word)} is no {what} of Popeye's{hint}")

    def _arguments(self, but: str = "") -> list[tuple[str, int]]:
        """The words before the next command, and their lines; some commands have another meaning there."""
        start = self.at
        while self.at < len(self.words):
            if self._meant(self.words[self.at][0], "commands", popeye()["shortest"], but):
                break
            self.at += 1
        return [(word, line) for word, line, _ in self.words[start : self.at]]

    def _options(self, line: int) -> None:
        words = self._arguments()
        self._check("Option", "", words, "an option", line)
        while words:
            (word, line), *words = words
            option = self._named(word, line, "options", "option")
            number = popeye()["options"][option]
            if number == "?":
                number = int(bool(words) and words[0][0].isdecimal())
            if len(words) < number:
                raise self._error(line, f"{option} is followed by {number} more words")
            written = [each for each, _ in words[:number]]
            words = words[number:]
            if option == "EnPassant":
                written = [self._passed_over(written[0], line)]
            self.problem.add("options", " ".join([option, *written]), line)

    def _passed_over(self, word: str, line: int) -> str:
        """The cell that was passed over, which may stand between those where the Pawn came from and is now."""
        found = cells(word)
        if len(found) not in (1, 3):
            right = "it should be where the Pawn came from, what it passed over and where it is, such as e2e3e4"
            raise self._error(line, f"EnPassant {word}: {right}")
        return found[len(found) // 2]

    def _pieces(self, words: Iterable[tuple[str, int]]) -> Iterator[tuple[str, str, int]]:
        """Pieces as `Pieces` has them: a player, then each kind with its cells."""
        army = ""
        for word, line in words:
            player = self._meant(word, "players", 2)
            if player:
                army = player
                continue
            attribute = self._meant(word, "attributes", 3)
            if attribute and not re.search(r"\d$", word):
                raise self._error(line, f"{attribute}: properties of pieces are unsupported")
            found = re.fullmatch(rf"(\w{{1,2}}?)((?:{popeye()['cell']})+)", word.lower())
            if not found or not army:
                right = "it should be a player and pieces with their cells, such as White Kf6 Ra1b1"
                raise self._error(line, f"{quoted(word)} is no piece in Popeye; {right}")
            for cell in cells(found.group(2)):
                yield army, f"{found.group(1).upper()}{cell}", line

    def _forsyth(self, word: str, line: int) -> None:
        """Pieces rank by rank, as in a FEN. The end may be left out.

        Popeye skips strokes. Here they must stand at the ends of ranks: elsewhere a rank is not as it was meant.
        """
        ranks = Fen(game(olive()["game"]).ruleset).ranks
        names, width, place = [name for rank in ranks for name in rank], len(ranks[0]), 0
        for found in re.finditer(r"/|(\d+)|([-+=])?(?:\.(\w\w)|([A-Za-z]))|(.)", word):
            empty, sign, long, short, other = found.groups()
            letters = long or short
            step = int(empty) if empty else bool(letters)
            if other:
                raise self._error(line, f"{quoted(other)} is nothing that a Forsyth holds")
            if found.group() == "/" and place % width:
                before = word[: found.start()].rpartition("/")[2]
                raise self._error(line, f"{quoted(before)} in {quoted(word)} is no rank of {width} cells")
            if letters and place >= len(names):
                raise self._error(line, f"{quoted(word)} has a piece beyond the {len(names)} cells")
            if letters:
                first, second, *_ = popeye()["players"].values()
                army = popeye()["colours"][sign] if sign else second if letters[0].islower() else first
                self.problem.put(army, f"{letters.upper()}{names[place]}", line)
            place += step

    def _twin(self, command: str, line: int) -> None:
        written: list[str] = []
        words = self._arguments(but="twins")
        starts = [number for number, (word, _) in enumerate(words) if self._meant(word, "twins", 3)]
        if not words:
            raise self._error(line, f"{command} is followed by a change, such as Move a1 b1")
        if not starts or starts[0]:
            self._named(*words[0], "twins", "change")
        for start, end in zip(starts, [*starts[1:], len(words)], strict=True):
            word, where = words[start]
            written += self._change(self._named(word, where, "twins", "change"), words[start + 1 : end])
        if command == "ZeroPosition":
            label = "a"
            if "twins" in self.problem.fields:
                raise self._error(line, f"{command} comes once, before every Twin")
        else:
            label = _LETTERS[self.problem.twins] if self.problem.twins < len(_LETTERS) else ""
            label = label or f"z{self.problem.twins - len(_LETTERS) + 1}"
            self.problem.twins += 1
        self.problem.fields.setdefault("twins", {})[label] = " ".join(written)
        self.problem.lines.setdefault(("twins",), line)
        self.problem.lines["twins", label] = line

    def _change(self, name: str, words: list[tuple[str, int]]) -> list[str]:
        """What a twin changes, as entries have it."""
        if name == "Add":
            return [part for army, piece, _ in self._pieces(words) for part in (name, army, piece)] or [name]
        written = [word for word, _ in words]
        if name == "Stipulation":
            return [name, *map(stipulation, written)]
        if name == "Remove":
            return [part for word in written for cell in cells(word) or [word] for part in (name, cell)]
        if name == "Substitute":
            return [name, *map(str.upper, written)]
        return [name, *(cell for word in written for cell in cells(word) or [word])]


def cells(text: str) -> list[str]:
    """Cells that are written without a space between them; none if the text is something else."""
    cell = popeye()["cell"]
    return re.findall(cell, text.lower()) if re.fullmatch(rf"(?:{cell})+", text.lower()) else []


def stipulation(word: str) -> str:
    """A stipulation as entries have it: in small letters, the cell of a target in brackets."""
    return re.sub(rf"z({popeye()['cell']})(?=\d)", r"z(\1)", word.lower())
