"""Agents, motors and portals on the endless ground: as on any deck, and nothing is cut while a tick waits."""

import math
import threading
import time

import esper
import pytest

from orlop.components import Agent, Portal, Transform, WalkwayMotor
from orlop.engine.deck.navmesh import Navmesh
from orlop.engine.game import Game
from orlop.levels.drawn import draw_walkway, rectangle
from orlop.levels.forest.level import NAME, Forest

NEAR_BY = (64.0, 128.0, 128.0, 128.0, 32.0)


@pytest.fixture
def cut_by_main_thread(monkeypatch):
    """For each mesh that is cut: whether the main thread did."""
    cut = []
    whole = Navmesh.from_air.__func__

    def noted(cls, air, obstacles=()):
        cut.append(threading.current_thread() is threading.main_thread())
        return whole(cls, air, obstacles)

    monkeypatch.setattr(Navmesh, "from_air", classmethod(noted))
    return cut


def send(game, forest, far):
    """Let the walker be an agent that is sent `far` metres east, over whatever is there."""
    motor = esper.component_for_entity(forest.player, WalkwayMotor)
    agent = Agent((NAME, motor.position[0] + far, motor.position[1]), arrive=3.0)
    esper.add_component(forest.player, agent)
    return agent, motor


def walk(patient, ticks):
    """Return metres east, grounds walked, the fewest triangles of any and the state."""
    forest = Forest(reaches=NEAR_BY)
    forest.patient = patient
    with Game(1) as game:
        game.load(forest)
        agent, motor = send(game, forest, 300.0)
        motor.speed = 9.0
        grounds, fewest, start = set(), math.inf, motor.position
        for _ in range(ticks // 10):
            game.tick(10)
            if not patient:
                await_workers(forest.world)
                game.tick()
            deck = game.decks.deck(NAME)
            grounds.add((deck.origin_x, deck.origin_z))
            fewest = min(fewest, len(deck.navmesh(motor.radius).triangles))
        assert not agent.lost
        return motor.position[0] - start[0], len(grounds), fewest, game.state_hash()


def await_workers(world):
    while not at_rest(world):
        time.sleep(0.001)


def at_rest(world):
    with world._scheduler._lock:  # what has just been asked for counts as needed only when a worker has seen it
        return not world._scheduler._posted and all(each.done == each.needed for each in world.progress().values())


def test_an_agent_walks_from_one_stretch_of_ground_to_the_next_and_no_tick_cuts_a_mesh(cut_by_main_thread):
    east, grounds, fewest, _ = walk(False, 1300)
    assert east > 120.0
    assert grounds >= 3
    assert fewest > 500
    assert len(cut_by_main_thread) >= grounds
    assert not any(cut_by_main_thread)


def test_its_walk_is_the_same_to_the_bit_with_any_number_of_workers(monkeypatch):
    states = []
    for cores in (2, 5):
        monkeypatch.setattr("os.cpu_count", lambda cores=cores: cores)
        states.append(walk(True, 600))
    assert states[0] == states[1]
    assert states[0][1] > 1


def test_whoever_comes_where_nobody_found_ways_finds_them_soon():
    forest = Forest(reaches=NEAR_BY)
    with Game(1) as game:
        game.load(forest)
        game.tick(30)
        deck = game.decks.deck(NAME)
        assert len(deck.navmesh(forest.settings.radius).triangles) == 0  # nobody needed any
        agent, motor = send(game, forest, 40.0)
        start = motor.position
        game.tick(240)
        assert len(game.decks.deck(NAME).navmesh(motor.radius).triangles) > 500
        assert math.dist(start, motor.position) > 2.0
        assert not agent.lost


def test_an_agent_leaves_the_ground_through_a_portal_and_comes_back():
    forest = Forest(reaches=NEAR_BY)
    with Game(1) as game:
        game.load(forest)
        motor = esper.component_for_entity(forest.player, WalkwayMotor)
        x, z = motor.position
        y = motor.floor_height
        game.decks.add_walkway(draw_walkway("hut", rectangle(-6.0, -6.0, 6.0, 6.0), height=0.0, origin=(x, y, z)))
        low, high = (x + 0.9, z - 1.5), (x + 1.9, z + 1.5)
        inside = esper.create_entity(Portal(NAME, "hut", low, high))
        agent = Agent(("hut", x - 3.0, z))
        esper.add_component(forest.player, agent)
        game.tick(400)
        assert motor.walkway == "hut"
        assert agent.arrived
        assert esper.component_for_entity(forest.player, Transform).position[1] == pytest.approx(y)
        esper.delete_entity(inside, immediate=True)
        esper.create_entity(Portal("hut", NAME, low, high))
        agent.destination = (NAME, x, z - 0.5)
        game.tick(500)
        assert motor.walkway == NAME
        assert agent.arrived
