"""Betza's notation for moves, as H. G. Muller's diagrams use it: atoms, directions, ranges, modes, legs.

A string is a list of moves. A move has legs, separated by `a`, and ends with an atom and perhaps a range. Before the
atom are letters of direction and of mode for each leg. Brackets give each leg an atom of its own: `[F?fsR]` is one step
of F, and perhaps a slide outwards after it; with `-` it must go on. The result is a set of places (`ways.py`). Forward
is the second number. Where implementations differ: fK is one cell; a leg that goes on may turn to any of seven
directions; ranges apply to every leg; the first letter of oblique atoms is wide, the second narrow. An `i` after an `a`
is a leg of the same length as the one before (`mRcaibR` shoots). A piece may pass over its start, which it has left. A
way that turns back does so on a cell of the board. `n` with an oblique leap goes straight on first, then aslant, as the
Horse of Xiangqi and the Elephant of Janggi. First moves of two or three steps with `n` can be captured in passing, on
each cell passed; `nn` is a double step from any cell. With `*` steps go as far as the middle of the board allows, one
at least.
Castling finds the outermost piece of the array in the row. On a leg that goes on, `q` turns as the way turned last and
`z` the other way; both turn to both sides if it has not turned. A rider of one leg is crooked with `z`, circular with
`q`. Letters in parentheses stand there 0 to n times, `(paf)3R`, and `i` twice is `i`. Each leg may capture
(core/locust.lp).
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from .directions import Rose, turns
from .mistake import ShorthandError
from .spelling import MIDDLE, Leg, Spelled, spelled
from .ways import Homes, Moves, Passes, Place, Ways, uses

_DOUBLE = {"D": (0, 1), "A": (1, 1), "W": (0, 1), "R": (0, 1), "F": (1, 1), "B": (1, 1)}
"""The single step of two steps in a line."""
_TRIPLE = {"H": (0, 1), "G": (1, 1)}
"""The single step of three steps in a line."""
_ONE_STEP = "WF"
"""The atoms that go one step in a line."""
_LONG = {"H": ("W", "D"), "G": ("F", "A")}
"""The atoms of one step and of two steps in the line of three."""
_FIRST = re.compile(r"(?P<letters>[a-z]*)(?P<atom>[HGDA])(?![0-9XYHGDA])")


def read_betza(text: str, longest: int) -> Moves:
    """Read a string into routes.

    Args:
        text: the string.
        longest: how far the longest straight way of the board is; what has no limit goes as far.

    Raises:
        ShorthandError: if it is wrong, or not supported.
    """
    if not text:
        raise ShorthandError(1, "there is no move; an atom is one of W F D N A H C L Z J G K Q R B")
    found = Moves()
    firsts: dict[int, int] = {}
    lengths: dict[tuple[int, int], dict[int, int]] = {}
    for number, move in enumerate(spelled(text, longest)):
        first, last = move.legs[0], move.legs[-1]
        if move.atom == "O":
            found.castles |= _castling(move)
            continue
        _check(move)
        found.in_passing |= "e" in last.modes
        if "i" in first.modes:
            _check_first_move(move)
            firsts[number] = first.column
        step, most = _several_steps(move)
        if step:
            homes = _homes(move)
            if found.several and found.homes != homes:
                raise ShorthandError(
                    last.column,
                    "double steps of a piece start on its first cell (i), anywhere (nn), or before the middle (*)",
                )
            found.homes = homes
            rose = Rose.of(*step)
            for each in turns(last.directions, rose.kind, last.column):
                lengths.setdefault(rose.steps[each], {})[most] = last.column
                found.several[rose.steps[each]] = max(lengths[rose.steps[each]])
        if not step or move.given == MIDDLE:
            Ways(move, longest, number, found).add()
    _check_several(text, found, lengths)
    _separate_first_moves(found, firsts)
    return found


def without_long_passing(text: str) -> str:
    """A string with first moves of three steps but not of two in other letters, so that none is captured in passing."""
    doubles = {(match["atom"], frozenset(match["letters"])) for match in _FIRST.finditer(text)}

    def written(match: re.Match[str]) -> str:
        letters, (step, double) = match["letters"], _LONG.get(match["atom"], ("", ""))
        if not step or not {"i", "n"} <= set(letters) or "a" in letters or (double, frozenset(letters)) in doubles:
            return match[0]
        first = "".join(each for each in letters if each != "n")
        return f"[{first}{step}-fm{step}-fm{step}]"

    return _FIRST.sub(written, text)


def _castling(move: Spelled) -> set[tuple[int, int]]:
    """How far the piece goes on each side, and how many pieces are beyond its partner."""
    modes = set.union(*(leg.modes for leg in move.legs))
    sides = {"s": (1, -1), "r": (1,), "l": (-1,)}.get(move.legs[0].directions)
    if len(move.legs) > 1 or modes - {"i", "j"} or not move.given or move.given in ("0", MIDDLE) or sides is None:
        raise ShorthandError(
            move.column,
            "castling is written isO2: s is both sides, l or r one, the number is how far the piece goes, and isjO2 is "
            "with the piece next to the outermost one",
        )
    return {(side * int(move.given), int("j" in modes)) for side in sides}


def _check(move: Spelled) -> None:
    """Refuse modes that mean nothing where they stand, or are not supported there."""
    *others, last = move.legs
    if move.given == MIDDLE and (others or last.modes != {"m"} or move.atom not in _ONE_STEP):
        raise ShorthandError(
            move.column + 1, "a range to the middle of the board (*) is for steps without capture, as in fmW*"
        )
    for leg in others:
        if "d" in leg.modes:
            raise ShorthandError(leg.column, "a capture of one's own pieces on the way (d before a) is not supported")
        if "c" in leg.modes and leg.modes & {"p", "g", "y"}:
            raise ShorthandError(leg.column, "of c, p, g and y a leg that goes on has one")
    if any("c" in each.modes for each in others) and last.modes & {"d", "k"}:
        wrong = min(last.modes & {"d", "k"})
        raise ShorthandError(last.column, f"{wrong} after a capture on the way is not supported")
    for leg in move.legs:
        _check_leg(leg, leg is move.legs[0], leg is last)
    if "nn" in last.modes and ("i" in last.modes or not _several_steps(move)[0]):
        raise ShorthandError(last.column, "nn is for two steps in a line from any cell, without capture, as in fmnnD")
    if "e" in last.modes and "c" not in last.modes:
        raise ShorthandError(last.column, "e alone (capture in passing alone) is not supported; write ce")
    if others and last.modes & {"n", "j"}:
        raise ShorthandError(last.column, "n and j are for moves of one leg")


def _check_leg(leg: Leg, is_first: bool, is_last: bool) -> None:
    if not is_first and "i" in leg.modes and leg.modes & {"p", "g", "y"}:
        raise ShorthandError(leg.column, "of i, p, g and y a leg after a has one")
    wrong = sorted(leg.modes & ({"y"} if is_last else {"n", "j", "e", "k"}))
    if wrong:
        raise ShorthandError(leg.column, f"{wrong[0]} means nothing on {'the last' if is_last else 'this'} leg")
    several = sorted(leg.modes & set("njpgy"))
    if len(several) > 1:
        raise ShorthandError(leg.column, f"of n, j, p, g and y a leg has one, not {' and '.join(several)}")


def _check_first_move(move: Spelled) -> None:
    """Refuse a first move that captures: whether a piece has moved does not change what it attacks."""
    column, last = move.legs[0].column, move.legs[-1]
    captures = any("c" in leg.modes for leg in move.legs[:-1]) or any(
        uses(leg) != {"quiet"} for leg in move.legs if leg is last or leg.stops
    )
    if captures:
        raise ShorthandError(column, "a first move (i) is supported without capture: add m, as in imN")
    lame = "n" in last.modes and _several_steps(move)[0] is None
    if lame and move.legs[0].rose.kind in ("W", "F"):
        raise ShorthandError(
            column,
            "a first move with n is one of two or three steps, which can be captured in passing; without that, write "
            "imW3",
        )


def _several_steps(move: Spelled) -> tuple[tuple[int, int] | None, int]:
    """The single step, and the number, of steps in a line that other pieces may capture in passing.

    They are two or three as a first move, or two from any cell with `nn`, or as the board has it.
    """
    last, nothing = move.legs[-1], (None, 0)
    step, most = (_TRIPLE[move.atom], 3) if move.atom in _TRIPLE else (_DOUBLE.get(move.atom), 2)
    if step is None or len(move.legs) > 1 or last.modes & {"c", "d", "k", "p", "g", "j"}:
        return nothing
    if move.given == MIDDLE:
        return step, most
    lame = move.atom in "DAHG" and "n" in last.modes and last.far == 1
    if "i" not in last.modes:
        return (step, most) if lame and most == 2 and _is_anywhere(move) else nothing
    far = move.atom in "WRFB" and move.given == "2" and "n" not in last.modes
    return (step, most) if lame or far else nothing


def _is_anywhere(move: Spelled) -> bool:
    """Whether two steps may start on any cell."""
    return "nn" in move.legs[-1].modes


def _homes(move: Spelled) -> Homes:
    """From which cells the two steps start."""
    return "middle" if move.given == MIDDLE else "anywhere" if _is_anywhere(move) else "first"


def _check_several(text: str, found: Moves, lengths: Mapping[tuple[int, int], Mapping[int, int]]) -> None:
    """Refuse double steps of pieces without the single one, and three steps without two.

    Raises:
        ShorthandError: if there are such.
    """
    for columns in lengths.values():
        if 2 not in columns:
            raise ShorthandError(
                columns[3],
                "a first move of three steps with n wants that of two too, as in ifmnDifmnH; without capture in "
                "passing write imW3",
            )
    single = {place.cell for place, use in found.ends if use != "capture" and _is_leap(found, place)}
    if not found.several.keys() <= single:
        column = min(text.index(sign) for sign in ("i", "nn") if sign in text) + 1
        raise ShorthandError(column, "a double step wants the single step too, as in fmWimnD")


def _separate_first_moves(found: Moves, columns: dict[int, int]) -> None:
    """Leave out the ends of first moves that the piece reaches anyway.

    Raises:
        ShorthandError: if it reaches a cell in two ways, and only one of them is a first move.
    """
    usual: dict[tuple[int, int], list[Place]] = {}
    for place, use in found.ends:
        if use in ("any", "quiet"):
            usual.setdefault(place.cell, []).append(place)
    longer = {(n * x, n * y): n for (x, y), most in found.several.items() for n in range(2, most + 1)}
    for place, use in sorted(found.ends, key=str):
        if use != "unmoved":
            continue
        if any(_is_leap(found, each) for each in usual.get(place.cell, ())) or (
            place.cell in longer and _is_slide(found, place, longer[place.cell])
        ):
            found.ends.discard((place, use))
        elif place.cell in usual or place.cell in longer:
            raise ShorthandError(
                columns[place.move], "this first move leads to a cell where another move leads that is open otherwise"
            )


def _is_leap(found: Moves, place: Place) -> bool:
    """Whether nothing can block the way to a place."""
    return found.before[place] == {(None, Passes.EMPTY)}


def _is_slide(found: Moves, place: Place, steps: int) -> bool:
    """Whether the way to a place is one of that number of steps, over empty cells."""
    ((start, here), *others) = found.before[place]
    if others or here is not Passes.EMPTY or start is None:
        return False
    return _is_leap(found, start) if steps == 2 else _is_slide(found, start, steps - 1)
