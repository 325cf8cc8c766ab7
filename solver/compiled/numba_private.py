"""How functions are compiled by numba's private parts. Only this module and what it imports, `numba_items.py` and
`numba_wrapper.py`, may break with the next version of numba.

numba by itself optimises and links each function anew wherever it is called. Here functions wait, as they are, until
those that Python calls are compiled (`compiled`). The pipeline has no step for arrays as a whole, closures, exceptions
or literals, and what has been found out of a call is kept: together half of the time that numba needs otherwise.

Where this does not load, public.py stands in for it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import llvmlite.binding as llvm
import numpy as np
from numba import from_dtype, types
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen
from numba.core.compiler import Compiler, CompilerBase
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import PassManager
from numba.core.cpu import CPUContext
from numba.core.dispatcher import Dispatcher
from numba.core.registry import CPUTarget
from numba.core.target_extension import CPU, dispatcher_registry, jit_registry, target_registry
from numba.core.typed_passes import NativeLowering, NoPythonBackend, NopythonTypeInference, PreLowerStripPhis
from numba.core.typing import Context
from numba.core.untyped_passes import (
    FixupArgs,
    GenericRewrites,
    InlineInlinables,
    ReconstructSSA,
    TranslateByteCode,
)

from ..garbage import keep_more, uncollected
from .numba_items import Items
from .numba_wrapper import Wrapper

_UNRESOLVED = ".numba.unresolved$"
"""The prefix of symbols that numba leaves for its own linking, which no other linker resolves."""

_NAME = "shadowmate"

_MOST_INLINE = 160
"""The size, as LLVM reckons it, up to which a function is compiled into those that call it."""

# The kernel allocates nothing, so it need not count references (_nrt).
OPTIONS = {"nopython": True, "nogil": True, "_nrt": False, "error_model": "numpy", "no_cfunc_wrapper": True}


_APART: set[str] = set()
"""The names of functions that are not compiled into those that call them."""


class _Waiting(JITCodeLibrary):
    """Code that is not optimised, nor linked, before it is part of a library.

    Attributes:
        modules: the code, as modules of LLVM.
    """

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.modules: list[Any] = []

    def add_llvm_module(self, ll_module: Any) -> None:
        """Add some code."""
        self.modules.append(ll_module)

    def finalize(self) -> None:
        self._finalized = True


class _Codegen(JITCPUCodegen):
    _library_class = _Waiting


class _Context(CPUContext):
    def init(self) -> None:
        super().init()
        self._internal_codegen = _Codegen(_NAME)
        self._sizes: dict[str, int] = {}
        self._is_stale = True

    def refresh(self) -> None:
        """Look for new declarations: numba asks for it before each function, and where one is missing."""
        if self._is_stale:
            self._is_stale = False
            super().refresh()

    def get_function(self, fn: Any, sig: Any, _firstcall: bool = True) -> Any:
        """How something built in is carried out."""
        self._is_stale = _firstcall
        try:
            return super().get_function(fn, sig, _firstcall)
        finally:
            self._is_stale = False

    def get_abi_sizeof(self, ty: Any) -> int:
        """The size of an LLVM type in bytes. llvmlite parses a module for each question."""
        text = str(ty)
        if text not in self._sizes:
            self._sizes[text] = super().get_abi_sizeof(ty)
        return self._sizes[text]

    def get_executable(self, library: Any, fndesc: Any, env: Any) -> Any:
        return object()  # by which numba knows the function; it is never called

    def create_cpython_wrapper(
        self, library: Any, fndesc: Any, env: Any, call_helper: Any, release_gil: bool = False
    ) -> None:
        library.add_ir_module(Wrapper(self, fndesc).module)


class _Typing(Context):
    """What numba knows of types. What a call of a function of its own gives, it is not asked a second time.

    A number written in the call is one of its type: as something else it would be looked up for each number.
    """

    def init(self) -> None:
        super().init()
        self._found: dict[Any, Any] = {}

    def resolve_function_type(self, func: Any, args: Any, kws: Any) -> Any:
        if kws or (isinstance(func, types.Type) and not isinstance(func, types.Function)):
            return super().resolve_function_type(func, args, kws)
        key = func, tuple(map(types.unliteral, args))
        if key not in self._found:
            self._found[key] = super().resolve_function_type(*key, kws)
        return self._found[key]


class _Pipeline(CompilerBase):
    """What numba does to a function of the kernel."""

    def define_pipelines(self) -> list[PassManager]:
        found = PassManager(_NAME)
        for each in _PASSES:
            found.add_pass(each, each.name())
        found.finalize()
        return [found]


_PASSES = (
    TranslateByteCode, FixupArgs, GenericRewrites, InlineInlinables, ReconstructSSA,
    NopythonTypeInference, PreLowerStripPhis, NativeLowering, NoPythonBackend,
)  # fmt: skip


class _Target(CPUTarget):
    @cached_property
    def _toplevel_typing_context(self) -> Any:
        return _Typing()

    @cached_property
    def _toplevel_target_context(self) -> Any:
        return _Context(self.typing_context, self._target_name)


class _Kind(CPU):
    """What numba knows the target by."""


class Function(Dispatcher):
    """A function that only compiled ones call."""

    targetdescr = _Target(_NAME)

    def __init__(
        self, function: Callable[..., Any], targetoptions: Any, pipeline: Any = _Pipeline, apart: bool = False
    ) -> None:
        super().__init__(function, targetoptions=targetoptions, pipeline_class=pipeline)
        self.is_apart = apart
        self._templates: dict[Any, Any] = {}

    def add_overload(self, result: Any) -> None:
        """Register what has been compiled."""
        self.overloads[tuple(result.signature.args)] = result
        if self.is_apart:
            _APART.add(result.fndesc.llvm_func_name)

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """What numba calls it by; once it is compiled, that stays the same.

        A number written in a call is one of its type: numba would compile it apart. A function that calls itself would
        then do so by way of a symbol that only numba's own linking resolves.
        """
        some = tuple(map(types.unliteral, args))
        if kws or some not in self.overloads:
            return super().get_call_template(some, {name: types.unliteral(each) for name, each in kws.items()})
        if some not in self._templates:
            self._templates[some] = super().get_call_template(some, {})
        return self._templates[some]


def _jit(**options: Any) -> Callable[[Callable[..., Any]], Function]:
    """What numba compiles with that it adds to the functions it is given."""
    return lambda function: Function(function, targetoptions=OPTIONS | options, pipeline=Compiler)


target_registry[_NAME] = _Kind
dispatcher_registry[_Kind] = Function
jit_registry[_Kind] = _jit


MAKES_CODE = True
"""`compiled` gives machine code."""


def is_kept(name: str) -> bool:
    """Whether there is more on disk than machine code."""
    return False


def function(inner: Any) -> Function:
    """What compiles a function (`library.Inner`)."""
    wrapped = {"no_cpython_wrapper": not inner.is_entry}
    return Function(inner.py_func, targetoptions=OPTIONS | wrapped | inner.targetoptions, apart=inner.is_apart)


def _numba_type(some: Any) -> Any:
    """What numba calls a type (`library.Type`)."""
    if isinstance(some, np.dtype):
        return Items(from_dtype(some))
    if isinstance(some, tuple):
        kind, fields = some
        return types.NamedTuple(list(map(_numba_type, fields)), kind)
    return {int: types.int64, bool: types.boolean}[some]


@global_compiler_lock
def compiled(name: str, wanted: Sequence[tuple[Any, Any]]) -> bytes:
    """The machine code of functions and of all that they call, as `machine_code.linked` reads it.

    Args:
        name: the name of the whole.
        wanted: the functions (`library.Entry`), each with the types of its arguments.
    """
    results = []
    with uncollected():
        for entry, some in wanted:
            arguments = tuple(map(_numba_type, some))
            entry.to_compile.compile(arguments)
            results.append(entry.to_compile.overloads[arguments])
        keep_more()  # to look through all of it, most of which stays, takes a second
    codegen = Function.targetdescr.target_context.codegen()
    whole = JITCodeLibrary(codegen, name)
    module = whole._final_module
    parts = _parts(result.library for result in results)
    module.link_in(_linked([each.clone() for part in parts for each in part.modules]))
    loose = [each.name for each in module.global_variables if each.name.startswith(_UNRESOLVED)]
    if loose:
        raise TypeError(f"functions that call one another in a circle cannot be compiled together: {', '.join(loose)}")
    called = [result.fndesc.llvm_cpython_wrapper_name for result in results]
    for each in module.functions:
        if not each.is_declaration and each.name not in called:
            each.linkage = "internal"  # functions without other callers are optimised better
        if each.name in _APART:
            each.add_function_attribute("noinline")
    # Once: numba optimises twice, to find pairs of references that are counted, of which there are none. The kernel has
    # short loops and many calls: with vectors and LLVM's threshold (225) it is no faster, and takes a third longer.
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = options.slp_vectorization = False
    options.inlining_threshold = _MOST_INLINE
    builder = llvm.create_pass_builder(codegen._tm, options)
    builder.getModulePassManager().run(module, builder)
    symbols = {entry.name: symbol for (entry, _), symbol in zip(wanted, called, strict=True)}
    return json.dumps(symbols).encode() + b"\n" + codegen._tm.emit_object(module)


def _linked(modules: list[Any]) -> Any:
    """Some modules of LLVM as one: pair by pair, because each time it looks through all that is linked so far."""
    while len(modules) > 1:
        for one, other in zip(modules[::2], modules[1::2], strict=False):
            one.link_in(other)
        modules = modules[::2]
    return modules[0]


def _parts(libraries: Any) -> list[Any]:
    """Some pieces of code and those that they need, each once."""
    found: dict[Any, None] = {}
    waiting = list(libraries)
    while waiting:
        library = waiting.pop()
        if library not in found:
            found[library] = None
            waiting += library._linking_libraries
    return list(found)
