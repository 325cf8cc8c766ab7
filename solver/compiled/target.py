"""How numba is asked to compile the kernel: not to machine code at once, and with what the kernel needs, and no more.

numba by itself optimises and links each function anew wherever it is called; here that waits for library.py. The
pipeline has no step for arrays as a whole, closures, exceptions or literals, and what has been found out of a call
is kept: together half of the time that numba takes otherwise.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from numba import types
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen
from numba.core.compiler import Compiler, CompilerBase
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

_NAME = "shadowmate"

# The kernel allocates nothing, so it need not count references (_nrt).
OPTIONS = {"nopython": True, "nogil": True, "_nrt": False, "error_model": "numpy", "no_cfunc_wrapper": True}


class _Waiting(JITCodeLibrary):
    """Code that is not optimised, nor linked, before it is taken into a library."""

    def _optimize_functions(self, ll_module: Any) -> None:
        pass

    def finalize(self) -> None:
        self._finalized = True

    def _get_module_for_linking(self) -> Any:
        return self._final_module


class _Codegen(JITCPUCodegen):
    _library_class = _Waiting


class _Context(CPUContext):
    def init(self) -> None:
        super().init()
        self._internal_codegen = _Codegen(_NAME)

    def get_executable(self, library: Any, fndesc: Any, env: Any) -> Any:
        return object()  # by which numba knows the function; nobody calls it


class _Typing(Context):
    """What numba knows of types. What a call of a function of its own gives, it is not asked a second time."""

    def init(self) -> None:
        super().init()
        self._found: dict[Any, Any] = {}

    def resolve_function_type(self, func: Any, args: Any, kws: Any) -> Any:
        if kws or not isinstance(func, types.Function):
            return super().resolve_function_type(func, args, kws)
        key = func, args
        if key not in self._found:
            self._found[key] = super().resolve_function_type(func, args, kws)
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

    def __init__(self, function: Callable[..., Any], targetoptions: Any, pipeline: Any = _Pipeline) -> None:
        super().__init__(function, targetoptions=targetoptions, pipeline_class=pipeline)

    def add_overload(self, result: Any) -> None:
        """Take note of what has been compiled."""
        self.overloads[tuple(result.signature.args)] = result

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """What numba calls it by. A number written in a call is one of its type: numba would compile it apart.

        A function that calls itself would then do so by way of a symbol that only numba's own linking resolves.
        """
        some = {name: types.unliteral(each) for name, each in kws.items()}
        return super().get_call_template(tuple(map(types.unliteral, args)), some)


def _jit(**options: Any) -> Callable[[Callable[..., Any]], Function]:
    """What numba compiles with that it adds to the functions it is given."""
    return lambda function: Function(function, targetoptions=OPTIONS | options, pipeline=Compiler)


target_registry[_NAME] = _Kind
dispatcher_registry[_Kind] = Function
jit_registry[_Kind] = _jit


def inner(function: Callable[..., Any], **options: Any) -> Function:
    """A function that only compiled ones call; numba's own options may be added."""
    return Function(function, targetoptions=OPTIONS | {"no_cpython_wrapper": True} | options)
