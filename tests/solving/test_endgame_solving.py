"""The solver and the tables: on every position of small endgames, and when one reads the other."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import shadowmate as sm
from shadowmate.compiled.engine_choice import engine_of
from shadowmate.compiled.kernel import battle
from shadowmate.compiled.kernel import workspace as kernel
from shadowmate.compiled.kernel.attacks import in_check
from shadowmate.compiled.kernel.entries import ILLEGAL, MATED, STALEMATE
from shadowmate.compiled.kernel.transposition_table import grown
from shadowmate.endgame import store
from shadowmate.endgame.counts import is_won, moves_to_mate
from shadowmate.endgame.table import Table
from shadowmate.endgame.table_maker import table
from shadowmate.play.placement import Placement
from shadowmate.solving.proof.check import ProofVerdict, check_proof
from support.cli import run
from support.paths import GAMES_OF_TESTS


def search_everywhere(made: Table, most: int | None = None, classes: bool = False) -> list[int]:
    """Hold the table's entries against plain search, for either player to force mate whoever is to move.

    Args:
        made: the table.
        most: the greatest number of moves; by default that of the longest mate.
        classes: ask only about the placements that stand for those that symmetries make of them.

    Returns:
        For each side to move, how many legal placements were searched.
    """
    engine, armies = engine_of(made.game), made.game.ruleset.players
    types, width = made.material.types, len(engine.cells)
    if classes:
        cells = np.array([made.shape.placement(entry) for entry in range(made.shape.size)])
    else:
        cells = np.indices((width,) * len(types)).reshape(len(types), -1).T
    # Of pieces that are alike it does not matter which of them stands where.
    alike = [(a, b) for b in range(len(types)) for a in range(b) if types[a] == types[b]]
    cells = cells[np.all([cells[:, a] < cells[:, b] for a, b in alike], axis=0)] if alike else cells
    worth = [made.worth(side, cells).astype(int) for side in range(2)]
    most = most or max(moves_to_mate(int(each.max())) for each in worth)
    assert [engine.number[cell] for cell in engine.cells] == list(range(width))
    plies = 2 * most + 8
    pieces = tuple((engine.cells[number], kinds, army) for number, (army, kinds) in enumerate(types))
    room = engine.capacity(engine.board(Placement(pieces, armies[0])))
    search, counts = kernel.new_workspace(room * plies, 1 << 22), [0, 0]

    def mates(board: Any, within: int, defending: bool) -> bool:
        nonlocal search
        while (found := battle.forces(engine.tables, board, search, within, 0, defending)) == kernel.UNDECIDED:
            search = grown(search, 1 << 22)
            search.config[kernel.STOP] = 0
        return bool(found)

    # The quickest mates first: what has been proved about them helps with the others.
    order = sorted((value if value > MATED else 1 << 16, side, number)
                   for side in range(2) for number, value in enumerate(worth[side].tolist()))  # fmt: skip
    for _, side, number in order:
        value, where = int(worth[side][number]), cells[number].tolist()
        pieces = tuple((engine.cells[c], kinds, army) for c, (army, kinds) in zip(where, types, strict=True))
        if len(set(where)) < len(where):
            assert value == ILLEGAL
            continue
        placement = Placement(pieces, armies[side])
        board = engine.board(placement, plies)
        if in_check(engine.tables, board, 1 - side):
            assert value == ILLEGAL
            continue
        if value == ILLEGAL:
            assert engine.flaws(placement), placement
            continue
        counts[side] += 1
        legal = len(engine.moves(board))
        assert (legal == 0) == (value in (MATED, STALEMATE)), placement
        if not legal:
            assert bool(in_check(engine.tables, board, side)) == (value == MATED)
        distance = moves_to_mate(value) if value > MATED else 0
        for applies, defending in ((is_won(value), False), (not is_won(value), True)):
            if applies and 0 < distance <= most:
                assert mates(board, distance, defending), placement
                assert distance == 1 or not mates(board, distance - 1, defending), placement
            else:
                assert not mates(board, most, defending), placement
    return counts


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("text", "legal"),
    [
        ("white Ki Ro black Ki", [108, 224]),
        ("white Ki Pn black Ki", [132, 154]),
        ("white Ki Kt black Ki Ro", [448, 688]),
        ("white Ki Kt Ro black Ki", [120, 1344]),
        ("white Ki Ro Ro black Ki", [132, 672]),
        ("white Ki Kt Kt Kt black Ki Ro", [280, 2560]),
        ("white Kt Kt black Ki", [0, 252]),
    ],
)
def test_search_agrees_on_every_position(mini: sm.Game, text: str, legal: list[int]) -> None:
    """Promotions, double steps, captures that win, and both sides winning."""
    counts = search_everywhere(table(mini, text))
    assert counts == legal


@pytest.mark.exhaustive
def test_search_agrees_on_every_class_of_the_lone_prince(prince: sm.Game) -> None:
    made = table(prince, "white Pr black Ki")
    assert search_everywhere(made, classes=True) == [3861, 10220]


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("name", "text", "counts"),
    [
        ("prince", "white Pr black Ki", [99552, 261632]),
        ("fide", "white K Q black K", [144508, 223944]),
        ("fide", "white K R black K", [175168, 223944]),
    ],
)
def test_search_agrees_on_every_position_of_a_full_board(name: str, text: str, counts: list[int]) -> None:
    assert search_everywhere(table(name, text)) == counts


@pytest.mark.exhaustive
def test_search_agrees_on_every_class_up_to_mates_in_three() -> None:
    assert search_everywhere(table("raumschach", "white K Q black K"), 3, classes=True) == [96180, 129888]


def answer(solution: sm.Solution) -> dict[str, Any]:
    """All that is found, without how."""
    return {name: value for name, value in solution.as_json().items() if name != "searched"}


def agree(position: sm.Position, stipulation: str, **wanted: Any) -> None:
    """The answer is the same with the table and without."""
    read, searched = (sm.solve(position, stipulation, tables=tables, **wanted) for tables in (True, False))
    assert (read.searched.method, searched.searched.method) == ("table", "search")
    assert answer(read) == answer(searched), f"{position} {stipulation} {wanted}"
    assert searched.searched.table is None


@pytest.mark.sample(2)
@pytest.mark.parametrize("text", ["white Ki Pn black Ki", "white Ki Kt black Ki Ro", "white Ki Kt Ro black Ki"])
def test_the_solver_gives_the_same_answer_from_a_table(mini: sm.Game, text: str) -> None:
    """Keys, trees, labels, short solutions, tries, refutations, threats and set play."""
    made, random = table(mini, text), Random(text)
    for side in range(2):
        worth = made.entries(side)
        for value in np.unique(worth[worth != ILLEGAL]).tolist():
            for place in random.sample(np.flatnonzero(worth == value).tolist(), 1):
                position = made.position(side, place)
                for moves in range(1, 5):
                    agree(position, f"#{moves}", tries=True, set_play=True)
                agree(position, "#3", max_solutions=1, jobs=2)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("wedding", "white K M Q black K"),
        pytest.param("elope", "white M Q black K", marks=pytest.mark.exhaustive),
        pytest.param("throne", "white K R black K", marks=pytest.mark.exhaustive),
        pytest.param("starve", "white K R black K", marks=pytest.mark.exhaustive),
    ],
)
def test_where_a_game_has_other_ends_a_table_is_about_winning(name: str, text: str) -> None:
    """Keys, trees and tries of wins by mate and otherwise; mates alone are searched."""
    game = sm.game(name, rules=[GAMES_OF_TESTS], engine="compiled")
    made, random = table(game, text), Random(text)
    for side in range(2):
        worth = made.entries(side)
        for value in np.unique(worth[worth != ILLEGAL]).tolist():
            position = made.position(side, random.choice(np.flatnonzero(worth == value).tolist()))
            for moves in range(1, 4):
                agree(position, f"win{moves}", tries=True, set_play=True)
    assert sm.solve(position, "#2").searched.method == "search"


def test_nothing_is_searched_where_tables_hold_all(mini: sm.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys, proof, tries and set play of a position with promotions and captures."""
    made = table(mini, "white Ki Pn black Ki")
    place = int(np.flatnonzero(made.entries(0) == made.entries(0).max())[0])
    position = made.position(0, place)

    def searched(*_: object) -> int:
        raise AssertionError("this was searched")

    monkeypatch.setattr(battle, "forces", searched)
    monkeypatch.setattr(battle, "working", searched)
    found = sm.solve(position, f"#{moves_to_mate(int(made.entries(0).max()))}", tries=True, set_play=True)
    assert found.keys


def test_the_course_of_the_game_changes_nothing(fide: sm.Game) -> None:
    """Moves without progress, and a double step that no piece could capture; both as in plain search."""
    table(fide, "white K P black K")
    agree(fide.position("white Kb6 Pc7 black Ka8 quiet 99"), "#3")
    stepped = fide.position("white Kd6 Pe2 black Kd8").push("Pe2-e4")
    assert stepped.state == (("ep", "e3"),)
    agree(stepped, "#2", set_play=True)


def test_what_is_missing_or_damaged_on_the_way_is_searched(mini: sm.Game) -> None:
    """A table below the one asked is gone, and a part of one is broken."""
    made = table(mini, "white Ki Pn black Ki")
    promoted = table(mini, "white Ki Ro black Ki")
    place = int(np.flatnonzero(made.entries(0) == made.entries(0).max())[0])
    position = made.position(0, place)
    whole = promoted.stored.path.read_bytes()
    for left in (None, whole[:-3] + bytes(255 - byte for byte in whole[-3:])):
        promoted.stored.path.unlink() if left is None else promoted.stored.path.write_bytes(left)
        for moves in (2, 4):
            agree(position, f"#{moves}", tries=True)
    promoted.stored.path.write_bytes(whole)
    content = made.stored.path.read_bytes()
    made.stored.path.write_bytes(content[:300] + bytes(255 - byte for byte in content[300:]))
    assert sm.solve(position, "#3").searched.method == "search"
    made.stored.path.write_bytes(content)


def test_what_a_table_is_not_about_is_searched(fide: sm.Game) -> None:
    table(fide, "white K R black K")
    plain = "white Ke1 Rh1 black Kd8"
    assert sm.solve(fide.position(plain), "#1").searched.method == "table"
    for text, stipulation in (
        (f"{plain} castle h1", "#1"),
        ("white Ke1 Rh8 black Kd8 turn white", "#1"),
        ("white Ke1 Ra1 Rh1 black Kd8", "#1"),
        (plain, "h#1"),
        (plain, "s#1"),
        (plain, "=1"),
    ):
        assert sm.solve(fide.position(text), stipulation).searched.method == "search", text
    reference = sm.game("fide", engine="reference").position("white Kf6 Ra1 black Kh7")
    assert sm.solve(reference, "#1", max_solutions=1).searched.table is None


def test_a_table_of_another_reading_or_other_rules_is_left_alone(mini: sm.Game, tmp_path: Path) -> None:
    made = table(mini, "white Ki Ro black Ki")
    text = str(made.position(0, int((made.entries(0) == MATED + 1).argmax())))
    assert sm.solve(mini.position(text), "#1").searched.method == "table"
    (tmp_path / "mini").mkdir()
    (tmp_path / "mini" / "game.lp").write_text((GAMES_OF_TESTS / "mini" / "game.lp").read_text() + "\n% A note.\n")
    other = sm.game("mini", rules=[tmp_path], engine="compiled")
    assert sm.solve(other.position(text), "#1").searched.method == "search"


def test_without_a_table_the_disk_is_looked_at_once(mini: sm.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Path] = []
    path_of = store.path_of

    def look(game: sm.Game, material: str) -> Path:
        asked.append(path_of(game, material))
        return asked[-1]

    monkeypatch.setattr(store, "path_of", look)
    cells = sorted(mini.vectors)
    position = mini.position(f"white Ki{cells[0]} Ro{cells[1]} Ro{cells[2]} black Ki{cells[8]}")
    assert sm.solve(position, "#3", tries=True).searched.method == "search"
    assert len(asked) == 1
    assert sm.solve(position, "#3", tables=False).searched.method == "search"
    assert sm.solve(position, "h#2").searched.method == "search"
    assert len(asked) == 1


def test_the_commands_say_what_the_table_knows(fide: sm.Game) -> None:
    table(fide, "white K R black K")
    position = "fide: white Kc3 Ra1 black Kd5"
    _, text, cost = run("mate", position, "--in", "5")
    assert text == "no mate in 5; mate in 11, by the endgame table\n" and "endgame table: won in 11; " in cost
    assert "#5: no solution; mate in 11, by the endgame table\n" in run("solve", position, "#5")[1]
    drawn = run("solve", "fide: white Kc3 Ra1 black Kd5 turn black", "#5")[1]
    assert "#5: no solution; nor in more, by the endgame table\n" in drawn
    searched = json.loads(run("solve", position, "#2", "--json")[1])["searched"]
    assert (searched["method"], searched["table"]) == ("table", {"value": "won", "distance": 11})
    plain = run("solve", position, "#2", "--no-tables")[1]
    assert "#2: no solution; every first move was searched" in plain and "table" not in plain
    found = json.loads(run("mate", position, "--in", "1", "--no-tables", "--json")[1])
    assert (found["searched"]["method"], found["searched"]["table"]) == ("search", None)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("position", "stipulation", "key"),
    [
        ("prince: white PrEf6 black KiHh8", "#1", None),
        ("prince: white PrHe5 black KiBa2", "#2", "PrHe5-Aa5"),
        ("prince: white PrCh3 black KiDb2", "#2", None),
    ],
)
def test_mates_of_the_lone_prince_are_confirmed(
    position: str, stipulation: str, key: str | None, tmp_path: Path
) -> None:
    """Found by search, written as JSON, and confirmed by the rules alone, as a reader would do it."""
    file = tmp_path / "solution.json"
    file.write_text(run("solve", position, stipulation, "--max-solutions", "1", "--no-tables", "--json")[1])
    solution = json.loads(file.read_text())
    assert (solution["verdict"], solution["searched"]["method"]) == ("solved", "search")
    assert solution["keys"] == ([key] if key else solution["keys"])
    assert run("check-proof", str(file))[1].startswith("confirmed")
    assert check_proof(solution).verdict is ProofVerdict.CONFIRMED
