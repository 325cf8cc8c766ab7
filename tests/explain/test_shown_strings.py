"""Strings of a game, written and read again, give the same facts."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shadowmate.asp.rule_files import read_game
from shadowmate.asp.ruleset import Ruleset
from shadowmate.commands.about_kinds import strings_text
from shadowmate.explain.strings import Strings, strings_of
from support.engine import rules
from support.paths import GAMES_OF_TESTS

IDS = "KPPQ"
"""Of four types; two have one ID."""
HEAD = """
#include "core/game.lp".
#include "boards/letters.lp".
#include "boards/square.lp".
#include "parameters/types.lp".
#include "parameters/morph.lp".
#include "parameters/goals.lp".
#include "parameters/matrix.lp".
#include "parameters/trading.lp".
game("Strings"). size(4,3,1). player(white,1). player(black,2).
abbreviation(a,"A"). abbreviation(b,"B"). abbreviation(c,"C"). abbreviation(d,"D").
motion((a;b;c;d),step,orthogonal,any).
"""


def read(facts: str) -> Ruleset:
    """Rules of a small game with these facts."""
    with TemporaryDirectory() as folder:
        (Path(folder) / "game.lp").write_text(f"{HEAD}\n{facts}\n", encoding="utf-8")
        return Ruleset(read_game(Path(folder)))


def words(ruleset: Ruleset) -> set[str]:
    """What strings say, as the rules have it."""
    return {
        str(fact) for name, arity in (("matrix", 3), ("marked", 4), ("type", 3)) for fact in ruleset.facts(name, arity)
    }


def written(ruleset: Ruleset) -> Strings:
    found = strings_of(ruleset)
    assert found
    return found


def quoted(text: str) -> str:
    return '"' + text.replace('"', '\\"') + '"'


MATRICES = st.lists(
    st.text(st.sampled_from(".!%^KPQkpq="), max_size=9).filter(
        lambda row: row.count("=") <= 1 and row.find("=") <= 5 and len(row.partition("=")[2]) <= 4
    ),
    max_size=4,
).map("/".join)
BOARDS = st.lists(st.text(st.sampled_from(".!*+#KPQ"), max_size=4), min_size=3, max_size=3).map("/".join)
BESIDE = st.sets(st.sampled_from([
    "matrix(b,enemy(c),unguarded(orthogonal)).", "matrix(c,friend(c),to(b)).", "matrix(c,friend(c),to(c)).",
    "matrix(a,enemy(b),ban).", "iron(d).", "morphs(c,to(c),1,2).", "morphs(a,ban,2,2).",
]))  # fmt: skip


@settings(max_examples=8)
@given(MATRICES, BOARDS, BOARDS, BESIDE)
def test_written_text_reads_back_the_same(matrix: str, board: str, other: str, beside: set[str]) -> None:
    types = " ".join(f'type({n},{kind},"{sign}").' for n, (kind, sign) in enumerate(zip("abcd", IDS, strict=True), 1))
    strings = f"capture_matrix({quoted(matrix)}). morph(a,{quoted(board)}). morph(c,{quoted(other)})."
    first = read(f"{types} {strings} {' '.join(sorted(beside))}")
    again = read(strings_text(written(first)))
    assert words(again) == words(first)
    assert strings_of(again) == strings_of(first)


@pytest.mark.parametrize(
    ("name", "matrix", "beside"),
    [
        (
            "golem",
            '7!/7h/"4/7H/7h',
            tuple(
                f"matrix({mover},enemy({victim}),unguarded(adjacent))."
                for mover, victim in (("golem", "golem"), ("golem", "half_golem"), ("half_golem", "half_golem"))
            ),
        ),
        ("kyoto", "/R10/P10/B10/S10/T10/L10/G10/N10", ()),
        ("micro", "/.N9/.P9/.S9/.L9/.G9/.R9/.T9/.B9", ()),
        ("werewolf", '/6W/"3', ()),
        ("lions", "", ("matrix(lion,enemy(lion),unguarded(adjacent)).",)),
    ],
)
def test_games_have_their_strings_back(name: str, matrix: str, beside: tuple[str, ...]) -> None:
    found = written(rules(name))
    assert (found.matrix, found.beside) == (matrix, beside)


def test_boards_say_what_stands_beside_them() -> None:
    """A square that the game `strings` states in ASP is in the string, too."""
    from shadowmate.asp.ruleset import load

    found = written(load("strings", extra=(GAMES_OF_TESTS,)))
    assert found.morphs["guard"] == "//!.//....N"
    assert strings_of(rules("fide")) is None


def test_a_board_without_columns_and_rows_has_no_morph_boards(tmp_path: Path) -> None:
    """Hexes have no size/3, so what a morph board would say stays a fact."""
    types = (
        '#include "variants/hexagonal.lp".\n#include "parameters/types.lp".\n#include "parameters/morph.lp".\n'
        '#program base.\ngame("hexes"). hexagonal(king,7,1). type(1,king,"K"). morphs(king,ban,2,1).\n'
    )
    (tmp_path / "game.lp").write_text(types, encoding="utf-8")
    found = written(Ruleset(read_game(tmp_path)))
    assert (found.types, found.morphs, found.beside) == ((("king", "K"),), {}, ("morphs(king,ban,2,1).",))
