"""The command `shadowmate`, also `python -m shadowmate`. Ctrl-C ends it cleanly from the start."""

from __future__ import annotations

from .garbage import keep, pause
from .signals import end_at_once, hear_signals


def main() -> None:
    """Run the command."""
    hear_signals()
    pause()  # until a command runs
    try:
        from .commands.app import main as run
    except KeyboardInterrupt:
        end_at_once()
    try:
        run()
    finally:
        keep()  # or Python would look through all there is when it ends


if __name__ == "__main__":
    main()
