"""The command `shadowmate`, also `python -m shadowmate`. Ctrl-C ends it cleanly from the start."""

from __future__ import annotations

import gc

from .signals import end_at_once, hear_signals


def main() -> None:
    """Run the command."""
    hear_signals()
    gc.disable()  # imported modules stay, so garbage collection of them is useless
    try:
        from .commands.app import main as run
    except KeyboardInterrupt:
        end_at_once()
    gc.freeze()
    gc.enable()
    run()


if __name__ == "__main__":
    main()
