"""Games at the keyboard and games of the computer against itself, as a user has them."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.cli import answer, fail, run

MATE_IN_2 = "fide: white Kf6 Ra1 black Kh7"


def test_a_game_is_drawn_after_each_move_until_the_input_ends() -> None:
    code, out, _ = run("play", "fide", input="e4\ne7-e5\n")
    assert code == 0 and out.count("white to move") == 2 and out.count("black to move") == 1
    assert "last move Pe7-e5" in out and out.endswith("moves: Pe2-e4 Pe7-e5\n")


def test_it_lists_what_may_be_typed_and_explains_why_a_move_is_illegal() -> None:
    text = "help\n? e2\n?\nwhy e2-e5\nwhy e4\nwhy\ne2-e5\nnonsense\ne4 e5\n? z9\nundo\nquit\ne4\n"
    code, out, _ = run("play", "fide", input=text)
    assert code == 0 and "2 legal moves\nPe2-e3 Pe2-e4" in out and "20 legal moves" in out
    assert "e2-e5 is not legal: no route of Pe2 ends on e5" in out and "nothing attacks e4" in out
    assert "\ne2-e5 is not legal: no route of Pe2 ends on e5 (help lists" in out and "'nonsense' names no move" in out
    assert "why: expected a move or a cell after it (help lists" in out
    assert "'e4 e5': one move at a time" in out and "there is no cell 'z9'" in out
    assert "undo: there is no move to undo" in out
    assert out.count("white to move") == 1 and out.endswith("moves: none\n")


def test_a_move_that_changes_the_army_of_its_piece_is_one_move(tmp_path: Path) -> None:
    """Its army is a word of its own, before its kind."""
    joins = "#program effects.\njoins(C,mover,Other) :- part(C,mover,knight), of(C,victim,Other).\n"
    (tmp_path / "joiner").mkdir()
    (tmp_path / "joiner" / "game.lp").write_text(f'#include "variants/nocastle/game.lp".\n{joins}')
    start = ("play", "joiner: white Nc3 Ke1 black Pd5 Ke8", "--rules", str(tmp_path / "joiner"))
    code, out, _ = run(*start, "1. Nc3xd5=black N", "Ke8-e7")
    assert code == 0 and out.startswith("joiner: white Ke1 black Nd5 Ke7 ")
    assert run(*start, input="Nc3xd5=black N\n")[1].endswith("moves: Nc3xd5=black N\n")


def test_undo_unmakes_the_answer_too() -> None:
    computer = ("--computer", "black", "--strength", "weak", "--nodes", "50")
    _, out, _ = run("play", "fide", *computer, input="e4\nundo\nmoves\nd4\n")
    assert "moves: none" in out and "black plays " in out
    assert out.splitlines()[-1].startswith("moves: Pd2-d4 ") and len(out.splitlines()[-1].split()) == 3


def test_undo_goes_back_to_the_first_move_of_two_people() -> None:
    _, out, _ = run("play", "fide", input="e4\ne5\nundo\nundo\nundo\n")
    assert out.count("no move to undo") == 1 and out.endswith("moves: none\n")


def test_the_computer_mates_and_the_game_is_over() -> None:
    code, out, _ = run("play", MATE_IN_2, "--computer", "white", "--nodes", "20000", input="Kh6\n")
    assert code == 0 and "white plays Ra1-" in out and "wins by force in 3 plies" in out
    assert "checkmate: white has won" in out


def test_moves_begin_the_game_and_the_computer_goes_on() -> None:
    found = answer("play", MATE_IN_2, "Ra1-g1", "Kh7-h6", "--computer", "both", "--nodes", "20000")
    assert isinstance(found, dict)
    assert found["moves"] == ["Ra1-g1", "Kh7-h6", "Rg1-h1"] and found["outcome"] == "checkmate"


def test_figurines_and_levels_without_pieces() -> None:
    _, out, _ = run("play", "fide", "--figurines", input="")
    assert "\u2656" in out
    _, full, _ = run("play", "white KiAa1 black KiHh8", input="")
    _, few, _ = run("play", "white KiAa1 black KiHh8", "--no-empty", input="")
    assert len(few) < len(full) / 3


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["play", "chess"], "there is no game 'chess'"),
        (["play", "fide", "--computer", "red"], "--computer: expected both or one of white, black, not 'red'"),
        (["play", "fide", "--nodes", "5"], "--nodes: has no effect without --computer"),
        (["play", "fide", "--computer", "white", "--strength", "mighty"], "strength: expected one of weak, medium"),
        (["play", "fide", "--computer", "white", "--time", "0"], "seconds: expected more than 0"),
        (
            ["play", "fide", "f3", "e5", "g4", "Qh4", "e4"],
            "move 5, e4 is not legal, because the game is over: checkmate: black",
        ),
        (["play", "fide", "--json"], "--json: not for a game at the keyboard"),
        (
            ["play", "fide", "e4", "--figurines"],
            "--figurines: has no effect, because MOVEs without --computer draw no board",
        ),
        (["play", "prince", "--figurines"], "prince gives its pieces no symbols"),
        (["playtest", "fide", "--opening", "9", "--plies", "9"], "--opening 9: a game has at most 9 moves"),
        (["playtest", "fide", "--games", "0"], "--games"),
        (["playtest", "chess"], "there is no game 'chess'"),
        (["playtest", "fide", "--engine", "reference"], "--engine"),
    ],
    ids=lambda each: " ".join(each) if isinstance(each, list) else "",
)
def test_what_cannot_be_played_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    error = fail(monkeypatch, capsys, *arguments)
    assert words in error and "Traceback" not in error


def test_playtest_counts_games() -> None:
    found = answer("playtest", "kyoto", "--games", "4", "--nodes", "100", "--plies", "60", "--seed", "3")
    assert isinstance(found, dict)
    assert (found["games"], found["complete"], found["seed"]) == (4, True, 3)
    assert sum(found["won"].values()) + found["drawn"] + found["ends"].get("unfinished", 0) == 4
    assert found["length"]["least"] <= found["length"]["mean"] <= found["length"]["most"] <= 60
    _, out, _ = run("playtest", "kyoto", "--games", "4", "--nodes", "100", "--plies", "60", "--seed", "3")
    assert out.startswith("4 games\nlength: ") and f"legal moves per position: {found['branching']}" in out
