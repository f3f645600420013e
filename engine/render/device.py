"""The OpenGL context that pictures are drawn with."""

import sys
from dataclasses import dataclass, replace
from typing import Any

import moderngl

from orlop.engine.error import OrlopError

GL_VERSION = 330
"""OpenGL 3.3 core: what every desktop of the last ten years has (macOS stops at 4.1)."""

DEBIAN_PACKAGES = "libegl1 libgl1"


@dataclass(frozen=True, slots=True)
class Device:
    """An OpenGL context, its name and its limits.

    Attributes
    ----------
    context
        The moderngl context; every call on it must come from the thread that opened it.
    renderer
        What draws, as the driver calls it.
    samples
        Samples a pixel that multisampling can use, 1 where there is none.
    """

    context: moderngl.Context
    renderer: str
    samples: int

    @property
    def is_software(self) -> bool:
        """Whether the processor does the drawing, which is slow but exact enough for tests."""
        return any(word in self.renderer.lower() for word in ("llvmpipe", "softpipe", "swiftshader", "software"))

    def close(self) -> None:
        """Free the context and everything made with it."""
        self.context.release()


def open_headless() -> Device:
    """Open a context without any window; on Linux through EGL, which needs no display.

    Raises
    ------
    OrlopError
        There is no usable OpenGL; the text says why and what to install.
    """
    settings: dict[str, Any] = {"backend": "egl"} if sys.platform.startswith("linux") else {}
    try:
        context = moderngl.create_context(standalone=True, require=GL_VERSION, **settings)
    except Exception as error:  # each platform's loader raises a class of its own
        raise no_opengl(error) from error
    return _device(context)


def attach() -> Device:
    """Take over the context of the pygame window that is current.

    Where the processor draws, edges stay unsmoothed: multisampling costs it five times the
    time of a frame (Mesa's llvmpipe, 1280 × 720: 208 against 37 ms).

    Raises
    ------
    OrlopError
        The window has no context, or one older than 3.3.
    """
    try:
        context = moderngl.create_context(require=GL_VERSION)
    except Exception as error:
        raise no_opengl(error) from error
    device = _device(context)
    return replace(device, samples=1) if device.is_software else device


def no_opengl(cause: object) -> OrlopError:
    """Return the error that says in one line why there is no OpenGL, and the cure."""
    cures = {
        "linux": f"Install the driver of your graphics card, or Mesa: apt-get install {DEBIAN_PACKAGES}",
        "win32": "Install the driver from the maker of your graphics card",
        "darwin": "OpenGL needs a login with a screen",
    }
    cure = cures.get(sys.platform, "Install a driver with OpenGL 3.3")
    reason = " ".join(str(cause).split()) or type(cause).__name__
    return OrlopError("OpenGL", f"no OpenGL 3.3 ({reason})", f"{cure}.")


def _device(context: moderngl.Context) -> Device:
    samples = min(4, int(context.max_samples))
    return Device(context, str(context.info["GL_RENDERER"]), max(1, samples))
