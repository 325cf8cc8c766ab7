"""The error of sweeps."""

from __future__ import annotations

from ..errors import ShadowmateError


class SweepError(ShadowmateError, ValueError):
    """A sweep that cannot begin or go on. The message has the reason."""
