"""Direct mates, helpmates and wins in flat variants: all keys and all lines are those of brute force."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from types import ModuleType

import pytest

import shadowmate as sm
from oracles import golems, trading, variants
from oracles.stipulations import Step
from shadowmate.solving.proof.check import ProofVerdict, check_proof
from support.paths import ROOT
from support.solved import agree
from support.yaml_files import read_yamls


@dataclass(frozen=True)
class Traded:
    """A position of Golem Chess or of Lions, for the oracle of stipulations."""

    oracle: ModuleType
    pieces: frozenset[tuple[golems.Cell, tuple[str, str]]]
    turn: str
    struck: bool

    def in_check(self) -> bool:
        """Whether the player to move is in check."""
        pieces, other = dict(self.pieces), self.oracle.OTHER[self.turn]
        return any(
            self.oracle.is_attacked(pieces, cell, other) for cell, piece in pieces.items() if piece == ("K", self.turn)
        )

    def passed(self) -> Traded:
        """The same with the other to move."""
        return Traded(self.oracle, self.pieces, self.oracle.OTHER[self.turn], False)

    def steps(self) -> Iterator[Step[Traded]]:
        """The legal moves."""
        pieces = dict(self.pieces)
        for start, end, after, struck in self.oracle.legal(pieces, self.turn, self.struck):
            kind, (new, army) = pieces[start][0], after[end]
            text = f"{kind}{variants.name(start)}{'x' if end in pieces else '-'}{variants.name(end)}"
            text += f"={army} {new}" if army != self.turn else f"={new}" if new != kind else ""
            facts = frozenset({"captures"} if end in pieces else ())
            yield Step(text, Traded(self.oracle, frozenset(after.items()), self.passed().turn, struck), facts)


TRADED = {"golem": golems, "lions": trading}
KINDS = {
    "xiangqi": "RRNNCCABP", "makruk": "RRRNSM", "koth": "QQRRBNP", "werewolf": "WWRRBNP", "kyoto": "PRSBLTNG",
    "micro": "PNLSRGBT", "golem": "GGHRN", "lions": "LLRGG",
}  # fmt: skip
"""The pieces that are placed besides the Kings."""
FIELDS = {"kyoto": (5, 5), "micro": (4, 5)}
"""Where, if not in a corner of four by four."""
WINS = {
    "koth": ("win1", "win(goal)1", "win2", "hwin(goal)1"), "xiangqi": ("win1", "hwin1"), "kyoto": ("win1",),
    "micro": ("win1", "hwin1"),
}  # fmt: skip
"""What is asked besides where a game is won otherwise than by mate."""

MANY = 300
"""In fewer positions than these both with and without solution are met often enough."""


def read(name: str, text: str) -> variants.Position | Traded:
    """The position for the oracle of stipulations."""
    if name not in TRADED:
        return variants.read(name, text)
    pieces, turn, struck = TRADED[name].read(text)
    return Traded(TRADED[name], frozenset(pieces.items()), turn, struck)


@cache
def game(name: str) -> sm.Game:
    return sm.game(name, engine="compiled")


def found(name: str, text: str, stipulation: str) -> int:
    """How many keys or lines there are, by the solver and by brute force."""
    return agree(game(name), read(name, text), text, stipulation, name in variants.STALEMATE_LOSES)


def place(name: str, army: str, kind: str, rng: Random) -> str:
    """A cell where such a piece may stand, near the others."""
    if name == "xiangqi":
        # All come to Black's palace, except Advisors, Elephants and the white General.
        ours = {"K": ("d", "e", "f"), "A": ("d1", "e2", "f3"), "B": ("c1", "e3", "g5")}.get(kind, ())
        theirs = {"K": ("d", "e", "f"), "A": ("d8", "e9", "f10"), "B": ("c10", "e8", "g6")}.get(kind, ())
        cell = rng.choice((ours if army == "white" else theirs) or "cdefg")
        first = rng.randint(1, 3) if kind == "K" else rng.randint(4, 10)
        return cell if len(cell) > 1 else f"{cell}{11 - first if army == 'black' and kind == 'K' else first}"
    columns, rows = FIELDS.get(name, (4, 4))
    up = 4 if name in ("makruk", "koth", "werewolf") else 0
    return f"{rng.choice('abcdefgh'[:columns])}{rng.randint(1, rows) + up}"


def scattered(name: str, rng: Random, turn: str) -> str:
    """Kings and a few pieces close to each other; the player that is not to move is not in check."""
    while True:
        armies = [
            "white",
            "black",
            *(rng.choice(("white", "white", "white", "black")) for _ in range(rng.randint(2, 4))),
        ]
        kinds = ["K", "K", *(rng.choice(KINDS[name]) for _ in armies[2:])]
        cells = [place(name, army, kind, rng) for army, kind in zip(armies, kinds, strict=True)]
        if len(set(cells)) < len(cells):
            continue
        sides = {
            army: " ".join(k + c for a, k, c in zip(armies, kinds, cells, strict=True) if a == army)
            for army in ("white", "black")
        }
        held = f" hand {rng.choice(armies[:2])} {rng.choice('PSL')}" if name == "kyoto" and rng.random() < 0.3 else ""
        text = f"white {sides['white']} black {sides['black']}{held} turn {turn}"
        try:
            game(name).position(text)
        except sm.PositionError:
            continue
        if not read(name, text).passed().in_check():
            return text


@pytest.mark.sample(0, 4)
@pytest.mark.parametrize("name", KINDS)
def test_random_positions_are_solved_as_by_brute_force(name: str) -> None:
    """Some have a solution and some have none, of direct mates and of helpmates, of wins where there are any."""
    rng = Random(f"problems, {name}")
    for asked in ("#1", "#2", "h#1", "h#1.5", *WINS.get(name, ())):
        turn = "black" if asked.startswith("h") and not asked.endswith(".5") else "white"
        with_solution, without = 0, 0
        while min(with_solution, without) < (1 if asked.endswith(("2", ".5")) else 4):
            if found(name, scattered(name, rng, turn), asked):
                with_solution += 1
            else:
                without += 1
        assert with_solution + without < MANY, asked


BACK_ROW = "white Kg6 Ra1 black Kg8 turn white"


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("name", "text", "stipulation", "keys"),
    [
        ("xiangqi", "white Ke1 Ce3 Ch5 black Ke10 Ad10 Af10 turn white", "#1", {"Ch5-e5"}),  # two Cannons in a line
        ("kyoto", "white Kc3 black Kc5 hand white N turn white", "#1", {"N@c4=G"}),  # a Gold on the King's head
        ("micro", "white Kc3 black Kc5 hand white R turn white", "#1", {"R@c4=G", "R@a5=R"}),
        ("makruk", BACK_ROW, "#1", {"Ra1-a8"}),
        ("werewolf", BACK_ROW, "#1", {"Ra1-a8"}),
        ("koth", BACK_ROW, "#1", {"Ra1-a8"}),
        ("koth", "white Kd3 black Kg8 Re8 turn white", "win1", {"Kd3-d4"}),
        ("koth", "white Kd3 black Kg8 Re8 turn white", "win(goal)1", {"Kd3-d4"}),
    ],
)
def test_well_known_mates(name: str, text: str, stipulation: str, keys: set[str]) -> None:
    assert found(name, text, stipulation) == len(keys)
    solution = sm.solve(game(name).position(text), stipulation)
    assert set(solution.keys) == keys
    assert check_proof(solution.as_json()).verdict is ProofVerdict.CONFIRMED


def shipped() -> Iterator[tuple[str, str, str]]:
    """The problems of these games that come with the package."""
    for path in sorted((ROOT / "puzzles" / "problems").rglob("*.yaml")):
        for entry in read_yamls(path):
            if entry and entry.get("game") in KINDS:
                sides = " ".join(f"{army} {' '.join(pieces)}" for army, pieces in entry["algebraic"].items())
                turn = "black" if entry["stipulation"].startswith("h") else "white"
                yield entry["game"], f"{sides} turn {turn}", entry["stipulation"]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "text", "stipulation"), list(shipped()))
def test_shipped_problems_have_one_solution(name: str, text: str, stipulation: str) -> None:
    assert found(name, text, stipulation) == 1


def test_of_each_game_a_mate_and_a_helpmate_are_shipped() -> None:
    plays = {(name, stipulation[0]) for name, _, stipulation in shipped()}
    assert plays >= {(name, play) for name in KINDS for play in "#h"} - {("golem", "#")}


@pytest.mark.parametrize("name", ["xiangqi", "makruk", "koth", "kyoto", "micro"])
def test_the_oracle_has_the_moves_of_fairy_stockfish(name: str) -> None:
    """Except for castling. Promotions are compared as moves of their own where there is a choice."""
    pyffish = pytest.importorskip("pyffish")
    from support import fairy

    variant = fairy.VARIANTS[name]
    for number, met in zip(range(240), fairy.positions(variant, Random(7)), strict=False):
        if number % 6:
            continue
        fen = re.sub(" [KQkq]+ ", " - ", met)
        at = variants.read(name, str(game(name).position(fairy.text(name, fen))).partition(": ")[2])
        theirs = {fairy.their_key(name, move) for move in pyffish.legal_moves(variant, fen, [])}
        ours = {_key(name, step.text) for step in at.steps()}
        assert {each[: 2 + (name != "makruk")] for each in theirs} == ours, fen
        assert at.in_check() == pyffish.gives_check(variant, fen, []), fen


def _key(name: str, text: str) -> tuple[str, ...]:
    """What distinguishes a move: its start or the dropped piece, its end, and the new kind if the player chooses it."""
    move, _, becomes = text.partition("=")
    if "@" in move:
        item, end = move.split("@")
        return f"{item}@", end, "" if item == becomes else becomes
    start, end = re.findall(r"[a-i]\d+", move)[:2]
    return (start, end, becomes if name == "koth" else "")[: 2 + (name != "makruk")]
