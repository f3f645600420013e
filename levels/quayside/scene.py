"""The quayside: two decks, a ramp between them, a door and a hatch."""

from orlop.engine.scene.scene import Scene
from orlop.engine.scene.tilt import checked_tilt
from orlop.levels.quayside.cellar import cellar_nodes
from orlop.levels.quayside.harbour import harbour_nodes
from orlop.levels.quayside.quay import quay_nodes
from orlop.levels.quayside.rooms import room_nodes


def build_scene(rooms: int = 0, tilt: tuple[float, float] = (0.0, 0.0)) -> Scene:
    """Return the quayside.

    Parameters
    ----------
    rooms
        Adds a corridor with so many furnished rooms, each with a door; benchmarks grow it so.
    tilt
        Pitch and roll in radians: the quay as a ship would lie.
    """
    pitch, roll = checked_tilt(tilt)
    if rooms < 0:
        raise ValueError(f"rooms must be 0 or more, got {rooms}")
    nodes = quay_nodes(with_rooms=rooms > 0) + cellar_nodes() + room_nodes(rooms) + harbour_nodes()
    return Scene("quayside", tuple(nodes)).tilted(pitch, roll)
