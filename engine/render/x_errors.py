"""Errors of an X server, which otherwise end the program."""

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager

import pygame

_LIBRARY = "libX11.so.6"
"""The one that SDL loads, too."""

_Handler = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)


@contextmanager
def x_errors_survived() -> Iterator[None]:
    """Let the program live on if the X server reports an error within.

    SDL asks a broken driver for a trial context before it watches for errors, and Xlib's
    own handler exits. The call that failed is then told of by SDL, as on any other system.
    Without X, nothing is done.
    """
    library = _loaded() if pygame.display.get_driver() == "x11" else None
    if library is None:
        yield
        return
    handler = _Handler(_pass_over)
    before = library.XSetErrorHandler(ctypes.cast(handler, ctypes.c_void_p))
    try:
        yield
    finally:
        library.XSetErrorHandler(before)


def _pass_over(display: int | None, event: int | None) -> int:
    return 0  # Xlib ignores it


def _loaded() -> ctypes.CDLL | None:
    try:
        library = ctypes.CDLL(_LIBRARY)
    except OSError:  # a system that names it otherwise
        return None
    library.XSetErrorHandler.argtypes = [ctypes.c_void_p]
    library.XSetErrorHandler.restype = ctypes.c_void_p
    return library
