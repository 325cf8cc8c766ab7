"""The result of a search: keys and a proof of them, or lines of help play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ...errors import SURELY, OptionError, ShadowmateError, meant, quoted
from ...play.position import Position
from .changes import Change, changes
from .kind import PASS as PASS
from .kind import Kind as Kind
from .play import Led, Node, Play, edge_facts, node_facts
from .plays import PLAY_FORMS, Ending
from .roles import cooperation, lengths, set_plays
from .stipulation import Stipulation

if TYPE_CHECKING:
    import networkx as nx

    from ...endgame.table import Value


_KINDS = tuple(Kind)


class Verdict(StrEnum):
    """Whether the stipulation can be met."""

    SOLVED = "solved"
    NONE = "no solution"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Searched:
    """What was searched.

    Attributes:
        nodes: number of positions.
        seconds: time in seconds.
        depth: everything is decided for this number of moves.
        pictures: the number of possible pictures of mate or stalemate, if help play was planned; None if searched.
        table: the endgame table's value of the first position, if a direct mate was read from it.
    """

    nodes: int
    seconds: float
    depth: int
    pictures: int | None = None
    table: Value | None = None

    @property
    def method(self) -> str:
        """The method: `search`, `planning`, or `table`."""
        return "table" if self.table else "search" if self.pictures is None else "planning"


@dataclass(frozen=True)
class Solution:
    """The answer to a problem.

    Attributes:
        position: the first position.
        stipulation: the stipulation.
        verdict: whether it can be met.
        complete: whether all first moves, or all lines, have been decided; otherwise there may be more.
        stopped: whether a limit was reached, in any part of the work.
        keys: the first moves that meet it, the quickest first; none in help and series play; "(pass)" where the key
            has been made, and forces the goal.
        short: the smallest number of moves, if it is less than the stipulation's.
        lines: the solutions of help and series play, the shortest first, then sorted.
        set_lines: those of the set play. In help play they begin with the second move, in series play with the last.
            A line without moves stands for the replies that reach the goal at once.
        play: the proof, with tries, threats and set play if they were asked for.
        searched: what was searched.
        against: with more than two players, the player to be eliminated; None for any.
        eliminated: with more than two players, the players that are eliminated at the ends of lines.
        with_threats: whether threats were looked for.
    """

    position: Position
    stipulation: Stipulation
    verdict: Verdict
    complete: bool
    stopped: bool
    keys: tuple[str, ...]
    short: float | None
    lines: tuple[tuple[str, ...], ...]
    set_lines: tuple[tuple[str, ...], ...]
    play: Play = field(repr=False, compare=False)
    searched: Searched = field(compare=False)
    against: str | None = None
    eliminated: tuple[str, ...] | None = None
    with_threats: bool = True

    @cached_property
    def tree(self) -> nx.DiGraph[str]:
        """The play as a graph of networkx, made when it is first asked for. It does not change, but its `copy()` may.

        The graph is directed, because transpositions are merged; with moves to spare, play may even return to the
        start. A node is a position in one line, with these attributes: `turn`, the player to move; `check`, whether
        that player is in check; `role`, the kind of the move that led to it, or `root`, or the name of the goal that
        was reached there (`mate`, ...); and, only where it is proved, `distance`, the moves that the attacker still
        needs. No attribute is None, so networkx can write the graph in any of its formats. An edge is a move, with
        `move`, `kind` (see `moves`) and `goal`, whether it reaches the goal. Under every key are all defences, and
        under each of them one answer that is as quick as any. Under a try there is the same, except for its refutation.
        """
        return self.play.graph()

    @property
    def root(self) -> str:
        """The node of the tree that is the position asked about."""
        return str(self.play.root)

    @property
    def key(self) -> str | None:
        """The first key, if there is one."""
        return self.keys[0] if self.keys else None

    @property
    def labels(self) -> list[str]:
        """The remarks of a judge: `cooked` (several keys), `short` (fewer moves are enough), `duals`."""
        found = (("cooked", len(self.keys) > 1), ("short", self.short is not None), ("duals", self._has_duals()))
        return [label for label, holds in found if holds]

    @property
    def changed(self) -> tuple[Change, ...]:
        """The defences with another answer after the key than in the set play or after a try, for two players.

        There are none where the key has been made, because set play and tries are missing then.
        """
        asked = self.stipulation
        direct = asked.has_tries and PLAY_FORMS[asked.play].ending is Ending.REACHED and self.eliminated is None
        return tuple(changes(self.position.game, self.play, self.keys[0])) if direct and self.keys else ()

    def starts(self) -> list[Led]:
        """The keys, each with the node after it, and whether it reaches the goal."""
        if self.stipulation.played:
            return [(key, self.play.root, False) for key in self.keys]
        return self.moves(self.play.root, Kind.KEY)

    def start(self, key: str) -> tuple[Node, bool]:
        """The node after a key, and whether it reaches the goal.

        Raises:
            OptionError: if it is no key.
        """
        found = [(node, reached) for move, node, reached in self.starts() if move == key]
        if not found:
            there_are = f"; there are {', '.join(self.keys)}" if self.keys else ""
            raise OptionError(f"key: {quoted(key)} is no key{there_are}")
        return found[0]

    def after(self, key: str) -> Position:
        """The position after a key, or after another first move.

        Raises:
            MoveError: if it is not legal.
        """
        return self.position if self.stipulation.played else self.position.push(key)

    def _has_duals(self) -> bool:
        """Whether there are duals after a key. Set play and defences that leave a threat do not count."""
        seen: set[Node] = set()
        waiting = [after for _, after, _ in self.starts()]
        while waiting:
            node = waiting.pop()
            replies = [after for _, after, _ in self.moves(node, Kind.DEFENCE)]
            if any(self.moves(after, Kind.DUAL) and not self.leaves_threat(node, after) for after in replies):
                return True
            # With more than two players, a reply may be followed by a reply of the next player.
            waiting += {after for _, after, _ in self.moves(node, Kind.DEFENCE, Kind.ATTACK)} - seen
            seen.update(waiting)
        return False

    def node(self, text: str) -> Node:
        """The node of the `play` that a node of the `tree` stands for.

        Raises:
            ShadowmateError: if the tree has no such node.
        """
        try:
            return self._nodes[text]
        except KeyError:
            raise ShadowmateError(f"{quoted(text)} is no node of the tree, such as '{self.root}'") from None

    def _as_node(self, node: Node | str) -> Node:
        """A node of the `play`, given that or the one of the `tree` that stands for it."""
        if isinstance(node, Node):
            return node
        if isinstance(node, str):
            return self.node(node)
        raise OptionError(f"node: expected a node of the play or of the tree, not {node!r}")

    @cached_property
    def _nodes(self) -> dict[str, Node]:
        return {str(node): node for node in self.play.edges}

    def moves(self, node: Node | str, *kinds: str) -> list[Led]:
        """The moves of these kinds from a node, sorted: each move, the node after it, and whether it reaches the goal.

        Args:
            node: a node of the `play`, such as `play.root`, or of the `tree`, such as `root`.
            kinds: the kinds, any of "key", "defence", "attack", "dual", "try", "refutation", "pass", "threat", "set"
                and "help".

        Raises:
            OptionError: if there is no such kind, or this is no node.
            ShadowmateError: if the tree has no such node.
        """
        if wrong := [kind for kind in kinds if kind not in _KINDS]:
            hint = meant(str(wrong[0]), _KINDS, SURELY) or f"; there are {', '.join(_KINDS)}"
            raise OptionError(f"kinds: there is no kind of move {quoted(wrong[0])}{hint}")
        return self.play.moves(self._as_node(node), *kinds)

    def answers(self, node: Node | str) -> list[Led]:
        """The attacker's answers at a node: as `moves`, the proved one first.

        Where play has returned to the start, these are the quickest keys.
        """
        node = self._as_node(node)
        found = self.moves(node, Kind.ATTACK) + self.moves(node, Kind.DUAL)
        if found or node.distance is None:
            return found
        return [key for key in self.moves(node, Kind.KEY) if key[1].distance == node.distance - 1]

    def threats(self, node: Node | str) -> list[Led]:
        """The attacker's threats after its move, given the node after that: as `moves`.

        Play may return to a node where the defender passes. Then these are the moves after it.
        """
        passed = [after for _, after, _ in self.moves(node, Kind.PASS)]
        found = [each for after in passed for each in self.moves(after, Kind.THREAT) + self.answers(after)]
        return sorted(found, key=lambda each: each[0])

    def leaves_threat(self, start: Node | str, after: Node | str, threats: Sequence[Led] | None = None) -> bool:
        """Whether a defence leaves a threat, so that it is no variation: an answer to it carries the threat out.

        The answer may capture where the threat does not, or the other way round. It may not win later than the threat.

        Args:
            start: the node before the defence.
            after: the node after it.
            threats: the threats that count; by default all.
        """
        after = self._as_node(after)
        edges, nodes = self.play.edges, {node for _, node, _ in (self.threats(start) if threats is None else threats)}
        passed = [node for _, node, _ in self.moves(start, Kind.PASS)]
        waiting = [node for node in passed if not _is_later(after, node)]
        aims = {edge.move.aim for each in waiting for node, edge in edges[each].items() if node in nodes and edge.move}
        if not aims:
            return False
        answers = (edges[after][node].move for _, node, _ in self.answers(after))
        return any(move is not None and move.aim in aims for move in answers)

    def path(self, line: Sequence[str], of_sets: bool = False) -> list[tuple[Node, bool]]:
        """The nodes of a line, one after each of its moves, each with whether the other player then passes.

        Args:
            line: one of the lines, or of those of the set play.
            of_sets: whether it is of the set play.

        Raises:
            OptionError: if it is none of these lines.
        """
        passes = self._passes_of_sets if of_sets else self.passes
        if len(line) not in passes:
            raise OptionError(f"line: {quoted(' '.join(line))} is no line of the solution")
        node = self._begun(of_sets)
        found = []
        for move, passing in zip(line, passes[len(line)], strict=False):
            try:
                node = self._node_after(node, move)
            except KeyError:
                raise OptionError(f"line: {quoted(' '.join(line))} is no line of the solution") from None
            found.append((node, passing))
            node = self.moves(node, Kind.PASS)[0][1] if passing else node
        return found

    @cached_property
    def passes(self) -> dict[int, tuple[bool, ...]]:
        """By the number of moves of a line, for each of its moves whether the other player passes after it."""
        return {moves: cooperation(asked).passes for moves, asked in lengths(self.stipulation).items()}

    @cached_property
    def _passes_of_sets(self) -> dict[int, tuple[bool, ...]]:
        return {moves: play.passes for moves, play in set_plays(self.stipulation).items()}

    def _node_after(self, node: Node, move: str) -> Node:
        """The node after a move of a line, which may be a pass."""
        known = self._after_moves.get(node)
        if known is None:
            moves = self.moves(node, Kind.PASS) + self.moves(node, Kind.HELP)
            known = self._after_moves[node] = {text: after for text, after, _ in reversed(moves)}
        return known[move]

    @cached_property
    def _after_moves(self) -> dict[Node, dict[str, Node]]:
        return {}

    def end(self, line: Sequence[str], of_sets: bool = False) -> Node:
        """The node after a line, or after one of the set play, which may be empty before the reply that ends it.

        Raises:
            OptionError: if it is none of these lines.
        """
        path = self.path(line, of_sets)
        return path[-1][0] if path else self._begun(of_sets)

    def _begun(self, of_sets: bool) -> Node:
        """The node where lines begin, or those of the set play."""
        return self.moves(self.play.root, Kind.PASS)[0][1] if of_sets else self.play.root

    def as_json(self) -> dict[str, Any]:
        """The answer as documented for `--json`, which `shadowmate check-proof` reads."""
        edges = self.play.edges
        numbers = {node: number for number, node in enumerate(edges)}
        facts: dict[str, Any] = {
            "position": str(self.position),
            "readings": list(self.position.game.ruleset.chosen),
            **({"letters": letters} if (letters := self.position.game.ruleset.letters) else {}),
            "stipulation": str(self.stipulation),
            "verdict": self.verdict.value,
            "complete": self.complete,
            "labels": self.labels,
            "keys": list(self.keys),
            "short": self.short,
        }
        if self.eliminated is not None:
            facts |= {"against": self.against, "eliminated": list(self.eliminated)}
        if not self.stipulation.is_battle:
            facts["solutions"] = [list(line) for line in self.lines]
            facts["set_play"] = [list(line) for line in self.set_lines]
        else:
            facts["changed"] = [change.as_json() for change in self.changed]
        facts["tree"] = {
            "root": numbers[self.play.root],
            "nodes": [{"id": id, "position": str(node), **node_facts(node)} for node, id in numbers.items()],
            "edges": [
                {"from": numbers[before], "to": numbers[after], **edge_facts(edge)}
                for before, moves in edges.items()
                for after, edge in moves.items()
            ],
        }
        facts["searched"] = {
            "nodes": self.searched.nodes,
            "seconds": round(self.searched.seconds, 3),
            "depth": self.searched.depth,
            "method": self.searched.method,
            "pictures": self.searched.pictures,
            "table": self.searched.table.as_json() if self.searched.table else None,
        }
        return facts


def _is_later(node: Node, other: Node) -> bool:
    """Whether the attacker needs more moves from a node than from another, if both numbers are proved."""
    return node.distance is not None and other.distance is not None and node.distance > other.distance
