"""The text of a solution, read into a tree of moves, before anyone asks whether they are legal.

It is read as Popeye and Olive write it, as `shadowmate solve` prints it, and as books do:

    1.Ra1-g1 ? zugzwang.        1. Ra1-g1?                  1.Rg1? (zugzwang)
        1...Kh7-h6                  1... Kh7-h6 2. Rg1-h1#      1...Kh6 2.Rh1#
            2.Rg1-h1 #              but 1... Kh7-h8!            but 1...Kh8!
      but
        1...Kh7-h8 !

The numbers say where a move belongs: it answers the last one that comes just before it. Moves with commas, strokes,
`and` or `or` between them have the same answers. What stands in braces is a remark. What stands in other brackets, or
behind a dash, is a threat if it begins with the number of a move; else it is a remark, but for `(1...b:c4 2.S:c4+)`,
which is play. `0...g7-g5` is the last move before the diagram.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple, TypeAlias

from ..errors import quoted
from ..notation.moves import WrittenMove

Readings: TypeAlias = Callable[[str], Sequence[WrittenMove]]
"""Gives every way to read a text as a move."""

ANY = "~"
"""What is written for any move, and in a move for what it leaves open: `S~` is any move of that piece."""

IN_PASSING = "ep"
"""What ends a move that is stated to capture in passing."""

_TOKEN = r"""\s+ | (?P<dash>[-\u2013\u2014](?=\s|$))
    | (?P<number>\d{1,4}(?:…|\.(?:\s*(?:\.\.\.?|…))?)|\.\.\.|…)
    | (?P<word>(?:THREAT|BUT|zugzwang|zz|blocus|waiting|dual|cook|short|set[ ]play|last[ ]move|(?:stale)?mate)\b[:.]?)
    | (?P<end>changed[ ](?:mates|play)\b)
    | (?P<sign>[!?]+ | (?:\+\+?|\#|=+)(?=[\s!?,/)\]]|$) | (?:ep\.|e\.p\.|ep\b))
    | (?P<bracket>[()\[\]]) | (?P<between>[,/]|(?:and|or|und|oder|et|ou)\b)
    | (?P<any>ad[ ]lib(?:itum\b|\b\.?))
    | (?P<move>(?:[^\s,/!?(){}\[\]…]*=(?:ARMIES)[ ])*(?:[^\s,/!?(){}\[\]…]|CAPTURING)+)"""
"""THREAT, BUT and ARMIES are words; in a move a piece may change its army, a word before its kind: `Nd3xc5=white H`."""
_CAPTURING = r"\([x:*]\)"
"""A sign of a move that captures in some variations only: `S(x)e7`."""
_QUOTES = str.maketrans(dict.fromkeys("\"'“”„‟«»\u2018\u2019", " "))
"""Quotation marks say nothing: YACPDB's own example has them around the whole."""
_TWIN = re.compile(r"\s*\+?([a-z]|z\d+)\)(.*)")
_THREAT = r"(?:threats?|threatening|drohung(?:en)?|menaces?)"
_BUT = r"(?:but|aber|mais)"
"""What Popeye prints before threats and refutations, in English, German and French."""
_MOVE_IN_BRACKETS = re.compile(rf"\s*(?P<threat>{_THREAT}:?\s*)?\d{{1,4}}[.…]", re.IGNORECASE)
_DEFENCE_IN_BRACKETS = re.compile(r"\s*\d{1,4}(?:…|\.\s*(?:\.\.|…))")
_SIGNS = "+#="
_LOOKS_LIKE = re.compile(r".*[^\W\d].*\d.*|[0Oo]-[0Oo](-[0Oo])?|\w{0,3}~\w{0,3}|pass")
"""A move names a cell, or is a castling, any move or no move; a word is none. On boards whose cells have names without
digits, the game's reader decides.
"""
_KIND = re.compile(r"[^\W\d_]{1,2}")
_PROMOTING = re.compile(rf"(?P<move>.*\d)=?(?P<kind>(?:{_KIND.pattern})?)")
"""A move that may say what the piece becomes: in `f8/S`, and in `e1=Q/R`, a kind stands behind a stroke. Without digits
the game's reader decides here, too.
"""
_CLOSING = {"(": ")", "[": "]"}


class Counting(NamedTuple):
    """How moves are numbered.

    Attributes:
        halves: whether two players move, so that a number is one of a pair of moves.
        late: whether the first move is the second of its pair, as in help play with .5, or after the key.
        parries: whether the second of a pair is none, and not written, where its player is in no check.
        parted: whether what stands behind an empty line belongs to nothing before it, as set play of a second half.
        rounds: whether more than two play: a number is that of the attacker's move, or with dots of all replies to it,
            which stand one behind another, one of each other player that is still in the game.
    """

    halves: bool = True
    late: bool = False
    parries: bool = False
    parted: bool = False
    rounds: bool = False


class UnreadError(Exception):
    """A text that is no solution as far as it can be read.

    Attributes:
        line: in which of its lines, from 1.
    """

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(problem)
        self.line = line


@dataclass(eq=False, slots=True)
class Stated:
    """A move that is stated, or none, where a threat or the set play begins.

    Attributes:
        text: the move as it is written; "" for none.
        line: in which line, from 1.
        mark: `!` or `?`, or what else an author thinks of it.
        after: what follows it.
        refutes: whether it stands behind a `but`.
        beside: the moves before the stroke that it stands behind, the last first; their piece may be meant: `Kd8/f8`.
        last: of a root, the move that is stated as made last before the diagram.
    """

    text: str
    line: int
    mark: str = ""
    after: list[Stated] = field(default_factory=list)
    refutes: bool = False
    beside: tuple[str, ...] = ()
    last: Stated | None = None

    @property
    def is_pass(self) -> bool:
        """Whether it is no move."""
        return not self.text

    @property
    def is_any(self) -> bool:
        """Whether it is any move, or any of a piece."""
        return ANY in self.text

    @property
    def is_try(self) -> bool:
        """Whether it is stated as a move that fails: it is marked so, or a refutation of it is stated."""
        refuted = any(
            each.refutes or (self.mark and each.mark in ("!", "!!") and not each.after) for each in self.after
        )
        fails = self.mark.startswith("?") or (self.mark in ("", "!?") and refuted)
        return fails and not self.is_pass


def read_stated(
    text: str,
    counting: Mapping[str, Counting] | None = None,
    armies: Collection[str] = (),
    readings: Readings = lambda _: [],
) -> dict[str, Stated]:
    """The trees of a solution, by the letter of the twin, "" before or without any; the root of each is no move.

    Args:
        text: the solution.
        counting: how moves are numbered, by the letters that there are, "" for what comes before the first; None for
            two players that move in turn, and no letter.
        armies: the names of armies, which moves may contain.
        readings: every way to read a text as a move of the game.

    Raises:
        UnreadError: naming the line that cannot be read.
    """
    counting = counting or {"": Counting()}
    trees: dict[str, Stated] = {}
    reader = _Reader("", counting[""], armies, readings)
    text = _without_remarks(text).translate(_QUOTES)
    for number, line in enumerate(text.splitlines(), 1):
        opened = _TWIN.match(line)
        if opened and not reader.opened:
            trees |= reader.tree()
            if opened[1] in trees:
                raise UnreadError(number, f"{opened[1]}) is there twice")
            if opened[1] not in counting:
                raise UnreadError(number, f"{opened[1]}) is no twin of this problem")
            reader = _Reader(opened[1], counting[opened[1]], armies, readings)
            # A twin is described in its own field; only moves count here, and h#1.5 is none.
            begun = re.search(r"\b\d+\.(?!5\b)", opened[2])
            line = opened[2][begun.start() :] if begun else ""
        if reader.read(line, number):
            break
    reader.finish(len(text.splitlines()))
    return trees | reader.tree()


def _without_remarks(text: str) -> str:
    """The text without what stands in braces, which may stand in braces; lines stay.

    Raises:
        UnreadError: if a brace is not closed, or one is that was not opened.
    """
    found, opened = list[str](), list[int]()
    line = 1
    for sign in text:
        line += sign == "\n"
        if sign == "{":
            opened.append(line)
        elif sign == "}" and not opened:
            raise UnreadError(line, "a brace is closed that was not opened")
        elif sign == "}":
            opened.pop()
        elif not opened or sign == "\n":
            found.append(sign)
    if opened:
        raise UnreadError(opened[0], "a brace is not closed")
    return "".join(found)


@cache
def _token(armies: tuple[str, ...]) -> re.Pattern[str]:
    """A part of a solution."""
    words = "|".join(map(re.escape, armies)) or "(?!)"
    token = _TOKEN
    for name, pattern in (("ARMIES", words), ("THREAT", _THREAT), ("BUT", _BUT), ("CAPTURING", _CAPTURING)):
        token = token.replace(name, pattern)
    return re.compile(token, re.VERBOSE | re.IGNORECASE)


class _Reader:
    """Reads the lines of one tree.

    Attributes:
        opened: the brackets that are open, and whether what stands in them is a remark.
    """

    def __init__(self, label: str, counting: Counting, armies: Collection[str], readings: Readings) -> None:
        self.label, self.counting = label, counting
        self._readings = readings
        self.root = Stated("", 0)
        self.opened: list[tuple[str, bool]] = []
        self._way: list[list[Stated]] = [[self.root]]
        self._kept: list[list[list[Stated]]] = []
        self._together = self._stroke = self._dash = False
        self._refutes = False
        self._next: int | None = None
        self._before = False
        self._rounds: dict[int, int] = {}
        self._token = _token(tuple(armies))

    def tree(self) -> dict[str, Stated]:
        """The tree, if there is anything in it."""
        return {self.label: self.root} if self.root.after or self.root.last else {}

    def finish(self, line: int) -> None:
        """Refuse brackets that are still open."""
        if self.opened:
            raise UnreadError(line, "a bracket is not closed")

    def read(self, line: str, number: int) -> bool:
        """Read a line; the result is whether the solution has ended with it."""
        at = 0
        if self.counting.parted and not line.strip() and not self.opened:
            self._way = [[self.root]]
        while at < len(line):
            found = self._token.match(line, at)
            if found is None:
                raise UnreadError(number, f"{quoted(line[at:].strip())} is no part of a solution")
            kind, text = found.lastgroup, found.group()
            if kind == "bracket":
                self._bracket(text, line[found.end() :], number)
            elif self.opened and self.opened[-1][1]:
                pass  # a remark
            elif kind == "end":
                return True
            elif kind is not None:
                self._add(kind, text, number)
            at = found.end()
        self._together = False
        return False

    def _add(self, kind: str, text: str, number: int) -> None:
        if kind == "number":
            self._number(text, number)
        elif kind == "dash":
            self._dash = True
        elif kind == "any":
            self._move(ANY, number)
        elif kind == "word":
            self._word(text.lower().rstrip(":."), number)
        elif kind == "between":
            self._together, self._stroke = True, text == "/"
        elif kind == "sign":
            self._sign(text)
        else:
            self._move(text, number)

    def _bracket(self, text: str, rest: str, number: int) -> None:
        """Moves in brackets are a threat, or play if they begin with a defence; anything else there is a remark."""
        if text in _CLOSING:
            move = _MOVE_IN_BRACKETS.match(rest)
            is_remark = bool(self.opened and self.opened[-1][1]) or not move
            self.opened.append((text, is_remark))
            if not is_remark:
                self._kept.append([list(each) for each in self._way])
                if not (_DEFENCE_IN_BRACKETS.match(rest) or (move and move["threat"])):  # the word begins a threat
                    self._pass(number)
            return
        if not self.opened or _CLOSING[self.opened[-1][0]] != text:
            raise UnreadError(number, "a bracket is closed that was not opened")
        _, is_remark = self.opened.pop()
        if not is_remark:
            self._way = self._kept.pop()
            self._next = None

    def _number(self, text: str, number: int) -> None:
        """A number gives how many moves come before what follows it."""
        digits = re.match(r"\d+", text)
        second = text.rstrip().endswith(("..", "…"))
        if digits is None:
            return  # ... alone: the number before it is enough
        if self.counting.rounds:
            self._next, self._together = self._round(int(digits.group()), second, text, number), False
            return
        before = int(digits.group()) - 1
        # In a series the other player's move stands behind the one of its number; at the beginning it is set play.
        ply = 2 * before + second - self.counting.late if self.counting.halves else before + second
        if before < 0 and second and self._is_first():
            self._before = True
            return
        if ply < -1 or before < 0:
            raise UnreadError(number, f"{quoted(text)}: the first move is 1... here")
        if ply == len(self._way) > 1 and (self.counting.parries or (self._dash and not ply % 2)):
            self._pass(number)
        self._next, self._together, self._dash = ply, False, False

    def _round(self, turn: int, are_replies: bool, text: str, number: int) -> int:
        """How many moves come before the attacker's of that number, or before the replies to it."""
        place = self._rounds.get(turn, len(self._way))
        if are_replies and place == len(self._way):
            raise UnreadError(number, f"{quoted(text)}: there is no move before it that it could answer")
        if place == len(self._way) and turn != len(self._rounds) + 1:
            raise UnreadError(number, f"{quoted(text)}: the first player's next move is {len(self._rounds) + 1}. here")
        self._rounds = {turn: place, **{each: at for each, at in self._rounds.items() if at < place}}
        return place if are_replies else place - 1

    def _word(self, word: str, number: int) -> None:
        if re.fullmatch(_BUT, word):
            self._refutes = True
        elif re.fullmatch(_THREAT, word):
            self._pass(number)
        elif word == "set play":
            self._way = [[self.root]]

    def _pass(self, number: int) -> None:
        """No move, after which comes what is threatened."""
        node = Stated("", number)
        for each in self._way[-1]:
            each.after.append(node)
        self._way.append([node])
        self._next = None

    def _is_first(self) -> bool:
        """Whether nothing has been stated yet, so that the move before the diagram may be."""
        return not self.root.after and self.root.last is None and not self.counting.late

    def _sign(self, text: str) -> None:
        for each in self._way[-1] if len(self._way) > 1 else ():
            if text[0] in "!?":
                each.mark = each.mark or text
            elif text[0] not in _SIGNS and each.text:
                each.text += IN_PASSING

    def _move(self, text: str, number: int) -> None:
        text = re.sub(_CAPTURING, "", text.rstrip(".;:").rstrip(_SIGNS))
        if not text:
            return
        before = self._way[-1][-1]
        beside = (before.text, *before.beside) if self._together and self._stroke else ()
        promoting = self._promoting(before.text) if beside and self._is_kind(text) else None
        if promoting and not promoting[1]:
            before.text += f"={text}"
            self._together = False
            return
        text = f"{promoting[0]}={text}" if promoting else text
        if not _LOOKS_LIKE.fullmatch(text) and not self._readings(text):
            raise UnreadError(number, f"{quoted(text)} is no move, and no other part of a solution")
        if self._before:
            self.root.last, self._before = Stated(text, number), False
            return
        ply = self._next if self._next is not None else len(self._way) - 1 - self._together
        self._next = None
        if (ply == 1 and len(self._way) == 1) or ply == -1:
            # It begins with the second move: that is the set play.
            self._way = [[self.root]]
            if ply == 1:
                self._pass(number)
        if not 0 <= ply < len(self._way):
            raise UnreadError(number, f"{quoted(text)}: there is no move before it that it could follow")
        node = Stated(text, number, refutes=self._refutes, beside=beside)
        self._refutes = False
        for each in self._way[ply]:
            each.after.append(node)
        others = self._way[ply + 1] if self._together and len(self._way) == ply + 2 else []
        self._way = [*self._way[: ply + 1], [*others, node]]
        self._together = False

    def _is_kind(self, text: str) -> bool:
        """Whether it may be a kind: a cell whose name has no digit is a move."""
        return _KIND.fullmatch(text) is not None and not self._readings(text)

    def _promoting(self, text: str) -> tuple[str, str] | None:
        """A move without what its piece becomes, and this, "" if it is not stated; None if it is no such move."""
        if found := _PROMOTING.fullmatch(text):
            return found["move"], found["kind"]
        promotions = {each.promotion for each in self._readings(text)}
        if None in promotions:
            return text, ""
        return next(((text[: -len(kind)].rstrip("="), kind) for kind in promotions if kind), None)


def lines_of(root: Stated) -> Iterator[list[Stated]]:
    """Every way from a node to an end, without the node."""
    if not root.after:
        yield []
    for each in root.after:
        for rest in lines_of(each):
            yield [each, *rest]
