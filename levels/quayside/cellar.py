"""The lower deck: a cellar under the quay, between the ramp's foot and the hatch."""

from orlop.engine.scene.scene import Node
from orlop.levels.quayside import palette
from orlop.levels.quayside.parts import Piece, assemble, barrel, crate, marker, sacks, table, tiles
from orlop.levels.quayside.plan import CELLAR, CELLAR_FLOOR, PASSAGE, RAMP, SLAB, STAIRS
from orlop.levels.solids import box, plate

_BEAM = 0.18


def cellar_nodes() -> list[Node]:
    """Return the nodes of the cellar."""
    return [*_floor(), *_walls(), *_stores(), marker("air.cellar", (0.9, -1.6, 0.9), (1.1, -1.4, 1.1))]


def _floor() -> list[Node]:
    return [
        assemble("floor.cellar", tiles(CELLAR, [STAIRS.opening], CELLAR_FLOOR, 1.1, palette.FLAGS)),
        assemble("floor.cellar.passage", tiles(PASSAGE, [], CELLAR_FLOOR, 1.1, palette.FLAGS)),
        assemble("floor.cellar.ramp", [RAMP.lower_surface(palette.OAK)]),
        assemble("floor.cellar.stairs", [STAIRS.lower_surface(palette.TIMBER)]),
    ]


def _walls() -> list[Node]:
    x0, z0, x1, z1 = CELLAR
    low, high = CELLAR_FLOOR - 0.1, -SLAB
    thick = 0.4
    east = PASSAGE[2]
    stone: list[Piece] = [
        (palette.VAULT, box((x0 - thick, low, z0 - thick), (x0, high, z1 + 0.2))),
        (palette.VAULT, box((x0, low, z0 - thick), (x1 + thick, high, z0))),
        (palette.VAULT, box((x0, low, z1), (east, high, z1 + 0.2))),
        (palette.VAULT, box((x1, low, z0), (RAMP.x[0], high, RAMP.foot))),
        (palette.VAULT, box((east, low, RAMP.head - thick), (east + thick, high, z1 + 0.2))),
        (palette.VAULT, box((RAMP.x[0], low, RAMP.head - thick), (east, high, RAMP.head))),
    ]
    pillars: list[Piece] = []
    beams: list[Piece] = []
    for z in (-3.0, 4.6):
        beams.append((palette.TIMBER, box((x0, high - _BEAM, z - 0.12), (x1, high, z + 0.12))))
        for x in (-4.6, 0.6, 4.2):
            pillars.append((palette.VAULT, box((x - 0.22, low, z - 0.22), (x + 0.22, high - _BEAM, z + 0.22))))
            pillars.append((palette.COPING, box((x - 0.3, low, z - 0.3), (x + 0.3, CELLAR_FLOOR + 0.25, z + 0.3))))
    # Clear of the opening above, so that they do not count as in the way on the quay.
    gap, board = 0.15, 0.1
    sides: list[Piece] = [
        (palette.TIMBER, plate((STAIRS.foot, low, STAIRS.head, high - 0.5), [], a, a + board, "x"))
        for a in (STAIRS.x[0] - gap - board, STAIRS.x[1] + gap)
    ]
    return [
        assemble("cellar.walls", stone),
        assemble("cellar.pillars", pillars),
        assemble("decor.cellar.beams", beams),
        assemble("cellar.stairs", [(palette.TIMBER, STAIRS.filling()), *sides]),
        assemble("cellar.ramp", [(palette.VAULT, RAMP.filling())]),
    ]


def _stores() -> list[Node]:
    y = CELLAR_FLOOR
    row = [barrel(-6.1 + 0.72 * i, -4.1, y) for i in range(5)] + [barrel(-5.75 + 0.72 * i, -3.5, y) for i in range(2)]
    crates = crate(5.9, -3.8, 1.0, y, 0.1) + crate(5.9, -2.5, 1.0, y, -0.05) + crate(5.8, -3.2, 0.8, y + 1.0, 0.3)
    return [
        assemble("cellar.barrels", [piece for pieces in row for piece in pieces]),
        assemble("cellar.crates", crates + crate(-5.8, 6.1, 0.9, y, 0.2) + crate(-4.8, 6.2, 0.7, y, -0.3)),
        assemble("cellar.sacks", sacks(5.7, 2.2, y) + sacks(5.6, 3.4, y)),
        assemble("cellar.table", table(-5.4, 1.2, y)),
    ]
