"""What the oracles say to the questions of the battery: functions of what a question names, none of them asks a rule.

`rules/` and `solver/` are not imported here; YAML could hold every answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise, product

from oracles import (
    arrays,
    census,
    circe,
    counting,
    diagonals,
    endings,
    extreme,
    fences,
    flat,
    friends,
    hailing,
    heirs,
    locusts,
    maulers,
    mustering,
    nobility,
    outcomes,
    planes,
    prince,
    rejoining,
    reprieving,
    retorts,
    solids,
    special_moves,
    sweeping,
)
from oracles.appendices import READINGS as PRINTED
from oracles.prince import Board, Cell, board

ARRAY = """Ba Pa Kn Ro Mt Ca Ma Ba/Ad Ac Co Bi Me Ar Ac As/Ca Ar Qu Sc Re Qu Co Kn/Mt Me Re Un Sp Sc Bi Ro
Ro Bi Sc Ki Ne Re Me Mt/Kn Co Qu Re Sc Qu Ar Ca/As Ac Ar Me Bi Co Ac Ad/Ba Ma Ca Mt Ro Kn Pa Ba"""
"""Tier A of Prince as the document prints it, the eighth row first; H is the same, and Pawns fill B and G."""


ARMIES = ("white", "black")


def start() -> Board:
    """The array of Prince."""
    pieces: dict[Cell, tuple[str, str]] = {}
    for row, line in zip(range(8, 0, -1), ARRAY.replace("\n", "/").split("/"), strict=True):
        for column, kind in enumerate(line.split(), 1):
            for army, first, pawns in (("white", 1, 2), ("black", 8, 7)):
                pieces[column, row, first] = (kind, army)
                pieces[column, row, pawns] = ("Pn", army)
    return Board(pieces, castle={(1, 1, 1), (8, 8, 1), (1, 1, 8), (8, 8, 8)})


def array() -> list[object]:
    """Pieces, turn and rights to castle at the start."""
    at = start()
    pieces = {prince.name(cell): " ".join(piece) for cell, piece in at.pieces.items()}
    return [pieces, at.turn, sorted(map(prince.name, at.castle))]


def abbreviations() -> dict[str, str]:
    """Appendix F."""
    return {kind: short for short, kind in prince.NAMES.items()}


def kinds() -> list[str]:
    """The kinds of Appendix F."""
    return sorted(prince.NAMES.values())


def cells() -> list[list[object]]:
    """The field, each cell with its name."""
    return sorted([list(cell), prince.name(cell)] for cell in prince.FIELD)


def number(position: str) -> int:
    """How many legal moves there are."""
    return len(prince.legal_steps(start() if position == "start" else board(position)))


def whole(position: str) -> list[object]:
    """Moves, check and outcome."""
    at = board(position)
    ended = prince.outcome(at)
    winner = at.enemy if ended == "checkmate" else None
    return [prince.legal(at), not prince.safe(at.pieces, at.turn), f"{ended} {winner}" if ended else None]


def under(reading: str, position: str) -> str:
    """Where pieces go by another reading of blocking; check is not considered."""
    at = board(position)
    return _written(
        at,
        lambda kind, start, end: (
            at.pieces.get(end, ("", ""))[1] != at.turn and prince.reaches(kind, start, end, at.pieces, reading)
        ),
    )


def in_planes(reading: str, position: str) -> str:
    """Where planar movers go by another reading of their planes and paths; no King is there."""
    at = board(position)
    found = {start: planes.ends(reading, at, start) for start, (_, army) in at.pieces.items() if army == at.turn}
    return _written(at, lambda _kind, start, end: prince.name(end) in found[start])


def in_some_way(position: str) -> str:
    """The same if one open path is enough, wherever it leads."""
    return in_planes("some_path", position)


def with_king(reading: str, position: str) -> str:
    """All legal moves, by another reading of the King's safety or of castling."""
    steps = prince.legal_steps(board(position), stays=reading == "king_stays", lane=reading == "base_path")
    return " ".join(sorted(step.text for step in steps))


def printed(reading: str, position: str) -> str:
    """Where a Scientist or Reporter goes among Knights by a printed formula."""
    at, blocked = board(position), PRINTED[reading][1]

    def free(kind: str, start: Cell, end: Cell) -> bool:
        others = [cell for cell in at.pieces if cell != start]
        return prince.in_range(kind, prince.minus(end, start)) and not blocked(start, end, others)

    return _written(at, free)


def _written(at: Board, goes: Callable[[str, Cell, Cell], bool]) -> str:
    """The moves of the player to move, as Shadowmate writes them."""
    return " ".join(
        sorted(
            f"{kind}{prince.name(start)}{'x' if end in at.pieces else '-'}{prince.name(end)}"
            for start, (kind, army) in at.pieces.items()
            if army == at.turn
            for end in prince.FIELD
            if goes(kind, start, end)
        )
    )


def promotions() -> list[str]:
    """What a Pawn becomes, and what it stays by the other reading."""
    return sorted([*prince.PROMOTIONS, "Pn"])


def after_each(game: str, position: str) -> list[list[object]]:
    """Every legal move of a small game of effects, and the board after it."""
    found = outcomes.positions(game, position)
    return sorted([start, end, [list(piece) for piece in board]] for start, end, board in found)


def after_captures(game: str, position: str) -> list[list[object]]:
    """Every legal move of a game in which pieces capture their own, or on the way, and the board after it."""
    found = {"merge": friends, "locust": locusts, "fences": fences, "maulers": maulers}[game].positions(position)
    return sorted([start, end, [list(piece) for piece in board]] for start, end, board in found)


def after_ends(game: str, position: str) -> list[list[object]]:
    """Every legal move of a small game of endings, the board after it, and the winners with their reasons."""
    found = endings.moves(game, position)
    return sorted(
        [start, end, [list(piece) for piece in board], list(map(" ".join, won))] for start, end, board, won in found
    )


def after_special_moves(game: str, position: str) -> list[list[object]]:
    """Every legal move of a small game of special moves, its name, the board after it, and the words beside it."""
    return sorted(
        [listed.start or "", listed.end or "", listed.name or "", sorted(map(list, listed.board)), _words(listed.rest)]
        for listed in special_moves.listed(game, position)
    )


def _words(rest: special_moves.Rest) -> list[str]:
    """The words of a position beside its pieces: each word as often as it stands there, and its keyword once."""
    words_beside = [word for _, word, number in rest for word in [word] * number]
    # Rights have their name before each cell of theirs; a store has its name once, before all that it holds.
    return sorted([*words_beside, *(word for key in {key for key, _, _ in rest} for word in key.split())])


def after_mustering(position: str) -> list[list[object]]:
    """Every legal move of `muster`, and the board after it."""
    return sorted(
        [flat.name(start), flat.name(end), sorted([flat.name(cell), kind, army] for cell, kind, army in board)]
        for start, end, board in mustering.moves(*flat.read(position))
    )


def in_census(position: str) -> list[list[object]]:
    """Every move of `census`, the board after it, and the winners with their reasons."""
    return sorted(
        [flat.name(start), flat.name(end), sorted(
            [flat.name(cell), "+".join(sorted(kinds.split("+"))), army] for cell, kinds, army in board
        ), list(map(" ".join, won))]
        for start, end, board, won in census.moves(*flat.read(position))
    )  # fmt: skip


def in_retort(position: str) -> list[list[object]]:
    """Every move of `retort`, the board after it, and the winners with their reasons."""
    return sorted(
        [flat.name(start), flat.name(end), sorted([flat.name(cell), kind, army] for cell, kind, army in board),
         list(map(" ".join, won))]
        for start, end, board, won in retorts.moves(*flat.read(position))
    )  # fmt: skip


def in_counting(position: str) -> list[list[object]]:
    """Every legal move of `tithe`, the board after it, and the words beside the board."""
    placed, _, beside = position.partition(" turn ")
    turn, *words = beside.split()
    words_beside = dict(zip(words[::2], words[1::2], strict=True))
    counts = {army: int(words_beside.get(f"taken_{army}", 0)) for army in census.RIVAL}
    listed = []
    for start, end, pieces_then, counted, word, wins in counting.moves(
        flat.read(placed)[0], turn, counts, words_beside.get("vow", "")
    ):
        then = [part for army, number in counted if number for part in (f"taken_{army}", str(number))]
        then += [*(["vow", word] if word else []), *(["won", turn, "tithe"] if wins else [])]
        pieces = sorted([flat.name(cell), kind, army] for cell, kind, army in pieces_then)
        listed.append([flat.name(start), flat.name(end), "", pieces, sorted(then)])
    return sorted(listed)


def in_nobility(reading: str, position: str) -> list[list[object]]:
    """Every legal move of Emperor's Nobility, the board after it, and whether that is a wedding."""
    pieces: nobility.Pieces = {}
    kinds = {short: kind for kind, short in nobility.ABBREVIATIONS.items()}
    cells = {nobility.name(cell): cell for cell in nobility.FIELD}
    army, turn = "", position.split()[-1]
    for word in position.removesuffix(f" turn {turn}").split():
        if word in nobility.OTHER:
            army = word
        else:
            pieces[cells[word[2:]]] = (army, kinds[word[:2]])
    return sorted(
        [nobility.name(move.start), nobility.name(move.end), sorted(
            [nobility.name(cell), nobility.ABBREVIATIONS[kind], own] for cell, (own, kind) in move.after.items()
        ), [f"{turn} marriage"] * nobility.married(move.after, turn, [reading])]
        for move in nobility.legal_moves(pieces, turn, [reading])
    )  # fmt: skip


def in_extreme(position: str) -> list[list[object]]:
    """Every legal move of Extreme 3D Chess, and the board after it."""
    pieces: extreme.Pieces = {}
    parts = {short: part for part, short in extreme.ABBREVIATIONS.items()}
    cells = {extreme.name(cell): cell for cell in product(range(1, 9), repeat=3)}
    army, turn = "", position.split()[-1]
    for word in position.removesuffix(f" turn {turn}").split():
        if word in extreme.OTHER:
            army = word
        else:
            pieces[cells[word[-3:]]] = (army, frozenset(parts[part] for part in word[:-3].split("+")))
    return sorted(
        [extreme.name(move.start), extreme.name(move.end), sorted(
            [extreme.name(cell), "+".join(sorted(extreme.ABBREVIATIONS[part] for part in piece)), own]
            for cell, (own, piece) in move.after.items()
        )]
        for move in extreme.legal_moves(pieces, turn)
    )  # fmt: skip


def _board(pieces: Iterable[tuple[flat.Cell, str, str]]) -> list[list[str]]:
    """Flat pieces by cell."""
    return sorted([flat.name(cell), kind, army] for cell, kind, army in pieces)


def in_blast(position: str) -> list[list[object]]:
    """Every legal move of `blast`, the board after it, and the winner with the reason."""
    pieces, turn = flat.read(position)
    return sorted(
        [flat.name(start), flat.name(end), _board(left), [f"{turn} kings"] * wins]
        for start, end, left, wins in sweeping.moves(pieces, turn)
    )


def in_hail(position: str) -> list[list[object]]:
    """Every legal move of `hail`, the board after it, and the words beside the board."""
    placed, _, beside = position.partition(" turn ")
    turn, *rest = beside.split()
    given = {army: int(rest[rest.index(f"{army}_checks") + 1]) if f"{army}_checks" in rest else 0 for army in ARMIES}
    hung, hands = ({army for key, army in pairwise(rest) if key == word} for word in ("hung", "hand"))
    listed: list[list[object]] = []
    for start, end, left, checks, flags, wins in hailing.moves(flat.read(placed)[0], turn, given, hung, hands):
        is_drop = start == hailing.NOWHERE
        words = [part for army, number in checks if number for part in (f"{army}_checks", str(number))]
        words += [part for army in flags for part in ("hung", army)]
        words += [part for army in hands - ({turn} if is_drop else set()) for part in ("hand", army, "C")]
        words += ["won", turn, "hail"] * wins
        listed.append(["" if is_drop else flat.name(start), flat.name(end), "", _board(left), sorted(words)])
    return sorted(listed)


def in_reprieve(position: str) -> list[list[object]]:
    """Every legal move of `reprieve`, the board after it, and the words beside the board."""
    placed, _, beside = position.partition(" turn ")
    turn, *rest = beside.split()
    hung, hands = ({army for key, army in pairwise(rest) if key == word} for word in ("hung", "hand"))
    listed: list[list[object]] = []
    for start, end, left, flags in reprieving.moves(flat.read(placed)[0], turn, hung, hands):
        is_drop = start == reprieving.NOWHERE
        words = [part for army in flags for part in ("hung", army)]
        words += [part for army in hands - ({turn} if is_drop else set()) for part in ("hand", army, "M")]
        listed.append(["" if is_drop else flat.name(start), flat.name(end), "", _board(left), sorted(words)])
    return sorted(listed)


def in_rejoin(position: str) -> list[list[object]]:
    """Every legal move of `rejoin`, the board after it, and the winner."""
    pieces, turn = flat.read(position)
    listed: list[list[object]] = []
    for start, end, wins in rejoining.moves(pieces, turn):
        left = {cell: piece for cell, piece in pieces.items() if cell != start} | {end: pieces[start]}
        board = _board((cell, *piece) for cell, piece in left.items())
        listed.append([flat.name(start), flat.name(end), board, [f"{turn} home"] * wins])
    return sorted(listed)


def number_in_hail(position: str) -> int:
    """How many legal moves there are."""
    return len(in_hail(position))


def in_circe(position: str) -> list[list[object]]:
    """Every legal move of Circe Chess without castling, and the board after it."""
    placed, _, beside = position.partition(" turn ")
    turn, _, passed_over = beside.partition(" ep ")
    pieces = frozenset((cell, *piece) for cell, piece in flat.read(placed)[0].items())
    cells = {flat.name(cell): cell for cell in product(range(1, 9), repeat=2)}
    steps = circe.Circe(pieces, turn, passed_over=cells.get(passed_over)).steps()
    return sorted([step.text[:2], step.text[2:4], _board(step.after.pieces)] for step in steps)


ORACLES: dict[str, Callable[..., object]] = {
    "prince.array": array,
    "prince.abbreviations": abbreviations,
    "prince.kinds": kinds,
    "prince.cells": cells,
    "prince.number": number,
    "prince.whole": whole,
    "prince.under": under,
    "prince.planes": in_planes,
    "prince.some": in_some_way,
    "prince.with_king": with_king,
    "prince.promotions": promotions,
    "prince.pairs": solids.pairs,
    "appendices.printed": printed,
    "solids.corners": solids.corners,
    "solids.ranges": solids.ranges,
    "solids.shield": solids.shield,
    "arrays.array": arrays.array,
    "arrays.cells": arrays.cells,
    "arrays.letters": arrays.letters,
    "arrays.reach": arrays.reach,
    "flat.moves": flat.moves,
    "heirs.moves": heirs.moves,
    "outcomes.after_each": after_each,
    "friends.positions": after_captures,
    "maulers.positions": after_captures,
    "locusts.positions": after_captures,
    "fences.positions": after_captures,
    "endings.moves": after_ends,
    "special_moves.listed": after_special_moves,
    "mustering.boards": after_mustering,
    "census.endings": in_census,
    "retorts.endings": in_retort,
    "counting.beside": in_counting,
    "sweeping.endings": in_blast,
    "hailing.beside": in_hail,
    "hailing.number": number_in_hail,
    "rejoining.endings": in_rejoin,
    "reprieving.beside": in_reprieve,
    "circe.boards": in_circe,
    "diagonals.turns": diagonals.turns,
    "nobility.endings": in_nobility,
    "extreme.boards": in_extreme,
}
