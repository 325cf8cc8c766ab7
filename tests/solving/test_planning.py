"""Planning finds the lines of plain search, each once, and reports problems that it cannot plan."""

from __future__ import annotations

import re
from concurrent.futures import Future, wait
from types import SimpleNamespace

import clingo
import pytest

import shadowmate as sm
from shadowmate.asp.folders import builtin_root
from shadowmate.compiled.kernel.decorators import PICTURES
from shadowmate.play.position import bare
from shadowmate.solving.planning.mating_pictures import Hunt
from shadowmate.solving.planning.planner import PlanningBackend, PlanningError, obstacles
from shadowmate.solving.problem.replay import pass_turn
from shadowmate.solving.problem.roles import cooperation
from shadowmate.solving.problem.stipulation import Stipulation
from shadowmate.solving.search import running
from shadowmate.solving.search.limits import LimitReached, Limits
from shadowmate.solving.search.lines_by_kernel import LinesBackend
from support.paths import DATA
from support.small import small
from support.yaml_files import read_yaml

FACTS = read_yaml(DATA / "popeye.yaml")
MATES = [fact for fact in FACTS if "solutions" in fact and "#" in fact["stipulation"]]
QUICK = [fact for fact in MATES if fact["stipulation"] not in ("h#3", "h#3.5", "h#4")]

PROBLEMS = {
    "the mated King castles": ("fide: white Kg1 Rg4 Ba5 black Ke8 Rh8 turn white castle h8", "h#2.5"),
    "a right to castle": ("fide: white Ke1 Rh1 Qa3 black Kf3 Pg3 Pe4 turn black castle h1", "h#2"),
    "in passing gives mate": ("fide: white Kf2 Pe5 Bb2 black Kh8 Bg8 Ph7 Pd7 turn black", "h#1"),
    "in passing at once": ("fide: white Kf2 Pe5 Bb2 black Kh8 Bg8 Ph7 Pd5 turn white ep d6", "h#0.5"),
    "White promotes": ("fide: white Kf6 Pg7 Ph6 black Kh7 Pa3 turn black", "h#2"),
    "Black promotes": ("fide: white Kc3 Rd5 black Ka1 Pb2 Pa2 turn black", "h#2"),
    "a Pawn changes its column": ("fide: white Kc2 Nb5 Pb6 black Ka1 Pa2 Pa7 turn white", "h#2.5"),
    "series": ("fide: white Kc2 Nb5 Pb6 black Ka1 Pa2 Pa7 turn white", "ser-#3"),
    "series help": ("fide: white Kc2 Nd4 black Ka2 Pa3 turn black", "ser-h#2"),
    "a stalemate with a pin": ("fide: white Bb8 Rc3 Rd1 Ke1 black Bf3 Kg5 turn black", "h=2"),
    "a stalemate with a Pawn": ("fide: white Kd3 black Kb1 Pa3 turn black", "h=2"),
    "a stalemate after captures": ("fide: white Kc3 Qd5 black Ka1 Pb3 Ra8 turn black", "h=2"),
    "a helpselfmate": ("fide: white Qd2 Kf7 black Qa8 Qc6 Re2 Kh7 turn black", "hs#2"),
    "a stalemate of Raumschach": ("raumschach: white PBa3 QDb2 KEc3 black KDc5 turn black", "h=2"),
    "Raumschach": ("raumschach: white KCc3 QDd2 black KEe1 turn black", "h#2"),
    "Raumschach's promotion": ("raumschach: white KDc3 PDb4 UBb3 black KEa5 turn white", "h#1.5"),
    "Prince": ("prince: white KiAc3 PrDd4 black KiAa2 turn black", "h#1"),
}


def play(text: str, stipulation: str) -> tuple[sm.Position, PlanningBackend, object]:
    position = sm.game(text.split(":")[0], engine="compiled").position(text)
    return position, PlanningBackend(position), cooperation(Stipulation.parse(stipulation))


def planned(backend: PlanningBackend, position: sm.Position, together: object) -> list[tuple[sm.Move, ...]]:
    return list(backend.planned(backend.root(position), together, Limits()))


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", PROBLEMS)
def test_planning_finds_what_search_finds(name):
    position, backend, together = play(*PROBLEMS[name])
    plain = LinesBackend(position)
    searched = sorted(plain.lines(plain.root(position), together, Limits()))
    assert sorted(planned(backend, position, together)) == searched
    assert backend.pictures or not searched


def test_the_problems_are_about_what_they_say():
    found = {}
    for name, (text, stipulation) in PROBLEMS.items():
        if text.startswith("fide"):
            position, backend, together = play(text, stipulation)
            found[name] = [move for line in planned(backend, position, together) for move in line]
    assert any(move.special == "castling" for move in found["the mated King castles"])
    for name in ("in passing gives mate", "in passing at once"):
        assert any(move.special == "en passant" for move in found[name]), name
    assert {"Q", "R"} <= {move.promotion for move in found["White promotes"]}
    assert {"Q", "R", "B"} <= {move.promotion for move in found["Black promotes"]}


@pytest.mark.sample(7)
@pytest.mark.parametrize("fact", QUICK, ids=[f"{fact['stipulation']} {fact['fen']}" for fact in QUICK])
def test_popeye_agrees(fact):
    position, backend, together = play(f"fide: fen {fact['fen']}", fact["stipulation"])
    lines = [[move.origin + move.target + (move.promotion or "").lower() for move in line]
             for line in planned(backend, position, together)]  # fmt: skip
    assert sorted(lines) == sorted(fact["solutions"])


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["series help", "the mated King castles", "in passing gives mate", "White promotes"])
def test_lines_are_followed_as_the_rules_do(name):
    """The positions of a line and its checks, by the reference engine, which makes each move and pass."""
    text, stipulation = PROBLEMS[name]
    _, backend, together = play(text, stipulation)
    path = list(backend.paths(backend.root(sm.position(text, engine="compiled")), together, Limits()))[-1]
    now = sm.position(text, engine="reference")
    for step, passing in zip(path, together.passes, strict=True):
        now = now.push(str(step.move))
        assert (str(step.after), backend.in_check(step.after)) == (str(bare(now)), now.is_check())
        assert passing == (step.passed is not None)
        if passing:
            now = pass_turn(now)
            assert (str(step.passed), backend.in_check(step.passed)) == (str(bare(now)), now.is_check())


def test_a_long_problem_is_planned_and_a_short_one_searched():
    """A helpmate in 5 that plain search needs twenty million positions for."""
    long, backend, together = play("fide: white Ka2 Rc4 black Kg6 Pf3 Pg4 turn black", "h#5")
    limits = Limits()
    assert len(list(backend.lines(backend.root(long), together, limits))) == 24
    assert backend.pictures and limits.nodes < 300_000
    short, backend, together = play(*PROBLEMS["White promotes"])
    assert list(backend.lines(backend.root(short), together, Limits())) and backend.pictures is None


def test_the_plan_of_the_longest_play_serves_shorter_play():
    """A picture within the moves of shorter play is within those of longer play; so one list is enough."""
    position, backend, _ = play("fide: white Ka2 Rc4 black Kg6 Pf3 Pg4 turn black", "h#5")
    node, plays = backend.root(position), [cooperation(Stipulation.parse(f"h#{moves}")) for moves in (3, 4, 5)]
    backend.longest = plays[-1]
    shared = [sorted(backend.lines(node, each, Limits())) for each in plays]
    assert [each for _, each in backend._plans] == [plays[-1]]
    alone = []
    for each in plays:
        other = PlanningBackend(position)
        alone.append(sorted(other.planned(other.root(position), each, Limits())))
    assert shared == alone and len(shared[-1]) == 24


def test_long_play_reports_how_far_it_is(monkeypatch):
    """The pictures, the lines, the share of the moves, and the time that is left; here when the search has ended."""
    looks: list[int] = []

    def after_the_end(threads: list[Future], _seconds: float) -> tuple[object, bool]:
        wait(threads)
        looks.append(len(looks))
        return None, looks[-1] == 0

    monkeypatch.setattr(running, "wait_for", after_the_end)
    monkeypatch.setattr(running, "_MOST_AT_ONCE", 2_000)
    position, backend, together = play("fide: white Ka2 Rc4 Nb1 black Kg6 Pf3 Pg4 turn black", "h#4")
    seen: list[str] = []
    backend.watcher = seen.append
    found = len(planned(backend, position, together))
    (text,) = seen
    form = rf"{backend.pictures} pictures, {found:,} lines, (\d+)% of the moves joined, about \d+ \w+ left"
    far = re.fullmatch(form, text)
    assert far and 50 < int(far[1]) <= 100


def test_a_solver_reports_how_far_its_backend_is():
    """While it searches; then its backend no longer knows it."""

    class Watched(PlanningBackend):
        def paths(self, *asked):
            self.watcher("5 pictures so far")
            yield from super().paths(*asked)

    position = sm.position("fide: white Kc3 Rd5 black Ka1 Pb2 Pa2 turn black", engine="compiled")
    backend, seen = Watched(position), []
    sm.solve(position, "h#1", backend=backend, progress=lambda *far: seen.append(far))
    backend.watcher("6 pictures so far")
    assert (0, None, "5 pictures so far") in seen and (0, None, "6 pictures so far") not in seen


def test_a_reached_limit_is_no_answer():
    position, backend, together = play("fide: white Ka2 Rc4 black Kg6 Pf3 Pg4 turn black", "h#5")
    for limits in (Limits(most_nodes=100), Limits(most_seconds=0), Limits(stop=lambda: True)):
        with pytest.raises(LimitReached):
            list(backend.planned(backend.root(position), together, limits))
        with pytest.raises(LimitReached):
            list(backend.lines(backend.root(position), together, limits))


def test_the_time_in_which_planning_is_compiled_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0

    def compile_it() -> None:
        nonlocal now
        now += 100

    monkeypatch.setattr("shadowmate.solving.search.limits.time", SimpleNamespace(monotonic=lambda: now))
    monkeypatch.setattr(PICTURES, "load", compile_it)
    position, backend, together = play(*PROBLEMS["Black promotes"])
    assert list(backend.planned(backend.root(position), together, Limits(most_seconds=1))) and now == 100


@pytest.mark.parametrize(
    ("text", "stipulation", "reason"),
    [
        ("fide: white Kc2 black Ka1 Pa2 turn black", "h+2", "only mates and stalemates"),
        ("fide: white Kc2 black Ka3 Pb3 Pa4 turn black", "h#2", "may be captured"),
        ("fide: white Kc2 black Ka1 Pa2 turn black", "pser-h#2", "passes"),
        ("raumschach: white QDd2 black QEe1 turn black", "h#2", "0 royal pieces"),
        ("parametric: white Kd1 Ca1 black Kd8 turn black", "h#2", "hurdles"),
    ],
)
def test_what_cannot_be_planned_is_refused(text, stipulation, reason):
    position, backend, together = play(text, stipulation)
    assert any(reason in obstacle for obstacle in obstacles(position, together))
    with pytest.raises(PlanningError, match=reason):
        planned(backend, position, together)


def test_a_game_that_is_not_compiled_is_not_planned(tmp_path):
    position = small(tmp_path, "#program outcomes.\nforbidden(C) :- chosen_move(C,(3,3,1),_).").position(
        "white Kc3 black Ka1"
    )
    reasons = obstacles(position, cooperation(Stipulation.parse("h#0.5")))
    assert any("forbidden(C)" in reason for reason in reasons)


def test_distances():
    """A Knight to the next corner, a Pawn that becomes a Queen, a Rook that may castle."""
    position, backend, together = play("fide: white Ke1 Rh1 Na1 Pb7 black Kh8 turn white castle h1", "ser-#6")
    hunt = Hunt(backend._engine, position, together)
    number = {name: backend._engine.number[cell] for name, cell in position.game.vectors.items()}
    kinds = {piece.cell: piece.kind for piece in hunt.pieces}
    steps = hunt.distances

    def moves(start: str, end: str, kind: str | None = None) -> int:
        first = kinds[number[start]]
        last = backend._engine._types["white", (kind,)] if kind else first
        found, _ = steps.from_node(steps.node(first, number[start]), 6)
        (back,) = steps.to_nodes([steps.node(last, number[end])], 6)
        assert back[steps.node(first, number[start])] == found[steps.node(last, number[end])]
        return int(found[steps.node(last, number[end])])

    assert moves("a1", "h8") == 6 and moves("a1", "b2") == 4
    assert moves("b7", "b8", "queen") == 1 and moves("b7", "h5", "queen") == 3
    assert moves("h1", "f1") == 0 and moves("h1", "f8") == 1
    assert moves("e1", "g1") == 1


def grounded(*parts: str) -> tuple[list[set[str]], list[str]]:
    """The models of planning's rules alone, over some facts."""
    messages: list[str] = []
    control = clingo.Control(["0"], logger=lambda _code, message: messages.append(message))
    for path in sorted((builtin_root() / "planning").glob("*.lp")):
        control.load(str(path))
    control.add("base", [], parts[0])
    control.ground([("base", []), ("bounds", []), ("picture", []), ("cover", []), ("mate", [])])
    models: list[set[str]] = []
    control.solve(on_model=lambda model: models.append({str(atom) for atom in model.symbols(shown=True)}))
    return models, messages


def test_the_rules_alone():
    """A lone royal that has one flight, and a piece that attacks both cells from one of two places."""
    facts = """
        plan_piece(0,mated). plan_target(0). plan_royal(0). plan_origin(0,k). plan_may_end(0,(1,1),0,0,0).
        plan_piece(1,mating). plan_origin(1,(7,7)). plan_may_end(1,(5,5),1,1,0). plan_may_end(1,(6,6),1,2,0).
        plan_budget(mating,1). plan_budget(mated,0).
        point(stand(0,(1,1)),1,(1,2),any,()). captures(any). goes(any).
        attacked_from(picture,picture,(1,1),stand(1,(5,5);1,(6,6))).
        attacked_from(picture,picture,(1,2),stand(1,(5,5);1,(6,6))).
    """
    models, messages = grounded(facts)
    assert messages == []
    assert models == [{"plan_ends(0,(1,1),0)", "plan_ends(1,(5,5),1)"}]
    assert not grounded(facts + "plan_budget(mating,0).")[0]
