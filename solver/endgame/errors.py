"""What an endgame table cannot be made of."""

from __future__ import annotations

from ..errors import ShadowmateError


class EndgameError(ShadowmateError, ValueError):
    """Material that no table can be made of, or a position that a table does not hold."""


class Interrupted(KeyboardInterrupt):
    """Ctrl-C, while tables were made; its text names what is kept."""
