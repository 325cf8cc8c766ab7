"""The machine code that Python calls: it reads the arguments, as Python passes them in its own fastest calls."""

from __future__ import annotations

import ctypes
from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils

from .machine_code import ARRAY, NONE, RUNTIME_ERROR, TYPE_ERROR
from .numba_items import Items

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


class Wrapper:
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
