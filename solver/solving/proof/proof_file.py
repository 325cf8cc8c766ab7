"""The form of an exported solution, checked before its content.

`proof.schema.json` describes it. Only one condition cannot be in a schema: each node of the tree occurs once.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from ...errors import ShadowmateError

if TYPE_CHECKING:
    from jsonschema import ValidationError

_WORDS = {
    "string": "text",
    "boolean": "true or false",
    "integer": "a whole number",
    "number": "a number",
    "null": "null",
    "object": "an object",
    "array": "a list",
}


class ProofError(ShadowmateError, ValueError):
    """A file that is no exported solution."""


def schema() -> str:
    """The JSON schema of exported solutions."""
    return (files(__package__) / "proof.schema.json").read_text(encoding="utf-8")


def check_form(solution: Any) -> None:
    """Refuse what is no exported solution.

    Raises:
        ProofError: naming the first place, as a path, where something is missing or has the wrong form.
    """
    if hasattr(solution, "as_json"):
        raise ProofError("solution: a Solution is checked as exported: check_proof(solution.as_json())")
    from jsonschema import Draft202012Validator

    _refuse(map(_fault, Draft202012Validator(json.loads(schema())).iter_errors(solution)))
    _refuse(_dangling(solution["tree"]))


def _refuse(faults: Iterator[str]) -> None:
    for fault in faults:
        raise ProofError(f"this is not the output of `shadowmate solve --json`: {fault}")


def _fault(error: ValidationError) -> str:
    """What is missing or wrong, with its path, and what would be right."""
    path = error.json_path.removeprefix("$").removeprefix(".")
    rule: Any = error.validator_value
    instance: Any = error.instance
    if error.validator == "required":
        missing = next(key for key in rule if key not in instance)
        return f"{path}.{missing} is missing" if path else f"{missing} is missing"
    if error.validator == "type":
        right = [_WORDS[each] for each in ([rule] if isinstance(rule, str) else rule)]
    else:
        right = [repr(each) for each in rule]
    return f"{path or 'the whole'} is {_text(instance)}, not {' or '.join(right)}"


def _text(value: Any) -> str:
    """A value in an error."""
    if isinstance(value, (dict, list)):
        return "an object" if isinstance(value, dict) else "a list"
    return "null" if value is None else repr(value)[:40]


def _dangling(tree: Any) -> Iterator[str]:
    """Numbers of nodes that occur twice, or are missing."""
    known: dict[int, int] = {}
    for number, node in enumerate(tree["nodes"]):
        if node["id"] in known:
            yield f"tree.nodes[{number}].id is {node['id']}, the same as that of tree.nodes[{known[node['id']]}]"
        known[node["id"]] = number
    ends = [("tree.root", tree["root"])]
    ends += [(f"tree.edges[{n}].{end}", edge[end]) for n, edge in enumerate(tree["edges"]) for end in ("from", "to")]
    for path, end in ends:
        if end not in known:
            yield f"{path} is {end}, but no node has this id"
