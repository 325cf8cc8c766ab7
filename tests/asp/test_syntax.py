"""Outlines of rules: what stands in them, read or noted."""

from __future__ import annotations

import pytest
from clingo.ast import AST, ASTType, parse_string

from shadowmate.asp import syntax
from shadowmate.asp.rule_notes import Notes
from shadowmate.asp.syntax import Outline, derived_by, outline, predicates


@pytest.fixture(autouse=True)
def _unnoted(monkeypatch: pytest.MonkeyPatch) -> None:
    """No rule has been read before."""
    monkeypatch.setattr(syntax, "OUTLINES", Notes("outlines of a test"))
    outline.cache_clear()


def rule(text: str) -> AST:
    found: list[AST] = []
    parse_string(text, found.append)
    return next(each for each in found if each.ast_type == ASTType.Rule)


def test_an_outline_lists_what_a_rule_needs_and_mentions() -> None:
    text = "goes(after,X) :- piece(X,rook), not pinned(X), tries(now,X), X != 3, 1 { far(X,Y) : near(Y) } 2."
    x = ("piece", 2, None)
    expected = Outline(
        derives=(("goes", 2),),
        heads=frozenset({("goes", 2, "after")}),
        needs=frozenset({x, ("tries", 2, "now")}),
        mentions=frozenset({x, ("tries", 2, "now"), ("pinned", 1, None), ("far", 2, None), ("near", 1, None)}),
    )
    assert outline(rule(text)) == expected
    outline.cache_clear()
    assert outline(rule(text)) == expected  # noted


def test_pools_are_each_of_their_alternatives() -> None:
    found = rule("a(now;1).")
    assert outline(found).heads == {("a", 1, "now"), ("a", 1, None)}
    assert derived_by(found) == (("a", 1), ("a", 1))


def test_a_choice_derives_nothing_for_sure() -> None:
    found = rule("{ a(X) } :- b(X,Y), not c.")
    assert derived_by(found) == ()
    assert predicates(found) == {("a", 1), ("b", 2), ("c", 0)}
