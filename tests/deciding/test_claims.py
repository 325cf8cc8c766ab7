"""Files of claims: what is false is found false, what is malformed is reported by file and line, and the pages."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from typer.main import get_group

import shadowmate as sm
from shadowmate.commands.app import app
from shadowmate.deciding.claims_file import Command
from shadowmate.deciding.commanded import COMMANDS, check_command
from shadowmate.deciding.marked import ClaimsError
from support.cli import answer, fail, run
from support.paths import ROOT

HEAD = "document: A page\nclaims:\n"
CLAIM = "- id: one\n  place: here\n  says: something\n"


@pytest.fixture
def wasp(tmp_path: Path) -> Path:
    """A copy of the game, whose claims may be others."""
    shutil.copytree(ROOT / "examples" / "wasp", tmp_path / "wasp")
    return tmp_path


def write(folder: Path, text: str) -> str:
    (folder / "wasp" / "claims.yaml").write_text(text, encoding="utf-8")
    return str(folder)


def asp(*lines: str) -> str:
    return f"{HEAD}{CLAIM}  asp: |\n" + "".join(f"    {line}\n" for line in lines) + "  verdict: true\n"


FALSE = {
    "one more cell": "holds :- 126 = #count { C : cell(C) }.",
    "a step that is none": "counterexample(D) :- D = (0,0,3), not covers(king,D).",
    "every cell is light": "counterexample(at(C)) :- tint(C,dark).",
    "the kite goes anywhere": "counterexample(at(T)) :- cell(F), cell(T), F = (3,3,3), F != T, not reaches(kite,F,T).",
    "nothing on the way": "counterexample(P) :- route(wasp,P,_), on_way(P,_).",
    "whatever is full": "{ filled((1,0,0)) }. counterexample(D) :- covers(wasp,D), not opens_to(wasp,D).",
    "in every answer set": "{ a }. holds :- a.",
}


@pytest.mark.sample(1)
@pytest.mark.parametrize("rule", FALSE.values(), ids=FALSE)
def test_what_is_false_is_found_false(rule: str, wasp: Path) -> None:
    code, out, _ = run("claims", "wasp", "--rules", write(wasp, asp(rule)), "--json")
    found = json.loads(out)
    (claim,) = found["games"][0]["claims"]
    assert (code, claim["verdict"], claim["stored"], claim["agrees"]) == (1, "false", "true", False)
    assert found["differ"] == ["wasp one"]
    assert ("counterexample" in rule) == any(text.startswith("counterexample") for text in claim["found"]["default"])


def test_python_asks_the_same(wasp: Path) -> None:
    rule = asp("counterexample(at(C)) :- tint(C,dark).")
    (found,) = sm.claims("wasp", rules=write(wasp, rule))
    assert (found.verdict, found.stored, found.agrees) == ("false", "true", False)
    reported = json.loads(run("claims", "wasp", "--rules", str(wasp), "--json")[1])["games"][0]["claims"]
    assert [{**found.as_json(), "seconds": 0}] == [{**each, "seconds": 0} for each in reported]
    with pytest.raises(sm.ShadowmateError, match="wasp has no claim 'two'; there are one"):
        sm.claims("wasp", "two", rules=str(wasp))


TRUE = {
    "125 cells": "holds :- 125 = #count { C : cell(C) }.",
    "proved for all sets of pieces": "{ filled(D) : covers(kite,D) }. counterexample :- not opens_to(kite,(1,1,0)).",
    "some full, and still open": ":- not filled((1,0,0)). {filled((1,0,0))}. "
    "counterexample :- not opens_to(wasp,(1,2,1)).",
    "the smallest": "1 { n(1..3) }. #minimize { X : n(X) }. counterexample(X) :- n(X), X > 3.",
}


@pytest.mark.sample(1)
@pytest.mark.parametrize("rule", TRUE.values(), ids=TRUE)
def test_what_is_true_is_found_true(rule: str, wasp: Path) -> None:
    code, out, _ = run("claims", "wasp", "--rules", write(wasp, asp(rule)))
    assert code == 0, out


def test_the_smallest_counterexample_is_reported(wasp: Path) -> None:
    """One piece on the way of a Kite already blocks it, and the smallest counterexample has just one."""
    rule = asp("{ filled(D) : covers(kite,D) }.", "counterexample(D) :- filled(D), not opens_to(kite,(2,1,1)).",
               "#minimize { 1,D : filled(D) }.")  # fmt: skip
    _, out, _ = run("claims", "wasp", "--rules", write(wasp, rule), "--json")
    assert len(json.loads(out)["games"][0]["claims"][0]["found"]["default"]) == 1


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("expect", "holds"),
    [
        ("{reaches: 24}", True), ("{reaches: 23}", False), ("{reaches: {least: 24, most: 24}}", True),
        ("{reaches: {most: 23}}", False), ("{cells: {count: 24}}", True), ("{cells: {has: [Cc3]}}", False),
        ("{cells: {lacks: [Cc3]}}", True), ("{reaches: '24'}", False),
        ("{motion: ['leaps, if its waypoint is empty, sting']}", True), ("{kind: true}", False),
    ],
)  # fmt: skip
def test_answers_of_commands_are_held_against_what_is_expected(expect: str, holds: bool, wasp: Path) -> None:
    text = f"{HEAD}{CLAIM}  run: [pieces, wasp, wasp]\n  expect: {expect}\n  verdict: true\n"
    assert run("claims", "wasp", "--rules", write(wasp, text))[0] == (0 if holds else 1)


def test_a_wrong_correction_differs(wasp: Path) -> None:
    text = asp("counterexample(at(C)) :- tint(C,dark).").replace("true", "false")
    text += "  instead:\n    says: other\n    asp: counterexample(at(C)) :- tint(C,light).\n"
    code, out, _ = run("claims", "wasp", "--rules", write(wasp, text), "--json")
    claim = json.loads(out)["games"][0]["claims"][0]
    assert (code, claim["verdict"], claim["correction"]["holds"], claim["agrees"]) == (1, "false", False, False)


MALFORMED = {
    "syntax": (asp("holds :-", "  cell(C."), 8, "syntax error"),
    "unsafe": (asp("", "counterexample(X,Y) :- cell(X)."), 8, "unsafe"),
    "misspelt": (asp("holds :- cells(C)."), 7, "nothing defines cells/1"),
    "of the game": (asp("cell((9,9,9)).", "holds."), 7, "cell/1 is defined by the game"),
    "asks nothing": (asp("a."), 6, "nothing is asked"),
    "no answer set": (asp("holds.", ":- holds."), 6, "no answer set"),
    "include": (asp('#include "x.lp".', "holds."), 7, "#include is not allowed here"),
    "script": (asp("#script (python)", "#end.", "holds."), 7, "#script is not allowed here"),
    "show": (asp("#show a/0.", "holds."), 7, "is not used in a claim"),
    "part": (asp("#program position.", "holds."), 7, "have no parts"),
    "theory": (asp("holds :- &sum { 1 } > 0."), 7, ""),
    "call": (asp("holds :- X = @facts(cell,1), cell(X)."), 7, "@facts is called"),
    "foreign sign": (asp("holds :- \u2265."), 7, "U+2265"),
    "key": (f"{HEAD}{CLAIM}  asp: holds.\n  verdict: true\n  why: not\n", 8, "there is no key 'why'"),
    "missing": (f"{HEAD}- id: one\n  place: here\n  verdict: true\n", 3, "missing: says"),
    "twice": (f"{HEAD}{CLAIM}  place: there\n", 6, "the key 'place' is here twice"),
    "same id": (asp("holds.") + CLAIM + "  asp: holds.\n  verdict: true\n", 9, "claim one in line 3"),
    "verdict": (f"{HEAD}{CLAIM}  asp: holds.\n  verdict: maybe\n", 7, "'maybe', not true, false, open"),
    "no query": (f"{HEAD}{CLAIM}  verdict: true\n", 6, "has a query that decides it"),
    "open and decided": (f"{HEAD}{CLAIM}  asp: holds.\n  verdict: open\n  evidence: none\n", 7, "is not open"),
    "no evidence": (f"{HEAD}{CLAIM}  asp: holds.\n  verdict: false\n", 7, "needs evidence"),
    "two queries": (f"{HEAD}{CLAIM}  asp: holds.\n  run: [games]\n  verdict: true\n", 7, "does not go with asp"),
    "expects nothing": (f"{HEAD}{CLAIM}  run: [games]\n  verdict: true\n", 6, "what of its answer is expected"),
    "command": (f"{HEAD}{CLAIM}  run: [import, x]\n  exit: 0\n  verdict: true\n", 6, "no command 'import'"),
    "writes": (f"{HEAD}{CLAIM}  run: [show, x, --svg=y]\n  exit: 0\n  verdict: true\n", 6, "no command 'show'"),
    "writes too": (f"{HEAD}{CLAIM}  run: [pieces, wasp, --svg=y]\n  exit: 0\n  verdict: true\n", 6, "--svg is not for"),
    "nothing expected": (
        f"{HEAD}{CLAIM}  run: [moves, 'wasp: start']\n  expect: {{moves: {{has: []}}}}\n  verdict: true\n",
        7,
        "nothing is expected",
    ),
    "no number": (
        f"{HEAD}{CLAIM}  run: [moves, 'wasp: white WaCc3 KtDd4']\n  expect: {{moves: {{count: 1..3}}}}\n"
        "  verdict: true\n",
        6,
        "the number of moves is a number, unlike '1..3'",
    ),
    "refused": (f"{HEAD}{CLAIM}  run: [moves, 'wasp: white Xx']\n  exit: 0\n  verdict: true\n", 6, "Xx"),
    "limit": (
        f"{HEAD}{CLAIM}  run: [solve, 'fide: white Ka1 Qb2 black Kh8', '#3', --nodes, '1']\n"
        "  expect: {keys: {count: 0}}\n  verdict: true\n",
        6, "the command came to its limit",
    ),
    "usage": (f"{HEAD}{CLAIM}  run: [moves]\n  exit: 0\n  verdict: true\n", 6, "give either a POSITION"),
    "no such key": (f"{HEAD}{CLAIM}  run: [perft, 'fide: start', '1']\n  expect: {{prft: 1}}\n  verdict: true\n", 6,
                    "expect: the answer has no key 'prft'"),
    "no list": (f"{HEAD}{CLAIM}  run: [perft, 'fide: start', '1']\n  expect: {{position: {{has: [1]}}}}\n"
                "  verdict: true\n", 6, "expect: position is fide: "),
    "reading": (asp("holds.") + "  readings: [nonsense]\n", 3, "wasp has no reading 'nonsense'"),
    "same reading": (f"{HEAD}{CLAIM}  asp: holds.\n  readings: [some_path, some_path]\n  verdict: true\n", 7,
                     "readings: 'some_path' is there twice"),
    "by reading": (f"{HEAD}{CLAIM}  asp: holds.\n  readings: [some_path]\n  verdict: {{every_path: true}}\n"
                   "  evidence: x\n", 8, "names each of readings"),
    "picture": (asp("holds.") + "  picture: 'wasp: white Xx'\n", 3, "its picture"),
    "alias": ("document: &a x\nclaims: *a\n", 2, "an alias, *a"),
    "yaml": ("document: [\nclaims: x: y\n", 2, ""),
    "object": ("document: !!python/object:os.system x\nclaims: []\n", 1, "could not determine a constructor"),
    "empty": ("", 1, "it is nothing, not a mapping"),
    "type": ("document: x\nclaims: 3\n", 2, "claims: it is '3', not a list"),
}  # fmt: skip


@pytest.mark.sample(2)
@pytest.mark.parametrize(("text", "line", "reply"), MALFORMED.values(), ids=MALFORMED)
def test_a_malformed_file_is_reported_with_file_and_line(
    text: str, line: int, reply: str, wasp: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    reported = fail(monkeypatch, capsys, "claims", "wasp", "--rules", write(wasp, text))
    place = re.search(r"claims\.yaml:(\d+): (.*)", reported)
    assert place, reported
    assert (int(place[1]), reply in reported) == (line, True), reported


def test_rules_that_never_end_cost_no_more_than_is_allowed(wasp: Path) -> None:
    folder = write(wasp, asp("n(0). n(X+1) :- n(X).", "holds :- n(3)."))
    words = ("claims", "wasp", "--rules", folder, "--rules-time", "1")
    ended = subprocess.run((sys.executable, "-m", "shadowmate", *words), capture_output=True, text=True, timeout=120)
    assert ended.returncode == 2
    assert "exceeds 1 seconds" in ended.stderr


@pytest.mark.parametrize(
    ("words", "reply"),
    [
        (("claims", "chess"), "there is no game 'chess'"),
        (("claims", "fide"), "fide has no claims"),
        (("claims", "latrunculi", "nonsense"), "latrunculi has no claim 'nonsense'; there are ten-ranks"),
        (("claims", "latrunculi", "--report", "x.svg"), "writes HTML or Markdown"),
        (("claims", "latrunculi", "--report", "x.txt"), "chosen by the end of the name: .html or .md"),
    ],
)
def test_missing_things_are_reported(
    words: tuple[str, ...], reply: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert reply in fail(monkeypatch, capsys, *words)


def test_the_schema_is_printed_and_is_one() -> None:
    code, out, _ = run("claims", "--schema")
    assert code == 0
    Draft202012Validator.check_schema(json.loads(out))


def test_slow_claims_are_decided_only_if_asked_for(wasp: Path) -> None:
    folder = write(wasp, asp("holds.") + "  slow: true\n")
    found = answer("claims", "wasp", "--rules", folder)
    assert isinstance(found, dict)
    assert [found["games"][0][key] for key in ("claims", "left_out")] == [[], ["one"]]
    assert len(json.loads(run("claims", "wasp", "--rules", folder, "--slow", "--json")[1])["games"][0]["claims"]) == 1
    assert len(json.loads(run("claims", "wasp", "one", "--rules", folder, "--json")[1])["games"][0]["claims"]) == 1


EXAMPLE = ("claims", "wasp", "--rules", str(ROOT / "examples"), "--report")


LONG = {
    "rules": "asp: '1 { in(P,1..12) } 1 :- P = 1..13. :- in(P,H), in(Q,H), P < Q. holds :- in(1,1).'",
    "a command": "run: [perft, 'fide: start', '12']\n  expect: {complete: true}",
    "a command with a limit of its own": "run: [solve, 'fide: start', 'h#9', --time, '100']\n  expect: {exit: 3}",
    "the same, which is not to be reached": "run: [solve, 'fide: start', 'h#9', --time, '100']\n  expect: {keys: []}",
}


@pytest.mark.sample(1)
@pytest.mark.parametrize("query", LONG.values(), ids=LONG)
def test_the_time_limit_ends_a_claim(query: str, wasp: Path) -> None:
    """What is decided by then is printed. The claim that is stopped has no verdict, and is no mistake."""
    second = CLAIM.replace("one", "two")
    claims = f"{HEAD}{CLAIM}  verdict: open\n  evidence: none\n{second}  {query}\n  verdict: true\n"
    code, out, err = run("claims", "wasp", "--rules", write(wasp, claims), "--time", "1", "--json")
    found = json.loads(out)
    assert code == 3 and err.endswith("stopped by --time; 1 of 2 are not decided\n")
    assert [claim["id"] for claim in found["games"][0]["claims"]] == ["one"] and not found["complete"]


@pytest.mark.slow
def test_the_time_limit_counts_between_claims_where_ctrl_c_is_ignored(
    wasp: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a background job of a script."""
    monkeypatch.setattr("shadowmate.commands.waiting.may_hear", lambda: False)
    code, out, err = run("claims", "wasp", "--rules", str(wasp), "--time", "0", "--json")
    assert (code, json.loads(out)["games"][0]["claims"]) == (3, []) and "stopped by --time" in err


@pytest.mark.slow
def test_a_time_limit_that_is_not_reached_changes_nothing(wasp: Path) -> None:
    assert run("claims", "wasp", "--rules", str(wasp), "--time", "600")[0] == 0


@pytest.mark.slow
def test_the_page_needs_nothing_else(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert run(*EXAMPLE, str(page))[0] == 0
    text = page.read_text(encoding="utf-8")
    assert "http" not in text and not re.search(r"(?:src|href)=\"(?!data:)|url\(|@import|<script|<link", text)
    assert text.count("<article") == 5 and text.count("<img") == 2
    for words in (
        "wasp-colours",
        "1,152 counterexamples in all",
        "Correct: A Wasp never leaves",
        "under some_path: false",
    ):
        assert words in text


@pytest.mark.slow
def test_the_page_in_markdown(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    assert run(*EXAMPLE, str(page))[0] == 0
    text = page.read_text(encoding="utf-8")
    assert "### `wasp-colours`: false" in text and "[WaAa1]: o reached 3" in text and "* noted: Cb2" in text


def test_text_of_a_document_cannot_be_markup(wasp: Path) -> None:
    folder = write(wasp, asp("holds.").replace("something", "'<script>alert(1)</script> [x](http://y)'"))
    for name, wanted in (("page.html", "&lt;script&gt;"), ("page.md", "\\<script\\>alert(1)\\</script\\> \\[x\\](")):
        run("claims", "wasp", "--rules", folder, "--report", str(wasp / name))
        assert wanted in (wasp / name).read_text(encoding="utf-8")


GUIDE = (ROOT / "docs" / "claims.md").read_text(encoding="utf-8")


def test_the_guide_quotes_the_example() -> None:
    quoted = re.findall(r"```yaml\n(.*?)```", GUIDE, re.DOTALL)
    example = (ROOT / "examples" / "wasp" / "claims.yaml").read_text(encoding="utf-8")
    assert len(quoted) == 5 and all(each in example for each in quoted)


@pytest.mark.slow
@pytest.mark.parametrize(("command", "shown"), re.findall(r"```console\n\$ shadowmate (.*)\n((?:.*\n)*?)```", GUIDE))
def test_the_guide_shows_what_is_printed(command: str, shown: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    assert run(*command.split())[:2] == (0, shown)


def test_no_option_of_a_claim_writes_a_file() -> None:
    for name in COMMANDS:
        for param in get_group(app).commands[name].params:
            if str(getattr(param, "help", "")).endswith("; - for stdout.") or param.opts == ["--slices"]:
                command = Command((name, f"{param.opts[0]}=x"), {}, 0, Path("claims.yaml"), 1)
                with pytest.raises(ClaimsError, match=f"{param.opts[0]} is not for claims"):
                    check_command(command)


def test_the_guide_names_the_commands_that_there_are() -> None:
    text = re.search(r"word by word: one of (.*?)\.", GUIDE, re.DOTALL)
    assert text and re.findall(r"`(\w+)`", text[1]) == list(COMMANDS)
