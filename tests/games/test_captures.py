"""Captures of one's own pieces, and of pieces on the way: both engines against oracles, and by hand."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import shadowmate as sm
from oracles import fences, friends, locusts, maulers
from shadowmate.asp.ruleset import load
from shadowmate.checking.rules import check_rules
from shadowmate.compiled.compile.layout import objections
from shadowmate.compiled.compile.translation import refusals
from shadowmate.endgame.errors import EndgameError
from shadowmate.endgame.table_maker import table
from shadowmate.shorthand.betza import read_betza
from shadowmate.shorthand.mistake import ShorthandError
from support.differences import Pair, Tally
from support.five_by_five import game, position
from support.paths import GAMES_OF_TESTS
from support.small import small

ENGINES = ("reference", "compiled")


def _winner(start: sm.Position, move: sm.Move) -> str | None:
    outcome = start.push(move).outcome()
    return outcome.winner if outcome else None


def found(start: sm.Position) -> set[tuple[str, str, friends.Board]]:
    """Every legal move: its start, its end, and the pieces after it."""
    result = set()
    for move in start.legal_moves():
        pieces = start.push(move).pieces
        board = tuple(sorted((cell, start.game.piece_name(piece.kinds), piece.army) for cell, piece in pieces.items()))
        result.add((move.origin, move.target, board))
    return result


ASKED = {
    "merge": (friends, "RBQMM"), "locust": (locusts, "WLDORLWAEC"), "fences": (fences, "AABBR"),
    "maulers": (maulers, "TMJCMJ"),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", ASKED)
def test_which_pieces_capture_which(name: str, engine: str) -> None:
    """On random positions; more of them for the engine that is quick."""
    oracle, kinds = ASKED[name]
    rng = random.Random(name)
    for _ in range(6 if engine == "reference" else 80):
        text = position(rng, kinds, 6, 12)
        start = game(name, engine).position(text)
        assert (found(start), start.is_check()) == (oracle.positions(text), oracle.check(text)), text


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", ASKED)
def test_which_pieces_capture_which_on_many_positions(name: str) -> None:
    oracle, kinds = ASKED[name]
    rng = random.Random(f"{name} 2")
    for _ in range(60):
        text = position(rng, kinds, 6, 12)
        start = game(name, "reference").position(text)
        assert (found(start), start.is_check()) == (oracle.positions(text), oracle.check(text)), text


@pytest.mark.slow
@pytest.mark.parametrize("name", ASKED)
def test_engines_say_the_same_in_full(name: str) -> None:
    """Terms, marks, checks with their routes and outcomes too, and the positions after the moves."""
    pair, tally = Pair(name), Tally()
    rng = random.Random(f"{name} 3")
    for _ in range(20 if name == "maulers" else 5):
        pair.compare(pair.reference.position(position(rng, ASKED[name][1], 6, 12)), rng, tally)
    assert tally.differences == []
    assert tally.legal["capture"] > 0


@pytest.mark.parametrize("engine", ENGINES)
def test_how_captures_of_friends_are_reported(engine: str) -> None:
    start = game("merge", engine).position("white Ke1 Ra1 Ba3 black Ke5")
    (move,) = (each for each in start.legal_moves("a1") if each.target == "a3")
    assert (str(move), move.captures, move.promotion) == ("Ra1xa3=Q", ("a3",), "Q")
    assert str(start.push(move)).endswith("white Qa3 Ke1 black Ke5 turn black")
    assert start.push(move).quiet == 0


@pytest.mark.parametrize("engine", ENGINES)
def test_friends_give_no_check_and_royals_are_not_captured(engine: str) -> None:
    start = game("merge", engine).position("white Ke1 Mc1 black Ka5")
    assert not start.is_check()
    assert {move.target for move in start.legal_moves("c1")} == {"b2", "d2"}
    assert str(start.why("Mc1-c3")).endswith("Mc1 goes there only to capture a piece of its own side")


def test_reasons() -> None:
    start = game("merge", "reference").position("white Ke1 Mc1 Ra1 Qa2 black Ka5")
    assert "a rule of the game bars it: matrix" in str(start.why("Ra1xa2"))
    assert "goes there only to capture a piece of its own side" in str(start.why("Mc1-c3"))


@pytest.mark.slow
def test_only_capturing_motions_are_own(tmp_path: Path) -> None:
    """A use that is misspelt is refused with those that there are."""
    folder = tmp_path / "merge"
    folder.mkdir()
    text = (GAMES_OF_TESTS / "merge" / "game.lp").read_text().replace("orthogonal,any", "orthogonal,owned")
    (folder / "game.lp").write_text(text)
    assert any(
        "owned is not a use; there are any, capture, first, own, quiet" in str(each) for each in check_rules(folder)
    )


def test_tables_do_not_hold_captures_of_friends() -> None:
    with pytest.raises(EndgameError, match="captured by their own side"):
        table(game("merge", "compiled"), "white K R black K")


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
def test_a_mate_by_capturing_a_friend(engine: str) -> None:
    """Rook and Bishop merge beside the King."""
    start = game("merge", engine).position("white Kc2 Rd5 Bd1 black Ke1 turn white")
    mates = {(move.origin, move.target) for move in start.legal_moves() if _winner(start, move)}
    wanted = set()
    for origin, target, board in friends.positions("white Kc2 Rd5 Bd1 black Ke1 turn white"):
        armies: dict[str, list[str]] = {"white": [], "black": []}
        for cell, kind, army in board:
            armies[army].append(kind + cell)
        text = " ".join(" ".join([army, *pieces]) for army, pieces in armies.items()) + " turn black"
        if friends.check(text) and not friends.positions(text):
            wanted.add((origin, target))
    assert mates == wanted
    assert ("d5", "d1") in mates


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("text", "origin", "wanted"),
    [
        # A Lion beside two pieces: either, both, or one and back to where it stood.
        (
            "white Ka1 Lc3 black Ke5 Rb4 Dc4",
            "c3",
            {"Lc3xb4&xc4", "Lc3xc4&xb4", "Lc3-c3&xb4", "Lc3-c3&xc4", "Lc3xb4", "Lc3xc4", "Lc3-c5&xc4", "Lc3-c5&xb4"},
        ),
        ("white Ka1 Wc1 black Ke5 Rc2 Dc3", "c1", {"Wc1xc2", "Wc1xc3", "Wc1xc3&xc2"}),
        ("white Ka1 Wc1 black Ke5 Rc2", "c1", {"Wc1xc2", "Wc1-c3", "Wc1-c3&xc2"}),
        ("white Ka1 Dc1 Rb2 black Ke5 Rd2", "c1", {"Dc1-e3&xd2"}),
        ("white Ka1 Oc1 black Ke5 Rc3 Wd3", "c1", {"Oc1xd3=W&xc3", "Oc1-b3&xc3"}),
        ("white Ka1 Lc1 black Ke5 Wc2 Rc3", "c1", {"Lc1xc2=W", "Lc1xc3&xc2", "Lc1-c1=W&xc2"}),
    ],
)
def test_how_captures_on_the_way_are_reported(engine: str, text: str, origin: str, wanted: set[str]) -> None:
    start = game("locust", engine).position(text)
    moves = {str(move): move for move in start.legal_moves(origin)}
    assert wanted <= moves.keys(), sorted(moves)
    for name in wanted:
        assert start.push(name) == start.push(moves[name])
        assert set(moves[name].captures) <= start.pieces.keys()


@pytest.mark.sample(4)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("text", "origin", "wanted"),
    [
        # Two on the way and one at the end, or an empty cell behind them.
        ("white Ka1 Jc1 black Ke5 Tc2 Mc3 Tc4", "c1", {"Jc1xc4&xc2&xc3", "Jc1-d1"}),
        ("white Ka1 Jc1 black Ke5 Tc2 Mc3", "c1", {"Jc1-c4&xc2&xc3", "Jc1-d1"}),
        # A Mower turns aside on each piece that it captures. What it captures first makes it a Turncoat: the piece at
        # the end, or else the one on the least cell.
        ("white Ka1 Mb1 black Ke5 Cb3 Td3", "b1", {"Mb1-d4=C&xb3&xd3", "Mb1-d5=C&xb3&xd3", "Mb1-d2=C&xb3&xd3"}),
        ("white Ka1 Mb1 black Ke5 Tb3 Cd3", "b1", {"Mb1-d4&xb3&xd3", "Mb1-d1&xb3&xd3"}),
        # By two steps a Teacher captures one piece on the way, by three steps two.
        ("white Ka1 Tc1 black Ke5 Cb2 Cc3", "c1", {"Tc1xb2", "Tc1xc3&xb2", "Tc1-d4&xb2&xc3"}),
    ],
)
def test_how_several_captures_on_the_way_are_reported(engine: str, text: str, origin: str, wanted: set[str]) -> None:
    start = game("maulers", engine).position(text)
    moves = {str(move): move for move in start.legal_moves(origin)}
    assert wanted <= moves.keys(), sorted(moves)
    for name in wanted:
        assert start.push(name) == start.push(moves[name])
        assert start.push(name).pieces.keys() == {
            *(start.pieces.keys() - {origin, *moves[name].captures}), moves[name].target,
        }  # fmt: skip


def test_three_captures_on_the_way_are_left_to_the_reference_engine(tmp_path: Path) -> None:
    folder = tmp_path / "maulers"
    folder.mkdir()
    text = (GAMES_OF_TESTS / "maulers" / "game.lp").read_text().replace("cafcafW", "cafcafcafW")
    (folder / "game.lp").write_text(text)
    start = sm.game("maulers", rules=tmp_path).position("white Ka1 Jc1 black Ke5 Tc2 Mc3 Tc4 Mc5")
    assert "Jc1xc5&xc2&xc3&xc4" in set(map(str, start.legal_moves("c1")))
    with pytest.raises(sm.RulesError, match="captures on 3 cells on its way; up to 2 are compiled"):
        sm.game("maulers", rules=tmp_path, engine="compiled")


@pytest.mark.sample(9)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("text", "checked"),
    [
        ("white Kc3 black Ka5 Wc4", True),
        ("white Kc3 Rc2 black Ka5 Wc4", True),
        ("white Kc1 black Ka5 Dd2", False),
        ("white Kc3 black Ka5 Dd4", True),
        ("white Kc3 black Ka5 Dd4 Rb2", False),
        ("white Kc1 Rc2 black Ka5 Wc3", True),
        ("white Kb1 black Ka5 Rd2 Wc4", False),
        ("white Ka1 Rb2 black Ke5 Lc3", True),
        ("white Ka1 black Ke5 Ld4", False),
        ("white Kc1 black Ke5 Oc4", True),
        ("white Kb3 Rc3 black Ke5 Oc5", True),
    ],
)
def test_checks_on_the_way(engine: str, text: str, checked: bool) -> None:
    """A royal is in check where it would be captured on the way, or behind a piece of its own that would be."""
    assert game("locust", engine).position(f"{text} turn white").is_check() == checked


def test_why_there_is_no_piece_to_capture_on_the_way() -> None:
    start = game("locust", "reference").position("white Ka1 Dc1 Wa3 black Ke5 Rb2")
    assert "Dc1 goes to e3 only by a capture on its way" in str(start.why("Dc1-e3"))


@pytest.mark.parametrize(
    ("string", "column", "reason"),
    [
        ("dafK", 1, "d before a"),
        ("mafipR", 3, "of i, p, g and y"),
        ("cadK", 3, "d after a capture on the way"),
        ("cpafK", 1, "of c, p, g and y"),
    ],
)
def test_what_is_not_supported_on_the_way(string: str, column: int, reason: str) -> None:
    with pytest.raises(ShorthandError, match=reason) as error:
        read_betza(string, 8)
    assert error.value.column == column


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("rule", "atom"),
    [
        ("spares(C,locust) :- part(C,locust,rook).", "spares(C,locust)"),
        # A variable in the place of the role matches it too.
        ("becomes(C,mover,rook) :- part(C,Role,rook), Role != mover.", "part(C,Role,rook)"),
    ],
)
def test_effects_on_further_captured_pieces_are_not_compiled(tmp_path: Path, rule: str, atom: str) -> None:
    folder = tmp_path / "locust"
    folder.mkdir()
    text = (GAMES_OF_TESTS / "locust" / "game.lp").read_text()
    (folder / "game.lp").write_text(f"{text}#program effects.\n{rule}\n")
    reasons = refusals(load("locust", (), [tmp_path]))
    assert any(f"'{atom}' is about a piece captured on the way" in each for each in reasons)


def test_no_tables_of_captures_on_the_way() -> None:
    with pytest.raises(EndgameError, match="captured on the way"):
        table(game("locust", "compiled"), "white K W black K")


def altered(tmp_path: Path, name: str, *changes: tuple[str, str], more: str = "") -> Path:
    """A folder with a game of the tests, with changes of its text and lines added."""
    text = (GAMES_OF_TESTS / name / "game.lp").read_text()
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    (tmp_path / name).mkdir()
    (tmp_path / name / "game.lp").write_text(text + more)
    return tmp_path


def refused(folder: Path, name: str) -> str:
    """Why the compiled engine refuses a game."""
    with pytest.raises(sm.RulesError) as error:
        sm.game(name, rules=folder, engine="compiled")
    return str(error.value)


@pytest.mark.slow
def test_two_captures_on_the_way_need_a_small_board(tmp_path: Path) -> None:
    folder = altered(tmp_path, "maulers", ("size(5,5,1)", "size(16,16,1)"), ("mR[cR-scR-sR]", "W"))
    assert "captures twice on its way on a board of 256 cells" in refused(folder, "maulers")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("changes", "more", "reason"),
    [
        (
            [("mWcafcafW", "caambW")],
            "joins(C,victim,Army) :- part(C,mover,jumper), of(C,mover,Army), part(C,victim,_).\n"
            "spares(C,victim) :- part(C,mover,jumper), part(C,victim,_).\n",
            "where a jumper of white captures, both would stay",
        ),
        (
            [],
            "seeks(C,teacher,first) :- part(C,mover,jumper).\n"
            "becomes(C,aide,mower) :- part(C,aide,_).\n#program base.\n"
            "measure(first,Army,Cell,1) :- army(Army), cell(Cell).\n",
            "captures two pieces on its way calls for an aide",
        ),
        (
            [("KcaKcacaK", "fmWfcafcaWfceFifmnD")],
            "",
            "captures in passing, and also on its way",
        ),
    ],
)
def test_what_is_not_compiled_with_several_captures(
    changes: list[tuple[str, str]], more: str, reason: str, tmp_path: Path
) -> None:
    assert reason in refused(altered(tmp_path, "maulers", *changes, more=more), "maulers")


@pytest.mark.parametrize("engine", ENGINES)
def test_a_captured_cell_off_the_board_captures_nothing(engine: str, tmp_path: Path) -> None:
    """Where cells off the board do not close a route, either."""
    folder = altered(tmp_path, "maulers", more="#program base. reads(field_paths_open).\n")
    start = sm.game("maulers", rules=folder, engine=engine).position("white Ka1 Jc4 Mb1 black Ke5 Tb3 turn white")  # type: ignore[arg-type]
    assert maulers.positions("white Ka1 Jc4 Mb1 black Ke5 Tb3 turn white") == found(start)
    assert all(route.open or route.lacks or route.blockers for route in start.why("Mb1-d1").routes)


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
def test_a_king_that_lingers_is_no_piece_to_capture_on_the_way(engine: str, tmp_path: Path) -> None:
    folder = altered(tmp_path, "maulers", more="#program base. lingers(king).\n")
    start = sm.game("maulers", rules=folder, engine=engine).position("white Kb2 black Ka4 Tb3 turn white")  # type: ignore[arg-type]
    assert {"Kb2-a1", "Kb2-b1", "Kb2-c1"} <= set(map(str, start.legal_moves()))


@pytest.mark.slow
def test_rules_may_be_about_a_locust(tmp_path: Path) -> None:
    """The points of a Betza string come from a function, so no rule states that there is such a piece."""
    more = "bars(C,spared) :- part(C,locust,turncoat).\nbars(C,far) :- use(C,locust), part(C,locust(2),turncoat).\n"
    folder = altered(tmp_path, "maulers", more=more)
    assert check_rules(folder / "maulers") == []
    start = sm.game("maulers", rules=folder).position("white Ka1 Jc1 black Ke5 Tc2 Cc3 Tc4 turn white")
    assert {str(move) for move in start.legal_moves("c1")} == {"Jc1-d1"}


@pytest.mark.slow
def test_hands_hold_one_captured_piece_of_a_move(tmp_path: Path) -> None:
    folder = altered(
        tmp_path, "maulers", more='#include "parameters/hands.lp".\n#program base. held_as(mower,mower).\n'
    )
    assert ["one would come to the hand" in str(each) for each in check_rules(folder / "maulers")] == [True]


@pytest.mark.slow
def test_no_piece_is_captured_on_the_way_that_the_matrix_bans(tmp_path: Path) -> None:
    """On the end neither. The Draughtsman beside it may be captured."""
    start = sm.game("locust", rules=altered(tmp_path, "locust", more="iron(rook).\n")).position(
        "white Ka1 La3 black Ke5 Rb4 Dc4 turn white"
    )
    captures = {move.captures for move in start.legal_moves("a3") if move.captures}
    assert captures == {("c4",)}


def test_a_royal_piece_that_lingers_blocks_its_old_cell(tmp_path: Path) -> None:
    """A Queen leaves the column between two Rooks, and still blocks it; the compiled engine refuses such moves."""
    rules = """royal(queen).  lingers(queen).
#program effects.
unguarded(C,mover) :- part(C,mover,queen), part(C,victim,_).
"""
    game = small(tmp_path, rules)
    captures = [move.target for move in game.position("white Qc3 Ka2 black Rc1 Rc5 Ke4").legal_moves() if move.captures]
    assert sorted(captures) == ["c1", "c5"]
    assert "lingers" in objections(game.ruleset)[0]
