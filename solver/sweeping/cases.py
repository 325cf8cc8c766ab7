"""The cases of a sweep: lines of a file, problems of puzzle files, placements of some material, or pairs of kinds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from ..errors import OptionError, quoted
from ..play.game import Game
from ..verification.errors import PuzzleError
from ..verification.puzzle_entries import Entry, read_file
from ..verification.verify import puzzle_files
from .errors import SweepError


@dataclass(frozen=True, slots=True)
class Case:
    """One case.

    Attributes:
        number: its number in the sweep, from 1.
        text: what the command is asked about.
        line: its line in its file, if it has one.
        placements: how many symmetric placements it stands for, if it is one.
    """

    number: int
    text: str
    line: int | None = None
    placements: int | None = None


@dataclass(frozen=True, slots=True)
class Cases:
    """The cases of a sweep.

    Attributes:
        facts: what they are known by, as JSON: the same facts are the same cases.
        total: how many there are.
        some: gives the cases from one place, counted from 0, to before another.
        files: the files that have to be read to answer them.
    """

    facts: dict[str, Any]
    total: int
    some: Callable[[int, int], Sequence[Case]]
    files: tuple[Path, ...] = ()


def of_lines(name: str, lines: Sequence[tuple[int, str]]) -> Cases:
    """The lines of a file, each a case.

    Args:
        name: the file.
        lines: their numbers and texts.

    Raises:
        SweepError: if there are none.
    """
    cases = [Case(number, text, line) for number, (line, text) in enumerate(lines, 1)]
    digest = sha256("".join(f"{line}\n{text}\n" for line, text in lines).encode()).hexdigest()
    return _listed({"lines": name, "sha256": digest}, cases, name)


def of_problems(path: Path) -> Cases:
    """The problems of a puzzle file, or of all puzzle files in a folder, as `FILE#N`; a file that cannot be read is a
    case, too.

    Raises:
        PuzzleError: if a folder has no puzzle file.
    """
    found: list[tuple[str, int | None]] = []
    files = puzzle_files(path)
    for file in files:
        try:
            places = read_file(file).places
        except PuzzleError:
            found.append((str(file), None))
            continue
        lines = (each.line if isinstance(each, Entry) else None for each in places)
        found += ((f"{file}#{number}", line) for number, line in enumerate(lines, 1))
    cases = [Case(number, *each) for number, each in enumerate(found, 1)]
    return _listed({"problems": str(path)}, cases, str(path), tuple(files))


def of_pairs(game: Game) -> Cases:
    """All pairs of kinds of a game that an atlas has, such as `Q R`.

    Raises:
        EndgameError: if the game can have no atlas.
    """
    from ..endgame.atlas import agenda  # its import takes longer than many answers

    pairs = dict.fromkeys(" ".join(attackers) for attackers, _, _ in agenda(game, pairs=True).materials)
    cases = [Case(number, pair) for number, pair in enumerate(pairs, 1)]
    return _listed({"pairs": game.name}, cases, game.name)


def of_placements(game: Game, text: str, player: str | None) -> Cases:
    """The placements of some material that are legal with a player to move, one of those that are symmetric, as
    positions.

    Args:
        game: the game, with the compiled engine.
        text: the material, as endgame tables have it.
        player: the player to move; by default the first.

    Raises:
        EndgameError: if tables cannot hold the material.
        OptionError: if there is no such player.
    """
    from ..endgame.legal_placements import LegalPlacements
    from ..endgame.successors import read_exact
    from ..endgame.table_maker import MEMORY

    players = game.ruleset.players
    turn = players[0] if player is None else player
    if turn not in players:
        raise OptionError(f"{quoted(turn)} is no player of {game.name}; there are {', '.join(players)}")
    legal = LegalPlacements(game, read_exact(game, text), players.index(turn), MEMORY)

    def some(start: int, end: int) -> list[Case]:
        return [
            Case(place + 1, str(legal.position(place)), placements=legal.placements(place))
            for place in range(start, end)
        ]

    material = f"{game.name}: {legal.material.text(game)}"
    return Cases({"placements": material, "turn": turn}, _counted(len(legal), material), some)


def _listed(facts: dict[str, Any], cases: list[Case], name: str, files: tuple[Path, ...] = ()) -> Cases:
    return Cases(facts, _counted(len(cases), name), lambda start, end: cases[start:end], files)


def _counted(number: int, name: str) -> int:
    if not number:
        raise SweepError(f"{name}: there is no case in it")
    return number
