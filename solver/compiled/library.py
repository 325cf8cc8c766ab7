"""Functions compiled together: each is typed once, and all are optimised at once and kept in one file.

numba by itself links all that a function calls into it, optimises that anew for every function, and keeps it with
each. Here its functions wait, as they are, until those that Python calls are compiled, in a third of
the time; and functions that only they call are optimised better.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from functools import cached_property
from hashlib import sha256
from importlib import import_module
from typing import Annotated, Any, get_origin, get_type_hints

import numpy as np
from numba import from_dtype, typeof, types

from . import cache
from .numba_private import OPTIONS, Function, Items, Wanted, compiled, linked, one_at_a_time
from .numba_private import inner as inner

_PLAIN = {int: types.int64, bool: types.boolean}


class Entry:
    """A function that Python calls, and compiled ones may call too.

    Its annotations are the types of its arguments: integers, truth values, arrays with the type of their items, and
    named tuples of such. If they leave a type of items open, it is compiled for those that it is called with.
    """

    def __init__(self, library: Library, function: Callable[..., Any]) -> None:
        self.library = library
        self.function = Function(function, targetoptions=OPTIONS)
        self.code: Callable[..., Any] | None = None
        self._codes: dict[tuple[Any, ...], Callable[..., Any]] = {}
        self.__doc__ = function.__doc__

    @property
    def _numba_type_(self) -> Any:
        """What it is to a compiled function."""
        return types.Dispatcher(self.function)

    @cached_property
    def arguments(self) -> tuple[Any, ...] | None:
        """The types of its arguments, if the annotations have them."""
        hints = get_type_hints(self.function.py_func, include_extras=True)
        found = [_numba_type(hints[name]) for name in inspect.signature(self.function.py_func).parameters]
        return None if None in found else tuple(found)

    def __call__(self, *args: Any) -> Any:
        """Call it from Python."""
        return (self.code or self._code_for(args))(*args)

    def _code_for(self, args: tuple[Any, ...]) -> Callable[..., Any]:
        if self.arguments is not None:
            self.library.load()
            assert self.code is not None
            return self.code
        some = tuple(map(_type_of, args))
        if some not in self._codes:
            name = f"{self.function.py_func.__name__}-{sha256(repr(some).encode()).hexdigest()[:16]}"
            (self._codes[some],) = _codes(name, [(self.function, some)])
        return self._codes[some]


def _type_of(value: Any) -> Any:
    """What numba calls the type of a value."""
    if isinstance(value, np.ndarray):
        return Items(from_dtype(value.dtype))
    if isinstance(value, tuple):
        return types.NamedTuple(list(map(_type_of, value)), type(value))
    return typeof(value)


def _numba_type(hint: Any) -> Any:
    """What numba calls a type; None if that is left open."""
    if hint in _PLAIN:
        return _PLAIN[hint]
    if get_origin(hint) is Annotated:
        (dtype,) = hint.__metadata__
        return dtype and Items(from_dtype(np.dtype(dtype)))
    fields = [_numba_type(each) for each in get_type_hints(hint, include_extras=True).values()]
    return None if None in fields else types.NamedTuple(fields, hint)


class Library:
    """Functions that are compiled together and kept in one file.

    Args:
        name: the name of the file.
        modules: where they are.
    """

    def __init__(self, name: str, modules: Sequence[str]) -> None:
        self.name = name
        self.modules = modules
        self._entries: list[Entry] = []

    def entry(self, function: Callable[..., Any]) -> Entry:
        """Have a function in it that Python calls."""
        self._entries.append(Entry(self, function))
        return self._entries[-1]

    def is_loaded(self) -> bool:
        """Whether this process has them, so that it matters no more what is on disk."""
        return any(each.code is not None for each in self._entries)

    def is_kept(self) -> bool:
        """Whether they are on disk."""
        return cache.is_kept(self.name)

    def is_being_made(self) -> bool:
        """Whether another process compiles them just now, and so keeps them soon."""
        return cache.is_being_made(self.name)

    def load(self) -> None:
        """Have the functions ready, from disk if they are kept there; those apart whose arguments are left open."""
        if self.is_loaded():
            return
        for module in self.modules:
            import_module(module)
        some = [each for each in self._entries if each.arguments is not None]
        some.sort(key=lambda each: each.function.py_func.__qualname__)
        for each, code in zip(some, _codes(self.name, [(each.function, each.arguments) for each in some]), strict=True):
            each.code = code


@one_at_a_time
def _codes(name: str, wanted: Wanted) -> list[Callable[..., Any]]:
    """Functions for some types of arguments as Python calls them, from disk or compiled."""
    return linked(cache.kept_code(name, lambda: compiled(name, wanted)), [function for function, _ in wanted])
