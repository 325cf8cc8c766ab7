"""What a promotion may choose by the text of an Interactive Diagram's `promoChoice`, read character by character.

The documents of real diagrams say: an asterisk before an ID wants a captured piece of the side, an exclamation mark
leaves the last rank out, and a number behind it is how many of the last ranks have the choice.
"""

from __future__ import annotations

from collections.abc import Collection


def choices(text: str, zone: int, rank: int, lost: Collection[str]) -> set[str]:
    """The IDs, each a capital, that a promotion may choose.

    Args:
        text: the value of the key.
        zone: how many of the last ranks are the zone.
        rank: that on which the move ends; the last one is 1.
        lost: the IDs of the pieces that the side has lost.
    """
    found = set()
    marks = ""
    for place, sign in enumerate(text):
        if not sign.isupper():
            marks = marks + sign if sign in "*!" else marks
            continue
        number = ""
        for digit in text[place + 1 :]:
            if not digit.isdigit():
                break
            number += digit
        may = rank <= zone and (not number or rank <= int(number))
        if "*" in marks:
            may = may and sign in lost
        if "!" in marks:
            may = may and rank > 1
        if may:
            found.add(sign)
        marks = ""
    return found
