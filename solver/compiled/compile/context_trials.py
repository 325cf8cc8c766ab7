"""How aides join a move, and whose pieces attack after it, as the rules derive it (core/contexts.lp).

What effects state of a move is asked of the rules for each class of moves (`fates.py`, `seen_moves.py`). Which pieces
can be its aides depends on the position. The kernel finds them, and the compiler tries whether the rules do the same.
"""

from __future__ import annotations

from ...asp.ruleset import Ruleset
from .trials import Trial, asking, signatures

_OF_AIDES = signatures(
    "calls/3 sought_as/4 due/3 candidate/3 aide/2 helped/1 comes_as/2 next_role/2 recalled/3 by_then/3 returns/4"
)
"""What there is only where a move may seek an aide."""

_HOSTILE = asking("outcomes", "settled/1 joins/3 of/3 dies/2 defects/2 commands/2 turn/1", "hostile/2")
_MADE = asking(
    "worlds",
    "places_needed/1 involves/3 ends/3 changed/2 then_kind/3 then_army/3",
    "carries/3 remakes/4",
    "mover",
    compares=True,
)
_CHOICES = asking("contexts", "context/2 unmade/2", "unmade/2", shapes=("chose",), compares=True)

ALWAYS = (
    Trial(
        _HOSTILE,
        (
            "settled(c) joins(c,r,a) of(c,r,b) commands(p,a) -dies(c,r) -turn(p) => hostile(c,r)",
            "settled(c) of(c,r,a) commands(p,a) -defects(c,r) -dies(c,r) -turn(p) => hostile(c,r)",
        ),
    ),
    Trial(
        _MADE,
        ("changed(c,r) ends(c,r,x) then_kind(c,r,k) then_army(c,r,a) => remakes(c,x,k,a)",),
        """
        places_needed(m) involves(m,r,f) ends(m,r,g) involves(m,s,h) ends(m,s,h) involves(m,mover,i) ends(m,mover,j)
        involves(m,q,k) ends(m,p,l) involves(n,r,f) ends(n,r,g) involves(o,r,f) places_needed(o)
        involves(n,x,b) ends(m,x,c) involves(m,t,g) ends(m,u,f) then_kind(m,r,a) changed(m,r)
        => carries(m,f,g)
        """,
    ),
    Trial(
        _CHOICES,
        (),
        """
        unmade(m,y) unmade(m,z) unmade(n,y) context(m,m) context(chose(m,y,v),m) context(chose(n,z,w),m)
        => unmade(chose(m,y,v),z) unmade(chose(n,z,w),y)
        """,
    ),
)
"""What is tried in all games: whose pieces attack after a move, what a move carries and changes, and choices."""

OF_AIDES = (
    Trial(
        asking("contexts", "aide/2 context/2", "context/2", shapes=("aided",)),
        ("aide(c,x) context(c,m) => context(aided(c,x),m)",),
    ),
    Trial(
        asking("contexts", "context/2 chosen/3", "chosen/3", shapes=("aided",)),
        ("context(aided(c,x),m) chosen(c,y,v) => chosen(aided(c,x),y,v)",),
    ),
    Trial(
        asking("contexts", "context/2 unmade/2", "unmade/2", shapes=("aided",)),
        ("context(aided(c,x),m) unmade(c,y) => unmade(aided(c,x),y)",),
    ),
    Trial(
        asking("contexts", "context/2 comes_as/2 recalled/3 involves/3 follows/2", "involves/3", shapes=("aided",)),
        (
            "context(aided(c,x),m) comes_as(c,r) -recalled(c,q,x) => involves(aided(c,x),r,x)",
            "context(aided(c,x),m) involves(c,r,z) follows(q,r) => involves(aided(c,x),r,z)",
        ),
    ),
    Trial(
        asking(
            "contexts", "context/2 comes_as/2 recalled/3 by_then/3 returns/4", "returns/4", shapes=("aided", "chose")
        ),
        (
            "context(aided(c,x),m) comes_as(c,n) recalled(c,r,x) by_then(c,r,k) => returns(aided(c,x),n,r,k)",
            "context(aided(c,x),m) returns(c,n,r,k) => returns(aided(c,x),n,r,k)",
            "context(chose(c,y,v),m) returns(c,n,r,k) => returns(chose(c,y,v),n,r,k)",
        ),
    ),
    Trial(
        asking("aides", "context/2 calls/3 follows/2", "next_role/2", "aide", shapes=("aided", "chose")),
        (),
        """
        context(m,m) context(n,m) calls(m,k,e) follows(start,aide) follows(aide,next) follows(next,last)
        context(chose(m,y,v),m) context(aided(m,x),m) context(aided(aided(m,x),z),m) context(chose(aided(m,x),y,w),m)
        context(aided(n,x),m) context(chose(n,y,v),m)
        => next_role(m,aide) next_role(chose(m,y,v),aide) next_role(aided(m,x),next)
        next_role(aided(aided(m,x),z),last) next_role(chose(aided(m,x),y,w),next)
        """,
    ),
    Trial(
        asking("aides", "sought_as/4 next_role/2", "due/3"),
        ("sought_as(c,r,k,e) next_role(c,r) => due(c,k,e)",),
    ),
    Trial(
        asking("aides", "calls/3 due/3 of/3 piece/3 measure/4 involves/3 recalled/3 by_then/3", "candidate/3", "mover"),
        (
            "calls(c,k,e) due(c,k,e) of(c,mover,a) piece(x,k,a) measure(e,a,x,n) -involves(c,r,x) => candidate(c,x,n)",
            "calls(c,k,e) due(c,k,e) recalled(c,r,x) by_then(c,r,k) of(c,mover,a) measure(e,a,x,n) => candidate(c,x,n)",
        ),
    ),
    Trial(
        asking("aides", "candidate/3", "aide/2", aggregates=True),
        (),
        """
        candidate(c,x,1) candidate(c,y,5) candidate(c,z,5) candidate(d,x,2) candidate(d,y,0) candidate(d,z,-3)
        candidate(e,x,9)
        => aide(c,y) aide(c,z) aide(d,x) aide(e,x)
        """,
    ),
    Trial(asking("aides", "aide/2", "helped/1"), ("aide(c,x) => helped(c)",)),
    Trial(asking("aides", "helped/1 next_role/2", "comes_as/2"), ("helped(c) next_role(c,r) => comes_as(c,r)",)),
)
"""How aides join a move: the contexts with an aide, its role, which pieces it can be, and which are foremost."""


def check_contexts(ruleset: Ruleset) -> None:
    """Refuse rules by which other pieces are aides of moves than in the kernel, or others attack after it.

    Raises:
        RulesError: if there are such.
    """
    for trial in ALWAYS:
        trial.expect(ruleset.files, "moves have contexts")
    seeks = ruleset.program.defines(("seeks", 3))
    for trial in OF_AIDES:
        if seeks or not trial.question.given.isdisjoint(_OF_AIDES):
            trial.expect(ruleset.files, "aides join moves", () if seeks else _OF_AIDES)
