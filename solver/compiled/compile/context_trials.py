"""How aides join a move, and whose pieces attack after it, as the rules derive it (core/contexts.lp, core/effects.lp).

What effects state of a move is asked of the rules for each class of moves (`fates.py`, `seen_moves.py`). Which pieces
can be its aides depends on the position. The kernel finds them, and the compiler tries whether the rules do the same.
"""

from __future__ import annotations

from ...asp.rule_files import RuleFiles
from ...asp.ruleset import Ruleset
from ...asp.syntax import derived_by
from ...errors import RulesError
from .asked_rules import Question
from .locality import PART
from .trials import Trial, asking, place, signatures

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
_CHOSEN = asking(
    "contexts", "open_choice/2 choice/3 context/2 unmade/2", "context/2 sooner/2", shapes=("chose",), compares=True
)

ALWAYS = (
    Trial(
        asking("outcomes", "becomes/3 joins/3 lands/3", "made/2 defects/2 placed/2"),
        ("becomes(c,r,k) => made(c,r)", "joins(c,r,a) => defects(c,r)", "lands(c,r,x) => placed(c,r)"),
    ),
    Trial(
        asking("outcomes", "context/2 open_choice/2 helped/1 bars/2", "settled/1"),
        ("context(c,m) -open_choice(c,y) -helped(c) -bars(c,b) => settled(c)",),
    ),
    Trial(
        asking(
            "outcomes",
            "settled/1 made/2 defects/2 returns/4 of/3 dies/2 involves/3 bound/2",
            "changed/2 removes/2 contradictory/2",
            "mover",
            compares=True,
        ),
        (
            "settled(c) made(c,r) of(c,r,a) => changed(c,r)",
            "settled(c) defects(c,r) of(c,r,a) => changed(c,r)",
            "settled(c) returns(c,n,r,k) made(c,n) => changed(c,r)",
            "settled(c) dies(c,r) involves(c,r,x) => removes(c,x)",
            "returns(c,r,q,k) bound(c,r) => contradictory(c,r)",
        ),
        "settled(m) dies(m,mover) involves(m,mover,x) =>",
    ),
    Trial(
        asking("contexts", "involves/3 piece/3 returns/4", "part/3"),
        ("involves(c,r,x) piece(x,k,a) => part(c,r,k)", "returns(c,r,q,k) => part(c,r,k)"),
    ),
    Trial(
        asking("contexts", "involves/3 piece/3 returns/4 of/3", "of/3", "mover"),
        ("involves(c,r,x) piece(x,k,a) => of(c,r,a)", "returns(c,r,q,k) of(c,mover,a) => of(c,r,a)"),
    ),
    Trial(
        asking(
            "worlds",
            "places_needed/1 context/2 pseudo_legal/4 dies/2 placed/2 involves/3 leads/3 lands/3 then_army/3",
            "goes_on/3 ends/3",
            "mover start end own",
            compares=True,
        ),
        (),
        """
        pseudo_legal(j,b,n,u)
        places_needed(m) context(m,m) pseudo_legal(m,f,t,u) involves(m,mover,f) involves(m,r,x) involves(m,s,z)
        leads(m,s,y) involves(m,d,q) dies(m,d) leads(m,e,q) dies(m,e) involves(m,p,q) placed(m,p) lands(m,p,end)
        then_army(m,p,a) placed(m,o) lands(m,o,start) then_army(m,o,a) placed(m,w) lands(m,w,own) involves(m,w,v)
        placed(m,g) lands(m,g,end) placed(m,h) lands(m,h,start) placed(m,i) lands(m,i,own) involves(m,i,v) dies(m,i)
        leads(m,j,y) placed(m,j)
        places_needed(n) context(n,n) pseudo_legal(n,f,t,u) dies(n,mover)
        places_needed(o) context(o,o) pseudo_legal(o,f,t,u) placed(o,mover) lands(o,mover,start) then_army(o,mover,a)
        context(p,p) pseudo_legal(p,f,t,u) involves(p,r,x) involves(p,s,z) leads(p,s,y) placed(p,o) placed(p,w)
        lands(p,o,start) then_army(p,o,a) lands(p,w,own) involves(p,w,v) placed(p,g) lands(p,g,end) then_army(p,g,a)
        places_needed(c) context(c,l) pseudo_legal(l,f,t,u) leads(l,s,y) places_needed(k) pseudo_legal(k,f,t,u)
        => goes_on(m,mover,t) goes_on(m,r,x) goes_on(m,s,y) goes_on(m,p,t) goes_on(m,o,f) goes_on(m,w,v)
        goes_on(o,mover,f) goes_on(c,mover,t) goes_on(c,s,y)
        ends(m,mover,t) ends(m,r,x) ends(m,s,y) ends(m,p,t) ends(m,o,f) ends(m,w,v) ends(o,mover,f) ends(c,mover,t)
        ends(c,s,y)
        """,
    ),
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

OF_CHOICES = (
    Trial(
        asking("contexts", "choice/3 context/2 aspect/1", "aspect/1 unmade/2"),
        (),
        "choice(c,y,v) choice(n,z,w) context(m,m) context(n,m) => aspect(y) aspect(z) unmade(m,y) unmade(m,z)",
    ),
    Trial(
        asking("contexts", "context/2 involves/3 follows/2", "involves/3", shapes=("chose",)),
        ("context(chose(c,y,v),m) involves(c,r,z) follows(q,r) => involves(chose(c,y,v),r,z)",),
    ),
    Trial(
        asking("effects", "choice/3 chosen/3", "open_choice/2"),
        ("choice(c,y,v) -chosen(c,y,w) => open_choice(c,y)",),
    ),
    Trial(
        _CHOSEN,
        (),
        """
        context(m,m) open_choice(m,a) open_choice(m,b) choice(m,a,v) choice(m,a,w) choice(m,b,v) unmade(m,a) unmade(m,b)
        context(n,m) open_choice(n,b) choice(n,b,v) choice(n,a,w) unmade(n,a) unmade(n,b)
        context(o,m) open_choice(o,a) choice(o,a,v) unmade(o,b) open_choice(p,a) choice(p,a,v) unmade(p,a)
        => context(chose(m,a,v),m) context(chose(m,a,w),m) sooner(m,b) context(chose(n,b,v),m)
        """,
    ),
    Trial(
        asking("contexts", "context/2 chosen/3", "chosen/3", shapes=("chose",)),
        (),
        """
        context(m,m) context(n,m) chosen(n,b,w) context(chose(m,a,v),m) context(chose(n,a,v),m) chosen(o,a,v)
        => chosen(chose(m,a,v),a,v) chosen(chose(n,a,v),a,v) chosen(chose(n,a,v),b,w)
        """,
    ),
)
"""Which choices of a move are still to be made."""

OF_AIDES = (
    Trial(
        asking("base", "", "follows/2", "mover aide second third"),
        (),
        "=> follows(mover,aide) follows(aide,second) follows(second,third)",
    ),
    Trial(
        asking("effects", "seeks/3 seconds/3 thirds/3", "sought_as/4", "aide second third"),
        (
            "seeks(c,k,e) => sought_as(c,aide,k,e)",
            "seconds(c,k,e) => sought_as(c,second,k,e)",
            "thirds(c,k,e) => sought_as(c,third,k,e)",
        ),
    ),
    Trial(
        asking("effects", "seeks/3 seconds/3 thirds/3 open_choice/2 part/3", "calls/3", "aide second third"),
        (
            "seeks(c,k,e) -open_choice(c,y) -part(c,aide,q) => calls(c,k,e)",
            "seconds(c,k,e) part(c,aide,p) -open_choice(c,y) -part(c,second,q) => calls(c,k,e)",
            "thirds(c,k,e) part(c,second,p) -open_choice(c,y) -part(c,third,q) => calls(c,k,e)",
        ),
    ),
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
    for trial in (*OF_CHOICES, *OF_AIDES):
        if PART in trial.question.parts:
            _refuse_others(ruleset.files, trial.question)
    for trial in ALWAYS:
        trial.expect(ruleset.files, "moves have contexts")
    if ruleset.program.defines(("choice", 3)):
        for trial in OF_CHOICES:
            trial.expect(ruleset.files, "choices are open")
    seeks = ruleset.program.defines(("seeks", 3))
    for trial in OF_AIDES:
        if seeks or not trial.question.given.isdisjoint(_OF_AIDES):
            trial.expect(ruleset.files, "aides join moves", () if seeks else _OF_AIDES)


def _refuse_others(files: RuleFiles, question: Question) -> None:
    """Refuse rules of the effects that derive what is tried, but cannot be: by a trial they would have no effect.

    Raises:
        RulesError: for the first of them.
    """
    for rule in files.parts.get(PART, ()):
        names = sorted(f"{name}/{arity}" for name, arity in question.derived.intersection(derived_by(rule)))
        if names and not question.has(PART, rule):
            why = (
                f"{', '.join(names)} is for core/effects.lp alone; a game states seeks/3, seconds/3, thirds/3, choice/3"
            )
            raise RulesError(f"{place(rule)}: the compiled engine does not carry out '{rule}': {why}")
