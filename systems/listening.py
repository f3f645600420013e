"""Finds the ears of a world."""

import math

import esper

from orlop.components import SoundListener, Transform, WalkwayMotor
from orlop.engine.sound.listener import Listener


def listener_now() -> Listener | None:
    """Return who hears: the `SoundListener` of the lowest entity, None if there is none."""
    found = esper.get_components(SoundListener, Transform)
    if not found:
        return None
    entity, (ears, transform) = min(found, key=lambda each: each[0])
    motor = esper.try_component(entity, WalkwayMotor)
    x, y, z = transform.position
    speed = 0.0 if motor is None else math.hypot(*motor.velocity)
    return Listener((x, y + ears.height, z), transform.heading, transform.pitch, speed)
