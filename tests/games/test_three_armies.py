"""Battle of the Diagonals as a game: check, elimination, the Reserve and all else, against an oracle of its own."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from functools import cache

import pytest

import shadowmate as sm
from oracles import diagonals as oracle
from shadowmate.asp.terms import Value
from shadowmate.compiled.engine_choice import engine_of
from shadowmate.compiled.kernel.make_move import make, unmake
from shadowmate.play.placement import Placement
from support.random_positions import position_of

ALL = [role for role in oracle.ROLES if role != "king"]
NEAR = [cell for cell in oracle.FIELD if 2 <= cell[0] <= 7 and cell[1] <= 4 and cell[2] <= 4]


@cache
def game(engine: str, *readings: str) -> sm.Game:
    return sm.game("diagonals", readings=list(readings), engine=engine)  # type: ignore[arg-type]


def scattered(rng: random.Random) -> oracle.Position:
    """Pieces anywhere or close together; some after a double step, before castling, or with one player eliminated."""
    owner = {army: army for army in oracle.PLAYERS}
    if rng.random() < 0.3:
        lost, heir = rng.sample(oracle.PLAYERS, 2)
        owner[lost] = heir
    playing = [player for player in oracle.PLAYERS if owner[player] == player]
    turn = rng.choice(playing)
    field = rng.choice((oracle.FIELD, NEAR))
    cells = rng.sample(field, rng.choice((6, 9, 12, 20)))
    pieces: oracle.Pieces = {}
    castle = set()
    for army in playing:
        tower = oracle.towards(army, 1, 1, 4), oracle.towards(army, 1, 1, 1)
        if rng.random() < 0.3:
            pieces |= {tower[0]: (army, oracle.PLAYS[army]["king"]), tower[1]: (army, oracle.PLAYS[army]["rook"])}
            castle |= {tower[1]}
        elif rng.random() < 0.9:
            pieces[cells.pop()] = army, oracle.PLAYS[army]["king"]
    for cell in cells:
        army, role = rng.choice(oracle.PLAYERS), rng.choice([*ALL, *["pawn"] * 5])
        if cell not in pieces and (role != "pawn" or 3 <= oracle.rank(army, cell) < 9):
            pieces[cell] = army, oracle.PLAYS[army][role]
    passed = None
    if rng.random() < 0.4:
        army = rng.choice([army for army in oracle.PLAYERS if owner[army] != turn])
        start = oracle.towards(army, 3, rng.choice((1, 2, 3)), rng.choice((1, 2, 3)))
        step = rng.choice(oracle.forward(army, "o"))
        over, end = oracle.plus(start, step), oracle.plus(start, step, 2)
        pieces = {cell: piece for cell, piece in pieces.items() if cell not in (start, over)}
        pieces[end] = army, oracle.PLAYS[army]["pawn"]
        passed = over, end
        for beside in rng.sample(
            [c for c in oracle.FIELD if max(abs(a - b) for a, b in zip(c, over, strict=True)) == 1], 6
        ):
            taker = rng.choice(oracle.PLAYERS)
            if beside not in (start, *pieces) and 3 <= oracle.rank(taker, beside) < 9:
                pieces[beside] = taker, oracle.PLAYS[taker]["pawn"]
    held = [role for role in ALL if role != "pawn"]
    reserve = tuple(sorted(rng.choice(held) for _ in range(rng.choice((0, 0, 1, 3)))))
    roles = {cell: (army, oracle.ROLE_OF[kind]) for cell, (army, kind) in pieces.items()}
    pairs = [((army, "rook"), (army, "king")) for army in oracle.PLAYERS]
    castle = {cell for cell in castle if (roles.get(cell), roles.get((*cell[:2], 4))) in pairs}
    return oracle.Position(pieces, turn, owner, reserve, frozenset(castle), passed)


def text(at: oracle.Position) -> str:
    """The position in Shadowmate's notation, where different Pawns may have passed the cell with that one."""
    written, rules = oracle.text(at), game("reference").ruleset
    crossroads = {tuple(n.number for n in s.arguments[0].arguments) for s in rules.facts("crossroads", 1)}
    for passed, before in ((at.passed, ""), (at.before, "_before")):
        if passed and passed[0] in crossroads:
            over, end = map(oracle.name, passed)
            written = written.replace(f"ep{before} {over}", f"ep{before} {over} landed{before} {end}")
    return written


def readings(at: oracle.Position) -> list[str]:
    """By which readings the oracle moves on."""
    names = {"both_may_pass": at.both, "captured_after": at.late, "armies_stay": at.inert}
    return [name for name, chosen in names.items() if chosen]


def found(position: sm.Position) -> list[object]:
    """A position in the form of the oracle."""
    pieces = sorted(
        [cell, piece.army, position.game.piece_name(piece.kinds)] for cell, piece in position.pieces.items()
    )
    held = sorted(role for _, role, number in position.stores for _ in range(number))
    state = {n: sorted(v for name, v in position.state if name == n) for n in ("owner", "castle", "ep", "ep_before")}
    return [pieces, position.turn, held, state["owner"], state["castle"], state["ep"] + state["ep_before"]]


def check(engine: str, at: oracle.Position, pushed: int = 2) -> Counter[str]:
    """Compare an engine's answers about a position with the oracle's; count the effects of moves."""
    position = game(engine, *readings(at)).position(text(at))
    begun, mated = oracle.begun(at)
    assert sorted(event.piece.split()[0] for event in position.events()) == sorted(mated), position
    assert found(position.begun()) == oracle.listed(begun), position
    reported = {
        (oracle.name(m.start) if m.start else "", oracle.name(m.end) if m.end else "", m.promotion): m
        for m in oracle.moves(begun)
    }
    moves = {(move.origin, move.target, move.promotion): move for move in position.legal_moves()}
    assert moves.keys() == reported.keys(), position
    ended = position.outcome()
    assert (ended.winner if ended else None) == oracle.winner(begun), position
    special = [each for each, move in moves.items() if move.special or move.promotion]
    for each in random.Random(text(at)).sample([*moves, *special * 2], min(pushed, len(moves))):
        after = position.push(moves[each])
        assert found(after) == oracle.listed(reported[each].after), (position, moves[each])
        assert position.game.position(str(after)) == after
    seen = Counter(move.special or ("pass" if not move.origin else "") for move in moves.values())
    seen["promotion"] = len([each for each in special if each[2]])
    seen["mated"], seen["two mated"], seen["won"] = len(mated), len(mated) > 1, ended is not None
    seen["exposed"] = begun.playing() != [at.turn] and all(oracle.in_check(m.after, at.turn) for m in reported.values())
    return seen


@pytest.mark.slow
def test_moves_of_the_reference_engine_are_the_oracle_s() -> None:
    rng, seen = random.Random("three armies"), Counter[str]()
    for _ in range(12):
        seen += check("reference", scattered(rng))
    assert seen["mated"] > 2, seen


@pytest.mark.slow
def test_moves_are_the_oracle_s() -> None:
    rng, seen = random.Random("three armies, compiled"), Counter[str]()
    for _ in range(20):
        seen += check("compiled", scattered(rng))
    assert all(seen[each] for each in ("mated", "two mated", "en passant", "castling", "promotion")), seen


@pytest.mark.slow
@pytest.mark.parametrize(
    ("engine", "number"),
    [
        ("reference", 5),
        ("compiled", 15),
        *(pytest.param(each, 150, marks=pytest.mark.exhaustive) for each in ("reference", "compiled")),
    ],
)
def test_moves_by_other_readings_are_the_oracle_s(engine: str, number: int) -> None:
    """READINGS D6, D8 and D13."""
    rng, seen = random.Random("others"), Counter[str]()
    for _ in range(number):
        at = replace(scattered(rng), both=True, late=True, inert=True)
        at = replace(at, owner={army: "none" if whose != army else whose for army, whose in at.owner.items()})
        if at.passed and rng.random() < 0.5:
            at = replace(at, passed=None, before=at.passed)
        seen += check(engine, at)
        usual = replace(at, both=False, before=None, late=False, inert=False)
        seen["differs"] += len(oracle.moves(at)) != len(oracle.moves(usual))
    assert seen["differs"], seen


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["reference", "compiled"])
def test_either_opponent_captures_en_passant(engine: str) -> None:
    """READINGS D8: the Pawnbroker captures a piece that passed Cd2 two turns ago, but not later."""
    written = "presidents PdDa1 PeCc2 emperors ErDi9 PoDe3 founders FdDi1 turn presidents"
    for readings_chosen, may in (([], False), (["both_may_pass"], True)):
        after = game(engine, *readings_chosen).position(written).push("PeCc2-Ce2").push("FdDi1-Di2")
        assert after.turn == "emperors"
        assert any(move.special == "en passant" for move in after.legal_moves("De3")) == may
        later = after.push("ErDi9-Dh8").push("PdDa1-Db1").push("FdDi2-Di1")
        assert not any(move.special == "en passant" for move in later.legal_moves("De3"))


@pytest.mark.slow
@pytest.mark.parametrize("engine", ["reference", "compiled"])
def test_the_pieces_of_a_mated_player_may_stay_inert(engine: str) -> None:
    """READINGS D6: no player moves the Marchioness, it gives no check, and it may be captured."""
    written = "presidents PdDa1 QnDe1 emperors ErDi9 founders FdDd1 MsDb1 turn presidents"
    for chosen, heir in (([], "presidents"), (["armies_stay"], "none")):
        begun = game(engine, *chosen).position(written).begun()
        assert [each for each in begun.state if each[0] == "owner"] == [("owner", f"founders {heir}")]
        moves = [str(move) for move in begun.legal_moves()]
        assert any(move.startswith("MsDb1") for move in moves) == (not chosen)
        assert ("PdDa1xDb1" in moves) == bool(chosen)
        assert not begun.is_check()
        assert str(game(engine, *chosen).position(str(begun))) == str(begun)


@pytest.mark.sample(1)
@pytest.mark.parametrize("engine", ["reference", "compiled"])
def test_a_promotion_that_depends_on_a_capture_by_a_promoting_pawn_may_come_too_late(engine: str) -> None:
    """READINGS D13: the Reserve is empty when the Pawn captures the Khan on its far face."""
    written = "presidents PdDa1 PeCh4 emperors ErDi9 founders FdDi1 PaBi4 turn presidents"
    for reading, kinds in (([], {"Kh"}), (["captured_after"], {"Dr"})):
        moves = game(engine, *reading).position(written).legal_moves("Ch4")
        assert {move.promotion for move in moves if move.captures} == kinds


@pytest.mark.exhaustive
@pytest.mark.parametrize("number", range(10))
def test_moves_are_the_oracle_s_on_a_thousand_positions(number: int) -> None:
    rng, seen = random.Random(f"three armies, {number}"), Counter[str]()
    for _ in range(100):
        seen += check("compiled", scattered(rng))
    assert all(seen[each] for each in ("mated", "two mated", "en passant", "castling", "promotion")), seen


CROWDED = (
    "emperors ErDe5 EsCe5 MsAd4 GvAe5 PoBe4 presidents PdDa1 FlCa1 DsBc2 DsEb2 PeBd2 "
    "founders FdDe1 QnCc1 QnFd1 SfAd1 BbCe3 turn emperors"
)


@pytest.mark.parametrize(
    "seed", [pytest.param(6, marks=pytest.mark.slow), pytest.param(7, marks=pytest.mark.exhaustive)]
)
def test_a_game_to_its_end(seed: int) -> None:
    """Moves that attack a royal are preferred, until two players are out and the third commands all."""
    rng, at = random.Random(seed), oracle.read(CROWDED)
    mated = 0
    for ply in range(200):
        begun, out = oracle.begun(at)
        mated += len(out)
        if ply % 10 == 0 or out:
            check("compiled", at, 1)
        if oracle.winner(begun):
            break
        some = oracle.moves(begun)
        rng.shuffle(some)
        checks = [move for move in some[:40] if _checks(begun, move)]
        at = (checks or some)[0].after
    assert mated == 2
    last = game("compiled").position(text(at)).outcome()
    assert last and (last.reason, last.winner, last.by) == ("won", begun.turn, ("last",))


def _checks(begun: oracle.Position, move: oracle.Move) -> bool:
    """Whether the mover attacks a royal then."""
    cells = [cell for player in oracle.opponents(begun) for cell in oracle.royals(move.after, player)]
    return any(oracle.attacked(move.after, cell, [begun.turn]) for cell in cells)


@pytest.mark.slow
def test_lines_from_the_array() -> None:
    start = game("compiled").start()
    assert [sm.perft(start, depth) for depth in (1, 2)] == [oracle.perft(oracle.array(), depth) for depth in (1, 2)]
    assert sm.perft(start, 3) == 1304400  # the oracle's, counted once in half an hour
    assert sm.perft(game("reference").start(), 1) == 108


def kernel_answers(at: oracle.Position) -> tuple[list[object], list[str]]:
    """By the compiled engine's tables: the position when its turn has begun, and the positions after each move."""
    engine, rules = engine_of(game("compiled")), game("compiled").ruleset
    kinds = {abbreviation: kind for kind, abbreviation in rules.abbreviations.items()}
    cells = {name: cell for cell, name in rules.cells.items()}
    pieces = tuple((cells[oracle.name(c)], (kinds[kind],), army) for c, (army, kind) in at.pieces.items())
    state: list[tuple[str, Value]] = [("owner", (a, p)) for a, p in at.owner.items() if a != p]
    state += [("castle", cells[oracle.name(cell)]) for cell in at.castle]
    state += (
        [("ep", cells[oracle.name(at.passed[0])]), ("landed", cells[oracle.name(at.passed[1])])] if at.passed else []
    )
    held = Counter(role.replace(" ", "_") for role in at.reserve)
    stores = tuple(("reserve", role, number) for role, number in held.items())
    board = engine.board(Placement(pieces, at.turn, tuple(state), stores=stores))

    def listed() -> list[object]:
        return found(position_of(game("compiled"), engine.placement(board)))

    begun, after = listed(), []
    for move in engine.moves(board).tolist():
        make(engine.tables, board, move)
        after.append(str(listed()))
        unmake(engine.tables, board)
    return begun, sorted(after)


@pytest.mark.exhaustive
@pytest.mark.parametrize("number", range(10))
def test_moves_are_the_oracle_s_on_ten_thousand_positions(number: int) -> None:
    rng = random.Random(f"ten thousand, {number}")
    for _ in range(1000):
        at = scattered(rng)
        begun, _ = oracle.begun(at)
        there, after = kernel_answers(at)
        assert there == oracle.listed(begun), text(at)
        assert after == sorted(str(oracle.listed(move.after)) for move in oracle.moves(begun)), text(at)
