"""The claims to decide. Every file is read before the first claim is decided."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from ..api.game_objects import Game
from ..asp.folders import CLAIMS, find_game, game_folders
from ..checking.outside import DEFAULT_LIMITS, RulesLimits, try_beside
from ..errors import SURELY, ShadowmateError, meant, quoted, some_of
from .claims_file import Claim, read_claims
from .commanded import Runner
from .decide import Decided, Decider

_TRIAL = f"{__package__}.claims_trial"


@dataclass(slots=True)
class Asked:
    """The claims of one game: those to be decided, those left out, and what was decided."""

    decider: Decider
    todo: list[Claim]
    left_out: list[Claim]
    results: list[Decided] = field(default_factory=list)

    def decide(self, claim: Claim) -> None:
        """Decide one of them, and keep what was found."""
        self.results.append(self.decider.decide(claim))


def asked(
    open_game: Callable[[str, tuple[str, ...]], Game],
    runner: Runner,
    name: str | None = None,
    ids: Sequence[str] = (),
    slow: bool = False,
    rules: Sequence[Path] = (),
    limits: RulesLimits | None = None,
    reading: Callable[[Path], AbstractContextManager[object]] = lambda _: nullcontext(),
) -> list[Asked]:
    """What is to be decided.

    Args:
        open_game: the game of a name under some readings.
        runner: how commands are run.
        name: the game; by default every one with claims.
        ids: only these claims, slow or not.
        slow: also those that take long.
        rules: folders of games of a user's own.
        limits: limits for the first trial of claims from there.
        reading: what surrounds that.

    Raises:
        ShadowmateError: if a file cannot be used, or there is no such game, or no such claim.
    """
    found = []
    for game, path in _files(name, rules).items():
        with reading(path):
            try_beside(path, _TRIAL, limits or DEFAULT_LIMITS)
        file = read_claims(path)
        known = {claim.id: claim for claim in file.claims}
        for each in ids:
            if each not in known:
                hint = meant(each, known, SURELY) or f"; there are {some_of(known)}"
                raise ShadowmateError(f"{game} has no claim {quoted(each)}{hint}")
        chosen = [known[each] for each in dict.fromkeys(ids)] or [c for c in file.claims if slow or not c.slow]
        left_out = [] if ids else [claim for claim in file.claims if claim not in chosen]
        found.append(Asked(Decider(file, partial(open_game, game), runner, rules), chosen, left_out))
    return found


def _files(name: str | None, rules: Sequence[Path]) -> dict[str, Path]:
    """The files of claims, by game."""
    folders = game_folders(rules)
    found = {each: folders[each] / CLAIMS for each in sorted(folders) if (folders[each] / CLAIMS).is_file()}
    if name is None or name in found:
        return found if name is None else {name: found[name]}
    missing = find_game(name, rules) / CLAIMS
    raise ShadowmateError(f"{name} has no claims: there is no {missing}; there are claims of {', '.join(found)}")
