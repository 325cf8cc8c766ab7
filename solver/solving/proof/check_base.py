"""The claims of all exported solutions, and the result of checking them."""

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
    """The verdict on a file: its solutions are confirmed, or something in it is false, or it has no solution."""

    CONFIRMED = "confirmed"
    REFUTED = "refuted"
    NOT_SHOWN = "not shown"


@dataclass(frozen=True, slots=True)
class ProofReport:
    """The result of checking.

    Attributes:
        verdict: whether the solutions are confirmed.
        refuted: the claim that fails, or None.
        confirmed: the claims that are confirmed.
        not_shown: the claims that the file does not show.
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
    """The claims of every solution."""

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
        self.confirmed.append(f"{len(self.tree.edges)} moves between {len(self.tree.nodes)} positions are as stated")
        found = self.solutions()
        verdict = self.solution["verdict"]
        claim((verdict == "solved") == bool(found), f"the verdict is '{verdict}', but there are {found} solutions")
        if self.solution["complete"]:
            self.not_shown.append(f"that there is no {'other ' if found else ''}solution")
        shown = ProofVerdict.CONFIRMED if found else ProofVerdict.NOT_SHOWN
        return ProofReport(shown, confirmed=tuple(self.confirmed), not_shown=tuple(self.not_shown))

    def solutions(self) -> int:
        """Check the solutions; returns their number."""
        raise NotImplementedError

    def keys(self, attack: Callable[[Edge, int], int], does: str) -> int | None:
        """Check that the keys are those of the tree.

        Args:
            attack: checks one for a largest number of moves, and returns its number.
            does: what a key does in a number of moves, in words.

        Returns:
            The number of moves of the quickest key, if that is less than asked for; otherwise None.
        """
        text, most = self.solution["keys"], self.asked.moves
        edges = self.root.by_kind("key")
        claim(sorted(text) == sorted(edge.move for edge in edges), f"the keys {text} are not those of the tree")
        proved = {edge.move: attack(edge, most) for edge in edges}
        quickest = min(proved.values(), default=None)
        claim(self.root.distance == quickest, f"the quickest key needs {quickest} moves, not {self.root.distance}")
        self.confirmed += [f"{key} {does} in {moves}" for key, moves in proved.items()]
        if text:
            self.not_shown.append("that there is no quicker way")
        return quickest if quickest is not None and quickest < most else None

    def labels(self, short: float | None, duals: bool = False) -> None:
        """Check `short` and `labels` against the tree."""
        cooked = len(self.solution["keys"]) > 1
        labels = [name for name, so in (("cooked", cooked), ("short", short is not None), ("duals", duals)) if so]
        for name, is_so in (("short", short), ("labels", labels)):
            claim(self.solution[name] == is_so, f"'{name}' is {self.solution[name]}, but the tree shows {is_so}")
