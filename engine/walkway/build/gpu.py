"""The obstacle map drawn by a graphics card, as the published technique does it.

Lucas Pope's development log of "Return of the Obra Dinn": an orthographic camera looks straight
down. The floor, raised to the brow and to the knee, is drawn first; its two heights are packed,
16 bits each, into the channel pairs of one target. Then the obstacles are drawn, and of each
pixel only what lies between the two heights stored for it stays. A face parallel to the view
covers no pixel, so the obstacles are drawn again under slightly oblique matrices: an upright
wall then sweeps a strip of pixels. A stronger skew makes every shape fatter.
"""

import math
import sys
from dataclasses import dataclass
from typing import Any

import moderngl
import numpy as np
from numpy.typing import NDArray

from orlop.engine.error import OrlopError
from orlop.engine.walkway.build.bands import find_solid
from orlop.engine.walkway.build.grid import Grid
from orlop.engine.walkway.build.spans import Spans

VIEWS = 8
"""Oblique views, evenly all around; walls along any direction are seen by most of them."""

FINER = 2
"""Pixels a cell each way: a post thinner than a cell must not fall between the pixels' middles."""

LARGEST = 16384
"""Widest target that graphics cards commonly have, pixels."""

_FLOOR_VERTEX = """
#version 330 core
in vec3 at;            // x, y, z in the map's frame: x and z −1 … 1, y 0 … 1
out float height;
void main() { height = at.y; gl_Position = vec4(at.x, at.z, 1.0 - 2.0 * at.y, 1.0); }
"""

_FLOOR_FRAGMENT = """
#version 330 core
uniform float knee;    // in units of the map's height
uniform float brow;
in float height;
out vec4 packed_heights;
vec2 in_two_bytes(float value) {
    float whole = floor(clamp(value, 0.0, 1.0) * 65535.0 + 0.5);
    return vec2(floor(whole / 256.0), mod(whole, 256.0)) / 255.0;
}
void main() { packed_heights = vec4(in_two_bytes(height + brow), in_two_bytes(height + knee)); }
"""

_OBSTACLE_VERTEX = """
#version 330 core
uniform sampler2D heights;
uniform vec2 skew;     // sideways by height over the band's middle, in the map's frame
uniform float middle;  // of the band over the floor, in units of the map's height
in vec3 at;
out float height;
float in_one(vec2 bytes) { return (bytes.x * 65280.0 + bytes.y * 255.0) / 65535.0; }
void main() {
    vec4 stored = textureLod(heights, at.xz * 0.5 + 0.5, 0.0);
    float band = 0.5 * (in_one(stored.rg) + in_one(stored.ba));
    // Oblique about the middle of the band here: what is in the band moves by a part of a cell only.
    vec2 aside = skew * (at.y - (stored == vec4(0.0) ? middle : band));
    height = at.y;
    gl_Position = vec4(at.xz + aside, 0.0, 1.0);
}
"""

_OBSTACLE_FRAGMENT = """
#version 330 core
uniform sampler2D heights;
in float height;
out vec4 solid;
float in_one(vec2 bytes) { return (bytes.x * 65280.0 + bytes.y * 255.0) / 65535.0; }
void main() {
    vec4 stored = texelFetch(heights, ivec2(gl_FragCoord.xy), 0);
    if (stored == vec4(0.0)) discard;  // no floor here
    if (height > in_one(stored.rg) || height < in_one(stored.ba)) discard;
    solid = vec4(1.0);
}
"""


@dataclass(frozen=True, slots=True)
class ObstacleMap:
    """What the card has drawn.

    Attributes
    ----------
    floor
        (nx, nz) bool, cells whose middle has floor.
    solid
        (nx, nz) bool, cells where an obstacle lies between knee and brow.
    resolution
        Metres that one step of the packed heights stands for.
    """

    floor: NDArray[np.bool_]
    solid: NDArray[np.bool_]
    resolution: float


def draw_solid(
    grid: Grid,
    spans: Spans,
    floor: NDArray[np.float64],
    obstacles: NDArray[np.float64],
    knee: float,
    brow: float,
    skew: float = 1.0,
    context: moderngl.Context | None = None,
) -> NDArray[np.bool_]:
    """Tell for each span whether an obstacle is drawn between knee and brow over it, (spans,) bool.

    No cell may have two spans. Where one bridges a gap there is no floor to draw, and the
    conservative clip answers instead. Parameters and errors as for `draw_obstacles`.
    """
    drawn = draw_obstacles(grid, floor, obstacles, knee, brow, skew, context)
    solid: NDArray[np.bool_] = drawn.solid.reshape(-1)[spans.cell]
    bridged = np.flatnonzero(~drawn.floor.reshape(-1)[spans.cell])
    if len(bridged):
        cells = spans.cell[bridged]
        start = np.searchsorted(cells, np.arange(grid.cells + 1)).astype(spans.start.dtype)
        some = Spans(start, cells, spans.height[bridged], spans.rise[bridged])
        solid[bridged] = find_solid(grid, some, obstacles, knee, brow)
    return solid


def draw_obstacles(
    grid: Grid,
    floor: NDArray[np.float64],
    obstacles: NDArray[np.float64],
    knee: float,
    brow: float,
    skew: float = 1.0,
    context: moderngl.Context | None = None,
) -> ObstacleMap:
    """Draw the obstacle map of a floor that has one height at any (x, z).

    Parameters
    ----------
    floor, obstacles
        (n, 3, 3) triangles, metres, in the grid's frame.
    knee, brow
        Ends of the band over the floor, metres.
    skew
        How many cells the oblique views lean over the height of the band; 0 draws the straight
        view alone, which loses upright walls. More expands every shape.
    context
        The OpenGL context to use; None opens one for this map.

    Raises
    ------
    OrlopError
        If there is no OpenGL, or the map is larger than the card can draw.
    """
    used = context or _open()
    try:
        if FINER * max(grid.nx, grid.nz) > min(LARGEST, int(used.info["GL_MAX_TEXTURE_SIZE"])):
            raise OrlopError(
                "--method gpu",
                f"a map of {grid.nx} × {grid.nz} cells is larger than OpenGL can draw",
                "Use wider cells.",
            )
        return _Drawing(used, grid, floor, obstacles, knee, brow).draw(skew)
    finally:
        if context is None:
            used.release()


def _open() -> moderngl.Context:
    settings: dict[str, Any] = {"backend": "egl"} if sys.platform.startswith("linux") else {}
    try:
        return moderngl.create_context(standalone=True, require=330, **settings)
    except Exception as error:  # each platform's loader raises a class of its own
        reason = " ".join(str(error).split()) or type(error).__name__
        raise OrlopError("--method gpu", f"there is no OpenGL 3.3 ({reason})", "Use --method raster.") from error


class _Drawing:
    """The two targets and what is drawn into them."""

    def __init__(
        self,
        context: moderngl.Context,
        grid: Grid,
        floor: NDArray[np.float64],
        obstacles: NDArray[np.float64],
        knee: float,
        brow: float,
    ) -> None:
        self._context = context
        self._grid = grid
        heights = floor[..., 1]
        # One step below the lowest floor, so that stored zeros mean "no floor".
        self._low = float(heights.min()) - 0.01
        self._range = float(heights.max()) + brow - self._low
        self._knee, self._brow = knee, brow
        self._floor = self._framed(floor)
        self._obstacles = self._framed(obstacles)

    def draw(self, skew: float) -> ObstacleMap:
        """Draw the floor, then the obstacles from straight above and from all around."""
        context, size = self._context, (FINER * self._grid.nx, FINER * self._grid.nz)
        packed = context.texture(size, 4)
        packed.filter = (moderngl.NEAREST, moderngl.NEAREST)
        target = context.framebuffer([packed], context.depth_renderbuffer(size))
        target.use()
        target.clear()
        context.enable_only(moderngl.DEPTH_TEST)  # the nearest to the camera is the topmost
        program = context.program(_FLOOR_VERTEX, _FLOOR_FRAGMENT)
        program["knee"], program["brow"] = self._knee / self._range, self._brow / self._range
        self._render(program, self._floor)
        floor = self._by_cell(np.frombuffer(target.read(components=4), np.uint8).reshape(-1, 4).max(axis=1) > 0)
        solid = self._draw_obstacles(packed, size, skew) & floor
        return ObstacleMap(floor, solid, self._range / 65535)

    def _draw_obstacles(self, packed: moderngl.Texture, size: tuple[int, int], skew: float) -> NDArray[np.bool_]:
        context, grid = self._context, self._grid
        target = context.framebuffer([context.texture(size, 4)])
        target.use()
        target.clear()
        context.enable_only(moderngl.NOTHING)
        packed.use(0)
        program = context.program(_OBSTACLE_VERTEX, _OBSTACLE_FRAGMENT)
        program["heights"] = 0
        program["middle"] = (0.01 + 0.5 * (self._knee + self._brow)) / self._range
        # A whole band leans over `skew` cells: half of them on either side of where it stands.
        lean = skew * 2.0 * self._range / (self._brow - self._knee)
        leans = [(0.0, 0.0)]
        if skew > 0:
            turns = [2.0 * math.pi * k / VIEWS for k in range(VIEWS)]
            leans += [(lean * math.cos(t) / grid.nx, lean * math.sin(t) / grid.nz) for t in turns]
        for aside in leans:
            program["skew"] = aside
            self._render(program, self._obstacles)
        return self._by_cell(np.frombuffer(target.read(components=1), np.uint8) > 0)

    def _by_cell(self, pixels: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Tell for each cell whether any of its pixels is set, (nx, nz)."""
        grid = self._grid
        found = np.logical_or.reduce(pixels.reshape(grid.nz, FINER, grid.nx, FINER), axis=(1, 3))
        return np.ascontiguousarray(found.T, np.bool_)

    def _render(self, program: moderngl.Program, vertices: NDArray[np.float32]) -> None:
        if not len(vertices):
            return
        buffer = self._context.buffer(vertices.tobytes())
        array = self._context.vertex_array(program, [(buffer, "3f", "at")])
        array.render(moderngl.TRIANGLES)
        array.release()
        buffer.release()

    def _framed(self, triangles: NDArray[np.float64]) -> NDArray[np.float32]:
        """Vertices in the map's frame: x and z −1 … 1 over the grid, y 0 … 1 over its heights."""
        grid = self._grid
        points = triangles.reshape(-1, 3)
        framed = np.empty(points.shape, np.float32)
        framed[:, 0] = 2.0 * (points[:, 0] - grid.x) / (grid.nx * grid.cell) - 1.0
        framed[:, 1] = (points[:, 1] - self._low) / self._range
        framed[:, 2] = 2.0 * (points[:, 2] - grid.z) / (grid.nz * grid.cell) - 1.0
        return framed
