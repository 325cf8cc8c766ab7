"""Names that a position cannot distinguish: cells, abbreviations and words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping

from clingo import Function, String, Symbol, SymbolType

from ..asp.base import Base
from ..asp.fact_faults import Fault
from ..asp.terms import text
from ..notation.fen import KEYWORD as FEN
from ..notation.line import KEYWORDS
from .lint import rows

# What the notation of positions has uses of its own for.
_NOT_IN_NAMES = frozenset(" ,+:\t\n")


def mixed_up(base: Base) -> Iterator[Fault]:
    """Faults of names."""
    named = _cell_names(base)
    cells = {name for _, name in named}
    kinds = {text(symbol.arguments[1]): symbol for symbol in base.get(("abbreviation", 2), [])}
    words = {str(name) for name, _ in (*rows(base, "player", 2), *rows(base, "field", 2))}
    words |= {store.name for (store,) in rows(base, "store", 1) if store.type == SymbolType.Function}
    yield from _words(base)
    yield from _cells(named)
    yield from _abbreviations(kinds)
    yield from _read_as_another(kinds, cells)
    yield from _read_as_word(kinds, cells, words.union(KEYWORDS))


def _cell_names(base: Base) -> list[tuple[Symbol, str]]:
    parts: dict[Symbol, list[tuple[Symbol, str]]] = defaultdict(list)
    for cell, place, part in rows(base, "name_part", 3):
        parts[cell].append((place, text(part)))
    return [(cell, "".join(part for _, part in sorted(parts[cell]))) for cell in sorted(parts)]


def _words(base: Base) -> Iterator[Fault]:
    """Players, fields and stores begin the sections of a position, beside the words that every game has; endings are
    words.
    """
    players = {player for player, _ in rows(base, "player", 2)}
    fields = {field for field, _ in rows(base, "field", 2)}
    begin = (*base.get(("player", 2), []), *base.get(("field", 2), []), *base.get(("store", 1), []))
    for culprit in (*begin, *base.get(("ending", 1), [])):
        name = culprit.arguments[0]
        # A store may have an owner, which comes after its word: `hand(white)`.
        if name.type != SymbolType.Function or not name.name or (name.arguments and culprit.name != "store"):
            yield Fault(culprit, "{0} is no name that a position could have: a word in lower case", (name,))
            continue
        word = Function(name.name)
        if culprit.name != "ending" and (name.name in KEYWORDS or name.name == FEN):
            yield Fault(culprit, "{0} means something else in a position", (word,))
        elif culprit.name in ("field", "store") and word in players:
            yield Fault(culprit, "{0} is a player, too", (word,))
        elif culprit.name == "store" and word in fields:
            yield Fault(culprit, "{0} is a field, too", (word,))


def _cells(named: Iterable[tuple[Symbol, str]]) -> Iterator[Fault]:
    first: dict[str, Symbol] = {}
    for cell, name in named:
        culprit, same = Function("cell", [cell]), first.setdefault(name, cell)
        if same != cell:
            yield Fault(culprit, "{0} and {1} are both named {2}", (same, cell, String(name)))
        elif _NOT_IN_NAMES & set(name):
            yield Fault(culprit, "a position could not be read with a cell named '{0}'", (String(name),))


def _abbreviations(kinds: Mapping[str, Symbol]) -> Iterator[Fault]:
    for abbreviation, culprit in kinds.items():
        if _NOT_IN_NAMES & set(abbreviation) or not abbreviation:
            sentence = "a position could not be read with the abbreviation '{0}'"
            yield Fault(culprit, sentence, (String(abbreviation),))


def _read_as_another(kinds: Mapping[str, Symbol], cells: Collection[str]) -> Iterator[Fault]:
    """A cell's name may end with another's, and an abbreviation with what comes before that."""
    endings = {(name[:cut], name[cut:]) for name in cells for cut in range(1, len(name)) if name[cut:] in cells}
    for abbreviation, culprit in kinds.items():
        for start, cell in sorted(endings):
            longer = abbreviation + start
            if longer in kinds:
                read = (longer + cell, abbreviation, start + cell, longer, cell)
                sentence = "{0} can be read as {1} and {2}, and as {3} and {4}"
                yield Fault(culprit, sentence, tuple(map(String, read)))


def _read_as_word(kinds: Mapping[str, Symbol], cells: Collection[str], words: Iterable[str]) -> Iterator[Fault]:
    for abbreviation, culprit in kinds.items():
        for word in sorted(words):
            if word.startswith(abbreviation) and word[len(abbreviation) :] in cells:
                sentence = "{0} can be read as a piece, and means something else in a position"
                yield Fault(culprit, sentence, (String(word),))
