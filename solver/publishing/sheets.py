"""A book as PDF: sheets of A4 with the same parts as the web page."""

from __future__ import annotations

import io
import struct
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from ..draw import position_picture
from ..draw.letters import FONTS
from ..draw.look import Look
from ..errors import OptionError
from .contents import Contents, Printed
from .diagram import Diagram

_MARGIN, _GAP, _COLUMNS = 15.0, 8.0, 3
"""Millimetres around a page and between diagrams; the number of small diagrams side by side."""

_BODY, _LINE = 9, 4.2
"""The size of letters in points, and of lines in millimetres."""

_DOTS, _HIGHEST = 9, 130.0
"""Pixels of a picture to a millimetre, and how many millimetres high it may be."""

_ALONE = 90.0
"""Millimetres that a flat board with its solution beneath is wide."""

_FAMILY = "book"


def sheets(book: Contents) -> bytes:
    """The book as a PDF file.

    Raises:
        OptionError: if fpdf2 is not installed.
    """
    return _Sheets(book, pdf_maker()(format="A4")).written()


def pdf_maker() -> Any:
    """The class of fpdf2 that makes PDF files.

    Raises:
        OptionError: if fpdf2 is not installed.
    """
    try:
        from fpdf import FPDF
    except ImportError as error:
        raise OptionError("PDF is written by fpdf2, which is not installed: pip install 'shadowmate[pdf]'") from error
    return FPDF


class _Sheets:
    def __init__(self, book: Contents, pdf: Any) -> None:
        self.book, self.pdf = book, pdf
        plain, bold, *others = FONTS
        pdf.add_font(_FAMILY, fname=plain)
        pdf.add_font(_FAMILY, "B", fname=bold)
        for number, path in enumerate(others):
            pdf.add_font(f"{_FAMILY}{number}", fname=path)
        pdf.set_fallback_fonts([f"{_FAMILY}{number}" for number in range(len(others))], exact_match=False)
        pdf.set_margin(_MARGIN)
        pdf.set_auto_page_break(True, _MARGIN)
        pdf.set_title(book.title)
        self.width = pdf.epw
        self.places = {each.number: pdf.add_link(page=1) for each in book.problems}
        self.answers = {each.number: pdf.add_link(page=1) for each in book.problems}

    def written(self) -> bytes:
        """The file."""
        self._contents()
        if self.book.beneath:
            self._together()
        else:
            self._problems()
            self._solutions()
        self._indexes()
        return bytes(self.pdf.output())

    def _begin(self, heading: str, *, on_page: bool = False) -> None:
        """A heading, on a new page if it is not to stand on the one that there is."""
        if not on_page:
            self.pdf.add_page()
        self.pdf.set_font(_FAMILY, "B", 14)
        self.pdf.cell(0, 9, heading, new_x="LMARGIN", new_y="NEXT")

    def _write_lines(self, lines: Sequence[str], *, bold: bool = False, link: int | None = None) -> None:
        """Lines of text, one below the other; what stands before a line stays there."""
        self.pdf.set_font(_FAMILY, "B" if bold else "", _BODY)
        for line in lines:
            indent = _indent(line)
            self.pdf.set_x(_MARGIN + indent)
            self.pdf.multi_cell(
                self.width - indent, _LINE, line.strip(), align="L", link=link, new_x="LMARGIN", new_y="NEXT"
            )

    def _height(self, lines: Sequence[str]) -> float:
        """How high `_write_lines` makes them."""
        self.pdf.set_font(_FAMILY, "", _BODY)
        return sum(
            float(self.pdf.multi_cell(self.width - _indent(line), _LINE, line.strip(), dry_run=True, output="HEIGHT"))
            for line in lines
        )

    def _contents(self) -> None:
        self._begin(self.book.title)
        for each in self.book.problems:
            written = each.diagram.caption
            self._write_lines([f"{written.name}, {written.stipulation}"], link=self.places[each.number])

    def _problems(self) -> None:
        """The diagrams, small ones side by side, in rows that are not torn apart."""
        self._begin("Problems")
        small = (self.width - (_COLUMNS - 1) * _GAP) / _COLUMNS
        for row in _rows(self.book.problems):
            width = self.width if row[0].diagram.is_wide else small
            cells = [_Cell(self, each, width) for each in row]
            upper, height = max(cell.upper for cell in cells), max(cell.height for cell in cells)
            if self.pdf.will_page_break(upper + height):
                self.pdf.add_page()
            top = self.pdf.get_y()
            for number, cell in enumerate(cells):
                cell.put(_MARGIN + number * (width + _GAP), top + upper)
            self.pdf.set_xy(_MARGIN, top + upper + height + _GAP)

    def _together(self) -> None:
        """Each diagram with its solution beneath, on one page if both fit on a page."""
        self._begin("Problems")
        for number, each in enumerate(self.book.problems):
            cell = _Cell(self, each, self.width if each.diagram.is_wide else _ALONE)
            if number and self.pdf.will_page_break(cell.upper + cell.height + _LINE + self._height(_solution(each))):
                self.pdf.add_page()
            top = self.pdf.get_y() + cell.upper
            cell.put(_MARGIN, top)
            self.pdf.set_xy(_MARGIN, top + cell.height + _LINE)
            self.pdf.set_link(self.answers[each.number], self.pdf.get_y(), page=self.pdf.page)
            self._write_lines(_solution(each))
            self.pdf.ln(_GAP)

    def _solutions(self) -> None:
        self._begin("Solutions")
        for each in self.book.problems:
            written = each.diagram.caption
            # A heading is not the last on its page.
            if self.pdf.will_page_break(4 * _LINE):
                self.pdf.add_page()
            self.pdf.set_link(self.answers[each.number], self.pdf.get_y(), page=self.pdf.page)
            self._write_lines([f"{written.name}, {written.stipulation}"], bold=True, link=self.places[each.number])
            self._write_lines(_solution(each))
            self.pdf.ln(_LINE)

    def _indexes(self) -> None:
        """The indexes of authors and themes, on one page."""
        for number, (heading, index) in enumerate(self.book.indexes().items()):
            self._begin(heading, on_page=number > 0)
            self._write_lines([f"{name}: {', '.join(map(str, numbers))}" for name, numbers in index.items()])


class _Picture:
    """The board of a diagram, so wide, or less where it would be higher than half a page."""

    def __init__(self, shown: Diagram, look: Look, width: float) -> None:
        self.data = position_picture.picture_png(shown.position, None, look)
        across, down = struct.unpack(">II", self.data[16:24])  # as a PNG begins
        self.width = min(width, _HIGHEST * across / down)
        self.height = self.width * down / across

    def put(self, pdf: Any, left: float, top: float, link: int) -> None:
        """Draw it there, as a link."""
        pdf.image(io.BytesIO(self.data), left, top, self.width, self.height, link=link)


def _indent(line: str) -> float:
    """How far a line of a solution is from the left, in millimetres."""
    return (len(line) - len(line.lstrip())) * 0.8


def _solution(printed: Printed) -> list[str]:
    """The lines of a solution, and its themes."""
    words = printed.diagram.caption.keywords
    return [*printed.lines, *([f"Themes: {', '.join(words)}"] if words else [])]


def _rows(problems: Sequence[Printed]) -> Iterator[list[Printed]]:
    """The problems in rows: a wide one alone, others together."""
    row: list[Printed] = []
    for each in problems:
        if row and (each.diagram.is_wide or row[0].diagram.is_wide or len(row) == _COLUMNS):
            yield row
            row = []
        row.append(each)
    if row:
        yield row


class _Cell:
    """A diagram with its caption: `upper` is how high what stands above the board is, `height` all else."""

    def __init__(self, sheets: _Sheets, printed: Printed, width: float) -> None:
        self.sheets, self.pdf, self.printed, self.width = sheets, sheets.pdf, printed, width
        shown = printed.diagram
        self.picture = _Picture(shown, replace(sheets.book.look, size=round(width * _DOTS)), width)
        written = shown.caption
        self.above = [(line, "" if number else "B") for number, line in enumerate(written.above)]
        self.below = [(f"{written.stipulation}   {written.pieces}", "B"), *((line, "") for line in written.notes)]
        self.upper = self._height(self.above)
        self.height = self.picture.height + self._height(self.below)

    def _height(self, lines: Sequence[tuple[str, str]]) -> float:
        return sum((self._write(line, style, measured=True) for line, style in lines), 0.0)

    def _write(self, line: str, style: str, *, measured: bool = False) -> float:
        """Write a line, or only measure it: how high it is."""
        self.pdf.set_font(_FAMILY, style, _BODY)
        if measured:
            return float(self.pdf.multi_cell(self.width, _LINE, line, align="L", dry_run=True, output="HEIGHT"))
        self.pdf.multi_cell(self.width, _LINE, line, align="L", new_x="LEFT", new_y="NEXT")
        return 0.0

    def put(self, left: float, top: float) -> None:
        """Draw it; `top` is where the board begins."""
        number = self.printed.number
        self.pdf.set_link(self.sheets.places[number], top - self.upper, page=self.pdf.page)
        self.pdf.set_xy(left, top - self.upper)
        for line, style in self.above:
            self._write(line, style)
        self.picture.put(self.pdf, left, top, self.sheets.answers[number])
        self.pdf.set_xy(left, top + self.picture.height)
        for line, style in self.below:
            self._write(line, style)
