"""The tree of a solution as a file for other programs."""

from __future__ import annotations

import io

import networkx as nx

from .solution import Solution


def graphml(solution: Solution) -> str:
    """The tree as GraphML."""
    file = io.BytesIO()
    nx.write_graphml(solution.tree, file, named_key_ids=True)
    return file.getvalue().decode()
