"""The normal form of a rule: the same for rules that differ only in names of variables, order of literals, or layout.

Variables are distinguished by where they occur, again and again until no further ones are (colour refinement).
Of variables that are still alike each is tried as the first, and the least text is the normal form.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache
from hashlib import sha256
from math import factorial, prod
from typing import NamedTuple

from clingo.ast import AST, ASTType

from ...asp.syntax import MOST_KEPT

_VARIABLE = re.compile(r'("(?:\\.|[^"\\])*")|(?<![\w\'])(_*[A-Z][\w\']*)')
_SCOPES = (ASTType.Aggregate, ASTType.BodyAggregate)
_MOST_ORDERS = 720
"""The most orders of variables that are alike that are tried."""


class _Text(NamedTuple):
    """A head or a literal: its text with gaps, and the variables in them."""

    frame: str
    names: tuple[str, ...]


@lru_cache(MOST_KEPT)
def digest(part: str, rule: AST) -> str:
    """What a rule of a program part is known by: a digest of its normal form."""
    return sha256(f"{part}: {normal_form(rule)}".encode()).hexdigest()[:12]


def normal_form(rule: AST) -> str:
    """The normal form of a rule. One with too many variables that are alike stays as it is written."""
    head, *body = map(_text, (rule.head, *rule.body))
    shared = set(head.names).union(*map(_seen_outside, rule.body, body))
    body = [
        _Text(frame, tuple(name if name in shared else f"{name} {number}" for name in names))
        for number, (frame, names) in enumerate(body)
    ]
    texts = [_Text(f"{head.frame} :-", head.names), *dict.fromkeys(body)]
    colours = _refined(texts, {name: 0 for text in texts for name in text.names})
    if prod(map(factorial, Counter(colours.values()).values())) > _MOST_ORDERS:
        return str(rule)
    return _least(texts, colours)


def _text(node: AST) -> _Text:
    """The text of a head or a literal as clingo writes it: faster than a visit to each node of the tree."""
    names: list[str] = []

    def gap(found: re.Match[str]) -> str:
        if found[1]:
            return found[1]
        names.append(found[2])
        return "\0"

    return _Text(_VARIABLE.sub(gap, str(node)), tuple(names))


def _seen_outside(literal: AST, text: _Text) -> Iterable[str]:
    """The variables of a body literal that other literals share: those of an aggregate's elements may be its own."""
    if ":" not in text.frame and "{" not in text.frame:
        return text.names
    if literal.ast_type == ASTType.ConditionalLiteral:
        return ()
    if literal.ast_type == ASTType.Literal and literal.atom.ast_type in _SCOPES:
        guards = (guard for guard in (literal.atom.left_guard, literal.atom.right_guard) if guard is not None)
        return [name for guard in guards for name in _text(guard.term).names]
    return text.names


def _refined(texts: Iterable[_Text], colours: Mapping[str, int]) -> dict[str, int]:
    """The colours of variables, finer until those of one colour occur alike."""
    while True:
        places: dict[str, list[tuple[str, tuple[int, ...], int]]] = defaultdict(list)
        for frame, names in texts:
            row = tuple(colours[name] for name in names)
            for place, name in enumerate(names):
                places[name].append((frame, row, place))
        keys = {name: (colours[name], sorted(found)) for name, found in places.items()}
        ranks: list[tuple[int, list[tuple[str, tuple[int, ...], int]]]] = []
        for key in sorted(keys.values()):
            if not ranks or ranks[-1] != key:
                ranks.append(key)
        finer = {name: ranks.index(key) for name, key in keys.items()}
        if len(ranks) == len(set(colours.values())):
            return finer
        colours = finer


def _least(texts: list[_Text], colours: dict[str, int]) -> str:
    """The least text, whichever of the variables that are alike comes first."""
    counts = Counter(colours.values())
    alike = min((colour for colour, count in counts.items() if count > 1), default=None)
    if alike is None:
        head, *body = [_filled(text, colours) for text in texts]
        return f"{head} {'; '.join(sorted(body))}."
    tried = [name for name, colour in colours.items() if colour == alike]
    doubled = {name: 2 * colour + 1 for name, colour in colours.items()}
    return min(_least(texts, _refined(texts, doubled | {name: 2 * alike})) for name in tried)


def _filled(text: _Text, colours: Mapping[str, int]) -> str:
    frames = text.frame.split("\0")
    return frames[0] + "".join(f"V{colours[name]}{frame}" for name, frame in zip(text.names, frames[1:], strict=True))
