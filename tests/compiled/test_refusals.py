"""Games that cannot be compiled: the rules that prevent it, and the engine that answers instead."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import shadowmate as sm
from shadowmate.api import EngineName
from shadowmate.asp import folders
from shadowmate.asp.rule_files import read_game
from shadowmate.asp.rule_notes import Notes
from shadowmate.asp.ruleset import Ruleset, load
from shadowmate.compiled.compile import asked_rules
from shadowmate.compiled.compile.translation import refusals
from support.cli import answer, fail, run
from support.small import write

HOOK = "#program verdict.\nforbidden(Move) :- chosen_move(Move,From,(X,_,_)), piece(From,king,black), X > 1.\n"
ENGINES: tuple[EngineName, ...] = ("reference", "compiled")
SMALL = "small: white Kc3 Rb2 black Ka5"


@pytest.mark.slow
def test_a_rule_of_its_own_about_a_position_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, HOOK)
    with pytest.raises(sm.RulesError, match=r"small cannot be compiled .*small/game\.lp"):
        sm.game("small", rules=[tmp_path], engine="compiled")
    rules = ("--rules", str(tmp_path))
    engine = ("--engine", "compiled")
    for command in (("perft", SMALL, "1", *engine), ("compile", "small"), ("moves", SMALL, *engine)):
        error = fail(monkeypatch, capsys, *command, *rules)
        assert (
            "cannot be compiled" in error
            and "--engine can use the reference engine" in error
            and "Traceback" not in error
        )


@pytest.mark.slow
def test_the_reference_engine_answers_for_it(tmp_path: Path) -> None:
    write(tmp_path, HOOK)
    for command in (("perft", SMALL, "1"), ("solve", SMALL, "#1")):
        code, _, err = run(*command, "--rules", str(tmp_path))
        assert code == 0 and "note: the reference engine answers" in err
        assert "note" not in run(*command, "--rules", str(tmp_path), "--engine", "reference")[2]
    position = sm.game("small", rules=[tmp_path]).position(SMALL)
    assert answer("perft", SMALL, "1", "--rules", str(tmp_path))["perft"] == {"1": len(position.legal_moves())}


@pytest.mark.slow
def test_the_engine_that_answers_is_named_once_for_a_file_of_positions(tmp_path: Path) -> None:
    write(tmp_path, HOOK)
    _, out, err = run("perft", "1", "--file", "-", "--rules", str(tmp_path), input=f"{SMALL}\n" * 3)
    assert out.count("perft 1: ") == 3 and err.count("note: the reference engine answers") == 1


def test_without_such_a_rule_it_is_compiled(tmp_path: Path) -> None:
    write(tmp_path)
    assert refusals(load("small", (), [tmp_path])) == []


LEAP = (
    "special_move(leap,white). actor(leap,mover,king). goes_to(leap,mover,(1,1,1),(3,2,1)). "
    "requires(leap,empty((3,2,1)))."
)


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (
            "#program effects.\nbars(C,late) :- part(C,mover,mason), turn(white).\n",
            "'turn(white)' depends on the position",
        ),
        ("#program effects.\nsets(C,ep,over) :- part(C,mover,mason).\n", "that a double step passes over"),
        (
            "field(trail,cells).\n#program effects.\nsets(C,trail,end) :- part(C,mover,rook).\n",
            "sets a right for a cell of the move",
        ),
        ("field(trail,cell).\n#program effects.\nclears(C,trail,end) :- part(C,mover,rook).\n", "clears a cell"),
        ("field((a;b;c;d;e;f;g;h;i;j;k;l;m),cell).\n", "need 70 bits, and the compiled engine has room for 62"),
        ("#program effects.\nbars(C,how) :- use(C,capture).\n", "the use of a route"),
        ("#program effects.\ncalls(C,mason,low) :- part(C,mover,rook).\n", "calls/3 is for core/effects.lp alone"),
        ("#program effects.\nsought_as(C,r,mason,low) :- use(C,any).\n", "sought_as/4 is for core/effects.lp alone"),
        ("#program effects.\nopen_choice(C,rise) :- use(C,any).\n", "open_choice/2 is for core/effects.lp alone"),
        ("forbidden(never).\n", "forbidden/1"),
        ("player(red,3). other_commander(red,white).\n", "other_commander/2"),
        ("#program after.\nthen_state(After,castle,(1,1,1)) :- played(After,_).\n", "small/game.lp"),
        ("#program moves.\nchosen_move(go(From,From),From,From) :- asked(From).\n", "small/game.lp"),
        ("field(mood,number).\n", "'mood'"),
        ("#program outcomes.\nzone(white,far,(1,5,1)).\n", "what always holds belongs in the part `base`"),
        ("zone(white,far,(1,5,1)). promotes(mason,far,dragon).\n", "dragon"),
        ("castling(white,(1,1,1),(3,1,1),(5,1,1),(1,1,1)). castling_partner(rook).\n", "require c1, where the mover"),
        (f"{LEAP} requires(leap,moon).\n", "small/game.lp:14: 'requires(leap,moon)' asks for a guard"),
        (f"{LEAP} goes_to(leap,mover,(1,1,1),(3,3,1)).\n", "goes more ways than one"),
        (f"{LEAP} actor(leap,1..6,rook). goes_to(leap,N,(N-1,4,1),(N-1,4,1)) :- N = 1..6.\n", "has 7 pieces"),
        (f"{LEAP} actor(leap,page,rook). goes_to(leap,page,(1,3,1),(3,2,1)).\n", "brings two pieces to one cell"),
        ("field(castle,cells). rests(ep,(1,1,1),(1,1,1)).\n", "'rests(ep,(1,1,1),(1,1,1))' lets a state end"),
    ],
)
def test_what_else_is_refused(tmp_path: Path, rules: str, words: str) -> None:
    write(tmp_path, rules)
    (reason,) = refusals(load("small", (), [tmp_path]))
    assert words in reason


def test_a_guard_about_a_field_without_cells_is_refused(tmp_path: Path) -> None:
    write(tmp_path, "field(trail,cells).\n#program effects.\nneeds(C,right(trail,end)) :- part(C,mover,rook).\n")
    with pytest.raises(sm.RulesError, match="no rule names a cell of trail"):
        sm.game("small", rules=[tmp_path], engine="compiled").position("white Ka1 Rb2 black Kc5").legal_moves()


COT = "site((cot;bed),Army,mason,From,(5,5,1)) :- army(Army), cell(From)."
BLAST = "sweeps(C,end,orthogonal,mason) :- of(C,mover,_)."


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (f"may_pass.\n#program effects.\n{BLAST}", "a pass sweeps pieces around it, and it has no cell"),
        (
            f"{COT}\n#program effects.\n{BLAST} revives(C,victim,cot) :- part(C,victim,_).",
            "a move revives its victim and sweeps pieces too, which is not compiled yet",
        ),
        (
            f"{COT}\n#program effects.\nrevives(C,victim,(cot;bed)) :- part(C,victim,_).",
            "a move revives its victim at all of bed, cot; one place is right",
        ),
        (
            f"{COT}\n#program effects.\nrevives(C,mover,cot) :- part(C,victim,_).",
            "only the victim of a move comes back, not its mover",
        ),
    ],
)
def test_effects_that_rows_cannot_say_are_refused(tmp_path: Path, rules: str, words: str) -> None:
    write(tmp_path, rules)
    with pytest.raises(sm.RulesError, match=words):
        sm.game("small", rules=[tmp_path], engine="compiled")


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ("lands(C,mover,start) :- use(C,drop).", "a dropped piece lands on the start of the move, which has none"),
        (
            "becomes(C,mover,(queen;rook)) :- use(C,drop), part(C,mover,knight).",
            "the effects of a move make of a knight all of queen, rook; one kind is right",
        ),
        ("becomes(C,mover,queen) :- use(C,pass).", "speak of the mover of a pass, or of its start, and it has none"),
    ],
)
def test_faulty_drops_and_passes_are_refused(tmp_path: Path, rules: str, words: str) -> None:
    (tmp_path / "house").mkdir()
    text = f'#include "variants/crazyhouse/game.lp".\n#program base.\nmay_pass.\n#program effects.\n{rules}\n'
    (tmp_path / "house" / "game.lp").write_text(text, encoding="utf-8")
    with pytest.raises(sm.RulesError, match=words):
        sm.game("house", rules=[tmp_path], engine="compiled")


def test_what_is_found_out_about_the_rules_of_a_refused_game_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are mostly tried again, changed a little."""
    monkeypatch.setenv("SHADOWMATE_CACHE", str(tmp_path / "cache"))
    notes = Notes("verdicts of a test")
    notes.noted("question", lambda: True)
    monkeypatch.setattr(asked_rules, "VERDICTS", notes)
    write(tmp_path, HOOK)
    with pytest.raises(sm.RulesError, match="cannot be compiled"):
        sm.game("small", rules=[tmp_path], engine="compiled")
    assert Notes("verdicts of a test").noted("question", lambda: False)


def test_facts_beyond_the_board_do_no_harm(tmp_path: Path) -> None:
    write(
        tmp_path,
        "zone(white,far,(X,5,1)) :- X = 1..9. promotes(mason,far,(rook;queen)). castling_partner(rook)."
        "castling(white,(1,1,1),(2,1,1),(9,1,1),(1,1,1)). castling_empty(white,(9,1,1),(2..9,1,1)).",
    )
    for text in ("white Ka1 Me4 black Kc5", "white Ka1 Me5 black Kc5"):
        first, second = (sm.game("small", rules=[tmp_path], engine=name).position(text) for name in ENGINES)
        assert first.legal_moves() == second.legal_moves()


def test_a_royal_may_castle_to_its_partner(tmp_path: Path) -> None:
    write(tmp_path, "castling(white,(1,1,1),(2,1,1),(2,1,1),(1,1,1)). castling_partner(rook).")
    first, second = (
        sm.game("small", rules=[tmp_path], engine=name).position("white Ka1 Rb1 black Kc5 castle b1")
        for name in ENGINES
    )
    assert first.push("Ka1-b1") == second.push("Ka1-b1")
    assert str(second.push("Ka1-b1")) == "small: white Ra1 Kb1 black Kc5 turn black quiet 1"


@pytest.mark.slow
def test_a_partner_may_have_several_castlings(tmp_path: Path) -> None:
    """Here the King goes to c1 or d1, or they change places."""
    write(
        tmp_path,
        "castling(white,(1,1,1),(3,1,1),(5,1,1),(2,1,1)). castling(white,(1,1,1),(4,1,1),(5,1,1),(1..3,1,1))."
        "castling(white,(1,1,1),(5,1,1),(5,1,1),(1,1,1)). castling_partner(rook)."
        "castling_empty(white,(5,1,1),(2..4,1,1)). castling_path(white,(5,1,1),(2..3,1,1)).",
    )
    counts = []
    for pieces in ("Kd5", "Kd5 Rb5", "Kd5 Rc5", "Ke5 Rd5", "Kd5 Ra5", "Kd5 Re5", "Kd5 Rb1", "Kd5 Rc5 Mc4"):
        text = f"white Ka1 Re1 black {pieces} castle e1"
        first, second = (sm.game("small", rules=[tmp_path], engine=name).position(text) for name in ENGINES)
        assert first.legal_moves() == second.legal_moves()
        castlings = [move for move in first.legal_moves("a1") if move.special == "castling"]
        assert all(first.push(move) == second.push(move) for move in castlings)
        counts.append(len(castlings))
    assert counts == [5, 0, 0, 2, 0, 4, 0, 5]


SWAP = "castling(white,(1,1,1),(2,1,1),(2,1,1),(1,1,1)). castling_partner(rook)."
SWAPPED = "castle((1,1,1),(2,1,1),(2,1,1),(1,1,1))"


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("rules", "text", "special_moves"),
    [
        (f"{SWAP} requires({SWAPPED},empty((1,2,1))).", "white Ka1 Rb1 Ma2 black Kc5 castle b1", 0),
        (f"{SWAP} requires({SWAPPED},empty((1,2,1))).", "white Ka1 Rb1 Mb2 black Kc5 castle b1", 1),
        (f"{SWAP} actor({SWAPPED},mover,mason).", "white Ma1 Rb1 Kc2 black Kc5", 0),
        (f"{SWAP} rests(castle,(2,1,1),(5,5,1)).", "white Ka1 Rb1 Re5 black Kc4 castle b1", 1),
        ("castling(white,((1,1,1);(2,2,1)),(5,1,1),(5,1,1),(5,1,1)).", "white Ka1 Kb2 black Kc5", 0),
        (f"{LEAP} requires(leap,check(some)).", "white Ka1 black Re2 Kc5", 0),
        (f"{LEAP} requires(leap,check(some)). lapses(castle).", "white Ka1 black Ra5 Kc5", 1),
        (f"{LEAP} requires(leap,(check(some);check(none))).", "white Ka1 black Kc5", 0),
    ],
)
def test_both_engines_obey_the_facts_of_special_moves(
    tmp_path: Path, rules: str, text: str, special_moves: int
) -> None:
    """Conditions, participants and rights that castling does not have, and rights that end in other ways."""
    write(tmp_path, f"{rules} field(castle,cells). title(leap,leap). rests(castle,(2,1,1),(2,1,1)).")
    first, second = (sm.game("small", rules=[tmp_path], engine=name).position(text) for name in ENGINES)
    assert first.legal_moves() == second.legal_moves()
    assert sum(move.special is not None for move in first.legal_moves()) == special_moves
    for move in first.legal_moves():
        assert str(first.push(move)) == str(second.push(move))


def test_a_right_that_nothing_asks_for_is_refused(tmp_path: Path) -> None:
    write(tmp_path, "field(mood,cells).")
    position = sm.game("small", rules=[tmp_path], engine="compiled").position(f"{SMALL} mood b2")
    with pytest.raises(sm.RulesError, match="no move of small asks for 'mood b2'"):
        position.legal_moves()


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", sorted(folders.game_folders()))
def test_every_game_is_compiled(name: str) -> None:
    assert refusals(load(name)) == []


def changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, old: str, new: str) -> list[str]:
    """Why chess is not compiled when the rules that come with Shadowmate have been changed."""
    copy = tmp_path / "rules"
    shutil.copytree(folders.builtin_root(), copy)
    monkeypatch.setattr(folders, "builtin_root", lambda: copy)
    text = (copy / file).read_text()
    assert old in text
    (copy / file).write_text(text.replace(old, new))
    return refusals(Ruleset(read_game(folders.find_game("fide"))))


def test_a_changed_core_rule_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reasons = changed(tmp_path, monkeypatch, "core/check.lp", "not unreachable(From,Point),\n", "\n")
    assert len(reasons) == 1 and "core/check.lp" in reasons[0]


def test_a_core_file_left_out_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    reasons = changed(tmp_path, monkeypatch, "core/game.lp", '#include "core/dead.lp".\n', "")
    assert any("leaves out core/dead.lp" in reason for reason in reasons)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("core/check.lp", "#program position.\n", "#program position.\n% A remark.\n"),
        ("core/moves.lp", "goes(any;quiet).", "goes(any;quiet;never)."),
        ("games/fide/queen.lp", "(queen;rook;bishop;knight)", "(queen;rook;bishop)"),
    ],
)
def test_remarks_and_facts_of_a_game_are_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, old: str, new: str
) -> None:
    assert changed(tmp_path, monkeypatch, file, old, new) == []
