"""Themes: play that shows each of them, and play that nearly does."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from shadowmate.themes.asking import names, themes
from support.paths import TESTS
from support.played import played

EXAMPLES = yaml.safe_load((TESTS / "themes" / "examples.yaml").read_text())


QUICK = ("fide", "raumschach")
"""The games whose examples are looked at every time; others take longer to get ready."""


def examples(quick: bool) -> list[dict[str, Any]]:
    return [each for each in EXAMPLES if (each.get("twins") or [each["position"]])[0].startswith(QUICK) == quick]


def name(example: dict[str, Any]) -> str:
    return "+".join(example.get("shows", ["nothing"]))[:40]


@pytest.mark.parametrize("example", examples(quick=True), ids=name)
def test_what_is_shown(example: dict[str, Any]) -> None:
    check(example)


@pytest.mark.slow
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


def test_each_theme_has_an_example_of_both_sorts() -> None:
    shown = {name for example in EXAMPLES for name in example.get("shows", ())}
    lacking = {name for example in EXAMPLES for name in example.get("lacks", ())}
    assert shown | lacking <= names()
    assert names() - shown == set()
    assert names() - lacking == set()
