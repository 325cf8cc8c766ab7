"""The collection of composed problems: made again by their commands, and some solved by trying all play."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import shadowmate as sm
from support.cli import run
from support.paths import ROOT
from support.yaml_files import read_yamls

FOLDER = ROOT / "puzzles" / "problems" / "composed"
HEADER = "# Composed by the command that each entry names.\n"


def entries(path: Path) -> dict[str, str]:
    """The entries of a file by their commands."""
    parts = [each for each in path.read_text().removeprefix(HEADER).split("---\n") if each.strip()]
    return {next(line for line in each.splitlines() if line.startswith("composed: "))[11:-1]: each for each in parts}


def longest() -> list[tuple[str, str]]:
    """Of the commands of each file, which differ in how many they make, those that make most."""
    found: dict[tuple[str, str], int] = {}
    for path in sorted(FOLDER.glob("*.yaml")):
        for command in entries(path):
            words, _, count = command.rpartition(" ")
            found[path.name, words] = max(found.get((path.name, words), 0), int(count))
    return [(name, f"{words} {count}") for (name, words), count in found.items()]


@pytest.mark.exhaustive
@pytest.mark.parametrize(("name", "command"), longest())
def test_commands_make_the_entries_again(name: str, command: str, tmp_path: Path) -> None:
    made = tmp_path / name
    assert run(*shlex.split(command)[1:], "--output", str(made))[0] == 0
    known, again = entries(FOLDER / name), entries(made)
    words = command.rpartition(" ")[0]
    wanted = {each: text for each, text in known.items() if each.rpartition(" ")[0] == words}
    assert wanted and all(again.get(each) == text for each, text in wanted.items())


def test_no_problem_is_there_twice() -> None:
    """No two problems have the same pieces or the same command."""
    some = [line for path in FOLDER.glob("*.yaml") for line in path.read_text().splitlines()]
    commands = [line for line in some if line.startswith("composed: ")]
    assert len(commands) == len(set(commands))


README = FOLDER.parents[1] / "README.md"
SHOWN = re.findall(r"\(`composed/(\w+)\.yaml#(\d+)`\): `(.*?) !`.*?\n\n!\[.*?: (.*?)\]\((.*?)\)", README.read_text())
"""What is shown there: files, numbers, first moves, positions, pictures."""


@pytest.mark.sample(1)
@pytest.mark.parametrize(("name", "number", "first", "pieces", "picture"), SHOWN)
def test_the_best_are_shown_as_they_are(
    name: str, number: str, first: str, pieces: str, picture: str, tmp_path: Path
) -> None:
    entry = read_yamls(FOLDER / f"{name}.yaml")[int(number) - 1]
    position = sm.position(f"{name}: {pieces}")
    for army, some in entry["algebraic"].items():
        cells = {cell for cell, piece in position.pieces.items() if piece.army == army}
        assert len(some) == len(cells) and all(one.endswith(tuple(cells)) for one in some)
    assert entry["solution"].startswith(f"{first} !")
    assert run("show", f"{name}: {pieces}", "--svg", str(tmp_path / "found.svg"))[0] == 0
    assert (tmp_path / "found.svg").read_bytes() == (README.parent / picture).read_bytes()


@pytest.mark.slow
def test_the_readme_counts_them() -> None:
    stated = dict(re.findall(r"^\| `(\w+\.yaml)` \| (\d+) \|", README.read_text(), re.MULTILINE))
    assert stated == {path.name: str(len(entries(path))) for path in FOLDER.glob("*.yaml")} and len(SHOWN) == 12


SMALL = ("golem", "koth", "kyoto", "micro", "werewolf", "xiangqi")
"""Variants on flat boards: all play of two moves can be looked at. Their legal moves have oracles of their own."""


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", SMALL)
def test_all_play_of_flat_variants(name: str) -> None:
    """Of all first moves, or all lines of help play, only the stated ones reach the goal."""
    for entry in read_yamls(FOLDER / f"{name}.yaml"):
        pieces = " ".join(f"{player} {' '.join(some)}" for player, some in entry["algebraic"].items())
        play = AllPlay("won" if "win" in entry["stipulation"] else "checkmate")
        helping, moves = entry["stipulation"].startswith("h"), int(entry["stipulation"][-1])
        position = sm.position(f"{name}: {pieces} turn {'black' if helping else 'white'}", engine="compiled")
        if helping:
            solving = [" ".join(line) for line in play.together(position, 2 * moves)]
        else:
            firsts = map(str, position.legal_moves())
            solving = [first for first in firsts if play.forces(position.push(first), moves - 1)]
        stated = " ".join(word for word in entry["solution"].split() if word not in "!#+")
        (found,) = solving
        assert re.sub(r"\d\.", "", stated).startswith(found), (entry, found)


@dataclass(frozen=True)
class AllPlay:
    """Plain recursion over all play.

    Args:
        goal: for what reason the game ends when the goal is reached.
    """

    goal: str

    def is_reached(self, position: sm.Position) -> bool:
        outcome = position.outcome()
        return outcome is not None and outcome.reason == self.goal and outcome.winner not in (None, position.turn)

    def forces(self, position: sm.Position, moves: int) -> bool:
        """Whether the player that has just moved is at the goal, or forces it in `moves` more moves."""
        if not moves or position.outcome():
            return self.is_reached(position)
        afters = [position.push(defence) for defence in position.legal_moves()]
        return all(any(self.forces(after.push(move), moves - 1) for move in after.legal_moves()) for after in afters)

    def together(self, position: sm.Position, plies: int) -> Iterator[tuple[str, ...]]:
        """All lines of `plies` plies that end at the goal."""
        for move in position.legal_moves():
            after = position.push(move)
            if plies == 1:
                if self.is_reached(after):
                    yield (str(move),)
            elif after.outcome() is None:
                yield from ((str(move), *rest) for rest in self.together(after, plies - 1))
