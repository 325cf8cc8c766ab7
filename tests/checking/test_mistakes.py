"""Each sort of mistake is found with its line: lines that are added to a tiny game, deleted or replaced."""

import re

import pytest

from shadowmate import RulesError
from shadowmate.asp.rule_files import read_game
from shadowmate.asp.ruleset import Ruleset
from shadowmate.checking.rules import check_rules
from support.tiny import LAST, TINY, write

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
        "#program moves.\nforbidden(Move) :- chosen_move(Move,_,_), ocupied(Move).",
        "nothing defines ocupied/1.*do you mean occupied/1",
    ),
    "wrong arity": ("royal(Kind) :- motion(Kind,_).", "nothing defines motion/2.*do you mean motion/4"),
    "misspelt fact": ("moton(king,step,orthogonal,any).", "nothing uses moton/4; do you mean motion/4"),
    "string without the file that reads it": (
        'morph(king,"///").',
        'nothing uses morph/2; include "parameters/morph.lp", which does',
    ),
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
        r"no direction of class flat is forward for black; ahead\(black,Step\) with one of \(0,0,0\) makes it so",
    ),
    "step ahead of no class": ("ahead(white,(5,1,0)).", r"\(5,1,0\) is a step of no class of directions"),
    "actor of an unknown kind": (
        "special_move(swap,A) :- army(A).  actor(swap,(mover;partner),king).  actor(swap,partner,rook).",
        "there is no kind rook",
    ),
    "actor of no special move": ("actor(swap,mover,king).", "there is no special move swap, and no event"),
    "guard of no special move": ("requires(swap,check(none)).", "there is no special move swap, and no event"),
    "special move without a mover": (
        "special_move(swap,A) :- army(A).  actor(swap,partner,king).",
        r"the special move swap has no mover; add actor\(swap,mover,Kind\)",
    ),
    "unknown guard": (
        "special_move(swap,A) :- army(A).  actor(swap,mover,king).  requires(swap,chek(none)).",
        r"chek\(none\) is no guard; there are check\(none\), check\(some\), empty\(Place\)",
    ),
    "state that lapses in no field": ("lapses(bell).", r"there is no field bell; add field\(bell,Type\)"),
    "state that rests in no field": ("rests(bell,rung,(1,1,1)).", r"there is no field bell; add field\(bell,Type\)"),
    "tally in no zone": (
        "tally(bare,white,0,1,black).  tallied_in(bare,nest).",
        "there is no zone nest",
    ),
    "tally of no number": ("tally(bare,white,2,1,black).", "no number is 2 or more and 1 or less"),
    "tally of words": ("tally(bare,white,few,1,black).", "few is not a number"),
    "measure of a word": ("measure(far,white,(1,1,1),wide).", "wide is not a number"),
    "unknown How": ("motion(king,slyde,orthogonal,any).", "slyde is not a way of moving"),
    "slide of no number": ("motion(king,slide(far),orthogonal,any).", r"slide\(far\) is not a way of moving"),
    "unknown Use": ("motion(king,slide,orthogonal,captures).", "captures is not a use"),
    "two armies on a cell": ("start(white,king,(3,3,3)).", r"\(3,3,3\) starts with a piece of black on it too"),
    "start of an unknown kind": ("start(white,rook,(2,2,2)).", "there is no kind rook"),
    "start on no cell": ("start(white,king,(4,1,1)).", r"\(4,1,1\) is not a cell of the board"),
    "start of an unknown army": ("start(green,king,(2,2,2)).", "there is no army green"),
    "cell without a name": ("cell((1,2)).", r"the cell \(1,2\) has no name"),
    "seats with a gap": ("player(red,4).", "seat 4 has a player, but seat 3 has none"),
    "seat twice": ("player(red,2).", "black has seat 2 too|red has seat 2 too"),
    "seat that is no number": ("player(red,last).", "seats are numbered from 1; last is not a seat"),
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
        "a field is cell, cells, flags, count, ending or command, not number",
    ),
    "flags that are none": ("field(pot,flags).", r"the field pot has no flag; add flag\(pot,Value\)"),
    "flag of no field": ("flag(pot,full).", r"there is no field pot of type flags; add field\(pot,flags\)"),
    "flag that is a place": ("field(pot,flags). flag(pot,end).", "end names a place of a move, so no flag can"),
    "flag at the start that is none": (
        "field(pot,flags). flag(pot,full). start_state(pot,empty).",
        "the field pot has no flag empty",
    ),
    "use of no motion": ("captures(strike).", "no motion has the use strike"),
    "use with a title": (
        'captures(strike). motion(king,step,orthogonal,strike). title(strike,"strike").',
        "a use of motions has no title",
    ),
    "hurdle of a kind that does not hop": ("unhoppable(king,king).", "no route of king has a hurdle"),
    "hurdle of no pair": (
        "unhoppable_in(king,king,theirs).",
        "a hurdle is of one's `own` army or an `other`, not theirs",
    ),
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
        "forbidden(Move) :- chosen_move(Move,_,_).",
        r"part base is too early for a rule with chosen_move/3; it can stand after #program worlds\.$",
    ),
    "moves under a reading": (
        'reading(q,(one;two),"so"). question(q,one,"place").\n#program reading(two).\n'
        "forbidden(Move) :- chosen_move(Move,_,_).",
        "part base is too early for a rule with chosen_move/3",
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
        "#program moves.\nforbidden(Move) :- chosen_move(Move,_,_), gives_check(Move,_,_).",
        r"part moves is too early for a rule with chosen_move/3, gives_check/3; it can stand after #program verdict\.$",
    ),
    "moves in validity": (
        '#program validity.\nflaw(Cell,"moves") :- chosen_move(_,Cell,_).',
        "part validity is too early for a rule with chosen_move/3",
    ),
    "piece stated by the game": ("piece((2,2,2),king,white).", "piece/3 is a fact of each question about a position"),
    "turn derived by the game": (
        "#program moves.\nturn(black) :- mine((1,1,1)).",
        "turn/1 is a fact of each question about a position",
    ),
    "more than the most": (
        "most(king,1). start(white,king,(2,2,2)).",
        r"array cannot be set up on \(\d,\d,\d\): an army has at most one piece of this kind",
    ),
    "array on a cell where the kind never stands": (
        'abbreviation(pawn,"Pn"). motion(pawn,step,orthogonal,any). misplaced(white,pawn,(2,1,1)).\n'
        "start(white,pawn,(2,1,1)).",
        r"array cannot be set up on \(\d,\d,\d\): a piece of this kind cannot stand here",
    ),
    "state that the array does not allow": (
        "start_state(castle,(2,1,1)).",
        "array cannot be set up: no royal piece and partner stand where this castling starts",
    ),
    "two sizes": ("size(4,4,4).", r"the board has another size, \(3,3,3\)"),
    "columns without letters": ("size(27,3,3).", "letters name 1 to 26 columns, tiers or levels, not 27"),
    "tiers without letters": ("size(3,3,40).", "letters name 1 to 26 columns, tiers or levels, not 40"),
    "tiers that are no number": ("size(3,3,many).", "letters name 1 to 26 columns, tiers or levels, not many"),
    "script": ('#script (python) print("hello") #end.', "must not contain a #script"),
    "include of no file": ('#include "nowhere.lp".', 'include "nowhere.lp": there is no such file'),
    "include of a library": ("#include <incmode>.", "<incmode> is not a rule file"),
    "include in mid-line": ('royal(king). #include "nowhere.lp".', "on a line of its own"),
    "operation undefined in base": ("royal(Kind+1) :- kind(Kind).", "operation undefined"),
    "operation undefined in a position": (
        "#program verdict.\nforbidden(Move) :- chosen_move(Move,From,_), From + 1 < 2.",
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
    "most of a negative number": ("most(king,-1).", r"only most\(king,1\) has an effect, not -1"),
    "most of another number": ("most(king,2).", r"only most\(king,1\) has an effect, not 2"),
    "constraint in base": (
        ":- player(_,3).",
        "needs a head; .* write fault.Culprit,Sentence,Arguments. in the part lint",
    ),
    "constraint that nothing satisfies": (":- player(_,1).", "needs a head"),
    "constraint under a reading": (
        'reading(q,(one;two),"so"). question(q,one,"place").\n#program reading(two).\n:- player(_,1).',
        "needs a head",
    ),
    "external": ("#external most(king,1).", "an #external has no value; write #defined most/2"),
    "external of a position": ("#program moves.\n#external most(king,1).", "an #external has no value"),
    "statement without effect": ("#show most/2.", "#show most/2. is unsupported in the rules of a game"),
    "theory atom": ("royal(king) :- &sum { 1 } > 0.", "theory atoms are unsupported"),
    "base not stratified": ("most(Kind,1) :- kind(Kind), not most(Kind,1).", "most/2 is not decided"),
    "fact of the game in a later part": (
        "#program effects.\nmotion(king,slide,orthogonal,any).",
        "the part effects is too late for motion/4, .* it can stand after #program base.",
    ),
    "fact of a game in a rule about moves": (
        "#program effects.\nroyal(Kind) :- part(_,mover,Kind).",
        "the part effects is too late for royal/1, .* it can stand after #program base.",
    ),
    "choice in base": ("{ most(Kind,1) } :- kind(Kind).", "most/2 is not decided"),
    "position not stratified": (
        "#program verdict.\nforbidden(Move) :- chosen_move(Move,_,_), not forbidden(Move).",
        "forbidden/1 is not decided",
    ),
}


@pytest.mark.sample(1)
@pytest.mark.parametrize("mistake", ADDED)
def test_mistake_is_found(tmp_path, mistake):
    added, words = ADDED[mistake]
    folder = write(tmp_path / "tiny", TINY + added + "\n")
    line = LAST + 1 + added.count("\n")
    found = check_rules(folder)
    assert any(f.path == folder / "game.lp" and f.line == line and re.search(words, f.message) for f in found), found
    assert all(f.line > LAST for f in found), "the culprit is not the tiny game's own text"


@pytest.mark.sample(1)
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


# A line of the tiny game that is deleted or replaced: the line of the finding, and words of its message.
CHANGED = {
    "no players": ("player(white,1).\nplayer(black,2).", "\n", 1, "the game has no players"),
    "no royal": ("royal(king).", "", 1, "no kind is royal, and no rule of the game defines a win"),
    "no board": ("size(3,3,3).", "", 1, "the board has no cells"),
    "nothing shared": ('#include "core/game.lp".', "", 1, "does not include.*core/game.lp"),
}


@pytest.mark.sample(1)
@pytest.mark.parametrize("mistake", CHANGED)
def test_lack_is_found(tmp_path, mistake):
    old, new, line, words = CHANGED[mistake]
    folder = write(tmp_path / "tiny", TINY.replace(old, new))
    assert any(f.line == line and re.search(words, f.message) for f in check_rules(folder))


def test_a_limited_slide_of_an_unknown_class_is_one_mistake(tmp_path):
    (found,) = check_rules(write(tmp_path / "tiny", TINY + "motion(king,slide(2),sideways,any).\n"))
    assert "the class sideways has no direction" in found.message


@pytest.mark.slow
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
