"""Ctrl-C, requests to end, and pipes that are closed: how commands end early."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor, wait
from pathlib import Path

import pytest

from shadowmate.commands.waiting import interrupts
from shadowmate.signals import deferred_interrupts, hear_signals, wait_for
from support.cli import run
from support.time_limit import communicate


def start(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "shadowmate", *arguments]
    pipe, environ = subprocess.PIPE, {**os.environ, "PYTHONUNBUFFERED": "1"}
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=environ)


@pytest.mark.sample(1)
@pytest.mark.skipif(not hasattr(signal, "SIGPIPE"), reason="there are no such pipes here")
@pytest.mark.parametrize("arguments", [["moves", "start"], ["moves", "start", "--json"], ["games"], ["--help"]])
def test_a_pipe_that_is_closed_early(arguments: list[str]) -> None:
    """A closed pipe ends the command without a message."""
    process = start(*arguments)
    assert process.stdout and process.stderr
    process.stdout.close()
    assert process.stderr.read() == "" and process.wait() == -signal.SIGPIPE


@pytest.mark.skipif(not hasattr(signal, "SIGPIPE"), reason="there are no such pipes here")
def test_a_pipe_to_another_process_may_break() -> None:
    """Where a worker was killed, the command goes on: what is sent to it raises an error that can be handled."""
    code = """if True:
        import os
        from shadowmate.signals import hear_signals
        hear_signals()
        reader, writer = os.pipe()
        os.close(reader)
        try:
            os.write(writer, b"a task")
        except BrokenPipeError:
            print("goes on")"""
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "goes on\n"


def test_ctrl_c_ends_any_command() -> None:
    """Each ends with exit code 3 and without a traceback."""
    process = start("moves", "--file", "-")
    assert process.stdin and process.stdout
    process.stdin.write("white KnDd4\n")
    process.stdin.flush()
    assert process.stdout.readline().startswith("24: ")
    process.send_signal(signal.SIGINT)
    _, text = communicate(process)
    assert (process.returncode, text) == (3, "interrupted\n")


@pytest.mark.parametrize("module", ["typer", "clingo", "rich", "shadowmate.commands.solving", "shadowmate.api"])
def test_ctrl_c_while_it_is_loaded(module: str) -> None:
    """Wherever it comes: here when a module is looked for."""
    script = f"""
import runpy, sys
class Press:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            sys.meta_path.remove(self)
            raise KeyboardInterrupt
sys.meta_path.insert(0, Press())
runpy.run_module("shadowmate", run_name="__main__")
"""
    asked = [sys.executable, "-c", script, "solve", "fide: white Kg6 Ra1 black Kg8", "#1", "--engine", "reference"]
    done = subprocess.run(asked, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (3, "interrupted\n")


def test_ctrl_c_while_a_text_is_executed(tmp_path: Path) -> None:
    """As when a dataclass is made; Python remembers that, and `python -m` would end by the signal."""
    script = """
import sys
from shadowmate.commands import app
def typed(*_): exec("raise KeyboardInterrupt")
app.app = typed
app.main()
"""
    (tmp_path / "__main__.py").write_text(script)
    done = subprocess.run([sys.executable, str(tmp_path)], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (3, "interrupted\n")


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_other_requests_to_end_are_as_ctrl_c(name: str) -> None:
    if signal.getsignal(getattr(signal, name)) == signal.SIG_IGN:
        pytest.skip("whoever started the tests has it ignored, as nohup does")
    process = start("moves", "--file", "-")
    assert process.stdin and process.stdout
    process.stdin.write("white KnDd4\n")
    process.stdin.flush()
    assert process.stdout.readline().startswith("24: ")
    process.send_signal(getattr(signal, name))
    _, text = communicate(process)
    assert (process.returncode, text) == (3, "interrupted\n")


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_an_interrupted_search_reports_what_it_found(name: str) -> None:
    """Ctrl-C and the signal of `timeout` end a search in the same way."""
    if signal.getsignal(getattr(signal, name)) == signal.SIG_IGN:
        pytest.skip("whoever started the tests has it ignored, as nohup does")
    number = getattr(signal, name)
    before = {each: signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    try:
        hear_signals()
        with interrupts() as stop:
            assert not stop()
            signal.raise_signal(number)
            assert stop()
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


@pytest.mark.parametrize("module", ["shadowmate.commands.app", "typer"])
def test_ctrl_c_while_the_command_is_imported(module: str) -> None:
    program = f"""if True:
        import signal, sys
        class Press:
            def find_spec(self, name, *_):
                if name == {module!r}:
                    signal.raise_signal(signal.SIGINT)
        from shadowmate.__main__ import main
        sys.meta_path.insert(0, Press())
        main()
    """
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (3, b"interrupted\n")


def test_a_ctrl_c_that_is_lost_comes_again(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Python can raise nothing where C has called it, as in a finalizer."""

    class Final:
        def __del__(self) -> None:
            signal.raise_signal(signal.SIGINT)

    def work(*_: object) -> None:
        Final()
        time.sleep(600)  # which it ends

    monkeypatch.setattr("shadowmate.commands.options.Options.read", work)
    assert run("moves", "fide: start")[0] == 3
    assert "Traceback" not in capfd.readouterr().err


def test_ctrl_c_does_not_break_off_a_wait_for_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wait holds a lock of each thread's work. Were it kept, the thread could not end."""
    ended = []

    def waiting(some: list[Future[int]], seconds: float | None) -> object:
        signal.raise_signal(signal.SIGINT)
        ended.append("waited")
        return wait(some, seconds)

    monkeypatch.setattr("concurrent.futures.wait", waiting)
    with ThreadPoolExecutor(1) as pool, pytest.raises(KeyboardInterrupt):
        wait_for([pool.submit(int)])
    assert ended


def test_ctrl_c_waits_while_clingo_solves() -> None:
    """It interrupts when clingo has ended, with the same exception."""
    after = []
    with pytest.raises(KeyboardInterrupt), deferred_interrupts():
        signal.raise_signal(signal.SIGINT)
        after.append("solved")
    assert after and signal.getsignal(signal.SIGINT) is signal.default_int_handler
