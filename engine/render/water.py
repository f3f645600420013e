"""Surfaces of water as the graphics card wants them."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

WATER_CORNER = np.dtype(
    [
        ("position", "f4", 3),
        ("across", "f4"),  # -1 at one bank … 1 at the other; 0 on a lake
        ("along", "f4", 2),  # the way from the spring and across, metres: what waves are looked up by
        ("flow", "f4"),  # metres a second; 0 on a lake
    ]
)
WATER_LAYOUT = "3f4 1f4 2f4 1f4"

RIM = 48
"""Corners of a lake's disk."""


@dataclass(frozen=True, slots=True, eq=False)
class Water:
    """A surface of triangles around an origin.

    Attributes
    ----------
    origin
        World (x, y, z) that positions count from, metres.
    corners
        (n,) of `WATER_CORNER`.
    indices
        (m, 3) uint32, a triangle each.
    owners
        (m, 2) float64: x, z that decide whether a finer part of the world shows the triangle, metres from the origin.
    low, high
        Corners of the bounding box relative to the origin, metres.
    """

    origin: tuple[float, float, float]
    corners: NDArray[np.void]
    indices: NDArray[np.uint32]
    owners: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]


def streams(
    origin: tuple[float, float, float],
    starts: NDArray[np.int32],
    points: NDArray[np.float32],
    widths: NDArray[np.float32],
    flow: NDArray[np.float32],
) -> Water:
    """Lay a band along each line: `points` (n, 3) downstream, `widths` (n,) metres, `flow` (n,) metres a second.

    `starts` (m,) are the indices of the lines' first points.
    """
    line = np.zeros(len(points), np.int64)
    line[np.asarray(starts, np.int64)[1:]] = 1
    line = np.cumsum(line)
    joined = line[1:] == line[:-1]
    ways = np.diff(points.astype(np.float64), axis=0)
    lengths = np.where(joined, np.linalg.norm(ways[:, [0, 2]], axis=1), 0.0)
    along = np.concatenate([[0.0], np.cumsum(lengths)])
    # At each point the mean of the pieces before and after it.
    flat = np.where(joined[:, None], ways[:, [0, 2]], 0.0)
    headings = np.concatenate([flat, [[0.0, 0.0]]]) + np.concatenate([[[0.0, 0.0]], flat])
    norms = np.linalg.norm(headings, axis=1, keepdims=True)
    headings /= np.where(norms > 0.0, norms, 1.0)
    aside = np.stack([-headings[:, 1], np.zeros(len(points)), headings[:, 0]], axis=1)
    corners = np.zeros((len(points), 2), WATER_CORNER)
    for side, sign in ((0, -1.0), (1, 1.0)):
        half = 0.5 * widths.astype(np.float64) * sign
        corners["position"][:, side] = points + aside * half[:, None]
        corners["across"][:, side] = sign
        corners["along"][:, side] = np.stack([along, half], axis=1)
        corners["flow"][:, side] = flow
    k = 2 * np.flatnonzero(joined & (widths[:-1] + widths[1:] > 0.0))
    indices = np.stack([k, k + 1, k + 2, k + 1, k + 3, k + 2], axis=1)
    owners = np.repeat(points[k // 2][:, [0, 2]], 2, axis=0)
    return _water(origin, corners.reshape(-1), indices.reshape(-1, 3), owners)


def lakes(origin: tuple[float, float, float], centres: NDArray[np.float32], radii: NDArray[np.float32]) -> Water:
    """Return level disks at `centres` (n, 3) with `radii` (n,), metres."""
    turns = np.linspace(0.0, 2.0 * np.pi, RIM, endpoint=False)
    rim = np.stack([np.cos(turns), np.zeros(RIM), np.sin(turns)], axis=1)
    disk = np.concatenate([np.zeros((1, 3)), rim])
    positions = centres[:, None].astype(np.float64) + disk * radii[:, None, None]
    corners = np.zeros((len(centres), RIM + 1), WATER_CORNER)
    corners["position"] = positions
    corners["along"] = positions[..., [0, 2]] + np.array(origin)[[0, 2]] % 4096.0
    around = np.arange(RIM)
    fan = np.stack([np.zeros(RIM, np.int64), 1 + (around + 1) % RIM, 1 + around], axis=1)
    first = np.arange(len(centres))[:, None, None] * (RIM + 1)
    owners = np.repeat(centres[:, [0, 2]], RIM, axis=0)
    return _water(origin, corners.reshape(-1), (first + fan).reshape(-1, 3), owners)


def _water(
    origin: tuple[float, float, float],
    corners: NDArray[np.void],
    indices: NDArray[np.int64],
    owners: NDArray[np.floating],
) -> Water:
    points = corners["position"].astype(np.float64) if len(corners) else np.zeros((1, 3))
    low, high = points.min(axis=0), points.max(axis=0)
    return Water(origin, corners, indices.astype(np.uint32), owners.astype(np.float64), low, high)
