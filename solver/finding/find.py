"""From what a user asks to what is found."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from time import perf_counter

from clingo.ast import AST, ASTType

from ..asp.rule_text import load
from ..errors import OptionError, PositionError, quoted
from ..play.game import Game
from ..play.kinds import find_kind
from ..play.material import Material, read_material
from ..play.zones import in_zones
from .counting import fewest
from .found import Found
from .grounding import ground
from .images import count_classes
from .mate_check import Judge
from .search import Advance, Stopped, search
from .wanted import Wanted, read_rules

MOST_ATOMS = 20_000_000
"""More atoms than these are refused: a machine with 16 GB has no room for them."""


def wanted_of(
    game: Game,
    pieces: str,
    zones: Sequence[str] = (),
    rules: Sequence[str | Path] = (),
    wishes: Sequence[str] = (),
    armies: Sequence[tuple[str, str]] = (),
    minimize: str | None = None,
    maximize: str | None = None,
    lawful: bool = True,
) -> Wanted:
    """The question that texts and options say.

    Args:
        game: the game.
        pieces: the pieces of the positions, such as `white Qu*3..5 black Ki`.
        zones: the cells of some of them, such as `black Ki inside`.
        rules: rules of the user's own: texts, and paths of files.
        wishes: parts of `wishes.lp`.
        armies: those of them that name an army, with it.
        minimize, maximize: what to count: `pieces`, those of a player (`white`), or of a player's kinds (`white Qu`).
        lawful: whether positions that the game rules out are left out.

    Raises:
        OptionError, PositionError, RulesError: for what is not written as it should be.
    """
    for _, army in armies:
        if army not in game.ruleset.players:
            raise OptionError(
                f"{quoted(army)} is no player of {game.name}; there are {', '.join(game.ruleset.players)}"
            )
    statements: list[AST] = []
    for number, each in enumerate(rules, 1):
        path = each if isinstance(each, Path) else Path(f"rules {number}" if len(rules) > 1 else "rules")
        statements += read_rules(game.ruleset, path, load(path) if isinstance(each, Path) else each)
    material = _read(game, pieces)
    try:
        material = in_zones(game, material, zones)
    except OptionError as error:
        raise OptionError(f"zone {error}") from error
    aims = {"minimize": minimize, "maximize": maximize}
    whose = tuple(chain.from_iterable(_counted(material, game, text) for text in aims.values() if text is not None))
    asked = (*wishes, *dict(armies), *(aim for aim, text in aims.items() if text is not None))
    wanted = Wanted(game, material, asked, tuple(armies), whose, tuple(statements), lawful)
    if len(_aims(wanted)) > 1:
        raise OptionError("--minimize and --maximize exclude each other")
    return wanted


def _read(game: Game, pieces: str) -> Material:
    """The pieces of a question, on all cells where the rules allow them.

    Raises:
        OptionError: if some are not written so, or are of several kinds.
    """
    try:
        material = read_material(game, pieces)
    except PositionError as error:
        raise OptionError(f"pieces: {error}") from error
    for each in material.groups:
        if len(each.kinds) > 1:
            raise OptionError(f"pieces: {quoted(each.text(game))}: `find` has pieces of one kind each")
    return material.placed(game)


def _counted(material: Material, game: Game, text: str) -> tuple[tuple[str, str], ...]:
    """The kinds and armies that `pieces`, `white` or `white Qu` names, whose pieces are counted.

    Raises:
        OptionError: if the question has no such pieces.
    """
    words = text.replace(",", " ").split()
    found = [(each.kind, each.army) for each in material.groups]
    if words != ["pieces"]:
        kinds = {find_kind(game, word) for word in words[1:]}
        found = [(kind, army) for kind, army in found if army == words[0] and (not kinds or kind in kinds)]
    if not found:
        raise OptionError(
            f"{quoted(text)}: the question has no such pieces; count 'pieces', those of a player, or of its kinds"
        )
    return tuple(found)


def find_in(
    wanted: Wanted,
    count: int | None = 1,
    up_to_symmetry: bool = False,
    seconds: float | None = None,
    advance: Advance = lambda *_: None,
    stopped: Stopped = lambda: False,
) -> Found:
    """Find positions.

    Args:
        wanted: what is asked.
        count: how many positions to find; all if it is None.
        up_to_symmetry: whether to say how many are different up to the board's symmetry.
        seconds: the time limit of the search, without the preparations.
        advance, stopped: as in `search`.

    Raises:
        OptionError: if the question is too large to be grounded.
        RulesError: if clingo has anything to complain about.
    """
    started = perf_counter()
    if (atoms := estimate(wanted)) > MOST_ATOMS:
        raise OptionError(
            f"about {atoms:,} ground atoms are more than {MOST_ATOMS:,}; ask for fewer kinds, or keep them to zones"
        )
    grounded = ground(wanted, whole=count != 1)
    judge = Judge(wanted.game, wanted.is_routine) if wanted.is_judged else None
    aims = _aims(wanted)
    found = search(
        wanted.game, grounded, count, next(iter(aims), None), _limit(wanted), judge, seconds, advance, stopped
    )
    sign = -1 if aims == {"most"} else 1
    positions = tuple(found.positions[:count])
    return Found(
        wanted.game.name,
        positions,
        found.is_whole,
        next(iter(aims), None),
        tuple(sign * each for each in found.cost),
        tuple(sign * each for each in found.bound),
        count_classes(wanted, positions) if up_to_symmetry else None,
        grounded.cells,
        grounded.atoms,
        grounded.symmetries,
        judge.asked if judge else 0,
        not found.is_whole and (bool(aims) or count is None or len(positions) < count),
        perf_counter() - started,
    )


def _limit(wanted: Wanted) -> int | None:
    """What clingo can minimise no further, by counting: it would prove that case by case.

    None if the user's rules minimise, too: what is minimised is then more than the count, or other than it.
    """
    if any(each.ast_type == ASTType.Minimize for each in wanted.rules):
        return None
    counts = [group for group in wanted.groups if (group.kind, group.army) in wanted.counted]
    if "minimize" in wanted.wishes:
        return max(sum(group.least for group in counts), fewest(wanted))
    most = (len(group.cells) if group.most is None else min(group.most, len(group.cells)) for group in counts)
    return -sum(most) if "maximize" in wanted.wishes else None


def cost(wanted: Wanted) -> str:
    """What a question costs, before it is grounded."""
    cells = len({cell for group in wanted.groups for cell in group.cells})
    kinds = f"{len(wanted.groups)} kind{'s' * (len(wanted.groups) != 1)} of pieces"
    return f"{cells} cells, {kinds}, about {estimate(wanted):,} ground atoms"


def estimate(wanted: Wanted) -> int:
    """An estimate of the ground atoms: a few for each end of a route of each piece on each cell."""
    routes = wanted.game.ruleset.routes
    worlds = 1 + 3 * len(wanted.judged)
    found = 0
    for group in wanted.groups:
        ends = len(routes.ends.get((group.army, group.kind), {}))
        reached = min(ends, len(wanted.game.names))
        found += len(group.cells) * (1 + ("lines" in wanted.parts or "shieldless" in wanted.parts) * reached * worlds)
    return found


def _aims(wanted: Wanted) -> set[str]:
    """What is asked of a number: the least, or the most."""
    asked = (*wanted.rules, *(rule for wish in wanted.wishes for rule in wanted.parts[wish]))
    return {_aim(each) for each in asked if each.ast_type == ASTType.Minimize}


def _aim(statement: AST) -> str:
    return "most" if statement.weight.ast_type == ASTType.UnaryOperation else "least"
