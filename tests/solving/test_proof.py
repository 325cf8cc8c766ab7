"""The checker confirms what the solver exports, and refutes every kind of tampering with it."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from typer.testing import CliRunner

import shadowmate as sm
from shadowmate.commands.app import app
from shadowmate.solving.problem.solution import Kind, Verdict
from shadowmate.solving.problem.stipulation import Aim, Play, Stipulation
from shadowmate.solving.proof.check import ProofVerdict, check_proof
from shadowmate.solving.proof.proof_file import ProofError, schema
from shadowmate.solving.search.problem_search import ROOT
from shadowmate.solving.solver import solve

Json = dict[str, Any]
PACKAGE = Path(sm.__file__).parent
SCHEMA = json.loads(schema())


def exported(position: str, stipulation: str) -> str:
    tries = Stipulation.parse(stipulation).has_tries
    start = sm.position(position, engine="compiled")
    return json.dumps(solve(start, stipulation, tries=tries, set_play=True).as_json())


@pytest.fixture(scope="module")
def battle() -> str:
    return exported("fide: white Kf6 Ra1 black Kh7", "#2")


@pytest.fixture(scope="module")
def line() -> str:
    return exported("fide: white Kf7 Re1 black Kh8 turn black", "h#1")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("position", "stipulation"),
    [
        ("raumschach: white KCc3 QDd2 black KEe1", "+1"),
        ("fide: white Ka1 Bb1 Rh8 black Ka3 Pb3", "s#1"),
        ("fide: white Ka1 Rb1 Rd1 black Kh8 Rb8 Pa2", "r#1"),
        ("fide: white Kh1 Pa6 black Ke7", "z(a8)2"),
        ("fide: white Kg6 Ra1 black Kf8 turn black", "ser-h#1"),
        ("fide: white Kf7 Re1 black Kh7 turn black", "h#1"),
    ],
)
def test_solutions_are_confirmed(position: str, stipulation: str) -> None:
    report = check_proof(json.loads(json.dumps(solve(sm.position(position, engine="compiled"), stipulation).as_json())))
    assert report.verdict is ProofVerdict.CONFIRMED, report
    assert "that there is no other solution" in report.not_shown


@pytest.mark.slow
def test_what_is_confirmed(battle: str, line: str) -> None:
    assert str(check_proof(json.loads(battle))).splitlines() == [
        "confirmed: 18 moves between 18 positions are as stated",
        "confirmed: Ra1-a8 forces mate in 2",
        "confirmed: set play: Kh7-h6",
        "confirmed: tries: each of 3 forces mate in 2, but for one legal reply",
        "confirmed: threats: Ra1-h1",
        "not shown: that there is no quicker way",
        "not shown: that this reply refutes it",
        "not shown: that there is no other solution",
    ]
    assert check_proof(json.loads(line)).confirmed[1:] == ("1 solution", "1 line of set play")


@pytest.mark.slow
def test_no_solution_is_not_shown() -> None:
    report = check_proof(solve(sm.position("fide: white Kg6 Ra1 black Kf8"), "#1").as_json())
    assert report.verdict is ProofVerdict.NOT_SHOWN and report.not_shown == ("that there is no solution",)


def edge(solution: Json, move: str, kind: str | None = None) -> Json:
    return next(e for e in solution["tree"]["edges"] if e["move"] == move and kind in (None, e["kind"]))


def node(solution: Json, role: str) -> Json:
    return next(n for n in solution["tree"]["nodes"] if n["role"] == role)


def drop(solution: Json, move: str, kind: str) -> None:
    """Leave out a move and what can then not be reached."""
    tree = solution["tree"]
    tree["edges"].remove(edge(solution, move, kind))
    reached, before = {tree["root"]}, set[int]()
    while reached != before:
        before = set(reached)
        reached |= {e["to"] for e in tree["edges"] if e["from"] in reached}
    tree["nodes"] = [n for n in tree["nodes"] if n["id"] in reached]
    tree["edges"] = [e for e in tree["edges"] if e["from"] in reached]


TAMPERINGS: list[tuple[str, Callable[[Json], object], str]] = [
    ("another key", lambda s: s["keys"].append("Ra1-a7"), "are not those of the tree"),
    ("no key", lambda s: s["keys"].clear(), "are not those of the tree"),
    (
        "an illegal move",
        lambda s: edge(s, "Ra8-h8").update(move="Ra8-h7"),
        r"Ra8-h7 \(attack\) in .* is not a legal move",
    ),
    ("another legal move", lambda s: edge(s, "Ra8-h8").update(move="Ra8-a1", goal=False), "leads to .* not to"),
    ("a move to elsewhere", lambda s: edge(s, "Ra8-h8").update(to=s["tree"]["root"]), "leads to .* not to"),
    ("another position", lambda s: node(s, "mate").update(position=node(s, "key")["position"]), "leads to .* not to"),
    ("a missing defence", lambda s: drop(s, "Kh7-h6", "defence"), "the defence Kh7-h6 is missing after Ra1-a8"),
    ("a missing answer", lambda s: drop(s, "Ra8-h8", "attack"), "has no answer"),
    ("a goal that is none", lambda s: edge(s, "Ra1-a8").update(goal=True), "does not reach the goal"),
    ("a goal without its mark", lambda s: edge(s, "Ra8-h8").update(goal=False), "is not reached as 'mate'"),
    ("fewer moves asked for", lambda s: s.update(stipulation="#1"), "the goal is 1 moves away, not 0"),
    ("another goal", lambda s: s.update(stipulation="=2"), "does not reach the goal, stalemate"),
    ("another kind of play", lambda s: s.update(stipulation="s#2"), "the other player should reach it"),
    ("too small a distance", lambda s: node(s, "key").update(distance=0), "moves away, not 0"),
    ("no distance", lambda s: node(s, "defence").update(distance=None), "the goal is None moves away"),
    ("a distance at the root", lambda s: node(s, "root").update(distance=1), "the quickest key needs 2 moves, not 1"),
    ("a short solution", lambda s: s.update(short=1), "'short' is 1"),
    ("a wrong label", lambda s: s["labels"].append("cooked"), "'labels' is"),
    ("another verdict", lambda s: s.update(verdict="no solution"), "the verdict is 'no solution'"),
    ("another turn", lambda s: node(s, "key").update(turn="white"), "'turn' of .* is black, not white"),
    ("a check that is none", lambda s: node(s, "key").update(check=True), "'check' of .* is False, not True"),
    ("a role that is not so", lambda s: node(s, "key").update(role="mate"), "is not reached as 'mate'"),
    (
        "a position out of nowhere",
        lambda s: s["tree"]["nodes"].append({**node(s, "key"), "id": 99}),
        "no moves .* lead",
    ),
    ("another beginning", lambda s: s.update(position="fide: white Kf6 Ra2 black Kh7 turn white"), "tree begins with"),
    ("a try without refutation", lambda s: drop(s, "Kh7-h8", "refutation"), "does not have one refutation"),
    ("a try with a reply left out", lambda s: drop(s, "Rg1-h1", "attack"), "has no answer"),
    ("a threat that does not mate", lambda s: edge(s, "Ra1-h1", "threat").update(goal=False), "not reached as 'mate'"),
    ("a refutation that is none", lambda s: edge(s, "Kh7-h8").update(move="Kh7-h1"), "is not a legal move"),
    ("an answer to set play", lambda s: drop(s, "Ra1-h1", "attack"), "has no answer"),
]


@pytest.mark.sample(1)
@pytest.mark.parametrize(("tamper", "answer"), [item[1:] for item in TAMPERINGS], ids=[item[0] for item in TAMPERINGS])
def test_tampering_is_refuted(battle: str, tamper: Callable[[Json], object], answer: str) -> None:
    solution = json.loads(battle)
    tamper(solution)
    report = check_proof(solution)
    assert report.verdict is ProofVerdict.REFUTED
    assert re.search(answer, str(report.refuted)), report.refuted


LINE_TAMPERINGS: list[tuple[str, Callable[[Json], object], str]] = [
    ("a line twice", lambda s: s["solutions"].append(s["solutions"][0]), "occurs twice"),
    ("a line cut off", lambda s: s["solutions"][0].pop(), "does not have the length"),
    ("a move that is not there", lambda s: s["solutions"][0].__setitem__(1, "Re1-e8"), "Re1-e8 is not in the tree"),
    ("a short solution", lambda s: s.update(short=0.5), "'short' is 0.5"),
    ("set play that is none", lambda s: s["set_play"].append(["Re1-e8"]), "Re1-e8 is not in the tree"),
    (
        "a goal without its mark",
        lambda s: [e.update(goal=False) for e in s["tree"]["edges"]],
        "is not reached as 'mate'",
    ),
]


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("tamper", "answer"), [item[1:] for item in LINE_TAMPERINGS], ids=[item[0] for item in LINE_TAMPERINGS]
)
def test_tampering_with_lines_is_refuted(line: str, tamper: Callable[[Json], object], answer: str) -> None:
    solution = json.loads(line)
    tamper(solution)
    assert answer in str(check_proof(solution).refuted)


def test_no_player_passes_in_check() -> None:
    """Threats and set play need a pass, which is no move in check."""
    solution = json.loads(exported("fide: white Kf6 Ra1 black Kh7", "+1"))
    tree = solution["tree"]
    key = edge(solution, "Ra1-h1")
    tree["nodes"].append({**node(solution, "root"), "id": 99, "role": "pass"})
    tree["edges"].append({"from": key["to"], "to": 99, "move": "(pass)", "kind": "pass", "goal": False})
    assert "a player passes in check" in str(check_proof(solution).refuted)


@pytest.mark.parametrize("solution", [None, [], {}, {"position": "fide: start", "readings": [], "stipulation": "#1"}])
def test_what_is_no_solution_at_all(solution: object) -> None:
    with pytest.raises(ProofError, match="not the output of `shadowmate solve --json`"):
        check_proof(solution)


def test_a_solution_itself_is_refused_with_what_exports_it() -> None:
    solution = sm.solve(sm.position("fide: white Kg6 Ra1 black Kg8"), "#1")
    with pytest.raises(ProofError, match=re.escape("check_proof(solution.as_json())")):
        check_proof(solution)
    assert check_proof(solution.as_json()).refuted is None


@pytest.mark.parametrize(
    ("damage", "answer"),
    [
        (lambda s: s.pop("readings"), "readings is missing"),
        (lambda s: s.update(complete=1), "complete is 1, not true or false"),
        (lambda s: s.update(short="1"), "short is '1', not a number or null"),
        (lambda s: s.update(keys=[None]), "keys[0] is null, not text"),
        (lambda s: s.update(tree=[]), "tree is a list, not an object"),
        (lambda s: s["tree"]["nodes"].__setitem__(2, 5), "tree.nodes[2] is 5, not an object"),
        (lambda s: s["tree"]["nodes"][1].pop("distance"), "tree.nodes[1].distance is missing"),
        (lambda s: s["tree"]["nodes"][1].update(distance=True), "tree.nodes[1].distance is True, not a whole number"),
        (lambda s: s["tree"]["edges"][0].update(to=99), "tree.edges[0].to is 99, but no node has this id"),
        (lambda s: s["tree"].update(root=99), "tree.root is 99"),
        (lambda s: s["tree"]["nodes"][3].update(id=0), "tree.nodes[3].id is 0, the same as that of tree.nodes[0]"),
        (lambda s: s["solutions"].append("Re1-e8"), "solutions[1] is 'Re1-e8', not a list"),
        (lambda s: s.pop("set_play"), "set_play is missing"),
        (lambda s: s.update(verdict="sovled"), "verdict is 'sovled', not 'solved' or 'no solution' or 'unknown'"),
        (lambda s: s["tree"]["edges"][0].update(kind=5), "tree.edges[0].kind is 5, not text"),
        (lambda s: s["tree"]["edges"][0].update(kind="move"), "tree.edges[0].kind is 'move', not 'key' or 'defence'"),
    ],
)
def test_what_is_damaged_is_named_with_its_path(line: str, damage: Callable[[Json], object], answer: str) -> None:
    solution = json.loads(line)
    damage(solution)
    with pytest.raises(ProofError, match=re.escape(answer)):
        check_proof(solution)


@pytest.mark.slow
def test_any_value_anywhere_is_refused_or_refuted_or_confirmed(battle: str, line: str) -> None:
    """Whatever stands in the place of a part of a solution, only our errors are raised. Every third part is tried."""

    def places(value: Any) -> Iterator[tuple[Any, Any]]:
        inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
        for key, item in list(inside):
            yield value, key
            yield from places(item)

    for text in (battle, line):
        solution = json.loads(text)
        others = cycle([None, True, -1, 1e400, "", "x", [[]], {}])
        for (holder, key), other in zip(list(places(solution))[::3], others, strict=False):
            before, holder[key] = holder[key], other
            with suppress(sm.ShadowmateError):
                check_proof(solution)
            holder[key] = before


EXPORTED = [
    ("fide: white Kf6 Ra1 black Kh7", "#2", {"tries": True, "set_play": True}),
    ("fide: white Kg6 Ra1 black Kf8", "#1", {}),
    ("fide: white Kg6 Ra1 black Kf8", "#5", {"limits": sm.Limits(most_nodes=1)}),
    ("raumschach: white KCc3 QDd2 black KEe1", "+1", {}),
    ("fide: white Ka1 Bb1 Rh8 black Ka3 Pb3", "s#1", {}),
    ("fide: white Ka1 Rb1 Rd1 black Kh8 Rb8 Pa2", "r#1", {}),
    ("fide: white Kh1 Pa6 black Ke7", "z(a8)2", {}),
    ("fide: white Kf7 Re1 black Kh8 turn black", "h#1", {"set_play": True}),
    ("fide: white Kf7 Re1 black Kh8", "h#0.5", {}),
    ("fide: white Kg6 Ra1 black Kf8 turn black", "ser-h#1", {}),
    ("fide: white Kg6 Ra1 black Kg8", "ser-#1", {}),
]


def closed(form: Any) -> Any:
    """The schema without room for anything that it does not describe."""
    if not isinstance(form, dict):
        return form
    inner = {key: closed(value) for key, value in form.items()}
    return {**inner, "additionalProperties": False} if "properties" in form and "type" in form else inner


@pytest.mark.parametrize(("position", "stipulation", "how"), EXPORTED)
def test_the_schema_describes_whatever_is_exported(position: str, stipulation: str, how: Json) -> None:
    solution = json.loads(json.dumps(solve(sm.position(position, engine="compiled"), stipulation, **how).as_json()))
    assert [error.message for error in Draft202012Validator(closed(SCHEMA)).iter_errors(solution)] == []


def test_the_schema_is_one_and_the_command_prints_it() -> None:
    Draft202012Validator.check_schema(SCHEMA)
    printed = CliRunner().invoke(app, ["check-proof", "--schema"])
    assert printed.exit_code == 0 and json.loads(printed.stdout) == SCHEMA


def test_the_words_of_the_schema_are_those_of_the_solver() -> None:
    kinds = [kind.value for kind in Kind]
    of_node, of_edge = (SCHEMA["$defs"][each]["properties"] for each in ("node", "edge"))
    assert SCHEMA["properties"]["verdict"]["enum"] == [verdict.value for verdict in Verdict]
    assert of_edge["kind"]["enum"] == kinds
    assert of_node["role"]["enum"] == [ROOT, *kinds, *(aim.label for aim in Aim)]


@pytest.mark.parametrize("play", Play)
def test_the_schema_asks_for_lines_where_the_play_has_them(line: str, play: Play) -> None:
    solution = {**json.loads(line), "stipulation": f"{play}#1"}
    del solution["solutions"]
    lacks = [error.message for error in Draft202012Validator(SCHEMA).iter_errors(solution)]
    assert bool(lacks) != Stipulation.parse(solution["stipulation"]).is_battle


def imports(file: Path) -> Iterator[tuple[str, ...]]:
    """The modules of the package that a file imports, by their folders and names."""
    package = file.relative_to(PACKAGE).parent.parts
    for statement in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(statement, ast.ImportFrom) and statement.level and statement.module:
            yield (*package[: len(package) - statement.level + 1], *statement.module.split("."))


def test_the_checker_uses_nothing_of_the_search() -> None:
    """Whatever it imports, directly or not, comes from the reference engine and the grammar of stipulations."""
    seen, waiting = set[tuple[str, ...]](), [("solving", "proof", "check")]
    while waiting:
        name = waiting.pop()
        seen.add(name)
        if name[0] == "solving":
            waiting += set(imports(PACKAGE.joinpath(*name).with_suffix(".py"))) - seen
    assert {name[1:] for name in seen if name[0] == "solving"} == {
        ("proof", "check"), ("proof", "check_base"), ("proof", "proof_file"),
        ("proof", "elimination_check"), ("proof", "tree_replay"),
        ("problem", "kind"), ("problem", "meant"), ("problem", "plays"), ("problem", "replay"),
        ("problem", "roles"), ("problem", "stipulation"),
    }  # fmt: skip
    assert {name[0] for name in seen} == {"solving", "checking", "play", "asp", "arguments", "errors"}


@pytest.mark.slow
def test_duals_after_the_replies_of_two_players_are_a_label() -> None:
    """The emperors' second move comes after a reply of each of the two others. Three moves eliminate a player then."""
    position = "diagonals: emperors ErFd4 FlDi2 MsDh4 presidents PdCg4 DsDf4 founders FdFi3 QnFf2"
    solution = solve(sm.position(position, engine="compiled"), "#2", max_solutions=1)
    assert solution.play.edges_of(Kind.DUAL)
    assert solution.labels == ["duals"]
