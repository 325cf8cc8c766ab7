"""The text of a solution as problemists print it: set play, tries, keys with threats and variations, or lines.

It does not depend on the engine or the time of the search, except for `effort`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rich.text import Text

from .changes import Change
from .elimination_text import hunt_lines
from .kind import PASS, Kind
from .play import Led, Node
from .plays import PLAY_FORMS, Ending
from .replay import forced_at_once, is_over, reaches
from .roles import lengths
from .solution import Solution, Verdict
from .stipulation import Aim, Goal, Play

_STYLES = {
    r"^1\. \S+[!#=]": "bold green",
    r"\S+[#=](?=[\s,]|$)": "bold",
    r"\b(cook|dual|short|but|not known|there may be more|stopped before the end)\b": "yellow",
}


def styled(words: Sequence[str]) -> Text:
    """Lines of a solution with keys and ends in bold, for a terminal."""
    text = Text("\n".join(words))
    for pattern, style in _STYLES.items():
        text.highlight_regex(rf"(?m){pattern}", style)
    return text


def lines(solution: Solution) -> list[str]:
    """The solution in lines of text."""
    body = _battle(solution) if solution.stipulation.is_battle else _cooperation(solution)
    return [_headline(solution), *body]


def mate_lines(solution: Solution) -> list[str]:
    """The solution of a forced mate in lines of text, after a first line in words."""
    number, depth = solution.stipulation.moves, solution.searched.depth
    match solution.verdict:
        case Verdict.NONE:
            words = "; ".join(filter(None, [f"no mate in {number}", _beyond(solution), _otherwise(solution)]))
        case Verdict.UNKNOWN:
            proved = f"; no mate in {depth}" if depth else ""
            words = f"mate in {number}: not known, the search was stopped{proved}"
        case Verdict.SOLVED:
            found = number if solution.short is None else f"{solution.short:g}, fewer than {number}"
            words = f"mate in {found}: {_count(solution)}"
    return [words, *_battle(solution)]


def _otherwise(solution: Solution) -> str:
    """How to ask for other wins, where a direct mate was asked for."""
    ruleset, asked = solution.position.game.ruleset, solution.stipulation
    if asked.goal.aim is not Aim.MATE or asked.play is not Play.DIRECT or solution.eliminated is not None:
        return ""
    ways = [*ruleset.endings, *(["stalemate"] if "loses" in ruleset.names("no_move") else [])]
    counted = replace(asked, goal=Goal(Aim.WIN))
    return f"wins by {' or '.join(ways)} are left out: `solve` with '{counted}' counts them" if ways else ""


def effort(solution: Solution) -> str:
    """The amount of search, and whether it was planned or read from a table."""
    searched = solution.searched
    planned = "" if searched.pictures is None else f"planned: {searched.pictures} pictures; "
    read = f"endgame table: {searched.table}; " if searched.table else ""
    positions = "1 position" if searched.nodes == 1 else f"{searched.nodes} positions"
    return f"{planned}{read}searched: {positions} in {searched.seconds:.1f} s"


def lacking(solution: Solution, tries: bool, set_play: bool) -> str:
    """What was asked for besides the solution, was searched for and does not exist: `no set play and no try`, or ""."""
    first_moves = {kind for kind in Kind if solution.moves(solution.play.root, kind)}
    words = [
        *(["no set play"] if set_play and not solution.set_lines and Kind.PASS not in first_moves else []),
        *(["no try"] if tries and Kind.TRY not in first_moves else []),
    ]
    return "" if solution.stopped else " and ".join(words)


def _headline(solution: Solution) -> str:
    asked, depth = solution.stipulation, solution.searched.depth
    match solution.verdict:
        case Verdict.NONE:
            searched = "every defence was searched" if asked.played else "every first move was searched"
            words = [f"{asked}: no solution", _beyond(solution) or searched, _otherwise(solution)]
            return "; ".join(filter(None, words))
        case Verdict.UNKNOWN:
            proved = f"none in {depth}, {depth + 1} undecided" if depth else "undecided"
            return f"{asked}: not known, the search was stopped; {proved}"
    return f"{asked}: {_count(solution)}{_short(solution)}"


def _short(solution: Solution) -> str:
    """The number of keys or lines that need fewer moves than asked for."""
    if solution.short is None:
        return ""
    if solution.stipulation.played:
        return f"; short: {solution.short:g} will do"
    if solution.stipulation.is_battle:
        found = sum(_is_short(solution, after) for _, after, _ in solution.starts())
    else:
        whole = lengths(solution.stipulation)
        found = sum(whole[len(line)] != solution.stipulation for line in solution.lines)
    return f"; short: {found} of them in fewer moves, {solution.short:g} will do"


def _is_short(solution: Solution, after: Node) -> bool:
    """Whether a key, given by the node after it, needs fewer moves than asked for."""
    distance = after.distance  # there is none if the goal counts only after all moves
    return distance is not None and distance + 1 < solution.stipulation.moves


def _beyond(solution: Solution) -> str:
    """What else is known without a solution: that there is no first move, or only the goal, or the value in a table."""
    start, value = solution.position, solution.searched.table
    if is_over(start) or not start.legal_moves():
        return f"{start.turn} has no move"
    if forced := forced_at_once(start, solution.stipulation):
        return f"{start.turn} can reach the goal at once by {forced}, so it must, and has failed"
    if value is None:
        return ""
    longer = f"mate in {value.moves}" if value.result == "won" else "nor in more"
    return f"{longer}, by the endgame table"


def _count(solution: Solution) -> str:
    """The number of keys or lines, and why there may be more."""
    if solution.stipulation.played:
        return "the key works"
    found = len(solution.keys or solution.lines)
    what = ("key" if solution.keys else "solution") + ("s" if found != 1 else "")
    more = "" if solution.complete else "; there may be more"
    return f"{found} {what}{more}{'; stopped before the end' if solution.stopped else ''}"


def _battle(solution: Solution) -> Iterator[str]:
    if solution.eliminated is not None:
        yield from hunt_lines(solution)
        return
    if solution.stipulation.played:
        yield from _play(solution)
        return
    passes = solution.moves(solution.play.root, Kind.PASS)
    if passes:
        yield "set play"
        start = passes[0][1]
        yield from _Variations(solution, start).below(start, 1, "    ", Kind.SET, Kind.DEFENCE, threats=())
    for move, after, _ in solution.moves(solution.play.root, Kind.TRY):
        variations = _Variations(solution, after)
        stated = list(variations.below(after, 1, "    ", Kind.DEFENCE))
        ((refutation, refuted, _),) = solution.moves(after, Kind.REFUTATION)
        but = f"but 1... {_refutation(solution, after, refutation, refuted)}!"
        first = f"1. {_marked(solution, move, after)}?"
        aims = variations.intention()
        yield from [first + aims, *stated, f"    {but}"] if stated or aims else [f"{first} {but}"]
    after_key = {move: (after, reached) for move, after, reached in solution.moves(solution.play.root, Kind.KEY)}
    for key in solution.keys:
        after, reached = after_key[key]
        cook = "  short" if _is_short(solution, after) else "" if key == solution.key else "  cook"
        if reached:
            yield f"1. {_marked(solution, key, after, reached)}{'' if solution.stipulation.goal.mark else '!'}{cook}"
        else:
            variations = _Variations(solution, after)
            yield f"1. {_marked(solution, key, after)}!{variations.intention()}{cook}"
            yield from variations.below(after, 1, "    ", Kind.DEFENCE)
    yield from _changed(solution)


def _play(solution: Solution) -> Iterator[str]:
    """The play after a key that has been made, or its refutations."""
    root = solution.play.root
    if solution.keys:
        variations = _Variations(solution, root)
        yield from filter(None, [variations.intention().strip()])
        yield from variations.below(root, 1, "    ", Kind.DEFENCE)
    found = solution.moves(root, Kind.REFUTATION)
    refutations = [_refutation(solution, root, move, after) for move, after, _ in found]
    yield from [f"    but 1... {', '.join(refutations)}!"] if refutations else []


def _changed(solution: Solution) -> Iterator[str]:
    """The defences with changed answers: a line each, with the answers in all phases, the actual play last."""
    mark = solution.stipulation.goal.mark
    changed: dict[str, list[Change]] = {}
    for change in solution.changed:
        changed.setdefault(change.defence, []).append(change)
    if changed:
        goals = all(change.mates for each in changed.values() for change in each)
        yield f"changed {f'{solution.stipulation.goal.name}s' if goals else 'play'}"
    for defence, each in sorted(changed.items()):
        phases = [("set play" if change.attempt is None else f"1. {change.attempt}?", change.before) for change in each]
        phases.append((f"1. {solution.key}!", each[0].after))
        words = [
            f"2. {', '.join(move + mark * each[0].mates for move in answers)} ({phase})" for phase, answers in phases
        ]
        yield f"    1... {defence} {'; '.join(words)}"


class _Variations:
    """The variations after a key, or of the set play."""

    def __init__(self, solution: Solution, start: Node) -> None:
        self.solution = solution
        self.start = start

    def threats(self, node: Node, number: int) -> list[Led]:
        """The threats after the attacker's move of that number, those with a proof first."""
        found, asked, moves = self.solution.threats(node), self.solution.stipulation, self.solution.moves
        if asked.exact:
            last = number + 1 == asked.moves and PLAY_FORMS[asked.play].ending is Ending.REACHED
            found = [each for each in found if each[2] == last] if number < asked.moves else []
        return sorted(found, key=lambda threat: not moves(threat[1], Kind.DEFENCE))

    def intention(self, node: Node | None = None, number: int = 1) -> str:
        """The purpose of the attacker's move, by default of the key: a threat, or zugzwang."""
        node = node or self.start
        threats = self.threats(node, number)
        if threats:
            return f" threat {number + 1}. " + ", ".join(_marked(self.solution, *threat) for threat in threats)
        if PLAY_FORMS[self.solution.stipulation.play].parries or not self.solution.with_threats:
            return ""
        return "" if node.check or not node.distance else " zugzwang"

    def below(
        self, node: Node, number: int, indent: str, *kinds: Kind, threats: Sequence[Led] | None = None
    ) -> Iterator[str]:
        """The replies and their answers, grouped by answers, the largest group first.

        Before them is the play of the threat. Replies that do not parry it are left out. `threats` are those that
        count, by default all: the set play has none, though other play may have some in its first position.
        """
        threats = self.threats(node, number) if threats is None else threats
        if threats:
            move, then, reached = threats[0]
            aims = "" if reached else self.intention(then, number + 1)
            if aims:
                yield f"{indent}    {number + 1}. {_marked(self.solution, move, then)}{aims}"
            yield from self.below(then, number + 1, indent + "    ", Kind.DEFENCE)
        ends: dict[str, list[str]] = {}
        longer: list[tuple[str, str, Node]] = []
        for reply, after, reached in self.solution.moves(node, *kinds):
            if reached:
                ends.setdefault("", []).append(_marked(self.solution, reply, after, True))
                continue
            answers = self._answers(after, number + 1)
            if not answers or self.solution.leaves_threat(node, after, threats):
                continue
            answer_text = ", ".join(_marked(self.solution, *answer) for answer in answers)
            reply = _marked(self.solution, reply, after)
            answer_text = f" {number + 1}. {answer_text}{'  dual' if len(answers) > 1 else ''}"
            if answers[0][2]:
                ends.setdefault(answer_text, []).append(reply)
            else:
                aims = self.intention(answers[0][1], number + 1)
                # of several answers the first is shown, so the purpose names it
                first = f"; {number + 1}. {answers[0][0]}" if aims and len(answers) > 1 else ""
                longer.append((reply, answer_text + first + aims, answers[0][1]))
        for answer_text, replies in sorted(ends.items(), key=lambda item: -len(item[1])):
            yield f"{indent}{number}... {', '.join(replies)}{answer_text}"
        for reply, answer_text, then in longer:
            yield f"{indent}{number}... {reply}{answer_text}"
            yield from self.below(then, number + 1, indent + "    ", Kind.DEFENCE)

    def _answers(self, node: Node, number: int) -> list[Led]:
        """The attacker's moves there, of that number.

        If the goal counts only after all moves, a position may occur at several numbers, each with its own answers.
        """
        found, asked = self.solution.answers(node), self.solution.stipulation
        if node.distance is not None:
            return found
        last = number == asked.moves and PLAY_FORMS[asked.play].ending is Ending.REACHED
        found += self.solution.moves(node, Kind.KEY, Kind.THREAT)
        return [each for each in found if each[2] == last] if number <= asked.moves else []


def _marked(solution: Solution, move: str, after: Node, reached: bool = False) -> str:
    """A move with the sign of the goal if it reaches it, or else that of a check or mate, if it gives one."""
    goal = solution.stipulation.goal
    if not reached or goal.aim is Aim.CHECK:
        return move + after.sign
    if goal.aim is Aim.MATE_OR_STALEMATE:
        return move + ("#" if after.check else "=")
    return move + (goal.mark or after.sign)


def _refutation(solution: Solution, before: Node, move: str, after: Node) -> str:
    """A refutation with its sign. It may reach the goal, which is then too early, or the other player's."""
    made = solution.play.edges[before][after].move
    reached = made is not None and reaches(made, after.position, solution.stipulation.goal)
    return _marked(solution, move, after, reached)


def _cooperation(solution: Solution) -> Iterator[str]:
    asked = solution.stipulation
    if solution.set_lines:
        yield "set play"
        yield from ("    " + _numbered(_line(solution, line, True), not asked.half) for line in solution.set_lines)
    for found in solution.lines:
        line = _line(solution, found)
        if PLAY_FORMS[asked.play].by_turns:
            yield _numbered(line, asked.half)
        else:
            yield " ".join(_in_series(line, solution.passes[len(found)]))


def _line(solution: Solution, line: Sequence[str], of_sets: bool = False) -> list[str]:
    """The moves of a line, or of one of the set play, with their signs.

    Where the other player then reaches the goal, its replies follow the last move.
    """
    last = PLAY_FORMS[solution.stipulation.play].ending is Ending.REACHED
    path = solution.path(line, of_sets)
    words = [
        _marked(solution, move, node, reached=last and number == len(line))
        for number, (move, (node, _)) in enumerate(zip(line, path, strict=True), 1)
    ]
    if not last:
        replies = solution.moves(solution.end(line, of_sets), Kind.DEFENCE)
        words.append(", ".join(_marked(solution, *reply) for reply in replies))
        words[-2:] = [" ".join(words[-2:])]
    return words


def _in_series(line: Sequence[str], passes: Sequence[bool]) -> Iterator[str]:
    """The moves of a series, numbered, and those of the other player between or after them."""
    number, own = 0, True
    for move, passing in zip(line, passes, strict=True):
        number += own
        if move != PASS:
            yield f"{number}. {move}" if own else move
        own = own == passing


def _numbered(line: Sequence[str], half: bool) -> str:
    """The moves of a line of help play in pairs; with `half`, the first move is the second of its pair."""
    alone, rest = (line[:1], line[1:]) if half else ((), line)
    pairs = [" ".join(rest[start : start + 2]) for start in range(0, len(rest), 2)]
    words = [f"1... {move}" for move in alone] + [f"{number}. {pair}" for number, pair in enumerate(pairs, 1 + half)]
    return " ".join(words)
