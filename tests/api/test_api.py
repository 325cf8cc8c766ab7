"""The Python interface: every listed name exists, values are immutable, and everything can be pickled."""

from __future__ import annotations

import copy
import pickle
import re
import runpy
from concurrent.futures import ProcessPoolExecutor
from importlib.metadata import version
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

import shadowmate as sm
from support.paths import EXAMPLES, ROOT

CASTLING = "fide: white Ke1 Ra1 Pe5 black Ke8 Pd5 ep d6 castle a1"


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", sm.__all__)
def test_names_are_there(name: str) -> None:
    assert getattr(sm, name) is not None
    assert name in dir(sm)


def test_the_page_lists_the_names() -> None:
    listed = set(re.findall(r"`(?:sm\.)?(\w+)`", (ROOT / "docs" / "python.md").read_text(encoding="utf-8")))
    assert set(sm.__all__) <= listed


def test_the_reference_is_current() -> None:
    """`python docs/api_reference.py` would change nothing."""
    made = runpy.run_path(str(ROOT / "docs" / "api_reference.py"))["page"]()
    assert (ROOT / "docs" / "api.md").read_text(encoding="utf-8") == made


def test_the_version_is_the_packages() -> None:
    assert sm.__version__ == version("shadowmate")


@pytest.mark.parametrize("name", ["turn", "pieces", "game", "state", "quiet", "_seen", "another"])
def test_a_position_does_not_change(name: str) -> None:
    position = sm.position(CASTLING)
    before = hash(position)
    with pytest.raises(AttributeError, match=f"'{name}': a position cannot change"):
        setattr(position, name, "black")
    with pytest.raises(AttributeError):
        delattr(position, name)
    assert hash(position) == before and position == sm.position(CASTLING)


def test_nor_do_its_pieces() -> None:
    pieces: Any = sm.position(CASTLING).pieces
    with pytest.raises(TypeError):
        pieces["d1"] = sm.Piece(("queen",), "white")


def count(position: sm.Position) -> tuple[int, sm.Move]:
    """The number of legal moves, and the first of them."""
    moves = position.legal_moves()
    return len(moves), moves[0]


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["reference", "compiled"])
def test_positions_go_to_other_processes(engine: Any) -> None:
    positions = [
        sm.position(CASTLING, engine=engine),
        sm.position("wasp: start", rules=EXAMPLES, engine=engine),
        sm.position("prince: white ReAa1 black KnBb2", readings="some-path"),
    ]
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        assert list(pool.map(count, positions)) == [count(each) for each in positions]


@pytest.mark.slow
def test_a_pickled_position_knows_what_it_has_repeated() -> None:
    position = sm.position("fide: white Ke1 Ra1 black Ke8")
    for move in ("Ra1-a2", "Ke8-e7", "Ra2-a1", "Ke7-e8") * 2:
        position = position.push(move)
    again = pickle.loads(pickle.dumps(position))
    assert (again, again.seen, str(again)) == (position, 3, str(position))
    assert again.outcome() == position.outcome() == sm.Outcome("repetition", None)
    assert again.push(pickle.loads(pickle.dumps(position.legal_moves()[0]))) == position.push(position.legal_moves()[0])


def test_a_solution_shows_itself() -> None:
    solution = sm.solve(sm.position("fide: white Kf6 Ra1 black Kh7", engine="compiled"), "#2")
    assert str(solution).splitlines()[:2] == ["#2: 1 key", "1. Ra1-a8! zugzwang"]
    assert repr(solution) == "<Solution of '#2': #2: 1 key>"
    picture = solution._repr_svg_()
    assert picture and picture.count("<title>") >= solution.tree.number_of_nodes()


@pytest.mark.parametrize("engine", ["auto", "reference", "compiled"])
def test_a_solution_can_be_pickled_and_copied(engine: sm.EngineName) -> None:
    for text, asked in (("fide: white Kg6 Ra1 black Kg8", "#1"), ("fide: white Kg6 Ra1 black Kf8 turn black", "h#1")):
        solution = sm.solve(sm.position(text, engine=engine), asked)
        for again in (pickle.loads(pickle.dumps(solution)), copy.deepcopy(solution)):
            assert (str(again), again.as_json()) == (str(solution), solution.as_json())


def test_options_that_mean_nothing_are_refused() -> None:
    engine: Any = "fast"
    with pytest.raises(sm.OptionError, match="engine: expected 'auto' or 'reference' or 'compiled', not 'fast'"):
        sm.game("fide", engine=engine)


@pytest.mark.parametrize("folders", [str(EXAMPLES), EXAMPLES, [EXAMPLES], (str(EXAMPLES),)])
def test_one_folder_or_several(folders: str | Path | list[Path] | tuple[str, ...]) -> None:
    assert sm.game("wasp", rules=folders).name == "wasp"


@pytest.mark.slow
def test_rules_that_have_changed_are_read_anew(tmp_path: Path) -> None:
    """After an edit of the rules `sm.game` gives a game of the new rules. Positions of the old game are not equal."""
    own = tmp_path / "own"
    own.mkdir()
    text = (EXAMPLES / "wasp" / "game.lp").read_text(encoding="utf-8")
    (own / "game.lp").write_text(text, encoding="utf-8")
    line = "own: white KiAa1 WaCc3 black KiEe5"
    before = sm.position(line, rules=tmp_path)
    assert sm.position(line, rules=tmp_path) == before and sm.game("own", rules=tmp_path) is before.game
    (own / "game.lp").write_text(f"{text}\nforbidden(Move) :- chosen_move(Move,_,_).\n", encoding="utf-8")
    after = sm.position(line, rules=tmp_path)
    assert str(after) == str(before) and after != before


@pytest.mark.slow
def test_positions_by_other_rules_are_others() -> None:
    assert sm.position("prince: start", "some_path") != sm.position("prince: start")
    assert len({sm.position("fide: start"), sm.position("fide: start", engine="compiled")}) == 1
