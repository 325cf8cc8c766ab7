"""Which rules about a position the kernel carries out.

The kernel is a translation of the rules in `core/` about a position. What moves do (`effects.py`), and all else of a
game, reaches it as tables. Many of these rules are asked, or tried in cases (`trials.py`). `known_rules.txt` has a
digest of each of the others, made of its normal form. A game with other rules is left to the reference engine. Rules
that only explain do not count: nothing that decides depends on them, or they need a question about reasons.

Whoever changes such a rule looks at the functions that carry it out (`kernel_map.py`), and asks whether the argument in
`solving/planning/planner.py` still holds. Then `python tests/translation --update` writes the digests.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from clingo.ast import AST

from ...asp.program import PositionProgram, Stage
from ...asp.restated import misfit
from ...asp.ruleset import Ruleset
from ...asp.stages import OPENING, REASONS, STAGES
from ...asp.syntax import Signature, atoms, derived_by, signature
from ...play.reference import ANSWERS
from .asked_rules import Question
from .attack_trials import TRIALS as ATTACK_TRIALS
from .cast_rules import CASTS
from .check_trials import TRIALS as CHECK_TRIALS
from .context_trials import ALWAYS, OF_AIDES, OF_CHOICES
from .events import VICTIMS
from .fates import FATES
from .guard_rules import GUARDS
from .hurdle_rules import HURDLES
from .kernel_map import functions_of
from .later_rules import ANSWERING, LATER
from .locality import ASKED, PART
from .move_trials import TRIALS as MOVE_TRIALS
from .normal_form import digest
from .number_layout import COUNTS
from .owner_trials import TRIALS as OWNER_TRIALS
from .pass_rules import PASSING
from .route_rules import ROUTES, THERE
from .seen_moves import SEEN, UNPLACED
from .site_layout import SITE_RULES
from .step_sets import STEPS
from .store_rules import STORES
from .sweep_trials import TRIALS as SWEEP_TRIALS
from .turn_rules import TURNS
from .use_trials import TRIALS as USE_TRIALS
from .verdicts import is_verdict, odd_literal
from .winning_rules import WINS

LIST = Path(__file__).with_suffix(".txt")
COMPARED = "compared"
"""The first word of the line of the list by which the exhaustive comparison of the engines marks it."""

AS_DATA = frozenset({PART})
"""The parts about a position whose rules reach the kernel as data: there may be any."""

TRIALS = (
    *ATTACK_TRIALS, *CHECK_TRIALS, *MOVE_TRIALS, *SWEEP_TRIALS, *USE_TRIALS, *ALWAYS, *OF_CHOICES, *OF_AIDES,
    *OWNER_TRIALS,
)  # fmt: skip
"""What is tried of rules, in all games or in those that need them."""

ASKED_ABOUT_MOVES = (
    SEEN,
    UNPLACED,
    FATES,
    GUARDS,
    ROUTES,
    THERE,
    TURNS,
    VICTIMS,
    SITE_RULES,
    HURDLES,
    CASTS,
    LATER,
    ANSWERING,
    PASSING,
    WINS,
    COUNTS,
    STORES,
    STEPS.question,
    *(each.question for each in TRIALS),
)
"""What the compiler asks about classes of moves, and about routes: rules that answer are data."""

LIMITING: frozenset[Signature] = frozenset(
    {
        ("places_needed", 1), ("studied", 1), ("royals_examined", 1), ("disturbs", 2), ("on_line", 2), ("hurdle_of", 2),
        ("newcomer", 2), ("sought", 4), ("looks", 4), ("asks_occupied", 4), ("asks_player", 3), ("asked_number", 2),
    }
)  # fmt: skip
"""What the rules derive only to limit what else they derive: with more of it the answers are the same.

The kernel limits in ways of its own what it looks at, so these rules are not translated.
tests/translation/test_limiting_rules.py checks that the answers are the same.
"""

EVERY_STAGE: tuple[Stage, ...] = (*STAGES, *OPENING)
_INSTEAD: dict[Signature, str] = {
    ("winner", 1): (
        "what it carries out is wins(C,Army,Reason) of a move, union/4 of two pieces, tally/5 of pieces counted"
    ),
    ("forbidden", 1): "what it carries out is bars(C,Reason), needs(C,Guard) and unguarded(C,Role) of a move",
    ("then_state", 3): "what it carries out is sets(C,Name,Value) and clears(C,Name,Value) of a move",
}
"""What to use instead of the hooks of such rules."""


class Known(NamedTuple):
    """A rule that the kernel carries out.

    Attributes:
        digest: of its normal form.
        file: the file of `core/` that has it.
        head: the predicate that it derives.
    """

    digest: str
    file: str
    head: str


class Deciding(NamedTuple):
    """A rule about a position on which an answer may depend, and its part."""

    part: str
    rule: AST

    @property
    def path(self) -> Path:
        """Its file."""
        return Path(self.rule.location.begin.filename)

    @property
    def heads(self) -> list[Signature]:
        """The predicates that it derives, sorted."""
        return sorted({signature(atom) for atom in atoms(self.rule.head)})

    @property
    def known(self) -> Known:
        """How the list has it, if its file is in `core/`."""
        return Known(digest(self.part, self.rule), self.path.name, " ".join(name for name, _ in self.heads))


@cache
def known_rules() -> tuple[Known, ...]:
    """The rules that the kernel carries out."""
    lines = (line.split(maxsplit=2) for line in LIST.read_text(encoding="utf-8").splitlines())
    return tuple(Known(*words) for words in lines if words[0] != COMPARED)


def rules_of_positions(program: PositionProgram) -> list[Deciding]:
    """The rules about a position on which moves and results may depend, whatever facts the game has.

    Those that reach the kernel as data are left out.
    """
    given = program.open_predicates - REASONS
    found = program.rules_for(EVERY_STAGE, given, ANSWERS | ASKED)
    return [Deciding(part, rule) for part, rule in found if part not in AS_DATA]


def deciding_rules(program: PositionProgram, on_positions: Iterable[Deciding]) -> list[Deciding]:
    """Of the rules about a position those that are translated: neither asked by the engine, nor such as only limit what
    is derived.
    """
    return [
        each
        for each in on_positions
        if not (is_verdict(program, each.part, each.rule) or _is_asked(each.part, each.rule))
        and not LIMITING.issuperset(each.heads)
    ]


def _is_asked(part: str, rule: AST) -> bool:
    """Whether the compiler asks a rule about classes of moves."""
    heads = derived_by(rule)
    return bool(heads) and any(question.has(part, rule) for question in _questions(part, heads[0]))


@cache
def _questions(part: str, head: Signature) -> tuple[Question, ...]:
    """The questions that rules of a part for a predicate may answer."""
    return tuple(each for each in ASKED_ABOUT_MOVES if part in each.parts and head in each.derived)


def objections(ruleset: Ruleset, rules: Iterable[Deciding]) -> Iterator[str]:
    """Objections to the deciding rules of a game: rules that are not known, and rules that it leaves out."""
    files = ruleset.files
    known = {each.digest: each for each in known_rules()}
    present, changed = set(), set()
    for each in rules:
        number = digest(each.part, each.rule)
        present.add(number)
        if number in known:
            continue
        if files.is_shared(each.path):
            changed.add(each.known[1:])
            yield _changed(each, each.known)
        else:
            yield _of_game(ruleset, each)
    for part, statements in files.parts.items():
        asked = (Deciding(part, each) for each in statements if _is_asked(part, each))
        yield from (_of_game(ruleset, each) for each in asked if not files.is_shared(each.path))
    lacking: dict[str, set[str]] = defaultdict(set)
    for line in known.values():
        if line.digest not in present and line[1:] not in changed:
            lacking[line.file].add(line.head)
    there = {line.file for line in known.values() if line.digest in present}
    for file, heads in sorted(lacking.items()):
        some = "" if file not in there else "rules of "
        which = f": those for {', '.join(_carried_out(file, head) for head in sorted(heads))}" if some else ""
        yield f"the game leaves out {some}core/{file}{which}"


def _changed(each: Deciding, line: Known) -> str:
    """The objection to a rule of `core/` that is new or changed."""
    where = f"core/{line.file}:{each.rule.location.begin.line}"
    return (
        f"{where}: the compiled engine does not carry out '{each.rule}', which is new or changed; "
        f"see what carries out {_carried_out(line.file, line.head)}"
    )


def _carried_out(file: str, head: str) -> str:
    """A predicate, with the functions that carry out its rules, if they are known."""
    functions = ", ".join(functions_of(file, head))
    return f"{head} ({functions})" if functions else head


def _of_game(ruleset: Ruleset, each: Deciding) -> str:
    """The objection to a rule of a game's own, with the literal by which it is no guard, effect or verdict."""
    begin = each.rule.location.begin
    literal = misfit(ruleset.files, each.rule, ruleset.plain_flags)
    advice = f"; '{literal}' fits no guard and no effect of a move" if literal else ""
    if literal := odd_literal(ruleset.program, each.part, each.rule):
        advice = f"; '{literal}' is not among what the engine knows when a game ends"
    advice += "".join(f"; {words}" for head, words in _INSTEAD.items() if head in each.heads)
    if not (advice or each.rule.body):
        advice = "; what always holds belongs in the part `base`"
    return f"{begin.filename}:{begin.line}: the compiled engine does not carry out '{each.rule}'{advice}"
