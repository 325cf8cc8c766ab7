"""Solves a problem: finds the first moves or lines that meet the stipulation, and the tree that proves it."""

from __future__ import annotations

from typing import Any

from ..arguments import checked
from ..play.game import Game
from ..play.material import Material
from ..play.position import Position
from .problem.kind import PASS
from .problem.solution import Searched, Solution, Verdict
from .problem.stipulation import Stipulation, StipulationError
from .search.backend import Backend
from .search.battle_search import BattleSearch
from .search.by_rules import ReferenceBackend
from .search.elimination_search import EliminationSearch
from .search.limits import LimitReached, Limits
from .search.line_search import LineSearch
from .search.problem_search import Problem, Progress

MEMORY = 0.07
"""Default size of a search's transposition table, in gigabytes."""

_ENTRY = 16
"""Size of one of its entries, in bytes."""


@checked(max_solutions=1, jobs=1, memory=0)
def solve(
    position: Position,
    stipulation: Stipulation | str,
    *,
    tries: bool = False,
    set_play: bool = False,
    max_solutions: int | None = None,
    limits: Limits | None = None,
    progress: Progress | None = None,
    jobs: int = 1,
    memory: float = MEMORY,
    tables: bool = True,
    backend: Backend[Any, Any] | None = None,
    against: str | None = None,
    threats: bool = True,
    shortest: bool = False,
) -> Solution:
    """Solve a problem. The player to move makes the first move of the solution; after the key it is the defender.

    Args:
        position: the first position.
        stipulation: the stipulation, such as `#2`.
        tries: in a battle, also find first moves with exactly one refutation; with more than two players, a
            refutation by the next player.
        set_play: also find what the other player could do if it were its turn; in series play, by its last move.
        max_solutions: stop after this number of keys or lines, and of lines of the set play.
        limits: limits of the search; what is known by then is returned.
        progress: called with the progress of the search.
        jobs: number of threads, if the compiled engine searches.
        memory: size of the transposition table in gigabytes, if the compiled engine searches.
        tables: read direct mates from an endgame table, if that of the position is on disk, and the compiled engine
            searches. The answer is the same.
        backend: the source of answers about positions; by default the engine of the position's game, or where none
            was chosen, the compiled engine.
        against: with more than two players, the player to be eliminated; by default any.
        threats: in a battle, also find threats. Without them, each defence has all of its answers.
        shortest: in help and series play, stop after the shortest lines if they have fewer moves than asked for.

    Raises:
        StipulationError: if the stipulation cannot be read, or does not suit this game.
        OptionError: if an argument is invalid.

    >>> import shadowmate as sm
    >>> solution = solve(sm.position("fide: white Kg6 Ra1 black Kg8"), "#1")
    >>> solution.verdict.value, solution.key
    ('solved', 'Ra1-a8')
    """
    asked = Stipulation.parse(stipulation) if isinstance(stipulation, str) else stipulation
    fitting = asked.checked(position.game, against)
    problem = Problem(position, fitting, tries, set_play, max_solutions, against, threats, shortest)
    limits = limits or Limits()
    asked.check_extras(tries, set_play)
    hunts = len(position.game.ruleset.players) > 2
    if hunts and set_play:
        raise StipulationError("set play is for two players")
    if against == position.turn:
        raise StipulationError(f"a mate against {against}, the player to move, is impossible; expected another player")
    kind = EliminationSearch if hunts else BattleSearch if asked.is_battle else LineSearch
    answers = backend or _backend(problem, jobs, memory, tables)
    search = kind(answers, problem, limits, progress)
    stopped = False
    try:
        search.run()
    except LimitReached:
        stopped = True
    finally:
        answers.watcher = Backend.watcher  # so that nothing of the search waits for Python to look for garbage
    solved = bool(search.keys or search.lines)
    return Solution(
        position=position,
        stipulation=asked,
        verdict=Verdict.SOLVED if solved else Verdict.NONE if search.complete else Verdict.UNKNOWN,
        complete=search.complete,
        stopped=stopped,
        keys=tuple(PASS if key is None else search.backend.text(key) for key in search.keys),
        short=search.short,
        lines=tuple(sorted(search.lines, key=lambda line: (len(line), line))),
        set_lines=tuple(sorted(search.set_lines)),
        play=search.play,
        searched=Searched(limits.nodes, limits.seconds, search.depth, answers.pictures, answers.table),
        against=against,
        eliminated=tuple(sorted(search.eliminated)) if isinstance(search, EliminationSearch) else None,
        with_threats=threats,
    )


def _backend(problem: Problem, jobs: int, memory: float, tables: bool) -> Backend[Any, Any]:
    position, entries = problem.position, int(memory * 1e9) // _ENTRY
    if not _is_compiled(position.game):
        return ReferenceBackend()
    if len(position.game.ruleset.players) > 2:
        from .search.by_kernel import CompiledBackend

        return CompiledBackend(position, jobs, entries)
    from .planning.planner import PlanningBackend

    if tables and problem.stipulation.is_battle and not problem.stipulation.played and _has_table(position):
        from .tabled import tabled  # its imports take longer than many answers

        found = tabled(position, problem.stipulation, jobs, entries)
        if found:
            return found
    return PlanningBackend(position, jobs, entries)


def _has_table(position: Position) -> bool:
    """Whether the endgame table of a position is on disk."""
    from ..endgame.store import path_of

    return path_of(position.game, Material.on(position).text(position.game)).exists()


def _is_compiled(game: Game) -> bool:
    """Whether the compiled engine searches in a game; otherwise it is not even imported."""
    if game.is_compiled or not game.may_compile:
        return game.is_compiled
    from ..compiled.engine_choice import for_many

    return for_many(game).is_compiled
