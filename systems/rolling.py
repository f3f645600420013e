"""Lets barrels roll."""

import math

import esper

from orlop.components import Rolling, WalkwayMotor
from orlop.engine.schedule import Stage, System

PULL = 9.81 * 2.0 / 3.0
"""Of a slope on a rolling cylinder, a third of whose push goes into its spin, metres a second squared."""


class RollingSystem(System):
    """Lets what rolls wish to go on as it went in the last tick: as fast as it was pushed then, or less."""

    stage = Stage.CONTROL

    def process(self, dt: float) -> None:
        """Wish for each."""
        for _, (rolling, motor) in esper.get_components(Rolling, WalkwayMotor):
            (x, z), (old_x, old_z), (nx, ny, nz) = motor.position, motor.previous, motor.floor_normal
            pull = PULL * ny * dt
            motor.wish = slowed((x - old_x) / dt + pull * nx, (z - old_z) / dt + pull * nz, rolling.resistance * dt)


def slowed(vx: float, vz: float, loss: float) -> tuple[float, float]:
    """Return a velocity that is slower by `loss`, metres a second, or zero."""
    speed = math.hypot(vx, vz)
    share = 1.0 - loss / speed if speed > loss else 0.0
    return vx * share, vz * share
