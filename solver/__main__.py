"""The command `shadowmate`, which is `python -m shadowmate` too: Ctrl-C ends it from the first."""

from __future__ import annotations

from .signals import end_at_once, hear_signals


def main() -> None:
    """Run the command."""
    hear_signals()
    try:
        from .commands.app import main as run
    except KeyboardInterrupt:
        end_at_once()
    run()


if __name__ == "__main__":
    main()
