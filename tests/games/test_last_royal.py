"""Royal pieces of which only the last, or only one, must be safe: both engines against an oracle, and two variants."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

import shadowmate as sm
from oracles import heirs as oracle
from oracles.flat import Pieces, name, read
from shadowmate.api import EngineName
from support.cli import fail
from support.paths import GAMES_OF_TESTS
from support.small import write

ENGINES: tuple[EngineName, ...] = ("reference", "compiled")
ARMIES = ("white", "black")


@cache
def small(name: str, engine: EngineName) -> sm.Game:
    return sm.game(name, rules=GAMES_OF_TESTS, engine=engine)


def drawn(rng: random.Random) -> str:
    """A position of one to three Kings a side, and some other pieces."""
    cells = rng.sample([(x, y) for x in range(1, 6) for y in range(1, 6)], rng.randint(4, 9))
    kinds = ["K", "K", *rng.choices("KMMRQC", k=len(cells) - 2)]
    pieces: Pieces = {
        cell: (kind, ARMIES[number % 2]) for number, (cell, kind) in enumerate(zip(cells, kinds, strict=True))
    }
    words = [
        " ".join([army, *(f"{kind}{name(cell)}" for cell, (kind, own) in pieces.items() if own == army)])
        for army in ARMIES
    ]
    return f"{' '.join(words)} turn {rng.choice(ARMIES)}"


@pytest.mark.sample(2)
@pytest.mark.parametrize("game", ["heirs", "couple"])
@pytest.mark.parametrize(
    ("engine", "number"), [("reference", 3), ("compiled", 300), pytest.param("reference", 60, marks=pytest.mark.slow)]
)
def test_moves_and_checks_are_the_oracle_s(game: str, engine: EngineName, number: int) -> None:
    rng, checks = random.Random(game), 0
    for _ in range(number):
        text = drawn(rng)
        position, (pieces, turn) = small(game, engine).position(text), read(text)
        assert position.is_check() == oracle.is_check(game, pieces, turn), text
        assert bool(position.checks()) == position.is_check()
        assert sorted(str(move) for move in position.legal_moves()) == oracle.moves(game, text).split(), text
        checks += position.is_check()
    assert engine == "reference" or 20 < checks < 280


@pytest.mark.sample(1)
@pytest.mark.parametrize("engine", ENGINES)
def test_sho_shogi(engine: EngineName) -> None:
    """Moves and check as Fairy-Stockfish has them (pyffish 0.0.90): a King alone, and beside a Prince."""
    game = sm.game("shoshogi", engine=engine)
    alone, beside = game.position("white Ke1 black Ke9 Re5"), game.position("white Ke1 Ca2 black Ke9 Re5")
    assert alone.is_check() and len(alone.legal_moves()) == 4
    assert not beside.is_check() and len(beside.legal_moves()) == 10


def test_an_elephant_may_answer_a_check() -> None:
    """It becomes a second royal piece, so that the King is no longer in check."""
    position = sm.game("shoshogi").position("white Ke1 Ea6 black Kb9 Re5")
    assert position.is_check()
    after = position.push("Ea6-a7=C")
    assert not after.push("Re5xe1=D").is_check()


def test_a_mate_needs_the_last_king() -> None:
    """A Queen attacks all that a King can reach; with another King that cannot move, it is no check."""
    game = small("heirs", "compiled")
    mate, none = game.position("white Ka1 black Qb2 Kc3"), game.position("white Ka1 Ka2 black Qb2 Kc3")
    assert sm.Outcome("checkmate", "black") == mate.outcome() and none.outcome() is None


@pytest.mark.sample(1)
@pytest.mark.parametrize("engine", ENGINES)
def test_spartan_chess(engine: EngineName) -> None:
    """Moves and checks as Fairy-Stockfish has them (pyffish 0.0.90): one King attacked, both, and no second King."""
    game = sm.game("spartan", engine=engine)
    one, both = (game.position(f"white Ke1 Qe7 black Ka8 {king} Ha7 Hb7 turn black") for king in ("Kh8", "Kh7"))
    assert not one.is_check() and not both.is_check()
    forked = game.position("white Ke1 Qd4 black Ka7 Kh8 turn black")
    assert forked.is_check() and len(forked.checks()) == 2
    kings = game.position("white Ke1 black Ka8 Kh8 Hc2 turn black")
    assert "Hc2-d1=K" not in {str(move) for move in kings.legal_moves()}


@pytest.mark.parametrize(
    ("game", "which"), [("heirs", "royal pieces but the last"), ("couple", "one of several royal pieces")]
)
def test_endgame_tables_refuse_such_a_game(
    game: str, which: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = fail(monkeypatch, capsys, "endgame", f"{game}: K+R v K", "--rules", str(GAMES_OF_TESTS))
    assert f"{which} may be captured, which tables do not support" in text


@pytest.mark.slow
@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ("last_royal(green).", "green is no player"),
        ("one_safe(green).", "green is no player"),
        ("one_safe(white). most(king,1).", "no player has two royal pieces, so this has no effect"),
        (
            "one_safe(white). last_royal(white).",
            "white may lose all royal pieces but the last, so this has no effect",
        ),
        (
            '#include "parameters/betza.lp".\nlast_royal(white). betza(rook,"cafcafW").',
            "one move may capture all on its way, and no tally(Reason,white,0,0,Winner) ends the game",
        ),
        ("last_royal(white). most(king,1).", "no player has two royal pieces, so this has no effect"),
        (
            "last_royal(white).\n#program effects.\nleaves(C,check(none)) :- part(C,mover,rook).",
            "white may lose a royal piece, so no rule can ask about check after a move",
        ),
    ],
)
def test_check_rules_reports_what_has_no_effect(tmp_path: Path, rules: str, words: str) -> None:
    write(tmp_path, rules)
    assert words in [finding.message for finding in sm.check_rules(tmp_path / "small")]
