"""Finds where the sun does not shine: a depth map seen from the sun."""

from collections.abc import Sequence
from typing import Protocol

import moderngl
import numpy as np
from numpy.typing import NDArray

from orlop.engine.render.look import Look
from orlop.engine.render.shader import program, set_uniform
from orlop.engine.render.solid_pass import MeshDrawer, Placed, Point

Matrix = NDArray[np.float64]

SIZE = 2048
"""Width of the map in texels: of 4.3 cm where shadows reach 44 m, softened to a rim of a hand's breadth."""

DEPTH = 400.0
"""How far towards and away from the sun things count, metres."""

STRAY = 0.27
"""The map is made anew when the eye is this share of its reach from its centre."""


class Caster(Protocol):
    """What throws shadows without being a placed mesh."""

    revision: int
    """Changes whenever its shadows do."""

    def cast(self, from_sun: Matrix, centre: Matrix) -> None:
        """Draw its depth as seen from the sun; `from_sun` counts from `centre`, world metres."""
        ...


class ShadowPass:
    """One map around the eye, made anew only when the eye has gone far or something moved."""

    def __init__(self, context: moderngl.Context) -> None:
        self._context = context
        self._program = program(context, "shadow")
        self._drawer = MeshDrawer(context, self._program, {"in_position": "in_position"})
        self._map = context.depth_texture((SIZE, SIZE))
        self._map.compare_func = "<="
        self._map.filter = moderngl.LINEAR, moderngl.LINEAR
        self._map.repeat_x = self._map.repeat_y = False
        self._framebuffer = context.framebuffer(depth_attachment=self._map)
        self._centre: NDArray[np.float64] | None = None
        self._drawn: tuple[object, ...] = ()
        self._from_sun = np.eye(4)

    texel = 1.0 / SIZE

    def update(
        self, placed: Sequence[Placed], eye: Point, look: Look, caster: Caster | None = None
    ) -> NDArray[np.float64]:
        """Make the map if it is out of date, bind it, and return the way to it.

        Returns
        -------
        (4, 4) float64
            From metres relative to `eye` to the map's texture coordinates and depth, 0 … 1.
        """
        here = np.asarray(eye, np.float64)
        revision = 0 if caster is None else caster.revision
        drawn = (look.to_sun(), look.shadow_reach, caster, revision, *((p.mesh, p.position, p.heading) for p in placed))
        strayed = self._centre is None or float(np.abs(here - self._centre).max()) > STRAY * look.shadow_reach
        if strayed or drawn != self._drawn:
            self._centre, self._drawn = (here.round() if strayed else self._centre), drawn
            self._make(placed, look, caster)
        self._map.use(0)
        assert self._centre is not None
        to_centre = np.eye(4)
        to_centre[:3, 3] = here - self._centre
        to_texture = np.diag([0.5, 0.5, 0.5, 1.0])
        to_texture[:3, 3] = 0.5
        return to_texture @ self._from_sun @ to_centre

    def release(self) -> None:
        """Free its memory on the card."""
        self._framebuffer.release()
        self._map.release()
        self._program.release()

    def _make(self, placed: Sequence[Placed], look: Look, caster: Caster | None) -> None:
        assert self._centre is not None
        self._from_sun = sun_projection(look)
        self._framebuffer.use()
        self._framebuffer.clear(depth=1.0)
        self._context.enable_only(moderngl.DEPTH_TEST)
        set_uniform(self._program, "shade", self._from_sun.T.ravel().tolist())
        x, y, z = self._centre.tolist()
        self._drawer.draw(placed, self._from_sun, (x, y, z))
        if caster is not None:
            caster.cast(self._from_sun, self._centre)


def sun_projection(look: Look) -> NDArray[np.float64]:
    """Parallel projection along the sun's rays, from metres around the map's centre to clip space."""
    backward = np.array(look.to_sun())
    right = np.cross([0.0, 1.0, 0.0], backward)
    right /= np.linalg.norm(right)
    matrix = np.eye(4)
    matrix[0, :3] = right / look.shadow_reach
    matrix[1, :3] = np.cross(backward, right) / look.shadow_reach
    matrix[2, :3] = -backward / DEPTH
    return matrix
