"""A game's rules as sheets of text that a reader may edit, and which of them a question needs.

Sheets, facts of a position and a question make one program. Unlike in `program_text.py`, what always holds is there as
rules, and no rule is left out because the game has no facts for it: with edited rules it may have some.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

from clingo.ast import AST, ASTType, Transformer

from ..asp.demand import heads
from ..asp.folders import builtin_root
from ..asp.program import Stage
from ..asp.program_parts import READING
from ..asp.rule_text import Source
from ..asp.ruleset import Ruleset
from ..asp.syntax import Signature, signature
from .program_text import declared, listed, purpose, section_lines
from .vocabulary import HOOKS, OF_POSITION, PUBLIC, needed, words_for

_ALWAYS_ASKED: frozenset[Signature] = frozenset(
    {
        ("legal", 3), ("checker", 2), ("outcome", 1), ("winner", 1), ("removes", 2), ("special", 2), ("remakes", 4),
        ("carries", 3), ("halts", 2), ("perishes", 1), ("drops", 2), ("unseen", 2), ("flaw", 2),
    }
)  # fmt: skip
"""What is always asked: moves and how they are written, checks, the outcome, what makes a position impossible."""

_Numbers: TypeAlias = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """Rules under a name.

    Attributes:
        name: the rule file, or the part of the program.
        about: what it is for.
        text: the rules, with their comments.
    """

    name: str
    about: str
    text: str


@dataclass(frozen=True, slots=True)
class Editable:
    """The rules of a game as sheets.

    Attributes:
        base: the rules of what always holds, file by file; its facts instead if a rule calls a function of Python's.
        parts: the rules about a position, part by part.
        needs: the numbers of the parts that are needed for moves, under "", and of those that a predicate of the
            vocabulary needs besides, by its name.
        stated: all predicates that these rules derive, or a position states.
        shown: the predicates that are always asked for.
        tail: what belongs to every program.
    """

    base: tuple[Sheet, ...]
    parts: tuple[Sheet, ...]
    needs: dict[str, _Numbers]
    stated: tuple[Signature, ...]
    shown: tuple[Signature, ...]
    tail: str


def editable(ruleset: Ruleset) -> Editable:
    """The rules of a game, under its readings, as sheets."""
    words = sorted(PUBLIC - HOOKS - ruleset.signatures)
    whole = needed(ruleset, _ALWAYS_ASKED | frozenset(words), True)
    stages = [section.stage for section in whole.sections]

    always = set(words_for(ruleset, _ALWAYS_ASKED)[0])
    extra = {word: words_for(ruleset, frozenset({word}))[0] for word in words}
    optional = {stage for some in extra.values() for stage in some} - always
    needs = {"": tuple(number for number, stage in enumerate(stages) if stage not in optional)}
    for (name, _), some in extra.items():
        more = {number for number, stage in enumerate(stages) if stage in some}
        if more:
            needs[name] = tuple(sorted({*more, *needs.get(name, ())}))
    stated = {signature(atom) for atom in heads((*whole.statements, *ruleset.files.parts["base"]))}
    given = ["query((moves;outcome)).", *(["bans."] if ruleset.may_ban else [])]
    tail = [*map(str, whole.constants), *given, *declared(whole, {*_ALWAYS_ASKED, *words, *whole.facts, *PUBLIC})]
    return Editable(
        tuple(_base(ruleset, sorted(whole.facts | (PUBLIC & ruleset.signatures)))),
        tuple(
            Sheet(_named(each.stage), purpose(each.stage), "\n".join([*section_lines(each, whole)][1:]) + "\n")
            for each in whole.sections
        ),
        needs,
        tuple(sorted({*stated, *OF_POSITION, *ruleset.signatures})),
        tuple(sorted(_ALWAYS_ASKED)),
        "\n".join(tail) + "\n",
    )


def _named(stage: Stage) -> str:
    return f"{stage[0]}({stage[1]})" if stage[1] else stage[0]


def _base(ruleset: Ruleset, asked: Iterable[Signature]) -> Iterator[Sheet]:
    calls = _Calls()
    for statement in ruleset.files.parts["base"]:
        calls.visit(statement)
    if calls.found:
        facts = "".join(f"{line}\n" for each in asked for line in listed(ruleset.facts(*each)))
        yield Sheet("facts", "what always holds, as facts: Shadowmate reads shorthand in these rules", facts)
        return
    for source in ruleset.files.sources:
        lines = list(_lines_of_base(source, ruleset.chosen))
        if any(line.strip() and not line.startswith(("%", "#")) for line in lines):
            root = builtin_root().resolve()
            inside = source.path.is_relative_to(root)
            name = source.path.relative_to(root if inside else ruleset.files.folder.resolve()).as_posix()
            about = lines[0].removeprefix("% ").partition(" - ")[2]
            yield Sheet(name, about, "\n".join(lines).rstrip() + "\n")


def _lines_of_base(source: Source, readings: Iterable[str]) -> Iterator[str]:
    """The lines of a rule file about what always holds, with its header."""
    parts = {each.location.begin.line: each for each in source.statements if each.ast_type == ASTType.Program}
    kept = True
    for number, line in enumerate(source.text.splitlines(), 1):
        part = parts.get(number) if line.startswith("#program") else None  # every text begins with one unwritten
        if part is None:
            if kept:
                yield line
            continue
        names = {parameter.name for parameter in part.parameters}
        kept = part.name == "base" or (part.name == READING and not names.isdisjoint(readings))
        if kept:
            yield "#program base."


class _Calls(Transformer):
    """Finds whether a function is called."""

    def __init__(self) -> None:
        self.found = False

    def visit_Function(self, term: AST) -> AST:
        """Note `@name(...)`."""
        self.found |= bool(term.external)
        self.visit_children(term)
        return term
