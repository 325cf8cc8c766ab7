"""Which pieces moves and attacks sweep, and which attacks backfire (core/around.lp): whether the rules have it as the
kernel (`trials.py`).
"""

from __future__ import annotations

from ...asp.ruleset import Ruleset
from .trials import Trial, asking, expect_all

_AROUND = asking("outcomes", "settled/1 sweeps/4 context/2 pseudo_legal/4", "swept_at/4", "start end")
_SWEPT = asking("outcomes", "swept_at/4 direction/2 piece/3 involves/3", "swept/2", shapes=("",), adds=True)
_SPARED = asking("outcomes", "swept/2 royal_cell/1", "fails/2", "royal")
_SWEPT_TOO = asking("worlds", "chosen_move/3 swept/2", "participant/2")
_STARTS = asking("attacks", "examined_attack/4 sweeps/4 ends/3", "attack_start/3", shapes=("attack", "there"))
_ATTACKS_SWEEP = asking(
    "attacks", "examined_attack/4 sweeps/4 royal/1 attack_start/3", "attack_sweeps/7", "start end", shapes=("attack",)
)
_ROYAL_THEN = asking("attacks", "attack_sweeps/7 piece/3 participant/2 ends/3 then_kind/3 then_army/3", "royal_then/4")
_BACKFIRES = asking(
    "attacks",
    "attack_sweeps/7 direction/2 royal_then/4 of/3 commands/2 attack_start/3",
    "foiled/4",
    "mover",
    shapes=("", "attack"),
    compares=True,
    adds=True,
)

TRIALS = (
    Trial(
        _AROUND,
        (
            "settled(c) sweeps(c,end,d,k) context(c,m) pseudo_legal(m,f,t,u) => swept_at(c,d,k,t)",
            "settled(c) sweeps(c,start,d,k) context(c,m) pseudo_legal(m,f,t,u) => swept_at(c,d,k,f)",
        ),
    ),
    Trial(
        _SWEPT,
        (),
        """
        direction(d,(7,11,13)) direction(e,(5,6,7)) piece((8,13,16),k,a) piece((6,8,10),k,a)
        swept_at(c,d,k,(1,2,3)) swept_at(other,d,j,(1,2,3)) swept_at(has,d,k,(1,2,3)) involves(has,r,(8,13,16))
        swept_at(ends,d,k,(8,13,16)) involves(c,r,(6,8,10)) swept_at(x,d,k,(1,2,4)) swept_at(y,d,k,(1,3,3))
        swept_at(z,d,k,(2,2,3)) => swept(c,(8,13,16))
        """,
    ),
    Trial(_SPARED, ("swept(c,x) royal_cell(x) => fails(c,spares(royal))",)),
    Trial(_SWEPT_TOO, ("chosen_move(c,f,t) swept(c,x) => participant(c,x)",)),
    Trial(
        _STARTS,
        (),
        """
        examined_attack(w,b,x,u) sweeps(attack(w,b,x,u),p,d,k) examined_attack(w,e,x,u) sweeps(attack(w,g,x,u),p,d,k)
        examined_attack(w,there(w,r),x,u) sweeps(attack(w,there(w,r),x,u),p,d,k) ends(w,r,f) ends(w,q,g) ends(v,r,h)
        examined_attack(w,there(w,q),x,u) sweeps(attack(w,there(w,z),x,u),p,d,k) ends(w,z,i)
        => attack_start(w,b,b) attack_start(w,there(w,r),there(w,r)) attack_start(w,there(w,r),f)
        """,
    ),
    Trial(
        _ATTACKS_SWEEP,
        (
            "examined_attack(w,b,x,u) sweeps(attack(w,b,x,u),end,d,k) royal(k) => attack_sweeps(w,b,x,u,d,k,x)",
            "examined_attack(w,b,x,u) sweeps(attack(w,b,x,u),start,d,k) royal(k) attack_start(w,b,f)"
            " => attack_sweeps(w,b,x,u,d,k,f)",
        ),
    ),
    Trial(
        _ROYAL_THEN,
        (
            "attack_sweeps(w,b,c,u,d,k,x) piece(y,k,a) -participant(w,y) => royal_then(w,y,k,a)",
            "attack_sweeps(w,b,c,u,d,k,x) ends(w,r,y) then_kind(w,r,k) then_army(w,r,a) => royal_then(w,y,k,a)",
        ),
    ),
    Trial(
        _BACKFIRES,
        (),
        """
        direction(d,(7,11,13)) direction(e,(5,6,7)) commands(p,a) commands(p,b) commands(q,e)
        attack_sweeps(w,f,c,u,d,k,(1,2,3)) of(attack(w,f,c,u),mover,a) royal_then(w,(8,13,16),k,b)
        attack_sweeps(w,g,c,u,d,k,(1,2,3)) of(attack(w,g,c,u),mover,e)
        attack_sweeps(w,h,c,u,d,k,(1,2,3)) of(attack(w,h,c,u),mover,a) attack_start(w,h,(8,13,16))
        attack_sweeps(w,f,(8,13,16),u,d,k,(1,2,3)) of(attack(w,f,(8,13,16),u),mover,a)
        attack_sweeps(w,f,c,v,d,j,(1,2,3)) of(attack(w,f,c,v),mover,a)
        attack_sweeps(w,i,c,u,e,k,(1,2,3)) of(attack(w,i,c,u),mover,a)
        attack_sweeps(z,f,c,u,d,k,(1,2,3)) of(attack(z,f,c,u),mover,a)
        attack_sweeps(w,l,c,u,d,k,(1,2,4)) of(attack(w,l,c,u),mover,a)
        attack_sweeps(w,m,c,u,d,k,(1,3,3)) of(attack(w,m,c,u),mover,a)
        attack_sweeps(w,n,c,u,d,k,(2,2,3)) of(attack(w,n,c,u),mover,a)
        attack_sweeps(w,o,c,u,d,k,(1,2,3)) of(attack(w,o,c,u),victim,a)
        => foiled(w,f,c,u)
        """,
    ),
)
"""What is tried of each question."""


def check_sweeps(ruleset: Ruleset) -> None:
    """Refuse rules by which other pieces are swept than in the kernel.

    Raises:
        RulesError: if they are.
    """
    expect_all(ruleset, TRIALS, "pieces are swept")
