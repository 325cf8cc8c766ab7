"""A game's rules, with everything solved once that does not depend on a position.

The part `base` of a ruleset always holds: the board, the kinds, their routes, the zones. It is solved once and
stored as facts. The other parts are about a position. An engine grounds them for each position, with the facts of
`base` that they mention.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from copy import copy
from functools import cached_property, lru_cache
from hashlib import sha256
from itertools import product
from pathlib import Path

from clingo import Function, Number, Symbol, SymbolType
from clingo.ast import ASTType

from ..errors import SURELY, OptionError, meant, quoted
from .base import solve_base
from .fact_faults import Fault, refusal
from .folders import find_game, is_builtin
from .letterings import letterings_of
from .points import Points
from .program import PositionProgram
from .readings import Reading, chosen_readings, readings_of
from .restated import restated
from .routes import RouteTable
from .rule_files import RuleFiles, digest, read_game
from .stages import EFFECTS, OPENING, STAGES
from .stored_verdicts import once
from .syntax import atoms, signature
from .terms import Value, Vector, cell_symbol, store_name, text, vector

_HOOKS_AFTER_MOVES = ("leaves", 2), ("asks_after", 2)
"""The predicates by which a game's rules ask for what holds after a move."""


class Ruleset:
    """The rules of one game under chosen readings.

    Args:
        rule_files: the files of the game's folder.
        readings: names of readings other than the defaults.

    Attributes:
        letters: the language whose letters abbreviate the kinds; "" for those of the game.

    Raises:
        RulesError: if clingo reports an error or a warning.
        ReadingError: if there is no such reading, or two answer one question.
    """

    def __init__(self, rule_files: RuleFiles, readings: Sequence[str] = ()) -> None:
        chosen = {name.replace("-", "_") for name in readings}
        self.files = rule_files.under(chosen)
        self.name = rule_files.folder.resolve().name
        self._base = solve_base(self.files, chosen)
        self._tuples: dict[tuple[str, int], list[Symbol]] = {}
        self.files = restated(self.files, self.plain_flags)
        self.chosen = chosen_readings(readings, self.readings, self.name)
        self.letters = ""
        self._lettered: dict[str, Ruleset] = {"": self}

    @cached_property
    def identity(self) -> tuple[str, tuple[str, ...], str]:
        """A key for these rules: the game, the readings, and a digest of the letters and of all files."""
        text = sha256(self.letters.encode())
        for source in self.files.sources:
            text.update(f"\n{source.path.name}\n{source.text}".encode())
        return self.name, self.chosen, text.hexdigest()

    def facts(self, name: str, arity: int) -> list[Symbol]:
        """The atoms of a predicate that hold in every position."""
        return self._base.get((name, arity), [])

    def numeric(self, name: str, arity: int, *places: int) -> list[Symbol]:
        """The atoms of a predicate that has numbers in these places of its arguments, counted from 0.

        Raises:
            RulesError: with file and line, if one of them is no number.
        """
        found = self.facts(name, arity)
        stated = [(fact, fact.arguments[place]) for fact in found for place in places]
        wrong = [Fault(fact, "{0} is not a number", (it,)) for fact, it in stated if it.type != SymbolType.Number]
        if wrong:
            raise refusal(self.files, wrong)
        return found

    def tuples(self, name: str, arity: int) -> list[Symbol]:
        """The atoms of a predicate by their arguments, as a session reads facts."""
        if (name, arity) not in self._tuples:
            found = self.facts(name, arity)
            self._tuples[name, arity] = (
                [Number(1) for _ in found[:1]]
                if arity == 0
                else [s.arguments[0] if arity == 1 else Function("", s.arguments) for s in found]
            )
        return self._tuples[name, arity]

    def pairs(self, name: str) -> dict[str, str]:
        """A predicate of two names as a dictionary."""
        return {text(s.arguments[0]): text(s.arguments[1]) for s in self.facts(name, 2)}

    def names(self, name: str) -> frozenset[str]:
        """A predicate of one name as a set."""
        return frozenset(text(s.arguments[0]) for s in self.facts(name, 1))

    @cached_property
    def axes(self) -> tuple[int, ...]:
        """The dimensions in which the board extends: two on a flat board, although its vectors have three numbers."""
        return tuple(axis for axis, values in enumerate(zip(*self.cells, strict=True)) if len(set(values)) > 1)

    @cached_property
    def title(self) -> str:
        """The game's name from its rules, or its folder's name."""
        return next((text(s.arguments[0]) for s in self.facts("game", 1)), self.name)

    @cached_property
    def readings(self) -> tuple[Reading, ...]:
        """Every reading of every question, sorted by question, the default first."""
        return readings_of(self.facts("question", 3), self.facts("reading", 3), self.files.folder)

    @cached_property
    def name_parts(self) -> dict[Vector, tuple[str, ...]]:
        """The cells of the board, each with the parts of its name: its column, its row, ..."""
        parts: dict[Vector, list[tuple[int, str]]] = defaultdict(list)
        for symbol in self.numeric("name_part", 3, 1):
            cell, place, part = symbol.arguments
            parts[vector(cell)].append((place.number, text(part)))
        return {
            cell: tuple(part for _, part in sorted(parts.get(cell, [])))
            for cell in sorted(vector(s.arguments[0]) for s in self.facts("cell", 1))
        }

    @cached_property
    def cells(self) -> dict[Vector, str]:
        """The cells of the board and their names."""
        return {cell: "".join(parts) for cell, parts in self.name_parts.items()}

    @cached_property
    def vectors(self) -> dict[str, Vector]:
        """The cells by name."""
        return {name: cell for cell, name in self.cells.items()}

    @cached_property
    def names_by_symbol(self) -> dict[Symbol, str]:
        """The names of the cells by the rules' terms for them."""
        return {cell_symbol(cell): name for cell, name in self.cells.items()}

    def value(self, written: str) -> Value:
        """The value of a fact of a position, from its text in positions."""
        return self.vectors.get(written) or tuple(written.split())

    def written(self, value: Value) -> str:
        """The text of a fact's value in positions, the inverse of `value`."""
        return self.cells.get(value) or " ".join(map(str, value))  # type: ignore[arg-type]

    @cached_property
    def abbreviations(self) -> dict[str, str]:
        """The text of each kind in positions."""
        return self._languages[self.letters]

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages in whose letters positions can be written, sorted."""
        return tuple(sorted(self._languages.keys() - {""}))

    @cached_property
    def _languages(self) -> dict[str, dict[str, str]]:
        return letterings_of(self.pairs("abbreviation"), self.facts("lettering", 3))

    def in_letters(self, language: str) -> Ruleset:
        """These rules with kinds abbreviated by the letters of a language; "" for those of the game.

        Raises:
            OptionError: if the game has no letters for that language.
        """
        language = language.casefold()
        if language not in self._languages:
            known = self.languages
            hint = meant(language, known, SURELY) or (f"; there are {', '.join(known)}" if known else "")
            raise OptionError(f"{self.name} has no letters {quoted(language)}{hint}")
        if language not in self._lettered:
            found = copy(self)
            found.letters = language
            for name in ("abbreviations", "items", "identity"):
                found.__dict__.pop(name, None)
            self._lettered[language] = found
        return self._lettered[language]

    @cached_property
    def royal(self) -> frozenset[str]:
        """The kinds that must not be captured."""
        return self.names("royal")

    @cached_property
    def flags(self) -> dict[str, tuple[str, ...]]:
        """The flags of each field that has flags, in order."""
        found: dict[str, list[str]] = {name: [] for name, kind in self.fields.items() if kind in ("flags", "count")}
        for symbol in self.facts("flag", 2):
            found.setdefault(str(symbol.arguments[0]), []).append(str(symbol.arguments[1]))
        return {name: tuple(sorted(some)) for name, some in found.items()}

    @cached_property
    def plain_flags(self) -> dict[str, tuple[str, ...]]:
        """The flags of each field that has flags and does not count."""
        return {name: some for name, some in self.flags.items() if self.fields.get(name) == "flags"}

    @cached_property
    def goes(self) -> frozenset[str]:
        """The uses of routes by which a piece moves to an empty cell."""
        return self.names("goes")

    @cached_property
    def captures(self) -> frozenset[str]:
        """The uses of routes by which a piece captures."""
        return self.names("captures")

    @cached_property
    def captures_own(self) -> frozenset[str]:
        """The uses of routes by which a piece captures pieces of its own side."""
        return self.names("captures_own")

    @cached_property
    def devourers(self) -> frozenset[str]:
        """The kinds that capture pieces of their own side."""
        ways = (symbol.arguments for symbol in self.facts("way", 5))
        return frozenset(str(kind) for _, kind, _, _, use in ways if str(use) in self.captures_own)

    @cached_property
    def has_locusts(self) -> bool:
        """Whether some kind captures pieces on its way."""
        return bool(self.facts("locusts", 0))

    @cached_property
    def _locust_points(self) -> frozenset[int]:
        return frozenset(self.routes.numbers[symbol.arguments[0]] for symbol in self.facts("locust_point", 1))

    def captures_on_way(self, point: int) -> bool:
        """Whether a route to a point, given by its number, captures a piece on the way."""
        return point in self._locust_points

    @cached_property
    def own_uses(self) -> tuple[str, ...]:
        """The uses of routes that are the game's own, in order."""
        return tuple(sorted(self.names("own_use")))

    def piece_name(self, kinds: Iterable[str]) -> str:
        """The text of a piece in positions: the abbreviations of its kinds, joined by `+`."""
        return "+".join(self.abbreviations[kind] for kind in kinds)

    @cached_property
    def players(self) -> tuple[str, ...]:
        """The players in the order of their turns."""
        seats = sorted((s.arguments[1].number, str(s.arguments[0])) for s in self.numeric("player", 2, 1))
        return tuple(player for _, player in seats)

    @cached_property
    def fields(self) -> dict[str, str]:
        """The further facts that a position may have, with their types: `cell`, `cells`, `ending` or `command`."""
        return self.pairs("field")

    @cached_property
    def stores(self) -> tuple[str, ...]:
        """The stores beside the board, in words: `hand white`, `reserve`."""
        return tuple(sorted(store_name(symbol.arguments[0]) for symbol in self.facts("store", 1)))

    @cached_property
    def items(self) -> dict[str, dict[str, str]]:
        """The items of each store, with their texts in positions: all kinds, unless the game names some, or others."""
        kinds, own = self.abbreviations, {store: set[str]() for store in self.stores}
        for store, item in (symbol.arguments for symbol in self.facts("item", 2)):
            own.setdefault(store_name(store), set()).add(str(item))
        return {
            store: {item: kinds[item] if found <= kinds.keys() else item for item in sorted(found)} if found else kinds
            for store, found in own.items()
        }

    @cached_property
    def has_events(self) -> bool:
        """Whether there may be events before a player moves (core/events.lp)."""
        return bool(self.facts("event", 1))

    @cached_property
    def endings(self) -> tuple[str, ...]:
        """The reasons for which moves may win."""
        return tuple(sorted(self.names("ending")))

    @cached_property
    def routes(self) -> RouteTable:
        """The routes of all kinds, as displacements.

        Raises:
            RulesError: if the rules have a malformed point.
        """
        points = Points(self.facts)
        if points.malformed:
            raise refusal(self.files, points.malformed)
        return RouteTable(points, self.facts, self.cells)

    def check_routes(self) -> None:
        """Refuse rules whose points cannot be read; of rules that passed this before, the routes are not made.

        Raises:
            RulesError: as for `routes`.
        """
        once(self.identity, lambda: self.routes)

    @cached_property
    def special_names(self) -> frozenset[str]:
        """The names of special moves, which no route makes."""
        specials = {symbol.arguments[0] for symbol in self.facts("special_move", 2)}
        titles = (symbol.arguments for symbol in self.facts("title", 2))
        return frozenset(text(title) for use, title in titles if use in specials)

    @cached_property
    def single_steps(self) -> dict[tuple[str, Symbol], str]:
        """The names of terms for routes of a single step: `step`, `leap`."""
        facts = (symbol.arguments for symbol in self.facts("called", 3))
        return {(str(kind), point): text(word) for kind, point, word in facts}

    @cached_property
    def program(self) -> PositionProgram:
        """The parts about a position."""
        return PositionProgram(self.files, (*STAGES, *OPENING))

    @cached_property
    def may_ban(self) -> bool:
        """Whether a rule may ban a move that is an attack otherwise: a rule of bars/2, or of sweeps/4."""
        return self.program.defines(("bars", 2)) or self.program.defines(("sweeps", 4))

    @cached_property
    def makes_royals(self) -> bool:
        """Whether a piece may become royal, by a promotion or by effects of the game's own."""
        promoted = {str(symbol.arguments[2]) for symbol in self.facts("promotes", 3)}
        own = (Path(rule.location.begin.filename) for rule in self.files.parts.get(EFFECTS[0], ()))
        return bool(promoted & self.royal) or any(not self.files.is_shared(path) for path in own)

    @cached_property
    def keeps_royals(self) -> bool:
        """Whether no royal piece can be captured: it must not be left attacked, though the player has another one."""
        return self.names("exposure") <= {"forbidden"} and not self.names("gives_up_royals")

    @cached_property
    def decisions(self) -> tuple[tuple[str, str], ...]:
        """The possible wins by a move: each player with each reason."""
        return tuple(product(self.players, self.endings))

    @cached_property
    def weighs_moves(self) -> bool:
        """Whether a move's legality depends on the other moves."""
        return "if_avoidable" in self.names("exposure") or self.program.defines(("compulsory", 1))

    @cached_property
    def asks_about_attacks(self) -> bool:
        """Whether it may matter to a move what its player attacks after it (core/after_guards.lp, core/tally.lp)."""
        hooks = any(map(self.program.defines, _HOOKS_AFTER_MOVES))
        return hooks or bool(self.facts("unassailed", 1))

    @cached_property
    def asks_about_replies(self) -> bool:
        """Whether it may matter to a move that no reply to it is legal (core/replies.lp)."""
        guards = {symbol.arguments[0].name for symbol in self.facts("reply_guard", 1)}
        own = (rule for rule in self.files.parts.get(EFFECTS[0], ()) if rule.ast_type == ASTType.Rule)
        stated = (
            atom.arguments[1] for rule in own for atom in atoms(rule.head) if signature(atom) in _HOOKS_AFTER_MOVES
        )
        return any(guard.ast_type != ASTType.Function or guard.name in guards for guard in stated)

    @cached_property
    def shares_armies(self) -> bool:
        """Whether a player may come to command another player's army (core/owners.lp)."""
        return "command" in self.fields.values()

    @cached_property
    def signatures(self) -> frozenset[tuple[str, int]]:
        """The predicates of `base` that have atoms."""
        return frozenset(self._base)


def load(name: str, readings: Iterable[str] = (), extra: Iterable[Path] = (), letters: str = "") -> Ruleset:
    """The rules of a game.

    Args:
        name: the game's name.
        readings: names of readings other than the defaults.
        extra: the user's folders with games, as they are now.
        letters: the language whose letters abbreviate the kinds; "" for those of the game.

    Raises:
        UnknownGameError: if there is no such game.
        RulesError, ReadingError, OptionError: as for `Ruleset`.
    """
    extra = tuple(extra)
    folder = find_game(name, extra)
    known_by = digest(folder) if extra and not is_builtin(folder) else ""
    return _load(folder, tuple(readings), known_by).in_letters(letters)


@lru_cache(maxsize=32)
def _load(folder: Path, readings: tuple[str, ...], _known_by: str) -> Ruleset:
    return Ruleset(read_game(folder), readings)
