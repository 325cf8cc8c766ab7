"""What an attack is, as a move, and which attacks rules rule out (core/contexts.lp, locust.lp).

The kernel asks of an attack what bars a move of the same pieces between the same cells. The compiler tries whether the
rules have it so, for attacks in worlds of each sort: before a move, on its way, and after it.
"""

from __future__ import annotations

from ...asp.ruleset import Ruleset
from .trials import Trial, asking

_EXAMINED = asking(
    "contexts",
    "bans/0 locusts/0 target/3 own_attacks/1 point/5 captures/1 captures_on/3 theirs/1 mine/1 newcomer/2",
    "examined_attack/4",
    "now locust",
    shapes=("there", "capturing"),
)
_STAKES = asking(
    "contexts",
    "bans/0 target/3 piece/3 ends/3 then_kind/3 then_army/3 context/2 involves/3",
    "at_stake/4",
    "now here passing",
    shapes=("transit",),
)
_PIECES = asking(
    "contexts",
    "examined_attack/4 at_stake/4 piece/3 then_kind/3 then_army/3",
    "part/3 of/3",
    "mover victim",
    shapes=("there",),
)
_ZONES = asking("contexts", "examined_attack/4 zone/3 ends/3", "starts_in/3 ends_in/3", shapes=("there",))
_USES = asking("contexts", "examined_attack/4", "use/2")
_STEPS = asking(
    "contexts", "examined_attack/4 ends/3 direction/2", "steps/2", shapes=("", "attack", "there"), adds=True
)
_FOILED = asking("attacks", "bars/2", "foiled/4", shapes=("attack",))

TRIALS = (
    Trial(
        _EXAMINED,
        (
            "bans target(s,w,c) point(b,p,c,u,x) captures(u) theirs(b) => examined_attack(w,b,c,u)",
            "bans newcomer(w,r) target(s,w,c) point(there(w,r),p,c,u,x) captures(u)"
            " => examined_attack(w,there(w,r),c,u)",
            "bans own_attacks(s) target(s,w,c) point(b,p,c,u,x) captures(u) mine(b) => examined_attack(w,b,c,u)",
            "bans locusts target(s,w,c) captures_on(b,p,h) point(b,h,c,u,x) theirs(b) => examined_attack(w,b,c,locust)",
            "bans locusts newcomer(w,r) target(s,w,c) point(there(w,r),h,c,u,x) point(there(w,r),p,d,v,capturing(h))"
            " => examined_attack(w,there(w,r),c,locust)",
            "bans locusts own_attacks(s) target(s,w,c) captures_on(b,p,h) point(b,h,c,u,x) mine(b)"
            " => examined_attack(w,b,c,locust)",
        ),
        """
        own_attacks(s) target(s,w,c) point(b,p,c,u,x) point(b,q,c,v,x) captures_on(b,p,q) captures(u) mine(b) theirs(c)
        => examined_attack(w,b,c,u) examined_attack(w,b,c,locust)
        """,
    ),
    Trial(
        _STAKES,
        (
            "bans target(s,now,c) piece(c,k,a) => at_stake(now,c,k,a)",
            "bans target(passing,transit(b,c),c) piece(b,k,a) => at_stake(transit(b,c),c,k,a)",
            "bans target(passing,here,c) piece(c,k,a) => at_stake(here,c,k,a)",
            "bans target(s,w,c) ends(w,r,c) then_kind(w,r,k) then_army(w,r,a) => at_stake(w,c,k,a)",
            "bans target(s,w,c) piece(c,k,a) context(w,m) -involves(w,r,c) => at_stake(w,c,k,a)",
        ),
    ),
    Trial(
        _PIECES,
        (
            "examined_attack(w,b,c,u) piece(b,k,a) => part(attack(w,b,c,u),mover,k) of(attack(w,b,c,u),mover,a)",
            "examined_attack(w,there(w,r),c,u) then_kind(w,r,k) => part(attack(w,there(w,r),c,u),mover,k)",
            "examined_attack(w,there(w,r),c,u) then_army(w,r,a) => of(attack(w,there(w,r),c,u),mover,a)",
            "examined_attack(w,b,c,u) at_stake(w,c,k,a) => part(attack(w,b,c,u),victim,k) of(attack(w,b,c,u),victim,a)",
        ),
    ),
    Trial(
        _ZONES,
        (
            "examined_attack(w,b,c,u) zone(a,z,b) => starts_in(attack(w,b,c,u),a,z)",
            "examined_attack(w,there(w,r),c,u) ends(w,r,f) zone(a,z,f) => starts_in(attack(w,there(w,r),c,u),a,z)",
            "examined_attack(w,b,c,u) zone(a,z,c) => ends_in(attack(w,b,c,u),a,z)",
        ),
    ),
    Trial(_USES, ("examined_attack(w,b,c,u) => use(attack(w,b,c,u),u)",)),
    Trial(
        _STEPS,
        (),
        """
        direction(close,(7,11,13)) direction(far,(1,2,3))
        examined_attack(now,(1,2,3),(8,13,16),hit) examined_attack(now,(1,2,3),(2,4,6),hit)
        examined_attack(now,(8,13,16),(1,2,3),hit) examined_attack(now,(1,2,3),(8,13,15),hit)
        examined_attack(now,(1,2,3),(8,14,16),hit) examined_attack(now,(1,2,3),(7,13,16),hit)
        examined_attack(moved,there(moved,aide),(18,13,16),jab) examined_attack(moved,there(moved,aide),(18,13,15),jab)
        examined_attack(moved,there(moved,aide),(18,14,16),jab) examined_attack(moved,there(moved,aide),(17,13,16),jab)
        ends(moved,aide,(11,2,3)) ends(moved,mover,(1,2,3)) ends(other,aide,(10,2,3))
        => steps(attack(now,(1,2,3),(8,13,16),hit),close) steps(attack(now,(1,2,3),(2,4,6),hit),far)
        steps(attack(moved,there(moved,aide),(18,13,16),jab),close)
        """,
    ),
    Trial(_FOILED, ("bars(attack(w,b,c,u),x) => foiled(w,b,c,u)",)),
)
"""What is examined as an attack, the royal pieces at stake, what is seen of each attack, and which are ruled out."""


def check_attacks(ruleset: Ruleset) -> None:
    """Refuse rules by which attacks are other moves than those of the kernel.

    Raises:
        RulesError: if they are.
    """
    for trial in TRIALS if ruleset.may_ban else ():
        trial.expect(ruleset.files, "attacks are ruled out")
