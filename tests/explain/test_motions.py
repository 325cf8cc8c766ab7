"""Motions shown in Betza's notation: what is shown, read again, leads where the kind goes."""

from __future__ import annotations

import pytest

from shadowmate.explain.motions import betza_of
from shadowmate.shorthand.betza import read_betza
from support.engine import rules

BEYOND = {("xiangqi", "general")}
"""Kinds that the notation cannot express: the general captures the other general from any distance."""


def test_what_is_shown() -> None:
    shown = {kind: betza_of(rules("fide"), kind) for kind in ("king", "queen", "rook", "bishop", "knight", "pawn")}
    assert shown == {"king": "K", "queen": "Q", "rook": "R", "bishop": "B", "knight": "N", "pawn": "ifmnDfcFfmW"}
    assert [betza_of(rules("xiangqi"), kind) for kind in ("horse", "elephant", "soldier")] == ["afsW", "nA", "fsW"]
    assert betza_of(rules("lions"), "lion") == "KNAD"
    assert betza_of(rules("prince"), "scientist") is None


@pytest.mark.parametrize("name", ["fide", "golem", "kyoto", "lions", "makruk", "parametric", "werewolf", "xiangqi"])
def test_what_is_shown_leads_where_the_kind_goes(name: str) -> None:
    ruleset = rules(name)
    for kind in ruleset.abbreviations:
        shown = betza_of(ruleset, kind)
        if shown is None:
            assert (name, kind) in BEYOND
            continue
        longest = ruleset.facts("extent", 1)[0].arguments[0].number
        read = {(place.cell, use) for place, use in read_betza(shown, longest).ends}
        ends = ruleset.routes.ends[ruleset.players[0], kind]
        flat = {number for number in ends if not ruleset.routes.places[number][2]}
        wanted = {(ruleset.routes.places[n][:2], use) for n in flat for use in ends[n] if use != "first"}
        assert read == wanted, (kind, shown)
