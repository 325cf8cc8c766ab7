"""The command `shadowmate`, which is `python -m shadowmate` too: Ctrl-C ends it from the first."""

from __future__ import annotations

import os
import signal


def end_at_once(*_: object) -> None:
    """What Ctrl-C does where there is nothing to tidy up."""
    os.write(2, b"interrupted\n")
    os._exit(3)


def main() -> None:
    """Run the command."""
    signal.signal(signal.SIGINT, end_at_once)
    try:
        from .commands.app import main as run
    except KeyboardInterrupt:
        end_at_once()
    run()


if __name__ == "__main__":
    main()
