"""Tables are planned before they are made: what there is none of, what one costs, and what is refused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

import shadowmate as sm
from shadowmate.commands.app import app
from shadowmate.endgame import build, store
from shadowmate.endgame.errors import EndgameError
from shadowmate.endgame.estimate import NOTHING
from shadowmate.endgame.plan import Plan
from shadowmate.endgame.successors import read_exact
from shadowmate.endgame.table_maker import Maker, table


@pytest.mark.sample(6)
@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("fide", "white K X black K", "'X': neither a player nor a kind of fide; there are B, K"),
        ("fide", "K Q black K", "'K': whose piece is this"),
        ("fide", "whit K Q black K", "'whit': .* do you mean 'white'"),
        ("fide", "fide white K", "^'fide': the name of a game is followed by a colon, 'fide: ...'$"),
        ("fide", "fide K Q K", "^'fide': the name of a game is followed by a colon, 'fide: ...'$"),
        ("fide", "white k black q", "'k': .* do you mean 'K'?.*'q': .* do you mean 'Q'?"),
        ("fide", "white Kf6 black K", "'Kf6': kinds are named here, without cells$"),
        ("fide", "xx K", "'xx': .*; there are white, black, B, K, N"),
        ("fide", "", "there are no pieces; they are written such as 'white B'"),
        ("fide", "prince: white K", "these are pieces of prince, not of fide"),
        ("fide", "white K K black K", "^white K: an army has at most one piece of this kind$"),
        ("fide", "white K P black K P", "a double step may be captured in passing"),
        ("diagonals", "", "3 players"),
        ("parametric", "white Ca black Ki", "has routes over other pieces"),
        ("fide", "white K+Q black K", "K\\+Q: a piece of this game is of one kind"),
        ("extreme", "white K lR+pR black K", "lR\\+pR: parts of a class add up to one"),
        ("extreme", "white K lR+lR black K", "^white lR\\+lR: parts of a class add up to one: lR\\+lR is pR"),
        ("extreme", "white K N+N black K", "^white N\\+N: a kind is named twice: name it once$"),
        ("extreme", "white K+K black K", "^white K\\+K: a kind is named twice: name it once$"),
        (
            "extreme",
            "white K black K S Pp+S",
            "^black Pp\\+S: a piece cannot be of this.*; black S: a piece cannot",
        ),
        ("latrunculi", "white Em Em black Em", "^white Em: an army has at most one piece of this kind$"),
        ("extreme", "white K+pR HA black K", "moves lead back to the same material"),
    ],
)
def test_material_that_there_is_no_table_of(name: str, text: str, message: str) -> None:
    game = sm.game(name)
    if not text and len(game.ruleset.players) > 2:
        text = f"{game.ruleset.players[0]} {min(game.ruleset.abbreviations.values())}"
    if name == "parametric":
        kinds = game.ruleset.abbreviations
        text = f"white {kinds['cannon']}"
    with pytest.raises(EndgameError, match=message):
        table(game, text)


def test_memory_is_bounded(prince: sm.Game) -> None:
    with pytest.raises(EndgameError, match=r"prince: white Ki Pr Pr black Ki needs 5\.4 GB .*--memory"):
        table(prince, "white Pr Pr Ki black Ki")
    with pytest.raises(EndgameError, match=r"the table of prince: white Ki black Ki needs .* GB .*--memory"):
        table(prince, "white Ki black Ki", memory=0.001)


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("white Ki Pr Ro black Ki", "needs 11 GB .* this machine has 8 GB"),
        # Four bytes for each of 80 * 512 ** 5 entries; two for each of 20 * 512 ** 5 by each of some 20 promotions.
        ("white Ki Pn Pr Ro black Ki Qu", "needs 39,000,000 GB .* this machine has 8 GB"),
        ("white Ki" + " Pr" * 20, "no more than 16 pieces"),
        ("white Ki Pn black Ki Pn", "a double step may be captured in passing"),
    ],
)
def test_what_cannot_be_made_is_not_begun(
    prince: sm.Game, monkeypatch: pytest.MonkeyPatch, text: str, message: str
) -> None:
    """Whatever memory is allowed, and before any table that it leads to."""
    monkeypatch.setattr(Maker, "_make", lambda *_: pytest.fail("begun"))
    monkeypatch.setattr(build, "installed", lambda: 8 * 10**9)
    with pytest.raises(EndgameError, match=message):
        table(prince, text, memory=1e9)


def test_what_a_table_leads_to_is_refused_too(mini: sm.Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """The material that was asked for is not always the dearest: Pawns that are alike become unlike.

    On 3x3 cells with their mirror images there are 6 * 36 placements of the one and 6 * 9 * 9 of the other.
    """
    monkeypatch.setattr(Maker, "_make", lambda *_: pytest.fail("begun"))
    lead = "to which captures and promotions in white Ki Pn Pn lead,"
    with pytest.raises(EndgameError, match=f"the table of mini: white Ki Kt Pn, {lead} needs"):
        table(mini, "white Ki Pn Pn", memory=3e-6)


@pytest.fixture
def nothing_on_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store, "folder", lambda: tmp_path)


@pytest.mark.usefixtures("nothing_on_disk")
def test_a_plan(fide: sm.Game) -> None:
    reported: list[Plan] = []
    made = table(fide, "white P black K", planned=reported.append)
    names = [form.material.text(fide) for form in reported[0].tables]
    assert names[-1] == "white P black K" and sorted(names) == sorted(
        ["black K", "white B black K", "white N black K", "white Q black K", "white R black K", "white P black K"]
    )
    assert reported[0].placements <= 64 + 5 * 64**2 and reported[0].missing == len(reported[0].tables)
    facts = made.entries(0).nbytes + made.entries(1).nbytes
    assert reported[0].memory > 2 * facts and 0 < reported[0].time.least < reported[0].time.most
    assert "6 tables to make" in str(reported[0]) and "at most 1 second" in str(reported[0])
    table(fide, "white P black K", planned=reported.append)
    assert len(reported) == 1
    both = Maker(fide).plan([read_exact(fide, f"white {kind} black K") for kind in "PR"])
    assert (len(both.tables), both.missing, both.placements, both.time) == (6, 0, 0, NOTHING)


def test_an_atlas_is_planned_before_it_is_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Maker, "_make", lambda *_: pytest.fail("begun"))
    result = CliRunner().invoke(app, ["atlas", "prince", "--attackers", "Ro", "--attackers", "Pr Ro"])
    assert isinstance(result.exception, EndgameError) and "white Ki Pr Ro black Ki needs" in str(result.exception)


@pytest.mark.usefixtures("nothing_on_disk")
def test_a_long_plan_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Maker, "_make", stop)
    found = CliRunner().invoke(app, ["endgame", "fide: white K P P black K", "--jobs", "1"])
    assert found.exit_code == 3
    time = r"\d+( seconds?)? to \d+ (seconds|minutes?)"
    assert re.match(rf"\d+ tables to make, [\d,]+ placements, 0\.\d+ GB, {time}; Ctrl-C keeps", found.stderr)
    assert found.stderr.endswith("interrupted; kept are 0 of 21 tables; run the same command again to continue\n")
    assert CliRunner().invoke(app, ["endgame", "fide: white K Q black K"]).stderr.startswith("interrupted")
