"""What the options of an entry ask for; `olive.yaml` has their names."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from ..asp.folders import all_folders
from ..errors import quoted
from .customs import olive
from .popeye_reader import cells, popeye
from .puzzle_entries import Entry

_SWITCHES = ("set_play", "turned", "both", "played", "tries", "no_threats", "shortest")
"""The options that are there or not: attributes of `Options`, and keys of `olive.yaml`."""


@dataclass(frozen=True, slots=True)
class Options:
    """What the options of an entry ask for.

    Attributes:
        beginner: the number and the name of the option that names the player that begins; None without one.
        passed: the cell that was just passed over; None if no option names it.
        without: the armies that have no royal piece, each with the number of the option.
        lost: the cells of the pieces that have lost castling.
        most: how many solutions are enough; None if all are wanted.
        set_play: whether the set play is a part of the solution.
        turned: whether the players change parts.
        both: whether there is a problem for each player.
        played: whether the diagram is the position after the key.
        tries: whether the tries are a part of the solution.
        no_threats: whether the solution has no threats.
        shortest: whether solutions with fewer moves than asked for are enough.
    """

    beginner: tuple[int, str] | None = None
    passed: str | None = None
    without: dict[str, int] = field(default_factory=dict)
    lost: tuple[str, ...] = ()
    most: int | None = None
    set_play: bool = False
    turned: bool = False
    both: bool = False
    played: bool = False
    tries: bool = False
    no_threats: bool = False
    shortest: bool = False


def options_of(entry: Entry) -> Options:
    """What the options of an entry ask for.

    Raises:
        PuzzleError: if one changes the rules, is unsupported, is there twice, or lacks its number.
    """
    names = olive()
    switches = {names[each]: each for each in _SWITCHES}
    found: dict[str, Any] = {"without": {}}
    known = set[str]()
    for number, option in enumerate(entry.options):
        name, *words = option.split() or [""]
        if name in known:
            raise entry.document.error(("options", number), f"the option {name} is there twice")
        known.add(name)
        number_of_words = popeye()["options"].get(name)
        if number_of_words == 0 and words:
            why = f"{option}: no word follows {name}; each option is an item of the list"
            raise entry.document.error(("options", number), why)
        if name in switches:
            found[switches[name]] = True
        elif name in names["begins"]:
            found["beginner"] = number, name
        elif name == names["passed"] and len(words) == 1:
            found["passed"] = words[0]
        elif name in names["without"]:
            found["without"][names["without"][name]] = number
        elif name == names["lost"]:
            found["lost"] = tuple(cell for word in words for cell in cells(word) or [word])
        elif name == names["most"]:
            if len(words) != 1 or not re.fullmatch(r"0*[1-9][0-9]{0,8}", words[0]):
                why = f"{option}: a number of solutions follows, such as {name} 2"
                raise entry.document.error(("options", number), why)
            found["most"] = int(words[0])
        elif name not in (*names["as_usual"], *names["about_output"]):
            right = "for the rules of another game, name it in the field `game`"
            right += "" if entry.states else " of a puzzle file (docs/problems.md)"
            right += f", as in `game: {name.lower()}`" if name.lower() in all_folders() else ""
            why = f"the option or condition {quoted(option)} is unsupported; {right}"
            raise entry.document.error(("options", number), why)
    return Options(**found)
