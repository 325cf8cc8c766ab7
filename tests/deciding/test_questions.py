"""Every rule of `rules/questions/` is needed: without it some claim about a small game is decided wrongly."""

from __future__ import annotations

from pathlib import Path

import pytest
from clingo.ast import AST, parse_string

import shadowmate as sm
from shadowmate.asp.folders import builtin_root
from shadowmate.asp.rule_text import read_file
from shadowmate.asp.ruleset import Ruleset
from shadowmate.deciding import query
from shadowmate.deciding.claims_file import Rules
from shadowmate.deciding.marked import ClaimsError

GAME = """
#include "core/game.lp".
#include "boards/letters.lp".
#include "boards/cubic.lp".
game("Three").
size(3,3,3).
player(white,1).  player(black,2).
ahead(white,(0,0,1)).  ahead(black,(0,0,-1)).
waypoint(horse,(X,0,0),(2*X,Y,0)) :- X = (-1;1), Y = (-1;1).
abbreviation(king,"Ki").  motion(king,step,(orthogonal;diagonal),any).  royal(king).
abbreviation(rook,"Ro").  motion(rook,slide,orthogonal,any).
abbreviation(base,"Ba").  motion(base,planar,orthogonal,any).
abbreviation(cube,"Cu").  motion(cube,cubic,orthogonal,any).
abbreviation(horse,"Ho"). motion(horse,lame,horse,any).
abbreviation(pawn,"Pa").  motion(pawn,step,forward(orthogonal),any).
                          motion(pawn,slide(2),forward(orthogonal),first).
"""
READINGS = ("narrow_pairs", "whole_plane")
"""By which these claims come to the same, and routes list the cells that they pass one by one, or all at once."""
CLAIMS = {
    # By hand, of displacements of at most two: six lines of two; three planes of 24 that share them; and with
    # none zero four to the third.
    "a line": "holds :- 12 = #count { D : covers(rook,D) }.",
    "planes": "holds :- 60 = #count { D : covers(base,D) }.",
    "the room": "holds :- 64 = #count { D : covers(cube,D) }.",
    "a lame leap": "holds :- 4 = #count { D : covers(horse,D) }.",
    "a first move is not covered": "holds :- travels(white,pawn,first,(0,0,2)), not covers(pawn,(0,0,2)).",
    "black goes down": "holds :- travels(black,pawn,any,(0,0,-1)), not travels(white,pawn,any,(0,0,-1)).",
    # Of the 27 cells each has six others on its lines.
    "from cell to cell": "holds :- 162 = #count { F,T : reaches(rook,F,T) }.",
    "by one way": "holds :- 1 = #count { P : route(rook,P,(2,0,0)) }.",
    "past one": "holds :- { on_way(P,D) : route(rook,P,(2,0,0)) } = 1, route(rook,P,(2,0,0)), on_way(P,(1,0,0)).",
    "past a leg": "holds :- { on_way(P,D) : route(horse,P,(2,1,0)) } = 1, route(horse,P,(2,1,0)), on_way(P,(1,0,0)).",
    "past all of nine but the ends": "holds :- 7 = #count { D : route(base,P,(2,2,0)), on_way(P,D) }.",
    "open": "holds :- opens_to(rook,(2,0,0)), opens_to(base,(1,1,0)).",
    "shut": "filled((1,0,0)). holds :- not opens_to(rook,(2,0,0)), not opens_to(base,(1,1,0)), opens_to(base,(0,1,1)).",
    "shut in the room": "filled((1,1,0)). holds :- not opens_to(cube,(1,1,1)), opens_to(cube,(-1,1,1)).",
    "shut for a leap": "filled((1,0,0)). holds :- not opens_to(horse,(2,1,0)), opens_to(horse,(-2,1,0)).",
}


def is_true(claim: str, ruleset: Ruleset) -> bool:
    statements: list[AST] = []
    parse_string(claim, statements.append)
    return query.ask(Rules(tuple(statements), (), Path("claims.yaml"), 1), ruleset).holds


@pytest.fixture(scope="module")
def rulesets(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Ruleset]:
    folder = tmp_path_factory.mktemp("rules") / "three"
    folder.mkdir()
    (folder / "game.lp").write_text(GAME, encoding="utf-8")
    return {each: sm.game("three", each, rules=[folder]).ruleset for each in READINGS}


@pytest.mark.sample(10)
@pytest.mark.parametrize("reading", READINGS)
@pytest.mark.parametrize("claim", CLAIMS.values(), ids=CLAIMS)
def test_claims_are_decided_as_by_hand(claim: str, reading: str, rulesets: dict[str, Ruleset]) -> None:
    assert is_true(claim, rulesets[reading])


def _is_distinguished(rulesets: dict[str, Ruleset]) -> bool:
    try:
        return not all(is_true(claim, each) for claim in CLAIMS.values() for each in rulesets.values())
    except ClaimsError:
        return True


@pytest.mark.exhaustive
def test_every_rule_that_claims_may_use_is_needed(
    rulesets: dict[str, Ruleset], monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = query._vocabulary()
    own = {str(each) for path in (builtin_root() / "questions").glob("*.lp") for each in read_file(path).statements}
    # Which kinds are asked about is found once, by the rules as they are.
    query._about_kinds()
    survivors = []
    for number, rule in enumerate(rules):
        if str(rule) in own:
            monkeypatch.setattr(query, "_vocabulary", lambda left=number: (*rules[:left], *rules[left + 1 :]))
            if not _is_distinguished(rulesets):
                survivors.append(str(rule))
    assert survivors == []
