"""Checks of the arguments of public functions, before anything is done with them."""

from __future__ import annotations

import functools
import inspect
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from itertools import chain, repeat
from math import isfinite
from numbers import Integral, Real
from pathlib import Path
from types import FunctionType, NoneType, UnionType
from typing import Any, Literal, ParamSpec, TypeVar, Union, get_args, get_origin, get_type_hints

from .errors import OptionError, shortened

P = ParamSpec("P")
R = TypeVar("R")

_NUMBERS: dict[Any, type] = {int: Integral, float: Real}
"""The type that stands for a number, so that numpy's numbers are accepted."""

_WORDS = {int: "a whole number", float: "a number", bool: "True or False", str: "a text", Path: "a path"}

_REMEDIES = {"Position": "; shadowmate.position(...) makes one from a text"}
"""A hint for a text given in place of something else."""


def checked(**least: float) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """A function that refuses arguments whose types do not match its annotations, naming them.

    Args:
        least: the smallest value of parameters that are numbers.
    """

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        parameters = inspect.signature(function).parameters
        names = tuple(parameters)
        rest = next((each.name for each in parameters.values() if each.kind == each.VAR_POSITIONAL), "")
        fixed = names.index(rest) if rest else len(names)
        # names in annotations may be defined later in the module, or imported later
        hints = functools.cache(lambda: _types_of_parameters(function))

        def accepted(name: str, value: Any) -> Any:
            hint = hints().get(name, Any)
            check(name, value, hint, least.get(name))
            if isinstance(value, Integral) and int in (hint, *get_args(hint)):
                return int(value)  # a small integer of numpy may overflow when it is multiplied
            return value

        @functools.wraps(function)
        def call(*args: P.args, **kwargs: P.kwargs) -> R:
            is_too_many = len(args) > fixed and not rest
            if is_too_many or not kwargs.keys() <= set(names[min(len(args), fixed) :]) - {rest}:
                return function(*args, **kwargs)  # which refuses their number or a name
            named = {name: accepted(name, value) for name, value in kwargs.items()}
            return function(*map(accepted, chain(names[:fixed], repeat(rest)), args), **named)

        return call

    return decorate


def _types_of_parameters(function: Callable[..., Any]) -> dict[str, Any]:
    """The types of a function's parameters, by name. The type of its result may be imported by type checkers only."""
    bare = FunctionType(function.__code__, function.__globals__)
    bare.__annotations__ = {name: hint for name, hint in function.__annotations__.items() if name != "return"}
    return get_type_hints(bare)


def several(given: Any, single: type | UnionType) -> tuple[Any, ...]:
    """A value, or several of them, as a tuple."""
    return (given,) if isinstance(given, single) else tuple(given)


_FILE = re.compile(r"[^\s%():]+\.lp")
"""The name of a file of rules. No rule ends so without a blank, a comment or an argument before."""


def rules_given(name: str, given: Any) -> tuple[str | Path, ...]:
    """The texts of rules, and paths of files of rules, in an argument.

    Raises:
        OptionError: if a text is the name of a file. A path is a `Path`.
    """
    found = several(given, str | Path)
    for text in (each.strip() for each in found if isinstance(each, str)):
        if _FILE.fullmatch(text):
            raise OptionError(f"{name}: {text!r} is the name of a file; a path is a Path: Path({text!r})")
    return found


def check(name: str, value: object, hint: Any, least: float | None) -> None:
    """Refuse an argument of the wrong type, or below its minimum.

    Raises:
        OptionError: if it is of another type, an empty text in place of a path, or a number below the minimum, or not a
            finite number.
    """
    if not _fits(value, hint):
        remedy = _REMEDIES.get(_words(hint), "") if isinstance(value, str) else ""
        raise OptionError(f"{name}: expected {_words(hint)}, not {shortened(repr(value))}{remedy}")
    # A text among several may be one of rules, which its function reads.
    if value == "" and Path in get_args(hint) and not any(get_origin(each) is Sequence for each in get_args(hint)):
        raise OptionError(f"{name}: expected a text or a path that names a file or folder, not ''")
    if isinstance(value, Real) and not isinstance(value, Integral) and not isfinite(value):
        raise OptionError(f"{name}: expected a finite number, not {value}")
    if least is not None and isinstance(value, Real) and not float(value) >= least:
        raise OptionError(f"{name}: expected at least {least:g}, not {value}")


def _fits(value: object, hint: Any) -> bool:
    """Whether a value is of a type. What can only be checked by using it, such as a generator, is accepted."""
    if type(value) is hint:
        return True
    origin, inner = _parts(hint)
    if hint is Any or isinstance(hint, TypeVar):
        return True
    if origin in (Union, UnionType):
        return type(value) in inner or any(_fits(value, each) for each in inner)
    if origin is Literal:
        return value in inner
    kind = origin or _NUMBERS.get(hint, hint)
    if kind is Callable:
        return callable(value)
    if inspect.isclass(kind) and issubclass(kind, Mapping):
        return isinstance(value, kind) and all(_fits(each, inner[0]) for each in value if inner)
    if inspect.isclass(kind) and issubclass(kind, Collection) and inner:
        if isinstance(value, Collection):
            return not isinstance(value, str | bytes) and all(_fits(each, inner[0]) for each in value)
        return isinstance(value, Iterable)
    # To Python, True is a number.
    return isinstance(value, kind) and not (isinstance(value, bool) and hint in _NUMBERS)


@functools.cache
def _parts(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    """What a generic type is of, and its arguments."""
    return get_origin(hint), get_args(hint)


def _words(hint: Any) -> str:
    """A type as an error names it."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        return " or ".join(_words(each) for each in inner)
    if hint is NoneType:
        return "None"
    if inspect.isclass(origin) and issubclass(origin, Mapping) and inner:
        return f"a dictionary, each key {_words(inner[0])}"
    if inspect.isclass(origin) and issubclass(origin, Collection) and inner:
        return f"a list or the like, each item {_words(inner[0])}"
    if origin is Literal:
        return " or ".join(map(repr, inner))
    if origin is Callable:
        return "a function"
    return _WORDS.get(hint) or str((origin or hint).__name__)
