"""Rules from outside the package get a process of their own first, with limits on time and memory."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import shadowmate as sm
from shadowmate.checking import outside
from shadowmate.checking.outside import RulesLimits, try_checking
from support.cli import fail, run
from support.paths import EXAMPLES

WASP = (EXAMPLES / "wasp" / "game.lp").read_text(encoding="utf-8")

ENDLESS = {
    "always": "n(0). n(X+1) :- n(X).\n",
    "in a position": "#program worlds.\nn(0) :- turn(_). n(X+1) :- n(X). forbidden(C) :- chosen_move(C,_,_), n(-1).\n",
    "a large board": "size(300,300,300).\n",
}


pytestmark = pytest.mark.trial


def wasp(folder: Path, more: str = "", text: str = WASP) -> Path:
    (folder / "own").mkdir()
    (folder / "own" / "game.lp").write_text(text + more, encoding="utf-8")
    return folder


@pytest.mark.sample(1)
@pytest.mark.parametrize("depth", [200, 700, 1500])
def test_terms_that_are_nested_too_deep_for_python_do_no_harm(tmp_path: Path, depth: int) -> None:
    """What passes the trial can be used, and what cannot does not pass it."""
    folder = wasp(tmp_path, f"p({'f(' * depth}1{')' * depth}).\n")
    try:
        sm.game("own", rules=[folder]).start().legal_moves()
        assert isinstance(sm.check_rules(folder / "own"), list)
    except sm.RulesError as error:
        assert "nested too deep" in str(error)


@pytest.mark.slow
@pytest.mark.parametrize("rules", ENDLESS)
def test_rules_that_do_not_end_are_ended(tmp_path: Path, rules: str) -> None:
    """In any part. The message names the limit, and the option that raises it."""
    folder = wasp(tmp_path, ENDLESS[rules])
    with pytest.raises(sm.RulesError, match=r"exceeds 3 seconds \(--rules-time, in Python rules_time, allows more"):
        sm.game("own", rules=[folder], rules_time=3)


def test_rules_that_need_too_much_memory_are_ended(tmp_path: Path) -> None:
    folder = wasp(tmp_path, "n(0..10000000).\n")
    with pytest.raises(sm.RulesError, match=r"exceed 0\.25 GB of memory \(--rules-memory"):
        sm.game("own", rules=[folder], rules_time=120, rules_memory=0.25)


def test_rules_that_clingo_breaks_down_on_do_no_harm(tmp_path: Path) -> None:
    nested = f"p({'f(' * 200_000}1{')' * 200_000}).\n"
    with pytest.raises(sm.RulesError, match=r"broke down.*nested too deep"):
        sm.game("own", rules=[wasp(tmp_path, nested)])


@pytest.mark.slow
def test_readings_and_rules_that_check_rules_alone_grounds_are_tried(tmp_path: Path) -> None:
    """A reading that is not asked for does no harm to a game."""
    reading = 'question(q,one,"place"). reading(q,(one;two),"so").\n#program reading(two).\nn(0). n(X+1) :- n(X).\n'
    folder = wasp(tmp_path, reading)
    sm.game("own", rules=[folder])
    with pytest.raises(sm.RulesError, match="exceeds 3 seconds"):
        sm.game("own", ["two"], rules=[folder], rules_time=3)
    with pytest.raises(sm.RulesError, match="exceeds 3 seconds"):
        try_checking(folder / "own", RulesLimits(seconds=3))


@pytest.mark.slow
def test_the_limits_are_options_of_commands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Progress on standard error names the work and its limit."""
    monkeypatch.delenv("SHADOWMATE_PROGRESS")
    folder = wasp(tmp_path, ENDLESS["always"])
    given = ("--rules", str(folder), "--rules-time", "3")
    for command in (("moves", "own: start"), ("games",), ("pieces", "own"), ("check-rules", "own")):
        error = fail(monkeypatch, capsys, *command, *given)
        assert "in at most 3 seconds" in error and "exceeds 3 seconds" in error, command


def test_rules_are_tried_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is known is their text: a changed file is tried again. Games of the package are not tried."""
    tried = []
    monkeypatch.setattr(outside, "_run", lambda folder, what, *_: tried.append((folder.name, *what)) or "")
    folder = wasp(tmp_path)
    for _ in range(2):
        sm.position("own: start", rules=[folder])
        sm.position("fide: start", rules=[folder])
    assert tried == [("own", "read")]
    (folder / "own" / "game.lp").write_text(WASP + "% changed\n", encoding="utf-8")
    sm.position("own: start", rules=[folder])
    sm.position("own: start", rules=[folder])
    assert tried == [("own", "read")] * 2


def test_only_a_trial_leaves_a_mark(
    tmp_path: Path, untried: Callable[..., None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a trial no mark is stored, so later commands try the rules. Nor is one for rules with mistakes."""
    marks = tmp_path / "cache" / "checked"
    folder = wasp(tmp_path, "royall(king).\n")
    with monkeypatch.context() as patch:
        patch.setattr(outside, "_try", lambda *_: None)
        outside.try_game("own", (), (folder,))
    assert outside._try is untried
    for _ in range(2):
        with pytest.raises(sm.RulesError, match="nothing uses royall/1; do you mean royal/1"):
            outside.try_game("own", (), (folder,))
    assert not marks.exists()
    (folder / "own" / "game.lp").write_text(WASP, encoding="utf-8")
    for _ in range(2):
        outside.try_game("own", (), (folder,))
        assert len(list(marks.iterdir())) == 1


@pytest.mark.slow
def test_a_trial_does_not_change_the_message_of_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(sm.RulesError, match=r"game\.lp:\d+:.*operation undefined"):
        sm.game("own", rules=[wasp(tmp_path, "royal(Kind+1) :- royal(Kind).\n")])
    assert run("check-rules", str(tmp_path / "own"))[0] == 1


@pytest.mark.slow
def test_rules_with_mistakes_are_refused_by_every_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With the file, as the user named its folder, and the line of each, again and again until they are mended."""
    mate = ("mate", "own: white KiAa1 WaCc3 black KiEe5", "--in", "1")
    given = ("--rules", str(wasp(tmp_path)))
    solution = tmp_path / "solution.json"
    solution.write_text(run(*mate, *given, "--json")[1], encoding="utf-8")
    game = tmp_path / "own" / "game.lp"
    game.write_text(WASP + "most(queen,1) :- kinde(queen).\nroyall(king).\n", encoding="utf-8")
    line = WASP.count("\n") + 1
    for command in (("moves", "own: start"), ("games",), ("pieces", "own"), mate, ("perft", "own: start", "1")):
        error = fail(monkeypatch, capsys, *command, *given)
        assert f"{game}:{line}: nothing defines kinde/1" in error, command
        assert f"{game}:{line + 1}: nothing uses royall/1" in error and error.count("\n") == 2, command
    assert "nothing defines kinde/1" in fail(monkeypatch, capsys, "check-proof", str(solution), *given)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("more", "reason"),
    [
        ("forbidden(Move) :- chosen_move(Move,_,_).\n", "part base is too early for a rule with chosen_move/3"),
        ("#program movse.\nforbidden(Move) :- chosen_move(Move,_,_).\n", "no part is called movse"),
        ("royal(unicorn).\n", "unicorn"),
        ("#program effects.\nbecomes(C,mover,rocket) :- use(C,any).\n", "rocket"),
    ],
)
def test_a_rule_that_does_nothing_is_refused(tmp_path: Path, more: str, reason: str) -> None:
    """At its line, and `check-rules` finds the same."""
    folder = wasp(tmp_path, more)
    (found,) = sm.check_rules(folder / "own")
    assert reason in found.message and found.line > WASP.count("\n")
    with pytest.raises(sm.RulesError) as refused:
        sm.game("own", rules=[folder])
    assert str(refused.value) == str(found)


def test_the_error_names_what_lists_all_mistakes(tmp_path: Path) -> None:
    folder = wasp(tmp_path, "".join(f"royall(k{number}).\n" for number in range(14)))
    with pytest.raises(sm.RulesError) as refused:
        sm.game("own", rules=[folder])
    *listed, last = str(refused.value).splitlines()
    assert len(listed) == 10 and last == f"and 4 more; `shadowmate check-rules {folder / 'own'} --all` lists them"
    assert len(refused.value.mistakes) == 14


@pytest.mark.slow
def test_mistakes_under_a_reading_are_refused_if_it_is_chosen(tmp_path: Path) -> None:
    """As `check-rules` finds them; a reading that is not asked for does no harm to a game."""
    reading = 'question(q,one,"place"). reading(q,(one;two),"so").\n#program reading(two).\nroyal(unicorn).\n'
    folder = wasp(tmp_path, reading)
    sm.game("own", rules=[folder])
    with pytest.raises(sm.RulesError, match=r"game\.lp:\d+: .*unicorn"):
        sm.game("own", ["two"], rules=[folder])
    assert "unicorn" in sm.check_rules(folder / "own")[0].message


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "killpg"), reason="needs the groups of processes of Unix")
def test_ctrl_c_ends_the_other_process_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It does not wait for the limits, which would end it with exit code 2."""
    monkeypatch.delenv("SHADOWMATE_PROGRESS")
    folder = wasp(tmp_path, ENDLESS["always"])
    started = [sys.executable, "-m", "shadowmate.commands.app", "moves", "own: start", "--rules", str(folder)]
    started += ["--rules-time", "100000"]
    with subprocess.Popen(started, stderr=subprocess.PIPE, text=True, start_new_session=True) as process:
        assert process.stderr is not None and "loading the rules of own" in process.stderr.readline()
        os.killpg(process.pid, signal.SIGINT)
        _, errors = process.communicate()
        assert errors == "interrupted\n" and process.returncode == 3
