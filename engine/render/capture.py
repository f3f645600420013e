"""Pictures into files, and pictures without a window."""

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import numpy as np
import pygame
from numpy.typing import NDArray

from orlop.engine.paths import write_atomically
from orlop.engine.render.chart import Chart
from orlop.engine.render.chart_content import ChartContent
from orlop.engine.render.chart_view import ChartView
from orlop.engine.render.device import Device, open_headless
from orlop.engine.render.ink import blank
from orlop.engine.render.look import Look
from orlop.engine.render.mesh import Mesh
from orlop.engine.render.renderer import Renderer
from orlop.engine.render.solid_pass import Placed
from orlop.engine.render.target import Target
from orlop.engine.render.view import View

Picture = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class PlacedMesh:
    """A mesh that stands at `position` (world, metres) and is turned by `heading` (radians)."""

    mesh: Mesh
    position: tuple[float, float, float]
    heading: float = 0.0


def render_first_person(
    view: View,
    scene: Sequence[Mesh],
    models: Sequence[PlacedMesh] = (),
    size: tuple[int, int] = (1280, 720),
    look: Look | None = None,
    device: Device | None = None,
) -> Picture:
    """Draw one first-person picture without a window.

    Parameters
    ----------
    scene
        Meshes that stand at their own origins, as `chunked` makes them.
    models
        Meshes that stand elsewhere.
    size
        Width and height in pixels.
    device
        The context to use; None opens one for this picture.

    Returns
    -------
    (height, width, 3) uint8, sRGB.

    Raises
    ------
    OrlopError
        There is no OpenGL; the text says why.
    """
    used = device or open_headless()
    try:
        renderer = Renderer(used, look)
        placed = [Placed(renderer.upload(mesh), mesh.origin) for mesh in scene]
        placed += [Placed(renderer.upload(model.mesh), model.position, model.heading) for model in models]
        target = Target(used, size)
        renderer.draw(target, view, placed)
        picture = target.read()
        target.release()
        for thing in placed:
            thing.mesh.release()
        renderer.release()
        return picture
    finally:
        if device is None:
            used.close()


def render_chart(content: ChartContent, view: ChartView) -> Picture:
    """Draw one chart, (height, width, 3) uint8 sRGB; it needs neither a window nor OpenGL."""
    surface = blank(view.size, (0, 0, 0))
    Chart().draw(surface, content, view)
    width, height = view.size
    return np.frombuffer(pygame.image.tobytes(surface, "RGB"), np.uint8).reshape(height, width, 3).copy()


def write_png(picture: Picture, path: Path | str) -> None:
    """Write a picture (height, width, 3) as a PNG, whole or not at all."""
    height, width, _ = picture.shape
    stream = BytesIO()
    pygame.image.save(
        pygame.image.frombuffer(np.ascontiguousarray(picture).tobytes(), (width, height), "RGB"), stream, "p.png"
    )
    write_atomically(path, stream.getvalue())
