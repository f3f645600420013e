"""Says from where the first-person picture is seen."""

import math

import esper

from orlop.components import Camera, Player, Transform
from orlop.engine.clock import Clock
from orlop.engine.render.view import View
from orlop.engine.schedule import Stage, System
from orlop.systems.pose import between


class CameraSystem(System):
    """Puts the view at the player's camera, between the last two ticks.

    Attributes
    ----------
    view
        Of this frame; None as long as nothing has a `Camera`.
    """

    stage = Stage.FRAME

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.view: View | None = None

    def process(self, dt: float) -> None:
        """Take the view from the player's camera, else from the first there is."""
        cameras = dict(esper.get_components(Transform, Camera))
        if not cameras:
            self.view = None
            return
        of_player = [entity for entity, _ in esper.get_component(Player) if entity in cameras]
        self.view = view_through(*cameras[min(of_player or cameras)], self._clock.alpha)


def view_through(transform: Transform, camera: Camera, alpha: float) -> View:
    """Return the view of `camera` at `alpha`, 0 the tick before … 1 the last one."""
    (x, y, z), heading, pitch = between(transform, alpha)
    height = y + camera.eye
    if not math.isnan(camera.eased_height):
        height = camera.previous_height + (camera.eased_height - camera.previous_height) * alpha
    return View((x, height, z), heading, pitch, camera.field_of_view, camera.near, camera.far)
