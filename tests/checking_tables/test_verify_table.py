"""Files of endgame tables, read by the oracle, and checked by the rules: each sort of damage is found."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import shadowmate as sm
from oracles.table_files import Tables, rook_ending
from shadowmate.checking_tables import own_limits
from shadowmate.checking_tables.check_report import TableVerdict
from shadowmate.checking_tables.table_check import verify_table
from shadowmate.checking_tables.table_file import MAGIC, DamagedTableError, TableFile, TableFileError
from shadowmate.endgame.table_maker import table
from shadowmate.endgame.table_writer import as_file
from support.cli import fail, run
from support.mini import larger
from support.paths import GAMES_OF_TESTS

ROOK = "white Ki Ro black Ki"
Header = dict[str, Any]


def written(game: sm.Game, text: str, path: Path) -> Path:
    path.write_bytes(b"".join(as_file(table(game, text))))
    return path


@pytest.fixture(scope="module")
def rook(mini: sm.Game, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return written(mini, ROOK, tmp_path_factory.mktemp("tables") / "rook.table")


def rewritten(source: Path, to: Path, change: Callable[[Header, bytearray], object]) -> Path:
    """A copy with a change, and checksums that fit it."""
    _, line, data = source.read_bytes().split(b"\n", 2)
    header, values = json.loads(line), bytearray(data)
    change(header, values)
    place = 0
    for one in header["tables"]:
        for sums in one["sha256"]:
            size = one["entries"] * one["bytes"]
            sums[:] = [sha256(values[place : place + size]).hexdigest()]
            place += size
    text = json.dumps(header).encode() + b"\n"
    to.write_bytes(MAGIC + sha256(text).hexdigest().encode() + b"\n" + text + values)
    return to


def test_a_file_has_what_plain_analysis_finds(tmp_path: Path) -> None:
    """Of King and Rook on 4x4, every placement with either side to move, read as the documentation describes it."""
    path = written(larger(tmp_path, 4), ROOK, tmp_path / "rook.table")
    file, own = Tables(path), TableFile(path).tables[0]
    order = [["white Ki", "white Ro", "black Ki"].index(" ".join(each)) for each in file.header["tables"][0]["pieces"]]
    right = rook_ending(4)
    assert len(right) == 2 * own.placements == 2 * 4**6
    for (*places, side), value in right.items():
        cells = [f"A{places[number]}" for number in order]
        assert file.value(0, side, cells) == value
        assert own.value(side, [file.cells.index(cell) for cell in cells]) == value


@pytest.mark.parametrize("text", ["white N N black K", "white K Q black K"])
def test_alike_pieces_and_symmetries_are_numbered_as_described(fide: sm.Game, text: str, tmp_path: Path) -> None:
    """The oracle's index is that of the table, for some placements of every orbit."""
    made = table(fide, text)
    file = Tables(written(fide, text, tmp_path / "some.table"))
    for entry in range(0, made.shape.size, made.shape.size // 500):
        position = made.position(1, entry)
        left = {cell: (piece.army, fide.piece_name(piece.kinds)) for cell, piece in position.pieces.items()}
        if len(left) < len(made.material.types):
            continue  # two pieces on one cell
        cells = []
        for player, name in file.header["tables"][0]["pieces"]:
            cells.append(next(cell for cell, one in left.items() if one == (player, name)))
            del left[cells[-1]]
        assert file.value(0, 1, cells) == made.entries(1)[entry]


def test_every_region_of_a_file_is_protected(rook: Path, tmp_path: Path) -> None:
    """One changed bit in each line, in its end, and all over the values; and a byte more or less."""
    content, path = rook.read_bytes(), tmp_path / "changed.table"
    first = content.index(b"\n")
    second = content.index(b"\n", first + 1)
    inside = range(second + 1, len(content), 61)
    places = {0, len(MAGIC) - 1, len(MAGIC), first - 1, first, first + 1, second - 1, second, len(content) - 1, *inside}
    places |= set(range(first, second, 97))
    for place in sorted(places):
        path.write_bytes(content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :])
        with pytest.raises(TableFileError if place < len(MAGIC) else DamagedTableError):
            for _ in TableFile(path).chunks():
                pass
    for broken in (content[:-1], content + b"\0", content[: second + 1]):
        path.write_bytes(broken)
        with pytest.raises(DamagedTableError):
            TableFile(path)
    path.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    report = verify_table(path, rules=GAMES_OF_TESTS)
    assert (report.verdict, report.checked) == (TableVerdict.DAMAGED, 0)
    assert "white Ki black Ki, black to move, chunk 1 of 1 does not have its SHA-256" in str(report)


def test_a_right_table_is_confirmed(rook: Path) -> None:
    report = verify_table(rook, sample=12, seed=1, rules=GAMES_OF_TESTS)
    assert (report.verdict, report.fault, report.complete) == (TableVerdict.CONFIRMED, None, True)
    assert [(table.material, table.checked, table.total) for table in report.tables] == [
        (ROOK, 12, 2 * 9**3),
        ("white Ki black Ki", 12, 2 * 9**2),
    ]
    assert report.chunks == 4 and report.rate > 0
    assert "12 of 1,458 positions checked, at random with seed 1, with 95 % confidence fewer than 22 %" in str(report)


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (5, 7, "the table has 'won in 2', and 'won in 1' is right"),
        (0, 3, "the table has 'stalemated', and 'drawn' is right"),
        (4, 3, "the table has 'stalemated', and 'checkmated' is right"),
        (2, 0, "the table has 'drawn', and 'impossible' is right"),
        (8, 2, "the table has 'impossible', and 'lost in 2' is right"),
        (6, 1, "the table has 'the unused number 1', and 'lost in 1' is right"),
    ],
)
def test_values_that_do_not_follow_are_found(rook: Path, tmp_path: Path, old: int, new: int, fault: str) -> None:
    """Though every checksum is right. The fault may be found first at a position from which a move leads there."""

    def change(_: Header, values: bytearray) -> None:
        values[:] = bytes(new if value == old else value for value in values)

    changed = rewritten(rook, tmp_path / "changed.table", change)
    report = verify_table(changed, sample=300, rules=GAMES_OF_TESTS)
    assert report.verdict is TableVerdict.REFUTED and report.fault
    before = r"the table has '(won|lost) in \d+', and '(drawn|(won|lost) in \d+)' is right"
    assert report.fault.endswith(fault) or re.search(before, report.fault)


def test_every_changed_byte_is_found_when_all_are_checked(rook: Path, tmp_path: Path) -> None:
    """By the checker's own moves, though every checksum is right: one byte at a time, all over both tables."""
    report = verify_table(rook, sample=None, rules=GAMES_OF_TESTS)
    assert (report.verdict, report.fault, report.complete) == (TableVerdict.CONFIRMED, None, True)
    assert all(table.is_own and table.checked == table.total for table in report.tables)
    assert "entries for 1,458 positions, all of them checked by own moves" in str(report)
    size = len(rook.read_bytes().split(b"\n", 2)[2])
    assert report.checked == size
    for place in range(0, size, 1 + size // 12):
        changed = rewritten(
            rook, tmp_path / "changed.table", lambda _, values, at=place: values.__setitem__(at, values[at] ^ 4)
        )
        assert verify_table(changed, sample=None, rules=GAMES_OF_TESTS).verdict is TableVerdict.REFUTED, place


@pytest.mark.slow
def test_the_reference_engine_checks_all_positions_if_asked(mini: sm.Game, tmp_path: Path) -> None:
    right = written(mini, "white Ki black Ki", tmp_path / "kings.table")
    (table,) = verify_table(right, sample=None, reference=True, rules=GAMES_OF_TESTS).tables
    assert (table.is_own, table.checked, table.total, table.why) == (False, 162, 162, None)
    place = right.read_bytes().split(b"\n", 2)[2].rindex(b"\0")
    changed = rewritten(right, tmp_path / "changed.table", lambda _, values: values.__setitem__(place, 7))
    faults = [verify_table(changed, sample=None, reference=each, rules=GAMES_OF_TESTS).fault for each in (True, False)]
    assert all(fault and ("'won in 2', and 'drawn'" in fault or "'drawn', and " in fault) for fault in faults)


def test_own_moves_that_do_not_suffice_are_named(rook: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Then the reference engine checks all positions, until it is stopped here."""
    monkeypatch.setattr(own_limits, "_STATED", own_limits._STATED - {"promotes"})
    report = verify_table(rook, sample=None, rules=GAMES_OF_TESTS, stopped=lambda: True)
    assert not report.complete and [table.checked for table in report.tables] == [1, 0]
    assert f"{ROOK}: checked by the reference engine: the rules about moves use promotes\n" in str(report)
    assert f"{ROOK}: 1 of 1,458 positions checked\n" in str(report)


def test_all_positions_in_order_are_no_sample(rook: Path) -> None:
    """If the check is stopped, it does not estimate how many fail; after the last one it is complete."""
    report = verify_table(rook, sample=None, reference=True, rules=GAMES_OF_TESTS, stopped=lambda: True)
    assert not report.complete and f"{ROOK}: 1 of 1,458 positions checked\n" in str(report)
    assert "white Ki black Ki: 0 of 162 positions checked\ninterrupted: nothing wrong so far\n" in str(report)
    report = verify_table(rook, sample=1, rules=GAMES_OF_TESTS, stopped=lambda: True)
    assert report.complete and report.checked == 2


def test_a_symmetry_that_moves_do_not_have_is_not_used(fide: sm.Game, tmp_path: Path) -> None:
    """Two cells exchanged of which none is a head: the file is read, and indices stand for other placements."""

    def change(header: Header, _: bytearray) -> None:
        (one,) = header["tables"]
        images, cells = one["symmetries"], range(len(header["cells"]))
        a, b = [cell for cell in cells if min(image[cell] for image in images) != cell][:2]
        swapped = {a: b, b: a}
        one["symmetries"] = [[swapped.get(cell, cell) for cell in image] for image in images]

    path = written(fide, "white K black K", tmp_path / "right.table")
    (table,) = verify_table(path, sample=None).tables
    assert table.is_own and 2 * len(fide.ruleset.cells) ** 2 == table.positions > 6 * table.total
    (table,) = verify_table(rewritten(path, tmp_path / "a.table", change), sample=None, stopped=lambda: True).tables
    assert (table.is_own, table.why) == (False, "a symmetry of the table is none of its pieces")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("mini", "white Ki Pn black Ki"),  # promotions and double steps
        ("mini", "white Ro Ro black Ki"),  # pieces that are alike, without a King
        ("throne", "white K R black K"),  # an arrival that wins
        ("starve", "white K R black K"),  # no move loses
        ("stuck", "white K R black K"),  # passing
        ("regicide", "white K R black K"),  # Kings that are captured
        ("cornered", "white K R black K"),  # the same where there is no other move
        ("heirloom", "white K M black K"),  # a piece that changes another
        ("prince", "white Pr black Ki"),
        ("raumschach", "white R black K"),
        ("latrunculi", "white Ps black Em"),  # promotions, in both ways
        ("extreme", "white N black K"),  # absorption
    ],
)
def test_tables_of_many_rules_are_confirmed(name: str, text: str, tmp_path: Path) -> None:
    game = sm.game(name, rules=GAMES_OF_TESTS, engine="compiled")
    path = written(game, text, tmp_path / "some.table")
    report = verify_table(path, sample=15, seed=3, rules=GAMES_OF_TESTS)
    assert report.verdict is TableVerdict.CONFIRMED, report.fault
    if name in ("mini", "raumschach", "latrunculi", "extreme"):
        report = verify_table(path, sample=None, rules=GAMES_OF_TESTS)
        assert report.verdict is TableVerdict.CONFIRMED and all(table.is_own for table in report.tables), report.fault


def unknown(table: Header) -> Header:
    """The material and pieces of a table, with letters of no kind for the Rook's."""
    pieces = [[army, name.replace("Ro", "Xx")] for army, name in table["pieces"]]
    return {"material": table["material"].replace("Ro", "Xx"), "pieces": pieces}


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (lambda header, _: header.pop("cells"), "'cells' is a required property"),
        (lambda header, _: header["players"].reverse(), "players or cells"),
        (lambda header, _: header.update(players=["red", "black"]), "players or cells"),
        (lambda header, _: header["tables"][0].update(symmetries=[[0] * 9]), "no permutation"),
        (lambda header, _: header["tables"][0].update(symmetries=[[0], [1, 2]]), "no permutation"),
        (lambda header, _: header["tables"][0].update(symmetries=[[["a"]] * 9]), "no permutation"),
        (lambda header, _: header["tables"][0]["pieces"].pop(), "do not make 729 entries"),
        (lambda header, _: header["tables"][0].update(material="white Ki black Ki"), "its pieces are others"),
        (lambda header, _: header["tables"][0].update(unknown(header["tables"][0])), "'Xx'"),
        (lambda header, _: header.update(game="nosuch"), "nosuch"),
    ],
)
def test_headers_that_do_not_fit_are_refused(
    rook: Path, tmp_path: Path, change: Callable[[Header, bytearray], object], error: str
) -> None:
    with pytest.raises(sm.ShadowmateError, match=error):
        verify_table(rewritten(rook, tmp_path / "changed.table", change), sample=1, rules=GAMES_OF_TESTS)


def test_cells_in_another_order_make_values_wrong(rook: Path, tmp_path: Path) -> None:
    changed = rewritten(
        rook, tmp_path / "changed.table", lambda header, _: header["cells"].insert(0, header["cells"].pop())
    )
    assert verify_table(changed, sample=300, rules=GAMES_OF_TESTS).verdict is TableVerdict.REFUTED


def test_a_table_that_is_missing_is_named(rook: Path, tmp_path: Path) -> None:
    def change(header: Header, values: bytearray) -> None:
        del values[2 * header["tables"][0]["entries"] :]
        header["tables"].pop()

    fault = verify_table(rewritten(rook, tmp_path / "cut.table", change), sample=300, rules=GAMES_OF_TESTS).fault
    assert fault and "a move leads to" in fault and "the file has no such table" in fault


def test_the_command(rook: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    path, rules = str(tmp_path / "own.table"), ("--rules", str(GAMES_OF_TESTS))
    assert run("endgame", f"mini: {ROOK}", "--output", path, *rules)[0] == 0
    assert Path(path).read_bytes() == rook.read_bytes()
    code, out, _ = run("verify-table", path, "--sample", "3", "--json", *rules)
    assert (code, json.loads(out)["verdict"], json.loads(out)["tables"][0]["checked"]) == (0, "confirmed", 3)
    Path(path).write_bytes(rook.read_bytes()[:-1])
    code, out, _ = run("verify-table", path, *rules)
    assert code == 1 and out.startswith("damaged: the file is too short")
    assert "no file of `shadowmate endgame --output`" in fail(monkeypatch, capsys, "verify-table", __file__)
    assert "cannot be read" in fail(monkeypatch, capsys, "verify-table", str(tmp_path / "none"))
    assert "--seed has no effect with --all" in fail(monkeypatch, capsys, "verify-table", path, "--all", "--seed", "1")
    code, out, _ = run("verify-table", str(rook), "--all", "--json", *rules)
    assert (code, [table["by"] for table in json.loads(out)["tables"]]) == (0, ["own moves"] * 2)
    assert "--reference has no effect" in fail(monkeypatch, capsys, "verify-table", path, "--reference")
    assert "--sample has no effect" in fail(monkeypatch, capsys, "verify-table", path, "--all", "--sample", "1")
