"""Comparison of two readings of a game, and certificates that they agree."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from ..arguments import checked, several
from ..checking.outside import DEFAULT_LIMITS
from ..comparing.certificate import Asked, Certificate, certify, check
from ..comparing.compare import check_readings, compare_games, game_in
from ..comparing.comparison import Comparison
from ..comparing.whole_game_report import PlayCompared
from ..comparing.whole_games import PlayQuestion
from ..errors import OptionError
from .game_objects import Game, game


@checked(at_most=0, rules_time=0, rules_memory=0)
def compare(
    name: str,
    left: str | None = None,
    right: str | None = None,
    kind: str | None = None,
    origin: str | None = None,
    at_most: int | None = None,
    readings: str | Sequence[str] = (),
    rules: str | Path | Sequence[str | Path] = (),
    against_rules: str | Path | Sequence[str | Path] = (),
    certificate: str | Path | None = None,
    rules_time: float = DEFAULT_LIMITS.seconds,
    rules_memory: float = DEFAULT_LIMITS.gigabytes,
) -> Comparison:
    """The smallest positions in which two readings disagree about what a piece reaches, or the proof that there is
    none.

    Args:
        name: the game.
        left, right: two readings of one question; or neither, to compare `rules` with `against_rules`.
        kind: only this kind, by name or abbreviation; by default each.
        origin: only from this cell; by default from each.
        at_most: the largest number of other pieces on the board; by default any number.
        readings: readings of other questions, for both sides.
        rules: a further folder to look for games in, or several.
        against_rules: the same for the second side.
        certificate: a file for a formula (DIMACS) without a model, if the readings agree; the proof (DRAT) is
            written beside it, with the suffix `.drat`. It needs the package `python-sat`.
        rules_time: time limit for the first trial of the rules in those folders, in seconds of processor time.
        rules_memory: memory limit for that, in gigabytes.

    Raises:
        ReadingError: if there is no such reading, it is the same twice, or they belong to different questions.
        PositionError: if there is no such kind or cell.
        UnknownGameError, RulesError, OptionError: see `shadowmate.errors`.

    >>> print(compare("prince", "paths_off_field", "field_paths_closed", "reporter").smallest.pieces)
    2
    """
    if certificate is not None and at_most is not None:
        raise OptionError("a certificate is a proof for any number of pieces, so it excludes at_most")
    open_game = partial(game, rules_time=rules_time, rules_memory=rules_memory)
    games, names = _sides(open_game, name, left, right, readings, rules, against_rules)
    found = compare_games(games, names, kind, origin, at_most)
    if certificate is not None and not found.differ:
        certify(Asked(games, names, kind, origin), Path(certificate))
    return found


@checked(at_most=1, rules_time=0, rules_memory=0)
def compare_play(
    name: str,
    left: str | None = None,
    right: str | None = None,
    *,
    material: str,
    at_most: int | None = None,
    readings: str | Sequence[str] = (),
    rules: str | Path | Sequence[str | Path] = (),
    against_rules: str | Path | Sequence[str | Path] = (),
    rules_time: float = DEFAULT_LIMITS.seconds,
    rules_memory: float = DEFAULT_LIMITS.gigabytes,
) -> PlayCompared:
    """The smallest positions of some material in which two readings disagree about moves, their effects, or
    outcomes.

    Args:
        name, left, right, readings, rules, against_rules, rules_time, rules_memory: as for `compare`.
        material: the pieces, such as `white Ki Ba black Ki`; positions with some of them are looked at, too.
        at_most: the largest number of pieces; by default all.

    Raises:
        ReadingError, UnknownGameError, RulesError, OptionError: as for `compare`.
        EndgameError: if the material cannot be read.

    >>> found = compare_play("latrunculi", "emperor_safe", "both_safe", material="white Em Es black Ro", at_most=1)
    >>> found.differ, found.placed
    (False, 750)
    """
    open_game = partial(game, rules_time=rules_time, rules_memory=rules_memory)
    games, names = _sides(open_game, name, left, right, readings, rules, against_rules)
    return PlayQuestion(games, names, material, at_most).answer()


@checked(rules_time=0, rules_memory=0)
def check_certificate(
    certificate: str | Path,
    name: str,
    left: str | None = None,
    right: str | None = None,
    kind: str | None = None,
    origin: str | None = None,
    readings: str | Sequence[str] = (),
    rules: str | Path | Sequence[str | Path] = (),
    against_rules: str | Path | Sequence[str | Path] = (),
    rules_time: float = DEFAULT_LIMITS.seconds,
    rules_memory: float = DEFAULT_LIMITS.gigabytes,
) -> Certificate:
    """Make the formula of a certificate again from the rules, and check its proof with the package `drup`.

    Args:
        certificate: the file with the formula, as `compare` wrote it; the proof is beside it.
        name, left, right, kind, origin, readings, rules, against_rules, rules_time, rules_memory: as for `compare`.

    Raises:
        ShadowmateError: naming file and line, if the certificate is not for these rules, was changed, or proves
            nothing.
    """
    open_game = partial(game, rules_time=rules_time, rules_memory=rules_memory)
    games, names = _sides(open_game, name, left, right, readings, rules, against_rules)
    found = check(Asked(games, names, kind, origin), Path(certificate))
    assert found is not None  # there is no way to stop it
    return found


def _sides(
    open_game: Callable[..., Game],
    name: str,
    left: str | None,
    right: str | None,
    readings: str | Sequence[str],
    rules: str | Path | Sequence[str | Path],
    against_rules: str | Path | Sequence[str | Path],
) -> tuple[tuple[Game, Game], tuple[str, str]]:
    """The game on either side, and the names of the sides."""
    held = several(readings, str)
    mine, theirs = (tuple(map(Path, several(each, str | Path))) for each in (rules, against_rules))
    if (left is None) != (right is None) or (left is None) != bool(theirs):
        raise OptionError("expected two readings, or the rules in two folders (against_rules)")
    if left is not None and right is not None:
        left, right = check_readings(open_game(name, held, mine), left, right)
        return (open_game(name, (*held, left), mine), open_game(name, (*held, right), mine)), (left, right)
    one, other = (open_game(game_in(name, each), held, each) for each in (mine, theirs))
    names = [", ".join(map(str, folders)) or name for folders in (mine, theirs)]
    return (one, other), (names[0], names[1])
