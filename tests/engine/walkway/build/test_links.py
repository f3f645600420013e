"""Links that would misbehave are named where they are; sound ones are not."""

import numpy as np
import pytest

from orlop.engine.scene.scene import Material, Node, Scene
from orlop.engine.walkway.build.builder import build_walkways
from orlop.engine.walkway.settings import WalkwaySettings
from orlop.levels.catalogue import LEVELS

NOTHING = np.zeros((0, 3, 3))


def node(name, triangles=NOTHING, at=(0.0, 0.0, 0.0), scale=(1.0, 1.0, 1.0), **extras):
    transform = np.diag([*scale, 1.0])
    transform[:3, 3] = at
    return Node(name, None, transform, triangles, (Material(),), np.zeros(len(triangles), np.int32), extras)


def level(x0, z0, x1, z1, y=0.0, far=None):
    """Floor that faces up, at height y at x0, and `far` at x1."""
    far = y if far is None else far
    a, b, c, d = (x0, y, z0), (x0, y, z1), (x1, far, z1), (x1, far, z0)
    return np.array([(a, b, c), (a, c, d)], float)


def upright(x0, x1, z, low=0.0, high=2.5):
    """A wall along x."""
    a, b, c, d = (x0, low, z), (x1, low, z), (x1, high, z), (x0, high, z)
    return np.array([(a, b, c), (a, c, d)], float)


def slab(x0, x1, z0, z1):
    """Two walls and their ends: closed seen from above."""
    ends = [
        np.array([((x, 0, z0), (x, 0, z1), (x, 2, z1)), ((x, 0, z0), (x, 2, z1), (x, 2, z0))], float) for x in (x0, x1)
    ]
    return np.concatenate([upright(x0, x1, z0, high=2), upright(x0, x1, z1, high=2), *ends])


def portal(name, x0, x1, z0=1.0, z1=3.0):
    return node(name, at=((x0 + x1) / 2, 0, (z0 + z1) / 2), scale=((x1 - x0) / 2, 1, (z1 - z0) / 2))


def two_decks(*more, lift=0.0):
    """Deck `low` and deck `high`, 3 m over it, with the same ramp on both, but for `lift`."""
    ramp = level(4, 0, 10, 4, 0, 3)
    low = np.concatenate([level(0, 0, 4, 4), ramp])
    high = np.concatenate([level(10, 0, 14, 4, 3), ramp + np.array([0.0, lift, 0.0])])
    scene = Scene("decks", (node("floor.low", low), node("floor.high", high), *more))
    return build_walkways(scene, WalkwaySettings()).warnings


UP, DOWN = portal("portal.low.high", 8, 9), portal("portal.high.low", 5, 6)


def test_portals_on_the_same_ramp_are_sound():
    assert two_decks(UP, DOWN) == ()


def test_a_ramp_that_differs_in_height_is_named_with_its_place():
    up, down = two_decks(UP, DOWN, lift=0.1)
    assert up.startswith('portal "portal.low.high" at x 8.')
    assert "differ by 0.10 m" in up
    assert down.startswith('portal "portal.high.low" at x 5.')


def test_a_portal_to_where_there_is_no_floor_is_named():
    (warning,) = two_decks(portal("portal.low.high", 1, 2))
    assert '"high" has no floor there' in warning


def test_portals_that_would_throw_a_motor_back_and_forth_are_named():
    (warning,) = two_decks(portal("portal.low.high", 6, 8), portal("portal.high.low", 7, 9))
    assert '"portal.low.high" and "portal.high.low" at x 7.50, z 2.00' in warning


def test_portals_that_touch_are_sound():
    assert two_decks(portal("portal.low.high", 7, 8), portal("portal.high.low", 6, 7)) == ()


def room(*more, method="auto"):
    floor = np.concatenate([level(0, 0, 3, 6), level(4, 0, 8, 6), level(3, 0, 4, 2), level(3, 4, 4, 6)])
    scene = Scene("room", (node("floor.main", floor), node("wall", slab(5, 8, 2.9, 3.1)), *more))
    return build_walkways(scene, WalkwaySettings(method=method)).warnings


def test_a_trapdoor_over_its_hole_is_sound():
    assert room(node("trapdoor.main.cover", level(3, 2, 4, 4))) == ()


def test_a_trapdoor_that_misses_its_hole_is_named_with_its_place():
    (warning,) = room(node("trapdoor.main.cover", level(1, 2, 2, 4, 0.02)))
    assert warning.startswith('trapdoor "trapdoor.main.cover" at x 1.50, z 3.00')


@pytest.mark.parametrize("method", ["exact", "raster"])
def test_a_pusher_that_starts_in_a_wall_is_named_with_its_place(method):
    (warning,) = room(node("pusher.main.door", slab(6, 6.1, 2.5, 3.5)), method=method)
    assert warning.startswith('pusher "pusher.main.door" at x 6.05, z 3.00')


@pytest.mark.parametrize("method", ["exact", "raster"])
def test_a_pusher_hung_on_a_wall_s_end_is_sound(method):
    assert room(node("pusher.main.door", slab(4.0, 5.01, 2.95, 3.05)), method=method) == ()


def test_the_quayside_s_links_are_sound():
    build = build_walkways(LEVELS["quayside"].build_scene((0.0, 0.0)))
    assert build.warnings == ()
