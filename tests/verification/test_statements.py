"""What texts of solutions mean, in every form in which they are written; duals, and pieces that cannot be there."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import shadowmate as sm
from shadowmate.asp.folders import builtin_root, game_folders
from shadowmate.asp.rule_files import read_game
from shadowmate.asp.ruleset import Ruleset
from shadowmate.notation.moves import MoveReader
from shadowmate.verification.customs import Spelling, olive
from shadowmate.verification.duals import is_one_work
from shadowmate.verification.possible import objections
from shadowmate.verification.solution_text import Counting, UnreadError, lines_of, read_stated
from support.cli import run
from support.puzzles import fixed, problem, verdict

CORNER = "algebraic: {white: [Kf6, Ra1], black: [Kh7]}\nstipulation: '#2'\n"
FORMS = [
    "1.Ra1-a8 !",
    "1. Ra8! 1... Kh6 2. Rh8#",
    "1.Ra8! {all in one line} 1...Kh6 2.Rh8#",
    "set play\n    1... Kh7-h6 2. Ra1-h1#\n1. Kf6-f7? threat 2. Ra1-h1#\n    but 1... Kh7-h6!\n"
    "1. Ra1-h1+? but 1... Kh7-g8!\n"
    "1. Ra1-a8! zugzwang\n    1... Kh7-h6 2. Ra8-h8#\nchanged mates\n    1... Kh7-h6 2. Ra1-h1# (set play)",
    "1.Kf7? (2.Rh1#) but 1...Kh6!\n\n1.Ra8! (zugzwang)\n   1…Kh6 2.Rh8#",
    "1.Kf7 ? threat:\n        2.Rh1 #\n    but\n      1...Kh6 !\n\n1.Ra8 !! [A] 1...Kh6 {or\n not} 2.Rh8#",
    "1.Rg1? but 1...Kh8!\n1.Ra8!",
    "1.Ra8! 1...~ 2.Rh8#",
]


@pytest.mark.sample(6)
@pytest.mark.parametrize("text", FORMS)
def test_every_form_of_a_solution_is_understood(text: str) -> None:
    body = "".join(f"  {line}\n" for line in text.splitlines())
    found = verdict(f"{CORNER}solution: |\n{body}")
    assert found.is_sound, found.lines()


def test_moves_with_commas_and_strokes_have_the_same_answers() -> None:
    tree = read_stated("1.Aa1! 1...Bb1, Bb2 2.Cc1#, Cc2# dual\n1...Bb3/Bb4 2.Cc3#")[""]
    (key,) = tree.after
    text = [(reply.text, [answer.text for answer in reply.after]) for reply in key.after]
    assert text == [("Bb1", ["Cc1", "Cc2"]), ("Bb2", ["Cc1", "Cc2"]), ("Bb3", ["Cc3"]), ("Bb4", ["Cc3"])]


@pytest.mark.parametrize(
    ("text", "line"), [("1.Aa1!\n\n1...Bb1 and mates", 3), ("2.Aa1", 1), ("1.Aa1 )", 1), ("1.(", 1)]
)
def test_what_is_no_solution_is_refused_with_its_line(text: str, line: int) -> None:
    with pytest.raises(UnreadError) as caught:
        read_stated(text)
    assert caught.value.line == line


def test_faults_are_reported_with_their_line_in_the_file() -> None:
    found = verdict(f"# two\n# more\n{CORNER}solution: |  # here\n  1.Ra1-a8 !\n      1...Kh7-h6\n          2.Ra8-a7\n")
    assert [(fault.sort.value, fault.line) for fault in found.faults] == [("line", 8)]


def test_a_variation_that_is_left_out_is_a_remark() -> None:
    """After 1.Qd8-h4 the King has two replies, which no threat answers."""
    pieces = "{white: [Kc1, Nd6, Qd8, Qf8], black: [Kd3]}"
    text = f"game: koth\nalgebraic: {pieces}\nstipulation: '#2'\nsolution: 1.Qd8-h4! Ke2 2.Qe4#\n"
    found = verdict(text, economy=False)
    assert found.is_sound
    assert [(fault.sort.value, fault.text) for fault in found.faults] == [("left out", "1...Kd3-e3")]


@pytest.mark.parametrize(
    ("stated", "line"),
    [
        ("1.Ra1-a8 ! 1...Kh6 2.Rh8#\n  1.Ra8! 1...Kh7-h6 2.Rh8#\n", 5),  # the key
        ("1.Ra8! 1...Kh6 2.Rh8#\n  1...Kh6 2.Ra8-h8#\n", 5),  # a variation
        ("1.Rg1? but 1...Kh8!\n  1.Ra1-g1 ? but 1...Kh7-h8 !\n  1.Ra8! 1...Kh6 2.Rh8#\n", 5),
        ("1...Kh6 2.Rh1#\n  1...Kh6 2.Rh1#\n  1.Ra8! 1...Kh6 2.Rh8#\n", 5),
    ],
)
def test_what_is_stated_twice_is_a_remark(stated: str, line: int) -> None:
    found = verdict(f"{CORNER}solution: |\n  {stated}", economy=False)
    assert found.is_sound and [(each.sort.value, each.line) for each in found.faults] == [("repeated", line)]


def test_a_line_of_help_play_that_is_stated_twice_is_one_solution() -> None:
    stated = "  1.Ka1-b1 Kd3-c3 2.Kb1-c1 Re2-e1 #\n"
    text = f"algebraic: {{white: [Kd3, Re2], black: [Ka1]}}\nstipulation: h#2\nsolution: |\n{stated}{stated}"
    found = verdict(text, economy=False)
    assert found.is_sound and [(each.sort.value, each.line) for each in found.faults] == [("repeated", 5)]


def test_missing_set_play_is_a_remark_if_the_file_asks_for_it() -> None:
    """In the set play only 1...Kh6 is followed by a mate, Ra1-h1; no move mates on h8."""
    solved, sets = "1.Ra1-a8! Kh6 2.Rh8#", "solution: |\n  1...Kh6 2.Rh1#\n\n  "
    reported = {
        f"options: [SetPlay]\nsolution: {solved}\n": [("left out", "set play 1...Kh7-h6")],
        f"options: [SetPlay]\n{sets}{solved}\n": [],
        f"solution: {solved}\n": [],
    }
    for text, faults in reported.items():
        found = verdict(CORNER + text, economy=False)
        assert found.is_sound and [(fault.sort.value, fault.text) for fault in found.faults] == faults, text


def test_only_keys_are_counted_where_the_defender_chooses() -> None:
    found = verdict(f"{CORNER}intended-solutions: '1.2'\nsolution: 1.Ra1-a8! Kh6 2.Rh8#\n", economy=False)
    reported = [("unchecked", "intended-solutions 1.2: in #2 only keys are counted")]
    assert found.is_sound and [(fault.sort.value, fault.text) for fault in found.faults] == reported


def test_en_passant_promotion_and_castling_are_written_as_popeye_does() -> None:
    texts = {
        "{white: [Kf2, Pe5, Bb2], black: [Kh8, Bg8, Ph7, Pd5]}\nstipulation: h#0.5\nen-passant: d6\n": "e5*d6 ep. #",
        "{white: [Ke1, Rh1, Rg7], black: [Ka1, Bb1, Bf4]}\nstipulation: h#2\n": "0-0 #",
        "{white: [Kb7, Rg4, Pg7], black: [Kd6, Sh4]}\nstipulation: h#2\n": "g7-g8=Q",
    }
    for text, move in texts.items():
        written = fixed(f"algebraic: {text}")
        assert move in written
        assert not [
            fault
            for fault in verdict(written, economy=False).faults
            if fault.sort.value in ("illegal", "unread", "line")
        ]


def test_tries_and_set_play_outlive_a_fix() -> None:
    stated = "solution: |\n  1...Kh7-h6 2.Ra1-h1#\n  1.Ra1-g1? 1...Kh7-h8!\n  1.Ra1-b1!\n"
    written = fixed(f"{CORNER}{stated}")
    assert "  1...Kh7-h6\n      2.Ra1-h1 #\n\n  1.Ra1-g1 ? zugzwang." in written
    assert verdict(written).is_sound


def test_a_try_with_several_refutations_outlives_a_fix() -> None:
    written = fixed(f"{CORNER}solution: |\n  1.Ra1-b1? 1...Kh7-g8!\n  1.Ra1-c1!\n")
    assert "  1.Ra1-b1 ?\n  but\n      1...Kh7-g8 !\n      1...Kh7-h8 !\n" in written
    assert verdict(written).is_sound


def test_twins_count_their_moves_each_in_its_own_way() -> None:
    twins = "twins:\n  b: Stipulation h#1.5 Position white Kc3 Re2 black Kb1\n  c: Continued Stipulation ser-h#2\n"
    found = problem(f"algebraic: {{white: [Kd3, Re2], black: [Ka1]}}\nstipulation: h#2\n{twins}")
    assert [str(phase.stipulation) for phase in found.phases] == ["h#2", "h#1.5", "ser-h#2"]
    assert [sorted(phase.position.pieces) for phase in found.phases] == [["a1", "d3", "e2"], *[["b1", "c3", "e2"]] * 2]
    text = "a)\n1.Aa1 Bb1 2.Aa2 Bb2\nb)\n1...Bb1 2.Aa2 Bb2\nc)\n1.Aa1 2.Aa2 Bb2"
    trees = read_stated(text, {"": Counting(), **{phase.label: phase.counting for phase in found.phases}})
    words = {label: [[move.text for move in way] for way in lines_of(root)] for label, root in trees.items()}
    assert words == {"a": [["Aa1", "Bb1", "Aa2", "Bb2"]], "b": [["Bb1", "Aa2", "Bb2"]], "c": [["Aa1", "Aa2", "Bb2"]]}


def test_a_castling_right_ends_where_a_twin_moves_the_partner() -> None:
    pieces = "{white: [Ke1, Rh1, Rg7], black: [Ka1, Bb1, Bf4]}"
    found = problem(f"algebraic: {pieces}\nstipulation: h#2\ncastling: [h1]\ntwins: {{b: Move h1 g1}}\n")
    assert ["castle" in str(phase.position) for phase in found.phases] == [True, False]


GAMES = [name for name in game_folders() if len(sm.game(name).ruleset.players) == 2]


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_move_is_read_back_as_it_is_written(name: str) -> None:
    """In a random game each written move is read back as this move alone."""
    game = sm.game(name, engine="compiled")
    spelling, chance = Spelling.of(game, name == olive()["game"]), random.Random(3)
    position = game.start()
    for _ in range(30):
        moves = [str(move) for move in position.legal_moves()]
        for move in chance.sample(moves, min(len(moves), 20)):
            root = read_stated(f"1.{spelling.written(position, move)} !", None, game.ruleset.players)[""]
            (stated,) = root.after
            assert spelling.legal(position, stated.text) == move and stated.mark == "!"
        if not moves:
            break
        position = position.push(chance.choice(moves))


def test_an_army_in_a_move_is_a_part_of_it() -> None:
    """In Golem a piece that captures a Golem of the second life becomes another piece."""
    (move,) = read_stated("1.Nd3xc5=white H Rh8-h1 #", None, ("white", "black"))[""].after
    assert (move.text, [reply.text for reply in move.after]) == ("Nd3xc5=white H", ["Rh8-h1"])


def test_the_weight_of_duals() -> None:
    """Two Queens hunt a King: there are two threats, and after 1...Kc4 as many ways to go on."""
    found = verdict("algebraic: {white: [Kb6, Qh4, Qa7], black: [Kd5, Bf2]}\nstipulation: '#3'\n", economy=False)
    weights = {fault.weight: fault.is_remark for fault in found.faults if fault.sort.value == "dual"}
    assert weights == {"threat": True, "variation": False, "last move": True}


@pytest.mark.parametrize(
    ("moves", "same"),
    [("QR", True), ("QB", True), ("QRB", True), ("RB", False), ("QN", False), ("QRN", False)],
)
def test_a_promotion_does_the_work_of_another_if_it_goes_wherever_that_goes(moves: str, same: bool) -> None:
    position = sm.position("fide: white Kc6 Pe7 black Ka8")
    assert is_one_work(position, [f"Pe7-e8={kind}" for kind in moves]) is same
    assert not is_one_work(position, ["Kc6-c7", "Pe7-e8=Q"])


START = str(sm.position("fide: start"))


@pytest.mark.sample(5)
@pytest.mark.parametrize(
    ("old", "new", "answer"),
    [
        ("Pa2 ", "Pa3 ", ""),
        ("Pa2 ", "Pb3 ", "captured at least once, and only 0 pieces are gone"),
        ("Pa2 Nb1 Pb2", "Pa3 Nb1 Pa4", "captured at least once"),  # one of them comes from b2
        ("Pa2 ", "Bh3 ", ""),  # promoted on a8, which is of the colour of h3; how it came past a7 is not asked
        ("Pa2 ", "Bg3 ", "captured at least once"),
        ("Pa2 ", "Pa2 Qa3 ", "pieces, and only"),
        ("Bc1 ", "Bb1 ", "a second|pieces, and only"),
    ],
)
def test_pieces_are_counted_with_promotions_and_captures(old: str, new: str, answer: str) -> None:
    """From the array, one thing changed: what cannot be is reported."""
    text = START.replace(old, new, 1).replace("castle a1 a8 h1 h8", "")
    assert text != START
    try:
        reported = list(objections(sm.position(text)))
    except sm.PositionError as error:
        reported = [str(error)]
    assert (not reported) if not answer else any(part in each for each in reported for part in answer.split("|")), (
        reported
    )


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("pieces", "answer"),
    [
        ("white Ke1 Pe5 black Ke8 Pd5", ""),
        ("white Kd8 Pe5 black Kf4 Pd5 Qd1", ""),
        ("white Ke1 Pe5 Rd8 black Kf8 Pd5", "no legal move can have passed over d6"),  # the Pawn left its King in check
        ("white Kd8 Pe5 black Kf4 Pd5 Bf6", "white was in check already"),  # the Bishop was there before the Pawn moved
        ("white Kb8 Pe5 black Kf4 Pd5 Bh2", ""),  # the Pawn moved elsewhere; the King on f4 is in between
        ("white Ka4 Pe5 black Kf4 Pd5 Be8", ""),  # the Pawn opened the line on which its Bishop checks
    ],
)
def test_a_player_that_has_just_passed_could_pass(pieces: str, answer: str) -> None:
    reported = list(objections(sm.position(f"fide: {pieces} turn white ep d6"), counted=False))
    assert (not reported) if not answer else any(answer in each for each in reported), reported


def test_possible_positions_meet_no_objection() -> None:
    """Arrays are possible, and positions with castled Rooks or with Pawns that captures have doubled."""
    for name in ("fide", "raumschach", "makruk", "prince"):
        assert not list(objections(sm.game(name).start())), name
    assert not list(
        objections(sm.position("fide: white Kg1 Rf1 Pf2 Pg2 Ph2 Pc2 Pc3 Ba7 black Kg8 Pa6 Pb6 Rb8 Qa1 Qb1"))
    )


SAYINGS = {
    "1.Ra8! zugzwang 1...Kh6 2.Rh8# but 1...Kh6!": "line",
    "1.Ra8! but 1...Kh6!": "line",
    "1.Ra8? but 1...Kh6!": "try",
    "1.Ra8? but 1...Kh6!\n1.Ra8!": "try",
    "1.Ra8!\n1.Rb1?": None,
    "1.Ra8!\n1.Rb1 but 1...Kg8! 1...Kh8! 1...Kh6!": "try",
    "1.Ra8!\n1.Rb7": "illegal",
    "1.Ra8!\n1.Rb1": "key",
    "but 1...Kh6!\n1.Ra8!": "set play",
}


@pytest.mark.parametrize("text", SAYINGS)
def test_a_stated_solution_or_failure_is_verified(text: str) -> None:
    """A refutation behind a true key, a try that works, a first move beside the key: 1.Ra8 alone mates in two."""
    body = "".join(f"  {line}\n" for line in text.splitlines())
    found = verdict(f"{CORNER}solution: |\n{body}", economy=False)
    assert [fault.sort.value for fault in found.faults] == ([SAYINGS[text]] if SAYINGS[text] else []), found.lines()


LATER = "algebraic: {white: [Sb1, Kc4, Re1], black: [Pa6, Kc2]}\nstipulation: '#4'\n"


@pytest.mark.parametrize(
    ("text", "reported"),
    [
        ("2.Kd4? but 2...Kb3! 2...Kb2! 2...Kc1! 2...Kd2! 2...Kd3!", "try"),
        ("2.Kd4? but 2...Kb3!", "try"),
        ("2.Re2 but 2...Kc1!", "try"),
    ],
)
def test_a_later_try_is_one_too(text: str, reported: str) -> None:
    found = verdict(f"{LATER}solution: |\n  1.Sc3! 1...a5 {text}\n", economy=False)
    assert reported in {fault.sort.value for fault in found.faults}


def test_duals_behind_the_threat_count() -> None:
    """If Black allows 2.Re2+, the King has a choice at the third move; the solver shows it too."""
    found = verdict(f"{LATER}solution: 1.Sc3!\n", economy=False)
    assert [(fault.sort.value, fault.is_remark) for fault in found.faults] == [("dual", False)]
    assert "3.Kc4-b3, Kc4-d3" in found.faults[0].text
    solved = sm.solve(sm.position("fide: white Nb1 Kc4 Re1 black Pa6 Kc2", engine="compiled"), "#4")
    assert solved.labels == ["duals"]


def test_what_stands_before_the_first_twin_is_about_the_diagram_or_about_nothing() -> None:
    """If the diagram has the letter `a)` too, moves before it belong to no twin."""
    twin = f"{CORNER}twins: {{b: Move f6 g6}}\n"
    for before, letter, sorts in (("1.Ra8!", "", []), ("1.Rb7!", "a) 1.Ra8!", ["unread"])):
        lines = "".join(f"  {line}\n" for line in (before, letter, "b) 1.Ra1-h1#!") if line)
        found = verdict(f"{twin}solution: |\n{lines}", economy=False)
        assert [fault.sort.value for fault in found.faults if not fault.twin.startswith("b")] == sorts, found.lines()


@pytest.fixture
def wordy(tmp_path: Path) -> Path:
    """A game whose cells have letters for columns and rows."""
    folder = tmp_path / "wordy"
    folder.mkdir()
    board = (builtin_root() / "boards" / "square.lp").read_text(encoding="utf-8")
    rows = "name_part((X,Y,1),2,Y) :- cell((X,Y,1))."
    assert rows in board
    named = board.replace(rows, "name_part((X,Y,1),2,Row) :- cell((X,Y,1)), letter(Y,_,Row).")
    (folder / "board.lp").write_text(named, encoding="utf-8")
    shared = ("core/game", "boards/letters", "core/slide", "core/leaps", "board", "variants/king")
    facts = 'player(white,1). player(black,2). size(8,8,1). abbreviation(rook,"R"). motion(rook,slide,orthogonal,any).'
    lines = [*(f'#include "{each}.lp".' for each in shared), "#program base.", 'game("wordy").', facts]
    (folder / "game.lp").write_text("\n".join(lines), encoding="utf-8")
    return folder


def test_a_solution_on_cells_without_digits_is_read_as_it_is_written(wordy: Path, tmp_path: Path) -> None:
    file = tmp_path / "corner.yaml"
    file.write_text("game: wordy\nalgebraic: {white: [Kff, Raa], black: [Khg]}\nstipulation: '#2'\n")
    assert run("verify", str(file), "--rules", str(wordy), "--fix")[0] == 0
    assert "1.Raa-ah ! zugzwang." in file.read_text()
    code, out, _ = run("verify", str(file), "--rules", str(wordy))
    assert code == 0 and out.endswith("#2: sound\n")


def test_kinds_behind_strokes_on_cells_without_digits(wordy: Path) -> None:
    """What is no cell is a kind."""
    readings = MoveReader(Ruleset(read_game(wordy))).read
    for text, moves in {
        "1.Kag-ah=K/R": ["Kag-ah=K", "Kag-ah=R"],
        "1.ah/R": ["ah=R"],
        "1.Kag-ah/bh": ["Kag-ah", "bh"],
    }.items():
        assert [each.text for each in read_stated(text, readings=readings)[""].after] == moves
    with pytest.raises(UnreadError, match="'mates' is no move"):
        read_stated("1.Kag-ah mates", readings=readings)
