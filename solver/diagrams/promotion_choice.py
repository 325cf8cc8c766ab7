"""What the key `promoChoice` of an Interactive Diagram offers: kinds, and when a promotion may choose them.

A list of IDs. Before an ID, `*` wants a piece that the side has lost, and `!` leaves out the last rank. A number behind
it is how many of the last ranks have the choice. `!P*N*B*R2*Q1`: before the last rank a Pawn may stay a Pawn; in the
zone it may become a lost Knight or Bishop, on the last two ranks a lost Rook, on the last one a lost Queen.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Offer:
    """An ID that a promotion may choose.

    Attributes:
        id: the ID.
        is_lost: whether it wants a lost piece.
        first: the first rank that has the choice, counted from the last one, which is 1.
        last: the last such rank; None for all ranks of the zone.
    """

    id: str
    is_lost: bool = False
    first: int = 1
    last: int | None = None

    @property
    def is_limited(self) -> bool:
        """Whether the choice depends on anything."""
        return self.is_lost or self.first > 1 or self.last is not None


def id_pattern(ids: Iterable[str]) -> str:
    """A pattern of the group `id`, which fits the longest ID of some types that a text goes on with."""
    known = sorted({each for each in ids if each}, key=len, reverse=True)
    return f"(?P<id>{'|'.join(map(re.escape, known))})"


def read_choice(text: str, ids: Iterable[str]) -> Iterator[Offer | str]:
    """What a text offers, in order; and signs that are neither IDs nor belong to one.

    Args:
        text: the value of `promoChoice`.
        ids: the IDs of the types.
    """
    for match in re.finditer(rf"(?P<limits>[*!]*){id_pattern(ids)}(?P<ranks>[0-9]*)|(?P<other>[^\s,])", text):
        if match["other"]:
            yield match["other"]
            continue
        last = int(match["ranks"]) if match["ranks"] else None
        yield Offer(match["id"], "*" in match["limits"], 2 if "!" in match["limits"] else 1, last)
