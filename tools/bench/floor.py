"""How quickly a floor's height and normal are looked up, beside Embree's downward rays."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from orlop.engine.error import OrlopError
from orlop.engine.walkway.floor import Floor
from orlop.tools.bench.measure import Measure, PeerMissingError, compare

POINTS = 200_000
SINGLES = 5_000
MESHES = Path(os.environ.get("ORLOP_MESHES", Path(__file__).parents[2] / ".." / "shared" / "meshes"))


def nav_test() -> Measure:
    """Look up points at random over Recast's own level, in nanoseconds each."""
    from orlop.engine.scene.load import load_scene

    try:
        triangles = load_scene(MESHES / "nav_test.obj").triangles()
    except OrlopError as missing:
        raise PeerMissingError(f"{missing} ORLOP_MESHES names the folder of test meshes.") from missing
    return _batch(triangles)


def grid257() -> Measure:
    """Look up points at random over a hilly terrain of 257² corners, 131,072 triangles, in nanoseconds each."""
    return _batch(terrain(257))


def single() -> Measure:
    """Look up one point a call over the same terrain, as a player's tick does, in microseconds."""
    floor = Floor.from_triangles(terrain(257))
    points = _points(floor.triangles, SINGLES)
    rays = _Rays(floor.triangles)
    pairs = points.tolist()
    casts = [rays.aimed(point) for point in np.split(points, len(points))]

    def ours() -> None:
        for x, z in pairs:
            floor.at(x, z)

    def theirs() -> None:
        for cast in casts:
            cast()

    return compare(_each(ours, SINGLES, 1e6), _each(theirs, SINGLES, 1e6), "µs", "Embree, a ray a call")


def terrain(size: int) -> NDArray[np.float64]:
    """Make hills over a square of `size` corners a side, a metre apart, as (n, 3, 3)."""
    x, z = np.meshgrid(np.arange(size, dtype=np.float64), np.arange(size, dtype=np.float64), indexing="ij")
    y = 6.0 * np.sin(x / 17.0) * np.cos(z / 23.0) + 0.8 * np.sin(x / 2.3 + z / 3.1)
    corners = np.stack([x, y, z], axis=-1)
    a, b, c, d = corners[:-1, :-1], corners[:-1, 1:], corners[1:, 1:], corners[1:, :-1]
    return np.stack([a, b, c, a, c, d], axis=2).reshape(-1, 3, 3)


def _batch(triangles: NDArray[np.float64]) -> Measure:
    upward = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])[:, 1] > 0.0
    floor = Floor.from_triangles(triangles[upward])
    points = _points(floor.triangles, POINTS)
    rays = _Rays(floor.triangles)
    cast = rays.aimed(points)
    _same(floor.sample(points), cast())
    return compare(
        _each(lambda: floor.sample(points), POINTS, 1e9), _each(cast, POINTS, 1e9), "ns", "Embree, all rays in one call"
    )


def _points(triangles: NDArray[np.float64], count: int) -> NDArray[np.float64]:
    plan = triangles[:, :, [0, 2]].reshape(-1, 2)
    return np.random.default_rng(7).uniform(plan.min(axis=0), plan.max(axis=0), (count, 2))


def _each(call: Callable[[], object], count: int, per_second: float) -> Callable[[], float]:
    """Time a call on this thread, per lookup."""

    def seconds() -> float:
        began = time.perf_counter()
        call()
        return (time.perf_counter() - began) * per_second / count

    return seconds


class _Rays:
    """Embree over the same triangles, used in its best way: heights from distances, normals from a table."""

    def __init__(self, triangles: NDArray[np.float64]) -> None:
        try:
            from embreex.mesh_construction import TriangleMesh
            from embreex.rtcore_scene import EmbreeScene
        except ImportError as error:
            raise PeerMissingError("embreex is not installed; `pip install orlop[bench]` brings it.") from error
        self._scene = EmbreeScene()
        TriangleMesh(self._scene, triangles.astype(np.float32))
        normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
        normals /= np.linalg.norm(normals, axis=1, keepdims=True)
        self._normals = np.vstack([normals, np.full((1, 3), np.nan)])  # a ray that hits nothing has primID -1
        self._top = np.float32(triangles[..., 1].max() + 1.0)

    def aimed(self, points: NDArray[np.float64]) -> Callable[[], tuple[NDArray[np.float64], NDArray[np.float64]]]:
        """Make the rays, which is not timed; return what casts them."""
        origins = np.column_stack([points[:, 0], np.full(len(points), self._top), points[:, 1]]).astype(np.float32)
        down = np.tile(np.array([0.0, -1.0, 0.0], np.float32), (len(points), 1))

        def cast() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
            hits = self._scene.run(origins, down, query="INTERSECT", output=True)
            hit = hits["primID"]
            heights = np.where(hit >= 0, np.float64(self._top) - hits["tfar"], np.nan)
            return heights, self._normals[hit]

        return cast


def _same(
    ours: tuple[NDArray[np.float64], NDArray[np.float64]], theirs: tuple[NDArray[np.float64], NDArray[np.float64]]
) -> None:
    """Refuse to compare what does not find the same floor; a few rays may slip past an edge in float32."""
    off = ~np.isclose(ours[0], theirs[0], atol=1e-2, equal_nan=True)
    if off.mean() > 1e-3:
        raise AssertionError(f"{off.sum()} of {len(off)} heights differ from Embree's")
