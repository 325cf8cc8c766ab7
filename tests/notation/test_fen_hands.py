"""FENs of games with hands: what these hold stands in brackets, and promoted pieces have a letter and a mark."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import shadowmate as sm
from shadowmate.checking.rules import check_rules
from support.paths import DATA

LINES = [line.split("\t") for line in (DATA / "held_fens.tsv").read_text(encoding="utf-8").splitlines()]
KINGS = "4k3/8/8/8/8/8/8/4K3"


@pytest.mark.sample(6)
@pytest.mark.parametrize(("game", "fen", "moves"), LINES, ids=lambda each: each.split()[0])
def test_fens_with_hands_are_those_of_fairy_stockfish(game: str, fen: str, moves: str) -> None:
    """They are read and written; what a hand holds may be in another order, and the Met of Sittuyin is written M."""
    position = sm.position(f"{game}: fen {fen}")
    assert len(position.legal_moves()) == int(moves)
    written = position.fen()
    assert sm.position(f"{game}: fen {written}") == position
    (placed, held), (ours, shown) = (text.split()[0].rstrip("]").split("[") for text in (fen, written))
    letters = str.maketrans("Ff", "Mm") if game == "sittuyin" else {}
    assert (placed.translate(letters), Counter(held.translate(letters))) == (ours, Counter(shown))
    assert written.split()[1:-1] == fen.split()[1:-1]


def test_what_hands_hold_is_written() -> None:
    """The first player's first. It was left out once."""
    assert sm.position("pocketknight: start").fen().split()[0] == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[Nn]"
    position = sm.position("crazyhouse: white Ke1 Qpd4 black Ke8 turn black hand black P hand white P P N")
    assert position.fen() == "4k3/8/8/8/3Q~4/8/8/4K3[NPPp] b - - 0 1"


def test_hands_may_be_empty_or_not_stated() -> None:
    found = {sm.position(f"crazyhouse: fen {KINGS}{hands} w - - 0 1") for hands in ("", "[]", "[-]")}
    assert len(found) == 1 and not found.pop().stores


def test_a_number_for_the_third_part_is_that_of_the_moves() -> None:
    """Programs leave out castling and the passed cell where a game has none."""
    position = sm.position("shogi: fen lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL[-] b 3 1")
    assert (position.turn, position.quiet) == ("black", 3)
    with pytest.raises(sm.PositionError, match=r"'5' \(column 45\): a FEN has 4 parts"):
        sm.position(f"crazyhouse: fen {KINGS}[] w 3 1 5")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (f"crazyhouse: fen {KINGS}[Px", "'4k3/8/8/8/8/8/8/4K3[Px' (column 17): ']' is missing"),
        (f"crazyhouse: fen {KINGS}[PxK]", "'x' (column 38): hands hold nothing with this letter; there are B, N, P,"),
        (f"crazyhouse: fen {KINGS}[PK]", "'K' (column 38): hands hold nothing with this letter"),
        (f"crazyhouse: fen {KINGS}[Q~]", "'Q~' (column 37): hands hold nothing with this letter"),
        (f"fide: fen {KINGS}[P]", "'[P]' (column 30): fide has no hands"),
        (f"crazyhouse: fen {KINGS}~", "'~' (column 36): no piece has this letter"),
        ("crazyhouse: fen 4k3/8/8/8/8/8/8/4KK~2", "'~' (column 36): no piece has this letter"),
        ("shogi: fen 4k4/9/9/9/9/9/9/9/4K2+G1", "'+' (column 33): no piece has this letter"),
    ],
)
def test_what_is_wrong_with_hands_and_marks_is_named(text: str, message: str) -> None:
    with pytest.raises(sm.PositionError) as error:
        sm.position(text)
    assert message in str(error.value)


@pytest.mark.slow
def test_what_a_store_without_letters_holds_is_refused(tmp_path: Path) -> None:
    """A FEN has brackets for hands alone."""
    (tmp_path / "chest").mkdir()
    (tmp_path / "chest" / "game.lp").write_text(
        '#include "games/fide/game.lp".\nstore(chest). start_held(chest,rook,1).\n', encoding="utf-8"
    )
    assert not [finding for finding in check_rules(tmp_path / "chest") if "chest" not in finding.message]
    with pytest.raises(sm.PositionError, match="a FEN has no place for 'chest rook'"):
        sm.game("chest", rules=[tmp_path]).start().fen()


@pytest.mark.slow
def test_the_letter_of_a_held_piece_may_have_several_signs(tmp_path: Path) -> None:
    """A game of its own has `+P` for a Pawn in hand, which no piece on the board has."""
    (tmp_path / "marked").mkdir()
    (tmp_path / "marked" / "game.lp").write_text(
        '#include "variants/crazyhouse/game.lp".\nfen_held_alias(hand(white),pawn,("+","P")).\n', encoding="utf-8"
    )
    found = sm.position(f"marked: fen {KINGS}[+PN] w - - 0 1", rules=tmp_path)
    assert str(found).endswith("hand white N P")
