"""What a game lacks is found with its line, and loading a game with a mistake names file and line.

`test_wrong_rules.py` has the mistakes that are added to a game.
"""

import re

import pytest

from shadowmate import RulesError
from shadowmate.asp.rule_files import read_game
from shadowmate.asp.ruleset import Ruleset
from shadowmate.checking.rules import check_rules
from support.tiny import LAST, TINY, write

# A line of the tiny game that is deleted or replaced: the line of the finding, and words of its message.
CHANGED = {
    "no players": ("player(white,1).\nplayer(black,2).", "\n", 1, "the game has no players"),
    "no royal": ("royal(king).", "", 1, "no kind is royal, and no rule of the game defines a win"),
    "no board": ("size(3,3,3).", "", 1, "the board has no cells"),
    "no names": ('#include "boards/cubic.lp".', "cell((1,1,1)).", 4, r"the cell \(1,1,1\) has no name"),
    "one place for two cells": (
        '#include "boards/cubic.lp".',
        "cell((1,1,1..2)).  drawn((1,1,1..2),1,1,1).",
        4,
        "is drawn there too",
    ),
    "nothing shared": ('#include "core/game.lp".', "", 1, "does not include.*core/game.lp"),
}


@pytest.mark.slow
@pytest.mark.parametrize("mistake", CHANGED)
def test_lack_is_found(tmp_path, mistake):
    old, new, line, words = CHANGED[mistake]
    folder = write(tmp_path / "tiny", TINY.replace(old, new))
    assert any(f.line == line and re.search(words, f.message) for f in check_rules(folder))


@pytest.mark.slow
def test_a_limited_slide_of_an_unknown_class_is_one_mistake(tmp_path):
    (found,) = check_rules(write(tmp_path / "tiny", TINY + "motion(king,slide(2),sideways,any).\n"))
    assert "the class sideways has no direction" in found.message


@pytest.mark.slow
def test_loading_names_file_and_line(tmp_path):
    folder = write(tmp_path / "tiny", TINY + "royal(Kind+1) :- kind(Kind).\n")
    with pytest.raises(RulesError, match=rf"game\.lp:{LAST + 1}:.*operation undefined"):
        Ruleset(read_game(folder))
    for mistake, words in (
        (":- player(_,3).", r"needs a head; .* write fault.Culprit,Sentence,Arguments. in the part lint"),
        ("#external most(king,1).", "an #external has no value; write #defined most/2"),
        ("royal(king) :- &sum { 1 } > 0.", "theory atoms are unsupported"),
    ):
        folder = write(tmp_path / "tiny", TINY + mistake + "\n")
        with pytest.raises(RulesError, match=rf"game\.lp:{LAST + 1}: .*{words}"):
            Ruleset(read_game(folder))
    folder = write(tmp_path / "tiny", TINY + '#include "more.lp".\n', more="\nroyal(Kind+1) :- kind(Kind).\n")
    with pytest.raises(RulesError, match=r"more\.lp:2:.*operation undefined"):
        Ruleset(read_game(folder))


@pytest.mark.slow
def test_a_shared_file_that_needs_a_fact_of_the_game_names_the_file_that_explains_it(tmp_path):
    """`castles/4` is stated by games with `castling_columns.lp`, not another game."""
    folder = write(tmp_path / "tiny", TINY + '#include "variants/castling_letters.lp".\n')
    words = 'needs castles/4; include "variants/castling_columns.lp" too, and state castles/4'
    assert any(f.line == LAST + 1 and f.message.endswith(words) for f in check_rules(folder))
