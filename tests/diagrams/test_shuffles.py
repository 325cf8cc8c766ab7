"""Definitions with `shuffle=`: which arrays there are, and how Kings castle in them."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from random import Random

import pytest

import shadowmate as sm
from shadowmate.diagrams.definition import DiagramError, read_definition
from shadowmate.diagrams.shuffles import Shuffles
from support.cli import answer, fail
from support.paths import DATA
from support.same_play import assert_same_play_from

CHESS = (DATA / "diagrams" / "chess960.txt").read_text(encoding="utf-8")
USUAL = "RNBQKBNR"
CASTLING = {((5, 1), (1, 1)), ((5, 1), (8, 1))}


def rows(text: str) -> list[str]:
    """The first rows of all arrays, in order."""
    found = read_definition(text)
    shuffles = Shuffles(found, CASTLING)
    assert {row for _, row in shuffles.cells} == {1}
    placed = (
        {x: found.types[n].id for (x, _), n in zip(shuffles.cells, each, strict=True)} for each in shuffles.arrays
    )
    return ["".join(signs.get(x, USUAL[x - 1]) for x in range(1, 9)) for signs in placed]


def is_chess960(row: str) -> bool:
    """Laws of Chess, Guidelines II: the King is between the Rooks, and the Bishops are on unlike shades."""
    bishops = [place for place, sign in enumerate(row) if sign == "B"]
    return row.index("R") < row.index("K") < row.rindex("R") and sum(bishops) % 2 == 1


def test_the_arrays_of_chess960() -> None:
    found = rows(CHESS)
    assert len(found) == len(set(found)) == 960
    assert set(found) == {row for row in map("".join, set(permutations(USUAL))) if is_chess960(row)}


@pytest.mark.parametrize(
    ("shuffle", "expected"),
    [
        ("QK", {"RNBQKBNR", "RNBKQBNR"}),
        ("!QN", {"RNBQKBNR", "RQBNKBNR"}),
        ("QN", {"RNBQKBNR", "RQBNKBNR", "RNBNKBQR"}),
        ("NB,QK", {f"R{a}{b}{k}{c}{d}R" for k in ("QK", "KQ") for a, b, c, d in set(permutations("NBBN"))}),
        ("RK", {USUAL}),
    ],
)
def test_shuffles_in_words(shuffle: str, expected: set[str]) -> None:
    """A single piece after `!` stays on its shade; shuffles follow each other; a King stays between its Rooks."""
    assert set(rows(CHESS.replace("!BRNQK", shuffle))) == expected


def test_shuffles_that_overlap_leave_no_array_out() -> None:
    """The same by permutations, where several arrays become one again."""
    expected = {"ABCDEFGH"}
    for stage in (stages := "ABCDE,DEFGH,ABCDE").split(","):
        kept = {"".join("." if sign in stage else sign for sign in row) for row in expected}
        orders = list(permutations(stage))
        expected = {
            "".join(next(rest) if sign == "." else sign for sign in row)
            for row in kept
            for order in orders
            for rest in [iter(order)]
        }
    types = "".join(f"{name}:{name}:W::{name.lower()}1\n" for name in "ABCDEFGH")
    found = Shuffles(read_definition(f"maxPromote=0\nshuffle={stages}\n{types}King:K:K::a3\n"), ())
    assert {"".join("ABCDEFGH"[number] for number in each) for each in found.arrays} == expected


@pytest.mark.sample(0, 4)
@pytest.mark.parametrize("number", sorted(Random(1).sample(range(1, 961), 12)))
def test_any_array_plays_as_chess960_does(number: int, tmp_path: Path) -> None:
    """The rules of Chess960 begin with the same array, given as a FEN."""
    (tmp_path / "any.txt").write_text(CHESS)
    reported = answer("import", str(tmp_path / "any.txt"), "--to", str(tmp_path / "any"), "--array", str(number))
    assert reported["left_out"] == []
    row = rows(CHESS)[number - 1]
    fen = f"fen {row.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{row} w KQkq - 0 1"
    other = sm.game("any", rules=tmp_path, engine="compiled").start()
    assert_same_play_from(sm.game("chess960", engine="compiled").position(fen), other, str(number), 150)


@pytest.mark.slow
def test_without_a_number_the_array_is_that_of_the_definition(tmp_path: Path) -> None:
    (tmp_path / "usual.txt").write_text(CHESS)
    reported = answer("import", str(tmp_path / "usual.txt"), "--to", str(tmp_path / "usual"))
    why = "the array is that of the definition, one of 960; choose another with --array"
    assert reported["left_out"] == [{"line": 2, "text": "shuffle=!BRNQK", "reason": why}]
    assert "white Ra1 Pa2 Nb1 Pb2 Bc1 Pc2 Qd1" in str(sm.game("usual", rules=tmp_path).start())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "number", "words"),
    [
        (CHESS, "961", "--array: there are 960 arrays, from 1 on; 961 is none"),
        (CHESS.replace("shuffle=!BRNQK\n", ""), "1", "--array: has no effect, as the definition has no shuffle="),
        (CHESS.replace("!BRNQK", "BX"), "1", "line 2: shuffle: 'X' is no ID of a type"),
        (CHESS.replace("::b1,g1", "::b1,g1,,b6"), "1", "line 2: shuffle: Black's array has a knight elsewhere"),
    ],
)
def test_arrays_that_do_not_exist_are_refused(
    text: str,
    number: str,
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "wrong.txt").write_text(text)
    arguments = ("import", str(tmp_path / "wrong.txt"), "--to", str(tmp_path / "wrong"), "--array", number)
    assert words in fail(monkeypatch, capsys, *arguments)
    assert not (tmp_path / "wrong").exists()


@pytest.mark.slow
def test_too_many_arrays_are_refused() -> None:
    kinds = "".join(f"kind{n}:{chr(65 + n)}:W::{chr(97 + n)}1\n" for n in range(10))
    found = read_definition(f"files=10\nshuffle=ABCDEFGHIJ\n{kinds}")
    with pytest.raises(DiagramError, match="more than 200,000 arrays"):
        Shuffles(found, [])
