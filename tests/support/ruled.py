"""Positions with the rules of their game, for the oracle of stipulations."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from oracles import areas, extreme, nobility, prince
from oracles.orthodox import RANK, Chess
from oracles.stipulations import Step


def read(text: str) -> Chess:
    """A position as `Chess.text` writes it."""
    pieces, army, key = set(), "", ""
    more: dict[str, list[str]] = {"turn": [], "castle": [], "ep": []}
    for word in text.split():
        if word in more or (word in RANK and key != "turn"):
            key, army = word, word
        elif key in more:
            more[key].append(word)
        else:
            pieces.add((cell(word[1:]), word[0], army))
    passed_over = cell(more["ep"][0]) if more["ep"] else None
    return Chess(frozenset(pieces), more["turn"][0], frozenset(map(cell, more["castle"])), passed_over)


def cell(word: str) -> tuple[int, int]:
    """The cell of that name."""
    return "?abcdefgh".index(word[0]), int(word[1])


@dataclass(frozen=True)
class PrincePosition:
    """A position of Prince, without castling, for the oracle of stipulations."""

    pieces: frozenset[tuple[prince.Cell, str, str]]
    turn: str
    passed_over: prince.Cell | None = None

    @property
    def board(self) -> prince.Board:
        """The same for the oracle of Prince."""
        return prince.Board(
            {cell: (kind, army) for cell, kind, army in self.pieces}, self.turn, set(), self.passed_over
        )

    def in_check(self) -> bool:
        """Whether the player to move is in check."""
        return not prince.safe(self.board.pieces, self.turn)

    def passed(self) -> PrincePosition:
        """The same with the other to move."""
        return PrincePosition(self.pieces, self.board.enemy)

    def steps(self) -> Iterator[Step[PrincePosition]]:
        """The legal moves."""
        board = self.board
        for step in prince.legal_steps(board):
            facts = {f"to {prince.name(step.end)}"} | ({"captures"} if "x" in step.text else set())
            kind, rise = board.pieces[step.start][0], step.end[2] - step.start[2]
            middle = (step.start[0], step.start[1], step.start[2] + rise // 2)
            pieces = frozenset((cell, *piece) for cell, piece in step.after.items())
            after = PrincePosition(pieces, board.enemy, middle if kind == "Pn" and abs(rise) == 2 else None)
            yield Step(step.text, after, frozenset(facts))


@dataclass(frozen=True)
class ExtremePosition:
    """A position of Extreme 3D Chess, for the oracle of stipulations."""

    pieces: frozenset[tuple[areas.Cell, extreme.Piece]]
    turn: str

    def in_check(self) -> bool:
        """Whether the player to move is in check."""
        return extreme.in_check(dict(self.pieces), self.turn)

    def passed(self) -> ExtremePosition:
        """The same with the other to move."""
        return ExtremePosition(self.pieces, extreme.OTHER[self.turn])

    def steps(self) -> Iterator[Step[ExtremePosition]]:
        """The legal moves."""
        pieces = dict(self.pieces)
        for move in extreme.legal_moves(pieces, self.turn):
            victim, mover = pieces.get(move.end), _parts(pieces[move.start])
            sign = "x" if victim and not move.crown else "-"
            text = f"{mover}{extreme.name(move.start)}{sign}"
            if move.crown:
                text += f"{_parts(pieces[move.end])}{extreme.name(move.end)}crown"
            else:
                new = _parts(move.after[move.end])
                text += extreme.name(move.end) + (f"={new}" if new != mover else "")
            facts = {f"to {extreme.name(move.end)}"} | ({"captures"} if sign == "x" else set())
            after = ExtremePosition(frozenset(move.after.items()), extreme.OTHER[self.turn])
            yield Step(text, after, frozenset(facts))


def _parts(piece: extreme.Piece) -> str:
    """The kinds of a piece, as in written moves: its parts by their names."""
    return "+".join(extreme.ABBREVIATIONS[part] for part in sorted(piece[1]))


@dataclass(frozen=True)
class NobilityPosition:
    """A position of Emperor's Nobility, for the oracle of stipulations."""

    pieces: frozenset[tuple[nobility.Cell, nobility.Piece]]
    turn: str

    def in_check(self) -> bool:
        """Whether the player to move is in check."""
        return nobility.in_check(dict(self.pieces), self.turn)

    def passed(self) -> NobilityPosition:
        """The same with the other to move."""
        return NobilityPosition(self.pieces, nobility.OTHER[self.turn])

    def steps(self) -> Iterator[Step[NobilityPosition]]:
        """The legal moves; none after a marriage."""
        pieces = dict(self.pieces)
        if nobility.married(pieces, nobility.OTHER[self.turn]):
            return
        for move in nobility.legal_moves(pieces, self.turn):
            text = f"{_titled(pieces, move.start)}{'x' if move.end in pieces else '-'}{nobility.name(move.end)}"
            facts = {f"to {nobility.name(move.end)}"} | ({"captures"} if move.end in pieces else set())
            if move.after[move.end] != pieces[move.start]:
                text += f"={nobility.ABBREVIATIONS[move.after[move.end][1]]}"
            for aide in move.aides:
                text += f"&{_titled(pieces, aide)}={nobility.ABBREVIATIONS[move.after[aide][1]]}"
            if nobility.married(move.after, self.turn):
                facts |= {"wins", "wins marriage"}
            after = NobilityPosition(frozenset(move.after.items()), nobility.OTHER[self.turn])
            yield Step(text, after, frozenset(facts))


def _titled(pieces: nobility.Pieces, cell: nobility.Cell) -> str:
    return nobility.ABBREVIATIONS[pieces[cell][1]] + nobility.name(cell)
