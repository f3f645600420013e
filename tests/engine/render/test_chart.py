import math
import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from orlop.engine.render.capture import render_chart, write_png
from orlop.engine.render.chart import Chart
from orlop.engine.render.chart_content import ChartContent, ChartDeck, MotorMark, PusherMark, rim_of
from orlop.engine.render.chart_furniture import round_length
from orlop.engine.render.chart_tile import floor_shades
from orlop.engine.render.chart_view import SCALES, ChartView, fitting
from orlop.engine.render.ink import AIR, PAPER, PUSHER, blank, blend, clipped, dots_along

SIZE = (256, 200)  # small pictures carry a border, but no title or legend
Points = NDArray[np.float64]


def rectangle(x0: float, z0: float, x1: float, z1: float, solid: bool = False) -> Points:
    ring = np.array([[x0, z0], [x1, z0], [x1, z1], [x0, z1]], np.float64)
    return ring[::-1].copy() if solid else ring


ROOM = ChartDeck(
    "room",
    np.array([[[0, 0, 0], [0, 0, 8], [10, 0, 8]], [[0, 0, 0], [10, 0, 8], [10, 0, 0]]], np.float64),
    (rectangle(0, 0, 10, 8), rectangle(4, 3, 6, 5, solid=True)),
    (rectangle(0.4, 0.4, 9.6, 7.6), rectangle(3.6, 2.6, 6.4, 5.4, solid=True)),
)
VIEW = ChartView((5.0, 4.0), 20.0, SIZE)


def at(picture: NDArray[np.uint8], x: float, z: float) -> NDArray[np.int64]:
    column, row = VIEW.pixel(x, z)
    return picture[round(row), round(column)].astype(np.int64)


def test_air_is_blue_grey_the_rim_beside_it_is_not_and_solids_are_hatched() -> None:
    picture = render_chart(ChartContent(ROOM), VIEW)
    air, rim = at(picture, 2, 2), at(picture, 0.2, 4)
    assert air[2] > air[0]
    assert rim[2] < rim[0]
    solid = picture[90:112, 120:137].reshape(-1, 3).astype(int).sum(axis=1)
    assert solid.max() - solid.min() > 100


def test_outlines_are_ink_where_they_belong() -> None:
    picture = render_chart(ChartContent(ROOM), VIEW)
    for x, z in ((0, 4), (10, 4), (4, 4), (6, 4)):
        column, row = (round(value) for value in VIEW.pixel(x, z))
        assert picture[row, column - 2 : column + 3].sum(axis=1).min() < 300


def test_outside_is_paper() -> None:
    assert tuple(at(render_chart(ChartContent(ROOM), VIEW), -0.4, 4)) == PAPER


def test_the_player_is_drawn_where_it_is() -> None:
    motor = MotorMark((2.0, 6.0), 0.4, 0.0, player=True)
    picture = render_chart(ChartContent(ROOM, motors=(motor,)), VIEW).astype(int)
    reddish = picture[:, :, 0] - picture[:, :, 2] > 110
    rows, columns = np.nonzero(reddish)
    assert (columns.mean(), rows.mean()) == pytest.approx(VIEW.pixel(2.0, 6.0), abs=3)


def test_the_sight_points_along_the_heading() -> None:
    for heading, ahead in ((0.0, (0, -1)), (math.pi / 2, (1, 0)), (math.pi, (0, 1))):
        motor = MotorMark((2.0, 6.0), 0.4, heading, player=True)
        seen = render_chart(ChartContent(ROOM, motors=(motor,)), VIEW).astype(int)
        plain = render_chart(ChartContent(ROOM), VIEW).astype(int)
        changed = np.abs(seen - plain).sum(axis=2) > 8
        rows, columns = np.nonzero(changed)
        x, z = VIEW.pixel(2.0, 6.0)
        assert (columns.mean() - x) * ahead[0] + (rows.mean() - z) * ahead[1] > 2


def test_an_enabled_pusher_is_filled_and_a_disabled_one_is_not() -> None:
    ring = rectangle(7.5, 1.5, 8.5, 2.5)
    shut = render_chart(ChartContent(ROOM, pushers=(PusherMark((ring,)),)), VIEW)
    gone = render_chart(ChartContent(ROOM, pushers=(PusherMark((ring,), enabled=False),)), VIEW)
    assert tuple(at(shut, 8, 2)) == PUSHER
    assert tuple(at(gone, 8, 2)) == tuple(at(render_chart(ChartContent(ROOM), VIEW), 8, 2))


def test_kept_tiles_show_what_fresh_ones_show() -> None:
    chart, surface = Chart(), blank(SIZE, (0, 0, 0))
    for x in (5.0, 8.0, 5.0):
        chart.draw(surface, ChartContent(ROOM), ChartView((x, 4.0), 20.0, SIZE))
    fresh = blank(SIZE, (0, 0, 0))
    Chart().draw(fresh, ChartContent(ROOM), VIEW)
    assert surface.get_buffer().raw == fresh.get_buffer().raw


def test_without_patience_the_plan_appears_over_the_next_frames() -> None:
    chart, surface, fresh = Chart(), blank(SIZE, (0, 0, 0)), blank(SIZE, (0, 0, 0))
    chart.draw(surface, ChartContent(ROOM), VIEW, patience=0.0)
    assert tuple(surface.get_at((128, 60)))[:3] == PAPER
    Chart().draw(fresh, ChartContent(ROOM), VIEW)
    for _ in range(12):
        chart.draw(surface, ChartContent(ROOM), VIEW, patience=1e-5)
    assert surface.get_buffer().raw == fresh.get_buffer().raw


def test_no_seam_shows_between_tiles() -> None:
    """Moved by whole pixels, the plan is the same, although tiles cut it elsewhere."""
    wide = ChartDeck("wide", outlines=(rectangle(-60, -60, 60, 60), rectangle(-50, -50, 50, 50, solid=True)))
    one = render_chart(ChartContent(wide), ChartView((0.0, 0.0), 8.0, (200, 180)))[20:-20, 20:-20]
    other = render_chart(ChartContent(wide), ChartView((5.0, 0.0), 8.0, (200, 180)))[20:-20, 20:-20]
    assert np.abs(one[:, 40:].astype(int) - other[:, :-40]).max() <= 40


@pytest.mark.parametrize("away", [5_000.0, 1e7])
def test_the_plan_is_the_same_far_from_the_origin(away: float) -> None:
    moved = ChartDeck(
        "room",
        ROOM.floor + np.array([away, 0, away]),
        tuple(ring + away for ring in ROOM.outlines),
        tuple(ring + away for ring in ROOM.air),
    )
    here = render_chart(ChartContent(ROOM), VIEW).astype(int)
    there = render_chart(ChartContent(moved), ChartView((5 + away, 4 + away), 20.0, SIZE)).astype(int)
    inside = np.abs(here - there)[20:-20, 20:-20].max(axis=2)
    assert (inside > 60).mean() < 0.02  # hatching may start elsewhere


def test_a_chart_needs_no_display_and_no_opengl() -> None:
    code = (
        "import sys\n"
        "from orlop.engine.render.capture import render_chart\n"
        "from orlop.engine.render.chart_content import ChartContent, ChartDeck\n"
        "from orlop.engine.render.chart_view import ChartView\n"
        "print(render_chart(ChartContent(ChartDeck('deck')), ChartView((0, 0), 10, (320, 320))).shape)"
    )
    environment = {**os.environ, "SDL_VIDEODRIVER": "dummy", "GLCONTEXT_LINUX_LIBGL": "/nowhere"}
    environment.pop("DISPLAY", None)
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert "(320, 320, 3)" in done.stdout


def test_all_of_a_deck_shows_in_the_fitting_view() -> None:
    view = fitting(np.array([-30.0, 10.0]), np.array([50.0, 40.0]), (1280, 720))
    pixels = view.to_pixels(np.array([[-30.0, 10.0], [50.0, 40.0]]))
    assert (pixels > 0).all()
    assert (pixels < (1280, 720)).all()
    assert view.scale in SCALES


@given(st.floats(0.01, 1e6))
def test_a_scale_bar_is_one_two_or_five_and_fits(metres: float) -> None:
    length = round_length(metres)
    assert length <= metres * (1 + 1e-6)
    assert length > metres / 2.51
    assert f"{length:.0e}"[0] in "125"


@given(st.lists(st.tuples(st.floats(-20, 20), st.floats(-20, 20)), min_size=3, max_size=12))
def test_a_clipped_ring_stays_in_the_rectangle(points: list[tuple[float, float]]) -> None:
    cut = clipped(np.array(points), (-5.0, -6.0), (7.0, 4.0))
    assert (cut >= np.array([-5.0, -6.0]) - 1e-9).all()
    assert (cut <= np.array([7.0, 4.0]) + 1e-9).all()


def test_a_clipped_square_has_the_area_of_the_overlap() -> None:
    ring = clipped(rectangle(-1, -1, 3, 3), (0.0, 0.0), (2.0, 10.0))
    x, z = ring[:, 0], ring[:, 1]
    assert 0.5 * abs(np.dot(x, np.roll(z, -1)) - np.dot(z, np.roll(x, -1))) == pytest.approx(6.0)


def test_dots_lie_on_the_ring_evenly() -> None:
    dots = dots_along(rectangle(0, 0, 4, 4), 1.0)
    assert len(dots) == 16
    on_rim = np.isclose(dots, 0).any(axis=1) | np.isclose(dots, 4).any(axis=1)
    assert on_rim.all()


def test_the_rim_of_two_triangles_that_share_an_edge_has_four_edges() -> None:
    square = np.array([[[0, 0], [1, 0], [1, 1]], [[0, 0], [1, 1], [0, 1]]], np.float64)
    assert rim_of(square).shape == (4, 2, 2)


def test_higher_floor_is_lighter_and_steeper_floor_darker() -> None:
    low = np.array([[0, 0, 0], [0, 0, 1], [1, 0, 0]], np.float64)
    steep = np.array([[0, 1, 0], [0, 1, 1], [1, 3, 0]], np.float64)
    shades = floor_shades(np.stack([low, low + np.array([0, 2, 0]), steep]))
    assert shades[1] > shades[0]
    assert shades[2] < shades[1]


def test_a_picture_survives_as_png(tmp_path: "os.PathLike[str]") -> None:
    import pygame

    picture = render_chart(ChartContent(ROOM), VIEW)
    path = os.path.join(tmp_path, "chart.png")
    write_png(picture, path)
    again = pygame.surfarray.array3d(pygame.image.load(path)).swapaxes(0, 1)
    assert np.array_equal(again, picture)


def test_the_air_s_tint_is_paper_with_a_share_of_blue() -> None:
    tint = blend(PAPER, (AIR[0], AIR[1], AIR[2]), AIR[3] / 255)
    assert PAPER[2] > tint[2] > AIR[2]
