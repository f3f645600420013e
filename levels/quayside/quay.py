"""The upper deck: paving, walls, the shed, the hatch, and what lies about."""

from orlop.engine.scene.scene import Node
from orlop.levels.quayside import palette
from orlop.levels.quayside.parts import (
    Piece,
    assemble,
    barrel,
    bollard,
    crate,
    marker,
    rope_coil,
    sacks,
    table,
    tiles,
)
from orlop.levels.quayside.plan import (
    BELL,
    CORRIDOR_DOORWAY,
    COVER,
    DOOR_HEIGHT,
    DOORWAY,
    EAVES,
    HATCH_NAME,
    QUAY,
    RAMP,
    SHED,
    SLAB,
    STAIRS,
    WALL,
)
from orlop.levels.solids import box, circle, frustum, plate


def quay_nodes(with_rooms: bool) -> list[Node]:
    """Return the nodes of the quay; `with_rooms` opens the wall towards the row of rooms."""
    return [*_floor(), *_walls(with_rooms), *_shed(), *_door(), *_hatch(), *_cargo(), *_marks()]


def _floor() -> list[Node]:
    paving = tiles(QUAY, [SHED, STAIRS.opening], 0.0, 1.3, palette.PAVING)
    boards = tiles(SHED, [RAMP.opening], 0.0, 0.6, palette.BOARDS)
    return [
        assemble("floor.quay", paving),
        assemble("floor.quay.shed", boards),
        assemble("floor.quay.ramp", [RAMP.upper_surface(palette.OAK)]),
        assemble("floor.quay.stairs", [STAIRS.upper_surface(palette.TIMBER)]),
        # Between the decks: seen, but never in the way, so that its rim does not stop who
        # walks over the shut hatch.
        assemble("decor.slab", [(palette.VAULT, plate(QUAY, [RAMP.opening, STAIRS.opening], -SLAB, -0.01))]),
        assemble("decor.ramp.cleats", [(palette.TIMBER, cleat) for cleat in RAMP.cleats(0.4)]),
        assemble("decor.stairs.treads", [(palette.OAK, tread) for tread in STAIRS.treads(0.19)]),
    ]


def _walls(with_rooms: bool) -> list[Node]:
    x0, z0, x1, z1 = QUAY
    gap = [(CORRIDOR_DOORWAY[0], 0.0, CORRIDOR_DOORWAY[1], DOOR_HEIGHT)] if with_rooms else []
    coping = [
        (palette.COPING, box((x0 - 0.3, 2.6, z0 - 0.1), (x0 + 0.06, 2.72, z1 + 0.3))),
        (palette.COPING, box((x0 + 0.06, 2.6, z1 - 0.06), (SHED[0], 2.72, z1 + 0.3))),
    ]
    return [
        assemble(
            "wall.west",
            [(palette.MASONRY, plate((z0, 0.0, z1 + 0.2, 2.6), [], x0 - 0.2, x0, "x"))],
        ),
        assemble("wall.south", [(palette.MASONRY, plate((x0, 0.0, SHED[0], 2.6), gap, z1, z1 + 0.2, "z"))]),
        assemble("decor.coping", coping),
        # Low enough to look over, higher than the knee.
        assemble("kerb", [(palette.COPING, box((x0, 0.0, z0 - 0.1), (x1, 0.5, z0 + 0.35)))]),
        assemble("kerb.east", [(palette.COPING, box((x1 - 0.35, 0.0, z0 + 0.35), (x1, 0.5, SHED[1])))]),
    ]


def _shed() -> list[Node]:
    x0, z0, x1, z1 = SHED
    door = (DOORWAY[0], 0.0, DOORWAY[1], DOOR_HEIGHT)
    west = [door, (3.4, 1.0, 4.6, 2.0)]
    north = [(5.2, 1.0, 7.2, 2.0)]
    walls: list[Piece] = [
        (palette.LIMEWASH, plate((z0, 0.0, z1, EAVES), west, x0, x0 + WALL, "x")),
        (palette.LIMEWASH, plate((z0, 0.0, z1, EAVES), [], x1 - WALL, x1, "x")),
        (palette.LIMEWASH, plate((x0 + WALL, 0.0, x1 - WALL, EAVES), north, z0, z0 + WALL, "z")),
        (palette.LIMEWASH, plate((x0 + WALL, 0.0, x1 - WALL, EAVES), [], z1 - WALL, z1, "z")),
    ]
    eaves = [(x0 - 0.3, z0 - 0.3), (x1 + 0.3, z0 - 0.3), (x1 + 0.3, z1 + 0.3), (x0 - 0.3, z1 + 0.3)]
    middle = (x0 + x1) / 2
    ridge = [(middle, z0 - 0.3), (middle, z0 - 0.3), (middle, z1 + 0.3), (middle, z1 + 0.3)]
    trim: list[Piece] = [
        (palette.TIMBER, box((x0 - 0.05, DOOR_HEIGHT, DOORWAY[0] - 0.15), (x0, DOOR_HEIGHT + 0.15, DOORWAY[1] + 0.15))),
        (palette.TIMBER, box((x0 - 0.05, 0.0, DOORWAY[0] - 0.15), (x0, DOOR_HEIGHT, DOORWAY[0]))),
        (palette.TIMBER, box((x0 - 0.05, 0.0, DOORWAY[1]), (x0, DOOR_HEIGHT, DOORWAY[1] + 0.15))),
        (palette.TIMBER, box((x0 - 0.08, 0.93, 3.3), (x0 + WALL, 1.0, 4.7))),
        (palette.TIMBER, box((5.1, 0.93, z0 - 0.08), (7.3, 1.0, z0 + WALL))),
    ]
    well = [  # around the ramp's opening, down to the cellar
        (palette.MASONRY, box((RAMP.x[0] - WALL, -0.01, RAMP.head), (RAMP.x[0], 1.0, RAMP.foot + WALL))),
        (palette.MASONRY, box((RAMP.x[0], -SLAB, RAMP.foot), (RAMP.x[1], 1.0, RAMP.foot + WALL))),
        (palette.MASONRY, box((RAMP.x[1], -0.01, RAMP.head), (x1 - WALL, 1.0, RAMP.foot + WALL))),
    ]
    return [
        assemble("shed", walls),
        assemble("decor.shed.roof", [(palette.SLATE, frustum(eaves, ridge, EAVES, EAVES + 1.7))]),
        assemble("decor.shed.trim", trim),
        assemble("decor.bell", _bell(x0)),
        assemble("shed.parapet", well),
    ]


def _bell(wall: float) -> list[Piece]:
    x, y, z = BELL
    return [
        (palette.BRASS, frustum(circle((x, z), 0.13, 12), circle((x, z), 0.06, 12), y, y + 0.2)),
        (palette.IRON, box((x - 0.03, y + 0.2, z - 0.03), (wall, y + 0.26, z + 0.03))),
        (palette.ROPE, box((x - 0.012, y - 0.35, z - 0.012), (x + 0.012, y, z + 0.012))),
    ]


def _door() -> list[Node]:
    x, z = SHED[0] + WALL / 2, DOORWAY[1] - 0.02
    free = DOORWAY[0] + 0.02
    hinge = (x, 0.0, z)
    leaf: list[Piece] = [(palette.DOOR, box((x - 0.03, 0.02, free), (x + 0.03, DOOR_HEIGHT - 0.02, z)))]
    fittings: list[Piece] = [
        (palette.IRON, box((x - 0.04, height, free + 0.1), (x + 0.04, height + 0.08, z - 0.01)))
        for height in (0.3, 1.7)
    ]
    fittings.append((palette.BRASS, box((x - 0.07, 1.0, free + 0.07), (x + 0.07, 1.06, free + 0.13))))
    extras: dict[str, object] = {"swing": 100.0, "seconds": 0.9, "prompt": "open or shut the door"}
    door = assemble("pusher.quay.door", leaf, origin=hinge, extras=extras)
    return [door, assemble("decor.door.fittings", fittings, parent=door.name, origin=hinge)]


def _hatch() -> list[Node]:
    x0, z0, x1, z1 = STAIRS.opening
    belongs: dict[str, object] = {"hatch": HATCH_NAME}
    planks: list[Piece] = [(palette.HATCH, box((x0, -COVER, z0), (x1, 0.0, z1)))]
    battens: list[Piece] = [
        (palette.IRON, box((x0 + 0.05, -0.01, z - 0.05), (x1 - 0.05, 0.015, z + 0.05))) for z in (z0 + 0.5, z1 - 0.5)
    ]
    rail = 0.12
    coaming: list[Piece] = [
        (palette.TIMBER, box((x0 - rail, -0.02, z0 - rail), (x0, 0.2, z1))),
        (palette.TIMBER, box((x1, -0.02, z0 - rail), (x1 + rail, 0.2, z1))),
        (palette.TIMBER, box((x0, -0.02, z0 - rail), (x1, 0.2, z0))),
    ]
    middle = ((x0 + x1) / 2, 0.0, (z0 + z1) / 2)
    # It slides into the slab, just under the paving.
    moving: dict[str, object] = {"slide": [0.0, -0.06, z0 - z1], "seconds": 1.2}
    return [
        assemble(
            "trapdoor.quay.cover", planks, origin=middle, extras=belongs | moving | {"prompt": "open or shut the hatch"}
        ),
        assemble("decor.cover.battens", battens, parent="trapdoor.quay.cover", origin=middle),
        # Lower than the knee, so that it stops nobody while the hatch is shut; its own band finds it.
        assemble("pusher.quay.coaming", coaming, origin=middle, extras=belongs | {"knee": 0.05, "brow": 0.6}),
        *STAIRS.portals("quay", "cellar", belongs, ".stairs"),
    ]


def _cargo() -> list[Node]:
    stacks = crate(6.6, -3.9, 1.1, turn=0.1) + crate(5.3, -4.3, 0.8, turn=-0.25) + crate(6.5, -3.95, 0.7, 1.1, 0.5)
    shed = crate(5.2, 6.1, 0.9, turn=0.06) + crate(4.3, 6.2, 0.8, turn=-0.1)
    barrels = barrel(-7.9, -3.6) + barrel(-7.3, -4.3) + barrel(-8.2, -4.5) + barrel(4.2, -0.5) + barrel(8.2, -0.5)
    return [
        assemble("crates", stacks),
        assemble("crates.shed", shed),
        assemble("barrels", barrels),
        assemble("sacks", sacks(1.6, 5.9) + sacks(4.2, 4.9)),
        assemble("bench", table(5.4, -0.55)),
        assemble("bollards", bollard(-5.0, -5.1) + bollard(3.2, -5.1)),
        assemble("decor.rope", rope_coil(-4.0, -5.0) + rope_coil(-8.1, 2.2)),
    ]


def _marks() -> list[Node]:
    return [
        *RAMP.portals("quay", "cellar"),
        marker("air.quay", (-5.1, 0.9, 2.9), (-4.9, 1.1, 3.1)),
        marker("start.quay", (-5.0, -1.0, 3.6), (-3.0, 1.0, 5.6)),
    ]
