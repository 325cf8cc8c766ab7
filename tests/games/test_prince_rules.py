"""The rules of Prince around the moves: array, check, mate, castling, Pawns, ties; and all legal moves at random."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import shadowmate as sm
from oracles import prince as oracle
from oracles.prince import CELLS, FIELD, FIRST, PROMOTIONS, minus

GAME = sm.game("prince")


def moves(text, origin=None):
    return [str(move) for move in GAME.position(text).legal_moves(origin)]


def agree(text):
    """The engine's legal moves, checked against the oracle's, and check and outcome with them."""
    position, at = GAME.position(text), oracle.board(text)
    assert [str(move) for move in position.legal_moves()] == oracle.legal(at), text
    assert position.is_check() == (not oracle.safe(at.pieces, at.turn)), text
    outcome = position.outcome()
    assert (outcome.reason if outcome else None) == oracle.outcome(at), text
    return position


# --- the array ------------------------------------------------------------------------------------

COUNTS = {
    "Pn": 64, "Ro": 4, "Bi": 4, "Me": 4, "Kn": 4, "Ca": 4, "Ac": 4, "Ma": 2, "Pa": 2, "Ad": 2, "As": 2, "Co": 4,
    "Mt": 4, "Ar": 4, "Qu": 4, "Ba": 4, "Sc": 4, "Re": 4, "Un": 1, "Ne": 1, "Sp": 1, "Ki": 1,
}  # fmt: skip
ROWS = {
    8: "Base, Paratrooper, Knight, Rook, Market, Captain, Marine, Base",
    7: "Admiral, Ace, Court, Bishop, Merchant, Artist, Ace, Astronaut",
    6: "Captain, Artist, Queen, Scientist, Reporter, Queen, Court, Knight",
    5: "Market, Merchant, Reporter, University, Spy, Scientist, Bishop, Rook",
    4: "Rook, Bishop, Scientist, King, Network, Reporter, Merchant, Market",
    3: "Knight, Court, Queen, Reporter, Scientist, Queen, Artist, Captain",
    2: "Astronaut, Ace, Artist, Merchant, Bishop, Court, Ace, Admiral",
    1: "Base, Marine, Captain, Market, Rook, Knight, Paratrooper, Base",
}
START = GAME.start()
START_BOARD = oracle.board(str(START))


@pytest.mark.parametrize("army", ["white", "black"])
def test_the_array_is_the_list_of_the_document_row_by_row(army):
    short = {kind.capitalize(): abbreviation for abbreviation, kind in oracle.NAMES.items()}
    wanted = {(x, y, FIRST[army]): short[kind] for y, row in ROWS.items() for x, kind in enumerate(row.split(", "), 1)}
    wanted |= {(x, y, oracle.HOME[army]): "Pn" for x in range(1, 9) for y in range(1, 9)}
    assert {cell: kind for cell, (kind, owner) in START_BOARD.pieces.items() if owner == army} == wanted


@pytest.mark.parametrize("army", ["white", "black"])
def test_the_array_has_128_pieces_a_side_in_the_numbers_that_the_document_gives(army):
    counted = Counter(kind for kind, owner in START_BOARD.pieces.values() if owner == army)
    assert counted == COUNTS
    assert counted.total() == 128


def test_the_array_has_white_to_move_and_every_right_to_castle():
    assert (START.turn, START_BOARD.castle) == ("white", {(1, 1, 1), (8, 8, 1), (1, 1, 8), (8, 8, 8)})


def test_legal_moves_in_the_array_counted_by_the_oracle():
    """128 Pawn moves and 84 leaps; Black's are as many."""
    legal = oracle.legal(START_BOARD)
    assert [str(move) for move in START.legal_moves()] == legal
    assert len(legal) == 212
    assert sum(text.startswith("Pn") for text in legal) == 128
    assert not START.is_check()
    assert START.outcome() is None
    assert len(START.push("PnBd4-Cd4").legal_moves()) == 212


# --- check, pins, mate, stalemate -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "check"),
    [
        ("white KiDd4 black KiHh8 RoDd8", True),
        ("white KiDd4 PnDd6 black KiHh8 RoDd8", False),
        ("white KiDd4 black KiHh8 PnEe5", True),
        ("white KiDd4 black KiHh8 PnEe4", True),
        ("white KiDd4 black KiHh8 PnEd4", False),
        ("white KiDd4 black KiHh8 PnCe5", False),
        ("white KiDd4 black KiHh8 ScFf8", True),
        ("white KiDd4 PnEe6 black KiHh8 ScFf8", False),
        ("white KiDd4 PnDf4 black KiHh8 ScDh4", False),
        ("white KiDd4 PnDe5 black KiHh8 ScDh4", True),
        ("white KiDd4 PnDe5 PnEe4 black KiHh8 ScDh4", False),
    ],
)
def test_check(text, check):
    """Lines, Pawns by their captures only, planes, and planes that are shut one by one (a Rook line has two)."""
    assert agree(text).is_check() is check


def test_checks_name_the_checking_piece():
    position = GAME.position("white KiDd4 black KiHh8 RoDd8 KnEd6 BiAa1")
    assert {(check.checker, check.royal) for check in position.checks()} == {("Dd8", "Dd4"), ("Ed6", "Dd4")}


def test_the_king_may_not_stay_on_a_line_by_stepping_back_along_it():
    """READINGS P6: a cell is judged with the King on it, no longer on the cell that it left."""
    assert not {"KiDd4-Dd3", "KiDd4-Dd5"} & set(moves("white KiDd4 black KiHh8 RoDd8"))


def test_the_king_may_take_an_unguarded_checker_and_not_a_guarded_one():
    assert "KiDd4xDd5" in moves("white KiDd4 black KiHh8 RoDd5")
    assert "KiDd4xDd5" not in moves("white KiDd4 black KiHh8 RoDd5 BaDh5")


def test_a_pinned_piece_moves_only_where_it_still_shields_the_king():
    agree("white KiDd4 QuDd6 black KiHh8 RoDd8")
    assert moves("white KiDd4 QuDd6 black KiHh8 RoDd8", "Dd6") == ["QuDd6-Dd5", "QuDd6-Dd7", "QuDd6xDd8"]
    assert moves("white KiDd4 KnDd6 black KiHh8 RoDd8", "Dd6") == []


def test_a_piece_pinned_in_a_plane_may_go_anywhere_in_the_shadow_that_shields():
    """A Base's King line within a plane is shut by any cell of the rectangle; the Knight hops to another."""
    text = "white KiDa1 KnDb2 black KiHh8 BaDd4"
    agree(text)
    ends = {move[6:] for move in moves(text, "Db2")}
    assert ends == {"Dc4", "Dd3", "Dd1", "Da4"}


def test_two_pieces_in_one_shadow_are_not_pinned():
    text = "white KiDa1 KnDb2 KnDc3 black KiHh8 BaDd4"
    agree(text)
    assert len(moves(text, "Db2")) == len(moves("white KnDb2 KnDc3", "Db2"))


def test_in_double_check_only_the_king_moves():
    position = agree("white KiDd4 QuAd5 RoBa8 black KiHh8 RoDd8 KnEd6")
    assert {move.piece for move in position.legal_moves()} == {"Ki"}


def search(text_of, wanted):
    """The first position of a family whose outcome the oracle calls `wanted`."""
    return next(text for text in text_of if oracle.outcome(oracle.board(text)) == wanted)


def lone_princes(king, turn="black"):
    for cell in FIELD:
        if cell != CELLS[king]:
            yield f"black Ki{king} white Pr{oracle.name(cell)} turn {turn}"


@pytest.mark.parametrize("king", ["Hh8", "Hh4"])
def test_a_prince_mates_alone_and_where(king):
    """The document: a Prince may check mate a King unassisted. Near the King, all its cells are compared."""
    mates = []
    for text in lone_princes(king):
        at = oracle.board(text)
        prince = next(cell for cell, (kind, _) in at.pieces.items() if kind == "Pr")
        if max(map(abs, minus(prince, CELLS[king]))) <= 2:
            position = GAME.position(text)
            outcome = position.outcome()
            assert (outcome.reason if outcome else None) == oracle.outcome(at), text
            if outcome and outcome.reason == "checkmate":
                assert outcome.winner == "white"
                assert position.is_check()
                assert position.legal_moves() == []
                mates.append(text)
    assert mates


STALEMATES = [
    "white KiAa1 QuEe5 BaGg7 black KiHh8 turn black",
    "white KiAa1 QuEg5 BaGd7 black KiHh8 turn black",
    "white KiAa1 QuFg6 BaGd7 black KiHh8 turn black",
]


@pytest.mark.parametrize("text", STALEMATES)
def test_stalemate(text):
    position = agree(text)
    assert position.outcome() == sm.Outcome("stalemate", None)
    assert not position.is_check()


def test_a_move_by_another_piece_undoes_stalemate():
    assert agree(STALEMATES[0].replace("KiHh8", "KiHh8 PnDa5")).outcome() is None


def test_kings_do_not_come_next_to_each_other():
    ends = moves("white KiDd4 black KiDd6", "Dd4")
    assert not any(end[6:] in {"Dd5", "De5", "Ed5", "Cc5"} for end in ends)
    assert len(ends) == 26 - 9


# --- castling -------------------------------------------------------------------------------------

NEAR = ("white KiAd4 BaAa1 black KiHg1 castle Aa1", "KiAd4-Ab2&BaAa1-Ac3")
FAR = ("white KiAd4 BaAh8 black KiHg1 castle Ah8", "KiAd4-Af6&BaAh8-Ae5")
NEAR_BLACK = ("black KiHd4 BaHa1 white KiAg1 turn black castle Ha1", "KiHd4-Hb2&BaHa1-Hc3")
FAR_BLACK = ("black KiHd4 BaHh8 white KiAg1 turn black castle Hh8", "KiHd4-Hf6&BaHh8-He5")
ALL = [NEAR, FAR, NEAR_BLACK, FAR_BLACK]


def castlings(text):
    position = agree(text)
    return [str(move) for move in position.legal_moves() if move.special == "castling"]


@pytest.mark.parametrize(("text", "move"), ALL)
def test_castling_moves_king_and_base_and_uses_up_the_right(text, move):
    assert castlings(text) == [move]
    after = GAME.position(text).push(move)
    army = text.split()[0]
    own = {f"{after.game.piece_name(p.kinds)}{cell}" for cell, p in after.pieces.items() if p.army == army}
    assert own == {"Ki" + move[6:9], "Ba" + move[-3:]}
    assert not after.state


def test_both_castlings_at_once_and_both_rights_go():
    text = "white KiAd4 BaAa1 BaAh8 black KiHd4 BaHa1 BaHh8 castle Aa1 Ah8 Ha1 Hh8"
    assert set(castlings(text)) == {NEAR[1], FAR[1]}
    after = GAME.position(text).push(NEAR[1])
    assert after.state == (("castle", "Ha1"), ("castle", "Hh8"))
    # The Base that castled to Ac3 attacks Hc3, which the black King would pass over on the near side.
    assert {str(m) for m in after.legal_moves() if m.special} == {FAR_BLACK[1]}


@pytest.mark.parametrize(("text", "move"), ALL)
def test_no_castling_without_the_right(text, move):
    assert castlings(text[: text.index("castle")]) == []


@pytest.mark.parametrize(
    ("case", "cells"),
    [(NEAR, "Ab2 Ac3"), (FAR, "Ae5 Af6 Ag7"), (NEAR_BLACK, "Hb2 Hc3"), (FAR_BLACK, "He5 Hf6 Hg7")],
)
@pytest.mark.parametrize("owner", ["white", "black"])
def test_no_castling_when_any_listed_cell_is_occupied(case, cells, owner):
    """By a Knight of either side: it attacks none of the cells that matter (the oracle agrees)."""
    for cell in cells.split():
        assert castlings(f"{case[0]} {owner} Kn{cell}") == []


@pytest.mark.parametrize(
    ("case", "cells"),
    [(NEAR, "Aa2 Ab1 Ac2 Ab3 Bb2 Bc3"), (FAR, "Ah7 Ag8 Ah5 Ae8 Bg7 Be5"), (NEAR_BLACK, "Ha2 Hb3 Gb2")],
)
def test_other_cells_may_be_occupied(case, cells):
    """Also those that the Base would cross if it went as a Base."""
    army = case[0].split()[0]
    for cell in cells.split():
        assert castlings(f"{case[0]} {army} Kn{cell}") == [case[1]]


@pytest.mark.parametrize(
    ("case", "start", "path", "end"),
    [
        (NEAR, "Ad4", "Ac3", "Ab2"),
        (FAR, "Ad4", "Ae5", "Af6"),
        (NEAR_BLACK, "Hd4", "Hc3", "Hb2"),
        (FAR_BLACK, "Hd4", "He5", "Hf6"),
    ],
)
def test_no_castling_out_of_through_or_into_check(case, start, path, end):
    """A Rook far off on the same column and row attacks one of these cells and nothing else that matters."""
    army = case[0].split()[0]
    enemy, tier = ("black", "E") if army == "white" else ("white", "D")
    assert castlings(f"{case[0]} {enemy} Ro{tier}{start[1:]}") == []
    assert castlings(f"{case[0]} {enemy} Ro{tier}{path[1:]}") == []
    assert castlings(f"{case[0]} {enemy} Ro{tier}{end[1:]}") == []
    for cell in (start, path, end):
        shield = f"{army} Kn{'B' if army == 'white' else 'G'}{cell[1:]}"
        assert castlings(f"{case[0]} {enemy} Ro{tier}{cell[1:]} {shield}") == [case[1]]


@pytest.mark.parametrize(("case", "cell"), [(NEAR, "Ea1"), (FAR, "Eh8"), (FAR, "Eg7")])
def test_castling_with_a_base_that_is_attacked_or_passes_an_attacked_cell(case, cell):
    assert castlings(f"{case[0]} black Ro{cell}") == [case[1]]


def test_castling_under_attack_by_a_planar_piece():
    """Many placements of a Prince and a Scientist: castling exactly where the oracle allows it."""
    rng = random.Random(3)
    found = Counter()
    for _ in range(25):
        kind, cell = rng.choice(["Pr", "Sc", "Ba", "Re"]), oracle.name(rng.choice(FIELD))
        if cell in ("Ad4", "Aa1", "Ah8", "Hg1"):
            continue
        found[len(castlings(f"white KiAd4 BaAa1 BaAh8 black KiHg1 {kind}{cell} castle Aa1 Ah8"))] += 1
    assert found[0]
    assert found[1]
    assert found[2]


FULL = "white KiAd4 BaAa1 BaAh8 PnBa8 black KiHd4 BaHa1 BaHh8 PnGh1 turn {} castle Aa1 Ah8 Ha1 Hh8"


@pytest.mark.parametrize(
    ("turn", "line", "left"),
    [
        ("white", "KiAd4-Ad5", "Ha1 Hh8"),
        ("white", "KiAd4-Ad5 KiHd4-Hd5 KiAd5-Ad4 KiHd5-Hd4", ""),
        ("white", "BaAa1-Aa2", "Ah8 Ha1 Hh8"),
        ("white", "BaAa1-Aa2 PnGh1-Fh1 BaAa2-Aa1", "Ah8 Ha1 Hh8"),
        ("white", "BaAh8-Ag8", "Aa1 Ha1 Hh8"),
        ("white", "PnBa8-Ca8", "Aa1 Ah8 Ha1 Hh8"),
        ("white", "BaAa1xHa1", "Ah8 Hh8"),
        ("black", "BaHh8xAh8", "Aa1 Ha1"),
        ("black", "KiHd4-He4", "Aa1 Ah8"),
        ("black", "BaHa1-Hb1", "Aa1 Ah8 Hh8"),
    ],
)
def test_rights_to_castle_go_with_moves_of_king_and_base_and_the_base_captured(turn, line, left):
    """For good: neither may have been moved, even if they have since moved back."""
    position = GAME.position(FULL.format(turn))
    for move in line.split():
        position = position.push(move)
    assert {cell for name, cell in position.state if name == "castle"} == set(left.split())


@pytest.mark.parametrize(
    "text",
    [
        "white KiAd5 BaAa1 black KiHg1 castle Aa1",
        "white KiAd4 black KiHg1 castle Aa1",
        "white KiAd4 RoAa1 black KiHg1 castle Aa1",
        "white KiAd4 black BaAa1 KiHg1 castle Aa1",
        "white KiAd4 BaAb1 black KiHg1 castle Ab1",
        "white KiAd4 BaAa1 black KiHg1 castle Ha1",
    ],
)
def test_a_right_without_king_and_base_in_their_places_is_refused(text):
    with pytest.raises(sm.PositionError, match="castle"):
        GAME.position(text)


# --- Pawns ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("army", "start", "one", "two"), [("white", "B", "C", "D"), ("black", "G", "F", "E")])
def test_double_step_only_from_home_and_only_past_two_empty_cells(army, start, one, two):
    kings = f"white KiAa1 black KiHh8 turn {army}"
    assert moves(f"{kings} {army} Pn{start}d4", f"{start}d4") == sorted(
        [f"Pn{start}d4-{one}d4", f"Pn{start}d4-{two}d4"]
    )
    for owner in ("white", "black"):
        assert moves(f"{kings} {army} Pn{start}d4 {owner} Kn{one}d4", f"{start}d4") == []
        assert moves(f"{kings} {army} Pn{start}d4 {owner} Kn{two}d4", f"{start}d4") == [f"Pn{start}d4-{one}d4"]
    assert moves(f"{kings} {army} Pn{one}d4", f"{one}d4") == [f"Pn{one}d4-{two}d4"]


@pytest.mark.parametrize(("army", "start", "one"), [("white", "D", "E"), ("black", "E", "D")])
def test_a_pawn_captures_on_the_eight_cells_aslant_ahead_and_nowhere_else(army, start, one):
    enemy = "black" if army == "white" else "white"
    around = [f"{t}{c}{r}" for t in (start, one, "C" if army == "white" else "F") for c in "cde" for r in "345"]
    text = f"{army} Pn{start}d4 {enemy} " + " ".join(f"Kn{c}" for c in around if c != f"{start}d4") + f" turn {army}"
    ends = {move.target for move in GAME.position(text).legal_moves()}
    assert ends == {f"{one}{c}{r}" for c in "cde" for r in "345"} - {f"{one}d4"}
    own = text.replace(enemy, army, 1)
    assert GAME.position(own).legal_moves(f"{start}d4") == []


EP = "white KiAa1 PnBd4 black KiHh8 {}"
EP_CELLS = ["Dc3", "Dc4", "Dc5", "Dd3", "Dd5", "De3", "De4", "De5"]


@pytest.mark.parametrize("cell", EP_CELLS)
def test_en_passant_from_each_of_the_eight_cells(cell):
    before = GAME.position(EP.format(f"Pn{cell}"))
    after = before.push("PnBd4-Dd4")
    assert after.state == (("ep", "Cd4"),)
    agree(str(after).split(" quiet")[0])
    capture = next(move for move in after.legal_moves() if move.special == "en passant")
    assert (str(capture), capture.captures) == (f"Pn{cell}xCd4ep", "Dd4")
    done = after.push(capture)
    assert sorted(done.pieces) == sorted(["Aa1", "Hh8", "Cd4"])
    assert done.quiet == 0


def test_en_passant_by_white():
    after = GAME.position("white KiAa1 PnEd5 black KiHh8 PnGe6 turn black").push("PnGe6-Ee6")
    assert "PnEd5xFe6ep" in [str(move) for move in after.legal_moves()]
    agree(str(after).split(" quiet")[0])


def test_en_passant_only_on_the_move_immediately_following():
    position = GAME.position(EP.format("PnDe5"))
    for move in ("PnBd4-Dd4", "KiHh8-Hh7", "KiAa1-Aa2"):
        position = position.push(move)
    assert position.state == ()
    assert [str(move) for move in position.legal_moves("De5")] == ["PnDe5-Ce5"]


@pytest.mark.parametrize("kind", ["Kn", "Qu", "Pr", "Ro"])
def test_en_passant_only_by_a_pawn(kind):
    after = GAME.position(EP.format(f"{kind}De5")).push("PnBd4-Dd4")
    agree(str(after).split(" quiet")[0])
    assert not any(move.special for move in after.legal_moves())


def test_no_en_passant_after_two_single_steps_nor_against_another_piece():
    position = GAME.position("white KiAa1 PnBd4 QuBf6 black KiHh8 PnDe5 PnDe6 PnGa1")
    for move in ("PnBd4-Cd4", "KiHh8-Hh7", "PnCd4-Dd4"):
        position = position.push(move)
    assert not any(move.special == "en passant" for move in position.legal_moves())
    after = GAME.position("white KiAa1 QuBd4 black KiHh8 PnDe5").push("QuBd4-Dd4")
    assert after.state == ()


def test_no_en_passant_that_leaves_ones_own_king_attacked():
    """The two Pawns leave one row together: a Rook behind them then attacks the King."""
    text = "white KiAa1 PnDd4 RoDa4 black KiDh4 PnDe4 turn black ep Cd4"
    position = agree(text)
    assert "PnDe4xCd4ep" not in [str(move) for move in position.legal_moves()]
    assert "PnDe4xCd4ep" in [str(move) for move in agree(text.replace("RoDa4", "RoEa4")).legal_moves()]


def test_en_passant_that_takes_the_checking_pawn():
    position = agree("white KiAa1 PnDd4 QuCh8 RoAc4 RoHe6 black KiEe5 PnDe4 turn black ep Cd4")
    assert position.is_check()
    assert "PnDe4xCd4ep" in [str(move) for move in position.legal_moves()]


@pytest.mark.parametrize(
    "text",
    [
        "white KiAa1 PnDd4 black KiHh8 turn white ep Cd4",
        "white KiAa1 PnDd4 black KiHh8 turn black ep Dd4",
        "white KiAa1 KnDd4 black KiHh8 turn black ep Cd4",
        "white KiAa1 PnDd4 KnCd4 black KiHh8 turn black ep Cd4",
        "white KiAa1 PnEd4 black KiHh8 turn black ep Dd4",
    ],
)
def test_en_passant_where_no_pawn_has_just_passed_is_refused(text):
    with pytest.raises(sm.PositionError, match="ep"):
        GAME.position(text)


@pytest.mark.parametrize(("army", "start", "last"), [("white", "G", "H"), ("black", "B", "A")])
def test_promotion_to_exactly_21_kinds_on_stepping_and_capturing_and_it_is_compulsory(army, start, last):
    enemy = "black" if army == "white" else "white"
    found = GAME.position(f"{army} Pn{start}d4 {enemy} Kn{last}e5 Kn{last}c4 turn {army}").legal_moves()
    assert len(PROMOTIONS) == 21
    for target in (f"{last}d4", f"{last}e5", f"{last}c4"):
        assert sorted(str(move.promotion) for move in found if move.target == target) == PROMOTIONS
    assert len(found) == 63


def test_the_promoted_piece_is_of_the_kind_chosen_and_of_the_pawns_side():
    after = GAME.position("white KiAa1 PnGd4 black KiHh8").push("PnGd4-Hd4=Pr")
    assert after.pieces["Hd4"] == sm.Piece(("prince",), "white")
    assert "Gd4" not in after.pieces
    assert after.is_check() == oracle.attacked(oracle.board("black KiHh8 white PrHd4").pieces, CELLS["Hh8"], "white")


def test_no_promotion_before_the_far_tier_and_a_move_must_say_to_what():
    assert all(move.promotion is None for move in GAME.position("white PnFd4").legal_moves())
    with pytest.raises(sm.MoveError):
        GAME.position("white PnGd4").push("PnGd4-Hd4")
    for kind in ("Ki", "Pn"):
        with pytest.raises(sm.MoveError):
            GAME.position("white PnGd4").push(f"PnGd4-Hd4={kind}")


def test_the_reading_that_a_pawn_may_stay_a_pawn():
    game = sm.game("prince", readings=["pawn_may_stay"])
    position = game.position("white KiAa1 PnGd4 black KiHh8")
    assert sorted(str(m.promotion) for m in position.legal_moves("Gd4")) == sorted([*PROMOTIONS, "Pn"])
    after = position.push("PnGd4-Hd4=Pn")
    assert after.pieces["Hd4"] == sm.Piece(("pawn",), "white")
    assert after.push("KiHh8-Hh7").legal_moves("Hd4") == []
    assert game.position(str(after)) == after
    with pytest.raises(sm.PositionError, match="PnHd4"):
        GAME.position("white PnHd4")


# --- ties -----------------------------------------------------------------------------------------

SHUFFLE = ["KiAa1-Aa2", "KiHh8-Hh7", "KiAa2-Aa1", "KiHh7-Hh8"]


def test_the_same_position_three_times_is_a_tie():
    position = GAME.position("white KiAa1 RoDd4 black KiHh8 RoEe5")
    for count in (1, 2):
        assert position.seen == count
        assert position.outcome() is None
        for move in SHUFFLE:
            position = position.push(move)
    assert position.seen == 3
    assert position.outcome() == sm.Outcome("repetition", None)


def test_positions_that_differ_in_rights_to_castle_are_not_the_same():
    position = GAME.position("white KiAd4 BaAa1 black KiHh8 castle Aa1")
    for _ in range(2):
        for move in ("KiAd4-Ad5", "KiHh8-Hh7", "KiAd5-Ad4", "KiHh7-Hh8"):
            position = position.push(move)
    assert position.seen == 2
    assert position.outcome() is None


def test_positions_that_differ_in_a_possible_en_passant_are_not_the_same_and_in_a_void_one_are():
    """READINGS P12: "the possible next moves of all of these pieces (including ... en passant)"."""
    for pawn, seen in (("PnDe5", 1), ("PnDf6", 2)):
        position = GAME.position(f"white KiAa1 PnBd4 black KiHh8 {pawn}").push("PnBd4-Dd4")
        for move in ("KiHh8-Hh7", "KiAa1-Aa2", "KiHh7-Hh8", "KiAa2-Aa1"):
            position = position.push(move)
        assert position.seen == seen


def test_seen_in_the_notation_counts():
    assert GAME.position("white KiAa1 black KiHh8 seen 3").outcome() == sm.Outcome("repetition", None)
    assert GAME.position("white KiAa1 black KiHh8 seen 2").outcome() is None


@pytest.mark.parametrize(
    ("move", "quiet", "reason"),
    [("KiAa1-Aa2", 200, "moves without progress"), ("RoDd4xDd7", 0, None), ("PnBb2-Cb2", 0, None)],
)
def test_200_moves_without_capture_or_pawn_move_are_a_tie(move, quiet, reason):
    """READINGS P13: 100 by each side."""
    position = GAME.position("white KiAa1 RoDd4 PnBb2 black KiHh8 KnDd7 quiet 199")
    assert position.outcome() is None
    after = position.push(move)
    assert after.quiet == quiet
    assert (after.outcome().reason if after.outcome() else None) == reason


def test_a_promotion_is_a_pawn_move():
    assert GAME.position("white KiAa1 PnGa5 black KiHh8 quiet 199").push("PnGa5-Ha5=Kn").quiet == 0


def test_checkmate_with_the_last_of_200_moves_is_checkmate():
    mate = search(lone_princes("Hh8"), "checkmate")
    assert GAME.position(mate + " quiet 200").outcome() == sm.Outcome("checkmate", "white")


def test_the_reading_of_100_single_moves():
    game = sm.game("prince", readings=["hundred_single"])
    position = game.position("white KiAa1 black KiHh8 quiet 99")
    assert position.outcome() is None
    assert position.push("KiAa1-Aa2").outcome() == sm.Outcome("moves without progress", None)
    assert GAME.position("white KiAa1 black KiHh8 quiet 100").outcome() is None


# --- all legal moves, at random -------------------------------------------------------------------


RIDERS = [*oracle.PLANES, *oracle.LINES]


def random_board(rng):
    """Both Kings, a handful of pieces of all kinds, Pawns where Pawns may be; now and then tight round a King."""
    at = oracle.Board({}, rng.choice(["white", "black"]))
    kings = rng.sample(FIELD, 2)
    for cell, army in zip(kings, ("white", "black"), strict=True):
        at.pieces[cell] = ("Ki", army)
    tight = rng.random() < 0.6
    for _ in range(rng.randint(2, 16)):
        cell = rng.choice(FIELD)
        if tight:
            near = kings[at.turn == "black"]
            cell = tuple(min(8, max(1, c + rng.randint(-3, 3))) for c in near)
        kind = rng.choice(["Pn", "Kn", *rng.sample(oracle.KINDS, 2), *rng.sample(RIDERS, 2)])
        army = rng.choice(["white", "black"])
        if cell in at.pieces or kind == "Ki" or (kind == "Pn" and cell[2] in (1, 8)):
            continue
        at.pieces[cell] = (kind, army)
    if rng.random() < 0.5:
        pin(rng, at, kings[at.turn == "black"])
    return at


def pin(rng, at, king):
    """Put an enemy rider somewhere and one's own piece into its shadow before the King, if there is room."""
    free = [cell for cell in FIELD if cell not in at.pieces]
    for _ in range(20):
        kind, cell = rng.choice(RIDERS), rng.choice(free)
        if not oracle.reaches(kind, cell, king, at.pieces):
            continue
        pawns_too = [c for c in free if c[2] not in (1, 8) and c != cell]
        shields = [c for c in pawns_too if not oracle.reaches(kind, cell, king, [*at.pieces, c])]
        if shields:
            at.pieces[cell] = (kind, at.enemy)
            at.pieces[rng.choice(shields)] = (rng.choice(["Pn", "Kn", *RIDERS]), at.turn)
            return


def random_boards(seed, count):
    """Boards in which the side that has just moved is not in check."""
    rng = random.Random(seed)
    while count:
        at = random_board(rng)
        if oracle.safe(at.pieces, at.enemy):
            count -= 1
            yield at


@pytest.mark.slow
def test_all_legal_moves_of_random_positions():
    """Pseudo-legal moves with the King not attacked afterwards; checks and pins among them."""
    checks = pins = 0
    for at in random_boards(2004, 110):
        agree(at.text())
        checks += not oracle.safe(at.pieces, at.turn)
        pins += any(
            not oracle.safe({c: p for c, p in at.pieces.items() if c != cell}, at.turn)
            for cell, (kind, army) in at.pieces.items()
            if army == at.turn and kind != "Ki" and oracle.safe(at.pieces, at.turn)
        )
    assert checks >= 15
    assert pins >= 10


@pytest.mark.slow
def test_random_games_from_random_positions_stay_in_step_with_the_oracle():
    """Each move is played by both; pieces, rights and the passed-over cell follow, and the next moves agree."""
    rng = random.Random(7)
    for at in random_boards(7, 8):
        position = GAME.position(at.text())
        for _ in range(6):
            steps = oracle.legal_steps(at)
            assert [str(m) for m in position.legal_moves()] == sorted(s.text for s in steps)
            if not steps:
                break
            pawns = [s for s in steps if s.text.startswith("Pn")]
            step = rng.choice(pawns if pawns and rng.random() < 0.5 else steps)
            double = step.text.startswith("Pn") and abs(step.end[2] - step.start[2]) == 2
            passed = (step.start[0], step.start[1], (step.start[2] + step.end[2]) // 2)
            at = oracle.Board(step.after, at.enemy, set(), passed if double else None)
            position = position.push(step.text)
            assert {c: (position.game.piece_name(p.kinds), p.army) for c, p in position.pieces.items()} == {
                oracle.name(c): p for c, p in at.pieces.items()
            }
            assert dict(position.state).get("ep") == (oracle.name(at.ep) if at.ep else None)
