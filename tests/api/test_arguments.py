"""Every public function refuses arguments of a wrong type or value, and names them."""

from __future__ import annotations

import inspect
import pickle
import re
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_type_hints

import networkx as nx
import numpy as np
import pytest

import shadowmate as sm
from shadowmate.checking.rules import find_folder
from shadowmate.play.position import unsuited
from support.paths import EXAMPLES

FIDE = sm.game("fide", engine="compiled")
CORNER = FIDE.position("white Kg6 Ra1 black Kg8")
PROOF = sm.solve(sm.position("fide: white Kg6 Ra1 black Kg8"), "#1").as_json()
GOOD: dict[str, dict[str, Any]] = {
    "check_certificate": {"certificate": EXAMPLES / "none.cnf", "name": "prince"},
    "check_proof": {"solution": PROOF},
    "check_rules": {"folder": EXAMPLES / "wasp"},
    "claims": {"name": "prince", "ids": "prince-355-cells"},
    "book": {"path": EXAMPLES / "problem.yaml"},
    "compare_play": {"name": "latrunculi", "left": "emperor_safe", "right": "both_safe", "material": "white Em"},
    "compare": {"name": "prince", "left": "paths_off_field", "right": "field_paths_closed", "kind": "reporter"},
    "find": {"name": "fide", "pieces": "white Q"},
    "compose": {
        "specification": {"game": "fide", "stipulation": "#1", "pieces": {"white": ["K", "Q"], "black": ["K"]}},
    },
    "verify": {"path": EXAMPLES / "problem.yaml"},
    "divide": {"position": CORNER, "depth": 1},
    "game": {},
    "marks": {"position": CORNER, "cell": "a1"},
    "perft": {"position": CORNER, "depth": 1},
    "position": {"text": "fide: start"},
    "positions": {"texts": ["fide: start"]},
    "solve": {"position": CORNER, "stipulation": "#1"},
    "table": {"game": "fide", "material": "white K R black K"},
}
PARAMETERS = [
    (name, parameter)
    for name, given in GOOD.items()
    for parameter, hint in get_type_hints(inspect.unwrap(getattr(sm, name))).items()
    if hint is not Any and parameter != "return"
]
LEAST = {
    "divide": {"jobs": 1},
    "solve": {"jobs": 1, "memory": 0, "max_solutions": 1},
    "table": {"jobs": 1, "memory": 0},
    "game": {"rules_time": 0, "rules_memory": 0},
    "position": {"rules_time": 0, "rules_memory": 0},
    "positions": {"rules_time": 0, "rules_memory": 0},
    "check_certificate": {"rules_time": 0, "rules_memory": 0},
    "check_proof": {"rules_time": 0, "rules_memory": 0},
    "claims": {"rules_time": 0, "rules_memory": 0},
    "book": {"jobs": 1},
    "find": {"count": 1, "seconds": 0, "rules_time": 0, "rules_memory": 0},
    "compose": {"count": 1, "seed": 0, "jobs": 1},
    "compare": {"at_most": 0, "rules_time": 0, "rules_memory": 0},
    "compare_play": {"at_most": 1, "rules_time": 0, "rules_memory": 0},
}


def call(name: str, /, **more: object) -> object:
    return getattr(sm, name)(**{**GOOD[name], **more})


def test_these_are_all_functions() -> None:
    """GOOD has arguments of every public function, except those that draw."""
    found = {name for name in sm.__all__ if inspect.isfunction(getattr(sm, name))}
    assert found - {"svg", "png", "animation"} == set(GOOD)


@pytest.mark.parametrize(("name", "parameter"), PARAMETERS)
@pytest.mark.parametrize("value", [object(), b"bytes", 1j, [object()]], ids=lambda each: type(each).__name__)
def test_an_argument_of_another_type(name: str, parameter: str, value: object) -> None:
    with pytest.raises(sm.OptionError, match=f"^{parameter}: expected "):
        call(name, **{parameter: value})


@pytest.mark.parametrize(
    ("name", "parameter"),
    [("verify", "path"), ("book", "path"), ("check_rules", "folder"), ("compose", "specification")],
)
def test_an_empty_text_is_no_path(name: str, parameter: str) -> None:
    """It would be the current folder."""
    with pytest.raises(sm.OptionError, match=f"^{parameter}: expected .* names a file or folder, not ''"):
        call(name, **{parameter: ""})


def test_results_are_printed_as_the_commands_print_them() -> None:
    asked = CORNER.ask("holds(Cell) :- piece(Cell,rook,white).")
    assert str(asked) == f"holds  {asked.rows[0].arguments[0]}"
    (verdict, *_) = sm.verify(EXAMPLES / "problem.yaml")
    assert str(verdict).splitlines()[0].endswith("#2: unsound  Shadowmate") and "needless: white Pb2" in str(verdict)
    pieces = {"white": ["K", "Q"], "black": ["K"]}
    made = next(sm.compose({"game": "fide", "stipulation": "#1", "pieces": pieces}))
    assert str(made).startswith(f"{made.position}  #1  score {made.score}: ") and made.solution[0] in str(made)


def test_what_a_shell_shows_of_an_object_is_short() -> None:
    (move,) = CORNER.legal_moves(CORNER.legal_moves()[0].origin)[:1]
    assert repr(move) == f"<Move {move}>"
    assert repr(sm.Player(FIDE, nodes=9, seconds=None)) == "Player(game('fide'), 'strong', seconds=None, nodes=9)"
    some = sm.compose({"game": "fide", "stipulation": "#1", "pieces": {"white": ["K", "Q"], "black": ["K"]}})
    assert repr(some) == "<Composing: 0 candidates, 0 sound, 0 of these as asked for>"


METHODS: dict[str, tuple[str, Callable[[Any], object]]] = {
    "Player": ("game", sm.Player),
    "Player.choose": ("position", lambda value: sm.Player(FIDE, nodes=1).choose(value)),
    "Solution.themes": ("ask", lambda value: sm.solve(CORNER, "#1").themes(value)),
    "Game.program": ("predicates", lambda value: FIDE.program("legal", value)),
    "Position.control": ("predicates", CORNER.control),
    "Position.push": ("move", CORNER.push),
    "Position.move": ("text", CORNER.move),
    "Position.legal_moves": ("origin", CORNER.legal_moves),
    "Position.why": ("move", CORNER.why),
    "Position.attackers": ("cell", CORNER.attackers),
    "Table.probe": ("position", lambda value: sm.table("fide", "white K black K").probe(value)),
    "Table.value": ("position", lambda value: sm.table("fide", "white K black K").value(value)),
    "Table.line": ("position", lambda value: sm.table("fide", "white K black K").line(value)),
}


@pytest.mark.parametrize("name", METHODS)
def test_an_argument_of_a_method_of_another_type(name: str) -> None:
    parameter, method = METHODS[name]
    for value in (3, [3]):
        with pytest.raises(sm.OptionError, match=f"^{parameter}: expected "):
            method(value)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda table: table.entries(2), r"side: expected one of 0 \(white\), 1 \(black\), not 2"),
        (lambda table: table.entries(-1), "side: expected one of"),
        (lambda table: table.entries("white"), "side: expected a whole number"),
        (lambda table: table.worth(2, [[1, 9]]), "side: expected one of"),
        (lambda table: table.position(0, 10**9), "entry: expected at most"),
        (lambda table: table.position(0, -1), "entry: expected at least 0"),
        (lambda table: table.shape.entries([[1, 9, 17]]), r"cells: expected whole numbers of shape \(placements, 2\)"),
        (lambda table: table.shape.entries([[1, 64]]), "cells: expected numbers from 0 to 63"),
    ],
)
def test_a_table_refuses_sides_and_entries_that_it_has_not(ask: Callable[[Any], object], message: str) -> None:
    with pytest.raises(sm.OptionError, match=f"^{message}"):
        ask(sm.table("fide", "white K black K"))


def test_a_table_refuses_the_position_of_another_game() -> None:
    position = sm.position("prince: white KiAa1 black KiHh8")
    with pytest.raises(sm.EndgameError, match="this is a table of game"):
        sm.table("fide", "white K black K").probe(position)


@pytest.mark.parametrize("text", ["koth: white Ke3 Pa2 black Kh8 Ph7", "prince: white KiAa1 black KiHh8"])
def test_a_player_refuses_the_position_of_another_game(text: str) -> None:
    with pytest.raises(sm.OptionError, match=r"this is a player of game\('fide'\), and the position of game\('"):
        sm.Player(FIDE, nodes=1).choose(sm.position(text))


def test_other_readings_are_other_rules() -> None:
    position = sm.position("prince: white KiAa1 black KiHh8", "printed_d_first")
    assert unsuited(position, position.game, "a player") == ""
    assert "the position of game('prince', 'printed_d_first')" in unsuited(position, sm.game("prince"), "a player")


def test_a_picture_in_no_folder_is_refused_by_its_name(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as refused:
        sm.png(CORNER, tmp_path / "none" / "picture.png")
    assert refused.value.filename == str(tmp_path / "none" / "picture.png")


def test_a_picture_with_the_name_of_another_format_is_refused(tmp_path: Path) -> None:
    with pytest.raises(sm.OptionError, match=r"^path: .*x\.svg: png writes PNG, but this is a name for SVG$"):
        sm.png(CORNER, tmp_path / "x.svg")
    assert not list(tmp_path.iterdir())
    sm.png(CORNER, tmp_path / "x.PNG")
    sm.png(CORNER, str(tmp_path / "x"))


@pytest.mark.parametrize(("name", "parameter"), [(n, p) for n, each in LEAST.items() for p in each])
@pytest.mark.parametrize("less", [1, 1000, float("nan")])
def test_a_number_that_is_too_small(name: str, parameter: str, less: float) -> None:
    """A search with -1 threads would find nothing."""
    value = float("nan") if less != less else LEAST[name][parameter] - less
    with pytest.raises(sm.OptionError, match=f"^{parameter}: expected "):
        call(name, **{parameter: value})


@pytest.mark.parametrize(("name", "parameter"), [(name, each) for name, some in LEAST.items() for each in some])
def test_true_is_no_number(name: str, parameter: str) -> None:
    with pytest.raises(sm.OptionError, match=f"{parameter}: expected a .*, not True"):
        call(name, **{parameter: True})


@pytest.mark.parametrize("kind", [np.int64, np.int32, np.uint8, int])
def test_numbers_of_numpy_will_do(kind: Callable[[int], Any]) -> None:
    assert sm.perft(CORNER, kind(1)) == len(CORNER.legal_moves())
    found = sm.solve(CORNER, "#1", jobs=kind(1), memory=kind(1), max_solutions=kind(1))
    assert found.keys == ("Ra1-a8",)


@pytest.mark.slow
def test_what_is_several_may_be_one() -> None:
    """A single text or path is accepted where several are expected. A text is not read as a list of letters."""
    prince = sm.position("prince: white KiFf6 KnFe6 black KiHh8", readings="some-path")
    proof = sm.solve(prince, "+1", max_solutions=1).as_json()
    for readings in ("some-path", ["some-path"], ("some-path",)):
        sm.check_proof(proof, readings=readings)
    with pytest.raises(sm.ReadingError, match="'nosuch'"):
        sm.check_proof(proof, readings="nosuch")
    proof = sm.solve(sm.position("fide: white Kf6 Ra1 black Kh7"), "#1").as_json()
    for folder in (EXAMPLES, str(EXAMPLES), [EXAMPLES], [str(EXAMPLES)]):
        assert sm.game("wasp", rules=folder).name == "wasp"
        sm.check_proof(proof, rules=folder)
    assert sm.check_rules(str(EXAMPLES / "wasp")) == sm.check_rules(EXAMPLES / "wasp") == []


@pytest.mark.parametrize("extra", ["tries", "set_play"])
def test_what_the_play_does_not_have_is_refused(extra: str) -> None:
    with pytest.raises(sm.StipulationError, match="in ser-#1"):
        sm.solve(CORNER, "ser-#1", **{extra: True})


@pytest.mark.parametrize("value", [-1, -0.5, "1", float("nan")])
@pytest.mark.parametrize("limit", ["most_nodes", "most_seconds"])
def test_limits_are_numbers(limit: str, value: Any) -> None:
    with pytest.raises(sm.OptionError, match=f"^{limit}: expected "):
        sm.Limits(**{limit: value})


def test_a_move_and_its_text_are_equal_arguments() -> None:
    start = sm.position("fide: start")
    move = start.move("e4")
    assert start.move(move) == move and start.why(move) == start.why(str(move))
    for wrong in (None, 3, object()):
        for ask in (start.move, start.push, start.why):
            with pytest.raises(sm.OptionError, match="expected Move or a text, not "):
                ask(wrong)  # type: ignore[operator]
        for ask in (start.legal_moves, start.attackers):
            if wrong is not None or ask == start.attackers:
                with pytest.raises(sm.OptionError, match="expected a text"):
                    ask(wrong)  # type: ignore[operator]


HELP = sm.solve(sm.position("fide: white Kg6 Ra2 black Kh8"), "h#1")
SOLVED = sm.solve(CORNER, "#1")


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: SOLVED.start("a8"), "key: 'a8' is no key; there are Ra1-a8"),
        (lambda: SOLVED.path(["x"]), "line: 'x' is no line of the solution"),
        (lambda: HELP.path(["a", "b"]), "line: 'a b' is no line of the solution"),
        (lambda: HELP.end([]), "line: '' is no line of the solution"),
        (lambda: SOLVED.moves(None), "node: expected a node of the play or of the tree, not None"),
        (lambda: SOLVED.answers(5), "node: expected a node of the play or of the tree, not 5"),
        (lambda: sm.solve(CORNER, "#1", memory=float("inf")), "memory: expected a finite number, not inf"),
    ],
)
def test_what_a_solution_does_not_have_is_refused(ask: Callable[[], object], message: str) -> None:
    with pytest.raises(sm.OptionError) as error:
        ask()
    assert str(error.value).startswith(message)


def test_a_solution_does_not_change() -> None:
    """The tree of a solution is frozen, also after pickling. A copy of the tree can be changed."""
    found = sm.solve(CORNER, "#1")
    for tree in (found.tree, pickle.loads(pickle.dumps(found)).tree):
        for change, *what in ((tree.clear,), (tree.remove_node, found.root), (tree.add_node, "x")):
            with pytest.raises(nx.NetworkXError, match="rozen"):
                change(*what)
    assert found.tree.copy().remove_node(found.root) is None


@pytest.mark.slow
def test_a_probe_is_printed_as_text() -> None:
    found = sm.table("fide", "white K R black K").probe(CORNER)
    assert str(found).splitlines()[:2] == ["white to move: won in 1", "won in 1: Ra1-a8"]


def test_ctrl_c_ends_counting() -> None:
    """Ctrl-C ends at once. It does not wait for the subtrees that threads have begun."""
    begun = threading.Event()

    def press() -> None:
        begun.wait()
        time.sleep(0.3)
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

    sm.perft(FIDE.start(), 2)
    thread = threading.Thread(target=press)
    thread.start()
    spent = time.process_time()  # all of it takes hours
    with pytest.raises(KeyboardInterrupt):
        begun.set()
        sm.perft(FIDE.start(), 8)
    thread.join()
    assert time.process_time() - spent < 30


@pytest.mark.parametrize("place", ["nowhere/at/all", ".", "file", "empty"])
def test_a_path_without_a_game(place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The error of `check_rules` is about the path. It does not report that no game has that name."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").write_text("")
    (tmp_path / "empty").mkdir()
    with pytest.raises(sm.RulesError, match=re.escape(place)):
        sm.check_rules(place)
    for path in (place, str(tmp_path / place)):
        if "/" in path or place == "file":
            with pytest.raises(sm.RulesError, match=re.escape(path)):
                find_folder(path)
