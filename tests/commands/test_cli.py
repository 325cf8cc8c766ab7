"""The command line: every command answers as text and JSON, and bad input gives one message and exit code 2."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from typer.main import get_group
from typer.testing import CliRunner

from shadowmate.commands.app import app
from support.cli import answer, fail, run
from support.paths import DATA, GAMES_OF_TESTS
from support.paths import EXAMPLES as GAMES_OF_EXAMPLES

COMMANDS = {str(command.name): command for command in get_group(app).commands.values()}
PIECES = "algebraic: {white: [Kf6, Ra1], black: [Kh7]}\n"
EXAMPLES = {name: str(command.epilog).removeprefix("Example: ") for name, command in COMMANDS.items()}
POSITION = "prince: white KiAa1 PrDd4 black KiHf7"
LONG = dict.fromkeys(("verify-table", "playtest"), pytest.mark.exhaustive)
"""Commands whose examples take long. Other tests run these commands."""


@pytest.mark.slow
def test_moves() -> None:
    """The documented keys, sorted, with nulls where there is nothing."""
    found = answer("moves", POSITION, "--from", "Dd4")
    assert found["position"] == f"{POSITION} turn white"
    moves = found["moves"]
    assert len(moves) == 354  # Aa1 holds its own King
    assert [move["move"] for move in moves] == sorted(move["move"] for move in moves)
    assert {
        "move": "PrDd4-Ee5", "from": "Dd4", "to": "Ee5", "captures": [], "promotion": None, "changes": [],
        "special": None,
    } in moves  # fmt: skip


def test_en_passant_promotion_and_castling_in_json() -> None:
    """`captures` has emptied cells, `changes` the other changes, `promotion` an abbreviation, `special` a name."""
    passing = answer("moves", "white PnEc3 black PnEd3 KiHh8 turn white ep Fd3")
    assert [m for m in passing["moves"] if m["special"] == "en passant"] == [
        {"move": "PnEc3xFd3ep", "from": "Ec3", "to": "Fd3", "captures": ["Ed3"], "promotion": None,
         "changes": [],         "special": "en passant"}
    ]  # fmt: skip
    promoting = answer("moves", "white PnGd4 black KiHh8")
    assert len({m["promotion"] for m in promoting["moves"]}) == 21
    castling = answer("moves", "white KiAd4 BaAa1 black KiHh8 castle Aa1", "--from", "Ad4")
    assert [m["move"] for m in castling["moves"] if m["special"] == "castling"] == ["KiAd4-Ab2&BaAa1-Ac3"]
    assert [m["changes"] for m in castling["moves"] if m["special"] == "castling"] == [
        [
            {"cell": "Aa1", "before": "white Ba", "after": None},
            {"cell": "Ac3", "before": None, "after": "white Ba"},
        ]
    ]


def test_a_file_that_cannot_be_written_is_refused_before_the_search(tmp_path: Path) -> None:
    problem = ("solve", "fide: white Kf6 Ra1 black Kh7", "#2", "--svg")
    result = CliRunner().invoke(app, [*problem, str(tmp_path)])
    assert "cannot be written: Is a directory" in str(result.exception) and not result.stdout


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("position", "stipulation", "noted"),
    [
        ("fide: white Kf6 Ra1", "#1", "black"),
        ("fide: white Kf6 Ra1 turn black", "h#1", "black"),
        ("fide: black Kf6 Ra1 turn white", "s#1", "white"),
        ("fide: white Ra1 black Kf6", "#1", None),
        ("fide: white Kf6 Ra1", "x1", None),
    ],
)
def test_a_side_without_a_royal_piece_is_noted_where_it_is_to_be_mated(
    position: str, stipulation: str, noted: str | None
) -> None:
    text = run("solve", position, stipulation)[2]
    assert (f"note: {noted} has no royal piece" in text) if noted else ("no royal piece" not in text)


def test_status() -> None:
    """Check with its checker and line; checkmate with its winner."""
    found = answer("status", "white PrEe5 black KiHh8 turn black")
    assert found["check"] is True and found["outcome"] is None
    assert found["checkers"] == [{"checker": "Ee5", "royal": "Hh8", "along": [["Ff6", "Gg7"]]}]
    assert "in play" in run("status", POSITION)[1]


@pytest.mark.slow
def test_play_and_show(tmp_path: Path) -> None:
    """Moves are played in turn; the position after them is drawn as text and into files."""
    after = answer("play", "start", "PnBd2-Dd2", "PnGd7-Ed7")
    assert answer("play", "start", "PnBd2-Dd2 PnGd7-Ed7") == after
    assert after["position"].endswith("turn white castle Aa1 Ah8 Ha1 Hh8 ep Fd7")
    svg, png = tmp_path / "a.svg", tmp_path / "a.png"
    code, out, _ = run("show", "start", "--from-moves", "PnBd2-Dd2", "PnGd7-Ed7", "--svg", str(svg), "--png", str(png))
    assert code == 0 and str(svg) in out
    assert svg.read_text().lstrip().startswith("<svg") and png.read_bytes().startswith(b"\x89PNG")
    assert "Pr" in run("show", POSITION, "--moves", "Dd4")[1]


@pytest.mark.slow
def test_counts_are_carried_along() -> None:
    """Four moves to and fro: the position has been there twice, with four quiet moves."""
    moves = ["KiAa1-Aa2", "KiHf7-Hf8", "KiAa2-Aa1", "KiHf8-Hf7"]
    after = answer("play", "white KiAa1 black KiHf7", *moves)
    assert after["position"].endswith("quiet 4 seen 2")
    again = answer("play", "white KiAa1 black KiHf7", *moves, *moves)
    assert again["outcome"] == "repetition"


@pytest.mark.slow
def test_why() -> None:
    """A legal move, an illegal one, and the attackers of a cell."""
    assert answer("why", POSITION, "PrDd4-Ee5")["legal"] is True
    assert answer("why", POSITION, "PrDd4-Ef6")["legal"] is False
    assert answer("why", POSITION, "--attacks", "Ee5")["attackers"][0]["piece"] == "PrDd4"


@pytest.mark.slow
def test_pieces_and_games() -> None:
    """All kinds with their reach; one kind with a picture; all games with their readings."""
    kinds = {fact["abbreviation"]: fact["reaches"] for fact in answer("pieces", "prince")}
    assert len(kinds) == 23
    assert (kinds["Ba"], kinds["Sc"], kinds["Re"], kinds["Pr"]) == (168, 192, 115, 355)
    assert "planes" in run("pieces", "prince", "scientist")[1]
    readings = {r["name"] for game in answer("games") if game["game"] == "prince" for r in game["readings"]}
    assert {"some_path", "field_paths_closed", "pawn_may_stay", "hundred_single", "printed_e"} <= readings


@pytest.mark.slow
def test_promotions() -> None:
    """As JSON and as text. A game without promotions is reported as such."""
    found = answer("pieces", "fide", "--promotions")
    assert {kind["abbreviation"]: kind["name"] for kind in found["kinds"]}["N"] == "Knight"
    assert {each["becomes"] for each in found["promotions"]} == {"queen", "rook", "bishop", "knight"}
    one = found["promotions"][0]
    assert (one["kind"], one["role"], one["by"], one["to"], one["captures"]) == (
        "pawn",
        "mover",
        ["pawn"],
        ["last_row"],
        [],
    )
    code, out, _ = run("pieces", "latrunculi", "--promotions")
    assert code == 0
    assert out.startswith("Heir -> Baron        by entering enemy_heirs; then the foremost Rook -> Baroness\n")
    herald = run("pieces", "herald", "--promotions", "--rules", str(GAMES_OF_TESTS))[1]
    assert "Mason -> Rook    as the foremost, upon any Mason capturing any piece\n" in herald
    code, out, _ = run("pieces", "swap", "--promotions", "--rules", str(GAMES_OF_TESTS))
    assert (code, out) == (0, "swap: no kind becomes another\n")
    assert not answer("pieces", "swap", "--promotions", "--rules", str(GAMES_OF_TESTS))["promotions"]


def test_readings_change_the_answer() -> None:
    """The same position under another reading."""
    text = "white BaDd4 black KnDe4"
    plain = len(answer("moves", text)["moves"])
    assert len(answer("moves", text, "--reading", "some-path")["moves"]) > plain


@pytest.mark.slow
def test_mate_in_one() -> None:
    """JSON with keys; a mate that is not there is false."""
    found = answer("mate", "white PrDd4 black KiHg7", "--in", "1")
    assert found["mate"] is True and "PrDd4-Eg7" in found["keys"]
    assert answer("mate", "white KnDd4 black KiHg7", "--in", "1")["mate"] is False


def test_perft() -> None:
    """As text, with a line for each first move with --divide."""
    code, out, _ = run("perft", "fide: white Ka1 black Ka8", "2", "--divide")
    assert (code, out.splitlines()) == (0, ["Ka1-a2: 3", "Ka1-b1: 3", "Ka1-b2: 3", "perft 1: 3", "perft 2: 9"])


def test_compile() -> None:
    """What was built, and where it is kept."""
    found = answer("compile", "fide")
    assert [found[name] for name in ("game", "cells", "kinds")] == ["fide", 64, 6]
    assert Path(found["folder"]).is_dir() and found["bytes"] > 1000 and set(found["seconds"]) == {"tables", "all"}
    code, out, _ = run("compile", "fide")
    assert code == 0 and out.startswith("fide: 64 cells, 6 kinds")


@pytest.mark.sample(5)
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["moves", "prince: white PrDd9"], ["PrDd9", "column 15", "Dd9"]),
        (["moves", "checkers: white PrDd4"], ["checkers", "checkshogi", "shadowmate games"]),
        (["moves", "white PrDd4 PrDd4"], ["second piece on Dd4"]),
        (["moves", "white KiAa1 KiBb2"], ["KiBb2", "at most one"]),
        (["moves", "white PrDd4", "--from", "Zz9"], ["no cell 'Zz9'"]),
        (["moves", "white PrDd4", "--reading", "none"], ["no reading 'none'", "some_path"]),
        (["moves", "--file", "/no/such/file"], ["/no/such/file"]),
        (["play", "start", "PrDd4-Ee5"], ["move 1", "no piece on Dd4"]),
        (["why", "white PrDd4", "hello"], ["hello", "two cells"]),
        (["why", "white PrDd4", "--attacks", "Zz9"], ["no cell 'Zz9'; cells are Aa1 to Hh8"]),
        (["show", "fide: start", "e2-e4"], ["--from-moves", "put moves after --from-moves"]),
        (["pieces", "prince", "dragon"], ["dragon", "scientist"]),
        (["pieces", "prints"], ["prints", "prince"]),
        (["pieces", "fide", "rook", "--promotions"], ["KIND", "--promotions concerns all kinds"]),
        (["pieces", "fide", "--promotions", "--from", "a1"], ["--from", "--promotions concerns all kinds"]),
        (["pieces", "fide", "--promotions", "--figurines"], ["--figurines", "--promotions concerns all kinds"]),
        (["pieces", "fide", "--promotions", "--size", "400"], ["--size", "--promotions concerns all kinds"]),
        (["pieces", "fide", "--dot", "x.dot"], ["--dot", "has no effect without --promotions"]),
        (["pieces", "fide", "--svg", "x.svg"], ["one KIND", "--promotions"]),
        (["show", "white PrDd4", "--png", "/no/such/folder/a.png"], ["/no/such/folder"]),
        (["moves"], ["POSITION"]),
        (["mate", "white PrDd4"], ["--in"]),
        (["mate", "prince: start", "--in", "1", "--against", "black"], ["black", "two players"]),
        (["mate", "white PrDd4", "--in", "1", "--jobs", "none"], ["--jobs"]),
        (["solve", "white PrDd4", "mate"], ["'mate' is not a stipulation", "#2"]),
        (["solve", "white PrDd4", "h2"], ["'h2' is not a stipulation", "'h#2'"]),
        (["solve", "white PrDd4", "#0"], ["at least one move"]),
        (["solve", "white PrDd4", "z(Zz9)1"], ["no cell 'Zz9'"]),
        (["solve", "diagonals: start", "h#1"], ["two players", "diagonals has 3"]),
        (["solve", "white PrDd4", "#1", "--jobs", "0"], ["--jobs"]),
        (["solve", "white PrDd4", "#1", "--memory", "little"], ["--memory"]),
        (["solve", "white PrDd4", "#1", "--time", "-1"], ["--time"]),
        (["solve", "white KiAa1 black KiHh8", "#1", "--svg", "/no/such/folder/a.svg"], ["/no/such/folder/a.svg"]),
        (["solve", "white KiAa1 black KiHh8", "#1", "--dot", "/"], ["/", "cannot be written"]),
        (["moves", "fdie: start"], ["'fdie'", "do you mean 'fide'?"]),
        (["moves", "Fide: start"], ["'Fide'", "do you mean 'fide'?"]),
        (["moves", "chess: start"], ["'chess'; do you mean 'fide' (FIDE chess), 'golem' (Golem Chess), "]),
        (["moves", "hexagonal: start"], ["do you mean 'glinski' (Glinski's hexagonal chess) or 'mccooey' (McCooey's "]),
        (["pieces", "king of the hill"], ["do you mean 'koth' (King of the Hill)?"]),
        (["moves", "white Kf6"], ["no game is named", "fide", "'fide:'"]),
        (["check-proof", "/no/such/file"], ["/no/such/file", "cannot be read"]),
        (["perft", "fide: start", "-1"], ["depth -1", "expected 0 or more"]),
        (["perft", "fide: start", "1", "--divid"], ["--divid"]),
        (["play", "fide: start", "e2-e4", "O-O"], ["move 2, O-O", "castling: blocked by Bf8"]),
        (["play", "fide: start", "e2-e4", "K?"], ["move 2, 'K?' names no move", "such as Nb8-a6"]),
        (
            ["play", "fide: white Ke1 Rh1 black Ke8 castle h1", "castles"],
            ["such as Ke1-d1, or of two pieces Ke1-g1&Rh1-f1"],
        ),
        (["moves", "fide white Ke1"], ["'fide' (column 1)", "'fide: ...'"]),
        (["check-proof", __file__], ["is not JSON"]),
        (["check-proof", os.devnull], ["is empty"]),
        (["perft", "fide: start", "1", "--jobs", "0"], ["--jobs"]),
        (["compile", "prints"], ["prints", "prince"]),
    ],
)
def test_bad_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: list[str], words: list[str]
) -> None:
    """One message that names the culprit, exit code 2, no traceback."""
    error = fail(monkeypatch, capsys, *arguments)
    assert "Traceback" not in error
    for word in words:
        assert word in error


async def _end_at_once(_server: object) -> None:
    """The loop of a server that waits for questions."""


@pytest.mark.slow
@pytest.mark.parametrize("name", [pytest.param(each, marks=LONG.get(each, ())) for each in EXAMPLES])
def test_every_help_shows_an_example_that_works(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The example in each command's --help, run as it stands. A page is served until it listens, not until Ctrl-C."""
    monkeypatch.setattr("uvicorn.Server.main_loop", _end_at_once)
    monkeypatch.chdir(tmp_path)
    shutil.copy(DATA / "diagrams" / "capablanca.txt", "diagram.txt")
    (tmp_path / "problems.yaml").write_text(f"{PIECES}stipulation: '#2'\nsolution: 1.Ra1-a8!\n")
    if name == "verify-table":
        assert run("endgame", "KRvK", "--game", "fide", "--output", "krk.table")[0] == 0
    help_text = " ".join(run(name, "--help")[1].split())
    assert " ".join(EXAMPLES[name].split()) in help_text.replace("│", "")
    out = ""
    for part in EXAMPLES[name].split(" | "):
        program, *words = shlex.split(part)
        code, out, _ = run(*words, input=out)
        assert (program, code) == ("shadowmate", 0), part
        assert out
    assert words[0] == name


def test_help_shows_what_is_in_square_brackets() -> None:
    """They are not read as a style of the text."""
    shown = " ".join(run("explore", "--help")[1].replace("│", " ").split())
    assert "pip install 'shadowmate[explore]'" in shown


@pytest.mark.slow
def test_a_cold_process_answers() -> None:
    """The installed command works as a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "shadowmate.commands.app", "moves", "white KnDd4"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.startswith("24 legal moves")


def test_the_version() -> None:
    assert run("--version")[:2] == (0, f"shadowmate {version('shadowmate')}\n")


@pytest.mark.slow
def test_a_position_that_cannot_have_come_about_is_noted() -> None:
    """The side not to move is in check."""
    for command in (["status"], ["moves"], ["why", "--attacks", "Aa1"], ["mate", "--in", "1"]):
        text = run(*command, "white PrDd4 black KiHh8")[2]
        assert "KiHh8 is attacked by PrDd4 already, and it is white's turn; do you mean 'turn black'?" in text
    assert "do you mean" not in run("status", "fide: white Ke1 black Ke2")[2]
    assert "note" not in run("status", POSITION)[2]


def test_a_finished_game_is_noted() -> None:
    """Mate is asked for in a position that is mate already; the last move of `play` mates."""
    assert "checkmate: white has won" in run("mate", "white PrEg7 black KiHg7 turn black", "--in", "1")[2]
    assert "checkmate: white has won" in run("play", "white PrDd4 black KiHg7", "PrDd4-Eg7")[2]


def test_special_moves_are_marked() -> None:
    """A double step, castling and an en passant capture are among what `show` marks."""
    assert set(answer("show", "fide: start", "--moves", "e2")["reached"]) == {"e3", "e4"}
    assert "g1" in answer("show", "fide: white Ke1 Rh1 black Ke8 castle h1", "--moves", "e1")["reached"]
    assert "d6" in answer("show", "fide: white Ke1 Pe5 black Ke8 Pd5 ep d6", "--moves", "e5")["reached"]


LONG = "x" * 100_000


@pytest.mark.sample(7)
@pytest.mark.parametrize(
    "command",
    [
        ("moves", LONG),
        ("moves", f"{LONG}: start"),
        ("moves", f"fide: white {LONG} Ke1"),
        ("moves", f"fide: fen {LONG}"),
        ("moves", "fide: white " + "nonsense " * 2_000),
        ("moves", "fide: fen " + "/".join(["9999"] * 2_000)),
        ("moves", "fide: white Ke1", "--from", LONG),
        ("moves", "fide: white Ke1", "--reading", LONG),
        ("why", "fide: white Ke1", LONG),
        ("why", "fide: white Ke1", "--attacks", LONG),
        ("show", "fide: white Ke1", "--moves", LONG),
        ("play", "fide: white Ke1", LONG),
        ("pieces", LONG),
        ("pieces", "fide", LONG),
        ("mate", f"fide: white {LONG}", "--in", "1"),
        ("solve", "fide: white Ke1 black Ke8", LONG),
        ("solve", "fide: white Ke1 black Ke8", f"z({LONG})2"),
        ("endgame", f"fide: white {LONG}"),
        ("endgame", "fide: white " + "nonsense " * 2_000),
        ("check-rules", LONG),
    ],
    ids=lambda command: "-".join(command)[:40],
)
def test_many_faults_are_reported_in_few_lines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], command: tuple[str, ...]
) -> None:
    assert len(fail(monkeypatch, capsys, *command)) < 5_000


@pytest.mark.slow
@pytest.mark.parametrize("rules", ["", "royal(king.", ":- not royal(king).", "royal(Kind+1) :- royal(Kind)."])
def test_a_broken_game_does_not_prevent_the_list(tmp_path: Path, rules: str) -> None:
    """Standard error names the broken game, and the exit code reports it."""
    shutil.copytree(GAMES_OF_EXAMPLES / "wasp", tmp_path / "whole")
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "game.lp").write_text(f"{rules}\nroyal(king).\n")
    code, out, err = run("games", "--rules", str(tmp_path), "--json")
    listed = {each["game"] for each in json.loads(out)}
    assert code == 2 and {"whole", "fide"} <= listed and "broken" not in listed
    assert err.count("error: broken is left out: ") == 1


@pytest.mark.sample(1)
@pytest.mark.parametrize("rules", ["", 'game("Nothing").', '#include "core/game.lp".'])
def test_a_game_without_a_board_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], rules: str
) -> None:
    """No traceback, and a hint to check-rules, which finds something to say."""
    (tmp_path / "bare").mkdir()
    (tmp_path / "bare" / "game.lp").write_text(rules + "\n")
    assert "check-rules" in fail(monkeypatch, capsys, "moves", "bare: start", "--rules", str(tmp_path))
    assert run("check-rules", str(tmp_path / "bare"))[0] == 1


@pytest.mark.slow
def test_games_describes_those_that_are_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, _ = run("games", "raumschach", "prince", "--json")
    assert code == 0
    assert [each["game"] for each in json.loads(out)] == ["raumschach", "prince"]
    assert "do you mean 'prince'" in fail(monkeypatch, capsys, "games", "princ")
