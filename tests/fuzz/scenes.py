"""The scenes: what is damaged or blocked, which command meets it, and how it may end."""

from __future__ import annotations

import os
import resource
import shutil
import signal
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

from fuzz import damage, mutate
from fuzz.commands import Call, any_moment
from fuzz.damage import UNPRIVILEGED, own_files

ANSWERED = frozenset({0, 1})
REFUSED = frozenset({2})
STOPPED = frozenset({3})
ANY = ANSWERED | REFUSED | STOPPED
PIPED = frozenset({-signal.SIGPIPE})

MINI = ("--rules", "games")
TABULATED = (
    ("endgame", "mini: white Ki Ro black Ki", *MINI),
    ("endgame", "mini: white Ki Pn black Ki", *MINI),
)
"""What makes tables, and is answered the same whatever happened to those on disk."""

WRITING: tuple[tuple[tuple[str, ...], tuple[tuple[str, str], ...]], ...] = (
    (("show", "fide: white Kf6 Ra1 black Kh7", "--moves", "a1"), (("--svg", "new.svg"), ("--png", "new.png"))),
    (("pieces", "fide", "knight"), (("--svg", "new.svg"), ("--png", "new.png"))),
    (("pieces", "fide", "--promotions"), (("--dot", "new.dot"),)),
    (
        ("solve", "fide: white Kg6 Ra1 black Kg8", "#1"),
        (("--svg", "new.svg"), ("--dot", "new.dot"), ("--graphml", "new.graphml")),
    ),
    (("atlas", "mini", *MINI, "--attackers", "Ro"), (("--output", "new.yaml"), ("--svg", "new.svg"))),
)
"""Commands that write files, with the options for it and what the files may be called."""

COMMANDS: tuple[tuple[str, ...], ...] = (
    ("moves", "fide: white Kf6 Ra1 black Kh7"),
    ("moves", "--file", "positions.txt", *MINI),
    ("why", "fide: white Kf6 Ra1 black Kh7", "Ra1-b2"),
    ("status", "white PrEe5 black KiHh8 turn black"),
    ("play", "fide: start", "e4", "e5", "Nf3"),
    ("show", "fide: start", "--figurines"),
    ("games",),
    ("pieces", "fide"),
    ("mate", "fide: white Kf6 Ra1 black Kh7", "--in", "2"),
    ("perft", "fide: start", "3"),
    ("check-proof", "proof0.json"),
    ("check-rules", "games/mini"),
    ("compile", "fide"),
    ("--help",),
    ("solve", "--help"),
    *(command for command, _ in WRITING),
    *TABULATED,
)
LONG: tuple[tuple[str, ...], ...] = (
    ("perft", "fide: start", "6"),
    ("solve", "fide: start", "#4"),
    ("solve", "fide: start", "h#3"),
    ("mate", "raumschach: start", "--in", "4"),
    ("endgame", "fide: white K Q black K R", "--jobs", "1"),
    ("atlas", "fide", "--pairs", "--jobs", "1"),
    ("games", "--rules", "endless", "--rules-time", "5"),
    ("check-rules", "endless/own", "--rules-time", "5"),
)
"""What takes long enough to be interrupted."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A command, and how it may end.

    Attributes:
        call: the command.
        codes: the exit codes it may have.
        outputs: files that it may write; no others may change.
        answer: the command whose answer this is, if it has one.
        mute: whether it may fail without a word, as there is nowhere to say it.
        may_leave_parts: whether an unfinished file may be left, as nothing can tidy up.
    """

    call: Call
    codes: frozenset[int] = ANY
    outputs: tuple[str, ...] = ()
    answer: tuple[str, ...] = ()
    mute: bool = False
    may_leave_parts: bool = False


def _writing(random: Random) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A command that writes files, and those files."""
    command, options = random.choice(WRITING)
    asked = random.sample(options, random.randint(1, len(options)))
    return (*command, *(word for each in asked for word in each)), tuple(name for _, name in asked)


def _any_command(random: Random) -> tuple[tuple[str, ...], tuple[str, ...]]:
    command, outputs = random.choice(COMMANDS), ()
    if random.random() < 0.4:
        command, outputs = _writing(random)
    elif random.random() < 0.3 and "--help" not in command:
        command = (*command, "--json")
    return command, outputs


def proof(random: Random, folder: Path) -> Scene:
    """A proof that has been damaged as a text, or in its content."""
    path = folder / f"proof{random.randrange(4)}.json"
    whole = path.read_bytes()
    content = mutate.damaged(random, whole) if random.random() < 0.4 else damage.json_document(random, whole)
    path.write_bytes(content)
    given = random.random() < 0.3
    more = ("--json",) if random.random() < 0.3 else ()
    return Scene(Call(("check-proof", "-" if given else path.name, *more), content if given else b""))


def positions(random: Random, folder: Path) -> Scene:
    """A file of positions and FENs, some of which are none."""
    lines = (folder / "positions.txt").read_text(encoding="utf-8").splitlines() * random.choice((1, 1, 5))
    content = "\n".join(mutate.text(random, line, lines) for line in lines).encode("utf-8", "surrogatepass")
    if random.random() < 0.3:
        content = mutate.damaged(random, content)
    (folder / "positions.txt").write_bytes(content)
    given = random.random() < 0.3
    more = random.choice(((), ("--json",), ("--from", "a1"), ("--engine", "compiled")))
    return Scene(Call(("moves", "--file", "-" if given else "positions.txt", *MINI, *more), content if given else b""))


def odd_inputs(random: Random, folder: Path) -> Scene:
    """A file to read that is none."""
    name = damage.odd_file(random, folder, "odd")
    command = random.choice((("check-proof", name), ("moves", "--file", name), ("check-rules", name)))
    return Scene(Call(command, before=lambda: _become_unprivileged(random)))


def rules(random: Random, folder: Path) -> Scene:
    """A folder of rules with odd things in it."""
    damage.rules_in(random, folder / "games" / "mini")
    command = random.choice(
        (
            ("games", *MINI),
            ("moves", "mini: white KiAa1 black KiAc3", *MINI),
            ("check-rules", "games/mini"),
            ("pieces", "mini", *MINI),
            ("perft", "mini: white KiAa1 black KiAc3", "2", *MINI),
        )
    )
    return Scene(
        Call((*command, "--rules-time", "10"), before=lambda: (own_files(fresh=True), _become_unprivileged(random)))
    )


def tables(random: Random, folder: Path) -> Scene:
    """Something damaged among what is kept between runs: it is as good as not there."""
    damage.kept(random, folder / "cache")
    command = random.choice(TABULATED)
    return Scene(Call((*command, "--json"), before=lambda: own_files(fresh=True)), ANSWERED, answer=command)


def kernel(random: Random, folder: Path) -> Scene:
    """A damaged kernel: it is recognised, and compiled again; the scene ends before that."""
    link = next((folder / "cache").glob("kernel-*"))
    real = link.resolve()
    link.unlink()
    shutil.copytree(real, link)
    files = sorted(path for path in link.rglob("*") if path.is_file())
    path = random.choice(files)
    path.write_bytes(mutate.damaged(random, path.read_bytes()))
    return Scene(
        Call(("perft", "fide: start", "3"), before=own_files, signals=((8.0, signal.SIGINT),), real=True),
        ANSWERED | STOPPED,
    )


def outputs(random: Random, folder: Path) -> Scene:
    """Files that cannot be written, or are no files."""
    command, options = random.choice(WRITING)
    option, name = random.choice(options)
    wanted = damage.odd_output(random, folder, name)
    outputs = (wanted, "old.svg") if wanted == "link.svg" else (wanted,)
    before = (lambda: _limit_size(random)) if random.random() < 0.3 else (lambda: _become_unprivileged(random))
    return Scene(Call((*command, option, wanted), before=before), outputs=outputs)


def environment(random: Random, folder: Path) -> Scene:
    """An unusual environment."""
    command, outputs = _any_command(random)
    change = damage.environment(random, folder)

    def before() -> None:
        own_files()
        change()

    return Scene(Call(command, before=before, real=random.random() < 0.04), outputs=outputs)


def streams(random: Random, folder: Path) -> Scene:
    """Streams that are closed, full, left by their reader, or full of rubbish."""
    command, outputs = _any_command(random)
    closed = [number for number in range(3) if random.random() < 0.3]
    full = random.random() < 0.3

    def before() -> None:
        if full:
            os.dup2(os.open("/dev/full", os.O_WRONLY), 1)
        for number in closed:
            os.close(number)

    reads = random.choice((None, None, 0, 1, 10, 1000))
    rubbish = random.randbytes(random.choice((0, 10, 100_000)))
    return Scene(
        Call(command, rubbish, before, reads=reads, real=random.random() < 0.04),
        ANY | PIPED, outputs, mute=2 in closed, may_leave_parts=reads is not None,
    )  # fmt: skip


def signals(random: Random, folder: Path) -> Scene:
    """Signals at any moment: what is written is whole or not there, and the end comes soon."""
    command, outputs = random.choice(LONG), ()
    length = 6.0
    if random.random() < 0.6:
        (command, outputs), length = _any_command(random), 0.4
    damage.endless(folder / "endless" / "own")
    number = random.choice((signal.SIGINT, signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
    number = -number if random.random() < 0.5 else number
    sent = [(any_moment(random, length), number)]
    while random.random() < 0.3:
        sent.append((sent[-1][0] + random.random(), number))
    real = random.random() < 0.06
    if real:
        sent = [(when + 1.5, number) for when, number in sent]  # Python's own start is Python's
    ended = frozenset({-abs(number)}) if abs(number) != signal.SIGINT else frozenset()
    return Scene(Call(command, before=own_files, signals=sent, real=real), ANY | ended, outputs)


def _become_unprivileged(random: Random) -> None:
    """Become a user that does not own the files, in half of the cases; only root can."""
    if os.geteuid() == 0 and random.random() < 0.5:
        os.setgroups([])
        os.setgid(UNPRIVILEGED)
        os.setuid(UNPRIVILEGED)


def _limit_size(random: Random) -> None:
    """A disk that is full after some number of bytes."""
    most = random.choice((0, 1, 100, 5000))
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))


SCENES: dict[str, tuple[int, Callable[[Random, Path], Scene]]] = {
    "proof": (20, proof),
    "positions": (12, positions),
    "odd inputs": (6, odd_inputs),
    "rules": (7, rules),
    "tables": (12, tables),
    "kernel": (1, kernel),
    "outputs": (13, outputs),
    "environment": (11, environment),
    "streams": (9, streams),
    "signals": (9, signals),
}
"""The scenes by name: how many of a hundred are such, and what arranges one."""
