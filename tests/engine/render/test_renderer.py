import math
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from orlop.engine.render.capture import PlacedMesh, render_first_person
from orlop.engine.render.device import Device
from orlop.engine.render.look import Look
from orlop.engine.render.mesh import chunked, mesh_of
from orlop.engine.render.view import View

SIZE = (160, 90)
CLEAR = Look(haze=1e9)
RED, GREEN, WHITE = (0.8, 0.05, 0.04), (0.05, 0.7, 0.05), (0.8, 0.8, 0.8)

Triangles = NDArray[np.float64]
Picture = NDArray[np.uint8]


def wall(z: float, half: float = 1.0, bottom: float = -1.0) -> Triangles:
    """A square across the view, seen from +z."""
    a, b, c, d = ([-half, bottom, z], [half, bottom, z], [half, half, z], [-half, half, z])
    return np.array([[a, b, c], [a, c, d]], np.float64)


def floor(y: float, half: float) -> Triangles:
    a, b, c, d = ([-half, y, half], [half, y, half], [half, y, -half], [-half, y, -half])
    return np.array([[a, b, c], [a, c, d]], np.float64)


def box(low: tuple[float, float, float], high: tuple[float, float, float]) -> Triangles:
    (x0, y0, z0), (x1, y1, z1) = low, high
    corners = np.array([[x, y, z] for x in (x0, x1) for y in (y0, y1) for z in (z0, z1)], np.float64)
    quads = ([0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3])
    return np.concatenate([corners[[[q[0], q[1], q[2]], [q[0], q[2], q[3]]]] for q in quads])


def painted(*parts: tuple[Triangles, tuple[float, float, float]]) -> tuple[Triangles, NDArray[np.float64]]:
    triangles = np.concatenate([part for part, _ in parts])
    return triangles, np.concatenate([np.tile(colour, (len(part), 1)) for part, colour in parts])


def draw(
    device: Device, *parts: tuple[Triangles, tuple[float, float, float]], view: View | None = None, look: Look = CLEAR
) -> Picture:
    return render_first_person(view or View((0, 0, 0)), chunked(*painted(*parts)), size=SIZE, look=look, device=device)


def is_red(picture: Picture) -> NDArray[np.bool_]:
    r, g, b = np.moveaxis(picture.astype(int), 2, 0)
    return (r > 2 * g) & (r > 2 * b)


def is_green(picture: Picture) -> NDArray[np.bool_]:
    r, g, b = np.moveaxis(picture.astype(int), 2, 0)
    return (g > 1.4 * r) & (g > 1.4 * b)


def test_a_red_square_fills_just_the_part_of_the_picture_that_it_should(device: Device) -> None:
    view = View((0, 0, 0), field_of_view=math.pi / 2)
    red = is_red(draw(device, (wall(-2.0), RED), view=view))
    assert red[45, 80]
    assert red.sum() == pytest.approx(45 * 45, rel=0.05)
    assert not red[:20].any()


def test_what_is_behind_a_wall_is_hidden_and_what_is_beside_it_shows(device: Device) -> None:
    picture = draw(device, (wall(-2.0), RED), (wall(-4.0, half=0.9, bottom=-0.9), GREEN))
    assert not is_green(picture).any()
    assert is_green(draw(device, (wall(-4.0, half=0.9, bottom=-0.9), GREEN))).any()


def test_drawing_does_not_depend_on_the_order_of_the_triangles(device: Device) -> None:
    one = draw(device, (wall(-2.0), RED), (wall(-4.0, half=4.0), GREEN))
    other = draw(device, (wall(-4.0, half=4.0), GREEN), (wall(-2.0), RED))
    assert np.array_equal(one, other)


def test_two_walls_five_centimetres_apart_can_be_told_apart_at_a_hundred_metres(device: Device) -> None:
    red = is_red(
        draw(device, (wall(-100.0, half=40.0, bottom=-40), RED), (wall(-100.05, half=40.0, bottom=-40), GREEN))
    )
    assert red[20:70, 60:100].all()


@pytest.mark.parametrize("away", [(5_000.0, 0.0, -5_000.0), (1e7, 640.0, -1e7)])
def test_the_picture_is_the_same_far_from_the_origin(device: Device, away: tuple[float, float, float]) -> None:
    shift = np.floor(np.array(away) / 64) * 64
    parts = [(box((-1, -1, -6), (1, 1, -4)), RED), (floor(-1.0, 30.0), WHITE)]
    view = View((0.3, 0.6, 0.2), 0.1, -0.1)
    moved = View((0.3 + shift[0], 0.6 + shift[1], 0.2 + shift[2]), 0.1, -0.1)
    here = draw(device, *parts, view=view, look=Look())
    there = draw(device, *[(part + shift, colour) for part, colour in parts], view=moved, look=Look())
    assert np.abs(here.astype(int) - there).max() <= 3


def test_distant_ground_takes_the_colour_of_the_sky_at_the_horizon(device: Device) -> None:
    view = View((0, 1.65, 0), far=20_000.0)
    picture = draw(device, (floor(0.0, 9000.0), (0.1, 0.4, 0.1)), view=view, look=Look(haze=20.0)).astype(int)
    above, below = picture[43, 80], picture[46, 80]
    assert np.abs(above - below).max() <= 6
    assert np.abs(picture[85, 80] - above).max() > 25


def test_haze_only_ever_brings_things_nearer_to_the_sky(device: Device) -> None:
    sky = render_first_person(View((0, 0, 0)), (), size=SIZE, device=device)[45, 80].astype(int)
    away = []
    for distance in (5.0, 50.0, 200.0, 800.0):
        seen = draw(device, (wall(-distance, half=distance, bottom=-distance), RED), look=Look())[45, 80]
        away.append(float(np.abs(seen - sky).sum()))
    assert away == sorted(away, reverse=True)
    assert away[-1] < 0.3 * away[0]


def test_a_box_throws_a_shadow_away_from_the_sun(device: Device) -> None:
    look = Look(haze=1e9, sun_heading=math.pi / 2, sun_height=math.radians(45))
    ground = (floor(0.0, 30.0), WHITE)
    view = View((0, 20, 0), 0.0, -math.pi / 2 + 1e-6)
    lit = draw(device, ground, view=view, look=look).astype(int)
    shaded = draw(device, ground, (box((-1, 0, -1), (1, 3, 1)), WHITE), view=view, look=look).astype(int)
    darker = (lit - shaded).sum(axis=2) > 60
    assert darker[45, 80 - 11]  # 2.5 m to the side away from the sun
    assert not darker[45, 80 + 11]


def test_any_two_faces_of_a_sunless_room_that_meet_can_be_told_apart(device: Device) -> None:
    room = (box((-3, -3, -3), (3, 3, 3)), WHITE)
    views = [(0.0, 0.0), (math.pi / 2, 0.0), (math.pi, 0.0), (-math.pi / 2, 0.0), (0.0, 1.57), (0.0, -1.57)]
    tones = []
    for heading, pitch in views:
        tones.append(draw(device, room, view=View((0, 0, 0), heading, pitch))[35:55, 70:90].mean(axis=(0, 1)))
    opposite = {(0, 2), (1, 3), (4, 5)}
    for one, other in combinations(range(6), 2):
        if (one, other) not in opposite:
            assert np.abs(tones[one] - tones[other]).max() > 4
    assert np.min(tones) > 30


def test_a_sharp_edge_is_drawn_as_a_darker_line(device: Device) -> None:
    picture = draw(device, (box((-2, -2, -6), (2, 2, -4)), WHITE), (wall(-20.0, half=40, bottom=-40), WHITE))
    row = picture[45].astype(int).sum(axis=1)
    face = int(np.median(row[65:95]))
    assert row[40:120].min() < face - 40


def test_a_model_is_turned_by_its_heading(device: Device) -> None:
    arm = mesh_of(*painted((box((0.5, -0.2, -0.2), (1.5, 0.2, 0.2)), RED)))
    for heading, side in ((0.0, 1), (math.pi, -1)):
        model = PlacedMesh(arm, (0.0, 0.0, -3.0), heading)
        red = is_red(render_first_person(View((0, 0, 0)), (), [model], SIZE, CLEAR, device))
        columns = np.flatnonzero(red.any(axis=0))
        assert len(columns)
        assert (np.sign(columns - 79.5) == side).all()


def test_a_model_turned_a_quarter_points_from_plus_x_to_plus_z(device: Device) -> None:
    arm = mesh_of(*painted((box((0.5, -0.2, -0.2), (1.5, 0.2, 0.2)), RED)))
    model = PlacedMesh(arm, (0.0, 0.0, -3.0), math.pi / 2)
    red = is_red(render_first_person(View((0, 0, 0)), (), [model], SIZE, CLEAR, device))
    assert red[45, 80]
    assert (
        red.sum()
        > is_red(
            render_first_person(View((0, 0, 0)), (), [PlacedMesh(arm, (0, 0, -3.0), -math.pi / 2)], SIZE, CLEAR, device)
        ).sum()
    )


def test_the_sky_is_bluer_above_than_at_the_horizon(device: Device) -> None:
    picture = render_first_person(View((0, 0, 0), 0, 0.5), (), size=SIZE, device=device).astype(int)
    blueness = picture[:, 80, 2] - picture[:, 80, 0]
    assert blueness[0] > blueness[-1] + 20
