"""Rules that the compiler asks are data: if one is altered, so are the tables."""

from __future__ import annotations

from pathlib import Path

import pytest

from shadowmate.asp.folders import find_game
from shadowmate.asp.rule_files import read_game
from shadowmate.asp.ruleset import Ruleset
from shadowmate.compiled.compile.effects import Effects
from shadowmate.compiled.compile.layout import lay_out, objections
from shadowmate.compiled.compile.piece_types import types_of
from shadowmate.compiled.game_tables import Tables
from shadowmate.compiled.schema import Array
from shadowmate.compiled.tables import (
    ACTOR_TYPES,
    EVENT_ROWS,
    NEXT_PLAYER,
    NUMBERED_TYPES,
    PASSES,
    TALLIED_BY,
)
from support.altered_rules import alter
from support.paths import GAMES_OF_TESTS


def tables(game: str) -> Tables:
    ruleset = Ruleset(read_game(find_game(game, [GAMES_OF_TESTS])))
    effects = Effects(ruleset)
    types, pairs = types_of(ruleset, effects)
    return lay_out(ruleset, types, effects=effects, pairs=pairs)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "file", "old", "new", "changed"),
    [
        ("small", "after.lp", "turn(Player),\n    next_seat(Player,Next).", "turn(Next).", NEXT_PLAYER),
        ("drill", "passing.lp", "of(C,mover,Player) :- context(C,pass), turn(Player).", "", PASSES),
        ("fide", "special_moves.lp", "piece(From,Kind,Army), actor(Special,Role,Kind)",
         "piece(From,_,Army), actor(Special,Role,_)", ACTOR_TYPES),
        ("plague", "events.lp", "actor(Event,victim,Kind), piece(Cell,Kind,_)", "piece(Cell,_,white)", EVENT_ROWS),
        ("census", "tally.lp", "counted_kind(Reason,Kind), stands_then(C,Cell,Kind,Army)",
         "stands_then(C,Cell,_,Army)", TALLIED_BY),
        ("census", "numbers.lp", "    counted_kind(Name,Kind).", "    army(Army).", NUMBERED_TYPES),
    ],
)  # fmt: skip
def test_tables_follow_a_rule_that_is_altered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, file: str, old: str, new: str, changed: Array
) -> None:
    before = tables(game)[changed]
    alter(tmp_path, monkeypatch, file, old, new)
    after = tables(game)[changed]
    assert before.shape != after.shape or (before != after).any()


@pytest.mark.sample(0, 8)
@pytest.mark.parametrize(
    ("game", "file", "old", "new", "words"),
    [
        ("screens", "open.lp", "then_army(World,Role,Other), stands_to(Army,Other,Whose).",
         "then_army(World,Role,Army).", "after a move other pieces are hurdles"),
        ("locust", "locust.lp", "captures_on(From,Point,Hurdle) :- locusts, point(From,Point,_,_,capturing(Hurdle)).",
         "", "routes capture on their way after a move otherwise"),
        ("circe", "rebirth.lp", "    site(Place,Army,Kind,From,Cell).\nsite_full",
         "    site(Place,_,Kind,From,Cell).\nsite_full", "comes back otherwise"),
        ("iron", "contexts.lp", "bans, target(_,World,Cell), point(By,_,Cell,Use,_), captures(Use), theirs(By).",
         "bans, target(_,World,Cell), point(By,_,Cell,Use,_), theirs(By).", "attacks are ruled out otherwise"),
        ("wary", "contexts.lp", "To = (X+A,Y+B,Z+D).", "To = (X+A,Y+B,Z-D).", "moves are one step otherwise"),
        ("levy", "contexts.lp", "N = #max { Other", "N = #min { Other", "aides join moves otherwise"),
        ("levy", "effects.lp", "follows(aide,second).", "follows(second,aide).", "aides join moves otherwise"),
        ("levy", "effects.lp", "not open_choice(C,_), not part(C,aide,_).", "not open_choice(C,_).",
         "aides join moves otherwise"),
        ("levy", "effects.lp", "sought_as(C,second,Kind", "sought_as(C,third,Kind", "aides join moves otherwise"),
        ("choose", "contexts.lp", "Other < Aspect.", "Other > Aspect.", "choices are open otherwise"),
        ("fide", "contexts.lp", "of(C,Role,Army) :- involves(C,Role,Cell), piece(Cell,_,Army).", "",
         "moves have contexts otherwise"),
        ("levy", "contexts.lp", "changed(C,Role) :- settled(C), made(C,Role), of(C,Role,_).", "",
         "moves have contexts otherwise"),
        ("fide", "contexts.lp", "not dies(C,mover),\n    not placed(C,mover).", "not dies(C,mover).",
         "moves have contexts otherwise"),
        ("fide", "special_moves.lp", "    in_place(Special), special_move(Special,Army), asked(From)",
         "    special_move(Special,Army), asked(From)", "exactly one piece of given kinds"),
        ("choose", "effects.lp", ", not chosen(C,Aspect,_).", ".", "choices are open otherwise"),
        ("fide", "contexts.lp", "hostile(C,Role) :-\n    settled(C), of(C,Role,Army), not defects(C,Role),",
         "hostile(C,Role) :-\n    settled(C), of(C,Role,Army),", "moves have contexts otherwise"),
        ("diagonals", "owners.lp", "player(Player,_), not eliminated(Player), not turn(Player).",
         "player(Player,_), not turn(Player).", "armies change hands otherwise"),
        ("usher", "tally.lp", "    Least <= #count", "    Least < #count", "a number fits other limits"),
        ("usher", "tally.lp", "amounts(C,Winner,Reason), not mover_wins(C).", "amounts(C,Winner,Reason).",
         "other moves win"),
        ("betrothed", "together.lp", "Other,Army), commands(Player,Army), turn(Player).", "Other,Army).",
         "other pieces make a union"),
        ("elope", "afterwards.lp", "judged(C,Cell,Army), commands(Player,Army), not turn(Player).",
         "judged(C,Cell,Army).", "other pieces must be safe"),
        ("retort", "won.lp", "query(outcome), not won_by_both(_).\noutcome", "query(outcome).\noutcome",
         "wins for the reason"),
        ("small", "moves.lp", "    not occupied(To), not unr", "    theirs(To), not unr",
         "routes make moves otherwise"),
        ("pocket", "stores.lp", "cell(To), not occupied(To),\n    not apart", "cell(To), not apart",
         "other pieces are dropped"),
        ("screens", "points.lp", "hurdles :- after(_,(over(_);capturing(_))).", "hurdles :- after(_,over(none)).",
         "need the mark hurdles"),
        ("locust", "points.lp", "locusts :- after(_,capturing(_)).", "locusts :- after(_,capturing(none)).",
         "need the mark locusts"),
    ],
)  # fmt: skip
def test_what_the_kernel_cannot_do_is_an_objection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, file: str, old: str, new: str, words: str
) -> None:
    """`check-rules` names it, before tables are made."""
    assert not objections(Ruleset(read_game(find_game(game, [GAMES_OF_TESTS]))))
    alter(tmp_path, monkeypatch, file, old, new)
    found = objections(Ruleset(read_game(find_game(game, [GAMES_OF_TESTS]))))
    assert found and all(words in each for each in found), found
