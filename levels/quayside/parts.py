"""Pieces of which the quay is made: a node from solids, paving, and what stands about."""

from collections.abc import Sequence

import numpy as np

from orlop.engine.scene.scene import Material, Node
from orlop.levels.quayside import palette
from orlop.levels.solids import (
    Point,
    Rectangle,
    Triangles,
    box,
    circle,
    cylinder,
    fan,
    frustum,
    moved,
    pane,
)

Piece = tuple[Material, Triangles]


def assemble(
    name: str,
    pieces: Sequence[Piece],
    *,
    parent: str | None = None,
    origin: Point = (0.0, 0.0, 0.0),
    extras: dict[str, object] | None = None,
) -> Node:
    """Join world-space `pieces` to one node, whose own frame lies at `origin`, heading 0."""
    transform = np.eye(4)
    transform[:3, 3] = origin
    materials = tuple(dict.fromkeys(material.name for material, _ in pieces))
    by_name = {material.name: material for material, _ in pieces}
    counts = [len(triangles) for _, triangles in pieces]
    indices = [materials.index(material.name) for material, _ in pieces]
    return Node(
        name,
        parent=parent,
        transform=transform,
        triangles=np.concatenate([triangles for _, triangles in pieces]) if pieces else np.zeros((0, 3, 3)),
        materials=tuple(by_name[m] for m in materials) or (Material(),),
        material_of=np.repeat(np.array(indices, np.int32), counts),
        extras=extras or {},
    )


def marker(name: str, low: Point, high: Point, extras: dict[str, object] | None = None) -> Node:
    """Return an empty whose cube −1 … 1 spans `low` … `high`, as a portal is drawn."""
    transform = np.diag([*((np.array(high) - low) / 2.0), 1.0])
    transform[:3, 3] = (np.array(high) + low) / 2.0
    return Node(name, transform=transform, extras=extras or {})


def tiles(
    extent: Rectangle, holes: Sequence[Rectangle], height: float, tile: float, shades: Sequence[Material]
) -> list[Piece]:
    """Return a level floor of tiles in changing shades."""
    triangles = pane(extent, holes, height, tile)
    # A fixed stream: the same floor in every process and for every part of the level.
    shade = np.random.default_rng(len(triangles)).integers(len(shades), size=len(triangles) // 2).repeat(2)
    return [(material, triangles[shade == i]) for i, material in enumerate(shades) if (shade == i).any()]


def slope(x: tuple[float, float], z: tuple[float, float], y: tuple[float, float], material: Material) -> Piece:
    """Return a surface facing up that runs along z, from `y[0]` at `z[0]` to `y[1]` at `z[1]`; z[0] < z[1]."""
    corners = [(x[0], y[1], z[1]), (x[1], y[1], z[1]), (x[1], y[0], z[0]), (x[0], y[0], z[0])]
    return material, np.array(fan(corners), np.float64)


def crate(x: float, z: float, size: float, floor: float = 0.0, turn: float = 0.0) -> list[Piece]:
    """Return a crate with a rim of stouter boards."""
    half = size / 2
    rim = 0.06
    solids = [(palette.DEAL, box((-half + 0.02, 0.0, -half + 0.02), (half - 0.02, size - 0.02, half - 0.02)))]
    for low, high in ((0.0, rim * 1.6), (size - rim * 1.6, size)):
        solids += [(palette.OAK, box((-half, low, -half), (half, high, -half + rim)))]
        solids += [(palette.OAK, box((-half, low, half - rim), (half, high, half)))]
        solids += [(palette.OAK, box((-half, low, -half + rim), (-half + rim, high, half - rim)))]
        solids += [(palette.OAK, box((half - rim, low, -half + rim), (half, high, half - rim)))]
    return [(material, moved(solid, (x, floor, z), turn)) for material, solid in solids]


def barrel(x: float, z: float, floor: float = 0.0, height: float = 0.9) -> list[Piece]:
    """Return a barrel: two frustums of staves and two hoops."""
    end, belly = 0.25, 0.32
    rim, middle = circle((x, z), end, 12), circle((x, z), belly, 12)
    half = floor + height / 2
    return [
        (palette.OAK, frustum(rim, middle, floor, half)),
        (palette.OAK, frustum(middle, rim, half, floor + height)),
        (palette.IRON, cylinder((x, z), 0.305, floor + 0.18, floor + 0.24)),
        (palette.IRON, cylinder((x, z), 0.305, floor + height - 0.24, floor + height - 0.18)),
    ]


def bollard(x: float, z: float) -> list[Piece]:
    """Return an iron mooring post with a turn of rope."""
    return [
        (palette.IRON, cylinder((x, z), 0.16, 0.0, 0.5)),
        (palette.IRON, frustum(circle((x, z), 0.17, 12), circle((x, z), 0.25, 12), 0.5, 0.62)),
        (palette.ROPE, cylinder((x, z), 0.21, 0.2, 0.34)),
    ]


def sacks(x: float, z: float, floor: float = 0.0) -> list[Piece]:
    """Return a heap of three sacks."""
    places = ((-0.3, 0.0, 0.0, 0.1), (0.3, 0.0, 0.05, -0.2), (0.02, 0.34, 0.0, 0.4))
    lower = [(-0.3, -0.24), (0.3, -0.24), (0.3, 0.24), (-0.3, 0.24)]
    upper = [(u * 0.75, v * 0.7) for u, v in lower]
    sack = frustum(lower, upper, 0.0, 0.36)
    return [(palette.CANVAS, moved(sack, (x + dx, floor + dy, z + dz), turn)) for dx, dy, dz, turn in places]


def rope_coil(x: float, z: float, floor: float = 0.0) -> list[Piece]:
    """Return a coil of rope lying flat; lower than the knee."""
    rings = ((0.42, 0.0, 0.09), (0.36, 0.09, 0.17), (0.3, 0.17, 0.24))
    return [(palette.ROPE, cylinder((x, z), radius, floor + low, floor + high, 14)) for radius, low, high in rings]


def table(x: float, z: float, floor: float = 0.0) -> list[Piece]:
    """Return a table, 1.4 by 0.7 metres."""
    legs = [(x + dx, z + dz) for dx in (-0.62, 0.62) for dz in (-0.27, 0.27)]
    top = box((x - 0.7, floor + 0.72, z - 0.35), (x + 0.7, floor + 0.78, z + 0.35))
    return [(palette.OAK, top)] + [
        (palette.TIMBER, box((u - 0.04, floor, v - 0.04), (u + 0.04, floor + 0.72, v + 0.04))) for u, v in legs
    ]


def bed(x: float, z: float, floor: float = 0.0) -> list[Piece]:
    """Return a bunk along z, 0.9 by 2 metres."""
    return [
        (palette.TIMBER, box((x - 0.45, floor, z - 1.0), (x + 0.45, floor + 0.4, z + 1.0))),
        (palette.CANVAS, box((x - 0.42, floor + 0.4, z - 0.97), (x + 0.42, floor + 0.52, z + 0.97))),
        (palette.LIMEWASH, box((x - 0.3, floor + 0.52, z - 0.9), (x + 0.3, floor + 0.62, z - 0.55))),
    ]
