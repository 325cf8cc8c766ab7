"""Many positions at once give what each gives by itself."""

from __future__ import annotations

import numpy as np
import pytest

import shadowmate as sm

TEXTS = [
    "fide: start",
    "fide: white Kg6 Ra8 black Kg8 turn black",
    "raumschach: start",
    "fide: white Ke1 black Ke8 Re7",
]


def test_each_is_what_it_is_alone() -> None:
    found = sm.positions(TEXTS)
    alone = [sm.position(text, engine="reference") for text in TEXTS]
    assert list(found) == alone and len(found) == len(TEXTS) and list(found[1:3]) == alone[1:3]
    assert all(each.game.is_compiled for each in found)
    assert found.legal_moves() == [each.legal_moves() for each in alone]
    assert found.outcomes() == [each.outcome() for each in alone]
    assert found.checks().tolist() == [each.is_check() for each in alone] == [False, True, False, True]


def test_moves_are_an_array_of_cells() -> None:
    found = sm.positions(TEXTS)
    rows = found.moves()
    assert rows.dtype == np.int64
    assert [tuple(row) for row in rows.tolist()] == [
        (number, list(each.game.vectors).index(move.origin), list(each.game.vectors).index(move.target))
        for number, each in enumerate(found)
        for move in each.legal_moves()
    ]
    assert sm.positions([]).moves().shape == (0, 3)


def test_what_is_wrong_is_named_by_its_number() -> None:
    with pytest.raises(sm.PositionError, match=r"position 2: .*Kz9"):
        sm.positions(["fide: start", "fide: white Kz9"])
    with pytest.raises(sm.OptionError, match="texts: expected a list"):
        sm.positions("fide: start")


def test_one_engine_for_all() -> None:
    assert not any(each.game.is_compiled for each in sm.positions(TEXTS[:2], engine="reference"))


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("letters", "text"),
    [
        ("german", "fide: white Kc6 Dd1 Sb5 black Ka8 Te8 turn black"),
        ("french", "fide: white Rc6 Dd1 Cb5 black Ra8 Te8 turn black"),
        ("dutch", "fide: white Kc6 Dd1 Pb5 black Ka8 Te8 turn black"),
    ],
)
def test_pieces_have_the_letters_of_a_language(letters: str, text: str) -> None:
    english = sm.position("fide: white Kc6 Qd1 Nb5 black Ka8 Re8 turn black")
    [found] = sm.positions([text], letters=letters)
    assert found.pieces == english.pieces and found.game.is_compiled
    moves = [str(move) for move in found.legal_moves()]
    assert moves == [str(move) for move in sm.position(text, letters=letters).legal_moves()]
    assert len(moves) == len(english.legal_moves()) and any(move.startswith("Te8") for move in moves)


def test_other_letters_are_refused() -> None:
    with pytest.raises(sm.PositionError, match=r"position 2: this fits .*german.*position 2: 'Dd1'"):
        sm.positions(["fide: start", "fide: white Kc6 Dd1 Sb5 black Ka8"])
    with pytest.raises(sm.OptionError, match="martian"):
        sm.positions(["fide: start"], letters="martian")
    with pytest.raises(sm.OptionError, match="prince"):
        sm.positions(["fide: start", "prince: start"], letters="german")
