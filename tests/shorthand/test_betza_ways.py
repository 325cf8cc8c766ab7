"""Betza's notation against a piece that goes over the board (oracles/betza.py), in random positions."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import shadowmate as sm
from oracles.betza import Board, moves

SIZE = 6
THRICE = "mcacafcaK"
"""It may capture three pieces on its way."""
STRINGS = [
    "[F?fsR]", "[W?fsB]", "[W-fsF2]", "[R?bR]", "[mK-fsQ]", "[W?fW?fsF]", "[pR-sR]",
    "mabR", "mcabK", "avW", "absW", "mavR", "abafsK",
    "nD", "nA", "nH", "nG", "cnD", "mnH",
    "WkR", "mKkB", "kD", "dkF",
    "KimAimD", "WimR", "FimafsmW", "W[imF-fsmR]",
    "(paf)2cR", "ma(fsa)2sW", "(afz)8W", "afqafzW", "[F?fqR]", "[F-zB]",
    "zB", "mzR", "qQ", "zcF3", "zNN", "qNN", "qmK4",
    "cafcafW", "cacaW", "cacaF", "caacabW", THRICE, "[cR-sR-scR]", "cavacavW", "caabK", "cacaabW",
]  # fmt: skip


def cell(place: tuple[int, int]) -> str:
    return f"{'abcdef'[place[0] - 1]}{place[1]}"


def is_compiled(string: str) -> bool:
    """First moves and three captures on the way are left to the reference engine."""
    return "i" not in string and string != THRICE


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game with a kind for each string, of which White has one; Dummies, and a Duke that is royal."""
    found = tmp_path_factory.mktemp("games")
    kinds = {each: f'abbreviation(k{n},"{letters(n)}"). betza(k{n},"{each}").' for n, each in enumerate(STRINGS)}
    forms = [line for each, line in kinds.items() if is_compiled(each)]
    for name, some in (("ways", kinds.values()), ("forms", forms)):
        (found / name).mkdir()
        unmoved = '#include "parameters/unmoved.lp".' if name == "ways" else ""
        (found / name / "game.lp").write_text("\n".join([
            '#include "core/game.lp".', '#include "boards/letters.lp".', '#include "boards/square.lp".',
            '#include "parameters/betza.lp".', '#include "parameters/regicide.lp".', unmoved,
            f'game("Ways"). size({SIZE},{SIZE},1).',
            "player(white,1). player(black,2).", 'abbreviation(dummy,"D").', "motion(dummy,step,orthogonal,quiet).",
            'abbreviation(duke,"U").', "motion(duke,step,diagonal,quiet). royal(duke).", *some, "",
        ]))  # fmt: skip
    return found


def letters(number: int) -> str:
    """How a position writes the kind of a string."""
    return f"{'ABCEF'[number // 10]}{'abcdefghij'[number % 10]}"


def position(game: sm.Game, number: int, board: Board, start: tuple[int, int], unmoved: bool, turn: str) -> sm.Position:
    """The piece of White's on its start, and the others on the board."""
    names = {"own": "D", "foe": "D", "royal": "U"}
    placed: dict[str, list[str]] = {"white": [letters(number) + cell(start)], "black": []}
    for where, what in sorted(board.items()):
        placed["white" if what == "own" else "black"].append(names[what] + cell(where))
    state = f" unmoved {cell(start)}" if unmoved else ""
    return game.position(f"white {' '.join(placed['white'])} black {' '.join(placed['black'])}{state} turn {turn}")


def check(game: sm.Game, number: int, seed: int) -> int:
    """Compare moves and checks in a random position; how many there are."""
    chance = random.Random(seed)
    places = [(x, y) for x in range(1, SIZE + 1) for y in range(1, SIZE + 1)]
    unmoved = "i" in STRINGS[number] and chance.random() < 0.6
    start = (3, 2) if unmoved else chance.choice(places)
    others = [each for each in places if each != start]
    board: Board = {each: chance.choice(["own", "foe"]) for each in chance.sample(others, chance.randrange(2, 11))}
    wanted = moves(STRINGS[number], board, start, SIZE, unmoved)
    found = position(game, number, board, start, unmoved, "white").legal_moves(cell(start))
    got = {(each.target, frozenset(each.captures)) for each in found}
    assert got == {(cell(end), frozenset(map(cell, dead))) for end, dead in wanted}, (STRINGS[number], board, start)
    duke = chance.choice([each for each in others if board.get(each) != "own"])
    board[duke] = "royal"
    attacked = any(duke in dead for _, dead in moves(STRINGS[number], board, start, SIZE, unmoved))
    checked = position(game, number, board, start, unmoved, "black").is_check()
    assert checked == attacked, (STRINGS[number], board, start)
    return len(got) + attacked


@pytest.mark.sample(3)
@pytest.mark.parametrize("number", range(len(STRINGS)), ids=STRINGS)
def test_moves_and_checks_are_those_of_that_piece(number: int, folder: Path) -> None:
    game = sm.game("ways", rules=folder)
    for seed in range(2):
        check(game, number, seed)


@pytest.mark.slow
def test_the_compiled_engine_goes_the_same_way(folder: Path) -> None:
    game = sm.game("forms", rules=folder, engine="compiled")
    for number in (number for number, each in enumerate(STRINGS) if is_compiled(each)):
        assert sum(check(game, number, seed) for seed in range(100)) > 2, STRINGS[number]
