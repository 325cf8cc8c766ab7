"""The description of promotions, as facts for `--json` and as text."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, TypeAlias

import networkx as nx

from ..explain.promotions import Cause
from ..explain.sentences import listed

_Change: TypeAlias = tuple[str, str, dict[str, Any]]


def promotion_facts(graph: nx.MultiDiGraph[str]) -> dict[str, Any]:
    """The kinds, and each change of kind with its cause."""
    return {
        "game": graph.graph["game"],
        "kinds": [{"kind": kind, **data} for kind, data in graph.nodes(data=True)],
        "promotions": [{"kind": kind, "becomes": new, **data} for kind, new, data in graph.edges(data=True)],
    }


def promotions_text(graph: nx.MultiDiGraph[str]) -> str:
    """A line for each change, in the order of the chain. A change of an aide is on the mover's line if the mover
    changes too.
    """
    changes = list(graph.edges(data=True))
    if not changes:
        return f"{graph.graph['game']}: no kind becomes another"
    aides: dict[Cause, list[_Change]] = defaultdict(list)
    for change in changes:
        if change[2]["role"] == "aide":
            aides[_cause(change[2])].append(change)
    causes = {_cause(data) for _, _, data in changes if data["role"] == "mover"}
    lines = []
    for kind, new, data in changes:
        cause = _cause(data)
        if data["role"] == "mover" or cause not in causes:
            followers = aides[cause] if data["role"] == "mover" else []
            then = "".join(f"; {each}" for each in _followers(graph, followers))
            lines.append((f"{_name(graph, kind)} -> {_name(graph, new)}", f"{data['words']}{then}"))
    width = max(len(change) for change, _ in lines)
    return "\n".join(f"{change:{width}}  {cause}" for change, cause in lines)


def _followers(graph: nx.MultiDiGraph[str], changes: list[_Change]) -> Iterator[str]:
    """What other pieces change at the same time, by the measure that chooses them."""
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for kind, new, data in changes:
        found[data["measure"]][_name(graph, new)].append(_name(graph, kind))
    for measure, olds in found.items():
        yield f"then the {measure} {listed([f'{listed(kinds)} -> {new}' for new, kinds in olds.items()])}"


def _cause(data: dict[str, Any]) -> Cause:
    return Cause(**{aspect: data[aspect] for aspect in Cause._fields})


def _name(graph: nx.MultiDiGraph[str], kind: str) -> str:
    return str(graph.nodes[kind]["name"])
