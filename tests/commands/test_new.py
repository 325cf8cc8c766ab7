"""`shadowmate new`: a copy of a game plays as the game does, and is the user's to change."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import shadowmate as sm
from shadowmate.asp.folders import builtin_root, game_folders
from support.cli import answer, fail, run
from support.paths import EXAMPLES


def test_a_copy_plays_as_the_game_does(tmp_path: Path) -> None:
    made = answer("new", "garden", "--from", "makruk", "--in", str(tmp_path))
    assert made == {
        "game": "garden", "folder": str(tmp_path / "garden"), "title": "garden", "from": "makruk",
        "files": ["array.lp", "ending.lp", "field.lp", "game.lp", "kinds.lp", "promotion.lp"], "left_out": [],
    }  # fmt: skip
    copy = sm.game("garden", rules=tmp_path)
    assert copy.ruleset.title == "garden"
    assert str(copy.start()).partition(": ")[2] == str(sm.game("makruk").start()).partition(": ")[2]
    theirs = (builtin_root() / "games" / "makruk" / "kinds.lp").read_text(encoding="utf-8")
    assert (tmp_path / "garden" / "kinds.lp").read_text(encoding="utf-8") == theirs


@pytest.mark.sample(0, 3)
@pytest.mark.parametrize("name", sorted(game_folders([EXAMPLES])))
def test_every_game_can_be_copied(name: str, tmp_path: Path) -> None:
    """The copy has no mistakes, and other files than rules are named, not copied."""
    given = ("--rules", str(EXAMPLES)) if name in ("wasp", "mutiny") else ()
    made = answer("new", "garden", "--from", name, "--in", str(tmp_path), *given)
    assert isinstance(made, dict) and made["left_out"] in ([], ["claims.yaml"])
    assert run("check-rules", str(tmp_path / "garden"))[0] == 0


def test_the_next_commands_are_named_and_work(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, _ = run("new", "garden", "--from", "koth")
    assert code == 0
    assert out.splitlines()[0] == "wrote garden: 2 files, a copy of koth"
    commands = [line.split("  ")[1] for line in out.splitlines()[1:]]
    assert commands == ["shadowmate check-rules garden", "shadowmate show 'garden: start' --rules ."]
    assert run("show", "garden: start", "--rules", ".")[0] == 0


def test_only_the_name_of_a_users_game_is_changed(tmp_path: Path) -> None:
    """Whatever stands around it stays, letters of several bytes too."""
    (tmp_path / "own").mkdir()
    entry = "% Wäsp\n" + (EXAMPLES / "wasp" / "game.lp").read_text(encoding="utf-8")
    own = entry.replace('game("Wasp")', 'symbol(wasp,"蜂"). game( "Wäsp" )')
    (tmp_path / "own" / "game.lp").write_text(own, encoding="utf-8")
    (tmp_path / "own" / "notes.txt").write_text("no rules")
    made = answer("new", "copy", "--from", "own", "--rules", str(tmp_path), "--in", str(tmp_path / "deep" / "er"))
    assert isinstance(made, dict) and made["left_out"] == ["notes.txt"]
    text = (tmp_path / "deep" / "er" / "copy" / "game.lp").read_text(encoding="utf-8")
    assert text == own.replace('"Wäsp" )', '"copy" )')


def test_a_file_found_from_the_place_of_the_game_is_found_from_that_of_the_copy(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    text = (EXAMPLES / "wasp" / "game.lp").read_text(encoding="utf-8")
    near = os.path.relpath(builtin_root().resolve() / "boards" / "cubic.lp", (tmp_path / "own").resolve())
    (tmp_path / "own" / "game.lp").write_text(text.replace("boards/cubic.lp", near), encoding="utf-8")
    given = ("--rules", str(tmp_path), "--in", str(tmp_path / "deep" / "er"))
    assert run("new", "copy", "--from", "own", *given)[0] == 0
    copy = (tmp_path / "deep" / "er" / "copy" / "game.lp").read_text(encoding="utf-8")
    assert copy == text.replace('"Wasp"', '"copy"')


def test_a_name_that_a_shared_file_gives_is_reported(tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "game.lp").write_text('#include "games/makruk/game.lp".\n')
    code, out, _ = run("new", "copy", "--from", "own", "--rules", str(tmp_path), "--in", str(tmp_path))
    assert code == 0
    assert "its name for readers is still 'Makruk', from a file that it includes" in out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("garden", "--from", "fide"), "garden: is there already, and nothing is overwritten"),
        (("fide", "--from", "fide"), "NAME: there is a game fide already"),
        (("a b", "--from", "fide"), "NAME: 'a b' is no name of a game, which has only letters"),
        (("../x", "--from", "fide"), "NAME: '../x' is no name of a game"),
        (("x", "--from", "fied"), "there is no game 'fied'; do you mean 'fide'?"),
        (("x",), "missing option '--from'"),
        (("x", "--from", ""), "--from is empty: ''"),
        (("x", "--from", "fide", "--in", " "), "--in is empty: ' '"),
        (("x", "--from", "fide", "--rules-time", "9"), "--rules-time: has no effect without --rules"),
        (("x", "--from", "fide", "--in", "garden/file"), "cannot be written"),
    ],
)
def test_wrong_copies_are_refused(
    arguments: tuple[str, ...],
    words: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Nothing is written."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "garden").mkdir()
    (tmp_path / "garden" / "file").touch()
    assert words in fail(monkeypatch, capsys, "new", *arguments)
    assert sorted(each.name for each in tmp_path.rglob("*")) == ["file", "garden"]


@pytest.mark.slow
def test_a_game_with_a_hyphen_in_its_name_is_played(tmp_path: Path) -> None:
    """`play` gets the name alone, and begins with the array."""
    assert run("new", "my-game", "--from", "nocastle", "--in", str(tmp_path))[0] == 0
    code, out, remarks = run("play", "my-game", "e2-e4", "--rules", str(tmp_path), input="")
    assert code == 0 and "my-game" in out, remarks
