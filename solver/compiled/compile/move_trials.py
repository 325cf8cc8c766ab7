"""What the kernel has one way to carry out of moves, and whether the rules have it so (`trials.py`).

These are what stays on the board and what is progress (core/after.lp), which attacks are looked for after a move
(core/after_guards.lp, unguarded.lp, check.lp), when events happen (core/events.lp), and double steps and captures in
passing (core/double_step.lp).
"""

from __future__ import annotations

from ...asp.ruleset import Ruleset
from .events import VICTIMS
from .trials import Trial, asking, expect_all

_TOUCHED = asking("after", "played/2 involves/3 swept/2", "touched/2")
_STANDING = asking("after", "played/2 touched/2 put/4 piece/3", "then_piece/4")
_PROGRESS = asking("after", "played/2 dies/2 swept/2 part/3 irreversible/1", "progress/1")
_OWN_ATTACKS = asking("position events", "", "own_attacks/1", "given opening")
_TO_CHECK = asking(
    "worlds",
    "awaits/1 theirs/1 piece/3 royal/1 inert/1 participant/2 hostile/2 ends/3 then_kind/3 then_army/3 commands/2"
    " player/2",
    "royal_to_check/2 target/3",
    "given",
)
_NEWCOMERS = asking("worlds", "awaits/1 hostile/2 ends/3", "newcomer/2")
_CHECK_THEN = asking("verdict", "royal_to_check/2 attacked_from/4 participant/2", "gives_check_then/1", "given")
_UNGUARDED = asking("worlds", "unguarded/2 ends/3 hostile/2", "must_be_safe/2 target/3", "united")
_GUARDED = asking("verdict", "must_be_safe/2 attacked_from/4 participant/2", "guarded/3 forbidden/1", "united")
_ATTACKS_NONE = asking("worlds", "settled/1 attacks_none/2", "must_attack_none/1")
_NOT_TO_ATTACK = asking(
    "worlds", "must_attack_none/1 theirs/1 inert/1 participant/2 hostile/2 ends/3", "target/3", "given"
)
_ATTACKING = asking(
    "verdict", "attacks_none/2 attacked_from/4", "attacks_then/3 forbidden/1", "given", shapes=("there",)
)
_UNATTACKED = asking(
    "happenings", "needs/2 attacked_from/4", "fails/2", "opening now victim", shapes=("event", "attacked")
)
_HAPPENINGS = asking("happenings", "settled/1 fails/2", "happens/1 played/2", "begun", shapes=("event",))
_SEVERAL_STEPS = asking(
    "moves",
    "open/4 asked/1 point/5 occupied/1 piece/3 home/3 too_far/4",
    "pseudo_legal/4",
    "now first off",
    shapes=("",),
)
_WAYS = asking(
    "moves",
    "pseudo_legal/4 point/5 on_way/2",
    "on_way/2 passes_over/2",
    "first off",
    shapes=("", "double"),
)
_OVERRUN = asking("position", "passing_state/2 state/2 on_passage/4 occupied/1", "overrun/3")
_JUST_PASSED = asking(
    "moves", "passing_state/2 state/2 on_passage/4 piece/3 in_passing/1 theirs/1 bystander/2 overrun/3", "just_passed/2"
)
_IN_PASSING = asking(
    "moves",
    "just_passed/2 open/4 asked/1 point/5 captures/1 piece/3 in_passing/1 captures_on_way/2",
    "pseudo_legal/4 stands/3",
    "now passing victim",
    shapes=("ep",),
)
_BYSTANDERS = asking("moves", "passing_state/2 passage/3 state/2", "bystander/2", compares=True)
_PASSED = asking("after", "played/2 sets/3 context/2 passes_over/2", "gone_over/2", "ep over")
_PASSED_BEFORE = asking(
    "after",
    "passing_lasts/0 played/2 happens/1 turn_stays/1 state/2 passage/3 then_piece/4 in_passing/1 bystander/2"
    " gone_over/2",
    "then_state/3",
    "ep landed ep_before landed_before",
)

_PASSED_ONCE = """
    played(n,c) then_piece(n,v,k,a) in_passing(k) state(ep,x) passage(a,x,v) state(landed,y) gone_over(n,z)
    played(stays,c) then_piece(stays,v,k,a) turn_stays(stays) played(army,c) then_piece(army,v,k,b)
    played(kind,c) then_piece(kind,v,j,a) played(again,c) then_piece(again,v,k,a) gone_over(again,x)
    played(apart,c) then_piece(apart,w,k,a) passage(a,x,w) bystander(landed,w)
    played(far,c) then_piece(far,z,k,a) passage(a,z,z) then_piece(unplayed,v,k,a) state(other,z)
"""
TRIALS = (
    Trial(_TOUCHED, ("played(n,c) involves(c,r,x) => touched(n,x)", "played(n,c) swept(c,x) => touched(n,x)")),
    Trial(
        _STANDING,
        (),
        """
        played(n,c) piece(x,k,a) piece(y,j,b) touched(n,y) put(n,y,i,e) put(m,x,i,e) touched(l,z)
        => then_piece(n,x,k,a) then_piece(n,y,i,e) then_piece(m,x,i,e)
        """,
    ),
    Trial(
        _PROGRESS,
        (
            "played(n,c) dies(c,r) => progress(n)",
            "played(n,c) swept(c,x) => progress(n)",
            "played(n,c) part(c,r,k) irreversible(k) => progress(n)",
        ),
    ),
    Trial(_OWN_ATTACKS, (), "=> own_attacks(given) own_attacks(opening)"),
    Trial(
        _TO_CHECK,
        (),
        """
        awaits(c) awaits(d) royal(k) theirs(x) piece(x,k,a) participant(d,x) piece(own,k,a) theirs(y) piece(y,j,a)
        theirs(stone) piece(stone,k,a) inert(stone) theirs(w) piece(w,k,b) participant(c,w)
        commands(p,a) player(p,s) commands(q,b)
        hostile(c,r) ends(c,r,t) then_kind(c,r,k) then_army(c,r,a)
        ends(c,mine,t_mine) then_kind(c,mine,k) then_army(c,mine,a)
        hostile(c,plain) ends(c,plain,t_plain) then_kind(c,plain,j) then_army(c,plain,a)
        hostile(c,lost) ends(c,lost,t_lost) then_kind(c,lost,k) then_army(c,lost,b)
        hostile(c,none) ends(c,none,t_none) then_kind(c,none,k) then_army(c,none,e)
        hostile(e,r) ends(e,r,t_late) then_kind(e,r,k) then_army(e,r,a)
        => royal_to_check(c,x) royal_to_check(d,w) royal_to_check(c,t)
        target(given,c,x) target(given,d,w) target(given,c,t)
        """,
    ),
    Trial(
        _NEWCOMERS,
        (),
        "awaits(c) ends(c,r,x) ends(c,h,y) hostile(c,h) ends(d,r,x) hostile(d,h) hostile(c,g)"
        " => newcomer(c,r) newcomer(c,h) newcomer(d,h) newcomer(c,g)",
    ),
    Trial(
        _CHECK_THEN,
        ("royal_to_check(c,x) attacked_from(given,c,x,f) -participant(c,f) => gives_check_then(c)",),
    ),
    Trial(_UNGUARDED, ("unguarded(c,r) ends(c,r,x) -hostile(c,r) => must_be_safe(c,x) target(united,c,x)",)),
    Trial(
        _GUARDED,
        ("must_be_safe(c,x) attacked_from(united,c,x,f) -participant(c,f) => guarded(c,x,f) forbidden(c)",),
    ),
    Trial(_ATTACKS_NONE, ("settled(c) attacks_none(c,r) => must_attack_none(c)",)),
    Trial(
        _NOT_TO_ATTACK,
        (),
        """
        must_attack_none(c) theirs(x) theirs(y) theirs(z) inert(y) participant(c,z) hostile(c,h) ends(c,h,w)
        ends(c,r,v) must_attack_none(d) hostile(e,h) ends(e,h,t) ends(d,h,u)
        => target(given,c,x) target(given,c,w) target(given,d,x) target(given,d,z)
        """,
    ),
    Trial(
        _ATTACKING,
        ("attacks_none(c,r) attacked_from(given,c,x,there(c,r)) => attacks_then(c,r,x) forbidden(c)",),
    ),
    Trial(
        _UNATTACKED,
        ("needs(event(e,x),attacked(victim)) -attacked_from(opening,now,x,f) => fails(event(e,x),attacked(victim))",),
    ),
    Trial(
        _HAPPENINGS,
        (),
        """
        settled(event(e,x)) settled(event(e,y)) fails(event(e,y),g) settled(event(f,x)) fails(event(f,x),h) settled(c)
        => happens(event(e,x)) played(begun,event(e,x))
        """,
    ),
    Trial(
        _SEVERAL_STEPS,
        (
            "open(now,now,f,p) asked(f) point(f,p,t,first,(b,)) -occupied(t) piece(f,k,a) home(a,k,f) -too_far(a,k,f,t)"
            " => pseudo_legal(double(f,t),f,t,first)",
        ),
        """
        open(now,now,f,p) open(now,now,f,q) asked(f) piece(f,k,a) home(a,k,f)
        point(f,p,off,first,(b,)) point(f,q,t,first,(b,d)) point(f,q,t,first,()) =>
        """,
    ),
    Trial(
        _WAYS,
        (
            "pseudo_legal(double(f,t),f,t,first) point(f,p,t,first,(b,)) => on_way(double(f,t),b)",
            "on_way(double(f,t),p) point(f,p,x,u,(b,)) => on_way(double(f,t),b)",
            "on_way(double(f,t),p) point(f,p,c,u,()) => passes_over(double(f,t),c)",
        ),
        """
        on_way(double(f,t),p) point(f,p,off,u,()) point(f,p,x,u,(b,d)) pseudo_legal(double(f,t),f,t,first)
        point(f,q,t,first,(b,d)) point(f,q,t,first,()) =>
        """,
    ),
    Trial(_OVERRUN, ("passing_state(n,l) state(n,x) on_passage(a,x,v,y) occupied(y) => overrun(a,x,v)",)),
    Trial(
        _JUST_PASSED,
        (
            "passing_state(n,l) state(n,x) on_passage(a,x,v,t) piece(v,k,a) in_passing(k) theirs(v) -bystander(l,v)"
            " -overrun(a,x,v) => just_passed(t,v)",
        ),
    ),
    Trial(
        _IN_PASSING,
        (
            "just_passed(t,v) open(now,now,f,p) asked(f) point(f,p,t,u,b) captures(u) piece(f,j,e) in_passing(j)"
            " -captures_on_way(f,p) => pseudo_legal(ep(f,t,v),f,t,passing) stands(ep(f,t,v),victim,v)",
        ),
    ),
    Trial(
        _BYSTANDERS,
        (),
        """
        passing_state(n,l) passage(a,c,v) passage(a,c,w) state(l,v) state(n,w) state(m,v) => bystander(l,w)
        """,
    ),
    Trial(_PASSED, ("played(n,c) sets(c,ep,over) context(c,m) passes_over(m,x) => gone_over(n,x)",)),
    Trial(
        _PASSED_BEFORE,
        (),
        f"passing_lasts {_PASSED_ONCE} => then_state(n,ep_before,x) then_state(n,landed_before,y)",
    ),
    Trial(_PASSED_BEFORE, (), f"passing_lasts happens(e) {_PASSED_ONCE} =>"),
    Trial(_PASSED_BEFORE, (), f"{_PASSED_ONCE} =>"),
)
"""What is tried of each question."""


def check_moves(ruleset: Ruleset) -> None:
    """Refuse rules by which moves are other than those of the kernel.

    Raises:
        RulesError: if they are.
    """
    # Events come to their victims first.
    expect_all(ruleset, TRIALS, "moves are made", before=(Trial(VICTIMS),))
