"""Which player commands an army, and which is eliminated or the last in play, as the rules derive it (core/owners.lp).

The kernel has a commander for each army, or none. A player whose army another commands is eliminated. By a move a
player can lose all armies that it commands: to the player to move, or to none.
"""

from __future__ import annotations

from ...asp.ruleset import Ruleset
from .trials import Trial, asking, signatures

_LOST = signatures("state/2 other_commander/2 eliminated/1 surrenders/2 disbands/2 forfeits/2 scatters/2 handed_over/2")
"""What there is only where armies may change hands; of states, such that name armies."""
_LAST_WINS = signatures("wins_last/0 last_player/1")
"""What there is only where the last player in play wins."""

_COMMANDERS = asking("position", "state/2", "other_commander/2", "owner", shapes=("",))
_ELIMINATED = asking("position", "other_commander/2", "eliminated/1")
_RIVALS = asking("position", "player/2 eliminated/1 turn/1", "rival/1")
_LAST = asking("position", "wins_last/0 turn/1 rival/1", "last_player/1 game_over/0")
_WINNERS = asking("verdict", "last_player/1 query/1", "winner/1 won_by/1", "outcome last")
_LOSERS = asking("after", "played/2 surrenders/2 disbands/2 commands/2 turn/1", "forfeits/2 scatters/2")
_HANDED_OVER = asking("after", "played/2 forfeits/2 scatters/2", "handed_over/2")
_THEN = asking("after", "played/2 forfeits/2 scatters/2 turn/1", "then_state/3", "owner none", shapes=("",))
_ENDED = asking("after", "other_commander/2 handed_over/2", "ended/3", "owner", shapes=("",))
_THEN_ELIMINATED = asking("after", "played/2 eliminated/1 handed_over/2", "then_eliminated/2")

TRIALS = (
    Trial(_COMMANDERS, ("state(owner,(a,p)) => other_commander(a,p)",), "state(other,(a,p)) =>"),
    Trial(_ELIMINATED, ("other_commander(p,q) => eliminated(p)",)),
    Trial(_RIVALS, ("player(p,n) -eliminated(p) -turn(p) => rival(p)",)),
    Trial(_LAST, (), "wins_last turn(p) => last_player(p) game_over"),
    Trial(_LAST, (), "wins_last turn(p) rival(q) =>"),
    Trial(_LAST, (), "turn(p) =>"),
    Trial(_WINNERS, (), "last_player(p) query(outcome) query(moves) => winner(p) won_by(last)"),
    Trial(_WINNERS, (), "last_player(p) query(moves) =>"),
    Trial(_WINNERS, (), "query(outcome) =>"),
    Trial(
        _LOSERS,
        (
            "surrenders(c,a) commands(p,a) -turn(p) => forfeits(c,a)",
            "played(f,c) disbands(c,a) commands(p,a) -turn(p) => scatters(f,a)",
        ),
        """
        surrenders(c,a) played(g,d) disbands(d,a) turn(q)
        commands(p,a) commands(p,b) commands(q,m) commands(q,n) commands(r,o)
        => forfeits(c,a) forfeits(c,b) scatters(g,a) scatters(g,b)
        """,
    ),
    Trial(_HANDED_OVER, ("played(f,c) forfeits(c,a) => handed_over(f,a)", "scatters(f,a) => handed_over(f,a)")),
    Trial(
        _THEN,
        (),
        """
        played(f,c) played(g,d) forfeits(c,a) forfeits(c,b) forfeits(e,m) scatters(g,n) turn(p)
        => then_state(f,owner,(a,p)) then_state(f,owner,(b,p)) then_state(g,owner,(n,none))
        """,
    ),
    Trial(_ENDED, ("other_commander(a,p) handed_over(f,a) => ended(f,owner,(a,p))",)),
    Trial(
        _THEN_ELIMINATED,
        (),
        """
        played(f,c) played(g,d) eliminated(p) handed_over(g,q) handed_over(h,r)
        => then_eliminated(f,p) then_eliminated(g,p) then_eliminated(g,q) then_eliminated(h,r)
        """,
    ),
)
"""Which player commands, which is eliminated or the last in play, and what follows if a player loses its armies."""


def check_owners(ruleset: Ruleset) -> None:
    """Refuse rules by which armies have other commanders than in the kernel, or others win as the last in play.

    Raises:
        RulesError: if they do.
    """
    lacking = (frozenset() if ruleset.shares_armies else _LOST) | (
        frozenset() if ruleset.facts("wins_last", 0) else _LAST_WINS
    )
    for trial in TRIALS:
        trial.expect(ruleset.files, "armies change hands", lacking)
