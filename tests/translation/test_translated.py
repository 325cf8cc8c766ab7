"""The list of rules that the compiled engine carries out, the map to its functions, and the table of both."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from translation import translated

from shadowmate.asp import folders
from shadowmate.asp.rule_files import read_game
from shadowmate.asp.ruleset import Ruleset
from shadowmate.compiled.compile.kernel_map import CARRIED_OUT
from shadowmate.compiled.compile.known_rules import known_rules
from shadowmate.compiled.compile.translation import refusals

ADVICE = "look at these functions, then run `python tests/translation --update`"


def test_every_rule_is_the_one_that_was_translated() -> None:
    known, now = set(known_rules()), set(translated.lines())
    found = [
        f"{each.file}, {each.head}: {', '.join(translated.functions_of(each.file, each.head.split()[0]))}"
        for each in sorted(known ^ now, key=lambda each: each[1:])
    ]
    assert not found, f"changed rules, or moved ones; {ADVICE}:\n" + "\n".join(dict.fromkeys(found))
    assert list(known_rules()) == translated.lines()


def test_every_rule_has_functions_and_every_entry_rules() -> None:
    assert translated.unmapped() == []


@pytest.mark.parametrize("file", CARRIED_OUT)
def test_every_function_of_the_map_exists(file: str) -> None:
    for found in CARRIED_OUT[file].values():
        for path in found.split():
            assert translated.function(path) is not None


def test_the_table_is_as_it_was_written() -> None:
    """`python tests/translation --table` would change nothing."""
    assert translated.README.read_text(encoding="utf-8") == translated.page(), "run python tests/translation --table"


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the rules, from which games are read."""
    found = tmp_path / "rules"
    shutil.copytree(folders.builtin_root(), found)
    monkeypatch.setattr(folders, "builtin_root", lambda: found)
    return found / "core"


def alter(file: Path, old: str, new: str) -> list[str]:
    """Why chess is not compiled when a file has been altered."""
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")
    return refusals(Ruleset(read_game(folders.find_game("fide"))))


ALLOWED = "allowed(C,From,To) :- unforbidden(C,From,To), not careless(C)."
LOST = "outside(Material) :- dead(Material,_), held(_,_,_)."


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("dead.lp", LOST, "outside(List) :-\n    held(_,_,_), dead(List,_)."),
        ("why.lp", 'because(7,"it would leave the royal piece', 'because(6,"it would leave the royal piece'),
        ("why.lp", "sought(now,now,From,Point) :- examines(From,Point).",
         "sought(now,now,From,Point) :- examines(From,Point), occupied(From)."),
        ("stores.lp", "Other != Item.", "Other < Item."),
    ],
)  # fmt: skip
def test_names_order_and_explanations_do_not_count(copy: Path, file: str, old: str, new: str) -> None:
    assert alter(copy / file, old, new) == []


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (ALLOWED, ALLOWED.replace("careless", "exposed"),
         ["core/legal.lp:", "new or changed", "allowed (generate.generate, "]),
        (ALLOWED, f"{ALLOWED}\nallowed(C,From,To) :- chosen_move(C,From,To).",
         ["core/legal.lp:", "'allowed(C,From,To) :- chosen_move(C,From,To).'"]),
        (ALLOWED, "", ["leaves out rules of core/legal.lp: those for allowed (generate.generate, "]),
        (ALLOWED, f"#program worlds.\n{ALLOWED}\n#program verdict.", ["core/legal.lp", "allowed (generate"]),
    ],
)  # fmt: skip
def test_a_changed_rule_names_the_functions_that_carry_it_out(copy: Path, old: str, new: str, words: list[str]) -> None:
    (reason,) = alter(copy / "legal.lp", old, new)
    assert all(each in reason for each in words), reason


@pytest.mark.slow
def test_a_rule_may_move_to_another_file(copy: Path) -> None:
    legal = copy / "legal.lp"
    legal.write_text(f"{legal.read_text(encoding='utf-8')}\n#program position.\n{LOST}\n", encoding="utf-8")
    assert alter(copy / "dead.lp", LOST, "") == []
