"""Rules of one's own: what they may include, and what is refused with file and line."""

from __future__ import annotations

import pytest

import shadowmate as sm


def own_game(folder, name, text, **more):
    (folder / name).mkdir(parents=True)
    (folder / name / "game.lp").write_text(text, encoding="utf-8")
    for file, body in more.items():
        (folder / name / f"{file}.lp").write_text(body, encoding="utf-8")
    return sm.game(name, rules=[folder])


INCLUDE = '#include "games/prince/game.lp".\n'


def test_a_game_of_ones_own_may_include_the_rules_that_come_with_shadowmate(tmp_path):
    game = own_game(tmp_path, "mine", INCLUDE + '#include "more.lp".\n', more="#program base.\n")
    assert len(game.position("white PrDd4").legal_moves()) == 355


@pytest.mark.parametrize("language", ["python", "lua"])
@pytest.mark.parametrize("before", ["", "% note\n\n", "%* a\nb *% "])
def test_a_script_is_refused_with_file_and_line(tmp_path, language, before):
    text = f"{INCLUDE}{before}#script ({language})\ndef main(): pass\n#end.\n"
    with pytest.raises(sm.RulesError, match=rf"game\.lp:{2 + before.count(chr(10))}: .*script"):
        own_game(tmp_path, "mine", text)


def test_a_script_in_an_included_file_is_refused_with_that_file_and_line(tmp_path):
    with pytest.raises(sm.RulesError, match=r"worse\.lp:2: .*script"):
        own_game(tmp_path, "mine", '#include "worse.lp".\n', worse="\n#script (python)\n#end.\n")


@pytest.mark.parametrize("separator", [" ", "\n", ". "])
def test_a_script_is_refused_wherever_it_begins(tmp_path, separator):
    """After other statements on its line, after a comment in blocks, after a string that looks like a comment."""
    for n, start in enumerate(['a("%*").', "%* *%", 'b(1). c("%").', 'd("*%"). %**%']):
        text = f"#program base.\n{start}{separator}#script (python)\nimport os\n#end.\n"
        with pytest.raises(sm.RulesError, match=r"game\.lp:\d+"):
            own_game(tmp_path, f"mine{n}", text)


@pytest.mark.parametrize("name", ["../outside.lp", "../mine2/../outside.lp"])
def test_an_include_that_leads_out_of_the_rules_is_refused_with_file_and_line(tmp_path, name):
    (tmp_path / "mine2").mkdir()
    (tmp_path / "outside.lp").write_text("a.\n", encoding="utf-8")
    with pytest.raises(sm.RulesError, match=r"game\.lp:3: .*outside\.lp.* is outside of the rules"):
        own_game(tmp_path, "mine", f'% mine\n\n#include "{name}".\n')


def test_an_include_by_an_absolute_path_or_a_link_is_refused(tmp_path):
    outside = tmp_path / "outside.lp"
    outside.write_text("a.\n", encoding="utf-8")
    with pytest.raises(sm.RulesError, match=r"game\.lp:1: "):
        own_game(tmp_path, "mine", f'#include "{outside}".\n')
    (tmp_path / "linked").mkdir()
    (tmp_path / "linked" / "inside.lp").symlink_to(outside)
    with pytest.raises(sm.RulesError, match=r"game\.lp:1: "):
        (tmp_path / "linked" / "game.lp").write_text('#include "inside.lp".\n', encoding="utf-8")
        sm.game("linked", rules=[tmp_path])


@pytest.mark.parametrize(
    "line",
    [
        'a. #include "{}".',
        'a.#include"{}".',
        '#include"{}".',
        '#include\n"{}".',
        '#include% note\n"{}".',
        '#include %* note *% "{}".',
        '%* note *% #include "{}".',
        '#include "{}"\n.',
    ],
)
def test_an_include_that_leads_out_is_refused_however_it_is_written(tmp_path, line):
    """On a line with other statements, without blanks, with a comment or a new line within it."""
    outside = tmp_path / "outside.lp"
    outside.write_text("a.\n", encoding="utf-8")
    with pytest.raises(sm.RulesError, match=r"game\.lp:\d+"):
        own_game(tmp_path, "mine", "#program base.\n" + line.format(outside) + "\n")


@pytest.mark.parametrize("text", ['#include "missing.lp".', "#include <python>.", "a :- b", "a(X).", "1 { a; b } 1."])
def test_other_faults_of_a_rule_file_are_rules_errors(tmp_path, text):
    with pytest.raises(sm.RulesError):
        own_game(tmp_path, "mine", text + "\n")
