"""Nothing in silence: options without effect are refused, and an unusual end is reported."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from support.cli import fail, run

CHESS = "algebraic: {white: [Kf6, Ra1], black: [Kh7]}\nstipulation: '#2'\n"
PRINCE = "game: prince\nalgebraic: {white: [PrEf6], black: [KiHh8]}\nstipulation: '#1'\n"


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    "asked",
    [
        ("show", "prince: white KiAa1 black KiHh8", "--figurines"),
        ("pieces", "makruk", "--figurines"),
        ("pieces", "raumschach", "king", "--figurines"),
        ("show", "--puzzle", "PRINCE", "--figurines"),
        ("solve", "--file", "PRINCE", "--notation", "figurines"),
        ("book", "PRINCE", "--html", "HTML", "--figurines"),
    ],
)
def test_figurines_are_refused_where_a_game_has_none(
    asked: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "prince.yaml").write_text(PRINCE, encoding="utf-8")
    places = {"PRINCE": str(tmp_path / "prince.yaml"), "HTML": str(tmp_path / "book.html")}
    text = fail(monkeypatch, capsys, *(places.get(word, word) for word in asked))
    assert "figurines: " in text and "gives its pieces no symbols" in text
    assert [each.name for each in tmp_path.iterdir()] == ["prince.yaml"]


def test_figurines_of_some_games_of_a_file(tmp_path: Path) -> None:
    """If one of two games has figurines, the error names the other."""
    (tmp_path / "both.yaml").write_text(f"{CHESS}---\n{PRINCE}", encoding="utf-8")
    code, out, text = run("show", "--puzzle", str(tmp_path / "both.yaml"), "--figurines")
    assert code == 0 and "♔" in out
    assert "note: --figurines: prince gives its pieces no symbols" in text


@pytest.mark.parametrize(
    ("missing", "wanted"),
    [("fpdf", ("--html", "--pdf")), ("fpdf", ("--yaml", "--pdf")), ("", ("--html", "--latex"))],
    ids=["HTML and PDF", "YAML and PDF", "LaTeX of another game"],
)
def test_a_book_that_cannot_be_written_whole_is_not_begun(
    missing: str,
    wanted: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    if missing:
        monkeypatch.setitem(sys.modules, missing, None)
    (tmp_path / "problems.yaml").write_text(CHESS if missing else PRINCE, encoding="utf-8")
    files = [word for option in wanted for word in (option, str(tmp_path / f"book.{option[2:]}"))]
    files = [word.replace(".latex", ".tex") for word in files]
    text = fail(monkeypatch, capsys, "book", str(tmp_path / "problems.yaml"), *files)
    assert ("fpdf2" if missing else "the package diagram has boards of chess alone") in text
    assert [each.name for each in tmp_path.iterdir()] == ["problems.yaml"]


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("position", "number", "named"),
    [
        # By hand: no piece attacks the lone General; each step is to the other General's file or the Chariot's row.
        ("xiangqi: white Ke1 Ra9 black Kd10", 1, "wins by stalemate are left out: `solve` with 'win1' counts them"),
        ("xiangqi: white Ke1 black Kd10", 2, "wins by stalemate are left out: `solve` with 'win2' counts them"),
        ("koth: white Kd3 black Ka8", 1, "wins by goal are left out: `solve` with 'win1' counts them"),
        ("fide: white Ka1 Ra2 black Kd8", 1, None),
    ],
)
def test_where_no_mate_is_found_other_wins_are_named(position: str, number: int, named: str | None) -> None:
    """A stalemate wins in Xiangqi, and the centre in King of the Hill; chess is won by checkmate alone."""
    mate, solve = run("mate", position, "--in", str(number))[1], run("solve", position, f"#{number}")[1]
    for text in (mate, solve):
        assert f"{named or 'left out'}" in text if named else "left out" not in text


def test_what_is_named_counts_the_win() -> None:
    """Eight moves stalemate the General at once; `win1` finds them, and no mate is among them."""
    code, out, _ = run("solve", "xiangqi: white Ke1 Ra9 black Kd10", "win1")
    assert code == 1 and out.startswith("win1: 8 keys")


BLOCK = "algebraic: {white: [Kc6, Qf3, Sb5, Pa3], black: [Kc4, Se4, Pd4]}\nstipulation: '#2'\n"
QUEEN = "algebraic: {white: [Ka3, Qg8, Sg4], black: [Ka1, Sa8]}\nstipulation: h#2\n"
TWO_KEYS = "algebraic: {white: [Kg6, Ra1, Rb1], black: [Kg8]}\nstipulation: '#1'\n"
UNHEEDED = ("Threat 2", "NonTrivial 1 2", "Intelligent", "MaxTime 5", "NoShortVariations", "Beep")
AS_USUAL = ("Variation", "NoBoard", "MatesIn1")
POPEYE = """BeginProblem
Option {}
Stipulation #1
Pieces White Kg6 Ra1b1 Black Kg8
EndProblem
"""


def written(folder: Path, problem: str, *options: str) -> str:
    (folder / "options.yaml").write_text(f"{problem}options: [{', '.join(options)}]\n", encoding="utf-8")
    return str(folder / "options.yaml")


@pytest.mark.parametrize("option", UNHEEDED)
def test_an_option_that_is_not_carried_out_is_named(option: str, tmp_path: Path) -> None:
    file = written(tmp_path, TWO_KEYS, option)
    solving, verifying = run("solve", "--file", file), run("verify", file)
    assert f"note: {file}:3: {option}: not supported here, ignored\n" in solving[2]
    assert f"remark: option (line 3): {option}: not supported here, ignored" in verifying[1]
    assert f"{option}: not supported here, ignored" in run("book", file, "--html", str(tmp_path / "book.html"))[2]
    assert f"{option}: not supported here, ignored" in run("themes", file)[2]


def test_the_same_of_popeyes_input(tmp_path: Path) -> None:
    (tmp_path / "problem.inp").write_text(POPEYE.format("Threat 1 Variation"), encoding="utf-8")
    text = run("solve", "--file", str(tmp_path / "problem.inp"))[2]
    assert f"{tmp_path / 'problem.inp'}:2: Threat 1: not supported here, ignored" in text and "Variation" not in text


@pytest.mark.parametrize("option", AS_USUAL)
def test_an_option_that_asks_for_what_is_always_done_is_not_reported(option: str, tmp_path: Path) -> None:
    file = written(tmp_path, TWO_KEYS, option)
    assert option not in run("solve", "--file", file)[2] + run("verify", file)[1]


def test_tries_are_printed_where_a_file_asks_for_them(tmp_path: Path) -> None:
    plain, asked = written(tmp_path, CHESS), ("solve", "--file", str(tmp_path / "options.yaml"))
    without, with_tries = run(*asked)[1], run(*asked, "--tries")[1]
    assert written(tmp_path, CHESS, "Try") == plain
    code, out, text = run(*asked)
    assert (code, out) == (0, with_tries) and without != with_tries and "?" in out
    assert "Try" not in text


def test_the_search_stops_at_the_number_of_solutions_in_the_file(tmp_path: Path) -> None:
    """Both Rooks mate on the eighth row."""
    for most, shown in ((1, 1), (2, 2), (3, 2)):
        file = written(tmp_path, TWO_KEYS, f"MaxSolutions {most}")
        _, out, text = run("solve", "--file", file)
        assert sum(f"1.R{each}1-{each}8" in out for each in "ab") == shown
        assert ("there may be more solutions" in text) == (most < 3)


@pytest.mark.parametrize("option", ["MaxSolutions", "MaxSolutions 0", "MaxSolutions many", "MaxSolutions 1 2"])
def test_a_number_that_is_none_is_refused(
    option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = fail(monkeypatch, capsys, "solve", "--file", written(tmp_path, TWO_KEYS, option))
    assert f"options.yaml:3: {option}: a number of solutions follows, such as MaxSolutions 2" in text


def printed(tmp_path: Path, problem: str, *options: str) -> tuple[list[str], str]:
    """The lines of the solution, without the caption, and what is on standard error."""
    _, out, text = run("solve", "--file", written(tmp_path, problem, *options))
    return [line.strip() for line in out.splitlines() if re.match(r" *\d\.", line)], text


def test_defences_are_printed_without_threats_where_a_file_asks_for_that(tmp_path: Path) -> None:
    """As Popeye prints them."""
    found, text = printed(tmp_path, BLOCK, "NoThreat")
    knight = [f"1...Se4-{cell}" for cell in ("c5", "d2", "d6", "f2", "f6", "g3", "g5")]
    pairs = [("1...Se4-c3", "2.Sb5-d6 #"), *((move, "2.Qd1-c2 #") for move in knight), ("1...d4-d3", "2.Qd1-a4 #")]
    assert found == ["1.Qf3-d1 !", *(line for pair in pairs for line in pair)] and text == ""


@pytest.mark.parametrize(
    ("pieces", "asked", "solution"),
    [
        (
            "white: [Ka1, Rc4], black: [Ka3, Pa2, Pb3, Pc5]",
            "s#2",
            [f"1.Rc4-{x}4 ! 1...b3-b2 # 1...c5-c4 2.R{x}4*c4 2...b3-b2 #" for x in "efgh"],
        ),
        (
            "white: [Kh1, Rg1, Pg2, Ph2, Rh7, Rh6], black: [Kd8, Sh3]",
            "#2",
            ["1.g2*h3 ! 1...Kd8-c8 2.Rg1-g8 # 1...Kd8-e8 2.Rg1-g8 #"],
        ),
        ("white: [Kf6, Ra1], black: [Kh7]", "#2", ["1.Ra1-a8 ! 1...Kh7-h6 2.Ra8-h8 #"]),
    ],
)
def test_without_threats_no_move_has_a_purpose(pieces: str, asked: str, solution: list[str], tmp_path: Path) -> None:
    """Popeye's solutions under NoThreat and MatesIn1: neither `threat:` nor `zugzwang.`."""
    problem = f"algebraic: {{{pieces}}}\nstipulation: '{asked}'\n"
    assert " ".join(printed(tmp_path, problem, "NoThreat")[0]) == " ".join(solution)
    assert any("threat:" in line or "zugzwang." in line for line in printed(tmp_path, problem)[0])


def test_only_short_solutions_are_printed_where_a_file_asks_for_that(tmp_path: Path) -> None:
    """Popeye prints one line of set play and two solutions of its h#2; without the option there are 410 lines."""
    found, text = printed(tmp_path, QUEEN, "SetPlay", "StopOnShortSolutions")
    assert found == ["1...Qg8-a2 #", "1.Sa8-b6 Qg8-a2 #", "1.Sa8-c7 Qg8-a2 #"]
    assert "StopOnShortSolutions: there may be more solutions" in text
    none_short, text = printed(tmp_path, QUEEN.replace("h#2", "h#1"), "SetPlay", "StopOnShortSolutions")
    assert none_short == found and text == ""


def test_a_number_of_solutions_is_that_of_play_and_of_set_play(tmp_path: Path) -> None:
    """Popeye prints three lines of each."""
    found, text = printed(tmp_path, QUEEN, "SetPlay", "MaxSolutions 3")
    assert [line.startswith("1...") for line in found] == [True] * 3 + [False] * 3
    assert "MaxSolutions: there may be more solutions" in text


@pytest.mark.parametrize(
    ("problem", "option"),
    [("QUEEN", "NoThreat"), ("QUEEN", "Try"), ("BLOCK", "StopOnShortSolutions")],
)
def test_an_option_that_this_play_does_not_have_is_named(problem: str, option: str, tmp_path: Path) -> None:
    _, text = printed(tmp_path, {"QUEEN": QUEEN, "BLOCK": BLOCK}[problem], option)
    assert f":3: {option}: not supported here, ignored" in text


@pytest.mark.parametrize(
    ("asked", "lacking"),
    [
        (("fide: white Kf6 Rg1 black Kh8", "#2", "--set-play"), ["there is no set play"]),
        (("fide: white Kf6 Ra1 black Kh7", "#2", "--set-play", "--tries"), []),
        (("fide: white Ka1 black Kh8", "#1", "--tries"), ["there is no try"]),
        (("fide: white Ka1 black Kh8", "#1"), []),
        (
            ("fide: white Ka1 black Kh8", "#1", "--tries", "--duplex"),
            ["there is no try if white begins", "there is no try if black begins"],
        ),
    ],
)
def test_set_play_and_tries_that_do_not_exist_are_reported(asked: tuple[str, ...], lacking: list[str]) -> None:
    _, _, notes = run("solve", *asked)
    assert re.findall("note: (there is no .*)", notes) == lacking


def test_set_play_and_tries_of_problems_in_a_file_that_do_not_exist_are_reported(tmp_path: Path) -> None:
    file = tmp_path / "problems.yaml"
    file.write_text(f"{CHESS}---\nalgebraic: {{white: [Ka1], black: [Kh8]}}\nstipulation: '#1'\n", encoding="utf-8")
    _, _, notes = run("solve", "--file", str(file), "--set-play", "--tries")
    assert re.findall("note: .*: there is .*", notes) == ["note: 2: there is no set play and no try"]
