"""What all passes of a frame share: the camera, the light and the air."""

import math

import moderngl
import numpy as np
from numpy.typing import NDArray

from orlop.engine.render.look import Look
from orlop.engine.render.view import View

BINDING = 0
BLOCKS = {"Frame": BINDING}

PERIOD = 4096.0
"""Seconds after which what moves by itself begins anew: float32 would else grow coarse."""

FRAME = np.dtype(
    [
        ("clip", "f4", (4, 4)),
        ("from_clip", "f4", (4, 4)),
        ("shade", "f4", (4, 4)),
        ("to_sun", "f4", 4),
        ("sun", "f4", 4),
        ("zenith", "f4", 4),
        ("horizon", "f4", 4),
        ("bounce", "f4", 4),
        ("lens", "f4", 4),
        ("air", "f4", 4),
        ("ground", "f4", 4),
    ]
)


class Frame:
    """The uniform block of `shaders/frame.glsl`, filled once a frame."""

    def __init__(self, context: moderngl.Context) -> None:
        self._buffer = context.buffer(reserve=FRAME.itemsize, dynamic=True)

    def fill(
        self,
        view: View,
        look: Look,
        size: tuple[int, int],
        shade: NDArray[np.float64] | None = None,
        texel: float = 0.0,
        floor: float = 0.0,
        seconds: float = 0.0,
    ) -> NDArray[np.float64]:
        """Upload a frame's values and return the clip matrix, (4, 4).

        `shade` leads from metres relative to the eye to the shadow map, whose texels are
        `texel` wide; without one there is sun everywhere. `floor` is the world height where
        the ground mist lies, metres. `seconds` moves what moves by itself, such as water.
        """
        width, height = size
        clip = view.clip(width / height)
        values = np.zeros((), FRAME)
        values["clip"] = clip.T
        values["from_clip"] = np.linalg.inv(clip).T
        values["shade"] = (np.eye(4) if shade is None else shade).T
        values["to_sun"] = (*look.to_sun(), texel)
        values["sun"] = (*look.sun, look.exposure)
        values["zenith"] = (*look.zenith, 1.0 / look.haze)
        values["horizon"] = (*look.horizon, look.ground_mist)
        values["bounce"] = (*look.bounce, view.eye[1] - floor)
        pixel = 2.0 * math.tan(view.field_of_view / 2) / height
        values["lens"] = (look.lantern, height, pixel, 0.0 if shade is None else 1.0)
        values["air"] = (*look.air, seconds % PERIOD)
        values["ground"] = (2.0 * look.shadow_reach * texel, 1.0 / look.mist_depth, 0.0, 0.0)
        self._buffer.write(values.tobytes())
        self._buffer.bind_to_uniform_block(BINDING)
        return clip

    def release(self) -> None:
        """Free its memory on the card."""
        self._buffer.release()
