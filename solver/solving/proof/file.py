"""The form of an exported solution: what has to be where in its JSON, before anyone asks whether it is true."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from ...errors import ShadowmateError

Form: TypeAlias = Any
"""A tuple of types that a value may have, a list with the form of its items, or the forms of an object by key."""

_TEXT, _TRUTH, _NUMBER = (str,), (bool,), (int,)
_ALL: dict[str, Form] = {
    "position": _TEXT,
    "readings": [_TEXT],
    "stipulation": _TEXT,
    "verdict": _TEXT,
    "complete": _TRUTH,
    "labels": [_TEXT],
    "keys": [_TEXT],
    "short": (int, float, type(None)),
    "tree": {
        "root": _NUMBER,
        "nodes": [
            {
                "id": _NUMBER, "position": _TEXT, "turn": _TEXT, "check": _TRUTH, "role": _TEXT,
                "distance": (int, type(None)),
            }
        ],
        "edges": [{"from": _NUMBER, "to": _NUMBER, "move": _TEXT, "kind": _TEXT, "goal": _TRUTH}],
    },
}  # fmt: skip
_LINES: dict[str, Form] = {"solutions": [[_TEXT]], "set_play": [[_TEXT]]}
_WORDS = {str: "text", bool: "true or false", int: "a whole number", float: "a number", type(None): "null"}


class ProofError(ShadowmateError, ValueError):
    """A file that is no exported solution."""


def check_form(solution: Any) -> None:
    """Refuse what is no exported solution.

    Raises:
        ProofError: naming the first place, as a path, where something is missing or of the wrong form.
    """
    _refuse(_faults(solution, _ALL, ""))
    _refuse(_dangling(solution["tree"]))


def check_lines(solution: Any) -> None:
    """Refuse what lacks the lines of help and series play.

    Raises:
        ProofError: as `check_form`.
    """
    _refuse(_faults(solution, _LINES, ""))


def _refuse(faults: Iterator[str]) -> None:
    for fault in faults:
        raise ProofError(f"this is not what `shadowmate solve --json` prints: {fault}")


def _faults(value: Any, form: Form, path: str) -> Iterator[str]:
    """What is missing or wrong in a value, with its path."""
    here = path or "the whole"
    if isinstance(form, dict):
        if not isinstance(value, dict):
            yield f"{here} is {_said(value)}, not an object"
            return
        for key, inner in form.items():
            at = f"{path}.{key}" if path else key
            if key in value:
                yield from _faults(value[key], inner, at)
            else:
                yield f"{at} is missing"
    elif isinstance(form, list):
        if not isinstance(value, list):
            yield f"{here} is {_said(value)}, not a list"
            return
        for number, item in enumerate(value):
            yield from _faults(item, form[0], f"{path}[{number}]")
    elif type(value) not in form:
        yield f"{here} is {_said(value)}, not {' or '.join(_WORDS[each] for each in form)}"


def _said(value: Any) -> str:
    """A value in an error."""
    if isinstance(value, (dict, list)):
        return "an object" if isinstance(value, dict) else "a list"
    return "null" if value is None else repr(value)[:40]


def _dangling(tree: Any) -> Iterator[str]:
    """Numbers of nodes that are there twice, or not at all."""
    known: dict[int, int] = {}
    for number, node in enumerate(tree["nodes"]):
        if node["id"] in known:
            yield f"tree.nodes[{number}].id is {node['id']}, as that of tree.nodes[{known[node['id']]}]"
        known[node["id"]] = number
    ends = [("tree.root", tree["root"])]
    ends += [(f"tree.edges[{n}].{end}", edge[end]) for n, edge in enumerate(tree["edges"]) for end in ("from", "to")]
    for path, end in ends:
        if end not in known:
            yield f"{path} is {end}, and no node has this id"
