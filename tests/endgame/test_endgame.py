"""Endgame tables against known distances, against the solver, and against plain retrograde analysis."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import combinations, product
from math import comb
from pathlib import Path
from random import Random
from time import process_time

import numpy as np
import pytest
from typer.testing import CliRunner

import shadowmate as sm
from shadowmate.commands.app import app
from shadowmate.compiled.engine_choice import engine_of
from shadowmate.compiled.kernel.entries import MATED
from shadowmate.draw import chart
from shadowmate.endgame import atlas, sets
from shadowmate.endgame.build import Builder
from shadowmate.endgame.counts import count
from shadowmate.endgame.errors import EndgameError
from shadowmate.endgame.game_symmetry import Orbits, symmetries
from shadowmate.endgame.leads import Method
from shadowmate.endgame.lookahead_boards import Ahead
from shadowmate.endgame.shape import Shape
from shadowmate.endgame.successors import Kinds, reachable, read_exact
from shadowmate.endgame.table import Result, Value
from shadowmate.endgame.table_layout import lay_out
from shadowmate.endgame.table_maker import known, table
from shadowmate.endgame.table_report import report
from shadowmate.play.material import Material
from shadowmate.solving.problem.roles import Battle
from shadowmate.solving.problem.stipulation import Aim, Goal
from shadowmate.solving.search.by_kernel import CompiledBackend
from shadowmate.solving.search.limits import Limits
from support.paths import EXAMPLES


def total(tally: dict[str, object]) -> int:
    return sum(sum(each.values()) if isinstance(each, dict) else each for each in tally.values())  # type: ignore[misc]


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("material", "moves", "mates", "zugzwangs"),
    [
        ("white K Q black K", 10, 364, 0),
        ("white K R black K", 16, 216, 0),
        ("white K P black K", 28, None, None),
        ("white K N black K", None, 0, 0),
    ],
)
def test_known_endgames(fide: sm.Game, material: str, moves: int, mates: int | None, zugzwangs: int | None) -> None:
    found = report(table(fide, material)).as_json()
    assert (found["longest"] or {"moves": None})["moves"] == moves
    assert mates in (None, found["to_move"]["black"]["checkmated"])
    assert zugzwangs in (None, found["zugzwangs"])
    assert all(total(tally) == 64**3 for tally in found["to_move"].values())
    assert found["symmetries"] == (2 if " P " in material else 8)


@pytest.mark.slow
def test_special_moves_whose_right_is_lost_are_no_obstacle(fide: sm.Game) -> None:
    """The Kings of Cambodia leap once, at first: then King and Rook mate as in chess."""
    games = (sm.game("cambodian"), fide)
    found, known = (report(table(game, "white K R black K")).as_json()["to_move"] for game in games)
    assert found == known


def test_the_line_of_the_longest_win_is_as_long(fide: sm.Game) -> None:
    """It goes through a promotion, into another table."""
    found = report(table(fide, "white K P black K"))
    assert found.position and len(found.line) == 55 and any("=Q" in move for move in found.line)
    position = found.position
    for move in found.line:
        position = position.push(move)
    assert position.outcome() == sm.Outcome("checkmate", "white")


def test_a_player_without_a_piece_is_named(fide: sm.Game) -> None:
    assert "no side can force mate; black has no piece: add 'black K'" in report(table(fide, "white K")).lines()
    assert "no side can force mate" in report(table(fide, "white K black K")).lines()


@pytest.mark.parametrize("word", ["9" * 200_000, "+" * 200_000, "Ki+" * 70_000, "K" * 200_000 + ":"])
def test_words_of_any_length_are_refused_at_once(mini: sm.Game, word: str) -> None:
    began = process_time()
    with pytest.raises(EndgameError) as error:
        table(mini, f"{word} white Ki black Ki")
    assert process_time() - began < 1 and len(str(error.value)) < 1000


@pytest.mark.exhaustive
def test_bishop_and_knight(fide: sm.Game) -> None:
    assert report(table(fide, "white K B N black K")).longest == 33


def test_the_lone_prince_mates_in_two_if_it_is_to_move(prince: sm.Game) -> None:
    """The document's claim, and what becomes of it if the King moves first."""
    found = report(table(prince, "white Pr black Ki"))
    white, black = found.tallies["white"], found.tallies["black"]
    assert (white.won, white.lost, dict(white.others)) == ({1: 92640, 2: 6912}, {}, {Result.ILLEGAL: 162592})
    assert black.lost == {1: 163752, 2: 82488}
    assert [black.others[result] for result in (Result.DRAWN, Result.CHECKMATED, Result.STALEMATED)] == [
        10136,
        4200,
        1056,
    ]
    assert len(found.table.shape.orbits.permutations) == 48
    assert found.as_json()["classes"]["white"]["won"] == {"1": 2065, "2": 175}


def plain_values(game: sm.Game, material: Material) -> dict[sm.Position, Value]:
    """Retrograde analysis as plainly as it can be, by the moves of positions; over other material too."""
    kinds = Kinds(game, material)
    moves: dict[sm.Position, list[sm.Position]] = {}
    values: dict[sm.Position, Value] = {}
    for one in reachable(kinds, material):
        for cells, turn in product(product(game.vectors, repeat=len(one.types)), game.ruleset.players):
            pieces = {cell: sm.Piece(kind, army) for cell, (army, kind) in zip(cells, one.types, strict=True)}
            if len(pieces) < len(cells) or any(engine_of(game).number[game.vectors[c]] in kinds.misplaced(t)
                                               for c, t in zip(cells, one.types, strict=True)):  # fmt: skip
                continue
            other = next(player for player in game.ruleset.players if player != turn)
            if not sm.Position(game, pieces, other).is_check():
                position = sm.Position(game, pieces, turn)
                after = [position.push(move) for move in position.legal_moves()]
                moves[position] = [sm.Position(game, each.pieces, each.turn) for each in after]
                if not after:
                    mated = position.is_check()
                    values[position] = Value(Result.CHECKMATED, 0) if mated else Value(Result.STALEMATED)
    for ply in range(1, 100):
        found = {}
        for position, after in moves.items():
            if position not in values:
                known_values = [values[each].before() for each in after if each in values]
                won = [value for value in known_values if value == Value(Result.WON, (ply + 1) // 2)]
                if won and ply % 2:
                    found[position] = won[0]
                all_lose = all(value.result is Result.LOST for value in known_values)
                if ply % 2 == 0 and len(known_values) == len(after) and all_lose:
                    found[position] = max(known_values, key=lambda value: value.moves or 0)
        values |= found
    return {position: values.get(position, Value(Result.DRAWN)) for position in moves}


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "white Ki Pn black Ki",
        "white Ki Ro Ro black Ki",
        "white Ki Kt Pn black Ki",
        pytest.param("white Ki Kt black Ki Ro", marks=pytest.mark.exhaustive),
    ],
)
def test_plain_analysis_agrees(mini: sm.Game, text: str) -> None:
    """On every placement: promotions, to equal pieces too, double steps, captures that win, both sides winning."""
    material = read_exact(mini, text)
    made = table(mini, text)
    counts = [Counter[str](), Counter[str]()]
    for position, value in plain_values(mini, material).items():
        if Material.on(position) == material:
            assert made.value(position) == value, str(position)
            counts[mini.ruleset.players.index(position.turn)][str(value)] += 1
    for tally, number in zip(report(made).as_json()["to_move"].values(), counts, strict=True):
        assert total(tally) == made.shape.placements and (tally["won"] or tally["lost"])
        plain = sum(number.values()) - sum(number[word] for word in ("drawn", "stalemated", "checkmated"))
        assert sum(tally["won"].values()) + sum(tally["lost"].values()) == plain
        assert [tally[word] for word in ("drawn", "stalemated", "checkmated")] == [
            number[word] for word in ("drawn", "stalemated", "checkmated")
        ]


@pytest.mark.slow
def test_classes_of_placements_with_two_equal_pieces(fide: sm.Game) -> None:
    """The table counts placements that a symmetry maps to each other once, as a count one by one does."""
    made = table(fide, "white R R black K")
    assert made.shape.dimensions == (10, comb(64, 2)) and made.shape.placements == 64 * comb(64, 2)
    for side in range(2):
        found: dict[object, int] = {}
        for entry in range(made.shape.size):
            cells = made.shape.placement(entry)
            images = [
                tuple(sorted(zip(made.material.types, one[cells].tolist(), strict=True)))
                for one in made.shape.orbits.permutations
            ]
            found.setdefault(min(images), int(made.entries(side)[entry]))
            assert found[min(images)] == made.entries(side)[entry]
        counts = np.bincount(list(found.values()), minlength=len(made.counts.classes[side]))
        assert counts.tolist() == made.counts.classes[side]


@pytest.mark.parametrize("alike", range(1, 5))
def test_sets_are_numbered(alike: int) -> None:
    """Sets have the numbers from 0 without gaps, and the sets that a permutation keeps are found."""
    each = np.array(list(combinations(range(8), alike)))
    numbers = sets.numbers(each)
    assert sorted(numbers.tolist()) == list(range(comb(8, alike)))
    assert [sets.members(number, alike, 8) for number in numbers.tolist()] == each.tolist()
    for permutation in ([0, 1, 2, 3, 4, 5, 6, 7], [1, 0, 3, 2, 4, 5, 7, 6], [1, 2, 0, 4, 5, 6, 3, 7]):
        same = np.sort(np.array(permutation)[each], axis=1) == each
        kept = sets.kept(np.array(permutation, np.int32), alike)
        assert sorted(kept.tolist()) == sorted(numbers[same.all(axis=1)].tolist())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("raumschach", "white K B black K"),
        ("raumschach", "white R black K N"),
        ("latrunculi", "white Ps black Em"),
        ("latrunculi", "white Em Es"),
    ],
)
def test_symmetries_change_no_number(name: str, text: str) -> None:
    """The same table with all placements as entries; and how many classes there are, counted one by one."""
    game = sm.game(name, engine="compiled")
    material = read_exact(game, text)
    made, kinds = table(game, text), Kinds(game, material)
    cells, pieces = len(game.vectors), len(material.types)
    alone = Shape(material, made.shape.order, Orbits(np.arange(cells, dtype=np.int32)[None]))
    starts, parts, place = {}, [np.zeros(0, np.uint8)], 0
    for other in kinds.led_to(material):
        found = table(game, other)
        starts[other] = (found.shape, place)
        parts += [found.entries(0), found.entries(1)]
        place += 2 * found.shape.size
    ahead = None if kinds.way(material) is Method.TRACED else Ahead(kinds, material)
    facts = lay_out(kinds, alone, starts)
    worth = Builder(facts, alone.size, np.concatenate(parts), 2, ahead=ahead).run()
    whole, reduced = count(alone, worth), made.counts
    assert (whole.placements, whole.zugzwangs) == (reduced.placements, reduced.zugzwangs)
    assert reduced.classes != whole.classes
    permutations = made.shape.orbits.permutations.astype(np.int64)
    least = np.full(cells**pieces, cells**pieces)
    places = np.indices((cells,) * pieces).reshape(pieces, -1)
    for one in permutations:
        least = np.minimum(least, np.ravel_multi_index(tuple(one[places]), (cells,) * pieces))
    first = least == np.arange(cells**pieces)
    assert reduced.classes[0] == np.bincount(worth[0][first], minlength=len(whole.classes[0])).tolist()


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("name", "text", "number"),
    [
        ("prince", "white Pr Ki black Ki", 48),
        ("prince", "white Pn black Ki", 8),
        ("raumschach", "white U black K", 48),
        ("raumschach", "white P black K", 2),
        ("fide", "white B black K", 8),
        ("wasp", "white Wa black Ki", 48),
    ],
)
def test_symmetries(name: str, text: str, number: int) -> None:
    game = sm.game(name, rules=[EXAMPLES], engine="compiled")
    material = read_exact(game, text)
    kinds = Kinds(game, material)
    found = symmetries(kinds, [each for one in reachable(kinds, material) for each in one.types])
    assert len(found) == number and (found[0] == np.arange(found.shape[1])).all()
    assert len({tuple(one.tolist()) for one in found}) == number


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("name", "text", "most"),
    [
        ("fide", "white K R black K", 3),
        ("fide", "white K P black K", 3),
        ("fide", "white K Q P black K", 3),
        ("prince", "white Pr black Ki", 2),
    ],
)
def test_search_agrees(name: str, text: str, most: int, request: pytest.FixtureRequest) -> None:
    """On random positions the solver finds the mate of the table, by the same moves, and no shorter one."""
    game = request.getfixturevalue(name)
    made, random, mate = table(game, text), Random(f"{name} {text}"), Battle(Goal(Aim.MATE))
    some = []
    for side in range(2):
        for entry in range(MATED + 1, MATED + 2 * most + 1):
            places = np.flatnonzero(made.entries(side) == entry).tolist()
            some += [made.position(side, place) for place in random.sample(places, min(3, len(places)))]
    for position in some:
        value = made.value(position)
        assert value.moves
        backend = CompiledBackend(position, entries=1 << 12)
        node = backend.root(position)
        if value.result is Result.WON:
            assert backend.forces(node, mate, value.moves, Limits())
            assert value.moves == 1 or not backend.forces(node, mate, value.moves - 1, Limits())
            keys = backend.working(node, list(backend.moves(node)), mate, value.moves, Limits())
            assert {backend.text(key) for key in keys} == set(made.probe(position).best)
        else:
            assert backend.answered(node, mate, value.moves, Limits())
            assert value.moves == 1 or not backend.answered(node, mate, value.moves - 1, Limits())


def test_probing(fide: sm.Game) -> None:
    rook = table(fide, "white K R black K")
    probe = rook.probe(fide.position("white Kf6 Ra1 black Kh7"))
    assert (str(probe.value), probe.best) == ("won in 2", ("Ra1-a8",))
    assert probe.as_json()["moves"][0] == {"move": "Ra1-a8", "value": "won", "distance": 2}
    assert probe.lines()[0] == "white to move: won in 2"
    captured = rook.probe(fide.position("white Ka1 Rg7 black Kh8 turn black"))
    assert str(captured.value) == "drawn" and captured.best == ("Kh8xg7",)
    assert known(fide.position("white Kf6 Ra1 black Kh7")) is not None
    assert known(fide.position("white Kf6 Ra1 black Kh7 Ba8")) is None


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ("white Kf6 Qa1 black Kh7", "this is the table of white K R black K, and the position has white K Q black K"),
        ("white Ke1 Rh1 black Ka8 castle h1", "'castle': tables hold no positions with such rights"),
        ("white Kf6 Rh1 black Kh7 turn white", "impossible"),
    ],
)
def test_positions_that_a_table_does_not_hold(fide: sm.Game, position: str, message: str) -> None:
    with pytest.raises(EndgameError, match=message):
        table(fide, "white K R black K").probe(fide.position(position))


def test_the_command(fide: sm.Game) -> None:
    def run(*arguments: str) -> str:
        result = CliRunner().invoke(app, list(arguments))
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result.stdout

    found = json.loads(run("endgame", "fide: white K R black K", "--json"))
    assert (found["material"], found["longest"]["moves"], found["zugzwangs"]) == ("white K R black K", 16, 0)
    assert found["to_move"]["black"]["lost"]["16"] == 3056
    text = run("endgame", "white K R black K", "--game", "fide")
    assert "longest win: 16 moves, fide: white" in text and "  checkmated" in text
    probed = run("endgame", "white K R black K", "--game", "fide", "--probe", "white Kf6 Ra1 black Kh7")
    assert probed.startswith("white to move: won in 2\nwon in 2: Ra1-a8\n")
    with pytest.raises(EndgameError):
        run("endgame", "fide: white K R", "--probe", "white Kf6 Ra1 black Kh7")


def test_an_atlas(mini: sm.Game, tmp_path: Path) -> None:
    todo = atlas.agenda(mini)
    assert [(names, helped) for names, helped, _ in todo.materials] == [
        (("Kt",), False), (("Kt",), True), (("Ro",), False), (("Ro",), True),
    ]  # fmt: skip
    assert todo.left_out == {"Pn": "can be promoted"}
    everyone = atlas.agenda(mini, promoted=True)
    assert len(everyone.materials) == 6 and not everyone.left_out
    entries = list(atlas.tabulate(todo, lambda material: table(mini, material)))
    rook = entries[3]
    assert rook.verdict == "always" and rook.report.longest and rook.share == 1.0
    assert entries[2].verdict == "no" and entries[2].report.longest is None
    assert "Ro with royal" in "\n".join(atlas.lines(entries))
    written = atlas.yaml(mini, entries, todo.left_out, "shadowmate atlas mini")
    assert written.startswith("# shadowmate atlas mini\ngame: mini\nleft_out:\n  Pn: 'can be promoted'\nentries:\n")
    assert "    material: 'white Ki Ro black Ki'\n" in written
    bars = re.findall(r'<path [^>]*Z" fill=', chart.svg("Mini", entries))
    assert len(bars) == sum(each.share > 0 for each in entries)
    assert len(atlas.agenda(mini, pairs=True).materials) == 3
    for chosen in ({"pairs": True}, {"attackers": ["Ro Kt"]}, {}):
        assert {helped for _, helped, _ in atlas.agenda(mini, alone=True, **chosen).materials} == {False}
    ((names, helped, material),) = atlas.agenda(mini, attackers=["Ro Ro Kt"]).materials
    assert (names, helped, material.text(mini)) == (("Ro", "Ro", "Kt"), True, "white Ki Kt Ro Ro black Ki")
    for wrong in ("Pn", ""):
        with pytest.raises(EndgameError, match=f"'{wrong}': attackers are some of Kt, Ro, such as 'Kt'"):
            atlas.agenda(mini, attackers=["Ro", wrong])
    with pytest.raises(EndgameError, match=r"; Pn is left out: can be promoted$"):
        atlas.agenda(mini, attackers=["Pn"])
    with pytest.raises(
        EndgameError, match=r"^kyoto has no material for an atlas; for example, B is left out: .* in hand"
    ):
        atlas.agenda(sm.game("kyoto"))


@pytest.mark.slow
def test_an_atlas_of_an_unknown_piece_is_refused(tmp_path: Path) -> None:
    """A kind that is but a part of pieces, and two of a kind of which an army has one."""
    extreme = sm.game("extreme", engine="compiled")
    for todo in (atlas.agenda(extreme, promoted=True), atlas.agenda(extreme, pairs=True)):
        assert {name for name, why in todo.left_out.items() if "of this kind alone" in why} == {"S", "Pp"}
        assert not any({"S", "Pp"} & set(names) for names, _, _ in todo.materials)
    with pytest.raises(EndgameError, match=r"'cR S': attackers are some of .*; S is left out: white S: a piece"):
        atlas.agenda(extreme, attackers=["cR S"])
    rules = tmp_path / "one_rook"
    rules.mkdir()
    (rules / "game.lp").write_text('#include "games/fide/game.lp".\n#program base.\nmost(rook,1).\n')
    fide = sm.game("one_rook", rules=[rules], engine="compiled")
    pairs = atlas.agenda(fide, pairs=True)
    assert pairs.left_out["R R"] == "white R: an army has at most one piece of this kind"
    assert [names for names, _, _ in pairs.materials if "R" in names] == [("B", "R"), ("N", "R"), ("Q", "R")]
    with pytest.raises(EndgameError, match=r"^white R: an army has at most one"):
        atlas.agenda(fide, attackers=["R R"])
