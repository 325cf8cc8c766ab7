"""Moves: what a legal move is, and how it is written."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from clingo import Symbol


@dataclass(frozen=True, slots=True, order=True)
class Move:
    """A legal move. Cells are names such as `Dd4`; kinds are abbreviations such as `Pr`.

    Attributes:
        origin: where the moving piece stands.
        target: where it arrives.
        piece: its abbreviation, parts joined by `+`.
        captures: the cell emptied by a capture (for en passant not the target), or None.
        promotion: what the piece becomes by choice, or None.
        special: `castling`, `en passant`, `double step` or another name that the rules give, or None.
        partner: for a move of two pieces, the other's abbreviation, origin and target.
        term: the rules' own terms for the move and the choice.
    """

    origin: str
    target: str
    piece: str
    captures: str | None = None
    promotion: str | None = None
    special: str | None = None
    partner: tuple[str, str, str] | None = None
    term: tuple[Symbol, Symbol] | None = field(default=None, compare=False, repr=False)

    def __reduce__(self) -> tuple[type[Move], tuple[Any, ...]]:
        """A move is pickled without the rules' terms for it, which are clingo's and mean nothing to another process."""
        told = (getattr(self, each.name) for each in fields(self) if each.name != "term")
        return Move, tuple(told)

    def __str__(self) -> str:
        """The move as Shadowmate writes it: `PrDd4-Ee5`, `PnBb7xCc8=Qu`, `KiAd4-Ab2&BaAa1-Ac3`."""
        text = f"{self.piece}{self.origin}{'x' if self.captures else '-'}{self.target}"
        if self.captures not in (None, self.target):
            text += "ep"
        if self.promotion:
            text += f"={self.promotion}"
        if self.partner:
            text += "&{}{}-{}".format(*self.partner)
        return text

    def as_json(self) -> dict[str, Any]:
        """The move as documented for `--json`."""
        return {
            "move": str(self),
            "from": self.origin,
            "to": self.target,
            "captures": self.captures,
            "promotion": self.promotion,
            "special": self.special,
        }
