"""Forced mates: can the player to move mate in so many moves, whatever the other does?

The search asks the reference engine alone. It follows the terms of problemists: a *key* is a first
move that forces mate, a second one is a *cook*, a *try* is a first move with a *refutation*, a
*short solution* mates in fewer moves than asked for. Draws by repetition or by moves without progress
do not count, as in problems; stalemate does.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import networkx as nx
from rich.text import Text

from .errors import ShadowmateError
from .moves import Move
from .position import Position
from .sieve import candidates

Progress = Callable[[int, int, Move | None], None]
Stop = Callable[[], bool]

_TRIES = 5
"""So many tries are kept, with their refutations, when there is no key."""


def name_of(position: Position) -> str:
    """The position in one line without its counts: the name of a node of a tree."""
    return str(_fresh(position))


def _fresh(position: Position) -> Position:
    """The same position without its past, which does not matter to a problem."""
    return Position(position.game, position.pieces, position.turn, position.state)


@dataclass(frozen=True)
class MateResult:
    """What a search for a mate has found.

    The tree is a directed graph from the position asked about; transpositions are merged. A node is the
    text of a position, with `turn` (the player to move), `role` and `distance` (moves of the attacker
    until mate, None where none is proved). Roles say what led to a node: `root`; `key`, `defence`,
    `attack` (a later move of the attacker), `mate`; `try` and `refutation` where there is no key;
    `threat`, the mate that a quiet key threatens. An edge carries `move`, and `kind`: the role of that
    move. Under every key stand all defences, and one answer to each that goes on to mate. The edge of a
    threat starts at the position after the key, and stands for two moves: the defender passes.

    Attributes:
        position: the position asked about.
        in_moves: in how many moves at most.
        mate: True or False if proved, None if the search was stopped before.
        keys: the first moves that force mate, as far as found.
        short: fewer moves than asked for, if they are enough.
        complete: whether every first move has been decided.
        tree: the proof.
        threats: for each quiet key, the moves that would go on to mate if the defender could pass;
            an empty tuple is a zugzwang.
    """

    position: Position
    in_moves: int
    mate: bool | None
    keys: tuple[Move, ...]
    short: int | None
    complete: bool
    tree: nx.DiGraph[str] = field(repr=False, compare=False)
    threats: dict[str, tuple[str, ...]] = field(repr=False, compare=False)

    def as_json(self) -> dict[str, Any]:
        """The answer as documented for `--json`."""
        return {
            "position": str(self.position),
            "mate": self.mate,
            "in": self.in_moves,
            "short": self.short,
            "complete": self.complete,
            "keys": [str(key) for key in self.keys],
            "threats": {key: list(moves) for key, moves in self.threats.items()},
            "tree": {"move": None, "replies": self._replies(name_of(self.position))},
        }

    def _replies(self, node: str) -> list[dict[str, Any]]:
        return [
            {"move": move, "kind": kind, "replies": self._replies(after)}
            for after, move, kind in self._after(node)
            if kind != "threat"
        ]

    def _after(self, node: str) -> list[tuple[str, str, str]]:
        """The positions that follow in the tree, with move and kind, in the order of the moves."""
        if node not in self.tree:
            return []
        found = [(after, data["move"], data["kind"]) for _, after, data in self.tree.out_edges(node, data=True)]
        return sorted(found, key=lambda item: (item[2], item[1]))

    def lines(self) -> list[str]:
        """The answer as problemists print it: keys, threats, variations, cooks, tries."""
        return list(self._lines())

    def __rich__(self) -> Text:
        """The same, with keys and mates in bold."""
        text = Text("\n".join(self._lines()))
        text.highlight_regex(r"^1\. \S+!", "bold green")
        text.highlight_regex(r"\S+#", "bold")
        text.highlight_regex(r"cook|short solution|refuted by|stopped", "yellow")
        return text

    def _lines(self) -> Iterator[str]:
        count = self.in_moves
        if self.mate is None:
            yield f"mate in {count}: not known, the search was stopped"
        elif not self.mate:
            yield f"no mate in {count}"
        else:
            number = len(self.keys)
            more = "" if self.complete else "; there may be more"
            yield f"mate in {count}: {number} key{'s' if number != 1 else ''}{more}"
        if self.short is not None:
            yield f"short solution: mate in {self.short}"
        root = name_of(self.position)
        for after, move, kind in self._after(root):
            if kind == "try":
                refutation = next((text for _, text, what in self._after(after) if what == "refutation"), "stalemate")
                yield f"1. {move}? refuted by 1... {refutation}"
        shortest = min((self._distance(root, str(key)) for key in self.keys), default=0)
        main = [key for key in self.keys if self._distance(root, str(key)) == shortest]
        for key in (*main, *(key for key in self.keys if key not in main)):
            distance = self._distance(root, str(key))
            if distance == 1:
                yield f"1. {key}#{'' if key is main[0] else '  cook'}"
                continue
            node = self._child(root, str(key))
            threat = self.threats.get(str(key))
            says = "" if threat is None else f" threat 2. {', '.join(threat)}" if threat else " zugzwang"
            yield f"1. {key}!{says}{'' if key is main[0] else '  cook'}"
            yield from self._variations(node, 1, "    ")

    def _variations(self, node: str, number: int, indent: str) -> Iterator[str]:
        groups: dict[str, list[tuple[str, str]]] = {}
        for after, move, kind in self._after(node):
            if kind == "defence":
                _, answer, role = next(item for item in self._after(after) if item[2] in ("attack", "mate"))
                groups.setdefault(f"{answer}{'#' if role == 'mate' else ''}", []).append((move, after))
        for answer, defences in sorted(groups.items(), key=lambda item: -len(item[1])):
            replies = ", ".join(move for move, _ in defences)
            if answer.endswith("#"):
                yield f"{indent}{number}... {replies} {number + 1}. {answer}"
            else:
                for move, after in defences:
                    yield f"{indent}{number}... {move} {number + 1}. {answer}"
                    yield from self._variations(self._child(after, answer), number + 1, indent + "    ")

    def _child(self, node: str, move: str) -> str:
        return next(after for after, text, _ in self._after(node) if text == move)

    def _distance(self, node: str, move: str) -> int:
        return int(self.tree.edges[node, self._child(node, move)]["distance"])


def find_mate(
    position: Position,
    moves: int,
    *,
    all_keys: bool = True,
    progress: Progress | None = None,
    stop: Stop | None = None,
) -> MateResult:
    """Whether the player to move can force mate in at most so many moves.

    Args:
        position: where the search starts.
        moves: how many moves the attacker has.
        all_keys: look for every key; else the first one found is enough.
        progress: called after each first move with how many are decided, how many there are, and the
            last key found.
        stop: called often; the search ends when it says True. Ctrl-C does the same.

    Returns:
        The answer, with what is proved so far if the search was stopped.

    Raises:
        ShadowmateError: if `moves` is less than one, or the game is not one of two players.
    """
    players = position.game.ruleset.players
    if len(players) != 2:
        raise ShadowmateError(f"forced mates are searched between two players; {position.game.name} has {len(players)}")
    if moves < 1:
        raise ShadowmateError(f"a mate takes at least one move, not {moves}")
    return _Search(position, moves, all_keys, progress, stop).run()


class _StopSearch(Exception):
    pass


class _Search:
    def __init__(
        self, position: Position, moves: int, all_keys: bool, progress: Progress | None, stop: Stop | None
    ) -> None:
        self.asked = position
        self.root = _fresh(position)
        self.moves = moves
        self.all_keys = all_keys
        self.progress = progress
        self.stop = stop
        self.seen: dict[Position, Position] = {}
        self.children: dict[tuple[Position, Move], Position] = {}
        self.sifted: dict[Position, list[Move]] = {}
        self.mate_in_one: dict[Position, Move | None] = {}
        self.forced: dict[tuple[Position, int], Move | None] = {}
        self.refuters: Counter[str] = Counter()
        self.finishers: Counter[str] = Counter()

    def run(self) -> MateResult:
        keys: dict[Move, int] = {}
        tries: list[tuple[int, Move, Move | None]] = []
        complete = False
        with suppress(_StopSearch, KeyboardInterrupt):
            complete = self._search(keys, tries)
        mate = True if keys else False if complete else None
        best = min(keys.values(), default=None)
        tree: nx.DiGraph[str] = nx.DiGraph()
        tree.add_node(name_of(self.root), turn=self.root.turn, role="root", distance=best)
        threats: dict[str, tuple[str, ...]] = {}
        self.stop = None
        for key, distance in keys.items():
            self._prove(tree, self.root, key, distance, "key")
        try:
            for key, distance in keys.items():
                if distance > 1 and not self._push(self.root, key).is_check():
                    threats[str(key)] = self._threats(tree, key, distance)
        except KeyboardInterrupt:
            complete = False
        for _, move, refutation in sorted(tries, key=lambda item: -item[0])[:_TRIES] if mate is False else ():
            after = self._edge(tree, self.root, move, "try", None)
            if refutation is not None:
                self._edge(tree, after, refutation, "refutation", None)
        return MateResult(
            self.asked,
            self.moves,
            mate,
            tuple(sorted(keys, key=lambda key: (keys[key], str(key)))),
            best if best is not None and best < self.moves else None,
            complete and (self.all_keys or not keys),
            tree,
            threats,
        )

    def _search(self, keys: dict[Move, int], tries: list[tuple[int, Move, Move | None]]) -> bool:
        """Decide the first moves, shortest mates first; True when all are decided."""
        legal = self.root.legal_moves()
        refuted: dict[Move, tuple[int, Move | None]] = {}
        for count in range(1, self.moves + 1):
            if count == 1:
                for move in self._candidates(self.root):
                    self._check_stop()
                    if self._mates(self.root, move):
                        keys[move] = 1
                        if not self.all_keys:
                            return False
                self._report(0 if self.moves > 1 else len(legal), len(legal), keys)
                continue
            for number, move in enumerate(legal, 1):
                if move not in keys:
                    answered, holds, refutation = self._refutation(self._push(self.root, move), count - 1)
                    if holds:
                        refuted[move] = (answered, refutation)
                    else:
                        keys[move] = count
                        if not self.all_keys:
                            return False
                self._report(number, len(legal), keys)
        if self.moves == 1 and not keys:
            for move in self._candidates(self.root)[:_TRIES]:
                _, _, refutation = self._refutation(self._push(self.root, move), 0)
                refuted[move] = (0, refutation)
        tries += [(answered, move, refutation) for move, (answered, refutation) in refuted.items()]
        return True

    def _report(self, done: int, total: int, keys: dict[Move, int]) -> None:
        if self.progress is not None:
            self.progress(done, total, next(reversed(keys), None))

    def _check_stop(self) -> None:
        if self.stop is not None and self.stop():
            raise _StopSearch

    def _force(self, position: Position, count: int) -> Move | None:
        """A move that mates in at most `count` moves, or None."""
        if count == 1:
            return self._mate_in_one(position)
        key = (position, count)
        if key not in self.forced:
            found = self._force(position, count - 1)
            if found is None:
                for move in self._sorted(position.legal_moves(), self.finishers):
                    if not self._refutation(self._push(position, move), count - 1)[1]:
                        found = move
                        self.finishers[str(move)] += 1
                        break
            self.forced[key] = found
        return self.forced[key]

    def _refutation(self, position: Position, count: int) -> tuple[int, bool, Move | None]:
        """How the defender escapes a mate in `count` more moves.

        Returns:
            How many replies lose, whether the defender escapes, and by which reply: None is stalemate.
        """
        self._check_stop()
        replies = position.legal_moves()
        if not replies:
            return 0, not position.is_check(), None
        if count == 0:
            return 0, True, replies[0]
        for answered, reply in enumerate(self._sorted(replies, self.refuters)):
            if self._force(self._push(position, reply), count) is None:
                self.refuters[str(reply)] += 1
                return answered, True, reply
        return len(replies), False, None

    def _mate_in_one(self, position: Position) -> Move | None:
        if position not in self.mate_in_one:
            self._check_stop()
            found = None
            for move in self._sorted(self._candidates(position), self.finishers):
                if self._mates(position, move):
                    found = move
                    self.finishers[str(move)] += 1
                    break
            self.mate_in_one[position] = found
        return self.mate_in_one[position]

    def _candidates(self, position: Position) -> list[Move]:
        """The legal moves that the rules' sieve lets pass."""
        if position not in self.sifted:
            self.sifted[position] = sorted(candidates(position), key=str)
        return self.sifted[position]

    def _mates(self, position: Position, move: Move) -> bool:
        """Whether a move mates; the sieve is trusted in nothing but what it throws out."""
        after = self._push(position, move)
        return not after.legal_moves() and after.is_check() and move in position.legal_moves()

    @staticmethod
    def _sorted(moves: list[Move], score: Counter[str]) -> list[Move]:
        return sorted(moves, key=lambda move: -score[str(move)])

    def _push(self, position: Position, move: Move) -> Position:
        key = (position, move)
        if key not in self.children:
            after = _fresh(position.push(move))
            self.children[key] = self.seen.setdefault(after, after)
        return self.children[key]

    def _edge(self, tree: nx.DiGraph[str], before: Position, move: Move, kind: str, distance: int | None) -> Position:
        after = self._push(before, move)
        name = name_of(after)
        if name not in tree:
            left = distance if kind == "defence" or distance is None else distance - 1
            tree.add_node(name, turn=after.turn, role=kind, distance=left)
        tree.add_edge(name_of(before), name, move=str(move), kind=kind, distance=distance)
        return after

    def _prove(self, tree: nx.DiGraph[str], position: Position, move: Move, distance: int, kind: str) -> None:
        """Add a move that mates in `distance` moves, every defence, and an answer to each."""
        known = name_of(self._push(position, move)) in tree
        after = self._edge(tree, position, move, kind if kind == "key" or distance > 1 else "mate", distance)
        if known:
            return
        for reply in after.legal_moves():
            node = self._edge(tree, after, reply, "defence", distance - 1)
            if any(data["kind"] != "defence" for _, _, data in tree.out_edges(name_of(node), data=True)):
                continue
            for count in range(1, distance):
                answer = self._force(node, count)
                if answer is not None:
                    self._prove(tree, node, answer, count, "attack")
                    break

    def _threats(self, tree: nx.DiGraph[str], key: Move, distance: int) -> tuple[str, ...]:
        """What the attacker would play if the defender passed; rights that the key gave lapse."""
        after = self._push(self.root, key)
        state = tuple(item for item in after.state if item in self.root.state)
        passed = Position(after.game, after.pieces, self.root.turn, state)
        for count in range(1, distance):
            move = self._force(passed, count)
            if move is not None:
                mate = self._push(passed, move)
                if name_of(mate) not in tree:
                    tree.add_node(name_of(mate), turn=mate.turn, role="threat", distance=count - 1)
                if not tree.has_edge(name_of(after), name_of(mate)):
                    tree.add_edge(name_of(after), name_of(mate), move=str(move), kind="threat", distance=count)
                return (f"{move}{'#' if count == 1 else ''}",)
        return ()
