"""Positions with the rules of their game, for the oracle of stipulations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from oracles import prince
from oracles.orthodox import RANK, Chess
from oracles.stipulations import Step


def read(text: str) -> Chess:
    """A position as `Chess.text` writes it."""
    men, army, key = set(), "", ""
    more: dict[str, list[str]] = {"turn": [], "castle": [], "ep": []}
    for word in text.split():
        if word in more or (word in RANK and key != "turn"):
            key, army = word, word
        elif key in more:
            more[key].append(word)
        else:
            men.add((cell(word[1:]), word[0], army))
    passed_over = cell(more["ep"][0]) if more["ep"] else None
    return Chess(frozenset(men), more["turn"][0], frozenset(map(cell, more["castle"])), passed_over)


def cell(word: str) -> tuple[int, int]:
    """The cell of that name."""
    return "?abcdefgh".index(word[0]), int(word[1])


@dataclass(frozen=True)
class PrincePosition:
    """A position of Prince, without castling, for the oracle of stipulations."""

    men: frozenset[tuple[prince.Cell, str, str]]
    turn: str
    passed_over: prince.Cell | None = None

    @property
    def board(self) -> prince.Board:
        """The same for the oracle of Prince."""
        return prince.Board({cell: (kind, army) for cell, kind, army in self.men}, self.turn, set(), self.passed_over)

    def in_check(self) -> bool:
        """Whether the player to move is in check."""
        return not prince.safe(self.board.pieces, self.turn)

    def passed(self) -> PrincePosition:
        """The same with the other to move."""
        return PrincePosition(self.men, self.board.enemy)

    def steps(self) -> Iterator[Step[PrincePosition]]:
        """The legal moves."""
        board = self.board
        for step in prince.legal_steps(board):
            facts = {f"to {prince.name(step.end)}"} | ({"captures"} if "x" in step.text else set())
            kind, rise = board.pieces[step.start][0], step.end[2] - step.start[2]
            middle = (step.start[0], step.start[1], step.start[2] + rise // 2)
            men = frozenset((cell, *man) for cell, man in step.after.items())
            after = PrincePosition(men, board.enemy, middle if kind == "Pn" and abs(rise) == 2 else None)
            yield Step(step.text, after, frozenset(facts))
