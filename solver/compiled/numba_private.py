"""Everything for which numba's private parts are used: the only module that may break with the next version of numba.

numba by itself optimises and links each function anew wherever it is called. Here functions wait, as they are, until
those that Python calls are compiled (`compiled`). The pipeline has no step for arrays as a whole, closures, exceptions
or literals, and what has been found out of a call is kept: together half of the time that numba needs otherwise.

numba's own arrays have seven parts, each handed on by every call, and an index is looked at for whether it counts from
the end. `Items` are a place and a length: what numba has to write of arrays is half of all that LLVM is given to read.
Python passes arguments as it does in its own fastest calls; the code that reads them is written here.

Where this does not load, public.py stands in for it.
"""

from __future__ import annotations

import ctypes
import json
import operator
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import llvmlite.binding as llvm
import numpy as np
from llvmlite import ir
from numba import config, from_dtype, types
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
from numba.extending import lower_builtin, models, register_model

from ..garbage import uncollected
from .item_place import place
from .machine_code import ARRAY, NONE, RUNTIME_ERROR, TYPE_ERROR

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

    def create_cpython_wrapper(
        self, library: Any, fndesc: Any, env: Any, call_helper: Any, release_gil: bool = False
    ) -> None:
        library.add_ir_module(_Wrapper(self, fndesc).module)


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


MAKES_CODE = True
"""`compiled` gives machine code."""


def is_kept(name: str) -> bool:
    """Whether there is more on disk than machine code."""
    return False


def function(inner: Any) -> Function:
    """What compiles a function (`library.Inner`)."""
    wrapped = {"no_cpython_wrapper": not inner.is_entry}
    return Function(inner.py_func, targetoptions=OPTIONS | wrapped | inner.targetoptions)


class Items(types.Type):
    """A contiguous array of one dimension, whose items are numbered from 0 only."""

    def __init__(self, dtype: Any) -> None:
        self.dtype = dtype
        super().__init__(name=f"Items({dtype})")


@register_model(Items)
class _Model(models.StructModel):
    def __init__(self, manager: Any, kind: Items) -> None:
        super().__init__(manager, kind, [("data", types.CPointer(kind.dtype)), ("length", types.intp)])


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


def _numba_type(some: Any) -> Any:
    """What numba calls a type (`library.Type`)."""
    if isinstance(some, np.dtype):
        return Items(from_dtype(some))
    if isinstance(some, tuple):
        kind, fields = some
        return types.NamedTuple(list(map(_numba_type, fields)), kind)
    return {int: types.int64, bool: types.boolean}[some]


_WORD, _INT, _BYTE = ir.IntType(64), ir.IntType(32), ir.IntType(8)
_LONG = ir.IntType(8 * ctypes.sizeof(ctypes.c_long))
_OBJECT = _BYTE.as_pointer()
_OBJECT_SIZE = ctypes.sizeof(ctypes.c_void_p)
_HEAD = object.__basicsize__
"""How many bytes of each object are Python's own. The type is last of them."""

_DATA, _DIMENSIONS, _LENGTHS, _FORM, _FLAGS = (_HEAD + offset for offset in (0, 8, 16, 40, 48))
"""Where numpy has of an array the place of its items, how many dimensions, the length of each, the type of its items,
and whether they lie one after another (`_GAPLESS`): its PyArrayObject_fields."""
_SIZE, _GAPLESS = _HEAD + 24, 1
"""Where it has the size of an item of a type: its _PyArray_Descr."""


class _Wrapper:
    """What Python calls: it reads the arguments, and calls a compiled function without the interpreter's lock.

    Attributes:
        module: the module of LLVM's with it.
    """

    def __init__(self, context: Any, fndesc: Any) -> None:
        self._context = context
        self.module = context.create_module("wrapper")
        callee = ir.Function(
            self.module, context.call_conv.get_function_type(fndesc.restype, fndesc.argtypes), fndesc.llvm_func_name
        )
        form = ir.FunctionType(_OBJECT, [_OBJECT, _OBJECT.as_pointer(), _WORD])
        wrapper = ir.Function(self.module, form, fndesc.llvm_cpython_wrapper_name)
        _, given, count = wrapper.args
        self._builder = builder = ir.IRBuilder(wrapper.append_basic_block())
        number = len(fndesc.argtypes)
        self._refuse_if(
            builder.icmp_unsigned("!=", count, _WORD(number)),
            f"{fndesc.qualname} expects {number} argument{'' if number == 1 else 's'}",
        )
        some = (builder.load(builder.gep(given, [_WORD(place)])) for place in range(number))
        values = [self._value(kind, each) for kind, each in zip(fndesc.argtypes, some, strict=True)]
        state = builder.call(self._of_python("PyEval_SaveThread", _OBJECT), [])
        status, found = context.call_conv.call_function(builder, callee, fndesc.restype, fndesc.argtypes, values)
        builder.call(self._of_python("PyEval_RestoreThread", ir.VoidType(), _OBJECT), [state])
        self._refuse_if(status.is_error, f"{fndesc.qualname} failed", RUNTIME_ERROR)
        builder.ret(self._object(fndesc.restype, found))

    def _of_python(self, name: str, result: Any, *arguments: Any) -> Any:
        return cgutils.get_or_insert_function(self.module, ir.FunctionType(result, arguments), name)

    def _constant(self, name: str) -> Any:
        """An object of Python that machine code knows by a name."""
        if name not in self.module.globals:
            ir.GlobalVariable(self.module, _BYTE, name)
        return self.module.globals[name]

    def _refuse_if(self, condition: Any, text: str = "", error: str = TYPE_ERROR) -> None:
        """Return to Python with an error; without a text, Python has noted one already."""
        with self._builder.if_then(condition, likely=False):
            if text:
                note = self._of_python("PyErr_SetString", ir.VoidType(), _OBJECT, _OBJECT)
                self._builder.call(note, [self._constant(error), self._context.insert_const_string(self.module, text)])
            self._builder.ret(_OBJECT(None))

    def _at(self, item: Any, offset: int, kind: Any) -> Any:
        """What an object has at a place."""
        found = self._builder.gep(item, [_WORD(offset)])
        return self._builder.load(self._builder.bitcast(found, kind.as_pointer()))

    def _value(self, kind: Any, item: Any) -> Any:
        """An argument as compiled functions expect it."""
        builder = self._builder
        if isinstance(kind, Items):
            return self._items(kind, item)
        if isinstance(kind, types.NamedTuple):
            item_of, fields = self._of_python("PyTuple_GetItem", _OBJECT, _OBJECT, _WORD), []
            for number, each in enumerate(kind.types):
                field = builder.call(item_of, [item, _WORD(number)])
                self._refuse_if(cgutils.is_null(builder, field))
                fields.append(self._value(each, field))
            return self._context.make_tuple(builder, kind, fields)
        if kind == types.boolean:
            found = builder.call(self._of_python("PyObject_IsTrue", _INT, _OBJECT), [item])
            self._refuse_if(builder.icmp_signed("<", found, _INT(0)))
            return builder.icmp_signed("!=", found, _INT(0))
        found = builder.call(self._of_python("PyLong_AsLongLong", _WORD, _OBJECT), [item])
        with builder.if_then(builder.icmp_signed("==", found, _WORD(-1)), likely=False):
            error = builder.call(self._of_python("PyErr_Occurred", _OBJECT), [])
            self._refuse_if(cgutils.is_not_null(builder, error))
        return found

    def _items(self, kind: Items, item: Any) -> Any:
        """An array as its place and its length."""
        builder, text = self._builder, f"cannot unbox array: expected {kind.dtype}, without gaps"
        array_type = self._constant(ARRAY)
        is_other = builder.icmp_unsigned("!=", self._at(item, _HEAD - _OBJECT_SIZE, _OBJECT), array_type)
        with builder.if_then(is_other, likely=False):
            asked = builder.call(self._of_python("PyObject_IsInstance", _INT, _OBJECT, _OBJECT), [item, array_type])
            self._refuse_if(builder.icmp_signed("!=", asked, _INT(1)), text)
        gapless = builder.and_(self._at(item, _FLAGS, _INT), _INT(_GAPLESS))
        self._refuse_if(cgutils.is_null(builder, gapless), text)
        size = self._context.get_abi_sizeof(self._context.get_data_type(kind.dtype))
        self._refuse_if(
            builder.icmp_signed("!=", self._at(self._at(item, _FORM, _OBJECT), _SIZE, _WORD), _WORD(size)), text
        )
        lengths = self._at(item, _LENGTHS, _WORD.as_pointer())
        length = cgutils.alloca_once_value(builder, _WORD(1))
        with cgutils.for_range(builder, builder.sext(self._at(item, _DIMENSIONS, _INT), _WORD)) as loop:
            each = builder.load(builder.gep(lengths, [loop.index]))
            builder.store(builder.mul(builder.load(length), each), length)
        made = cgutils.create_struct_proxy(kind)(self._context, builder)
        made.data = builder.bitcast(self._at(item, _DATA, _OBJECT), made.data.type)
        made.length = builder.load(length)
        return made._getvalue()

    def _object(self, kind: Any, value: Any) -> Any:
        """A result as Python has it."""
        builder = self._builder
        if kind == types.none:
            builder.call(self._of_python("Py_IncRef", ir.VoidType(), _OBJECT), [self._constant(NONE)])
            return self._constant(NONE)
        if kind == types.boolean:
            return builder.call(self._of_python("PyBool_FromLong", _OBJECT, _LONG), [builder.zext(value, _LONG)])
        if not isinstance(kind, types.Integer):
            raise TypeError(f"compiled functions return no {kind}")
        name = "PyLong_FromLongLong" if kind.signed else "PyLong_FromUnsignedLongLong"
        extended = (builder.sext if kind.signed else builder.zext)(value, _WORD)
        return builder.call(self._of_python(name, _OBJECT, _WORD), [extended])


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
    symbols = {entry.name: symbol for (entry, _), symbol in zip(wanted, called, strict=True)}
    return json.dumps(symbols).encode() + b"\n" + codegen._tm.emit_object(module)


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
