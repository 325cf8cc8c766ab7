"""What makes candidates: a maker by its name, or the one that suits the specification."""

from __future__ import annotations

from math import prod

from ..endgame.errors import EndgameError
from ..errors import quoted
from ..solving.search.limits import Limits
from .compose import Composer
from .errors import SpecificationError
from .lessons import Teacher
from .listing import Listing
from .makers import Improvement, Maker, ReportProgress
from .proposing import Proposing
from .search_space import Setting
from .tabling import Tabling, check

AUTO, CHANCE, CLINGO, TABLES, LISTING = "auto", "chance", "clingo", "tables", "listing"
MAKERS = {
    AUTO: "what suits the question",
    CHANCE: "positions by chance, and changes of sound ones",
    CLINGO: "placements that satisfy all conditions that can be checked without moves",
    TABLES: "all placements that endgame tables show to be sound",
    LISTING: "all placements, one after another",
}


_FEW = 50_000
"""At most this many placements are listed without being asked for: so it is soon known that no problem is left."""

_TAUGHT_FROM = 3
"""In shorter problems it is faster to judge a placement than to find the pieces that made it fail."""


def chosen(composer: Composer, name: str, every: bool, jobs: int = 1) -> str:
    """The maker that is meant.

    `auto` is clingo for rules of the user's own, else chance, or where one process has few placements to try, all of
    them one after another; where every problem is wanted, tables, and if there can be none, all placements.

    Raises:
        SpecificationError: if there is no such maker, or it cannot make what is asked.
    """
    if name not in MAKERS:
        raise SpecificationError(f"{quoted(name)} is no maker; there are {', '.join(MAKERS)}")
    asks = bool(composer.specification.ask)
    if name == AUTO:
        few = jobs == 1 and _are_few(composer.setting)
        name = CLINGO if asks else _exhaustive(composer) if every else LISTING if few else CHANCE
    if asks and name != CLINGO:
        raise SpecificationError(f"ask: only clingo makes what rules ask for, not {name}")
    if every and name == CHANCE:
        raise SpecificationError("chance never knows that it has found every problem; let another maker list them")
    openings = composer.setting.openings
    if every and openings is not None and openings.passes:
        raise SpecificationError(
            "captures in passing are not listed, for several pieces may have passed; let chance make some problems"
        )
    if jobs > 1 and name != CHANCE:
        raise SpecificationError(f"jobs: {name} is the work of one process; only chance is shared by several")
    return name


def _are_few(setting: Setting) -> bool:
    """Whether all placements can be listed soon, and a list can have all problems."""
    columns = zip(setting.columns, setting.is_needed, strict=True)
    number = prod(len(cells) + (not is_needed) for cells, is_needed in columns)
    return number <= _FEW and not (setting.openings is not None and setting.openings.passes)


def _exhaustive(composer: Composer) -> str:
    try:
        check(composer.setting)
        Tabling(composer.judge, Limits())
    except EndgameError:
        return LISTING
    return TABLES


def maker_of(name: str, composer: Composer, seed: int, limits: Limits, every: bool, report: ReportProgress) -> Maker:
    """The maker of a name that `chosen` gave.

    Raises:
        SpecificationError: if it cannot make such problems.
        RulesError: if rules of the user's own are not written as they should be.
    """
    setting = composer.setting
    if name == CHANCE:
        return Improvement(setting, seed)
    if name == LISTING:
        return Listing(setting, limits)
    if name == TABLES:
        try:
            return Tabling(composer.judge, limits, report)
        except EndgameError as error:
            raise SpecificationError(f"tables: {error}") from error
    dear = setting.stipulation.moves >= _TAUGHT_FROM
    teacher = Teacher(setting) if dear and Teacher.teaches(setting) else None
    ask, unchecked = composer.specification.ask, composer.is_unchecked
    return Proposing(setting, ask, unchecked, seed, limits, every, teacher, report)
