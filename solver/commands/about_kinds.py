"""The description of a game's kinds, as facts for `--json` and as text."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from clingo import String, Symbol, SymbolType

from ..asp.terms import filled, text, vector
from ..explain.motions import betza_of
from ..explain.strings import Strings
from ..play.game import Game
from .output import counted


def kind_facts(game: Game, kind: str, cell: str) -> dict[str, Any]:
    """A kind's abbreviation, its motion in words, and the cells that it reaches on an empty board from a cell."""
    rules = game.ruleset
    motions: dict[tuple[Symbol, str, str], list[str]] = defaultdict(list)
    phrases, uses = rules.pairs("phrase"), rules.pairs("use_phrase")
    special = {tuple(s.arguments[:2]): text(s.arguments[2]) for s in rules.facts("class_phrase", 3)}
    for symbol in rules.facts("motion", 4):
        owner, how, direction, use = symbol.arguments
        if str(owner) == kind:
            sentence = special.get((how, direction), phrases.get(str(how), str(how)))
            sentence = filled(sentence, list(map(str, how.arguments)))
            phrase = "" if _is_whole(direction) else uses.get(str(use), f", as a move of the use {use}")
            motions[how, sentence, phrase].append(_class_words(game, direction))
    stated = (
        f"{sentence} {', '.join(sorted(set(classes)))}{phrase}"
        for (_, sentence, phrase), classes in sorted(motions.items())
    )
    words = list(dict.fromkeys(stated))
    army = rules.players[0]
    # An empty board has no piece that could be captured on the way.
    ends = [
        each for each in rules.routes.ends_from(game.vectors[cell], (kind,), army) if not rules.captures_on_way(each[0])
    ]
    reach = {end for _, end, use in ends if use in rules.goes}
    only_captures = {end for _, end, use in ends if use in rules.captures} - reach
    return {
        "kind": kind,
        "abbreviation": rules.abbreviations[kind],
        "motion": words,
        "from": cell,
        "reaches": len(reach),
        "cells": sorted(game.names[end] for end in reach),
        "captures": sorted(game.names[end] for end in only_captures),
    }


def _class_words(game: Game, direction: Symbol) -> str:
    leaps = [
        vector(sizes) for leap, sizes in (fact.arguments for fact in game.ruleset.facts("jump", 2)) if leap == direction
    ]
    if leaps:
        return f"{direction} {' and '.join(_sizes_words(game, sizes) for sizes in sorted(leaps))}"
    if direction.type == SymbolType.Function and direction.arguments:
        words = [_class_words(game, each) for each in direction.arguments]
        return " ".join(words if _is_whole(direction) else [direction.name, *words])
    return text(direction)


def _sizes_words(game: Game, leap: tuple[int, ...]) -> str:
    """The sizes of a leap, such as `0x1x2`, without a 0 for an axis in which the board does not extend."""
    sizes = list(leap)
    for _ in range(min(sizes.count(0), len(sizes) - len(game.ruleset.axes))):
        sizes.remove(0)
    return "x".join(map(str, sizes))


def _is_whole(direction: Symbol) -> bool:
    """Whether a direction is a string, which states itself which ways go ahead and which only capture."""
    last = direction.arguments[-1] if direction.type == SymbolType.Function and direction.arguments else direction
    return bool(last.type == SymbolType.String)


def kinds_text(facts: list[dict[str, Any]], symbols: Mapping[str, str | None]) -> str:
    """Kinds as text: their motion, and the number of cells that they reach.

    Args:
        facts: a dictionary for each kind.
        symbols: what to write before the name of each kind.
    """
    lines = []
    for fact in facts:
        shown = f"{symbols[fact['kind']]} " if symbols.get(fact["kind"]) else ""
        lines.append(
            f"{fact['abbreviation']:3} {shown}{fact['kind']}: {counted(fact['reaches'], 'cell')} from {fact['from']}"
            + (f", captures on {len(fact['captures'])} more" if fact["captures"] else "")
        )
        lines += [f"    {words}" for words in fact["motion"]]
    return "\n".join(lines)


def betza_facts(game: Game, kinds: list[str]) -> list[dict[str, Any]]:
    """The motions of kinds in Betza's notation; None for a kind that the notation cannot express."""
    letters = game.ruleset.abbreviations
    return [{"kind": kind, "abbreviation": letters[kind], "betza": betza_of(game.ruleset, kind)} for kind in kinds]


def betza_text(facts: list[dict[str, Any]]) -> str:
    """The motions of kinds in Betza's notation, as text."""
    return "\n".join(f"{f['abbreviation']:3} {f['kind']}: {f['betza'] or 'beyond the notation'}" for f in facts)


def strings_facts(strings: Strings) -> dict[str, Any]:
    """The strings of a game (capture matrix, morph boards), by name."""
    return {
        "types": [{"kind": kind, "id": sign} for kind, sign in strings.types],
        "capture_matrix": strings.matrix,
        "morphs": dict(strings.morphs),
        "promotion_choice": list(strings.choices),
        "beside": list(strings.beside),
    }


def strings_text(strings: Strings) -> str:
    """The strings of a game as the facts that its rules state."""
    lines = [f"type({number},{kind},{String(sign)})." for number, (kind, sign) in enumerate(strings.types, 1)]
    if strings.matrix:
        lines.append(f"capture_matrix({String(strings.matrix)}).")
    lines += [f"morph({kind},{String(board)})." for kind, board in strings.morphs.items()]
    if strings.choices:
        lines.append(f"promotion_choice({';'.join(strings.choices)}).")
    if strings.beside:
        lines += ["% One symbol per cell cannot express:", *strings.beside]
    return "\n".join(lines)
