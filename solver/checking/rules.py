"""Finds mistakes in the rules of a game, with file and line.

`rules/core/lint.lp` finds mistakes in a game's facts. The modules here find mistakes that keep rules from being
read, names that cannot be distinguished, and the places of all mistakes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

from ..arguments import checked
from ..asp.base import UndecidedError, solve_base
from ..asp.folders import ENTRY, all_folders, find_game, game_folders
from ..asp.messages import split_message
from ..asp.rule_files import RuleFiles, read_game
from ..asp.ruleset import Ruleset
from ..asp.stages import STAGES
from ..errors import RulesError
from ..notation.line import split_game
from .capitals import capitals
from .findings import Finding, clingo_findings, elsewhere
from .idle import idle
from .initial_position import tried
from .lint import lint_faults, located, malformed
from .names import mixed_up
from .playable import unplayable
from .predicates import misspelt
from .random_moves import wrong_moves
from .readings import asked_for, misnamed
from .stated import SHARED, Statements, statements
from .strata import unstratified
from .underived import underived
from .unsafe import unsafe
from .values import valueless


def find_folder(name: str, extra: Iterable[Path] = ()) -> Path:
    """The folder that a user means: one that holds a `game.lp`, that file itself, or the game of that name.

    Args:
        name: a path or a game's name.
        extra: further folders to look for games in.

    Raises:
        RulesError: if it is a path, and there is no game in that place.
        UnknownGameError: if it is neither.
    """
    folder = Path(name)
    with suppress(OSError):  # a name that is too long for a file
        if (folder / ENTRY).is_file():
            return folder
        if folder.name == ENTRY and folder.is_file():
            return folder.parent
        if folder.is_file():
            raise RulesError(f"{name}: this is a file; a game is the folder that holds its {ENTRY}")
        if name not in all_folders(extra) and (folder.is_dir() or folder.name != name):
            _refuse(folder)
    return find_game(name, extra)


def _refuse(folder: Path) -> NoReturn:
    """Say what a path leads to that is not a game.

    Raises:
        RulesError: always.
    """
    inside = sorted(str(path) for path in game_folders([folder]).values() if path.parent == folder)
    raise RulesError(f"{folder}: a folder of games, not of one; choose one of {', '.join(inside)}")


@checked(seconds=0)
def check_rules(folder: str | Path, seconds: float = 0) -> list[Finding]:
    """Every mistake that can be found in a game's rules under any reading, by file and line.

    Files that cannot be parsed hide what is in them, so with syntax errors, scripts or lost includes
    nothing further is looked for. Rules with unsafe variables derive nothing, so with such the facts of the game are
    not looked at.

    Args:
        folder: holds the game's `game.lp`.
        seconds: the processor time for random moves, if nothing else is found: those are reported that lead to what is
            no position, or leave a player without a royal piece in a game that goes on. Such a finding is about the
            first line of `game.lp`.

    Raises:
        RulesError: if there is no `game.lp`, or a file cannot be read.
    """
    if (found := mistakes(Path(folder))) or not seconds:
        return found
    files = read_game(Path(folder))
    return [Finding(Path(folder) / ENTRY, 1, words) for words in wrong_moves(Ruleset(files), seconds)]


def not_included(files: RuleFiles) -> list[Path]:
    """The files of rules in the game's folder that the game does not include, such as those of questions."""
    included = {source.path.resolve() for source in files.sources}
    some = (path for path in files.folder.glob("[!.]*.lp") if path.is_file() and path.resolve() not in included)
    return sorted(some)


def mistakes(folder: Path, readings: Collection[str] | None = None) -> list[Finding]:
    """The mistakes in a game's rules under the default readings and some others, or (None) under any."""
    found: list[Finding] = []
    files = read_game(folder, lambda path, line, message: found.append(Finding(path, line, message)))
    if not found:
        found = unsafe(files)
        stated = statements(files)
        facts = () if found else _facts(files, stated)
        found += [*_lacking(files), *misspelt(files), *idle(files), *facts]
        found += elsewhere((*valueless(files), *capitals(files)), found)
    if not found:  # or the same mistakes would be reported again
        apart = [[name] for name in asked_for(files)] if readings is None else [readings] if readings else []
        found += [finding for chosen in apart for finding in _facts(files, stated, chosen)]
    own = [finding for finding in found if files.owns(finding.path)]  # those in shared files follow from these
    return sorted({_as_asked(finding, folder) for finding in own or found})


def _as_asked(finding: Finding, folder: Path) -> Finding:
    """The finding with its file named as the user named the folder."""
    home = folder.resolve()
    if not finding.path.is_relative_to(home):
        return finding
    return replace(finding, path=folder / finding.path.relative_to(home))


def _lacking(files: RuleFiles) -> Iterator[Finding]:
    if STAGES[-1][0] not in files.parts:
        yield Finding(files.entry, 1, 'the game does not include the rules that games share: "core/game.lp"')
    name = files.folder.resolve().name
    if split_game(f"{name}:")[0] != name:
        how = "letters, digits, _ and -, and begins with a letter of English or _"
        yield Finding(files.entry, 1, f"no position can name the game of a folder called '{name}'; a name is of {how}")


def _facts(files: RuleFiles, stated: Statements, chosen: Collection[str] = ()) -> Iterator[Finding]:
    """What is wrong with the facts of the game under some readings, and with the rules about positions."""
    complaints: list[str] = []
    try:
        base = solve_base(files, chosen, ("base", "lint"), complaints, stated.facts)
    except UndecidedError as error:
        yield from unstratified(files, error.predicates)
        return
    except RulesError as error:
        yield from clingo_findings(files, error)
        return
    faults = [fault for fault in (*lint_faults(base), *mixed_up(base)) if fault.culprit != SHARED]
    yield from located(files, faults, stated.places)
    # An error in a shared file is reported only if the fact that causes it is not.
    points = [*located(files, malformed(base))]
    yield from (finding for finding in points if not faults or files.owns(finding.path))
    for complaint in complaints:
        place = split_message(complaint)
        if not faults or (place is not None and files.owns(place[0])):
            yield from clingo_findings(files, RulesError(complaint))
    if chosen:
        return
    yield from misnamed(files, base)
    sound = not faults and not points
    if sound and not complaints:
        ruleset = Ruleset(files)
        yield from located(files, unplayable(files, ruleset))
        yield from underived(files, base)
    if not complaints:
        yield from tried(files, base, sound=sound)
