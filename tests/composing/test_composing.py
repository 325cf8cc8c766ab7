"""Composed problems: sound by `verify`, as they were asked for; a listing has all of them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
import yaml

import shadowmate as sm
from oracles import twomovers as oracle
from shadowmate.compiled.kernel.candidates import COOKED
from shadowmate.composing.compose import Composer
from shadowmate.composing.errors import SpecificationError
from shadowmate.composing.lessons import Teacher
from shadowmate.composing.makers import Improvement
from shadowmate.composing.problem_census import census, heading, planned, read_counts, three_pieces
from shadowmate.composing.proposing import Proposing
from shadowmate.composing.search_space import Setting
from shadowmate.composing.specification import specified
from shadowmate.endgame.errors import EndgameError
from shadowmate.endgame.line_counts import Ways
from shadowmate.endgame.successors import read_exact
from shadowmate.endgame.table_maker import Maker
from shadowmate.solving.search.limits import Limits
from support.puzzles import verdict

PIECES = {"white": ["K", "Q", "N"], "black": ["K", "P"]}
FIDE = {"game": "fide", "stipulation": "#2", "pieces": PIECES}
CORNER = [f"{file}{rank}" for file in "abc" for rank in "123"]


def composed(count: int, seed: int = 1, **fields: Any) -> list[sm.Composed]:
    return list(sm.compose({**FIDE, **fields}, count=count, seed=seed))


def pieces_of(position: str) -> oracle.Pieces:
    """The pieces of a position of orthodox chess as the oracle has them."""
    pieces: dict[tuple[int, int], tuple[str, str]] = {}
    side = ""
    for word in position.removeprefix("fide: ").partition(" turn ")[0].split():
        if word.islower():
            side = word
        else:
            pieces["?abcdefgh".index(word[1]), int(word[2])] = (word[0].replace("N", "S"), side)
    return pieces


def turned(pieces: oracle.Pieces) -> frozenset[Any]:
    """The same for pieces that are equal up to the symmetries of the board."""
    images = []
    for a, b, swap in itertools.product((0, 1), (0, 1), (0, 1)):
        cells = {((9 - x if a else x), (9 - y if b else y)): piece for (x, y), piece in pieces.items()}
        images.append(frozenset((((y, x) if swap else (x, y)), piece) for (x, y), piece in cells.items()))
    return min(images, key=sorted)


@pytest.mark.slow
def test_a_second_program_agrees() -> None:
    for each in composed(10, conditions=["no check"]):
        assert oracle.judged(pieces_of(each.position)) == (set(), set()), each.position


@pytest.mark.exhaustive
def test_a_second_program_agrees_about_a_hundred() -> None:
    for each in composed(100, seed=9, pieces={"white": ["K", "R", "N", "B"], "black": ["K", "P*0..2"]}):
        assert oracle.judged(pieces_of(each.position)) == (set(), set()), each.position


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("fields", "count"),
    [
        ({}, 3),
        ({"stipulation": "h#2", "pieces": {"white": ["K", "R"], "black": ["K", "B"]}}, 2),
        ({"stipulation": "h#1", "pieces": {"white": ["K", "R"], "black": ["K", "R"]}, "solutions": 2}, 1),
        ({"stipulation": "h#1.5", "pieces": {"white": ["K", "Q"], "black": ["K", "B"]}}, 1),
        ({"stipulation": "ser-#2", "pieces": {"white": ["K", "R"], "black": ["K", "R"]}}, 1),
        ({"stipulation": "s#1", "pieces": {"white": ["K", "Q", "R"], "black": ["K", "Q", "R"]}}, 1),
        ({"game": "raumschach", "pieces": {"white": ["K", "Q"], "black": ["K", "N"]}}, 2),
        ({"game": "makruk", "pieces": {"white": ["K", "R", "S"], "black": ["K"]}}, 1),
    ],
)
def test_verify_finds_them_sound(fields: dict[str, Any], count: int) -> None:
    for each in composed(count, **fields):
        found = verdict(each.entry)
        assert found.is_sound, (each.entry, [str(fault) for fault in found.faults])
        assert "\n".join(found.solution or ()).split() == yaml.safe_load(each.entry)["solution"].split()


def test_the_same_seed_gives_the_same() -> None:
    once, again, other = ([each.position for each in composed(5, seed)] for seed in (4, 4, 5))
    assert once == again != other


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
def test_pieces_are_set_so_that_a_special_key_comes_about(key: str, answer: str) -> None:
    """No zones are given: by chance King and Rook are at home, or a Pawn has just passed, in one of many thousands."""
    pieces = {"castling": [["K", "R", "Q"], ["K", "P"]], "en passant": [["K", "R", "P"], ["K", "P"]]}[key]
    wanted = {"pieces": {"white": pieces[0], "black": pieces[1]}, "conditions": [f"key {key}"]}
    (found,) = composed(1, seed=0, **wanted)
    assert answer in found.solution[0] or "&Rh1-f1" in found.solution[0]
    assert verdict(found.entry).is_sound


class Watched(Improvement):
    """Remembers what the judge found."""

    def __init__(self, setting: Setting) -> None:
        super().__init__(setting, 3)
        self.judged: list[tuple[list[int], int]] = []

    def learn(self, cells: Any, flags: Any) -> None:
        self.judged += zip(cells.tolist(), flags.tolist(), strict=True)
        super().learn(cells, flags)


def test_cooked_sound_and_failing_problems_are_distinguished() -> None:
    """Castling mates alone, beside other moves, or not: all first moves are made."""
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
    """Of all problems of some pieces those whose key it is, by placing, proposing or searching."""
    zones = {
        "white": {"K": ["e1", "e2"], "R": ["a1", "h1"], "Q": ["b5", "c3", "d5"]},
        "black": {"K": ["a2", "b3", "c3"], "P": ["a3", "c5", "e3", "f7"]},
    }
    asked: dict[str, Any] = {"pieces": {"white": ["K", "R", "Q"], "black": ["K", "P"]}, "zones": zones}
    some = sm.compose({**FIDE, **asked}, every=True, maker="listing")
    expected = {each.identity for each in some if "&" in each.solution[0]}
    for maker in ("listing", "clingo"):
        assert listed(maker, **asked, conditions=["key castling"]) == expected != set()


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
    """Under the reading that one open path is enough the mate is none, or there are others."""
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
    assert here != there


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("game", "stipulation", "pieces", "zones"),
    [
        ("micro", "#2", {"white": ["K", "G", "S"], "black": ["K", "P"]}, {}),
        ("kyoto", "#2", {"white": ["K", "T", "N"], "black": ["K"]}, {}),
        ("extreme", "#1", {"white": ["K", "lR", "pB"], "black": ["K", "lR"]}, {"black": {"K": ["?h8", "?a8", "?h1"]}}),
    ],
)
def test_what_a_piece_becomes_gives_the_mate(game: str, stipulation: str, pieces: Any, zones: Any) -> None:
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


def is_mate(position: sm.Position) -> bool:
    outcome = position.outcome()
    return outcome is not None and outcome.reason == "checkmate"


def placements() -> Iterator[oracle.Pieces]:
    cells = [("?abc".index(name[0]), int(name[1])) for name in CORNER]
    for king, queen, other in itertools.permutations(cells, 3):
        yield {king: ("K", "white"), queen: ("Q", "white"), other: ("K", "black")}


@pytest.mark.sample(1)
@pytest.mark.parametrize("maker", [pytest.param("tables", marks=pytest.mark.exhaustive), "listing", "clingo"])
def test_every_solution_is_found(maker: str) -> None:
    sound = {
        turned(pieces)
        for pieces in placements()
        if not oracle.in_check(pieces, "black") and oracle.judged(pieces) == (set(), set())
    }
    zones = {"white": {"K": CORNER, "Q": CORNER}, "black": {"K": CORNER}}
    pieces = {"white": ["K", "Q"], "black": ["K"]}
    some = sm.compose({**FIDE, "pieces": pieces, "zones": zones}, every=True, maker=maker)
    found = [turned(pieces_of(each.position)) for each in some]
    assert len(found) == len(set(found))
    assert set(found) == sound
    assert sound


def listed(maker: str, **fields: Any) -> set[bytes]:
    return {each.identity for each in sm.compose({**FIDE, **fields}, every=True, maker=maker)}


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("stipulation", "white", "black"),
    [("#2", "KP", "K"), ("h#2", "KP", "K"), pytest.param("h#1", "KR", "KP", marks=pytest.mark.exhaustive)],
)
def test_tables_list_what_a_search_lists(stipulation: str, white: str, black: str) -> None:
    """Of help play the lines are counted backwards there, and searched here; with promotions and captures."""
    cells = {"K": ["a6", "b6", "c6", "c7"], "P": ["a6", "a7", "b7", "c7"], "R": ["b7", "c1", "d8"]}
    zones = {"white": {kind: cells[kind] for kind in white}, "black": {"K": ["a8", "b8", "c8", "a7"]}}
    zones["black"] |= {"P": ["a7", "b7", "a6"]} if "P" in black else {}
    asked = {"stipulation": stipulation, "pieces": {"white": list(white), "black": list(black)}, "zones": zones}
    assert listed("tables", **asked) == listed("listing", **asked) != set()


def test_help_play_of_a_table_is_counted_as_by_moves() -> None:
    """By the engine's legal moves, one after another."""
    game = sm.game("fide", engine="compiled")
    ways = Ways(Maker(game, 1), read_exact(game, "white K Q black K"))
    numbers = ways.lines(1, 2)
    entries = np.flatnonzero(numbers)
    for entry in entries[:: max(1, len(entries) // 15)].tolist():
        position = ways.table.position(1, entry)
        after = (position.push(move) for move in position.legal_moves())
        ends = (then.push(move).outcome() for then in after for move in then.legal_moves())
        assert numbers[entry] == sum(end is not None and end.reason == "checkmate" for end in ends), str(position)


@pytest.mark.parametrize("stipulation", ["#1", "#2"])
def test_what_clingo_is_taught_excludes_no_problem(stipulation: str) -> None:
    """Pieces of the mating side without a part in a mate are left out of what its failure teaches."""
    cells = [f"{file}{rank}" for file in "abc" for rank in "12"]
    pieces = {"white": ["K", "Q", "N"], "black": ["K"]}
    zones = {"white": dict.fromkeys("KQN", cells), "black": {"K": cells}}
    asked: dict[str, Any] = {"stipulation": stipulation, "pieces": pieces, "zones": zones}
    wanted, limits = {**FIDE, **asked}, Limits()
    composer = Composer(specified(wanted))
    made = Proposing(composer.setting, "", False, 0, limits, True, Teacher(composer.setting))
    assert {each.identity for each in composer.run(made, limits)} == listed("listing", **asked) != set()


def test_rules_of_ones_own_hold() -> None:
    """The Knight is at the edge and the Queen on its file. All pieces are in a corner, so that there are few."""
    ask = ":- piece(C,knight,white), inside(C). :- piece((X,_,_),knight,white), piece((Y,_,_),queen,white), X != Y."
    corner = {"white": {"K": CORNER, "Q": CORNER, "N": CORNER}, "black": {"K": CORNER}}
    pieces = {"white": ["K", "Q", "N"], "black": ["K"]}
    some = composed(3, ask=ask, stipulation="#1", pieces=pieces, zones=corner)
    for each in some:
        cells = {kind: cell for cell, (kind, side) in pieces_of(each.position).items() if side == "white"}
        assert not {1, 8}.isdisjoint(cells["S"]) and cells["S"][0] == cells["Q"][0]
    assert len(some) == 3


@pytest.mark.exhaustive
def test_the_reference_engine_agrees_about_a_hundred() -> None:
    """Of Raumschach's mates in one, by the rules alone: just one move mates."""
    wanted = {"game": "raumschach", "stipulation": "#1", "pieces": {"white": ["K", "Q", "R"], "black": ["K", "N"]}}
    for each in sm.compose(wanted, count=100, seed=5):
        position = sm.position(each.position, engine="reference")
        ends = [(str(move), position.push(move).outcome()) for move in position.legal_moves()]
        mates = [move for move, end in ends if end is not None and end.reason == "checkmate"]
        assert len(mates) == 1, each.position


def test_a_census_counts_what_is_listed() -> None:
    game = sm.game("fide", engine="compiled")
    (counted,) = census(game, planned(game, [read_exact(game, "white K P black K")], ["#2"]), Limits())
    some = sm.compose({**FIDE, "pieces": {"white": ["K", "P"], "black": ["K"]}}, every=True, maker="listing")
    assert counted.sound == len(list(some)) > 0


def test_a_census_of_three_pieces() -> None:
    """A Knight or a Bishop alone cannot mate. The counts in a file of a census are read again."""
    game = sm.game("fide", engine="compiled")
    some = [each for each in three_pieces(game) if each.text(game) in ("white B K black K", "white K N black K")]
    found = list(census(game, planned(game, some, ["h#2"]), Limits()))
    assert [each.sound for each in found] == [0, 0]
    text = heading("shadowmate census fide", game) + "".join(each.line() for each in found)
    assert read_counts(text, "counts", game) == {("white B K black K", "h#2"), ("white K N black K", "h#2")}


@pytest.mark.slow
def test_a_census_of_an_unknown_piece_is_refused() -> None:
    extreme = sm.game("extreme", engine="compiled")
    for pairs, pieces in ((False, 14), (True, 105)):  # discs, leaps, Heir and Pawn, and two of them
        texts = [each.text(extreme) for each in three_pieces(extreme, pairs)]
        assert len(texts) == pieces and not any({"S", "Pp"} & set(text.split()) for text in texts)
    with pytest.raises(EndgameError, match=r"^white lR\+lR: parts of a class add up to one"):
        read_exact(extreme, "white K lR+lR black K")


def test_a_census_is_by_one_set_of_rules() -> None:
    usual, other = sm.game("prince"), sm.game("prince", "some_path")
    text = heading("shadowmate census prince", other)
    assert read_counts(text, "counts", other) == set() and "readings: [some_path]" in text
    with pytest.raises(SpecificationError, match=r"by other readings \(some_path\) than the defaults"):
        read_counts(text, "counts", usual)
    with pytest.raises(SpecificationError, match=r"by other readings \(the defaults\) than some_path"):
        read_counts(heading("shadowmate census prince", usual), "counts", other)


@pytest.mark.parametrize(
    ("fields", "maker", "every", "text"),
    [
        ({}, "fortune", False, "'fortune' is no maker"),
        ({}, "chance", True, "chance never knows"),
        ({"ask": ":- check(white)."}, "tables", True, "only clingo makes what rules ask for"),
        ({"ask": ":- chek(white)."}, "auto", False, r"ask:1: nothing defines chek/1; do you mean check/1\?"),
        ({"stipulation": "s#2"}, "tables", True, "tables know direct play and help play"),
        ({"pieces": {"white": ["K", "Q*0..1"], "black": ["K"]}}, "tables", True, "there may be fewer of some"),
        (
            {"pieces": {"white": ["K", "R"], "black": ["K"]}, "conditions": ["key castling"]},
            "tables",
            True,
            "no first moves",
        ),
        (
            {"pieces": {"white": ["K", "P"], "black": ["K", "P"]}, "conditions": ["key en passant"]},
            "auto",
            True,
            "are not listed",
        ),
    ],
)
def test_what_makers_refuse(fields: dict[str, Any], maker: str, every: bool, text: str) -> None:
    with pytest.raises(sm.ShadowmateError, match=text):
        list(sm.compose({**FIDE, **fields}, every=every, maker=maker))


def test_a_limit_ends_it() -> None:
    assert list(sm.compose(FIDE, limits=Limits(None, 0))) == []


@pytest.mark.sample(16)
@pytest.mark.parametrize(
    ("fields", "text"),
    [
        ({"stipulation": "r#2"}, "reflex play is not composed"),
        ({"stipulation": "#0"}, "at least one move"),
        ({"pieces": {"white": ["K", "X"], "black": ["K"]}}, "neither a player nor a kind"),
        ({"pieces": {"white": ["K"], "red": ["K"]}}, "'red' is no player"),
        ({"pieces": {"white": ["K", "P*3..1"], "black": ["K"]}}, "the smaller number comes first"),
        ({"pieces": {"white": ["K", "Q"]}}, "black has none"),
        ({"zones": {"white": {"K": ["z9"]}}}, "no cell of fide is 'z9'"),
        ({"zones": {"white": {"R": ["a1"]}}}, "white R: no such piece is among white"),
        ({"conditions": ["quite key"]}, "do you mean 'quiet key'"),
        ({"conditions": ["variations"]}, "it should be 'variations N'"),
        ({"stipulation": "h#2", "conditions": ["tries 1"]}, "there are none in h#2"),
        ({"conditions": ["ends with X"]}, "neither a player nor a kind"),
        ({"conditions": ["plays leapfrog"]}, "no move of fide is called .leapfrog"),
        ({"conditions": ["shows modle mate"]}, "'modle mate' is no theme that is known; do you mean 'Model mate'"),
        ({"conditions": ["key castling"]}, "none of these pieces can begin with 'castling'"),
        ({"seed": 3}, "there is no field 'seed'"),
        (
            {"pieces": {"white": ["K*2", "Q"], "black": ["K"]}},
            "^pieces: white K: an army has at most one piece of this kind",
        ),
        (
            {"pieces": {"white": ["K", "K+Q"], "black": ["K"]}},
            "^pieces: white K\\+Q: a piece of this game is of one kind",
        ),
        ({"conditions": ["ends with Q+Q"]}, "white Q\\+Q: a piece of this game is of one kind$"),
        pytest.param(
            {"game": "extreme", "pieces": {"white": ["K", "lR+pR"], "black": ["K"]}},
            "^pieces: white lR\\+pR: parts of a class",
            marks=pytest.mark.slow,
        ),
        (
            {"game": "extreme", "pieces": {"white": ["K", "S"], "black": ["K"]}},
            "^pieces: white S: a piece cannot be of this",
        ),
        ({"solutions": 0}, "1 to 20"),
    ],
)
def test_what_is_refused(fields: dict[str, Any], text: str) -> None:
    with pytest.raises(sm.SpecificationError, match=text):
        sm.compose({**FIDE, **fields})
