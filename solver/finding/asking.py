"""From what a user asks to what is found."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter

from clingo.ast import AST, ASTType

from ..errors import OptionError, quoted
from ..play.game import Game
from .found import Found
from .images import count_classes
from .judge import Judge
from .material import in_zones, read_men
from .program import ground, is_routine
from .search import Advance, Search, Stopped, search
from .wanted import Wanted, read_rules

_TEXT = Path("<ask>")
_MOST_ATOMS = 20_000_000
"""More atoms than these are refused: a machine with 16 GB has no room for them."""

Note = Callable[[str], None]


def wanted_of(
    game: Game,
    men: str,
    zones: Sequence[str] = (),
    rules: Sequence[tuple[Path, str]] = (),
    wishes: Sequence[str] = (),
    armies: Sequence[tuple[str, str]] = (),
) -> Wanted:
    """The question that texts and options say.

    Args:
        game: the game.
        men: who may stand on the board, such as `white Qu*3..5 black Ki`.
        zones: where some of them may stand, such as `black Ki inside`.
        rules: rules of the user's own, each with its file.
        wishes: parts of `wishes.lp`.
        armies: those of them that name an army, with it.

    Raises:
        OptionError, PositionError, RulesError: for what is not written as it should be.
    """
    for _, army in armies:
        if army not in game.ruleset.players:
            raise OptionError(f"{quoted(army)} is no player of {game.name}; there are {', '.join(game.ruleset.players)}")
    statements: list[AST] = []
    for path, text in rules:
        statements += read_rules(game.ruleset, path, text)
    standing = in_zones(game, read_men(game, men), zones)
    wanted = Wanted(game, standing, (*wishes, *dict(armies)), tuple(armies), tuple(statements))
    if len(_aims(wanted)) > 1:
        raise OptionError("minimise and maximise: one of them is the aim")
    return wanted


def find_in(
    wanted: Wanted,
    count: int | None = 1,
    up_to_symmetry: bool = False,
    seconds: float | None = None,
    note: Note = lambda _: None,
    advance: Advance = lambda *_: None,
    stopped: Stopped = lambda: False,
) -> Found:
    """Find positions.

    Args:
        wanted: what is asked.
        count: so many are enough; all if it is None.
        up_to_symmetry: whether to say how many are different up to the board's symmetry.
        seconds: how long the search may take, after what it begins with.
        note: told what it costs, before it begins.
        advance, stopped: as in `search`.

    Raises:
        OptionError: if the question is too large to be grounded.
        RulesError: if clingo has anything to complain about.
    """
    started = perf_counter()
    estimated = estimate(wanted)
    note(f"{_cells(wanted)} cells, {len(wanted.men)} sorts of men, about {estimated:,} ground atoms")
    if estimated > _MOST_ATOMS:
        raise OptionError(
            f"about {estimated:,} ground atoms are more than {_MOST_ATOMS:,}; ask for fewer kinds, or keep them to zones"
        )
    aims = _aims(wanted)
    grounded = ground(wanted, whole=count != 1)
    ruleset = wanted.game.ruleset
    plain = is_routine(wanted) and not ruleset.facts("hurdles", 0)
    judge = Judge(wanted.game, plain) if wanted.is_judged else None
    found = search(wanted.game, grounded, count, bool(aims), judge, seconds, advance, stopped)
    return _told(wanted, found, aims, count, up_to_symmetry, grounded.cells, grounded.rules, grounded.symmetries, judge, started)


def _told(
    wanted: Wanted,
    found: Search,
    aims: set[str],
    count: int | None,
    up_to_symmetry: bool,
    cells: int,
    atoms: int,
    used: int,
    judge: Judge | None,
    started: float,
) -> Found:
    sign = -1 if aims == {"most"} else 1
    enough = count is not None and len(found.positions) >= count and not aims
    return Found(
        wanted.game.name,
        tuple(found.positions if aims == set() or count is None else found.positions[:count]),
        found.is_whole,
        next(iter(aims), None),
        tuple(sign * each for each in found.cost),
        tuple(sign * each for each in found.bound),
        count_classes(wanted, found.positions) if up_to_symmetry else None,
        cells,
        atoms,
        used,
        judge.asked if judge else 0,
        not (found.is_whole or enough),
        perf_counter() - started,
    )


def estimate(wanted: Wanted) -> int:
    """About how many atoms the program will have: a few for each end of a route of each man on each cell."""
    routes = wanted.game.ruleset.routes
    worlds = 1 + len(wanted.judged)
    found = 0
    for men in wanted.men:
        ends = len(routes.ends.get((men.army, men.kind), {}))
        reached = min(ends, len(wanted.game.names))
        found += len(men.cells) * (1 + ("lines" in wanted.parts or "shieldless" in wanted.parts) * reached * worlds)
    return found


def _cells(wanted: Wanted) -> int:
    return len({cell for men in wanted.men for cell in men.cells})


def _aims(wanted: Wanted) -> set[str]:
    """What is asked of a number: the least, or the most."""
    aims = [s for s in (*wanted.rules, *(r for w in wanted.wishes for r in wanted.parts[w]))]
    return {_aim(each) for each in aims if each.ast_type == ASTType.Minimize}


def _aim(statement: AST) -> str:
    return "most" if statement.weight.ast_type == ASTType.UnaryOperation else "least"
