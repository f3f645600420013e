"""Lets the eye follow the floor softly."""

import math

import esper

from orlop.components import Camera, Transform
from orlop.engine.schedule import Stage, System

FOLLOW = 15.0
"""How quickly the eye follows, 1/s: a step of 0.3 m is nearly done in a quarter of a second."""

MOST_LAG = 0.35
"""The eye of a walker is never further from where it belongs, metres: knees only bend so far."""

STEEPEST = 2.0
"""A floor that rises by more than this times the way was switched under the walker, not walked up."""

WANING = 0.97
"""Share of a lag beyond the bound that may be left after a tick; the spring alone leaves less."""

TELEPORT = 1.5
"""A longer way in one tick is another place, metres: the eye is put there."""

STOREY = 3.5
"""So is a greater change of height."""


class EyeSystem(System):
    """Eases the height of every camera's eye, so that steps, thresholds and trapdoors don't jolt.

    In ticks, not in frames: the same walk shows the same pictures on any machine.
    """

    stage = Stage.RESPOND

    def process(self, dt: float) -> None:
        """Move each eye a tick further towards its place over the floor."""
        for _, (transform, camera) in esper.get_components(Transform, Camera):
            x, y, z = transform.position
            old_x, old_y, old_z = transform.previous_position
            wanted, way = y + camera.eye, math.hypot(x - old_x, z - old_z)
            if math.isnan(camera.eased_height) or way > TELEPORT or abs(y - old_y) > STOREY:
                camera.previous_height = camera.eased_height = wanted
                continue
            before, earlier = camera.eased_height, camera.previous_height
            bound = max(MOST_LAG, WANING * abs(before - old_y - camera.eye))
            if abs(y - old_y) > STEEPEST * way:
                bound = max(bound, abs(before - wanted))
            camera.previous_height, camera.eased_height = before, eased(before, earlier, wanted, bound, dt)


def eased(height: float, previous: float, wanted: float, bound: float, dt: float) -> float:
    """Return the height after another `dt` seconds, metres, given this tick's and the last one's.

    It ends up to `bound` metres from `wanted`. A critically damped spring: as fast as can be without swinging over. Its motion a·e^(−kt) + b·t·e^(−kt)
    is, in steps of dt, the recurrence with the double root e^(−k·dt), so no speed need be kept.
    """
    root = math.exp(-FOLLOW * dt)
    away = 2.0 * root * (height - wanted) - root * root * (previous - wanted)
    return wanted + max(-bound, min(bound, away))
