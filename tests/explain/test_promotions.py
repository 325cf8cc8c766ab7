"""What becomes what: the graph against documents, and against rules made for it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import networkx as nx
import pytest

import shadowmate as sm
from oracles import nobility
from support.paths import EXAMPLES, GAMES_OF_TESTS
from support.small import small

ZONES = "zone(white,camp,(X,1,1)) :- cell((X,1,1)). zone(white,last,(X,5,1)) :- cell((X,5,1)).\n"
RANKS = {
    nobility.OWN_HEIRS: ("own_heirs", "hindmost"),
    nobility.ENEMY_HEIRS: ("enemy_heirs", "foremost"),
    nobility.ENEMY_ROOKS: ("enemy_rooks", "foremost"),
}
"""The names of the ranks in the rules, and whether the foremost or the hindmost piece is promoted indirectly there."""


def graph(game: sm.Game | str) -> nx.MultiDiGraph[str]:
    found = game if isinstance(game, sm.Game) else sm.game(game, rules=[GAMES_OF_TESTS, EXAMPLES])
    return found.promotions()


@pytest.mark.slow
def test_forbidden_captures_are_listed_where_that_is_shorter() -> None:
    """A Pawn is promoted on the last rank, unless it captures a Golem there and becomes a half Golem."""
    reported = {words for kind, new, words in changes("golem") if kind == "pawn"}
    assert reported == {"by capturing any Golem", "by not capturing any Golem and reaching morph(pawn,promote)"}


def changes(game: sm.Game | str) -> set[tuple[str, str, str]]:
    """What becomes what, and by what in words."""
    return {(kind, new, data["words"]) for kind, new, data in graph(game).edges(data=True)}


def causes(found: nx.MultiDiGraph[str], kind: str, new: str) -> list[dict[str, Any]]:
    """By what a kind becomes another: what is stated of it."""
    return [{key: value for key, value in data.items() if value} for data in found.get_edge_data(kind, new).values()]


@pytest.mark.slow
def test_extreme_by_its_document() -> None:
    """ "The Power to Absorb": discs add up to three; a Pawn becomes what it captures; other captures make compounds."""
    singles = {"knight", "hippogriff", "wyvern", "heir"}
    expected = {("pawn", "heir", "by reaching far_tier")}
    for disc in ("rook", "bishop", "unicorn"):
        one, two, three = (f"{level}_{disc}" for level in ("linear", "planar", "cubic"))
        singles |= {one, two, three}
        names = {kind: kind.replace("_", " ").capitalize() for kind in (one, two, three)}
        expected |= {
            (one, two, f"by capturing any {names[one]}"),
            (one, three, f"by capturing any {names[three]} or {names[two]}"),
            (two, three, f"by capturing any {names[three]}, {names[one]} or {names[two]}"),
        }
    expected |= {("pawn", kind, f"by capturing any {kind.replace('_', ' ').capitalize()}") for kind in singles}
    assert changes("extreme") == expected
    assert set(graph("extreme")) == singles | {"pawn", "king"}


def test_nobility_by_the_table_of_its_document() -> None:
    expected = set()
    for kind, promotion in nobility.PROMOTIONS.items():
        zone, measure = RANKS[promotion.rank]
        expected.add((kind, promotion.to, "mover", None, (kind,), (zone,), (zone,)))
        for aide in promotion.aides:
            expected.add((aide, promotion.aide_to, "aide", measure, (kind,), (zone,), (zone,)))
    found = graph("latrunculi")
    keys = ("role", "measure", "by", "to", "not_start")
    assert {(kind, new, *map(data.get, keys)) for kind, new, data in found.edges(data=True)} == expected
    assert found.number_of_edges() == len(expected)
    assert not any(
        data[key] for _, _, data in found.edges(data=True) for key in ("captures", "uses", "not_to", "start")
    )
    assert {data["abbreviation"]: kind for kind, data in found.nodes(data=True)} == {
        abbreviation: kind for kind, abbreviation in nobility.ABBREVIATIONS.items()
    }


def test_kinds_come_in_the_order_of_the_chain() -> None:
    found = graph("latrunculi")
    order = list(found)
    assert all(order.index(kind) < order.index(new) for kind, new in found.edges())
    assert order[:2] == ["heir", "rook"] and order[-1] == "emperor"


@pytest.mark.parametrize(
    ("game", "zone", "kinds"),
    [
        ("fide", "last_row", {"queen", "rook", "bishop", "knight"}),
        ("raumschach", "last_row", {"queen", "rook", "bishop", "knight", "unicorn"}),
    ],
)
def test_pawns(game: str, zone: str, kinds: set[str]) -> None:
    assert changes(game) == {("pawn", kind, f"by reaching {zone}") for kind in kinds}


def test_a_pawn_of_prince_may_become_anything_but_a_king() -> None:
    found = graph("prince")
    assert set(found["pawn"]) == set(found) - {"pawn", "king"} and len(found.edges()) == 21


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("game", "expected"),
    [
        ("plunder", {("mason", kind, f"by capturing any {kind.title()}") for kind in ("rook", "queen", "cannon")}),
        ("choose", {("mason", kind, "by capturing any piece") for kind in ("rook", "cannon")}),
        ("crown", {("mason", "king", "by reaching last"), ("king", "mason", "by capturing any Rook")}),
        (
            "herald",
            {
                (kind, new, "as the foremost, upon any Mason capturing any piece")
                for kind, new in (("mason", "rook"), ("cannon", "queen"), ("cannon", "mason"))
            },
        ),
        (
            "mutiny",
            {("pawn", kind, "by reaching last_row") for kind in ("rook", "queen", "bishop", "knight")}
            | {("pawn", kind, f"by capturing any {kind.title()}") for kind in ("rook", "queen", "bishop", "knight")},
        ),
        ("convert", set()),
        ("swap", set()),
    ],
)
def test_games_with_effects_of_their_own(game: str, expected: set[tuple[str, str, str]]) -> None:
    assert changes(game) == expected


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("rules", "expected"),
    [
        ("becomes(C,mover,queen) :- part(C,mover,rook).", {"role": "mover", "by": ("rook",), "words": "by any move"}),
        (
            "becomes(C,mover,queen) :- part(C,mover,rook), not part(C,victim,_).",
            {"role": "mover", "by": ("rook",), "captures": ("",), "words": "by capturing nothing"},
        ),
        (
            "becomes(C,mover,queen) :- part(C,mover,rook), from(C,camp), not to(C,camp).",
            {"role": "mover", "by": ("rook",), "start": ("camp",), "not_to": ("camp",), "words": "by leaving camp"},
        ),
        (
            "becomes(C,mover,queen) :- part(C,mover,rook), from(C,camp), to(C,last), part(C,victim,(mason;cannon)).",
            {
                "role": "mover",
                "by": ("rook",),
                "captures": ("cannon", "mason"),
                "to": ("last",),
                "start": ("camp",),
                "words": "by capturing any Cannon or Mason and reaching last and starting in camp",
            },
        ),
        (
            "becomes(C,mover,queen) :- part(C,mover,rook), ends_in(C,black,home).",
            {"role": "mover", "by": ("rook",), "to": ("home of black",), "words": "by reaching home of black"},
        ),
        (
            "spares(C,victim) :- part(C,victim,rook), part(C,mover,(mason;king)).\n"
            "lands(C,victim,start) :- part(C,victim,rook), part(C,mover,(mason;king)).\n"
            "becomes(C,victim,queen) :- part(C,victim,rook), part(C,mover,(mason;king)).",
            {
                "role": "victim",
                "by": ("king", "mason"),
                "captures": ("rook",),
                "words": "as the victim of any King or Mason",
            },
        ),
    ],
)
def test_each_cause(tmp_path: Path, rules: str, expected: dict[str, Any]) -> None:
    black = "zone(black,home,(X,4,1)) :- cell((X,4,1)).\n"
    found = graph(small(tmp_path, f"{ZONES}{black}#program effects.\n{rules}"))
    assert list(found.edges()) == [("rook", "queen")]
    assert causes(found, "rook", "queen") == [expected]


def test_causes_of_one_change_are_several_edges(tmp_path: Path) -> None:
    rules = "becomes(C,mover,queen) :- part(C,mover,rook), to(C,(camp;last)).\n"
    found = graph(small(tmp_path, f"{ZONES}#program effects.\n{rules}"))
    assert [each["to"] for each in causes(found, "rook", "queen")] == [("camp",), ("last",)]


def test_a_double_step(tmp_path: Path) -> None:
    rules = "motion(mason,slide(2),forward(orthogonal),first). home(white,mason,(X,2,1)) :- cell((X,2,1)).\n"
    effect = "becomes(C,mover,queen) :- part(C,mover,mason), use(C,first).\n"
    found = graph(small(tmp_path, f"{rules}#program effects.\n{effect}"))
    (cause,) = causes(found, "mason", "queen")
    assert cause["uses"] == ("first",) and cause["words"] == "by making a double step"


@pytest.mark.sample(1)
@pytest.mark.parametrize("exposure", ["", "exposure(free).\n"])
def test_royals_are_captured_only_where_they_may_be_left_attacked(tmp_path: Path, exposure: str) -> None:
    rules = f"{exposure}#program effects.\nbecomes(C,mover,queen) :- part(C,mover,rook), part(C,victim,king).\n"
    assert bool(graph(small(tmp_path, rules)).edges()) == bool(exposure)


@pytest.mark.sample(1)
@pytest.mark.parametrize("rule", ["turn(white)", "not part(_,mover,queen)"])
def test_rules_about_positions_are_refused(tmp_path: Path, rule: str) -> None:
    game = small(tmp_path, f"#program effects.\nbecomes(C,mover,queen) :- part(C,mover,rook), {rule}.\n")
    with pytest.raises(sm.RulesError, match=r"small has no promotion graph, .* cannot be asked .*game\.lp:\d+"):
        game.promotions()


def test_how_far_a_move_goes_is_reported(tmp_path: Path) -> None:
    rules = "#program effects.\nbecomes(C,mover,mason) :- part(C,mover,queen), steps(C,diagonal)."
    found = graph(small(tmp_path, rules))
    (cause,) = causes(found, "queen", "mason")
    assert cause["steps"] == ("diagonal",) and cause["words"] == "by going one step diagonal"


@pytest.mark.slow
def test_a_captured_piece_of_its_own_side_is_not_one_of_the_other(tmp_path: Path) -> None:
    """A Rook that captures a Mason becomes a Queen, or a Cannon if the Mason is its own."""
    game = small(
        tmp_path,
        """motion(rook,slide,orthogonal,own).
#program effects.
becomes(C,mover,cannon) :- part(C,mover,rook), part(C,victim,mason), of(C,mover,Army), of(C,victim,Army).
becomes(C,mover,queen) :-
    part(C,mover,rook), part(C,victim,mason), of(C,mover,Army), of(C,victim,Other), Other != Army.
""",
    )
    asked = game.position("white Ke1 Ra1 Ma3 black Ke5")
    assert asked.why("a1-a3=C").legal
    assert asked.why("a1-a3=Q").reasons == (
        "Ra1 cannot become 'Q' there: it becomes C",
        "it becomes 'Q' only by capturing any Mason",
    )
