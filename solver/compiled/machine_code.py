"""Machine code as functions that Python calls, with no other part of numba than its LLVM.

Each function has the form of Python's own fast calls (`METH_FASTCALL`): numba_wrapper.py writes the code that reads the
arguments.
"""

from __future__ import annotations

import ctypes
import json
from collections.abc import Callable
from functools import cache
from typing import Any

import llvmlite.binding as llvm
import numpy as np

_FUNCTIONS = (
    "PyBool_FromLong", "PyErr_Occurred", "PyErr_SetString", "PyEval_RestoreThread", "PyEval_SaveThread",
    "PyLong_AsLongLong", "PyLong_FromLongLong", "PyLong_FromUnsignedLongLong", "PyObject_IsInstance", "PyObject_IsTrue",
    "PyTuple_GetItem", "Py_IncRef",
)  # fmt: skip
"""The functions of Python that machine code calls."""

ARRAY, NONE, TYPE_ERROR, RUNTIME_ERROR = (f"shadowmate_{name}" for name in ("array", "none", "type_error", "error"))
"""What machine code calls some objects of Python."""

_OBJECTS = {ARRAY: np.ndarray, NONE: None, TYPE_ERROR: TypeError, RUNTIME_ERROR: RuntimeError}

_FAST_CALL = 0x80


class _Method(ctypes.Structure):
    """A function as Python knows those written in C."""

    _fields_ = (
        ("name", ctypes.c_char_p),
        ("address", ctypes.c_void_p),
        ("flags", ctypes.c_int),
        ("doc", ctypes.c_char_p),
    )


_new_function = ctypes.PYFUNCTYPE(ctypes.py_object, ctypes.POINTER(_Method), ctypes.c_void_p, ctypes.c_void_p)(
    ("PyCFunction_NewEx", ctypes.pythonapi)
)
_kept: list[Any] = []
"""What functions need as long as they live: these records, and what has linked the machine code."""


@cache
def _engine() -> Any:
    """What machine code is linked by."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    for name in _FUNCTIONS:
        llvm.add_symbol(name, ctypes.addressof(ctypes.c_char.in_dll(ctypes.pythonapi, name)))
    for name, each in _OBJECTS.items():
        llvm.add_symbol(name, id(each))
    machine = llvm.Target.from_default_triple().create_target_machine(jit=True)
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), machine)
    _kept.append(engine)
    return engine


def linked(content: bytes) -> dict[str, Callable[..., Any]]:
    """Functions by name.

    Args:
        content: the names of the functions, each with its symbol, in one line of JSON; then the machine code.
    """
    line, code = content.split(b"\n", 1)
    engine = _engine()
    engine.add_object_file(llvm.ObjectFileRef.from_data(code))
    engine.finalize_object()
    return {name: _function(name, engine.get_function_address(symbol)) for name, symbol in json.loads(line).items()}


def _function(name: str, address: int) -> Callable[..., Any]:
    method = _Method(name.rpartition(".")[2].encode(), address, _FAST_CALL, None)
    _kept.append(method)
    found: Callable[..., Any] = _new_function(ctypes.byref(method), None, None)
    return found
