"""What `why` states of choices, special moves, unions, and of what becomes of pieces: in games of every sort."""

from __future__ import annotations

from pathlib import Path

import pytest

import shadowmate as sm
from support.paths import GAMES_OF_TESTS
from support.small import write

ENGINES = ("reference", "compiled")


def reported(name: str, text: str, move: str, engine: str = "reference") -> tuple[bool, tuple[str, ...]]:
    answer = sm.game(name, rules=GAMES_OF_TESTS, engine=engine).position(text).why(move)
    return answer.legal, answer.reasons


SPECIAL_MOVES = {
    # Every condition of a legal special move is reported, and no route: none makes it.
    "crown": ("regent", "white Ka1 Hc3 black Kd5 Ra4", "a1-c3",
              ["the royal piece is in check", "no piece attacks Hc3"]),
    "flight": (
        "rites", "white Kc1 black Kd5 Ra1 flight c1", "Kc1-c3",
        ["Kc1 has not moved", "the royal piece is in check", "no piece stands on c3"],
    ),
    "relay": (
        "rites", "white Kc1 Ra1 Me1 black Kd5", "Ra1-b3",
        ["the royal piece is not in check", "no piece stands on a2 or b3", "no piece attacks a2"],
    ),
    "wheel": (
        "drill", "white Ke1 Ma1 Rb1 Mc1 Md3 black Ke5", "Ma1-c1",
        ["the royal piece is not in check", "nothing is in the store purse white", "no piece attacks Mc1"],
    ),
    "castling": (
        "prince", "white KiAd4 BaAa1 black KiHh8 castle Aa1", "KiAd4-Ab2",
        ["neither BaAa1 nor its royal piece has moved", "the royal piece is not in check",
         "no piece stands on Ab2 or Ac3", "no piece attacks Ac3"],
    ),
}  # fmt: skip


@pytest.mark.sample(3)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("special", SPECIAL_MOVES)
def test_a_legal_special_move_is_explained_by_its_conditions(special: str, engine: str) -> None:
    name, text, move, conditions = SPECIAL_MOVES[special]
    answer = sm.game(name, rules=GAMES_OF_TESTS, engine=engine).position(text).why(move)
    assert answer.legal and answer.routes == ()
    assert [reason for reason in answer.reasons if ": " in reason] == [f"{special}: {each}" for each in conditions]


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("Ka1-c3crown", "crown: there is no heir of its own on c3"),
        ("Ka1-d5crown", "crown: there is no heir of its own on Kd5"),
        ("Ka1-b1crown", "crown: Rb1 is no heir"),
        ("Rb1-e1crown", "crown: Rb1 is no king"),
        ("Ka1-e1crown", "crown: the royal piece is not in check"),
    ],
)
@pytest.mark.parametrize("engine", ENGINES)
def test_a_special_move_asked_about_by_name_is_reported_as_one(move: str, reason: str, engine: str) -> None:
    """The reasons are about the special move, even if a route leads to the same cell."""
    legal, reasons = reported("regent", "white Ka1 Rb1 He1 black Kd5", move, engine)
    assert not legal and reasons == (reason,)


def test_a_store_that_is_not_empty_is_the_reason() -> None:
    legal, reasons = reported("drill", "white Ke1 Ma1 Rb1 Mc1 black Ke5 purse white Q", "Ma1-c1")
    assert not legal and reasons == ("wheel: something is in the store purse white",)


SWAPS = """
special_move((kingly;rookly),Army) :- player(Army,_). title((kingly;rookly),"swap").
actor(kingly,mover,king). actor(kingly,partner,rook).
actor(rookly,mover,rook). actor(rookly,partner,mason).
requires((kingly;rookly),safe(partner)).
#program effects.
becomes(C,mover,rook) :- use(C,kingly).
becomes(C,partner,king) :- use(C,kingly).
becomes(C,mover,mason) :- use(C,rookly).
becomes(C,partner,rook) :- use(C,rookly).
"""


@pytest.mark.sample(1)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("move", "reasons"),
    [
        ("Ka1-Rc3swap", ("swap: Qc5 attacks Rc3",)),
        ("Rc3-Mb4swap", ("swap: Qc5 attacks Mb4",)),
        ("Ka1-Mb4swap", ("swap: Ka1 is no rook", "swap: Mb4 is no rook")),
    ],
)
def test_two_special_moves_of_one_name(move: str, reasons: tuple[str, ...], engine: str, tmp_path: Path) -> None:
    """The reasons are about the special move that the two pieces can make, not about others of that name."""
    write(tmp_path, SWAPS)
    position = sm.game("small", rules=[tmp_path], engine=engine).position("white Ka1 Rc3 Mb4 black Ke5 Qc5")
    answer = position.why(move)
    assert (answer.legal, answer.reasons) == (False, reasons)


@pytest.mark.parametrize("engine", ENGINES)
def test_the_regular_effects_of_a_special_move_are_not_written(engine: str) -> None:
    text = "white KAa1 HAHg5 NBb3 black pRAa2 KGg8 turn white"
    assert reported("extreme", text, "KAa1-Hg5=HA", engine) == (False, ("there is KAa1-HAHg5crown",))


@pytest.mark.slow
def test_what_a_piece_becomes_is_asked_of_its_own_army() -> None:
    """A piece that a store lacks is no reason to name another condition."""
    piece = "presidents PeAh1 turn presidents"
    assert reported("diagonals", f"{piece} reserve rook", "PeAh1-Ai1=Ds") == (True, ())
    assert reported("diagonals", piece, "PeAh1-Ai1=Ds") == (False, ("PeAh1 cannot become 'Ds' there: it becomes Dr",))
    assert reported("diagonals", "presidents PeAg2 turn presidents", "PeAg2-Ah2=Ds")[1][1:] == (
        "it becomes 'Ds' only by reaching far_face",
    )


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
def test_why_a_union_does_not_win(engine: str) -> None:
    """The union wins only if neither piece could be captured. The reason names the piece and its capturer."""
    safe = reported("elope", "white Ka1 Qc2 Md3 black Ke5", "Qc2-d2", engine)
    assert safe == (True, ("it ends the game: wedding",))
    for black, words in (("Rb2", ("Qd2", "Rb2")), ("Re3", ("Md3", "Re3"))):
        legal, reasons = reported("elope", f"white Ka1 Qc2 Md3 black Ke5 {black}", "Qc2-d2", engine)
        piece, by = words
        assert legal and reasons[0] == f"it would win (wedding), but {piece} could be captured by {by}"
    far = reported("elope", "white Ka1 Qc2 Md3 black Ke5", "Qc2-c1 (wedding)", engine)
    assert far == (True, ("it does not win (wedding): no mason and queen of its side would be a step apart",))
    assert reported("elope", "white Ka1 Qc2 Md3 black Ke5", "Qc2-c1", engine) == (True, ())


BECOMING = {
    # What a piece cannot become by a move that is legal otherwise, and the reasons.
    ("fide", "white Ke1 Pa6 black Kh8", "a6-a7=Q"): [
        "Pa6 cannot become 'Q' there: it stays what it is",
        "it becomes 'Q' only by reaching last_row",
    ],
    ("fide", "white Ke1 Pa7 black Kh6", "a7-a8=K"): [
        "Pa7 cannot become 'K' there: it becomes B, N, Q or R",
        "no move along its routes makes it 'K'",
    ],
    ("fide", "white Ke1 Pa7 black Kh6", "a7-a8=X"): ["Pa7 cannot become 'X' there: it becomes B, N, Q or R"],
    ("wedding", "white Ka1 Md3 black Ke5 Cd4", "Md3xd4=R"): [
        "Md3 cannot become 'R' there: it stays what it is",
        "it becomes 'R' only by capturing any Rook",
    ],
}


@pytest.mark.parametrize("asked", BECOMING)
def test_what_a_piece_cannot_become_is_explained_by_the_rules(asked: tuple[str, str, str]) -> None:
    assert reported(*asked) == (False, tuple(BECOMING[asked]))


def test_a_choice_is_offered_in_full_where_the_piece_becomes_the_same() -> None:
    """A tie of two aides; the moves are those that `play` accepts."""
    position = sm.position("latrunculi: white EmCc1 HeCc7 RoAa1 RoBb2 RoDd2 black EmEe10 turn white")
    (reason,) = position.why("HeCc7-Dd8").reasons
    offered = reason.removeprefix("there are several such moves: ").split(", ")
    assert offered == ["HeCc7-Dd8=Ba&RoBb2=Bs", "HeCc7-Dd8=Ba&RoDd2=Bs"]
    assert all(position.why(move).legal and position.push(move) for move in offered)


@pytest.mark.slow
def test_a_choice_of_what_the_piece_becomes_is_offered_as_that() -> None:
    answer = sm.position("extreme: white KAa1 PGd4 black KHh1 NHd4 turn white").why("Gd4xHd4")
    assert answer.reasons == ("the new kind of the piece is missing: =HA, N",)
