"""The error of a specification."""

from __future__ import annotations

from ..errors import ShadowmateError


class SpecificationError(ShadowmateError, ValueError):
    """A specification that cannot be read, or asks for something that there is not."""
