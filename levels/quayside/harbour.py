"""What is seen from the quay and never walked on: sea walls, water, a lighter, the far shore."""

import math

from orlop.engine.scene.scene import Node
from orlop.levels.quayside import palette
from orlop.levels.quayside.parts import Piece, assemble
from orlop.levels.quayside.plan import QUAY, WATER
from orlop.levels.solids import box, circle, cylinder, frustum, pane, plate, prism

_BED = -4.0


def harbour_nodes() -> list[Node]:
    """Return the nodes around the quay, all of them decor."""
    return [_sea_walls(), _water(), _lighter(), _shore()]


def _sea_walls() -> Node:
    x0, z0, x1, z1 = QUAY
    sides: list[Piece] = [
        (palette.MASONRY, plate((x0 - 0.2, _BED, x1 + 0.1, 0.0), [], z0 - 0.1, z0, "z")),
        (palette.MASONRY, plate((x0 - 0.2, _BED, x1 + 0.1, 0.0), [], z1, z1 + 0.2, "z")),
        (palette.MASONRY, plate((z0, _BED, z1, 0.0), [], x0 - 0.2, x0, "x")),
        (palette.MASONRY, plate((z0, _BED, z1, 0.0), [], x1, x1 + 0.1, "x")),
    ]
    # Fenders, where ships rub along.
    for x in (-6.5, -2.0, 1.0, 5.5):
        sides.append((palette.TIMBER, box((x - 0.12, _BED, z0 - 0.28), (x + 0.12, -0.15, z0 - 0.1))))
    return assemble("decor.seawall", sides)


def _water() -> Node:
    return assemble("decor.water", [(palette.WATER, pane((-500.0, -500.0, 500.0, 500.0), [QUAY], WATER))])


def _lighter() -> Node:
    """A sailing lighter at her moorings, bow to the east."""
    keel = [(-6.0, -9.4), (4.5, -9.4), (6.2, -8.9), (4.5, -8.4), (-6.0, -8.4)]
    rail = [(-6.8, -10.6), (4.6, -10.6), (8.2, -8.9), (4.6, -7.2), (-6.8, -7.2)]
    waist = [((u + 3.0 * r) / 4.0, (v + 3.0 * s) / 4.0) for (u, v), (r, s) in zip(keel, rail, strict=True)]
    deck = [(-0.2 + 0.96 * (u + 0.2), -8.9 + 0.88 * (v + 8.9)) for u, v in rail]
    mast = (1.6, -8.9)
    pieces: list[Piece] = [
        (palette.HULL, frustum(keel, waist, -2.6, -0.9)),
        (palette.STRAKE, frustum(waist, rail, -0.9, -0.45)),
        (palette.OAK, prism(deck, -0.46, -0.4)),
        (palette.CANVAS, box((-3.6, -0.38, -9.8), (0.2, 0.05, -8.0))),
        (palette.LIMEWASH, box((-6.1, -0.38, -9.7), (-4.4, 0.75, -8.1))),
        (palette.SLATE, box((-6.25, 0.75, -9.85), (-4.25, 0.85, -7.95))),
        (palette.DEAL, frustum(circle(mast, 0.16, 10), circle(mast, 0.08, 10), -0.45, 9.5)),
        (palette.DEAL, box((-4.6, 2.3, -8.98), (1.6, 2.46, -8.82))),
        (palette.CANVAS, frustum(_spar(-4.4, 1.3, 0.2), _spar(-4.2, 1.2, 0.1), 2.46, 2.85)),
        (
            palette.STRAKE,
            frustum([(1.6, -8.92), (3.0, -8.91), (3.0, -8.89), (1.6, -8.88)], [(1.6, -8.9)] * 4, 8.6, 9.4),
        ),
    ]
    return assemble("decor.lighter", pieces)


def _spar(x0: float, x1: float, half: float) -> list[tuple[float, float]]:
    return [(x0, -8.9 - half), (x1, -8.9 - half), (x1, -8.9 + half), (x0, -8.9 + half)]


def _shore() -> Node:
    """Low hills across the water, and a lighthouse on the eastern one."""
    hills: list[Piece] = []
    for bearing, distance, width, height in (
        (-0.9, 210.0, 90.0, 16.0),
        (-0.45, 260.0, 120.0, 24.0),
        (0.1, 300.0, 130.0, 15.0),
        (0.6, 230.0, 80.0, 11.0),
        (1.7, 280.0, 110.0, 20.0),
        (-2.2, 260.0, 130.0, 22.0),
        (2.9, 300.0, 140.0, 18.0),
    ):
        centre = (distance * math.sin(bearing), -distance * math.cos(bearing))
        crest = circle(centre, width * 0.22, 10)
        hills.append((palette.FAR_SHORE, frustum(circle(centre, width, 10), crest, WATER - 1.0, height)))
    tower = (230.0 * math.sin(0.6), -230.0 * math.cos(0.6))
    hills += [
        (palette.LIMEWASH, frustum(circle(tower, 3.2, 12), circle(tower, 2.1, 12), 10.5, 27.0)),
        (palette.STRAKE, cylinder(tower, 2.5, 27.0, 30.0)),
        (palette.SLATE, frustum(circle(tower, 2.8, 12), circle(tower, 0.2, 12), 30.0, 32.0)),
    ]
    return assemble("decor.shore", hills)
