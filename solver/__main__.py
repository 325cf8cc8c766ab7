"""The command `shadowmate`, which is `python -m shadowmate` too."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command; Ctrl-C ends it while it is still being loaded, too."""
    try:
        from .commands.app import main as run
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        sys.exit(3)
    run()


if __name__ == "__main__":
    main()
