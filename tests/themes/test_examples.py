"""Themes: play that shows each of them, and play that nearly does."""

from __future__ import annotations

from typing import Any

import pytest

from shadowmate.themes.recognition import names, themes
from support.paths import TESTS
from support.played import played
from support.yaml_files import read_yaml

EXAMPLES = read_yaml(TESTS / "themes" / "examples.yaml")


QUICK = ("fide", "raumschach")
"""The games whose examples are looked at every time; others take longer to get ready."""


def examples(quick: bool) -> list[dict[str, Any]]:
    return [each for each in EXAMPLES if (each.get("twins") or [each["position"]])[0].startswith(QUICK) == quick]


def name(example: dict[str, Any]) -> str:
    return "+".join(example.get("shows", ["nothing"]))[:40]


@pytest.mark.sample(5)
@pytest.mark.parametrize("example", examples(quick=True), ids=name)
def test_what_is_shown(example: dict[str, Any]) -> None:
    check(example)


@pytest.mark.exhaustive
@pytest.mark.parametrize("example", examples(quick=False), ids=name)
def test_what_is_shown_in_other_games(example: dict[str, Any]) -> None:
    check(example)


def check(example: dict[str, Any]) -> None:
    positions = example.get("twins") or [example["position"]]
    play = example["lines"]
    if "twins" in example and len(play) > 1:  # a line for each
        found = themes([played(each, [line]) for each, line in zip(positions, play, strict=True)])
    else:
        found = themes([played(each, play) for each in positions])
    assert set(example.get("shows", ())) <= set(found.names)
    assert not set(example.get("lacks", ())) & set(found.names)


FLAT = ("fide", "micro")
"""The games of the examples that are played on one tier."""

EXCEPTIONS = [
    (True, "it needs several tiers",
     ["Plane changed", "Shadow mate", "Space cross", "Space star", "Tier crossed", "Triagonal star"]),
    (True, "Extreme, which has several tiers, has the rules for it",
     ["Absorption", "Special move", "Forced special move", "Indirect promotion"]),
    (False, "Micro, which has one tier, has the rules for it", ["Drop", "Transformation mate"]),
]  # fmt: skip
"""Themes without examples on one tier, or else on several, and why."""


def test_each_theme_has_an_example_of_both_sorts_flat_and_in_space() -> None:
    assert {name for each in EXAMPLES for sort in ("shows", "lacks") for name in each.get(sort, ())} == names()
    missing = {(flat, name) for flat in (True, False) for sort in ("shows", "lacks") for name in _without(flat, sort)}
    assert missing == {(flat, name) for flat, _, some in EXCEPTIONS for name in some}


def _without(flat: bool, sort: str) -> set[str]:
    """The themes that no example on one tier, or on several, shows or lacks."""
    some = [each for each in EXAMPLES if (each.get("twins") or [each["position"]])[0].startswith(FLAT) == flat]
    return names() - {name for each in some for name in each.get(sort, ())}
