"""The tree of a solution as a file for other programs."""

from __future__ import annotations

import io

import networkx as nx

from .solution import Solution


def graphml(solution: Solution) -> str:
    """The tree as GraphML; unknown attributes are left out."""
    known: nx.DiGraph[str] = nx.DiGraph()
    for name, data in solution.tree.nodes(data=True):
        known.add_node(name, **{key: value for key, value in data.items() if value is not None})
    known.add_edges_from(solution.tree.edges(data=True))
    file = io.BytesIO()
    nx.write_graphml(known, file, named_key_ids=True)
    return file.getvalue().decode()
