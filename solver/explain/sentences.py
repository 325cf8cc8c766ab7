"""The sentences of the rules: texts with places for arguments, which are pieces, kinds and other words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from clingo import Symbol, SymbolType

from ..asp.terms import filled, is_vector, store_name, text, vector
from ..play.position import Position
from .route_text import piece_at, worded


def sentences(stated: Iterable[Sequence[Symbol]], position: Position, after: Position | None = None) -> list[str]:
    """The sentences that the rules derive, the lowest rank first.

    A cell stands for the piece on it, `then(Cell)` for the piece there after the move. A sentence for each of
    several `any(One)` becomes one sentence with "or".

    Args:
        stated: each a rank, a sentence with places `{0}`, `{1}`, and its arguments.
        position: the position.
        after: the position after the move, if that matters.
    """
    found: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for _, sentence, arguments in sorted(stated, key=lambda each: (each[0].number, str(each))):
        words = [_word(position, after, argument) for argument in arguments.arguments]
        merges = bool(words) and _wrapped(arguments.arguments[0], "any")
        key = text(sentence), tuple(words[1:] if merges else words)
        found.setdefault(key, []).extend(words[:1] if merges else [])
    return [filled(shown, [*([listed(some)] if some else []), *words]) for (shown, words), some in found.items()]


def listed(words: Sequence[str]) -> str:
    """Alternatives in words."""
    return f"{', '.join(words[:-1])} or {words[-1]}" if len(words) > 1 else words[0]


def _word(position: Position, after: Position | None, argument: Symbol) -> str:
    """An argument of a sentence in words."""
    if _wrapped(argument, "any"):
        return _word(position, after, argument.arguments[0])
    if _wrapped(argument, "then"):
        return _word(after or position, after, argument.arguments[0])
    if is_vector(argument):
        return piece_at(position, position.game.names[vector(argument)])
    word = store_name(argument) if argument.type == SymbolType.Function else text(argument)
    return worded(word) if word in position.game.ruleset.abbreviations else word


def _wrapped(argument: Symbol, word: str) -> bool:
    return argument.type == SymbolType.Function and argument.name == word and len(argument.arguments) == 1
