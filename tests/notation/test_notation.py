"""Positions as text: printed and read back, and refused with the place."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import shadowmate as sm
from oracles import prince as oracle
from shadowmate.notation import line
from support.cli import run

GAME = sm.game("prince")
CELLS = sorted(oracle.CELLS)
OTHERS = [kind for kind in oracle.KINDS if kind not in ("Ki", "Pn")]
SAMPLE = settings(max_examples=50, derandomize=True)


@st.composite
def placements(draw):
    """Pieces of both sides that a game of Prince could have, and the rest of a position, as tokens."""
    cells = draw(st.lists(st.sampled_from(CELLS), unique=True, max_size=12))
    pieces, kings = {}, set()
    for cell in cells:
        army = draw(st.sampled_from(["white", "black"]))
        kinds = OTHERS + ([] if army in kings else ["Ki"]) + ([] if cell[0] in "AH" else ["Pn"])
        kind = draw(st.sampled_from(kinds))
        kings |= {army} if kind == "Ki" else set()
        pieces[cell] = (kind, army)
    turn = draw(st.sampled_from(["white", "black"]))
    castle = []
    if draw(st.booleans()) and not kings & {"white"} and not {"Ad4", "Aa1", "Ah8"} & set(pieces):
        pieces |= {"Ad4": ("Ki", "white"), "Aa1": ("Ba", "white"), "Ah8": ("Ba", "white")}
        castle = draw(st.lists(st.sampled_from(["Aa1", "Ah8"]), unique=True))
    passed = None
    if draw(st.booleans()) and not {"Bb2", "Cb2", "Db2"} & set(pieces):
        pieces["Db2"], passed, turn = ("Pn", "white"), "Cb2", "black"
    if not pieces:
        pieces["Dd4"] = ("Pr", "white")  # a position has some piece
    quiet = draw(st.integers(0, 250))
    seen = draw(st.integers(1, 4))
    return pieces, turn, castle, passed, quiet, seen


def spell(parts, rng=None):
    """The text of a placement; with `rng` in another order, with other separators, `GAME:` left out."""
    pieces, turn, castle, passed, quiet, seen = parts
    groups = [[army, *(k + c for c, (k, a) in pieces.items() if a == army)] for army in ("white", "black")]
    groups += [["turn", turn], ["quiet", str(quiet)], ["seen", str(seen)]]
    groups += [["castle", *castle]] if castle else []
    groups += [["ep", passed]] if passed else []
    if rng is None:
        return "prince: " + " ".join(word for group in groups for word in group)
    rng.shuffle(groups)
    words = [word for group in groups for word in (group[0], *rng.sample(group[1:], len(group) - 1))]
    return "".join(word + rng.choice([" ", ", ", "\n", "  ", "\t", ","]) for word in words)


@pytest.mark.slow
@SAMPLE
@given(placements(), st.randoms(use_true_random=False))
def test_printing_a_position_and_reading_it_back_gives_the_same_position(parts, rng):
    """Whatever the order and the separators it was typed in."""
    position = GAME.position(spell(parts))
    again = sm.position(str(position))
    assert again == position
    assert str(again) == str(position)
    assert (again.quiet, again.seen) == (position.quiet, position.seen) == parts[4:]
    assert hash(again) == hash(position)
    assert {c: (GAME.piece_name(p.kinds), p.army) for c, p in position.pieces.items()} == parts[0]
    assert GAME.position(spell(parts, rng)) == position


@pytest.mark.slow
def test_the_array_and_positions_reached_from_it_read_back():
    position = GAME.start()
    for move in ("PnBd4-Dd4", "PnGa1-Ea1"):
        assert sm.position(str(position)) == position
        position = position.push(move)
    assert sm.position(str(position)) == position
    assert position.state[-1] == ("ep", "Fa1")


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "text",
    [
        "white KiAd4 BaAa1 castle Aa1 castle Aa1",
        "white KiAd4 BaAa1 castle Aa1 Aa1",
        "start castle Aa1",
        "start turn black",
        "turn black start",
    ],
)
def test_repeated_parts_of_a_position_count_once(text):
    position = GAME.position(text)
    assert len(position.state) == len(set(position.state))
    assert sm.position(str(position)) == position


@pytest.mark.parametrize("text", ["start start", "white PrDd4 start", "castle Aa1 start"])
def test_the_array_comes_first_and_once(text):
    with pytest.raises(sm.PositionError, match="initial array"):
        GAME.position(text)


def test_the_array_comes_before_what_stores_hold():
    """A hand that is stated first was lost."""
    with pytest.raises(sm.PositionError, match="initial array"):
        sm.position("placement: hand white Q Q start")


def test_seen_and_quiet_of_a_game_in_progress_read_back():
    position = GAME.position("white KiAa1 black KiHh8")
    for move in ("KiAa1-Aa2", "KiHh8-Hh7", "KiAa2-Aa1", "KiHh7-Hh8"):
        position = position.push(move)
    assert str(position).endswith("quiet 4 seen 2")
    again = sm.position(str(position))
    assert (again, again.quiet, again.seen) == (position, 4, 2)


@pytest.mark.slow
def test_a_game_with_rights_to_castle_goes_on_after_the_moves():
    """Repetition is looked for among the positions before, while these have not been asked for their moves."""
    position = GAME.position("white KiAd4 BaAa1 black KiHh8 castle Aa1")
    for origin, target in (("Aa1", "Ab1"), ("Hh8", "Hh7"), ("Ab1", "Aa1"), ("Hh7", "Hh8")):
        position = position.push(next(m for m in position.legal_moves(origin) if m.target == target))
    assert position.seen == 1
    assert position.state == ()
    position = GAME.position("white KiAd4 BaAa1 RoEe8 black KiHh8 castle Aa1")
    for origin, target in (("Ee8", "Ee7"), ("Hh8", "Hh7"), ("Ee7", "Ee8"), ("Hh7", "Hh8")):
        position = position.push(next(m for m in position.legal_moves(origin) if m.target == target))
    assert position.seen == 2
    assert "&" in " ".join(str(move) for move in position.legal_moves())


@pytest.mark.parametrize(
    ("text", "token", "column"),
    [
        ("white KiAa1 XyDd4", "XyDd4", 13),
        ("white KiAa1 PrDd9", "PrDd9", 13),
        ("white KiAa1 PrId4", "PrId4", 13),
        ("white KiAa1 Pr", "Pr", 13),
        ("white KiAa1 Dd4", "Dd4", 13),
        ("white KiAa1 prDd4", "prDd4", 13),
        ("white KiAa1 PrAa1", "PrAa1", 13),
        ("white PrDd4 black KnDd4", "KnDd4", 19),
        ("PrDd4", "PrDd4", 1),
        ("whit KiAa1", "whit", 1),
        ("prince: red KiAa1", "red", 9),
        ("prince:  white KiAa1 turn red", "red", 27),
        ("white KiAa1 quiet many", "many", 19),
        ("white KiAa1 quiet -1", "-1", 19),
        ("white KiAa1 seen 0", "0", 18),
        ("white KiAd4 BaAa1 castle Aa0", "Aa0", 26),
        ("white KiAa1 ep Zz9", "Zz9", 16),
        ("white PnDd4 turn black ep Cd4 Ce4", "Ce4", 31),
        ("white KiAa1\nblack\tKiHh8,PrHh9", "PrHh9", 25),
        ("white Pr+PrDd4", "Pr+PrDd4", 7),
        ("white Pr+Dd4", "Pr+Dd4", 7),
    ],
)
def test_a_token_that_cannot_be_read_is_named_with_its_column(text, token, column):
    with pytest.raises(sm.PositionError, match=re.escape(f"'{token}' (column {column}): ")) as caught:
        sm.position(text)
    assert caught.value.problems[0].startswith(f"'{token}' (column {column})")


@pytest.mark.parametrize(
    ("text", "token", "column"),
    [
        ("white KiAa1 KiBb2", "KiBb2", 13),
        ("white KiAa1 PnAb2", "PnAb2", 13),
        ("white KiAa1 black PnHb2", "PnHb2", 19),
        ("white KiAa1 castle Aa1", "Aa1", 20),
        ("white KiAa1 turn black ep Cd4", "Cd4", 27),
    ],
)
def test_what_makes_a_position_impossible_names_the_token(text, token, column):
    """The design: ... or more than one royal where the game has one is an error that names the token and column."""
    with pytest.raises(sm.PositionError) as caught:
        sm.position(text)
    assert token in str(caught.value)
    assert f"column {column}" in str(caught.value)


@pytest.mark.parametrize("word", ["turn", "quiet", "seen"])
def test_a_keyword_at_the_end_without_its_value_is_named(word):
    with pytest.raises(sm.PositionError, match=word):
        sm.position(f"white KiAa1 {word}")


def test_all_problems_are_reported_at_once():
    with pytest.raises(sm.PositionError) as caught:
        sm.position("white KiZz1 PrDd4 XxAa1 turn martians")
    assert len(caught.value.problems) == 3


def test_what_was_meant_is_asked_for_a_thousand_problems_only(monkeypatch):
    """Of a text of many pages that would take long."""
    asked = []
    monkeypatch.setattr(line, "meant", lambda *words: asked.append(words) or "")
    with pytest.raises(sm.PositionError) as caught:
        sm.position("white KiAa1" + " PrDd4" * 3000)
    assert len(caught.value.problems) == 2999
    assert len(asked) == 1000


def test_problems_that_are_only_counted_are_as_many_as_they_are():
    """What follows a word that is near to a player's is not wrong again."""
    with pytest.raises(sm.PositionError, match="and 1 more") as caught:
        sm.position("fide: white Ka1" + " Xb2" * 10 + " whte Kb1 Kb1 Kb1")
    assert len(caught.value.problems) == 11


@pytest.mark.parametrize(("typed", "meant"), [("whte KiAa1", "white"), ("white QxAa1", "Qu"), ("cstle", "castle")])
def test_near_misses_are_answered(typed, meant):
    with pytest.raises(sm.PositionError, match=f"do you mean '{meant}'"):
        sm.position(typed)


@pytest.mark.sample(5)
@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("white prDd4", ["no kind is abbreviated 'pr'; do you mean 'Pr'?"]),
        ("white princeDd4", ["no kind is abbreviated 'prince'; do you mean 'Pr'?"]),
        ("white pr d4", ["a piece has its cell behind it, with no space between, such as PrAa1", "not a piece"]),
        ("white Pr Dd4", ["such as PrAa1", "a cell has its piece before it, with no space between, such as AcDd4"]),
        ("crazyhouse: white Ke1 black P Ke8", ["such as Pa1; one beside the board stands after 'hand black'"]),
        ("white Prd4", ["there is no cell 'd4'; cells are Aa1 to Hh8"]),
        ("latrunculi: white EmEe11", ["cells are Aa1 to Ee10"]),
        ("diagonals: emperors ErAc4", ["cells are Aa1, Ab1 to Ab2, Ac1 to Ac3, ..., Fi1 to Fi9"]),
        ("extreme: white lR+Dd4", ["a + stands between the abbreviations of two kinds, as in cB+cR"]),
        ("white PrdD4", ["there is no cell 'dD4'; do you mean 'Dd4'?"]),
        ("White PrDd4", ["do you mean 'white'?; there are black,", "whose piece is this?"]),
        ("threecheck: white Ke1 black Ke8 white_check 2", ["field of threecheck; do you mean 'white_checks'?"]),
        ("fide: white ke1 xe8", ["do you mean 'K'?", "no kind is abbreviated 'x'; there are B, K, N, P, Q, R"]),
        ("one two", ["there are black, castle,", "neither a player nor a keyword"]),
        (
            "fide white Ke1 black Ke8",
            ["is followed by a colon, 'fide: ...'; its array is 'fide: start'"],
        ),
    ],
)
def test_errors_name_what_would_be_right(typed, expected):
    with pytest.raises(sm.PositionError) as caught:
        sm.position(typed)
    assert len(caught.value.problems) == len(expected)
    for problem, words in zip(caught.value.problems, expected, strict=True):
        assert words in problem
    assert str(caught.value).count("there are black") <= 1


@pytest.mark.parametrize(
    ("typed", "place", "name"),
    [
        ("fide: white Ka1 neutral Nd4 black Ka8", "'neutral' (column 17)", "neutral"),
        ("fide: neutral Nd4 Qd5 white Ka1", "'neutral' (column 7)", "neutral"),
        ("fide: white Half-Neutral Nd4 Ka1", "'Half-Neutral' (column 13)", "halfneutral"),
        ("fide: white Ka1 royal Nd4", "'royal' (column 17)", "royal"),
        ("white KiAa1 Kamikaze QuDd4", "'Kamikaze' (column 13)", "kamikaze"),
    ],
)
def test_properties_of_single_pieces_are_named_as_unsupported(typed, place, name):
    """The pieces after such a word are not reported as mistakes."""
    with pytest.raises(sm.PositionError) as caught:
        sm.position(typed)
    assert caught.value.problems == [
        f"{place}: {name} pieces are unsupported; a piece is its player's, and what its kind is"
    ]


@pytest.mark.parametrize("command", [("endgame",), ("find", "fide", "--pieces")])
def test_so_they_are_in_material(command):
    game = "fide: " if command[0] == "endgame" else ""
    with pytest.raises(sm.ShadowmateError, match="'neutral': neutral pieces are unsupported"):
        run(*command, f"{game}white K neutral N black K")


def test_an_unknown_game_is_named():
    with pytest.raises(sm.UnknownGameError, match="'princess'"):
        sm.position("princess: white KiAa1")
    with pytest.raises(sm.PositionError, match="column 1"):
        GAME.position("raumschach: white KiAa1")


def test_unknown_and_contradicting_readings_are_refused():
    with pytest.raises(sm.ReadingError, match="no_such_reading"):
        sm.game("prince", readings=["no_such_reading"])
    with pytest.raises(sm.ReadingError, match="one question"):
        sm.game("prince", readings=["some_path", "every_path"])


def test_en_passant_needs_an_empty_home():
    with pytest.raises(sm.PositionError, match="just passed this cell"):
        sm.position("fide: white Ke1 Pe4 Pe2 black Ke8 Pd4 turn black ep e3")
    assert sm.position("fide: white Ke1 Pe4 black Ke8 Pd4 turn black ep e3").move("d4xe3ep")


@pytest.mark.parametrize("text", ["", "prince:", "white", "turn black", "prince: white turn white"])
def test_an_empty_position_is_refused(text):
    with pytest.raises(sm.PositionError, match="there is no piece"):
        sm.position(text)


@pytest.mark.sample(7)
@pytest.mark.parametrize("follows", ["", "turn white", "white Kd4", "seen 1", "castle"])
@pytest.mark.parametrize("keyword", ["castle", "ep"])
def test_a_keyword_without_its_cell_is_refused(keyword, follows):
    with pytest.raises(sm.PositionError, match=f"'{keyword}' lacks its cell"):
        sm.position(f"fide: white Ke1 Rh1 black Ke8 {keyword} {follows}")
