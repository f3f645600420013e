"""The graphics card's map against the conservative one."""

import os
from pathlib import Path

import numpy as np
import pytest

from orlop.engine.error import OrlopError
from orlop.engine.scene.load import load_scene
from orlop.engine.scene.scene import Material, Node, Scene
from orlop.engine.walkway.build import gpu
from orlop.engine.walkway.build.bands import find_solid
from orlop.engine.walkway.build.builder import build_walkways
from orlop.engine.walkway.build.gpu import draw_obstacles
from orlop.engine.walkway.build.grid import Grid
from orlop.engine.walkway.build.spans import find_spans
from orlop.engine.walkway.settings import WalkwaySettings
from orlop.levels.quayside.scene import build_scene
from orlop.levels.solids import box, cylinder

MESHES = Path(os.environ.get("ORLOP_MESHES", Path(__file__).parents[4].parent / "shared" / "meshes"))
NOTHING = np.zeros((0, 3, 3))
KNEE, BROW = 0.5, 1.8


def sheet(x0, z0, x1, z1, *heights):
    """A rectangle facing up; heights at (x0, z0), (x0, z1), (x1, z1), (x1, z0), or one for all."""
    a, b, c, d = heights if len(heights) == 4 else heights * 4
    corners = np.array([(x0, a, z0), (x0, b, z1), (x1, c, z1), (x1, d, z0)], float)
    return corners[[[0, 1, 2], [0, 2, 3]]]


def wall(x0, z0, x1, z1, low=0.0, high=2.5):
    return np.array(
        [[(x0, low, z0), (x1, low, z1), (x1, high, z1)], [(x0, low, z0), (x1, high, z1), (x0, high, z0)]], float
    )


def conservative(grid, floor, obstacles):
    spans = find_spans(grid, floor, NOTHING, WalkwaySettings(knee=KNEE, brow=BROW, gap=0.0))
    solid = find_solid(grid, spans, obstacles, KNEE, BROW)
    cells = np.zeros(grid.cells, bool)
    cells[spans.cell[solid]] = True
    return cells.reshape(grid.nx, grid.nz)


def grown(mask):
    """Each cell and its eight neighbours."""
    padded = np.pad(mask, 1)
    return np.any(np.lib.stride_tricks.sliding_window_view(padded, (3, 3)), axis=(2, 3))


FLAT = sheet(0, 0, 8, 8, 0)
HILL = np.concatenate([sheet(0, 0, 4, 8, 0, 0, 2, 2), sheet(4, 0, 8, 8, 2, 2, 0, 0)])


def clutter(seed, lift=0.0):
    random = np.random.default_rng(seed)
    things = []
    for x, z in random.uniform(1, 7, (12, 2)):
        width, height = random.uniform(0.1, 0.8), random.uniform(0.3, 2.5)
        if random.random() < 0.5:
            things.append(cylinder((x, z), width / 2, 0.0, height, 9))
        else:
            things.append(box((x, 0.0, z), (x + width, height, z + 0.3)))
    return np.concatenate(things) + np.array([0, lift, 0])


@pytest.fixture(scope="module")
def context(device):
    return device.context


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("floor", "lift"), [(FLAT, 0.0), (FLAT + np.array([0, 40.0, 0]), 40.0), (HILL, 0.6)])
def test_with_skew_it_agrees_with_the_conservative_map_to_within_a_cell(context, seed, floor, lift):
    grid = Grid.over(floor, 0.1)
    obstacles = clutter(seed, lift)
    drawn, clipped = (
        draw_obstacles(grid, floor, obstacles, KNEE, BROW, 1.0, context).solid,
        conservative(grid, floor, obstacles),
    )
    assert not np.any(drawn & ~grown(clipped))
    assert not np.any(clipped & ~grown(drawn))
    assert clipped.any()


@pytest.mark.parametrize("ends", [(1.03, 1.03, 6, 1.03), (2, 2, 5, 6.3), (6.05, 2, 6.05, 7), (1, 7, 7, 1)])
def test_a_straight_view_loses_an_upright_wall_and_the_skew_recovers_it(context, ends):
    grid = Grid.over(FLAT, 0.1)
    upright = wall(*ends)
    clipped = conservative(grid, FLAT, upright)
    assert not draw_obstacles(grid, FLAT, upright, KNEE, BROW, 0.0, context).solid.any()
    drawn = draw_obstacles(grid, FLAT, upright, KNEE, BROW, 1.0, context).solid
    assert not np.any(clipped & ~grown(drawn))
    assert not np.any(drawn & ~grown(clipped))


def test_more_skew_makes_every_shape_fatter(context):
    grid = Grid.over(FLAT, 0.1)
    post = box((3, 0, 3), (3.5, 2.2, 3.5))
    areas = [draw_obstacles(grid, FLAT, post, KNEE, BROW, skew, context).solid.sum() for skew in (0, 1, 3, 6)]
    assert areas == sorted(areas)
    assert areas[-1] > 2 * areas[0]


@pytest.mark.parametrize(
    ("low", "high", "hit"), [(0, 0.45, False), (0.2, 0.6, True), (1.9, 2.4, False), (1.7, 2, True)]
)
def test_only_what_reaches_between_knee_and_brow_is_drawn(context, low, high, hit):
    grid = Grid.over(FLAT, 0.1)
    slab = box((2, low, 2), (5, high, 4))
    assert draw_obstacles(grid, FLAT, slab, KNEE, BROW, 1.0, context).solid.any() == hit


def test_nothing_is_solid_off_the_floor(context):
    floor = sheet(2, 2, 4, 4, 0)
    grid = Grid.over(floor, 0.1)
    drawn = draw_obstacles(grid, floor, box((0, 0, 0), (8, 2, 8)), KNEE, BROW, 1.0, context)
    assert drawn.floor.sum() == pytest.approx(400, abs=2)
    assert not np.any(drawn.solid & ~drawn.floor)


def test_heights_are_packed_to_a_fraction_of_a_millimetre(context):
    grid = Grid.over(HILL, 0.1)
    assert draw_obstacles(grid, HILL, NOTHING, KNEE, BROW, 1.0, context).resolution < 1e-4


@pytest.mark.usefixtures("opengl")
def test_a_map_too_large_for_a_target_is_refused():
    with pytest.raises(OrlopError, match="larger than OpenGL can draw"):
        draw_obstacles(Grid(0, 0, 0.1, 40_000, 10), FLAT, NOTHING, KNEE, BROW)


def test_without_opengl_the_cure_is_the_raster_route(monkeypatch):
    def refuse(**_):
        raise RuntimeError("libEGL.so not loaded")

    monkeypatch.setattr(gpu.moderngl, "create_context", refuse)
    with pytest.raises(OrlopError, match="Use --method raster"):
        draw_obstacles(Grid.over(FLAT, 0.1), FLAT, NOTHING, KNEE, BROW)


def built(scene, method):
    return build_walkways(scene, WalkwaySettings(method=method))


def named(**parts):
    """A scene of nodes with these triangles; `_` in a name stands for a dot."""
    return Scene(
        "test",
        tuple(
            Node(name.replace("_", "."), None, np.eye(4), part, (Material(),), np.zeros(len(part), np.int32))
            for name, part in parts.items()
        ),
    )


@pytest.mark.usefixtures("opengl")
def test_a_build_by_the_card_has_the_raster_s_areas():
    drawn, clipped = built(build_scene(), "gpu"), built(build_scene(), "raster")
    assert [report.method for report in drawn.reports] == ["gpu", "gpu"]
    for ours, theirs in zip(drawn.reports, clipped.reports, strict=True):
        assert ours.reachable_m2 == pytest.approx(theirs.reachable_m2, rel=0.03)
        assert ours.islands == theirs.islands


@pytest.mark.usefixtures("opengl")
@pytest.mark.skipif(not MESHES.is_dir(), reason=f"no test meshes in {MESHES}")
@pytest.mark.parametrize(
    ("file", "method"), [("no_indices_3storybuilding.glb", "gpu"), ("godot_level_mesh.obj", "raster")]
)
def test_other_people_s_scenes_build_by_the_card_or_say_that_it_can_t(file, method):
    scene = load_scene(MESHES / file)
    drawn, clipped = built(scene, "gpu"), built(scene, "raster")
    assert {report.method for report in drawn.reports} == {method}
    for ours, theirs in zip(drawn.reports, clipped.reports, strict=True):
        assert ours.area_m2 == pytest.approx(theirs.area_m2, rel=0.03)


def test_floor_over_floor_is_made_by_the_raster_and_a_warning_says_why():
    build = built(named(floor_main=np.concatenate([FLAT, FLAT + np.array([0, 3.0, 0])])), "gpu")
    assert {report.method for report in build.reports} == {"raster"}
    assert any("lies over itself" in line for line in build.warnings)


@pytest.mark.usefixtures("opengl")
def test_a_pole_in_a_crack_that_is_walked_over_is_not_lost():
    floor = np.concatenate([sheet(0, 0, 4.0, 8, 0), sheet(4.12, 0, 8, 8, 0)])
    pole = box((4.02, 0, 3), (4.1, 2, 3.5))
    for method in ("gpu", "raster"):
        (report,) = build_walkways(
            named(floor_main=floor, pole=pole), WalkwaySettings(method=method, cell=0.02)
        ).reports
        assert report.outlines == 2
