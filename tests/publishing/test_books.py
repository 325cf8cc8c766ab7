"""Diagrams with captions, and books."""

from __future__ import annotations

import re
import shutil
import subprocess
from html.parser import HTMLParser
from pathlib import Path

import pytest

import shadowmate as sm
from shadowmate.api import game
from shadowmate.draw.letters import text_width
from shadowmate.draw.paragraphs import paragraph
from shadowmate.publishing.diagram import Diagram, diagram
from support.cli import answer, fail, run
from support.puzzles import problem, verdict

FLAT = """authors: [Łoś, 'Петров <Д.>']
source: {name: Szachy, issue: 12, problemid: 71, date: {year: 1965, month: 3}}
award: {tourney: {name: Szachy, date: 1966}, distinction: 1st Prize}
algebraic: {white: [Kf6, Ra1], black: [Kh7]}
stipulation: "#2"
options: [SetPlay, Variation]
twins: {b: Move a1 b1, c: Continued Exchange b1 f6, d: "Add white Pa2 Remove a1 Stipulation #3"}
solution: |
  a) 1.Ra1-a8 ! & so <on>
keywords: [Changed mates, Miniature]
"""
SPACE = """authors: [Łoś]
game: raumschach
algebraic: {white: [RBd3, KBe5, QCb3], black: [KAa4]}
stipulation: "#2"
keywords: [Miniature]
"""


def shown(text: str) -> Diagram:
    return diagram(problem(text), 1, game)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    found = tmp_path / "some.yaml"
    found.write_text(f"{FLAT}---\n{SPACE}", encoding="utf-8")
    return found


class Page(HTMLParser):
    """What a page holds: ids, links, the attributes of elements that load something, and text by element."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.figures: list[str] = []
        self.text: dict[str, list[str]] = {}
        self._open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        known = {name: value or "" for name, value in attrs}
        self._open.append(tag)
        self.ids.add(known.get("id", ""))
        self.links += [known["href"]] if tag == "a" else []
        self.loads += [known["src"]] if "src" in known else [tag] * (tag in ("link", "script", "object", "iframe"))
        self.figures += [known["class"]] if tag == "figure" else []

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        if self._open:
            self.text.setdefault(self._open[-1], []).append(data)


# --- diagrams -------------------------------------------------------------------------------------------------


def test_a_caption_has_the_parts_of_magazines() -> None:
    caption = shown(FLAT).caption
    assert caption.above == ("1. Łoś & Петров <Д.>", "Szachy 12, no. 71, 1965-03", "1st Prize, Szachy 1966")
    assert (caption.stipulation, caption.pieces) == ("#2", "(2+1)")
    assert caption.notes == ("set play", "b) wRa1-->b1", "+c) wRb1<-->wKf6", "d) +wPa2 -wRa1 #3")
    old = "source: Szachy\nsource-id: 7\ndate: 1965-03-01\ndistinction: 2nd HM\n"
    caption = shown(old + "algebraic: {white: [Kf6], black: [Kh7]}\nstipulation: h#2\nintended-solutions: 2").caption
    assert caption.above == ("1", "Szachy, no. 7, 1965-03-01", "2nd HM")
    assert caption.notes == ("2 solutions",)


@pytest.mark.parametrize(
    ("fields", "above", "title"),
    [
        ("source: 64\n", ("1", "64"), "64"),
        ("source: {name: 64, volume: 3, issue: 2, problemid: 7, date: 1984}\naward: 3\n",
         ("1", "64 3 2, no. 7, 1984", "3"), "64, 1984"),
        ("award: {tourney: 64, distinction: 1}\nauthors: [7]\n", ("1. 7", "1, 64"), "7"),
        ("source: {name: 0.5, date: {year: 1984, month: 3}}\naward: {tourney: {name: 64, date: 1985}}\n",
         ("1", "0.5, 1984-03", "64 1985"), "0.5, 1984"),
    ],
)  # fmt: skip
def test_a_number_may_stand_for_a_text(fields: str, above: tuple[str, ...], title: str) -> None:
    """A magazine is called 64."""
    text = f"{fields}algebraic: {{white: [Kf6, Ra1], black: [Kh7]}}\nstipulation: '#2'\n"
    assert shown(text).caption.above == above
    assert verdict(text, economy=False).title == title


def test_the_diagram_is_what_stands_before_any_twin() -> None:
    """Also in a zeroposition, where already the first twin changes the diagram."""
    zero = FLAT.replace("twins: {b: Move a1 b1,", "twins: {a: Move a1 d1, b: Move a1 b1,")
    assert str(shown(zero).position) == str(shown(FLAT).position)


def test_a_picture_has_the_caption(file: Path, tmp_path: Path) -> None:
    """The texts come in order, from top to bottom."""
    picture = tmp_path / "one.svg"
    assert run("show", "--puzzle", f"{file}#1", "--svg", str(picture))[0] == 0
    texts = re.findall(r'<text x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]+)</text>', picture.read_text(encoding="utf-8"))
    at = {text: float(y) for _, y, text in texts}
    captions = ["1. Łoś &amp; Петров &lt;Д.&gt;", "1st Prize, Szachy 1966", "8", "1", "#2", "(2+1)", "b) wRa1--&gt;b1"]
    places = [at[each] for each in captions]
    assert places[:-3] == sorted(set(places[:-3])) and places[-4] < places[-3] == places[-2] < places[-1]


def test_lines_that_are_too_wide_are_broken() -> None:
    """Every word is there, and none of the lines is wider than there is room."""
    words = "A very long name of some magazine that appears in a far-off city, and its number, too"
    found = paragraph([words, "unbreakable" * 9, "short"], (10, 20), 300, "#000", titled=True)
    lines = [each.escaped_text for each in found.elements]
    *broken, long, short = lines
    assert " ".join(broken) == words and len(broken) > 1
    assert (long, short) == ("unbreakable" * 9, "short")
    for number, (each, line) in enumerate(zip(found.elements, broken, strict=False)):
        assert text_width(line, each.args["font-size"], bold=number == 0) <= 290
    assert found.height == len(lines) * (found.elements[1].args["y"] - found.elements[0].args["y"])


def test_show_prints_all_problems_of_a_file(file: Path) -> None:
    code, out, _ = run("show", "--puzzle", str(file))
    assert code == 0
    first, second = out.split("\n2. Łoś\n")
    assert first.index("1st Prize") < first.index(" 8 ") < first.index("#2   (2+1)") < first.index("+c) wRb1<-->wKf6")
    assert "raumschach" in second and "#2   (3+1)" in second
    both = answer("show", "--puzzle", str(file))
    alone = answer("show", "--puzzle", f"{file}#2")
    assert isinstance(both, list) and both[1:] == alone
    assert both[0]["authors"] == ["Łoś", "Петров <Д.>"] and both[0]["pieces"] == "(2+1)"


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (("#3",), "there is no such problem; there is"),
        (("#x",), "there is no such problem"),
        (("", "--svg", "x.svg"), "has 2 problems, but a picture shows one"),
        (("#1", "--stipulation", "#2"), "has no effect with --puzzle"),
        (("#1", "--reading", "some-path"), "has no effect on a puzzle file"),
        (("#1", "fide: start"), "either a POSITION or --puzzle"),
    ],
)
def test_show_refuses(
    file: Path, more: tuple[str, ...], message: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    number, *rest = more
    monkeypatch.setenv("COLUMNS", "200")
    assert message in fail(monkeypatch, capsys, "show", *rest, "--puzzle", f"{file}{number}")


# --- books ----------------------------------------------------------------------------------------------------


def test_a_page_needs_nothing_else(file: Path) -> None:
    """Its links lead somewhere in it, what files say is text, and whatever it shows is in it."""
    text = sm.book(file, title="<Some> & others").html()
    page = Page(text)
    assert {link.removeprefix("#") for link in page.links} <= page.ids
    assert not page.loads and "@import" not in text
    assert set(re.findall(r"(?:url\(|xlink:href=\"|href=\")(.)", text)) == {"#"}
    assert page.text["h1"] == ["<Some> & others"]
    assert page.figures == ["flat", "wide"]
    assert page.text["pre"][0] == "a) 1.Ra1-a8 ! & so <on>"
    assert "break-inside: avoid" in text and "@page" in text


def test_a_problem_without_a_solution_is_solved(file: Path) -> None:
    """The key was found by brute force when the problem was made (puzzles/problems/others.yaml)."""
    stated, solved = sm.book(file).problems
    assert stated.solution == ("a) 1.Ra1-a8 ! & so <on>",)
    assert solved.solution is not None and solved.solution[0].startswith("1.RBd3-Bb3 !")


def test_books_have_indexes(file: Path) -> None:
    found = sm.book(file)
    assert found.by_author() == {"Łoś": [1, 2], "Петров <Д.>": [1]}
    assert found.by_theme() == {"Changed mates": [1], "Miniature": [1, 2]}
    assert found.title == "some"


def test_pdf(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Contents, diagrams, solutions, indexes: a page each."""
    fpdf = pytest.importorskip("fpdf")
    monkeypatch.setattr(fpdf.FPDF, "set_compression", lambda *_: None)
    data = sm.book(file).pdf()
    assert data.startswith(b"%PDF-") and data.rstrip().endswith(b"%%EOF")
    assert len(re.findall(rb"/Type /Page\b", data)) == 4
    assert len(re.findall(rb"/Subtype /Image", data)) >= 2


def test_a_book_of_many_goes_over_several_pages(tmp_path: Path) -> None:
    """Nine flat diagrams fill a page, for they are 58 millimetres wide and higher."""
    pytest.importorskip("fpdf")
    alone = "algebraic: {white: [Kf6, Ra1], black: [Kh7]}\nstipulation: '#2'\nsolution: 1.Ra8!\n"
    (tmp_path / "many.yaml").write_text("---\n".join([alone] * 10), encoding="utf-8")
    data = sm.book(tmp_path / "many.yaml", theme="grey").pdf()
    assert len(re.findall(rb"/Type /Page\b", data)) == 1 + 2 + 1


def test_the_command_writes_books(file: Path, tmp_path: Path) -> None:
    page = tmp_path / "book.html"
    found = answer("book", str(file), "--html", str(page), "--title", "Two")
    assert found == {"title": "Two", "problems": 2, "files": [str(page)], "complete": True}
    assert page.read_text(encoding="utf-8") == sm.book(file, title="Two").html()


def test_a_book_of_one_problem_of_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path, texts = tmp_path / "two.yaml", (FLAT, FLAT.replace("Szachy", "Problem").replace("Kh7", "Kh8"))
    path.write_text("---\n".join(texts))
    code, out, _ = run("book", f"{path}#2", "--yaml", "-")
    assert (code, "Kh8" in out, "Kh7" in out) == (0, True, False)
    assert f"there is {path}#1 to {path}#2" in fail(monkeypatch, capsys, "book", f"{path}#3", "--yaml", "-")


def test_a_book_that_is_stopped_is_written_without_solutions(file: Path, tmp_path: Path) -> None:
    code, out, _ = run("book", str(file), "--html", str(tmp_path / "book.html"), "--time", "0")
    assert code == 3 and "1 solution missing" in out
    assert "not known: the search was stopped" in (tmp_path / "book.html").read_text(encoding="utf-8")


def test_a_book_is_a_file(file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert "expected --html FILE, --pdf FILE" in fail(monkeypatch, capsys, "book", str(file))
    assert "writes PDF" in fail(monkeypatch, capsys, "book", str(file), "--pdf", "x.html")
    assert "no theme" in fail(monkeypatch, capsys, "book", str(file), "--html", "x.html", "--theme", "pink")


def test_latex_is_as_popeyes(tmp_path: Path) -> None:
    """The parts are those that Popeye 4.104 writes of the same problem, which has German letters for kinds."""
    (tmp_path / "one.inp").write_text(
        "BeginProblem\nAuthor Loyd, Sam & Friend\nStipulation #2\nPieces White Kf6 Ra1 Sb3 Black Kh7 Pa7\n"
        "Twin Move a1 b1\nEndProblem\n",
        encoding="utf-8",
    )
    text = sm.book(tmp_path / "one.inp").latex()
    assert "\\usepackage{diagram}" in text and "\\putsol" in text
    commands = dict(re.findall(r"^ \\(\w+)\{(.*?)\}$", text, re.MULTILINE))
    assert set(commands["pieces"].split(", ")) == {"wTa1", "wSb3", "wKf6", "sBa7", "sKh7"}
    assert (commands["author"], commands["stipulation"]) == (r"Loyd, Sam \& Friend", r"\#2")
    assert commands["twins"] == r"b) wRa1$\rightarrow$b1"


def test_latex_prints_any_text(tmp_path: Path) -> None:
    """Letters of other alphabets name the encoding of their fonts, and of a sign without any the number is printed."""
    (tmp_path / "one.yaml").write_text(FLAT, encoding="utf-8")
    assert r"\usepackage[T1,T2A]{fontenc}" in sm.book(tmp_path / "one.yaml").latex()
    (tmp_path / "one.yaml").write_text(FLAT.replace("Петров <Д.>", "♔--x"), encoding="utf-8")
    found = sm.book(tmp_path / "one.yaml").latex()
    assert r"\usepackage[T1]{fontenc}" in found
    assert r"\author{Łoś; \texttt{U+2654}-{}-x}" in found


def _has_latex() -> bool:
    """Whether there is a LaTeX with the package."""
    if not shutil.which("pdflatex") or not (find := shutil.which("kpsewhich")):
        return False
    return subprocess.run([find, "diagram.sty", "pstricks.sty"], stdout=subprocess.DEVNULL).returncode == 0


@pytest.mark.skipif(not _has_latex(), reason="there is no LaTeX with the package diagram")
def test_latex_compiles(tmp_path: Path) -> None:
    """With names without a comma, empty lines, brackets at the start of a line, and all special characters of LaTeX."""
    signs = r"a) 1.Ra1-a8 ! & <on> ~ ^ \ {x} # $ % _ \"q\" -- --> → ♔ … ½ „ś”".replace(r"\"", '"')
    solution = f"solution: |\n  {signs}\n\n  [1.Ra1-a8 x\n      1...Kh7-h6\n          2.Ra8-h8 #\n"
    text = FLAT.replace("Петров <Д.>", "Loyd, Sam & <So>; 100%")
    text = re.sub(r"solution: \|\n .*\n", lambda _: solution, text)
    assert text.count("[1.Ra1") == 1
    (tmp_path / "some.yaml").write_text(f"{text}---\n{text}", encoding="utf-8")
    (tmp_path / "some.tex").write_text(sm.book(tmp_path / "some.yaml").latex(), encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "some.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True)
    log = (tmp_path / "some.log").read_text(encoding="utf-8", errors="replace")
    assert done.returncode == 0, re.findall(r"^!.*(?:\n.*){3}", log, re.MULTILINE)
    assert (tmp_path / "some.pdf").read_bytes().startswith(b"%PDF")
    assert "Missing character" not in log


def test_latex_has_boards_of_chess(file: Path) -> None:
    with pytest.raises(sm.PuzzleError, match=r"some\.yaml:\d+: game: "):
        sm.book(file).latex()
