"""What no text for other programs has a word for: facts of a game, and what its moves do."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cached_property
from pathlib import Path

from ..asp.demand import heads
from ..asp.origin import Place, place
from ..asp.ruleset import Ruleset
from ..asp.syntax import signature
from ..asp.terms import text
from ..compiled.compile.guard_layout import NO_GUARD
from ..compiled.compile.locality import declared
from ..compiled.compile.outcomes import CAPTURED, GONE, Outcome

_WRITTEN = {
    "abbreviation", "actor", "after", "ahead", "army_symbol", "belongs", "castling", "castling_empty",
    "castling_partner", "castling_path", "cell", "direction", "drawn", "drawn_line", "ending", "extent", "flag",
    "game", "goes_to", "home", "hue", "in_passing", "irreversible", "item", "jump", "lapses", "lettering",
    "most", "motion", "moves_as", "name_part", "needs_board", "panel", "place", "player", "promotes", "question",
    "reading", "requires", "rests", "royal", "special_move", "start", "start_held", "start_state", "store", "symbol",
    "through", "tile", "tint", "title", "unlettered", "waypoint", "zone", "misplaced", "no_move", "checkmate_wins",
    "exposure", "last_royal", "one_safe", "tally", "tallied", "tallied_in", "may_pass",
}  # fmt: skip
"""Hooks of the shared rules that are written, or that only concern texts, pictures and impossible positions."""


def _changes_others(outcome: Outcome) -> bool:
    """Whether a move changes a piece that it does not capture."""
    return any(each != CAPTURED and (each.role.name != "locust" or each.becomes != GONE) for each in outcome.others)


_HOOKS = {
    "site": "captured pieces that are placed again", "limit": "numbers that positions count",
    "unhoppable": "pieces that are no hurdles for others", "answerable": "an end that the opponent can still answer",
    "tallied_with": "an end by the number of other pieces", "unassailed": "an end by pieces that are not attacked",
    "drawn_if_both": "an end that is drawn if both players reach it",
}  # fmt: skip
"""What some other hooks are for."""
_BEYOND: dict[str, tuple[tuple[str, ...], Callable[[Outcome], object]]] = {
    "moves that change another piece": (("becomes", "stays", "joins"), _changes_others),
    "captures around a cell of the move": (("dies",), lambda outcome: outcome.sweeps),
    "captured pieces that are placed again": (("revives",), lambda outcome: outcome.revives),
    "moves after which the piece stands where it stood": (("lands",), lambda outcome: outcome.halts),
    "moves that are legal on a condition": (("needs",), lambda outcome: outcome.guard._replace(held=()) != NO_GUARD),
    "moves that change a state of the position": (
        ("sets", "clears", "adds", "resets"), lambda outcome: outcome.action.is_about_fields
    ),
    "armies that change hands": ((), lambda outcome: outcome.action.hands_over or outcome.action.disbands),
    "two moves in one turn": (("keeps_turn",), lambda outcome: outcome.action.keeps_turn),
    "moves in which a third piece takes part": (
        ("seconds", "recalls", "seeks"), lambda outcome: outcome.calls or outcome.recalls or outcome.aides
    ),
    "moves that depend on attacks on other pieces": (
        ("unguarded", "attacks_none"),
        lambda outcome: outcome.attacks_none or any(str(role) != "mover" for role in outcome.unguarded),
    ),
    "pieces of several kinds at once": ((), lambda outcome: outcome.mover and len(outcome.mover[1]) > 1),
}  # fmt: skip
"""What no text has a word for, in words, each with the predicates that state it, and whether a move does it."""
_NOTED = {"move_limit", "repetitions", "dead", "harmless"}
"""Hooks for draws, which every program has rules of its own for."""


class Unsaid:
    """What a game states that no text can say.

    Args:
        ruleset: the rules.

    Attributes:
        obstacles: what no other program has a word for, each with the place of a rule that states it.
        notes: what other programs have rules of their own for, in words, by the fact that states it.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        hooks = self._hooks()
        self.obstacles = [
            f"{_HOOKS.get(name, f'what {name} states')}{self._place({name})}"
            for name in hooks
            if name not in _WRITTEN | _NOTED
        ]
        self.notes = {name: self._note(name) for name in hooks if name in _NOTED}

    def of_move(self, outcome: Outcome, dropped: bool) -> tuple[str, ...]:
        """What of a move, or of a drop, no text can say, each with the place of a rule that states it."""
        found = [f"{words}{self._place(stating)}" for words, (stating, does) in _BEYOND.items() if does(outcome)]
        if not dropped and not outcome.revives and CAPTURED not in outcome.others:
            found.append("captured pieces that stay")
        return tuple(found)

    def _hooks(self) -> list[str]:
        """The names of what the game gives to the shared rules."""
        files = self._ruleset.files
        every = (each for part in files.parts.values() for each in part)
        shared = [each for each in every if files.is_shared(Path(each.location.begin.filename))]
        return [name for name, _ in sorted(declared(shared) & self._ruleset.signatures)]

    def _place(self, names: Collection[str]) -> str:
        """Where the first rule outside `core/` states one of some predicates; nothing if none does."""
        found = next((self._stated[name] for name in names if name in self._stated), None)
        return f" ({found[0].parent.name}/{found[0].name}:{found[1]})" if found else ""

    @cached_property
    def _stated(self) -> dict[str, Place]:
        """The predicates that rules outside `core/` state, each with the place of the first."""
        found: dict[str, Place] = {}
        for statement in self._ruleset.files.statements:
            if not self._ruleset.files.is_shared(place(statement)[0]):
                for atom in heads([statement]):
                    found.setdefault(signature(atom)[0], place(statement))
        return found

    def _note(self, name: str) -> str:
        values = ", ".join(sorted({text(s.arguments[0]) for s in self._ruleset.facts(name, 1)}))
        return {
            "move_limit": f"the draw after {values} plies without progress",
            "repetitions": f"the draw when a position occurs {values} times",
        }.get(name, "the draw when no player can mate")
