"""Sentences of rules with words in their places."""

from __future__ import annotations

from pathlib import Path

import pytest

import shadowmate as sm
from shadowmate.asp.terms import filled
from support.small import small, write


@pytest.mark.parametrize(
    ("sentence", "shown"),
    [
        ("{0} is on {1}", "Ka1 is on b2"),
        ("{1}, {0}, {1}", "b2, Ka1, b2"),
        ("the set {x} of {0}", "the set {x} of Ka1"),
        ("{0} and {2}", "Ka1 and {2}"),  # there are only two words
        ("{ {0} } {", "{ Ka1 } {"),
        ("{0.real} {0!r}", "{0.real} {0!r}"),
    ],
)
def test_only_numbered_places_are_filled(sentence: str, shown: str) -> None:
    assert filled(sentence, ["Ka1", "b2"]) == shown


@pytest.mark.slow
def test_other_braces_of_a_game_are_shown(tmp_path: Path) -> None:
    """In the reasons of its own rules, and in what it reports of its facts."""
    rules = """#program why.
because(1,"the set {x} is closed to {0}",(From,)) :- asks_why(From,_).
"""
    game = small(tmp_path, rules)
    found = game.position("white Ka1 black Ke5").why("a1-a3").reasons
    assert found[0] == "the set {x} is closed to Ka1"
    write(tmp_path, '#program lint.\nfault(royal(king),"a {b} is wrong",()) :- royal(king).', "wrong")
    assert "a {b} is wrong" in [each.message for each in sm.check_rules(tmp_path / "wrong")]
