"""Searches of the kernel keep to their limits, and what goes wrong in them is reported."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
import pytest

import shadowmate as sm
from shadowmate.compiled.kernel import workspace as kernel
from shadowmate.compiled.kernel.workspace import CROWDED, INTERRUPTED, MOST_NODES, NODES, STOP, UNDECIDED
from shadowmate.solving.problem.roles import cooperation
from shadowmate.solving.problem.stipulation import Stipulation
from shadowmate.solving.search.by_kernel import CompiledBackend
from shadowmate.solving.search.limits import LimitReached, Limits
from shadowmate.solving.search.lines_by_kernel import LinesBackend
from shadowmate.solving.search.running import Pace, Task, run_tasks

MANY = "fide: white Kc3 Qd4 Rf4 Nd2 black Kg8 Ra5 Pb6 Ph7 turn black"


def task(nodes: int, waits: bool = False, fails: bool = False) -> Task:
    """A search that looks at a number of positions, then may wait to be stopped."""
    config = np.zeros(12, np.int64)

    def run() -> int:
        most = config[MOST_NODES]
        if 0 <= most < nodes:
            config[NODES], config[STOP] = most + 1, INTERRUPTED
            return UNDECIDED
        config[NODES] = nodes
        if fails:
            raise ZeroDivisionError
        for _ in range(60_000 if waits else 0):
            if config[STOP]:
                return UNDECIDED
            time.sleep(0.001)
        return 1

    return Task(run, config)


@pytest.mark.parametrize("nodes", [1, 10**6])
@pytest.mark.parametrize("count", [1, 2])
def test_what_goes_wrong_is_raised(nodes: int, count: int) -> None:
    """At once and in a thread, while another one runs."""
    tasks = [task(nodes, fails=True), *(task(nodes) for _ in range(count - 1))]
    with pytest.raises(ZeroDivisionError):
        run_tasks(tasks, Limits())


def test_all_positions_are_counted() -> None:
    """Those too that were looked at before the search was run in a thread."""
    limits = Limits()
    assert run_tasks([task(10**6)], limits) == 1
    assert 10**6 < limits.nodes < 10**6 + 10**5
    limits = Limits(most_nodes=5000)
    with pytest.raises(LimitReached):
        run_tasks([task(10**6)], limits)
    assert limits.nodes <= 5001


def test_a_fast_search_is_not_restarted() -> None:
    """But where positions are limited, what is found does not depend on the pace."""
    nodes = 50_000
    for rate, most, counted in ((0, None, nodes + 2001), (1.1e6, None, nodes), (1.1e6, 10**9, nodes + 2001)):
        limits = Limits(most_nodes=most)
        assert run_tasks([replace(task(nodes), pace=Pace(rate))], limits) == 1
        assert limits.nodes == counted


def test_the_pace_of_a_search() -> None:
    """Short searches are not measured."""
    pace = Pace(1.0)
    pace.note(499, 1.0)
    assert pace.rate == 1
    pace.note(500, 1.0)
    assert pace.at_once() == 2000
    pace.note(10**6, 1e-6)
    assert pace.at_once() == 200_000


def test_the_clock_is_looked_at() -> None:
    """A search that goes on is stopped when the time is up, and none is begun after that."""
    limits, waiting = Limits(most_seconds=0.1), task(10**6, waits=True)
    with pytest.raises(LimitReached):
        run_tasks([waiting], limits)
    assert waiting.config[STOP]
    with pytest.raises(LimitReached):
        run_tasks([task(1)], limits)


def test_a_crowded_table_is_no_limit() -> None:
    config = np.zeros(12, np.int64)

    def run() -> int:
        config[STOP] = CROWDED
        return UNDECIDED

    assert run_tasks([Task(run, config)], Limits()) == UNDECIDED
    assert run_tasks([Task(run, config), task(1)], Limits()) == UNDECIDED


@pytest.mark.parametrize("jobs", [1, 2])
def test_tables_grow(monkeypatch: pytest.MonkeyPatch, jobs: int) -> None:
    """From a few entries to as many as there may be; the answers are the same."""
    monkeypatch.setattr(kernel, "_FIRST_ENTRIES", 4)
    for text, stipulation, number in (
        ("fide: white Kc2 Nb5 Pb6 black Ka1 Pa2 Pa7 turn white", "h#2.5", None),
        ("fide: white Kb6 Rf2 Rg7 black Kh8 Ng1", "#2", 1),
    ):
        position = sm.position(text, engine="compiled")
        usual = sm.solve(position, stipulation)
        for entries in (2, 50, 1 << 20):
            found = sm.solve(position, stipulation, backend=CompiledBackend(position, jobs, entries))
            assert (found.keys, found.lines) == (usual.keys, usual.lines)
        assert number is None or len(usual.keys) == number


def test_the_given_number_of_lines_is_enough() -> None:
    """The kernel stops at the number, and the solution is incomplete. It is complete if there are fewer lines."""
    position = sm.position(MANY, engine="compiled")
    every = sm.solve(position, "h#2")
    few = sm.solve(position, "h#2", max_solutions=3)
    assert len(every.lines) > 100 and len(few.lines) == 3 and set(few.lines) < set(every.lines)
    assert few.searched.nodes < every.searched.nodes / 4
    assert not few.complete and not few.stopped and every.complete
    more = sm.solve(position, "h#2", max_solutions=len(every.lines) + 1)
    assert more.complete and more.lines == every.lines


def test_writing_lines_needs_time_too() -> None:
    """When the time is up while lines are handed out, no more are, but for a few."""
    position = sm.position(MANY, engine="compiled")
    backend, limits = LinesBackend(position), Limits()
    found = 0
    with pytest.raises(LimitReached):
        for _ in backend.lines(backend.root(position), cooperation(Stipulation.parse("h#2")), limits):
            found += 1
            limits.most_seconds = 0
    assert found == 100
