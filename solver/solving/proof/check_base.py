"""What is claimed of any exported solution, and what comes of checking it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from ...play.position import Position
from ..problem.replay import reaches
from ..problem.stipulation import Stipulation
from .tree_replay import Edge, ProofTree, claim

Progress = Callable[[int, int, None], None]


class ProofVerdict(StrEnum):
    """What can be said of a file: its solutions are confirmed, or something in it is not true, or it has none."""

    CONFIRMED = "confirmed"
    REFUTED = "refuted"
    NOT_SHOWN = "not shown"


@dataclass(frozen=True, slots=True)
class ProofReport:
    """What became of the claims.

    Attributes:
        verdict: whether the solutions are confirmed.
        refuted: the claim that fails, or None.
        confirmed: what has been confirmed.
        not_shown: what the file says but does not show.
    """

    verdict: ProofVerdict
    refuted: str | None = None
    confirmed: tuple[str, ...] = ()
    not_shown: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The report as documented for `--json`."""
        return {
            "verdict": self.verdict.value,
            "refuted": self.refuted,
            "confirmed": list(self.confirmed),
            "not_shown": list(self.not_shown),
        }

    def __str__(self) -> str:
        if self.refuted:
            return f"refuted: {self.refuted}"
        lines = [f"confirmed: {fact}" for fact in self.confirmed]
        return "\n".join(lines + [f"not shown: {fact}" for fact in self.not_shown])


class Checker:
    """What is claimed of any solution."""

    def __init__(self, solution: dict[str, Any], position: Position, asked: Stipulation) -> None:
        self.solution = solution
        self.asked = asked
        self.tree = ProofTree(solution["tree"], position, asked.goal.name, self.reaches)
        self.root = self.tree.root
        self.confirmed: list[str] = []
        self.not_shown: list[str] = []

    def reaches(self, edge: Edge, after: Position) -> bool:
        """Whether a legal move of the tree, which leads to a position, reaches the goal."""
        return reaches(edge.before.moves[edge.move], after, self.asked.goal)

    def report(self, progress: Progress | None) -> ProofReport:
        """Check everything."""
        self.tree.replay(progress)
        self.confirmed.append(f"{len(self.tree.edges)} moves between {len(self.tree.nodes)} positions are as they say")
        found = self.solutions()
        verdict = self.solution["verdict"]
        claim((verdict == "solved") == bool(found), f"the verdict is '{verdict}', and there are {found} solutions")
        if self.solution["complete"]:
            self.not_shown.append(f"that there is no {'other ' if found else ''}solution")
        shown = ProofVerdict.CONFIRMED if found else ProofVerdict.NOT_SHOWN
        return ProofReport(shown, confirmed=tuple(self.confirmed), not_shown=tuple(self.not_shown))

    def solutions(self) -> int:
        """Check the solutions; returns how many there are."""
        raise NotImplementedError

    def keys(self, attack: Callable[[Edge, int], int], does: str) -> int | None:
        """Check the keys, which are those of the tree.

        Args:
            attack: checks one of so many moves at most, and says of how many it is.
            does: what a key does in so many moves, in words.

        Returns:
            In how many moves the quickest does it, if that is sooner than was asked; else None.
        """
        said, most = self.solution["keys"], self.asked.moves
        edges = self.root.by_kind("key")
        claim(sorted(said) == sorted(edge.move for edge in edges), f"the keys {said} are not those of the tree")
        proved = {edge.move: attack(edge, most) for edge in edges}
        quickest = min(proved.values(), default=None)
        claim(self.root.distance == quickest, f"the quickest key takes {quickest} moves, not {self.root.distance}")
        self.confirmed += [f"{key} {does} in {moves}" for key, moves in proved.items()]
        if said:
            self.not_shown.append("that there is no quicker way")
        return quickest if quickest is not None and quickest < most else None

    def labels(self, short: float | None, duals: bool = False) -> None:
        """`short` and `labels` are what the tree shows."""
        cooked = len(self.solution["keys"]) > 1
        labels = [name for name, so in (("cooked", cooked), ("short", short is not None), ("duals", duals)) if so]
        for name, is_so in (("short", short), ("labels", labels)):
            claim(self.solution[name] == is_so, f"'{name}' is {self.solution[name]}, and the tree shows {is_so}")
