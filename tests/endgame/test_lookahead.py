"""Tables of games whose moves do more than capture and promote the mover, against plain retrograde analysis."""

from __future__ import annotations

import re
from itertools import permutations
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

import shadowmate as sm
from oracles import extreme, nobility
from shadowmate.endgame.errors import EndgameError
from shadowmate.endgame.leads import Method
from shadowmate.endgame.successors import Kinds, read_exact
from shadowmate.endgame.table import Result, Table, Value
from shadowmate.endgame.table_maker import table
from shadowmate.endgame.table_report import report
from shadowmate.play.material import Material
from support.paths import GAMES_OF_TESTS
from support.small import write

MATES, STALEMATES = Value(Result.CHECKMATED, 0), Value(Result.STALEMATED)


def smaller(name: str, folder: Path, side: int = 3, engine: str = "compiled") -> sm.Game:
    """A small game of the tests on a smaller board, without its array."""
    text = (GAMES_OF_TESTS / name / "game.lp").read_text(encoding="utf-8")
    text = re.sub(r"(?m)^size\(.,.,1\)", f"size({side},{side},1)", text).replace(",5,1)", f",{side},1)")
    (folder / name).mkdir()
    (folder / name / "game.lp").write_text(re.sub(r"start\(.*\.", "", text), encoding="utf-8")
    return sm.game(name, rules=[folder], engine=engine)


def bare(position: sm.Position) -> sm.Position:
    return sm.Position(position.game, position.pieces, position.turn)


def plain(game: sm.Game, material: Material, exposed: bool = False) -> dict[sm.Position, Value]:
    """Plain retrograde analysis of all placements, and of whatever other positions moves lead to.

    Where a royal piece may not be left attacked, positions in which that has happened are left out.
    """
    other = dict(zip(game.ruleset.players, reversed(game.ruleset.players), strict=True))
    pieces = [sm.Piece(kinds, army) for army, kinds in material.types]
    waiting = [
        sm.Position(game, dict(zip(cells, pieces, strict=True)), turn)
        for cells in permutations(game.vectors, len(pieces))
        for turn in game.ruleset.players
    ]
    after: dict[sm.Position, list[sm.Position]] = {}
    values: dict[sm.Position, Value] = {}
    best: dict[sm.Position, int] = {}
    while waiting:
        position = waiting.pop()
        if position in after or (not exposed and sm.Position(game, position.pieces, other[position.turn]).is_check()):
            continue
        played = [position.push(move) for move in position.legal_moves()]
        after[position] = [bare(each) for each in played if not each.state]
        if len(after[position]) < len(played):
            values[position] = Value(Result.WON, 1)
        elif not played:
            outcome = position.outcome()
            values[position] = MATES if outcome and outcome.winner else STALEMATES
        waiting += after[position]
    for moves in range(1, 60):
        found = {}
        for position, some in after.items():
            if position not in values and any(values.get(each) in (MATES, Value(Result.LOST, moves - 1)) and
                                              (moves == 1 or values[each] != MATES) for each in some):  # fmt: skip
                found[position] = Value(Result.WON, moves)
        values |= found
        best = {p: v.moves or 0 for p, v in values.items() if v.result is Result.WON}
        lost = [p for p, some in after.items() if p not in values and all(each in best for each in some)]
        values |= dict.fromkeys(lost, Value(Result.LOST, moves))
    return {position: values.get(position, Value(Result.DRAWN)) for position in after}


def by_hand(*case: object) -> Any:
    return pytest.param(*case, marks=pytest.mark.exhaustive)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("name", "text", "way"),
    [
        ("crown", "white K M black K", Method.TRACED),  # a second King
        ("heirloom", "white K M black K", Method.TRACED),  # a Mason that may rise, and no piece there to be absorbed
        ("crown", "white K black K R", Method.AHEAD),  # a King that becomes a Mason
        ("betrothed", "white K F black K R", Method.TRACED),  # a Ferz that always changes
        ("betrothed", "white M M black K", Method.AHEAD),  # a promotion that makes a union
        ("wedding", "white M Q black M", Method.AHEAD),  # a union
        ("elope", "white M Q black K", Method.AHEAD),  # a union of which neither may be attacked
        ("throne", "white K R black K", Method.AHEAD),  # an arrival that wins
        ("starve", "white K R black K", Method.AHEAD),  # no move loses
        ("stuck", "white K R black K", Method.SWEPT),  # passing
        ("regicide", "white K R black K", Method.AHEAD),  # Kings that may be left attacked, and be captured
        ("cornered", "white K R black K", Method.SWEPT),  # the same where there is no other move
        ("gorge", "white K R black K R", Method.SWEPT),  # captures that make other moves illegal
        by_hand("wedding", "white K M black K R", Method.AHEAD),  # captors that change
        by_hand("swap", "white K Q black K M", Method.SWEPT),  # it changes places with another piece
        by_hand("doomed", "white K R black K M", Method.AHEAD),  # a captor that dies
        by_hand("choose", "white K M black K R", Method.AHEAD),  # a captor that chooses what it is, and whose; hurdles
        by_hand("herald", "white M M black K R", Method.AHEAD),  # an aide
        by_hand("iron", "white K M R black K", Method.AHEAD),  # Rooks that give no check
        by_hand("wary", "white K R black K R", Method.AHEAD),  # captures only where no piece could recapture
        by_hand(
            "wary", "white K M black K Q", Method.AHEAD
        ),  # and a Queen that gives no check from beside on a diagonal
        by_hand("wary", "white K C black K", Method.SWEPT),  # it goes nowhere else either
    ],
)
def test_plain_analysis_agrees(name: str, text: str, way: Method, tmp_path: Path) -> None:
    """On every placement, with either side to move."""
    game = smaller(name, tmp_path)
    material = read_exact(game, text)
    made = table(game, material)
    assert Kinds(game, material).way(material) is way
    values = plain(game, material, exposed=name in ("regicide", "cornered"))
    compared = {str(made.value(position)) for position in values if Material.on(position) == material}
    for position, value in values.items():
        if Material.on(position) == material:
            assert made.value(position) == value, str(position)
    assert len(compared) > 1


@pytest.mark.slow
def test_a_rook_that_gives_no_check_does_not_mate(tmp_path: Path) -> None:
    game = smaller("iron", tmp_path)
    made = table(game, "white K R black K")
    assert made.value(game.position("white Rc2 Kc3 black Kc1 turn black")) == Value(Result.DRAWN)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("rash", "white K black K R", "leave a royal piece attacked though .*; a move may win for the opponent"),
        ("pocket", "white K R black K", "pieces may be in hand or in store"),
        ("forlorn", "white K R black K", "a player without a move may win"),
        ("blast", "white K R black K M", "a move may capture pieces around it"),
        ("doomed", "white R black M", "may leave no piece on the board"),
        ("absorb", "white K R+B C L black K M F", "4 GB are allowed"),
    ],
)
def test_material_that_there_is_no_table_of(name: str, text: str, message: str) -> None:
    with pytest.raises(EndgameError, match=message):
        table(sm.game(name, rules=[GAMES_OF_TESTS]), text)


STRUCK = """
field(struck,flags). flag(struck,rook). lapses(struck).
#program effects.
sets(C,struck,rook) :- part(C,victim,rook).
needs(C,lacks(struck,rook)) :- part(C,victim,rook).
"""


@pytest.mark.slow
def test_what_positions_say_matters_only_where_moves_ask_for_it(tmp_path: Path) -> None:
    """After the only Rook is captured, no piece is left that this capture concerns."""
    write(tmp_path, STRUCK)
    game = sm.game("small", rules=[tmp_path], engine="compiled")
    made = table(game, "white K R black K")
    captured = game.position("white Kc1 Ra1 black Ka2 turn black").push("Ka2xa1")
    assert ("struck", ("rook",)) in captured.state or "struck rook" in str(captured)
    assert table(game, "white K black K").value(captured) == Value(Result.DRAWN)
    assert made.probe(game.position("white Kc1 Ra1 black Ka2 turn black")).moves
    with pytest.raises(EndgameError, match="have the position say 'struck', which matters to other moves"):
        table(game, "white K R R black K R")
    with pytest.raises(EndgameError, match="'struck': tables hold no positions with such rights"):
        made.value(game.position("white Kc1 Ra1 black Ka3 turn black struck rook"))


MARKED = """
field(mark,flags). flag(mark,walked). zone(white,middle,(3,3,1)).
#program effects.
sets(C,mark,walked) :- part(C,mover,mason).
becomes(C,mover,queen) :- part(C,mover,mason), to(C,middle).
needs(C,lacks(mark,walked)) :- part(C,mover,queen).
"""


@pytest.mark.slow
def test_a_lasting_right_matters_if_a_promoted_piece_asks_for_it(tmp_path: Path) -> None:
    """That a Mason has moved matters to it, because it may become a Queen, which must then not move."""
    write(tmp_path, MARKED)
    game = sm.game("small", rules=[tmp_path], engine="compiled")
    with pytest.raises(EndgameError, match="have the position say 'mark', which matters to other moves"):
        table(game, "white K M black K")
    marked = "black Ka2 turn white mark walked"
    assert table(game, "white K R black K").value(game.position(f"white Kc1 Rd4 {marked}")).result is Result.WON
    with pytest.raises(EndgameError, match="'mark': tables hold no positions with such rights"):
        table(game, "white K Q black K").value(game.position(f"white Kc1 Qd4 {marked}"))


@pytest.mark.slow
def test_compounds(tmp_path: Path) -> None:
    """A King that has captured a Rook moves as both; material and positions write it as a compound."""
    game = smaller("absorb", tmp_path)
    for text in ("white K+R M black K", "white K R black K"):
        made = table(game, text)
        material = made.material
        values = plain(game, material)
        seen = {Material.on(position) for position in values}
        assert len(seen) > 1 and material in seen
        assert all(made.value(each) == value for each, value in values.items() if Material.on(each) == material)
    longest = report(made)
    assert longest.position and len(longest.line) == 2 * (longest.longest or 0) - 1


ORACLES: dict[str, ModuleType] = {"latrunculi": nobility, "extreme": extreme}


def reported(made: Table, pieces: dict[Any, Any], turn: str) -> Value:
    """The value of a position of the oracle, by the table of its material."""
    position = sm.position(ORACLES[made.game.name].text(pieces, turn))
    if Material.on(position) == made.material:
        return made.value(position)
    return table(made.game, Material.on(position)).value(position)


def foretold(made: Table, pieces: dict[Any, Any], turn: str) -> Value:
    """The value that follows from the values of the positions after the oracle's moves."""
    oracle = ORACLES[made.game.name]
    other = oracle.OTHER[turn]
    found = []
    for move in oracle.legal_moves(pieces, turn):
        won = oracle is nobility and nobility.married(move.after, turn)
        found.append(Value(Result.WON, 1) if won else reported(made, move.after, other).before())
    if not found:
        return MATES if oracle.in_check(pieces, turn) else STALEMATES
    return max(found, key=lambda value: value.rank)


def stands(oracle: ModuleType, cell: Any, army: str, kinds: Any) -> bool:
    """Whether such a piece can have come to stand there."""
    if oracle is extreme:
        return "pawn" not in kinds or 1 < cell[2] < 8
    return kinds == "emperor" or cell in nobility.stands(army)[kinds]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("latrunculi: white Ps black Em", 40),
        ("extreme: white P black K", 40),
        ("extreme: white N+lB black K", 40),
        *(
            by_hand(text, 300)
            for text in (
                "latrunculi: white Em Es black Em",
                "latrunculi: white Em He black Em",
                "latrunculi: white Em Pr black Em",
                "latrunculi: white Em Du black Em",
                "extreme: white K P black K",
                "extreme: white K pR black K",
                "extreme: white K HA black K",
            )
        ),
    ],
)
def test_an_oracle_agrees(text: str, number: int) -> None:
    """Each value follows from those of the positions that the moves of an oracle lead to."""
    game = sm.game(text.partition(":")[0], engine="compiled")
    made = table(game, text)
    oracle, random = ORACLES[game.name], Random(text)
    for _ in range(number):
        # Half of the positions have the pieces close together, where they can capture.
        cells = [*game.vectors.values()]
        some = random.choice(cells)
        near = [cell for cell in cells if max(abs(a - b) for a, b in zip(cell, some, strict=True)) < 2]
        cells = random.sample(random.choice([cells, near]), len(made.material.types))
        pieces: dict[Any, Any] = {}
        for cell, (army, kinds) in zip(cells, made.material.types, strict=True):
            pieces[cell] = (army, kinds[0] if oracle is nobility else frozenset(kinds))
        turn = random.choice(game.ruleset.players)
        if not all(stands(oracle, cell, *piece) for cell, piece in pieces.items()):
            continue
        if oracle.in_check(pieces, oracle.OTHER[turn]):
            with pytest.raises(EndgameError, match="could be captured"):
                reported(made, pieces, turn)
        else:
            assert reported(made, pieces, turn) == foretold(made, pieces, turn), oracle.text(pieces, turn)
