"""An atlas: which kinds of a game can force mate against a bare royal piece, alone and with help, and how fast."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement, product
from typing import Any

from ..errors import quoted
from ..play.from_text import flaws_of
from ..play.game import Game
from ..play.material import Material
from ..play.piece import Type
from .errors import EndgameError
from .successors import Kinds
from .table import Result, Table
from .table_report import Report, Tally, percentage, report

Make = Callable[[Material], Table]
"""Gives the table of some material."""


@dataclass(frozen=True, slots=True)
class Entry:
    """The result of the table of some attackers against a bare royal.

    Attributes:
        attackers: the abbreviations of the attacking pieces, the royal apart.
        helped: whether their royal helps.
        report: the table's report.
    """

    attackers: tuple[str, ...]
    helped: bool
    report: Report

    @property
    def tally(self) -> Tally:
        """The placements with the attacker to move."""
        return next(iter(self.report.tallies.values()))

    @property
    def share(self) -> float:
        """The part of the legal placements with the attacker to move that are won."""
        return sum(self.tally.won.values()) / self.tally.legal if self.tally.legal else 0.0

    @property
    def verdict(self) -> str:
        """Whether mate can be forced, in words."""
        if not self.tally.won:
            return "no"
        return "always" if sum(self.tally.won.values()) == self.tally.legal else "sometimes"

    def as_json(self) -> dict[str, Any]:
        """The entry as documented for `--json`."""
        defender = list(self.report.tallies.values())[1]
        position = self.report.position
        return {
            "attackers": list(self.attackers),
            "royal_helps": self.helped,
            "material": self.report.table.material.text(self.report.table.game),
            "forces_mate": self.verdict,
            "won_share": round(self.share, 5),
            "longest": self.report.longest,
            "position": str(position) if position else None,
            "won": {str(moves): number for moves, number in self.tally.won.items()},
            "legal": self.tally.legal,
            "checkmated": defender.others.get(Result.CHECKMATED, 0),
            "zugzwangs": self.report.zugzwangs,
        }


@dataclass(frozen=True, slots=True)
class Agenda:
    """What an atlas tabulates.

    Attributes:
        materials: attackers, whether their royal helps, and the material.
        left_out: kinds that are not tabulated, and why.
    """

    materials: tuple[tuple[tuple[str, ...], bool, Material], ...]
    left_out: dict[str, str]


def agenda(
    game: Game, pairs: bool = False, attackers: Sequence[str] = (), promoted: bool = False, alone: bool = False
) -> Agenda:
    """What to tabulate.

    A kind that is promoted becomes another, whose own entry is the one that matters; such are left out unless they are
    asked for, and so is what tables cannot hold.

    Args:
        game: the game.
        pairs: pairs of kinds with their royal, instead of each kind alone and with it.
        attackers: only these kinds with their royal, in groups, such as "R R".
        promoted: also kinds that are promoted.
        alone: without their royal.

    Raises:
        EndgameError: if the game is not for two, or has not one royal kind, or the attackers are no kinds of it, or
            every kind is left out.
    """
    attacker, defender = _players(game)
    royals = sorted(game.ruleset.royal)
    if len(royals) != 1:
        raise EndgameError(f"{game.name} has {len(royals)} royal kinds, and an atlas is for games of one")
    bare: Type = (defender, (royals[0],))
    own: Type = (attacker, (royals[0],))
    names, left_out = dict[str, Type](), dict[str, str]()
    for kind, name in game.ruleset.abbreviations.items():
        each: Type = (attacker, (kind,))
        if kind in royals:
            continue
        if reason := _why_left_out(game, each, bare, promoted):
            left_out[name] = reason
        else:
            names[name] = each
    groups: Iterable[tuple[str, ...]]
    if attackers:
        groups = dict.fromkeys(tuple(each.split()) for each in attackers)
        _refuse_others(groups, names, left_out)
        left_out = {}
    else:
        groups = combinations_with_replacement(names, 2) if pairs else ((each,) for each in names)
    found = list[tuple[tuple[str, ...], bool, Material]]()
    with_royal = (True,) if pairs or attackers else (False, True)
    for group, helped in product(groups, (False,) if alone else with_royal):
        pieces = [*(names[name] for name in group), *([own] if helped else []), bare]
        material = Material.of(game, pieces)
        if not (problems := flaws_of(game, material.types)):
            found.append((group, helped, material))
        elif attackers:
            raise EndgameError("; ".join(problems))
        else:
            left_out[" ".join(group)] = "; ".join(problems)
    if not found:
        reasons = [f"; for example, {name} is left out: {why}" for name, why in left_out.items()]
        raise EndgameError(f"{game.name} has no material for an atlas{''.join(reasons[:1])}")
    return Agenda(tuple(found), left_out)


def _why_left_out(game: Game, attacker: Type, bare: Type, promoted: bool) -> str:
    """Why an attacker is not tabulated; "" if it is."""
    material = Material.of(game, [attacker, bare])
    if problems := flaws_of(game, material.types):
        return "; ".join(problems)
    kinds = Kinds(game, material)
    try:
        kinds.check(material)
    except EndgameError as error:
        return str(error)
    return "can be promoted" if kinds.is_promoted(attacker) and not promoted else ""


def _refuse_others(groups: Iterable[tuple[str, ...]], names: Collection[str], left_out: Mapping[str, str]) -> None:
    """Refuse groups of attackers of which some are not tabulated.

    Raises:
        EndgameError: if there is such a group.
    """
    for group in groups:
        unknown = [name for name in group if name not in names]
        if unknown or not group:
            why = [f"{name} is left out: {left_out[name]}" for name in unknown if name in left_out]
            there_are = (
                f"attackers are some of {', '.join(names)}, such as '{min(names)}'"
                if names
                else "no kind can be an attacker"
            )
            raise EndgameError(f"{quoted(' '.join(group))}: {'; '.join([there_are, *why])}")


def _players(game: Game) -> tuple[str, ...]:
    if len(game.ruleset.players) != 2:
        raise EndgameError(f"{game.name} has {len(game.ruleset.players)} players, and endgame tables are for two")
    return game.ruleset.players


def tabulate(todo: Agenda, make: Make) -> Iterator[Entry]:
    """Make the tables one after another."""
    for attackers, helped, material in todo.materials:
        yield Entry(attackers, helped, report(make(material)))


def lines(entries: list[Entry]) -> list[str]:
    """The atlas as text, in a table."""
    rows = [("attackers", "forces mate", "won", "longest", "zugzwangs")]
    for entry in entries:
        name = " ".join(entry.attackers) + (" with royal" if entry.helped else " alone")
        longest = "" if entry.report.longest is None else str(entry.report.longest)
        rows.append((name, entry.verdict, percentage(entry.share, 2), longest, f"{entry.report.zugzwangs:,}"))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(
            word.rjust(width) if column > 1 else word.ljust(width)
            for column, (word, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def yaml(game: Game, entries: list[Entry], left_out: dict[str, str], command: str) -> str:
    """The atlas as data, with the command that made it at the top."""
    found = [
        *(f"# {line}" for line in command.splitlines()),
        f"game: {game.name}",
        "left_out:" if left_out else "left_out: {}",
    ]
    found += [f"  {name}: {_scalar(reason)}" for name, reason in left_out.items()]
    found.append("entries:" if entries else "entries: []")
    for entry in entries:
        for number, (key, value) in enumerate(entry.as_json().items()):
            found.append(f"{'  - ' if number == 0 else '    '}{key}: {_scalar(value)}")
    return "\n".join(found) + "\n"


def _scalar(value: object) -> str:
    """A value as YAML, in one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_scalar(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return f"[{', '.join(map(_scalar, value))}]"
    if isinstance(value, float):
        return str(value) if "e" not in str(value) else f"{value:.5f}"  # 8e-05 is a text to YAML
    if isinstance(value, str):
        return "'{}'".format(value.replace("'", "''"))
    return "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
