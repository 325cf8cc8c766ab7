"""Conditions: what else has to hold of a problem that is sound, by the names that specifications have for it.

A condition looks at a solved problem. What concerns all first moves alike is given to the kernel beforehand, so that
fewer are solved. `CONDITIONS` is the place for more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property

from ..asp.terms import text
from ..compiled.kernel.candidates import CAPTURING, CHECKED, CHECKING
from ..errors import PositionError, quoted
from ..finding.wanted import PROMOTION
from ..play.game import Game
from ..play.material import Material, read_type
from ..play.move import Move
from ..play.position import Position
from ..solving.problem.elimination_text import answered
from ..solving.problem.play import Node
from ..solving.problem.replay import pass_turn
from ..solving.problem.roles import cooperation
from ..solving.problem.solution import Kind, Solution
from ..solving.problem.stipulation import Stipulation
from ..themes.recognition import names, themes
from ..verification.duals import threats_after
from .errors import SpecificationError


class Solved:
    """A sound problem and its solution.

    Args:
        position: the position.
        solution: all of its solutions, with tries if a condition asks for them.
    """

    def __init__(self, position: Position, solution: Solution) -> None:
        self.position, self.solution = position, solution

    @cached_property
    def firsts(self) -> list[Move]:
        """The keys, or the first moves of the lines."""
        solution = self.solution
        texts = solution.keys if solution.stipulation.is_battle else [line[0] for line in solution.lines]
        return [self.position.move(each) for each in texts]

    @cached_property
    def is_quiet(self) -> bool:
        """Whether no first move captures or gives check."""
        return not any(move.captures or self.position.push(move).is_check() for move in self.firsts)

    @cached_property
    def answers(self) -> set[str]:
        """The different moves that are the only threat or the only answer to a defence, after the keys."""
        solution, found = self.solution, set[str]()
        for _, start, _ in solution.moves(solution.play.root, Kind.KEY):
            if solution.eliminated is not None:
                found |= {each.answer for each in answered(solution, start) if not each.duals}
                continue
            threats = threats_after(solution, start)
            found |= threats if len(threats) == 1 else set()
            for _, node, _ in solution.moves(start, Kind.DEFENCE):
                answers = [move for move, *_ in solution.answers(node)]
                if len(answers) == 1 and not solution.leaves_threat(start, node):
                    found.update(answers)
        return found

    @cached_property
    def is_clean(self) -> bool:
        """Whether there are no duals, and not several threats."""
        solution = self.solution
        starts = [start for _, start, _ in solution.moves(solution.play.root, Kind.KEY)]
        return "duals" not in solution.labels and all(len(threats_after(solution, each)) < 2 for each in starts)

    @property
    def tries(self) -> int:
        """How many first moves have just one refutation."""
        solution = self.solution
        nodes = [node for _, node, _ in solution.moves(solution.play.root, Kind.TRY)]
        return sum(len(solution.moves(node, Kind.REFUTATION)) == 1 for node in nodes)

    @cached_property
    def moves(self) -> list[tuple[Move, bool]]:
        """All moves of the solution, each with whether it reaches the goal."""
        if not self.solution.stipulation.is_battle:
            return list(self._in_lines())
        return list(self._in_tree(self.solution.play.root, self.position, (Kind.KEY,), set()))

    @cached_property
    def lasts(self) -> list[Move]:
        """The moves that reach the goal; where no move of the solution does so itself, all of its moves."""
        return [move for move, reached in self.moves if reached] or [move for move, _ in self.moves]

    def _in_lines(self) -> Iterator[tuple[Move, bool]]:
        passes = cooperation(self.solution.stipulation).passes
        for line in self.solution.lines:
            position = self.position
            for number, written in enumerate(line):
                move = position.move(written)
                yield move, number == len(line) - 1
                position = position.push(move)
                position = pass_turn(position) if passes[number] else position

    def _in_tree(
        self, node: Node, position: Position, kinds: tuple[Kind, ...], seen: set[Node]
    ) -> Iterator[tuple[Move, bool]]:
        for written, there, reached in self.solution.moves(node, *kinds):
            move = position.move(written)
            yield move, reached
            if not reached and there not in seen:
                seen.add(there)
                yield from self._in_tree(there, position.push(move), (Kind.ATTACK, Kind.DEFENCE), seen)


def _is_battle(stipulation: Stipulation) -> bool:
    return stipulation.is_battle


def _has_variations(stipulation: Stipulation) -> bool:
    """Whether a move of the first player comes after the first move: else none answers a defence."""
    return stipulation.is_battle and stipulation.moves > 1


Holds = Callable[[Solved], bool]


@dataclass(frozen=True, slots=True)
class Condition:
    """What has to hold.

    Attributes:
        written: how it was asked for.
        holds: whether it does.
        excluded: bits of candidates that the condition excludes, as the kernel has them.
        special: what every first move is called, if that is asked: `promotion`, or a name that the rules give; and of a
            promotion the kinds of what comes of it, if that is asked.
        differs: the reading under which the problem has to be another.
        with_tries: whether tries have to be looked for.
        needed: the kinds of which some piece has to be one, at first or later; None: no such kinds.
        at_goal: whether that piece has to reach the goal.
    """

    written: str
    holds: Holds
    excluded: int = 0
    special: tuple[str, tuple[str, ...] | None] | None = None
    differs: str | None = None
    with_tries: bool = False
    needed: tuple[str, ...] | None = None
    at_goal: bool = False


def _always(_: Solved) -> bool:
    return True


_Reader = Callable[[str, Game, str], Condition]
"""Makes a condition of how it was asked for, the game, and what stands behind its name."""


def _number(written: str, argument: str) -> int:
    if not (argument.isascii() and argument.isdecimal() and len(argument) < 4):
        raise SpecificationError(f"conditions: {quoted(written)}: a number comes last, such as 2")
    return int(argument)


def _quiet(written: str, _game: Game, _argument: str) -> Condition:
    return Condition(written, lambda solved: solved.is_quiet, CAPTURING | CHECKING)


def _unchecked(written: str, _game: Game, _argument: str) -> Condition:
    return Condition(written, lambda solved: not solved.position.is_check(), CHECKED)


def _variations(written: str, _game: Game, argument: str) -> Condition:
    least = _number(written, argument)
    return Condition(written, lambda solved: len(solved.answers) >= least)


def _tries(written: str, _game: Game, argument: str) -> Condition:
    least = _number(written, argument)
    return Condition(written, lambda solved: solved.tries >= least, with_tries=True)


def _clean(written: str, _game: Game, _argument: str) -> Condition:
    return Condition(written, lambda solved: solved.is_clean)


def _key(written: str, game: Game, argument: str) -> Condition:
    """`key castling`; `key promotion` or, of what it becomes, `key promotion Kn`."""
    name, _, kind = argument.partition(" ")
    if name != PROMOTION:
        _check_name(written, game, argument)
        return Condition(
            written, lambda solved: all(m.special == argument for m in solved.firsts), special=(argument, None)
        )
    if not kind:
        return Condition(written, lambda solved: all(m.promotion for m in solved.firsts), special=(PROMOTION, None))
    kinds = _kinds(written, game, kind)
    became = game.piece_name(kinds)
    return Condition(
        written, lambda solved: all(m.promotion == became for m in solved.firsts), special=(PROMOTION, kinds)
    )


def _plays(written: str, game: Game, argument: str) -> Condition:
    """`plays castling`; `plays promotion` or `plays promotion Kn`."""
    name, _, kind = argument.partition(" ")
    if name != PROMOTION:
        _check_name(written, game, argument)
        return Condition(written, lambda solved: any(move.special == argument for move, _ in solved.moves))
    if not kind:
        return Condition(written, lambda solved: any(move.promotion for move, _ in solved.moves))
    kinds = _kinds(written, game, kind)
    became = game.piece_name(kinds)
    return Condition(written, lambda solved: any(move.promotion == became for move, _ in solved.moves), needed=kinds)


def _ends(written: str, game: Game, argument: str) -> Condition:
    kinds = _kinds(written, game, argument)
    name = game.piece_name(kinds)

    def holds(solved: Solved) -> bool:
        return any(reached and move.piece == name for move, reached in solved.moves)

    return Condition(written, holds, needed=kinds, at_goal=True)


def _shows(written: str, game: Game, argument: str) -> Condition:
    """`shows model mate`: a theme of docs/themes.md, in the play after the first moves."""
    if len(game.ruleset.players) > 2:
        raise SpecificationError(f"conditions: {quoted(written)}: themes are of two players, not of {game.name}")
    known = {name.lower(): name for name in names()}
    name = known.get(argument.lower())
    if name is None:
        close = get_close_matches(argument.lower(), known, n=1)
        hint = f"; do you mean {quoted(known[close[0]])}?" if close else "; docs/themes.md has them all"
        raise SpecificationError(f"conditions: {quoted(written)}: {quoted(argument)} is no theme that is known{hint}")
    return Condition(written, lambda solved: name in themes([solved.solution]))


def _matters(written: str, _game: Game, argument: str) -> Condition:
    return Condition(written, _always, differs=argument)


def _check_name(written: str, game: Game, name: str) -> None:
    """Refuse what the rules call no move."""
    known = sorted(text(fact.arguments[1]) for fact in game.ruleset.facts("title", 2))
    if name not in known:
        raise SpecificationError(
            f"conditions: {quoted(written)}: no move of {game.name} is called {quoted(name)}; "
            f"there are: {', '.join([PROMOTION, *known])}"
        )


def _kinds(written: str, game: Game, kind: str) -> tuple[str, ...]:
    """The kinds of a piece that is written so: `Q`, or `Q+N`."""
    try:
        found = read_type(game, game.ruleset.players[0], kind)
        Material.of(game, [found]).check(game)
    except PositionError as error:
        raise SpecificationError(f"conditions: {quoted(written)}: {error}") from error
    return found[1]


@dataclass(frozen=True, slots=True)
class _Named:
    """A condition by its name.

    Attributes:
        argument: what stands behind the name; "" if nothing.
        means: in words.
        read: makes it.
        fits: whether problems with a stipulation may have such.
    """

    argument: str
    means: str
    read: _Reader
    fits: Callable[[Stipulation], bool] = lambda _: True


CONDITIONS = {
    "quiet key": _Named("", "no first move captures or gives check", _quiet),
    "no check": _Named("", "the player to move is not in check", _unchecked),
    "variations": _Named(
        "N",
        "at least N different moves are each the only threat, or answer to a defence",
        _variations,
        _has_variations,
    ),
    "tries": _Named("N", "at least N first moves have just one refutation", _tries, lambda asked: asked.has_tries),
    "no dual": _Named("", "every defence has one answer, and at most one threat there is", _clean, _is_battle),
    "key": _Named("WHAT", "every first move is `castling`, `en passant`, `promotion`, `promotion KIND`, ...", _key),
    "plays": _Named("WHAT", "some move of the solution is so", _plays),
    "ends with": _Named("KIND", "a piece of that kind reaches the goal in some line", _ends),
    "shows": _Named("THEME", "the solution shows that theme, such as `model mate`", _shows),
    "matters": _Named("READING", "under that reading it is unsound, or begins otherwise", _matters),
}
"""The conditions by name. Whoever knows more to say of a solved problem adds it here."""


def read_conditions(some: Iterable[str], game: Game, stipulation: Stipulation) -> list[Condition]:
    """The conditions of a specification.

    Raises:
        SpecificationError: naming one that is not known, or not about such play.
    """
    return [_read(" ".join(each.split()), game, stipulation) for each in some]


def _read(written: str, game: Game, stipulation: Stipulation) -> Condition:
    name = next((name for name in CONDITIONS if written == name or written.startswith(f"{name} ")), None)
    if name is None:
        close = get_close_matches(written, CONDITIONS, n=1)
        hint = f"; do you mean {quoted(close[0])}?" if close else f"; there are: {', '.join(CONDITIONS)}"
        raise SpecificationError(f"conditions: {quoted(written)} is not known{hint}")
    named, argument = CONDITIONS[name], written[len(name) + 1 :]
    if bool(argument) != bool(named.argument):
        right = f"{name} {named.argument}".rstrip()
        raise SpecificationError(f"conditions: {quoted(written)}: it should be '{right}': {named.means}")
    if not named.fits(stipulation):
        raise SpecificationError(f"conditions: {quoted(written)}: there are none in {stipulation}")
    return named.read(written, game, argument)
