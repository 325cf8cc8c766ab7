"""The text of Betza's notation: a string is read into moves, each with its legs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from .directions import BOTH, DIAGONAL, OBLIQUE, ORTHOGONAL, ROYAL, Rose
from .mistake import ShorthandError

ATOMS: dict[str, tuple[int, int]] = {
    "W": (0, 1), "F": (1, 1), "D": (0, 2), "N": (1, 2), "A": (2, 2), "H": (0, 3), "C": (1, 3), "L": (1, 3), "Z": (2, 3),
    "J": (2, 3), "G": (3, 3),
}  # fmt: skip
"""Leaps: the smaller number, then the larger."""
MIDDLE = "*"
"""The range that ends before the middle of the board."""
_SLIDERS = {"R": "W", "B": "F", "Q": "K"}
"""Atoms that are others without limit."""
_DIRECTIONS = "fblrvsh"
BENDS = "qz"
"""Directions of a leg that goes on: as the way turned last, or the other way."""
_MODES = "mcedktpgynjioxu"
_MOVE = re.compile(
    r"(?P<letters>[a-z]*)(?:"
    r"(?:\((?P<group>[a-z]+)\)(?P<times>[0-9]{1,2})(?P<rest>[a-z]*))?"
    r"(?P<atom>[A-Z@])(?P<more>[XY]*)(?P<range>[0-9]{1,2}|\*)?|\[(?P<inside>[^\[\]]*)\])"
    r"|(?P<wrong>.)",
    re.DOTALL,
)
_PART = re.compile(r"(?P<letters>[a-z]*)(?P<atom>[A-Z@])(?P<more>[XY]*)(?P<range>[0-9]{1,2}|\*)?(?P<joint>[-?]|$)")
_NOT_YET = {
    "t": "hops over friends alone", "o": "boards that are cylinders", "x": "borrowed moves",
    "u": "unloading what was captured",
}  # fmt: skip
_CURVES = {"z": ("s", "z"), "q": ("fs", "fq")}
"""How riders turn that are crooked (z) or circular (q): after their first step, and after each other one."""
_CIRCLE = 7
"""The eighth step of a circle would end where the first began."""
_NOT_ATOMS = {"U": "leaps to any cell", "I": "imitators", "@": "drops; say store and hands"}
_IN_BRACKETS = set("mcdkpi")
_ON_CURVES = set("mcdki")
_FITTING = {ORTHOGONAL: range(0, 8, 2), DIAGONAL: range(1, 8, 2), BOTH: range(8)}


_Letter = tuple[int, str]
"""A letter, after the column where it stands."""


@dataclass(slots=True)
class Leg:
    """A leg of a move.

    Attributes:
        column: where its letters stand.
        directions: its letters of direction.
        modes: its letters of mode; `nn` if n stands there twice.
        rose: its eight directions.
        far: the largest number of its steps.
        beyond: the same behind a piece over which it hops.
        fitting: the directions that it can have after another leg.
        stops: whether the move may end here although another leg follows.
    """

    column: int
    directions: str = ""
    modes: set[str] = field(default_factory=set)
    rose: Rose = ROYAL["K"]
    far: int = 1
    beyond: int = 1
    fitting: range = range(8)
    stops: bool = False


@dataclass(slots=True)
class Spelled:
    """A move of a string.

    Attributes:
        column: where its atom stands, or its brackets.
        atom: its atom; "" of a move in brackets.
        given: its range, as it is written; None if it has none.
        legs: its legs, in order.
    """

    column: int
    atom: str
    given: str | None
    legs: list[Leg]


def spelled(text: str, longest: int) -> Iterator[Spelled]:
    """The moves of a string. An atom written twice is one without limit.

    Args:
        text: the string.
        longest: how far a leg without limit goes.

    Raises:
        ShorthandError: if a part of it is wrong, or not supported.
    """
    place = 0
    while place < len(text):
        match = _MOVE.match(text, place)
        if match is None or match["wrong"]:
            raise ShorthandError(place + 1, _unreadable(text[place], text[:place]))
        place = match.end()
        if match["inside"] is not None:
            yield _in_brackets(match, longest)
            continue
        atom = match["atom"]
        doubled = match["range"] is None and text[place : place + 1] == atom and atom in ATOMS
        rose, far = _atom(match, 0, longest, doubled, text[: match.start("atom")])
        for letters, steps in _spread(match, far, longest):
            yield _plain(match, letters, rose, steps, longest)
        place += doubled


def _spread(match: re.Match[str], far: int, longest: int) -> Iterator[tuple[list[_Letter], int]]:
    """The letters of each move that one atom with its letters stands for, and the range of its legs.

    What is in parentheses stands there up to as many times as the number after it. A rider that curves has one move for
    each number of its steps.
    """
    letters = _placed(match, "letters")
    curves = [each for each in letters if each[1] in _CURVES]
    if match["group"]:
        group, rest, times = _placed(match, "group"), _placed(match, "rest"), int(match["times"])
        if not times:
            raise ShorthandError(match.start("times") + 1, "say how often at most, 1 or more")
        for number in range(times + 1):
            yield [*letters, *group * number, *rest], far
    elif curves and "a" not in match["letters"]:
        # A zigzag of steps along the rows and columns comes half as far as it has steps.
        yield from _curved(letters, curves, far if far < longest else 2 * longest)
    else:
        yield letters, far


def _curved(letters: list[_Letter], curves: list[_Letter], far: int) -> Iterator[tuple[list[_Letter], int]]:
    """The letters of a rider that turns after each step, for each number of steps."""
    column, curve = curves[0]
    others = [each for each in letters if each not in curves]
    if len(curves) > 1 or far == 1:
        raise ShorthandError(column, f"one {curve} is for riders, such as {curve}B and {curve}NN")
    modes = [each for each in others if each[1] not in _DIRECTIONS]
    wrong = [sign for _, sign in modes if sign not in _ON_CURVES]
    if wrong:
        raise ShorthandError(column, f"{curve} and {wrong[0]} together are not supported")
    start = [each for each in others if each[1] in _DIRECTIONS or each[1] == "i"]
    end = [each for each in modes if each[1] != "i"]
    yield others, 1
    first, again = _CURVES[curve]
    for size in range(2, (min(far, _CIRCLE) if curve == "q" else far) + 1):
        turns = ("a" + first) + ("a" + again) * (size - 2)
        yield [*start, *((column, sign) for sign in turns), *end], 1


def _placed(match: re.Match[str], name: str) -> list[_Letter]:
    return list(enumerate(match[name] or "", match.start(name) + 1))


def _plain(match: re.Match[str], letters: list[_Letter], rose: Rose, far: int, longest: int) -> Spelled:
    """A move with one atom, whose legs `a` separates."""
    legs = _legs(letters, match.start() + 1)
    column = match.start("atom") + 1
    for leg in legs:
        leg.rose, leg.far = rose, far
        leg.beyond = (1 if far > 1 else longest) if "g" in leg.modes else far
        if leg.modes & {"g", "y"}:
            far = 1 if far > 1 else longest
    return Spelled(column, match["atom"], match["range"], legs)


def _in_brackets(match: re.Match[str], longest: int) -> Spelled:
    """Atoms joined by `-`, where the way must go on, or by `?`, where it may end too."""
    inside, start = match["inside"], match.start("inside")
    if match["letters"]:
        raise ShorthandError(match.start() + 1, "before brackets there are no letters; write them inside")
    legs: list[Leg] = []
    place = 0
    joint = "-"
    while joint:
        part = _PART.match(inside, place)
        if part is None:
            raise ShorthandError(start + place + 1, "in brackets there are atoms, joined by - or ?, such as [F?fsR]")
        column = start + place + 1
        found = _legs(list(enumerate(part["letters"], column)), column, goes_on=bool(legs))
        leg, column = found[0], start + part.start("atom") + 1
        wrong = sorted(leg.modes - _IN_BRACKETS) + ["a"] * (len(found) - 1)
        if wrong:
            raise ShorthandError(leg.column, f"in brackets {wrong[0]} is not supported")
        leg.rose, leg.far = _atom(part, start, longest, False, "")
        leg.beyond, joint = leg.far, part["joint"]
        if part["range"] == MIDDLE:
            raise ShorthandError(column + 1, f"in brackets {MIDDLE} is not supported")
        if leg.rose.kind == OBLIQUE:
            raise ShorthandError(column, f"in brackets {part['atom']} is not supported: it goes along no line")
        leg.fitting, leg.stops = _FITTING[leg.rose.kind], joint == "?"
        if leg.stops and leg.modes - {"m", "i"}:
            raise ShorthandError(leg.column, "before ? only m is supported: the way goes on over an empty cell")
        if legs and not leg.directions:
            raise ShorthandError(column, "say where it goes, as fs")
        legs.append(leg)
        place = part.end()
    return Spelled(match.start() + 1, "", None, legs)


def _legs(letters: list[_Letter], start: int, goes_on: bool = False) -> list[Leg]:
    """The legs of letters, the first of which goes on from another leg or does not."""
    legs = [Leg(start)]
    for column, letter in letters:
        if letter == "a":
            legs.append(Leg(column + 1))
        elif letter in _DIRECTIONS or (letter in BENDS and (goes_on or len(legs) > 1)):
            legs[-1].directions += letter
        elif letter in BENDS:
            raise ShorthandError(column, f"{letter} is for a leg that goes on, or for a rider of one leg")
        elif letter in _NOT_YET:
            raise ShorthandError(column, f"{letter} ({_NOT_YET[letter]}) is not supported")
        elif letter in _MODES:
            again = letter in legs[-1].modes
            if again and letter not in "ni":
                raise ShorthandError(column, f"{letter} stands there twice")
            legs[-1].modes.add("nn" if again and letter == "n" else letter)
        else:
            raise ShorthandError(column, f"{letter!r} is no direction ({_DIRECTIONS}) and no mode ({_MODES})")
    return legs


def _atom(match: re.Match[str], offset: int, longest: int, doubled: bool, before: str) -> tuple[Rose, int]:
    """The directions of an atom, and the largest number of its steps."""
    atom, more, given = match["atom"], match["more"], match["range"]
    column = offset + match.start("atom") + 1
    if atom in _NOT_ATOMS:
        raise ShorthandError(column, f"{atom} ({_NOT_ATOMS[atom]}) is not supported")
    if atom not in "OKQRB" and atom not in ATOMS:
        raise ShorthandError(column, _unreadable(atom, before))
    far = longest if atom in _SLIDERS or doubled else 1
    if given == MIDDLE:
        far = 1
    elif given is not None:
        far = min(int(given), longest) or longest
    if atom in "KQRB":
        if more:
            raise ShorthandError(offset + match.start("more") + 1, f"{more[0]} makes leaps longer, and {atom} is none")
        return ROYAL[_SLIDERS.get(atom, atom)], far
    small, large = ATOMS.get(atom, (0, 1))
    for letter in more:
        small, large = (small, large + 3) if letter == "X" else (small + 2, large + 2)
    return Rose.of(small, large), far


def _unreadable(sign: str, before: str = "") -> str:
    """What is wrong with a character where no move can begin, given what stands before it."""
    if sign in "[]-?":
        return f"'{sign}' belongs to a move in brackets, such as [F?fsR]"
    if sign in "()":
        return f"'{sign}' belongs to letters that are repeated, with a number, such as (paf)3R"
    if sign.isdigit() and before[-2:].isdigit():
        return "a range has at most two digits; 0 is one without limit"
    if sign.isdigit() and len(before) > 1 and before[-1] == before[-2]:
        return f"{before[-2:]} is {before[-1]} without limit, and has no range besides"
    if sign in "XY" and before[-1:].isalnum():
        return f"{sign} stands right after its atom"
    if sign.islower():
        return f"{sign!r} stands before no atom"
    return f"{sign!r} is no atom; they are W F D N A H C L Z J G K Q R B"
