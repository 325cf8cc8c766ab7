"""Files that are no rules: includes that lead nowhere, characters, codings and names that clingo breaks down on."""

import os
import re

import pytest

import shadowmate as sm
from shadowmate import RulesError, ShadowmateError
from shadowmate.asp.rule_files import digest
from shadowmate.checking.rules import check_rules
from support.tiny import LAST, TINY, only, write


def test_include_that_leads_out_of_the_rules(tmp_path):
    (tmp_path / "secret.lp").write_text("secret.")
    finding = only(write(tmp_path / "tiny", TINY + '#include "../secret.lp".\n'))
    assert finding.line == LAST + 1
    assert "is outside of the rules" in finding.message


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (
            "royal(\u00b2).",
            r"the character '\u00b2' \(U\+00B2, SUPERSCRIPT TWO\) is allowed in strings and comments",
        ),
        ("royal(k\u0456ng).", r"U\+0456, CYRILLIC"),
        ("royal(king\u200b).", r"the character \(U\+200B, ZERO WIDTH SPACE\)"),
        ("royal(king\0).", r"the character \(U\+0000\) is not allowed in a text"),
        ("% comment\0", r"the character \(U\+0000\) is not allowed in a text"),
    ],
)
def test_characters_that_clingo_cannot_read(tmp_path, more, message):
    """They are found before clingo reads the file, and named."""
    finding = only(write(tmp_path / "tiny", f"{TINY}{more}\n"))
    assert finding.line == LAST + 1 and re.search(message, finding.message)


def test_a_byte_order_mark_is_no_mistake(tmp_path):
    """Some editors write it at the start of a file; anywhere else the character is refused."""
    assert check_rules(write(tmp_path / "tiny", "\ufeff" + TINY)) == []
    finding = only(write(tmp_path / "marked", TINY + "\ufeff"))
    assert "U+FEFF" in finding.message and finding.line == LAST + 1


@pytest.mark.slow
def test_any_character_may_stand_in_strings_and_comments(tmp_path):
    more = '% \u5c07 \u2654\n%* \u0451 *%\ngame("\u5c07\u68cb").\n'
    assert check_rules(write(tmp_path / "tiny", TINY + more)) == []


@pytest.mark.parametrize("name", ["x" * 300, "x/" * 3000, "loop.lp", "folder", "tiny", ".", "", "fifo"])
def test_includes_that_name_no_file(tmp_path, name):
    folder = write(tmp_path / "tiny", f'{TINY}#include "{name}".\n')
    (folder / "loop.lp").symlink_to("loop.lp")
    (folder / "folder").mkdir()
    os.mkfifo(folder / "fifo")
    finding = only(folder)
    assert finding.line == LAST + 1 and "there is no such file" in finding.message


def test_a_pipe_is_no_rule_file(tmp_path):
    folder = write(tmp_path / "tiny", TINY)
    (folder / "game.lp").unlink()
    os.mkfifo(folder / "game.lp")
    for use in (digest, check_rules, lambda _: sm.game("tiny", rules=[tmp_path])):
        with pytest.raises(ShadowmateError, match=r"no file game\.lp|no game 'tiny'|unknown game"):
            use(folder)


def test_a_folder_whose_name_is_no_text(tmp_path):
    folder = write(tmp_path / os.fsdecode(b"tiny\xff"), TINY)
    with pytest.raises(RulesError, match="cannot be read"):
        check_rules(folder)


@pytest.mark.parametrize("depth", [51, 2000])
def test_files_that_include_each_other_without_end(tmp_path, depth):
    more = {str(n): f'#include "{n + 1}.lp".\n' for n in range(depth)}
    folder = write(tmp_path / "tiny", TINY + '#include "0.lp".\n', **more, **{str(depth): "% the last.\n"})
    assert "more than 50 levels deep" in only(folder).message


@pytest.mark.slow
def test_words_in_comments_and_strings_are_no_directives(tmp_path):
    more = '% #include "nowhere.lp".\n%*\n#script\n*%\ngame("#include this % too").\n'
    assert check_rules(write(tmp_path / "tiny", TINY + more)) == []
