"""`promoChoice` with its prefixes and counts, and the pieces that a side has lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import shadowmate as sm
from oracles.promotion_choices import choices
from shadowmate.diagrams.definition import read_definition
from shadowmate.diagrams.promotion_choice import Offer, read_choice
from support.cli import answer, run
from support.paths import DATA
from support.same_play import assert_same_play

BASE = """files=5
ranks=6
promoZone=3
maxPromote=1
holdingsType=1
pawn:P:fmWfcF::e2
knight:N:N::a1
bishop:B:B::b1:0,1
rook:R:R::c1
king:K:K::d1
"""
RANKS = {6: 1, 5: 2, 4: 3, 3: 4}
"""The rank on which a move ends, and its number from the last one."""


@pytest.mark.sample(1, 6)
@pytest.mark.parametrize("choice", ["!P*N*B*R2", "*N!R1B", "!R!N2B3", "N*B1*R", "P*R"])
@pytest.mark.parametrize("lost", ["", "N", "BR"])
def test_a_promotion_has_the_choices_of_its_rank(choice: str, lost: str, tmp_path: Path) -> None:
    """A Pawn before each rank may become what the document states; where that is nothing, it stays where it is."""
    (tmp_path / "d.txt").write_text(f"{BASE}promoChoice={choice}\n")
    assert run("import", str(tmp_path / "d.txt"), "--to", str(tmp_path / "chosen"))[0] == 0
    game = sm.game("chosen", rules=tmp_path)
    held = "".join(f" {letter}" for letter in lost if f"*{letter}" in choice)
    stores = f" lost white{held}" if held else ""
    for rank, number in RANKS.items():
        moves = game.position(f"white Kd1 Pe{rank - 1} black Ka6{stores}").legal_moves(f"e{rank - 1}")
        found = {move.promotion or "P" for move in moves}
        expected = choices(choice, 3, number, lost) if number <= 3 else {"P"}
        assert found == expected, (rank, stores)


OFFERS = st.tuples(
    st.sampled_from(["", "*", "!", "*!", "!*"]), st.sampled_from("PNB"), st.sampled_from(["", "1", "2", "3"])
)


@given(st.lists(OFFERS, max_size=4).map(lambda some: "".join("".join(each) for each in some)))
def test_texts_are_read_as_the_oracle_reads_them(text: str) -> None:
    for rank in (1, 2, 3):
        for lost in ("", "P", "NB"):
            mine = {
                each.id
                for each in read_choice(text, "PNB")
                if isinstance(each, Offer)
                and each.first <= rank <= min(3, each.last if each.last is not None else 3)
                and (not each.is_lost or each.id in lost)
            }
            assert mine == choices(text, 3, rank, lost), text


COLLECTS = ", and holdingsType=1 collects them; B is chosen without limit"
KNOWN = ["grand", "opulent", "torpedo"]


@pytest.mark.slow
@pytest.mark.parametrize("name", KNOWN)
def test_known_variants_play_as_their_rules(name: str, tmp_path: Path) -> None:
    """Pawns become lost pieces, or stay Pawns before the last row; in torpedo chess they make double steps anywhere."""
    file = DATA / "diagrams" / f"{name}.txt"
    assert answer("import", str(file), "--to", str(tmp_path / f"my{name}"))["left_out"] == []
    other = sm.game(f"my{name}", rules=tmp_path, engine="compiled")
    assert_same_play(sm.game(name, engine="compiled"), other, name)


@pytest.mark.parametrize(
    ("lines", "left_out"),
    [
        ("promoChoice=*B-", [(11, "promoChoice=*B-", "'-' belongs to no ID")]),
        ("promoChoice=*BX", [(11, "promoChoice=*BX", "no type has the ID X")]),
        ("promoChoice=!N1*B", [(11, "promoChoice=!N1*B", "N is never chosen, as it is on no rank of the zone")]),
        (
            "holdingsType=0\npromoChoice=*B",
            [
                (5, "holdingsType=1", "holdingsType stands again in line 11, which counts"),
                (8, "bishop: 0,1 in hand", "the game has no hands"),
                (12, "promoChoice=*B", f"*B wants a lost piece{COLLECTS}"),
            ],
        ),
        ("promoChoice=NB", [(8, "bishop: 0,1 in hand", "no promotion wants such a piece")]),
        (
            "promoOffset=1\npromoChoice=*B",
            [
                (8, "bishop: 0,1 in hand", "no promotion wants such a piece"),
                (12, "promoChoice=*B", "promoOffset states what each type becomes"),
            ],
        ),
        (
            "hole:H:Q:x:a4:3",
            [
                (8, "bishop: 0,1 in hand", "no promotion wants such a piece"),
                (11, "hole:H:Q:x:a4:3", "a hole has squares and nothing else"),
            ],
        ),
        (
            "morph=*\npromoChoice=*B",
            [(12, "promoChoice=*B", "where a morph board has *, all IDs are chosen without limit")],
        ),
    ],
)  # fmt: skip
def test_what_a_choice_does_not_carry_out_is_named(lines: str, left_out: list[tuple[int, str, str]]) -> None:
    assert read_definition(f"{BASE}{lines}\n").left_out == left_out
