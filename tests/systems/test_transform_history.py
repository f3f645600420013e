"""Whoever moves a thing, drawing knows where it was."""

import math

import esper
import numpy as np
import pytest

from orlop.components import Agent, Door, Player, Route, Transform, WalkwayPusher
from orlop.engine.game import Game
from orlop.engine.schedule import Schedule, Stage, System
from orlop.levels.drawn import draw_walkway, rectangle
from orlop.systems.pose import between
from orlop.systems.transform_history import TransformHistorySystem


class Swinging(System):
    """An author's system: swings a thing for ten ticks, then lets it rest."""

    stage = Stage.CONTROL

    def __init__(self, transform):
        self.transform, self.left = transform, 10

    def process(self, dt):
        if self.left:
            self.left -= 1
            x, y, z = self.transform.position
            self.transform.position = (x + 0.1, y, z - 0.2)
            self.transform.heading += 0.05
            self.transform.pitch -= 0.01


def previous(transform):
    return transform.previous_position, transform.previous_heading, transform.previous_pitch


def current(transform):
    return transform.position, transform.heading, transform.pitch


@pytest.mark.parametrize("pusher", [True, False])
def test_a_thing_moved_by_an_authors_system_is_drawn_smoothly_and_then_at_rest(world, pusher):
    world.add(draw_walkway("deck", rectangle(0, 0, 20, 20)))
    transform = Transform((10.0, 0.0, 10.0))
    parts = [transform]
    if pusher:
        parts.append(WalkwayPusher("deck", (rectangle(-1, -0.1, 1, 0.1),)))
    esper.create_entity(*parts)
    world.schedule.add(Swinging(transform))
    for tick in range(12):
        before = current(transform)
        world.tick()
        assert previous(transform) == before
        assert between(transform, 0.0) == before
        assert (current(transform) == before) is (tick >= 10)


def test_what_walks_turns_or_opens_is_remembered_like_all_else(world):
    world.add(draw_walkway("deck", rectangle(0, 0, 40, 40)))
    entity, _ = world.motor("deck", 5.0, 5.0, Player())
    routed, _ = world.motor("deck", 5.0, 20.0)
    world.route(routed, (15.0, 20.0), (15.0, 30.0))
    agent, _ = world.motor("deck", 30.0, 30.0, Agent(("deck", 25.0, 35.0)))
    door = Transform((20.0, 0.0, 5.0))
    esper.create_entity(door, Door((20.0, 0.0, 5.0), wanted=1.0, seconds=0.5))
    things = [door, *(esper.component_for_entity(each, Transform) for each in (entity, routed, agent))]
    assert esper.has_component(routed, Route)
    moved = np.zeros(len(things))
    for _ in range(90):
        before = [current(thing) for thing in things]
        world.tick(move_forward=1.0, turn=0.02, look_up=0.01)
        assert [previous(thing) for thing in things] == before
        moved += [current(thing) != then for thing, then in zip(things, before, strict=True)]
    assert (moved > 10).all()


def test_a_teleported_thing_that_sets_both_is_not_drawn_flying(world):
    transform = Transform()
    esper.create_entity(transform)
    world.tick()
    transform.position = transform.previous_position = (50.0, 0.0, 0.0)
    assert between(transform, 0.5)[0] == (50.0, 0.0, 0.0)
    world.tick()
    assert between(transform, 0.5)[0] == (50.0, 0.0, 0.0)


def test_it_runs_before_all_that_an_author_added_earlier():
    schedule = Schedule()
    schedule.add(Swinging(Transform()))
    schedule.add(TransformHistorySystem())
    assert isinstance(schedule.systems()[0], TransformHistorySystem)


def test_a_paused_game_stays_half_way_between_its_ticks():
    with Game() as game:
        transform = Transform()
        esper.create_entity(transform)
        game.add(TransformHistorySystem())
        game.add(Swinging(transform))
        game.tick()
        before = between(transform, 0.5)
        game.clock.paused = True
        for _ in range(3):
            game.frame(0.1)
        assert between(transform, 0.5) == before
        assert math.isclose(before[0][0], 0.05)
