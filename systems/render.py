"""Draws the first-person view."""

from collections.abc import Sequence

import esper

from orlop.components import Model, Transform
from orlop.engine.clock import Clock
from orlop.engine.render.mesh import Mesh, mesh_of
from orlop.engine.render.renderer import Renderer
from orlop.engine.render.screen import Screen
from orlop.engine.render.solid_pass import CardMesh, Placed
from orlop.engine.schedule import Stage, System
from orlop.systems.camera import CameraSystem
from orlop.systems.pose import between


class RenderSystem(System):
    """Draws the scene and every `Model` onto the screen's canvas, while that shows the first person.

    Parameters
    ----------
    screen
        Whose canvas has OpenGL.
    renderer
        On the canvas's device.
    camera
        Says from where.
    clock
        Says when.
    scene
        What never moves, as `orlop.engine.render.mesh.chunked` makes it.
    """

    stage = Stage.FRAME
    after = (CameraSystem,)

    def __init__(
        self, screen: Screen, renderer: Renderer, camera: CameraSystem, clock: Clock, scene: Sequence[Mesh] = ()
    ) -> None:
        self._screen = screen
        self._renderer = renderer
        self._camera = camera
        self._clock = clock
        self._scene = [Placed(renderer.upload(mesh), mesh.origin) for mesh in scene]
        self._models: dict[int, tuple[object, object, CardMesh]] = {}

    @property
    def triangles_drawn(self) -> int:
        """In the last frame."""
        return self._renderer.triangles_drawn

    def process(self, dt: float) -> None:
        """Draw a frame."""
        target, view = self._screen.canvas.target, self._camera.view
        if self._screen.view != "first-person" or target is None or view is None:
            return
        seconds = (self._clock.tick - 1 + self._clock.alpha) * self._clock.dt
        self._renderer.draw(target, view, [*self._scene, *self._placed_models()], seconds=seconds)

    def release(self) -> None:
        """Free the meshes on the card, as a level does when it goes."""
        for placed in self._scene:
            placed.mesh.release()
        for _, _, mesh in self._models.values():
            mesh.release()
        self._scene.clear()
        self._models.clear()

    def _placed_models(self) -> list[Placed]:
        shown = sorted(esper.get_components(Transform, Model), key=lambda found: found[0])
        self._forget_gone({entity for entity, _ in shown})
        placed = []
        for entity, (transform, model) in shown:
            if model.visible and len(model.triangles):
                position, heading, _ = between(transform, self._clock.alpha)
                placed.append(Placed(self._mesh(entity, model), position, heading))
        return placed

    def _mesh(self, entity: int, model: Model) -> CardMesh:
        known = self._models.get(entity)
        if known is not None and known[0] is model.triangles and known[1] is model.colours:
            return known[2]
        if known is not None:
            known[2].release()
        mesh = self._renderer.upload(mesh_of(model.triangles, model.colours))
        self._models[entity] = (model.triangles, model.colours, mesh)
        return mesh

    def _forget_gone(self, present: set[int]) -> None:
        for entity in [entity for entity in self._models if entity not in present]:
            self._models.pop(entity)[2].release()
