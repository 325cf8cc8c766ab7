"""The command `shadowmate`, also `python -m shadowmate`. Ctrl-C ends it cleanly from the start."""

from __future__ import annotations

import gc

from .garbage import uncollected
from .signals import end_at_once, hear_signals


def main() -> None:
    """Run the command."""
    hear_signals()
    try:
        with uncollected():
            from .commands.app import main as run
    except KeyboardInterrupt:
        end_at_once()
    gc.freeze()
    run()


if __name__ == "__main__":
    main()
