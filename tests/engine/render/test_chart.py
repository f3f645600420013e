import math
import os
import subprocess
import sys

import numpy as np
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from orlop.engine.render.capture import render_chart, write_png
from orlop.engine.render.chart import Chart
from orlop.engine.render.chart_content import (
    ChartContent,
    ChartDeck,
    MotorMark,
    PortalMark,
    PusherMark,
    TrapdoorMark,
    rim_of,
)
from orlop.engine.render.chart_furniture import furniture, has_sidebar, plan_room, round_length
from orlop.engine.render.chart_legend import MEANINGS, kinds_in, legend
from orlop.engine.render.chart_tile import floor_shades
from orlop.engine.render.chart_view import NEAREST, PADDING, ChartView, fitting, looking_at, scale_of
from orlop.engine.render.ink import AIR, INK, PAPER, PUSHER, blank, blend, clipped, dots_along
from orlop.engine.render.lettering import fitted

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


SIZES = st.tuples(st.integers(120, 2600), st.integers(120, 1600))
SIDES = st.floats(0.5, 5000)


@given(SIZES, SIDES, SIDES, st.floats(-1e5, 1e5))
def test_a_deck_of_any_size_fits_into_the_room_beside_the_furniture_and_fills_it(
    size: tuple[int, int], across: float, down: float, x: float
) -> None:
    low, high, room = np.array([x, -20.0]), np.array([x + across, -20.0 + down]), plan_room(size)
    zoom = fitting(low, high, room)
    left, top, width, height = room
    corners = looking_at((0.0, 0.0), zoom, low, high, size, room).to_pixels(np.stack([low, high])) - (left, top)
    assert (corners >= PADDING - 2).all()
    assert (corners <= np.array([width, height]) - PADDING + 2).all()
    larger = (high - low) * scale_of(zoom + 1) + 2 * PADDING
    assert zoom == NEAREST or larger[0] > width or larger[1] > height


@given(SIZES, SIDES, SIDES, st.floats(0, 1), st.floats(0, 1), st.integers(0, 20))
def test_a_closer_chart_shows_the_walker_and_no_more_paper_than_the_padding(
    size: tuple[int, int], across: float, down: float, right: float, low_share: float, closer: int
) -> None:
    low, high, room = np.zeros(2), np.array([across, down]), plan_room(size)
    zoom = fitting(low, high, room) + closer
    place = (across * right, down * low_share)
    view = looking_at(place, zoom, low, high, size, room)
    begin, end, at = view.to_pixels(np.stack([low, high, np.array(place)])) - room[:2]
    for axis in (0, 1):
        assert PADDING - 2 <= at[axis] <= room[2 + axis] - PADDING + 2
        if end[axis] - begin[axis] + 2 * PADDING > room[2 + axis]:
            assert begin[axis] <= PADDING + 2
            assert end[axis] >= room[2 + axis] - PADDING - 2
        else:
            assert begin[axis] + end[axis] == pytest.approx(room[2 + axis], abs=3)


@given(SIZES, st.floats(0.01, 90), st.text("mn —", max_size=60), st.lists(st.sampled_from(list(MEANINGS)), unique=True))
def test_no_furniture_lies_on_the_plan(size: tuple[int, int], scale: float, name: str, kinds: list[str]) -> None:
    sheet = furniture(size, scale, name, name, tuple(kinds))
    left, top, width, height = plan_room(size)
    assert not pygame.mask.from_surface(sheet.subsurface((left, top, width, height)), 0).count()
    assert width * height > 0.4 * size[0] * size[1]


def test_the_legend_lists_only_what_is_there() -> None:
    assert kinds_in(ChartContent(ChartDeck("bare"))) == ()
    open_deck = ChartDeck("open", outlines=ROOM.outlines[:1], air=ROOM.air[:1])
    assert kinds_in(ChartContent(open_deck, motors=(MotorMark((1, 1), 0.4, 0.0, player=True),))) == ("air", "player")
    triangles = np.zeros((1, 3, 2))
    full = ChartContent(
        ChartDeck("room", ROOM.floor, ROOM.outlines, ROOM.air, np.zeros((1, 4))),
        portals=(PortalMark((0, 0), (1, 1), "hold"),),
        trapdoors=(TrapdoorMark(triangles, rim_of(triangles)),),
        pushers=(PusherMark((rectangle(0, 0, 1, 1),)),),
        motors=(MotorMark((1, 1), 0.4, 0.0, player=True), MotorMark((2, 1), 0.4, 0.0)),
    )
    assert kinds_in(full) == tuple(MEANINGS)
    assert legend(kinds_in(full)).get_height() == 8 * legend(("air",)).get_height()


def test_a_chart_without_furniture_has_an_empty_sidebar() -> None:
    size = (640, 400)
    view, surface = ChartView((5.0, 4.0), 20.0, size), blank((640, 400), (0, 0, 0))
    Chart().draw(surface, ChartContent(ROOM), view, furnished=False)
    assert has_sidebar(size)
    left, top, _, height = plan_room(size)
    assert pygame.transform.average_color(surface, (top, top, left - top - 2, height))[:3] == PAPER
    Chart().draw(surface, ChartContent(ROOM), view)
    assert pygame.transform.average_color(surface, (top, top, left - top - 2, height))[:3] != PAPER


@pytest.mark.parametrize("enabled", [True, False])
def test_a_portal_s_label_is_dark_on_paper_even_on_a_shut_hatch(enabled: bool) -> None:
    triangles = np.array([[[1, 1], [9, 1], [9, 7]], [[1, 1], [9, 7], [1, 7]]], np.float64)
    content = ChartContent(
        ROOM,
        portals=(PortalMark((4, 2), (6, 3), "cellar", enabled),),
        trapdoors=(TrapdoorMark(triangles, rim_of(triangles)),),
    )
    column, row = (round(value) for value in VIEW.pixel(5.0, 3.0))
    grey = render_chart(content, VIEW)[row + 5 : row + 14, column - 24 : column + 24].mean(axis=2)
    assert np.percentile(grey, 60) > sum(PAPER) / 3 - 25
    assert grey.min() < sum(INK) / 3 + 60


@given(st.text(st.characters(codec="ascii", categories=["L", "N"]), min_size=1, max_size=80))
def test_a_title_fits_however_long(text: str) -> None:
    assert fitted(text, 34, INK, 200).get_width() <= 200


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
    picture = render_chart(ChartContent(ROOM), VIEW)
    path = os.path.join(tmp_path, "chart.png")
    write_png(picture, path)
    again = pygame.surfarray.array3d(pygame.image.load(path)).swapaxes(0, 1)
    assert np.array_equal(again, picture)


def test_the_air_s_tint_is_paper_with_a_share_of_blue() -> None:
    tint = blend(PAPER, (AIR[0], AIR[1], AIR[2]), AIR[3] / 255)
    assert PAPER[2] > tint[2] > AIR[2]
