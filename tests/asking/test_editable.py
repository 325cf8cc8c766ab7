"""Rules as sheets that a reader may edit. With the facts of a position they give the answers of the engine."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

import shadowmate as sm
from shadowmate.asking.editable import Editable, editable
from shadowmate.asp.folders import game_folders
from support.grounded import answers


@cache
def sheets(name: str) -> Editable:
    return editable(sm.game(name).ruleset)


def program(found: Editable, word: str = "", edits: tuple[str, str] = ("", "")) -> str:
    """All sheets that a question needs, one of them edited."""
    numbers = sorted({*found.needs[""], *found.needs.get(word, ())})
    text = "\n".join(each.text for each in (*found.base, *(found.parts[number] for number in numbers)))
    assert edits[0] in text
    return text.replace(*edits) + found.tail


def shown(tmp_path: Path, text: str, position: sm.Position, predicate: str) -> list[str]:
    file = tmp_path / "sheets.lp"
    file.write_text(f"{text}\n#show {predicate}.\n{position.facts()}", encoding="utf-8")
    found, remarks = answers(file)
    assert remarks == "" and len(found) == 1
    return sorted(found[0])


@pytest.mark.sample(1, 5)
@pytest.mark.parametrize("name", sorted(game_folders()))
def test_sheets_give_the_moves_of_the_engine(name: str, tmp_path: Path) -> None:
    position = sm.game(name).start()
    codes = sorted(str(move.code) for move in position.legal_moves())
    found = shown(tmp_path, program(sheets(name)), position, "legal/3")
    assert [atom for atom, code in zip(found, codes, strict=True) if not atom.startswith(f"legal({code},")] == []


def test_an_edited_rule_changes_the_moves(tmp_path: Path) -> None:
    """A Knight on a1 that leaps one by three has two moves, to b4 and d2; the King on h8 has others, not asked."""
    position = sm.position("fide: white Na1 Kh1 black Kh8")
    edited = program(sheets("fide"), edits=("jump(knight,(1,2,0)).", "jump(knight,(1,3,0))."))
    found = [atom for atom in shown(tmp_path, edited, position, "legal/3") if "((1,1,1)," in atom]
    assert found == [f"legal(go((1,1,1),{to}),(1,1,1),{to})" for to in ("(2,4,1)", "(4,2,1)")]


def test_a_word_of_the_vocabulary_has_the_parts_that_it_needs(tmp_path: Path) -> None:
    """The parts about pinned pieces are there where they are asked for, and not for moves alone."""
    found = sheets("fide")
    position = sm.position("fide: white Ke1 Re2 black Ke8 Re7")
    assert shown(tmp_path, program(found, "pinned"), position, "pinned/2") == [
        "pinned((5,2,1),(5,7,1))",
        "pinned((5,7,1),(5,2,1))",
    ]
    names = [each.name for each in found.parts]
    assert names.index("pinned") not in found.needs[""] and names.index("pinned") in found.needs["pinned"]


def test_rules_that_call_functions_are_given_as_facts() -> None:
    (facts,) = sheets("golem").base
    assert facts.name == "facts" and "@" not in facts.text and "army(white)." in facts.text


def test_sheets_derive_the_flaws_of_a_position(tmp_path: Path) -> None:
    """Two white Kings, on a1 and c1. The rules derive a flaw for the greater cell."""
    facts = sm.position("fide: white Ka1 black Kh8").facts() + "piece((3,1,1),king,white).\n"
    file = tmp_path / "sheets.lp"
    file.write_text(f"{program(sheets('fide'))}\n#show flaw/2.\n{facts}", encoding="utf-8")
    ((flaw,),), _ = answers(file)
    assert flaw == 'flaw((3,1,1),"an army has at most one piece of this kind")'
