"""Where things lie."""

from pathlib import Path

TESTS = Path(__file__).parent.parent
ROOT = TESTS.parent
EXAMPLES = ROOT / "examples"
DATA = TESTS / "data"
GAMES_OF_TESTS = DATA
"""The small games of the tests, a folder each."""
