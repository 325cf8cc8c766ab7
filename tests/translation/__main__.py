"""The rules that the compiled engine carries out: `python tests/translation` lists those that have changed.

`--update` writes their digests, and `--table` the table in solver/README.md. `--compare` compares both engines on every
position of few pieces on small boards, for every game of the tests.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from translation import translated

from shadowmate.compiled.compile.kernel_map import functions_of  # the path above leads there
from shadowmate.compiled.compile.known_rules import LIST, Known


def known() -> set[Known]:
    """The list as it is; it may have been left half written by a merge."""
    words = (line.split(maxsplit=2) for line in LIST.read_text(encoding="utf-8").splitlines())
    return {Known(*each) for each in words if len(each) == 3}


def report() -> int:
    """Print each changed rule with the functions that carry it out; return how many there are."""
    before, now = known(), translated.lines()
    rules = {each.known: each for each in translated.core_rules()}
    for each in sorted(before - set(now), key=lambda each: each[1:]):
        print(f"gone: a rule of core/{each.file} for {each.head}: {_functions(each)}")
    for each in now:
        if each not in before:
            print(f"new: {rules[each].rule}\n    core/{each.file}, {each.head}: {_functions(each)}")
    return len(before ^ set(now))


def _functions(line: Known) -> str:
    return ", ".join(functions_of(line.file, line.head.split()[0])) or "no function in kernel_map.py"


def main() -> int:
    """Do what the options ask for; the exit code is 1 if a rule has changed or the engines differ."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--update", action="store_true", help="write the digests of the rules as they are now")
    parser.add_argument("--table", action="store_true", help="print the table, and write it into solver/README.md")
    options = parser.parse_args()
    changed = report()
    if options.update:
        LIST.write_text(translated.written(translated.lines(), translated.compared()), encoding="utf-8")
    if options.table:
        translated.README.write_text(translated.page(), encoding="utf-8")
        print(translated.table())
    return int(bool(changed) and not options.update)


if __name__ == "__main__":
    sys.exit(main())
