"""Books whose solutions are beneath their diagrams."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import shadowmate as sm
from support.cli import run

MATE = "algebraic: {white: [Kf6, Ra1], black: [Kh7]}\nstipulation: '#2'\nkeywords: [Miniature]\nsolution: |\n"
LENGTHS = (2, 20, 1, 150, 3)
"""How many lines the solution of each problem has; of 150, two pages are full."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    found = tmp_path / "many.yaml"
    entries = (
        MATE + "".join(f"  {problem}.{line} Ra1-a8\n" for line in range(many)) for problem, many in enumerate(LENGTHS)
    )
    found.write_text("---\n".join(entries), encoding="utf-8")
    return found


def test_a_page_has_each_solution_beneath_its_diagram(file: Path, tmp_path: Path) -> None:
    text = sm.book(file, beneath=True).html()
    assert "<h2>Solutions" not in text and len(re.findall("<article>", text)) == len(LENGTHS)
    order = re.findall(r'<figure id="p(\d)"|<pre>(\d)\.0 ', text)
    assert order == [each for number in range(5) for each in ((str(number + 1), ""), ("", str(number)))]
    links, ids = set(re.findall(r'<a href="#(\w+)"', text)), set(re.findall(r' id="([ps]\d)"', text))
    assert links <= ids and "article { break-inside: avoid-page; }" in text.replace(".solution, ", "")
    page = tmp_path / "x.html"
    assert run("book", str(file), "--html", str(page), "--beneath")[0] == 0
    assert page.read_text(encoding="utf-8") == sm.book(file, beneath=True, title="many").html()
    assert "<article>" not in sm.book(file).html()


@pytest.mark.slow
def test_sheets_have_each_solution_beneath_its_diagram(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A diagram and its solution are on one page; only a solution that is longer than a page goes on to the next."""
    fpdf = pytest.importorskip("fpdf")
    put: list[tuple[int, float, str]] = []
    image, cell = fpdf.FPDF.image, fpdf.FPDF.multi_cell

    def drawn(pdf: Any, data: Any, left: float, top: float, wide: float, high: float, **more: Any) -> Any:
        put.append((pdf.page_no(), top + high, "board"))
        return image(pdf, data, left, top, wide, high, **more)

    def written(pdf: Any, *sizes: float, **more: Any) -> Any:
        text = more.get("text") or sizes[2]
        if more.get("new_x") == "LMARGIN" and re.match(r"\d\.\d+ ", str(text)):  # what is measured only has no new_x
            put.append((pdf.page_no(), pdf.get_y(), str(text).split()[0]))
        return cell(pdf, *sizes, **more)

    monkeypatch.setattr(fpdf.FPDF, "image", drawn)
    monkeypatch.setattr(fpdf.FPDF, "multi_cell", written)
    sm.book(file, beneath=True).pdf()
    boards = [place for place, (_, _, what) in enumerate(put) if what == "board"]
    assert [what for _, _, what in put if what != "board"] == [
        f"{problem}.{line}" for problem, many in enumerate(LENGTHS) for line in range(many)
    ]
    assert len(boards) == len(LENGTHS)
    for problem, many in enumerate(LENGTHS):
        (page, low, _), *lines = put[boards[problem] : boards[problem] + 1 + many]
        assert lines[0][0] == page and lines[0][1] > low
        assert len({number for number, _, _ in lines}) == 1 or many == 150
