"""The command `shadowmate` as a program: Ctrl-C ends it from the first, while the commands are still imported."""

from __future__ import annotations

import os
import signal


def main() -> None:
    """Run the command."""
    signal.signal(signal.SIGINT, lambda *_: os._exit(3))
    from .commands.app import main as run

    run()


if __name__ == "__main__":
    main()
