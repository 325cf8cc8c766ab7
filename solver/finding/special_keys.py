"""What has to stand where, so that a first move may be of a special sort (`rules/finding/keys.lp`)."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from clingo import Control, Symbol

from ..asp.demand import bodies, heads
from ..asp.program import add_to_base
from ..asp.session import Given
from ..asp.syntax import signature
from ..asp.terms import Vector, vector
from .grounding import facts_of
from .wanted import Wanted, vocabulary

_PART = "keys"


@dataclass(frozen=True, slots=True)
class Opening:
    """A way in which such a move comes about.

    Attributes:
        pieces: the pieces that take part: for each cell the armies and kinds of which its piece may be.
        vacant: the cells that must be empty.
        passed: the cell that the last move passed over, if there must be one.
    """

    pieces: tuple[tuple[Vector, frozenset[tuple[str, str]]], ...]
    vacant: tuple[Vector, ...]
    passed: Vector | None


def openings(wanted: Wanted) -> list[Opening] | None:
    """The ways in which first moves of the sorts that a question asks for come about, in a fixed order.

    None: such moves come about wherever pieces are, as far as these rules know.
    """
    atoms = sorted((atom.name, atom.arguments) for atom in _atoms(wanted))
    if all(name != "find_placed" for name, _ in atoms):
        return None
    pieces: dict[Symbol, dict[Vector, set[tuple[str, str]]]] = {}
    vacant: dict[Symbol, list[Vector]] = defaultdict(list)
    passed: dict[Symbol, Vector] = {}
    for name, (opening, *rest) in atoms:
        if name == "find_participant":
            cell, kind, army = rest
            pieces.setdefault(opening, {}).setdefault(vector(cell), set()).add((str(army), str(kind)))
        elif name == "find_vacant":
            vacant[opening].append(vector(rest[0]))
        elif name == "find_passed":
            passed[opening] = vector(rest[0])
    return [
        Opening(
            tuple((cell, frozenset(some)) for cell, some in there.items()),
            tuple(vacant[opening]),
            passed.get(opening),
        )
        for opening, there in pieces.items()
    ]


def _atoms(wanted: Wanted) -> list[Symbol]:
    rules, ruleset = vocabulary()[_PART], wanted.game.ruleset
    given = facts_of(wanted)
    inputs = {signature(atom) for atom in bodies(rules)} - {signature(atom) for atom in heads(rules)}
    facts = {each: given.get(each) or ruleset.tuples(*each) for each in inputs}
    control = Control(["--warn=no-atom-undefined"])
    add_to_base(control, rules, inputs)
    control.ground([("base", [])], context=Given(facts))
    return [atom.symbol for atom in control.symbolic_atoms if atom.is_fact]
