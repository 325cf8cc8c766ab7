"""A tiny game, to be spoilt, and what check-rules finds in it."""

from pathlib import Path

from shadowmate.checking.findings import Finding
from shadowmate.checking.rules import check_rules

TINY = """\
% game.lp - a tiny game, to be spoilt.
#include "core/game.lp".
#include "boards/letters.lp".
#include "boards/cubic.lp".
size(3,3,3).
player(white,1).
player(black,2).
ahead(white,(0,0,1)).
ahead(black,(0,0,-1)).
kind(Kind) :- abbreviation(Kind,_).
abbreviation(king,"Ki").
motion(king,step,(orthogonal;diagonal;triagonal),any).
royal(king).
start(white,king,(1,1,1)).
start(black,king,(3,3,3)).
"""


LAST = TINY.count("\n")


def write(folder: Path, text: str, **others: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "game.lp").write_text(text)
    for name, other in others.items():
        (folder / f"{name}.lp").write_text(other)
    return folder


def only(folder: Path) -> Finding:
    found = check_rules(folder)
    assert len(found) == 1, "\n".join(map(str, found))
    return found[0]
