"""Legal moves: what they change, and how they are written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from clingo import Symbol

from ..notation.moves import DROP, PASS

Code: TypeAlias = Symbol | int | None
"""The engine's own reference to a move: the rules' term, or an integer; None for other moves."""


class Change(NamedTuple):
    """A change of a cell's piece by a move, on a cell other than the origin, the target and those of captures.

    The origin is included if another piece is there afterwards.

    Attributes:
        cell: the name of the cell.
        before: the piece there before the move, such as `white Ro`, or None.
        after: the piece there afterwards, or None.
    """

    cell: str
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True, order=True, repr=False)
class Move:
    """A legal move. Cells are names such as `Dd4`; kinds are abbreviations such as `Pr`.

    Attributes:
        origin: the cell of the moving piece; "" for a pass, and for a drop from a store.
        target: the cell where it arrives; "" for a pass.
        piece: its abbreviation, parts joined by `+`; "" for a pass.
        captures: the cells that captures empty (for en passant not the target), in order.
        promotion: what the piece becomes, with its army if that changes; `none` if it is removed; or None.
        special: `castling`, `en passant`, `double step` or another name from the rules, or None.
        partner: the piece on the target, where the mover stays and both take part in a special move; otherwise None.
        changes: further changes: castling's partner leaves one cell and arrives on another. If the mover stays, its own
            change and its partner's are here, too.
        chosen: the choices by which it differs from moves with the same text, such as `vow=a`, joined by `&`; or "".
        wins: the reasons for which the move wins, joined by `+`, with the player if another one wins; or None.
        code: the engine's own reference to the move; ignored when moves are compared.
        text: the move as Shadowmate writes it.
    """

    origin: str
    target: str
    piece: str
    captures: tuple[str, ...] = ()
    promotion: str | None = None
    special: str | None = None
    changes: tuple[Change, ...] = ()
    partner: str | None = None
    wins: str | None = None
    chosen: str = ""
    code: Code = field(default=None, compare=False)
    text: str = field(init=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", f"{self.seen}&{self.chosen}" if self.chosen else self.seen)

    def __reduce__(self) -> tuple[type[Move], tuple[Any, ...]]:
        """Pickle the move without the engine's reference, which has no meaning in another process."""
        return Move, (
            self.origin, self.target, self.piece, self.captures, self.promotion, self.special, self.changes,
            self.partner, self.wins, self.chosen,
        )  # fmt: skip

    def __str__(self) -> str:
        """The move as Shadowmate writes it.

        `PrDd4-Ee5`, `PnBb7xCc8=Qu`, `KiAd4-Ab2&BaAa1-Ac3`, `KDd4-HAEe5crown`, `P@e4`, `pass`; `Rb2-b3&vow=a`.
        """
        return self.text

    def __repr__(self) -> str:
        """The same in brackets, so that a list of moves can be read at a glance."""
        return f"<Move {self.text}>"

    @property
    def aim(self) -> tuple[str | None, ...]:
        """What the move is apart from what it captures: a threat is carried out also where it has become a capture."""
        return self.piece, self.origin, self.target, self.promotion, self.special, self.partner, self.chosen

    @property
    def seen(self) -> str:
        """The visible part of the move, without choices that only change the state or stores."""
        if not self.target:
            return PASS
        if self.partner:
            return f"{self.piece}{self.origin}-{self.partner}{self.target}{self.special or ''}"
        elsewhere = [cell for cell in self.captures if cell != self.target]
        # The rules name captures in passing, but not captures on the way.
        in_passing = len(self.captures) == len(elsewhere) == 1 and self.special is not None
        is_capture = in_passing or len(elsewhere) < len(self.captures)
        text = f"{self.piece}{self.origin}{DROP if not self.origin else 'x' if is_capture else '-'}{self.target}"
        if in_passing:
            text += "ep"
            elsewhere = []
        if self.promotion:
            text += f"={self.promotion}"
        return text + "".join(
            f"&{each}" for each in [*(f"x{cell}" for cell in elsewhere), *_written(self.changes, self.origin)]
        )

    @property
    def arrivals(self) -> frozenset[str]:
        """The cells on which a piece arrives: the target, and the cells to which other pieces move."""
        here = [self.target] if self.target and not self.partner else []
        return frozenset([*here, *(each.cell for each in self.changes if each.before is None)])

    def as_json(self) -> dict[str, Any]:
        """The move as documented for `--json`."""
        return {
            "move": str(self),
            "from": self.origin or None,
            "to": self.target or None,
            "captures": list(self.captures),
            "promotion": self.promotion,
            "changes": [each._asdict() for each in self.changes],
            "special": self.special,
            **({"wins": self.wins} if self.wins else {}),
            **({"chosen": self.chosen} if self.chosen else {}),
        }


def _written(changes: tuple[Change, ...], origin: str) -> Iterator[str]:
    """The further changes in notation: `BaAa1-Ac3` moves, `RoCc1=Ba` changes its kind, `=EgBb2` appears."""
    came = [each for each in changes if each.before is None or each.cell == origin]
    for cell, before, after in changes:
        if before is None or cell == origin:
            continue
        end = next((each for each in came if each.after == before), None)
        if end is not None:
            came.remove(end)
            yield f"{_letters(before)}{cell}-{end.cell}"
            # Another piece appears where this one left.
            came += [Change(cell, None, after)] if after is not None else []
        else:
            yield f"{_letters(before)}{cell}={_turned(before, after)}"
    for cell, _, after in came:
        yield f"={_letters(after or '')}{cell}"


def _letters(piece: str) -> str:
    return piece.rpartition(" ")[2]


def _turned(before: str, after: str | None) -> str:
    """What a piece becomes, with its army only if that changes."""
    if after is None:
        return "none"
    return _letters(after) if before.rpartition(" ")[0] == after.rpartition(" ")[0] else after
