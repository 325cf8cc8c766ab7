"""Definitions of Interactive Diagrams made into games: what they then play, and what is refused."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import shadowmate as sm
from shadowmate.compiled.parallel_perft import perft
from shadowmate.diagrams.definition import DiagramError, read_definition
from shadowmate.diagrams.rules_writer import rules_of
from support.cli import answer, fail, run
from support.paths import DATA

DIAGRAMS = DATA / "diagrams"
CHESS = "pawn::::a2-h2\nrook::::a1,h1\nking::::e1\n"

# Capablanca Chess, Minishogi and Xiangqi as pyffish counts them. Of Minishogi it counts 2512 at depth 3 and this 2518,
# as the definition bans neither a second Pawn on a column nor a drop where a piece can never move.
COUNTS = {
    "capablanca.txt": (28, 784, 25228),
    "minishogi.html": (14, 181),
    "xiangqi.txt": (44, 1920, 79666),
    "golem.txt": (20, 400, 8782),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(COUNTS))
def test_the_game_that_is_imported_plays(name: str, tmp_path: Path) -> None:
    """The command checks the rules too, and would refuse them if they had a mistake."""
    stem = name.partition(".")[0]
    code, _, _ = run("import", str(DIAGRAMS / name), "--to", str(tmp_path / stem))
    assert code == 0
    start = sm.game(stem, rules=tmp_path, engine="compiled").position("start")
    assert tuple(perft(start, depth + 1) for depth in range(len(COUNTS[name]))) == COUNTS[name]


@pytest.mark.slow
def test_a_cannon_hops_in_an_imported_game(tmp_path: Path) -> None:
    """Its definition has a line that means nothing here, which is named, and an array that the mirror completes."""
    reported = answer("import", str(DIAGRAMS / "cannons.txt"), "--to", str(tmp_path / "cannons"))
    assert reported["left_out"] == [{"line": 5, "text": "shadyFoo=1", "reason": "this key is not supported"}]
    game = sm.game("cannons", rules=tmp_path)
    moves = game.position("white Ke1 Cd1 Pd4 black Ke8 Rd7").legal_moves("d1")
    assert {move.target for move in moves} == {"d2", "d3", "a1", "b1", "c1", "d7"}


ODD = """<p>This: is: no: piece: at all.</p><div id="diag">
Files=9
files=6<br />
ranks=6
captureMatrix=
royal=K
promoChoice=W
morph=
soldier:S:fmWfcF&nbsp;::a2 - f2,,a5-f5
wizard : W : FL::b1, e1,,b6,e6<br>
king::::d1
stalemate=
</div>"""


def test_keys_in_any_order_and_blank_fields_are_read() -> None:
    """IDs that are defined below, Black's pieces that are there already, blanks, entities, and keys without a value."""
    found = read_definition(ODD)
    assert (found.numbers["files"], found.royals, found.matrix, found.stalemate) == (6, [3], "", "draw")
    assert [(each.name, each.id, each.move, *map(len, each.squares)) for each in found.types] == [
        ("soldier", "S", "fmWfcF", 6, 6), ("wizard", "W", "FL", 2, 2), ("king", "K", "", 1, 1),
    ]  # fmt: skip
    assert found.left_out == [(2, "Files=9", "this key is not supported; the key is files")]


SHOGI = "pawn:P:fW::a2-h2\nbishop:B:B::c1\nprince:+P:K::\nbear:+B:BK::\nking:K:K::e1\n"


@pytest.mark.parametrize(
    ("lines", "left_out"),
    [
        ("promoChoice=BX", [(6, "promoChoice=BX", "no type has the ID X")]),
        ("promoChoice=B, K", []),
        ("promoChoice=+BB", []),
        ("promoChoice=+K", [(6, "promoChoice=+K", "'+' belongs to no ID")]),
        ("holdingsType=1", []),
        ("holdingsType=7\npromoChoice=B", [(6, "holdingsType=7", "hands of types 1, -1, -2 are supported")]),
        ("holdingsType=-1", []),
        ("knight:N:N::b1:2", [(6, "knight: 2,2 in hand", "the game has no hands")]),
        ("knight:N:N::b1:0,3\nholdingsType=-2", []),
        ("", []),
    ],
)
def test_what_is_not_supported_is_named(lines: str, left_out: list[tuple[int, str, str]]) -> None:
    """Signs that are no IDs, IDs that no type has, other hands, and what is held without hands."""
    assert read_definition(f"{SHOGI}{lines}\nextinction=0\n").left_out == left_out


@pytest.mark.parametrize(
    ("choice", "kinds"), [("+B", {"bear"}), ("B", {"bishop"}), ("+BB", {"bear", "bishop"}), ("*B", {"bishop"})]
)
def test_a_choice_names_types_by_their_whole_ids(choice: str, kinds: set[str]) -> None:
    """`+B` is the type of that ID, and no Bishop."""
    rules = "".join(rules_of(read_definition(f"{SHOGI}promoChoice={choice}\n"), "shogi").values())
    assert {kind for kind in ("pawn", "bishop", "bear", "king") if f"promotion_choice({kind})" in rules} == kinds


def test_the_royal_types_are_named(tmp_path: Path) -> None:
    """By default the last type is royal, whatever it is called."""
    (tmp_path / "odd.txt").write_text("files=5\nranks=5\nking:K:K::c1\nrook:R:R::a1\n")
    asked = ("import", str(tmp_path / "odd.txt"), "--to")
    _, text, _ = run(*asked, str(tmp_path / "one"))
    assert text.endswith("/one: 2 types on 5x5; no line has royal=, so the last type, rook, is royal\n")
    (tmp_path / "odd.txt").write_text("files=5\nranks=5\nroyal=1\nking:K:K::c1\nrook:R:R::a1\n")
    found = answer(*asked, str(tmp_path / "two"))
    assert isinstance(found, dict) and found["royal"] == ["king"]


def test_a_move_is_described_by_its_string_once(tmp_path: Path) -> None:
    """The string states itself that the steps do not capture."""
    (tmp_path / "cat.txt").write_text("files=6\nranks=6\nmaxPromote=0\nnightcat:T:NNmW::f1\nking:K:K::d1\n")
    run("import", str(tmp_path / "cat.txt"), "--to", str(tmp_path / "cat"))
    found = answer("pieces", "cat", "nightcat", "--rules", str(tmp_path))
    assert isinstance(found, dict) and found["motion"] == ["goes as NNmW"]


def test_nothing_is_overwritten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "golem").mkdir()
    text = fail(monkeypatch, capsys, "import", str(DIAGRAMS / "golem.txt"), "--to", str(tmp_path / "golem"))
    assert "is there already" in text
    assert list((tmp_path / "golem").iterdir()) == []


def test_a_folder_has_a_name_that_positions_can_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = fail(monkeypatch, capsys, "import", str(DIAGRAMS / "golem.txt"), "--to", str(tmp_path / "bad.name"))
    assert text.startswith("error: --to: 'bad.name' is no name of a game")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("files=8\n", "there is no line of a piece"),
        ("files=x\n" + CHESS, "line 1: files is a number, not 'x'"),
        ("files=99\n" + CHESS, "line 1: files is 2 to 26"),
        ("pawn::::a9\n", "line 1: a9 is not on a board of 8x8"),
        ("pawn::::a2-\n", "'a2-' is no square"),
        ("pawn::::a2\nking::::a2\n", "line 2: a2 has a pawn already"),
        ("hole::::a9\n" + CHESS, "line 1: a9 is not on a board of 8x8"),
        ("royal=4\n" + CHESS, "line 1: there is no type 4"),
        ("iron=X\n" + CHESS, "line 1: iron is the number of a type or its ID, and no type has 'X'"),
        ("royal=K\nknight::::b1\n" + CHESS, "line 1: knight and king have the ID K; say which by royal="),
        ("morph=*\n" + CHESS, "stands below the line of its piece"),
        ("[mine:chess]\nking = k\n", "name:ID:move:image:squares; docs/import.md has a table about variants of"),
    ],
)
def test_faults_are_reported_with_their_line(text: str, words: str) -> None:
    with pytest.raises(DiagramError) as error:
        read_definition(text)
    assert words in str(error.value)


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("pawn:P:fmWP::a2\nking::::e1\n", "line 1: the move of the pawn, column 4: 'P' is no atom"),
        ("soldier:S:fW::a2\nking::::e1\n", "promoChoice=QNRB: none of the types, S, K, is one"),
        (CHESS + "morph=X\n", "the morph of the king, column 1: no type has the ID X"),
        (CHESS + "captureMatrix=Z\n", "captureMatrix, column 1: no type has the ID Z"),
    ],
)
def test_wrong_strings_are_reported_with_the_column(text: str, words: str) -> None:
    with pytest.raises(DiagramError) as error:
        rules_of(read_definition(text), "wrong")
    assert words in str(error.value)


def test_names_and_ids_that_coincide_are_distinguished() -> None:
    text = rules_of(read_definition("Man at arms:M:W::a2\nman at arms:M:F::b2\nnot:N:K::e1\n"), "names")["diagram.lp"]
    assert 'type(1,man_at_arms,"M"). abbreviation(man_at_arms,"M")' in text
    assert 'type(2,man_at_arms_2,"M"). abbreviation(man_at_arms_2,"Mn")' in text
    assert "type(3,type_not" in text


def test_any_number_of_types_without_a_letter_have_abbreviations() -> None:
    signs = "飛角金銀桂香歩王玉竜馬成全圭杏と虎豹"
    types = "".join(f"{sign}:{sign}:K::{'abcdefgh'[place % 8]}{1 + place // 8}\n" for place, sign in enumerate(signs))
    text = rules_of(read_definition("maxPromote=0\n" + types), "signs")["diagram.lp"]
    found = re.findall(r'abbreviation\(\w+,"(\w+)"\)', text)
    assert len(set(found)) == len(found) == len(signs) and {"X", "Xz", "Xnn"} <= set(found)


@pytest.mark.slow
def test_a_blank_move_is_that_of_the_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "odd.txt").write_text("maxPromote=0\npawn::::a2-h2\nsnark::::e1\n")
    text = fail(monkeypatch, capsys, "import", str(tmp_path / "odd.txt"), "--to", str(tmp_path / "odd"))
    assert "no move is known by the name snark" in text
    assert not (tmp_path / "odd").exists()


@pytest.mark.slow
def test_the_lion_and_first_moves_are_imported(tmp_path: Path) -> None:
    """A Lion captures twice; its move that changes nothing is named. A King that has not moved leaps."""
    text = "files=7\nranks=7\nmaxPromote=0\nsymmetry=rotate\nlion::::d2\nking:K:KimAimDimNkfR::a1\nroyal=2\n"
    (tmp_path / "big.txt").write_text(text)
    reported = answer("import", str(tmp_path / "big.txt"), "--to", str(tmp_path / "big"))
    why = "its move to a cell and back, which changes nothing, is no move"
    assert reported["left_out"] == [{"line": 5, "text": "lion", "reason": why}]
    game = sm.game("big", rules=tmp_path)
    assert {each.target for each in game.position("start").legal_moves("a1")} == {
        "a2", "b1", "b2", "a3", "c1", "c3", "b3", "c2",
    }  # fmt: skip
    moved = game.position("white Ka1 Ld2 black Kg7").legal_moves("a1")
    assert {each.target for each in moved} == {"a2", "b1", "b2"}
    double = {str(each) for each in game.position("white Ka1 Ld2 black Kg7 Le3 Ld4").legal_moves("d2")}
    assert {"Ld2-d2&xe3", "Ld2xe3"} <= double and any("d4" in each and "e3" in each for each in double)
    facing = game.position("white Kd1 black Kd7 Lb6 turn black")
    assert {each.target for each in game.position("white Kc1 black Kd7 turn white").legal_moves("c1")} == {
        "b1", "b2", "c2"}  # fmt: skip
    assert facing.is_check()


@given(st.lists(st.text(st.sampled_from("abk:=,-123WFKmf*/") | st.characters(), max_size=25), max_size=6))
def test_any_text_is_read_or_refused(lines: list[str]) -> None:
    with suppress(DiagramError):
        rules_of(read_definition("\n".join(lines)), "any")


@pytest.mark.slow
@pytest.mark.parametrize("engine", ("reference", "compiled"))
@pytest.mark.parametrize("ranks", (8, 9, 12))
def test_steps_to_the_middle_of_the_board(ranks: int, engine: sm.EngineName, tmp_path: Path) -> None:
    """As many as its half, rounded down, has rows above; or one. So the script of diagrams counts them."""
    board = f"files=8\nranks={ranks}\nmaxPromote=0\npawn:P:fmW*fceF::b2,c3\nking:K:K::h1\n"
    (tmp_path / "middle.txt").write_text(board)
    assert answer("import", str(tmp_path / "middle.txt"), "--to", str(tmp_path / "middle"))["left_out"] == []
    game = sm.game("middle", rules=tmp_path, engine=engine)
    for row in range(1, ranks):
        white = {move.target for move in game.position(f"white Kh1 Pb{row} black Kh{ranks}").legal_moves(f"b{row}")}
        steps = max(1, ranks // 2 - row)
        assert white == {f"b{row + step}" for step in range(1, steps + 1) if row + step <= ranks}
        there = ranks + 1 - row
        facing = game.position(f"white Kh1 black Kh{ranks} Pb{there} turn black").legal_moves(f"b{there}")
        assert {move.target for move in facing} == {f"b{there - step}" for step in range(1, steps + 1)}
    for row, steps in ((low, most) for low in range(1, ranks // 2) for most in range(2, ranks // 2 - low + 1)):
        # A Pawn of the opponent can capture on each cell that this one has passed.
        takers = {step: f"a{row + step + 1}" for step in range(1, steps)}
        position = game.position(f"white Kh1 Pb{row} black Kh{ranks} P{' P'.join(takers.values())}")
        passed = position.push(f"Pb{row}-b{row + steps}")
        for step, cell in takers.items():
            assert f"P{cell}xb{row + step}ep" in {str(move) for move in passed.legal_moves(cell)}


@pytest.mark.slow
def test_three_steps_to_the_middle_of_twelve_rows(tmp_path: Path) -> None:
    """From the third row; a cell can be passed first on the way to one end only, so a position needs no other cell."""
    (tmp_path / "far.txt").write_text("files=8\nranks=12\nmaxPromote=0\npawn:P:fmW*fceF::b3,d3\nking:K:K::h1\n")
    assert answer("import", str(tmp_path / "far.txt"), "--to", str(tmp_path / "far"))["left_out"] == []
    game = sm.game("far", rules=tmp_path, engine="compiled")
    after = game.start().push("Pb3-b6")
    assert after.state == (("ep", "b4"),)
    assert game.position(str(after)) == after


@pytest.mark.parametrize(
    ("lines", "sides"),
    [
        ("king::::c1,e1\n", [True, True]),
        ("king::::e1\n", [False, False]),
        ("king::::e1,,c8\n", [False, True]),
        ("king::::c1,e1\nextinction=0\n", [False, False]),
        ("king::::c1,e1\nextinction=1\n", [True, False]),
        ("king::::c1,e1\nextinction=2\n", [False, True]),
        ("king::::e1\npromoChoice=K\n", [True, True]),
        ("prince::::d1\nking::::e1\nroyal=2\nroyal=3\n", [True, True]),
        ("king::::e1\npromoOffset=1\n", [True, True]),
    ],
)
def test_which_side_may_lose_royal_pieces(lines: str, sides: list[bool]) -> None:
    """By default, and with `extinction` of 1 for White and 2 for Black, as the diagram's script counts royal pieces."""
    definition = read_definition(f"pawn::::a2-h2\n{lines}")
    assert definition.spare_royals == sides and definition.left_out == []


@pytest.mark.slow
def test_all_royal_pieces_but_the_last_may_be_captured(tmp_path: Path) -> None:
    """Without `extinction=` for both sides: a Rook attacks one of two Kings, which stays, and is captured."""
    (tmp_path / "two.txt").write_text("pawn::::a2-h2\nrook::::a1,h1\nking::::d1,e1\n")
    assert answer("import", str(tmp_path / "two.txt"), "--to", str(tmp_path / "two"))["left_out"] == []
    position = sm.game("two", rules=tmp_path).position("white Kd1 Kg2 black Kh8 Rd8")
    assert not position.is_check() and "Kd1-d2" in {str(move) for move in position.legal_moves()}
    last = position.push("Kg2-g3").push("Rd8xd1").push("Kg3-f2").push("Rd1-f1")
    assert last.is_check() and {str(move) for move in last.legal_moves()} >= {"Kf2xf1"}


HOLED = """files=5
ranks=6
maxPromote=0
royal=K
pawn:P:fmWifmnDifmnH::a2,c2
hole::::c2,b4,d3
rook:R:R::b1,e1
knight:N:N::a1
king:K:K::c1
"""


@pytest.mark.slow
@pytest.mark.parametrize("engine", ("reference", "compiled"))
def test_one_move_may_capture_all_royal_pieces(engine: sm.EngineName, tmp_path: Path) -> None:
    """A Lion that captures King and Prince on its way wins, as in Chu Shogi; one of them alone does not lose."""
    royals = "files=6\nranks=6\nmaxPromote=0\nsymmetry=none\nroyal=1\nroyal=2\nking:K:K::a1,,f6\nprince:C:K::c1,,d6\n"
    (tmp_path / "leonine.txt").write_text(royals + "lion:L:cafcafW::b1,,e6\n")
    run("import", str(tmp_path / "leonine.txt"), "--to", str(tmp_path / "leonine"))
    game = sm.game("leonine", rules=tmp_path, engine=engine)
    both, one = (f"white Kf1 Lb1 black Kb2 {other} turn white" for other in ("Cb3", "Lb3 Cf6"))
    ended = game.position(both).push("Lb1-b4").outcome()
    assert ended is not None and (ended.winner, ended.by) == ("white", ("royals",))
    assert game.position(one).push("Lb1-b4").outcome() is None


@pytest.mark.slow
@pytest.mark.parametrize("engine", ("reference", "compiled"))
def test_a_board_may_have_holes(engine: sm.EngineName, tmp_path: Path) -> None:
    """Black's half has the holes too. Slides end before a hole, leaps pass it, and no piece stands there."""
    (tmp_path / "holed.txt").write_text(HOLED)
    reported = answer("import", str(tmp_path / "holed.txt"), "--to", str(tmp_path / "holed"))
    assert [(each["line"], each["text"]) for each in reported["left_out"]] == [(5, "pawn: c2, c5")]
    game = sm.game("holed", rules=tmp_path, engine=engine)
    holes = {"c2", "c5", "b4", "b3", "d3", "d4"}
    everywhere = {f"{column}{row}" for column in "abcde" for row in range(1, 7)}
    assert set(game.ruleset.cells.values()) == everywhere - holes
    position = game.position("white Kc1 Rb1 Re1 Na1 Pa2 black Kc6")
    found = {cell: {move.target for move in position.legal_moves(cell)} for cell in ("a1", "a2", "b1", "c1", "e1")}
    assert found == {
        "a1": set(), "a2": {"a3", "a4", "a5"}, "b1": {"b2"}, "c1": {"b2", "d1", "d2"},
        "e1": {"d1", "e2", "e3", "e4", "e5", "e6"},
    }  # fmt: skip


NEXT = {"W": {(0, 1), (0, -1), (1, 0), (-1, 0)}, "F": {(1, 1), (1, -1), (-1, 1), (-1, -1)}}
AROUND = {
    "cabK": NEXT["W"] | NEXT["F"],
    "cabW": NEXT["W"],
    "cabF": NEXT["F"],
    "fcabW": {(0, 1)},
    "cabWfcabF": NEXT["W"] | {(1, 1), (-1, 1)},
}


@pytest.mark.slow
@pytest.mark.parametrize("move", AROUND)
@pytest.mark.parametrize("engine", ("reference", "compiled"))
def test_a_piece_that_only_captures_where_it_stands_is_imported(
    move: str, engine: sm.EngineName, tmp_path: Path
) -> None:
    """The piece goes one cell, captures there and returns. It has no other move."""
    text = f"files=7\nranks=7\nmaxPromote=0\nshooter:S:{move}::d2,,d6\nking:K:K::a1,,g7\nroyal=2\n"
    (tmp_path / "stays.txt").write_text(text)
    assert run("import", str(tmp_path / "stays.txt"), "--to", str(tmp_path / "stays"))[0] == 0
    game = sm.game("stays", rules=tmp_path, engine=engine)
    targets = [(x, y) for x in range(3, 6) for y in range(3, 6) if (x, y) != (4, 4)]
    black = " ".join(f"S{'abcdefg'[x - 1]}{y}" for x, y in targets)
    moves = game.position(f"white Ka1 Sd4 black Kg7 {black}").legal_moves("d4")
    assert {str(each) for each in moves} == {f"Sd4-d4&x{'abcdefg'[x + 3]}{y + 4}" for x, y in AROUND[move]}


@pytest.mark.parametrize(
    ("line", "error"),
    [
        ("stalemate=xyz", "stalemate is draw, lose, loss, win, not 'xyz'"),
        ("extinction=7", "extinction is 0 to 3, not '7'"),
        ("castleFlip=2", "castleFlip is 0 to 1, not '2'"),
    ],
)
def test_values_that_mean_nothing_are_refused(line: str, error: str) -> None:
    with pytest.raises(DiagramError, match=f"line 1: {error}"):
        read_definition(f"{line}\nking:K:K::e1")


@pytest.mark.parametrize(
    ("lines", "left_out"),
    [
        ("maxPromote=9", (1, "maxPromote=9", "there are 2 types, and all of them count")),
        ("promoZone=9", (1, "promoZone=9", "there are 8 ranks, and all of them count")),
        ("files=9\nfiles=8", (1, "files=9", "files stands again in line 2, which counts")),
    ],
)
def test_numbers_that_count_otherwise_than_they_are_stated_are_named(
    lines: str, left_out: tuple[int, str, str]
) -> None:
    assert left_out in read_definition(f"{lines}\nqueen:Q:Q::d1\nking:K:K::e1").left_out
