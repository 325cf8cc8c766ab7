"""Normal forms of rules: the same for rules that mean the same word for word, and for no others."""

from __future__ import annotations

from itertools import permutations

import pytest
from clingo.ast import AST, ASTType, parse_string

from shadowmate.compiled.compile.normal_form import digest, normal_form


def rule(text: str) -> AST:
    found: list[AST] = []
    parse_string(text, found.append)
    (only,) = (each for each in found if each.ast_type == ASTType.Rule)
    return only


SAME = [
    ("p(X,Y) :- q(X), r(X,Y).", "p(From,To) :- r(From,To),\n    q(From). % a remark"),
    ("p(X) :- q(X,Y), q(Y,Z), q(Z,X), X != Z.", "p(B) :- B != A, q(A,B), q(C,A), q(B,C)."),
    ("p :- e(A,B), e(B,C), e(C,A).", "p :- e(Z,X), e(X,Y), e(Y,Z)."),
    ('p(X) :- q("Y is no variable",X).', 'p(Y) :- q("Y is no variable",Y).'),
    ("p(N) :- N = #count { X : q(X) }, M = #count { X : r(X) }, N < M.",
     "p(N) :- M = #count { Y : r(Y) }, N = #count { X : q(X) }, N < M."),
    ("p(X) :- q(X), r(Y) : s(Y,X).", "p(A) :- r(B) : s(B,A); q(A)."),
    ("p(X) :- q(X), q(X).", "p(X) :- q(X)."),
    ("p(X) :- q(X,_,_).", "p(Y) :- q(Y,_,_)."),
]  # fmt: skip
OTHERS = [
    ("p(X,Y) :- q(X,Y).", "p(X,Y) :- q(Y,X)."),
    ("p(X) :- q(X).", "p(X) :- not q(X)."),
    ("p(X) :- q(X,Y), r(Y).", "p(X) :- q(X,Y), r(Z)."),
    ("p(X) :- q(X,_).", "p(X) :- q(X,X)."),
    ('p(X) :- q("A",X).', 'p(X) :- q("B",X).'),
    ("p :- e(A,B), e(B,C), e(C,A), e(D,E), e(E,F), e(F,D).", "p :- e(A,B), e(B,C), e(C,D), e(D,E), e(E,F), e(F,A)."),
    ("p(X) :- q(xA,X).", "p(X) :- q(xB,X)."),
    ("p(N) :- N = #count { X : q(X) }, N = #count { X : r(X) }.",
     "p(N) :- N = #count { X : q(X) }, M = #count { X : r(X) }."),
    ("p :- N = #count { X : q(X) }, N = #sum { X : r(X) }.", "p :- N = #count { X : q(X) }, M = #sum { X : r(X) }."),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other"), SAME)
def test_names_order_and_layout_do_not_count(one: str, other: str) -> None:
    assert normal_form(rule(one)) == normal_form(rule(other))


@pytest.mark.parametrize(("one", "other"), OTHERS)
def test_all_else_does(one: str, other: str) -> None:
    assert normal_form(rule(one)) != normal_form(rule(other))


def test_the_part_counts() -> None:
    one = rule("p(X) :- q(X).")
    assert digest("moves", one) != digest("verdict", one)


def test_every_order_and_naming_of_a_rule_with_a_symmetry() -> None:
    literals = ("e({},{})", "e({},{})", "f({},{})")
    found = {
        normal_form(rule(f"p :- {', '.join(order)}."))
        for names in permutations("ABCD")
        for a, b, c, d in [names]
        for order in permutations(
            (literals[0].format(a, b), literals[1].format(c, d), literals[2].format(b, c), literals[2].format(d, a))
        )
    }
    assert len(found) == 1


def test_a_rule_with_too_many_equal_variables_stays_as_it_is() -> None:
    """The orders of ten variables are too many to be tried, in a rule that may come from anyone."""
    asked = rule(f"p :- {', '.join(f'q(X{number})' for number in range(10))}.")
    assert normal_form(asked) == str(asked)
