"""Muller's shorthand read and written: the document's own strings, an oracle, and strings that are wrong."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracles import muller
from shadowmate.shorthand.matrix import read_matrix, write_matrix
from shadowmate.shorthand.mistake import ShorthandError
from shadowmate.shorthand.morph import read_morph, write_morph

CHESS = ("P", "N", "B", "R", "Q", "K")


def marks(ranks: list[str]) -> dict[tuple[int, int], str]:
    return {
        (number, file): sign for number, rank in enumerate(ranks, 1) for file, sign in enumerate(rank, 1) if sign != "."
    }


def test_knights_on_every_dark_square() -> None:
    """A board of 8x8 with a Knight on all dark squares."""
    ranks = read_morph(".N/N./.N/N./.N/N./.N/N.", 8, 8, CHESS)
    assert ranks[0] == ".N.N.N.N"
    knights = {(file, 9 - number) for number, file in marks(ranks)}
    assert knights == {(x, y) for x in range(1, 9) for y in range(1, 9) if (x + y) % 2 == 0}  # a1 is dark


def test_a_rank_of_one_character_is_entirely_filled_with_it() -> None:
    assert read_morph("*//", 4, 3, CHESS) == ["****", "....", "...."]


def test_counts_repeat_the_symbol_before_them() -> None:
    """A number repeats the symbol before it; at the start of a row, a dot."""
    assert read_matrix("3N2", CHESS) == ["...NN" + "." * 8]
    assert read_matrix("N", CHESS) == ["N" + "." * 12]


def test_equals_copies_the_enemies_to_the_friends() -> None:
    assert read_matrix("..^=", ("K", "C")) == ["..^.^"]
    assert read_matrix("..^=!", ("K", "C")) == ["..^!^"]
    assert read_matrix(".n=", ("K", "N")) == [".n.n."]


def test_a_quote_repeats_the_row_above() -> None:
    assert read_matrix('N/"2/!', ("K", "N", "P", "Q")) == ["N........"] * 3 + ["!........"]


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ("N/.", 4, "3 ranks are wanted, and there are 2"),
        ("////", 4, "3 ranks, and this is one more"),
        ("NNNNN//", 5, "4 squares, and this is one more"),
        ("X//", 1, "no type has the ID X; there are B, K, N, P, Q, R"),
        ("/2/", 2, "no counts"),
        ("/n/", 2, "an ID is a capital"),
        ("/.%/", 3, "capture matrix"),
        ("/?/", 2, "means nothing"),
    ],
)
def test_wrong_morph_boards_are_reported_with_the_place(text: str, column: int, words: str) -> None:
    with pytest.raises(ShorthandError) as error:
        read_morph(text, 4, 3, CHESS)
    assert error.value.column == column
    assert words in error.value.reason


@pytest.mark.parametrize(
    ("text", "column", "words"),
    [
        ('"', 1, "this is the first"),
        ('N/"2N', 4, "nothing else but a number"),
        ('N/"0', 4, "a count of 0"),
        ("N0", 2, "a count of 0"),
        ("N/N=N=", 6, "a second ="),
        ("14", 1, "a row has 13 columns"),
        ("N14", 2, "a row has 13 columns"),
        ("N999999999999", 2, "a row has 13 columns"),
        ("//////", 7, "there are 6 types, and this is row 7"),
        ('N/"6', 3, "there are 6 types, and this is row 7"),
        ("=2", 2, "write .2"),
        ("8=", 2, "= stands after the friendly part has begun"),
        ("+", 1, "+ belongs in a morph board"),
        ('N"', 2, "stands at the start of a row"),
        ("x", 1, "no type has the ID X"),
        ("é", 1, "means nothing"),
        ("\n", 1, "'\\n' means nothing"),
    ],
)
def test_wrong_matrices_are_reported_with_the_place(text: str, column: int, words: str) -> None:
    with pytest.raises(ShorthandError) as error:
        read_matrix(text, CHESS)
    assert error.value.column == column
    assert words in error.value.reason


def rows_of(types: int) -> st.SearchStrategy[str]:
    """Rows that are right: at most a given number of columns, with counts and perhaps a `=`."""
    run = st.tuples(st.sampled_from([".", "!", "%", "^", "A", "B", "a"]), st.integers(1, 3))
    runs = st.lists(run, max_size=types // 2)

    def written(some: list[tuple[str, int]], counts: bool) -> str:
        return "".join(sign * size if not counts or size == 1 else f"{sign}{size}" for sign, size in some)

    def fits(parts: tuple[list[tuple[str, int]], bool, bool, list[tuple[str, int]]]) -> bool:
        enemies, equals, _, friends = parts
        most = 1 + types if equals else 1 + 2 * types
        return sum(size for _, size in enemies) <= most and sum(size for _, size in friends) <= types

    whole = st.tuples(runs, st.booleans(), st.booleans(), runs).filter(fits)
    return whole.map(lambda p: written(p[0], p[2]) + ("=" + written(p[3], p[2]) if p[1] else "")) | st.integers(
        1, types
    ).map(str)


@given(st.lists(rows_of(5), min_size=1, max_size=3), st.integers(0, 2))
def test_matrices_are_expanded_as_in_the_document(rows: list[str], again: int) -> None:
    text = "/".join([*rows, *([f'"{again}'] if again else [])])
    ids = ("A", "B", "C", "D", "E")
    found = read_matrix(text, ids)
    assert found == muller.matrix(text, len(ids))
    again = read_matrix(write_matrix(found, len(ids)), ids)
    assert found == again + ["." * 11] * (len(found) - len(again))


@given(st.lists(st.text(st.sampled_from(".!+#*AB"), max_size=6), min_size=3, max_size=3))
def test_morph_boards_are_expanded_as_in_the_document(ranks: list[str]) -> None:
    text = "/".join(ranks)
    found = read_morph(text, 6, 3, ("A", "B"))
    assert found == muller.morph(text, 6)
    again = write_morph(marks(found), 6, 3)
    assert read_morph(again, 6, 3, ("A", "B")) == found
    assert len(again) <= len(text) or "." in text


@given(st.text(st.sampled_from('.!%^+#*=/"0123456789ABabé \n') | st.characters(), max_size=30), st.booleans())
def test_any_string_is_read_or_refused_with_a_place(text: str, is_matrix: bool) -> None:
    try:
        if is_matrix:
            assert all(len(row) == 5 for row in read_matrix(text, ("A", "B")))
        else:
            assert [len(rank) for rank in read_morph(text, 4, 2, ("A", "B"))] == [4, 4]
    except ShorthandError as error:
        assert 1 <= error.column <= len(text) + 1
