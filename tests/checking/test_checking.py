"""Mistakes in rules are found with file and line; the rules that come with Shadowmate have none."""

import json
import re
from pathlib import Path

import pytest

from shadowmate import RulesError, UnknownGameError
from shadowmate.asp.base import solve_base
from shadowmate.asp.files import collect, read_game
from shadowmate.asp.folders import builtin_root, game_folders
from shadowmate.asp.ruleset import Ruleset
from shadowmate.checking.findings import Finding
from shadowmate.checking.rules import check_rules, find_folder
from shadowmate.notation.line import KEYWORDS, Reader
from support.cli import run

TINY = """\
% game.lp - a tiny game, to be spoilt.
#include "core/game.lp".
#include "boards/letters.lp".
#include "boards/cubic.lp".
size(3,3,3).
player(white,1).
player(black,2).
ahead(white,(0,0,1)).
ahead(black,(0,0,-1)).
kind(Kind) :- abbreviation(Kind,_).
abbreviation(king,"Ki").
motion(king,step,(orthogonal;diagonal;triagonal),any).
royal(king).
start(white,king,(1,1,1)).
start(black,king,(3,3,3)).
"""
LAST = TINY.count("\n")


def write(folder: Path, text: str, **others: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "game.lp").write_text(text)
    for name, other in others.items():
        (folder / f"{name}.lp").write_text(other)
    return folder


def only(folder: Path) -> Finding:
    found = check_rules(folder)
    assert len(found) == 1, "\n".join(map(str, found))
    return found[0]


def test_the_tiny_game_is_clean(tmp_path):
    assert check_rules(write(tmp_path / "tiny", TINY)) == []


# Each mistake: what is added to the tiny game (the culprit is its last line), and words of the finding.
ADDED = {
    "syntax error": ("royal(king.", "syntax error"),
    "unsafe variable": ("royal(Kind).", "'Kind' is unsafe"),
    "unsafe variable in a part about positions": (
        "#program moves.\nforbidden(Move) :- not mine(Move).",
        "'Move' is unsafe",
    ),
    "undefined predicate": ("royal(Kind) :- kimd(Kind).", "nothing defines kimd/1.*do you mean kind/1"),
    "undefined predicate of a position": (
        "#program moves.\nforbidden(Move) :- act(Move,_,_), ocupied(Move).",
        "nothing defines ocupied/1.*do you mean occupied/1",
    ),
    "wrong arity": ("royal(Kind) :- motion(Kind,_).", "nothing defines motion/2.*do you mean motion/4"),
    "misspelt fact": ("moton(king,step,orthogonal,any).", "nothing uses moton/4; do you mean motion/4"),
    "fact of the wrong arity": ("motion(king,step,orthogonal).", "nothing uses motion/3; do you mean motion/4"),
    "kind without abbreviation": (
        "motion(rook,slide,orthogonal,any).\nkind(rook).",
        "the kind rook has no abbreviation",
    ),
    "kind without motion": ('abbreviation(stone,"St").', "the kind stone has no motion"),
    "one abbreviation for two kinds": (
        'motion(rook,slide,orthogonal,any).\nabbreviation(rook,"Ki").',
        "Ki is also the abbreviation of king",
    ),
    "two abbreviations for one kind": ('abbreviation(king,"Kn").', "the kind king has another abbreviation, Ki"),
    "abbreviation that cannot be read": (
        'motion(rook,slide,orthogonal,any).\nabbreviation(rook,"R+").',
        r"could not be read with the abbreviation 'R\+'",
    ),
    "motion of an unknown kind": ("motion(kign,step,orthogonal,any).", "there is no kind kign"),
    "direction of two numbers": ("direction(orthogonal,(1,0)).", r"\(1,0\) is not a vector of three numbers"),
    "jump of two numbers": ("jump(knight,(1,2)).", r"\(1,2\) is not a vector of three numbers"),
    "place of four numbers": ("place(here,(1,2,3,4)).", r"\(1,2,3,4\) is not a vector of three numbers"),
    "waypoint of two numbers": ("waypoint(horse,(1,0),(2,1,0)).", r"\(1,0\) is not a vector of three numbers"),
    "class without direction": ("motion(king,step,orthogonl,any).", "the class orthogonl has no direction"),
    "class without a way forward": (
        "jump(flat,(0,0,0)).\nmotion(king,step,forward(flat),any).",
        "no direction of class flat is forward for black",
    ),
    "unknown How": ("motion(king,slyde,orthogonal,any).", "no rule reads slyde as a way of moving"),
    "slide of no number": ("motion(king,slide(far),orthogonal,any).", r"no rule reads slide\(far\)"),
    "unknown Use": ("motion(king,slide,orthogonal,captures).", "no rule reads captures as a use"),
    "two armies on a cell": ("start(white,king,(3,3,3)).", r"\(3,3,3\) starts with a piece of black on it too"),
    "start of an unknown kind": ("start(white,rook,(2,2,2)).", "there is no kind rook"),
    "start on no cell": ("start(white,king,(4,1,1)).", r"\(4,1,1\) is not a cell of the board"),
    "start of an unknown army": ("start(green,king,(2,2,2)).", "there is no army green"),
    "cell without a name": ("cell((1,2)).", r"the cell \(1,2\) has no name"),
    "seats with a gap": ("player(red,4).", "seat 4 is taken, but seat 3 is not"),
    "seat twice": ("player(red,2).", "black sits on seat 2 too|red sits on seat 2 too"),
    "seat that is no number": ("player(red,last).", "seats are numbered from 1; last is none"),
    "unknown royal": ("royal(queen).", "there is no kind queen"),
    "home of an unknown kind": ("home(white,pawn,(1,1,2)).", "there is no kind pawn"),
    "home off the board": ("home(white,king,(1,1,8)).", r"\(1,1,8\) is not a cell of the board"),
    "zone off the board": ("zone(white,far,(1,1,8)).", r"\(1,1,8\) is not a cell of the board"),
    "promotion to an unknown kind": (
        "zone(white,far,(1,1,3)).\npromotes(king,far,emperor).",
        "there is no kind emperor",
    ),
    "promotion in an unknown zone": ("promotes(king,fra,king).", "there is no zone fra"),
    "castling off the board": (
        "castling(white,(1,1,1),(1,1,3),(1,1,5),(1,1,2)).",
        r"\(1,1,5\) is not a cell of the board",
    ),
    "castling of an unknown army": (
        "castling(green,(1,1,1),(1,1,3),(1,1,3),(1,1,2)).",
        "there is no army green",
    ),
    "unknown castling partner": ("castling_partner(rook).", "there is no kind rook"),
    "empty cell of no castling": ("castling_empty(white,(1,1,3),(1,1,2)).", "white has no castling"),
    "question without its default": (
        'reading(q,other,"the other").\nquestion(q,one,"place").',
        "the default one is not among the readings of q",
    ),
    "reading of an unknown question": ('reading(q,one,"one").', "there is no question q"),
    "field of an unknown type": ("field(pot,number).", "a field holds cell or cells, not number"),
    "part of a misspelt reading": (
        "#program reading(other_path).",
        "there is no reading other_path",
    ),
    "part of a default reading": (
        'reading(q,(one;two),"so").\nquestion(q,one,"place").\n#program reading(two,one).',
        "one also holds if nothing is asked for",
    ),
    "part of no reading": ("#program reading.", "names one reading or more"),
    "operation undefined under a reading": (
        'reading(q,(one;two),"so"). question(q,one,"place").\n#program reading(two).\nroyal(Kind+1) :- kind(Kind).',
        "operation undefined",
    ),
    "misspelt predicate under a reading": (
        'reading(q,(one;two),"so"). question(q,one,"place").\n#program reading(two).\nroyal(Kind) :- kimd(Kind).',
        "nothing defines kimd/1",
    ),
    "undecided under a reading": (
        'reading(q,(one;two),"so"). question(q,one,"place").\n#program reading(two).\n'
        "most(Kind,1) :- kind(Kind), not most(Kind,1).",
        "most/2 is not decided",
    ),
    "script": ('#script (python) print("hello") #end.', "may not hold a #script"),
    "include of no file": ('#include "nowhere.lp".', 'include "nowhere.lp": there is no such file'),
    "include of a library": ("#include <incmode>.", "<incmode> is not a rule file"),
    "include in mid-line": ('royal(king). #include "nowhere.lp".', "stands on a line of its own"),
    "operation undefined in base": ("royal(Kind+1) :- kind(Kind).", "operation undefined"),
    "operation undefined in a position": (
        "#program moves.\nforbidden(Move) :- act(Move,From,_), From + 1 < 2.",
        "operation undefined",
    ),
    "kind that reaches no cell": (
        'motion(stone,step,far,any). direction(far,(0,0,9)).\nabbreviation(stone,"St").',
        "the kind stone reaches no cell",
    ),
    "misspelt class of the board": (
        "motion(king,step,orthogonl,any).",
        "orthogonl has no direction; there are diagonal, orthogonal, triagonal$",
    ),
    "misspelt class of the game": (
        "jump(leap,(2,1,0)).\nmotion(king,step,forward(orthogonl),any).",
        "orthogonl has no direction; there are diagonal, leap, orthogonal, triagonal$",
    ),
    "player named as a keyword": ("player(turn,3).", "turn means something else in a position"),
    "player named as a FEN begins": ("player(fen,3).", "fen means something else in a position"),
    "player whose name is a string": ('player("Red",3).', '"?Red"? is no name that a position could have'),
    "field named as a keyword": ("field(seen,cell).", "seen means something else in a position"),
    "field named as a player": ("field(white,cell).", "white is a player, too"),
    "most of a negative number": ("most(king,-1).", r"most\(king,1\) is all that any rule reads, not -1"),
    "most of another number": ("most(king,2).", r"most\(king,1\) is all that any rule reads, not 2"),
    "constraint in base": (":- player(_,3).", "has a head; .* give fault.Culprit,Sentence,Arguments. in the part lint"),
    "constraint that nothing satisfies": (":- player(_,1).", "has a head"),
    "constraint under a reading": (
        'reading(q,(one;two),"so"). question(q,one,"place").\n#program reading(two).\n:- player(_,1).',
        "has a head",
    ),
    "external": ("#external most(king,1).", "nobody sets an #external; say #defined most/2"),
    "external of a position": ("#program moves.\n#external most(king,1).", "nobody sets an #external"),
    "statement without effect": ("#show most/2.", "#show most/2. is not used in the rules of a game"),
    "theory atom": ("royal(king) :- &sum { 1 } > 0.", "theory atoms are not used"),
    "base not stratified": ("most(Kind,1) :- kind(Kind), not most(Kind,1).", "most/2 is not decided"),
    "choice in base": ("{ most(Kind,1) } :- kind(Kind).", "most/2 is not decided"),
    "position not stratified": (
        "#program moves.\nforbidden(Move) :- act(Move,_,_), not forbidden(Move).",
        "forbidden/1 is not decided",
    ),
}


@pytest.mark.parametrize("mistake", ADDED)
def test_mistake_is_found(tmp_path, mistake):
    added, words = ADDED[mistake]
    folder = write(tmp_path / "tiny", TINY + added + "\n")
    line = LAST + 1 + added.count("\n")
    found = check_rules(folder)
    assert any(f.path == folder / "game.lp" and f.line == line and re.search(words, f.message) for f in found), found
    assert all(f.line > LAST for f in found), "the culprit is not the tiny game's own text"


@pytest.mark.parametrize(
    "mistake",
    (
        "syntax error",
        "unsafe variable",
        "undefined predicate",
        "misspelt fact",
        "class without direction",
        "include of no file",
        "script",
        "operation undefined in base",
        "operation undefined in a position",
        "position not stratified",
    ),
)
def test_mistake_in_another_file_is_found_there(tmp_path, mistake):
    added, words = ADDED[mistake]
    folder = write(
        tmp_path / "tiny", TINY + '#include "more.lp".\n', more=f"% more.lp - more.\n\n#program base.\n{added}\n"
    )
    line = 4 + added.count("\n")
    found = check_rules(folder)
    assert any(f.path == folder / "more.lp" and f.line == line and re.search(words, f.message) for f in found), found


# What is taken out of the tiny game or put in another's place: the line of the finding, and words of it.
CHANGED = {
    "no players": ("player(white,1).\nplayer(black,2).", "\n", 1, "the game has no players"),
    "no royal": ("royal(king).", "", 1, "no kind is royal, and no rule of the game says who wins"),
    "no board": ("size(3,3,3).", "", 1, "the board has no cells"),
    "nothing shared": ('#include "core/game.lp".', "", 1, "does not include.*core/game.lp"),
}


@pytest.mark.parametrize("mistake", CHANGED)
def test_lack_is_found(tmp_path, mistake):
    old, new, line, words = CHANGED[mistake]
    folder = write(tmp_path / "tiny", TINY.replace(old, new))
    assert any(f.line == line and re.search(words, f.message) for f in check_rules(folder))


def named(number: int, start: str) -> str:
    """One more cell off the cube, named `start` and 1: cubic.lp gives no more than its row."""
    return f'cell(({number},1,{number})). name_part(({number},1,{number}),1,"{start}").\n'


@pytest.mark.parametrize(
    "more", ["#program verdict.\nwinner(white) :- not moved.", '#program verdict.\ndrawn_by("so") :- seen(9).']
)
def test_a_game_without_a_royal_may_end_otherwise(tmp_path, more):
    assert check_rules(write(tmp_path / "tiny", TINY.replace("royal(king).", "") + more + "\n")) == []


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


def test_a_piece_that_reads_as_a_keyword(tmp_path):
    rook = 'abbreviation(rook,"k"). motion(rook,slide,orthogonal,any).\n'
    finding = only(write(tmp_path / "tiny", TINY + named(40, "o") + "field(ko1,cell).\n" + rook))
    assert (finding.line, finding.message.split()[0]) == (LAST + 3, "ko1")


def test_the_words_of_a_position_are_known():
    ruleset = Ruleset(read_game(game_folders()["prince"]))
    assert {*KEYWORDS, *ruleset.players, *ruleset.fields} == Reader(ruleset).keywords


def test_include_that_leads_out_of_the_rules(tmp_path):
    (tmp_path / "secret.lp").write_text("secret.")
    finding = only(write(tmp_path / "tiny", TINY + '#include "../secret.lp".\n'))
    assert finding.line == LAST + 1
    assert "leads out of the rules" in finding.message


def test_compound_pieces_may_share_a_cell(tmp_path):
    more = 'abbreviation(rook,"Ro").\nmotion(rook,slide,orthogonal,any).\nstart(white,rook,(1,1,1)).\n'
    assert check_rules(write(tmp_path / "tiny", TINY + more)) == []


def test_words_in_comments_and_strings_are_no_directives(tmp_path):
    more = '% #include "nowhere.lp".\n%*\n#script\n*%\ngame("#include this % too").\n'
    assert check_rules(write(tmp_path / "tiny", TINY + more)) == []


def test_every_mistake_is_reported_in_one_run_by_file_and_line(tmp_path):
    more = "royal(queen).\nroyal(Kind).\nmotion(king,slyde,orthogonal,any).\nroyal(Kind) :- kimd(Kind).\n"
    folder = write(
        tmp_path / "tiny", TINY + '#include "more.lp".\n' + more, more="zone(white,far,(9,9,9)).\nroyal(rook).\n"
    )
    found = check_rules(folder)
    assert found == sorted(found)
    places = [(f.path.name, f.line) for f in found]
    assert places == [("game.lp", LAST + n) for n in (2, 3, 4, 5)] + [("more.lp", 1), ("more.lp", 2)]
    assert str(found[0]) == f"{folder / 'game.lp'}:{LAST + 2}: there is no kind queen"


def test_many_faults_of_one_rule_are_one_finding(tmp_path):
    finding = only(write(tmp_path / "tiny", TINY + "zone(white,far,(X,1,9)) :- X = 1..3.\n"))
    assert finding.message == "(1,1,9) is not a cell of the board (and 2 more like this)"


@pytest.mark.parametrize(("board", "game"), [("square", "fide"), ("cubic", "prince"), ("hexprism", "diagonals")])
def test_the_guide_lists_the_classes_of_each_board(board, game):
    """What its file gives, in the words of the guide."""
    guide = (builtin_root() / "README.md").read_text(encoding="utf-8")
    (listed,) = re.findall(rf"^\| `boards/{board}\.lp` \| (.*) \|$", guide, re.MULTILINE)
    own = builtin_root() / "boards" / f"{board}.lp"
    files = read_game(game_folders()[game])
    kept = tuple(s for s in files.sources if s.path in (own, files.folder / "field.lp") or s.path.name == "letters.lp")
    given = solve_base(collect(files.folder, kept), ())["direction", 2]
    assert set(listed.split(", ")) == {f"`{symbol.arguments[0]}`" for symbol in given}


def test_find_folder(tmp_path):
    folder = write(tmp_path / "tiny", TINY)
    assert find_folder(str(folder)) == folder
    assert find_folder("tiny", [tmp_path]) == folder
    assert find_folder("prince").name == "prince"
    with pytest.raises(UnknownGameError):
        find_folder("no such game")


def test_loading_names_file_and_line(tmp_path):
    folder = write(tmp_path / "tiny", TINY + "royal(Kind+1) :- kind(Kind).\n")
    with pytest.raises(RulesError, match=rf"game\.lp:{LAST + 1}:.*operation undefined"):
        Ruleset(read_game(folder))
    for mistake in ("constraint in base", "external", "theory atom"):
        folder = write(tmp_path / "tiny", TINY + ADDED[mistake][0] + "\n")
        with pytest.raises(RulesError, match=rf"game\.lp:{LAST + 1}: .*{ADDED[mistake][1]}"):
            Ruleset(read_game(folder))
    folder = write(tmp_path / "tiny", TINY + '#include "more.lp".\n', more="\nroyal(Kind+1) :- kind(Kind).\n")
    with pytest.raises(RulesError, match=r"more\.lp:2:.*operation undefined"):
        Ruleset(read_game(folder))


@pytest.mark.parametrize("name", sorted(game_folders()))
def test_shipped_game_has_no_mistakes(name):
    assert check_rules(game_folders()[name]) == []


@pytest.mark.parametrize("name", sorted(game_folders()))
def test_atoms_are_sorted_by_predicate(name):
    for (predicate, arity), atoms in solve_base(read_game(game_folders()[name]), ()).items():
        assert all((atom.name, len(atom.arguments)) == (predicate, arity) for atom in atoms)


@pytest.mark.parametrize("count", [9, 10, 11, 25])
def test_ten_mistakes_are_told_and_how_many_more(tmp_path: Path, count: int) -> None:
    wrong = "".join(f"start(white,dragon{number},(1,1,1)).\n" for number in range(count))
    folder = str(write(tmp_path / "tiny", TINY + wrong))
    found = [str(each) for each in check_rules(Path(folder))]
    assert len(found) >= count
    code, out, _ = run("check-rules", folder)
    more = [f"and {len(found) - 10} more; --all tells them"] if len(found) > 10 else []
    assert (code, out.splitlines()) == (1, [*found[:10], *more])
    assert run("check-rules", folder, "--all")[1].splitlines() == found
    assert len(json.loads(run("check-rules", folder, "--json")[1])) == len(found)
