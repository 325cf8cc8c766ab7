"""Functions compiled together: each is typed once, and all are optimised at once and kept in one file.

numba by itself links all that a function calls into it, optimises that anew for every function, and keeps it with
each. Here its functions wait, as they are, until those that Python calls are compiled, in a third of
the time; and functions that only they call are optimised better.

What is on disk is machine code, which `machine_code.py` loads without numba: its import is slower than the answers to
most questions. So functions are plain ones of Python until they have to be compiled.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Sequence
from functools import cache, cached_property
from hashlib import sha256
from importlib import import_module
from threading import RLock
from typing import Annotated, Any, NamedTuple, TypeAlias, get_origin, get_type_hints

import numpy as np

from ..errors import OptionError, quoted
from . import cache as disk
from .machine_code import linked

_VARIABLE = "SHADOWMATE_NUMBA"
"""The environment variable that chooses which parts of numba compile the kernel."""

_CHOSEN = os.environ.get(_VARIABLE) or "private"
if _CHOSEN not in ("private", "public"):
    raise OptionError(f"{_VARIABLE}: expected private or public, not {quoted(_CHOSEN)}")

_ONE_AT_A_TIME = RLock()


class Fields(NamedTuple):
    """The type of a named tuple: its class, and the types of its fields."""

    kind: type
    types: tuple[Type, ...]


Type: TypeAlias = "type[int] | np.dtype[Any] | Fields"
"""The type of an argument: integers of 64 bits, truth values, arrays of items of a type, or named tuples."""


@cache
def compiler() -> Any:
    """The module that compiles: numba_private.py, or where that does not load, public.py."""
    if _CHOSEN == "private":
        try:
            from . import numba_private
        except (ImportError, AttributeError, TypeError):  # what numba keeps for itself has changed
            pass
        else:
            return numba_private
    from . import public

    return public


class Inner:
    """A function that only compiled ones call.

    Args:
        function: the function.
        apart: whether its code stays out of the functions that call it.
        options: numba's options for it.

    Attributes:
        py_func: the function as it is in Python.
        is_apart: whether it stays apart.
        targetoptions: the options. numba looks for them here, and sees whether to compile the function inline.
        is_entry: whether Python calls it, too.
    """

    is_entry = False

    def __init__(self, function: Callable[..., Any], apart: bool = False, **options: Any) -> None:
        self.py_func = function
        self.is_apart = apart
        self.targetoptions = options
        self.__doc__ = function.__doc__

    @cached_property
    def to_compile(self) -> Any:
        """What numba compiles."""
        return compiler().function(self)

    @property
    def _numba_type_(self) -> Any:
        """What it is to a compiled function."""
        from numba import types

        return types.Dispatcher(self.to_compile)


class Entry(Inner):
    """A function that Python calls, and compiled ones may call too.

    Its annotations are the types of its arguments: integers, truth values, arrays with the type of their items, and
    named tuples of such. If they leave a type of items open, it is compiled for those that it is called with.
    """

    is_entry = True

    def __init__(self, library: Library, function: Callable[..., Any]) -> None:
        super().__init__(function)
        self.library = library
        self.name = f"{function.__module__}.{function.__qualname__}"
        self.code: Callable[..., Any] | None = None
        self._codes: dict[tuple[Type, ...], Callable[..., Any]] = {}

    @cached_property
    def arguments(self) -> tuple[Type, ...] | None:
        """The types of its arguments, if the annotations have them."""
        hints = get_type_hints(self.py_func, include_extras=True)
        found = [_stated(hints[name]) for name in inspect.signature(self.py_func).parameters]
        return None if None in found else tuple(found)  # type: ignore[arg-type]

    def __call__(self, *args: Any) -> Any:
        """Call it from Python."""
        return (self.code or self._code_for(args))(*args)

    def _code_for(self, args: tuple[Any, ...]) -> Callable[..., Any]:
        if self.arguments is not None:
            self.code = self.library.code(self)
            return self.code
        some = tuple(map(_type_of, args))
        if some not in self._codes:
            name = f"{self.py_func.__name__}-{sha256(repr(some).encode()).hexdigest()[:16]}"
            self._codes[some] = self.library.codes(name, lambda: [(self, some)])[self.name]
        return self._codes[some]


Wanted: TypeAlias = Sequence[tuple[Entry, tuple[Type, ...]]]
"""Functions to compile, each with the types of its arguments."""


def _type_of(value: Any) -> Type:
    """The type of an argument.

    Raises:
        TypeError: if compiled functions have no such arguments.
    """
    if isinstance(value, np.ndarray):
        return value.dtype
    if isinstance(value, bool | np.bool_):
        return bool
    if isinstance(value, int | np.integer):
        return int
    if isinstance(value, tuple):
        return Fields(type(value), tuple(map(_type_of, value)))
    raise TypeError(f"{type(value).__name__} is no type of arguments of compiled functions")


def _stated(hint: Any) -> Type | None:
    """The type that an annotation states; None if it is left open."""
    if hint in (int, bool):
        return hint
    if get_origin(hint) is Annotated:
        (dtype,) = hint.__metadata__
        return dtype and np.dtype(dtype)
    fields = [_stated(each) for each in get_type_hints(hint, include_extras=True).values()]
    return None if None in fields else Fields(hint, tuple(fields))  # type: ignore[arg-type]


class Library:
    """Functions that are compiled together and kept in one file.

    Args:
        name: the name of the file.
        modules: what is imported before anything is compiled: where the functions are, and what numba has to know.
    """

    def __init__(self, name: str, modules: Sequence[str]) -> None:
        self.name = name
        self.modules = modules
        self._entries: list[Entry] = []
        self._codes: dict[str, Callable[..., Any]] = {}

    def entry(self, function: Callable[..., Any]) -> Entry:
        """Have a function in it that Python calls."""
        self._entries.append(Entry(self, function))
        return self._entries[-1]

    def is_loaded(self) -> bool:
        """Whether this process has them, so that it matters no more what is on disk."""
        return bool(self._codes)

    def is_kept(self) -> bool:
        """Whether they are on disk."""
        return _is_on_disk(self.name) or bool(compiler().is_kept(self.name))

    def is_being_made(self) -> bool:
        """Whether another process compiles them just now, and so keeps them soon."""
        return disk.is_being_made(self.name)

    def load(self) -> None:
        """Have the functions ready, from disk if they are kept there; those apart whose arguments are left open."""
        if not self._codes:
            self._codes = self.codes(self.name, self._with_types)

    def code(self, entry: Entry) -> Callable[..., Any]:
        """A function with types as Python calls it."""
        if not self._codes and not _is_machine_code(self.name):
            self._import()
            code: Callable[..., Any] = entry.to_compile  # compiled when it is called
            return code
        self.load()
        return self._codes[entry.name]

    def codes(self, name: str, wanted: Callable[[], Wanted]) -> dict[str, Callable[..., Any]]:
        """Functions for some types of arguments as Python calls them, by name, from disk or compiled.

        Args:
            name: the name of their file.
            wanted: gives the functions, if they have to be compiled.
        """

        def compiled() -> Any:
            self._import()
            return compiler().compiled(name, wanted())

        with _ONE_AT_A_TIME:
            return linked(disk.kept_code(name, compiled)) if _is_machine_code(name) else compiled()

    def _import(self) -> None:
        for module in self.modules:
            import_module(module)

    def _with_types(self) -> Wanted:
        some = [(each, each.arguments) for each in self._entries if each.arguments is not None]
        return sorted(some, key=lambda each: each[0].py_func.__qualname__)


def _is_machine_code(name: str) -> bool:
    """Whether what is called by that name on disk is machine code, or will be."""
    return _is_on_disk(name) or bool(compiler().MAKES_CODE)


def _is_on_disk(name: str) -> bool:
    """Whether there is machine code of that name, and it is wanted."""
    return _CHOSEN == "private" and disk.is_kept(name)
