"""Games written as Interactive Diagrams: what is read again plays the same; what a diagram cannot say is refused."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import shadowmate as sm
from shadowmate.asp.folders import all_folders
from shadowmate.compiled.parallel_perft import perft
from support.cli import answer, fail, run

REFUSED = {
    "alice": "the board is no flat board of squares", "atomar": "a game without a royal piece",
    "atomic": "an end by the number of pieces",
    "cambodian": "castling, or another special move", "karouk": "castling, or another special move",
    "fivecheck": "the rules have limit/2", "threecheck": "the rules have limit/2",
    "antichess": "a game without a royal piece", "breakthrough": "a game without a royal piece",
    "capahouse": "the game that the diagram would be: its stores",
    "chessgi": "where a pawn may be dropped, or as what: a8",
    "chigorin": "what a piece becomes, such as a pawn", "circe": "the rules have site/5",
    "clobber": "a game without a royal piece",
    "clobber10": "a game without a royal piece", "codrus": "a game without a royal piece",
    "crazyhouse": "what a capture brings to a hand", "diagonals": "it has 3 players, not two",
    "dragon": "what a capture brings to a hand", "empire": "from where a pawn makes a double step",
    "extinction": "a game without a royal piece", "extreme": "a piece can have several kinds at once",
    "foxandhounds": "a game without a royal piece", "giveaway": "a game without a royal piece",
    "glinski": "the board is no flat board of squares", "golem": "it changes a state of the position",
    "gothhouse": "the game that the diagram would be: its stores",
    "grand": "pieces that become different kinds by choice",
    "hexapawn": "a game without a royal piece", "horde": "an end by the number of pieces",
    "janggi": "the rules have unhoppable/2", "janus": "castling, or another special move",
    "khans": "castling, or another special move", "kinglet": "a game without a royal piece",
    "kyoto": "what a piece becomes", "latrunculi": "the board is no flat board of squares",
    "legan": "what a piece becomes, such as a pawn", "lions": "a move that depends on a recapture",
    "loop": "where a pawn may be dropped, or as what: a1", "losers": "moves that are compulsory",
    "mccooey": "the board is no flat board of squares", "micro": "what a capture brings to a hand",
    "minihouse": "what a capture brings to a hand", "misere": "that the checkmated player wins",
    "opulent": "pieces that become different kinds by choice", "orda": "from where a pawn makes a double step",
    "pocketknight": "what a capture brings to a hand", "prince": "the board is no flat board of squares",
    "raumschach": "the board is no flat board of squares", "shako": "castling, or another special move",
    "sortofalmost": "what a piece becomes, such as a pawn", "threekings": "a game without a royal piece",
    "torpedo": "from where a pawn makes a double step", "weak": "castling, or another special move",
    "wolf": "pieces that become different kinds by choice",
}  # fmt: skip
"""The games that a diagram cannot say, each with something that it has no word for."""
WRITTEN = sorted(all_folders(()).keys() - REFUSED.keys())
LONGEST = 60
"""No game is played longer."""

Key = tuple[str, str, str]


def _moves(position: sm.Position) -> dict[Key, sm.Move]:
    """The legal moves, by where they start and end and what the piece becomes."""
    kinds = {letters: kind for kind, letters in position.game.ruleset.abbreviations.items()}
    return {
        (move.origin or "", move.target or "", kinds.get(move.promotion or "", "")): move
        for move in position.legal_moves()
    }


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", WRITTEN)
def test_what_is_read_again_is_the_same_game(name: str, tmp_path: Path) -> None:
    """The numbers of lines from the array, and all moves and checks of games played at random, side by side."""
    file, folder = tmp_path / "written.txt", tmp_path / "again"
    file.write_text(answer("export", name, "--to", "diagram")["text"], encoding="utf-8")
    read = answer("import", str(file), "--to", str(folder))
    assert read["left_out"] == []
    one, other = sm.game(name, engine="compiled"), sm.game("again", rules=tmp_path, engine="compiled")
    assert [perft(one.start(), depth) for depth in (1, 2)] == [perft(other.start(), depth) for depth in (1, 2)]
    rng, compared = Random(name), 0
    while compared < 80:
        mine, theirs = one.start(), other.start()
        for _ in range(LONGEST):
            moves = _moves(mine)
            assert moves.keys() == _moves(theirs).keys(), str(mine)
            assert mine.is_check() == theirs.is_check(), str(mine)
            compared += 1
            if not moves or mine.outcome() or theirs.outcome():
                break
            captures = sorted(key for key, move in moves.items() if move.captures)
            key = rng.choice(captures if captures and rng.random() < 0.4 else sorted(moves))
            mine, theirs = mine.push(moves[key]), theirs.push(_moves(theirs)[key])


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", sorted(REFUSED))
def test_what_a_diagram_cannot_say_is_named(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is written then, not even in part."""
    assert REFUSED[name] in fail(monkeypatch, capsys, "export", name, "--to", "diagram")


def test_draws_that_a_diagram_has_no_word_for_are_named() -> None:
    code, out, err = run("export", "koth", "--to", "diagram")
    assert code == 0
    assert "note: left out: the draw after 100 plies without progress" in err
    assert "king:K:KisO2::e1,,e8" in out
    assert "note" not in out
