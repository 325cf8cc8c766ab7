"""Mistakes in rules are found with file and line; the rules that come with Shadowmate have none."""

import json
import re
from pathlib import Path

import pytest

from shadowmate import RulesError, UnknownGameError, game
from shadowmate.asp.base import solve_base
from shadowmate.asp.folders import builtin_root, game_folders
from shadowmate.asp.rule_files import collect, read_game
from shadowmate.asp.ruleset import Ruleset
from shadowmate.checking.initial_position import tried_array
from shadowmate.checking.rules import check_rules, find_folder
from shadowmate.notation.line import KEYWORDS, Reader
from support.cli import run
from support.tiny import LAST, TINY, only, write


def test_the_tiny_game_is_clean(tmp_path):
    assert check_rules(write(tmp_path / "tiny", TINY)) == []


def named(number: int, start: str) -> str:
    """One more cell off the cube, named `start` and 1: cubic.lp gives no more than its row."""
    return f'cell(({number},1,{number})). name_part(({number},1,{number}),1,"{start}").\n'


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "more", ["#program verdict.\nwinner(white) :- not moved.", '#program verdict.\ndrawn_by("so") :- seen(9).']
)
def test_a_game_without_a_royal_may_end_otherwise(tmp_path, more):
    assert check_rules(write(tmp_path / "tiny", TINY.replace("royal(king).", "") + more + "\n")) == []


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["my game", "my:game", "3d"])
def test_a_folder_that_no_position_can_name(tmp_path, name):
    assert f"a folder called '{name}'" in only(write(tmp_path / name, TINY)).message


def test_two_cells_of_one_name(tmp_path):
    finding = only(write(tmp_path / "tiny", TINY + named(40, "Aa")))
    assert (finding.line, finding.message) == (LAST + 1, "(1,1,1) and (40,1,40) are both named Aa1")


def test_abbreviations_that_make_a_position_ambiguous(tmp_path):
    # Is Roxa1 a rook on xa1, or an ox on a1?
    rook = 'abbreviation(rook,"Ro"). motion(rook,slide,orthogonal,any).\n'
    ox = 'abbreviation(ox,"Rox"). motion(ox,step,orthogonal,any).\n'
    finding = only(write(tmp_path / "tiny", TINY + named(40, "a") + named(41, "xa") + rook + ox))
    assert finding.line == LAST + 3
    assert finding.message == "Roxa1 can be read as Ro and xa1, and as Rox and a1"


def test_a_kind_in_quotation_marks(tmp_path):
    rook = 'abbreviation("rook","R"). motion("rook",slide,orthogonal,any).\n'
    finding = only(write(tmp_path / "tiny", TINY + rook))
    assert (finding.line, finding.message) == (LAST + 1, "a kind is a name without quotation marks, unlike rook")


def test_a_piece_that_reads_as_a_keyword(tmp_path):
    rook = 'abbreviation(rook,"k"). motion(rook,slide,orthogonal,any).\n'
    finding = only(write(tmp_path / "tiny", TINY + named(40, "o") + "field(ko1,ending).\n" + rook))
    assert (finding.line, finding.message.split()[0]) == (LAST + 3, "ko1")


def test_the_words_of_a_position_are_known():
    ruleset = Ruleset(read_game(game_folders()["prince"]))
    assert {*KEYWORDS, *ruleset.players, *ruleset.fields} == Reader(ruleset).keywords


@pytest.mark.slow
def test_an_error_counts_the_mistakes_that_it_does_not_list(tmp_path):
    """The error of opening a game is short; `check_rules` lists every mistake."""
    mistakes = "".join(f"mistake{n}(X) :- not kind(({'a,' * 600}X)).\n" for n in range(30))
    folder = write(tmp_path / "tiny", TINY + mistakes)
    with pytest.raises(RulesError, match=r"and \d+ more") as error:
        Ruleset(read_game(folder))
    assert len(str(error.value)) < 12_000
    assert {finding.line for finding in check_rules(folder)} >= set(range(LAST + 1, LAST + 31))


@pytest.mark.slow
def test_compound_pieces_may_share_a_cell(tmp_path):
    more = 'abbreviation(rook,"Ro").\nmotion(rook,slide,orthogonal,any).\nstart(white,rook,(1,1,1)).\n'
    assert check_rules(write(tmp_path / "tiny", TINY + more + "compounds.\n")) == []
    assert (
        "cannot be set up on (1,1,1): a piece of this game is of one kind"
        in only(write(tmp_path / "tiny", TINY + more)).message
    )


def test_every_mistake_is_reported_in_one_run_by_file_and_line(tmp_path):
    more = "royal(queen).\n\nmotion(king,slyde,orthogonal,any).\nroyal(Kind) :- kimd(Kind).\n"
    folder = write(
        tmp_path / "tiny", TINY + '#include "more.lp".\n' + more, more="zone(white,far,(9,9,9)).\nroyal(rook).\n"
    )
    found = check_rules(folder)
    assert found == sorted(found)
    places = [(f.path.name, f.line) for f in found]
    assert places == [("game.lp", LAST + n) for n in (2, 4, 5)] + [("more.lp", 1), ("more.lp", 2)]
    assert str(found[0]) == f"{folder / 'game.lp'}:{LAST + 2}: there is no kind queen"


def test_with_an_unsafe_rule_facts_are_not_checked(tmp_path):
    """An unsafe rule derives nothing, so missing facts are no mistakes. Mistakes in names are still reported."""
    more = "royal(queen).\nroyal(Kind).\nroyal(Kind) :- kimd(Kind).\n"
    found = check_rules(write(tmp_path / "tiny", TINY + more))
    assert [f.line for f in found] == [LAST + 2, LAST + 3]
    assert "unsafe" in found[0].message and "kimd" in found[1].message


@pytest.mark.slow
def test_a_constant_may_switch_a_rule_off(tmp_path):
    assert check_rules(write(tmp_path / "on", TINY + "#const wary=1.\nlast_royal(white) :- wary = 2.\n")) == []
    text = "the rule derives nothing: nothing satisfies its body"
    assert only(write(tmp_path / "off", TINY + "last_royal(white) :- 1 = 2.\n")).message == text


@pytest.mark.slow
def test_many_faults_of_one_rule_are_one_finding(tmp_path):
    finding = only(write(tmp_path / "tiny", TINY + "zone(white,far,(X,1,9)) :- X = 1..3.\n"))
    assert finding.message == "(1,1,9) is not a cell of the board; (1,1,1) is one (and 2 more like this)"


@pytest.mark.parametrize(("board", "game"), [("square", "fide"), ("cubic", "prince"), ("hexprism", "diagonals")])
def test_the_guide_lists_the_classes_of_each_board(board, game):
    """What its file gives, in the words of the guide."""
    guide = (builtin_root() / "README.md").read_text(encoding="utf-8")
    (listed,) = re.findall(rf"^\| `boards/{board}\.lp` \|.*\| ([^|]*) \|$", guide, re.MULTILINE)
    own = builtin_root() / "boards" / f"{board}.lp"
    files = read_game(game_folders()[game])
    kept = tuple(s for s in files.sources if s.path in (own, files.folder / "field.lp") or s.path.name == "letters.lp")
    given = solve_base(collect(files.folder, kept), ())["direction", 2]
    assert set(listed.split(", ")) == {f"`{symbol.arguments[0]}`" for symbol in given}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("board", "size", "words"),
    [
        ("square", "size(6,6,2)", "a flat board has one tier, not 2"),
        ("cubic", "size(0,3,3)", "letters name 1 to 26 columns, .* not 0"),
        ("cubic", "size(27,3,3)", "letters name 1 to 26 columns, .* not 27"),
        ("cubic", "size(3,3,40)", "letters name 1 to 26 columns, tiers or levels, not 40"),
        ("cubic", "size(3,3,many)", "letters name 1 to 26 columns, tiers or levels, not many"),
        ("square", "size(27,6,1)", "letters name 1 to 26 columns, .* not 27"),
        ("hexprism", "triangle(27,3)", "letters name 1 to 26 columns, .* not 27"),
        ("hexprism", "triangle(3,3). triangle(2,2)", r"another size, \(2,2\)"),
    ],
)
def test_a_size_that_the_board_cannot_have(tmp_path, board, size, words):
    text = TINY.replace("boards/cubic.lp", f"boards/{board}.lp").replace("size(3,3,3)", size)
    assert any(f.line == 5 and re.search(words, f.message) for f in check_rules(write(tmp_path / "tiny", text)))


@pytest.mark.slow
def test_a_file_that_a_shared_one_needs_is_missing_where_the_game_includes_that(tmp_path):
    """Nothing else is reported: that all cells have one name follows from it."""
    found = only(write(tmp_path, TINY.replace('#include "boards/letters.lp".\n', "")))
    assert (found.path.name, found.line) == ("game.lp", 3)
    assert found.message == 'boards/cubic.lp needs letter/3; include "boards/letters.lp" too'


@pytest.mark.slow
def test_a_file_that_the_game_does_not_include_is_reported(tmp_path: Path) -> None:
    """Even one that is no ASP: nothing reads it. It prevents nothing, as it may hold questions."""
    code, out, errors = run("check-rules", str(write(tmp_path / "tiny", TINY, more="this is no rule")))
    assert (code, out.endswith("tiny: no mistakes found; it compiles\n")) == (0, True)
    assert "note: more.lp has no effect, because game.lp does not include it\n" in errors
    (tmp_path / "tiny" / "more.lp").unlink()
    assert "note" not in run("check-rules", str(tmp_path / "tiny"))[2]


@pytest.mark.slow
def test_folders_for_rules_that_are_not_looked_at_are_reported(tmp_path: Path) -> None:
    """A folder with a game is that game, wherever else there are games. They may be where it is, as in a README."""
    game = write(tmp_path / "tiny", TINY)
    (tmp_path / "others").mkdir()
    write(tmp_path / "others" / "small", TINY)
    for rules, errors in ((tmp_path, False), (tmp_path / "others", True)):
        found = run("check-rules", str(game), "--rules", str(rules))[2]
        assert (f"note: --rules has no effect, because {game} is a folder with a game.lp" in found) is errors


@pytest.mark.slow
def test_the_name_of_a_game_that_comes_with_shadowmate_is_reported(tmp_path: Path) -> None:
    """A variant's too."""
    for name in ("fide", "atomic"):
        code, out, errors = run("check-rules", str(write(tmp_path / name, TINY)))
        assert (code, out.endswith(f"{name}: no mistakes found; it compiles\n")) == (0, True)
        assert f"note: {name} is also a game that comes with Shadowmate" in errors
    assert "note" not in run("check-rules", "fide")[2]


PAWN = """\
abbreviation(pawn,"Pn").
motion(pawn,step,forward(orthogonal),any).
zone(Army,far,Cell) :- army(Army), cell(Cell), Cell = (_,_,3).
promotes(pawn,far,king).
start(Army,pawn,(X,2,Level)) :- own_row(Army,1,Level), X = 1..3.
"""


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("size", "size", []),
        ("size(3,3,3)", "size(3,3)", ["the board has no cells", "nothing uses size/2; do you mean size/3?"]),
        ("size(3,3,3)", "siz(3,3,3)", ["the board has no cells", "nothing uses siz/3; do you mean size/3?"]),
        ("player(black,2)", "player(black,1)", ["black has seat 1 too"]),
        ("ahead(black,", "ahead(blakc,", ["there is no army blakc"]),
    ],
)
def test_what_follows_from_a_mistake_is_not_reported(tmp_path: Path, old: str, new: str, words: list[str]) -> None:
    found = [each.message for each in check_rules(write(tmp_path / "tiny", TINY.replace(old, new) + PAWN))]
    assert len(found) == len(words), found
    assert all(part in message for part, message in zip(words, found, strict=True)), found


@pytest.mark.slow
def test_a_rule_in_the_wrong_part_can_stand_where_its_predicate_is_declared(tmp_path: Path) -> None:
    found = only(write(tmp_path / "tiny", TINY + "bars(C,kin) :- part(C,mover,king), part(C,victim,king).\n"))
    assert found.message.endswith("too early for a rule with part/3; it can stand after #program effects.")


def test_find_folder(tmp_path):
    folder = write(tmp_path / "tiny", TINY)
    assert find_folder(str(folder)) == folder
    assert find_folder("tiny", [tmp_path]) == folder
    assert find_folder("prince").name == "prince"
    with pytest.raises(UnknownGameError):
        find_folder("no such game")


def test_the_error_for_a_path_without_a_game_describes_the_path(tmp_path):
    folder = write(tmp_path / "tiny", TINY)
    assert find_folder(str(folder / "game.lp")) == folder
    with pytest.raises(RulesError, match=f"a folder of games, not of one; choose one of {folder}$"):
        find_folder(str(tmp_path))
    (tmp_path / "empty").mkdir()
    with pytest.raises(RulesError, match=r"empty: no game\.lp in this folder, nor in its subfolders"):
        find_folder(str(tmp_path / "empty"))
    with pytest.raises(RulesError, match="nowhere: there is no such folder"):
        find_folder(str(tmp_path / "nowhere"))


# What no position can be read with, or no moves found by: the facts added, and words of the error.
UNPLAYABLE = {
    "start of an unknown army": ("start(green,king,(2,2,2)).", r"there is no player green"),
    "start of an unknown kind": ("start(white,rook,(2,2,2)).", r"there is no kind rook with an abbreviation"),
    "start on no cell": ("start(white,king,(9,9,9)).", r"there is no cell \(9,9,9\)"),
    "start on no vector": ("start(white,king,here).", r"there is no cell here"),
    "state on no cell": ("start_state(castle,(9,9,9)).", r"there is no cell \(9,9,9\)"),
    "state on no vector": ("start_state(castle,here).", r"there is no cell here"),
    "state of no field": ("start_state(pot,(1,1,1)).", r"there is no field pot"),
}


@pytest.mark.sample(1)
@pytest.mark.parametrize("mistake", UNPLAYABLE)
def test_an_array_of_unknown_words_is_refused_by_all_commands(tmp_path, mistake):
    added, words = UNPLAYABLE[mistake]
    folder = write(tmp_path / "tiny", TINY + added + "\n")
    with pytest.raises(RulesError, match=rf"game\.lp:{LAST + 1}: start.*: {words}$"):
        game("tiny", rules=[folder]).position("start")


def test_a_game_without_the_shared_rules_is_refused(tmp_path):
    folder = write(tmp_path / "tiny", TINY.replace('#include "core/game.lp".', ""))
    with pytest.raises(RulesError, match=r"no rule about moves; .*check-rules"):
        game("tiny", rules=[folder])


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(game_folders()))
def test_shipped_game_has_no_mistakes(name):
    assert check_rules(game_folders()[name]) == []


@pytest.mark.sample(5)
@pytest.mark.parametrize("name", sorted(game_folders()))
def test_atoms_are_sorted_by_predicate(name):
    for (predicate, arity), atoms in solve_base(read_game(game_folders()[name]), ()).items():
        assert all((atom.name, len(atom.arguments)) == (predicate, arity) for atom in atoms)


@pytest.mark.slow
@pytest.mark.parametrize("count", [10, 11])
def test_ten_mistakes_are_listed_and_the_others_counted(tmp_path: Path, count: int) -> None:
    wrong = "".join(f"start(white,dragon{number},(1,1,1)).\n" for number in range(count))
    folder = str(write(tmp_path / "tiny", TINY + wrong))
    found = [str(each) for each in check_rules(Path(folder))]
    assert len(found) >= count
    code, out, _ = run("check-rules", folder)
    more = [f"and {len(found) - 10} more; --all lists them"] if len(found) > 10 else []
    assert (code, out.splitlines()) == (1, [*found[:10], *more])
    assert run("check-rules", folder, "--all")[1].splitlines() == found
    assert len(json.loads(run("check-rules", folder, "--json")[1])) == len(found)


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["placement", "cambodian", "fide", "diagonals"])
def test_the_array_that_is_tried_is_that_of_the_game(name):
    """With what its stores hold, and with flags."""
    start, tried = game(name).start().placement(), tried_array(game(name).ruleset)
    for each in ("pieces", "state", "stores"):
        assert sorted(getattr(start, each)) == sorted(getattr(tried, each)), each
