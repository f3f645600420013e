"""Remembers where everything was a tick ago."""

import esper

from orlop.components import Transform
from orlop.engine.schedule import Stage, System


class TransformHistorySystem(System):
    """Takes down every `Transform` before anything moves, so that drawing can interpolate whoever moved it.

    First of all systems: who moves a thing sets where it is, and nothing else.
    """

    stage = Stage.CONTROL
    priority = 1_000_000  # before systems that an author adds to the same stage, whenever they are added

    def process(self, dt: float) -> None:
        """Let what is now be what was."""
        for _, transform in esper.get_component(Transform):
            transform.previous_position = transform.position
            transform.previous_heading = transform.heading
            transform.previous_pitch = transform.pitch
