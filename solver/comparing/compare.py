"""From what a user asks to what is compared: the kinds, the cell, the readings; and from what is found to positions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from time import perf_counter

from ..asp.folders import ENTRY
from ..asp.readings import no_reading
from ..asp.shapes import Piece as Mover
from ..asp.terms import Vector, text
from ..errors import PositionError, ReadingError, ShadowmateError
from ..explain.why import why
from ..play.game import Game
from ..play.kinds import find_kind
from ..play.piece import Piece
from ..play.position import Position
from .comparison import Comparison, Difference, KindCompared
from .destinations import Cause, Instance, Progress, Reach, Stopped, compare_reach


def compare_games(
    games: tuple[Game, Game],
    names: tuple[str, str],
    kind: str | None = None,
    origin: str | None = None,
    most: int | None = None,
    progress: Progress = lambda *_: None,
    stopped: Stopped = lambda: False,
) -> Comparison:
    """What kinds reach in one game and in another, which have the same board.

    Args:
        games: the game under either reading, or two versions of it.
        names: what they are called.
        kind: only this kind, by name or abbreviation.
        origin: only from this cell.
        most: the number of pieces on the way at most.
        progress, stopped: as in `compare_reach`.

    Raises:
        ShadowmateError: if there is no such kind or cell, or the boards or players differ.
        RulesError: if clingo has anything to complain about.
    """
    started = perf_counter()
    left, right = games
    if left.ruleset.cells != right.ruleset.cells or left.ruleset.players != right.ruleset.players:
        raise ShadowmateError("the two have different boards or players; what is reached is compared on one board")
    if origin is not None and origin not in left.vectors:
        raise PositionError([left.reader.no_cell(origin)])
    cell = None if origin is None else left.vectors[origin]
    found: list[KindCompared] = []
    for mover in movers(games, kind):
        rulesets, blockers = (left.ruleset, right.ruleset), blockers_of(games, mover)
        reach = compare_reach(rulesets, mover, blockers[:1], cell, most, progress, stopped)
        found.append(_kind_compared(games, names, reach, blockers))
        if not reach.is_whole:
            break
    return Comparison(left.name, names, tuple(found), most, origin, len(left.names), perf_counter() - started)


def game_in(name: str, folders: Sequence[Path]) -> str:
    """The name of the game that is meant: where the only folder is a game itself, it is that one."""
    return folders[0].resolve().name if len(folders) == 1 and (folders[0] / ENTRY).is_file() else name


def check_readings(game: Game, left: str, right: str) -> tuple[str, str]:
    """The names of two readings of one question, as the rules have them.

    Raises:
        ReadingError: if there is no such reading, it is the same twice, or they answer different questions.
    """
    known = {reading.name: reading for reading in game.ruleset.readings}
    asked = left.replace("-", "_"), right.replace("-", "_")
    for name in asked:
        if name not in known:
            raise no_reading(name, game.ruleset.readings, game.ruleset.name)
    if asked[0] == asked[1]:
        raise ReadingError(f"'{asked[0]}' twice: two readings are compared")
    one, other = (known[name] for name in asked)
    if one.question != other.question:
        raise ReadingError(
            f"'{one.name}' and '{other.name}' are readings of different rules: '{one.name}' of '{one.question}' "
            f"({one.place}), '{other.name}' of '{other.question}' ({other.place})"
        )
    return asked


def movers(games: tuple[Game, Game], kind: str | None) -> Iterator[Mover]:
    """The pieces to ask about: of armies in which a kind has the same routes the first."""
    left, right = (game.ruleset for game in games)
    kinds = [find_kind(games[0], kind)] if kind is not None else list(left.abbreviations)
    for name in kinds:
        if name not in right.abbreviations:
            raise ShadowmateError(f"the kind '{name}' is in one of the two alone")
        seen: list[object] = []
        for army in left.players:
            ends = [ruleset.routes.ends.get((army, name), {}) for ruleset in (left, right)]
            if any(ends) and ends not in seen:
                seen.append(ends)
                yield army, (name,)


def blockers_of(games: tuple[Game, Game], mover: Mover) -> list[str]:
    """The kinds that may block a piece where kinds make no difference; royal ones if there are no others.

    Those of short reach come first, but for such as have a forward, like Pawns, which may not stand everywhere, and
    such as are no hurdle for other kinds. There are none if the piece hops over no kind at all.
    """
    rules = games[0].ruleset
    unhoppable = [symbol.arguments for game in games for symbol in game.ruleset.facts("unhoppable_in", 3)]
    hurdles = {str(hurdle) for kind, hurdle, _ in unhoppable if str(kind) in mover[1]}
    special = {str(hurdle) for _, hurdle, _ in unhoppable}
    kinds = [kind for kind in rules.abbreviations if kind not in hurdles]

    def reach(kind: str) -> tuple[bool, bool, int]:
        ends = [rules.routes.ends.get((army, kind), {}) for army in rules.players]
        return kind in special, any(each != ends[0] for each in ends), len(ends[0]) or len(rules.cells)

    return sorted([kind for kind in kinds if kind not in rules.royal] or kinds, key=reach)


def _kind_compared(games: tuple[Game, Game], names: tuple[str, str], reach: Reach, blockers: list[str]) -> KindCompared:
    army, (kind,) = reach.piece
    return KindCompared(
        kind,
        army,
        reach.is_identical,
        None if reach.pieces is None else reach.pieces + 1,
        tuple(_difference(games, names, reach.piece, cause, blockers) for cause in reach.causes),
        reach.number,
        reach.distinct,
        reach.symmetries,
        reach.pairs,
        reach.is_whole,
        reach.counted,
    )


def _difference(
    games: tuple[Game, Game], names: tuple[str, str], mover: Mover, cause: Cause, blockers: list[str]
) -> Difference:
    example = cause.example
    left, right = _positions(games, mover, example, blockers)
    name = games[0].names
    move = f"{games[0].piece_name(mover[1])}{name[example.origin]}-{name[example.target]}"
    return Difference(
        names[0] if example.side == "left" else names[1],
        left,
        name[example.origin],
        name[example.target],
        tuple(name[cell] for cell, _, _ in example.pieces),
        (_words(games[0], cause.families[0]), _words(games[1], cause.families[1])),
        cause.number,
        cause.patterns,
        why(left, move),
        why(right, move),
    )


def _positions(
    games: tuple[Game, Game], mover: Mover, example: Instance, blockers: list[str]
) -> tuple[Position, Position]:
    """The example as a position of either game, with blocking pieces where the rules allow them.

    Where the guess had whoever comes first among `blockers`, others will do.

    Raises:
        PositionError: if none of them may stand there.
    """
    army, kinds = mover
    problems: list[str] = []
    alone = {
        why for game in games for _, why in game.reference.flaws_of_pieces([mover])
    }  # such as of a kind that is a part
    for stand_in in blockers or [""]:
        pieces = {example.origin: Piece(kinds, army)}
        pieces |= {
            cell: Piece((stand_in if kind in blockers else kind,), whose) for cell, kind, whose in example.pieces
        }
        found = [
            Position(game, {game.names[cell]: piece for cell, piece in sorted(pieces.items())}, army) for game in games
        ]
        problems = [
            f"{place} {text(why)}"
            for each in found
            for place, why in each.game.reference.flaws(each.placement())("flaw", 2)
            if text(why) not in alone
        ]
        if not problems:
            return found[0], found[1]
    raise PositionError(problems)


def _words(game: Game, families: tuple[tuple[str, tuple[Vector, ...]], ...]) -> str:
    """Routes in words: their names, and the directions along which they lead."""
    texts = []
    for name, along in families:
        shown = [f"({','.join(str(each[axis]) for axis in game.ruleset.axes)})" for each in along]
        texts.append(f"{name} {' + '.join(shown)}".strip())
    return ", ".join(texts) or "no route"
