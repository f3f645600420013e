"""Arrays by their address: a kernel that is handed many takes a table of numbers instead."""

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic


def _address_to_pointer(typing_context: Any, address: Any) -> Any:
    def generate(context: Any, builder: ir.IRBuilder, signature: Any, arguments: Any) -> Any:
        return builder.inttoptr(arguments[0], context.get_value_type(types.voidptr))

    return types.voidptr(types.int64), generate


pointer: Any = intrinsic(_address_to_pointer)
"""Turns an int64 into what `numba.carray` takes. Whoever wrote the address keeps the array alive."""
