"""What the reference engine leaves out to be quick changes no answer: rules that cannot matter.

Positions are drawn at random from any game's own facts: royal pieces, some others, and now and then a right to castle
or a capture in passing.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from functools import cache

import pytest
from clingo import Control, Function, Number, Symbol
from clingo.ast import AST, Id, Location, Position, Program, ProgramBuilder

from shadowmate.asp.ruleset import load
from shadowmate.asp.session import Answer, Facts, row
from shadowmate.asp.stages import GIVEN, STAGES
from shadowmate.asp.syntax import atoms, signature
from shadowmate.asp.terms import Vector, cell_symbol, store_symbol, value_symbol, vector
from shadowmate.play.placement import Placement
from shadowmate.play.reference import ReferenceEngine

GAMES = (
    "diagonals", "extreme", "fide", "golem", "kyoto", "latrunculi", "lions", "parametric", "prince", "raumschach",
    "xiangqi",
)  # fmt: skip
NOWHERE = Location(Position("<test>", 1, 1), Position("<test>", 1, 1))
ANALYSIS = [
    ("legal", 3), ("removes", 2), ("special", 2), ("carries", 3), ("remakes", 4), ("halts", 2), ("perishes", 1),
    ("gives_check", 3), ("outcome", 1), ("winner", 1), ("same", 2),
]  # fmt: skip
AFTER = [("then_piece", 4), ("then_state", 3), ("then_turn", 2), ("progress", 1), ("then_held", 4)]
WHY = [("because", 3), ("exposes", 4)]


@cache
def engine(name: str) -> ReferenceEngine:
    return ReferenceEngine(load(name))


# --- positions at random -----------------------------------------------------------------------------------------


def names(game: str, predicate: str, arity: int) -> list[Sequence[Symbol]]:
    return sorted(symbol.arguments for symbol in engine(game).ruleset.facts(predicate, arity))


def placement(game: str, rng: random.Random) -> Placement:
    """Royal pieces and up to a dozen others, half of them crowded together; rights where the game has them."""
    rules = engine(game).ruleset
    cells = sorted(rules.cells)
    royal = [str(kind) for (kind,) in names(game, "royal", 1)]
    kinds = sorted(set(rules.abbreviations) - set(royal))
    turn = rng.choice(rules.players)
    pieces: dict[Vector, tuple[tuple[str, ...], str]] = {}
    state: list[tuple[str, Vector]] = []
    castlings = names(game, "castling", 5)
    if castlings and rng.random() < 0.5:
        army, origin, _, partner, _ = rng.choice(castlings)
        turn = str(army)
        pieces[vector(origin)] = ((rng.choice(royal),), turn)
        pieces[vector(partner)] = ((str(rng.choice(names(game, "castling_partner", 1))[0]),), turn)
        state.append(("castle", vector(partner)))
    passages = names(game, "passage", 3)
    if passages and rng.random() < 0.4:
        army, passed, end = rng.choice([passage for passage in passages if str(passage[0]) != turn])
        pawns = [str(kind) for (kind,) in names(game, "in_passing", 1)]
        pieces.setdefault(vector(end), ((rng.choice(pawns),), str(army)))
        for near in rng.sample([c for c in cells if distance(c, vector(passed)) <= 2], 4):
            pieces.setdefault(near, ((rng.choice(pawns),), turn))
        if vector(passed) not in pieces:
            state.append(("ep", vector(passed)))
    for player in rules.players:
        if not any(army == player and set(royal) & set(own) for own, army in pieces.values()):
            pieces[rng.choice([cell for cell in cells if cell not in pieces])] = ((rng.choice(royal),), player)
    middle = rng.choice(list(pieces))
    near = [cell for cell in cells if distance(cell, middle) <= 3]
    for _ in range(rng.randint(3, 12)):
        cell = rng.choice(near if rng.random() < 0.5 else cells)
        pieces.setdefault(cell, ((rng.choice(kinds),), rng.choice(rules.players)))
    return Placement(tuple((cell, *pieces[cell]) for cell in sorted(pieces)), turn, tuple(sorted(state)))


def distance(cell: Vector, other: Vector) -> int:
    return max(abs(a - b) for a, b in zip(cell, other, strict=True))


# --- rules that cannot matter ------------------------------------------------------------------------------------


@cache
def part(game: str, name: str) -> tuple[AST, ...]:
    """All rules of a program part."""
    files = engine(game).ruleset.files
    parameters = [Id(NOWHERE, parameter) for parameter in files.parameters.get(name, ())]
    return (Program(NOWHERE, name, parameters), *files.parts.get(name, ()))


@cache
def base(game: str, names: frozenset[str]) -> str:
    """The facts that always hold, of all predicates that these parts speak of."""
    rules = engine(game).ruleset
    spoken_of = {signature(atom) for name in names for statement in part(game, name)[1:] for atom in atoms(statement)}
    return "".join(f"{atom}.\n" for key in rules.signatures & spoken_of for atom in rules.facts(*key))


def everything(
    game: str, facts: Facts, stages: Iterable[tuple[str, str | None]], shown: Iterable[tuple[str, int]]
) -> dict[tuple[str, int], set[str]]:
    """The atoms of some predicates when every rule and every fact is grounded."""
    control = Control(["--warn=no-atom-undefined"])
    stages = list(stages)
    control.add("base", [], base(game, frozenset(name for name, _ in stages)))
    given = []
    for (name, arity), rows in facts.items():
        arguments = ([] if arity == 0 else [each] if arity == 1 else each.arguments for each in rows)
        given += [f"{Function(name, list(each))}.\n" for each in arguments]
    control.add("base", [], "".join(given))
    with ProgramBuilder(control) as builder:
        for name in sorted({name for name, _ in stages}):
            for statement in part(game, name):
                builder.add(statement)
    control.ground([("base", [])])
    again = {"effects": ("contexts", "effects") * 2, "aides": ("contexts", "effects", "aides") * 3}
    for name, world in stages:
        control.ground([(name, [Function(world)] if world else [])])
        for more in again.get(name, ()):
            control.ground([(more, [])])
    assert not [str(atom.symbol) for atom in control.symbolic_atoms if not atom.is_fact]
    return {key: {listed(a.symbol.arguments) for a in control.symbolic_atoms.by_signature(*key)} for key in shown}


def listed(arguments: Iterable[Symbol]) -> str:
    return ",".join(map(str, arguments))


def stated(after: Placement) -> dict[tuple[str, int], list[list[str]]]:
    """A position after a move in the terms of the rules, without the name of the move."""
    return {
        ("then_piece", 4): [[f"{cell_symbol(c)}", kind, army] for c, kinds, army in after.pieces for kind in kinds],
        ("then_state", 3): [[name, f"{value_symbol(value)}"] for name, value in after.state],
        ("then_turn", 2): [[after.turn]],
        ("progress", 1): [] if after.quiet else [[]],
        ("then_held", 4): [[f"{store_symbol(s)}", kind, f"{count}"] for s, kind, count in after.stores],
    }


def answered(answer: Answer, shown: Iterable[tuple[str, int]]) -> dict[tuple[str, int], set[str]]:
    return {key: {listed(arguments) for arguments in answer(*key)} for key in shown}


def compare(game: str, rng: random.Random) -> None:
    """Moves and outcome, the position after a move, reasons, and flaws of one position."""
    at = placement(game, rng)
    asked = engine(game)
    found = asked.analyse(at)
    facts = asked.position_facts(at, ["moves", "outcome"])
    assert facts.keys() <= GIVEN
    assert answered(found, ANALYSIS) == everything(game, facts, STAGES, ANALYSIS), at
    moves = sorted(found("legal", 3))
    facts = asked.position_facts(at, ["moves"])
    if moves:
        special = [move for move in moves if move[0].name != "go"]
        some = {rng.choice(special or moves)[0], *(each[0] for each in rng.sample(moves, min(2, len(moves))))}
        facts["played", 2] = [row(move, move) for move in some]
        every = everything(game, facts, (*STAGES, ("after", None)), AFTER)
        then = {key: set[str]() for key in AFTER}
        following = asked.successors(at, some)  # from the grounding that has given the moves
        assert following == asked.successors(at, some)  # from one of its own
        for move, after in following.items():
            for key, rows in stated(after).items():
                then[key] |= {",".join([str(move), *each]) for each in rows}
        assert then == every, (at, some)
        del facts["played", 2]
    origin_cell, target = rng.choice(at.pieces)[0], rng.choice(sorted(asked.ruleset.cells))
    facts["wanted_from", 1] = [cell_symbol(origin_cell)]
    facts["asks_why", 2] = [row(cell_symbol(origin_cell), cell_symbol(target))]
    reasons = asked.why(at, origin_cell, target)
    assert answered(reasons, WHY) == everything(game, facts, (*STAGES, ("why", None)), WHY), (at, origin_cell, target)
    flaws = answered(asked.flaws(at), [("flaw", 2)])
    facts = asked.position_facts(at, [], routes=False)
    assert flaws == everything(game, facts, (("position", None), ("validity", None)), [("flaw", 2)]), at


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_rules_left_out_do_not_matter(game: str) -> None:
    """On a random position of every game, as when all rules and all routes are grounded."""
    compare(game, random.Random(game))


@pytest.mark.sample(0, 6)
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game", GAMES)
def test_rules_left_out_do_not_matter_on_many_positions(game: str, seed: int) -> None:
    """The same on six times two more positions of every game."""
    rng = random.Random(f"{game} {seed}")
    for _ in range(2):
        compare(game, rng)


@pytest.mark.parametrize("game", ["fide", "prince"])
def test_draws_are_found_by_few_rules(game: str) -> None:
    """The engine asks for draws alone, without the position; the answer is that of all rules."""
    for quiet, seen in ((0, 1), (250, 1), (0, 3), (250, 4)):
        facts: Facts = {("halfmove_clock", 1): [Number(quiet)], ("seen", 1): [Number(seen)]}
        every = everything(game, facts, [("verdict", None)], [("drawn_by", 1)])
        assert answered(engine(game).drawn(quiet, seen), [("drawn_by", 1)]) == every


@pytest.mark.slow
def test_positions_drawn_at_random_have_what_matters() -> None:
    """Among those of the slow test are checks, castlings, captures in passing and promotions."""
    kinds: set[str] = set()
    for seed in range(30):
        found = engine("fide").analyse(placement("fide", random.Random(seed)))
        kinds |= {move[0].name for move in found("legal", 3)} | {"check" for _ in found("gives_check", 3)}
    assert {"go", "castle", "ep", "double", "check", "chose"} <= kinds
