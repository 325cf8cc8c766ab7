"""How the kernel is compiled, and sets of cells as words of 64 bits.

A set is a row of signed 64-bit words; cell c is bit c % 64 of word c // 64.

numba hands LLVM with each function all that it calls, however deep, to be optimised and translated anew: a
small function gains by that, as it can be inlined, but large ones took half the time that the kernel takes to
compile. These are compiled *apart*: once, and called where they are.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from hashlib import sha256
from typing import Any, TypeVar

from llvmlite import binding, ir
from numba import config, njit, types
from numba.core.cgutils import get_or_insert_function
from numba.extending import intrinsic, lower_builtin, type_callable

from .cache import keeps_kernel, kernel_folder

F = TypeVar("F", bound=Callable[..., Any])

_APART: dict[str, Any] = {}
"""The functions compiled apart, as numba has them, by their names."""


def kernel(function: F) -> F:
    """Compile a small function that only the kernel calls: without the interpreter's lock, and kept on disk."""
    return _compile(function, inner=True)


def apart(function: F) -> F:
    """Compile a large function that only the kernel calls."""
    return _set_apart(function, _compile(function, inner=True))


def entry(function: F) -> F:
    """Compile a function of the kernel that Python calls too."""
    compiled = _compile(function, inner=False)
    # numba finds out the types of a recursion only if the function calls what numba compiles.
    recursive = function.__name__ in function.__code__.co_names
    return compiled if recursive else _set_apart(function, compiled)


def _set_apart(function: F, compiled: Any) -> F:
    name = f"{function.__module__}.{function.__qualname__}"
    _APART[name] = compiled

    @wraps(function)
    def call(*arguments: Any) -> Any:
        return compiled(*arguments)

    @type_callable(call)
    def find_signature(_context: Any) -> Any:
        @wraps(function)
        def signature(*arguments: Any) -> Any:
            compiled.compile(arguments)
            return compiled.overloads[arguments].signature

        return signature

    @lower_builtin(call, types.VarArg(types.Any))
    def write_call(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        callee = _Callee(name, signature.args)
        callee()
        # numba asks for this again when it reads the caller from disk.
        context.active_code_library._reload_init.add(callee)
        convention = context.call_conv
        kind = convention.get_function_type(signature.return_type, signature.args)
        place = get_or_insert_function(builder.module, kind, callee.symbol)
        # The kernel raises nothing, so the status is of no interest.
        _, result = convention.call_function(builder, place, signature.return_type, signature.args, arguments)
        return result

    return call  # type: ignore[return-value]


@dataclass(frozen=True, slots=True)
class _Callee:
    """A function compiled apart, for some types of arguments."""

    name: str
    arguments: tuple[Any, ...]

    @property
    def symbol(self) -> str:
        """What callers know it by, in whichever process they were compiled."""
        return f"{self.name}.{sha256(str(self.arguments).encode()).hexdigest()[:16]}"

    def __call__(self) -> None:
        """See to it that it is there, compiled or read from disk, and that the symbol stands for its address."""
        compiled = _APART[self.name]
        compiled.compile(self.arguments)
        found = compiled.overloads[self.arguments]
        binding.add_symbol(self.symbol, found.library.get_pointer_to_function(found.fndesc.llvm_func_name))


def _compile(function: F, inner: bool) -> F:
    # numba notices by itself only changes of the function's own file, not of those it calls; so what is
    # compiled is kept in a folder named for the whole kernel.
    before = config.CACHE_DIR
    config.CACHE_DIR = str(kernel_folder())
    try:
        # The kernel allocates nothing, so it need not count references (_nrt).
        options: dict[str, Any] = {"no_cpython_wrapper": inner, "no_cfunc_wrapper": True, "_nrt": False}
        compiled: F = njit(nogil=True, cache=keeps_kernel(), error_model="numpy", **options)(function)
        return compiled
    finally:
        config.CACHE_DIR = before


@intrinsic
def popcount(_context: Any, _word: Any) -> Any:
    """How many bits of a word are set."""

    def build(_ctx: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), build


@intrinsic
def lowest(_context: Any, _word: Any) -> Any:
    """The number of the lowest bit set in a word that is not 0."""

    def build(_ctx: Any, builder: Any, _signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), build
