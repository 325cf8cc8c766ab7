"""The check of an exported elimination: the attacker eliminates a player, whatever all others do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...play.position import Position
from ..problem.replay import out
from ..problem.roles import Hunt
from ..problem.stipulation import Stipulation
from .check_base import Checker
from .tree_replay import Edge, Node, claim


class HuntChecker(Checker):
    """Every key forces it: every reply of all others is there, with an answer of the attacker that is nearer to it."""

    def __init__(self, solution: dict[str, Any], position: Position, asked: Stipulation) -> None:
        players, against = position.game.ruleset.players, solution.get("against")
        wanted = frozenset(players if against is None else (against,))
        self.hunt = Hunt(position.turn, wanted - out(position) - {position.turn})
        self.proved: dict[Node, int] = {}
        self.eliminated: set[str] = set()
        super().__init__(solution, position, asked)

    def reaches(self, edge: Edge, after: Position) -> bool:
        """Whether one of the other players is eliminated after a move, and the attacker is not."""
        found = out(after)
        self.eliminated |= found & self.hunt.prey
        return bool(found & self.hunt.prey) and self.hunt.attacker not in found

    def solutions(self) -> int:
        """Check the keys; returns their number."""
        short = self.keys(self._attack, "eliminates a player")
        self.labels(short, any(node.by_kind("dual") for node in self.proved))
        self._tries()
        aside = [edge for edge in self.tree.edges if edge.kind == "dual" and not edge.goal]
        if any(edge.after not in self.proved for edge in aside):
            self.not_shown.append("the play after duals")
        text = sorted(self.solution.get("eliminated") or ())
        claim(text == sorted(self.eliminated), f"'eliminated' is {text}, but the tree shows {sorted(self.eliminated)}")
        return len(self.solution["keys"])

    def _tries(self) -> None:
        """Check that each try has one refutation, and eliminates a player by force after every other reply."""
        tries, left = self.root.by_kind("try"), self.asked.moves - 1
        for edge in tries:
            claim(edge.before.position.turn == self.hunt.attacker, f"{edge} is not a move of {self.hunt.attacker}")
            refutations, replies = edge.after.by_kind("refutation"), edge.after.by_kind("defence")
            claim(len(refutations) == 1, f"{edge} does not have one refutation")
            self._are_all(edge, [*refutations, *replies])
            for reply in replies:
                if not reply.goal:
                    self._works(reply, left)
        if tries:
            self.confirmed.append(
                f"tries: each of {len(tries)} eliminates a player in {self.asked.moves}, but for one legal reply"
            )
            self.not_shown.append("that this reply refutes it")

    def _are_all(self, edge: Edge, replies: Sequence[Edge]) -> None:
        """Check that there are no other replies after a move, or only ones that lead to the same positions."""
        led_to = {name for reply in replies for name in (reply.move, reply.after.name)}
        for move in edge.after.moves:
            there = move in led_to or str(edge.after.after(move)) in led_to
            claim(there, f"the reply {move} is missing after {edge}")

    def _attack(self, edge: Edge, most: int) -> int:
        """Check that a move of the attacker works in at most some number of moves; returns the number."""
        claim(edge.before.position.turn == self.hunt.attacker, f"{edge} is not a move of {self.hunt.attacker}")
        claim(most > 0, f"{edge}: a player should have been eliminated earlier")
        return 1 if edge.goal else 1 + self._works(edge, most - 1)

    def _works(self, edge: Edge, most: int) -> int:
        """Check how many more moves the attacker needs after a move; returns the stated number."""
        node, distance = edge.after, edge.after.distance
        claim(distance is not None and 0 <= distance <= most, f"{edge}: it is {distance} moves away, not {most}")
        assert distance is not None
        if node in self.proved:
            return distance
        self.proved[node] = distance
        if node.position.turn == self.hunt.attacker:
            answers = node.by_kind("attack") or node.by_kind("key")
            claim(bool(answers), f"{edge} has no answer")
            for answer in answers[:1]:
                self._attack(answer, distance)
            return distance
        replies = node.by_kind("defence")
        claim(bool(replies), f"after {edge} there is no move, and no player is eliminated")
        self._are_all(edge, replies)
        for reply in replies:
            if not reply.goal:
                self._works(reply, distance)
        return distance
