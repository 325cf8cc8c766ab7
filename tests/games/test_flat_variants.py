"""The named variants of the parametrization: what their rules say, by hand, and Fairy-Stockfish if it is there."""

from __future__ import annotations

from random import Random

import pytest

import shadowmate as sm
from oracles import golems
from shadowmate.compiled.parallel_perft import perft
from support.paths import GAMES_OF_TESTS


def targets(position: str, origin: str) -> set[str]:
    return {move.target for move in sm.position(position).legal_moves(origin)}


def after(position: str, move: str) -> str:
    """The pieces after a move, in one line."""
    pieces = sm.position(position).push(move).pieces
    letters = sm.game(position.partition(":")[0]).piece_name
    return " ".join(f"{piece.army} {letters(piece.kinds)}{cell}" for cell, piece in pieces.items())


def test_the_king_of_the_hill_wins_in_the_centre() -> None:
    position = sm.position("koth: white Kd3 black Ke6 Ra8")
    won = position.push("Kd3-d4")
    assert (won.outcome().reason, won.outcome().winner) == ("won", "white")
    assert ("won", "white goal") in won.state
    assert won.legal_moves() == []


def test_an_illegal_move_does_not_win() -> None:
    assert "d4" not in targets("koth: white Kd3 black Kh8 Rd8", "d3")  # pinned on the column
    assert "e4" in targets("koth: white Kd3 black Kh8 Rd8", "d3")


def test_generals_do_not_face_each_other() -> None:
    assert targets("xiangqi: white Ke1 black Kd10", "e1") == {"e2", "f1"}
    assert targets("xiangqi: white Ke1 Re4 black Ke10", "e4") == {f"e{n}" for n in (2, 3, 5, 6, 7, 8, 9, 10)}
    assert sm.position("xiangqi: white Kd1 black Kd10").checks() != ()


def test_which_pieces_stay_in_the_palace_or_on_their_side() -> None:
    assert targets("xiangqi: white Kd1 Ad3 Bc5 black Kf10", "d3") == {"e2"}
    assert targets("xiangqi: white Kd1 Ae2 Bc5 black Kf10", "c5") == {"a3", "e3"}
    assert targets("xiangqi: white Kd1 Bc5 Pb4 black Kf10", "c5") == {"e3"}


def test_soldiers_go_sideways_beyond_the_river() -> None:
    assert targets("xiangqi: white Kd1 Pc5 black Kf10", "c5") == {"c6"}
    assert targets("xiangqi: white Kd1 Pc6 black Kf10", "c6") == {"c7", "b6", "d6"}
    assert targets("xiangqi: white Kd1 black Kf10 Pc5 turn black", "c5") == {"c4", "b5", "d5"}


def test_stalemate_loses_in_xiangqi() -> None:
    position = sm.position("xiangqi: white Kd1 Pd9 Pf9 black Ke10 turn black")
    assert position.legal_moves() == []
    assert (position.is_check(), position.outcome().winner) == (False, "white")


def test_pawns_of_makruk_become_mets_on_the_sixth_row() -> None:
    assert [str(m) for m in sm.position("makruk: white Ka1 Pc5 black Kh8").legal_moves("c5")] == ["Pc5-c6=M"]


def test_pieces_of_kyoto_shogi_turn_over_with_each_move() -> None:
    assert after("kyoto: white Kc1 Pa2 black Kc5", "Pa2-a3") == "white Ra3 white Kc1 black Kc5"
    assert after("kyoto: white Kc1 Ra3 black Kc5", "Ra3-b3") == "white Pb3 white Kc1 black Kc5"


def test_pieces_of_micro_shogi_turn_over_when_they_capture() -> None:
    assert after("micro: white Kd1 Pa2 black Ka5", "Pa2-a3") == "white Pa3 black Ka5 white Kd1"
    captured = sm.position("micro: white Kd1 Pa2 black Ka5 Ta3").push("Pa2xa3")
    assert captured.pieces["a3"].kinds == ("knight",)
    assert captured.stores == (("hand white", "bishop", 1),)


def test_pieces_are_dropped_with_either_side_up() -> None:
    text = "white Kc1 black Kc5 hand white P"
    moves = {str(m) for m in sm.position(f"kyoto: {text}").legal_moves() if not m.origin}
    compiled = sm.game("kyoto", engine="compiled").position(text).legal_moves()
    assert {str(m) for m in compiled if not m.origin} == moves
    assert {"P@a5=P", "P@a5=R"} <= moves
    assert len(moves) == 2 * 23


def test_a_piece_that_captures_a_golem_becomes_the_half_of_it() -> None:
    assert after("golem: white Ke1 Ra4 black Ke8 Ga7", "Ra4xa7") == "black Ha7 white Ke1 black Ke8"
    assert after("golem: white Ke1 Ra4 black Ke8 Ha7", "Ra4xa7") == "white Ra7 white Ke1 black Ke8"
    assert after("golem: white Ke1 Gb4 black Ke8 Gb6", "Gb4xb6") == "white Hb6 white Ke1 black Ke8"
    assert targets("golem: white Ke1 black Ke8 Gd2", "e1") & {"d2"} == set()
    assert after("golem: white Ke1 Pb7 black Ke8 Ga8", "Pb7xa8") == "black Ha8 white Ke1 black Ke8"


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["reference", "compiled"])
def test_golems_far_away_are_not_traded(engine: str) -> None:
    """A Golem cannot capture a protected Golem from two squares away. A Rook can, and a Golem beside it."""

    def can_capture(position: str, origin: str) -> bool:
        moves = sm.game("golem", engine=engine).position(position).legal_moves(origin)
        return any(move.target == "b6" for move in moves)

    assert can_capture("white Ke1 Gb4 black Ke8 Gb6", "b4")
    assert not can_capture("white Ke1 Gb4 black Ke8 Gb6 Rb8", "b4")
    assert not can_capture("white Ke1 Gd4 black Ke8 Gb6 Pa7", "d4")
    assert can_capture("white Ke1 Gb5 black Ke8 Gb6 Rb8", "b5")
    assert can_capture("white Ke1 Hb4 black Ke8 Gb6 Rb8", "b4")
    assert not can_capture("white Ke1 Gb4 black Ke8 Hb6 Rb8", "b4")
    assert not can_capture("white Ke1 Hb4 black Ke8 Hb6 Rb8", "b4")
    assert can_capture("white Ke1 Rb4 black Ke8 Gb6 Rb8", "b4")


def clay(rng: Random) -> str:
    """Kings, Golems and Half-Golems of both sides close to each other, and others anywhere."""
    near = [f"{column}{row}" for column in "bcdef" for row in range(2, 7)]
    cells = rng.sample(near, rng.randint(6, 16))
    pieces: dict[str, list[str]] = {"white": [], "black": []}
    for number, cell in enumerate(cells):
        pieces[("white", "black")[number % 2]].append(("KKGGHH"[number] if number < 6 else rng.choice("GHRN")) + cell)
    turn = rng.choice(("white", "black"))
    return f"white {' '.join(pieces['white'])} black {' '.join(pieces['black'])} turn {turn}" + rng.choice(
        ("", " struck golem")
    )


@pytest.mark.slow
@pytest.mark.parametrize(("engine", "number"), [("reference", 12), ("compiled", 150)])
def test_golems_are_captured_as_the_oracle_has_it(engine: str, number: int) -> None:
    rng, game = Random(f"golem {engine}"), sm.game("golem", engine=engine)
    for count in range(number):
        text = clay(rng)
        position = game.position(text)
        assert sorted(f"{move.origin}{move.target}" for move in position.legal_moves()) == golems.moves(text), text
        if count % 5 == 0 and engine == "compiled" and not golems.is_won(*golems.read(text)[:2]):
            assert sm.perft(position, 2) == golems.lines(*golems.read(text), 2), text


def test_no_golem_is_captured_after_one() -> None:
    """Only an adjacent Golem may capture it at once; a turn later any piece may."""
    struck = sm.position("golem: white Ke1 Rh4 Nc4 black Ke8 Gh7 Ha5 Gb7").push("Rh4xh7")
    assert "struck golem" in str(struck)
    freed = struck.push("Ke8-f8")
    assert "Nc4xa5" in map(str, freed.legal_moves())
    held = sm.position("golem: white Ke1 Nc4 Hb4 black Ke8 Ha5 turn white struck golem")
    assert {str(move) for move in held.legal_moves() if move.target == "a5"} == {"Hb4xa5"}
    assert held.why("Nc4xa5").reasons == ("the position has struck golem",)


@pytest.mark.slow
def test_a_piece_that_captures_a_werewolf_becomes_one() -> None:
    assert after("werewolf: white Ke1 Ra4 black Ke8 Wa7", "Ra4xa7") == "white Wa7 white Ke1 black Ke8"
    assert after("werewolf: white Ke1 black Ke8 Wd2", "Ke1xd2") == "white Kd2 black Ke8"
    assert after("werewolf: white Ke1 Pb7 black Ke8 Wa8", "Pb7xa8") == "white Wa8 white Ke1 black Ke8"


def test_a_werewolf_jumps_to_the_second_square() -> None:
    ahead = {cell for cell in targets("werewolf: white Kh1 Wd1 Pd2 black Ke8", "d1") if cell[0] == "d"}
    assert ahead == {"d3"}


@pytest.mark.sample(1)
@pytest.mark.parametrize("engine", ["reference", "compiled"])
def test_a_werewolf_may_capture_what_it_jumps_over(engine: str) -> None:
    start = sm.game("werewolf", engine=engine).position("white Kh1 Wd1 black Kh8 Pd2 Rd3 Ne1 Wc2")
    moves = {str(move) for move in start.legal_moves("d1")}
    assert {"Wd1xd2", "Wd1xd3", "Wd1xd3&xd2", "Wd1-f1", "Wd1-f1&xe1", "Wd1-b3", "Wd1-b3&xc2"} <= moves
    after = start.push("Wd1xd3&xd2")
    assert sorted(after.pieces) == ["c2", "d3", "e1", "h1", "h8"]
    assert sm.game("werewolf", engine=engine).position("white Kd2 black Kh8 Wd1").is_check()


@pytest.mark.parametrize(
    ("fen", "counts"),
    [
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", (48, 2039, 97862)),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", (14, 191, 2812)),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", (6, 264, 9467)),
    ],
)
def test_chess_in_betzas_notation_is_chess(fen: str, counts: tuple[int, ...]) -> None:
    """The counts are published: perft positions 2, 3 and 4."""
    position = sm.game("notated", rules=GAMES_OF_TESTS, engine="compiled").position(f"fen {fen}")
    assert tuple(perft(position, depth) for depth in (1, 2, 3)) == counts


@pytest.mark.parametrize("name", ["xiangqi", "makruk", "koth", "kyoto", "micro"])
def test_fairy_stockfish_has_the_same_moves(name: str) -> None:
    pytest.importorskip("pyffish")
    from support import fairy

    assert list(fairy.differences(name, 12, seed=5)) == []
