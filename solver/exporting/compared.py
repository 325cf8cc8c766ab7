"""Whether two descriptions are of one game: what differs, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product

from ..shorthand.ways import Step
from .described import NEVER_LEGAL, PASSING, REGICIDE, Arrival, Castling, Cell, has_ways
from .kind_ways import DOUBLE_STEP
from .letters import an, cell_name, such_as
from .reached import Piece, ReachedGame


def differences(one: ReachedGame, other: ReachedGame) -> Iterator[str]:
    """What the first game has otherwise than the second, a sentence for each part of the rules.

    Args:
        one: the game that is written.
        other: the game that the text means.
    """
    yield from (f"where {an(kind)} stands at the start" for _, kind in _unlike(one, other, ReachedGame.cells_of))
    yield from (f"how {an(kind)} moves" for _, kind in _unlike(one, other, has_ways))
    yield from (f"from where {an(kind)} makes a double step" for _, kind in _unlike(one, other, _double_steps(one)))
    if _in_passing(one) != _in_passing(other):
        yield "which pieces capture in passing"
    if one.ruleset.royal.intersection(one.standing_kinds) != other.ruleset.royal.intersection(one.standing_kinds):
        yield "which pieces are royal"
    if one.castlings != other.castlings or one.rights != other.rights:
        yield f"special moves, castling among them{_special(one.castlings ^ other.castlings)}"
    yield from _of_moves(one, other)
    yield from _of_hands(one, other)
    yield from _of_ends(one, other)


def _unlike(
    one: ReachedGame, other: ReachedGame, asked: Callable[[ReachedGame, int, str], object]
) -> Iterator[tuple[int, str]]:
    """The kinds of armies about which two games answer differently, each kind once."""
    seen = set[str]()
    for army, kind in sorted(one.standing):
        if kind not in seen and asked(one, army, kind) != asked(other, army, kind):
            seen.add(kind)
            yield army, kind


def _in_passing(game: ReachedGame) -> set[str]:
    """The kinds that capture in passing, if any double step allows it."""
    some = any(game.double_steps(army, kind) for army, kind in game.standing)
    return set(game.ruleset.names("in_passing").intersection(game.standing_kinds)) if some else set()


def _double_steps(one: ReachedGame) -> Callable[[ReachedGame, int, str], dict[tuple[Step, int], set[Cell]]]:
    """The double steps, and longer ones, of a kind in some game, from cells where the first game has such pieces."""

    def asked(game: ReachedGame, army: int, kind: str) -> dict[tuple[Step, int], set[Cell]]:
        cells = one.standing.get((army, kind), set())
        some = {step: homes & cells for step, homes in game.double_steps(army, kind).items()}
        return {step: homes for step, homes in some.items() if homes}

    return asked


def _special(castlings: Iterable[Castling]) -> str:
    """A special move as an example; nothing without one."""
    examples = sorted(
        f", such as {an(min(kinds, default='piece'))} from {cell_name(start)} to {cell_name(end)}"
        for each in castlings
        for _, kinds, start, end in each.pieces[:1]
    )
    return next(iter(examples), "")


def _of_moves(one: ReachedGame, other: ReachedGame) -> Iterator[str]:
    """What moves do otherwise."""
    seen = set[str]()
    for piece in sorted(one.standing):
        victims = [None, *(each for each in sorted(one.standing) if one.may_capture(piece, each))]
        for (way, start, end), victim in product(_moves(one, other, piece), victims):
            if victim is None and way == REGICIDE:
                continue
            if victim and (end not in one.standing[victim] or way in (DOUBLE_STEP, PASSING)):
                continue
            asked = way, *piece, victim, start, end
            first = one.arrivals(*asked)
            second = other.arrivals(*asked) if other.arrives(way, *piece) else frozenset[Arrival]()
            for what in _what(first, second) if first != second else ():
                if what not in seen:
                    seen.add(what)
                    yield what + such_as(piece, end, victim)


def _moves(one: ReachedGame, other: ReachedGame, piece: Piece) -> Iterable[tuple[str, Cell, Cell]]:
    """The moves of a piece, one of each class of both games. Its end decides what may be captured there."""
    found: dict[tuple[object, ...], tuple[str, Cell, Cell]] = {}
    for cell in one.standing[piece]:
        for way, start, end in one.moves_from(piece, cell):
            there = frozenset(each for each, cells in one.standing.items() if end in cells)
            key = way, one.class_of(start, end), other.class_of(start, end), there
            found.setdefault(key, (way, start, end))
    return found.values()


def _what(one: frozenset[Arrival], other: frozenset[Arrival]) -> Iterable[str]:
    """What differs of the moves of a class."""
    beyond = {words for each in one for words in each.beyond}
    if beyond:
        return sorted(beyond)
    if not one or not other:
        return [NEVER_LEGAL]
    for name, words in _WORDS.items():
        if {getattr(each, name) for each in one} != {getattr(each, name) for each in other}:
            return [words]
    return ["what a move does"]


_WORDS = {
    "kind": "what a piece becomes", "army": "a piece that changes sides", "gains": "what a capture brings to a hand",
    "spends": "what a move needs in a store", "wins": "a move that wins",
    "unguarded": "a move that depends on a recapture",
    "ignores_check": "a move that may leave a royal piece attacked", "compulsory": "moves that are compulsory",
}  # fmt: skip


def _of_hands(one: ReachedGame, other: ReachedGame) -> Iterator[str]:
    if one.has_hands != other.has_hands:
        yield "drops of pieces"
        return
    if not one.has_hands:
        return
    yield from (f"how many pieces of {kind} a hand holds" for _, kind in _unlike(one, other, ReachedGame.held))
    for kind in one.standing_kinds:
        for army, end in product((0, 1), one.cells):
            if (army, kind) in one.reachable and one.drops(army, kind, end) != other.drops(army, kind, end):
                yield f"where {an(kind)} may be dropped, or as what: {cell_name(end)}"
                break


def _of_ends(one: ReachedGame, other: ReachedGame) -> Iterator[str]:
    mine, theirs = one.ends(), other.ends()
    words = {
        "no_move": "the end when a player has no move", "checkmate_wins": "that the checkmated player wins",
        "exposure": "that a royal piece may be left attacked",
        "last_royal": "which player may lose royal pieces but the last",
        "one_safe": "of which player one of several royal pieces must be safe",
        "tally": "an end by the number of pieces",
        "may_pass": "that players may pass",
    }  # fmt: skip
    yield from (words[name] for name in words if mine.get(name) != theirs.get(name))
