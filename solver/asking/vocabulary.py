"""The vocabulary of questions about a position: the rules of the game and of `rules/asking/`, as far as they are
needed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from clingo import Symbol
from clingo.ast import AST, ASTType

from ..asp.demand import bodies, heads
from ..asp.folders import builtin_root
from ..asp.program import PositionProgram, Stage
from ..asp.rule_files import RuleFiles, collect
from ..asp.rule_text import read_file
from ..asp.ruleset import Ruleset
from ..asp.stages import STAGES, WORLDS
from ..asp.syntax import Signature, signature
from ..errors import RulesError

_FILES = ("asking/routes", "asking/attacks", "asking/lines", "asking/guards", "asking/ends", "questions/destinations")
CHANGES = builtin_root() / "asking" / "changes.lp"
"""The rules by which a question is about other positions than the one given."""

PUBLIC: frozenset[Signature] = frozenset(
    {
        ("piece", 3), ("turn", 1), ("state", 2), ("held", 3), ("halfmove_clock", 1), ("seen", 1), ("occupied", 1),
        ("mine", 1), ("theirs", 1), ("royal_cell", 1), ("commands", 2), ("number", 3), ("inside", 1), ("edge", 1),
        ("attacks", 2), ("attacked", 2), ("attacked", 1), ("check", 1), ("checked", 0), ("guards", 2), ("blocked", 3),
        ("pinned", 2),
        ("checker", 2), ("pseudo_legal", 4), ("legal", 3), ("removes", 2), ("special", 2), ("flight", 1),
        ("outcome", 1), ("winner", 1), ("mate", 1), ("stalemate", 1), ("given", 3), ("added", 3), ("removed", 1),
        ("travels", 4),
        ("covers", 2), ("reaches", 3), ("cell", 1), ("kind", 1), ("direction", 2), ("tint", 2), ("start", 3),
        ("abbreviation", 2), ("player", 2), ("army", 1), ("royal", 1), ("zone", 3), ("promotes", 3),
    }
)  # fmt: skip
"""The predicates of docs/vocabulary.md."""

MARK: Signature = ("mark", 2)
"""What rules of a user's own derive to have a cell marked in a picture."""
HOOKS: frozenset[Signature] = frozenset({("added", 3), ("removed", 1), MARK})
"""What rules of a user's own may derive that means something here."""
PIECE: Signature = ("piece", 3)
GIVEN_PIECE: Signature = ("given", 3)
ABOUT: Signature = ("question_kind", 1)
OF_POSITION: tuple[Signature, ...] = (PIECE, ("turn", 1), ("state", 2), ("held", 3), ("halfmove_clock", 1), ("seen", 1))
"""What changes from position to position; all else is the same for every position of a game."""
_ALWAYS: frozenset[Signature] = frozenset({*OF_POSITION, GIVEN_PIECE, ("query", 1), ABOUT})

ANEW: Stage = ("pieces_anew", None)
_ANEW: tuple[Stage, ...] = (("ways", "anew"), ANEW)
_THEN: frozenset[Signature] = frozenset({("then_point", 5), ("then_passes", 3)})
_ROUTES: tuple[Stage, ...] = (("kinds", None), ("ways", "now"), ("pieces", None))
_LINES: tuple[Stage, ...] = (("lines", None), ("routes", "all"))
"""The parts by which it is known of all pieces which of their routes are open."""
_STILL: tuple[Stage, ...] = (STAGES[0], *_ROUTES)
"""The parts for facts about a position without its moves."""
_MOVING: tuple[Stage, ...] = (
    *_STILL, *STAGES[1 : STAGES.index(WORLDS) + 1], *_ANEW, *STAGES[STAGES.index(WORLDS) + 1 :],
)  # fmt: skip
_WORDS = (
    "blockers", "attacking", "past_pieces", "attacked", "check", "blocked", "pinned", "guards", "numbers", "faces",
    "open_board", "flights", "ends", "validity",
)  # fmt: skip
"""The parts of the vocabulary, and what makes a position impossible; of these only those are used that are needed."""
_LEGAL: Signature = ("legal", 3)
_IN_WORLDS: frozenset[Signature] = frozenset({("looks", 4), ("vacates", 2)})
"""What parts of the vocabulary say besides, to have routes looked at."""


@dataclass(frozen=True, slots=True)
class Section:
    """The rules of one part that a question needs.

    Attributes:
        stage: the part, and the constant for its parameter.
        parameters: the part's parameters.
        rules: the statements.
    """

    stage: Stage
    parameters: tuple[str, ...]
    rules: tuple[AST, ...]


@dataclass(frozen=True, slots=True)
class Needed:
    """What a question needs of the rules.

    Attributes:
        sections: the rules, part by part; all of them hold together, in any order.
        constants: `#const` statements.
        facts: the predicates of the part `base` that the rules mention.
        turned: whether pieces of an opponent may stand elsewhere after a move, so that they have routes then.
    """

    sections: tuple[Section, ...]
    constants: tuple[AST, ...]
    facts: frozenset[Signature]
    turned: bool

    @property
    def statements(self) -> tuple[AST, ...]:
        """All rules."""
        return tuple(rule for section in self.sections for rule in section.rules)


@lru_cache(maxsize=16)
def files_of(ruleset: Ruleset) -> RuleFiles:
    """The rules of a game with the vocabulary."""
    sources = tuple(read_file(builtin_root() / f"{name}.lp") for name in _FILES)
    added = collect(ruleset.files.folder, sources)
    return RuleFiles(
        ruleset.files.folder,
        (*ruleset.files.sources, *sources),
        {**ruleset.files.parts, **{part: rules for part, rules in added.parts.items() if part != "base"}},
        {**ruleset.files.parameters, **added.parameters},
    )


@lru_cache(maxsize=16)
def _program(ruleset: Ruleset) -> PositionProgram:
    return PositionProgram(files_of(ruleset), (*_MOVING, *_LINES, *((part, None) for part in _WORDS)))


@lru_cache(maxsize=64)
def needed(ruleset: Ruleset, asked: frozenset[Signature], whatever: bool = False) -> Needed:
    """The rules that matter to some predicates, in whatever position; those of moves only if they have to be.

    Args:
        ruleset: the game.
        asked: the predicates.
        whatever: whether rules stay that need something of which the game has no facts, as it may have with others.

    Raises:
        RulesError: if they ask whether a move has a reply, which needs the rules for another position.
    """
    words, wanted = words_for(ruleset, asked)
    found = _select(ruleset, asked, (*_STILL, *words), whatever)
    derived = {signature(atom) for atom in heads(found.statements)} | _held(ruleset, whatever) | _ALWAYS
    only_moving = {signature(atom) for atom in heads(_rules_of(ruleset, _MOVING[len(_STILL) :]))}
    if asked <= derived and not (wanted - derived) & only_moving:
        return found
    found = _select(ruleset, asked, (*_MOVING, *words), whatever)
    if ruleset.asks_about_replies and _LEGAL in {signature(atom) for atom in heads(found.statements)}:
        raise RulesError(
            f"whether a move of {ruleset.name} is legal may depend on the replies to it (core/replies.lp), "
            "which a program about one position does not have; `moves` and `status` answer such questions"
        )
    return found


def _held(ruleset: Ruleset, whatever: bool) -> frozenset[Signature]:
    """The predicates that the part `base` derives, or could derive."""
    could = {signature(atom) for atom in heads(ruleset.files.parts["base"])} if whatever else set()
    return ruleset.signatures | could


def words_for(ruleset: Ruleset, asked: frozenset[Signature]) -> tuple[tuple[Stage, ...], frozenset[Signature]]:
    """The parts of the vocabulary for some predicates, with those before them, and all that they ask for."""
    parts = {part: files_of(ruleset).parts[part] for part in _WORDS}
    wanted, chosen = set(asked), set[str]()
    while True:
        more = {
            part
            for part, rules in parts.items()
            if part not in chosen and not wanted.isdisjoint({signature(a) for a in heads(rules)} - _IN_WORLDS)
        }
        if not more:
            break
        chosen |= more
        wanted |= {signature(atom) for part in more for atom in bodies(parts[part])}
    stages = tuple((part, None) for part in _WORDS if part in chosen)
    return (*(_LINES if ("open", 4) in wanted - asked else ()), *stages), frozenset(wanted)


def _rules_of(ruleset: Ruleset, stages: Iterable[Stage]) -> Iterator[AST]:
    for part in {name for name, _ in stages} - {"routes"}:
        yield from files_of(ruleset).parts.get(part, ())


def _select(ruleset: Ruleset, asked: frozenset[Signature], stages: tuple[Stage, ...], whatever: bool) -> Needed:
    """The rules of some parts that matter; routes after moves only where pieces may have others then."""
    found = _selected(ruleset, asked, tuple(each for each in stages if each not in _ANEW), False, whatever)
    if not _turns_pieces(ruleset, found.statements):
        return found
    return _selected(ruleset, asked | _THEN, stages, True, whatever)


def _selected(
    ruleset: Ruleset, asked: frozenset[Signature], stages: tuple[Stage, ...], turned: bool, whatever: bool
) -> Needed:
    held = _held(ruleset, whatever)
    given = {*held, *_ALWAYS} | ({("bans", 0)} if ruleset.may_ban else set())
    selection = _program(ruleset).select(stages, frozenset(given), tuple(sorted(asked)))
    by_name = {name: stage for stage, (name, _) in selection.parts.items()}
    sections: list[tuple[Stage, list[AST]]] = []
    constants: list[AST] = []
    is_rule = False
    for statement in selection.statements:
        if statement.ast_type == ASTType.Program:
            is_rule = statement.name in by_name
            if is_rule:
                sections.append((by_name[statement.name], []))
        elif statement.ast_type == ASTType.Definition:
            constants.append(statement)
        elif is_rule:
            sections[-1][1].append(statement)
    parameters = files_of(ruleset).parameters
    return Needed(
        tuple(Section(stage, parameters.get(stage[0], ()), tuple(rules)) for stage, rules in sections),
        tuple(constants),
        frozenset(selection.inputs & held),
        turned,
    )


def _turns_pieces(ruleset: Ruleset, rules: Iterable[AST]) -> bool:
    """Whether a piece of an opponent may be there anew after a move: one changes its army, or a victim is spared."""
    for rule in rules:
        for name, _ in map(signature, heads([rule])):
            if name in ("joins", "spares"):
                return True
            if name == "stands" and not ruleset.files.is_shared(Path(rule.location.begin.filename)):
                return True
    return False


def kinds_asked(statements: Sequence[AST], ruleset: Ruleset) -> list[Symbol]:
    """The kinds of which a question about an open board is; all, if it names none."""
    found: set[Symbol] = set()
    for atom in bodies(statements):
        place = _ABOUT_KINDS.get(signature(atom))
        if place is not None:
            kind = atom.arguments[place]
            if kind.ast_type != ASTType.SymbolicTerm:
                return list(ruleset.tuples("kind", 1))
            found.add(kind.symbol)
    return sorted(found) or list(ruleset.tuples("kind", 1))


_ABOUT_KINDS: dict[Signature, int] = {("travels", 4): 1, ("covers", 2): 0, ("reaches", 3): 0}
"""The predicates about an open board, and which argument is the kind."""
