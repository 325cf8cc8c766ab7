"""Threats and zugzwang after every move of the attacker, as Popeye 4.104 gives them; what is written is read back."""

from __future__ import annotations

import json

import pytest

import shadowmate as sm
from shadowmate.api import EngineName
from shadowmate.solving.problem.solution_text import lines
from support.puzzles import fixed, verdict

ROOK = ("white: [Kd5, Rg4, Pe5], black: [Ka8]", "fide: white Kd5 Rg4 Pe5 black Ka8")
PAWN = ("white: [Kh5, Pg7, Be1], black: [Kh3]", "fide: white Kh5 Pg7 Be1 black Kh3")
SELF = ("white: [Ka1, Qd1], black: [Ka3, Pa2, Pb4]", "fide: white Ka1 Qd1 black Ka3 Pa2 Pb4")


def test_threats_and_zugzwang_below_the_key() -> None:
    """Popeye: 1.Kc6 ! threat: 2.Kb6 threat: 3.Rg8 #; 1...Ka7 2.Rg8 zugzwang; 1...Kb8 2.Ra4 zugzwang."""
    assert lines(sm.solve(sm.position(ROOK[1], engine="compiled"), "#3"))[1:] == [
        "1. Kd5-c6! threat 2. Kc6-b6, Kc6-c7",
        "        2. Kc6-b6 threat 3. Rg4-g8#",
        "    1... Ka8-a7 2. Rg4-g8 zugzwang",
        "        2... Ka7-a6 3. Rg8-a8#",
        "    1... Ka8-b8 2. Rg4-a4 zugzwang",
        "        2... Kb8-c8 3. Ra4-a8#",
    ]


@pytest.mark.parametrize(("pieces", "asked"), [(ROOK, "#3"), (PAWN, "#3"), (SELF, "s#2"), (ROOK, "exact-#3")])
def test_what_is_written_is_read_and_proved(pieces: tuple[str, str], asked: str) -> None:
    """No fault is found in the text, and the exported tree is confirmed; a threat that is none is refuted."""
    text = fixed(f'algebraic: {{{pieces[0]}}}\nstipulation: "{asked}"\n')
    faults = verdict(text, economy=False).faults
    assert not [str(fault) for fault in faults if not fault.is_remark and not str(fault).startswith(("cook", "dual"))]
    solution = sm.solve(sm.position(pieces[1], engine="compiled"), asked)
    reported = json.loads(json.dumps(solution.as_json()))
    assert sm.check_proof(reported).verdict.value == "confirmed"


def test_a_false_threat_below_the_key_is_refuted() -> None:
    solution = sm.solve(sm.position(ROOK[1], engine="compiled"), "#3")
    reported = json.loads(json.dumps(solution.as_json()))
    keys = {edge["to"] for edge in reported["tree"]["edges"] if edge["kind"] == "key"}
    deep = {e["to"] for e in reported["tree"]["edges"] if e["kind"] == "pass" and e["from"] not in keys}
    assert deep
    number = next(iter(deep & {e["from"] for e in reported["tree"]["edges"] if e["kind"] == "threat" and e["goal"]}))
    (threat,) = [e for e in reported["tree"]["edges"] if e["from"] == number and e["kind"] == "threat"][:1]
    threat["goal"] = False
    assert sm.check_proof(reported).verdict.value == "refuted"


@pytest.mark.parametrize("engine", ["compiled", pytest.param("reference", marks=pytest.mark.exhaustive)])
@pytest.mark.parametrize(
    ("fen", "key"),
    [
        ("5nQ1/8/8/8/6B1/4p3/8/4k2K w - - 0 1", "1. Qg8-a2! threat 2. Qa2-e2#"),  # 1...e2 2.Qxe2#
        ("8/7k/n7/8/4R2p/2B5/5K2/2R5 w - - 0 1", "1. Rc1-g1! threat 2. Re4xh4#"),  # 1...h3 2.Rh4#
    ],
)
def test_a_threat_that_begins_or_ends_to_capture_is_carried_out(fen: str, key: str, engine: EngineName) -> None:
    """python-chess: the threat mates after every reply, also after the one that changes whether it captures."""
    assert lines(sm.solve(sm.position(f"fide: fen {fen}", engine=engine), "#2"))[1:] == [key]


@pytest.mark.parametrize(
    ("pieces", "defence", "answers"),
    [
        ("white Ke1 Qe8 Rh1 Bf4 Ng4 Pe5 Ph3 castle h1 black Kg2 Pd4 Pd5 Pe3", "Kg2xh1", ["Qc6xd5+"]),
        (
            "white Kb3 Qe5 Nh5 Pe7 black Kh1 Pd3 Ph2",
            "Pd3-d2",
            ["Qe5-a1+", "Qe5-d4", "Qe5-d5+", "Qe5-e2", "Qe5-e4+"],
        ),
        ("white Kb4 Qb7 Ne5 Ph3 black Kh4 Pa3 Pf4", "Kh4-h5", ["Ne5-f7", "Ph3-h4", "Qg2-g4+", "Qg2-g6+"]),
    ],
)
def test_a_defence_that_delays_the_threat_is_a_variation(pieces: str, defence: str, answers: list[str]) -> None:
    """Among the answers that Popeye gives is the threat, which was a mate, and now mates a move later."""
    shown = lines(sm.solve(sm.position(f"fide: {pieces}", engine="compiled"), "#3"))
    (found,) = [each for each in shown if each.startswith(f"    1... {defence} ")]
    written = found.removeprefix(f"    1... {defence} 2. ").partition("  dual")[0]
    assert written.split(", ") == answers
