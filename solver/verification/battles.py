"""Whether what is stated of direct, self and reflex play is so: keys, threats, variations, tries, set play."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import suppress

from ..errors import MoveError
from ..play.position import Position
from ..solving.problem.plays import PLAY_FORMS
from ..solving.problem.roles import battle
from ..solving.problem.solution import PASS, Kind, Solution
from .duals import duals
from .faults import Fault, Sort
from .phases import Phase
from .reasons import unreached, without_moves
from .repeats import repeats
from .solution_text import Stated
from .solver_questions import Asker, passed, played

_NAMED = 3
"""At most this many refutations, or variations that are left out, are named."""


class BattleJudge:
    """Compares what is stated of a problem with what is true.

    Args:
        phase: the problem.
        asker: asks the solver.
        solution: all keys, with tries if any are stated.
    """

    def __init__(self, phase: Phase, asker: Asker, solution: Solution) -> None:
        self.phase, self.asker, self.solution = phase, asker, solution
        self.spelling = phase.spelling
        self.asked = phase.stipulation

    def compare(self, root: Stated, unstated: Sort) -> Iterator[Fault]:
        """What is wrong with a statement; `unstated` is the fault of a key that it does not name."""
        yield from repeats(self.spelling, self.phase.position, root)
        if self.asked.played:
            yield from self._attacked(self.phase.position, root, self.asked.moves - 1, Sort.LINE)
            for key in self.solution.keys:
                yield from self._left_out(key, root)
            return
        named = set()
        for node in root.after:
            named.add((yield from self._first_move(node)))
        if self.phase.with_set_play and not any(node.is_pass for node in root.after):
            if self.asked.has_set_play:
                yield from self._sets_left_out()
            elif self.phase.is_alone:
                yield Fault(Sort.SET_PLAY, f"the file asks for it, but {self.asked} has none")
        for key in self.solution.keys:
            if key not in named:
                yield Fault(unstated, f"{self.main_line(key)} solves too, and is not stated")

    def _first_move(self, node: Stated) -> Generator[Fault, None, str | None]:
        """What is wrong with a first move and what follows it; the move, or None if it is a pass or illegal."""
        position = self.phase.position
        if node.is_pass:
            yield from self._set_play(node)
            return None
        move = yield from self._legal(position, node)
        if move is None:
            return None
        if node.is_try:
            yield from self._tried(position, move, node, self.asked.moves)
        elif move in self.solution.keys:
            yield from self._attacked(position.push(move), node, self.asked.moves - 1, Sort.LINE)
            yield from self._left_out(move, node)
        else:
            why = self._why_not(position, move, self.asked.moves)
            yield Fault(Sort.KEY, f"1.{node.text} is no key: {why}", line=node.line)
        return move

    def count(self) -> int:
        """How many keys there are."""
        return len(self.solution.keys)

    def some(self) -> list[str]:
        """Some keys, each with a variation."""
        return [self.main_line(key) for key in self.solution.keys[:_NAMED]]

    def shortest(self) -> str:
        """A variation of the quickest key."""
        return self.main_line(self.solution.keys[0])

    def more(self) -> Iterator[Fault]:
        """What else is wrong where there are as many keys as are intended: duals."""
        if len(self.phase.intended) > 1:
            written = ".".join(map(str, self.phase.intended))
            yield Fault(Sort.UNCHECKED, f"intended-solutions {written}: in {self.asked} only keys are counted", True)
        for key in self.solution.keys:
            yield from duals(self.solution, key, self.spelling)

    def tries(self, root: Stated) -> dict[str, list[str]]:
        """The tries that are stated, as far as they are legal and no keys, with all that refutes each.

        Raises:
            LimitReached: if there was no time for it.
        """
        position, found = self.phase.position, {}
        for node in root.after if self.asked.moves > 1 else ():
            with suppress(MoveError):
                move = self.spelling.legal(position, node.text, node.beside) if node.is_try else None
                if move and move not in self.solution.keys:
                    found[move] = self._refutations(position.push(move), move, self.asked.moves - 1)
        return found

    def main_line(self, key: str) -> str:
        """A key with one variation that is as long as any."""
        solution, position, mark = self.solution, self.phase.position, self.asked.goal.mark
        node, reached = solution.start(key)
        written = "" if self.asked.played else f"1.{self.spelling.written(position, key)}"
        position = solution.after(key)
        # Play may come back to where it was, so it is followed no longer than was asked for.
        for number in range(2, self.asked.moves + 2):
            defences = [] if reached else solution.moves(node, Kind.DEFENCE)
            if not defences:
                break
            defence, node, reached = max(defences, key=lambda each: each[1].distance or 0)
            written += f" {self.spelling.written(position, defence)}" if written else self._first(position, defence)
            position = played(position, defence)
            answers = [] if reached else solution.moves(node, Kind.ATTACK)
            if not answers:
                break
            attack, node, reached = answers[0]
            written += f" {number}.{self.spelling.written(position, attack)}"
            position = position.push(attack)
        return written + (mark if reached else "")

    def unsolved(self) -> str:
        """Why there is no solution."""
        start, goal, moves = self.phase.position, self.asked.goal.name, self.asked.moves
        found = [move for move, *_ in self.solution.moves(self.solution.play.root, Kind.REFUTATION)]
        if found:
            return "the key is refuted by " + ", ".join(self._first(start, move) for move in found[:_NAMED])
        what = "the key does not force" if self.asked.played else f"no move of {start.turn} forces"
        return f"{what} the goal ({goal}) in {moves} move{'' if moves == 1 else 's'}"

    def _first(self, position: Position, defence: str) -> str:
        return f"1...{self.spelling.written(position, defence)}"

    def _legal(self, position: Position, node: Stated) -> Generator[Fault, None, str | None]:
        """The move that is meant; None, and a fault, if it is not legal."""
        try:
            return self.spelling.legal(position, node.text, node.beside)
        except MoveError as error:
            yield Fault(Sort.ILLEGAL, self.spelling.refusal(position, node.text, error), line=node.line)
            return None

    def _attacked(self, after: Position, node: Stated, left: int, sort: Sort, is_try: bool = False) -> Iterator[Fault]:
        """The faults of what follows a move of the attacker.

        Args:
            after: the position after that move.
            node: the move.
            left: how many moves the attacker has left.
            sort: the fault that it is if something does not force the goal.
            is_try: whether it is a try, or set play, whose refutations have been looked at.
        """
        for each in node.after:
            if each.is_any:
                if each.after:
                    yield Fault(Sort.UNCHECKED, f"the moves after {each.text} (any move)", True, line=each.line)
            elif each.is_pass:
                threatened = passed(after)
                if threatened is None:
                    yield Fault(Sort.THREAT, f"{node.text} gives check, so there is no threat", line=each.line)
                else:
                    yield from self._defended(threatened, each, left, Sort.THREAT)
            else:
                move = yield from self._legal(after, each)
                if move is not None and not each.refutes:
                    yield from self._defended(after.push(move), each, left, sort)
                elif move is not None and not is_try:
                    yield self._refutes_nothing(node, each, sort, after.push(move), left)

    def _refutes_nothing(self, node: Stated, reply: Stated, sort: Sort, position: Position, left: int) -> Fault:
        """The fault that a move works although a refutation of it is stated; `position` follows the refutation."""
        written = (
            f"{reply.text} is stated as a refutation of {node.text or 'set play'}, but {self._answer(position, left)}"
        )
        return Fault(sort, written, line=reply.line)

    def _answer(self, position: Position, left: int) -> str:
        """The attacker's answer to a reply that refutes nothing, in words; `left` counts the answer."""
        moves = self.asker.working(position, self.asked, left, self.phase.against)
        if not moves:
            return f"{position.turn} reaches the goal all the same"
        return f"it is answered by {self.asked.moves - left + 1}.{self.spelling.written(position, moves[0])}"

    def _defended(self, position: Position, node: Stated, left: int, sort: Sort) -> Iterator[Fault]:
        """What is wrong with the attacker's moves after a move of the defender, or after none."""
        for each in node.after:
            if each.is_any:
                continue
            move = yield from self._legal(position, each)
            if move is None:
                continue
            if each.is_try:
                yield from self._tried(position, move, each, left)
            elif move in self.asker.working(position, self.asked, left, self.phase.against):
                yield from self._attacked(position.push(move), each, left - 1, sort)
            else:
                before = f"1...{node.text} " if node.text and left == self.asked.moves - 1 else ""
                number = self.asked.moves - left + 1
                why = self._why_not(position, move, left)
                yield Fault(sort, f"{before}{number}.{each.text}: {why}", line=each.line)

    def _why_not(self, position: Position, move: str, left: int) -> str:
        """Why a move of the attacker does not force the goal; `left` counts this move."""
        number = self.asked.moves - left + 1
        after, goal = position.push(move), self.asked.goal
        if left < 1:
            return f"{self.asked} ends with move {self.asked.moves}"
        if left == 1 and not battle(self.asked).by_defender:
            return f"it {unreached(self.phase, after)}"
        refuting = self.asker.refutations(after, self.asked, left - 1)
        if not refuting:
            return f"it does not force the goal ({goal.name}){without_moves(after)}"
        written = ", ".join(self.spelling.written(after, each) for each in refuting[:_NAMED])
        more = f" and {len(refuting) - _NAMED} more" if len(refuting) > _NAMED else ""
        return f"refuted by {number}...{written}{more}"

    def _set_play(self, node: Stated) -> Iterator[Fault]:
        start = passed(self.phase.position)
        if start is None:
            yield Fault(Sort.SET_PLAY, f"it is stated, but {self.phase.position.turn} is in check", line=node.line)
        elif not self.asked.has_set_play:
            yield Fault(Sort.SET_PLAY, f"it is stated, but {self.asked} has none", line=node.line)
        else:
            yield from self._ends(start, node)
            yield from self._unanswered(start, node)
            yield from self._attacked(start, node, self.asked.moves - 1, Sort.SET_PLAY, is_try=True)

    def _unanswered(self, start: Position, node: Stated) -> Iterator[Fault]:
        """The faults of replies that are stated as unanswered in the set play."""
        for each in node.after:
            each.refutes = each.refutes or (each.mark.startswith("!") and not each.after)
        stated = [each for each in node.after if each.refutes]
        refuting = self.asker.refutations(start, self.asked, self.asked.moves - 1) if stated else []
        for each in stated:
            with suppress(MoveError):  # what is not legal is reported with the rest
                reply = self.spelling.legal(start, each.text, each.beside)
                if reply not in refuting:
                    answer = self._answer(played(start, reply), self.asked.moves - 1)
                    text = f"1...{each.text} is stated as unanswered, but {answer}"
                    yield Fault(Sort.SET_PLAY, text, line=each.line)

    def _ends(self, start: Position, node: Stated) -> Iterator[Fault]:
        """What is wrong with set play that has to end at once, as that of series play does."""
        passes = self.solution.moves(self.solution.play.root, Kind.PASS)
        ending = {reply for _, after, _ in passes for reply, *_ in self.solution.moves(after, Kind.SET, Kind.DEFENCE)}
        for each in node.after if PLAY_FORMS[self.asked.play].parries else ():
            with suppress(MoveError):  # what is not legal is reported with the rest
                reply = self.spelling.legal(start, each.text, each.beside)
                if reply not in ending:
                    text = f"1...{each.text} {unreached(self.phase, played(start, reply))}"
                    yield Fault(Sort.SET_PLAY, text, line=each.line)

    def _tried(self, position: Position, move: str, node: Stated, left: int) -> Iterator[Fault]:
        """What is wrong with a try: it works, it is refuted otherwise, or its variations are not so.

        Args:
            position: where it is tried.
            move: the try.
            node: as it is stated.
            left: how many moves the attacker has with it.
        """
        after, number = position.push(move), self.asked.moves - left + 1
        for each in node.after:
            each.refutes = each.refutes or each.mark.startswith("!")
        if self._works(position, move, left):
            what = "is a key" if left == self.asked.moves else f"forces the goal ({self.asked.goal.name})"
            yield Fault(Sort.TRY, f"{number}.{node.text} is stated as a try, but {what}", line=node.line)
        else:
            yield from self._refuted(after, node, left - 1, self._refutations(after, move, left - 1))
        yield from self._attacked(after, node, left - 1, Sort.TRY, is_try=True)

    def _refutations(self, after: Position, move: str, left: int) -> list[str]:
        """The refutations of a move of the attacker; `left` counts the moves after it."""
        return self.asker.refutations(after, self.asked, left)

    def _works(self, position: Position, move: str, left: int) -> bool:
        """Whether the attacker forces the goal by a move; `left` counts this move."""
        if left == self.asked.moves:
            return move in self.solution.keys
        return move in self.asker.working(position, self.asked, left, self.phase.against)

    def _refuted(self, after: Position, node: Stated, left: int, refuting: list[str]) -> Iterator[Fault]:
        """What is wrong with the refutations of a try, given the true ones; `left` counts the moves after the try."""
        stated, number = set(), self.asked.moves - left
        for each in node.after:
            with suppress(MoveError):  # an illegal move is reported with what follows the try
                reply = self.spelling.legal(after, each.text, each.beside) if each.refutes else None
                if reply is None:
                    continue
                stated.add(reply)
                if reply not in refuting:
                    answer = self._answer(played(after, reply), left)
                    written = f"{number}.{node.text}? is not refuted by {number}...{each.text}: {answer}"
                    yield Fault(Sort.TRY, written, line=each.line)
        others = [self.spelling.written(after, reply) for reply in refuting if reply not in stated]
        if others and stated.intersection(refuting):
            written = f"{number}.{node.text}? is refuted by {number}...{others[0]} too"
            yield Fault(Sort.TRY, written, line=node.line)

    def _left_out(self, key: str, node: Stated) -> Iterator[Fault]:
        """The defences that are not stated where others are, unless the threat answers them."""
        solution = self.solution
        if not any(not each.is_pass for each in node.after) or any(each.is_any for each in node.after):
            return
        after, (start, _) = solution.after(key), solution.start(key)
        stated = set()
        for each in node.after:
            if each.is_pass:
                stated.add(PASS)
            else:
                try:
                    stated.add(self.spelling.legal(after, each.text, each.beside))
                except MoveError:
                    continue  # reported already
        missing = []
        for defence, there, reached in solution.moves(start, Kind.DEFENCE):
            if defence not in stated and not reached and not solution.leaves_threat(start, there):
                missing.append(self.spelling.written(after, defence))
        yield from self._not_stated(missing)

    def _sets_left_out(self) -> Iterator[Fault]:
        """The replies of the set play that is asked for, if nothing of it is stated."""
        solution, start = self.solution, passed(self.phase.position)
        if start is None:
            return
        for _, node, _ in solution.moves(solution.play.root, Kind.PASS):
            replies = [reply for reply, *_ in solution.moves(node, Kind.SET, Kind.DEFENCE)]
            yield from self._not_stated([self.spelling.written(start, reply) for reply in replies], "set play ")

    def _not_stated(self, replies: Sequence[str], of: str = "") -> Iterator[Fault]:
        if replies:
            more = f" and {len(replies) - _NAMED} more" if len(replies) > _NAMED else ""
            yield Fault(Sort.LEFT_OUT, f"{of}1...{', '.join(replies[:_NAMED])}{more}", True)
