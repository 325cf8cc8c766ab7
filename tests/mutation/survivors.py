"""Mutants that the battery cannot notice, that set the engines apart, or that never end: each with why.

The lists are data, in `survivors/`: a YAML file for each file of core rules, one for boards, parameters and games, and
two for the other lists. An entry has the `mutants` by name, `why`, and perhaps a `note` with more.
"""

from __future__ import annotations

from pathlib import Path

from support.yaml_files import read_yaml

HERE = Path(__file__).parent / "survivors"
SAME_FACTS = "derives the same facts in every game"
"""A reason that the slow tests check themselves."""


def _listed(path: Path) -> dict[str, str]:
    """The mutants of a file, by name, each with why.

    Raises:
        ValueError: if a mutant is listed twice.
    """
    found: dict[str, str] = {}
    for entry in read_yaml(path):
        for name in entry["mutants"]:
            if name in found:
                raise ValueError(f"{path.name}: {name}: is listed twice")
            found[name] = entry["why"]
    return found


ALLOWED = _listed(HERE / "apart.yaml")
"""The mutants of what both engines read by which they differ."""
ENDLESS = _listed(HERE / "endless.yaml")
"""Clingo never comes to an end with these: everyone would notice, and no test can wait."""
EXPECTED = {
    name: why
    for path in sorted(HERE.glob("*.yaml"))
    if path.stem not in ("apart", "endless")
    for name, why in _listed(path).items()
}
"""The mutants that no question can notice."""
