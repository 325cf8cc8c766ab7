"""How fast readings are compared: smallest differences of planar kinds, and proofs that there are none.

Run it with `python benchmarks/comparing.py`; `--cubic` asks the largest question of the documents too, which takes
minutes. A difference is to be found within 30 s, and its absence proved within 5 minutes, on two cores. Times are CPU
times, so other load on the machine shows less; each line is a process's first question about these rules.
"""

from __future__ import annotations

import argparse
import subprocess
import sys

DIFFERENCES = [
    ("prince", "every_path", "some_path", "base"),
    ("prince", "every_path", "some_path", "scientist"),
    ("prince", "every_path", "some_path", "reporter"),
    ("prince", "every_path", "some_path", "prince"),
    ("prince", "planes_d", "printed_d_first", "scientist"),
    ("prince", "planes_e", "printed_e", "reporter"),
    ("prince", "paths_off_field", "field_paths_closed", "reporter"),
]
PROOFS = [
    ("prince", "planes_e", "printed_e_bounded", "reporter"),
    ("prince", "paths_off_field", "field_paths_closed", "scientist"),
    ("prince", "paths_off_field", "field_paths_closed", "base"),
]
CUBIC = [
    ("extreme", "narrow_corners", "wide_corners", "cubic_unicorn"),
    ("extreme", "narrow_corners", "wide_corners", "cubic_bishop"),
]
LIMITS = {"differ": 30.0, "proved": 300.0}
ASK = """
import sys, time
import shadowmate as sm
found = sm.compare(*sys.argv[1:])
assert found.proved
pieces = found.smallest.pieces if found.smallest else None
print(pieces, found.counted["questions"], time.process_time())
"""


def ask(question: tuple[str, ...], limit: float) -> bool:
    """Ask in a process of its own, print what it took, and say whether that is within the limit."""
    answer = subprocess.run([sys.executable, "-c", ASK, *question], capture_output=True, text=True, check=True)
    pieces, questions, seconds = answer.stdout.split()
    text = "no difference" if pieces == "None" else f"{pieces} pieces"
    print(f"{' '.join(question)}: {text}, {questions} questions, {float(seconds):.1f} s of {limit:.0f}", flush=True)
    return float(seconds) <= limit


def main() -> None:
    """Ask all, and end with exit code 1 if one took longer than it may."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cubic", action="store_true", help="cubic kinds of Extreme 3D Chess too")
    cubic = CUBIC if parser.parse_args().cubic else []
    fast = [ask(each, LIMITS["differ"]) for each in DIFFERENCES]
    fast += [ask(each, LIMITS["proved"]) for each in [*PROOFS, *cubic]]
    sys.exit(not all(fast))


if __name__ == "__main__":
    main()
