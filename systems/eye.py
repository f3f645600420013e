"""Lets the eye follow the floor softly."""

import math

import esper

from orlop.components import Camera, Transform
from orlop.engine.schedule import Stage, System

FOLLOW = 15.0
"""How quickly the eye follows, 1/s: a step of 0.3 m is nearly done in a quarter of a second."""

MOST_LAG = 0.35
"""The eye is never further from where it belongs, metres: knees only bend so far."""

TELEPORT = 1.5
"""A larger change in one tick is no step but another place: the eye is put there."""


class EyeSystem(System):
    """Eases the height of every camera's eye, so that steps and thresholds don't jolt.

    In ticks, not in frames: the same walk shows the same pictures on any machine.
    """

    stage = Stage.RESPOND

    def process(self, dt: float) -> None:
        """Move each eye a tick further towards its place over the floor."""
        for _, (transform, camera) in esper.get_components(Transform, Camera):
            wanted = transform.position[1] + camera.eye
            if math.isnan(camera.eased_height) or abs(wanted - camera.eased_height) > TELEPORT:
                camera.previous_height = camera.eased_height = wanted
                continue
            before, earlier = camera.eased_height, camera.previous_height
            camera.previous_height, camera.eased_height = before, eased(before, earlier, wanted, dt)


def eased(height: float, previous: float, wanted: float, dt: float) -> float:
    """Return the height after another `dt` seconds, metres, given this tick's and the last one's.

    A critically damped spring: as fast as can be without swinging over. Its motion a·e^(−kt) + b·t·e^(−kt)
    is, in steps of dt, the recurrence with the double root e^(−k·dt), so no speed need be kept.
    """
    root = math.exp(-FOLLOW * dt)
    away = 2.0 * root * (height - wanted) - root * root * (previous - wanted)
    return wanted + max(-MOST_LAG, min(MOST_LAG, away))
