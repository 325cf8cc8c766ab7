"""The variants of rules/variants/: short, without mistakes, and with Fairy-Stockfish's moves."""

from __future__ import annotations

import importlib.util
import re
from types import ModuleType

import pytest

import shadowmate as sm
from shadowmate.asp.folders import game_folders, variant_folders
from shadowmate.checking.rules import check_rules
from shadowmate.compiled.parallel_perft import perft
from support.paths import DATA, ROOT
from support.yaml_files import read_yaml

STATED = read_yaml(DATA / "variants.yaml")
FOLDERS = variant_folders()
MOST_LINES = 30

each = pytest.mark.parametrize("name", sorted(STATED))
each_of_fairy_stockfish = pytest.mark.parametrize(
    "name", sorted(name for name, facts in STATED.items() if facts.get("fairy") != "none")
)


def load_reference() -> ModuleType:
    spec = importlib.util.spec_from_file_location("variants_reference", ROOT / "docs" / "variants_reference.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


reference = load_reference()


def test_each_variant_has_stated_numbers_and_a_name_of_its_own() -> None:
    assert sorted(FOLDERS) == sorted(STATED)
    assert not FOLDERS.keys() & game_folders().keys()


@each
def test_a_variant_is_short(name: str) -> None:
    assert 0 < reference.own_lines(FOLDERS[name]) <= MOST_LINES


def test_texts_have_the_number_of_variants() -> None:
    for name in ("README.md", "CHANGES.md"):
        found = re.findall(r"(\d+) variants\b", (ROOT / name).read_text(encoding="utf-8"))
        assert found and {*map(int, found)} == {len(variant_folders())}, name


def test_the_table_of_variants_is_current() -> None:
    """`python docs/variants_reference.py` would change nothing. Each variant compiles where its lines are counted."""
    assert reference.PAGE.read_text(encoding="utf-8") == reference.page(lambda folder: True)


@pytest.mark.sample(1, 40)
@each
def test_first_moves_are_as_many_as_stated(name: str) -> None:
    """By the reference engine: of moves that differ in nothing else each is counted."""
    assert len(sm.game(name, engine="reference").start().legal_moves()) == STATED[name]["perft"][1]


@pytest.mark.sample(1)
@each
def test_lines_are_as_many_as_stated(name: str) -> None:
    """At the second depth. The deepest is slow."""
    assert perft(sm.game(name, engine="compiled").position("start"), 2) == STATED[name]["perft"][2]


@pytest.mark.sample(1, 40)
@each
def test_positions_after_first_moves_are_read_back(name: str) -> None:
    start = sm.game(name, engine="compiled").start()
    for move in start.legal_moves()[::3]:
        text = str(start.push(move))
        assert str(sm.position(text)) == text


@pytest.mark.slow
@each
def test_deep_lines_are_as_many_as_stated(name: str) -> None:
    depth = max(STATED[name]["perft"])
    assert perft(sm.game(name, engine="compiled").position("start"), depth) == STATED[name]["perft"][depth]


@pytest.mark.slow
@each
def test_a_variant_has_no_mistakes(name: str) -> None:
    assert check_rules(FOLDERS[name]) == []


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["reference", "compiled"])
@each_of_fairy_stockfish
def test_fairy_stockfish_has_the_same_moves_checks_and_ends(name: str, engine: str) -> None:
    pytest.importorskip("pyffish")
    from support import fairy_play

    count = 5 if engine == "reference" else 20
    assert list(fairy_play.differences(name, STATED[name], count, 5, engine)) == []


def after(position: str, *moves: str) -> sm.Position:
    found = sm.position(position)
    for move in moves:
        found = found.push(move)
    return found


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("position", "moves", "reason", "winner"),
    [
        ("breakthrough: white Pa7 black Pe5", ("Pa7-a8",), "won", "white"),
        ("breakthrough: white Pa7 black Pb8", ("Pa7xb8",), "won", "white"),
        ("breakthrough: white Pd4 Ph2 black Pe5", ("Pd4xe5",), "won", "white"),
        ("horde: white Pa4 black Ke8 Rb4 turn black", ("Rb4xa4",), "won", "black"),
        ("horde: white Pa4 Pa5 black Ke8 Pa6", (), "stalemate", None),
        ("threekings: white Ka1 Kb1 Kc1 Rh1 black Kh8 Ka8 Kb8", ("Rh1xh8",), "won", "white"),
        ("antichess: white Pa2 black Pa3 turn white", (), "stalemate", "white"),
        ("antichess: white Ra1 black Pa2", ("Ra1xa2",), "won", "black"),
        ("losers: white Ka1 Ra8 Pa7 black Kh8 Pg7 Ph7 turn black", (), "checkmate", "black"),
        ("misere: white Kb6 Qb7 black Ka8 turn black", (), "checkmate", "black"),
        ("chaturanga: white Kc7 Pb6 black Ka8 turn black", (), "stalemate", "white"),
        ("clobber: white Pa1 black Pb1", ("Pa1xb1",), "stalemate", "white"),
        ("extinction: white Ka1 Qa2 Rb1 Bc1 Nd1 Pe2 black Ka8 Qa7 Rb8 Bc8 Nd8 Pe7", ("Qa2xa7",), "won", "white"),
        ("foxandhounds: white Fc7 black Hb8", ("Fc7-d8",), "won", "white"),
        ("hexapawn: white Pa2 black Pc2", ("Pa2-a3",), "won", "white"),
        ("kinglet: white Kc1 Pd4 black Ke8 Pe5", ("Pd4xe5",), "won", "white"),
        ("kinglet: white Kc1 Pd7 black Ke8 Pe5", ("Pd7-d8=K",), "won", "black"),
        ("threecheck: white Ke1 Ra1 black Kd8 white_checks 2", ("Ra1-a8",), "won", "white"),
        ("karouk: white Ke1 Ra1 black Kd8", ("Ra1-a8",), "won", "white"),
        ("orda: white Kd7 Pa2 black Kh4 Pa6", ("Kd7-d8",), "won", "white"),
    ],
)
def test_ends_that_are_the_variants_own(position: str, moves: tuple[str, ...], reason: str, winner: str | None) -> None:
    outcome = after(position, *moves).outcome()
    assert outcome and (outcome.reason, outcome.winner) == (reason, winner)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("position", "promotions"),
    [
        ("grand: white Ke1 Pa9 black Ke10 turn white", []),
        ("grand: white Ke1 Pa9 black Ke10 turn white lost white Q lost black R", ["Q"]),
        ("grand: white Ke1 Pa8 black Ke10 turn white lost white Q", ["P", "Q"]),
        ("crazyhouse: white Ke1 Pa7 black Ke8", ["Bp", "Np", "Qp", "Rp"]),
    ],
)
def test_a_pawn_becomes_what_was_lost_or_a_piece_that_remembers_it(position: str, promotions: list[str]) -> None:
    moves = [move for move in sm.position(position).legal_moves() if move.piece == "P"]
    assert sorted(move.promotion or "P" for move in moves) == promotions


@pytest.mark.sample(1)
def test_a_promoted_piece_that_is_captured_is_a_pawn_in_the_hand() -> None:
    assert "hand black P" in str(after("crazyhouse: white Ke1 Qpa7 black Ke8 Ra8 turn black", "Ra8xa7"))
