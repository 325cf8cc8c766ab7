"""The command line, asked in the process of the tests or as one of its own."""

from __future__ import annotations

import json
import signal
import subprocess
import sys

import pytest
from typer.testing import CliRunner

from shadowmate.commands.app import app, main


def run(*arguments: str, input: str | None = None) -> tuple[int, str, str]:
    """Exit code, standard output and standard error of the command in this process."""
    result = CliRunner().invoke(app, list(arguments), input=input)
    if result.exception and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.exit_code, result.stdout, result.stderr


def answer(*arguments: str) -> object:
    code, out, _ = run(*arguments, "--json")
    assert code in (0, 1)
    return json.loads(out)


def fail(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """Standard error of the command as a user runs it, which must end with exit code 2."""
    monkeypatch.setattr(sys, "argv", ["shadowmate", *arguments])
    monkeypatch.setattr(signal, "signal", lambda *_: None)  # what is set for a process of its own
    with pytest.raises(SystemExit) as stopped:
        main()
    assert stopped.value.code == 2
    return capsys.readouterr().err


def process(*arguments: str, **more: object) -> subprocess.CompletedProcess[bytes]:
    """The command as a process of its own, with its standard error caught."""
    command = [sys.executable, "-m", "shadowmate.commands.app", *arguments]
    return subprocess.run(command, stderr=subprocess.PIPE, check=False, **more)  # type: ignore[call-overload]
