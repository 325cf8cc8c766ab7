"""What all tests share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from shadowmate.endgame import store


@pytest.fixture(scope="module", autouse=True)
def own_tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Endgame tables of a file of tests are kept apart: the solver reads those that are on disk."""
    folder = tmp_path_factory.mktemp("tables")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store, "folder", lambda: folder)
        yield folder
