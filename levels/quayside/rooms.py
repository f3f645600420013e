"""A row of furnished rooms along a corridor: as long a level as a benchmark wants."""

from orlop.engine.scene.scene import Node
from orlop.levels.quayside import palette
from orlop.levels.quayside.parts import Piece, assemble, barrel, bed, crate, sacks, table, tiles
from orlop.levels.quayside.plan import CORRIDOR, CORRIDOR_DOORWAY, DOOR_HEIGHT, QUAY, ROOM, WALL
from orlop.levels.solids import box, plate

_HEIGHT = 2.6
_EAST = -5.0
"""Where the row begins; it grows along −x."""


def room_nodes(rooms: int) -> list[Node]:
    """Return `rooms` rooms of 4 × 4 m with a door each, and the corridor that leads to them."""
    if not rooms:
        return []
    nodes = _corridor(rooms)
    for i in range(rooms):
        nodes += _room(i)
    return nodes


def _corridor(rooms: int) -> list[Node]:
    west = _EAST - ROOM * rooms
    far = min(west, CORRIDOR_DOORWAY[0] - 1.0)  # one room is narrower than the way in
    z0, z1 = CORRIDOR
    wall = z1 + WALL
    back = wall + ROOM
    doorways = [(x0, 0.0, x1, DOOR_HEIGHT) for x0, x1 in map(_doorway, range(rooms))]
    stone: list[Piece] = [
        (palette.LIMEWASH, plate((far, 0.0, _EAST, _HEIGHT), doorways, z1, wall, "z")),
        (palette.LIMEWASH, plate((far, 0.0, _EAST, _HEIGHT), [], back, back + WALL, "z")),
        (palette.LIMEWASH, plate((z0, 0.0, back + WALL, _HEIGHT), [], _EAST, _EAST + WALL, "x")),
        (palette.LIMEWASH, plate((z0 - WALL, 0.0, back + WALL, _HEIGHT), [], far - WALL, far, "x")),
    ]
    if far < QUAY[0] - WALL:
        stone.append((palette.LIMEWASH, plate((far, 0.0, QUAY[0] - WALL, _HEIGHT), [], z0 - WALL, z0, "z")))
    entry = (CORRIDOR_DOORWAY[0], QUAY[3], CORRIDOR_DOORWAY[1], z0)
    roof = box((far - WALL, _HEIGHT, z0 - WALL), (_EAST + WALL, _HEIGHT + 0.2, back + WALL))
    base = box((far - WALL, -4.0, z0), (_EAST + WALL, -0.02, back + WALL))
    return [
        assemble("floor.quay.corridor", tiles((far, z0, _EAST, z1), [], 0.0, 1.3, palette.FLAGS)),
        assemble("floor.quay.entry", tiles(entry, [], 0.0, 1.3, palette.FLAGS)),
        assemble("rooms.walls", stone),
        assemble("decor.rooms.roof", [(palette.SLATE, roof), (palette.MASONRY, base)]),
    ]


def _doorway(i: int) -> tuple[float, float]:
    """The doorway of room `i`, 1.2 m wide, from x to x."""
    middle = _EAST - ROOM * (i + 0.5)
    return middle - 0.6, middle + 0.6


def _room(i: int) -> list[Node]:
    x1 = _EAST - ROOM * i
    x0 = x1 - ROOM + WALL
    z0 = CORRIDOR[1]
    z1 = z0 + WALL + ROOM
    floor = tiles((x0, z0 + WALL, x1, z1), [], 0.0, 0.8, palette.BOARDS)
    d0, d1 = _doorway(i)
    floor += tiles((d0, z0, d1, z0 + WALL), [], 0.0, 1.3, palette.BOARDS)
    partition = plate((z0 + WALL, 0.0, z1, _HEIGHT), [], x0 - WALL, x0, "x")
    return [
        assemble(f"floor.quay.room-{i}", floor),
        assemble(f"room-{i}.wall", [(palette.LIMEWASH, partition)]),
        assemble(f"room-{i}.furniture", _furniture(i, x0, x1, z1)),
        *_door(i),
    ]


def _furniture(i: int, x0: float, x1: float, z1: float) -> list[Piece]:
    """What stands in room `i`: one of three ways to live."""
    if i % 3 == 0:
        return bed(x0 + 0.5, z1 - 1.1) + table(x1 - 0.9, z1 - 0.5)
    if i % 3 == 1:
        return barrel(x0 + 0.45, z1 - 0.5) + barrel(x0 + 1.2, z1 - 0.45) + crate(x1 - 0.6, z1 - 0.7, 0.9, turn=0.1)
    return bed(x1 - 0.5, z1 - 1.1) + sacks(x0 + 0.7, z1 - 0.9)


def _door(i: int) -> list[Node]:
    x0, x1 = _doorway(i)
    z = CORRIDOR[1] + WALL / 2
    hinge = (x0 + 0.02, 0.0, z)
    leaf = box((hinge[0], 0.02, z - 0.03), (x1 - 0.02, DOOR_HEIGHT - 0.02, z + 0.03))
    knob = box((x1 - 0.15, 1.0, z - 0.07), (x1 - 0.09, 1.06, z + 0.07))
    extras: dict[str, object] = {"swing": 95.0, "seconds": 0.8, "prompt": "open or shut the door"}
    door = assemble(f"pusher.quay.door-{i}", [(palette.DOOR, leaf)], origin=hinge, extras=extras)
    return [door, assemble(f"decor.door-{i}.knob", [(palette.BRASS, knob)], parent=door.name, origin=hinge)]
