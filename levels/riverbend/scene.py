"""The valley as a scene."""

import numpy as np

from orlop.engine.scene.scene import Node, Scene
from orlop.engine.scene.tilt import checked_tilt
from orlop.levels.riverbend.grove import grove_nodes
from orlop.levels.riverbend.river import river_nodes
from orlop.levels.riverbend.terrain import ground_nodes, height
from orlop.levels.riverbend.way import WEST


def build_scene(tilt: tuple[float, float] = (0.0, 0.0)) -> Scene:
    """Return the valley; `tilt` is pitch and roll in radians."""
    pitch, roll = checked_tilt(tilt)
    nodes = ground_nodes() + river_nodes() + grove_nodes() + [_start()]
    return Scene("riverbend", tuple(nodes)).tilted(pitch, roll)


def _start() -> Node:
    """Beside the spring, looking down the path."""
    (x, z), (ahead_x, ahead_z) = WEST[0], WEST[1]
    back = np.array([x - ahead_x, 0.0, z - ahead_z])
    back /= np.linalg.norm(back)
    transform = np.eye(4)
    transform[:3, 0], transform[:3, 2] = np.cross([0.0, 1.0, 0.0], back), back
    transform[:3, 3] = (x, float(height(np.array([x]), np.array([z]))[0]) + 0.2, z)
    return Node("start.valley", transform=transform)
