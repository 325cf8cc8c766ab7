"""Edited copies of a game's rules are distinguished from the original by a smallest position, as by brute force."""

from __future__ import annotations

from pathlib import Path

import pytest
from clingo.ast import ASTType

import shadowmate as sm
from oracles.moving import DIAGONAL, KNIGHT, ORTHOGONAL, Motion, differences, name, reach
from shadowmate.comparing import reach_question
from shadowmate.comparing.compare import compare_games
from support.cli import answer

KINDS = {
    "king": "motion(king,step,(orthogonal;diagonal),any).  royal(king).",
    "rook": "motion(rook,slide,orthogonal,any).",
    "bishop": "motion(bishop,slide,diagonal,any).",
    "knight": "motion(knight,step,knight,any).",
    "horse": "motion(horse,lame,horse,any).",
    "cannon": "motion(cannon,hop,orthogonal,any).",
    "gun": "motion(gun,hop,orthogonal,capture).  motion(gun,slide,orthogonal,quiet).",
    "korean": "motion(korean,hop,orthogonal,any).  unhoppable(korean,korean).",
    "base": "motion(base,planar,orthogonal,any).",
    "mason": "motion(mason,step,orthogonal,any).",
    "pawn": "motion(pawn,step,forward(orthogonal),quiet).",
}
LETTERS = dict(zip(KINDS, "KRBNHCGOAMP", strict=True))
FRAME = """
#include "core/game.lp".
#include "boards/letters.lp".
#include "boards/square.lp".
game("Five").
size(5,5,1).
player(white,1).  player(black,2).
ahead(white,(0,1,0)).  ahead(black,(0,-1,0)).
jump(knight,(1,2,0)).
waypoint(horse,(A,0,0),(2*A,B,0)) :- A = (-1;1), B = (-1;1).
waypoint(horse,(0,A,0),(B,2*A,0)) :- A = (-1;1), B = (-1;1).
jump(alfil,(2,2,0)).
"""
ALL = [*ORTHOGONAL, *DIAGONAL]
AHEAD = [(0, 1)]
ROOK: list[Motion] = [("slide", ORTHOGONAL, "any")]
HOP: list[Motion] = [("hop", ORTHOGONAL, "any")]

MUTANTS = {
    "a step less": ("king", "motion(king,step,orthogonal,any).  royal(king).",
        reach([("step", ALL, "any")]), reach([("step", ORTHOGONAL, "any")])),
    "a shorter line": ("rook", "motion(rook,slide(2),orthogonal,any).",
        reach(ROOK), reach([("slide 2", ORTHOGONAL, "any")])),
    "a leap in the place of a slide": ("bishop", "motion(bishop,step,(diagonal;alfil),any).",
        reach([("slide", DIAGONAL, "any")]),
        reach([("step", [*DIAGONAL, (2, 2), (2, -2), (-2, 2), (-2, -2)], "any")])),
    "lame": ("knight", "motion(knight,lame,horse,any).",
        reach([("step", KNIGHT, "any")]), reach([("lame", KNIGHT, "any")])),
    "not lame": ("horse", "motion(horse,step,knight,any).",
        reach([("lame", KNIGHT, "any")]), reach([("step", KNIGHT, "any")])),
    "no hurdle": ("cannon", "motion(cannon,slide,orthogonal,any).", reach(HOP), reach(ROOK)),
    "captures by sliding": ("gun", "motion(gun,slide,orthogonal,any).",
        reach([("hop", ORTHOGONAL, "capture"), ("slide", ORTHOGONAL, "quiet")]), reach(ROOK)),
    "any hurdle": ("korean", "motion(korean,hop,orthogonal,any).", reach(HOP, "korean"), reach(HOP)),
    "only lines": ("base", "motion(base,slide,orthogonal,any).", reach([("plane", [], "any")]), reach(ROOK)),
    "a Mason that captures": ("mason", "motion(mason,step,orthogonal,quiet).",
        reach([("step", ORTHOGONAL, "any")]), reach([("step", ORTHOGONAL, "quiet")])),
    "a pawn that captures ahead": ("pawn", "motion(pawn,step,forward(orthogonal),any).",
        reach([("step", AHEAD, "quiet")]), reach([("step", AHEAD, "any")])),
}  # fmt: skip


def write(folder: Path, changed: dict[str, str]) -> Path:
    """The game with some kinds moving otherwise."""
    folder.mkdir()
    kinds = [f'abbreviation({kind},"{LETTERS[kind]}").  {rule}' for kind, rule in {**KINDS, **changed}.items()]
    (folder / "game.lp").write_text("\n".join([FRAME, *kinds, ""]), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("rules") / "five", {})


@pytest.mark.slow
@pytest.mark.parametrize("mutant", MUTANTS)
def test_an_edited_copy_is_distinguished_from_the_original(mutant: str, original: Path, tmp_path: Path) -> None:
    """The fewest pieces, and the number of ways up to the owners of the pieces between, are those of brute force."""
    kind, rule, one, other = MUTANTS[mutant]
    copy = write(tmp_path / "five", {kind: rule})
    found = sm.compare("five", rules=original, against_rules=copy)
    assert found.differ and found.proved
    (differing,) = [each for each in found.kinds if each.pieces is not None and each.army == "white"]
    assert differing.kind == kind
    expected = differences(one, other, 2, ["korean", "mason"] if mutant == "any hurdle" else ["mason"])
    assert differing.pieces == len(expected[0][2]) + 1
    if mutant == "any hurdle":
        assert differing.number == len(expected)
    else:
        assert differing.number == len(
            {(start, end, frozenset(c for c, _, _ in pieces)) for start, end, pieces in expected}
        )
    for each in differing.classes:
        shown = {
            (name(start), name(end), frozenset(name(cell) for cell, _, _ in pieces)) for start, end, pieces in expected
        }
        assert (each.origin, each.target, frozenset(each.pieces)) in shown
        assert each.left.legal != each.right.legal
        assert (each.reached_under == str(original)) == each.left.legal


@pytest.mark.slow
def test_what_is_the_same_is_not_searched(original: Path, tmp_path: Path) -> None:
    """A game whose facts stand in another order."""
    copy = write(tmp_path / "five", {})
    lines = (copy / "game.lp").read_text(encoding="utf-8").splitlines()
    facts = [line for line in lines if not line.startswith("#")]
    rest = [line for line in lines if line.startswith("#")]
    (copy / "game.lp").write_text("\n".join([*rest, *reversed(facts), ""]), encoding="utf-8")
    found = answer("compare", "five", "--rules", str(original), "--against-rules", str(copy))
    assert isinstance(found, dict)
    assert (found["differ"], found["proved"], found["statistics"]) == (False, True, {})
    assert all(each["same_routes"] for each in found["kinds"])


@pytest.mark.slow
def test_a_rule_of_its_own_may_look_anywhere(original: Path, tmp_path: Path) -> None:
    """While a piece stands on a1, no piece goes one step up to e5."""
    copy = write(tmp_path / "five", {})
    rule = "unreachable(From,Point) :- point(From,Point,(5,5,1),_,_), From = (5,4,1), occupied((1,1,1))."
    with (copy / "game.lp").open("a", encoding="utf-8") as file:
        file.write(f"#program position.\n{rule}\n")
    found = sm.compare("five", rules=original, against_rules=copy, kind="mason")
    assert found.smallest is not None
    assert (found.smallest.pieces, found.smallest.number) == (2, 1)
    (only,) = found.smallest.classes
    assert (only.origin, only.target, only.pieces) == ("e4", "e5", ("a1",))


@pytest.mark.slow
def test_other_boards_are_refused(original: Path) -> None:
    with pytest.raises(sm.ShadowmateError, match="different boards or players"):
        sm.compare("fide", against_rules=original)


CHANGED = ("a Mason that captures", "a pawn that captures ahead", "only lines", "any hurdle")
UNASKED = ("own_use", "tries_")
"""Rules about uses of a game's own, double steps and captures on the way, which these kinds have not."""


@pytest.mark.exhaustive
def test_every_rule_that_compares_is_needed(original: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without any one of the rules an answer from a1 differs from that of brute force, or there is none."""
    copy = write(tmp_path / "five", {MUTANTS[each][0]: MUTANTS[each][1] for each in CHANGED})
    games = sm.game("five", rules=[original]), sm.game("five", rules=[copy])
    rules = reach_question._reach()

    def answers() -> list[object]:
        asked = [*((MUTANTS[each][0], 2) for each in CHANGED), ("mason", 0)]
        found = [compare_games(games, ("one", "other"), kind, "a1", most) for kind, most in asked]
        return [[(each.pieces, each.number, len(each.classes)) for each in one.kinds] for one in found]

    expected = answers()
    survivors = []
    for number, rule in enumerate(rules):
        if rule.ast_type not in (ASTType.Rule, ASTType.Minimize) or any(word in str(rule) for word in UNASKED):
            continue
        monkeypatch.setattr(reach_question, "_reach", lambda left=number: [*rules[:left], *rules[left + 1 :]])
        try:
            if answers() == expected:
                survivors.append(str(rule))
        except (sm.RulesError, IndexError, ValueError):
            continue
    assert survivors == []
