"""Questions about one position in rules of a user's own."""

from __future__ import annotations

import json
import re
from itertools import combinations
from pathlib import Path

import pytest

import shadowmate as sm
from oracles import prince
from shadowmate.asking.growth import growing
from shadowmate.asking.user_rules import SORTS
from shadowmate.asking.vocabulary import PUBLIC, files_of
from shadowmate.asp.demand import base_predicates, heads
from shadowmate.asp.rule_text import parse_rules
from shadowmate.asp.syntax import signature
from shadowmate.themes import mating_nets
from support.cli import answer, fail, run
from support.paths import ROOT
from support.random_positions import RandomPositions

PAGE = (ROOT / "docs" / "vocabulary.md").read_text(encoding="utf-8")
QUESTIONS = re.findall(
    r"^### \d+\. ([^\n]*)\n\n```prolog\n(.*?)```\n\n`(.*?)`(?: with `(.*?)`)?\n\n```text\n(.*?)```",
    PAGE,
    re.DOTALL | re.MULTILINE,
)
ROWS = re.findall(
    r"^\| `(\w+)(?:\(([^`]*)\))?` \| .* \| \w+/\[([\w.]+)\]\(rules/(\w+)\.md#\w+\) \| `(.*)` \|$", PAGE, re.MULTILINE
)
ROOKS = "fide: white Ke1 Re2 Nd2 black Ke8 Re7 Bb4"


def arity(arguments: str) -> int:
    """The number of arguments in a text such as `Cell,Kind`."""
    return arguments.count(",") + 1 if arguments else 0


def test_the_arguments_that_are_checked_are_those_of_the_page() -> None:
    """By the names that the page gives them."""
    sorts = {"Cell": "cell", "From": "cell", "To": "cell", "By": "cell", "Kind": "kind", "Army": "player",
             "Player": "player"}  # fmt: skip
    page = {f"{name}/{arity(each)}": [sorts.get(word) for word in each.split(",")] for name, each, *_ in ROWS}
    for predicate, checked in SORTS.items():
        if predicate != "mark/2":  # no predicate of the page, but of its text
            stated = ["cell" if each == "end" else each or None for each in checked]
            assert page[predicate][: len(stated)] == stated, predicate


@pytest.mark.parametrize(
    ("rule", "found"),
    [("a(M) :- legal(M,none,_).", []), ("a(C) :- commands(none,C).", []), ("a(C) :- piece(c,C,_).", ["king"])],
)
def test_what_stands_for_no_cell_or_player_or_is_a_constant(rule: str, found: list[str]) -> None:
    """A constant may be defined in another text."""
    rows = sm.position("fide: start").ask(["#const c=(5,1,1).", rule])
    assert [str(row.arguments[0]) for row in rows] == found


def test_the_page_has_ten_questions() -> None:
    assert len(QUESTIONS) == 10 and all(len(rules.strip().splitlines()) <= 5 for _, rules, *_ in QUESTIONS)


@pytest.mark.parametrize(
    ("title", "rules", "position", "options", "answer"), QUESTIONS, ids=[each[0] for each in QUESTIONS]
)
def test_the_questions_of_the_page(
    title: str, rules: str, position: str, options: str, answer: str, tmp_path: Path
) -> None:
    """Each answer is on the page, and was worked out by hand."""
    file = tmp_path / "question.lp"
    file.write_text(rules)
    code, out, _ = run("ask", position, str(file), *options.split())
    assert (code, out) == (0, answer)


def test_the_shadow_on_the_page_is_that_of_the_document() -> None:
    """By every shortest path: both Knights together block the cell, and without either of them a path is open."""
    (position, answer) = next((where, text) for title, _, where, _, text in QUESTIONS if "shadow" in title)
    pieces = prince.board(position).pieces
    (start,) = [cell for cell, (kind, _) in pieces.items() if kind == "Sc"]
    others = pieces.keys() - {start}

    def goes(end: prince.Cell, past: set[prince.Cell]) -> bool:
        return prince.reaches("Sc", start, end, past, "some_path")

    closed = [end for end in prince.FIELD if goes(end, set()) and not goes(end, others)]
    together = {
        tuple(map(prince.name, (end, *sorted(pair))))
        for end in closed
        for pair in combinations(others - {end}, 2)
        if not goes(end, set(pair)) and all(goes(end, {piece}) for piece in pair)
    }
    assert together == {tuple(line.split()[1:]) for line in answer.splitlines()}


def test_the_page_lists_the_public_predicates() -> None:
    assert {(name, arity(arguments)) for name, arguments, *_ in ROWS} == PUBLIC


@pytest.mark.parametrize(("name", "arguments", "file", "folder", "example"), ROWS, ids=[each[0] for each in ROWS])
def test_a_public_predicate_is_explained_in_the_file_that_the_page_names(
    name: str, arguments: str, file: str, folder: str, example: str
) -> None:
    """The header has it with the same number of arguments, and the example is an atom of it."""
    header = (ROOT / "rules" / folder / file).read_text(encoding="utf-8").partition("#")[0]
    explained = re.findall(rf"^%.{{10}}{name}(?:\(([^)]*)\)| )", header, re.MULTILINE)
    assert arity(arguments) in map(arity, explained)
    assert example.startswith(f"{name}(" if arguments else name)


def test_every_public_predicate_can_be_asked() -> None:
    """FIDE chess has all public predicates, except those that are facts of a position or of the user."""
    ruleset = sm.game("fide").ruleset
    known = base_predicates(ruleset) | {
        signature(atom) for part, rules in files_of(ruleset).parts.items() if part != "base" for atom in heads(rules)
    }
    given = {("piece", 3), ("turn", 1), ("state", 2), ("held", 3), ("halfmove_clock", 1), ("seen", 1), ("given", 3)}
    assert known | given | {("added", 3), ("removed", 1)} >= PUBLIC


@pytest.mark.slow
@pytest.mark.parametrize("name", ["fide", "raumschach", "xiangqi", "diagonals", "makruk"])
def test_attacks_and_pins_are_those_of_other_commands(name: str) -> None:
    """`why --attacks` and the themes find them by asking the engine route by route."""
    positions = RandomPositions(sm.game(name), f"ask {name}", crowded=30)
    for _ in range(2):
        position = sm.position(str(positions.unreachable().begun()))
        asked = position.ask("a(From,To) :- attacks(From,To). p(Cell,By) :- pinned(Cell,By), mine(Cell).")
        found = {row.arguments for row in asked.rows if row.predicate == "a"}
        listed = {
            (_cell(attack.piece, position), cell)
            for cell in position.game.vectors
            for attack in position.attackers(cell).attackers
        }
        assert found == listed
        assert {row.arguments for row in asked.rows if row.predicate == "p"} == mating_nets.pins(
            position, position.turn
        )


def _cell(piece: str, position: sm.Position) -> str:
    """The cell at the end of a piece's name."""
    return max((cell for cell in position.pieces if piece.endswith(cell)), key=len)


def test_guards_look_through_the_king() -> None:
    """A Rook on e1 guards e8 behind the King on e7, which it also attacks; not the Rook of its enemy on h1."""
    asked = sm.position("fide: white Ka1 Re1 black Ke7 Rh1").ask(
        "g(Cell) :- guards(Piece,Cell), piece(Piece,rook,white)."
    )
    found = {row.arguments[0] for row in asked.rows}
    assert {"e7", "e8", "b1", "a1", "g1"} <= found and "h1" not in found


def test_blockers_of_a_plane() -> None:
    """Either of two Knights beside each other shadows a Scientist's plane (docs of `why`)."""
    asked = sm.position("prince: white ScDd4 black KnDc5 KnDd6 KiHh8").ask("b(By) :- blocked(_,(4,8,4),By).")
    assert {row.arguments[0] for row in asked.rows} <= {"Dc5", "Dd6"}
    assert ("Dd6",) in {row.arguments for row in asked.rows}


def test_an_answer_as_data() -> None:
    found = answer("ask", ROOKS, "--rule", "pin(Cell) :- pinned(Cell,_), mine(Cell).")
    assert isinstance(found, dict) and found["answers"] == [
        {"cost": [], "atoms": [{"predicate": "pin", "arguments": [cell]} for cell in ("d2", "e2")]}
    ]


def test_many_positions(tmp_path: Path) -> None:
    file = tmp_path / "positions.txt"
    file.write_text(f"{ROOKS}\nfide: white Ke1 black Ke8\nfide: nonsense\n")
    code, out, err = run("ask", "--file", str(file), "--rule", "pin(Cell) :- pinned(Cell,_).")
    assert code == 2 and "line 3" in err
    assert [line.partition(" turn white: ")[2] for line in out.splitlines()[:2]] == [
        "pin d2; pin e2; pin e7",
        "nothing",
    ]


def test_every_answer_about_a_position_of_a_file(tmp_path: Path) -> None:
    """And what it costs."""
    file = tmp_path / "positions.txt"
    file.write_text("fide: white Ke1 black Ke8\n")
    code, out, _ = run("ask", "--file", str(file), "--rule", "{ p(1..2) } = 1. #show p/1.", "--all", "--stats")
    assert code == 0
    assert {line.partition(" turn white: ")[2][-5:] for line in out.splitlines()[:2]} == {": p 1", ": p 2"}
    assert "turn white: answer 1: p" in out and re.search(r"^part +atoms +rules$", out, re.MULTILINE)


def test_a_missing_file_of_rules_is_reported_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """And not for each position."""
    file = tmp_path / "positions.txt"
    file.write_text(f"{ROOKS}\n{ROOKS}\n")
    text = fail(monkeypatch, capsys, "ask", "--file", str(file), str(tmp_path / "missing.lp"))
    assert text.count("missing.lp: cannot be read") == 1


def test_marks_are_drawn(tmp_path: Path) -> None:
    file = tmp_path / "marks.svg"
    code, out, _ = run("ask", ROOKS, "--rule", "mark(Cell,noted) :- pinned(Cell,_).", "--svg", str(file))
    assert code == 0 and f"wrote {file}" in out and "d2 e2 e7" in file.read_text()
    code, out, _ = run("ask", ROOKS, "--rule", "mark(Cell,noted) :- pinned(Cell,_).")
    assert "* noted: d2 e2 e7" in out


def test_no_answer_and_costs() -> None:
    """There is no mate by adding nothing; of two weights the lighter is the answer."""
    code, out, _ = run("ask", "fide: white Ke1 black Ke8", "--rule", "none :- flight(_). :- none.")
    assert (code, out) == (1, "no answer\n")
    code, out, _ = run("ask", "fide: white Ke1 black Ke8", "--rule", "{ p(1..3) } = 1. :~ p(X). [X] #show p/1.")
    assert (code, out) == (0, "p  1\ncost 1 (proved)\n")


def test_what_rules_cost() -> None:
    code, out, _ = run("ask", ROOKS, "--rule", "pin(Cell) :- pinned(Cell,_).", "--stats")
    assert code == 0 and re.search(r"^part +atoms +rules$", out, re.MULTILINE)
    assert re.search(r"^pinned +\d+ +\d+$", out, re.MULTILINE) and re.search(r"^own +3 +3$", out, re.MULTILINE)


def test_a_position_from_python() -> None:
    position = sm.position(ROOKS)
    control = position.control("pinned")
    with control.solve(yield_=True) as handle:
        (model,) = [sorted(map(str, model.symbols(shown=True))) for model in handle]
    assert model == ["pinned((4,2,1),(2,4,1))", "pinned((5,2,1),(5,7,1))", "pinned((5,7,1),(5,2,1))"]
    with pytest.raises(sm.RulesError, match="rule:2: nothing defines pined/2; do you mean pinned/2"):
        position.ask("\na(X) :- pined(X,_).")
    for ask in (position.control, position.game.program):
        with pytest.raises(sm.OptionError, match=r"^there is no predicate 'leagl'; do you mean 'legal'\?$"):
            ask("leagl")


@pytest.mark.parametrize("text", ["foo.lp", " rules/foo.lp\n"])
def test_the_name_of_a_file_is_no_rule(text: str) -> None:
    """A path is a `Path`; a text is rules."""
    words = re.escape(f"{text.strip()!r} is the name of a file; a path is a Path: Path({text.strip()!r})")
    for rules in (text, ["a :- turn(white).", text]):
        with pytest.raises(sm.OptionError, match=f"^rules: {words}$"):
            sm.position(ROOKS).ask(rules)
    with pytest.raises(sm.OptionError, match=f"^ask: {words}$"):
        sm.find("fide", "white Q", ask=text)


@pytest.mark.parametrize(
    ("rule", "words"),
    [
        ("\na(X) :- atacks(X,_).", "rule:2: nothing defines atacks/2; do you mean attacks/2?"),
        ("a(K) :- piece(e1,K,_).", "rule:1: e1 is not the cell of this name; rules write the cell as (5,1,1)"),
        ('a(K) :- piece("e1",K,_).', 'rule:1: "e1" is not the cell of this name; rules write the cell as (5,1,1)'),
        ("a(K) :- piece((5,1),K,_).", "rule:1: (5,1) is no cell, which has 3 numbers; rules write a1 as (1,1,1)"),
        ("a(M) :- legal(M,_,((1,1,1);(1,9,1))).", "rule:1: (1,9,1) is no cell of fide; rules write a1 as (1,1,1)"),
        ("a(C) :- not Mine(C).", "rule:1: syntax error, unexpected (; a name begins with a small letter, such as mine"),
        ("b.\na(C) : - mine(C).", "rule:2: ':-' is written without a space"),
        ("a(K) :- piece(none,K,_).", "rule:1: none is no cell; rules write a1 as (1,1,1)"),
        ("a(C) :- piece(C,(rook;quin),_).", "rule:1: fide has no kind 'quin'; do you mean 'queen'?"),
        ("mark(nowhere,noted).", "rule:1: nowhere is no cell; rules write a1 as (1,1,1)"),
        ("a(X) :- legal(X,_).", "rule:1: nothing defines legal/2; do you mean legal/3?"),
        ("\n\na(X) :- not cell(X).", "rule:3: variable 'X' is unsafe"),
        ("#script (python)\n#end.", "rule:1: #script is not allowed here"),
        ('#include "x.lp".', "rule:1: #include is not allowed here"),
        ("a(X) :- X = @f(1).", "rule:1: @f is called"),
        ("legal(a,b,c).", "rule:1: legal/3 is defined already"),
        ("a.\na(X) :- X = (2147483647;2147483648).", "rule:2: 2147483648 is larger than 2147483647"),
        ("a(0xffffffff).", "rule:1: 0xffffffff is larger than 2147483647"),
        (
            "a(C) :- piece(C,Rook,white).",
            "rule:1: Rook is a variable that occurs once, so the rule holds for any kind; do",
        ),
        ("a(C) :- piece(C,rook,White).", "rule:1: White is a variable that occurs once, so the rule holds for any pl"),
        ("a(C) :- piece(C,quen,white).", "rule:1: fide has no kind 'quen'; do you mean 'queen'?"),
        (":- mate(black).", "rule: nothing is shown"),
        ("#show pined/2.", "rule:1: nothing defines pined/2; do you mean pinned/2?"),
        ("a(X) :- cell(X", "rule:1: syntax error, unexpected EOF"),
        ("mark((5,1,1),red).", "mark(e1,red): there is no such mark; there are reached, captured, guarded, noted"),
        ("#external a.", "rule:1: #external a. [false] is not used here"),
        ("-a(1).", "rule:1: classical negation is not used; give the opposite its own name"),
        ("a(1). #show -a/1.", "rule:1: classical negation is not used; give the opposite its own name"),
    ],
)
def test_what_rules_may_not_hold(
    rule: str, words: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert words in fail(monkeypatch, capsys, "ask", ROOKS, "--rule", rule)


def test_numbers_in_strings_and_comments_may_be_large() -> None:
    """A variable that is called as a kind may occur twice, and then it joins two conditions."""
    rules = 'a("9999999999",2147483647). % 9999999999\nb(C) :- piece(C,Rook,white), piece(_,Rook,black).'
    assert {row.predicate for row in sm.position(ROOKS).ask(rules).rows} == {"a", "b"}
    with pytest.raises(sm.RulesError, match="rules: nothing is shown"):
        sm.position(ROOKS).ask([])


def test_rules_that_never_end(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """They are ended, and the error names the limit and the line."""
    error = fail(monkeypatch, capsys, "ask", ROOKS, "--rule", "n(0).\n\nn(X+1) :- n(X).", "--rules-time", "0.5")
    assert "rule:3: grounding the rules exceeds 0.5 seconds" in error


@pytest.mark.parametrize(
    ("rules", "lines"),
    [
        ("n(0).\nn(X+1) :- n(X).", [2]),
        ("n(0).\nn(X) :- n(X-1).", [2]),
        ("n(0).\nn(Y) :- n(X), Y = X+1.", [2]),
        ("a(1).\na(X) :- b(X).\nb(f(X)) :- a(X).", [3]),
        ("a(1).\n{ a((X,X)) } :- a(X).", [2]),
        ("n(0).\nn(X+1) :- n(X), X < 9.\nm(0).\nm(X+1) :- m(X).", [4]),
        ("n(0).\nn(X+1) :- n(X), X < 900000000.", [2]),
        ("n(1..9).\nm(X+1) :- n(X).\nk(X) :- m(X).\nm(X) :- k(X).", []),
        ("a(X) :- b(f(X)).\nb(X) :- a(X).", []),
    ],
)
def test_rules_that_may_never_end_are_found(rules: str, lines: list[int]) -> None:
    """The endless rules were marked by hand; rules that only shrink terms, or compute beside a circle, are not."""
    assert [rule.location.begin.line for rule in growing(parse_rules(Path("rule"), rules))] == lines


def test_json_and_stats_are_data() -> None:
    _, out, _ = run("ask", ROOKS, "--rule", "a(X) :- mine(X).", "--stats", "--json")
    assert json.loads(out)["stats"]["parts"]["own"] == {"atoms": 3, "rules": 3}


def test_rule_in_place_of_a_file_names_the_option() -> None:
    with pytest.raises(sm.ShadowmateError, match="a rule is given as --rule 'TEXT'"):
        run("ask", ROOKS, "pin(Cell) :- pinned(Cell,_).")
