"""A game's rules and a position as one program in text, which clingo 5.6 or later solves without Shadowmate."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import groupby
from pathlib import Path

from clingo import Symbol
from clingo.ast import AST

from ..asp.demand import bodies
from ..asp.program import Stage
from ..asp.rule_text import load
from ..asp.ruleset import Ruleset
from ..asp.syntax import Signature, signature
from ..play.position import Position
from ..play.reference import ReferenceEngine
from .vocabulary import ABOUT, ANEW, CHANGES, GIVEN_PIECE, OF_POSITION, PIECE, Needed, Section, needed

_WIDTH = 96
_STAGE = "stage"
_THEN: tuple[Stage, ...] = (("routes", "after"), ("routes", "united"))
"""The parts about worlds after moves, where pieces may have routes that they have not in the position."""
_ROUTE_ATOM = re.compile(r"\b(point|passes)\(")
_OF_ONE_ANEW = re.compile(r"\b(point|passes)\((?=there\()")
_WORD_OR_TEXT = re.compile(r'"(?:\\.|[^"\\\n])*"|%[^\n]*|\b\w+\b')

_PURPOSE = {
    "kinds": "the routes of each kind, as displacements",
    "ways": "where the routes of pieces lead on the board",
    "pieces": "the same as point/5 and passes/3, which the rules of the game ask for",
    "pieces_anew": "routes of an opponent's pieces that stand elsewhere after a move",
    "position": "whose the pieces are, and which routes are looked at",
    "routes": "which routes are open, and what is attacked, at the stage {0}",
    "moves": "pseudo-legal moves",
    "contexts": "moves with their choices, as effects see them",
    "effects": "what each move does",
    "aides": "which other piece changes by a move",
    "outcomes": "moves of which all choices are made, and their guards",
    "attacks": "attacks that a rule of the game bars",
    "worlds": "the position after each move that matters",
    "verdict": "legal moves and the outcome",
    "lines": "all routes are examined, at the stage all",
    "attacking": "what attacks what",
    "past_pieces": "what each army attacks",
    "attacked": "what is attacked",
    "check": "which army is in check",
    "blockers": "what stands on routes",
    "blocked": "which pieces block others",
    "pinned": "pinned pieces",
    "guards": "guarded cells",
    "flights": "where royal pieces may go",
    "ends": "mate and stalemate, by player",
    "numbers": "how many pieces there are",
    "faces": "cells at the faces of the board",
    "open_board": "where kinds go on an open board",
    "validity": "what makes the position impossible",
}
"""What each part is for."""

_HEAD = """\
% {game}: {what}, for clingo 5.6 or later.
% Written by shadowmate. The program has exactly one answer set: `clingo FILE.lp` prints it.
% The program is the same for every position of the game under these readings. What changes is
% at the end: the pieces, whose turn it is, and other facts of the position."""


def program(
    ruleset: Ruleset,
    asked: Iterable[Signature],
    shown: Iterable[Signature] | None = None,
    changes: bool = False,
    readings: bool = False,
) -> str:
    """The program for every position of a game, without the facts of one.

    Args:
        ruleset: the game.
        asked: the predicates that are asked about.
        shown: those that an answer shows; all that are asked about if None.
        changes: whether pieces may be added to a position, and removed.
        readings: whether the readings of the rules are among the facts.
    """
    wanted = frozenset(asked)
    return _program(ruleset, wanted, wanted if shown is None else frozenset(shown), changes, readings)


@lru_cache(maxsize=64)
def _program(
    ruleset: Ruleset, asked: frozenset[Signature], shown: frozenset[Signature], changes: bool, readings: bool
) -> str:
    found = needed(ruleset, asked)
    facts = {*found.facts, *(each for each in asked if each in ruleset.signatures)}
    words = {("question", 3), ("reading", 3), ("reads", 1)} & ruleset.signatures if readings else set()
    chosen = ", ".join(sorted(map(str, (each.arguments[0] for each in ruleset.facts("reads", 1)))))
    lines = [_HEAD.format(game=ruleset.title, what="its rules as a program")]
    lines += [f"% Readings: {chosen}."] if chosen else []
    lines += ["", "% ---- What is shown.", *_shows(shown)]
    lines += ["", "% ---- The rules, part by part.", *map(str, found.constants)]
    if changes:
        lines += ["", "% pieces that are added or removed", _body(CHANGES)]
    for section in found.sections:
        lines += ["", *section_lines(section, found)]
    lines += [
        "",
        "% ---- What always holds in the game.",
        "query((moves;outcome)).",
        *(["bans."] if ruleset.may_ban else []),
    ]
    for each in sorted(facts | words):
        lines += _facts(each, ruleset.facts(*each))
    lines += ["", "% What there may be none of, in this game or in a position.", *declared(found, asked)]
    return "\n".join(lines) + "\n"


def facts(position: Position, changes: bool = False) -> str:
    """The facts of a position."""
    now = position.begun()
    engine = ReferenceEngine(now.game.ruleset)
    found = engine.position_facts(now.placement(), (), routes=False)
    lines = [f"% ---- The position: {now}"]
    for predicate in OF_POSITION:
        name, arity = predicate
        rows = found[predicate]
        if predicate == PIECE and changes:
            name = GIVEN_PIECE[0]
        lines += filled(f"{name}({row})." if arity == 1 else f"{name}{row}." for row in sorted(rows))
    return "\n".join(lines) + "\n"


def about(kinds: Iterable[Symbol]) -> str:
    """The facts of which kinds a question about an open board is."""
    return "".join(f"{ABOUT[0]}({kind}).\n" for kind in kinds)


def _shows(shown: Iterable[Signature]) -> list[str]:
    return [f"#show {name}/{arity}." for name, arity in sorted(shown)] or ["#show."]


def _facts(predicate: Signature, atoms: Iterable[Symbol]) -> list[str]:
    return ["", f"% {predicate[0]}/{predicate[1]}", *listed(atoms)]


def listed(atoms: Iterable[Symbol]) -> Iterator[str]:
    """Atoms as facts, line by line."""
    return filled(f"{atom}." for atom in atoms)


def filled(statements: Iterable[str]) -> Iterator[str]:
    """Short statements, as many in a line as it has room for."""
    line = ""
    for each in statements:
        if line and len(line) + len(each) + 1 > _WIDTH:
            yield line
            line = ""
        line = f"{line} {each}" if line else each
    if line:
        yield line


def declared(found: Needed, asked: Iterable[Signature]) -> Iterator[str]:
    """Declares all that rules ask for, so that clingo has no remarks on what this game or position has not."""
    names = {*OF_POSITION, *asked, *(signature(atom) for atom in bodies(found.statements))}
    yield from filled(f"#defined {name}/{arity}." for name, arity in sorted(names))


def purpose(stage: Stage) -> str:
    """What a part is for."""
    return _PURPOSE[stage[0]].format(stage[1])


def section_lines(section: Section, found: Needed) -> Iterator[str]:
    """The rules of a part as they are written, with their comments and its purpose before them."""
    name, constant = section.stage
    yield f"% -- {name}: {purpose(section.stage)}"
    if section.stage == ANEW or not found.turned:
        renamed = None
    else:
        renamed = _ROUTE_ATOM if section.stage in _THEN else _OF_ONE_ANEW
    for path, rules in groupby(section.rules, key=_path):
        yield f"% {_clause(path)}"
        for rule in rules:
            comment, text = _source(rule)
            yield from comment
            if constant is not None:
                text = _with_constant(text, section.parameters, constant)
            yield renamed.sub(r"then_\1(", text) if renamed else text


def _with_constant(text: str, parameters: tuple[str, ...], constant: str) -> str:
    return _WORD_OR_TEXT.sub(lambda found: constant if found.group() in parameters else found.group(), text)


def _path(rule: AST) -> str:
    return str(rule.location.begin.filename)


@lru_cache(maxsize=512)
def _lines(path: str) -> tuple[str, ...]:
    return tuple(load(Path(path)).splitlines())


def _clause(path: str) -> str:
    """The first line of a rule file's header."""
    first = next(iter(_lines(path)), "")
    name = Path(path).name
    return first.removeprefix("% ") if first.startswith("%") else name


def _source(rule: AST) -> tuple[list[str], str]:
    """The comment right before a rule, and the rule as it is written."""
    begin, end = rule.location.begin, rule.location.end
    lines = _lines(begin.filename)
    body = [*lines[begin.line - 1 : end.line - 1], lines[end.line - 1][: end.column - 1]]
    body[0] = body[0][begin.column - 1 :]
    comment: list[str] = []
    above = begin.line - 2
    while above >= 0 and lines[above].startswith("%"):
        comment.insert(0, lines[above])
        above -= 1
    return ([] if above < 0 else comment), "\n".join(body)


def _body(path: Path) -> str:
    """A rule file without its header and its parts."""
    lines = load(path).splitlines()
    return "\n".join(each for each in lines if not each.startswith(("%", "#program")))
