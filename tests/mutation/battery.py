"""A battery of questions about the games, each with an answer that was not got from the rules.

Answers are figures of the documents, published move counts, what `oracles/prince.py` works out by brute force, or
written down by hand. The battery asks a `Game` alone, so that it can be put to any rules and any engine: to mutants
of the rules in test_mutations.py, where it stands for the suite.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import shadowmate as sm
from oracles import prince as oracle
from oracles.appendices import READINGS as PRINTED
from shadowmate.solving.search.sieve import candidates

Ask = Callable[[sm.Game], object]


@dataclass(frozen=True)
class Question:
    """A question with its answer.

    Attributes:
        name: what is asked, in words.
        game: which game, by a name that `folder` knows.
        readings: under which readings.
        about: the rule files that it is most about; a mistake there is looked for here first.
        ask: puts the question.
        answer: what is right.
        reference: whether it asks for something that only the reference engine has.
    """

    name: str
    game: str
    readings: tuple[str, ...]
    about: frozenset[str]
    ask: Ask
    answer: Callable[[], object]
    reference: bool = False

    def wrong(self, game: sm.Game) -> str | None:
        """What a game answers wrongly; None if it is right."""
        try:
            found = self.ask(game)
        except Exception as error:
            return f"{self.name}: {type(error).__name__}: {error}"
        right = self.answer()
        return None if found == right else f"{self.name}: {found!r} instead of {right!r}"[:400]


BATTERY: list[Question] = []


def question(
    name: str,
    about: str,
    ask: Ask,
    answer: object,
    game: str = "prince",
    readings: Iterable[str] = (),
    reference: bool = False,
) -> None:
    """Add a question to the battery; `answer` may be a function without arguments, called when it is needed."""
    answered = answer if callable(answer) else lambda: answer
    BATTERY.append(Question(name, game, tuple(readings), frozenset(about.split()), ask, cache(answered), reference))


# --- games of its own ------------------------------------------------------------------------------

_SMALL = """
#include "core/game.lp".
#include "boards/letters.lp".
#include "boards/square.lp".
game("Small"). size(5,5,1). player(white,1). player(black,2).
abbreviation(king,"K"). motion(king,step,(orthogonal;diagonal),any). royal(king).
abbreviation(rook,"R"). motion(rook,slide,orthogonal,any).
abbreviation(queen,"Q"). motion(queen,slide,(orthogonal;diagonal),any).
abbreviation(mason,"M"). motion(mason,step,orthogonal,any).
abbreviation(cannon,"C"). motion(cannon,hop,orthogonal,any).
kind(Kind) :- abbreviation(Kind,_).
"""
_CARRYING = """#program worlds.
act(haul(From,To,Rook,End),From,To) :-
    act(go(From,To),From,To), not occupied(To), piece(From,mason,Army), piece(Rook,rook,Army),
    From = (X,Y,Z), Rook = (X,Y+1,Z), To = (X+1,Y,Z), End = (X+OVER,Y+1,Z), cell(End), not occupied(End).
carries(haul(From,To,Rook,End),Rook,End) :- act(haul(From,To,Rook,End),From,To)."""
_HOOKS = {
    "small": "",
    "spared": "#program position. spared(From,To) :- piece(From,rook,_), piece(To,king,_).\n"
    "spared(From,To) :- piece(From,king,_), piece(To,queen,_).",
    "meek": "#program position. spared(From,To) :- piece(From,king,_), piece(To,mason,_).",
    "forbidden": "#program verdict. forbidden(M) :- act(M,From,(X,_,_)), piece(From,king,black), X > 1.",
    "three": "player(red,3).",
    "taken": "player(red,3).\n#program position.\n#defined taken_over/2.\ntaken_over(red,white).",
    "middle": "#program verdict. winner(Army) :- piece((3,3,1),king,Army), query(outcome).",
    "drawn": '#program verdict. drawn_by("no queens") :- not queened. queened :- piece(_,queen,_).',
    "haul": _CARRYING.replace("OVER", "1"),
    "toss": _CARRYING.replace("OVER", "2"),
    "remade": """#program mates. remade(Move) :- legal(Move,From,_,_), piece(From,mason,_).
        #program after.
        then_piece(Cell,queen,Army) :- played(Move,_), act(Move,From,_), piece(From,mason,Army), piece(Cell,rook,Army).
        """,
}


@cache
def _written() -> tempfile.TemporaryDirectory[str]:
    home = tempfile.TemporaryDirectory(prefix="battery")
    for name, rules in _HOOKS.items():
        (Path(home.name) / name).mkdir()
        (Path(home.name) / name / "game.lp").write_text(f"{_SMALL}{rules}\n")
    return home


def folders() -> tuple[str, ...]:
    """Where the small games lie that the battery has besides the shipped ones."""
    return (_written().name,)


def open_game(name: str, readings: tuple[str, ...]) -> sm.Game:
    """The game that a question is about, by the shipped rules."""
    return sm.game(name, readings, folders() if name in _HOOKS else ())


# --- ways to ask -----------------------------------------------------------------------------------


def _outcome(position: sm.Position) -> str | None:
    ended = position.outcome()
    return f"{ended.reason} {ended.winner}" if ended else None


def moves(text: str, origin: str | None = None) -> Ask:
    """The legal moves of a position, or of one piece."""
    return lambda game: " ".join(map(str, game.position(text).legal_moves(origin)))


def number(text: str, origin: str | None = None) -> Ask:
    return lambda game: len(game.position(text).legal_moves(origin))


def whole(text: str) -> Ask:
    """Moves, check and outcome."""

    def ask(game: sm.Game) -> object:
        position = game.position(text)
        return [str(m) for m in position.legal_moves()], position.is_check(), _outcome(position)

    return ask


def outcome(text: str, line: str = "") -> Ask:
    """How a position stands after some moves."""
    return lambda game: _outcome(_after(game.position(text), line))


def _after(position: sm.Position, line: str) -> sm.Position:
    for move in line.split():
        position = position.push(move)
    return position


def after(text: str, line: str) -> Ask:
    """The position after some moves, and how often it has been there."""
    return lambda game: str(_after(game.position(text), line)).partition(": ")[2]


def refused(text: str) -> Ask:
    """The tokens on account of which a position is refused."""

    def ask(game: sm.Game) -> object:
        try:
            game.position(text)
        except sm.PositionError as error:
            return sorted(problem.split("'")[1] for problem in error.problems)
        return "accepted"

    return ask


def mating(text: str) -> Ask:
    """The moves that mate at once."""
    return lambda game: " ".join(sm.solve(game.position(text), "#1").keys)


# --- Prince: array, kinds, readings ----------------------------------------------------------------

_ROWS = """Ba Pa Kn Ro Mt Ca Ma Ba/Ad Ac Co Bi Me Ar Ac As/Ca Ar Qu Sc Re Qu Co Kn/Mt Me Re Un Sp Sc Bi Ro
Ro Bi Sc Ki Ne Re Me Mt/Kn Co Qu Re Sc Qu Ar Ca/As Ac Ar Me Bi Co Ac Ad/Ba Ma Ca Mt Ro Kn Pa Ba"""


def _array() -> tuple[dict[str, str], str, set[str]]:
    pieces = {}
    for row, line in zip(range(8, 0, -1), _ROWS.replace("\n", "/").split("/"), strict=True):
        for column, kind in zip("abcdefgh", line.split(), strict=True):
            pieces[f"A{column}{row}"] = f"{kind} white"
            pieces[f"H{column}{row}"] = f"{kind} black"
            pieces[f"B{column}{row}"] = "Pn white"
            pieces[f"G{column}{row}"] = "Pn black"
    return pieces, "white", {"Aa1", "Ah8", "Ha1", "Hh8"}


def _start(game: sm.Game) -> object:
    start = game.start()
    pieces = {cell: f"{game.piece_name(piece.kinds)} {piece.army}" for cell, piece in start.pieces.items()}
    return pieces, start.turn, {cell for name, cell in start.state if name == "castle"}


question("the array", "array king pawns field", _start, _array)
question("the array has 212 moves", "legal moves", number("start"), 212)
question(
    "the abbreviations of Appendix F",
    "kinds pawns",
    lambda game: game.ruleset.abbreviations,
    {kind: short for short, kind in oracle.NAMES.items()},
)
question(
    "each kind is one", "kinds", lambda game: {str(s.arguments[0]) for s in game.ruleset.facts("kind", 1)},
    set(oracle.NAMES.values()),
)  # fmt: skip
question("the cells", "field", lambda game: game.names, {cell: oracle.name(cell) for cell in oracle.FIELD})
question("the players in turn", "field", lambda game: game.ruleset.players, ("white", "black"))
question(
    "what else a position holds", "castling double_step",
    lambda game: game.ruleset.fields, {"castle": "cells", "ep": "cell"},
)  # fmt: skip


def _readings(game: sm.Game) -> object:
    found: dict[str, str] = {}
    for reading in game.ruleset.readings:
        found[reading.question] = f"{found.get(reading.question, '')} {reading.name}".strip()
    return found


_PRINTED = [f"printed_d_{which}{tie}" for which in ("first", "second") for tie in ("", "_either", "_reversed")]
question(
    "the readings, the default first",
    "plane edges pawns ending readings appendices",
    _readings,
    {
        "appendix_d": " ".join(["planes_d", *_PRINTED]),
        "appendix_e": "planes_e printed_e printed_e_bounded",
        "blocking": "every_path some_path",
        "edges": "paths_off_field field_paths_closed field_paths_open",
        "patience": "hundred_each hundred_single",
        "promotion": "must_promote pawn_may_stay",
    },
)
question(
    "the readings of solids", "cube edges plane", _readings,
    {
        "blocking": "every_path some_path",
        "corners": "narrow_corners wide_corners",
        "edges": "paths_off_field field_paths_closed field_paths_open",
    },
    "extreme",
)  # fmt: skip
question("no planes, no readings", "plane edges cube", _readings, {}, "fide")
for _kind, _count in (("Ba", 168), ("Sc", 192), ("Re", 115), ("Pr", 355), ("Qu", 85), ("Kn", 24), ("As", 72)):
    question(f"a lone {_kind} in the middle", "kinds plane slide leaps", number(f"white {_kind}Dd4"), _count)


# --- Prince: positions that the oracle judges ------------------------------------------------------


def agree(about: str, text: str, readings: Iterable[str] = ()) -> None:
    """A question about all of a position of Prince, answered by the oracle."""

    def answer() -> object:
        at = oracle.board(text)
        ended = oracle.outcome(at)
        winner = at.enemy if ended == "checkmate" else None
        return oracle.legal(at), not oracle.safe(at.pieces, at.turn), f"{ended} {winner}" if ended else None

    question(f"all about {text}", about, whole(text), answer, readings=readings)


agree(
    "kinds plane slide leaps open moves points armies field",
    "white KiAf2 RoEd4 BiBg4 MeHe3 BaDd4 ScGa8 ReFa3 KnFb1 CaAe1 AcAf3 "
    "black KiBa2 RoCf6 BiHb6 MeEd2 BaGe8 ScHh2 ReHb8 KnBb5 CaEd5 AcEd8 turn white",
)
agree(
    "kinds compounds plane open",
    "white KiHh8 CoHd5 MtCh3 ArAb8 QuEg8 UnFd1 NeFh3 SpEa1 PrFf6 MaGf3 PaHc8 AdFc5 AsDf7 "
    "black KiBa1 CoAd2 MtFd7 ArCf3 QuAf3 UnEb3 NeHe5 SpFa5 PrCc4 MaGg8 PaEa7 AdHg8 AsCe7 turn white",
)
agree("plane open points", "white PrDd4 KnDe5 PnEe4 PnCc4 black KiHh8 KnDd6 KnFd6 RoEe5 BiBb4 KnDf2 turn white")
agree(
    "pawns double_step armies moves field",
    "white KiAa1 PnBd4 PnCf6 PnBb7 KnDb7 black KiHh8 PnCe5 KnCe4 KnDf7 PnDg6 RoCc3",
)
agree(
    "pawns double_step armies moves field",
    "black KiHa1 PnGd4 PnFf6 PnGb7 KnFb7 white KiAh8 PnFe5 KnFe4 KnEf7 turn black",
)
agree("promotion pawns legal", "white KiAa1 PnGd4 PnFf6 black KiHh8 KnHe5 turn white")
agree("promotion pawns legal", "black KiHa1 PnBd4 PnCf6 white KiAh8 KnAe5 turn black")
for _text in (
    "white KiDd4 QuDd6 KnFd4 black KiHh8 RoDd8 BaHd4",
    "white KiDd4 PnDd6 black KiHh8 RoDd8",
    "white KiDd4 KnCc2 RoBd6 PnDg4 black KiHh8 PnEe5",
    "white KiDd4 PnEe6 KnDf5 black KiHh8 ScFf8",
    "white KiDd4 RoAf3 KnHe4 black KiHh8 ScDh4",
    "white KiDa1 KnDb2 PnDc2 black KiHh8 BaDd4",
    "white KiDa1 KnDb2 KnDc3 black KiHh8 BaDd4",
    "white KiDd4 QuAd5 RoBa8 black KiHh8 RoDd8 KnEd6",
    "white KiDd4 black KiDd6 RoDe8",
    "white KiDd4 BaAd7 black KiHh8 RoDd5 BaDh5 AcFe5",
    "white PrDd4 BaHh1 black KiBe4 QuCd4 KnBf2 ReHf8 turn black",
):
    agree("check legal position open", _text)
for _text in (
    "white KiAa1 QuEe5 BaGg7 black KiHh8 turn black",
    "white KiAa1 QuEe5 BaGg7 black KiHh8 PnDa5 turn black",
    "white PrHh6 black KiHh8 turn black",
    "white PrFf6 black KiHh8 turn black",
    "black PrAa3 white KiAa1",
):
    agree("legal check", _text)
for _text in (
    "white KiAa1 PnDd4 RoDa4 black KiDh4 PnDe4 turn black ep Cd4",
    "white KiAa1 PnDd4 RoEa4 black KiDh4 PnDe4 turn black ep Cd4",
    "white KiAa1 PnDd4 QuCh8 RoAc4 RoHe6 black KiEe5 PnDe4 turn black ep Cd4",
    "white KiAa1 PnDd4 black KiHh8 PnDe5 KnEd4 QuCc3 turn black ep Cd4",
    "black KiHa1 PnEd4 PnEf4 PnEf3 white KiAh8 PnEe4 KnFd3 QuGd5 PnDd4 turn white ep Fd4",
):
    agree("double_step moves", _text)

_BOTH = "white KiAd4 BaAa1 BaAh8 {} black KiHd4 BaHa1 BaHh8 {} turn {} castle Aa1 Ah8 Ha1 Hh8"
for _own, _his, _turn in (
    ("KnCg2", "", "white"),
    ("", "KnFg2", "black"),
    ("KnAc3", "RoDe5", "white"),
    ("", "RoDc3", "white"),
    ("", "RoDb2", "white"),
    ("", "RoDf6", "white"),
    ("", "RoAd8", "white"),
    ("", "RoDa1", "white"),
    ("PnBc3", "RoDc3 KnAg7", "white"),
    ("RoEc3", "KnHe5", "black"),
    ("RoEe5", "KnHb2", "black"),
    ("KnHf6 RoEc3", "KnGc3", "black"),
    ("KnAe5", "KnAb2", "white"),
    ("KnAf6", "ScDd6", "white"),
    ("KnHg7", "", "black"),
    ("KnHc3", "", "black"),
):
    agree("castling king", _BOTH.format(_own, _his, _turn))
agree("castling", "white KiAd4 BaAa1 BaAh8 black KiHg1 castle Ah8")
question(
    "a Pawn's moves beside castling", "castling moves check",
    moves("white KiAd4 BaAa1 PnBh1 black KiHg1 castle Aa1", "Bh1"), "PnBh1-Ch1 PnBh1-Dh1",
)  # fmt: skip
agree("castling", "white KiAd4 BaAa1 BaAh8 black KiHg1")

question(
    "pairs of directions that span a plane", "plane",
    lambda game: Counter(str(s.arguments[0]) for s in game.ruleset.facts("spans", 3)),
    {"orthogonal": 12, "diagonal": 36, "triagonal": 24},
)  # fmt: skip

# Where a piece goes under other readings of blocking.
for _reading in ("some_path", "field_paths_closed", "field_paths_open"):
    for _text in (
        "white ReAa1 ReAh1 ReHa8 black KnBb2 KnAe1 RoHa6",
        "white PrDd4 ReAa1 BaHh1 black KnAc1 KnEe5 PnDe4 PnEd4 ScDd6 PnFd6 PnGg3",
    ):

        def _ends(at: oracle.Board, reading: str) -> str:
            found = []
            for start, (kind, army) in at.pieces.items():
                for end in oracle.FIELD if army == at.turn else ():
                    target = at.pieces.get(end)
                    if (target is None or target[1] != army) and oracle.reaches(kind, start, end, at.pieces, reading):
                        found.append(f"{kind}{oracle.name(start)}{'x' if target else '-'}{oracle.name(end)}")
            return " ".join(sorted(found))

        question(
            f"{_text} under {_reading}",
            "edges plane readings open" + (" moves" if "PrDd4" not in _text else ""),
            moves(_text),
            lambda text=_text, reading=_reading: _ends(oracle.board(text), reading),
            readings=[_reading],
        )

# The printed formulas of Appendices D and E, as oracles/appendices.py transcribes them.
_CROWDS = {
    "Sc": ("ScAd4 black KnBd5 KnCe4 KnBc3 KnAf6 KnCd4", "ScDd4 black KnEe4 KnFd4 KnDe5 KnCc4 KnCb3 KnEd3 KnDc2 KnDf4"),
    "Re": ("ReAd4 black KnBe5 KnBc5 KnCd5 KnDe4 KnAe5", "ReDd4 black KnEe5 KnFd6 KnEc3 KnCc5 KnCe4 KnDb5 KnFe3 KnDd6"),
}
_EDGE = {"Sc": "ScAa1 black KnAc2 KnBb1 KnAb3 KnCa1 KnBc4", "Re": "ReAa1 black KnBb2 KnAc2 KnCb2 KnBd3 KnAe2"}


def _printed(text: str, reading: str) -> str:
    kind, blocked = PRINTED[reading]
    at = oracle.board(f"white {text}")
    start = next(cell for cell, (_, army) in at.pieces.items() if army == "white")
    pieces = [cell for cell in at.pieces if cell != start]
    found = []
    for end in oracle.FIELD:
        if oracle.in_range(kind, oracle.minus(end, start)) and not blocked(start, end, pieces):
            found.append(f"{kind}{oracle.name(start)}{'x' if end in at.pieces else '-'}{oracle.name(end)}")
    return " ".join(sorted(found))


for _reading, (_kind, _) in PRINTED.items():
    for _text in (*_CROWDS[_kind], _EDGE[_kind]):
        question(
            f"{_text} under {_reading}", "appendices", moves(f"white {_text}"),
            lambda text=_text, reading=_reading: _printed(text, reading), readings=[_reading],
        )  # fmt: skip
# They say nothing of the other pieces.
for _reading, _other in (("printed_d_first", "Re"), ("printed_d_second_either", "Re"), ("printed_e", "Sc")):
    agree("appendices", f"white {_CROWDS[_other][0]}", [_reading])
# With one piece in the way all readings agree, also when a King is shielded.
for _text in ("white KiDd4 PnEe6 KnDf5 black KiHh8 ScFf8", "white KiDd4 KnEe6 black KiHh8 ScFf8 turn white"):
    agree("appendices open check points", _text, ["printed_d_first"])
for _reading in ("field_paths_closed", "field_paths_open"):
    question(
        f"a lone Scientist, {_reading}", "edges open", number("white ScDd4"), 192,
        readings=["printed_d_first", _reading],
    )  # fmt: skip

# --- Prince: moves that are made, and what is no position -------------------------------------------

_FULL = "white KiAd4 BaAa1 BaAh8 PnBa8 black KiHd4 BaHa1 BaHh8 PnGh1 turn {} castle Aa1 Ah8 Ha1 Hh8"
_W, _B = "white BaAa1 KiAd4 BaAh8 PnBa8", "black PnGh1 BaHa1 KiHd4 BaHh8"
for _text, _line, _end in (
    (_FULL.format("white"), "KiAd4-Ad5",
     f"white BaAa1 KiAd5 BaAh8 PnBa8 {_B} turn black castle Ha1 Hh8 quiet 1"),
    (_FULL.format("white"), "BaAa1-Aa2",
     f"white BaAa2 KiAd4 BaAh8 PnBa8 {_B} turn black castle Ah8 Ha1 Hh8 quiet 1"),
    (_FULL.format("white"), "BaAa1xHa1",
     "white KiAd4 BaAh8 PnBa8 BaHa1 black PnGh1 KiHd4 BaHh8 turn black castle Ah8 Hh8"),
    (_FULL.format("black"), "BaHh8xAh8",
     "white BaAa1 KiAd4 PnBa8 black BaAh8 PnGh1 BaHa1 KiHd4 turn white castle Aa1 Ha1"),
    (_FULL.format("black"), "PnGh1-Eh1",
     f"{_W} black PnEh1 BaHa1 KiHd4 BaHh8 turn white castle Aa1 Ah8 Ha1 Hh8 ep Fh1"),
    (_FULL.format("black"), "PnGh1-Fh1",
     f"{_W} black PnFh1 BaHa1 KiHd4 BaHh8 turn white castle Aa1 Ah8 Ha1 Hh8"),
    (_FULL.format("white"), "KiAd4-Ab2&BaAa1-Ac3",
     f"white KiAb2 BaAc3 BaAh8 PnBa8 {_B} turn black castle Ha1 Hh8 quiet 1"),
    (_FULL.format("black").replace("BaAa1 ", "").replace("castle Aa1", "castle"), "KiHd4-Hf6&BaHh8-He5",
     "white KiAd4 BaAh8 PnBa8 black PnGh1 BaHa1 BaHe5 KiHf6 turn white castle Ah8 quiet 1"),
    ("white KiAa1 PnBd4 black KiHh8 PnDe5", "PnBd4-Dd4 PnDe5xCd4ep",
     "white KiAa1 black PnCd4 KiHh8 turn white"),
    ("white KiAa1 PnBd4 black KiHh8 PnDe5", "PnBd4-Dd4 KiHh8-Hh7",
     "white KiAa1 PnDd4 black PnDe5 KiHh7 turn white quiet 1"),
    ("white KiAa1 QuBd4 black KiHh8 PnDe5", "QuBd4-Dd4",
     "white KiAa1 QuDd4 black PnDe5 KiHh8 turn black quiet 1"),
    ("white KiAa1 PnGd4 black KiHh8 quiet 7", "PnGd4-Hd4=Pr", "white KiAa1 PrHd4 black KiHh8 turn black"),
    ("white KiAa1 PnGd4 RoBb2 black KiHh8 KnHe5 quiet 7", "PnGd4xHe5=Kn KiHh8-Hh7 RoBb2-Bb3",
     "white KiAa1 RoBb3 KnHe5 black KiHh7 turn black quiet 2"),
    ("white KiAa1 RoDd4 black KiHh8 KnDd7 quiet 7", "RoDd4xDd7", "white KiAa1 RoDd7 black KiHh8 turn black"),
    ("white KiAa1 RoDd4 black KiHh8 KnDd7 quiet 7", "RoDd4-Dd5",
     "white KiAa1 RoDd5 black KnDd7 KiHh8 turn black quiet 8"),
    ("white KiAa1 RoDd4 black KiHh8", "KiAa1-Aa2 KiHh8-Hh7 KiAa2-Aa1 KiHh7-Hh8",
     "white KiAa1 RoDd4 black KiHh8 turn white quiet 4 seen 2"),
    ("white KiAd4 BaAa1 black KiHh8 castle Aa1", "KiAd4-Ad5 KiHh8-Hh7 KiAd5-Ad4 KiHh7-Hh8",
     "white BaAa1 KiAd4 black KiHh8 turn white quiet 4"),
    ("white KiAd4 BaAa1 black KiHh8 castle Aa1", "KiAd4-Ad5 KiHh8-Hh7 KiAd5-Ad4 KiHh7-Hh8 " * 2,
     "white BaAa1 KiAd4 black KiHh8 turn white quiet 8 seen 2"),
    ("white KiAa1 PnBd4 black KiHh8 PnDe5", "PnBd4-Dd4 KiHh8-Hh7 KiAa1-Aa2 KiHh7-Hh8 KiAa2-Aa1",
     "white KiAa1 PnDd4 black PnDe5 KiHh8 turn black quiet 4"),
    ("white KiAa1 PnBd4 black KiHh8 PnDf6", "PnBd4-Dd4 KiHh8-Hh7 KiAa1-Aa2 KiHh7-Hh8 KiAa2-Aa1",
     "white KiAa1 PnDd4 black PnDf6 KiHh8 turn black quiet 4 seen 2"),
):  # fmt: skip
    question(f"{_text} after {_line}", "after castling double_step draws king", after(_text, _line), _end)

for _text, _tokens in (
    ("white KiAd5 BaAa1 black KiHg1 castle Aa1", ["castle Aa1"]),
    ("white KiAd4 black KiHg1 castle Aa1", ["castle Aa1"]),
    ("white KiAd4 RoAa1 black KiHg1 castle Aa1", ["castle Aa1"]),
    ("white QuAd4 BaAa1 black KiHg1 castle Aa1", ["castle Aa1"]),
    ("white KiAd4 black BaAa1 KiHg1 castle Aa1", ["castle Aa1"]),
    ("white KiAg1 BaAa1 black KiAd4 castle Aa1", ["castle Aa1"]),
    ("white KiAd4 BaAb1 black KiHg1 castle Ab1", ["castle Ab1"]),
    ("white KiAd4 BaAa1 black KiHg1 castle Ha1", ["castle Ha1"]),
    (_BOTH.format("", "", "white"), "accepted"),
    ("white KiAa1 PnDd4 black KiHh8 turn white ep Cd4", ["ep Cd4"]),
    ("white KiAa1 PnDd4 black KiHh8 turn black ep Dd4", ["ep Dd4"]),
    ("white KiAa1 KnDd4 black KiHh8 turn black ep Cd4", ["ep Cd4"]),
    ("white KiAa1 black PnDd4 KiHh8 turn black ep Cd4", ["ep Cd4"]),
    ("white KiAa1 black PnDd4 KiHh8 turn white ep Cd4", ["ep Cd4"]),
    ("white KiAa1 PnDd4 KnCd4 black KiHh8 turn black ep Cd4", ["ep Cd4"]),
    ("white KiAa1 PnDd4 KnBd4 black KiHh8 turn black ep Cd4", ["ep Cd4"]),
    ("white KiAa1 PnDd4 black KiHh8 KnBd4 turn black ep Cd4", ["ep Cd4"]),
    ("white KiAa1 PnEd4 black KiHh8 turn black ep Dd4", ["ep Dd4"]),
    ("white KiAa1 PnDd4 PnBe4 KnCe4 black KiHh8 turn black ep Cd4", "accepted"),
    ("white KiAa1 black KiHh8 PnEa8 turn white ep Fa8", "accepted"),
    ("white KiAa1 PnAd4 PnBd4 PnGd4 PnHa8 black KiHh8 PnAa1 PnBb2 PnGd5 PnHh1",
     ["PnAa1"]),
    ("white KiAa1 PnAd4 PnBd4 PnGd4 PnHa8 black KiHh8 PnAb1 PnBb2 PnGd5 PnHh1",
     ["PnAb1", "PnAd4", "PnHa8", "PnHh1"]),
    ("white KiAa1 KiAc3 PrDd4 PrDd5 black KiHh8", ["KiAc3"]),
    ("white KiAa1 KiAc3 KiEc3 black KiHh8", ["KiAc3", "KiEc3"]),
    ("white Ki+QuAa1 black KiHh8", ["Ki+QuAa1"]),
    ("white PrAa1 PrAa2 QuHh8", "accepted"),
    ("white KiDd4 PnDd5 landed Dd5 black KiHh8", ["Dd5", "landed"]),
):  # fmt: skip
    question(f"is {_text} a position?", "validity king pawns double_step castling", refused(_text), _tokens)
question(
    "a Pawn that stayed one", "validity pawns readings", refused("white KiAa1 PnHd4 black KiHh8 PnAd5"), "accepted",
    readings=["pawn_may_stay"],
)  # fmt: skip
question(
    "a Pawn may stay one", "pawns promotion",
    lambda game: sorted(str(m.promotion) for m in game.position("white KiAa1 PnGd4 black KiHh8").legal_moves("Gd4")),
    sorted([*oracle.PROMOTIONS, "Pn"]),
    readings=["pawn_may_stay"],
)  # fmt: skip

_SHUFFLE = "KiAa1-Aa2 KiHh8-Hh7 KiAa2-Aa1 KiHh7-Hh8 "
for _text, _line, _end in (
    ("white KiAa1 RoDd4 black KiHh8 RoEe5", _SHUFFLE, None),
    ("white KiAa1 RoDd4 black KiHh8 RoEe5", _SHUFFLE * 2, "repetition None"),
    ("white KiAa1 black KiHh8 seen 2", "", None),
    ("white KiAa1 black KiHh8 seen 3", "", "repetition None"),
    ("white KiAa1 black KiHh8 seen 4", "", "repetition None"),
    ("white KiAa1 black KiHh8 quiet 199", "", None),
    ("white KiAa1 black KiHh8 quiet 199", "KiAa1-Aa2", "moves without progress None"),
    ("white KiAa1 black KiHh8 quiet 201", "", "moves without progress None"),
    ("white KiAa1 black KiHh8 quiet 100", "", None),
    ("white PrGg6 black KiHh8 turn black quiet 200", "", "checkmate white"),
    ("white KiAa1 QuEe5 BaGg7 black KiHh8 turn black quiet 200", "", "stalemate None"),
):
    question(f"{_text} {_line}", "draws ending legal readings", outcome(_text, _line), _end)
for _count, _end in ((99, None), (100, "moves without progress None")):
    _text = f"white KiAa1 black KiHh8 quiet {_count}"
    question(f"{_text}, 100 single moves", "ending draws", outcome(_text), _end, readings=["hundred_single"])

# --- chess, whose move counts are known everywhere ---------------------------------------------------


def fen(text: str) -> str:
    """A position of chess from the notation that everyone else uses."""
    board, turn, castling, passed = text.split()
    armies: dict[str, list[str]] = {"white": [], "black": []}
    for row, line in zip(range(8, 0, -1), board.split("/"), strict=True):
        column = 0
        for letter in line:
            if letter.isdigit():
                column += int(letter)
            else:
                army = "white" if letter.isupper() else "black"
                armies[army].append(f"{letter.upper()}{'abcdefgh'[column]}{row}")
                column += 1
    words = [word for army, pieces in armies.items() for word in (army, *pieces)]
    words += ["turn", {"w": "white", "b": "black"}[turn]]
    words += ["castle", *({"K": "h1", "Q": "a1", "k": "h8", "q": "a8"}[c] for c in castling)] if castling != "-" else []
    return " ".join([*words, *(["ep", passed] if passed != "-" else [])])


for _text, _count in (
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -", 48),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -", 14),
    ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -", 6),
    ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -", 44),
    ("r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -", 46),
    ("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3", 6),
    ("8/8/8/2k5/3Pp3/8/8/4K3 b - d3", 9),
):
    question(f"chess {_text}", "open check castling double_step", number(fen(_text)), _count, "fide")
question("chess starts with 20 moves", "open", number("start"), 20, "fide")
for _text, _moves in (
    ("R3k3/8/4K3/8/8/8/8/8 b - -", "checkmate white"),
    ("k7/2Q5/1K6/8/8/8/8/8 b - -", "stalemate None"),
    ("k7/8/1K6/8/8/8/8/2Q5 b - -", None),
):
    question(f"chess: how {_text} stands", "legal", outcome(fen(_text)), _moves, "fide")
question("chess: 100 moves", "draws", outcome("white Ka1 black Kh8 quiet 100"), "moves without progress None", "fide")

# --- Raumschach, whose array has 61 moves ------------------------------------------------------------

question("Raumschach starts with 61 moves", "open armies", number("start"), 61, "raumschach")
_PROMOTED = [f"PD{column}xEc5={kind}" for column in ("b5", "c4") for kind in "BNQRU"]
question(
    "Pawns of Raumschach", "armies promotion double_step", moves("white PDc4 PDb5 PBa2 black NEb5 NEc5 RDd4"),
    " ".join(["PBa2-Ba3", "PBa2-Ca2", *_PROMOTED[:5], "PDc4-Dc5", "PDc4-Ec4", *_PROMOTED[5:]]),
    "raumschach",
)  # fmt: skip

# --- solids, lame leaps, hurdles -----------------------------------------------------------------------


def _ranges() -> dict[str, int]:
    middle = (4, 4, 4)
    changes = [oracle.minus(cell, middle) for cell in oracle.FIELD if cell != middle]
    return {
        "cR": len(changes),
        "cB": sum(sum(c) % 2 == 0 for c in changes),
        "cU": sum(len({n % 2 for n in c}) == 1 for c in changes),
        "pR": 168,
        "pB": 192,
        "pU": 115,
        "K": 26,
    }


question(
    "ranges in solids", "cube plane points open",
    lambda game: {kind: len(game.position(f"white {kind}Dd4").legal_moves()) for kind in _ranges()},
    _ranges, "extreme",
)  # fmt: skip


_INSIDE = ["Ab1", "Ac2", "Ba1", "Bb1", "Bc2", "Ca2", "Cb2", "Cc1"]
_OUTSIDE = ["Cc2", "Ac3", "Dd2"]


def _through_a_solid(game: sm.Game) -> object:
    """Past a man on which of these cells a cubic Rook gets from Aa1 to Cc2."""
    return [
        cell
        for cell in (*_INSIDE, *_OUTSIDE)
        if any(move.target == "Cc2" for move in game.position(f"white cRAa1 black N{cell}").legal_moves("Aa1"))
    ]


question(
    "corners of solids that no other direction lies in", "cube",
    lambda game: Counter(str(s.arguments[0]) for s in game.ruleset.facts("corner", 4)),
    {"orthogonal": 8, "diagonal": 32, "triagonal": 24}, "extreme",
)  # fmt: skip
question("what shuts a solid", "cube open points", _through_a_solid, _OUTSIDE, "extreme")
for _shield, _check, _count in (("pRBb1", False, 12), ("pRAb2", False, 12), ("pRBb3", True, 10)):

    def _shielded(game: sm.Game, shield: str = _shield) -> object:
        position = game.position(f"white KAa1 {shield} black cRCc2 KHh8")
        return position.is_check(), len(position.legal_moves(shield[2:]))

    question(f"{_shield} before a King in a solid", "cube open check", _shielded, (_check, _count), "extreme")
question("a compound in a game of compounds", "validity", refused("white lR+lBDd4"), "accepted", "extreme")
question("the moves of a compound", "position moves after promotion", number("white N+HDd4"), 48, "extreme")
question(
    "a compound that moves", "after", after("white lR+lBDd4 black KHh8", "lB+lRDd4-De4"),
    "white lB+lRDe4 black KHh8 turn black quiet 1", "extreme",
)  # fmt: skip

for _text, _moves in (
    ("white Cd1 black Pd3 Pd6", "Cd1-d4 Cd1-d5 Cd1xd6"),
    ("white Cd1 black Pd2 Hd8", "Cd1-d3 Cd1-d4 Cd1-d5 Cd1-d6 Cd1-d7 Cd1xd8"),
    ("white Kd1 Pd3 Hb1 black Cd6 Kh8", "Hb1-d2 Kd1-c1 Kd1-c2 Kd1-e1 Kd1-e2"),
    ("white Kd1 He3 black Cd6 Kh8",
     "He3-c2 He3-c4 He3-f1 He3-f5 He3-g2 He3-g4 Kd1-c1 Kd1-c2 Kd1-d2 Kd1-e1 Kd1-e2"),
    ("white Kd1 Hd3 Hd4 black Cd7 Kh8", "Kd1-c1 Kd1-c2 Kd1-d2 Kd1-e1 Kd1-e2"),
    ("white Kd1 Hb2 black Pd3 Cd6 Kh8", "Kd1-c1 Kd1-c2 Kd1-e1 Kd1-e2"),
    ("white Kd1 Ge2 black He3 Kh8", "Ge2xe3 Kd1-c1 Kd1-d2 Kd1-e1"),
    ("white Hd4 black Pd5", "Hd4-b3 Hd4-b5 Hd4-c2 Hd4-e2 Hd4-f3 Hd4-f5"),
    ("white Ed4 black Pe5 Pf2 Pb2", "Ed4-b6 Ed4xb2 Ed4xf2"),
    ("white Xd4 black Pd5 Pe5", "Xd4-c4 Xd4-e4 Xd4xd5"),
):  # fmt: skip
    question(f"parametric {_text}", "hop lame open check points moves", moves(_text), _moves, "parametric")

# --- three players ---------------------------------------------------------------------------------------

_TWO = "presidents PeCe2 PeCe3 founders BbCe1 turn founders ep Cd2"
question("which of two has passed", "double_step validity", refused(_TWO), ["ep Cd2"], "diagonals")
question("this one", "double_step validity", refused(f"{_TWO} landed Ce3"), "accepted", "diagonals")
question(
    "only one of them has passed", "double_step validity",
    refused("presidents PeCe2 PdCe3 founders BbCe1 turn founders ep Cd2"), "accepted", "diagonals",
)  # fmt: skip
question("not that one", "double_step validity", refused(f"{_TWO} landed Cf3"), ["landed Cf3"], "diagonals")
question("nor the taker's own", "double_step validity", refused(f"{_TWO} landed Ce1"), ["landed Ce1"], "diagonals")
for _landed, _left in (("Ce3", "Ce2"), ("Ce2", "Ce3")):
    question(
        f"in passing, {_landed} landed", "double_step after armies",
        after(f"{_TWO} landed {_landed}", "BbCe1xCd2ep"),
        f"presidents Pe{_left} founders BbCd2 turn emperors", "diagonals",
    )  # fmt: skip
question(
    "captures in passing of two that have passed are two possibilities", "draws double_step",
    lambda game: [
        game.position(f"{_TWO} landed {landed}").repetition_key()[2] for landed in ("Ce2", "Ce3")
    ],
    [(("ep", "Cd2"), ("landed", landed)) for landed in ("Ce2", "Ce3")], "diagonals",
)  # fmt: skip
question(
    "none, if nobody can take", "draws double_step",
    lambda game: game.position("presidents PeCe2 founders FdDa1 turn founders ep Cd2 landed Ce2").repetition_key()[2],
    (), "diagonals",
)  # fmt: skip
question("turns of three", "armies after", after("presidents PdDe5 founders FdDa1 turn presidents", "PdDe5-De4"),
         "presidents PdDe4 founders FdDa1 turn founders quiet 1", "diagonals")  # fmt: skip

# --- what a game may add ---------------------------------------------------------------------------------

for _game, _text, _moves in (
    ("spared", "white Ka1 black Ra5 Kc3", "Ka1-b1"),
    ("spared", "white Ra1 black Ra3 Kc1", "Ra1-a2 Ra1-b1 Ra1xa3"),
    ("spared", "white Ka1 black Qb2 Kd5", ""),
    ("forbidden", "black Ka5 white Ke1 turn black", "Ka5-a4"),
    ("forbidden", "black Kb5 Rb1 white Ke3 turn black",
     "Kb5-a4 Kb5-a5 Rb1-a1 Rb1-b2 Rb1-b3 Rb1-b4 Rb1-c1 Rb1-d1 Rb1-e1"),
    ("taken", "white Ka1 red Rc5 black Ke1 Rc4 turn white",
     "Ka1-a2 Ka1-b1 Ka1-b2 Rc5-a5 Rc5-b5 Rc5-d5 Rc5-e5 Rc5xc4"),
    ("taken", "white Ka1 red Rc5 black Ke1 turn red", ""),
    ("small", "white Ka1 Ke1 black Re5 Kc3", "Ke1-d1"),
    ("small", "white Ke1 Ke2 black Re5 Kc4 turn white", ""),
    ("small", "white Ka1 Kc1 black Rc5 Ke3", "Kc1-b1 Kc1-b2 Kc1-d1"),
    ("haul", "white Ka2 Rb3 Mb2 black Qd5", "Ka2-a1 Ka2-a3 Ka2-b1 Mb2-b1 Mb2-c2"),
    ("haul", "white Ke1 Rb3 Mb2 black Qa5 Kc5", "Ke1-d1 Ke1-e2 Mb2-c2&Rb3-c3 Rb3-b4 Rb3-c3"),
    ("toss", "white Kd1 Rb3 Mb2 black Cd5 Ka5",
     "Kd1-c1 Kd1-c2 Kd1-d2 Kd1-e1 Kd1-e2 Mb2-a2 Mb2-b1 Mb2-c2 Rb3-a3 Rb3-b4 Rb3-b5 Rb3-c3 Rb3-e3"),
    ("haul", "white Ka1 Rb3 Mb2 black Ke5",
     "Ka1-a2 Ka1-b1 Mb2-a2 Mb2-b1 Mb2-c2 Mb2-c2&Rb3-c3 Rb3-a3 Rb3-b4 Rb3-b5 Rb3-c3 Rb3-d3 Rb3-e3"),
    ("haul", "white Ka1 Rc2 Mc1 black Re1 Ke5",
     "Ka1-a2 Ka1-b1 Ka1-b2 Mc1-b1 Mc1-d1 Mc1-d1&Rc2-d2 Rc2-a2 Rc2-b2 Rc2-c3 Rc2-c4 Rc2-c5 Rc2-d2 Rc2-e2"),
):  # fmt: skip
    question(f"{_game}: {_text}", "check legal moves position after", moves(_text), _moves, _game)
question("three take turns", "armies after", after("white Ka1 red Kc3 black Ke1", "Ka1-a2"),
         "white Ka2 black Ke1 red Kc3 turn black quiet 1", "three")  # fmt: skip
question("the third before the first", "armies after", after("white Ka1 red Kc3 black Ke1 turn red", "Kc3-c4"),
         "white Ka1 black Ke1 red Kc4 turn white quiet 1", "three")  # fmt: skip
question("who wins among three is not said", "legal", outcome("white Ka1 red Rc2 black Kc3 Rb5 Rd1 turn white"),
         "checkmate None", "three")  # fmt: skip
question("won in the middle", "legal", outcome("white Ka1 black Kc3"), "won black", "middle")
question("not won", "legal", outcome("white Ka1 black Kd4"), None, "middle")
question("drawn", "legal draws", outcome("white Ka1 black Kd4"), "no queens None", "drawn")
question("not drawn", "legal draws", outcome("white Ka1 Qc1 black Kd4"), None, "drawn")
question("mate before the draw", "legal draws", outcome("white Kb3 Rd1 black Kb1 turn black"), "checkmate white",
         "drawn")  # fmt: skip
question("hauled", "after", after("white Ka1 Rb3 Mb2 black Ke5", "Mb2-c2&Rb3-c3"),
         "white Ka1 Mc2 Rc3 black Ke5 turn black quiet 1", "haul")  # fmt: skip

# --- mates -----------------------------------------------------------------------------------------------


def _mates(text: str) -> str:
    at = oracle.board(text)
    steps = [s for s in oracle.legal_steps(at) if oracle.outcome(oracle.Board(s.after, at.enemy)) == "checkmate"]
    return " ".join(sorted(step.text for step in steps))


@cache
def _checks(text: str) -> tuple[set[str], set[str]]:
    """The moves that check, and those of them that leave the King no cell to go to."""
    at = oracle.board(text)
    checks, tight = set(), set()
    for step in oracle.legal_steps(at):
        then = oracle.Board(step.after, at.enemy)
        if not oracle.safe(then.pieces, at.enemy):
            checks.add(step.text)
            kings = [cell for cell, piece in then.pieces.items() if piece == ("Ki", at.enemy)]
            if not any(s.start in kings for s in oracle.legal_steps(then)):
                tight.add(step.text)
    return checks, tight


def sifted(text: str) -> Ask:
    """What is wrong with the moves that the sieve for mates lets pass.

    They are the checks that leave the King no cell; if few are left, the sieve need not look for his cells.
    """

    def ask(game: sm.Game) -> object:
        found = {str(move) for move in candidates(game.position(text))}
        checks, tight = _checks(text)
        return sorted(found ^ tight) if len(found) > 3 else sorted((tight - found) | (found - checks))

    return ask


MATING = (
    "white PrDd4 black KiHh8",
    "white KiBb3 QuCc3 black KiAa1 KnHh8",
    "white KiFf6 PrAa1 RoBb2 black KiHh8 RoHg8",
    "white KiGf6 QuFf7 PnGg6 black KiHh8 PnGg8 BiAh1",
    "white KiAd4 BaAa1 RoBd1 QuCb8 black KiAc1 castle Aa1",
    "black KiAa1 RoCc1 QuDd3 white KiAh8 PnBb2 turn black",
    "white PnGf8 black KiHh8",
    "white PrCh3 black KiDb2",
)
SIFTED = (
    *MATING,
    # A plane opened by the piece that leaves it; castling that checks; promotion that checks, and that mates.
    "white BaHa1 KnHa2 RoHb1 ScFa5 QuFa3 KiBd2 black KiHa4 KnHb7 turn white",
    "white KiAd4 BaAa1 BaAh8 RoCd7 QuFf8 UnBe8 black KiEc8 KnEd8 turn white castle Aa1 Ah8",
    "white PnGa6 PnFa6 ScHa1 CoGc4 KiBc5 black KiHa4 KnHa7 turn white",
    "white ReGb1 KnHa2 UnFa1 AsHb4 PnFa4 KiBh8 black KiHa4 BiFd3 turn white",
    "white KiAd4 BaAa1 BaAh8 RoDb8 QuBd8 UnGe7 black KiEc8 KnGd8 turn white castle Aa1 Ah8",
    "white KiFg7 PnFh8 PnFf8 QuEe6 UnAa8 black KiHh8",
)
question(
    "a Mason next to a King who may not capture Masons", "mates", mating("white Ke5 Mb2 Rc4 black Ka1"),
    "Rc4-a4 Rc4-c1", "meek",
)  # fmt: skip
for _text in MATING[:5]:
    question(f"mates in {_text}", "mates", mating(_text), lambda text=_text: _mates(text))
for _text in SIFTED:
    question(f"sieve on {_text}", "mates", sifted(_text), [], reference=True)
