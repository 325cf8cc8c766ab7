"""`kill -9` while something long is made: the next run gives the same answer, and nothing is left behind."""

from __future__ import annotations

import json
import shutil
import signal
import tempfile
import time
from pathlib import Path
from random import Random

from fuzz.commands import Call, Done, call
from fuzz.damage import own_files
from shadowmate.compiled.cache import kernel_folder
from shadowmate.endgame import build
from support.paths import GAMES_OF_TESTS

SECONDS = 60.0
"""Time limit of a run, in seconds."""

MADE: tuple[tuple[str, ...], ...] = (
    ("endgame", "fide: white K P black K", "--jobs", "1", "--json"),
    ("endgame", "mini: white Ki Pn Ro black Ki Kt", "--rules", "games", "--json"),
    ("atlas", "fide", "--attackers", "R", "--attackers", "B", "--output", "new.yaml"),
    ("atlas", "mini", "--rules", "games", "--pairs", "--output", "new.yaml", "--svg", "new.svg"),
)
"""What makes tables or an atlas."""


class Kills:
    """Killed runs by number.

    Args:
        seed: the same seed and number give the same command and moments.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._kernel = kernel_folder().absolute()
        self._undisturbed: dict[tuple[str, ...], tuple[Done, dict[str, object], float]] = {}

    def of(self, number: int) -> tuple[str, ...]:
        """The command that is killed."""
        return MADE[number % len(MADE)]

    def fault(self, number: int) -> str | None:
        """What is wrong after a run was killed, or several one after another; None if nothing is."""
        random, command = Random(f"{self.seed}/kill/{number}"), self.of(number)
        expected, files, seconds = self._expected(command)
        with tempfile.TemporaryDirectory(prefix="fuzz-") as place:
            folder = self._furnished(Path(place))
            moments = [random.uniform(0, seconds) for _ in range(random.choice((1, 1, 2, 3)))]
            for moment in moments:
                _run(command, folder, ((moment, signal.SIGKILL),))
            done = _run(command, folder)
            after = f"after kills at {', '.join(f'{moment:.2f}' for moment in moments)} of {seconds:.2f} s: "
            if (done.code, _answer(done)) != (expected.code, _answer(expected)):
                return f"{after}{done.code}, {done.out.decode()[-500:]} {done.err[-1000:]}"
            if (now := _files(folder)) != files:
                names = sorted({*now, *files})
                return after + ", ".join(
                    f"{name} {'is left' if name not in files else 'lacks' if name not in now else 'is another'}"
                    for name in names
                    if now.get(name) != files.get(name)
                )
        return None

    def _expected(self, command: tuple[str, ...]) -> tuple[Done, dict[str, object], float]:
        """How an undisturbed run ends, the files there are then, and its time."""
        if command not in self._undisturbed:
            with tempfile.TemporaryDirectory(prefix="fuzz-") as place:
                folder = self._furnished(Path(place))
                began = time.monotonic()
                done = _run(command, folder)
                seconds = time.monotonic() - began
                assert done.code == 0 and _files(folder), done
                self._undisturbed[command] = (done, _files(folder), seconds)
        return self._undisturbed[command]

    def _furnished(self, folder: Path) -> Path:
        """A folder with the kernel, and nothing else that is kept between runs."""
        (folder / "cache").mkdir()
        (folder / "cache" / self._kernel.name).symlink_to(self._kernel)
        shutil.copytree(GAMES_OF_TESTS / "mini", folder / "games" / "mini")
        return folder


def _run(command: tuple[str, ...], folder: Path, signals: tuple[tuple[float, int], ...] = ()) -> Done:
    return call(Call(command, before=_keep_everything, signals=signals), folder, SECONDS)


def _keep_everything() -> None:
    """Have what is unfinished kept as soon as there is something of it, as it is in tables that take hours."""
    own_files(fresh=True)
    build._CHECKPOINT = build._SHARE = 0  # type: ignore[misc]


def _answer(done: Done) -> object:
    try:
        return {**json.loads(done.out), "seconds": 0}
    except ValueError:
        return done.out


def _files(folder: Path) -> dict[str, object]:
    """All files, with the content of those that are outputs: that of tables differs, as they record their times."""
    found: dict[str, object] = {}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink():
            found[str(path.relative_to(folder))] = path.read_bytes() if path.name.startswith("new.") else None
    return found
