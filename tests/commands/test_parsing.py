"""What is typed and could only be ignored is refused, by every command, for every option that it has."""

from __future__ import annotations

import shlex

import pytest
from typer.core import TyperOption
from typer.main import get_group

from shadowmate.commands.app import app
from shadowmate.errors import ShadowmateError
from support.cli import answer, run

COMMANDS = {str(command.name): command for command in get_group(app).commands.values()}
EXAMPLES = {
    name: shlex.split(str(command.epilog).removeprefix("Example: ").rpartition(" | ")[2])[1:]
    for name, command in COMMANDS.items()
}
OPTIONS = [
    (name, param)
    for name, command in COMMANDS.items()
    for param in command.params
    if isinstance(param, TyperOption) and param.name != "help"
]
NUMBERS = {"N", "S", "SECONDS", "MB", "GB", "GIGABYTES"}
OF_COMPILED_ENGINE = {"jobs", "memory", "no_tables"}


def refused(name: str, *more: str) -> str:
    """What a command's example, with something added to it, is refused with, on one line."""
    code, out, err = run(*EXAMPLES[name], *more)
    assert (code, out) == (2, "")
    return " ".join(err.split())


def typed(option: TyperOption, value: str = "1") -> list[str]:
    return [option.opts[0]] if option.is_flag else [option.opts[0], value]


def ids(value: object) -> str:
    return value.opts[0] if isinstance(value, TyperOption) else str(value)


@pytest.mark.sample(21)
@pytest.mark.parametrize(("name", "option"), [(n, o) for n, o in OPTIONS if not o.multiple], ids=ids)
def test_an_option_is_given_once(name: str, option: TyperOption) -> None:
    """Unless it collects what it is given; whatever the values are."""
    text = refused(name, *typed(option), *typed(option, "2"))
    assert f"{option.opts[0]}: given" in text and "times" in text


@pytest.mark.parametrize(("name", "option"), [(n, o) for n, o in OPTIONS if o.multiple], ids=ids)
def test_an_option_that_collects_is_described_so(name: str, option: TyperOption) -> None:
    assert "may be repeated" in str(option.help) or "..." in str(option.metavar)


@pytest.mark.sample(22)
@pytest.mark.parametrize(
    ("name", "option"),
    [(n, o) for n, o in OPTIONS if o.name in ("rules_time", "rules_memory") and n not in ("check-rules", "ask")],
    ids=ids,
)
def test_limits_of_rules_are_for_given_rules(name: str, option: TyperOption) -> None:
    """Only commands about rules of the user accept them without --rules."""
    assert "has no effect without --rules" in refused(name, *typed(option))


@pytest.mark.parametrize(
    ("name", "option"),
    [
        (n, o)
        for n, o in OPTIONS
        if o.name in OF_COMPILED_ENGINE and n not in ("endgame", "atlas", "verify", "book", "compose", "playtest")
    ],
    ids=ids,
)
def test_what_the_reference_engine_would_ignore(name: str, option: TyperOption) -> None:
    assert "no effect on the reference engine" in refused(name, *typed(option), "--engine", "reference")


@pytest.mark.parametrize(
    "name", ["games", "pieces", "check-rules", "check-proof", "endgame", "atlas", "compile", "verify", "compose"]
)
@pytest.mark.parametrize("engine", ["reference", "compiled"])
def test_no_engine_is_chosen_where_there_is_no_choice(name: str, engine: str) -> None:
    assert "no such option: --engine" in refused(name, "--engine", engine)


def test_moves_are_reported_in_full() -> None:
    """Whatever was typed."""
    assert answer("play", "fide: start", "e4", "e5 Nf3")["moves"] == ["Pe2-e4", "Pe7-e5", "Ng1-f3"]  # type: ignore[index]


def test_other_options_of_no_effect() -> None:
    assert "without --from-moves" in refused("show", "--engine", "compiled")
    assert "--schema: takes no other options or arguments" in refused("check-proof", "--schema")
    with pytest.raises(ShadowmateError, match="--divide"):
        run("perft", "fide: start", "0", "--divide")


@pytest.mark.sample(23)
@pytest.mark.parametrize(
    ("name", "option"),
    [(n, o) for n, o in OPTIONS if o.name == "engine" or o.metavar in NUMBERS],
    ids=ids,
)
def test_a_value_that_cannot_be_read_is_quoted(name: str, option: TyperOption) -> None:
    """The error names the option it is of and what was typed."""
    needed = {"rules_time": ["--rules", "."], "rules_memory": ["--rules", "."]}.get(str(option.name), [])
    if (name, option.name) == ("show", "engine"):
        needed = ["--from-moves", "ScDd4-Dd5"]
    text = refused(name, *needed, option.opts[0], "tw0")
    assert option.opts[0] in text and ("'tw0'" in text or "given 2 times" in text)


@pytest.mark.parametrize("words", [["moves", "white", "KiAa1"], ["status", "fide:", "start"], ["solve", "fide: start"]])
def test_what_the_shell_splits(words: list[str]) -> None:
    """A position in several words, or a stipulation that the shell reads as a comment: the error suggests quotes."""
    code, _, err = run(*words)
    assert code == 2 and "in quotes" in " ".join(err.split())


def test_a_position_may_be_longer_than_a_file_name() -> None:
    code, out, _ = run("solve", f"fide: white Kf6 Ra1{' ' * 300}black Kh8", "#2")
    assert code == 1 and out.startswith("#2: 2 keys")
