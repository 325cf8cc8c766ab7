"""Betza's notation: worked examples of others, what is refused, and any string at all."""

from __future__ import annotations

import csv

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import shadowmate as sm
from shadowmate.shorthand.betza import read_betza, without_long_passing
from shadowmate.shorthand.mistake import ShorthandError
from shadowmate.shorthand.shown import Manner, show_betza
from shadowmate.shorthand.ways import Place
from support.paths import DATA

Step = tuple[int, int]
CENTRE = (6, 6)


def rows() -> list[dict[str, str]]:
    lines = (DATA / "betza.tsv").read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(lines, delimiter="\t"))


def steps(text: str) -> set[Step]:
    return {(int(x), int(y)) for x, y in (each.split(",") for each in text.split())} if text != "-" else set()


def cell(step: Step) -> str:
    return f"{'abcdefghijk'[CENTRE[0] + step[0] - 1]}{CENTRE[1] + step[1]}"


ON_THE_WAY = {"casR": "casR", "KNADcaKmcabK": "KNADcaKmcabK"}
"""Strings with captures on the way."""
SUPPORTED = [row for row in rows() if row["notation"] not in (*ON_THE_WAY, "udQ")]
LETTERS = {
    text: f"{'ABCEFGHIJK'[number // 10]}{'abcdefghij'[number % 10]}"
    for number, text in enumerate([*(row["notation"] for row in SUPPORTED), *ON_THE_WAY.values()])
}


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> sm.Game:
    """Eleven by eleven, with a kind for each example, and Dummies to stand between."""
    folder = tmp_path_factory.mktemp("games")
    (folder / "betza").mkdir()
    kinds = [f'abbreviation(k{n},"{LETTERS[each]}"). betza(k{n},"{each}").' for n, each in enumerate(LETTERS)]
    (folder / "betza" / "game.lp").write_text("\n".join([
        '#include "core/game.lp".', '#include "boards/letters.lp".', '#include "boards/square.lp".',
        '#include "parameters/betza.lp".', 'game("Betza"). size(11,11,1).', "player(white,1). player(black,2).",
        "kind(Kind) :- abbreviation(Kind,_).", 'abbreviation(dummy,"D").',
        "motion(dummy,step,orthogonal,any).", *kinds, "",
    ]))  # fmt: skip
    return sm.game("betza", rules=folder)


@pytest.mark.sample(2)
@pytest.mark.parametrize("row", SUPPORTED, ids=lambda row: row["notation"])
@pytest.mark.parametrize("army", ["white", "black"])
def test_the_examples(row: dict[str, str], army: str, game: sm.Game) -> None:
    """The cells of moves, and those of captures. For Black the board is turned round."""
    sign = 1 if army == "white" else -1
    rival = "black" if army == "white" else "white"
    piece = LETTERS[row["notation"]] + cell((0, 0))
    blockers = [each.split("@") for each in row["blockers"].split()] if row["blockers"] != "-" else []
    pieces: dict[str, list[str]] = {"white": [], "black": []}
    for whose, place in blockers:
        pieces[army if whose == "W" else rival] += [cell((sign * x, sign * y)) for x, y in steps(place)]
    quiet, captured = steps(row["M"]), steps(row["B"])
    captures = captured | (quiet if row["Conly"] == "=M" else steps(row["Conly"]))

    def asked(extra: str | None) -> dict[str, bool]:
        text = " ".join(
            f"{which} {' '.join([piece] * (which == army) + [f'D{each}' for each in there])}"
            for which, there in {**pieces, rival: pieces[rival] + ([extra] if extra else [])}.items()
        )
        moves = game.position(f"{text} turn {army}").legal_moves(cell((0, 0)))
        return {move.target: bool(move.captures) for move in moves}

    found = asked(None)
    assert {end for end, capture in found.items() if not capture} == {cell((sign * x, sign * y)) for x, y in quiet}
    assert {end for end, capture in found.items() if capture} == {cell((sign * x, sign * y)) for x, y in captured}
    for step in sorted(captures - captured)[::40]:
        end = cell((sign * step[0], sign * step[1]))
        assert asked(end).get(end), end
    for step in sorted(quiet - captures)[::40]:
        end = cell((sign * step[0], sign * step[1]))
        assert end not in asked(end), end


@pytest.mark.parametrize("row", [row for row in rows() if row["L"] != "-"], ids=lambda row: row["notation"])
@pytest.mark.parametrize("army", ["white", "black"])
def test_the_examples_of_captures_on_the_way(row: dict[str, str], army: str, game: sm.Game) -> None:
    """The cells where it may end, and the captures on the way."""
    sign = 1 if army == "white" else -1
    rival = "black" if army == "white" else "white"
    foes = [cell((sign * x, sign * y)) for each in row["blockers"].split() for x, y in steps(each.split("@")[1])]
    piece = LETTERS[ON_THE_WAY[row["notation"]]] + cell((0, 0))
    text = f"{army} {piece} {rival} {' '.join(f'D{each}' for each in foes)} turn {army}"
    found = {(move.target, captured) for move in game.position(text).legal_moves() for captured in move.captures}
    wanted = set()
    for each in row["L"].split():
        (x, y), (a, b) = (steps(place).pop() for place in each.split("x"))
        wanted.add((cell((sign * x, sign * y)), cell((sign * a, sign * b))))
        # It could as well have reached this piece first, and captures it on the way to the other.
    others = {cell((sign * x, sign * y)) for x, y in steps(row["B"])}
    assert {each for each in found if each[0] != each[1] and each not in wanted} <= {
        (end, captured) for end in others for captured in others
    }
    assert wanted <= found


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("", 1, "there is no move"),
        ("dasR", 1, "d before a"),
        ("udQ", 1, "u (unloading"),
        ("qN", 1, "q is for riders"),
        ("[zF-fR]", 2, "z is for a leg that goes on"),
        ("Wxx", 2, "'x' stands before no atom"),
        ("fmWP", 4, "'P' is no atom"),
        ("[F-R]", 4, "say where it goes"),
        ("W-1", 2, "'-' belongs to a move in brackets"),
        ("[F?fsR", 1, "'[' belongs to a move in brackets"),
        ("W[F?fsR?]", 9, "joined by - or ?"),
        ("m[F?fsR]", 1, "before brackets"),
        ("[F-fR]", 4, "choose nothing for this atom"),
        ("[cF?fsR]", 2, "before ? only m"),
        ("[N-fsR]", 2, "goes along no line"),
        ("[nF-fsR]", 2, "n is not supported"),
        ("[F-faW]", 4, "a is not supported"),
        ("R123", 4, "at most two digits"),
        ("WW2", 3, "WW is W without limit"),
        ("B2X", 3, "right after its atom"),
        ("njD", 1, "not j and n"),
        ("W\n", 2, "'\\n' is no atom"),
        ("nD2", 1, "without a range"),
        ("jH", 1, "j is for a leap over one cell"),
        ("WiH", 2, "add m, as in imN"),
        ("imnH", 1, "write imW3"),
        ("RimD", 2, "open otherwise"),
        ("kaW", 1, "k means nothing"),
        ("cakW", 3, "k after a capture"),
        ("ifmnD", 1, "wants the single step too"),
        ("feF", 1, "write ce"),
        ("KisO", 4, "isO2"),
        ("WU", 2, "U (leaps to any cell)"),
        ("W*", 2, "middle of the board"),
        ("zpB", 1, "z and p together"),
        ("(paf)0R", 6, "how often at most"),
        ("(pafR", 1, "'(' belongs to letters that are repeated"),
    ],
)
def test_unsupported_parts_are_reported_with_the_column(text: str, column: int, words: str) -> None:
    with pytest.raises(ShorthandError) as error:
        read_betza(text, 7)
    assert (error.value.column, words in error.value.reason) == (column, True), str(error.value)


@pytest.mark.parametrize(
    ("text", "ends"), [("FX", 8), ("NN", 24), ("NY", 8), ("W3", 12), ("Q", 56), ("WW", 28), ("R0", 28)]
)
def test_ranges_and_longer_leaps(text: str, ends: int) -> None:
    """On a board on which no way is longer than seven."""
    assert len({place.cell for place, _ in read_betza(text, 7).ends}) == ends


@pytest.mark.parametrize(("text", "ways"), [("nN", 2), ("nC", 3), ("nZ", 3), ("nG", 3)])
def test_a_lame_leap_goes_straight_and_then_aslant(text: str, ways: int) -> None:
    """As the Horse of Xiangqi and the Elephant of Janggi: a cell beside the start, then cells aslant."""
    moves = read_betza(text, 7)
    straight = {"nN": (0, 1), "nC": (0, 1), "nZ": (0, 1), "nG": (1, 1)}[text]
    assert straight in {place.cell for place in moves.before}
    assert {place.size for place, _ in moves.ends} == {ways}


def test_a_move_that_changes_nothing_is_named() -> None:
    """A Lion that goes to a cell beside it and returns; after a capture there it has moved."""
    assert read_betza("KNADcaKmcabK", 7).idle == [12]
    assert read_betza("KNADcaKcabK", 7).idle == []


@pytest.mark.parametrize(
    ("text", "castles"),
    [
        ("KisO3", {(3, 0), (-3, 0)}),
        ("KisO4isO3isO2", {(n, 0) for n in (4, -4, 3, -3, 2, -2)}),
        ("KirO3ilO2", {(3, 0), (-2, 0)}),
        ("KisjO2", {(2, 1), (-2, 1)}),
    ],
)
def test_castling_states_how_far_and_with_which_piece(text: str, castles: set[Step]) -> None:
    """On both sides or one, several distances, and with the piece next to the outermost one."""
    assert read_betza(text, 9).castles == castles


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("afsafzW", "aflafrWafraflW"),
        ("afsafqW", "aflaflWafrafrW"),
        ("afsafsW", "afsafqWafsafzW"),
        ("alafafqF", "alafaflF"),
        ("[W-fsF-fzW]", "[W-flF-frW][W-frF-flW]"),
        ("[W?fqB]", "[W?fsB]"),
        ("afqN", "afsN"),
        ("azazN", "asazN"),
        ("[F?fqR]", "[rfF?flR][lfF?frR][rbF?frR][lbF?flR]"),
        ("[F?fzR]", "[rfF?frR][lfF?flR][rbF?flR][lbF?frR]"),
        # Muller's two strings for the Falcon of Falcon Chess, which mean the same.
        ("afafsKafsafzfK", "mafmafsKmafsmafKmaflmafrKmafrmaflK"),
    ],
)
def test_a_way_turns_as_it_did_last_or_the_other_way(short: str, long: str) -> None:
    """The letters q and z: the same ways as with l and r for each of them."""

    def ways(text: str) -> set[tuple[Step, ...]]:
        found = read_betza(text, 5)

        def to(place: Place | None) -> list[tuple[Step, ...]]:
            return [(*way, place.cell) for one, _ in found.before[place] for way in to(one)] if place else [()]

        return {way for place, _ in found.ends for way in to(place)}

    assert ways(short) == ways(long) != set()


def test_double_steps_start_on_the_first_cell_anywhere_or_before_the_middle() -> None:
    for text, homes in (("fmWifmnD", "first"), ("fmWfmnnD", "anywhere"), ("fmW*", "middle")):
        moves = read_betza(text, 7)
        assert (moves.several, moves.homes) == ({(0, 1): 2}, homes)


def test_first_moves_of_three_steps_want_those_of_two() -> None:
    """The letter i may stand twice (`iifmnH`), and each direction has its own number."""
    for text in ("fmWifmnDifmnH", "fmWiifmnHifmnD", "fmWifmnDifmnH[ifmW-fmW-fmW]"):
        moves = read_betza(text, 7)
        assert (moves.several, moves.homes) == ({(0, 1): 3}, "first")
        assert {use for _, use in moves.ends} == {"quiet"}
    assert read_betza("fsmWifsmnDifmnH", 7).several == {(0, 1): 3, (1, 0): 2, (-1, 0): 2}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("mmW", "m stands there twice"),
        ("nnN", "nn is for two steps in a line"),
        ("fmnnD", "a double step wants the single step too"),
        ("fmWfmnnDibmnDbmW", "double steps of a piece start on its first cell (i), anywhere (nn), or before the"),
        ("fmW*bmnnDbmW", "double steps of a piece start on its first cell (i), anywhere (nn), or before the"),
        ("fW*", "a range to the middle of the board (*) is for steps without capture"),
        ("mR*", "a range to the middle of the board (*) is for steps without capture"),
        ("[fmW*-fF]", "in brackets * is not supported"),
        ("KisO*", "castling is written isO2"),
        ("KifO2", "s is both sides, l or r one"),
    ],
)
def test_letters_that_contradict_are_refused(text: str, words: str) -> None:
    with pytest.raises(ShorthandError) as error:
        read_betza(text, 7)
    assert words in error.value.reason


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("fmWifmnDifmnH", "fmWifmnDifmnH"), ("fmWiifmnHifmnD", "fmWiifmnHifmnD"),
        ("fmWibmnDifmnH", "fmWibmnD[ifmW-fmW-fmW]"), ("imnG", "[imF-fmF-fmF]"), ("imH", "imH"), ("nH", "nH"),
        ("imnHX", "imnHX"), ("imafnH", "imafnH"),
    ],
)  # fmt: skip
def test_first_moves_of_three_steps_without_those_of_two_are_written_step_by_step(text: str, short: str) -> None:
    assert without_long_passing(text) == short


@given(
    st.text(
        st.sampled_from("WFDNAHCLZJGKQRBOUIXYfblrvshmcedktpgynjioqzxua0123456789*[-]?") | st.characters(), max_size=12
    )
)
def test_any_string_is_read_or_refused_with_a_place(text: str) -> None:
    try:
        moves = read_betza(text, 7)
        assert all(0 < max(map(abs, place.cell)) <= 7 for place, _ in moves.ends)
    except ShorthandError as error:
        assert 1 <= error.column <= len(text) + 1


SIZES = [(0, 1), (1, 1), (0, 2), (1, 2), (2, 2), (0, 3), (1, 3), (2, 3), (3, 3)]


def around(sizes: Step) -> list[Step]:
    """A leap in all its directions."""
    return sorted({(a * x, b * y) for x, y in (sizes, sizes[::-1]) for a in (-1, 1) for b in (-1, 1)})


@st.composite
def manners(draw: st.DrawFn) -> Manner:
    """Steps, leaps and slides of some sizes in some directions."""
    sizes = draw(st.lists(st.sampled_from(SIZES), min_size=1, max_size=2, unique=True))
    steps = [step for size in sizes for step in draw(st.sets(st.sampled_from(around(size)), min_size=1))]
    use = draw(st.sampled_from(["any", "quiet", "capture", "own"]))
    limit = draw(st.sampled_from([1, 0, 2, 3]))
    return Manner(
        "step" if limit == 1 else "slide", frozenset((step, None) for step in steps), use, limit if limit > 1 else 0
    )


LEFT, AROUND = ((-1, 0),), ((-1, 0), (0, -1), (0, 1), (1, 0))


@pytest.mark.slow
@example([Manner("step", frozenset((step, None) for step in some), "any", 0) for some in (LEFT, LEFT, AROUND)])
@given(st.lists(manners(), min_size=1, max_size=3))
def test_what_can_be_shown_is_read_as_the_same(some: list[Manner]) -> None:
    shown = show_betza(some)
    if shown is None:
        return
    wanted = {
        ((x * n, y * n), manner.use)
        for manner in some
        for (x, y), _ in manner.steps
        for n in range(1, 2 if manner.how == "step" else (manner.limit or 8) + 1)
        if max(abs(x * n), abs(y * n)) <= 8
    }
    assert {(place.cell, use) for place, use in read_betza(shown, 8).ends} == wanted, shown
