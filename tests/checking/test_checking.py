"""Mistakes in rules are found with file and line; the rules that come with Shadowmate have none."""

import json
import os
import re
from pathlib import Path

import pytest

from shadowmate import RulesError, UnknownGameError, game
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
    "field of an unknown type": (
        "field(pot,number).",
        "a field holds cell, cells, flags, count, ending or command, not number",
    ),
    "flags that are none": ("field(pot,flags).", r"the field pot has no flag; say flag\(pot,Value\)"),
    "flag of no field": ("flag(pot,full).", r"there is no field pot of flags; say field\(pot,flags\)"),
    "flag that is a place": ("field(pot,flags). flag(pot,end).", "end is the name of a place"),
    "flag at the start that is none": (
        "field(pot,flags). flag(pot,full). start_state(pot,empty).",
        "the field pot has no flag empty",
    ),
    "use of no motion": ("takes(strike).", "no motion has the use strike"),
    "use with a title": (
        'takes(strike). motion(king,step,orthogonal,strike). title(strike,"strike").',
        "a use of motions has no title",
    ),
    "hurdle of who does not hop": ("unhoppable(king,king).", "no route of king has a hurdle"),
    "hurdle of nobody": ("unhoppable(king,king,theirs).", "a hurdle is of one's `own` army or an `other`, not theirs"),
    "union of no kind": ("union(pact,king,kign,orthogonal).", "there is no kind kign"),
    "union along no direction": ("union(pact,king,king,sideways).", "the class sideways has no direction"),
    "condition of no union": ("unassailed(pact).", "there is no union pact"),
    "ending with a strange name": ('ending("the end").', "no name that a position could have"),
    "win that is no ending": ("#program effects.\nwins(C,white,pact) :- part(C,mover,king).", "does not name pact"),
    "unknown exposure": ("exposure(allowed).", "exposure is forbidden, if_avoidable or free, not allowed"),
    "several exposures": ("exposure(forbidden). exposure(free).", "exposure has another meaning, forbidden"),
    "unknown meaning of no move": ("no_move(wins).", "no_move is stalemate, loses or passes, not wins"),
    "several meanings of no move": ("no_move(loses). no_move(stalemate).", "no_move has another meaning, loses"),
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
    "misspelt part": ("#program movse.", "no part is called movse, .*; do you mean moves"),
    "part of another name": ("#program foo.", "no part is called foo, .*; there are after, aides, attacks, base, "),
    "part without its parameter": ("#program routes.", r"other parameters elsewhere: #program routes\(stage\)\.$"),
    "part with a parameter": ("#program moves(stage).", r"other parameters elsewhere: #program moves\.$"),
    "moves in base": (
        "forbidden(Move) :- act(Move,_,_).",
        r"part base is too early for a rule with act/3; it can stand after #program worlds\.$",
    ),
    "moves under a reading": (
        'reading(q,(one;two),"so"). question(q,one,"place").\n#program reading(two).\n'
        "forbidden(Move) :- act(Move,_,_).",
        "part base is too early for a rule with act/3",
    ),
    "a position in base": (
        "winner(white) :- not piece(_,king,black).",
        "part base is too early for a rule with piece/3; it can stand after #program position",
    ),
    "a position in lint": (
        '#program lint.\nfault(turn(Player),"so",()) :- turn(Player).',
        "part lint is too early for a rule with turn/1",
    ),
    "verdict in moves": (
        "#program moves.\nforbidden(Move) :- act(Move,_,_), gives_check(Move,_,_).",
        r"part moves is too early for a rule with act/3, gives_check/3; it can stand after #program verdict\.$",
    ),
    "moves in validity": (
        '#program validity.\nflaw(Cell,"moves") :- act(_,Cell,_).',
        "part validity is too early for a rule with act/3",
    ),
    "piece stated by the game": ("piece((2,2,2),king,white).", "piece/3 is told of each position"),
    "turn derived by the game": ("#program moves.\nturn(black) :- mine((1,1,1)).", "turn/1 is told of each position"),
    "more than the most": (
        "most(king,1). start(white,king,(2,2,2)).",
        "array cannot be set up: the game has no more than one of this kind",
    ),
    "array on a cell where the kind never stands": (
        'abbreviation(pawn,"Pn"). motion(pawn,step,orthogonal,any). misplaced(white,pawn,(2,1,1)).\n'
        "start(white,pawn,(2,1,1)).",
        "array cannot be set up: a piece of this kind cannot stand here",
    ),
    "state that the array does not allow": (
        "start_state(castle,(2,1,1)).",
        "array cannot be set up: no royal piece and partner stand where this castling starts",
    ),
    "two sizes": ("size(4,4,4).", r"the board has another size, \(3,3,3\)"),
    "columns without letters": ("size(27,3,3).", "letters name 1 to 26 columns, tiers or levels, and not 27"),
    "tiers without letters": ("size(3,3,40).", "letters name 1 to 26 columns, tiers or levels, and not 40"),
    "tiers that are no number": ("size(3,3,many).", "letters name 1 to 26 columns, tiers or levels, and not many"),
    "script": ('#script (python) print("hello") #end.', "may not hold a #script"),
    "include of no file": ('#include "nowhere.lp".', 'include "nowhere.lp": there is no such file'),
    "include of a library": ("#include <incmode>.", "<incmode> is not a rule file"),
    "include in mid-line": ('royal(king). #include "nowhere.lp".', "stands on a line of its own"),
    "operation undefined in base": ("royal(Kind+1) :- kind(Kind).", "operation undefined"),
    "operation undefined in a position": (
        "#program verdict.\nforbidden(Move) :- act(Move,From,_), From + 1 < 2.",
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
        "#program verdict.\nforbidden(Move) :- act(Move,_,_), not forbidden(Move).",
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


def test_many_mistakes_are_told_as_how_many(tmp_path):
    """`check-rules` lists them all."""
    mistakes = "".join(f"mistake{n}(X) :- not kind(({'a,' * 600}X)).\n" for n in range(30))
    folder = write(tmp_path / "tiny", TINY + mistakes)
    with pytest.raises(RulesError, match=r"and \d+ more") as error:
        Ruleset(read_game(folder))
    assert len(str(error.value)) < 12_000
    assert {finding.line for finding in check_rules(folder)} >= set(range(LAST + 1, LAST + 31))


def test_include_that_leads_out_of_the_rules(tmp_path):
    (tmp_path / "secret.lp").write_text("secret.")
    finding = only(write(tmp_path / "tiny", TINY + '#include "../secret.lp".\n'))
    assert finding.line == LAST + 1
    assert "leads out of the rules" in finding.message


@pytest.mark.parametrize(
    ("more", "said"),
    [
        (
            "royal(\u00b2).",
            r"the character '\u00b2' \(U\+00B2, SUPERSCRIPT TWO\) may stand in strings and comments",
        ),
        ("royal(k\u0456ng).", r"U\+0456, CYRILLIC"),
        ("royal(king\u200b).", r"the character \(U\+200B, ZERO WIDTH SPACE\)"),
        ("royal(king\0).", r"the character \(U\+0000\) may not stand in a text"),
        ("% comment\0", r"the character \(U\+0000\) may not stand in a text"),
    ],
)
def test_characters_that_clingo_breaks_down_on(tmp_path, more, said):
    """They are told before it meets them, by what they are."""
    finding = only(write(tmp_path / "tiny", f"{TINY}{more}\n"))
    assert finding.line == LAST + 1 and re.search(said, finding.message)


def test_a_file_of_another_coding(tmp_path):
    folder = write(tmp_path / "tiny", "\ufeff" + TINY)
    assert "U+FEFF" in only(folder).message and only(folder).line == 1


def test_any_character_may_stand_in_strings_and_comments(tmp_path):
    more = '% \u5c07 \u2654\n%* \u0451 *%\ngame("\u5c07\u68cb").\n'
    assert check_rules(write(tmp_path / "tiny", TINY + more)) == []


@pytest.mark.parametrize("name", ["x" * 300, "x/" * 3000, "loop.lp", "folder", "tiny", ".", "", "fifo"])
def test_includes_that_name_no_file(tmp_path, name):
    folder = write(tmp_path / "tiny", f'{TINY}#include "{name}".\n')
    (folder / "loop.lp").symlink_to("loop.lp")
    (folder / "folder").mkdir()
    os.mkfifo(folder / "fifo")
    finding = only(folder)
    assert finding.line == LAST + 1 and "there is no such file" in finding.message


def test_a_folder_whose_name_is_no_text(tmp_path):
    folder = write(tmp_path / os.fsdecode(b"tiny\xff"), TINY)
    with pytest.raises(RulesError, match="cannot be read"):
        check_rules(folder)


@pytest.mark.parametrize("depth", [51, 2000])
def test_files_that_include_each_other_without_end(tmp_path, depth):
    more = {str(n): f'#include "{n + 1}.lp".\n' for n in range(depth)}
    folder = write(tmp_path / "tiny", TINY + '#include "0.lp".\n', **more, **{str(depth): "% the last.\n"})
    assert "more than 50 times" in only(folder).message


def test_compound_pieces_may_share_a_cell(tmp_path):
    more = 'abbreviation(rook,"Ro").\nmotion(rook,slide,orthogonal,any).\nstart(white,rook,(1,1,1)).\n'
    assert check_rules(write(tmp_path / "tiny", TINY + more + "compounds.\n")) == []
    assert (
        "cannot be set up: a piece of this game is of one kind" in only(write(tmp_path / "tiny", TINY + more)).message
    )


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
    assert finding.message == "(1,1,9) is not a cell of the board, such as (1,1,1) (and 2 more like this)"


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


@pytest.mark.parametrize(
    ("board", "size", "words"),
    [
        ("square", "size(6,6,2)", "a flat board has one tier, not 2"),
        ("cubic", "size(0,3,3)", "letters name 1 to 26 columns, .* not 0"),
        ("square", "size(27,6,1)", "letters name 1 to 26 columns, .* not 27"),
        ("hexprism", "triangle(27,3)", "letters name 1 to 26 columns, .* not 27"),
        ("hexprism", "triangle(3,3). triangle(2,2)", r"another size, \(2,2\)"),
    ],
)
def test_a_size_that_the_board_cannot_have(tmp_path, board, size, words):
    text = TINY.replace("boards/cubic.lp", f"boards/{board}.lp").replace("size(3,3,3)", size)
    assert any(f.line == 5 and re.search(words, f.message) for f in check_rules(write(tmp_path / "tiny", text)))


def test_find_folder(tmp_path):
    folder = write(tmp_path / "tiny", TINY)
    assert find_folder(str(folder)) == folder
    assert find_folder("tiny", [tmp_path]) == folder
    assert find_folder("prince").name == "prince"
    with pytest.raises(UnknownGameError):
        find_folder("no such game")


def test_a_path_that_is_no_game_says_what_it_is(tmp_path):
    folder = write(tmp_path / "tiny", TINY)
    assert find_folder(str(folder / "game.lp")) == folder
    with pytest.raises(RulesError, match=f"a folder of games, and not of one; take one of {folder}$"):
        find_folder(str(tmp_path))
    (tmp_path / "empty").mkdir()
    with pytest.raises(RulesError, match=r"empty: no game\.lp in it, nor in its folders"):
        find_folder(str(tmp_path / "empty"))
    with pytest.raises(RulesError, match="nowhere: no such folder of rules"):
        find_folder(str(tmp_path / "nowhere"))


# What no position can be read with, or no moves found by: the facts added, and words of the error.
UNPLAYABLE = {
    "start of an unknown army": ("start(green,king,(2,2,2)).", "no such cell, kind or army"),
    "start of an unknown kind": ("start(white,rook,(2,2,2)).", "no such cell, kind or army"),
    "start on no cell": ("start(white,king,(9,9,9)).", "no such cell, kind or army"),
    "start on no vector": ("start(white,king,here).", "no such cell, kind or army"),
    "state on no cell": ("start_state(castle,(9,9,9)).", "no such cell or field"),
    "state on no vector": ("start_state(castle,here).", "no such cell or field"),
    "state of no field": ("start_state(pot,(1,1,1)).", "no such cell or field"),
}


@pytest.mark.parametrize("mistake", UNPLAYABLE)
def test_an_array_of_unknown_words_is_refused_by_all_commands(tmp_path, mistake):
    added, words = UNPLAYABLE[mistake]
    folder = write(tmp_path / "tiny", TINY + added + "\n")
    with pytest.raises(RulesError, match=words):
        game("tiny", rules=[folder]).position("start")


def test_a_game_without_the_shared_rules_has_no_moves_to_tell(tmp_path):
    folder = write(tmp_path / "tiny", TINY.replace('#include "core/game.lp".', ""))
    with pytest.raises(RulesError, match=r"no rule about moves; .*check-rules"):
        game("tiny", rules=[folder])


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
