"""The first-person picture: shadow, solids, landscape, sky, water."""

from collections.abc import Sequence

from orlop.engine.render.device import Device
from orlop.engine.render.frame import Frame
from orlop.engine.render.landscape import Landscape
from orlop.engine.render.look import Look
from orlop.engine.render.mesh import Mesh
from orlop.engine.render.shadow_pass import ShadowPass
from orlop.engine.render.sky_pass import SkyPass
from orlop.engine.render.solid_pass import CardMesh, Placed, SolidPass
from orlop.engine.render.target import Target
from orlop.engine.render.view import View


class Renderer:
    """Draws meshes as seen from a view.

    Attributes
    ----------
    look
        Sun, sky and haze; may be changed between frames.
    landscape
        What is drawn besides meshes; None for nothing.
    triangles_drawn
        Of the last frame, shadows not counted.
    """

    def __init__(self, device: Device, look: Look | None = None) -> None:
        context = device.context
        self.look = look or Look()
        self.landscape: Landscape | None = None
        self.triangles_drawn = 0
        self._context = context
        self._frame = Frame(context)
        self._shadows = ShadowPass(context)
        self._solids = SolidPass(context)
        self._sky = SkyPass(context)

    def upload(self, mesh: Mesh) -> CardMesh:
        """Put `mesh` into the card's memory; the caller releases it."""
        return CardMesh(self._context, mesh)

    def draw(
        self,
        target: Target,
        view: View,
        placed: Sequence[Placed],
        floor: float | None = None,
        seconds: float = 0.0,
    ) -> None:
        """Draw a frame into `target` and resolve it.

        `floor` is where ground mist lies, world metres; by default under the viewer's feet. `seconds` moves water
        and leaves.
        """
        land = self.landscape
        shade = self._shadows.update(placed, view.eye, self.look, land)
        mist = view.eye[1] - 1.65 if floor is None else floor
        clip = self._frame.fill(view, self.look, target.size, shade, ShadowPass.texel, mist, seconds)
        target.drawing.use()
        target.drawing.clear(depth=1.0)
        self.triangles_drawn = self._solids.draw(placed, clip, view.eye)
        if land is not None:
            self.triangles_drawn += land.draw(clip, view.eye)
        self._sky.draw()
        if land is not None:
            self.triangles_drawn += land.draw_water(clip, view.eye)
        target.resolve()

    def release(self) -> None:
        """Free what it holds on the card; its meshes belong to the caller."""
        self._shadows.release()
        self._solids.release()
        self._sky.release()
        self._frame.release()
