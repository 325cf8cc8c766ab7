"""Whole games compared: what plain brute force counts, in positions of few pieces, by rules that were altered."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

import shadowmate as sm
from oracles.smallplay import ORTHOGONAL, Rules, differing
from shadowmate.checking.rules import find_folder
from support.cli import answer, fail

SIZE = 4
FRAME = """
#include "core/game.lp".
#include "boards/letters.lp".
#include "boards/square.lp".
game("Four").
size(4,4,1).
player(white,1).  player(black,2).
royal(king).
abbreviation(king,"K").  abbreviation(rook,"R").  abbreviation(mason,"M").
motion(mason,step,orthogonal,any).
zone(white,last,(X,4,1)) :- cell((X,4,1)).
zone(black,last,(X,1,1)) :- cell((X,1,1)).
"""
KING, ROOK = "motion(king,step,(orthogonal;diagonal),any).", "motion(rook,slide,orthogonal,any)."
EFFECT = "#program effects."
SPENT = "dies(C,mover) :- part(C,mover,rook), part(C,victim,_)."
MUTANTS = {
    "a step less": ("motion(king,step,orthogonal,any).", ROOK, Rules(king=ORTHOGONAL), "white K R black K", 1, "move"),
    "a shorter line": (KING, "motion(rook,slide(2),orthogonal,any).", Rules(reach=2), "white K R black K", 1, "move"),
    "stalemate": (KING, f"{ROOK} no_move(loses).", Rules(stalemate="loss"), "white K black K R", 3, "outcome"),
    "crowned": (KING, f"{ROOK} {EFFECT} becomes(C,mover,rook) :- part(C,mover,mason), to(C,last).",
        Rules(crowned="R"), "white M R black K", 1, "effect"),
    "spent": (KING, f"{ROOK} {EFFECT} {SPENT}", Rules(spent=True), "white R black M K", 2, "effect"),
    "nothing": (KING, f"{ROOK} no_move(loses).", Rules(stalemate="loss"), "white K", None, ""),
}  # fmt: skip


def write(folder: Path, *rules: str) -> Path:
    folder.mkdir()
    (folder / "game.lp").write_text("\n".join([FRAME, *rules, ""]), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("rules") / "four", KING, ROOK)


def pieces_of(material: str) -> list[tuple[str, int]]:
    found, owner = [], 0
    for word in material.split():
        if word in ("white", "black"):
            owner = ("white", "black").index(word)
        else:
            found.append((word, owner))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("mutant", MUTANTS)
def test_an_edited_copy_differs_as_by_brute_force(mutant: str, original: Path, tmp_path: Path) -> None:
    """The fewest pieces, and the numbers of positions that differ and that were placed, are those of brute force."""
    king, rook, rules, material, fewest, what = MUTANTS[mutant]
    copy = write(tmp_path / "four", king, rook)
    found = sm.compare_play("four", rules=original, against_rules=copy, material=material)
    pieces, placed, apart = pieces_of(material), 0, 0
    for size in range(1, (fewest or len(pieces)) + 1):
        assert not apart
        for some in combinations(pieces, size):
            positions, differ = differing(SIZE, (Rules(), rules), list(some))
            placed, apart = placed + positions, apart + differ
    assert (found.proved, found.placed, found.number) == (True, placed, apart)
    assert found.differ == bool(apart)
    if fewest:
        assert found.pieces == fewest and found.classes[0].sort.what == what
        assert sum(each.number for each in found.classes) >= found.distinct


@pytest.mark.slow
def test_positions_are_shown_with_what_differs(original: Path, tmp_path: Path) -> None:
    """The first position is one by the reference engine too."""
    copy = write(tmp_path / "four", KING, "motion(rook,slide(2),orthogonal,any).")
    reported = answer(
        "compare", "four", "--rules", str(original), "--against-rules", str(copy), "--material", "white R black K"
    )
    assert isinstance(reported, dict)
    assert (reported["differ"], reported["proved"], reported["pieces"]) == (True, True, 1)
    first = reported["classes"][0]
    moves = [
        {str(m) for m in sm.position(first["position"], rules=[folder]).legal_moves()} for folder in (original, copy)
    ]
    assert moves[1] < moves[0] and first["move"] in moves[0] - moves[1]
    assert reported["left"]["legal"] and not reported["right"]["legal"]
    # 16 cells, 8 symmetries: a corner, an edge and the middle.
    assert reported["number"] == 16 - 4 and reported["distinct"] == 2


def test_castling_and_captures_in_passing_are_placed() -> None:
    """FIDE chess equals itself, over as many positions as a count by hand gives."""
    fide = find_folder("fide")

    def placed(material: str) -> int:
        found = sm.compare_play("fide", rules=fide, against_rules=fide, material=material)
        assert found.proved and not found.differ
        return found.placed

    # The two pieces together, and each alone; the King on e1 with a Rook on a1 or on h1 may castle too.
    assert placed("white K R") == 64 * 63 + 64 + 64 + 2
    # A Pawn on its fourth row, by a double step if the two cells behind it are empty.
    assert placed("white P black P") == 2 * (48 * 47 + 8 * 45) + 48 + 48


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--material", "white Zz"], "neither a player nor a kind"),
        (["--material", "white Ki", "--kind", "king"], "it excludes --kind"),
        (["--material", "white Ki Ki"], "white Ki: an army has at most one piece of this kind"),
        (["--material", "white Ki", "--at-most", "0"], "at most 0 pieces: every placement of 'white Ki' has more"),
    ],
)
def test_what_cannot_be_placed(
    options: list[str], words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert words in fail(monkeypatch, capsys, "compare", "prince", "king_leaves", "king_stays", *options)


@pytest.mark.slow
def test_unknown_pieces_are_not_placed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    for material, why in (("white K lR+lR black K", "white lR+lR: parts of a class"), ("white S", "white S: a piece")):
        text = fail(monkeypatch, capsys, "compare", "extreme", "one_leap", "riders", "--material", material)
        assert why in text and text.count("\n") == 1


@pytest.mark.slow
def test_only_pieces_of_both_games_are_placed(tmp_path: Path) -> None:
    """Whatever game comes second."""
    usual, few = write(tmp_path / "four", KING, ROOK), write(tmp_path / "few", KING, ROOK, "most(rook,1).")
    for rules, against in ((usual, few), (few, usual)):
        with pytest.raises(sm.ShadowmateError, match=r"^white R: an army has at most one piece of this kind"):
            sm.compare_play(rules.name, rules=rules, against_rules=against, material="white R R")


@pytest.mark.slow
def test_stopped_before_the_end(original: Path, tmp_path: Path) -> None:
    from shadowmate.comparing.whole_games import PlayQuestion

    copy = write(tmp_path / "four", KING, "motion(rook,slide(2),orthogonal,any).")
    games = sm.game("four", rules=[original]), sm.game("four", rules=[copy])
    found = PlayQuestion(games, ("one", "other"), "white K").answer(stopped=lambda: True)
    assert not found.proved and "nothing is proved" in str(found)
