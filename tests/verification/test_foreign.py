"""EPD, the puzzles of lichess.org and PGN: read where they ask for a mate, and else refused by what they are."""

from __future__ import annotations

from pathlib import Path

import pytest

import shadowmate as sm
from shadowmate.verification.verify import read_each, read_problems
from support.cli import fail, run

HEADER = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags"
MATE_IN_2 = (
    "000hf,r1bqk2r/pp1nbNp1/2p1p2p/8/2BP4/1PN3P1/P3QP1P/3R1RK1 b kq - 0 19,e8f7 e2e6 f7f8 e6f7,1575,76,92,657,"
    "mate mateIn2 middlegame short,https://lichess.org/71ygsFeE/black#38,Horwitz_Defense"
)
"""From the description of the file at database.lichess.org."""
NO_MATE = (
    "00008,r6k/pp2r2p/4Rp1Q/3p4/8/1N1P2R1/PqP2bPP/7K b - - 0 24,f2g3 e6e7 b2b1 b3c1 b1c1 h6c1,1793,77,95,8152,"
    "crushing hangingPiece long middlegame,https://lichess.org/787zsVup/black#48,"
)
PROMOTED = "00x,7k/P7/6K1/8/8/8/1p6/8 b - - 0 1,h8g8 a7a8q,600,80,90,10,mate mateIn1,https://lichess.org/x,"
EPD = '7k/8/6K1/8/8/8/8/R7 w - - bm Ra8#; dm 1; id "back rank";'


def written(tmp_path: Path, name: str, *lines: str) -> Path:
    (tmp_path / name).write_text("\n".join([*lines, ""]), encoding="utf-8")
    return tmp_path / name


@pytest.mark.parametrize(
    ("line", "position", "stipulation", "solution"),
    [
        (EPD, "white Kg6 Ra1 black Kh8 turn white", "#1", "1.Ra8#"),
        (
            "6rk/6pp/8/6N1/8/8/8/K7 w - - 3 9 bm Nf7+; dm 1;",
            "white Ng5 Ka1 black Pg7 Rg8 Ph7 Kh8 turn white",
            "#1",
            "1.Nf7+",
        ),
        ("4k3/8/8/8/8/8/5q2/K6r b - - dm 2;", "white Ka1 black Rh1 Qf2 Ke8 turn black", "#2", None),
        (
            "4k3/8/8/pP6/8/8/8/4K2R w K a6 dm 9;",
            "white Ke1 Rh1 Pb5 black Pa5 Ke8 turn white castle h1 ep a6",
            "#9",
            None,
        ),
    ],
)
def test_epd_is_read(line: str, position: str, stipulation: str, solution: str | None, tmp_path: Path) -> None:
    """Letters are English, castling and the cell passed over as they stand there."""
    (problem,) = read_problems(written(tmp_path, "some.epd", line))
    (phase,) = problem.phases
    assert phase.position == sm.position(f"fide: {position}", engine="compiled")
    assert (str(phase.stipulation), problem.entry.fields.get("solution")) == (stipulation, solution)


def test_lines_of_epd_are_judged(tmp_path: Path) -> None:
    wrong = EPD.replace("Ra8#", "Ra7")
    code, text, _ = run("verify", str(written(tmp_path, "some.epd", EPD, "", wrong)), "--no-economy")
    assert code == 1
    assert f"{tmp_path}/some.epd:1: #1: sound" in text and "1.Ra7 is no key" in text
    assert "1.Ra1-a8 # !" in run("solve", "--file", f"{tmp_path / 'some.epd'}#1")[1]


def test_comments_and_a_byte_order_mark_are_no_problems(tmp_path: Path) -> None:
    file = written(tmp_path, "some.epd", "\ufeff# mates", EPD, "# the end")
    (problem,) = read_problems(file)
    assert problem.entry.line == 2


def test_puzzles_of_lichess_are_read_after_their_first_move(tmp_path: Path) -> None:
    file = written(tmp_path, "puzzles.csv", HEADER, MATE_IN_2, PROMOTED)
    first, second = (each.phases[0] for each in read_problems(file))
    played = sm.position(f"fide: fen {MATE_IN_2.split(',')[1]}").push("Ke8xf7")
    assert first.position.pieces == played.pieces and first.position.turn == "white"
    assert (str(first.stipulation), str(second.stipulation)) == ("#2", "#1")
    assert second.position.fen() == "6k1/P7/6K1/8/8/8/1p6/8 w - - 0 1"
    code, text, _ = run("verify", f"{file}#1", "--no-economy")
    assert code == 0 and f"{file}:2: #2: sound" in text


@pytest.mark.parametrize(
    ("name", "lines", "line", "text"),
    [
        ("a.epd", [EPD.replace(" dm 1;", "")], 1, "this EPD has no `dm`"),
        ("a.epd", [EPD, "8/8/8/8/8/8/8/K6k w - - 0 1"], 2, "this EPD has no `dm`"),
        ("a.epd", [EPD, EPD.replace("dm 1", "dm x")], 2, "this EPD has no `dm`"),
        ("a.epd", [EPD.replace("id", "dm 2; id")], 1, "the operation `dm` is there twice"),
        ("a.epd", [EPD.replace("bm", "bn")], 1, "the operation 'bn' is unsupported; there are dm, bm, id, c0"),
        (
            "a.csv",
            [HEADER, MATE_IN_2.replace("mateIn2", "mateIn3")],
            2,
            "the theme is mateIn3, and the moves are a mate in 2",
        ),
        ("a.csv", [HEADER, f"{MATE_IN_2},more"], 2, "this row has more values than there are columns"),
        ("a.epd", [EPD, EPD.replace("R7", "R8")], 2, "a1 to h1 are 8 cells, and this describes 9"),
        ("a.epd", [EPD, "what is this"], 2, "'what is this' is no EPD"),
        ("a.epd", [EPD.rstrip(";")], 1, "is no operation of an EPD; each ends with a semicolon"),
        ("a.csv", [HEADER, MATE_IN_2, NO_MATE], 3, "this puzzle of lichess.org ends in no mate"),
        ("a.csv", [HEADER, MATE_IN_2.replace("e8f7", "e8d7")], 2, "'e8d7' is not a legal move here"),
        (
            "a.csv",
            ["FEN,Moves,Themes", "8/8/8/8/8/8/8/K6k w - - 0 1,,mateIn1"],
            2,
            "this puzzle of lichess.org ends in no mate",
        ),
        ("a.pgn", ['[Event "?"]', '[FEN "8/8/8/8/8/8/8/K6k w - - 0 1"]', "", "1. Kb1 *"], 1, "this is PGN, a game"),
        ("a.txt", ["", '[Site "here"]', "1. e4 e5"], 2, "this is PGN, a game"),
        ("a.yaml", ['[White "?"]', "*"], 1, "this is PGN, a game"),
    ],
)
def test_what_asks_nothing_is_refused_by_its_line(
    name: str, lines: list[str], line: int, text: str, tmp_path: Path
) -> None:
    file = written(tmp_path, name, *lines)
    (error,) = (each for each in read_each(file) if isinstance(each, sm.PuzzleError))
    assert str(error).startswith(f"{file}:{line}: ") and text in str(error)


@pytest.mark.parametrize("command", [["verify"], ["solve", "--file"], ["book", "--html", "-"], ["themes"]])
def test_every_command_reports_it(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(tmp_path, "game.pgn", '[Event "?"]', "", "1. e4 *")
    assert f"{file}:1: this is PGN, a game" in fail(monkeypatch, capsys, *command, str(file))


def test_a_solution_is_not_written_into_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = written(tmp_path, "some.epd", EPD.replace("Ra8#", "Ra7"))
    before = file.read_text(encoding="utf-8")
    fail(monkeypatch, capsys, "verify", str(file), "--fix")
    assert file.read_text(encoding="utf-8") == before


def test_in_a_folder_they_are_found(tmp_path: Path) -> None:
    """A table of something else is passed over."""
    written(tmp_path, "a.EPD", EPD)
    written(tmp_path, "b.csv", HEADER, MATE_IN_2)
    written(tmp_path, "c.csv", "name,price", "tea,2")
    assert [each.file.name for each in read_problems(tmp_path)] == [f"{tmp_path}/a.EPD", f"{tmp_path}/b.csv"]
