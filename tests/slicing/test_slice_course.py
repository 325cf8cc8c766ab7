"""The time that slices need: what is left is corrected by what is done."""

from __future__ import annotations

import pytest

from shadowmate.endgame import estimate
from shadowmate.endgame.estimate import Parts, Span
from shadowmate.slicing import slice_course
from shadowmate.slicing.slice_course import SliceCourse, in_slices
from shadowmate.slicing.slice_work import Stage, Task
from shadowmate.slicing.slices import Slices


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    for module in (estimate, slice_course):
        monkeypatch.setattr(module, "perf_counter", found)
    return found


def tasks(stage: Stage, number: int) -> list[Task]:
    return [Task("folder", "program", stage, each, 1) for each in range(number)]


PARTS = Parts(legality=20.0, mates=80.0, layers=150.0)
"""Of two processes: together 50 seconds before the layers, and then as long as 25 + 75."""


def test_what_is_left_is_corrected(clock: Clock) -> None:
    course = SliceCourse(PARTS, 10, 2)
    legality, mates = tasks(Stage.LEGAL, 10), tasks(Stage.MATES, 20)
    course.begin([], legality, 0)
    assert course.left(Stage.LEGAL, 0, 0) == Span(50, 150)
    for task in legality:
        clock.now += 2  # each was expected to need one
        course.done(task)
    left = course.left(Stage.LEGAL, 10, 0)
    assert 60 < left.least < 80 and left.most == pytest.approx(2.5 * left.least + left.least)
    course.begin([], mates, 0)
    for task in mates:
        clock.now += 4  # instead of two
        course.done(task)
    left = course.left(Stage.MATES, 20, 0)
    assert left.least == pytest.approx(0) and 190 < left.most < 200
    course.begin([], tasks(Stage.PLY, 20), 1000)
    assert course.left(Stage.PLY, 0, 1000) == (0, pytest.approx(left.most))
    clock.now += 100
    assert 95 < course.left(Stage.PLY, 10, 500).most < 105  # the other half may need as long
    course.begin([], tasks(Stage.PLY, 20), 500)  # the next ply: nothing begins anew
    clock.now += 100
    assert 36 < course.left(Stage.PLY, 10, 160).most < 40
    course.begin([], tasks(Stage.WORTH, 10), 160)
    clock.now += 9
    assert course.left(Stage.WORTH, 3, 160) == Span(0, 21)


def test_what_an_earlier_run_did_is_no_measure(clock: Clock) -> None:
    course = SliceCourse(PARTS, 10, 2)
    course.begin(tasks(Stage.MATES, 10), tasks(Stage.MATES, 10), 0)
    assert course.left(Stage.MATES, 0, 0) == Span(30, 130)
    course = SliceCourse(PARTS, 10, 2)
    clock.now += 3  # files are read
    course.begin(tasks(Stage.PLY, 5), tasks(Stage.PLY, 5), 200)
    assert course.left(Stage.PLY, 0, 200) == Span(0, 100)


def test_files_need_time(monkeypatch: pytest.MonkeyPatch) -> None:
    assert all(0 < some < more for some, more in zip(*map(slice_course._exchange, (1000, 10**9)), strict=True))
    monkeypatch.setattr(slice_course, "_exchange", lambda width: (1e-9 * width, 0.0))
    few, many = (Slices(1 << 20, ((tuple(range(near)),) * 10,) * 2) for near in (1, 46))
    seconds = [in_slices(PARTS, each) for each in (few, many)]
    assert all(each[:2] == PARTS[:2] for each in seconds)
    assert seconds[1].layers - 46 * PARTS.layers == pytest.approx(49 / 4 * (seconds[0].layers - PARTS.layers))
