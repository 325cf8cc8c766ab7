"""Pieces in the letters of other languages: read, written, and named where a text makes sense in one of them only."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest

import shadowmate as sm
from shadowmate.asp.ruleset import load
from shadowmate.publishing.popeye_writer import popeye_input
from shadowmate.verification.verify import read_problems
from support.cli import fail, run
from support.puzzles import verdict

PGN = """
Czech P J S V D K; Danish B S L T D K; Dutch O P L T D K; English P N B R Q K; Estonian P R O V L K;
Finnish P R L T D K; French P C F T D R; German B S L T D K; Hungarian G H F B V K; Icelandic P R B H D K;
Italian P C A T D R; Norwegian B S L T D K; Polish P S G W H K; Portuguese P C B T D R; Romanian P C N T D R;
Spanish P C A T D R; Swedish B S L T D K
"""
"""The table of the PGN standard, section 17: pawn, knight, bishop, rook, queen, king."""
KINDS = ("pawn", "knight", "bishop", "rook", "queen", "king")
TABLE = {name.lower(): dict(zip(KINDS, letters, strict=True)) for name, *letters in map(str.split, PGN.split(";"))}
TABLE["problemist"] = {**TABLE["english"], "knight": "S"}


def test_the_languages_are_those_of_the_pgn_standard_and_of_problemists() -> None:
    assert {each: load("fide", letters=each).abbreviations for each in load("fide").languages} == TABLE


@pytest.mark.parametrize("language", sorted(TABLE))
def test_a_position_is_written_and_read_in_each(language: str) -> None:
    english, game = sm.game("fide"), sm.game("fide", letters=language)
    array = str(game.start())
    assert game.position(array).fen() == english.start().fen()
    king, queen, pawn = (TABLE[language][kind] for kind in ("king", "queen", "pawn"))
    found = game.position(f"white {king}a1 {pawn}b7 black {king}h8").move(f"b8={queen}")
    assert str(found) == f"{pawn}b7-b8={queen}"


@pytest.mark.parametrize(
    ("name", "language", "text", "move"),
    [
        ("koth", "dutch", "white Ka1 Pc3 black Kh8", "Pe4"),
        ("golem", "german", "white Ka1 Gc3 Sd3 black Kh8", "Sf4"),
        ("werewolf", "french", "white Ra1 Wc3 Cd3 black Rh8", "Cf4"),
        ("raumschach", "german", "white KAa1 EBb2 DDd4 black KEe5", "DDd4-Dd5"),
    ],
)
def test_other_games_with_these_kinds_have_their_letters(name: str, language: str, text: str, move: str) -> None:
    """A kind without a letter in the language keeps its own. Cells that begin with a capital letter are not read as
    pieces."""
    position = sm.game(name, letters=language).position(text)
    assert str(position.game.position(str(position))) == str(position)
    assert position.move(move).piece == move[0]


def test_a_language_in_which_two_kinds_have_one_letter_is_none() -> None:
    """The Half Golem is H, as is the Queen in Polish, and the Knight in Hungarian."""
    assert {"polish", "hungarian"}.isdisjoint(load("golem").languages)
    with pytest.raises(sm.OptionError, match="golem has no letters 'polish'; there are czech"):
        sm.game("golem", letters="polish")
    with pytest.raises(sm.OptionError, match="prince has no letters 'german'"):
        sm.game("prince", letters="german")
    with pytest.raises(sm.OptionError, match="do you mean 'german'"):
        sm.game("fide", letters="germn")


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("white Rc6 Dd1 Cb5 Fa1 black Ra8", "this fits french letters: --letters french"),
        ("white Kc6 Hd1 Gb3 Sa1 black Ka8", "this fits polish letters: --letters polish"),
        ("white Kc6 Dd1 Pb5 Oa2 black Ka8", "this fits dutch letters: --letters dutch"),
        ("white Kc6 Vd1 Ha3 black Ka8", "this fits hungarian letters: --letters hungarian"),
        (
            "white Kc6 Dd1 Sb5 Bc2 La1 black Ka8",
            "this fits the letters of danish, german, norwegian, swedish: --letters LANGUAGE",
        ),
    ],
)
def test_the_language_that_fits_is_named(text: str, hint: str) -> None:
    with pytest.raises(sm.PositionError) as caught:
        sm.position(f"fide: {text}")
    assert caught.value.problems[0] == hint
    language = hint.split()[-1]
    if language in TABLE:
        assert sm.position(f"fide: {text}", letters=language)


@pytest.mark.parametrize("text", ["white Kc6 Xd1 black Ka8", "white Kc6 Dd9 black Ka8", "white Kc6 Qd1 Qd1"])
def test_what_fits_no_language_has_no_such_hint(text: str) -> None:
    with pytest.raises(sm.PositionError) as caught:
        sm.position(f"fide: {text}")
    assert "letters" not in str(caught.value)


def test_the_list_of_letters_is_that_of_the_language() -> None:
    with pytest.raises(sm.PositionError, match="no kind is abbreviated 'X'; there are L, K, S, B, D, T"):
        sm.position("fide: white Kc6 Xd1 black Ka8", letters="german")


def test_positions_of_two_languages_are_not_equal_and_keep_theirs_when_pickled() -> None:
    german, english = (
        sm.position("fide: white Ka1 black Kh8 Dg8", letters="german"),
        sm.position("fide: white Ka1 black Kh8 Qg8"),
    )
    assert german != english and german.fen() == english.fen()
    again = pickle.loads(pickle.dumps(german))
    assert again == german and repr(again.game) == "game('fide', letters='german')"


def test_a_solution_in_other_letters_is_proved(tmp_path: Path) -> None:
    """The file names the language, and has its positions and moves in these letters."""
    _, printed, _ = run("solve", "fide: white Kc6 Dd1 Sb5 black Ka8", "#1", "--letters", "german", "--json")
    assert json.loads(printed)["letters"] == "german"
    assert "Dd1-d8" in json.loads(printed)["keys"]
    (tmp_path / "proof.json").write_text(printed, encoding="utf-8")
    code, report, _ = run("check-proof", str(tmp_path / "proof.json"))
    assert code == 0 and "confirmed: Dd1-d8 forces mate in 1" in report
    assert "letters" not in sm.solve(sm.position("fide: white Kc6 Qd1 black Ka8"), "#1").as_json()


FILE = "letters: {}\nalgebraic: {{white: [{}], black: [{}]}}\nstipulation: '#1'\nsolution: 1.{}#\n"


@pytest.mark.parametrize(
    ("language", "white", "black", "key"),
    [
        ("german", "Kf7, Tb1, Ba2, Sa3", "Kh8", "Tb1-h1"),
        ("french", "Rf7, Tb1, Pa2, Ca3", "Rh8", "Tb1-h1"),
        ("dutch", "Kf7, Tb1, Oa2, Pa3", "Kh8", "Th1"),
        ("english", "Kf7, Rb1, Pa2, Na3", "Kh8", "Rb1-h1"),
        ("problemist", "Kf7, Rb1, Pa2, Sa3", "Kh8", "Rh1"),
        ("polish", "Kf7, Wb1, Ga2, Sa3", "Kh8", "Wb1-h1"),
    ],
)
def test_files_say_their_language(language: str, white: str, black: str, key: str) -> None:
    assert verdict(FILE.format(language, white, black, key), economy=False).faults == ()


def test_files_are_printed_in_their_language(tmp_path: Path) -> None:
    file = tmp_path / "german.yaml"
    file.write_text(FILE.format("german", "Kf7, Tb1", "Kh8", "Tb1-h1"), encoding="utf-8")
    assert "1.Tb1-h1 # !" in run("solve", "--file", str(file))[1]
    assert "1.Th1#!" in run("solve", "--file", str(file), "--notation", "short")[1]
    assert "1.Rb1-h1 # !" in run("solve", "--file", str(file), "--own-letters")[1]


@pytest.mark.parametrize(
    ("white", "hint"),
    [
        ("Kf7, Tb1, Pa3, Oa2", "dutch letters: letters: dutch"),
        ("Kf7, Rb1, Na3", "english letters: letters: english"),
        ("Kf7, Tb1, Sa3", "the letters of danish, german, norwegian, swedish: letters: LANGUAGE"),
    ],
)
def test_the_language_that_a_file_fits_is_named(white: str, hint: str) -> None:
    text = FILE.format("x", white, "Kh8", "Kf7-f8").replace("letters: x\n", "")
    with pytest.raises(sm.PuzzleError) as caught:
        verdict(text)
    assert "there are B, K, S, P, Q, R" in str(caught.value)
    assert str(caught.value).endswith(f"; this fits {hint}")


def test_a_book_has_the_letters_of_its_form(tmp_path: Path) -> None:
    """Popeye's input and LaTeX have letters of their own; a puzzle file keeps those of the problem."""
    file = tmp_path / "german.yaml"
    twins = "twins: {b: Add white Da7 Remove a2, c: Move a3 b4}\n"
    file.write_text(FILE.format("german", "Kf7, Tb1, Ba2, Sa3", "Kh8", "Tb1-h1") + twins, encoding="utf-8")
    problem = read_problems(file)[0]
    text = popeye_input([problem])
    assert "Pieces White Kf7 Rb1 Pa2 Sa3" in text and "Twin Add white Qa7 Remove a2" in text
    (tmp_path / "again.inp").write_text(text, encoding="utf-8")
    again = read_problems(tmp_path / "again.inp")[0]
    assert [str(each.position) for each in again.phases] == [str(each.position) for each in problem.phases]
    book = sm.book(file)
    assert "letters: german" in book.yaml() and "Tb1" in book.yaml() and "sa3" in book.latex().lower()


def test_a_file_with_letters_that_the_game_lacks_is_refused() -> None:
    with pytest.raises(sm.PuzzleError, match=r":1: fide has no letters 'klingon'"):
        verdict(FILE.format("klingon", "Kf7, Rb1", "Kh8", "Rb1-h1"))


def test_a_file_names_its_letters(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    error = fail(monkeypatch, capsys, "solve", "--file", "examples/problem.yaml", "--letters", "german")
    assert "--letters: has no effect on a puzzle file, which names its own (`letters`)" in error
