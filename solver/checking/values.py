"""Rules without effect because of a value: an argument that nothing gives, or that nothing reads.

A rule that needs a value that no rule derives there never holds (`derived_values.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ..asp.rule_files import RuleFiles
from ..asp.syntax import shown
from ..errors import meant
from ..play.reference import ANSWERS
from .derived_values import (
    BASE,
    NOTHING,
    WITHIN,
    Argument,
    Derived,
    Rule,
    Value,
    Values,
    common,
    derived_values,
    listed,
    named,
    values_of,
)
from .findings import Finding

_STATED: Mapping[Argument, tuple[Argument, ...]] = {
    (("becomes", 3), 1): ((("part", 3), 1),),
    (("becomes", 3), 2): ((("kind", 1), 0),),
    (("disbands", 2), 1): ((("army", 1), 0),),
    (("gains", 3), 1): ((("store", 1), 0),),
    (("gains", 3), 2): ((("kind", 1), 0), (("item", 2), 1)),
    (("joins", 3), 1): ((("part", 3), 1),),
    (("joins", 3), 2): ((("army", 1), 0),),
    (("lands", 3), 1): ((("part", 3), 1),),
    (("seconds", 3), 1): ((("kind", 1), 0),),
    (("seconds", 3), 2): ((("measure", 4), 0),),
    (("seeks", 3), 1): ((("kind", 1), 0),),
    (("seeks", 3), 2): ((("measure", 4), 0),),
    (("spends", 3), 1): ((("store", 1), 0),),
    (("spends", 3), 2): ((("kind", 1), 0), (("item", 2), 1)),
    (("surrenders", 2), 1): ((("army", 1), 0),),
    (("thirds", 3), 1): ((("kind", 1), 0),),
    (("thirds", 3), 2): ((("measure", 4), 0),),
    (("wins", 3), 1): ((("army", 1), 0),),
}
"""Arguments of what rules of a game state about moves, and those whose values they must have."""
_REASONS = "why"
CELL = ("cell", 1)
_TITLE = ("title", 2)


def valueless(files: RuleFiles) -> Iterator[Finding]:
    """The game's own rules that have no effect because of a value in them, each with the first such value; if there
    are none, and the board has cells, those that ask for what never holds.
    """
    derived = derived_values(files.sources)
    read = _read_values(derived)
    own = [rule for rule in derived.rules if files.owns(rule.where[0])]
    some = False
    for rule in own:
        if fault := next(_faults(rule, derived), None) or next(_unread(rule, derived, read), None):
            some = True
            yield Finding(*rule.where, fault)
    # Without cells nothing else holds, and they have a finding of their own.
    for rule in () if some or not derived.holds(CELL) else own:
        missing = next((atom.predicate for atom in rule.required if not derived.holds(atom.predicate)), None)
        if missing:
            yield Finding(*rule.where, f"the rule never holds: {shown(missing)} never does in this game")


def _faults(rule: Rule, derived: Derived) -> Iterator[str]:
    """Why a rule never holds, or a condition always does. What follows from the fault of another rule is none."""
    for atom in (*rule.required, *rule.excluded):
        for argument, term, there in derived.places(atom):
            if there and isinstance(term, frozenset) and not term <= there:
                fault = _sentence("{0} never has {1} as argument {2}", argument, term, there)
                titled = _titled(min(term - there), there, derived)
                yield f"{fault.partition('; do you mean')[0]}; {titled}" if titled else fault
    variables = derived.variables(rule)
    for one, other in rule.unequal:
        there = values_of(one, variables)
        if isinstance(one, str) and there and isinstance(other, frozenset) and not other & there:
            yield f"{one} is always different from {listed(other)}; it can be {listed(there)}"
    held: dict[str, tuple[str, frozenset[Value]]] = {}
    for name, there, where in _places(rule, derived):
        first, before = held.get(name, (where, there))
        if not before & there:
            yield f"the rule never holds: {name} is {listed(before)} {first}, and {listed(there)} {where}"
            return
        held[name] = where, before & there


def _titled(value: Value, there: frozenset[Value], derived: Derived) -> str:
    """A hint, if a value is the title of a use that is possible here; else "".

    Args:
        value: what stands in a rule.
        there: the uses that are possible.
        derived: what the rules derive.
    """
    is_word = value[1] == 0
    for head in (head for rule in derived.rules for head in rule.heads if is_word and head.predicate == _TITLE):
        terms = dict(head.arguments)
        use, title = terms.get((_TITLE, 0)), terms.get((_TITLE, 1))
        if isinstance(use, frozenset) and isinstance(title, frozenset) and value in title and use & there:
            return f"{named(value)} is the title of {listed(use & there)}"
    return ""


def _places(rule: Rule, derived: Derived) -> Iterator[tuple[str, frozenset[Value], str]]:
    """The places of variables in a body whose values are known: the variable, its values there, and the place."""
    for atom in rule.required:
        for _, term, there in derived.places(atom):
            if isinstance(term, str) and there:
                yield term, there, f"in {shown(atom.predicate)}"
    for one, other in (*rule.equal, *((other, one) for one, other in rule.equal)):
        if isinstance(one, str) and isinstance(other, frozenset):
            yield one, other, "by its equation"


def _unread(rule: Rule, derived: Derived, read: Mapping[Argument, Values]) -> Iterator[str]:
    """Values in the head of a rule that have no effect there. What a game states (`base`) has checks of its own."""
    variables = derived.variables(rule)
    for atom in () if rule.part == BASE else rule.heads:
        for argument, term in atom.arguments:
            stated = values_of(term, variables)
            fitting = derived.any_of(_STATED[argument]) if argument in _STATED else None
            if fitting is not None and stated and not stated & fitting:
                yield _sentence("{0} has no use for {1} as argument {2}", argument, stated, fitting)
            wanted = read.get(argument)
            # Of the values of a variable some may have no use.
            if wanted and stated and not (stated & wanted if isinstance(term, str) else stated <= wanted):
                yield _sentence("{0} has no use for {1} as argument {2}", argument, stated, wanted)


def _read_values(derived: Derived) -> dict[Argument, Values]:
    """The values with an effect, of the arguments that some rule asks for.

    A rule that asks for an argument only to pass it on has use for the values that are asked for there. Rules of the
    part `why` name values, which is no effect.
    """
    rules = [rule for rule in derived.rules if rule.part != _REASONS]
    asked = [(rule, atom, derived.variables(rule, but=atom)) for rule in rules for atom in rule.asked]
    found: dict[Argument, Values] = {
        argument: None if argument[0] in ANSWERS else NOTHING
        for _, atom, _ in asked
        for argument, term in atom.arguments
        if term is not None
    }
    changed = True
    while changed:
        changed = False
        for rule, atom, variables in asked:
            for argument, term in atom.arguments:
                before = found.get(argument)
                if term is None or before is None:
                    continue
                values = common(values_of(term, variables), _passed_on(rule, term, found))
                after = None if values is None else before | values
                if after != before:
                    found[argument], changed = after, True
    return found


def _passed_on(rule: Rule, term: str | Values, found: Mapping[Argument, Values]) -> Values:
    """The values of a term in a body with an effect in the head; any if the head does not have the term.

    What is put into a term of an answer is only shown, if no rule looks into such terms.
    """
    values: Values = NOTHING
    has_term = False
    for atom in rule.heads if isinstance(term, str) else ():
        there: Values = None
        for argument, other in atom.arguments:
            if other == term:
                has_term = True
                inside = argument[0][0].endswith(WITHIN)
                is_shown = inside and atom.predicate in ANSWERS and argument not in found
                there = common(there, NOTHING if is_shown else None if inside else found.get(argument))
        values = None if there is None or values is None else values | there
    return values if has_term else None


def _sentence(form: str, argument: Argument, values: frozenset[Value], there: frozenset[Value]) -> str:
    """What is wrong with the first value of some that are not among those that an argument can have."""
    (name, count), index = argument
    where = named((name.removesuffix(WITHIN), count)) if name.endswith(WITHIN) else shown((name, count))
    wrong = named(min(values - there))
    hint = meant(wrong, [named(each) for each in there])
    can = f"it can be {listed(there)}" if there else "the game has nothing for it"
    return f"{form.format(where, wrong, index + 1)}; {can}{hint}"
