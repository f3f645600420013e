"""The one way Orlop compiles a hot loop."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

import numba

from orlop.engine.freshness import keep_fresh

P = ParamSpec("P")
R = TypeVar("R")


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a module-level function with numba.

    `nogil`, so that a worker's chunk never freezes the frame; `cache`, so that only the
    first start pays for compilation; numpy's error model, so that a division by zero gives
    inf instead of raising. No fastmath and no parallel: the same inputs give the same bits.

    Functions nested in others never hit numba's cache, so kernels live at module level.
    Where no cache folder can be written, the kernel compiles anew in each process.
    """
    return _compile(function, fastmath=False)


def sum_kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile as `kernel` does, for sums whose last bits may differ between machines.

    Additions may change places and fuse with multiplications, without which a sum uses one
    lane of the processor's many. Not for anything the simulation's state depends on: sound is
    no part of it. NaN and infinity keep their meaning.
    """
    return _compile(function, fastmath={"reassoc", "contract", "nsz"})


def _compile(function: Callable[P, R], fastmath: bool | set[str]) -> Callable[P, R]:
    try:
        compiled = numba.njit(cache=True, nogil=True, error_model="numpy", fastmath=fastmath)(function)
    except RuntimeError:  # "no locator available": neither the package nor the home is writable
        return numba.njit(nogil=True, error_model="numpy", fastmath=fastmath)(function)
    keep_fresh(compiled)
    return compiled
