"""How long walkway builds take, beside plain ways to the same end."""

import time
from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import shapely
from numpy.typing import NDArray

from orlop.engine.error import OrlopError
from orlop.engine.walkway.build.bands import find_solid, meet_bands
from orlop.engine.walkway.build.buckets import HAIR, Buckets
from orlop.engine.walkway.build.builder import build_walkways
from orlop.engine.walkway.build.exact import ExactMap
from orlop.engine.walkway.build.floor_parts import FloorParts
from orlop.engine.walkway.build.grid import Grid
from orlop.engine.walkway.build.lines import thickened
from orlop.engine.walkway.build.lots import lots
from orlop.engine.walkway.build.pieces import Pieces, find_pieces
from orlop.engine.walkway.build.spans import Spans, find_spans
from orlop.engine.walkway.settings import WalkwaySettings
from orlop.tools.bench.floor import MESHES
from orlop.tools.bench.measure import Measure, PeerMissingError, compare

if TYPE_CHECKING:
    from orlop.engine.scene.scene import Scene

SHARE = 200
"""Plain loops are so slow that one triangle in this many is timed and the rest reckoned alike."""

FEW = 10
"""Pieces that are united one by one, the rest reckoned alike."""

LOOP = "plain Python loop over triangles and cells"
ONE_BY_ONE = "uniting the pieces one by one"
NOTHING = np.zeros((0, 3, 3))


def nav_test_raster() -> Measure:
    """Build Recast's own level by the raster, at cells of 0.1 m, in milliseconds."""
    settings, scene = WalkwaySettings(method="raster", cell=0.1), _nav_test()
    grid, spans, obstacles = _mapped(scene, settings)
    return compare(
        _ms(lambda: build_walkways(scene, settings)), _looped(grid, spans, obstacles, settings), "ms", LOOP, runs=5
    )


def nav_test_exact() -> Measure:
    """Build Recast's own level by the exact route, in milliseconds."""
    settings, scene = WalkwaySettings(method="exact"), _nav_test()
    up = _facing_up(scene.triangles())
    pieces = _pieces(up, scene.triangles(), settings)
    return compare(_ms(lambda: build_walkways(scene, settings)), _one_by_one(pieces), "ms", ONE_BY_ONE, runs=5)


def map1024() -> Measure:
    """Map 20,000 triangles of clutter to 1024² cells: floor and obstacles, in milliseconds."""
    settings = WalkwaySettings(cell=0.1)
    floor, obstacles = _level(102.0), clutter(20_000, 102.0)
    grid = Grid.over(floor, settings.cell)

    def ours() -> None:
        find_solid(grid, find_spans(grid, floor, NOTHING, settings), obstacles, settings.knee, settings.brow)

    spans = find_spans(grid, floor, NOTHING, settings)
    return compare(_ms(ours), _looped(grid, spans, obstacles, settings), "ms", LOOP, runs=5)


def exact60k() -> Measure:
    """Cut clutter on a floor of many triangles to over 60,000 pieces, unite them and outline, in milliseconds."""
    settings = WalkwaySettings(method="exact")
    floor, obstacles = _level(60.0, 30), clutter(78_000, 60.0)
    grid = Grid.over(floor, 0.2)
    height = np.zeros((grid.nx, grid.nz), np.float32)

    def ours() -> None:
        ExactMap(FloorParts.of(floor), floor, lots(obstacles), grid, height, settings, 1_000_000).open_polygons()

    pieces = _pieces(floor, obstacles, settings)
    if len(pieces) < 60_000:
        raise AssertionError(f"the clutter makes but {len(pieces)} pieces")
    return compare(_ms(ours), _one_by_one(pieces), "ms", ONE_BY_ONE, runs=3)


def clutter(triangles: int, size: float) -> NDArray[np.float64]:
    """Strew crates at random over a square of `size` metres, twelve triangles each, as (n, 3, 3)."""
    count = -(-triangles // 12)
    random = np.random.default_rng(11)
    at = random.uniform(0.5, size - 1.5, (count, 2))
    width, depth, tall = random.uniform(0.1, 1.0, (3, count))
    turn = random.uniform(0.0, np.pi, count)
    unit = np.array([(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)], np.float64)
    corners = unit[None] * np.stack([width, tall + 0.3, depth], axis=1)[:, None]
    c, s = np.cos(turn)[:, None], np.sin(turn)[:, None]
    x = corners[..., 0] * c - corners[..., 2] * s + at[:, :1]
    z = corners[..., 0] * s + corners[..., 2] * c + at[:, 1:]
    placed = np.stack([x, corners[..., 1], z], axis=-1)
    faces = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    index = np.array([[face[0], face[k], face[k + 1]] for face in faces for k in (1, 2)])
    return placed[:, index].reshape(-1, 3, 3)[:triangles]


def _level(size: float, parts: int = 1) -> NDArray[np.float64]:
    """Lay a level floor of `parts`² squares, facing up."""
    low = np.arange(parts) * (size / parts)
    x, z = (side.reshape(-1) for side in np.meshgrid(low, low, indexing="ij"))
    d, zero = size / parts, np.zeros(parts * parts)
    a, b = np.stack([x, zero, z], axis=1), np.stack([x, zero, z + d], axis=1)
    c, e = np.stack([x + d, zero, z + d], axis=1), np.stack([x + d, zero, z], axis=1)
    return np.stack([a, b, c, a, c, e], axis=1).reshape(-1, 3, 3)


def _nav_test() -> "Scene":
    from orlop.engine.scene.load import load_scene

    try:
        return load_scene(MESHES / "nav_test.obj")
    except OrlopError as missing:
        raise PeerMissingError(f"{missing} ORLOP_MESHES names the folder of test meshes.") from missing


def _facing_up(triangles: NDArray[np.float64]) -> NDArray[np.float64]:
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    level = normals[:, 1] > np.cos(np.radians(46.0)) * np.linalg.norm(normals, axis=1)
    return triangles[level]  # type: ignore[no-any-return]


def _mapped(scene: "Scene", settings: WalkwaySettings) -> tuple[Grid, Spans, NDArray[np.float64]]:
    triangles = scene.triangles()
    floor = _facing_up(triangles)
    grid = Grid.over(floor, settings.cell)
    return grid, find_spans(grid, floor, NOTHING, settings), triangles


def _pieces(floor: NDArray[np.float64], obstacles: NDArray[np.float64], settings: WalkwaySettings) -> Pieces:
    pieces = find_pieces(Buckets(FloorParts.of(floor)), obstacles, settings.knee, settings.brow, 1_000_000)
    assert pieces is not None
    return pieces


def _ms(call: Callable[[], object]) -> Callable[[], float]:
    def spent() -> float:
        began = time.perf_counter()
        call()
        return (time.perf_counter() - began) * 1e3

    return spent


def _looped(grid: Grid, spans: Spans, obstacles: NDArray[np.float64], settings: WalkwaySettings) -> Callable[[], float]:
    """Time the obstacle map alone by the kernel's own code, not compiled, on a share of the triangles."""
    loop = meet_bands.py_func  # type: ignore[attr-defined]
    low, high = spans.height - spans.rise + settings.knee, spans.height + spans.rise + settings.brow
    some = obstacles[::SHARE]
    timed = _ms(lambda: loop(some, grid.frame(), grid.nx, grid.nz, spans.start, low, high))
    return lambda: timed() * len(obstacles) / len(some)


def _one_by_one(pieces: Pieces) -> Callable[[], float]:
    """Time a piece more on top of half of them, a few times: what each costs on average, one by one."""
    strips = thickened(pieces.lines, HAIR)
    areas = [pieces.points[a:b] for a, b in pairwise(pieces.starts)]
    polygons = np.array([shapely.Polygon(ring) for ring in (*areas, *strips)], object)
    np.random.default_rng(3).shuffle(polygons)
    half = len(polygons) // 2
    whole, more = shapely.union_all(polygons[:half]), polygons[half : half + FEW]
    timed = _ms(lambda: [shapely.union(whole, polygon) for polygon in more])
    return lambda: timed() * len(polygons) / FEW
