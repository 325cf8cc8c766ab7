"""Rules with unsafe variables. clingo refuses all rules if there is one."""

from __future__ import annotations

from contextlib import suppress

from clingo import Control
from clingo.ast import Id, Program, ProgramBuilder

from ..asp.messages import split_message
from ..asp.rule_files import RuleFiles
from ..asp.syntax import NOWHERE
from .findings import Finding

_MESSAGES = 100_000
"""The largest number of clingo's messages; its default is 20, and each unsafe rule has one."""


def unsafe(files: RuleFiles) -> list[Finding]:
    """A finding for each rule that has unsafe variables."""
    return [Finding(*place) for place in map(split_message, _messages(files)) if place is not None]


def _messages(files: RuleFiles) -> list[str]:
    """clingo's messages about the files before grounding."""
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
