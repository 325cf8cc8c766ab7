"""Whether what is stated where more than two play is so: keys, tries, and what answers the moves of all others."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import suppress

from ..errors import MoveError
from ..play.position import Position
from ..solving.problem.elimination_text import NAMED
from ..solving.problem.play import Node
from ..solving.problem.solution import Kind, Solution
from .battles import BattleJudge
from .faults import Fault, Sort
from .phases import Phase
from .solution_text import Stated
from .solver_questions import Asker


class HuntJudge(BattleJudge):
    """Compares what is stated of a problem with what is true; between the attacker's moves every other player moves.

    Args:
        phase: the problem.
        asker: asks the solver.
        solution: all keys, with tries if any are stated.
    """

    def __init__(self, phase: Phase, asker: Asker, solution: Solution) -> None:
        super().__init__(phase, asker, solution)
        nodes = {move: after for move, after, _ in solution.moves(solution.play.root, Kind.TRY)}
        self._tries = {move: solution.moves(after, Kind.REFUTATION) for move, after in nodes.items()}

    def tries(self, root: Stated) -> dict[str, list[str]]:
        """The tries that are stated and are such, each with its refutation."""
        found = {}
        for node in root.after:
            with suppress(MoveError):
                move = self.spelling.legal(self.phase.position, node.text, node.beside) if node.is_try else None
                if move in self._tries:
                    found[move] = self._refutations(self.phase.position.push(move), move, self.asked.moves - 1)
        return found

    def more(self) -> Iterator[Fault]:
        """What else is wrong where there are as many keys as are intended: duals."""
        for key in self.solution.keys:
            start, _ = self.solution.start(key)
            first = f"1.{self.spelling.written(self.phase.position, key)}"
            yield from self._duals(start, self.solution.after(key), first, set())

    def unsolved(self) -> str:
        """Why there is no solution."""
        return f"no move of {self.phase.position.turn} eliminates {self.phase.against or 'a player'} by force"

    def _answer(self, position: Position, left: int) -> str:
        if position.begun().turn == self.phase.turn:
            return super()._answer(position, left)
        return f"{self.phase.turn} still eliminates {self.phase.against or 'a player'} by force"

    def _for_two(self) -> str:
        return f"for two players, not for {len(self.phase.position.game.ruleset.players)}"

    def main_line(self, key: str) -> str:
        """A key."""
        _, reached = self.solution.start(key)
        return f"1.{self.spelling.written(self.phase.position, key)}" + (self.asked.goal.mark if reached else "")

    def _legal(self, position: Position, node: Stated) -> Generator[Fault, None, str | None]:
        """The move that is meant; None, and a fault that names the player to move, if it is not legal."""
        try:
            return self.spelling.legal(position, node.text, node.beside)
        except MoveError as error:
            refusal = self.spelling.refusal(position, node.text, error)
            yield Fault(Sort.ILLEGAL, f"{refusal} ({position.begun().turn} to move)", line=node.line)
            return None

    def _attacked(self, after: Position, node: Stated, left: int, sort: Sort, is_try: bool = False) -> Iterator[Fault]:
        """The faults of the others' moves, and of what follows them; `left` counts the attacker's moves."""
        for each in node.after:
            if each.is_pass:
                yield Fault(Sort.THREAT, f"threats are {self._for_two()}", line=each.line)
            elif each.is_any:
                yield Fault(Sort.UNCHECKED, f"the moves after {each.text} (any move)", True, line=each.line)
            else:
                move = yield from self._legal(after, each)
                if move is not None and not each.refutes:
                    yield from self._replied(after.push(move), each, left, sort)
                elif move is not None and not is_try:
                    yield self._refutes_nothing(node, each, sort, after.push(move), left)

    def _replied(self, position: Position, node: Stated, left: int, sort: Sort) -> Iterator[Fault]:
        """What is wrong with what follows a reply, whoever moves then."""
        follows = self._defended if position.begun().turn == self.phase.turn else self._attacked
        yield from follows(position, node, left, sort)

    def _why_not(self, position: Position, move: str, left: int) -> str:
        """Why a move of the attacker is not a key; `left` counts this move."""
        if left < 1:
            return f"{self.asked} ends with move {self.asked.moves}"
        against = self.phase.against
        return f"{against} is not eliminated by force" if against else "no player is eliminated by force"

    def _set_play(self, node: Stated) -> Iterator[Fault]:
        yield Fault(Sort.SET_PLAY, f"set play is {self._for_two()}", line=node.line)

    def _tried(self, position: Position, move: str, node: Stated, left: int) -> Iterator[Fault]:
        """What is wrong with a try: it works, or the next player has no refutation, several, or another one."""
        if left < self.asked.moves:
            yield Fault(Sort.UNCHECKED, f"{node.text}, a try after the first move", True, line=node.line)
        elif move in self.solution.keys or move in self._tries:
            yield from super()._tried(position, move, node, left)
        else:
            why = "the next player has no refutation of it, or several"
            yield Fault(Sort.TRY, f"1.{node.text} is stated as a try, but {why}", line=node.line)

    def _refutations(self, after: Position, move: str, left: int) -> list[str]:
        """What refutes a try: the one move that the solver has found."""
        return [refutation for refutation, *_ in self._tries[move]]

    def _left_out(self, key: str, node: Stated) -> Iterator[Fault]:
        """Nothing: no problem states all replies."""
        yield from ()

    def _duals(self, node: Node, position: Position, line: str, seen: set[Node]) -> Iterator[Fault]:
        """The duals below a position of the tree, each once, with a line that leads there."""
        if node in seen:
            return
        seen.add(node)
        solution, written = self.solution, self.spelling.written
        attacks = solution.moves(node, Kind.ATTACK)
        duals = [move for move, *_ in solution.moves(node, Kind.DUAL)]
        if duals:
            last = node.distance == 1
            some = [attacks[0][0], *duals]
            more = f" and {len(some) - NAMED} more" if len(some) > NAMED else ""
            choices = ", ".join(written(position, move) for move in some[:NAMED]) + more
            yield Fault(Sort.DUAL, f"{line} {choices}", last, weight="last move" if last else "variation")
        for move, after, reached in [*attacks, *solution.moves(node, Kind.DEFENCE)]:
            if not reached:
                yield from self._duals(after, position.push(move), f"{line} {written(position, move)}", seen)
