"""Twins, boards without a royal piece, and solutions in quotation marks: what Popeye makes of them."""

from __future__ import annotations

import pytest

import shadowmate as sm
from support.puzzles import fixed, problem, verdict

PIECES = "algebraic: {white: [Kc7, Ra2, Sd4], black: [Ka6, Sa7, Bb5]}\nstipulation: h#1\n"


@pytest.mark.parametrize(
    ("change", "heading", "line"),
    [
        ("Rotate 90", "rotate 90", "1.Bd2-e1 Rg1*e1 #"),
        ("Rotate 180", "rotate 180", "1.Bg4-h5 Rh7*h5 #"),
        ("rotate 270", "rotate 270", "1.Be7-d8 Rb8*d8 #"),
        ("Mirror a1<-->h1", "mirror a1<-->h1", "1.Bg5-h4 Rh2*h4 #"),
        ("Mirror a1<-->a8", "mirror a1<-->a8", "1.Bb4-a5 Ra7*a5 #"),
        ("Mirror a1<-->h8", "mirror a1<-->h8", "1.Bd7-e8 Rg8*e8 #"),
        ("mirror a8 h1", "mirror a8<-->h1", "1.Be2-d1 Rb1*d1 #"),
        ("Mirror h1 <--> a8", "mirror h1<-->a8", "1.Be2-d1 Rb1*d1 #"),
    ],
)
def test_a_turned_board_has_the_solution_that_popeye_finds(change: str, heading: str, line: str) -> None:
    """Popeye 4.104 solves the diagram by `1.Bb5-a4 Ra2*a4 #`, and each twin by the line."""
    text = f"{PIECES}twins: {{b: '{change}'}}\nsolution: |\n  a)\n  1.Bb5-a4 Ra2*a4 #\n  b)\n  {line}\n"
    assert problem(text).phases[1].heading == f"b) {heading}"
    assert verdict(text, economy=False).faults == ()


@pytest.mark.parametrize(
    ("change", "heading", "position"),
    [
        ("Shift a2 b2", "shift a2 ==> b2", "white Rb2 Se4 Kd7 black Kb6 Sb7 Bc5"),
        ("PolishType", "PolishType", "white Bb5 Ka6 Sa7 black Ra2 Sd4 Kc7"),
        ("Substitute B R", "B ==> R", "white Ra2 Sd4 Kc7 black Rb5 Ka6 Sa7"),
        ("Substitute S Q Substitute R B", "S ==> Q R ==> B", "white Ba2 Qd4 Kc7 black Bb5 Ka6 Qa7"),
        ("Add white Qb5", "wQb5", "white Ra2 Sd4 Qb5 Kc7 black Ka6 Sa7"),
        ("Add black Qb5 Rh8", "bQb5 +bRh8", "white Ra2 Sd4 Kc7 black Qb5 Rh8 Ka6 Sa7"),
        ("Remove a7 b5", "-bSa7 -bBb5", "white Ra2 Sd4 Kc7 black Ka6"),
        ("Move d4 b5", "-bBb5 wSd4-->b5", "white Ra2 Sb5 Kc7 black Ka6 Sa7"),
    ],
)
def test_changes_are_written_as_popeye_writes_them(change: str, heading: str, position: str) -> None:
    """Popeye's manual, and what Popeye 4.104 prints."""
    phase = problem(f"{PIECES}twins: {{b: '{change}'}}\n").phases[1]
    assert phase.heading == f"b) {heading}"
    assert phase.position.pieces == sm.position(f"fide: {position}", letters="problemist").pieces


@pytest.mark.parametrize(
    ("changes", "headings"),
    [
        ("b: mov a2 b2, c: cont Move b2 c2", ["b) wRa2-->b2", "+c) wRb2-->c2"]),
        ("b: rem d4, c: CONT add white Se4, d: contin sub S B", ["b) -wSd4", "+c) +wSe4", "+d) S ==> B"]),
        ("b: exch a2 b5, c: cont stip h#1.5", ["b) wRa2<-->bBb5", "+c) h#1.5"]),
        ("b: pos white Kc7 Ra2 black Ka6, c: cont pol", ["b) Position white Kc7 Ra2 black Ka6", "+c) PolishType"]),
    ],
)
def test_names_of_changes_are_shortened_as_in_popeyes_input(changes: str, headings: list[str]) -> None:
    """Any beginning of three letters or more that only one of them has."""
    phases = problem(f"{PIECES}twins: {{{changes}}}\n").phases
    assert [phase.heading for phase in phases[1:]] == headings


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("game", "pieces", "change", "position"),
    [
        ("raumschach", "white: [KAa1, NBb2], black: [KEe5]", "Mirror Aa1<-->Ea1", "white NDb2 KEa1 black KAe5"),
        ("raumschach", "white: [KAa1, NBb2], black: [KEe4]", "Shift Aa1 Aa2", "white KAa2 NBb3 black KEe5"),
        ("makruk", "white: [Ka1, Mb2], black: [Kh8]", "Rotate 90", "white Mg2 Kh1 black Ka8"),
        ("xiangqi", "white: [Ke1, Ra1], black: [Kd10]", "Mirror a1<-->i1", "white Ke1 Ri1 black Kf10"),
    ],
)
def test_other_boards_turn_too(game: str, pieces: str, change: str, position: str) -> None:
    text = f"game: {game}\nalgebraic: {{{pieces}}}\nstipulation: '#2'\ntwins: {{b: '{change}'}}\n"
    first, *_ = sm.game(game).ruleset.players
    text = text.replace("white:", f"{first}:").replace("black:", f"{sm.game(game).ruleset.players[1]}:")
    second = problem(text).phases[1]
    asked = position.replace("white", first).replace("black", sm.game(game).ruleset.players[1])
    assert second.position == sm.game(game, engine="compiled").position(asked)


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ("Shift a1 b2 Shift a1 h1", "would leave the board"),
        ("Shift a1", "it should be Shift CELL CELL"),
        ("Rotate 45", "it should be Rotate DEGREES, of 90, 180, 270"),
        ("Rotate", "it should be Rotate DEGREES"),
        ("Mirror a1<-->a1", "a1 is given twice"),
        ("Mirror a1<-->b4", "would leave the board"),
        ("Mirror vertical", "it should be Mirror CELL<-->CELL"),
        ("PolishType white", "PolishType stands alone"),
        ("Substitute N Q", "it should be Substitute KIND KIND, of "),
        ("Substitute Q R", "there is no Q on the board"),
        ("Add white", "it should be Add PLAYER PIECE"),
        ("Remove", "it should be Remove CELL"),
        ("cont", "'cont' changes nothing"),
        ("co Move a2 b2", "'co Move a2 b2' is no change that is known"),
        ("Conditioned a2", "is no change that is known"),
        (
            "Circle 90",
            "is no change that is known; there are Move, Exchange, Add, Remove, Position, Substitute, Rotate",
        ),
    ],
)
def test_a_twin_that_cannot_be_is_refused_by_its_line(change: str, text: str) -> None:
    with pytest.raises(sm.PuzzleError) as caught:
        problem(f"{PIECES}twins: {{b: '{change}'}}\n")
    assert str(caught.value).startswith("puzzle.yaml:3: twin b: ") and text in str(caught.value)


def test_a_cube_does_not_turn() -> None:
    text = "game: raumschach\nalgebraic: {white: [KAa1], black: [KEe5]}\nstipulation: '#2'\ntwins: {b: Rotate 90}\n"
    with pytest.raises(sm.PuzzleError, match="Rotate is for flat boards, and that of raumschach is not"):
        problem(text)


@pytest.mark.parametrize(
    ("pieces", "options", "stipulation", "keys"),
    [
        ("white: [Qb1, Ra1], black: [Kh8, Ph7]", "NoWK", "#2", "Ra1-a7 Qb1-b7"),
        ("white: [Qb1, Ra1], black: [Ph7]", "NoWk, nobk", "=1", "Qb1*h7"),
        ("white: [Kb1, Qh5], black: [Pa3, Pb2]", "NoBK", "=2", "Qh5-f7 Qh5-a5 Qh5-d5"),
    ],
)
def test_a_board_without_a_king(pieces: str, options: str, stipulation: str, keys: str) -> None:
    """The keys are all that Popeye 4.104 finds."""
    text = f"algebraic: {{{pieces}}}\noptions: [{options}]\nstipulation: '{stipulation}'\nsolution: |\n"
    words = "".join(f"  1.{key} !\n" for key in keys.split())
    sorts = {fault.sort.value for fault in verdict(text + words, False).faults}
    assert {"impossible", "unread", "illegal", "key", "unstated", "unsolved"}.isdisjoint(sorts)


@pytest.mark.parametrize(("option", "standing"), [("NoWk", "wKb1"), ("nobk", "bKh8")])
def test_a_king_that_there_is_is_not_missing(option: str, standing: str) -> None:
    with pytest.raises(sm.PuzzleError, match=rf":2: No.k: there is {standing}"):
        problem(f"algebraic: {{white: [Kb1], black: [Kh8]}}\noptions: [{option}]\nstipulation: '#2'\n")


HELP = "algebraic: {white: [Kf6, Ra1], black: [Kh7]}\nstipulation: '#2'\nsolution: |\n"


@pytest.mark.parametrize(
    "solution",
    [
        '"1.Ra1-a8 ! zugzwang.\n      1...Kh7-h6\n          2.Ra8-h8 #"',
        "“1.Ra1-a8 ! {a waiting {or so} move}\n      1...Kh7-h6 {\n  forced}  2.Ra8-h8 #”",
        "'1.Ra8! (zugzwang) 1...Kh6 2.Rh8#'",
        '"1.Ra8! [the key] 1...Kh6" "2.Rh8#"',
    ],
)
def test_quotation_marks_and_remarks_are_ignored(solution: str) -> None:
    """Quotation marks as in YACPDB's description, and braces within braces."""
    assert verdict(f"{HELP}  {solution}\n", economy=False).faults == ()


def test_quotation_marks_around_twins() -> None:
    """The form of the entries among Olive's own tests."""
    solution = '  "a)\n  1.Bb5-a4 Ra2*a4 # \n\n  b) rotate 90\n  1.Bd2-e1 Rg1*e1 # "\n'
    assert verdict(f"{PIECES}twins: {{b: Rotate 90}}\nsolution: |\n{solution}", economy=False).faults == ()


@pytest.mark.parametrize(
    ("solution", "line", "text"),
    [
        ("1.Ra8! {the key\n  1...Kh6 2.Rh8#", 4, "a brace is not closed"),
        ("1.Ra8!\n  the key} 1...Kh6 2.Rh8#", 5, "a brace is closed that was not opened"),
    ],
)
def test_a_brace_that_stands_alone_is_named(solution: str, line: int, text: str) -> None:
    (fault, *_) = verdict(f"{HELP}  {solution}\n", economy=False).faults
    assert (fault.sort.value, fault.line) == ("unread", line) and text in fault.text


@pytest.mark.parametrize("changes", ["b: Stipulation h#1.5", "b: Move h2 g2 stip h#1.5, c: cont Move g2 f2 Stip h#1"])
def test_the_stipulation_of_a_twin_is_in_its_heading(changes: str) -> None:
    """As Popeye 4.104 prints it, `b) h#1.5`; and what is printed is read back."""
    text = f"algebraic: {{white: [Kb3, Rh2], black: [Ka1]}}\nstipulation: h#1\ntwins: {{{changes}}}\n"
    written = fixed(text)
    assert "\n  b) " in written and " h#1.5\n" in written
    sorts = {fault.sort.value for fault in verdict(written, economy=False).faults}
    assert {"unread", "illegal", "line", "unstated"}.isdisjoint(sorts)
