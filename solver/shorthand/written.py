"""Ways written in Betza's notation, by trying moves that the notation has and reading them again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from .betza import read_betza
from .directions import Rose, turns
from .mistake import ShorthandError
from .needs import TooManyNeedsError, Way, by_use, ways_of
from .shown import choices_of
from .spelling import ATOMS
from .ways import Step

_MODES = {
    "any": "", "quiet": "m", "capture": "c", "own": "d", "unmoved": "im", "regicide": "k",
}  # fmt: skip
"""The letters of each use."""
_INCLUDED = {"quiet": ("any",), "capture": ("any",), "regicide": ("any", "capture")}
"""The uses that include a use."""
_SLIDERS = {"W": "R", "F": "B"}
_JOINED = {("W", "F"): "K", ("R", "B"): "Q"}
"""Two atoms that have one for both."""
_SEVERAL = {((0, 1), 2): "D", ((1, 1), 2): "A", ((0, 1), 3): "H", ((1, 1), 3): "G"}
"""The atom of several steps by the size of one, and their number."""
_PLAIN = ("{d}{m}{atom}", "{d}{m}{slider}", "{d}{m}{atom}{far}", "{d}{m}n{atom}")
_FURTHER = (
    "{d}{m}p{slider}", "{d}{m}g{slider}", "{d}{m}j{atom}", "{d}{m}j{slider}", "{d}pa{m}f{atom}", "{d}a{m}fs{atom}",
    "{d}ma{m}s{slider}", "{d}a{m}fs{slider}", "{d}{m}j{atom}{far}",
    "{d}ca{m}f{atom}", "{d}mpa{m}f{atom}",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Form:
    """A move without its directions: the text with places for directions and mode, and its atom's size."""

    text: str
    size: tuple[int, int]
    use: str

    def written(self, letters: str) -> str:
        return self.text.format(d=letters, m=_MODES[self.use])


class Notation:
    """A notation, by what is allowed in it.

    Args:
        longest: how far the longest straight way of the board is.
        width: the number of columns.
        height: the number of rows.
        is_plain: whether moves have one leg, and hop over one piece at most.
    """

    def __init__(self, longest: int, width: int, height: int, is_plain: bool = False) -> None:
        self._longest, self._width, self._height, self._is_plain = longest, width, height, is_plain

    def write(self, wanted: Mapping[str, Iterable[Way]], known: Iterable[str] = ()) -> str | None:
        """A string of some ways, by use; None if none is found.

        Args:
            wanted: the ways, as `by_use` gives them.
            known: strings that are tried too.
        """
        texts = [self._written(wanted), *known]
        return min((each for each in texts if each and self._is(each, wanted)), key=len, default=None)

    def _written(self, wanted: Mapping[str, Iterable[Way]]) -> str | None:
        """A string that may be right."""
        parts: list[tuple[_Form, frozenset[Step], str]] = []
        for use in sorted(wanted):
            allowed = set(wanted[use]).union(*(wanted.get(each, ()) for each in _INCLUDED.get(use, ())))
            found = self._of_use(use, set(wanted[use]), allowed)
            if found is None:
                return None
            parts += found
        return _in_order(list(_joined(parts)))

    def _is(self, text: str, wanted: Mapping[str, Iterable[Way]]) -> bool:
        return self.read(text) == {use: set(ways) for use, ways in wanted.items() if ways}

    def read(self, text: str) -> dict[str, set[Way]] | None:
        """The ways of a string that can end on the board; None if it cannot be read."""
        try:
            ways = by_use(ways_of(read_betza(text, self._longest)))
        except (ShorthandError, TooManyNeedsError):
            return None
        return on_board(ways, self._width, self._height)

    def _of_use(self, use: str, wanted: set[Way], allowed: set[Way]) -> list[tuple[_Form, frozenset[Step], str]] | None:
        """Moves that are some ways of a use together, and no others than are allowed."""
        left, found = set(wanted), list[tuple[_Form, frozenset[Step], str]]()
        if use not in _MODES:
            return None
        offered = [(form, self._fitting(form, allowed)) for form in self._forms(use, allowed)]
        while left:
            form, fitting = max(offered, key=lambda each: _gain(each[1], left), default=(None, {}))
            if form is None or not _gain(fitting, left):
                return None
            steps = {step for step, ways in fitting.items() if ways & left}
            text = _letters(form.size, steps, set(fitting))
            if text is None:
                return None
            found.append((form, frozenset(text[1]), form.written(text[0])))
            left -= set().union(*(fitting[step] for step in text[1]))
        return found

    def _fitting(self, form: _Form, allowed: set[Way]) -> dict[Step, set[Way]]:
        """The directions of a form that lead along allowed ways only, with these."""
        found = {}
        for step in _steps(form.size):
            letters = choices_of(form.size).get(frozenset({step}))
            if letters is None:
                continue
            ways = self.read(form.written(letters)) or {}
            if set(ways) == {form.use} and ways[form.use] <= allowed:
                found[step] = ways[form.use]
        return found

    def _forms(self, use: str, wanted: set[Way]) -> Iterator[_Form]:
        """What may be tried: plain moves first."""
        ends = {(min(size), max(size)) for size in (tuple(map(abs, end)) for end, _ in wanted)}
        needy = any(word != "empty" for _, needs in wanted for _, word in needs)
        atoms = [each for each in _atoms(max(self._width, self._height)) if needy or each[0] in ends]
        further = [each for each in _FURTHER if needy and not (self._is_plain and "a" in each.replace("{atom}", ""))]
        for text in (*_PLAIN, *further):
            for size, atom in atoms:
                if "{slider}" in text:
                    yield _Form(text.replace("{slider}", _SLIDERS.get(atom, f"{atom}0")), size, use)
                elif "{far}" in text:
                    for far in range(2, self._longest):
                        yield _Form(text.replace("{atom}{far}", f"{atom}{far}"), size, use)
                else:
                    yield _Form(text.replace("{atom}", atom), size, use)


def write_doubles(steps: Iterable[tuple[Step, int]]) -> str | None:
    """First moves of two or three steps in the notation, such as `ifmnD`; None if it has no letters for them.

    Args:
        steps: the single step of each, and how many it makes.
    """
    left, text = set(steps), ""
    for (size, number), atom in _SEVERAL.items():
        some = frozenset(step for step, steps in left if (tuple(sorted(map(abs, step))), steps) == (size, number))
        letters = choices_of(size).get(some)
        if some and letters is not None:
            text += f"i{letters}mn{atom}"
            left -= {(step, number) for step in some}
    return None if left else text


def on_board(ways: Mapping[str, Iterable[Way]], width: int, height: int) -> dict[str, set[Way]]:
    """The ways that can end on a board of some width and height, without needs that are met on any such board."""
    found = {
        use: {_without_met(way) for way in some if abs(way[0][0]) < width and abs(way[0][1]) < height}
        for use, some in ways.items()
    }
    return {use: some for use, some in found.items() if some}


def _without_met(way: Way) -> Way:
    """A way without needing cells of the board between others that are there: the board is a rectangle."""
    end, needs = way
    there = [(0, 0), end, *(cell for cell, word in needs if word in ("captured", "occupied"))]
    (left, right), (low, high) = ((min(some), max(some)) for some in zip(*there, strict=True))
    met = {((x, y), "board") for (x, y), word in needs if word == "board" and left <= x <= right and low <= y <= high}
    return end, needs - met


@cache
def _atoms(extent: int) -> tuple[tuple[tuple[int, int], str], ...]:
    """Sizes of leaps, each with its atom; X and Y make longer ones."""
    found: dict[tuple[int, int], str] = {}
    for atom, (small, large) in ATOMS.items():
        for more in range(5):
            for longer in range(more + 1):
                size = small + 2 * (more - longer), large + 2 * (more - longer) + 3 * longer
                if max(size) < extent:
                    text = atom + "X" * longer + "Y" * (more - longer)
                    found[size] = min(found.get(size, text), text, key=len)
    return tuple(sorted(found.items()))


def _steps(size: tuple[int, int]) -> frozenset[Step]:
    rose = Rose.of(*size)
    return frozenset(rose.steps[each] for each in turns("", rose.kind, 1))


def _gain(fitting: Mapping[Step, set[Way]], left: set[Way]) -> int:
    return len(set().union(*fitting.values()) & left) if fitting else 0


def _letters(size: tuple[int, int], needed: set[Step], allowed: set[Step]) -> tuple[str, set[Step]] | None:
    """Letters for some directions, or for more that are allowed too, and which directions they choose."""
    best = choices_of(size).get(frozenset(needed))
    if best is not None:
        return best, needed
    options = [(text, set(steps)) for steps, text in choices_of(size).items() if steps <= allowed and steps & needed]
    return max(options, key=lambda each: (len(each[1] & needed), -len(each[0])), default=None)


def _joined(parts: list[tuple[_Form, frozenset[Step], str]]) -> Iterator[str]:
    """The texts of moves, with one atom for two where there is one."""
    texts = [text for _, _, text in parts]
    for first, second in list(_JOINED):
        for text in list(texts):
            atom = text.rstrip("0123456789")[-1]
            other = text[::-1].replace(first, second, 1)[::-1]
            if atom == first and other in texts and not _directed(text):
                texts[texts.index(text)] = text[::-1].replace(first, _JOINED[first, second], 1)[::-1]
                texts.remove(other)
    yield from texts


def _directed(text: str) -> bool:
    return any(sign in "fblrvsha" for sign in text)


def _in_order(texts: list[str]) -> str:
    """Texts in an order in which no atom stands behind the same one, which would make it a rider."""
    found = ""
    left = sorted(texts, key=lambda text: (len(text), text))
    while left:
        text = next((each for each in left if not found or found[-1] != each[0]), left[0])
        left.remove(text)
        found += text
    return found
