"""What may be wrong with files, folders and environments."""

from __future__ import annotations

import json
import os
import resource
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from fuzz import mutate, rules
from shadowmate.api import game_objects
from shadowmate.asp import ruleset
from shadowmate.compiled import cache, engine_choice

UNPRIVILEGED = 65534
"""The number of a user that owns nothing."""

_VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 10**30, 1e308, float("nan"), float("inf"), "", "x", "\0", "\ud800", "1" * 5000, [], {},
    [[[[]]]], {"": {}}, [None] * 1000,
)  # fmt: skip


def own_files(fresh: bool = False) -> None:
    """Have this process keep its files in the folder `cache`, and (`fresh`) read again what it has read elsewhere."""
    os.environ["SHADOWMATE_CACHE"] = str(Path.cwd() / "cache")
    cache._kernel_obstacle.cache_clear()
    if fresh:
        for known in (game_objects._game, ruleset._load, engine_choice.compiled_engine):
            known.cache_clear()


def json_document(random: Random, content: bytes) -> bytes:
    """A JSON document, something in which is not what it was."""
    document = json.loads(content)
    for _ in range(random.choice((1, 1, 1, 2, 5))):
        holder, key = _somewhere(random, document)
        change = random.randrange(4)
        if change == 0:
            holder[key] = random.choice(_VALUES)
        elif change == 1:
            del holder[key]
        elif change == 2:
            other, where = _somewhere(random, document)
            holder[key] = json.loads(json.dumps(other[where]))
        elif isinstance(holder[key], str):
            holder[key] = mutate.text(random, holder[key], ["Ra1-a8", "fide: start"])
        elif isinstance(holder[key], int):
            holder[key] += random.choice((-1, 1, 1000))
    if random.random() < 0.03:
        return b"[" * 100_000 + b"]" * 100_000
    return json.dumps(document).encode()


def _somewhere(random: Random, document: Any) -> tuple[Any, Any]:
    """A place in a document: a list or an object in it, and a key there."""
    while True:
        holder, key = {"": document}, ""
        while (
            isinstance(holder[key], dict | list) and holder[key] and (holder[key] is document or random.random() < 0.8)
        ):
            holder = holder[key]
            key = random.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
        if holder is not document or key != "":
            return holder, key


def odd_file(random: Random, folder: Path, name: str) -> str:
    """Make something that is no good file, and give its name."""
    path = folder / name
    odd: list[Callable[[], object]] = [
        lambda: path.write_bytes(b""),
        lambda: path.write_bytes(random.randbytes(1000)),
        lambda: path.write_bytes(b"\xff\xfe" + "fide: start".encode("utf-16-le")),
        lambda: path.write_text("fide: start", encoding="utf-8-sig"),
        lambda: path.write_text("[" * 100_000, encoding="utf-8"),
        lambda: path.write_text("a" * 10**6, encoding="utf-8"),
        lambda: path.write_bytes(bytes(10**6)),
        lambda: path.mkdir(),
        lambda: path.symlink_to(name),
        lambda: path.symlink_to("nowhere"),
        lambda: (path.write_text("fide: start", encoding="utf-8"), path.chmod(0)),
        lambda: (path.mkdir(), path.chmod(0)),
        lambda: None,
    ]
    random.choice(odd)()
    return random.choice(
        (name, name, name, f"{name}/x", f"./{name}", "x" * 300, "x/" * 3000, "", " ", "\udcff", "/dev/null")
    )


def rules_folder_entries(random: Random, folder: Path) -> list[Callable[[], object]]:
    """What may be wrong with a game's folder, but for its text."""
    entry = folder / "game.lp"
    text = entry.read_text(encoding="utf-8")
    beside = folder / "more.lp"

    def chain() -> None:
        for number in range(1500):
            (folder / f"{number}.lp").write_text(f'#include "{number + 1}.lp".\n', encoding="utf-8")
        entry.write_text(text + '#include "0.lp".\n', encoding="utf-8")

    def renamed(name: str) -> None:
        folder.rename(folder.with_name(name))

    return [
        lambda: (entry.unlink(), entry.mkdir()),
        lambda: (entry.unlink(), os.mkfifo(entry)),
        lambda: (entry.unlink(), entry.symlink_to("game.lp")),
        lambda: (entry.unlink(), entry.symlink_to("../mini")),
        lambda: (entry.unlink(), entry.symlink_to("/dev/zero")),
        lambda: entry.chmod(0),
        lambda: folder.chmod(0),
        lambda: folder.parent.chmod(0),
        lambda: folder.parent.chmod(0o444),
        lambda: (os.mkfifo(beside), entry.write_text(text + '#include "more.lp".\n', encoding="utf-8")),
        lambda: (beside.symlink_to("more.lp"), entry.write_text(text + '#include "more.lp".\n', encoding="utf-8")),
        lambda: (beside.symlink_to("/dev/zero"), entry.write_text(text + '#include "more.lp".\n', encoding="utf-8")),
        lambda: (beside.mkdir(), entry.write_text(text + '#include "more.lp".\n', encoding="utf-8")),
        lambda: (beside.write_bytes(b"\xff\xfe"), entry.write_text(text + '#include "more.lp".\n', encoding="utf-8")),
        lambda: entry.write_text(text + f'#include "{"x" * 300}.lp".\n', encoding="utf-8"),
        lambda: entry.write_text(text + f'#include "{"x/" * 3000}.lp".\n', encoding="utf-8"),
        lambda: entry.write_text(text, encoding="utf-16"),
        lambda: entry.write_text(text, encoding="utf-8-sig"),
        lambda: entry.write_text(text.replace("\n", "\r\n"), encoding="utf-8", newline=""),
        lambda: entry.write_text(text.replace("\n", "\r"), encoding="utf-8", newline=""),
        lambda: (folder.parent / "other").symlink_to("."),
        lambda: shutil.copytree(folder, folder.parent / "mini\udcff"),
        lambda: shutil.copytree(folder, folder.parent / "two\nlines"),
        lambda: shutil.copytree(folder, folder.parent / "\x1b[31m"),
        lambda: renamed("mini\udcff"),
        lambda: renamed("12"),
        chain,
    ]


def rules_in(random: Random, folder: Path) -> None:
    """Damage a game's folder."""
    entry = folder / "game.lp"
    if random.random() < 0.5:
        random.choice(rules_folder_entries(random, folder))()
    elif random.random() < 0.5:
        entry.write_bytes(mutate.damaged(random, entry.read_bytes()))
    else:
        text = rules.mutated(random, [entry.read_text(encoding="utf-8")])
        entry.write_bytes(text.encode("utf-8", "surrogatepass"))


def endless(folder: Path) -> None:
    """Rules that never come to an end."""
    folder.mkdir(parents=True)
    (folder / "game.lp").write_text('#include "core/game.lp".\nn(0). n(X+1) :- n(X).\n', encoding="utf-8")


def kept(random: Random, folder: Path) -> None:
    """Damage something of what is kept between runs, or put something in its place."""
    files = [path for path in sorted(folder.rglob("*")) if path.is_file() and "kernel-" not in str(path)]
    for path in random.sample(files, random.choice((1, 1, 2, len(files)))):
        odd: list[Callable[[], object]] = [
            path.unlink,
            lambda path=path: (path.unlink(), path.mkdir()),
            lambda path=path: (path.unlink(), path.symlink_to(path.name)),
            lambda path=path: path.chmod(0),
            lambda path=path: path.with_suffix(".part").write_bytes(path.read_bytes()),
            lambda path=path: path.with_suffix(".part").write_bytes(random.randbytes(1000)),
            lambda path=path: path.write_bytes(random.choice(files).read_bytes()),
        ]
        with suppress(OSError):
            if random.random() < 0.7:
                path.write_bytes(mutate.damaged(random, path.read_bytes()))
            else:
                random.choice(odd)()
    if random.random() < 0.1:
        place = random.choice([path for path in folder.iterdir() if not path.is_symlink()])
        if place.is_dir():
            shutil.rmtree(place)
        else:
            place.unlink()
        random.choice((place.touch, lambda: place.symlink_to(place.name), lambda: place.symlink_to("/dev/null")))()


def odd_output(random: Random, folder: Path, name: str) -> str:
    """Block the path of an output, and give the name to write to."""
    odd: dict[str, Callable[[], object]] = {
        name: lambda: None,
        "/dev/full": lambda: None,
        "/dev/null": lambda: None,
        "old.svg": lambda: None,
        "link.svg": lambda: None,
        "missing/new": lambda: None,
        "diary/new": lambda: None,
        "locked/new": lambda: ((folder / "locked").mkdir(), (folder / "locked").chmod(0o555)),
        "hidden/new": lambda: ((folder / "hidden").mkdir(), (folder / "hidden").chmod(0)),
        "occupied": lambda: (folder / "occupied").mkdir(),
        "loop": lambda: (folder / "loop").symlink_to("loop"),
        "dangling": lambda: (folder / "dangling").symlink_to("missing/new"),
        "x" * 300: lambda: None,
        "x" * 255: lambda: None,
        "x/" * 3000: lambda: None,
        "\udcff\udcfe": lambda: None,
        "two\nlines": lambda: None,
        "\x1b[31mred": lambda: None,
        "[bold]": lambda: None,
        "": lambda: None,
        " ": lambda: None,
        ".": lambda: None,
        "-": lambda: None,
        "--": lambda: None,
        "/": lambda: None,
        "/proc/self/mem": lambda: None,
        "/proc/version": lambda: None,
        "/dev/fd/99": lambda: None,
    }
    wanted = random.choice(list(odd))
    odd[wanted]()
    return wanted


def environment(random: Random, folder: Path) -> Callable[[], None]:
    """A change of the environment of a process."""
    text = random.choice(
        ("", " ", "0", "-1", "1", "abc", "\udcff", "/", "/dev/full", "x" * 5000, "~", "nowhere", "\u2654")
    )
    name = random.choice(
        ("SHADOWMATE_CACHE", "SHADOWMATE_CACHE", "HOME", "XDG_CACHE_HOME", "COLUMNS", "LINES", "TERM", "TMPDIR", "PWD",
         "LANG", "LC_ALL", "NO_COLOR", "FORCE_COLOR", "PATH", "PYTHONPATH", "TTY_COMPATIBLE",
         "_SHADOWMATE_COMPLETE", "TERMINAL_WIDTH", "PYTHONWARNINGS", "NUMBA_CACHE_DIR")
    )  # fmt: skip
    locked, gone = folder / "locked-cache", folder / "gone"
    locked.mkdir()
    gone.mkdir()
    coding = random.choice(("ascii", "latin-1", "cp1252", "utf-16", "utf-8", "cp037"))

    def homeless() -> None:
        for each in ("SHADOWMATE_CACHE", "HOME", "XDG_CACHE_HOME"):
            os.environ.pop(each, None)
        _be_unprivileged()

    def locked_up() -> None:
        locked.chmod(0o555)
        os.environ["SHADOWMATE_CACHE"] = str(locked)
        _be_unprivileged()

    def nowhere() -> None:
        os.chdir(gone)
        gone.rmdir()

    def few_files() -> None:
        most = random.choice((3, 5, 10, 30))
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))

    def full_disk() -> None:
        most = random.choice((0, 100, 5000))
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))

    def no_processes() -> None:
        _be_unprivileged()
        resource.setrlimit(resource.RLIMIT_NPROC, (0, 0))

    changes: list[Callable[[], object]] = [
        *[lambda: os.environ.__setitem__(name, text)] * 8,
        *[lambda: os.environ.__setitem__("PYTHONIOENCODING", coding)] * 3,
        lambda: os.environ.pop(name, None),
        lambda: os.environ.clear(),
        lambda: os.umask(0o777),
        homeless,
        locked_up,
        nowhere,
        few_files,
        full_disk,
        no_processes,
    ]
    change = random.choice(changes)
    return lambda: (change(), None)[1]


def _be_unprivileged() -> None:
    if os.geteuid() == 0:
        os.setgroups([])
        os.setgid(UNPRIVILEGED)
        os.setuid(UNPRIVILEGED)
