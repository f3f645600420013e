"""SDL and SDL_mixer as pygame ships them, through ctypes: what pygame itself does not offer."""

import ctypes
import ctypes.util
import sys
from importlib.util import find_spec
from pathlib import Path

from orlop.engine.sound.sound import RATE


class SDL:
    """The very libraries that pygame has loaded.

    Raises
    ------
    OSError
        If they can't be found, or what is found is another copy of them, on which no device is open.
    """

    def __init__(self) -> None:
        self._sdl = ctypes.CDLL(_path_of("SDL2"))
        self._mixer = ctypes.CDLL(_path_of("SDL2_mixer"))
        if self.open_rate() != RATE:
            raise OSError("this SDL_mixer is not the one that pygame opened")
        self._mixer.Mix_SetPostMix.argtypes = (ctypes.c_void_p, ctypes.c_void_p)
        self._mixer.Mix_SetPostMix.restype = None
        self._sdl.SDL_GetPerformanceFrequency.restype = ctypes.c_uint64

    def open_rate(self) -> int:
        """Return the sample rate of the open device, 0 if none is open."""
        rate, form, channels = ctypes.c_int(), ctypes.c_uint16(), ctypes.c_int()
        opened = self._mixer.Mix_QuerySpec(ctypes.byref(rate), ctypes.byref(form), ctypes.byref(channels))
        return rate.value if opened else 0

    def set_post_mix(self, function: int, argument: int) -> None:
        """Have SDL_mixer call the C function at an address after its own mixing; 0 for none.

        It waits for a call that is just running, so afterwards the last one may be freed.
        """
        self._mixer.Mix_SetPostMix(function or None, argument or None)

    @property
    def clock(self) -> int:
        """Address of a C function that counts time."""
        return ctypes.cast(self._sdl.SDL_GetPerformanceCounter, ctypes.c_void_p).value or 0

    @property
    def frequency(self) -> int:
        """What `clock` counts in a second."""
        return int(self._sdl.SDL_GetPerformanceFrequency())


def _path_of(library: str) -> str:
    """Return where pygame's copy of a library is: beside its wheel, or where the system keeps it."""
    spec = find_spec("pygame")
    if spec is None or spec.origin is None:
        raise OSError("pygame is not installed")
    package = Path(spec.origin).parent
    if sys.platform == "win32":
        places = [package / f"{library}.dll"]
    elif sys.platform == "darwin":
        places = sorted((package / ".dylibs").glob(f"lib{library}-2*.dylib"))
    else:
        places = sorted((package.parent / "pygame_ce.libs").glob(f"lib{library}-2*.so*"))
    found = next((str(place) for place in places if place.exists()), ctypes.util.find_library(f"{library}-2.0"))
    if found is None:
        raise OSError(f"pygame's {library} was not found")
    return found
