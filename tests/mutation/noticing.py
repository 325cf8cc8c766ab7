"""Who notices a mutant: the questions of the battery about its file, or all of its games."""

from __future__ import annotations

from copy import copy
from functools import cache
from pathlib import Path

from mutation.battery import BATTERY, Question, folders
from mutation.mutants import ROOT, Mutant
from shadowmate.api import Game
from shadowmate.asp.files import RuleFiles, read_game
from shadowmate.asp.folders import find_game
from shadowmate.asp.ruleset import Ruleset
from shadowmate.errors import RulesError


@cache
def files_of(game: str) -> RuleFiles:
    """The rule files of a game, unaltered."""
    return read_game(find_game(game, map(Path, folders())))


def questions(mutant: Mutant, every: bool = False) -> list[Question]:
    """What a mutant is asked: what is about the altered file, or every question whose game includes it.

    Small boards come first, as they answer most quickly, and other readings than the defaults last in their game.
    """
    about = mutant.file.split("/")[-1].removesuffix(".lp")
    paths = {game: {source.path for source in files_of(game).sources} for game in {q.game for q in BATTERY}}
    found = [q for q in BATTERY if (every or about in q.about) and ROOT / mutant.file in paths[q.game]]
    return sorted(found, key=lambda q: (len(ruleset(q.game, ()).cells), q.readings))


@cache
def ruleset(game: str, readings: tuple[str, ...]) -> Ruleset:
    """The rules of a game, unaltered."""
    return Ruleset(files_of(game), readings)


def altered(mutant: Mutant, game: str, readings: tuple[str, ...]) -> Game:
    """A game by the altered rules. If only rules about positions have changed, what always holds is kept."""
    files = mutant.apply(files_of(game))
    if mutant.part == "base":
        return Game(Ruleset(files, readings))
    rules = copy(ruleset(game, readings))
    rules.files = files
    for name in ("program", "restricted", "shares_armies"):
        vars(rules).pop(name, None)
    return Game(rules)


def same_facts(mutant: Mutant) -> bool:
    """Whether what holds in every position still does, in every game by its default readings: then it is no mutant."""
    if mutant.part != "base":
        return False
    for key in sorted({(question.game, question.readings) for question in BATTERY if not question.readings}):
        rules = ruleset(*key)
        try:
            other = altered(mutant, *key).ruleset
        except RulesError:
            return False
        if rules.signatures != other.signatures:
            return False
        if any(set(rules.facts(*each)) != set(other.facts(*each)) for each in rules.signatures):
            return False
    return True


def noticed(mutant: Mutant, every: bool = False) -> str | None:
    """What the battery says against a mutant; None if it survives."""
    games: dict[tuple[str, tuple[str, ...]], Game] = {}
    for question in questions(mutant, every):
        key = (question.game, question.readings)
        if key not in games:
            try:
                games[key] = altered(mutant, *key)
            except Exception as error:
                return f"{question.game} cannot be read: {type(error).__name__}: {error}"[:400]
        wrong = question.wrong(games[key])
        if wrong is not None:
            return wrong
    return None
