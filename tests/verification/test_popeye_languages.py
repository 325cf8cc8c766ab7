"""Popeye's input in German and French gives the problems of its input in English."""

from __future__ import annotations

from pathlib import Path

import pytest

import shadowmate as sm
from shadowmate.verification.popeye_reader import popeye, terms
from shadowmate.verification.puzzle_entries import read_puzzles
from shadowmate.verification.verify import read_problems
from support.cli import run
from support.puzzles import verdict

ENGLISH = """BeginProblem
Author A. Author
Origin Somewhere 1990
Title Of three
Award 1st Prize
Remark a remark
Stipulation h#2
Option SetPlay Duplex MaxSolutions 5 NoBoard
Pieces White Kc8 Qe7 Sa1
       Black Ka6 Rf7 Pb4
Twin Move c8 c7 Add black Bh8
Twin Continued Exchange e7 f7 Remove a1
Twin PolishType Stipulation h#3
Twin Rotate 90 Substitute R B
NextProblem
Stipulation #2
Forsyth 8/8/8/3k4/8/2Q5/8/K6R
ZeroPosition Mirror a1<-->h1
Twin Shift a1 a2
EndProblem
"""
GERMAN = """AnfangProblem
Autor A. Author
Quelle Somewhere 1990
Titel Of three
Auszeichnung 1st Prize
Bemerkung a remark
Forderung h#2
Option Satzspiel Duplex MaxLoesungen 5 OhneBrett
Steine Weiss Kc8 De7 Sa1
       Schwarz Ka6 Tf7 Bb4
Zwilling Versetze c8 c7 Hinzufuegen schwarz Lh8
Zwilling Ferner Tausche e7 f7 Entferne a1
Zwilling Farbwechsel Forderung h#3
Zwilling Drehung 90 Ersetze T L
WeiteresProblem
Forderung #2
Forsyth 8/8/8/3k4/8/2D5/8/K6T
NullStellung Spiegelung a1<-->h1
Zwilling Verschiebung a1 a2
EndeProblem
"""
GERMAN_SHORT = """anfang
auto A. Author
quel Somewhere 1990
tite Of three
ausz 1st Prize
beme a remark
ford h#2
opti satz dupl maxl 5 ohneb
stei weis kc8 de7 sa1
     schw ka6 tf7 bb4
zwil verset c8 c7 hinz schw lh8
zwil fern taus e7 f7 entf a1
zwil farb ford h#3
zwil dreh 90 erse t l
weiter
ford #2
fors 8/8/8/3k4/8/2D5/8/K6T
null spie a1<-->h1
zwil verschieb a1 a2
ende
"""
FRENCH = """DébutProblème
Auteur A. Author
Source Somewhere 1990
Titre Of three
Prix 1st Prize
Remarque a remark
Enoncé h#2
Option Apparent Duplex MaxSolutions 5 SansEchiquier
Pieces Blanc Rc8 De7 Ca1
       Noirs Ra6 Tf7 Pb4
Jumeau Déplacement c8 c7 Ajoute noir Fh8
Jumeau EnPlus Echange e7 f7 Ote a1
Jumeau CouleurEchange Enonce h#3
Jumeau Rotation 90 Remplace T F
ASuivre
Enonce #2
Forsyth 8/8/8/3r4/8/2D5/8/R6T
ZeroPosition Miroir a1<-->h1
Jumeau Translation a1 a2
FinProbleme
"""


def written(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "some.inp"
    file.write_text(text, encoding="utf-8")
    return file


@pytest.mark.parametrize(
    ("language", "text"),
    [("german", GERMAN), ("german", GERMAN_SHORT), ("french", FRENCH)],
    ids=["german", "shortened", "french"],
)
def test_the_same_in_another_language(language: str, text: str, tmp_path: Path) -> None:
    """Every phase has the position, stipulation and options that it has in English."""
    theirs, ours = (read_problems(written(tmp_path, each)) for each in (text, ENGLISH))
    assert [len(each.phases) for each in theirs] == [len(each.phases) for each in ours] == [10, 2]
    for one, other in zip(theirs, ours, strict=True):
        assert one.entry.fields["letters"] == language
        for field in ("authors", "source", "title", "award", "comments", "options", "stipulation"):
            assert one.entry.fields.get(field) == other.entry.fields.get(field)
        for here, there in zip(one.phases, other.phases, strict=True):
            assert (here.position, here.turn, here.stipulation) == (there.position, there.turn, there.stipulation)


def test_every_word_has_its_meaning() -> None:
    """No word of another language means something that there is not, and of none of the commands there is none."""
    for language in popeye()["languages"]:
        for what in ("commands", "options", "twins", "players"):
            english = popeye()[what].values() if what == "players" else set(popeye()[what])
            assert set(terms(language, what).values()) <= set(english)
        assert set(terms(language, "twins").values()) == set(popeye()["twins"])
        assert set(popeye()["commands"]) - set(terms(language, "commands").values()) == {"Array"}


@pytest.mark.parametrize(
    ("begin", "body", "text"),
    [
        ("anfang", "stein weiss kf6 na1 schwarz kh7\nford #2\nende", "no kind is abbreviated 'N'"),
        (
            "anfang",
            "stein weiss kf6 qa1 schwarz kh7\nford #2\nende",
            "no kind is abbreviated 'Q'; there are L, K, S, B, D, T",
        ),
        (
            "debut",
            "pieces blanc rf6 qa1 noir rh7\nenonce #2\nfin",
            "no kind is abbreviated 'Q'; there are F, R, C, P, D, T",
        ),
        ("anfang", "pieces weiss kf6 ta1 schwarz kh7\nford #2\nende", "'pieces' is no command of Popeye's"),
        ("debut", "pieces weiss kf6 ta1\nenonce #2\nfin", "'weiss' is no piece in Popeye"),
        (
            "anfang",
            "stein weiss kf6 ta1 schwarz kh7\nford #2\nbedingung koeko\nende",
            "the option or condition 'koeko' is unsupported",
        ),
        ("anfang", "stein weiss koen ka1 schwarz kh7\nford #2\nende", "Royal: properties"),
    ],
)
def test_what_cannot_be_read_is_refused_by_its_line(begin: str, body: str, text: str, tmp_path: Path) -> None:
    with pytest.raises(sm.PuzzleError) as caught:
        read_problems(written(tmp_path, f"{begin}\n{body}\n"))
    assert str(caught.value).startswith(f"{tmp_path / 'some.inp'}:") and text in str(caught.value)


def test_an_input_with_the_lines_of_latex(tmp_path: Path) -> None:
    """What follows the command is for LaTeX, up to the next command, as in Popeye's own examples."""
    latex = 'latex twin.tex\n   n SU Nachtreiter\n   g DU Grash"upfer\n'
    text = f"anfang\n{latex}ford #1\nstein weiss kf7 tb1 schw kh8\nende\n"
    (entry,) = read_puzzles("some", text).entries
    assert entry.fields["algebraic"] == {"white": ["Kf7", "Tb1"], "black": ["Kh8"]}


def test_it_is_solved_in_its_letters(tmp_path: Path) -> None:
    """`verify` expects no solution, because the file cannot state one."""
    file = str(written(tmp_path, "anfang\nford #1\nstein weiss kf7 tb1 schw kh8\nende\n"))
    assert "1.Tb1-h1 # !" in run("solve", "--file", file)[1]
    assert run("verify", file)[:2] == (0, f"{file}:1: #1: sound\n")
    assert "Pieces White Kf7 Rb1" in run("book", file, "--popeye", "-")[1].replace("\n", " ").replace("  ", " ")


OUTPUT = {
    "problemist": ("K Q", " zugzwang.", " threat:", "but"),
    "german": ("K D", " Zugzwang.", " Drohung:", "Aber"),
    "french": ("R D", " blocus.", " menace:", "mais"),
}
"""The letters of King and Queen, and what Popeye 4.104 prints, in each language."""


@pytest.mark.parametrize("language", OUTPUT)
def test_solutions_are_read_in_the_language(language: str) -> None:
    """These words distinguish threats, refutations and waiting moves from moves."""
    letters, zugzwang, threat, but = OUTPUT[language]
    king, queen = letters.split()
    pieces = f"white: [{king}f6, {queen}b2], black: [{king}h8]"
    text = f"letters: {language}\nalgebraic: {{{pieces}}}\n"
    solution = f"  1.{king}f6-f7 ?{threat}\n          2.{queen}b2-g7 #\n      {but}\n          1...{king}h8-h7 !\n"
    faults = verdict(f"{text}stipulation: '#2'\nsolution: |\n{solution}", economy=False).faults
    assert "unread" not in {fault.sort.value for fault in faults}
    waiting = verdict(f"{text}stipulation: '#2'\nsolution: |\n  1.{king}f6-f7 ?{zugzwang}\n", economy=False).faults
    assert "unread" not in {fault.sort.value for fault in waiting}
