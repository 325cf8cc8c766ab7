"""The search for direct, self and reflex play: keys, a proof for each, tries and set play."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Mapping
from itertools import islice

from ..problem.kind import Kind
from ..problem.roles import battle
from .backend import Backend
from .limits import Limits
from .problem_search import M, N, Problem, ProblemSearch, Progress

_CHEAP = 500
"""If some first moves need fewer positions than this, more of them are decided at once."""


class BattleSearch(ProblemSearch[N, M]):
    """The search for keys. Each is proved in the tree as soon as it is found."""

    def __init__(
        self, backend: Backend[N, M], problem: Problem, limits: Limits, progress: Progress | None = None
    ) -> None:
        super().__init__(backend, problem, limits, progress)
        self.battle = battle(problem.stipulation)
        self._expanded: set[tuple[Hashable, int, bool]] = set()

    def run(self) -> None:
        """Find all keys, then tries and set play if they are asked for."""
        if self.problem.stipulation.played:
            self._find_play()
            return
        self._find_keys()
        if self.problem.tries:
            self._find_tries()
        if self.problem.set_play:
            self._find_set_play()

    def _find_keys(self) -> None:
        first_moves = [move for move in self._choices(self.root, attacking=True) if move is not None]
        most = self.problem.stipulation.moves
        for within in range(most if self.battle.exact else 1, most + 1):
            done, count = 0, self.backend.jobs
            while done < len(first_moves):
                some = [move for move in first_moves[done : done + count] if move not in self.keys]
                before = self.limits.nodes
                for move in self.backend.working(self.root, some, self.battle, within, self.limits) if some else ():
                    self._prove_key(move, within)
                    if len(self.keys) == self.problem.most:
                        return
                done = min(done + count, len(first_moves))
                last = next(reversed(self.keys), None)
                self.report(done, len(first_moves), None if last is None else self.backend.text(last))
                # A call costs more than moves that are decided at once. Where a limit may come, none may be lost by it.
                is_cheap = self.limits.nodes - before < _CHEAP and self.limits.most_nodes is None
                count = 2 * count if is_cheap else self.backend.jobs
            self.depth = within
        self.complete = True

    def _find_play(self) -> None:
        """Find the answers to the defences where the key has been made, or the defences that refute it."""
        replies = self._choices(self.root, attacking=False)
        most = self.problem.stipulation.moves
        refuting: list[M | None] = []
        for within in range(most if self.battle.exact else 1, most + 1):
            refuting = [reply for reply in replies if self._refutes(self.root, reply, within - 1)]
            self.depth = within
            if replies and not refuting:
                self._prove_play(replies, within)
                break
        with self.whole():
            for reply in refuting:
                self.add(self.root, reply, Kind.REFUTATION)
        self.complete = True

    def _prove_play(self, replies: Collection[M | None], distance: int) -> None:
        """Add the threats, and an answer to every defence, to the tree."""
        with self.whole():
            threats = self._add_threats(self.root, distance - 1)
            self._first_time(self.root, distance - 1)
            for reply in replies:
                self._reply(self.root, reply, distance - 1, Kind.DEFENCE, threats)
        self.keys[None] = distance
        self.play.root.distance = None if self.battle.exact else distance - 1
        self.short = distance if distance < self.problem.stipulation.moves else None

    def add(self, before: N, move: M | None, kind: Kind, distance: int | None = None, goal: bool = False) -> N:
        """Add a move to the tree, or to the unfinished proof.

        If the goal counts only after all moves, a position may be in the tree at several distances, and then has
        none.
        """
        return super().add(before, move, kind, None if self.battle.exact else distance, goal)

    def _prove_key(self, move: M, distance: int) -> None:
        """Add a key to the tree with its proof, or nothing of it if a limit is reached."""
        with self.whole():
            self._attack(self.root, move, distance, Kind.KEY)
        self.keys[move] = distance
        if self.short is None:
            self.play.root.distance = min(self.keys.values())
            self.short = distance if distance < self.problem.stipulation.moves else None

    def _find_tries(self) -> None:
        left = self.problem.stipulation.moves - 1
        for move in self._choices(self.root, attacking=True):
            if move is not None and move not in self.keys:
                after = self.backend.play(self.root, move)
                replies = self._choices(after, attacking=False)
                refuting = list(islice((reply for reply in replies if self._refutes(after, reply, left)), 2))
                if len(refuting) == 1:
                    self._show_try(move, refuting[0], left)

    def _show_try(self, move: M, refutation: M | None, left: int) -> None:
        """Add a try to the tree: its threats, an answer to every reply but one, and that reply."""
        with self.whole():
            after = self.add(self.root, move, Kind.TRY)
            self.add(after, refutation, Kind.REFUTATION)
            threats = self._add_threats(after, left)
            for reply in self._choices(after, attacking=False):
                if reply != refutation:
                    self._reply(after, reply, left, Kind.DEFENCE, threats)

    def _refutes(self, node: N, reply: M | None, left: int) -> bool:
        if self._reaches(node, reply, left):
            return False
        return not self.backend.forces(self.backend.after(node, reply), self.battle, left, self.limits)

    def _find_set_play(self) -> None:
        left = self.problem.stipulation.moves - 1
        if self.backend.in_check(self.root):
            return
        passed = self.backend.passed(self.root)
        for reply in self._choices(passed, attacking=False):
            # a player that moves in check only is in no check here; it moves if that ends the play
            counts = not self.battle.parries or self._reaches(passed, reply, 0)
            if counts and not self._refutes(passed, reply, left):
                self.add(self.root, None, Kind.PASS)
                self._reply(passed, reply, left, Kind.SET, {})

    def _attack(self, before: N, move: M, distance: int, kind: Kind) -> None:
        """Add a move that wins in this number of moves to the tree, with every defence and an answer to each."""
        reached = self._ends(distance)
        after = self.add(before, move, kind, distance - 1, reached)
        if not reached and self._first_time(after, distance - 1):
            threats = self._add_threats(after, distance - 1)
            for reply in self._choices(after, attacking=False):
                self._reply(after, reply, distance - 1, Kind.DEFENCE, threats)

    def _reply(self, before: N, reply: M | None, left: int, kind: Kind, threats: Mapping[Hashable, int]) -> None:
        """Add a reply to the tree with its answers: if a threat is among them that wins no later, only that."""
        if self._reaches(before, reply, left):
            self.add(before, reply, kind, 0, goal=True)
            return
        node = self.backend.after(before, reply)
        distance, answers = self._answers(node, left)
        self.add(before, reply, kind, distance)
        threatened = [answer for answer in answers if threats.get(answer.aim, 0) >= distance]
        # Play may have come here before by a reply that leaves a threat, so that this threat alone is in the tree.
        shown = threatened[:1] or (answers if self._first_time(node, left, whole=True) else [])
        if self._first_time(node, left):
            self._attack(node, shown[0], distance, Kind.ATTACK)
        for dual in shown:
            self._aside(node, dual, distance, Kind.DUAL)

    def _add_threats(self, after: N, left: int) -> dict[Hashable, int]:
        """Add the attacker's moves after a pass of the defender to the tree, the first one with all its defences.

        Returns:
            The aims of these moves, with the number of moves in which they win.
        """
        if not self.problem.threats or not left or self.battle.parries or self.backend.in_check(after):
            return {}
        passed = self.backend.passed(after)
        if not self.backend.forces(passed, self.battle, left, self.limits):
            return {}
        distance, threats = self._answers(passed, left)
        self.add(after, None, Kind.PASS, distance)
        first, *others = threats
        self._attack(passed, first, distance, Kind.THREAT)
        for threat in others:
            self._aside(passed, threat, distance, Kind.THREAT)
        return dict.fromkeys((threat.aim for threat in threats), distance)

    def _aside(self, before: N, move: M, distance: int, kind: Kind) -> None:
        """Add a move that wins as well as another; with the replies if the defender has to reach the goal then."""
        if self.battle.by_defender and distance == 1:
            self._attack(before, move, distance, kind)
        else:
            self.add(before, move, kind, distance - 1, self._ends(distance))

    def _answers(self, node: N, left: int) -> tuple[int, list[M]]:
        """The number of moves in which the attacker can force the goal, at most `left`, and its moves that do."""
        forces = self.backend.forces
        if self.battle.exact:
            return left, list(self.backend.answers(node, self.battle, left, self.limits))
        distance = next(n for n in range(1, left + 1) if n == left or forces(node, self.battle, n, self.limits))
        return distance, list(self.backend.answers(node, self.battle, distance, self.limits))

    def _choices(self, node: N, attacking: bool) -> Collection[M | None]:
        return self.backend.choices(node, self.battle, attacking)

    def _ends(self, distance: int) -> bool:
        """Whether a move of the attacker that wins in this number of moves, and not in fewer, reaches the goal."""
        return distance == 1 and not self.battle.by_defender

    def _reaches(self, node: N, reply: M | None, left: int) -> bool:
        """Whether a reply reaches the goal, the defender has to reach it, and this number of moves counts."""
        if reply is None or not self.battle.by_defender or (self.battle.exact and left):
            return False
        return self.backend.reaches(node, reply, self.battle.goal)

    def _first_time(self, node: N, left: int, whole: bool = False) -> bool:
        """Whether nothing is below a node in the tree yet, or not all answers are; if the goal counts only after all
        moves, with this number left.
        """
        key = (self.backend.key(node), left if self.battle.exact else 0, whole)
        first = key not in self._expanded
        self._expanded.add(key)
        return first
