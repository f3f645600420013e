"""Opens and shuts doors."""

import math

import esper

from orlop.components import Door, Transform, WalkwayPusher
from orlop.engine.events import Events
from orlop.engine.schedule import Stage, System
from orlop.systems.interaction import Used


class DoorSystem(System):
    """Eases every door towards what is wanted, and turns a used one's mind.

    It knows nothing of walkways: it moves the Transform, and a pusher slaved to that pushes. A door
    held up by a motor stays where it was, and tries again each tick.

    Parameters
    ----------
    events
        Tells what was used.
    """

    stage = Stage.CONTROL

    def __init__(self, events: Events) -> None:
        events.subscribe(Used, self._on_used)

    def _on_used(self, used: Used) -> None:
        door = esper.try_component(used.entity, Door) if esper.entity_exists(used.entity) else None
        if door is not None:
            door.wanted = 0.0 if door.wanted > 0.5 else 1.0

    def process(self, dt: float) -> None:
        """Go on opening or shutting."""
        for entity, (door, transform) in esper.get_components(Door, Transform):
            if door.openness != door.wanted or door.openness != door.previous_openness:
                pusher = esper.try_component(entity, WalkwayPusher)
                if pusher is not None and pusher.blocked:
                    door.openness = door.previous_openness
                door.previous_openness = door.openness
                door.openness = approached(door.openness, door.wanted, dt / max(door.seconds, 1e-6))
                place(door, transform)


def approached(value: float, target: float, step: float) -> float:
    """Return `value` moved by at most `step` towards `target`."""
    return target if abs(target - value) <= step else value + math.copysign(step, target - value)


def place(door: Door, transform: Transform) -> None:
    """Set the Transform to the door's openness: slow at both ends, quickest in the middle."""
    share = door.openness * door.openness * (3.0 - 2.0 * door.openness)
    transform.heading = door.heading + door.swing * share
    (x, y, z), (dx, dy, dz) = door.position, door.slide
    if dx or dy or dz:
        transform.position = (x + dx * share, y + dy * share, z + dz * share)
