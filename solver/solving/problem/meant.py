"""Hints for texts that are no stipulation: other spellings, and goals of other programs.

Nothing here is read as a stipulation. An error names the right spelling, or the goal as unsupported.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_SPELT = {
    r"[‡≠†]": "#", r"½|(?<=\d)(?:,5|1/2)$": ".5", r"^(?:help)": "h", r"^self": "s", r"^reflex": "r", r"^series": "ser-",
    r"stalemate(?:in)?(?=\d)": "=", r"(?:check)?mate(?:in)?(?=\d)": "#",
}  # fmt: skip
"""Words and signs that people write in the place of signs, as in books."""

_SOLUTIONS = "the number of solutions: intended-solutions in a file"
_MARKS = {
    r"\*": "set play: --set-play, or the option SetPlay in a file",
    r"v+": "tries: --tries, or the option Try in a file",
    r"duplex": "that either player may begin: --duplex, or the option Duplex in a file",
    r"(?:(?<=\s)|(?<=\())\d+(?:\.(?:\d+|\.+))+": _SOLUTIONS,
    r"(?:(?<=\s)|(?<=\())\d+ ?sol(?:ution)?s?\.?": _SOLUTIONS,
    r"[!?]+": "nothing in a stipulation",
}
"""Common additions to a stipulation, and how to ask for them here."""

_MARK = re.compile(rf"[\s(]*(?P<mark>{'|'.join(_MARKS)})[\s)]*$")

_PLAY = r"(?:exact-)?(?:[a-z]+-)?(?:hs|hr|h|s|r)?"
_UNSUPPORTED = {
    r"(?:s|ser-?)?pg\d*(?:\.[05])?|(?:shortest)?proof-?games?(?:in)?\d*(?:\.5)?": "a proof game",
    rf"{_PLAY}dia\d*(?:\.[05])?": "a proof game (dia)",
    rf"{_PLAY}a=>b\d*(?:\.[05])?": "play from one position to another (a=>b)",
    rf"{_PLAY}##!\d*(?:\.5)?": "the goal countermate (##!)",
    rf"{_PLAY}##\d*(?:\.5)?": "the goal double mate (##)",
    rf"{_PLAY}!#\d*(?:\.5)?": "the goal automate (!#)",
    rf"{_PLAY}%\d*(?:\.5)?": "the goal to win a piece (%)",
    rf"{_PLAY}ctr\d*(?:\.5)?": "the goal circuit by rebirth (ctr)",
    rf"{_PLAY}ct\d*(?:\.5)?": "the goal circuit (ct)",
    rf"{_PLAY}<>r\d*(?:\.5)?": "the goal exchange by rebirth (<>r)",
    rf"{_PLAY}<>\d*(?:\.5)?": "the goal exchange (<>)",
    rf"{_PLAY}c81\d*(?:\.5)?": "the goal of Chess 81 (c81)",
    rf"{_PLAY}k[a-h][1-8]\d*(?:\.5)?": "the goal kiss (k)",
    r"\d+->.+": "play that begins with a series of moves (N->)",
    r"\+|=|\+/?[-=]|draws?|(?:white|black)(?:toplay(?:and)?)?(?:wins?|draws?)": "a study without a number of moves",
    r"(?:white|black)\d+\w*\[.*": "a structured stipulation (SStipulation)",
    r"ill(?:egal)?cluster.*|retro.*|lastmove.*|-\d+\(?.*|releasetheposition.*|.*cluster.*": "a retro problem",
}
"""Goals of other programs or magazines that Shadowmate does not solve."""


def plain(text: str) -> str:
    """A text in lower case, without spaces, with signs in the place of words."""
    found = re.sub(r"\s", "", text).lower()
    for words, sign in _SPELT.items():
        found = re.sub(words, sign, found)
    return found


def unsupported(text: str) -> str | None:
    """The name of the unsupported goal in a text, if there is one."""
    asked = re.sub(r"\s", "", text).lower()
    return next((name for pattern, name in _UNSUPPORTED.items() if re.fullmatch(pattern, asked)), None)


def spellings(text: str) -> Iterator[tuple[str, str]]:
    """Stipulations that a text may mean, the likeliest first, each with the addition behind it; some are none."""
    text, behind = text.lower(), ""
    while True:
        yield from ((each, behind) for each in _in_order(plain(text)))
        found = _MARK.search(text)
        if found is None:
            return
        mark = found["mark"]
        means = next(shown for pattern, shown in _MARKS.items() if re.search(rf"{pattern}$", text.rstrip(" )")))
        behind = f" '{mark}' means {means}.{behind}"
        text = text[: found.start()]


def _in_order(text: str) -> Iterator[str]:
    """A text, and the same with its number last, or with the missing sign for mate."""
    yield text
    moved = re.fullmatch(r"(\D*?)(\d+(?:\.5)?)([^\d()]+)", text)
    if moved:
        yield f"{moved[1]}{moved[3]}{moved[2]}"
    bare = re.fullmatch(r"(\D*?)(\d+(?:\.5)?)", text)
    if bare:
        yield f"{bare[1]}#{bare[2]}"
