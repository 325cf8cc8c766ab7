"""Reads YAML files of the tests by libyaml, where PyYAML has it, which needs a tenth of the time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def read_yaml(path: Path) -> Any:
    """What is in a file of one document."""
    return yaml.load(path.read_text(encoding="utf-8"), _LOADER)


def read_yamls(path: Path) -> list[Any]:
    """The documents of a file."""
    return list(yaml.load_all(path.read_text(encoding="utf-8"), _LOADER))
