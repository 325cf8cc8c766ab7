"""Whose pieces are whose, what is attacked, and which moves are chosen: whether the rules have it as the kernel
(`trials.py`; core/position.lp, check.lp, legal.lp).
"""

from __future__ import annotations

from ...asp.ruleset import Ruleset
from .trials import Trial, asking, expect_all

_COMMANDS = asking("position", "army/1 other_commander/2", "commands/2")
_SIDES = asking(
    "position", "piece/3 commands/2 turn/1 royal/1", "occupied/1 mine/1 theirs/1 inert/1 royal_cell/1", "none"
)
_ROYALS = asking("position", "royal_cell/1 lingers/1 piece/3", "target/3 lingering/1", "now")
_ASSAILS = asking("routes", "theirs/1 mine/1 inert/1 own_attacks/1", "assails/2", "stage")
_ASSAILANTS = asking("routes", "newcomer/2 hostile/2 own_attacks/1", "assailant/3", "stage")
_LINES = asking(
    "routes", "target/3 point/5 captures/1 assails/2 captured_at/3 unreachable/2 foiled/4", "line/4", "stage"
)
_LINES_THEN = asking(
    "routes", "target/3 point/5 captures/1 assailant/3 captured_at/3 unreachable/2 foiled/4", "line/4", "stage",
    shapes=("there",),
)  # fmt: skip
_LINES_LEFT = asking("worlds", "disturbs/2 line/4", "line/4", "now after")
_ATTACKED = asking("routes", "line/4 open/4 point/5 spoiled/4", "attacked_from/4", "stage")
_SPARE = asking("position", "last_royal/1 turn/1 royal_cell/1", "has_spare/1", "now", compares=True)
_SPARE_IF_SAFE = asking("moves", "one_safe/1 turn/1 royal_cell/1 attacked_from/4", "has_spare/1", "now")
_CHECKERS = asking("moves", "attacked_from/4 royal_cell/1 has_spare/1", "checker/2", "now")
_CHOSEN = asking("worlds", "settled/1 fails/2 context/2 pseudo_legal/4", "chosen_move/3")
_PARTICIPANTS = asking("worlds", "chosen_move/3 involves/3", "participant/2")
_REMAINING = asking("worlds", "chosen_move/3 lingering/1", "remains/2")
_MOVED = asking("worlds", "studied/1 participant/2 remains/2 ends/3", "vacates/2 fills/2")
_ROYALS_MOVED = asking(
    "worlds", "royals_examined/1 ends/3 then_kind/3 royal/1 then_army/3 commands/2 turn/1", "target/3", "after"
)
_ROYALS_LEFT = asking("worlds", "royals_examined/1 royal_cell/1 participant/2", "target/3", "after")
_KEPT = asking("worlds", "gives_up_royals/1 turn/1 studied/1 royal_cell/1 participant/2", "royal_kept/2")
_KEPT_THEN = asking(
    "worlds", "gives_up_royals/1 turn/1 studied/1 ends/3 then_kind/3 royal/1 then_army/3 commands/2", "royal_kept/2"
)
_SPARE_THEN = asking("worlds", "last_royal/1 turn/1 royal_kept/2", "has_spare/1", compares=True)
_ASSAULTED = asking("verdict", "attacked_from/4 participant/2", "assaulted/2", "after")
_SPARE_IF_SAFE_THEN = asking("verdict", "one_safe/1 turn/1 royal_kept/2 assaulted/2", "has_spare/1")
_EXPOSED = asking("verdict", "assaulted/2 has_spare/1", "exposed/1")
_UNFORBIDDEN = asking("verdict", "chosen_move/3 forbidden/1 game_over/0", "unforbidden/3")
_CHECKED = asking("verdict", "checker/2", "checked/0")
_MOVES = asking("verdict", "legal/3", "moved/0")
_CHECKS = asking("verdict", "checker/2 line/4 open/4 point/5 spoiled/4", "gives_check/3", "now")

_OF_BOTH = "theirs(f) mine(g) theirs(i) inert(i) mine(h) inert(h) own_attacks(other)"
_NEW = "newcomer(c,r) hostile(c,r) newcomer(c,q) hostile(d,q) hostile(c,o) own_attacks(other)"
_CHOICE = "chosen_move(c,f,t) chosen_move(d,f,t) forbidden(d) forbidden(e)"
TRIALS = (
    Trial(
        _COMMANDS,
        (),
        "army(a) army(b) other_commander(b,p) other_commander(e,q) => commands(a,a) commands(p,b) commands(q,e)",
    ),
    Trial(
        _SIDES,
        (),
        """
        turn(p) commands(p,a) commands(q,b) commands(none,e) royal(k)
        piece(x,k,a) piece(y,j,a) piece(v,k,b) piece(w,k,e) piece(z,k,f)
        => occupied(x) occupied(y) occupied(v) occupied(w) occupied(z) mine(x) mine(y) theirs(v) theirs(w) theirs(z)
        inert(w) royal_cell(x)
        """,
    ),
    Trial(
        _ROYALS,
        (),
        """
        royal_cell(x) royal_cell(y) lingers(k) piece(x,k,a) piece(y,j,a) piece(z,k,a)
        => target(now,now,x) target(now,now,y) lingering(x)
        """,
    ),
    Trial(_ASSAILS, (), f"{_OF_BOTH} => assails(stage,f)"),
    Trial(_ASSAILS, (), f"own_attacks(stage) {_OF_BOTH} => assails(stage,g) assails(stage,h)"),
    Trial(_ASSAILANTS, (), f"{_NEW} => assailant(stage,c,r)"),
    Trial(_ASSAILANTS, (), f"own_attacks(stage) {_NEW} => assailant(stage,c,q)"),
    Trial(
        _LINES,
        (
            "target(stage,w,x) point(f,p,x,u,b) captures(u) assails(stage,f) -captured_at(f,p,x) -unreachable(f,p)"
            " -foiled(w,f,x,u) => line(stage,w,f,p)",
        ),
    ),
    Trial(
        _LINES_THEN,
        (
            "assailant(stage,c,r) target(stage,c,x) point(there(c,r),p,x,u,b) captures(u) -captured_at(there(c,r),p,x)"
            " -unreachable(there(c,r),p) -foiled(c,there(c,r),x,u) => line(stage,c,there(c,r),p)",
        ),
    ),
    Trial(
        _LINES_LEFT,
        (),
        """
        disturbs(c,f) disturbs(c,g) line(now,now,f,p) line(now,now,h,p) line(now,w,g,p) line(s,now,g,p)
        => line(after,c,f,p) line(now,now,f,p) line(now,now,h,p) line(now,w,g,p) line(s,now,g,p)
        """,
    ),
    Trial(
        _ATTACKED,
        ("line(stage,w,f,p) open(stage,w,f,p) point(f,p,x,u,b) -spoiled(stage,w,f,p) => attacked_from(stage,w,x,f)",),
    ),
    Trial(_SPARE, (), "last_royal(p) turn(p) royal_cell(x) royal_cell(y) => has_spare(now)"),
    Trial(_SPARE, (), "last_royal(p) turn(p) royal_cell(x) =>"),
    Trial(_SPARE, (), "last_royal(p) turn(q) royal_cell(x) royal_cell(y) =>"),
    Trial(
        _SPARE_IF_SAFE,
        (),
        "one_safe(p) turn(p) royal_cell(x) royal_cell(y) attacked_from(now,now,x,f) => has_spare(now)",
    ),
    Trial(_SPARE_IF_SAFE, (), "one_safe(p) turn(p) royal_cell(x) attacked_from(now,now,x,f) =>"),
    Trial(_SPARE_IF_SAFE, (), "one_safe(p) turn(q) royal_cell(x) =>"),
    Trial(_CHECKERS, ("attacked_from(now,now,x,f) royal_cell(x) => checker(f,x)",)),
    Trial(_CHECKERS, (), "attacked_from(now,now,x,f) royal_cell(x) has_spare(now) =>"),
    Trial(_CHOSEN, ("settled(c) context(c,m) pseudo_legal(m,f,t,u) -fails(c,g) => chosen_move(c,f,t)",)),
    Trial(_PARTICIPANTS, ("chosen_move(c,f,t) involves(c,r,x) => participant(c,x)",)),
    Trial(_REMAINING, ("chosen_move(c,f,t) lingering(f) => remains(c,f)",)),
    Trial(
        _MOVED,
        ("studied(c) participant(c,x) -remains(c,x) => vacates(c,x)", "studied(c) ends(c,r,x) => fills(c,x)"),
    ),
    Trial(
        _ROYALS_MOVED,
        (
            "royals_examined(c) ends(c,r,x) then_kind(c,r,k) royal(k) then_army(c,r,a) commands(p,a) turn(p)"
            " => target(after,c,x)",
        ),
    ),
    Trial(
        _ROYALS_LEFT,
        (),
        """
        royals_examined(c) royals_examined(d) royal_cell(x) royal_cell(y) participant(c,y) participant(e,x)
        => target(after,c,x) target(after,d,x) target(after,d,y)
        """,
    ),
    Trial(
        _KEPT,
        (),
        """
        gives_up_royals(p) turn(p) studied(c) studied(d) royal_cell(x) royal_cell(y) participant(c,y) participant(d,x)
        => royal_kept(c,x) royal_kept(d,y)
        """,
    ),
    Trial(_KEPT, (), "gives_up_royals(p) turn(q) studied(c) royal_cell(x) =>"),
    Trial(
        _KEPT_THEN,
        (
            "gives_up_royals(p) turn(p) studied(c) ends(c,r,x) then_kind(c,r,k) royal(k) then_army(c,r,a)"
            " commands(p,a)"
            " => royal_kept(c,x)",
        ),
    ),
    Trial(
        _SPARE_THEN,
        (),
        "last_royal(p) turn(p) royal_kept(c,x) royal_kept(c,y) royal_kept(d,x) royal_kept(e,y) => has_spare(c)",
    ),
    Trial(_SPARE_THEN, (), "last_royal(p) turn(q) royal_kept(c,x) royal_kept(c,y) =>"),
    Trial(_ASSAULTED, ("attacked_from(after,c,x,f) -participant(c,f) => assaulted(c,x)",)),
    Trial(
        _SPARE_IF_SAFE_THEN,
        (),
        """
        one_safe(p) turn(p) royal_kept(c,x) royal_kept(c,y) assaulted(c,y) royal_kept(d,x) assaulted(d,x) assaulted(d,z)
        royal_kept(e,x) assaulted(f,x) => has_spare(c) has_spare(e)
        """,
    ),
    Trial(_SPARE_IF_SAFE_THEN, (), "one_safe(p) turn(q) royal_kept(c,x) =>"),
    Trial(_EXPOSED, ("assaulted(c,x) -has_spare(c) => exposed(c)",)),
    Trial(_UNFORBIDDEN, (), f"{_CHOICE} => unforbidden(c,f,t)"),
    Trial(_UNFORBIDDEN, (), f"{_CHOICE} game_over =>"),
    Trial(_CHECKED, (), "checker(f,x) => checked"),
    Trial(_CHECKED),
    Trial(_MOVES, (), "legal(c,f,t) => moved"),
    Trial(_MOVES),
    Trial(
        _CHECKS,
        (
            "checker(f,x) line(now,now,f,p) open(now,now,f,p) point(f,p,x,u,b) -spoiled(now,now,f,p)"
            " => gives_check(f,x,p)",
        ),
    ),
)
"""What is tried of each question."""


def check_attacked(ruleset: Ruleset) -> None:
    """Refuse rules by which other pieces are attacked, or other moves chosen, than in the kernel.

    Raises:
        RulesError: if they are.
    """
    expect_all(ruleset, TRIALS, "pieces are attacked, or moves chosen,")
