"""Draws solid triangles: sunlit, hazed, with their sharp edges."""

import math
from collections.abc import Iterable
from dataclasses import dataclass

import moderngl
import numpy as np
from numpy.typing import NDArray

from orlop.engine.render.frame import BLOCKS
from orlop.engine.render.mesh import ATTRIBUTES, LAYOUT, VERTEX, Mesh
from orlop.engine.render.shader import program, set_uniform
from orlop.engine.render.view import visible

Point = tuple[float, float, float]


class CardMesh:
    """A `Mesh` in the card's memory."""

    def __init__(self, context: moderngl.Context, mesh: Mesh) -> None:
        self.mesh = mesh
        self.buffer = context.buffer(mesh.vertices.tobytes()) if mesh.triangle_count else None
        self.arrays: dict[int, moderngl.VertexArray] = {}
        self.radius = float(np.linalg.norm(np.maximum(np.abs(mesh.low), np.abs(mesh.high))[[0, 2]]))

    def release(self) -> None:
        """Free its memory on the card."""
        for array in self.arrays.values():
            array.release()
        if self.buffer is not None:
            self.buffer.release()


@dataclass(frozen=True, slots=True)
class Placed:
    """A mesh and where it stands: its origin in the world, metres, and its heading."""

    mesh: CardMesh
    position: Point
    heading: float = 0.0


class MeshDrawer:
    """Draws placed meshes with one program, those that may show."""

    def __init__(self, context: moderngl.Context, made: moderngl.Program, attributes: dict[str, str]) -> None:
        self._context = context
        self._program = made
        self._attributes = attributes
        self.drawn = 0

    def draw(self, placed: Iterable[Placed], clip: NDArray[np.float64], eye: Point) -> None:
        """Draw `placed`, of which `clip` (4, 4) shows something, relative to `eye` (world, metres).

        `drawn` then tells the number of triangles.
        """
        candidates = [thing for thing in placed if thing.mesh.buffer is not None]
        self.drawn = 0
        if not candidates:
            return
        places = np.array([thing.position for thing in candidates], np.float64) - np.asarray(eye, np.float64)
        low, high = _boxes(candidates)
        for index in np.flatnonzero(visible(clip, low + places, high + places)):
            thing = candidates[index]
            set_uniform(self._program, "origin", tuple(places[index].tolist()))
            set_uniform(self._program, "turn", (math.cos(thing.heading), math.sin(thing.heading)))
            self._array(thing.mesh).render(moderngl.TRIANGLES)
            self.drawn += thing.mesh.mesh.triangle_count

    def _array(self, mesh: CardMesh) -> moderngl.VertexArray:
        key = self._program.glo
        if key not in mesh.arrays:
            names = [self._attributes.get(name, "") for name in ATTRIBUTES]
            layout = " ".join(
                part if name else f"{4 * int(part[0])}x" for part, name in zip(LAYOUT.split(), names, strict=True)
            )
            assert mesh.buffer is not None
            mesh.arrays[key] = self._context.vertex_array(
                self._program, [(mesh.buffer, layout, *[name for name in names if name])]
            )
        return mesh.arrays[key]


class SolidPass:
    """The visible surfaces of a frame."""

    def __init__(self, context: moderngl.Context) -> None:
        self._context = context
        self._program = program(context, "solid", BLOCKS)
        set_uniform(self._program, "shadow_map", 0)
        self._drawer = MeshDrawer(context, self._program, {name: name for name in ATTRIBUTES})

    def draw(self, placed: Iterable[Placed], clip: NDArray[np.float64], eye: Point) -> int:
        """Draw into the bound framebuffer and return the number of triangles drawn.

        Both sides of a triangle show: a scene that is not closed should still be seen.
        """
        self._context.enable_only(moderngl.DEPTH_TEST)
        self._drawer.draw(placed, clip, eye)
        return self._drawer.drawn

    def release(self) -> None:
        """Free its memory on the card."""
        self._program.release()


def _boxes(things: list[Placed]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Bounding boxes relative to the things' positions; of turned ones, for any heading."""
    low = np.array([thing.mesh.mesh.low for thing in things])
    high = np.array([thing.mesh.mesh.high for thing in things])
    for index, thing in enumerate(things):
        if thing.heading:
            low[index, [0, 2]] = -thing.mesh.radius
            high[index, [0, 2]] = thing.mesh.radius
    return low, high


assert VERTEX.itemsize == sum(4 * int(part[0]) for part in LAYOUT.split())
