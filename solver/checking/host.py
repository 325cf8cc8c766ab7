"""The process in which rules from outside the package are tried. It forks for each trial.

`python -m shadowmate.checking.host` reads a line of JSON for each trial: the module, its arguments and the
environment. It answers with a line of JSON: the exit code and the output of the trial. A trial runs in a fork, so
it leaves nothing for the next one, and the modules are imported once. `outside.py` starts this process.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from collections.abc import Sequence
from importlib import import_module
from tempfile import TemporaryFile
from typing import Any

from ..asp.rule_files import shared
from .predicates import in_file


def serve() -> None:
    """Carry out trials until standard input ends."""
    for source in shared():  # which every game that is tried finds read
        in_file(source)
    for line in sys.stdin:
        asked = json.loads(line)
        import_module(asked["module"])
        print(json.dumps(_apart(asked["module"], asked["arguments"], asked["environment"])), flush=True)


def _apart(module: str, arguments: Sequence[str], environment: dict[str, str]) -> dict[str, Any]:
    """Run a trial in a fork, and give its exit code and what it printed."""
    with TemporaryFile() as text, TemporaryFile() as complaints:
        child = os.fork()
        if child == 0:
            code = 1
            try:
                os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
                os.dup2(text.fileno(), 1)
                os.dup2(complaints.fileno(), 2)
                os.environ.clear()
                os.environ.update(environment)
                code = import_module(module).main(*arguments)
            except BaseException:
                traceback.print_exc()
            finally:
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(code)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        text.seek(0)
        complaints.seek(0)
        texts = (file.read().decode(errors="replace") for file in (text, complaints))
        return dict(zip(("code", "output", "complaints"), (code, *texts), strict=True))


if __name__ == "__main__":
    serve()
