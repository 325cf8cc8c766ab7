"""Rules with variables that nothing gives a value: clingo refuses them, and all others with them."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from clingo import Control
from clingo.ast import Id, Program, ProgramBuilder

from ..asp.files import RuleFiles, split_message
from ..asp.origin import place
from ..asp.syntax import NOWHERE
from .findings import Finding


def without_unsafe(files: RuleFiles) -> tuple[RuleFiles, list[Finding]]:
    """The files without the rules that have unsafe variables, and a finding for each such variable."""
    found: list[Finding] = []
    bad: set[tuple[Path, int]] = set()
    for message in _messages(files):
        first, *rest = message.splitlines()
        head = split_message(first)
        if head is not None:
            bad.add(head[:2])
            found += _variables(rest) or [Finding(*head)]
    if not bad:
        return files, found
    parts = {name: tuple(each for each in body if place(each) not in bad) for name, body in files.parts.items()}
    return replace(files, parts=parts), found


def _messages(files: RuleFiles) -> list[str]:
    """What clingo says of the files before it grounds any part of them."""
    said: list[str] = []
    control = Control(["--warn=no-atom-undefined"], logger=lambda _code, message: said.append(message.strip()))
    with ProgramBuilder(control) as builder:
        for name, body in files.parts.items():
            parameters = [Id(NOWHERE, parameter) for parameter in files.parameters.get(name, ())]
            builder.add(Program(NOWHERE, name, parameters))
            for statement in body:
                builder.add(statement)
    with suppress(RuntimeError):  # what it has to say is in the messages
        control.ground([("no part of any rules", [])])
    return said


def _variables(notes: list[str]) -> list[Finding]:
    """The variables that the notes below a message name."""
    named = (split_message(note) for note in notes)
    return [
        Finding(path, line, f"variable {words}: no positive literal of the body gives it a value")
        for path, line, words in filter(None, named)
    ]
