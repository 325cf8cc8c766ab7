"""Problems as a puzzle file: the fields of their entries, whatever they were read from."""

from __future__ import annotations

from collections.abc import Sequence

import yaml

from .contents import Printed


class _Dumper(yaml.SafeDumper):
    """Writes texts of several lines as they are, and lists of pieces in one line."""


def _text(dumper: yaml.SafeDumper, written: str) -> yaml.ScalarNode:
    return dumper.represent_scalar("tag:yaml.org,2002:str", written, style="|" if "\n" in written else None)


def _list(dumper: yaml.SafeDumper, written: list[object]) -> yaml.SequenceNode:
    return dumper.represent_sequence("tag:yaml.org,2002:seq", written, flow_style=True)


_Dumper.add_representer(str, _text)
_Dumper.add_representer(list, _list)


def puzzle_file(problems: Sequence[Printed]) -> str:
    """The text of a puzzle file with some problems and their solutions."""
    return "---\n".join(map(_entry, problems))


def _entry(printed: Printed) -> str:
    fields = dict(printed.fields)
    if printed.solution:
        fields["solution"] = "".join(f"{line}\n" for line in printed.solution)
    written: str = yaml.dump(fields, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=110)
    return written
