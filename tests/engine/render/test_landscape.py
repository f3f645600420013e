"""Ground, things and water, drawn off screen and counted in pixels."""

import math
from collections.abc import Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

from orlop.engine.error import OrlopError
from orlop.engine.render.device import Device
from orlop.engine.render.landscape import Landscape
from orlop.engine.render.look import Look
from orlop.engine.render.picking import LEVELS
from orlop.engine.render.renderer import Renderer
from orlop.engine.render.shape import Shape
from orlop.engine.render.stand import Stand
from orlop.engine.render.target import Target
from orlop.engine.render.tile import Tile
from orlop.engine.render.view import View
from orlop.engine.render.water import lakes, streams

SIZE = (160, 90)
CLEAR = Look(haze=1e9, lantern=0.0)
RED, GREEN = (0.7, 0.02, 0.02), (0.02, 0.6, 0.02)
FAR_OUT = 8.0e6
"""Metres from the world's origin, where float32 tells only half metres apart."""

Picture = NDArray[np.uint8]


def pillar(shade: float) -> Shape:
    """A red box, its sides told apart by nothing."""
    x0, x1, y0, y1 = -1.0, 1.0, 0.0, 1.0
    quads = []
    for z in (-1.0, 1.0):
        quads.append([(x0, y0, z), (x1, y0, z), (x1, y1, z), (x0, y1, z)])
        quads.append([(z, y0, x0), (z, y0, x1), (z, y1, x1), (z, y1, x0)])
    triangles = np.array([[q[0], q[k], q[k + 1]] for q in quads for k in (1, 2)], np.float32)
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    outward = np.where(((normals * triangles.mean(axis=1)).sum(axis=1) < 0)[:, None], -normals, normals)
    many = len(triangles)
    return Shape(
        triangles,
        np.repeat(outward[:, None], 3, axis=1).astype(np.float32),
        np.tile(np.array(RED) * shade, (many, 1)).astype(np.float32),
        np.zeros(many, np.float32),
    )


class Stage:
    """A landscape with a model, and the means to look at it."""

    def __init__(self, device: Device) -> None:
        self.renderer = Renderer(device, CLEAR)
        self.land = Landscape(device, {"pillar": (tuple(pillar(1.0) for _ in range(LEVELS)),)})
        self.renderer.landscape = self.land
        self.target = Target(device, SIZE)

    def see(self, eye: tuple[float, float, float], heading: float = 0.0, pitch: float = 0.0) -> Picture:
        self.renderer.draw(self.target, View(eye, heading, pitch, math.pi / 2, 0.1, 8000.0), [])
        return self.target.read()

    def stand(self, key: object, places: list[tuple[float, float, float]], level: int = 0, rank: float = 0.0,
              origin: tuple[float, float, float] = (0.0, 0.0, 0.0), size: tuple[float, float] = (0.5, 4.0)) -> None:  # fmt: skip
        many = len(places)
        ranks = np.full(many, rank, np.float32)
        slots = self.land.stock.slots(("pillar",), np.zeros(many, np.int32), ranks)
        positions = np.array(places, np.float32)
        sizes, tints = np.tile(np.float32(size), (many, 1)), np.ones((many, 3), np.float32)
        stand = Stand(origin, positions, np.zeros(many, np.float32), sizes, tints, ranks, slots, level)
        self.land.add_stand(key, stand)

    def close(self) -> None:
        self.land.release()
        self.renderer.release()
        self.target.release()


@pytest.fixture
def stage(device: Device) -> Iterator[Stage]:
    made = Stage(device)
    yield made
    made.close()


def flat(
    count: int = 32, spacing: float = 2.0, height: float = 0.0, origin: tuple[float, float, float] = (-32.0, 0.0, -32.0)
) -> Tile:
    side = count + 3
    colours = np.tile(np.float32(GREEN), (side, side, 1))
    return Tile(origin, spacing, np.full((side, side), height, np.float32), colours, np.zeros((side, side), np.float32))


def greens(picture: Picture) -> NDArray[np.bool_]:
    r, g, b = np.moveaxis(picture.astype(int), 2, 0)
    return (g > 1.5 * r) & (g > 1.5 * b)


def reds(picture: Picture) -> NDArray[np.bool_]:
    r, g, b = np.moveaxis(picture.astype(int), 2, 0)
    return (r > 2 * g) & (r > 2 * b)


def test_level_ground_fills_the_picture_below_the_horizon(stage: Stage) -> None:
    stage.land.add_tile("ground", flat(spacing=64.0, origin=(-1024.0, 0.0, -1024.0)), 0)
    picture = greens(stage.see((0.0, 1.6, 0.0)))
    assert picture[46:].all()
    assert not picture[:44].any()


def test_ground_far_from_the_origin_is_drawn_as_steadily_as_at_it(stage: Stage) -> None:
    rough = flat()
    rough.heights[:] = np.random.default_rng(3).uniform(-0.5, 0.5, rough.heights.shape)
    stage.land.add_tile("here", rough, 0)
    here = stage.see((0.3, 2.0, 0.4))
    stage.land.remove("here")
    x, y, z = rough.origin
    there = Tile((x + FAR_OUT, y, z - FAR_OUT), rough.spacing, rough.heights, rough.colours, rough.canopy)
    stage.land.add_tile("there", there, 0)
    far = stage.see((0.3 + FAR_OUT, 2.0, 0.4 - FAR_OUT))
    assert (np.abs(far.astype(int) - here).max(axis=2) > 3).mean() < 0.002


def test_a_coarse_tile_shows_just_where_no_fine_one_lies(stage: Stage) -> None:
    coarse = flat(32, 8.0, height=-1.0, origin=(-128.0, 0.0, -128.0))
    coarse.colours[:] = RED
    stage.land.add_tile("coarse", coarse, 1)
    down = {"eye": (-64.0, 30.0, -64.0), "pitch": -math.pi / 2 + 1e-3}
    assert reds(stage.see(**down)).mean() > 0.95
    stage.land.add_tile(
        "fine", flat(64, 2.0, height=-3.0, origin=(-128.0, 0.0, -128.0)), 0
    )  # lower: else it would win anyway
    seen = stage.see(**down)
    assert greens(seen).all()
    stage.land.remove("fine")
    assert reds(stage.see(**down)).mean() > 0.95


def test_no_sky_shows_between_tiles_of_different_levels(stage: Stage) -> None:
    chance = np.random.default_rng(5)

    def rough(count: int, spacing: float, origin: tuple[float, float, float]) -> Tile:
        tile = flat(count, spacing, origin=origin)
        tile.heights[:] = chance.uniform(-0.3, 0.3, tile.heights.shape) * spacing
        return tile

    stage.land.add_tile("coarse", rough(32, 8.0, (-128.0, 0.0, -128.0)), 1)
    stage.land.add_tile("fine", rough(64, 2.0, (-128.0, 0.0, -128.0)), 0)
    for heading in (0.4, 1.3, 2.0, 2.9):
        seen = stage.see((-40.0, 6.0, -40.0), heading, -0.9).astype(int)
        assert (seen[..., 1] > seen[..., 2] + 10).all()


def test_far_ground_takes_fewer_triangles(stage: Stage) -> None:
    stage.land.add_tile("ground", flat(64, 2.0, origin=(-64.0, 0.0, -128.0)), 0)
    stage.see((0.0, 2.0, 2.0))
    near = stage.renderer.triangles_drawn
    stage.see((0.0, 2.0, 700.0))
    assert stage.renderer.triangles_drawn < near / 8
    assert stage.renderer.triangles_drawn > 0


def test_a_thing_stands_where_it_should_and_hides_what_is_behind(stage: Stage) -> None:
    stage.stand("one", [(0.0, -8.0, -20.0)], size=(4.0, 16.0))
    picture = reds(stage.see((0.0, 0.0, 0.0)))
    # Its face is 8 by 16 metres, 16 away; 45 pixels show a metre at one metre.
    assert picture.sum() == pytest.approx((45 * 8.0 / 16.0) * (45 * 16.0 / 16.0), rel=0.06)
    assert picture[45, 80]
    stage.stand("two", [(0.0, -4.0, -40.0)], size=(4.0, 8.0))
    assert np.array_equal(reds(stage.see((0.0, 0.0, 0.0))), picture)
    stage.land.remove("one")
    stage.land.remove("two")
    assert not reds(stage.see((0.0, 0.0, 0.0))).any()


def test_what_lies_behind_the_eye_costs_nothing(stage: Stage) -> None:
    stage.stand("behind", [(x, 0.0, 20.0) for x in range(-5, 6)])
    stage.see((0.0, 1.0, 0.0))
    assert stage.renderer.triangles_drawn == 0


def test_things_of_high_rank_vanish_first_and_all_stand_near_by(stage: Stage) -> None:
    seen = {}
    for rank in (0.02, 0.2, 0.9):
        stage.stand("some", [(0.0, -20.0, 0.0)], rank=rank, size=(15.0, 40.0))
        seen[rank] = [bool(reds(stage.see((0.0, 0.0, away))).any()) for away in (60.0, 300.0, 900.0)]
        stage.land.remove("some")
    assert seen == {0.02: [True, True, True], 0.2: [True, True, False], 0.9: [True, False, False]}


def test_a_thing_that_a_finer_stand_has_is_drawn_once(stage: Stage) -> None:
    spot = [(0.25, -1.0, -20.0)]
    stage.stand("coarse", [*spot, (3.0, -1.0, -20.0)], level=1)
    stage.see((0.0, 0.0, 0.0))
    both = stage.renderer.triangles_drawn
    stage.stand("fine", spot, origin=(0.0, 0.0, 0.0))
    stage.see((0.0, 0.0, 0.0))
    assert stage.renderer.triangles_drawn == both
    stage.land.remove("fine")
    stage.see((0.0, 0.0, 0.0))
    assert stage.renderer.triangles_drawn == both


def test_between_two_shapes_every_pixel_is_drawn_by_one_of_them(device: Device) -> None:
    white, dark = pillar(1.0), pillar(0.2)
    renderer, target = Renderer(device, CLEAR), Target(device, SIZE)
    land = renderer.landscape = Landscape(device, {"pillar": ((white, white, dark, dark),)})
    ranks = np.zeros(1, np.float32)
    slots = land.stock.slots(("pillar",), np.zeros(1, np.int32), ranks)
    size, tint = np.array([[6.0, 8.0]], np.float32), np.ones((1, 3), np.float32)
    land.add_stand(0, Stand((0, 0, 0), np.array([[0, -4, 0]], np.float32), ranks, size, tint, ranks, slots))
    switch = land.reach.shapes[1] * 8.0 + land.reach.close
    counts, bright = [], []
    for share in (0.88, 0.955, 1.03):
        renderer.draw(target, View((0.0, 0.0, switch * share), 0.0, 0.0, 0.3, 0.1, 900.0), [])
        picture = target.read()
        counts.append(int(reds(picture).sum()) * share**2)
        bright.append(picture[reds(picture)].astype(float)[:, 0].mean())
    assert counts[1] == pytest.approx(counts[0], rel=0.08)
    assert counts[2] == pytest.approx(counts[0], rel=0.08)
    assert bright[0] > bright[1] + 5 > bright[2] + 10
    for owned in (land, renderer, target):
        owned.release()


def test_a_thing_throws_a_shadow_on_the_ground(stage: Stage) -> None:
    stage.land.add_tile("ground", flat(), 0)
    open_ = stage.see((0.0, 12.0, 0.0), 0.0, -math.pi / 2 + 1e-3)[..., 1].astype(int)
    stage.stand("one", [(0.0, 0.0, 0.0)], size=(1.0, 6.0))
    shaded = stage.see((0.0, 12.0, 0.0), 0.0, -math.pi / 2 + 1e-3)[..., 1].astype(int)
    assert ((open_ - shaded > 30) & (shaded > 0)).sum() > 60


def test_an_unknown_model_is_named(stage: Stage) -> None:
    with pytest.raises(OrlopError, match=r"no model is called 'palm'.*pillar"):
        stage.land.stock.slots(("palm",), np.zeros(1, np.int32), np.zeros(1, np.float32))


def test_a_stream_shows_over_its_bed_and_a_coarser_one_gives_way_to_fine_ground(stage: Stage) -> None:
    stage.land.add_tile("ground", flat(), 0)
    line = np.array([(0.0, 0.3, -30.0), (0.0, 0.3, 0.0), (0.0, 0.3, 30.0)], np.float32)
    starts, widths, flow = np.zeros(1, np.int32), np.full(3, 6.0, np.float32), np.full(3, 0.5, np.float32)
    water = streams((0.0, 0.0, 0.0), starts, line, widths, flow)
    dry = stage.see((0.0, 10.0, 0.0), 0.0, -math.pi / 2 + 1e-3).astype(int)
    stage.land.add_water("stream", water)
    wet = stage.see((0.0, 10.0, 0.0), 0.0, -math.pi / 2 + 1e-3).astype(int)
    changed = (np.abs(wet - dry).max(axis=2) > 12).mean(axis=0)
    assert changed[75:85].min() > 0.9
    assert changed[:55].max() == changed[105:].max() == 0.0
    stage.land.remove("stream")
    stage.land.add_water("coarse", water, level=1)
    assert np.array_equal(stage.see((0.0, 10.0, 0.0), 0.0, -math.pi / 2 + 1e-3).astype(int), dry)


def test_bands_join_within_a_line_and_not_across_lines() -> None:
    points = np.array([(0, 0, 0), (0, 0, 10), (50, 0, 0), (50, -1, 10), (50, -2, 20)], np.float32)
    ones = np.ones(5, np.float32)
    water = streams((0.0, 0.0, 0.0), np.array([0, 2], np.int32), points, 2 * ones, ones)
    assert water.indices.shape == (6, 3)
    corners = water.corners["position"][water.indices]
    assert np.ptp(corners[..., 0], axis=1).max() == pytest.approx(2.0)
    up = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])[:, 1]
    assert up.sum() / 2 == pytest.approx(2.0 * 10 + 2.0 * 20)
    assert (up > 0).all()


def test_a_lake_is_as_large_as_its_disk_and_lies_level() -> None:
    lake = lakes((0.0, 0.0, 0.0), np.array([[5.0, 2.0, 5.0]], np.float32), np.array([10.0], np.float32))
    corners = lake.corners["position"][lake.indices].astype(np.float64)
    areas = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]), axis=1) / 2
    assert areas.sum() == pytest.approx(math.pi * 100, rel=0.01)
    assert (corners[..., 1] == 2.0).all()
