"""The command `shadowmate`, which is `python -m shadowmate` too: Ctrl-C ends it from the first."""

from __future__ import annotations

import gc

from .signals import end_at_once, hear_signals


def main() -> None:
    """Run the command."""
    hear_signals()
    gc.disable()  # what is imported stays, so looking through it for garbage is in vain
    try:
        from .commands.app import main as run
    except KeyboardInterrupt:
        end_at_once()
    gc.freeze()
    gc.enable()
    run()


if __name__ == "__main__":
    main()
