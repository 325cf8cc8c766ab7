"""Fails if a test of a report takes too long: `python tests/slowest.py REPORT.xml SECONDS`.

The report is what `pytest --junitxml` writes. What counts is processor time, which `conftest.py` notes, as the clock
depends on what else runs on the machine.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree


def slow(report: Path, most: float) -> Iterator[str]:
    """The tests of a report that take more than `most` seconds of processor time, a line for each."""
    for case in ElementTree.parse(report).iter("testcase"):
        for found in case.iterfind("properties/property[@name='cpu']"):
            if float(found.attrib["value"]) > most:
                yield f"{found.attrib['value']} s of processor time: {case.get('classname')}::{case.get('name')}"


if __name__ == "__main__":
    lines = list(slow(Path(sys.argv[1]), float(sys.argv[2])))
    print(*lines, f"{len(lines)} tests take more than {sys.argv[2]} seconds", sep="\n")
    sys.exit(bool(lines))
