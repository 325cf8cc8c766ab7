"""Routes that a game states itself, in the words of `why`."""

from pathlib import Path

import shadowmate as sm
from support.tiny import TINY

RULES = """
abbreviation(stone,"St").  motion(stone,roll,far,any).  direction(far,(0,0,2)).
belongs(roll,far,roll(far)).  place(roll(far),(0,0,2)).  after(roll(far),(slide((0,0,1),1),)).
"""


def test_a_route_without_a_direction_in_its_name_is_named(tmp_path: Path) -> None:
    (tmp_path / "tiny").mkdir()
    (tmp_path / "tiny" / "game.lp").write_text(f'game("Tiny").\n{TINY}{RULES}', encoding="utf-8")
    position = sm.game("tiny", rules=[tmp_path]).position("white KiAa1 StAc1 black KiCc3 StBc1")
    (route,) = position.why("StAc1-Cc1").routes
    assert str(route) == "roll(far): blocked by StBc1"
