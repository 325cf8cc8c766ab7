"""Fails if a test of a report takes too long: `python tests/slowest.py REPORT.xml PERCENT`.

The report is what `pytest --junitxml` writes. What counts is processor time, which `conftest.py` notes, as the clock
depends on what else runs on the machine, and its share of the time of all tests, as seconds depend on the machine. What
takes too long runs once more, by itself: the first test that asks for a part of the kernel, or for the tables of a
game, pays for all that follow, and that is not its fault.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from math import inf
from pathlib import Path
from xml.etree import ElementTree


def times(report: Path) -> dict[str, float]:
    """The tests of a report with the seconds of processor time that each took."""
    found = {}
    for case in ElementTree.parse(report).iter("testcase"):
        noted = {each.attrib["name"]: each.attrib["value"] for each in case.iterfind("properties/property")}
        if "cpu" in noted:
            found[noted["test"]] = float(noted["cpu"])
    return found


def again(tests: list[str]) -> Path:
    """The report of these tests alone."""
    report = Path(tempfile.mkdtemp()) / "report.xml"
    subprocess.run([sys.executable, "-m", "pytest", "-n0", f"--junitxml={report}", *tests], check=True)
    return report


def main(report: Path, percent: float) -> int:
    """Print the tests that are too slow when run twice; return the exit code."""
    seconds = times(report)
    most = sum(seconds.values()) * percent / 100
    found = [test for test, spent in seconds.items() if spent > most]
    spent_again = times(again(found)) if found else {}
    found = [test for test in found if spent_again.get(test, inf) > most]
    for test in found:
        print(f"{spent_again.get(test)} s of processor time: {test}")
    print(f"{len(found)} tests need more than {most:.1f} s, {percent:g} % of the time of all tests")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), float(sys.argv[2])))
