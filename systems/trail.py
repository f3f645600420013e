"""Remembers where the player walked, for the chart."""

from collections import deque

import esper
import numpy as np
from numpy.typing import NDArray

from orlop.components import Player, WalkwayMotor
from orlop.engine.schedule import Stage, System

STRIDE = 0.3
"""Between two marks, metres."""

KEPT = 600
"""Marks: the last 180 m."""


class TrailSystem(System):
    """Drops a mark every stride. It is no part of the simulation: nothing that moves depends on it."""

    stage = Stage.RESPOND

    def __init__(self) -> None:
        self._marks: deque[tuple[str, float, float]] = deque(maxlen=KEPT)

    def process(self, dt: float) -> None:
        """Mark the player's position, if it has gone on."""
        for _, (_, motor) in esper.get_components(Player, WalkwayMotor):
            x, z = motor.position
            if self._marks:
                _, last_x, last_z = self._marks[-1]
                if abs(x - last_x) < STRIDE and abs(z - last_z) < STRIDE:
                    continue
            self._marks.append((motor.walkway, x, z))

    def on(self, walkway: str) -> NDArray[np.float64]:
        """Return the marks on one walkway, (n, 2) of (x, z), the oldest first."""
        return np.array([(x, z) for name, x, z in self._marks if name == walkway]).reshape(-1, 2)
