"""A book as one web page: no other file is needed, and it prints with diagrams and solutions whole."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from .contents import Contents, Printed

_STYLE = """
body { font-family: "Noto Sans", Helvetica, Arial, sans-serif; margin: 2em auto; max-width: 60em; padding: 0 1em;
  color: #2c2c33; line-height: 1.35; }
a { color: inherit; }
.diagrams { display: grid; grid-template-columns: repeat(3, 1fr); gap: 1.5em; align-items: end; }
figure { margin: 0; break-inside: avoid; }
figure.wide { grid-column: 1 / -1; }
figure svg { width: 100%; height: auto; }
figcaption, .above { font-size: 0.85em; }
.above div:first-child, .asked { font-weight: bold; }
.asked span { font-weight: normal; margin-left: 1em; }
.solution, article { break-inside: avoid-page; }
article { margin: 0 0 2em; }
article figure.flat { max-width: 24em; }
article .solution { margin-top: 0.6em; }
.solution h3 { font-size: 1em; margin: 1.2em 0 0.2em; break-after: avoid; }
pre { font-size: 0.85em; white-space: pre-wrap; margin: 0; }
.themes { font-style: italic; font-size: 0.85em; margin: 0.2em 0; }
.index { columns: 2; padding-left: 1.2em; }
@media (max-width: 40em) { .diagrams { grid-template-columns: 1fr; } .index { columns: 1; } }
@media print {
  @page { size: A4; margin: 15mm; }
  body { margin: 0; max-width: none; padding: 0; font-size: 10pt; }
  a { text-decoration: none; }
  section { break-before: page; }
  h2 { break-after: avoid; }
}
"""


def page(book: Contents) -> str:
    """The book as an HTML document."""
    return "\n".join(_lines(book)) + "\n"


def _lines(book: Contents) -> Iterator[str]:
    title = escape(book.title)
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{title}</title>'
    yield f"<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>"
    yield '<nav>\n<h2>Contents</h2>\n<ul class="index">'
    for each in book.problems:
        written = each.diagram.caption
        yield f'<li><a href="#p{written.number}">{escape(written.name)}</a>, {escape(written.stipulation)}</li>'
    yield "</ul>\n</nav>\n<section>\n<h2>Problems</h2>"
    yield from _together(book) if book.beneath else _apart(book)
    yield "</section>"
    for heading, index in book.indexes().items():
        yield f'<section>\n<h2>{heading}</h2>\n<ul class="index">'
        yield from (f"<li>{escape(name)}: {', '.join(map(_link, numbers))}</li>" for name, numbers in index.items())
        yield "</ul>\n</section>"
    yield "</body>\n</html>"


def _apart(book: Contents) -> Iterator[str]:
    """The diagrams, then the solutions."""
    yield '<div class="diagrams">'
    for each in book.problems:
        yield from _figure(book, each)
    yield "</div>\n</section>\n<section>\n<h2>Solutions</h2>"
    for each in book.problems:
        written = each.diagram.caption
        link = f'<a href="#p{written.number}">{escape(written.name)}</a>'
        yield from _solution(each, f"<h3>{link}, {escape(written.stipulation)}</h3>")


def _together(book: Contents) -> Iterator[str]:
    """Each diagram with its solution beneath."""
    for each in book.problems:
        yield "<article>"
        yield from _figure(book, each)
        yield from _solution(each)
        yield "</article>"


def _link(number: int) -> str:
    return f'<a href="#p{number}">{number}</a>'


def _figure(book: Contents, printed: Printed) -> Iterator[str]:
    shown, written = printed.diagram, printed.diagram.caption
    yield f'<figure id="p{written.number}" class="{"wide" if shown.is_wide else "flat"}">\n<div class="above">'
    yield from (f"<div>{escape(line)}</div>" for line in written.above)
    yield f"</div>\n{shown.svg(book.look)}<figcaption>"
    link = f'<a href="#s{written.number}">{escape(written.stipulation)}</a>'
    yield f'<div class="asked">{link}<span>{escape(written.pieces)}</span></div>'
    yield from (f"<div>{escape(line)}</div>" for line in written.notes)
    yield "</figcaption>\n</figure>"


def _solution(printed: Printed, *heading: str) -> Iterator[str]:
    written = printed.diagram.caption
    yield f'<div class="solution" id="s{written.number}">'
    yield from heading
    yield f"<pre>{escape(chr(10).join(printed.lines))}</pre>"
    if written.keywords:
        yield f'<p class="themes">{escape(", ".join(written.keywords))}</p>'
    yield "</div>"
