"""The water as it is seen, and the bridge over it."""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from orlop.engine.scene.scene import Node
from orlop.levels.quayside.parts import Piece, assemble
from orlop.levels.riverbend import palette
from orlop.levels.riverbend.course import FALL, POOL, STREAM, TORRENT, half_width, middle, stations, wildness
from orlop.levels.riverbend.terrain import height, water_height
from orlop.levels.riverbend.way import BRIDGE
from orlop.levels.solids import box

Floats = NDArray[np.float64]

SPAN = 3.6
"""Half the bridge's length, metres."""

HALF_BREADTH = 0.9
"""Half the bridge's breadth, metres."""


def river_nodes() -> list[Node]:
    """Return the water and the bridge."""
    return [assemble("decor.water", _water()), assemble("floor.valley.bridge", _planks()), _railing()]


def _water() -> list[Piece]:
    """A ribbon along the middle line, and the pool; it hangs down where the river falls."""
    line = stations()
    x, z = line[:, 0], line[:, 1]
    along = np.gradient(line, axis=0)
    across = np.stack([-along[:, 1], along[:, 0]], axis=1) / np.linalg.norm(along, axis=1)[:, None]
    # In the pool the ribbon keeps the river's own width: a wide one would fold where the river bends.
    half = np.minimum(half_width(z), 2.0)[:, None] + 0.25
    level = water_height(x, z)
    left, right = line + across * half, line - across * half
    corners = [np.column_stack([side[:, 0], level, side[:, 1]]) for side in (left, right)]
    wild = wildness((z[:-1] + z[1:]) / 2.0)
    quads = np.stack([corners[0][:-1], corners[0][1:], corners[1][1:], corners[1][:-1]], axis=1)
    triangles = np.stack([quads[:, [0, 1, 2]], quads[:, [0, 2, 3]]], axis=1)
    kinds = (
        (palette.CALM, wild <= STREAM + 0.2),
        (palette.QUICK, (wild > STREAM + 0.2) & (wild <= TORRENT)),
        (palette.FOAM, wild > TORRENT),
    )
    return [(material, triangles[which].reshape(-1, 3, 3)) for material, which in kinds] + [_pool()]


def _pool() -> Piece:
    turns = np.linspace(0.0, 2.0 * np.pi, 25)
    z0, radius = POOL
    x0 = float(middle(z0))
    level = float(water_height(np.array([x0]), np.array([FALL + 3.0]))[0]) - 0.02
    rim = np.stack(
        [x0 + (radius + 0.2) * np.sin(turns), np.full(25, level), z0 + (radius + 0.2) * np.cos(turns)], axis=1
    )
    hub = np.tile([x0, level, z0], (24, 1))
    return palette.QUICK, np.stack([hub, rim[:-1], rim[1:]], axis=1)


def _bridge() -> tuple[float, float]:
    """The x of its middle and the height of its planks."""
    x = float(middle(BRIDGE))
    ends = np.array([x - SPAN, x + SPAN])
    return x, float(height(ends, np.full(2, BRIDGE)).max()) + 0.1


def _planks() -> list[Piece]:
    """Planks side by side. No gaps: through them one would stand on the water's floor."""
    x, top = _bridge()
    edges = np.linspace(x - SPAN, x + SPAN, 25).tolist()
    low, high = BRIDGE - HALF_BREADTH, BRIDGE + HALF_BREADTH
    return [
        (palette.PLANKS[number % 3], box((a, top - 0.08, low), (b, top, high)))
        for number, (a, b) in enumerate(pairwise(edges))
    ]


def _railing() -> Node:
    """Rails on both sides; no role, so they are in the way."""
    x, top = _bridge()
    pieces: list[Piece] = []
    for side in (-1.0, 1.0):
        z = BRIDGE + side * (HALF_BREADTH - 0.06)
        pieces.append((palette.RAIL, box((x - SPAN, top + 0.9, z - 0.05), (x + SPAN, top + 1.0, z + 0.05))))
        for post in np.linspace(x - SPAN + 0.1, x + SPAN - 0.1, 6):
            pieces.append((palette.RAIL, box((post - 0.05, top - 0.3, z - 0.05), (post + 0.05, top + 0.95, z + 0.05))))
    return assemble("railing", pieces)
