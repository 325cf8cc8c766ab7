"""Arrays that are stored as bytes come back as they were."""

from __future__ import annotations

import numpy as np
import pytest

from shadowmate.compiled.stored_arrays import packed, unpacked

ARRAYS = {
    "none": np.zeros((0, 3), np.int32),
    "one": np.array([7], np.int64),
    "words": np.array([["a\nb", "ccc"], ["", "é"]]),
    "crossed": np.arange(6, dtype=np.int32).reshape(2, 3).T,
    "alone": np.array(True),
}


def test_arrays_come_back_as_they_were() -> None:
    found = unpacked(packed(ARRAYS))
    assert list(found) == list(ARRAYS)
    for name, array in ARRAYS.items():
        assert (found[name].dtype, found[name].shape) == (array.dtype, array.shape)
        assert found[name].tolist() == array.tolist()


def test_what_is_read_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        unpacked(packed(ARRAYS))["one"][0] = 1


def test_bytes_that_lack_some_are_refused() -> None:
    with pytest.raises(ValueError, match="buffer"):
        unpacked(packed({"one": ARRAYS["one"]})[:-16])
