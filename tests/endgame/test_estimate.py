"""Estimates: measured before, corrected later, and what Ctrl-C leaves."""

from __future__ import annotations

from pathlib import Path

import pytest

import shadowmate as sm
from shadowmate.durations import between
from shadowmate.endgame import estimate, store
from shadowmate.endgame.errors import Interrupted
from shadowmate.endgame.estimate import Course, Span
from shadowmate.endgame.successors import read_exact
from shadowmate.endgame.table_maker import Maker, table


@pytest.mark.parametrize(
    ("least", "most", "words"),
    [
        (0.2, 0.4, "at most 1 second"),
        (0.0, 200.0, "at most 4 minutes"),
        (125.0, 239.0, "2 to 4 minutes"),
        (45.5, 110.0, "45 seconds to 2 minutes"),
        (3.0, 3.0, "about 3 seconds"),
        (61.0, 7300.0, "1 minute to 3 hours"),
        (90000.0, 170000.0, "1 to 2 days"),
    ],
)
def test_a_time_between_two(least: float, most: float, words: str) -> None:
    assert between(least, most) == words == str(Span(least, most))


@pytest.mark.usefixtures("nothing_on_disk")
def test_large_tables_are_measured_and_small_ones_are_not(fide: sm.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int] = []
    real = estimate._costs

    def costs(builder: estimate.Builder) -> tuple[float, float, float]:
        seen.append(builder.size)
        return real(builder)

    monkeypatch.setattr(estimate, "_costs", costs)
    small = Maker(fide, 1).plan([read_exact(fide, "KRvK")])
    assert not seen and 0 < small.time.least < small.time.most
    large = Maker(fide, 1).plan([read_exact(fide, "KNPvK")])
    assert seen[0] == 32 * 64**3 and len(seen) < large.missing  # the first piece stands on one half of the board
    assert all(0 < one.least < one.most for one in large.times.values()) and len(large.times) == large.missing
    twice = Maker(fide, 2).plan([read_exact(fide, "KNPvK")])
    assert twice.time.most < large.time.most


def test_what_is_left_is_corrected(fide: sm.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(estimate, "perf_counter", lambda: now)
    one, other = read_exact(fide, "KRvK"), read_exact(fide, "KQvK")
    course = Course({one: Span(10, 50), other: Span(20, 40)})
    course.begin(one)
    assert course.left(None) == Span(30, 90)
    now += 4
    assert course.left(None) == Span(26, 86)
    assert course.left(1000) == Span(20, 40 + 40)  # its layers begin: all may be drawn, or need what was expected
    now += 10
    halfway = course.left(500)  # 10 seconds for 500 entries, and what was expected counts a little
    assert halfway.least == 20 and 50 < halfway.most < 52
    now += 86  # it took 100 seconds in all, twice as much as at most
    course.end()
    course.begin(other)
    assert course.left(None) == Span(20, 40)
    course = Course({one: Span(10, 50), other: Span(20, 40)})
    course.begin(one)
    now += 100
    course.end()
    assert course.left(None).least >= 40 and course.left(None).most >= 80


@pytest.mark.usefixtures("nothing_on_disk")
def test_ctrl_c_reports_what_is_kept(fide: sm.Game) -> None:
    def stop(_done: int, _total: int | None, what: object) -> None:
        if str(what).startswith("white K R black K: ply 4"):
            raise KeyboardInterrupt

    with pytest.raises(Interrupted, match=r"^1 of 2 tables, and 3 plies of white K R black K$"):
        table(fide, "KRvK", progress=stop)

    def before(_done: int, _total: int | None, what: object) -> None:
        raise KeyboardInterrupt

    with pytest.raises(Interrupted, match=r"^1 of 2 tables$"):
        table(fide, "KBvK", progress=before)
    assert table(fide, "KRvK").counts.longest is not None


@pytest.fixture
def nothing_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "folder", lambda: tmp_path)
