"""The rules about a position, reduced to those that can matter to a question, because grounding is most of the
cost.

A rule is left out if something it needs cannot hold (nothing of that name is given or derived), or if no predicate
of the question depends on it. Both follow from the names of predicates, so the answer is the same. The remaining
rules depend only on which facts are given, and are cached.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import chain

from clingo import Control, Function, Symbol
from clingo.ast import AST, ASTType, Id, Program, ProgramBuilder, ShowSignature, parse_string

from .program_parts import holds_always
from .rule_files import RuleFiles
from .syntax import NOWHERE, OUTLINES, Mention, Signature, outline, rules_of

Stage = tuple[str, str | None]
Need = tuple[str, int, str | None]
"""An atom on which a rule depends: its name and arity, and its first argument if that is a stage of the worlds."""


@dataclass(frozen=True, slots=True)
class Selection:
    """What to ground for a question.

    Attributes:
        statements: the program, part by part; the part `given(_turn)` adds the facts.
        parts: the name and arguments of the part for each stage that has rules.
        inputs: the predicates that must be given as facts.
    """

    statements: tuple[AST, ...]
    parts: dict[Stage, tuple[str, list[Symbol]]]
    inputs: frozenset[Signature]


@dataclass(frozen=True, slots=True, eq=False)
class StagedRules:
    """What to ground for a question, stage by stage: of the rules of a stage those whose needs hold by then.

    Attributes:
        opening: the statements to begin with; the part `given(_turn)` adds the facts.
        parts: the name and arguments of the part for each stage that has rules.
        inputs: the predicates that must be given as facts.
        headings: the statement that begins the part of a stage.
        needs: the atoms on which rules of a stage depend.
        needed: the atoms on which any rule depends, by predicate.
        rules: the rules of each stage.
        alive: returns, for a stage and those of its needs that hold, the numbers of the rules that matter, and what
            they derive.
    """

    opening: tuple[AST, ...]
    parts: dict[Stage, tuple[str, list[Symbol]]]
    inputs: frozenset[Signature]
    headings: dict[Stage, AST]
    needs: dict[Stage, frozenset[Need]]
    needed: dict[Signature, tuple[Need, ...]]
    rules: dict[Stage, tuple[AST, ...]]
    alive: Callable[[Stage, frozenset[Need]], tuple[tuple[int, ...], frozenset[Need]]]


@dataclass(frozen=True, slots=True, eq=False)
class _Rule:
    statement: AST
    heads: frozenset[Need]
    needs: frozenset[Need]
    mentions: frozenset[Need]


class PositionProgram:
    """The parts of a ruleset that are about a position.

    Args:
        files: the rules.
        stages: every part that is ever grounded, with the constant for its parameter.
    """

    def __init__(self, files: RuleFiles, stages: Sequence[Stage]) -> None:
        self._parameters = files.parameters
        self._worlds = frozenset(world for _, world in stages if world is not None)
        self._parts = files.parts
        parts = {name: rules_of(part) for name, part in files.parts.items() if not holds_always(name)}
        self._outlines = {name: tuple(map(outline, rules)) for name, rules in parts.items()}
        OUTLINES.keep()
        self._constants = [s for s in files.statements if s.ast_type == ASTType.Definition]
        self._rules: dict[Stage, tuple[_Rule, ...]] = {}
        self.select = lru_cache(maxsize=512)(self._select)
        self.by_stage = lru_cache(maxsize=512)(self._by_stage)

    def defines(self, predicate: Signature) -> bool:
        """Whether some rule about a position derives this predicate."""
        return any(head[:2] == predicate for part in self._outlines.values() for each in part for head in each.heads)

    @cached_property
    def open_predicates(self) -> frozenset[Signature]:
        """The predicates that these rules mention and do not derive: what games and engines give."""
        every = [each for part in self._outlines.values() for each in part]
        derived = {head[:2] for each in every for head in each.heads}
        return frozenset({mention[:2] for each in every for mention in each.mentions} - derived)

    @cached_property
    def derivations(self) -> Mapping[Signature, int]:
        """By how many rules about a position each predicate is derived."""
        return Counter(head[:2] for part in self._outlines.values() for each in part for head in each.heads)

    def _rules_of(self, stage: Stage) -> tuple[_Rule, ...]:
        """The rules of a part."""
        if stage not in self._rules:
            name, world = stage
            parameters = self._parameters.get(name, ())

            def keys(found: Iterable[Mention]) -> frozenset[Need]:
                return frozenset(self._key(each, parameters, world) for each in found)

            rules = zip(rules_of(self._parts.get(name, ())), self._outlines.get(name, ()), strict=True)
            self._rules[stage] = tuple(
                _Rule(rule, keys(found.heads), keys(found.needs), keys(found.mentions)) for rule, found in rules
            )
        return self._rules[stage]

    def _key(self, mention: Mention, parameters: Sequence[str], world: str | None) -> Need:
        name, arity, first = mention
        return name, arity, world if first in parameters else first if first in self._worlds else None

    def _select(
        self, stages: tuple[Stage, ...], given: frozenset[Signature], shown: tuple[Signature, ...]
    ) -> Selection:
        """The rules that matter.

        Args:
            stages: the parts to ground, in order.
            given: the predicates that have facts.
            shown: the predicates of the question.
        """
        stages = tuple(dict.fromkeys(stages))
        kept, wanted = self._reached(stages, given, shown)
        inputs = frozenset(each for each in given if (*each, None) in wanted)
        return self._build(stages, kept, inputs, shown)

    def rules_for(
        self, stages: Iterable[Stage], given: Iterable[Signature], shown: Iterable[Signature]
    ) -> list[tuple[str, AST]]:
        """The rules that matter, each once with the name of its part."""
        kept, _ = self._reached(tuple(dict.fromkeys(stages)), given, shown)
        found = {(part, rule.statement.location.begin): (part, rule.statement) for (part, _), rule in kept}
        return list(found.values())

    def _reached(
        self, stages: tuple[Stage, ...], given: Iterable[Signature], shown: Iterable[Signature]
    ) -> tuple[list[tuple[Stage, _Rule]], _Keys]:
        """The rules that matter, and the predicates on which the question depends."""
        rules = [(stage, rule) for stage in stages for rule in self._rules_of(stage)]
        alive = _Keys((name, arity, None) for name, arity in given)
        living = _spread(rules, lambda rule: all(need in alive for need in rule.needs), alive, lambda rule: rule.heads)
        wanted = _Keys((name, arity, None) for name, arity in shown)
        kept = _spread(living, lambda rule: any(h in wanted for h in rule.heads), wanted, lambda rule: rule.mentions)
        return kept, wanted

    def _build(
        self,
        stages: tuple[Stage, ...],
        rules: list[tuple[Stage, _Rule]],
        inputs: frozenset[Signature],
        shown: tuple[Signature, ...],
    ) -> Selection:
        statements = self._opening(inputs, shown)
        parts: dict[Stage, tuple[str, list[Symbol]]] = {}
        for number, stage in enumerate(stages):
            body = [rule.statement for owner, rule in rules if owner == stage]
            if body:
                heading, parts[stage] = self._part(number, stage)
                statements += [heading, *body]
        return Selection(tuple(statements), parts, inputs)

    def _opening(self, inputs: Iterable[Signature], shown: Iterable[Signature]) -> list[AST]:
        """The statements before those of the stages."""
        statements = [*self._constants, *(_show(*each) for each in shown)]
        statements.append(Program(NOWHERE, "given", [Id(NOWHERE, "_turn")]))
        for name, arity in sorted(inputs):
            statements += draw_in(name, arity)
        return statements

    def _part(self, number: int, stage: Stage) -> tuple[AST, tuple[str, list[Symbol]]]:
        """The statement that begins the part of a stage, and how the part is grounded."""
        name, parameters = f"{stage[0]}_{number}", self._parameters.get(stage[0], ())
        heading = Program(NOWHERE, name, [Id(NOWHERE, p) for p in parameters])
        return heading, (name, [Function(stage[1])] if stage[1] else [])

    def _by_stage(
        self,
        stages: tuple[Stage, ...],
        given: frozenset[Signature],
        shown: tuple[Signature, ...],
        read: tuple[Signature, ...],
    ) -> StagedRules:
        """The rules that matter, stage by stage.

        Args:
            stages, given, shown: as for `select`.
            read: the predicates that are read between stages.
        """
        stages = tuple(dict.fromkeys(stages))
        kept, wanted = self._reached(stages, given, shown)
        inputs = frozenset(each for each in given if (*each, None) in wanted)
        rules: dict[Stage, list[_Rule]] = {}
        for stage, rule in kept:
            rules.setdefault(stage, []).append(rule)
        built = {stage: self._part(number, stage) for number, stage in enumerate(stages) if stage in rules}
        needs = {stage: frozenset(need for rule in some for need in rule.needs) for stage, some in rules.items()}
        needed: dict[Signature, list[Need]] = {}
        for need in frozenset[Need]().union(*needs.values()):
            needed.setdefault(need[:2], []).append(need)

        asked = [(name, arity, None) for name, arity in (*shown, *read)]
        mentioned = {stage: [key for rule in some for key in rule.mentions] for stage, some in rules.items()}
        elsewhere = {
            stage: frozenset(chain(asked, *(keys for other, keys in mentioned.items() if other != stage)))
            for stage in rules
        }

        @lru_cache(maxsize=1 << 12)
        def alive(stage: Stage, holding: frozenset[Need]) -> tuple[tuple[int, ...], frozenset[Need]]:
            numbers = {rule: number for number, rule in enumerate(rules[stage])}
            derived, wanted = _Keys(()), _Keys(elsewhere[stage])
            living = _spread(
                [(stage, rule) for rule in rules[stage]],
                lambda rule: all(need in holding or need in derived for need in rule.needs),
                derived,
                lambda rule: rule.heads,
            )
            found = _spread(
                living, lambda rule: any(h in wanted for h in rule.heads), wanted, lambda rule: rule.mentions
            )
            heads = frozenset[Need]().union(*(rule.heads for _, rule in found))
            return tuple(numbers[rule] for _, rule in found), heads

        return StagedRules(
            tuple(self._opening(inputs, shown)),
            {stage: part for stage, (_, part) in built.items()},
            inputs,
            {stage: heading for stage, (heading, _) in built.items()},
            needs,
            {key: tuple(some) for key, some in needed.items()},
            {stage: tuple(rule.statement for rule in some) for stage, some in rules.items()},
            alive,
        )


def _spread(
    rules: list[tuple[Stage, _Rule]],
    joins: Callable[[_Rule], bool],
    keys: _Keys,
    gives: Callable[[_Rule], Iterable[Need]],
) -> list[tuple[Stage, _Rule]]:
    """The rules that are reached step by step, where each rule adds keys by which others are reached."""
    joined: set[int] = set()
    while True:
        fresh = [number for number, (_, rule) in enumerate(rules) if number not in joined and joins(rule)]
        if not fresh:
            return [rules[number] for number in sorted(joined)]
        for number in fresh:
            joined.add(number)
            keys.update(gives(rules[number][1]))


class _Keys:
    """A set of predicates, in which an untagged one stands for all of its tags and the other way round."""

    def __init__(self, keys: Iterable[Need]) -> None:
        self._exact: set[Need] = set()
        self._any: set[Signature] = set()
        self.update(keys)

    def update(self, keys: Iterable[Need]) -> None:
        for key in keys:
            self._exact.add(key)
            self._any.add(key[:2])

    def __contains__(self, key: Need) -> bool:
        if key[2] is None:
            return key[:2] in self._any
        return key in self._exact or (*key[:2], None) in self._exact


def add_to_base(control: Control, rules: Iterable[AST], drawn: Iterable[Signature] = ()) -> None:
    """Add rules to the part `base` of a grounding, and those that draw in the facts of some predicates."""
    with ProgramBuilder(control) as builder:
        builder.add(Program(NOWHERE, "base", []))
        for name, arity in sorted(drawn):
            for statement in draw_in(name, arity):
                builder.add(statement)
        for rule in rules:
            builder.add(rule)


@cache
def draw_in(name: str, arity: int, is_open: bool = False) -> tuple[AST, ...]:
    """A rule that adds the facts of a predicate, from the context (`session.py`) of the grounding; or that they may
    hold.
    """
    variables = ",".join(f"X{i}" for i in range(arity))
    head = f"{name}({variables})" if arity else name
    term = f"({variables})" if arity > 1 else variables or "1"
    found: list[AST] = []
    parse_string(f"{f'{{ {head} }}' if is_open else head} :- {term} = @facts({name},{arity}).", found.append)
    return tuple(statement for statement in found if statement.ast_type == ASTType.Rule)


def _show(name: str, arity: int) -> AST:
    return ShowSignature(NOWHERE, name, arity, True)
