"""The files of `puzzles/atlas/`, and the tables of docs/answers.md about them."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

import shadowmate as sm
from shadowmate.endgame.table_report import percentage
from support.cli import run
from support.paths import ROOT
from support.yaml_files import read_yaml

FILES = sorted((ROOT / "puzzles" / "atlas").glob("*.yaml"))
ROWS = {
    "Prince": {
        "Prince": "Pr", "Network": "Ne", "University": "Un", "Base": "Ba", "Queen (26 directions)": "Qu",
        "two Queens": "Qu Qu",
    },
    "Raumschach": {
        "Queen": "Q", "two Rooks; Rook and Bishop; Rook and Knight": "R R; B R; N R", "two Bishops": "B B",
    },
    "Extreme": {"Cubic Rook": "cR", "Planar Rook": "pR", "Heir": "HA", "Pawn": "P"},
    "Nobility": {
        "Empress, by marriage or mate": "Es", "Baroness; Archduke": "Bs; Ar", "Prince": "Pr",
        "Duke; Princess": "Du; Ps", "Baron": "Ba", "Heir; Count": "He; Co",
        "two Duchesses": "Ds Ds", "Duchess and Rook; two Rooks": "Ds Ro; Ro Ro",
    },
}  # fmt: skip
"""The material of rows of the page, by game and by the pieces besides the King, with `;` between several."""


def entries(name: str) -> dict[str, dict[str, Any]]:
    """The entries with the King of all files of a game, by their attackers."""
    found: dict[str, dict[str, Any]] = {}
    for path in FILES:
        if path.stem.split("_")[0] == name:
            document = read_yaml(path)
            found |= {" ".join(each["attackers"]): each for each in document["entries"] if each["royal_helps"]}
    return found


def rows() -> dict[tuple[str, str], tuple[str, str]]:
    """The rows of the page's table: the share and the longest win by game and attackers."""
    text = (ROOT / "docs" / "answers.md").read_text(encoding="utf-8")
    lines = text.split("| game | White has, besides the King |")[1].split("\n\n")[0].splitlines()[2:]
    found, game = {}, ""
    for line in lines:
        first, pieces, share, longest = (cell.strip() for cell in line.strip("|").split("|"))
        game = first.split(",")[0] or game
        found[game, pieces] = share, longest
    return found


def percent(share: float) -> str:
    """A share as the page writes it: what is less than a tenth per cent as far as the files have it."""
    return f"{100 * share:.1f} %" if share >= 0.0005 else f"{100 * share:.3f} %"


@pytest.mark.slow
def test_the_page_agrees_with_the_files() -> None:
    text = rows()
    for (game, pieces), (share, longest) in text.items():
        files = entries({"Nobility": "latrunculi"}.get(game, game.lower()))
        if share == "none" and pieces in ROWS[game]:
            assert {files[name]["forces_mate"] for name in ROWS[game][pieces].split("; ")} == {"no"}, pieces
            continue
        if share == "none":  # that row is of whoever is alone and in no other
            others = files.keys() - {name for row in ROWS[game].values() for name in row.split("; ")}
            assert {files[name]["forces_mate"] for name in others if " " not in name} == {"no"}, pieces
            continue
        some = [files[each.strip()] for each in ROWS[game][pieces].split(";")]
        shares = ["every position" if each["forces_mate"] == "always" else percent(each["won_share"]) for each in some]
        assert list(dict.fromkeys(shares)) == share.removesuffix(" of positions").split("; "), pieces
        assert [str(each["longest"]) for each in some] == longest.split("; "), pieces
    named = {(game, pieces) for game in ROWS for pieces in ROWS[game]}
    assert named == {key for key in text if key in named or text[key][0] != "none"}


def test_the_page_agrees_with_the_file_of_pairs_without_a_king() -> None:
    text = " ".join((ROOT / "docs" / "answers.md").read_text(encoding="utf-8").split())
    document = read_yaml(ROOT / "puzzles" / "atlas" / "raumschach_lone_pairs.yaml")
    assert len(document["entries"]) == 15 and not any(each["royal_helps"] for each in document["entries"])
    found = {" ".join(each["attackers"]): each for each in document["entries"] if each["won"]}
    moves = re.findall(
        r"(two Queens|Queen and [A-Z]\w+)[^;.]*?in (\d+)", text.split("without their King force mate")[1]
    )
    letters = {"two Queens": "Q Q", "Queen and Bishop": "B Q", "Queen and Rook": "Q R", "Queen and Knight": "N Q"}
    always = {letters[pair]: int(longest) for pair, longest in moves if pair in letters}
    assert always == {name: each["longest"] for name, each in found.items() if each["forces_mate"] == "always"}
    assert found.keys() - always.keys() == {"Q U"}
    assert (
        f"force it from {percent(found['Q U']['won_share'])} of the positions, in {found['Q U']['longest']} moves"
        in text
    )


def test_the_page_about_lone_pairs_agrees_with_the_file() -> None:
    """Each cell of its matrix, and the numbers in its text."""
    text = (ROOT / "docs" / "lone-pairs.md").read_text(encoding="utf-8")
    document = read_yaml(ROOT / "puzzles" / "atlas" / "prince_lone_pairs.yaml")
    found = {
        frozenset(each["attackers"]): f"{each['longest'] or '.'}{'*' * (each['forces_mate'] == 'sometimes')}"
        for each in document["entries"]
    }
    names, *rows = text.split("```text\n")[1].split("\n```")[0].splitlines()
    kinds = names.split()
    matrix = {
        frozenset((row.split()[0], kind)): word
        for row in rows
        for kind, word in zip(kinds[-len(row.split()[1:]) :], row.split()[1:], strict=True)
    }
    assert matrix == found and len(found) == 231
    verdicts = Counter(each["forces_mate"] for each in document["entries"])
    many = [verdicts[each] for each in ("always", "sometimes", "no")]
    assert "{} force mate from every position, {} from some positions only, and {} from none".format(*many) in text
    shares = {" ".join(each["attackers"]): each["won_share"] for each in document["entries"] if each["won_share"] < 1}
    assert shares.pop("Sc Sc") == pytest.approx(0.376, abs=0.001) and max(shares.values()) == pytest.approx(
        0.033, abs=0.001
    )


def test_the_page_about_three_pieces_agrees_with_the_file() -> None:
    """Its rows have the figures of the entries, and its longest wins begin where those of the entries do."""
    text = (ROOT / "docs" / "three-pieces.md").read_text(encoding="utf-8")
    rows = [[cell.strip() for cell in line.split("|")[1:5]] for line in text.splitlines() if line.startswith("| ")][1:]
    files = {
        " ".join(sorted(name.split())): each for name, each in entries("raumschach").items() if name.count(" ") == 2
    }
    some = [files[attackers(words)] for words, *_ in rows]
    assert len(files) == len(rows)
    assert [row[1] for row in rows] == [percent(each["won_share"]) if each["longest"] else "none" for each in some]
    assert [row[2] for row in rows] == [str(each["longest"] or "") for each in some]
    starts = [(each["longest"], sm.position(each["position"])) for each in some if each["longest"]]
    assert [(length, sm.position(start)) for length, start, _ in long_wins(text)] == starts


def attackers(words: str) -> str:
    """The letters of the pieces of a row, sorted: `B B R` of `A Rook and two Bishops`."""
    letters = sm.game("raumschach").ruleset.abbreviations
    numbers = {"two": 2, "three": 3}
    named = re.findall(r"(two |three |)(rook|bishop|unicorn|knight)", words.casefold())
    return " ".join(sorted(letters[kind] for number, kind in named for _ in range(numbers.get(number.strip(), 1))))


def long_wins(text: str) -> list[tuple[int, str, list[str]]]:
    """The longest wins of the page: how many moves their headings state, their positions and moves."""
    found = re.findall(r", (\d+) moves, from `(raumschach: white [^`]*)`:\n\n((?:> .*\n?)+)", text)
    return [(int(length), position, line.replace("> ", "").split()) for length, position, line in found]


@pytest.mark.slow
def test_the_longest_wins_of_three_pieces_end_in_mate() -> None:
    """Each has as many moves as its heading states, all legal."""
    text = (ROOT / "docs" / "three-pieces.md").read_text(encoding="utf-8")
    for length, start, moves in long_wins(text):
        position = sm.position(start, engine="compiled")
        for move in moves:
            position = position.push(move)
        assert len(moves) == 2 * length - 1, start
        assert (ending := position.outcome()) is not None and ending.reason == "checkmate", start


def test_the_command_at_the_top_allows_its_own_options() -> None:
    """Memory beyond the default is in the command, which would be refused without it."""
    code, out, _ = run("atlas", "fide", "--attackers", "Q", "--memory", "8", "--output", "-")
    assert code == 0 and "# shadowmate atlas fide --attackers Q --memory 8\n" in out
    assert "--memory" not in run("atlas", "fide", "--attackers", "Q", "--output", "-")[1]


@pytest.mark.sample(4)
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_positions_have_the_stated_material(path: Any) -> None:
    """The longest win starts from a position of these pieces, and the numbers add up."""
    for each in read_yaml(path)["entries"]:
        assert sum(each["won"].values()) <= each["legal"]
        assert (each["forces_mate"] == "always") == (sum(each["won"].values()) == each["legal"] > 0)
        # With the other player to move it may take longer, because that player captures first.
        assert (each["longest"] or 0) >= max(each["won"], default=0)
        if each["position"]:
            position = sm.position(each["position"])
            names = [position.game.piece_name(piece.kinds) for piece in position.pieces.values()]
            assert set(names) == (set(each["material"].split()) - set(position.game.ruleset.players))


@pytest.mark.parametrize(
    ("share", "text"),
    [(0.0, "0.0 %"), (1.0, "100.0 %"), (1e-7, "<0.1 %"), (1 - 1e-7, ">99.9 %"), (0.0004, "<0.1 %"), (0.9996, ">99.9 %"),
     (0.0006, "0.1 %"), (0.5, "50.0 %")],
)  # fmt: skip
def test_a_share_is_not_rounded_to_none_or_all(share: float, text: str) -> None:
    assert percentage(share, 1) == text
