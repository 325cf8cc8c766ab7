"""Emperor's Nobility, held against figures that are worked out here."""

from __future__ import annotations

import random

import pytest

from oracles import nobility
from shadowmate.asp.terms import vector
from shadowmate.play.placement import Placement
from support.engine import UNITS, count, legal, rays, reached, rules, start

PIECES = {short: kind for kind, short in nobility.ABBREVIATIONS.items()}
CELLS = {nobility.name(cell): cell for cell in nobility.FIELD}

LATRUNCULI = {  # range, then how many coordinates change, any way and forward only
    "emperor": (1, "123", ""), "heir": (1, "", "23"), "rook": (9, "1", ""), "baron": (1, "23", ""),
    "count": (1, "", "13"), "countess": (9, "", "13"), "duke": (1, "13", ""), "duchess": (9, "13", ""),
    "prince": (1, "12", ""), "princess": (9, "", "12"), "archduke": (1, "123", ""), "empress": (9, "123", ""),
}  # fmt: skip


def test_latrunculi_start() -> None:
    count("latrunculi", emperor=1, rook=24, heir=25)
    assert len(rules("latrunculi").cells) == 250
    # A Rook each to the second rank, the Emperor to nine cells, the Heirs aslant to the fourth.
    heirs = 2 * 5 * 4 * 2 + 4 * 4 * 4
    assert len(legal("latrunculi", start("latrunculi"))) == 24 + 9 + heirs


@pytest.mark.sample(9)
@pytest.mark.parametrize("army", ["white", "black"])
@pytest.mark.parametrize("kind", [*LATRUNCULI, "baroness"])
def test_latrunculi_reach(kind: str, army: str) -> None:
    board = set(rules("latrunculi").cells)
    forward = 1 if army == "white" else -1
    for cell in ((3, 5, 3), (1, 2, 5), (4, 9, 1)):
        expected = set()
        for part in ("rook", "baron") if kind == "baroness" else (kind,):
            limit, anyhow, ahead = LATRUNCULI[part]
            steps = [u for u in UNITS if str(sum(map(abs, u))) in anyhow]
            steps += [u for u in UNITS if str(sum(map(abs, u))) in ahead and u[1] == forward]
            expected |= rays(board, cell, steps, limit)
        assert reached("latrunculi", (cell, (kind,), army)) == expected


def position(line: str) -> nobility.Pieces:
    """White's pieces, then Black's after a stroke: `EmCa1 RoAa1 / EmCe10`."""
    armies = zip(("white", "black"), line.split("/"), strict=True)
    return {CELLS[word[2:]]: (army, PIECES[word[:2]]) for army, pieces in armies for word in pieces.split()}


def placed(pieces: nobility.Pieces, turn: str) -> Placement:
    return Placement(tuple((cell, (kind,), army) for cell, (army, kind) in sorted(pieces.items())), turn)


def test_oracle_array() -> None:
    pieces, turn = nobility.array()
    assert placed(pieces, turn) == start("latrunculi")
    # No first move of a side changes the moves of the other.
    assert nobility.perft(pieces, turn, 2) == 177**2


@pytest.mark.slow
def test_oracle_reach() -> None:
    """Every kind of either army, from every cell of the empty board."""
    routes = rules("latrunculi").routes
    for kind, cell, army in ((k, c, a) for k in nobility.PIECES for c in nobility.FIELD for a in nobility.FORWARD):
        assert set(nobility.ways(army, kind, cell)) == {end for _, end, _ in routes.ends_from(cell, (kind,), army)}


@pytest.mark.slow
def test_oracle_mobility() -> None:
    """Which moves are legal, whatever they promote."""
    random_numbers = random.Random("mobility")
    for _ in range(15):
        cells = random_numbers.sample(nobility.FIELD, random_numbers.randint(3, 60))
        pieces = {cells[0]: ("white", "emperor"), cells[1]: ("black", "emperor")}
        for cell in cells[2:]:
            pieces[cell] = (random_numbers.choice(("white", "black")), random_numbers.choice([*PIECES.values()][1:]))
        moves = {(move.start, move.end) for move in nobility.legal_moves(pieces, "white")}
        found = legal("latrunculi", placed(pieces, "white"))
        assert {(vector(start), vector(end)) for _, start, end in found} == moves, nobility.text(pieces, "white")


@pytest.mark.parametrize(
    ("pieces", "move", "result"),
    [
        # The seven of the table; own camp promotes the hindmost, the enemy's camp the foremost.
        ("BaAa4 RoCc2 BsCc5 /", "Aa4 Bb3", "CoBb3 CsCc2 BsCc5"),
        ("BaAa4 RoCc6 BsCc5 /", "Aa4 Bb3", "CoBb3 RoCc6 CsCc5"),
        ("CoAa7 CsCc2 CsCc6 /", "Aa7 Aa8", "DuAa8 CsCc2 DsCc6"),
        ("CsAa6 CoCc4 CoCc7 /", "Aa6 Aa10", "DsAa10 CoCc4 DuCc7"),
        ("DuAa4 DsCc9 DsCc7 /", "Aa4 Aa3", "PrAa3 DsCc9 PsCc7"),
        ("HeAa7 RoCc9 RoCc7 /", "Aa7 Ab8", "BaAb8 BsCc9 RoCc7"),
        ("PrAa7 PsCc9 RoCc7 EsCc10 /", "Aa7 Aa8", "ArAa8 EsCc9 RoCc7 EsCc10"),
        ("PsAa7 RoCc9 CoCc7 /", "Aa7 Aa10", "EsAa10 RoCc9 CoCc7"),
        # A slide past the rank does not promote; nor does one within it, nor another kind's rank.
        ("CsAa7 CoCc7 /", "Aa7 Aa9", "CsAa9 CoCc7"),
        ("DuAa3 DsCc7 /", "Aa3 Ba3", "DuBa3 DsCc7"),
        ("BaAa7 RoCc7 /", "Aa7 Ab8", "BaAb8 RoCc7"),
        # Without a suitable piece the direct promotion stands alone; the enemy's pieces are not suitable.
        ("CoAa7 RoCc2 / CsCc4", "Aa7 Aa8", "DuAa8 RoCc2 / CsCc4"),
        # A promotion captures like any move; an indirect one on its own rank goes no further.
        ("BaAa4 RoCc10 / CoBb3", "Aa4 Bb3", "CoBb3 CsCc10"),
    ],
)
def test_oracle_promotes(pieces: str, move: str, result: str) -> None:
    """By the table for White, and for Black on the board turned round."""
    begins, ends = (CELLS[word] for word in move.split())
    before, after = (position(line if "/" in line else line + "/") for line in (pieces, result))
    found = [each.after for each in nobility.legal_moves(before, "white") if (each.start, each.end) == (begins, ends)]
    assert found == [after]

    def turned(cell: nobility.Cell) -> nobility.Cell:
        return (cell[0], 11 - cell[1], cell[2])

    def mirrored(pieces: nobility.Pieces) -> nobility.Pieces:
        return {turned(cell): (nobility.OTHER[army], kind) for cell, (army, kind) in pieces.items()}

    other = (turned(begins), turned(ends))
    moves = nobility.legal_moves(mirrored(before), "black")
    assert [each.after for each in moves if (each.start, each.end) == other] == [mirrored(after)]


def test_oracle_promotes_by_choice() -> None:
    """Equal hindmost pieces of either kind are the mover's choice."""
    pieces = position("BaAa4 RoCc2 BsDd2 RoEe2 RoAa5 /")
    moves = [move for move in nobility.legal_moves(pieces, "white") if move.end == CELLS["Bb3"]]
    assert sorted(move.aides for move in moves) == [(CELLS["Cc2"],), (CELLS["Dd2"],), (CELLS["Ee2"],)]
    assert all(move.after[move.aides[0]] == ("white", "countess") for move in moves)


def test_oracle_promotes_standing() -> None:
    """READINGS N4: what is promoted indirectly on its next rank goes on, and its promotion has others follow."""
    pieces = position("BaAa4 RoCc10 CoEe7 DuDd5 /")
    last = position("CoBb3 DsCc10 DuEe7 DuDd5 /")
    moves = [move for move in nobility.legal_moves(pieces, "white", {"standing_counts"}) if move.end == CELLS["Bb3"]]
    assert [(move.aides, move.after) for move in moves] == [((CELLS["Cc10"], CELLS["Ee7"]), last)]


@pytest.mark.parametrize(
    ("pieces", "turn", "reads", "result"),
    [
        ("EmAa1 EsBb2 / EmEe10", "black", "", "marriage"),
        ("EmAa1 EsBb2 / EmEe10 RoBb9", "black", "both_safe", None),
        ("EmAa1 EsBb2 / EmEe10", "black", "both_safe", "marriage"),
        ("EmAa1 EsBb2 / EmEe10", "white", "", None),
        ("EmAa1 EsCc3 / EmEe10", "black", "", None),
        ("EmAa1 / EmEe10 EsBb2", "black", "", None),
        # The Empress touches all seven cells round the corner; the Rook guards it.
        ("EmAa1 / EmEe10 EsBb2 RoBb9", "white", "", "checkmate"),
        ("EmAa1 / EmEe10 EsBb2", "white", "", None),
        ("EmEe10 HeAa10 / EmAa1", "white", "", None),
        ("HeAa10 / EmAa1", "white", "", "stalemate"),
    ],
)
def test_oracle_outcome(pieces: str, turn: str, reads: str, result: str | None) -> None:
    assert nobility.outcome(position(pieces), turn, {reads}) == result


def test_oracle_marries_by_promotion() -> None:
    """Promotions come before the marriage is judged; after it, no move counts."""
    pieces = position("EmCc6 PrAa7 RoCc7 / EmEe1")
    move = next(move for move in nobility.legal_moves(pieces, "white") if move.end == CELLS["Aa8"])
    assert nobility.outcome(move.after, "black") == "marriage"
    assert nobility.perft(move.after, "black", 1) == 0 < len(nobility.legal_moves(move.after, "black"))
