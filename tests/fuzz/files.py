"""Damaged files and hostile environments, met by commands: no traceback, no hang, nothing half-written."""

from __future__ import annotations

import json
import os
import re
import shutil
import stat
import tempfile
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

from fuzz import scenes
from fuzz.commands import LATE, Done, call
from shadowmate.commands.app import app
from shadowmate.compiled.cache import kernel_folder
from support.paths import GAMES_OF_TESTS

SECONDS = 40.0
"""Time limit of a command, in seconds."""

_PROBLEMS = (
    ("fide: white Kf6 Ra1 black Kh7", "#2", "--tries", "--set-play"),
    ("fide: white Kg6 Ra1 black Kg8", "#1"),
    ("fide: white Kc2 Rb8 black Ka1 turn black", "h#1"),
    ("fide: white Kc2 Rb8 black Ka1", "ser-#1"),
)
_UNTIDY = re.compile(r"Traceback|Exception ignored|Error in |Fatal Python|PANIC|Segmentation|Aborted!")


@dataclass(slots=True)
class Files:
    """Scenes by number: what a command finds there, and how it must end.

    Args:
        seed: the same seed and number give the same scene, though not the same moment of a signal.
    """

    seed: int
    home: tempfile.TemporaryDirectory[str] = field(default_factory=lambda: tempfile.TemporaryDirectory(prefix="fuzz-"))
    proofs: list[bytes] = field(default_factory=list)
    answers: dict[tuple[str, ...], str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Have all that commands share ready, as every process that is forked is as warm as this one."""
        kernel = kernel_folder().absolute()
        template = Path(self.home.name, "cache")
        Path(self.home.name).chmod(0o755)
        template.mkdir()
        (template / kernel.name).symlink_to(kernel)
        os.environ["SHADOWMATE_CACHE"] = str(template)
        for position, *asked in _PROBLEMS:
            self.proofs.append(self._answer("solve", position, *asked, "--json").encode())
        for command in scenes.COMMANDS:
            self._answer(*command)
        for command in scenes.TABULATED:
            self.answers[command] = self._answer(*command, "--json")

    def _answer(self, *command: str) -> str:
        """What a command prints in this process."""
        stream = StringIO()
        with (
            tempfile.TemporaryDirectory() as folder, redirect_stdout(stream), redirect_stderr(StringIO()),
            suppress(SystemExit),
        ):  # fmt: skip
            furnish(Path(folder), self.proofs)
            before = Path.cwd()
            os.chdir(folder)
            try:
                app(list(command), standalone_mode=False)
            finally:
                os.chdir(before)
        return stream.getvalue()

    def of(self, number: int) -> tuple[str, ...]:
        """The name of a scene, and the command in it."""
        with tempfile.TemporaryDirectory() as folder:
            name, scene = self._scene(number, Path(folder))
        return name, *scene.call.arguments

    def _scene(self, number: int, folder: Path) -> tuple[str, scenes.Scene]:
        random = Random(f"{self.seed}/file/{number}")
        furnish(folder, self.proofs)
        shutil.copytree(Path(self.home.name, "cache"), folder / "cache", symlinks=True)
        name = random.choices(list(scenes.SCENES), [weight for weight, _ in scenes.SCENES.values()])[0]
        return name, scenes.SCENES[name][1](random, folder)

    def fault(self, number: int) -> str | None:
        """What is wrong with how a command ends; None if nothing is."""
        with tempfile.TemporaryDirectory(prefix="fuzz-") as place:
            folder = Path(place)
            folder.chmod(0o777)
            _, scene = self._scene(number, folder)
            before = _kept(folder)
            done = call(scene.call, folder, SECONDS)
            try:
                return _fault(scene, done, folder, before, self.answers)
            finally:
                for path in folder.rglob("*"):
                    if path.is_dir() and not path.is_symlink():
                        path.chmod(0o777)


def furnish(folder: Path, proofs: list[bytes]) -> None:
    """Put into a folder the files that commands are asked about, and some unrelated ones."""
    for number, proof in enumerate(proofs):
        (folder / f"proof{number}.json").write_bytes(proof)
    (folder / "positions.txt").write_text(
        "fide: white Kf6 Ra1 black Kh7\n# a comment\n\n"
        "fide: fen 7k/5Q2/6K1/8/8/8/8/8 b\nmini: white KiAa1 black KiAc3\n",
        encoding="utf-8",
    )
    shutil.copytree(GAMES_OF_TESTS / "mini", folder / "games" / "mini")
    (folder / "diary").write_text("dear diary", encoding="utf-8")
    (folder / "diary").chmod(0o600)
    (folder / "old.svg").write_text("<svg/>", encoding="utf-8")
    (folder / "old.svg").chmod(0o640)
    (folder / "link.svg").symlink_to("old.svg")


def _kept(folder: Path) -> dict[str, tuple[int, bytes]]:
    """The files in a folder, without what is kept between runs: mode and digest of each."""
    found = {}
    for path in sorted(folder.iterdir()):
        if path.is_file() and not path.is_symlink():
            found[path.name] = (stat.S_IMODE(path.stat().st_mode), sha256(path.read_bytes()).digest())
    return found


def _fault(
    scene: scenes.Scene, done: Done, folder: Path, before: dict[str, tuple[int, bytes]], answers: dict[Any, str]
) -> str | None:
    output = done.err + done.out.decode(errors="replace")[-2000:]
    if done.code == LATE:
        return f"no end in {SECONDS:g} s of a processor: {done.err[-500:]}"
    if scene.call.real and output.rstrip().endswith("KeyboardInterrupt") and "/commands/" not in output:
        return None  # it came while Python itself was starting, or while it imported the package
    if _UNTIDY.search(output):
        return f"exit code {done.code}: {output[-3000:]}"
    if done.code not in scene.codes:
        return f"exit code {done.code}, not one of {sorted(scene.codes)}: {output[-1000:]}"
    if done.code == 2 and not scene.mute and not done.err.strip():
        return "exit code 2, and not a word on standard error"
    if len(done.err) > 50_000:
        return f"{len(done.err):,} characters on standard error: {done.err[:300]}"
    after = _kept(folder)
    for name, known in before.items():
        if name not in scene.outputs and after.get(name) != known:
            return f"{name} is not what it was"
    for name in after.keys() - before.keys() - set(scene.outputs):
        if not (scene.may_leave_parts and name.startswith(".shadowmate-part-")):
            return f"{name} was left behind: {done.err[-500:]}"
    for name in scene.outputs:
        if name in after and (broken := _broken(folder / name)):
            return f"{name} is half-written: {broken}"
    if scene.answer and done.code == 0:
        return _other(json.loads(answers[scene.answer]), json.loads(done.out), done.err)
    return None


def _other(expected: dict[str, Any], found: dict[str, Any], output: str) -> str | None:
    """What is wrong with an answer that should be another."""
    if {**expected, "seconds": 0} != {**found, "seconds": 0}:
        return f"answers {str(found)[:500]}, not {str(expected)[:500]}; {output[-300:]}"
    return None


def _broken(path: Path) -> str | None:
    """What is wrong with a file that was written; None if it is whole."""
    content = path.read_bytes()
    if path.suffix == ".svg" or path.suffix == ".graphml":
        try:
            ElementTree.fromstring(content)
        except ElementTree.ParseError as error:
            return str(error)
    if path.suffix == ".png" and not content.endswith(b"IEND\xaeB`\x82"):
        return "no end"
    if path.suffix in (".yaml", ".dot") and not content.endswith(b"\n"):
        return "no end"
    return None
