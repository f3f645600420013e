"""Where a picture is seen from."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class View:
    """An eye in the world, and its lens.

    Attributes
    ----------
    eye
        World position, metres. Everything is drawn relative to it, so that pictures are as
        steady 10,000 km from the origin as at it.
    heading
        Radians; 0 looks along −Z, π/2 along +X.
    pitch
        Radians above the horizon.
    field_of_view
        Vertical, radians.
    near, far
        Clip distances, metres.
    """

    eye: tuple[float, float, float]
    heading: float = 0.0
    pitch: float = 0.0
    field_of_view: float = 1.22
    near: float = 0.05
    far: float = 2000.0

    def forward(self) -> tuple[float, float, float]:
        """Unit vector of the direction of sight, world."""
        flat = math.cos(self.pitch)
        return (math.sin(self.heading) * flat, math.sin(self.pitch), -math.cos(self.heading) * flat)

    def rotation(self) -> Matrix:
        """Turn from the world's axes to the eye's (x right, y up, z backward), (4, 4)."""
        forward = np.array(self.forward())
        right = np.array([math.cos(self.heading), 0.0, math.sin(self.heading)])
        matrix = np.eye(4)
        matrix[:3, :3] = right, np.cross(right, forward), -forward
        return matrix

    def projection(self, aspect: float) -> Matrix:
        """Perspective of OpenGL, (4, 4), for a picture `aspect` times as wide as high."""
        scale = 1.0 / math.tan(self.field_of_view / 2)
        span = self.near - self.far
        return np.array(
            [
                [scale / aspect, 0, 0, 0],
                [0, scale, 0, 0],
                [0, 0, (self.far + self.near) / span, 2 * self.far * self.near / span],
                [0, 0, -1, 0],
            ]
        )

    def clip(self, aspect: float) -> Matrix:
        """From metres relative to the eye, on the world's axes, to clip space, (4, 4)."""
        return self.projection(aspect) @ self.rotation()


def visible(clip: Matrix, low: NDArray[np.float64], high: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Tell which boxes may show: `low`, `high` (n, 3) metres relative to the eye.

    A box is hidden for certain only if it lies wholly outside one of the six planes.
    """
    planes = np.concatenate([clip[3] + clip[:3], clip[3] - clip[:3]])
    normals = planes[:, None, :3]
    farthest = np.where(normals > 0, high[None], low[None])
    return np.asarray(((farthest * normals).sum(axis=2) + planes[:, 3:] >= 0).all(axis=0))
