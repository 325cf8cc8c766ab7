"""Special moves, in small games with a few each: both engines against an oracle, every condition failing in turn."""

from __future__ import annotations

import random

import pytest

import shadowmate as sm
from oracles import special_moves as oracle
from support.five_by_five import CELLS, game, position

ENGINES = ("reference", "compiled")


def found(name: str, engine: str, text: str) -> set[oracle.Listed]:
    """Every legal move of an engine, in the form of the oracle."""
    start = game(name, engine).position(text)
    result = set()
    for move in start.legal_moves():
        after = oracle.read(str(start.push(move)).partition(": ")[2].partition(" quiet ")[0])
        reported = move.as_json()
        result.add(
            oracle.Listed(reported["from"], reported["to"], move.special, oracle.board_of(after.pieces), after.rest)
        )
    return result


def rites(rng: random.Random) -> str:
    """A position near the special moves' conditions: pieces at home, rights, and some others."""
    home = {"white": "Kc1 Ra1 Me1", "black": "Kc5 Ra5 Me5"}
    cells = [cell for cell in CELLS if cell[0] not in "ace" or cell[1] not in "15"]
    others: dict[str, list[str]] = {"white": [], "black": []}
    for where in rng.sample(cells, rng.randint(0, 5)):
        others[rng.choice(("white", "black"))].append(rng.choice("RQMC") + where)
    words = [f"{army} {home[army]} {' '.join(others[army])}" for army in home]
    rights = [f"flight {cell}" for cell in ("c1", "c5") if rng.random() < 0.8]
    return " ".join([*words, f"turn {rng.choice(('white', 'black'))}", *rights])


def regent(rng: random.Random) -> str:
    """Kings, Heirs and some others, some of them compounds."""
    cells = rng.sample(CELLS, rng.randint(5, 10))
    pieces = ["K", "K", "H", "H", *rng.choices(["R", "M", "C", "M+R", "H", "C+H"], k=len(cells) - 4)]
    pieces[:4] = [piece + rng.choice(["", "", "+M", "+R"]) for piece in pieces[:4]]
    armies: dict[str, list[str]] = {"white": [], "black": []}
    for number, (kinds, cell) in enumerate(zip(pieces, cells, strict=True)):
        army = ("white", "black")[number % 2] if number < 4 else rng.choice(("white", "black"))
        armies[army].append(kinds + cell)
    return " ".join([*(f"{army} {' '.join(some)}" for army, some in armies.items()), f"turn {rng.choice([*armies])}"])


def few(rng: random.Random) -> str:
    """A position of few pieces: a King in a corner and pieces of the other army near it. White may have no move."""
    cells = rng.sample([cell for cell in CELLS if cell != "a1"], rng.randint(2, 4))
    pieces = ["K", *rng.choices("QRMC", k=len(cells) - 1)]
    others = " ".join(kind + cell for kind, cell in zip(pieces, cells, strict=True))
    return f"white Ka1 black {others} turn {rng.choice(('white', 'white', 'white', 'black'))}"


def pocket(rng: random.Random) -> str:
    """Kings, some pieces, and some in hand."""
    words = held(rng, "QRMC")
    for army in ("white", "black"):
        some = rng.choices("QRMC", k=rng.randint(0, 3))
        words += ["hand", army, *some] if some else []
    return " ".join(words)


def reserve(rng: random.Random) -> str:
    """Kings, Masons and others, and some in the reserve."""
    some = rng.choices("QR", k=rng.randint(0, 2))
    return " ".join([*held(rng, "MMMQR"), *(["reserve", *some] if some else [])])


def drill(rng: random.Random) -> str:
    """Some in a purse; often three pieces at home that may go round, or a Queen on its first row."""
    words = held(rng, "MMMQRC")
    first = "1" if words[-1] == "white" else "5"
    home = rng.choice((["M", "R", "M"], ["M", "R", "C"], ["Q", "", ""], ["", "", ""]))
    at_home = [kind + column + first for kind, column in zip(home, "abc", strict=True) if kind]
    gone = {piece[-2:] for piece in at_home}
    words = [word for word in words if word[-2:] not in gone or word.startswith("K")]
    kings = {word[-2:] for word in words if word.startswith("K")}
    place = words.index(words[-1]) + 1
    words[place:place] = [piece for piece in at_home if piece[-2:] not in kings]
    for army in ("white", "black"):
        words += ["purse", army, *["Q"] * rng.randint(1, 2)] if rng.random() < 0.3 else []
    return " ".join(words)


def held(rng: random.Random, kinds: str) -> list[str]:
    """The words for two Kings and some pieces, and whose turn it is."""
    return position(rng, kinds, 4, 7).split()


POSITIONS = {"rites": rites, "regent": regent, "idle": few, "stuck": few, "pocket": pocket, "reserve": reserve}
POSITIONS |= {"drill": drill, "levy": pocket}


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", POSITIONS)
def test_special_moves_follow_the_rules_of_the_game(name: str, engine: str) -> None:
    """On random positions; more of them for the engine that is quick."""
    rng = random.Random(name)
    seen = set()
    for _ in range(6 if engine == "reference" else 60):
        text = POSITIONS[name](rng)
        moves = found(name, engine, text)
        assert moves == oracle.listed(name, text), text
        seen |= {(move.start is None, move.name, move.rest) for move in moves}
    assert len(seen) > 1


BEGIN = "white Kc1 Ra1 Me1 black Kd5"


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("name", "text", "move", "reason"),
    [
        ("rites", "white Kc1 black Kd5 Rc5 flight c1", "Kc1-c3", "leave the royal piece"),
        ("rites", "white Kc1 Mb2 black Kd5 Ra1", "Kc1-c3", "c1 or its royal piece has moved"),
        ("rites", "white Kc1 black Kd5 flight c1", "Kc1-c3", "flight: the royal piece is not in check"),
        ("rites", "white Kc1 Mc3 black Kd5 Ra1 flight c1", "Kc1-c3", "flight: blocked by Mc3"),
        ("rites", "white Kc1 black Kd5 Ra1 Mc3 flight c1", "Kc1-c3", "flight: blocked by Mc3"),
        ("rites", f"{BEGIN} Rc5", "Ra1-b3", "relay: the royal piece is in check"),
        ("rites", f"{BEGIN} Rd2", "Ra1-b3", "relay: Rd2 attacks a2"),
        ("rites", f"{BEGIN} Ma2", "Ra1-b3", "relay: blocked by Ma2"),
        ("rites", f"{BEGIN} Mb3", "Ra1-b3", "relay: blocked by Mb3"),
        ("regent", "white Ka1 Hc3 black Kd5", "a1-c3", "crown: the royal piece is not in check"),
        ("regent", "white Ka1 Hc3 black Kd5 Ra4 Rc5", "Ka1-Hc3crown", "crown: Rc5 attacks Hc3"),
        ("regent", "white Ka1 Mc3 black Kd5 Ra4", "Ka1-c3", "its own Mc3 stands there"),
        ("regent", "white Ra1 Hc3 Ke1 black Kd5 Rb5", "Ra1-c3", "its own Hc3 stands there"),
    ],
)
def test_why_reports_which_condition_fails(name: str, text: str, move: str, reason: str) -> None:
    for engine in ENGINES:
        position = game(name, engine).position(text)
        assert not [each for each in position.legal_moves() if each.special]
        assert reason in str(position.why(move))


def test_a_special_move_in_place_is_reported_and_written_with_its_name() -> None:
    for engine in ENGINES:
        position = game("regent", engine).position("white K+Ra1 H+Mc3 black Kd5 Ra4")
        for text in ("K+Ra1-H+Mc3crown", "a1c3", "Ka1-c3crown".replace("K", "K+R"), "a1-c3crown"):
            move = position.move(text)
            assert move.as_json() == {
                "move": "K+Ra1-H+Mc3crown", "from": "a1", "to": "c3", "captures": [], "promotion": None,
                "changes": [
                    {"cell": "a1", "before": "white K+R", "after": "white H+R"},
                    {"cell": "c3", "before": "white H+M", "after": "white K+M"},
                ],
                "special": "crown",
            }  # fmt: skip
        assert str(position.push(move)) == "regent: white H+Ra1 K+Mc3 black Ra4 Kd5 turn black quiet 1"


def test_passing_the_crown_counts_for_mate() -> None:
    """The corner is guarded; passing the crown is the only way out, and there is none if the Heir is attacked too."""
    for engine in ENGINES:
        only = game("regent", engine).position("white Ka1 Hd4 black Kc2 Ra5 Rb5")
        assert [str(move) for move in only.legal_moves()] == ["Ka1-Hd4crown"]
        assert only.outcome() is None
        mate = game("regent", engine).position("white Ka1 He4 black Kc2 Ra5 Rb5 Re5")
        outcome = mate.outcome()
        assert outcome is not None and outcome.reason == "checkmate"


@pytest.mark.parametrize("engine", ENGINES)
def test_a_pass_is_reported_and_written(engine: str) -> None:
    position = game("idle", engine).position("white Ka1 black Kd5 quiet 3")
    move = position.move("pass")
    assert str(move) == "pass" and move.as_json() == {
        "move": "pass", "from": None, "to": None, "captures": [], "promotion": None, "changes": [], "special": None,
    }  # fmt: skip
    assert str(position.push("pass")) == "idle: white Ka1 black Kd5 turn black quiet 4"
    assert sm.perft(position, 2) == 4 * 6
    assert not [move for move in position.legal_moves("a1") if not move.origin]


@pytest.mark.parametrize("engine", ENGINES)
def test_a_player_without_moves_passes_and_in_check_is_mated(engine: str) -> None:
    stuck = game("stuck", engine).position("white Ka1 black Kc1 Re2 turn white")
    assert [str(move) for move in stuck.legal_moves()] == ["pass"] and stuck.outcome() is None
    assert sm.perft(stuck, 1) == 1
    mate = game("stuck", engine).position("white Ka1 black Kc1 Ra5 Re2 turn white")
    outcome = mate.outcome()
    assert not mate.legal_moves() and outcome is not None and outcome.reason == "checkmate"


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("swap", "white Ka1 black Kd5", "this game has no passes"),
        ("idle", "white Ka1 black Kd5 Ra5", "leave the royal piece on Ka1 attacked by Ra5"),
        ("stuck", "white Ka1 black Kd5", "a player that has a move cannot pass"),
        ("stuck", "white Ka1 black Kb3 Ra5", "a player in check cannot pass"),
    ],
)
def test_why_reports_which_player_may_not_pass(name: str, text: str, reason: str) -> None:
    for engine in ENGINES:
        assert reason in str(game(name, engine).position(text).why("pass"))


@pytest.mark.slow
def test_searches_count_passes() -> None:
    """Black has no move but a pass: that is a mate in two for White where it is allowed, and stalemate where not."""
    text = "white Kc2 Rb5 black Ka1 turn white"
    for name in ("stuck", "swap"):
        solved = {str(sm.solve(game(name, engine).position(text), "#2").verdict) for engine in ENGINES}
        assert len(solved) == 1


@pytest.mark.sample(1)
@pytest.mark.parametrize("engine", ENGINES)
def test_a_drop_is_reported_and_written(engine: str) -> None:
    position = game("pocket", engine).position("white Ka1 black Kd5 hand white M Q M hand black R")
    assert str(position) == "pocket: white Ka1 black Kd5 turn white hand black R hand white M M Q"
    assert str(game("pocket", engine).position(str(position))) == str(position)
    move = position.move("M@c3")
    assert str(move) == "M@c3" and move.as_json() == {
        "move": "M@c3", "from": None, "to": "c3", "captures": [], "promotion": None, "changes": [], "special": None,
    }  # fmt: skip
    after = position.push(move)
    assert str(after) == "pocket: white Ka1 Mc3 black Kd5 turn black hand black R hand white M Q quiet 1"
    assert position != game("pocket", engine).position("white Ka1 black Kd5 hand white M Q hand black R")
    assert not [each for each in position.legal_moves("a1") if not each.origin]


@pytest.mark.sample(1)
@pytest.mark.parametrize("engine", ENGINES)
def test_the_reserve_is_read_written_and_runs_out(engine: str) -> None:
    position = game("reserve", engine).position("white Ka1 Mb4 Md4 black Kc1 reserve Q")
    after = position.push("Mb4-b5=Q")
    assert str(after) == "reserve: white Ka1 Qb5 Md4 black Kc1 turn black quiet 1"
    assert not [move for move in after.push("Kc1-c2").legal_moves("d4") if move.target == "d5"]


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("name", "text", "move", "reason"),
    [
        ("pocket", "white Ka1 black Kd5", "Q@c3", "there is no queen in hand"),
        ("pocket", "white Ka1 black Kd5 hand white Q", "Q@d5", "d5 is there already"),
        ("pocket", "white Ka1 black Kd5 hand white M", "M@c5", "last_row"),
        ("pocket", "white Ka1 black Kd5 Ra5 hand white M", "M@c3", "leave the royal piece on Ka1 attacked by Ra5"),
        ("reserve", "white Ka1 Mb4 black Kd5", "Mb4-b5", "the store has no queen left"),
    ],
)
def test_why_reports_what_is_not_in_store(name: str, text: str, move: str, reason: str) -> None:
    for engine in ENGINES:
        assert reason in str(game(name, engine).position(text).why(move))


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("pocket", "white Ka1 black Kd5 hand", "'hand' lacks its player"),
        ("pocket", "white Ka1 black Kd5 hand red Q", "a player comes here: black, white"),
        ("pocket", "white Ka1 black Kd5 hand white X", "followed by kinds"),
        ("reserve", "white Ka1 black Kd5 reserve e4", "followed by kinds"),
    ],
)
def test_faults_of_a_store_are_reported(name: str, text: str, reason: str) -> None:
    with pytest.raises(sm.PositionError, match=reason):
        game(name, "reference").position(text)


@pytest.mark.parametrize("engine", ENGINES)
def test_a_position_after_a_capture_into_the_hand_is_the_same_as_one_that_is_read(engine: str) -> None:
    levy = game("levy", engine)
    after = levy.position("white Ka1 Rb1 black Ke5 Qb4 hand white M C R").push("Rb1xb4")
    read = levy.position("white Ka1 Rb4 black Ke5 turn black hand white C M Q R")
    assert after == read and hash(after) == hash(read) and after.repetition_key() == read.repetition_key()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("pocket", "white Ka1 Mb2 black Kd5 Mc3 hand white Q hand black M"),
        ("reserve", "white Ka1 Mb4 black Kd5 Rc5 Md2 reserve Q"),
        ("regent", "white Ka1 Hc3 black Kd5 Ra4 Hb5"),
        ("idle", "white Ka1 Ra2 black Kd5"),
        ("rites", "white Kc1 Ra1 Me1 black Kc5 Rc4 flight c1 flight c5"),
        ("drill", "white Ke1 Ma1 Rb1 Mc1 Me3 black Kd5 Qa5 Mb3 purse black Q"),
        ("levy", "white Ka1 Mb2 black Kd5 Mc3 hand white Q C hand black R"),
        ("march", "white Ka1 Pb2 Pd2 Rd3 Re3 black Ke5 Pa4 Pc4 Rc5"),
        ("march", "white Ka1 Pb2 Rd3 Re3 black Ke5 Pa2 Pc2 Rc3"),
    ],
)
def test_both_engines_count_the_same_leaves(name: str, text: str) -> None:
    """Counting makes and unmakes every move."""
    counts = [sm.perft(game(name, engine).position(text), depth) for engine, depth in zip(ENGINES, (2, 2), strict=True)]
    assert counts[0] == counts[1] > 0


@pytest.mark.slow
def test_a_mate_by_a_drop_is_found() -> None:
    """The Queen in hand mates beside its King. No other move mates."""
    first, second = (
        sm.solve(game("pocket", engine).position("white Kb3 black Ka1 hand white Q"), "#1") for engine in ENGINES
    )
    assert first.verdict == second.verdict == "solved"
    assert first.keys == second.keys and "Q@b2" in first.keys


def after_each(engine: str, text: str, origin: str) -> set[oracle.Board]:
    """The pieces on their cells after each move of a piece in the game of Pawns."""
    position = game("march", engine).position(text)
    after = (position.push(move) for move in position.legal_moves(origin))
    return {pieces(str(each).partition(": ")[2].partition(" ep ")[0].partition(" quiet ")[0]) for each in after}


def pieces(text: str) -> oracle.Board:
    """The pieces of a position without fields."""
    return oracle.board_of(oracle.read(text).pieces)


@pytest.mark.sample(1)
@pytest.mark.parametrize("engine", ENGINES)
def test_double_steps_and_captures_in_passing_have_aides(engine: str) -> None:
    """Stated by hand: of two Rooks on one row either is called up, else the one further ahead."""
    begins = "white Ka1 Pb2 Rd3 Re3 black Ke5 Pc4"
    assert after_each(engine, begins, "b2") == {
        pieces("white Ka1 Pb3 Rd3 Re3 black Ke5 Pc4"),
        pieces("white Ka1 Pb4 Cd3 Re3 black Ke5 Pc4"),
        pieces("white Ka1 Pb4 Rd3 Ce3 black Ke5 Pc4"),
    }
    assert after_each(engine, begins.replace("Rd3", "Rd1"), "b2") == {
        pieces("white Ka1 Pb3 Rd1 Re3 black Ke5 Pc4"),
        pieces("white Ka1 Pb4 Rd1 Ce3 black Ke5 Pc4"),
    }
    passing = "white Ka1 Pb4 Mc2 Rd2 black Ke5 Pc4 Ra5 turn black ep b3"
    assert after_each(engine, passing, "c4") == {
        pieces("white Ka1 Pb4 Mc2 Rd2 black Ke5 Pc3 Ra5"),
        pieces("white Ka1 Mc2 Rd2 black Ke5 Pb3 Qa5"),
    }
    assert after_each(engine, passing.replace("Ra5", "Re3 Re4"), "c4") == {
        pieces("white Ka1 Pb4 Mc2 Rd2 black Ke5 Pc3 Re3 Re4"),
        pieces("white Ka1 Mc2 Rd2 black Ke5 Pb3 Qe3 Re4"),
    }
    assert after_each(engine, passing.replace("Ra5", ""), "c4") == {
        pieces("white Ka1 Pb4 Mc2 Rd2 black Ke5 Pc3"),
        pieces("white Ka1 Mc2 Rd2 black Ke5 Pb3"),
    }


@pytest.mark.slow
def test_cyclic_permutations_of_pieces_are_written_and_read() -> None:
    for engine in ENGINES:
        position = game("drill", engine).position("white Ke1 Ma1 Rb1 Mc1 Me3 black Kd5")
        (move,) = [each for each in position.legal_moves("a1") if each.special]
        assert position.move(str(move)) == move
        assert str(position.push(move)) == "drill: white Ra1 Cb1 Mc1 Ke1 Re3 black Kd5 turn black quiet 1"
        assert not [
            m for m in game("drill", engine).position(f"{position} purse white Q").legal_moves("a1") if m.special
        ]
