"""Which moves routes make by their use (core/moves.lp), as the kernel makes them: what is tried of the rules."""

from __future__ import annotations

from ...asp.ruleset import Ruleset
from .trials import Trial, asking

_ARRIVES = asking(
    "moves",
    "open/4 asked/1 point/5 goes/1 captures/1 captures_own/1 occupied/1 theirs/1 mine/1 royal_cell/1 unreachable/2"
    " captures_on_way/2",
    "arrives/3",
    "now off",
)
_MOVES = asking(
    "moves", "arrives/3 own_use/1 occupied/1 theirs/1", "pseudo_legal/4 stands/3", "mover victim", shapes=("go",)
)

TRIALS = (
    Trial(
        _ARRIVES,
        (
            "open(now,now,f,p) asked(f) point(f,p,t,u,b) goes(u) -occupied(t) -unreachable(f,p) -captures_on_way(f,p)"
            " => arrives(f,t,u)",
            "open(now,now,f,p) asked(f) point(f,p,t,u,b) captures(u) theirs(t) -unreachable(f,p)"
            " -captures_on_way(f,p) => arrives(f,t,u)",
            "open(now,now,f,p) asked(f) point(f,p,t,u,b) captures_own(u) mine(t) -royal_cell(t) -unreachable(f,p)"
            " -captures_on_way(f,p) => arrives(f,t,u)",
        ),
        "open(now,now,f,p) asked(f) point(f,p,off,u,b) goes(u) =>",
    ),
    Trial(
        _MOVES,
        (),
        """
        own_use(v) occupied(x) theirs(x) occupied(m)
        arrives(f,t,u) arrives(f,x,u) arrives(f,m,u) arrives(g,t,v) arrives(g,x,v) arrives(g,m,v)
        => pseudo_legal(go(f,t),f,t,u) stands(go(f,t),mover,f)
        pseudo_legal(go(f,x),f,x,u) stands(go(f,x),mover,f) stands(go(f,x),victim,x)
        pseudo_legal(go(f,m),f,m,u) stands(go(f,m),mover,f) stands(go(f,m),victim,m)
        pseudo_legal(go(g,t,v),g,t,v) stands(go(g,t,v),mover,g)
        pseudo_legal(go(g,x,v),g,x,v) stands(go(g,x,v),mover,g) stands(go(g,x,v),victim,x)
        pseudo_legal(go(g,m,v),g,m,v) stands(go(g,m,v),mover,g)
        """,
    ),
)
"""What is tried of each question."""


def check_uses(ruleset: Ruleset) -> None:
    """Refuse rules by which routes make other moves than those of the kernel.

    Raises:
        RulesError: if they do.
    """
    for trial in TRIALS:
        trial.expect(ruleset.files, "routes make moves")
