"""The form that a YAML document must have, as a JSON schema states it, and the mistakes of one that has another."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ..errors import SURELY, meant, quoted
from .documents import Path

if TYPE_CHECKING:
    from jsonschema import ValidationError

_UNKNOWN = "additionalProperties"
"""The rule of a schema that a field of an unknown name breaks."""


class Form:
    """The form of a document.

    Args:
        schema: the JSON schema, in which each field has a description of what is right.
        misnamed: the fields that are meant by other names.
        has_others: whether a document may have fields of its own, by names that resemble no field.
    """

    def __init__(self, schema: str, misnamed: Mapping[str, str], has_others: bool = False) -> None:
        self.schema: dict[str, Any] = json.loads(schema)
        self.misnamed = misnamed
        self.has_others = has_others

    @cached_property
    def _validator(self) -> Any:
        from jsonschema import Draft202012Validator

        return Draft202012Validator(self.schema)

    def mistake(self, fields: Mapping[str, Any]) -> tuple[Path, str] | None:
        """The first mistake of a document: where it is, and what is wrong and would be right; None if there is none.

        A field of an unknown name comes before all others, as a misspelt field is missing too.

        Args:
            fields: the document.
        """
        errors = (
            each for each in self._validator.iter_errors(fields) if each.validator != _UNKNOWN or self._wrong(each)
        )
        first = min(errors, key=lambda error: (error.validator != _UNKNOWN, error.json_path), default=None)
        return None if first is None else self._mistake(first)

    def others(self, fields: Mapping[str, Any]) -> list[str]:
        """The fields of a document that are its own."""
        return [name for name in fields if name not in self.schema["properties"]]

    def _wrong(self, error: ValidationError) -> list[str]:
        """The unknown names that may not be there."""
        part: Any = error.schema
        instance: Any = error.instance
        names = [name for name in instance if name not in part["properties"]]
        is_open = self.has_others and not error.absolute_path
        return [name for name in names if not is_open or self._meant(name, part["properties"])]

    def _mistake(self, error: ValidationError) -> tuple[Path, str]:
        path: Path = tuple(error.absolute_path)
        rule: Any = error.validator_value
        instance: Any = error.instance
        where = ".".join(map(str, path))
        match error.validator:
            case "additionalProperties":
                part: Any = error.schema
                name = self._wrong(error)[0]
                return (*path, name), self._unknown(name, where, part["properties"])
            case "uniqueItems":
                number = next(number for number, each in enumerate(instance) if each in instance[:number])
                return (*path, number), f"{quoted(instance[number])} is there twice"
            case "required":
                missing = next(key for key in rule if key not in instance)
                return path, f"{missing} is missing: {self.schema['properties'][missing]['description']}"
        right = self._right(list(error.absolute_schema_path))
        return path, f"{where or 'the whole'} is {_text(instance)}; it should be {right}"

    def _unknown(self, name: str, where: str, known: Mapping[str, Any]) -> str:
        """That there is no field of a name, and what is meant."""
        hint = self._meant(name, known) or f"; there are {', '.join(known)}"
        return f"there is no field {quoted(name)}{f' in {where}' if where else ''}{hint}"

    def _meant(self, name: str, known: Mapping[str, Any]) -> str:
        """Which field is meant, by a name that others use, or misspelt; empty if none is."""
        plain = str(name).lower().replace("_", "-").replace(" ", "-")
        other = self.misnamed.get(plain, "")
        return f"; do you mean {quoted(other)}?" if other in known else meant(plain, known, SURELY)

    def _right(self, steps: list[Any]) -> str:
        """The description in the schema of the innermost place on the way to a rule that has one."""
        node: Any = self.schema
        found = ""
        for step in steps[:-1]:
            node = node[step]
            if isinstance(node, dict):
                found = str(node.get("description") or found)
                if "$ref" in node:
                    node = self.schema["$defs"][node["$ref"].rpartition("/")[2]]
                    found = str(node.get("description") or found)
        return found


def _text(value: Any) -> str:
    if value is None:
        return "empty"
    if isinstance(value, (dict, list)):
        return f"{'a mapping' if isinstance(value, dict) else 'a list'}{'' if value else ' of nothing'}"
    return quoted(value)
