"""Rules with variables that nothing gives a value: clingo refuses them, and all others with them."""

from __future__ import annotations

from contextlib import suppress

from clingo import Control
from clingo.ast import Id, Program, ProgramBuilder

from ..asp.messages import split_message
from ..asp.rule_files import RuleFiles
from ..asp.syntax import NOWHERE
from .findings import Finding

_MESSAGES = 100_000
"""The most messages that clingo may print; its default is 20, and each unsafe rule takes one."""


def unsafe(files: RuleFiles) -> list[Finding]:
    """A finding for each rule that has unsafe variables."""
    return [Finding(*place) for place in map(split_message, _messages(files)) if place is not None]


def _messages(files: RuleFiles) -> list[str]:
    """What clingo says of the files before it grounds any part of them."""
    text: list[str] = []
    control = Control(["--warn=no-atom-undefined"], lambda _code, message: text.append(message.strip()), _MESSAGES)
    with ProgramBuilder(control) as builder:
        for name, body in files.parts.items():
            parameters = [Id(NOWHERE, parameter) for parameter in files.parameters.get(name, ())]
            builder.add(Program(NOWHERE, name, parameters))
            for statement in body:
                builder.add(statement)
    with suppress(RuntimeError):  # what it has to say is in the messages
        control.ground([("no part of any rules", [])])
    return text
