"""Texts and bytes that are damaged or made up."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

STRANGE = (
    "\0", "\a", "\b", "\x1b[31m", "\x7f", "\r", "\r\n", "\t", "\v", "\f", "\x85", "\u2028", "\u2029", "\u200b",
    "\u200f", "\u202e", "\ufeff", "\ufffd", "\uffff", "\U0010ffff", "\ud800", "\udcff", "\u00a0", "\u3000",
    "\u0301", "\u20de",
    "\u00df", "\u0130", "\u0131", "\u017f", "\ufb01", "\u212a", "\u00b2", "\u2460", "\u0663", "\uff11", "\u0967",
    "\u2075", "\U0001d7d9", "\u0410", "\u0430", "\u03b1", "\u5c07", "\u2654", "\U0001f600",
    "\U0001f468\u200d\U0001f469",
)  # fmt: skip
"""Controls, separators, directions, halves of characters, digits of other scripts, and what looks like a letter."""

SIGNS = tuple("abcdehkprxyzABCDKNPQRXZ0123456789 ,.:;-+=#!?()[]{}<>/\\|&%$@*'\"`~^_\n")
NUMBERS = ("0", "-1", "00", "1.5", "1e9", "999999", "1000000", "2147483648", "18446744073709551616", "9" * 5000)


def text(random: Random, valid: str, others: Sequence[str]) -> str:
    """A text that has been a valid one, or never was.

    Args:
        random: decides.
        valid: the text.
        others: texts that parts may come from.
    """
    if random.random() < 0.06:
        return _made_up(random)
    for _ in range(random.choice((0, 1, 1, 1, 2, 2, 3, 5, 9))):
        valid = random.choice(_CHANGES)(random, valid, others)
    if random.random() < 0.01:
        valid *= random.choice((30, 1000, 100_000 // max(1, len(valid))))
    return valid


def _made_up(random: Random) -> str:
    length = random.choice((0, 1, 2, 5, 20, 100, 1000, 100_000))
    alphabet: Sequence[str] = random.choice((STRANGE, SIGNS, SIGNS + STRANGE, (" ",), (random.choice(SIGNS),)))
    if random.random() < 0.2:
        return random.randbytes(length).decode(random.choice(("latin-1", "utf-8")), "surrogateescape")
    if random.random() < 0.2:
        return "".join(chr(random.randrange(0x110000)) for _ in range(length))
    return "".join(random.choices(alphabet, k=length))


def _place(random: Random, valid: str) -> tuple[int, int]:
    """Where a part of a text begins and ends: characters or words."""
    if random.random() < 0.5:
        first = random.randrange(len(valid) + 1)
        return first, min(len(valid), first + random.choice((0, 1, 1, 2, 3, 8)))
    starts = [0, *(n + 1 for n, sign in enumerate(valid) if sign in " :,-/"), len(valid)]
    which = random.randrange(len(starts) - 1)
    return starts[which], starts[which + 1]


def _cut(random: Random, valid: str, others: Sequence[str]) -> str:
    first, last = _place(random, valid)
    return valid[:first] + valid[last:]


def _double(random: Random, valid: str, others: Sequence[str]) -> str:
    first, last = _place(random, valid)
    return valid[:last] + valid[first:last] * random.choice((1, 1, 2, 50)) + valid[last:]


def _move(random: Random, valid: str, others: Sequence[str]) -> str:
    first, last = _place(random, valid)
    rest = valid[:first] + valid[last:]
    where, _ = _place(random, rest)
    return rest[:where] + valid[first:last] + rest[where:]


def _put(random: Random, valid: str, others: Sequence[str]) -> str:
    first, last = _place(random, valid)
    new = random.choice(random.choice((SIGNS, SIGNS, STRANGE, NUMBERS)))
    return valid[:first] + new + valid[random.choice((first, last)) :]


def _graft(random: Random, valid: str, others: Sequence[str]) -> str:
    first, last = _place(random, valid)
    other = random.choice(others)
    start, end = _place(random, other)
    return valid[:first] + other[start:end] + valid[random.choice((first, last)) :]


def _case(random: Random, valid: str, others: Sequence[str]) -> str:
    first, last = _place(random, valid)
    change: Callable[[str], str] = random.choice((str.upper, str.lower, str.swapcase, str.title))
    return valid[:first] + change(valid[first:last]) + valid[last:]


def _cut_short(random: Random, valid: str, others: Sequence[str]) -> str:
    return valid[: random.randrange(len(valid) + 1)]


_CHANGES = (_cut, _double, _move, _put, _put, _graft, _case, _cut_short)


def damaged(random: Random, content: bytes) -> bytes:
    """The content of a file after an accident."""
    found = bytearray(content)
    accident = random.randrange(8)
    if accident == 0:
        del found[random.randrange(len(found) + 1) :]
    elif accident == 1:
        found = bytearray(random.randbytes(random.choice((0, 1, 100, len(found)))))
    elif accident == 2 and found:
        start = random.randrange(len(found))
        length = min(len(found) - start, random.choice((1, 16, 4096)))
        found[start : start + length] = bytes(length)
    elif accident == 3:
        start = random.randrange(len(found) + 1)
        found[start:start] = found[: random.choice((1, 16, 4096))]
    elif accident == 4:
        del found[: random.choice((1, 8, 16, 4096))]
    elif found:
        for _ in range(random.choice((1, 1, 2, 100))):
            found[random.randrange(len(found))] ^= 1 << random.randrange(8)
    return bytes(found)
