"""A question about positions: the pieces, the wishes that options make, and rules of the user's own."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from clingo.ast import AST, ASTType

from ..asking import user_rules as asking
from ..asp.demand import base_predicates, bodies, heads
from ..asp.folders import builtin_root
from ..asp.rule_text import read_file
from ..asp.ruleset import Ruleset
from ..asp.syntax import Signature, signature
from ..play.game import Game
from ..play.material import Group, Material
from .shields import is_shieldless

OCCUPIED: Signature = ("occupied", 1)
PLACES: tuple[Signature, ...] = (("inside", 1), ("edge", 1))
PIECE, TURN = ("piece", 3), ("turn", 1)
PROMOTION = "promotion"
MATE, STALEMATE = ("mate", 1), ("stalemate", 1)
ENDS = (MATE, STALEMATE)
_FILES = (
    "finding/guess", "finding/shields", "asking/attacks", "finding/guessed_ends", "finding/mating_moves",
    "finding/wishes", "finding/keys",
)  # fmt: skip
_LINES = {
    "attacking": ("lines",),
    "check": ("in_turn",),
    "ends": ("lines", "lines_of_ends"),
    "mates": ("lines", "lines_of_mates"),
}
_OURS = frozenset({"lines", "in_turn", "lines_of_ends", "mates", "lines_of_mates", "keys", "begins"})
"""Parts whose predicates no rules of a user's own may ask for."""
_ALLOWED = (ASTType.Rule, ASTType.Minimize, ASTType.Defined)
_OF_THE_FOLDER = "find_"
"""Predicates that begin so may be used, but are for the rules of finding; errors do not offer them."""


@dataclass(frozen=True)
class Wanted:
    """A question about a game.

    Attributes:
        game: the game.
        material: the pieces, each group with its cells.
        wishes: the parts of `wishes.lp` that are asked for.
        armies: wishes that name an army, with it.
        counted: the kinds and armies whose number is minimised or maximised.
        rules: the user's own statements.
        is_lawful: whether positions that the game rules out are left out.
        mating: the player that is to move and mate at once, if the question asks for that; the engine checks it later.
        shown: the predicates of an answer to show; all if it is empty.
        sorts: of what sorts the first move may be, as `keys.lp` has them; of any if it is empty.
        starts: the player that makes this move.
    """

    game: Game
    material: Material
    wishes: tuple[str, ...] = ()
    armies: tuple[tuple[str, str], ...] = ()
    counted: tuple[tuple[str, str], ...] = ()
    rules: tuple[AST, ...] = ()
    is_lawful: bool = True
    mating: str | None = None
    shown: tuple[Signature, ...] = ()
    sorts: tuple[str, ...] = ()
    starts: str | None = None

    @property
    def groups(self) -> tuple[Group, ...]:
        """The pieces, in groups."""
        return self.material.groups

    @cached_property
    def parts(self) -> dict[str, tuple[AST, ...]]:
        """The parts of the vocabulary that the question needs, in the order of the files."""
        known = vocabulary()
        left_out = {"past_pieces" if is_shieldless(self.game.ruleset, self.groups) else "shieldless"}
        needed = {"guess", *self.wishes}
        needed |= {"flawless"} if self.is_lawful else set()
        needed |= {"mates"} if self.mating else set()
        needed |= {"begins"} if self.sorts else set()
        while True:
            asking = [*self.rules, *(rule for part in needed for rule in known[part])]
            asked = {signature(atom) for atom in bodies(asking)}
            more = {
                part
                for part, rules in known.items()
                if part not in left_out and not asked.isdisjoint(signature(atom) for atom in heads(rules))
            }
            more |= {line for part in needed for line in _LINES.get(part, ())}
            if more <= needed:
                return {part: rules for part, rules in known.items() if part in needed}
            needed |= more

    @cached_property
    def asked(self) -> frozenset[Signature]:
        """What the user's rules and the options ask for."""
        rules = [*self.rules, *(rule for wish in self.wishes for rule in self.parts[wish])]
        return frozenset(signature(atom) for atom in bodies(rules))

    @property
    def judges_many(self) -> bool:
        """Whether the engine will be asked about many positions: what `guessed_ends.lp` requires leaves much open."""
        others = any(group.army in self.judged and group.kind not in self.game.ruleset.royal for group in self.groups)
        return self.is_judged and (others or not self.is_routine)

    @property
    def is_judged(self) -> bool:
        """Whether the engine is asked about the end of the game."""
        return "ends" in self.parts

    @cached_property
    def is_routine(self) -> bool:
        """Whether a royal piece may go wherever its routes lead and it is not attacked (`guessed_ends.lp`)."""
        ruleset = self.game.ruleset
        royals = [group for group in self.groups if group.kind in ruleset.royal]
        ways = [ruleset.routes.ends.get((group.army, group.kind), {}).values() for group in royals]
        own = any(use in ruleset.own_uses for ends in ways for uses in ends for use in uses)
        special = ruleset.may_ban or ruleset.has_locusts or ruleset.shares_armies or ruleset.weighs_moves
        special = (
            special
            or bool(ruleset.facts("hurdles", 0))
            or bool(ruleset.facts("unassailed", 1))
            or bool(ruleset.stores)
            or own
        )
        single = len({group.army for group in royals}) == len(royals) and all(group.most == 1 for group in royals)
        return single and not special

    @property
    def judged(self) -> tuple[str, ...]:
        """The armies whose end is asked about: those that are named, all if a rule asks."""
        players = self.game.ruleset.players
        if not self.asked.isdisjoint(ENDS) and any(signature(a) in ENDS for a in bodies(self.rules)):
            return players
        return tuple(army for army in players if army in {each for _, each in self.armies})

    @property
    def movers(self) -> tuple[str, ...]:
        """The players that may be to move: the first, unless something depends on it."""
        players = self.game.ruleset.players
        if self.mating:
            return (self.mating,)
        if TURN in self.asked or ("check" in self.parts and not self.is_judged):
            return players
        return self.judged or players[:1]


@cache
def vocabulary() -> dict[str, tuple[AST, ...]]:
    """The rules of `rules/finding/` and of attacks, by part."""
    found: dict[str, list[AST]] = {}
    for name in _FILES:
        for statement in read_file(builtin_root() / f"{name}.lp").statements:
            if statement.ast_type == ASTType.Program and statement.name != "base":
                found[statement.name] = []
            elif statement.ast_type in (ASTType.Rule, ASTType.Minimize):
                found[list(found)[-1]].append(statement)
    return {part: tuple(rules) for part, rules in found.items()}


def words() -> set[Signature]:
    """The predicates of the vocabulary."""
    parts = (rules for part, rules in vocabulary().items() if part not in _OURS)
    derived = {signature(atom) for rules in parts for atom in heads(rules)}
    return {*derived, OCCUPIED, *PLACES}


def read_rules(ruleset: Ruleset, path: Path, text: str) -> tuple[AST, ...]:
    """The user's own rules.

    Raises:
        RulesError: naming file and line of what they may not contain, and of predicates that no rule defines.
    """
    known = words()
    named = [each for each in known if not each[0].startswith(_OF_THE_FOLDER)]
    return asking.read_rules(ruleset, path, text, known | base_predicates(ruleset), named, _ALLOWED)
