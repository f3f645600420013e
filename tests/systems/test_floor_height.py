"""Floors, trapdoors, and what happens at the rim."""

import esper
import numpy as np

from orlop.components import Trapdoor
from orlop.engine.walkway.floor import Floor
from orlop.levels.drawn import draw_walkway, rectangle

COVER = np.array(
    [[(4.0, 2.0, 4.0), (4.0, 2.0, 6.0), (6.0, 2.0, 6.0)], [(4.0, 2.0, 4.0), (6.0, 2.0, 6.0), (6.0, 2.0, 4.0)]]
)


def test_the_floor_is_the_higher_of_it_and_an_enabled_trapdoor(world):
    world.add(draw_walkway("deck", rectangle(0, 0, 10, 10), height=1.0))
    _, motor = world.motor("deck", 5.0, 5.0)
    cover = Trapdoor("deck", COVER)
    entity = esper.create_entity(cover)
    world.tick()
    assert motor.floor_height == 2.0
    cover.enabled = False
    world.tick()
    assert motor.floor_height == 1.0
    cover.enabled = True
    world.tick()
    esper.delete_entity(entity, immediate=True)
    world.tick()
    assert motor.floor_height == 1.0


def test_a_trapdoor_below_the_floor_changes_nothing(world):
    world.add(draw_walkway("deck", rectangle(0, 0, 10, 10), height=3.0))
    _, motor = world.motor("deck", 5.0, 5.0)
    esper.create_entity(Trapdoor("deck", COVER))
    world.tick()
    assert motor.floor_height == 3.0


def test_a_trapdoor_fills_a_hole_on_a_deck_with_an_origin_of_its_own(world):
    walkway = draw_walkway("deck", rectangle(0, 0, 10, 10), origin=(100.0, 50.0, 0.0))
    walkway.floor = Floor.from_triangles(np.array([[(0, 0, 0), (0, 0, 3.9), (3.9, 0, 0)]], np.float64))
    world.add(walkway)
    _, motor = world.motor("deck", 105.0, 5.0)
    esper.create_entity(Trapdoor("deck", COVER + np.array([100.0, 50.0, 0.0])))
    world.tick()
    assert motor.floor_height == 52.0


def test_over_a_gap_in_the_floor_the_last_height_holds(world):
    walkway = draw_walkway("deck", rectangle(0, 0, 10, 10), height=1.0)
    strip = [[(0, 1, 0), (0, 1, 10), (5, 1, 10)], [(0, 1, 0), (5, 1, 10), (5, 1, 0)]]
    walkway.floor = Floor.from_triangles(np.array(strip, np.float64))
    world.add(walkway)
    _, motor = world.motor("deck", 4.0, 5.0)
    motor.wish = (3.0, 0.0)
    world.tick(120)
    assert motor.position[0] > 8.0
    assert motor.floor_height == 1.0
