"""Outlines of rules: what stands in them, and that those kept are those read."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from clingo.ast import AST, ASTType, parse_string

from shadowmate.asp import outline as module
from shadowmate.asp.folders import find_game
from shadowmate.asp.outline import Outline, outline, outlines, rules_of
from shadowmate.asp.rule_files import read_game


def rule(text: str) -> AST:
    found: list[AST] = []
    parse_string(text, found.append)
    return next(each for each in found if each.ast_type == ASTType.Rule)


def test_an_outline_lists_what_a_rule_needs_and_mentions() -> None:
    text = "goes(after,X) :- piece(X,rook), not pinned(X), tries(now,X), X != 3, 1 { far(X,Y) : near(Y) } 2."
    x = ("piece", 2, None)
    assert outline(rule(text)) == Outline(
        heads=frozenset({("goes", 2, "after")}),
        needs=frozenset({x, ("tries", 2, "now")}),
        mentions=frozenset({x, ("tries", 2, "now"), ("pinned", 1, None), ("far", 2, None), ("near", 1, None)}),
    )


def test_pools_are_each_of_their_alternatives() -> None:
    assert outline(rule("a(now;1).")).heads == {("a", 1, "now"), ("a", 1, None)}


@pytest.mark.parametrize("damage", [b"", b"[]", None])
def test_what_is_kept_is_what_was_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: bytes | None) -> None:
    """If the stored file is damaged, or belongs to another rule file, the rules are read again."""
    monkeypatch.setenv("SHADOWMATE_CACHE", str(tmp_path))
    files = read_game(find_game("fide"))
    first = outlines(files)
    (kept,) = (tmp_path / "outlines").iterdir()
    assert {"position", "moves", "effects", "validity"} <= first.keys() and "base" not in first
    if damage is not None:
        kept.write_bytes(damage)
    else:
        monkeypatch.setattr(module, "outline", None)  # nothing is read again
    assert outlines(files) == first


def test_rules_that_are_altered_after_they_were_read_have_an_outline_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SHADOWMATE_CACHE", str(tmp_path))
    files = read_game(find_game("fide"))
    whole = outlines(files)
    fewer = replace(files, parts={**files.parts, "moves": rules_of(files.parts["moves"])[1:]})
    assert outlines(fewer)["moves"] == whole["moves"][1:]
    assert outlines(files) == whole


def test_another_text_has_an_outline_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHADOWMATE_CACHE", str(tmp_path / "cache"))
    game = tmp_path / "small" / "game.lp"
    game.parent.mkdir()
    heads = []
    for text in ("#program moves.\na(X) :- b(X).\n", "#program moves.\nc(X) :- b(X).\n"):
        game.write_text(text)
        heads.append({name for name, _, _ in outlines(read_game(game.parent))["moves"][0].heads})
    assert heads == [{"a"}, {"c"}]
