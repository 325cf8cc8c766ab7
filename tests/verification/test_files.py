"""Puzzle files: read and written byte for byte, and refused with file and line."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

import shadowmate as sm
from shadowmate.verification.phases import phases_of
from shadowmate.verification.puzzle_entries import read_file, read_puzzles, schema
from support.paths import ROOT
from support.puzzles import NAME, fixed, problem, verdict
from support.yaml_files import read_yamls

PIECES_OF_ONE = "algebraic:\n  white: [Kf6, Ra1]\n  black: [Kh7]\n"
TWO = f"{PIECES_OF_ONE}stipulation: '#2'\n"
SOLUTION = ["1.Ra1-a8 ! zugzwang.", "    1...Kh7-h6", "        2.Ra8-h8 #"]

OLIVE = [
    # As Olive dumps it: sorted fields, lists in lines of their own, tags of old versions, a comment without use.
    """---
algebraic:
  black:
  - Kh7
  white:
  - Kf6
  - Ra1
authors:
- !!python/unicode 'Mate, Shadow'
comments: [made here]   # two spaces more
date: 2007-05-05
distinction: 1st Prize
intended-solutions: '1'
solution: "1.Ra1-a8 ! zugzwang.\\n\\
  \\    1...Kh7-h6\\n        2.Ra8-h8 #"
source: A Magazine
source-id: 12/7
stipulation: '#2'
""",
    # As YACPDB has it, in several documents, with fields that only others know.
    """--- # first
authors:
  - Mate, Shadow
source:
  name: A Magazine
  issue: 01-02
  problemid: 7100
  date:
    year: 1965
award:
  tourney:
    name: A Magazine
  distinction: 1st Prize
algebraic:
  white: [Ke1, Rh1, Rg7]
  black: [Ka1, Bb1, Bf4]
stipulation: h#2
options:
  - Variation
solution: |
  1.Ka1-b2 Rg7-g2 +   2.Kb2-c1 0-0 # {castles}
keywords:
  - Castling
reprints:
  -
    name: Another
    volume: 1965-1967
glyphs:
  g: q3
foreignids: [{domain: PDB, problemid: P0}]

...
---
algebraic: {white: [Kd3, Re2], black: [Ka1]}
stipulation: h#2
twins:
  b: Move e2 g2
intended-solutions: 1
solution: |
  a)
    1.Ka1-b1 Kd3-c3   2.Kb1-c1 Re2-e1 #

  b) wRe2-->g2
    1.Ka1-b1 Kd3-c3   2.Kb1-c1 Rg2-g1 #
""",
    TWO.replace("\n", "\r\n") + "solution: 1.Ra1-a8! (zugzwang) Kh6 2.Rh8#\r\n",
]


@pytest.mark.sample(2)
@pytest.mark.parametrize("text", OLIVE)
def test_files_of_others_are_read_verified_and_written_back_byte_for_byte(text: str, tmp_path: Path) -> None:
    file = tmp_path / "problem.olv"
    file.write_bytes(text.encode())
    read = read_file(file)
    assert read.with_solutions({}) == text
    assert [found.is_sound for found in sm.verify(file)] == [True] * len(read.entries)
    assert file.read_bytes() == text.encode()


@pytest.mark.parametrize("text", OLIVE)
def test_another_solution_changes_nothing_else(text: str) -> None:
    read = read_puzzles(NAME, text)
    changed = read.with_solutions({number: ["1.Xa1-b1 !", "    1...Ya1"] for number in range(len(read.entries))})
    again = read_puzzles(NAME, changed)
    for before, after in zip(read.entries, again.entries, strict=True):
        assert after.solution == "1.Xa1-b1 !\n    1...Ya1\n"
        assert {**after.fields, "solution": 0} == {**before.fields, "solution": 0}
    assert set(re.findall("# [a-z].*", text)) <= set(re.findall("# [a-z].*", changed))
    assert changed.count("\r\n") == (changed.count("\n") if "\r\n" in text else 0)


@pytest.mark.sample(6)
@pytest.mark.parametrize(
    "stated",
    [
        "", "solution:\n", "solution: # none yet\n", "solution: 1.Ra1-b1! # wrong\n",
        "solution: |  # wrong\n  1.Ra1-b1 !\n",
        "solution: >-\n  1.Ra1-b1 !\n\n\n", "solution: '1.Ra1-b1\n\n  !'\n", 'solution: "1.Ra1-b1 !"',
        "solution:\n  1.Ra1-b1\n  !\n",
    ],
)  # fmt: skip
@pytest.mark.parametrize("rest", ["", "remarks: 1 # kept\n", "# the end\n", "---\n" + TWO])
def test_the_true_solution_replaces_any_other(stated: str, rest: str) -> None:
    text = TWO + stated + ("\n" if rest and stated and not stated.endswith("\n") else "") + rest
    written = fixed(text)
    entries = read_puzzles(NAME, written).entries
    assert entries[0].solution.splitlines() == SOLUTION
    assert verdict(written).is_sound
    assert written.startswith(TWO)
    assert all(remark in written for remark in re.findall("# .*", text))
    assert len(entries) == 1 + rest.count("---")


def test_what_is_in_braces_is_not_fixed() -> None:
    with pytest.raises(sm.PuzzleError, match="1: solution cannot be written into braces"):
        fixed("{algebraic: {white: [Kf6, Ra1], black: [Kh7]}, stipulation: '#2'}\n")


WRONG = [
    ("a: [b", 1, "no YAML"),
    ("a: b\n\tc: d", 2, "indent with spaces, not with tabs"),
    (f"{TWO}solution: 1.Ra8! threat: 2.Rh8#\n", 5, "a text with a colon goes in quotes, or below `solution: |`"),
    (f"{TWO}solution: |1.Ra8!\n", 5, "the text begins in the line below `solution: |`, indented"),
    (f"{TWO}solution: |\n1.Ra8!\n", 7, "a field is a name, a colon and a space"),
    (f"{TWO}  solution: 1.Ra8!\n", 5, "a field is a name, a colon and a space"),
    (f"{TWO}solution: '1.Ra8!\n", 6, "a quotation mark is not closed"),
    ("x: \x00", 1, "may not hold"),
    ("- a", 1, "a problem is a mapping"),
    ("", None, "there is no problem"),
    ("[a]: b", 1, "the name of a field"),
    ("a: &x [1]\nb: *x", 1, "alias"),
    (f"{TWO}stipulation: '#3'\n", 5, "there twice"),
    (PIECES_OF_ONE, 1, "stipulation is missing"),
    ("stipulation: '#2'\n", 1, "algebraic is missing"),
    (f"{PIECES_OF_ONE}stipulation: #2\n", 4, "quotation marks"),
    (f"{PIECES_OF_ONE}stipulation: mate\n", 4, "'mate' is not a stipulation"),
    (f"{PIECES_OF_ONE}stipulation: mate3\n", 4, "is not a stipulation"),
    (f"{PIECES_OF_ONE}stipulation: '#99'\n", 4, "more than 60 moves"),
    (f"{TWO}solutoin: 1.Ra8\n", 5, "do you mean 'solution'?"),
    (f"{TWO}conditions: [Circe]\n", 5, "there is no field 'conditions'; do you mean 'options'?"),
    (f"{TWO}condition: Circe\n", 5, "do you mean 'options'?"),
    (f"{TWO}Conditions: [Circe]\n", 5, "there is no field 'Conditions'; do you mean 'options'?"),
    (f"{TWO}Game: circe\n", 5, "there is no field 'Game'; do you mean 'game'?"),
    (f"{TWO}side_to_move: black\n", 5, "do you mean 'turn'?"),
    (f"{TWO}castle: [a1]\n", 5, "there is no field 'castle'; do you mean 'castling'?"),
    (f"{TWO}ep: e3\n", 5, "there is no field 'ep'; do you mean 'en-passant'?"),
    (f"{TWO}game: crazyhouse\nhand: white P\n", 6, "there is no field 'hand'; do you mean 'state'?"),
    (f"{TWO}game: threecheck\nblack_checks: 1\n", 6, "write it in `state`: 'state: black_checks ...'"),
    (f"{TWO}player: black\n", 5, "there is no field 'player'; do you mean 'turn'?"),
    (f"{TWO}to move: black\n", 5, "there is no field 'to move'; do you mean 'turn'?"),
    (f"{TWO}fen: 8/8/8/8\n", 5, "there is no field 'fen'; do you mean 'algebraic'?"),
    (f"{TWO}non-standard-stipulation: see text\n", 5, "do you mean 'stipulation'?"),
    (f"{TWO}source: {{nmae: 64}}\n", 5, "there is no field 'nmae' in source; do you mean 'name'?"),
    (f"{TWO}award: {{prize: 1}}\n", 5, "there is no field 'prize' in award; there are distinction, tourney, judges"),
    (f"{TWO}options: [Try, SetPlay, Try]\n", 5, "'Try' is there twice"),
    (f"{TWO}options: [MaxSolutions 2, MaxSolutions 3]\n", 5, "the option MaxSolutions is there twice"),
    (f"{TWO}options: [SetPlay Try]\n", 5, "SetPlay Try: no word follows SetPlay"),
    (f"{TWO}keywords: [Miniature, Miniature]\n", 5, "'Miniature' is there twice"),
    (f"{TWO}options: [EnPassant d6]\nen-passant: f6\n", 6, "the option EnPassant states en-passant already"),
    (f"{TWO}twins:\n  b: Move a1 a1\n", 6, "twin b: 'Move a1 a1' changes nothing"),
    (f"{TWO}twins:\n  b: Move a1 a2 Move a2 a1\n", 6, "twin b: it is the same problem as a)"),
    (f"{TWO}twins:\n  b: Move a1 a2\n  c: Move a1 a3\n  d: Move a1 a2\n", 8, "twin d: it is the same problem as b)"),
    (f"{TWO}twins:\n  b: Move a1 a2 Stipulation #3\n", 6, "is not a stipulation"),
    (f"{TWO}twins:\n  b: Stipulation h#2 Stipulation h#3\n", 6, "once Stipulation"),
    (f"{PIECES_OF_ONE}stipulations: '#2'\n", 4, "there is no field 'stipulations'; do you mean 'stipulation'?"),
    (f"{TWO}state: foo\n", 5, "state: 'foo': "),
    (f"{TWO}variant: circe\n", 5, "do you mean 'game'?"),
    (f"{TWO}turn: [white]\n", 5, "it should be the player that begins"),
    (f"{TWO}turn: red\n", 5, "'red' is no player: white, black"),
    (f"{TWO}game: fischer\n", 5, "fischer"),
    (f"{TWO}source: [64]\n", 5, "source is a list; it should be where it was published"),
    (f"{TWO}source: {{problemid: [1, 2]}}\n", 5, "source.problemid is a list; it should be a text or a number"),
    (f"{TWO}source:\n  date: [1984]\n", 6, "source.date is a list; it should be a text or a number, or year, month"),
    (f"{TWO}award: {{tourney: [64]}}\n", 5, "award.tourney is a list; it should be a text or a number, or name"),
    (f"{TWO}readings: [other]\n", 5, "other"),
    (f"{TWO}castling: [z9]\n", 5, "no cell 'z9'"),
    (f"{TWO}castling: [a1]\n", 5, "castling starts"),
    (f"{TWO}en-passant: d6\n", 5, "just passed"),
    (f"{TWO}twins: {{b: 3, B: Move a1 a2}}\n", 5, "letter of a twin"),
    (f"{TWO}twins:\n  b: Circle 90\n", 6, "Move, Exchange, Add, Remove, Position"),
    (f"{TWO}twins:\n  b: Move a2 a3\n", 6, "no piece on a2"),
    (f"{TWO}options: [EnPassant z9]\n", 5, "no cell 'z9'"),
    (f"{TWO}options: [EnPassant a3]\n", 5, "just passed"),
    (f"{TWO}twins:\n  b: Add white Nb1\n", 6, "there are B, K, S, P, Q, R"),
    (f"{TWO}twins:\n  b: Position Ka1\n", 6, "''"),
    (f"{TWO}intended-solutions: 0\n", 5, "how many solutions"),
    (f"{TWO}options: [Circe]\n", 5, "the option or condition 'Circe' is unsupported"),
    (f"{TWO}options: SetPlay\n", 5, "a list of options"),
    (TWO.replace("Ra1", "Ra1, Kb1"), 2, "at most one"),
    (TWO.replace("Ra1", "Ra1, Sa1"), 2, "a second piece on a1"),
    (TWO.replace("Ra1", "Na1"), 2, "there are B, K, S, P, Q, R"),
    (TWO.replace("Ra1", "Royal Sa1"), 2, "no piece and its cell"),
    (TWO.replace("Ra1", "black"), 2, "no piece and its cell"),
    (TWO.replace("Ra1", "Xa1"), 2, "'X'"),
    (TWO.replace("Ra1", "Ra9"), 2, "'a9'"),
    (TWO.replace("Ra1", "[Ra1]"), 2, "a text"),
    (TWO.replace("white:", "red:"), 2, "white, black"),
    (TWO.replace("white:", "neutral:"), 2, "'neutral'"),
    ("algebraic: {}\nstipulation: '#2'\n", 1, "a mapping of nothing"),
    ("algebraic: {white: []}\nstipulation: '#2'\n", 1, "no piece on the board"),
    (f"{TWO}solution: [1.Ra8]\n", 5, "the solution as text"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "answer"), WRONG)
def test_a_file_that_is_wrong_is_refused_with_its_line(text: str, line: int | None, answer: str) -> None:
    with pytest.raises(sm.PuzzleError) as caught:
        problem(text)
    assert str(caught.value).startswith(f"{NAME}:{line}: " if line else f"{NAME}: ")
    assert answer in str(caught.value)


def test_all_problems_that_cannot_be_read_are_reported(tmp_path: Path) -> None:
    """Those of all files of a folder, each with its line."""
    sound = 'algebraic: {white: [Kf6, Ra1], black: [Kh7]}\nstipulation: "#2"\n'
    (tmp_path / "a.yaml").write_text(f"{sound}---\n{sound.replace('Ra1', 'Xa1')}---\n{sound.replace('#2', '#two')}")
    (tmp_path / "b.yaml").write_text(sound.replace("stipulation", "stipulatoin"))
    (tmp_path / "c.yaml").write_text(sound)
    with pytest.raises(sm.PuzzleError) as caught:
        sm.verify(tmp_path)
    assert [re.sub(r".*/", "", each).split(": ")[0] for each in caught.value.mistakes] == [
        "a.yaml:4",
        "a.yaml:8",
        "b.yaml:2",
    ]


@pytest.mark.parametrize(
    ("name", "content", "answer"),
    [
        ("a.txt", b"Kf6 Ra1 - Kh7, mate in 2\n", "this is no problem: neither YAML"),
        ("a.txt", f"{TWO}authors: [M\u00fcller]\n".encode("latin-1"), "no text in UTF-8 (line 5); save it as UTF-8"),
        ("a.inp", TWO.encode(), "a.inp:1: Popeye's input begins with BeginProblem, and this with 'algebraic:'"),
        ("a.epd", b"# mates\nhello\n", "a.epd:2: 'hello' is no EPD"),
        ("a.csv", b"FEN;Moves;Themes\n", "a.csv:1: there is no column FEN"),
    ],
)
def test_a_file_that_is_no_problem_is_refused_by_its_form(
    name: str, content: bytes, answer: str, tmp_path: Path
) -> None:
    """No advice about YAML is given where a file is of another form."""
    (tmp_path / name).write_bytes(content)
    with pytest.raises(sm.PuzzleError) as caught:
        sm.verify(tmp_path / name)
    assert answer in str(caught.value) and "mapping" not in str(caught.value)


def test_fields_of_its_own_are_reported() -> None:
    """They resemble no field, so they change nothing: a problem of another program's file can be checked."""
    (fault,) = verdict(f"{TWO}solution: 1.Ra8! 1...Kh6 2.Rh8#\nanything: [1, 2]\n").faults
    assert fault.is_remark and fault.line == 6
    assert fault.text == "the field 'anything': not supported here, ignored"


def test_remarks_have_no_effect() -> None:
    remarks = "remarks: {anything: [1, 2]}\nscore: 3\nreprints: [{name: x}]\nafter: 7\n"
    assert verdict(f"{TWO}{remarks}solution: 1.Ra8! 1...Kh6 2.Rh8#\n").faults == ()


@pytest.mark.slow
def test_too_many_brackets_are_refused() -> None:
    with pytest.raises(sm.PuzzleError, match="too many lists"):
        problem("[" * 5000)


PIECES = [
    "---", "\n", "  ", "algebraic", "white", "black", "stipulation", "solution", "twins", ": ", "[", "]", "{", "}",
    "Kf6", "Ra1", "Kh7", "'#2'", "h#2", "|", ">", "- ", "#", "1.Ra1-a8 !", "1...Kh7-h6", "b: Move a1 a2", "'", "(",
    "but", "~", "castling", "e1", "options", "SetPlay", "game", "raumschach", "!", "&a ", "*a", "\t", "é", "0-0",
]  # fmt: skip


@settings(max_examples=80)
@given(st.lists(st.sampled_from(PIECES), max_size=25).map("".join), st.integers(0, 3))
@example(PIECES_OF_ONE + "stipulation: '#2'\nsolution: |\n  1.Ra1-a8 ! but\n  1...Kh7-h6 2.", 0)
def test_no_text_breaks_anything(noise: str, place: int) -> None:
    """Noise after a good file, in its solution, before it, or alone: it is read, or refused by an error of ours."""
    text = [f"{TWO}{noise}", f"{TWO}solution: |\n  {noise}\n", f"{noise}\n{TWO}", noise][place]
    try:
        read = read_puzzles(NAME, text)
        assert read.with_solutions({}) == text
        for entry in read.entries:
            if all(phase.position.game.name == "fide" for phase in phases_of(entry)):
                verdict(text, economy=False)
    except sm.PuzzleError as error:
        assert str(error).startswith(NAME)
        assert len(str(error)) < 2000


def test_the_schema_is_one_and_holds_what_is_shipped() -> None:
    asked = json.loads(schema())
    Draft202012Validator.check_schema(asked)
    for file in (ROOT / "puzzles" / "problems").rglob("*.yaml"):
        for document in read_yamls(file):
            Draft202012Validator(asked).validate(document)


def test_a_game_of_its_own_customs() -> None:
    """Unless the file states them, custom gives the rights to castle and the stipulation the player that begins."""
    castles = "algebraic: {white: [Ke1, Rh1, Rg7], black: [Ka1, Bb1, Bf4]}\nstipulation: h#2\n"
    (phase,) = problem(castles).phases
    assert str(phase.position) == "fide: white Ke1 Rg7 Rh1 black Ka1 Bb1 Bf4 turn black castle h1"
    (phase,) = problem(f"{castles}castling: []\nturn: white\n").phases
    assert str(phase.position) == "fide: white Ke1 Rg7 Rh1 black Ka1 Bb1 Bf4 turn white"
    (phase,) = problem(f"{castles}options: [WhiteToPlay]\n").phases
    assert (phase.position.turn, str(phase.stipulation)) == ("white", "h#1.5")
    passing = "algebraic: {white: [Kf2, Pe5], black: [Kh8, Pd5]}\nstipulation: '#2'\noptions: [EnPassant d6]\n"
    assert str(problem(passing).phases[0].position).endswith("turn white ep d6")


def test_twins() -> None:
    text = f"{TWO}twins:\n  b: Move a1 b1 Remove h7 Add black Kh5\n  c: Continued Exchange f6 h5\n" + (
        "  d: Stipulation h#3\n  e: Position white Ka1 black Kc1 Sb1\n"
    )
    read = [(each.label, str(each.stipulation), str(each.position)) for each in problem(text).phases]
    assert read == [
        ("a", "#2", "fide: white Ra1 Kf6 black Kh7 turn white"),
        ("b", "#2", "fide: white Rb1 Kf6 black Kh5 turn white"),
        ("c", "#2", "fide: white Rb1 Kh5 black Kf6 turn white"),
        ("d", "h#3", "fide: white Ra1 Kf6 black Kh7 turn black"),
        ("e", "#2", "fide: white Ka1 black Nb1 Kc1 turn white"),
    ]
    captured = problem(f"{TWO}twins:\n  b: Move a1 h7 Add black Ka8\n").phases[1]
    assert (
        str(captured.position) == "fide: white Kf6 Rh7 black Ka8 turn white"
    )  # the new piece replaces the old, as in Popeye
    labels = [each.label for each in problem(f"{TWO}twins:\n  a: Move a1 b1\n  b: Move a1 c1\n").phases]
    assert labels == ["a", "b"]  # the diagram itself is no problem
