"""Everything for which numba's private parts are used: the only module that may break with the next version of numba.

numba by itself optimises and links each function anew wherever it is called. Here functions wait, as they are, until
those that Python calls are compiled (`compiled`). The pipeline has no step for arrays as a whole, closures, exceptions
or literals, and what has been found out of a call is kept: together half of the time that numba needs otherwise.

numba's own arrays have seven parts, each handed on by every call, and an index is looked at for whether it counts from
the end. `Items` are a place and a length: what numba has to write of arrays is half of all that LLVM is given to read.

Where this does not load, public.py stands in for it.
"""

from __future__ import annotations

import gc
import inspect
import json
import operator
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any

import llvmlite.binding as llvm
from numba import _dynfunc, config, types
from numba.core import cgutils
from numba.core.codegen import JITCodeLibrary, JITCPUCodegen
from numba.core.compiler import Compiler, CompilerBase
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import PassManager
from numba.core.cpu import CPUContext
from numba.core.dispatcher import Dispatcher
from numba.core.registry import CPUTarget
from numba.core.target_extension import CPU, dispatcher_registry, jit_registry, target_registry
from numba.core.typed_passes import NativeLowering, NoPythonBackend, NopythonTypeInference, PreLowerStripPhis
from numba.core.typing import Context, signature
from numba.core.typing.templates import AbstractTemplate, infer_global
from numba.core.untyped_passes import (
    FixupArgs,
    GenericRewrites,
    InlineInlinables,
    ReconstructSSA,
    TranslateByteCode,
)
from numba.extending import NativeValue, lower_builtin, models, register_model, unbox

from .item_place import place

_UNRESOLVED = ".numba.unresolved$"
"""The prefix of symbols that numba leaves for its own linking, which no other linker resolves."""

_NAME = "shadowmate"

# The kernel allocates nothing, so it need not count references (_nrt).
OPTIONS = {"nopython": True, "nogil": True, "_nrt": False, "error_model": "numpy", "no_cfunc_wrapper": True}


class _Waiting(JITCodeLibrary):
    """Code that is not optimised, nor linked, before it is part of a library."""

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
        return object()  # by which numba knows the function; it is never called


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
        """Register what has been compiled."""
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


class Items(types.Type):
    """A contiguous array of one dimension, whose items are numbered from 0 only."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = dtype
        super().__init__(name=f"Items({dtype})")


@register_model(Items)
class _Model(models.StructModel):
    def __init__(self, manager: Any, kind: Items) -> None:
        super().__init__(manager, kind, [("data", types.CPointer(kind.dtype)), ("length", types.intp)])


@unbox(Items)
def _from_python(kind: Items, item: Any, c: Any) -> NativeValue:
    native = types.Array(kind.dtype, 1, "C")
    found = c.unbox(native, item)
    array = c.context.make_array(native)(c.context, c.builder, found.value)
    made = cgutils.create_struct_proxy(kind)(c.context, c.builder)
    made.data, made.length = array.data, array.nitems
    return NativeValue(made._getvalue(), is_error=found.is_error, cleanup=found.cleanup)


@infer_global(operator.getitem)
class _Get(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        array, index = args
        return signature(array.dtype, array, types.intp) if _are(array, index) else None


@infer_global(operator.setitem)
class _Set(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        array, index, _ = args
        return signature(types.none, array, types.intp, array.dtype) if _are(array, index) else None


@infer_global(len)
class _Length(AbstractTemplate):
    def generic(self, args: Any, kws: Any) -> Any:
        (array,) = args
        return signature(types.intp, array) if isinstance(array, Items) else None


def _are(array: Any, index: Any) -> bool:
    return isinstance(array, Items) and isinstance(index, types.Integer)


@lower_builtin(operator.getitem, Items, types.intp)
def _get(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return context.unpack_value(builder, sig.return_type, place(context, builder, sig.args[0], *args))


@lower_builtin(operator.setitem, Items, types.intp, types.Any)
def _set(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    array, index, value = args
    context.pack_value(builder, sig.args[2], value, place(context, builder, sig.args[0], array, index))


@lower_builtin(len, Items)
def _length(context: Any, builder: Any, sig: Any, args: Any) -> Any:
    return cgutils.create_struct_proxy(sig.args[0])(context, builder, args[0]).length


Wanted = Sequence[tuple[Function, Any]]
"""Functions, each with the types of its arguments."""

one_at_a_time = global_compiler_lock
"""Makes a function wait while another thread compiles."""


@contextmanager
def _uncollected() -> Iterator[None]:
    """Without a search for garbage meanwhile: numba makes millions of things and keeps them."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def compiled(name: str, wanted: Wanted) -> bytes:
    """The machine code of functions and of all that they call, behind a line with the names in it."""
    results = []
    with _uncollected():
        for function, some in wanted:
            function.compile(some)
            results.append(function.overloads[some])
    codegen = Function.targetdescr.target_context.codegen()
    whole = JITCodeLibrary(codegen, name)
    module = whole._final_module
    for part in _parts(result.library for result in results):
        module.link_in(part._get_module_for_linking(), preserve=True)
    loose = [each.name for each in module.global_variables if each.name.startswith(_UNRESOLVED)]
    if loose:
        raise TypeError(f"functions that call one another in a circle cannot be compiled together: {', '.join(loose)}")
    called = [result.fndesc.llvm_cpython_wrapper_name for result in results]
    for each in module.functions:
        if not each.is_declaration and each.name not in called:
            each.linkage = "internal"  # functions without other callers are optimised better
    # Once: numba optimises twice, to find pairs of references that are counted, of which there are none.
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization, options.slp_vectorization = bool(config.LOOP_VECTORIZE), bool(config.SLP_VECTORIZE)
    builder = llvm.create_pass_builder(codegen._tm, options)
    builder.getModulePassManager().run(module, builder)
    names = [(wrapper, result.fndesc.env_name) for wrapper, result in zip(called, results, strict=True)]
    return json.dumps(names).encode() + b"\n" + codegen._tm.emit_object(module)


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


def linked(content: bytes, functions: Sequence[Function]) -> list[Callable[..., Any]]:
    """Functions as Python calls them, from what `compiled` made of them."""
    line, code = content.split(b"\n", 1)
    codegen = Function.targetdescr.target_context.codegen()
    engine = codegen._engine._ee
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    found = []
    for (wrapper, env_name), each in zip(json.loads(line), functions, strict=True):
        function = each.py_func
        environment = _dynfunc.Environment(function.__globals__)
        codegen.set_env(env_name, environment)
        place = engine.get_function_address(wrapper)
        module = inspect.getmodule(function)
        found.append(_dynfunc.make_function(module, function.__name__, function.__doc__ or "", place, environment, ()))
    return found
