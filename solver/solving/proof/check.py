"""An independent checker of exported solutions, over the reference engine alone.

It uses nothing of the search. It starts from the first position, plays every move of the tree by the rules, and
compares. Each claim of a file is confirmed, or refuted with the first claim that fails, or not shown: that
something does not exist (a further key, a quicker answer, an escape from a refutation) would need a search.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from ...arguments import checked, several
from ...asp.ruleset import load
from ...checking.outside import DEFAULT_LIMITS, RulesLimits, try_game
from ...play.from_text import read_position
from ...play.game import Game
from ...play.position import Position, bare
from ..problem.kind import PASS
from ..problem.plays import PLAY_FORMS, Ending
from ..problem.replay import is_over
from ..problem.roles import Battle, Cooperation, battle, cooperation, lengths, set_plays
from ..problem.stipulation import Stipulation
from .check_base import Checker, Progress
from .check_base import ProofReport as ProofReport
from .check_base import ProofVerdict as ProofVerdict
from .elimination_check import HuntChecker
from .proof_file import check_form
from .tree_replay import Edge, Node, Refuted, claim


@checked(rules_time=0, rules_memory=0)
def check_proof(
    solution: Any,
    readings: str | Sequence[str] = (),
    rules: str | Path | Sequence[str | Path] = (),
    progress: Progress | None = None,
    rules_time: float = DEFAULT_LIMITS.seconds,
    rules_memory: float = DEFAULT_LIMITS.gigabytes,
) -> ProofReport:
    """Confirm or refute an exported solution.

    Args:
        solution: the output of `shadowmate solve --json`, decoded, or `as_json()` of a Solution.
        readings: the name of a reading, or several; by default those that the file names.
        rules: a further folder to look for games in, or several.
        progress: called with the number of positions checked, and of all.
        rules_time: time limit for the first trial of the rules in those folders, in seconds of processor time.
        rules_memory: memory limit for that, in gigabytes.

    Raises:
        ProofError: if it is no exported solution.
        ShadowmateError: if its position or stipulation cannot be read.
    """
    check_form(solution)
    try:
        name = solution["position"].partition(":")[0]
        folders = tuple(map(Path, several(rules, str | Path)))
        rules_asked = (name, several(readings or solution["readings"], str), folders)
        try_game(*rules_asked, RulesLimits(rules_time, rules_memory))
        played = Game(load(*rules_asked, solution.get("letters", "")))
        asked = Stipulation.parse(solution["stipulation"]).checked(played, solution.get("against"))
        position = bare(read_position(played, solution["position"], Position))
        hunts = len(played.ruleset.players) > 2
        kind = HuntChecker if hunts else _BattleChecker if asked.is_battle else _LinesChecker
        return kind(solution, position, asked).report(progress)
    except Refuted as refuted:
        return ProofReport(ProofVerdict.REFUTED, str(refuted))


class _BattleChecker(Checker):
    """Every key forces the goal: every defence is there, with an answer that is nearer to the goal."""

    def __init__(self, solution: dict[str, Any], position: Position, asked: Stipulation) -> None:
        super().__init__(solution, position, asked)
        self.rules: Battle = battle(asked)
        self.proved: set[Node] = set()
        self._known: dict[tuple[Node, int], Refuted | None] = {}
        self.chosen: dict[Node, Collection[str]] = {}
        self._attacked: list[tuple[Node, int]] = []

    def solutions(self) -> int:
        for edge in self.tree.edges:
            by_defender = edge.kind in ("defence", "set")
            right = not edge.goal or by_defender == self.rules.by_defender
            claim(right, f"{edge} reaches the goal, but the other player should reach it")
        reaches = f"forces {self.asked.goal.name}"
        short = self._play(reaches) if self.asked.played else self.keys(self._attack, reaches)
        self.labels(short, any(self._is_dual(reply) for node in self.proved for reply in node.by_kind("defence")))
        self._set_play()
        self._tries()
        self._threats()
        self._changed()
        loose = [edge for edge in self.tree.edges if edge.kind in ("dual", "threat") and not edge.goal]
        aside = [edge for edge in loose if edge.after not in self.proved]
        if aside:
            self.not_shown.append(f"the play after {len(aside)} duals and threats")
        return len(self.solution["keys"])

    def _play(self, does: str) -> int | None:
        """Check the play after a key that has been made; returns the same as `keys`."""
        text, replies = self.solution["keys"], self.root.by_kind("defence")
        claim(text == [PASS] * bool(text), f"the keys are {text}, and the key has been made")
        if not text:
            return None
        left = self.asked.moves - 1 if self.rules.exact else self.root.distance
        claim(left is not None and left < self.asked.moves, f"the goal is {left} moves away")
        assert left is not None
        self._attacked.append((self.root, self.asked.moves - 1))
        self._are_all(self.root.name, self.root, replies)
        claim(bool(replies), "there is no move after the key")
        for reply in replies:
            self._reply(reply, left)
        self.proved.add(self.root)
        self.confirmed.append(f"the key that has been made {does} in {left + 1}")
        self.not_shown.append("that there is no quicker way")
        return left + 1 if left + 1 < self.asked.moves else None

    def _set_play(self) -> None:
        if self.asked.played:
            return
        replies = [reply for passed in self.root.by_kind("pass") for reply in passed.after.by_kind("set", "defence")]
        for reply in replies:
            self._reply(reply, self.asked.moves - 1)
        if replies:
            self.confirmed.append(f"set play: {', '.join(reply.move for reply in replies)}")

    def _tries(self) -> None:
        tries = self.root.by_kind("try")
        for edge in tries:
            self._allow(edge)
            refutations, replies = edge.after.by_kind("refutation"), edge.after.by_kind("defence")
            claim(len(refutations) == 1, f"{edge} does not have one refutation")
            self._are_all(edge, edge.after, [*refutations, *replies])
            self._attacked.append((edge.after, self.asked.moves - 1))
            for reply in replies:
                self._reply(reply, self.asked.moves - 1)
        if tries:
            reaches = f"forces {self.asked.goal.name} in {self.asked.moves}"
            self.confirmed.append(f"tries: each of {len(tries)} {reaches}, but for one legal reply")
            self.not_shown.append("that this reply refutes it")

    def _threats(self) -> None:
        """Check the threats after the attacker's moves, as far as their defences are in the tree."""
        shown: list[str] = []
        wrong: dict[Node, Refuted] = {}
        right: set[Node] = set()
        for node, left in self._attacked:  # this grows by the nodes that threats lead to
            for passed in node.by_kind("pass"):
                threats = passed.after.by_kind("threat", "attack")
                some = [threat for threat in threats if threat.goal or threat.after.by_kind("defence")]
                try:
                    shown += self._some(some, self._distance(passed, left)) if some else []
                    right.add(node)
                except (
                    Refuted
                ) as refuted:  # if the goal counts only after all moves, it may be a threat at another number
                    if not self.rules.exact:
                        raise
                    wrong.setdefault(node, refuted)
        for node in wrong.keys() - right:
            raise wrong[node]
        if shown:
            self.confirmed.append(f"threats: {', '.join(dict.fromkeys(shown))}")

    def _is_dual(self, reply: Edge) -> bool:
        """Whether there is a dual after a reply, unless it leaves a threat, which then is no variation."""
        if not reply.after.by_kind("dual"):
            return False
        answers = {reply.after.moves[edge.move].aim for edge in reply.after.by_kind("attack", "dual")}
        for passed in reply.before.by_kind("pass"):
            after, most = passed.after, passed.after.distance
            left = reply.after.distance
            if most is None or left is None or left <= most:
                threats = after.by_kind("threat", "attack", "dual")
                if answers & {after.moves[edge.move].aim for edge in threats}:
                    return False
        return True

    def _changed(self) -> None:
        """Check that each change shows the answers of both phases."""
        keys = [edge.after for edge in self.root.by_kind("key") if edge.move in self.solution["keys"][:1]]
        for change in self.solution.get("changed", ()):
            first = self.root.by_kind("pass") if change["try"] is None else self.root.by_kind("try")
            phase = [edge.after for edge in first if change["try"] in (None, edge.move)]
            for name, starts in (("before", phase), ("after", keys)):
                replies = [reply for start in starts for reply in start.by_kind("set", "defence")]
                nodes = [reply.after for reply in replies if reply.move == change["defence"]]
                answers = sorted(answer.move for node in nodes for answer in node.by_kind("attack", "dual"))
                text = f"{change['defence']} is answered by {', '.join(change[name])} {name} the change"
                claim(bool(answers) and sorted(change[name]) == answers, f"{text}, but the tree has other moves")

    def _attack(self, edge: Edge, most: int) -> int:
        """Check that a move of the attacker forces the goal in at most some number of moves; returns the number."""
        self._allow(edge)
        claim(most > 0, f"{edge}: the goal should have been reached earlier")
        if self._reaches(edge, most - 1):
            return 1
        left = self._distance(edge, most - 1)
        self._once(edge.after, left, lambda: self._defended(edge, left))
        return left + 1

    def _defended(self, edge: Edge, left: int) -> None:
        """Check that after a move of the attacker every defence is there, with an answer."""
        self._attacked.append((edge.after, left))
        replies = edge.after.by_kind("defence")
        self._are_all(edge, edge.after, replies)
        claim(bool(replies), f"after {edge} there is no move, and the goal is not reached")
        for reply in replies:
            self._reply(reply, left)

    def _are_all(self, before: Edge | str, node: Node, replies: Sequence[Edge]) -> None:
        """Check that a position has no other replies, or only ones that lead to the same positions."""
        led_to = {name for reply in replies for name in (reply.move, reply.after.name)}
        for move in self._choices(node):
            there = move in led_to or (move != PASS and str(node.after(move)) in led_to)
            claim(there, f"the defence {move} is missing after {before}")

    def _reply(self, edge: Edge, most: int) -> None:
        """Check that after a move of the defender the goal is reached, or forced in at most some number of moves."""
        self._allow(edge)
        if self._reaches(edge, most):
            return
        left = self._distance(edge, most)
        # play may return to the start, where the answers are keys, and any quick enough one is right
        keys = (
            key for key in edge.after.by_kind("key") if key.after.distance is not None and key.after.distance < left
        )
        answers = edge.after.by_kind("attack") or list(keys)
        if self.rules.exact:
            answers = edge.after.by_kind("attack", "dual", "key", "threat")
        claim(bool(answers), f"{edge} has no answer")
        self._once(edge.after, left, lambda: self._some(answers, left))

    def _some(self, moves: Sequence[Edge], left: int) -> list[str]:
        """The moves that force the goal: all; or some, if it counts only after all moves, as others may have other
        numbers.
        """
        found: list[str] = []
        for number, move in enumerate(moves, 1):
            try:
                self._attack(move, left)
            except Refuted:
                if not self.rules.exact or (number == len(moves) and not found):
                    raise
            else:
                found.append(move.move)
        return found

    def _reaches(self, edge: Edge, left: int) -> bool:
        """Whether a move reaches the goal, and counts with this number of moves left."""
        return edge.goal and not (self.rules.exact and left)

    def _once(self, node: Node, left: int, check: Callable[[], object]) -> None:
        """Prove a position unless it has been proved; or that the goal is at an exact distance."""
        key = (node, left if self.rules.exact else 0)
        if key not in self._known:
            self._known[key] = None  # play may return to it
            try:
                check()
            except Refuted as refuted:
                self._known[key] = refuted
            else:
                self.proved.add(node)
        wrong = self._known[key]
        if wrong is not None:
            raise wrong

    def _distance(self, edge: Edge, most: int) -> int:
        distance = most if self.rules.exact else edge.after.distance
        claim(distance is not None and distance <= most, f"{edge}: the goal is {distance} moves away, not {most}")
        assert distance is not None
        claim(distance >= 0, f"{edge}: the goal is {distance} moves away")
        return distance

    def _allow(self, edge: Edge) -> None:
        allowed = self._choices(edge.before)
        claim(edge.move in allowed, f"{edge}: a player that can reach the goal must: {', '.join(allowed)}")

    def _choices(self, node: Node) -> Collection[str]:
        """The possible choices of the player to move."""
        if node not in self.chosen:
            moves = list(node.moves)
            attacking = (node.position.turn == self.root.position.turn) != self.asked.played
            idle = self.rules.parries and not attacking
            reaching = node.reaching(self.rules.goal) if self.rules.obliged or idle else []
            chosen = self.rules.choices(moves, reaching, attacking)
            if idle and self.rules.passes(node.position.is_check(), moves, reaching):
                chosen = [] if is_over(node.position) else [PASS]
            self.chosen[node] = chosen
        return self.chosen[node]


class _LinesChecker(Checker):
    """Every line is in the tree, from its start to a goal, with the right length and passes."""

    def solutions(self) -> int:
        lines, whole = self.solution["solutions"], replace(self.asked, exact=False)
        ends = {n: cooperation(asked) for n, asked in lengths(whole).items()}
        self._lines(lines, "solution", self.root, lengths(self.asked), ends)
        shortest = lengths(self.asked)[min(map(len, lines))] if lines else self.asked
        self.labels(None if shortest == self.asked else shortest.moves + shortest.half / 2)
        if PLAY_FORMS[self.asked.play].reciprocal:
            self._either(lines)
        if self.solution["set_play"]:
            sets, start = self.solution["set_play"], self._passed(self.root)
            self._lines(sets, "line of set play", start, set_plays(self.asked), set_plays(whole))
        return len(lines)

    def _lines(
        self, lines: list[list[str]], what: str, start: Node, counted: Collection[int], ends: dict[int, Cooperation]
    ) -> None:
        """Check lines from a node on.

        Args:
            lines: the lines.
            what: what they are.
            start: the node.
            counted: the lengths that lines may have.
            ends: the play for each length at which the goal may be reached, counted or not.
        """
        for number, line in enumerate(lines):
            text = f"the {what} '{' '.join(line)}'"
            claim(line not in lines[:number], f"{text} occurs twice")
            claim(len(line) in counted, f"{text} does not have the length of {self.asked}")
            together = ends[len(line)]
            same = (n for n, play in ends.items() if n < len(line) and play.passes[:-1] == together.passes[: n - 1])
            sooner = () if PLAY_FORMS[self.asked.play].reciprocal or together.nothing_follows else same
            self._line(line, text, start, together, set(sooner))
        if lines:
            self.confirmed.append(f"{len(lines)} {what}{'' if len(lines) == 1 else 's'}")

    def _line(self, line: list[str], text: str, node: Node, together: Cooperation, sooner: Collection[int]) -> None:
        """Check that a line follows the play and leads to the goal, and not after some smaller numbers of moves."""
        goal = False
        claim(0 not in sooner or not self._is_reached(node, node, "", together), f"{text}: {_SOONER}")
        for number, move in enumerate(line):
            ahead = replace(together, passes=together.passes[number:])
            idle = ahead.is_parry and not node.position.is_check()
            claim(idle == (move == PASS), f"{text}: {move} in {node.name}, where {_MOVES_IN_CHECK}")
            self._is_free(node, text, together)
            found = [edge for edge in node.by_kind("pass" if idle else "help") if edge.move == move]
            claim(bool(found), f"{text}: {move} is not in the tree")
            before, node, goal = node, found[0].after, found[0].goal
            reached = number + 1 in sooner and self._is_reached(before, node, move, together)
            claim(not reached, f"{text}: {_SOONER}")
            if ahead.passes[0]:
                self._is_free(node, text, together)
                node = self._passed(node)
        replies = [edge for edge in node.by_kind("defence") if edge.goal]
        if together.ending is Ending.FORCED:
            led_to = {name for reply in replies for name in (reply.move, reply.after.name)}
            others = [move for move in node.moves if move not in led_to and str(node.after(move)) not in led_to]
            claim(not others, f"{text}: {', '.join(others)} is not shown to reach the goal")
        goal = goal if together.ending is Ending.REACHED else bool(replies)
        claim(goal, f"{text} does not end with {self.asked.goal.name}")

    def _is_reached(self, before: Node, node: Node, move: str, together: Cooperation) -> bool:
        """Whether the goal is reached at a node by the move that led to it, or by the replies to it."""
        if together.ending is Ending.REACHED:
            return move in before.reaching(together.goal)
        replies = node.reaching(together.goal)
        return bool(replies) and (together.ending is Ending.ALLOWED or len(replies) == len(node.moves))

    def _is_free(self, node: Node, text: str, together: Cooperation) -> None:
        """Check that no player could have reached the goal earlier, if it then had to."""
        reaching = node.reaching(together.goal) if together.obliged else []
        claim(not reaching, f"{text}: a player that can reach the goal must: {', '.join(reaching)}")

    def _either(self, lines: list[list[str]]) -> None:
        """Check that in reciprocal play the mover of the last move but one can reach the goal, or help the other to
        it.
        """
        whole = {len(cooperation(asked).passes) for asked in lengths(self.asked).values()}
        helped = {tuple(line[:-2]) for line in lines if len(line) in whole}
        own = {tuple(line[:-1]) for line in lines if len(line) not in whole}
        for line in sorted(helped ^ own):
            claim(False, f"after '{' '.join(line)}' only one of the players is shown to reach the goal")

    def _passed(self, node: Node) -> Node:
        passes = node.by_kind("pass")
        claim(bool(passes), f"a player passes in check in {node.name}")
        return passes[0].after


_SOONER = "it goes on after the goal is reached"
_MOVES_IN_CHECK = "the other player moves if it is in check, and otherwise passes"
