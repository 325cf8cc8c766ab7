"""Solutions that are played, not found: a written solution serves as the play of a problem."""

from __future__ import annotations

from collections.abc import Sequence

import shadowmate as sm
from shadowmate.solving.problem.kind import Kind
from shadowmate.solving.problem.play import Edge, Node, Play
from shadowmate.solving.problem.replay import pass_turn
from shadowmate.solving.problem.solution import Searched, Verdict
from shadowmate.solving.problem.stipulation import Stipulation

PHASES = {
    "key": (Kind.KEY, Kind.DEFENCE, Kind.ATTACK), "try": (Kind.TRY, Kind.DEFENCE, Kind.ATTACK),
    "but": (Kind.TRY, Kind.REFUTATION), "set": (Kind.PASS, Kind.SET, Kind.ATTACK),
    "threat": (Kind.KEY, Kind.PASS, Kind.THREAT), "aims": (Kind.TRY, Kind.PASS, Kind.THREAT),
}  # fmt: skip
"""What the moves of a line are, by the word that it begins with; help play begins with none."""


def played(text: str, lines: Sequence[str], engine: str = "compiled") -> sm.Solution:
    """The solution that has these lines, the last move of each of which reaches the goal but in refutations.

    Args:
        text: the position.
        lines: such as `key: Ra1-a8 Kh7-h6 Ra8-h8` or, of help play, `Ra1-a8 Kh8-h7`.
        engine: the engine that plays the moves.
    """
    start = sm.position(text, engine=engine)  # type: ignore[arg-type]
    positions = {(): start}
    nodes = {(): Node(start, False, "root")}
    play = Play(nodes[()])
    for line in lines:
        word, colon, moves = line.partition(":")
        kinds = PHASES[word] if colon else (Kind.HELP,)
        path = (moves if colon else line).split()
        if Kind.PASS in kinds:
            path.insert(kinds.index(Kind.PASS), "(pass)")
        node: tuple[str, ...] = ()
        for number, move in enumerate(path):
            # After the last of the kinds a defence and an attack take turns.
            late = kinds[-1] if len(kinds) == 1 or (number - len(kinds)) % 2 else Kind.DEFENCE
            kind = kinds[number] if number < len(kinds) else late
            before, after = node, (*node, move)
            if after not in positions:
                positions[after] = pass_turn(positions[before]) if kind is Kind.PASS else positions[before].push(move)  # type: ignore[assignment]
                goal = number == len(path) - 1 and kind is not Kind.REFUTATION
                nodes[after] = Node(positions[after], False, kind.value)
                play.edges[nodes[after]] = {}
                made = None if kind is Kind.PASS else positions[before].move(move)
                play.edges[nodes[before]][nodes[after]] = Edge(made, kind, goal)
            node = after
    stipulation = Stipulation.parse("#2" if any(":" in line for line in lines) else "h#2")
    return sm.Solution(start, stipulation, Verdict.SOLVED, True, False, (), None, (), (), play, Searched(0, 0, 0))
