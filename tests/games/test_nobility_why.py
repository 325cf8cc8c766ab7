"""Emperor's Nobility: every condition of moves, promotions and marriage failing in turn, and what `why` states of it.

The conditions are those of the document ("Pieces", "Rules"; READINGS N3 to N9). There is no castling, nor
a double step.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple, TypeAlias

import pytest

import shadowmate as sm

EMPERORS = "white EmCc1 black EmEd10"
ARMIES = ("white", "black")
FRONT, BACK = "Aa6", "Ab5"
"""Cells of the pieces that may be promoted indirectly."""

Reported: TypeAlias = tuple[str, ...]


class Row(NamedTuple):
    """A row of the document's table of promotions, with a move of White that reaches the rank and one that does not."""

    zone: str
    new: str
    reaching: str
    short: str
    end: str
    others: dict[str, str]
    second: str


LONG = {"Bs": "baroness", "Cs": "countess", "Ds": "duchess", "Ps": "princess", "Ro": "rook"}  # N5
TABLE = {
    "Ba": Row("own_heirs", "Co", "Bb4-Bc3", "Bb5-Bc4", "hindmost", {"Bs": "baroness", "Ro": "rook"}, "Cs"),
    "Co": Row("enemy_heirs", "Du", "Bb7-Bb8", "Bb6-Bb7", "foremost", {"Cs": "countess"}, "Ds"),
    "Cs": Row("enemy_rooks", "Ds", "Bb9-Bb10", "Bb7-Bb9", "foremost", {"Co": "count"}, "Du"),
    "Du": Row("own_heirs", "Pr", "Bb4-Bb3", "Bb5-Bb4", "hindmost", {"Ds": "duchess"}, "Ps"),
    "He": Row("enemy_heirs", "Ba", "Bb7-Bc8", "Bb6-Bc7", "foremost", {"Ro": "rook"}, "Bs"),
    "Pr": Row("enemy_heirs", "Ar", "Bb7-Bb8", "Bb6-Bb7", "foremost", LONG, "Es"),
    "Ps": Row("enemy_rooks", "Es", "Bb9-Bb10", "Bb7-Bb9", "", {}, ""),
}
NAMES = {"Ba": "Baron", "Co": "Count", "Cs": "Countess", "Du": "Duke", "He": "Heir", "Pr": "Prince", "Ps": "Princess"}
AIDED = [kind for kind, row in TABLE.items() if row.others]


@cache
def game(*readings: str) -> sm.Game:
    return sm.game("latrunculi", readings=list(readings), engine="compiled")


def seen_by(army: str, text: str) -> str:
    """A text about White as one about that army, whose ranks count from the other end; and back."""
    if army == "white":
        return text
    text = re.sub(r"(?<=[A-E][a-e])\d+", lambda rank: str(11 - int(rank[0])), text)
    return re.sub("white|black", lambda word: {"white": "black", "black": "white"}[word[0]], text)


def reported(
    pieces: str, move: str, *readings: str, army: str = "white", emperors: str = EMPERORS
) -> tuple[bool, Reported]:
    """Whether a move of White's is legal, and what is stated of it; or of the army's, written as if it were White's."""
    asked = game(*readings).position(seen_by(army, f"{emperors} white {pieces} turn white"))
    answer = asked.why(seen_by(army, move))
    if answer.legal:
        assert asked.move(seen_by(army, move))
    else:
        with pytest.raises(sm.MoveError):
            asked.move(seen_by(army, move))
    return answer.legal, tuple(seen_by(army, reason) for reason in answer.reasons)


def what_makes(old: str, new: str) -> str:
    """By what the one becomes the other, from the table."""
    row = TABLE[old]
    ways = [f"by entering {row.zone}"] if row.new == new else []
    ways += [
        f"as the {each.end}, upon any {NAMES[kind]} entering {each.zone}"
        for kind, each in TABLE.items()
        if old in each.others and new == each.second
    ]
    return f"it becomes '{new}' only {' or '.join(ways)}" if ways else f"no move along its routes makes it '{new}'"


def start(move: str) -> str:
    return move.partition("-")[0]


@pytest.mark.sample(1)
@pytest.mark.parametrize("army", ARMIES)
@pytest.mark.parametrize("kind", TABLE)
def test_a_piece_that_does_not_reach_the_rank_stays_what_it_is(kind: str, army: str) -> None:
    row, piece = TABLE[kind], kind + start(TABLE[kind].short)
    assert reported(piece, kind + row.short, army=army) == (True, ())
    reasons = (f"{piece} cannot become '{row.new}' there: it stays what it is", what_makes(kind, row.new))
    assert reported(piece, f"{kind}{row.short}={row.new}", army=army) == (False, reasons)


def test_a_piece_already_on_the_rank_stays_what_it_is() -> None:
    """N4. Of all pieces that are promoted only a Duke can move within its rank."""
    legal, reasons = reported("DuBb3", "DuBb3-Bc3=Pr")
    assert not legal and reasons[1:] == ("it becomes 'Pr' only by entering own_heirs", "Bb3 lies in own_heirs already")


@pytest.mark.slow
@pytest.mark.parametrize("kind", TABLE)
def test_a_piece_that_reaches_the_rank_becomes_that_and_nothing_else(kind: str) -> None:
    """It cannot keep its kind, because promotions are required where possible."""
    row, piece = TABLE[kind], kind + start(TABLE[kind].reaching)
    assert reported(piece, f"{kind}{row.reaching}={row.new}") == (True, ())
    reason = f"{piece} cannot stay what it is: it becomes {row.new}"
    assert reported(piece, f"{kind}{row.reaching}={kind}") == (False, (reason,))
    for other in {"Co", "Ds", "Es"} - {kind, row.new}:
        reasons = (f"{piece} cannot become '{other}' there: it becomes {row.new}", what_makes(kind, other))
        assert reported(piece, f"{kind}{row.reaching}={other}") == (False, reasons)


@pytest.mark.sample(1)
@pytest.mark.parametrize("army", ARMIES)
@pytest.mark.parametrize("kind", AIDED)
def test_which_piece_is_promoted_indirectly(kind: str, army: str) -> None:
    """N3: the foremost or hindmost of all suitable pieces, of any kind. It becomes the kind of the table."""
    row, named = TABLE[kind], list(TABLE[kind].others)
    front, back = f"{named[0]}{FRONT}", f"{named[-1]}{BACK}"
    right, wrong = (front, back) if row.end == "foremost" else (back, front)
    pieces, move = f"{kind}{start(row.reaching)} {front} {back}", f"{kind}{row.reaching}={row.new}"
    there = f"there is {move}&{right}={row.second}"
    assert reported(pieces, f"{move}&{right}={row.second}", army=army) == (True, ())
    not_it = f"{wrong} is not the {row.end}: {right} comes before it", there
    assert reported(pieces, f"{move}&{wrong}={row.second}", army=army) == (False, not_it)
    assert reported(pieces, f"{move}&{right}={row.second}&{wrong}={row.second}", army=army) == (False, not_it)
    assert reported(pieces, f"{move}&{right}=Ar", army=army) == (
        False,
        (f"{right} becomes {row.second}, not Ar", there),
    )


def listed(names: Iterable[str]) -> str:
    *first, last = sorted(names)
    return f"{', '.join(first)} or {last}" if first else last


@pytest.mark.sample(1)
@pytest.mark.parametrize("kind", AIDED)
def test_which_pieces_are_not_suitable(kind: str) -> None:
    """Other kinds, an opponent's piece, and no piece."""
    row, piece = TABLE[kind], kind + start(TABLE[kind].reaching)
    move, other = f"{kind}{row.reaching}={row.new}", next(iter(row.others))
    wanted = f"{row.end} {listed(row.others.values())}"
    there = f"there is {move}&{other}{FRONT}={row.second}"
    for cell, which in (("Ea5", "ArEa5"), ("Eb7", f"{other}Eb7"), ("Ea4", "Ea4")):
        reasons = f"the {wanted} changes with it, and {which} is not one", there
        pieces = f"{piece} {other}{FRONT} ArEa5 black {other}Eb7"
        assert reported(pieces, f"{move}&{other}{cell}={row.second}") == (False, reasons)
    reasons = f"the {wanted} would change with it, and there is none", f"there is {move}"
    assert reported(f"{piece} ArEa5", f"{move}&ArEa5={row.second}") == (False, reasons)


def test_a_princess_promotes_no_piece() -> None:
    reasons = "no other piece changes with it", "there is PsBb9-Bb10=Es"
    assert reported("PsBb9 RoAa6", "PsBb9-Bb10=Es&RoAa6=Es") == (False, reasons)


def test_a_piece_just_promoted_is_no_candidate() -> None:
    """N6."""
    reason = "the foremost baroness, countess, duchess, princess or rook would change with it, and there is none"
    assert reported("PrBb7", "PrBb7-Bb8=Ar&ArBb8=Es") == (False, (reason, "there is PrBb7-Bb8=Ar"))


@pytest.mark.parametrize("army", ARMIES)
def test_of_equals_one_must_be_chosen(army: str) -> None:
    legal, (reason,) = reported("HeBb7 RoAa6 RoAb6 RoAa2", "HeBb7-Bc8", army=army)
    assert not legal and reason.startswith("there are several such moves: ")
    assert sorted(reason.partition(": ")[2].split(", ")) == ["HeBb7-Bc8=Ba&RoAa6=Bs", "HeBb7-Bc8=Ba&RoAb6=Bs"]
    legal, (reason, _) = reported("HeBb7 RoAa6 RoAb6 RoAa2", "HeBb7-Bc8=Ba&RoAa2=Bs", army=army)
    assert not legal and reason == "RoAa2 is not the foremost: RoAa6 or RoAb6 comes before it"


@pytest.mark.slow
def test_a_piece_on_a_rank_when_promoted_indirectly() -> None:
    """N4: by default it has not reached the rank; a reading has it go on."""
    pieces, move = "BaBb4 RoAb10 CoAa6", "BaBb4-Bc3=Co&RoAb10"
    assert reported(pieces, f"{move}=Ds")[1][0] == "RoAb10 becomes Cs, not Ds"
    assert reported(pieces, f"{move}=Cs", "standing_counts")[1][0] == "RoAb10 becomes Ds, not Cs"
    assert reported(pieces, f"{move}=Ds&CoAa6=Pr", "standing_counts")[1][0] == "CoAa6 becomes Du, not Pr"
    assert reported(pieces, f"{move}=Ds&CoAa6=Du", "standing_counts") == (True, ())


NOT_APART = "it does not win (marriage): no emperor and empress of its side would be a step apart"
ENDS = "it ends the game: marriage"
MARRIAGES: dict[tuple[str, str], tuple[bool, Reported]] = {
    # "Adjacent on any radial", of a Rook, a Bishop and a Unicorn.
    ("EsCc5", "EsCc5-Cc2 (marriage)"): (True, (ENDS,)),
    ("EsCd5", "EsCd5-Cd2 (marriage)"): (True, (ENDS,)),
    ("EsDd5", "EsDd5-Dd2 (marriage)"): (True, (ENDS,)),
    # Two steps, and no radial.
    ("EsCc5", "EsCc5-Cc3 (marriage)"): (True, (NOT_APART,)),
    ("EsCd5", "EsCd5-Cd3 (marriage)"): (True, (NOT_APART,)),
    # Not an Empress, and the other army's Emperor.
    ("DsCc5", "DsCc5-Cc2 (marriage)"): (True, (NOT_APART,)),
    ("EsEd5", "EsEd5-Ed9 (marriage)"): (True, (NOT_APART, "it gives check")),
    # Without the marriage in the text no reason is given why it does not win.
    ("EsCc5", "EsCc5-Cc3"): (True, ()),
    # Another piece may move while the two are adjacent, or the Emperor may come to the Empress.
    ("EsCc2 RoAa1", "RoAa1-Aa5"): (True, (ENDS,)),
    ("EsCc3", "EmCc1-Cd2"): (True, (ENDS,)),
    # The Emperor in check: no legal move at all.
    ("EsCd3 black RoCc3", "EsCd3-Cd2 (marriage)"): (
        False,
        ("it would leave the royal piece on EmCc1 attacked by RoCc3", "RoCc3 reaches Cc1 along Cc2"),
    ),
    ("EsCd3 black RoAc2", "EmCc1-Cc2 (marriage)"): (
        False,
        ("it would leave the royal piece on Cc2 attacked by RoAc2", "RoAc2 reaches Cc2 along Bc2"),
    ),
    # An Empress just promoted, the foremost, or another.
    ("PrBb7 RoCd2", "PrBb7-Bb8=Ar&RoCd2=Es (marriage)"): (True, (ENDS,)),
    ("PrBb7 RoCd2 RoAa6", "PrBb7-Bb8=Ar&RoCd2=Es (marriage)"): (
        False,
        ("RoCd2 is not the foremost: RoAa6 comes before it", "there is PrBb7-Bb8=Ar&RoAa6=Es"),
    ),
    ("PrBb7 RoCd2 RoAa6", "PrBb7-Bb8 (marriage)"): (True, (NOT_APART,)),
}


@pytest.mark.sample(10)
@pytest.mark.parametrize("army", ARMIES)
@pytest.mark.parametrize("asked", MARRIAGES)
def test_marriage(asked: tuple[str, str], army: str) -> None:
    assert reported(*asked, army=army) == MARRIAGES[asked]


BOTH_SAFE: dict[tuple[str, str], Reported] = {
    # By N7's other reading the Empress may not be attacked either, though she be guarded.
    ("EsCc5 black RoEc2", "EsCc5-Cc2"): ("it would win (marriage), but EsCc2 could be captured by RoEc2",),
    ("EsCc5 black RoEc2 RoCa2", "EsCc5-Cc2"): (
        "it would win (marriage), but EsCc2 could be captured by RoCa2 or RoEc2",
    ),
    ("PrBb7 RoCd2 black RoEd2", "PrBb7-Bb8"): ("it would win (marriage), but EsCd2 could be captured by RoEd2",),
    ("EsCd3 black RoEd3", "EmCc1-Cc2"): ("it would win (marriage), but EsCd3 could be captured by RoEd3",),
    # The attacker is blocked or captured.
    ("EsCc5 RoDc2 black RoEc2", "EsCc5-Cc2"): (ENDS,),
    ("EsCc5 black RoCc2", "EsCc5xCc2"): (ENDS,),
    ("EsCc5 black RoEc2", "EsCc5-Cc3 (marriage)"): (NOT_APART,),
}


@pytest.mark.sample(1)
@pytest.mark.parametrize("asked", BOTH_SAFE)
def test_marriage_where_both_must_be_safe(asked: tuple[str, str]) -> None:
    assert reported(*asked, "both_safe") == (True, BOTH_SAFE[asked])


NO_ROUTE = (
    # No piece goes where its own radials do not, nor further than it does.
    "EmCc1-Cc3", "HeCc4-Cc5", "HeCc4-Cd3", "HeCc3-Cc5", "RoCc4-Cd5", "BaCc4-Cc5", "BaCc4-Ce6", "BsCc4-Ce6", "CoCc4-Cd5",
    "CoCc4-Cc3", "CoCc4-Cc6", "CsCc4-Cd5", "CsCc4-Cc3", "DuCc4-Cd5", "DuCc4-Cc6", "DsCc4-Cd5", "PrCc4-Dd5", "PrCc4-Cc6",
    "PsCc4-Dd5", "PsCc4-Cc3", "PsCc4-Cd4", "ArCc4-Cc6", "EsCc4-Cd6",
    # No castling.
    "EmCc1-Ce1",
)  # fmt: skip


@pytest.mark.sample(6)
@pytest.mark.parametrize("move", NO_ROUTE)
def test_no_route(move: str) -> None:
    origin, target = move.split("-")
    pieces = "RoCb1" if origin.startswith("Em") else origin
    assert reported(pieces, move) == (False, (f"no route of {origin} ends on {target}",))


OTHERWISE: dict[tuple[str, str], str] = {
    ("CsCc4 HeCc6", "CsCc4-Cc8"): "every route of CsCc4 to Cc8 is blocked",
    ("RoCc4 HeCc6", "RoCc4xCc6"): "its own HeCc6 stands there",
    ("RoCc4 black HeCc6", "HeCc6-Dd5"): "HeCc6 belongs to black, and it is the turn of white",
    ("RoCc3 black RoCc7", "RoCc3-Cd3"): "it would leave the royal piece on EmCc1 attacked by RoCc7",
    ("RoCc3", "RoCb3-Cb4"): "there is no piece on Cb3",
}


@pytest.mark.sample(6)
@pytest.mark.parametrize("army", ARMIES)
@pytest.mark.parametrize("asked", OTHERWISE)
def test_other_conditions_of_moves(asked: tuple[str, str], army: str) -> None:
    legal, reasons = reported(*asked, army=army)
    assert not legal and reasons[0] == OTHERWISE[asked]


@pytest.mark.slow
def test_the_reference_engine_agrees() -> None:
    pieces, move = f"{EMPERORS} white HeBb7 RoAa6 RoAb5 turn white", "HeBb7-Bc8=Ba&RoAb5=Bs"
    asked = sm.game("latrunculi", engine="reference").position(pieces)
    assert asked.why(move) == game().position(pieces).why(move)
