"""A predicate of the rules has one meaning and one arity; an old name is answered with the new one."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest

import shadowmate as sm
from shadowmate.asp.folders import builtin_root
from shadowmate.asp.renamed import RENAMED, STATED
from shadowmate.asp.syntax import Signature
from shadowmate.checking.rules import check_rules
from shadowmate.errors import RulesError
from support.paths import ROOT
from support.small import write

_ROW = re.compile(r"^% (?:Input |Output|Helper|      )   (\w+(?:\((?:[A-Z]\w*(?:, )?)+\))?)   +\S", re.MULTILINE)

PROJECTIONS = {
    "attacked": "attacked(Cell) is attacked(Cell,Army) by any army",
    "stalemate": "stalemate is stalemate(Army) of the player to move",
}
"""Names of two arities: the shorter one drops the last argument."""

SUBJECTS = {
    "comparing": ("compare", "left", "right"),
    "finding": ("find",),
    "planning": ("plan",),
    "questions": ("question",),
    "themes": ("theme", "ply", "visit", "piece", "change", "figure", "finale", "key", "line", "own", "space", "path"),
}
"""With what the predicates begin that only one folder uses; those of one reading end with its side (`comparing`)."""

PUBLIC = {"covers", "travels", "reaches", "route", "on_way", "opens_to", "filled"}
"""What claims and `ask` may use of rules/questions (docs/claims.md, docs/vocabulary.md)."""


def _signature(row: str) -> Signature:
    name, _, arguments = row.partition("(")
    return name, arguments.count(",") + 1 if arguments else 0


@pytest.fixture(scope="module")
def folders() -> dict[Signature, set[str]]:
    """The folders that use each predicate of the rules, by the headers of their files (tests/test_headers.py)."""
    found: dict[Signature, set[str]] = defaultdict(set)
    for path in builtin_root().rglob("*.lp"):
        for row in _ROW.findall(path.read_text(encoding="utf-8")):
            found[_signature(row)].add(path.relative_to(builtin_root()).parts[0])
    return found


def test_a_predicate_has_one_arity(folders: dict[Signature, set[str]]) -> None:
    arities: dict[str, list[int]] = defaultdict(list)
    for name, arity in sorted(folders):
        arities[name].append(arity)
    several = {name: those for name, those in arities.items() if len(those) > 1}
    assert several.keys() == PROJECTIONS.keys()
    assert all(long == short + 1 for short, long in several.values())


@pytest.mark.parametrize("folder", SUBJECTS)
def test_what_one_folder_uses_begins_with_its_subject(folder: str, folders: dict[Signature, set[str]]) -> None:
    own = {name for (name, _), those in folders.items() if those == {folder}} - PUBLIC
    assert own
    assert {name for name in own if not {name.split("_")[0], name.split("_")[-1]} & {*SUBJECTS[folder]}} == set()


def test_new_names_are_those_of_the_rules(folders: dict[Signature, set[str]]) -> None:
    """Each new name is in the rules; old names of what games state are not."""
    terms = {"capturing"}  # a term of routes
    names = {(name, arity) for name, arity in folders}
    new = {(name, arity) for (_, arity), those in RENAMED.items() for name in those if name not in terms}
    assert new - names == set()
    assert (STATED & names, STATED - RENAMED.keys()) == (set(), set())


def test_changes_list_old_and_new() -> None:
    text = (ROOT / "CHANGES.md").read_text(encoding="utf-8")
    listed = {
        ((old, int(arity)), tuple(new.split("|"))) for old, arity, new in re.findall(r"`(\w+)/(\d)\s+([\w|]+)`", text)
    }
    assert listed == set(RENAMED.items())


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("rule", "hint"),
    [
        ("deed(leap,white).", "nothing uses deed/2; deed/2 is now special_move/2"),
        ("#program verdict.\nforbidden(C) :- act(C,_,_).", "; act/3 is now chosen_move/3"),
        (
            "#program moves.\ntries(hop(From,From),From,From,hop) :- asked(From).\n"
            "stands(hop(From,From),partner,From) :- tries(hop(From,From),From,From,hop).",
            "tries/4 is now pseudo_legal/4",
        ),
    ],
)
def test_check_rules_names_the_new_predicate(tmp_path: Path, rule: str, hint: str) -> None:
    write(tmp_path, f"{rule}\n")
    assert any(hint in str(each) for each in check_rules(tmp_path / "small"))


def test_ask_names_the_new_predicate() -> None:
    with pytest.raises(RulesError, match=r"nothing defines crown/1; crown/1 is now royal_cell/1"):
        sm.position("fide: start").ask("own(C) :- crown(C).")


@pytest.mark.slow
def test_themes_name_the_new_predicate(tmp_path: Path) -> None:
    file = tmp_path / "old.lp"
    solution = sm.solve(sm.position("fide: white Kg6 Ra1 black Kg8"), "#1")
    for rule, words in (
        ('theme("X",Man,Ply) :- ply_mover(Ply,Man).', ":1: this rule states no theme; theme/3 is now piece_theme/3"),
        ('theme("X",Ply) :- mover(Ply,_).', ":1: no rule defines mover/2; mover/2 is now ply_mover/2"),
    ):
        file.write_text(rule, encoding="utf-8")
        with pytest.raises(RulesError, match=words):
            solution.themes(file)
