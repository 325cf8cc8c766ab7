"""Tries the rules about positions on the initial array, and collects clingo's messages."""

from __future__ import annotations

from collections.abc import Iterator

from clingo import Function, Number, Symbol

from ..asp.base import Base, UndecidedError
from ..asp.fact_faults import Fault
from ..asp.messages import split_message
from ..asp.rule_files import RuleFiles
from ..asp.ruleset import Ruleset
from ..asp.session import Facts
from ..asp.stages import STAGES
from ..asp.terms import Value, store_name, vector
from ..errors import RulesError
from ..play.placement import Placement
from ..play.reference import ReferenceEngine
from .findings import Finding, clingo_findings
from .lint import located, rows
from .strata import unstratified


def tried(files: RuleFiles, base: Base, sound: bool) -> Iterator[Finding]:
    """What goes wrong with the initial array.

    Args:
        files: the rules.
        base: what they say of no position.
        sound: whether the facts in `base` are; if not, the rules are tried without routes.
    """
    try:
        engine = ReferenceEngine(Ruleset(files))
        if sound:
            play_array(engine)
            yield from located(files, _flaws(engine))
        else:
            engine.answer(_without_routes(base), STAGES, (("legal", 3), ("outcome", 1)))
    except UndecidedError as error:
        if sound:
            yield from unstratified(files, set(error.predicates))
    except RulesError as error:
        if sound or split_message(str(error)) is not None:
            yield from clingo_findings(files, error)


def play_array(engine: ReferenceEngine) -> None:
    """Analyse the initial array, and make a move if there is one.

    Raises:
        RulesError: if the rules about positions cannot be grounded in silence.
    """
    if not engine.ruleset.players:
        return  # reported by the part lint
    placement = tried_array(engine.ruleset)
    engine.flaws(placement)
    moves = engine.analyse(placement)("legal", 3)
    for move, start, end in moves[:1]:
        engine.why(placement, vector(start), vector(end))
        engine.successors(placement, [move], vector(start))


def _flaws(engine: ReferenceEngine) -> Iterator[Fault]:
    """What keeps the initial array from being a position; of several facts about a cell one is the culprit."""
    if not engine.ruleset.players:
        return
    facts = {symbol.arguments[2]: symbol for symbol in engine.ruleset.facts("start", 3)}
    cells = frozenset(facts)
    facts |= {Function("state", s.arguments): s for s in engine.ruleset.facts("start_state", 2)}
    for at, words in engine.flaws(tried_array(engine.ruleset))("flaw", 2):
        where = " on {1}" if at in cells else ""
        yield Fault(
            facts.get(at, Function("missing", [at])), f"the initial array cannot be set up{where}: {{0}}", (words, at)
        )


def tried_array(ruleset: Ruleset) -> Placement:
    """The initial array, whatever is wrong with its facts, with the player to move."""
    pieces: dict[Symbol, tuple[set[str], str]] = {}
    for army, kind, cell in (symbol.arguments for symbol in ruleset.facts("start", 3)):
        pieces.setdefault(cell, (set(), str(army)))[0].add(str(kind))
    return Placement(
        tuple((vector(cell), tuple(sorted(kinds)), army) for cell, (kinds, army) in pieces.items()),
        ruleset.players[0],
        tuple(_stated(ruleset, *symbol.arguments) for symbol in ruleset.facts("start_state", 2)),
        stores=tuple(
            (store_name(store), str(item), number.number)
            for store, item, number in (symbol.arguments for symbol in ruleset.numeric("start_held", 3, 2))
        ),
    )


def _stated(ruleset: Ruleset, field: Symbol, value: Symbol) -> tuple[str, Value]:
    """A field with a flag or a cell."""
    name, flag = str(field), str(value)
    return name, (flag,) if flag in ruleset.flags.get(name, ()) else vector(value)


def _without_routes(base: Base) -> Facts:
    """The initial array as facts, whatever is wrong with them."""
    players = sorted((seat, player) for player, seat in rows(base, "player", 2))
    return {
        ("piece", 3): [Function("", [cell, kind, army]) for army, kind, cell in rows(base, "start", 3)],
        ("turn", 1): [player for _, player in players[:1]],
        ("query", 1): [Function("moves"), Function("outcome")],
        ("halfmove_clock", 1): [Number(0)],
        ("seen", 1): [Number(1)],
    }
