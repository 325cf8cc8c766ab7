"""Popeye's input: read as its manual has it, refused with file and line, and written back."""

from __future__ import annotations

from pathlib import Path

import pytest

import shadowmate as sm
from shadowmate.publishing.popeye_writer import popeye_input
from shadowmate.verification.puzzle_entries import read_puzzles
from shadowmate.verification.verify import Problem, read_problems
from support.cli import fail, run
from support.puzzles import verdict


def problems(tmp_path: Path, *bodies: str) -> list[Problem]:
    file = tmp_path / "some.inp"
    file.write_text("BeginProblem\n" + "\nNextProblem\n".join(bodies) + "\nEndProblem\n", encoding="utf-8")
    return read_problems(file)


def alone(tmp_path: Path, body: str) -> Problem:
    (found,) = problems(tmp_path, body)
    return found


LONG = """BeginProblem
Author          Unknown
Origin          Also Unknown
Stipulation     #2
Pieces          White   Ka3 Ra8
                Black   Kb1
Option          MoveNumbers Try SetPlay Variation
EndProblem
"""
SHORT = """Begi
Auth    Unknown
Orig    Also Unknown
Stip    #2
Piec    Whit Ka3 Ra8
        Blac Kb1
Opti    Move Try Set Vari
Endp
and whatever follows
"""


def test_words_may_be_shortened() -> None:
    """The manual's own example, in both forms."""
    (long,), (short,) = (read_puzzles("x", text).entries for text in (LONG, SHORT))
    assert long.fields == short.fields
    assert long.fields == {
        "authors": ["Unknown"],
        "source": "Also Unknown",
        "stipulation": "#2",
        "algebraic": {"white": ["Ka3", "Ra8"], "black": ["Kb1"]},
        "options": ["MoveNumbers", "Try", "SetPlay", "Variation"],
    }


@pytest.mark.parametrize(
    "forsyth",
    [
        "rsbqkbsr/pppppppp/8/8/8/8/PPPPPPPP/RSBQKBSR",
        "rsbqkbsrpppppppp32PPPPPPPPRSBQKBSR",
        "-r-s-b-q-k-b-s-r/pppppppp/////8/8/8/8/+p+p+p+p+p+p+p+p/+r+s+b+q+k+b+s+r",
    ],
)
def test_forsyth(forsyth: str, tmp_path: Path) -> None:
    """The game array, as the manual has it, and with signs of colours."""
    found = alone(tmp_path, f"Stipulation h#9\nForsyth {forsyth}\nOption WhiteToPlay").phases[0].position
    assert str(found) == str(sm.position("fide: start"))


@pytest.mark.parametrize("forsyth", ["k1K5/p7/1P6", "k1K5p7/1P6/40", "k1K5/p7/1P6/8/8/8/8/16"])
def test_what_a_forsyth_leaves_out_is_empty(forsyth: str, tmp_path: Path) -> None:
    found = alone(tmp_path, f"Stipulation #2\nForsyth {forsyth}").phases[0].position
    assert str(found) == "fide: white Pb6 Kc8 black Pa7 Ka8 turn white"


def test_pieces_of_a_kind_stand_together(tmp_path: Path) -> None:
    found = alone(tmp_path, "Pieces White Kb1 Sc3d5 Pa2b2\nBlack ka8 pa4B3\nStipulation H#2").entry.fields
    assert found["algebraic"] == {"white": ["Kb1", "Sc3", "Sd5", "Pa2", "Pb2"], "black": ["Ka8", "Pa4", "Pb3"]}
    assert found["stipulation"] == "h#2"


PIECES = "Pieces White Ke1 Ra1h1 Black Kd3 Pe2\n"


@pytest.mark.parametrize(
    ("body", "position"),
    [
        (f"{PIECES}Stip #2", "white Ra1 Ke1 Rh1 black Kd3 Pe2 turn white castle a1 h1"),
        (f"{PIECES}Stip #2\nOption NoCastling a1", "white Ra1 Ke1 Rh1 black Kd3 Pe2 turn white castle h1"),
        (f"{PIECES}Stip #2\nOption NoCastling a1h1", "white Ra1 Ke1 Rh1 black Kd3 Pe2 turn white"),
        (f"{PIECES}Stip #2\nOption HalfDuplex", "white Ra1 Ke1 Rh1 black Kd3 Pe2 turn black castle a1 h1"),
        (f"{PIECES}Stip h#2", "white Ra1 Ke1 Rh1 black Kd3 Pe2 turn black castle a1 h1"),
        (f"{PIECES}Stip h#2.5", "white Ra1 Ke1 Rh1 black Kd3 Pe2 turn white castle a1 h1"),
        (f"{PIECES}Stip h#2.5 Option HalfDuplex", "white Ra1 Ke1 Rh1 black Kd3 Pe2 turn black castle a1 h1"),
        (f"{PIECES}Stip h#2 Option WhiteToPlay", "white Ra1 Ke1 Rh1 black Kd3 Pe2 turn white castle a1 h1"),
        (
            "Pieces White Ke1 Pe4 Black Kh7 Pd4\nStipulation x1 Option HalfDuplex EnPassant e2e3e4",
            "white Ke1 Pe4 black Kh7 Pd4 turn black ep e3",
        ),
    ],
)
def test_what_options_mean(body: str, position: str, tmp_path: Path) -> None:
    """The problem is the same after it is written and read again."""
    found = alone(tmp_path, body)
    expected = str(sm.position(f"fide: {position}"))
    assert str(found.phases[0].position) == expected
    again = tmp_path / "again.inp"
    again.write_text(popeye_input([found]), encoding="utf-8")
    assert str(read_problems(again)[0].phases[0].position) == expected


@pytest.mark.parametrize(("option", "turns"), [("Duplex", "black white"), ("HalfDuplex Duplex", "white black")])
def test_duplex(option: str, turns: str, tmp_path: Path) -> None:
    """The player that begins each half is the same after writing and reading."""
    found = alone(tmp_path, f"{PIECES}Stip h#2 Option {option}")
    assert [phase.turn for phase in found.phases] == turns.split()
    again = tmp_path / "again.inp"
    again.write_text(popeye_input([found]), encoding="utf-8")
    assert [str(each.position) for each in read_problems(again)[0].phases] == [str(p.position) for p in found.phases]


def test_the_last_pawn_may_be_captured_en_passant(tmp_path: Path) -> None:
    """Popeye 4.104 prints `1.d4*e3 ep. x !`."""
    found = alone(tmp_path, "Pieces White Ke1 Pe4 Black Kh7 Pd4\nStip x1 Option HalfDuplex EnPassant e2e3e4")
    assert sm.solve(found.phases[0].position, "x1").keys == ("Pd4xe3ep",)


TWINS = """Pieces White Kb1 Sc3d5 Black Ka3 Pa4b4
Stipulation h#2
twin move c3 c4
twin cont rem d5 add white qd5
twin exch b1 a3 stip h#3
"""


def test_twins(tmp_path: Path) -> None:
    found = alone(tmp_path, TWINS)
    assert found.entry.fields["twins"] == {
        "b": "Move c3 c4",
        "c": "Continued Remove d5 Add white Qd5",
        "d": "Exchange b1 a3 Stipulation h#3",
    }
    assert [phase.heading for phase in found.phases] == ["a)", "b) wSc3-->c4", "+c) -wSd5 +wQd5", "d) wKb1<-->bKa3 h#3"]
    zero = alone(tmp_path, TWINS.replace("twin move c3 c4", "zero move c3 c5\ntwin move c3 c4"))
    assert [phase.heading[:2] for phase in zero.phases] == ["a)", "b)", "+c", "d)"]
    assert str(zero.phases[0].position).count("Nc5") == 1


PLAY = "Stip #3\nOption PostKeyPlay Variation\nPieces White Kf6 Ra8 Black Kh7 Pa7"


def test_play_after_the_key_is_verified_and_written(tmp_path: Path) -> None:
    """Popeye 4.104 prints the same for the first, except for spaces and the play after a second threat.

    For the second it prints the refutations 1...a7-a5 and 1...a7-a6.
    """
    threatening = "Stip #3\nOption PostKeyPlay\nPieces White Kf6 Qb2 Black Kh8 Pa7"
    text = f"BeginProblem\n{PLAY.replace('#3', '#2').replace(' Pa7', '')}\nNextProblem\n{PLAY.replace('#3', '#2')}\n"
    file = tmp_path / "some.inp"
    file.write_text(f"{text.replace('Ra8 Black Kh7 Pa7', 'Rb8 Black Kh7 Pa7')}NextProblem\n{threatening}\nEndProblem\n")
    first, second, third = sm.verify(file, economy=False)
    assert first.is_sound and first.solution == (" zugzwang.", "    1...Kh7-h6", "        2.Ra8-h8 #")
    (fault,) = second.faults
    assert fault.text == "postkey-#2 has no solution: the key is refuted by 1...a7-a5, 1...a7-a6"
    assert third.solution is not None and third.solution[0] == " threat:"


def test_a_stated_play_after_the_key_is_judged() -> None:
    stated = "algebraic: {white: [Kf6, Ra8], black: [Kh7]}\nstipulation: '#2'\noptions: [PostKeyPlay]\nsolution: |\n"
    assert verdict(f"{stated}  zugzwang.\n  1...Kh7-h6\n      2.Ra8-h8 #\n").faults == ()
    wrong = verdict(f"{stated}  1...Kh7-h6 2.Ra8-g8\n").faults
    assert [(fault.sort.value, fault.line) for fault in wrong] == [("line", 5)]
    left = verdict(f"{stated.replace('Kf6', 'Kf7')}  1...Kh7-h6 2.Ra8-h8\n").faults
    assert "1...Kh7-h6" in left[0].text


@pytest.mark.parametrize(
    "body", [TWINS, PLAY, f"Author A\nAuthor B\nTitle T\nRemark r\n{PIECES}Stip zg74\nOption Set Defence 1"]
)
def test_what_is_written_back_means_the_same(body: str, tmp_path: Path) -> None:
    before = problems(tmp_path, body, f"{PIECES}Stip #2")
    text = popeye_input(before)
    after = [entry.fields for entry in read_puzzles("again", text).entries]
    assert after == [each.entry.fields for each in before]
    assert "zg74" in text or "z(" not in text


@pytest.mark.parametrize(
    ("body", "line", "text"),
    [
        (f"{PIECES}Stip #2\nCondition Circe Madrasi", 4, "'Circe' is unsupported"),
        (f"{PIECES}Stip #2\nCondition Circe", 4, "of a puzzle file (docs/problems.md), as in `game: circe`"),
        (f"{PIECES}Stip h#2\nOption PostKeyPlay", 3, "play with a key"),
        (f"{PIECES}Stip #2\nOption Varation", 4, "do you mean variation?"),
        (f"{PIECES}Stip #2\nOption MaxTime", 4, "MaxTime is followed by 1 more words"),
        (f"{PIECES}Stip #2\nOption NoCastling b1", 4, "NoCastling b1: rights to castle are of a1, h1"),
        ("Pieces White Kf6\n Royal Ra1 Black Kh7\nStip #2", 3, "Royal: properties of pieces are unsupported"),
        ("Pieces White Kf6 Ra1\n Royal Black Kh7\nStip #2", 3, "Royal: properties of pieces are unsupported"),
        (f"{PIECES}Stip #2\nOption EnPassant e4e3", 4, "EnPassant e4e3: it should be where the Pawn came from"),
        (f"{PIECES}Stip #2\nTwin Add white", 4, "it should be Add PLAYER PIECE"),
        ("Pieces White Kf6\n NHa1 Black Kh7\nStip #2", 3, "NHa1"),
        (
            "Pieces White Kf6\n Na1 Black Kh7\nStip #2",
            3,
            "there are B, K, S, P, Q, R",
        ),
        ("Pieces White Kf6 Rh5\n G2b1 Black Kh7\nStip #2", 3, "no kind is abbreviated 'G2'"),  # no cells of a Rook
        ("Pieces White Kf6 Ra1\n c3 Black Kh7\nStip #2", 3, "'c3' is no piece in Popeye"),
        ("Pieces White Kf6 Ra1\n h1h2 Black Kh7\nStip #2", 3, "no kind is abbreviated 'H1'"),
        ("Pieces White Kf6\n Neutral Ra1 Black Kh7\nStip #2", 3, "neutral"),
        ("Pieces White Kf6\n Ra9 Black Kh7\nStip #2", 3, "'Ra9' is no piece in Popeye"),
        ("Stip #2\nForsyth 8/8/3k4/8/8/3.GA4/8/3K4", 3, "GAd3"),
        ("Stip #2\nForsyth 8/8/3k4/8/8/3*4/8/3K4", 3, "'*' is nothing that a Forsyth holds"),
        ("Stip #2\nForsyth 64K", 3, "a piece beyond the 64 cells"),
        (f"{PIECES}Stip ##2", 3, "'##2' is not a stipulation"),
        (f"{PIECES}SStip white 3h", 3, "SStipulation is not read"),
        (f"{PIECES}Stip #2\nTwin Rotate 45", 4, "it should be Rotate DEGREES, of 90, 180, 270"),
        (f"{PIECES}Stip #2\nTwin Move a8 a7", 4, "there is no piece on a8"),
        (f"{PIECES}Stip #2\nTwin\nOption Try", 4, "Twin is followed by a change, such as Move a1 b1"),
        (f"{PIECES}Stip #2\nZeroPosition", 4, "ZeroPosition is followed by a change"),
        (f"{PIECES}Stip #2\nTwin SStip white 3h", 4, "Twin is followed by a change"),
        (f"{PIECES}Stip #2\nTwinz Move a8 a7", 4, "'Twinz' is no command of Popeye's; do you mean"),
        (PIECES, 1, "the problem that begins here has no Stipulation"),
        ("Stip #2", 1, "the problem that begins here has neither Pieces nor Forsyth"),
        (f"{PIECES}Stip #2\nStip #3", 4, "Stipulation states anew what stands in line 3"),
        (f"{PIECES}Stip #2 3", 3, "'3' is no command of Popeye's"),
        (f"{PIECES}Stip ser-h00 2 3", 3, "'3' is no command of Popeye's"),
        (f"{PIECES}Stip #2\nForsyth 8/8/8/8/8/8/8/8", 4, "Forsyth states anew what stands in line 2"),
        ("Stip #2\nForsyth 7k/8/6K/8/8/8/8/R7", 3, "'6K' in '7k/8/6K/8/8/8/8/R7' is no rank of 8 cells"),
        ("Stip #2\nForsyth 7k/8/6K2/8/8/8/8/R7", 3, "'6K2' in '7k/8/6K2/8/8/8/8/R7' is no rank of 8 cells"),
        ("Stip #2\nForsyth 7k 8 6K1 8 8 8 8 R7", 3, "'8' is no command of Popeye's"),
        ("Stip #2\nForsyth", 3, "Forsyth is followed by one word for the whole board"),
        (f"{PIECES}Stip #2\nCondition", 4, "Condition is followed by a condition"),
        (f"{PIECES}Stip #2\nOption", 4, "Option is followed by an option"),
        (f"{PIECES}Stip #2\nOption NoCastling a1 NoCastling h1", 4, "the option NoCastling is there twice"),
        (f"{PIECES}Stip #2\nTwin Move e2 e3\nZeroPosition Move e2 e4", 5, "ZeroPosition comes once"),
        (f"{PIECES}Stip #2\nTwin Move e2 e3\nTwin Move e2 e3", 5, "twin c: it is the same problem as b)"),
        (f"{PIECES}Stip #2\nBeginProblem\n{PIECES}Stip #1", 4, "BeginProblem comes once"),
        (f"{PIECES}Stip\nOption Variation", 3, "Stipulation is followed by a stipulation, such as #2"),
        (f"{PIECES}Stip dia 1.5\nOption Variation", 3, "'dia1.5' is not a stipulation: a proof game (dia)"),
        (f"{PIECES}Stip 1->ser-h#3", 3, "play that begins with a series of moves (N->) is unsupported"),
        (
            f"{PIECES}Stip A=>B 2\nPieces White Kf6 Rb8 Black Kh7",
            3,
            "play from one position to another (a=>b) is unsupported",
        ),
        (f"{PIECES}Stip #2 Variation", 3, "'Variation' is no command of Popeye's"),
    ],
)
def test_refused_by_name_file_and_line(body: str, line: int, text: str, tmp_path: Path) -> None:
    with pytest.raises(sm.PuzzleError) as error:
        problems(tmp_path, body)
    assert str(error.value).startswith(f"{tmp_path / 'some.inp'}:{line}: ") and text in str(error.value)


def test_the_end_is_reported(tmp_path: Path) -> None:
    (tmp_path / "some.inp").write_text(f"BeginProblem\n{PIECES}Stip #2\n", encoding="utf-8")
    with pytest.raises(sm.PuzzleError, match=r"some\.inp:3: EndProblem is missing"):
        read_problems(tmp_path / "some.inp")


def test_another_game_is_none_of_popeyes(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    text = fail(monkeypatch, capsys, "book", "examples/problem.yaml", "--popeye", "-")
    assert "examples/problem.yaml:12: game: Popeye has chess alone" in text


def test_commands_read_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """`verify` asks for no solution, which such a file cannot state; made a puzzle file it has one, which is sound."""
    (tmp_path / "manual.inp").write_text(LONG, encoding="utf-8")
    remark = "    remark: option (line 7): MoveNumbers: not supported here, ignored\n"
    assert run("verify", str(tmp_path)) == (
        0,
        f"{tmp_path}/manual.inp:1: #2: sound  Unknown, Also Unknown\n{remark}",
        "",
    )
    assert run("book", str(tmp_path), "--yaml", str(tmp_path / "manual.yaml"))[0] == 0
    assert "Ra8-c8 !" in (tmp_path / "manual.yaml").read_text(encoding="utf-8")
    code, out, _ = run("verify", str(tmp_path / "manual.yaml"))
    assert code == 0 and out.endswith(f"sound  Unknown, Also Unknown\n{remark}")
    text = fail(monkeypatch, capsys, "verify", str(tmp_path / "manual.inp"), "--fix")
    assert (
        "--yaml FILE` makes one, with the solution" in text
        and (tmp_path / "manual.inp").read_text(encoding="utf-8") == LONG
    )


def test_the_title_is_printed(tmp_path: Path) -> None:
    (tmp_path / "titled.inp").write_text(LONG.replace("Origin", "Title           The Rook\nOrigin"), encoding="utf-8")
    file = str(tmp_path / "titled.inp")
    assert "sound  Unknown, The Rook, Also Unknown\n" in run("verify", file)[1]
    assert run("show", "--puzzle", file)[1].splitlines()[:3] == ["1. Unknown", "The Rook", "Also Unknown"]


def test_what_comes_after_the_end_is_reported(tmp_path: Path) -> None:
    """Popeye does not read it either; files that are joined by hand have a second problem there."""
    file = tmp_path / "some.inp"
    file.write_text(LONG + LONG, encoding="utf-8")
    code, out, remarks = run("verify", str(file))
    assert code == 2 and "some.inp:9: what comes after EndProblem (line 8) is not read" in out + remarks
