"""Problems of every kind, and what their solutions say and export; some by the reference engine, which defines."""

from __future__ import annotations

import io
import json
from pathlib import Path
from xml.etree import ElementTree

import networkx as nx
import pytest
from typer.testing import CliRunner

import shadowmate as sm
from shadowmate.commands.app import app
from shadowmate.commands.solving import exit_code
from shadowmate.draw import solution_tree
from shadowmate.solving.problem import export
from shadowmate.solving.problem.solution import Kind, Solution, Verdict
from shadowmate.solving.problem.solution_text import effort, lines, styled
from shadowmate.solving.problem.stipulation import Stipulation
from shadowmate.solving.proof.check import check_proof
from shadowmate.solving.search.limits import Limits
from shadowmate.solving.solver import solve

CORNER = "fide: white Kf6 Ra1 black Kh7"


def solved(position: str, stipulation: str, **wanted: bool | int) -> Solution:
    return solve(sm.position(position, engine="compiled"), stipulation, **wanted)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def corner() -> Solution:
    return solved(CORNER, "#2", tries=True, set_play=True)


def test_a_mate_in_two_is_printed_as_problemists_do(corner: Solution) -> None:
    assert lines(corner) == [
        "#2: 1 key",
        "set play",
        "    1... Kh7-h6 2. Ra1-h1#",
        "1. Kf6-f7? threat 2. Ra1-h1#",
        "    but 1... Kh7-h6!",
        "1. Ra1-g1?",
        "    1... Kh7-h6 2. Rg1-h1#",
        "    but 1... Kh7-h8!",
        "1. Ra1-h1+? but 1... Kh7-g8!",
        "1. Ra1-a8! zugzwang",
        "    1... Kh7-h6 2. Ra8-h8#",
        "changed mates",
        "    1... Kh7-h6 2. Ra1-h1# (set play); 2. Rg1-h1# (1. Ra1-g1?); 2. Ra8-h8# (1. Ra1-a8!)",
    ]
    assert styled(lines(corner)).plain.splitlines() == lines(corner)
    assert (corner.verdict, corner.key, corner.complete, exit_code(corner)) == (Verdict.SOLVED, "Ra1-a8", True, 0)


def test_the_tree_holds_what_is_printed(corner: Solution) -> None:
    solution_tree = corner.tree
    assert nx.is_directed_acyclic_graph(solution_tree)
    assert solution_tree.nodes[corner.root] == {"turn": "white", "check": False, "role": "root", "distance": 2}
    ((key, after, reached),) = corner.moves(corner.play.root, Kind.KEY)
    assert (key, reached) == ("Ra1-a8", False)
    assert solution_tree.nodes[str(after)] == {"turn": "black", "check": False, "role": "key", "distance": 1}
    ((_, then, _),) = corner.moves(after, Kind.DEFENCE)
    ((mate, end, reached),) = corner.moves(then, Kind.ATTACK)
    assert (mate, reached, solution_tree.nodes[str(end)]["role"]) == ("Ra8-h8", True, "mate")
    assert sm.position(str(end)).outcome() == sm.Outcome("checkmate", "white")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("position", "stipulation"),
    [
        pytest.param(CORNER, "#2", marks=pytest.mark.exhaustive),
        pytest.param("fide: white Kb6 Rf2 Rg7 black Kh8 Ng1", "#2", marks=pytest.mark.exhaustive),
        ("fide: white Kf6 Ra1 black Kh7", "#1"),
        ("fide: white Ka1 Bb1 Rh8 black Ka3 Pb3", "s#1"),
        pytest.param(*("fide: white Ka1 Rb1 Rd1 black Kh8 Rb8 Pa2", "r#1"), marks=pytest.mark.slow),
        ("fide: white Kc1 black Ka1 Pa2", "=1"),
        ("fide: white Kh1 Pa6 black Ke7", "z(a8)2"),
        ("fide: white Kf7 Re1 black Kh8 turn black", "h#1"),
        pytest.param(*("fide: white Kf6 Ra1 black Kh7", "h#1.5"), marks=pytest.mark.exhaustive),
        pytest.param(*("fide: white Kf7 Ra1 black Kh8", "ser-#2"), marks=pytest.mark.slow),
        ("fide: white Kg6 Ra1 black Kf8 turn black", "ser-h#1"),
        ("fide: white Ke1 Pe5 black Ka8 Pd5 ep d6", "ser-x1"),
        ("raumschach: white KCc3 QDd2 black KEe1", "#1"),
        ("raumschach: white KCc3 QDd2 black KEe1", "+1"),
        ("raumschach: white KCc4 UDd3 black KEe5 turn black", "h=1"),
        pytest.param(*("prince: white PrDd4 black KiHg7", "#1"), marks=pytest.mark.exhaustive),
        ("prince: white KiFf6 KnFe6 black KiHh8", "+1"),
    ],
)
def test_either_engine_gives_the_same_text(position: str, stipulation: str) -> None:
    """The trees are the same too."""
    asked = Stipulation.parse(stipulation)
    wanted = {"tries": asked.has_tries and "prince" not in position, "set_play": asked.has_set_play}
    first, second = (
        solve(sm.position(position, engine=engine), asked, **wanted)  # type: ignore[arg-type]
        for engine in ("reference", "compiled")
    )
    assert lines(first) == lines(second)
    assert (first.verdict, first.keys, first.lines, first.labels) == (
        second.verdict, second.keys, second.lines, second.labels,
    )  # fmt: skip
    assert dict(first.tree.nodes(data=True)) == dict(second.tree.nodes(data=True))
    assert {edge[:2]: edge[2] for edge in first.tree.edges(data=True)} == {
        edge[:2]: edge[2] for edge in second.tree.edges(data=True)
    }


@pytest.mark.parametrize(
    ("position", "stipulation", "keys"),
    [
        ("fide: white Kg6 Ra1 black Kg8", "#1", ["Ra1-a8"]),
        ("fide: white Kg6 Ra1 black Kh8", "+1", ["Ra1-a8", "Ra1-h1"]),
        ("fide: white Kc3 Ra7 black Kb1 Pa2", "x1", ["Ra7xa2"]),
        ("fide: white Kc1 black Ka1 Pa2", "=1", ["Kc1-c2"]),
        ("fide: white Ke1 Rh1 black Ka8 castle h1", "z(f1)1", ["Ke1-f1", "Ke1-g1&Rh1-f1", "Rh1-f1"]),
    ],
)
def test_goals_of_one_move(position: str, stipulation: str, keys: list[str]) -> None:
    """Castling brings two pieces to a cell each; stalemate is not mate."""
    assert list(solved(position, stipulation).keys) == keys


def test_a_kind_of_move_that_there_is_not(corner: Solution) -> None:
    with pytest.raises(sm.OptionError, match=r"^kinds: there is no kind of move 'keys'; do you mean 'key'\?$"):
        corner.moves(corner.root, "defence", "keys")
    with pytest.raises(sm.OptionError, match=r"^kinds: .* 'x'; there are key, defence, "):
        corner.moves(corner.root, "x")


def test_a_target_can_be_defended() -> None:
    """The Pawn gets there in two moves if the King is too far away."""
    assert solved("fide: white Kh1 Pa6 black Ke7", "z(a8)2").keys == ("Pa6-a7",)
    assert solved("fide: white Kh1 Pa6 black Kb8", "z(a8)2").verdict is Verdict.NONE


def test_threats() -> None:
    """The key is quiet and has a threat. Replies that do not prevent it are in the tree, but are not printed."""
    found = solved("fide: white Kb6 Rf2 Rg7 black Kh8 Ng1", "#2")
    assert lines(found) == ["#2: 1 key", "1. Rg7xg1! threat 2. Rf2-h2#"]
    ((_, after, _),) = found.moves(found.play.root, Kind.KEY)
    assert [move for move, *_ in found.moves(after, Kind.DEFENCE)] == ["Kh8-h7"]


@pytest.mark.slow
def test_a_threat_goes_on_to_the_mate() -> None:
    """For a key and a try, even if every reply meets the threat. Of several threats the first goes on."""
    found = solve(sm.position("fide: white Kb6 Rf2 Rg7 black Kh8 Ng1", engine="compiled"), "#3", tries=True)
    text = lines(found)
    place = text.index("1. Rf2-a2? threat 2. Rg7-b7, Rg7-c7, Rg7-d7, Rg7-e7, Rg7xg1")
    assert text[place + 1 : place + 3] == [
        "        2. Rg7-b7 threat 3. Ra2-a8#",
        "    but 1... Kh8xg7!",
    ]
    report = check_proof(found.as_json())
    assert "Rg7-b7" in next(fact for fact in report.confirmed if fact.startswith("threats: "))


@pytest.mark.slow
def test_repeated_positions_are_reported() -> None:
    """With moves to spare the attacker may lose a move. The set play is then a variation of a try too."""
    found = solve(sm.position("fide: white Kc5 Ra7 Rb1 black Kc8", engine="compiled"), "#3", tries=True, set_play=True)
    text = lines(found)
    assert text[text.index("set play") + 1].startswith("    1... Kc8-")
    assert not check_proof(found.as_json()).refuted


def test_checks_are_marked_in_lines() -> None:
    """The last move of a line has the sign of the goal instead."""
    start = sm.position("fide: fen 8/6R1/8/8/5b2/8/8/kb2K2R b K", engine="compiled")
    assert lines(solve(start, "h#2"))[1:] == ["1. Ka1-b2 Rg7-g2+ 2. Kb2-c1 Ke1-g1&Rh1-f1#"]


def test_duals() -> None:
    """The Bishop opens the Rook's line with check, and either may go on to the cell."""
    found = solved("fide: white Ka4 Re1 Be2 black Ka6", "z(e8)2", max_solutions=1)
    assert found.labels == ["duals"]
    assert lines(found)[1:] == ["1. Be2-b5+!", "    1... Ka6-a7, Ka6-b6, Ka6-b7 2. Bb5-e8, Re1-e8  dual"]


def test_selfmate_and_reflexmate() -> None:
    """In a selfmate Black mates because it has no other move, in a reflexmate because it can."""
    cornered = "fide: white Ka1 Rb1 Rd1 black Kh8 Rb8 Pa2"
    reflex = solved(cornered, "r#1")
    assert "Rd1-d2" in reflex.keys and "cooked" in reflex.labels and exit_code(reflex) == 1
    assert "    1... Pa2xb1=Q#" in lines(reflex)
    assert not solved(cornered, "s#1").keys
    forced = solved("fide: white Ka1 Bb1 Rh8 black Ka3 Pb3", "s#1")
    assert lines(forced) == ["s#1: 1 key", "1. Rh8-h4!", "    1... Pb3-b2#"]


def test_a_side_that_must_mate_has_failed_in_reflex_play() -> None:
    """White can mate at once, and so must, in which case Black never does."""
    assert solved("fide: white Kf7 Ra1 black Kh8 Rb8", "r#1").verdict is Verdict.NONE


def test_helpmates() -> None:
    """The player to move begins; with half a move it is the player that mates. All orders of moves are lines."""
    black = solved("fide: white Kf7 Re1 black Kh8 turn black", "h#1", set_play=True)
    assert lines(black) == ["h#1: 1 solution", "set play", "    1... Re1-h1#", "1. Kh8-h7 Re1-h1#"]
    white = solved("fide: white Kf6 Ra1 black Kh7 turn white", "h#1.5")
    assert ("Kf6-f7", "Kh7-h8", "Ra1-h1") in white.lines
    assert "1... Kf6-f7 2. Kh7-h8 Ra1-h1#" in lines(white)
    assert white.short is None and exit_code(white) == 0


def test_series() -> None:
    """One player moves alone, checks only with the last move, and shorter solutions are reported."""
    found = solved("fide: white Kf6 Ra1 black Kh8", "ser-#2")
    assert ("Kf6-f7", "Ra1-h1") in found.lines and found.short is None
    assert all(not line[0].startswith("Ra1-a8") for line in found.lines)
    short = solved("fide: white Kf7 Ra1 black Kh8", "ser-#2", max_solutions=3)
    assert short.lines[0] == ("Ra1-h1",) and short.short == 1 and not short.complete
    assert lines(short)[0] == "ser-#2: 3 solutions; there may be more; short: 1 of them in fewer moves, 1 will do"
    helped = solved("fide: white Kg6 Ra1 black Kf8 turn black", "ser-h#1")
    assert lines(helped) == ["ser-h#1: 1 solution", "1. Kf8-g8 Ra1-a8#"]


def test_castling_rights_outlive_a_pass_and_en_passant_does_not() -> None:
    castling = solved("fide: white Ke1 Rh1 black Ka8 castle h1", "ser-z(g1)2")
    assert any(line[-1].startswith("Ke1-g1&") for line in castling.lines)
    passant = "fide: white Ke1 Pe5 black Ka8 Pd5 ep d6"
    assert solved(passant, "ser-x1").lines == (("Pe5xd6ep",),)
    assert solved(passant, "ser-x2", max_solutions=9).lines == (("Pe5xd6ep",),)


@pytest.mark.slow
def test_a_limit_is_not_a_verdict() -> None:
    stopped = solve(sm.position(CORNER, engine="reference"), "#3", limits=Limits(most_nodes=40))
    assert (stopped.verdict, stopped.complete, exit_code(stopped)) == (Verdict.UNKNOWN, False, 3)
    assert lines(stopped) == ["#3: not known, the search was stopped; none in 1, 2 undecided"]
    assert effort(stopped).startswith("searched: 41 positions in ")
    assert (
        solve(sm.position(CORNER, engine="reference"), "#1", limits=Limits(stop=lambda: True)).verdict
        is Verdict.UNKNOWN
    )


def test_what_is_found_before_planning_is_not_lost() -> None:
    """The default backend searches a little, then plans. At a limit it gives what either has found, each line once."""
    line = sm.position("fide: white Kf6 Ra1 black Kh8 turn black", engine="compiled")
    every = set(solve(line, "h#3").lines)
    for most in (300, 800, 1200):
        found = solve(line, "h#3", limits=Limits(most_nodes=most))
        assert found.stopped and set(found.lines) < every and len(set(found.lines)) == len(found.lines)
    assert any(len(moves) == 6 for moves in found.lines)


def test_a_wish_for_no_solutions_is_refused() -> None:
    with pytest.raises(ValueError, match="max_solutions: expected at least 1, not 0"):
        solve(sm.position(CORNER), "h#2", max_solutions=0)


def test_a_limit_counts_whatever_was_found() -> None:
    """Help play that is stopped with lines, and a battle that is stopped with its key."""
    line = sm.position("fide: white Kf7 Re1 black Kh8 turn black", engine="compiled")
    whole = solve(line, "h#2")
    part = solve(line, "h#2", limits=Limits(most_nodes=whole.searched.nodes - 1))
    assert part.lines and part.stopped and (exit_code(part), exit_code(whole)) == (3, 0)
    assert "stopped before the end" in lines(part)[0]
    key = sm.position("raumschach: white KCc3 QDd2 black KEe1", engine="compiled")
    whole = solve(key, "#1")
    part = next(found for most in range(1, 999) if (found := solve(key, "#1", limits=Limits(most_nodes=most))).keys)
    assert len(part.keys) == 1 and (exit_code(part), exit_code(whole)) == (3, 1)


def test_a_short_solution_is_a_solution() -> None:
    """A short solution does not change the exit code."""
    found = solved("fide: white Kg6 Ra1 black Kg8", "#2", max_solutions=1)
    assert (found.short, found.labels, exit_code(found)) == (1, ["short"], 0)


def test_there_may_be_no_first_move() -> None:
    """Without a legal move no position is searched."""
    for position in ("fide: white Qf7 Kg6 black Kh8 turn black", "fide: white Ra8 Kg6 black Kg8 turn black"):
        for stipulation in ("#1", "h#2", "h#2.5"):
            assert lines(solved(position, stipulation)) == [f"{stipulation}: no solution; black has no move"]
    assert lines(solved("fide: white Kg6 Ra1 black Kf8", "#1")) == ["#1: no solution; every first move was searched"]


@pytest.mark.parametrize(
    ("stipulation", "must"), [("r#2", True), ("ser-r#2", True), ("hr#1", True), ("semi-r#2", False)]
)
def test_in_reflex_play_a_first_player_that_can_mate_must(stipulation: str, must: bool) -> None:
    """Then no first move is searched, and the mate is named instead. In semi-reflex play only the other player must."""
    why = (
        "white can reach the goal at once by Rh7-h8, so it must, and has failed"
        if must
        else "every first move was searched"
    )
    assert lines(solved("fide: white Kc6 Rh7 Ra1 black Kb8", stipulation)) == [f"{stipulation}: no solution; {why}"]


def test_enough_keys_are_enough() -> None:
    """One key is then not reported as the only one; that it is enough is no limit."""
    found = solved("raumschach: white KCc3 QDd2 black KEe1", "#1", max_solutions=1)
    assert len(found.keys) == 1 and exit_code(found) == 0
    assert lines(found)[0] == "#1: 1 key; there may be more"


def test_exports(corner: Solution) -> None:
    read = nx.read_graphml(io.BytesIO(export.graphml(corner).encode()))
    assert set(read.edges) == set(corner.tree.edges)
    assert read.nodes[corner.root]["distance"] == 2
    assert all(
        value is not None
        for tree in (corner.tree, read)
        for _, facts in tree.nodes(data=True)
        for value in facts.values()
    )
    dot = solution_tree.dot(corner)
    assert dot.startswith("digraph") and dot.count(" -> ") == len(corner.tree.edges)
    svg = ElementTree.fromstring(solution_tree.svg(corner))
    words = {element.text for element in svg.iter() if element.tag.endswith("text")}
    assert {"Ra1-a8!", "Ra8-h8#", "Kf6-f7?"} <= words


def test_json(corner: Solution) -> None:
    facts = json.loads(json.dumps(corner.as_json()))
    assert facts["position"] == str(sm.position(CORNER))
    assert [facts[name] for name in ("stipulation", "verdict", "labels", "keys", "short", "complete")] == [
        "#2", "solved", [], ["Ra1-a8"], None, True,
    ]  # fmt: skip
    assert set(facts["searched"]) == {"nodes", "seconds", "depth", "method", "pictures", "table"}
    assert facts["tree"]["nodes"][facts["tree"]["root"]]["role"] == "root"


def test_the_command(tmp_path: Path) -> None:
    """Exit codes, files, and a proof that is confirmed when it is handed on."""

    def run(*arguments: str, input: str | None = None) -> tuple[int, str]:
        result = CliRunner().invoke(app, list(arguments), input=input)
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result.exit_code, result.stdout

    picture, dot, graphml = tmp_path / "tree.svg", tmp_path / "tree.dot", tmp_path / "tree.graphml"
    one = "fide: white Kg6 Ra1 black Kg8"
    files = ["--svg", str(picture), "--dot", str(dot), "--graphml", str(graphml)]
    assert run("solve", one, "#1", *files) == (0, "#1: 1 key\n1. Ra1-a8#\n")
    assert picture.read_text().startswith("<svg") and dot.exists() and graphml.exists()
    code, printed = run("solve", one, "#1", "--json")
    assert code == 0
    assert run("check-proof", "-", input=printed)[0] == 0
    assert run("check-proof", "-", input=printed.replace("Ra1-a8", "Ra1-a7"))[0] == 1
    assert run("solve", "fide: white Kg6 Ra1 black Kf8", "#1")[0] == 1
    assert run("solve", one, "#3", "--nodes", "2")[0] == 3
    for wrong in (["solve", one, "mate"], ["check-proof", str(picture)], ["check-proof", str(tmp_path / "none")]):
        with pytest.raises(sm.ShadowmateError):
            run(*wrong)


@pytest.mark.exhaustive
def test_play_that_comes_back_to_the_start() -> None:
    """With moves to spare the attacker may lose a move and return to the start within the solution."""
    solution = solve(sm.position("fide: white Kf6 Ra1 black Kh7", engine="compiled"), "#4")
    assert solution.short == 2 and "Ra1-a8" in solution.keys
    assert any(solution.root in solution.tree.succ[node] for node in solution.tree)
    assert lines(solution)
    assert check_proof(solution.as_json()).verdict.value == "confirmed"


def test_a_threat_by_a_drop() -> None:
    """A pass keeps the hands: the key captures a Gold, with the threat of dropping it on b4."""
    start = sm.position("kyoto: white Ka3 Nb2 Te3 black Kb5 Ge4", engine="compiled")
    solution = sm.solve(start, "#2")
    assert solution.key == "Te3xe4=L"
    assert "threat 2. N@b4=G#" in str(solution)
