"""Composed problems meet their conditions: special keys, themes, tries, and rules of the user."""

from __future__ import annotations

from typing import Any

import pytest

import shadowmate as sm
from shadowmate.compiled.kernel.candidates import COOKED
from shadowmate.composing.compose import Composer
from shadowmate.composing.makers import Improvement
from shadowmate.composing.search_space import Setting
from shadowmate.composing.specification import specified
from shadowmate.solving.search.limits import Limits
from support.composed import CORNER, FIDE, composed, is_mate, listed, pieces_of
from support.puzzles import verdict


def test_conditions_hold() -> None:
    some = composed(2, conditions=["quiet key", "no dual"])
    for each in some:
        solution = sm.solve(sm.position(each.position, engine="compiled"), "#2")
        assert solution.labels == []
        assert len([line for line in each.solution if line.startswith(" " * 8)]) <= each.parts["variations"] // 3 + 1
        key = str(solution.key)
        assert "x" not in key
        assert not sm.position(each.position).push(key).is_check()
    assert len(some) == 2
    (found,) = composed(1, conditions=["variations 2"])
    assert found.parts["variations"] >= 3


@pytest.mark.parametrize(
    ("condition", "pieces", "zones", "answer"),
    [
        ("ends with Q", ["K", "R", "Q"], {}, "1.Q"),
        pytest.param("key promotion N", ["K", "Q", "P"], {"white": {"P": ["?7"]}}, "=N", marks=pytest.mark.exhaustive),
    ],
)
def test_a_special_key(condition: str, pieces: list[str], zones: dict[str, Any], answer: str) -> None:
    (found,) = composed(
        1, stipulation="#1", pieces={"white": pieces, "black": ["K"]}, zones=zones, conditions=[condition]
    )
    assert answer in found.solution[0]
    assert verdict(found.entry).is_sound


@pytest.mark.parametrize(("key", "answer"), [("castling", "1.Ke1-c1&Ra1-d1"), ("en passant", "ep")])
def test_candidates_for_a_special_key_have_the_pieces_placed_for_it(key: str, answer: str) -> None:
    """Without zones, only one random position in thousands has King and Rook at home, or a Pawn that just passed."""
    pieces = {"castling": [["K", "R", "Q"], ["K", "P"]], "en passant": [["K", "R", "P"], ["K", "P"]]}[key]
    wanted = {"pieces": {"white": pieces[0], "black": pieces[1]}, "conditions": [f"key {key}"]}
    (found,) = composed(1, seed=0, **wanted)
    assert answer in found.solution[0] or "&Rh1-f1" in found.solution[0]
    assert verdict(found.entry).is_sound


class Watched(Improvement):
    """Records what the kernel found."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting, 3)
        self.judged: list[tuple[list[int], int]] = []

    def learn(self, cells: Any, flags: Any) -> None:
        self.judged += zip(cells.tolist(), flags.tolist(), strict=True)
        super().learn(cells, flags)


def test_cooked_sound_and_failing_problems_are_distinguished() -> None:
    """Castling alone mates, or other moves too, or castling does not: compared with all first moves."""
    kinds = ["K", "R", "Q", "N", "K", "P"]
    wanted = {"stipulation": "#1", "pieces": {"white": kinds[:4], "black": kinds[4:]}, "conditions": ["key castling"]}
    composer = Composer(specified({**FIDE, **wanted}))
    setting, watched = composer.setting, Watched(composer.setting)
    next(composer.run(watched, Limits()))
    names = [setting.game.names[cell] for cell in setting.engine.cells]
    found = {1: 0, COOKED: 0, 0: 0}
    for row, flags in watched.judged:
        each = min(flags, 1)
        if found[each] < 8:
            pieces = [kind + names[cell] for kind, cell in zip(kinds, row, strict=True)]
            pieces[4:4] = ["black"]
            castles = f" castle {pieces[1][1:]}" if pieces[0] == "Ke1" and pieces[1] in ("Ra1", "Rh1") else ""
            position = sm.position(f"fide: white {' '.join(pieces)}{castles}", engine="compiled")
            is_captured = sm.Position(position.game, position.pieces, "black").is_check()
            moves = () if is_captured else position.legal_moves()
            mates = [move.special for move in moves if is_mate(position.push(move))]
            assert each == (0 if "castling" not in mates else 1 if len(mates) == 1 else COOKED), str(position)
            found[each] += 1
    assert all(found.values())


def test_every_solution_that_begins_with_castling_is_found() -> None:
    """Among all problems of some pieces, those with castling as key; by listing and by clingo."""
    zones = {
        "white": {"K": ["e1", "e2"], "R": ["a1", "h1"], "Q": ["b5", "c3", "d5"]},
        "black": {"K": ["a2", "b3", "c3"], "P": ["a3", "c5", "e3", "f7"]},
    }
    asked: dict[str, Any] = {"pieces": {"white": ["K", "R", "Q"], "black": ["K", "P"]}, "zones": zones}
    some = sm.compose({**FIDE, **asked}, every=True, maker="listing")
    expected = {each.identity for each in some if "&" in each.solution[0]}
    for maker in ("listing", "clingo"):
        assert listed(maker, **asked, conditions=["key castling"]) == expected != set()


@pytest.mark.slow
def test_a_theme_is_shown() -> None:
    """After a flight giving key the King has a flight that it did not have."""
    (found,) = composed(1, conditions=["shows flight giving key"])
    before = sm.position(found.position, engine="compiled")
    after = before.push(str(sm.solve(before, "#2").key))
    passing = sm.Position(before.game, before.pieces, after.turn)
    assert flights(after) - flights(passing)


def flights(position: sm.Position) -> set[str]:
    kings = {
        cell for cell, piece in position.pieces.items() if piece.army == position.turn and piece.kinds == ("king",)
    }
    return {move.target for move in position.legal_moves() if move.origin in kings}


@pytest.mark.exhaustive
def test_tries_are_counted() -> None:
    (found,) = composed(1, conditions=["tries 1"])
    tree = sm.solve(sm.position(found.position, engine="compiled"), "#2", tries=True).tree
    refuted: dict[str, int] = {}
    for before, _, data in tree.edges(data=True):
        if data["kind"] == "refutation":
            refuted[before] = refuted.get(before, 0) + 1
    assert 1 in refuted.values()


@pytest.mark.exhaustive
def test_a_shadow_matters() -> None:
    """Under the reading that one open path is enough, the keys are others, or the position is not legal."""
    wanted = {
        "game": "prince",
        "stipulation": "#1",
        "pieces": {"white": ["Ki", "Pr", "Sc"], "black": ["Ki", "Kn", "Co"]},
        "conditions": ["matters some_path"],
    }
    (found,) = sm.compose(wanted, count=1)
    here, there = (
        sm.solve(sm.position(found.position, readings=readings, engine="compiled"), "#1").keys
        for readings in ((), ("some_path",))
    )
    assert len(here) == 1
    waiting = sm.position(found.position.replace("turn white", "turn black"), readings="some_path")
    assert here != there or waiting.is_check()


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("game", "stipulation", "pieces", "zones"),
    [
        ("micro", "#2", {"white": ["K", "G", "S"], "black": ["K", "P"]}, {}),
        ("kyoto", "#2", {"white": ["K", "T", "N"], "black": ["K"]}, {}),
        ("extreme", "#1", {"white": ["K", "lR", "pB"], "black": ["K", "lR"]}, {"black": {"K": ["?h8", "?a8", "?h1"]}}),
    ],
)
def test_a_change_of_kind_gives_the_mate(game: str, stipulation: str, pieces: Any, zones: Any) -> None:
    """After the key a mating move changes its piece, and would not mate without the change. All play is tried."""
    wanted = {"game": game, "stipulation": stipulation, "pieces": pieces, "zones": zones}
    (found,) = sm.compose({**wanted, "conditions": ["shows transformation mate"]}, count=1, seed=1)
    befores = [sm.position(found.position, engine="compiled")]
    if stipulation == "#2":
        after = befores[0].push(str(sm.solve(befores[0], stipulation).key))
        befores = [after.push(each) for each in after.legal_moves()]
    assert any(needs_change(before, move) for before in befores for move in before.legal_moves())


def needs_change(before: sm.Position, move: sm.Move) -> bool:
    after = before.push(move)
    unchanged = {**after.pieces, move.target: before.pieces[move.origin]} if move.origin else after.pieces
    return is_mate(after) and not is_mate(sm.Position(after.game, unchanged, after.turn, stores=after.stores))


def test_rules_of_the_user_hold() -> None:
    """The Knight is at the edge and the Queen on its file. All pieces are in a corner, so that there are few."""
    ask = ":- piece(C,knight,white), inside(C). :- piece((X,_,_),knight,white), piece((Y,_,_),queen,white), X != Y."
    corner = {"white": {"K": CORNER, "Q": CORNER, "N": CORNER}, "black": {"K": CORNER}}
    pieces = {"white": ["K", "Q", "N"], "black": ["K"]}
    some = composed(3, ask=ask, stipulation="#1", pieces=pieces, zones=corner)
    for each in some:
        cells = {kind: cell for cell, (kind, side) in pieces_of(each.position).items() if side == "white"}
        assert not {1, 8}.isdisjoint(cells["S"]) and cells["S"][0] == cells["Q"][0]
    assert len(some) == 3
