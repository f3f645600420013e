"""A world of small flat chunks, streamed in around loaders."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

import esper
import numpy as np
import pytest

from orlop.components import ChunkLoader, Transform, WalkwayMotor
from orlop.engine.deck.boundary import Boundary
from orlop.engine.deck.decks import Decks
from orlop.engine.events import Events
from orlop.engine.schedule import TICK, Schedule
from orlop.engine.statehash import state_hash
from orlop.engine.worldgen.failure import GenerationError
from orlop.engine.worldgen.layer import Layer
from orlop.engine.worldgen.world import World
from orlop.levels.drawn import draw_walkway, rectangle
from orlop.systems.chunk_streaming import LINGER, ChunkStreamingSystem
from orlop.systems.floor_height import FloorHeightSystem
from orlop.systems.movement import MovementSystem
from orlop.systems.streamed_world import StreamedWorld

SIZE, AROUND, RADIUS = 32.0, 24.0, 0.4
DT = 1 / 60


@dataclass
class Mark:
    """Says which chunk an entity came from."""

    chunk: tuple[int, int]
    hashed: ClassVar[bool] = False


@dataclass(frozen=True)
class Patch:
    chunk: tuple[int, int]

    def entities(self):
        return [(Mark(self.chunk),)]


@dataclass(frozen=True)
class Stretch:
    chunk: tuple[int, int]

    def walkway(self, name):
        (i, j), reach = self.chunk, SIZE + AROUND
        walkway = draw_walkway(
            name, rectangle(-AROUND, -AROUND, reach, reach), height=i, origin=(i * SIZE, 0.0, j * SIZE)
        )
        return walkway, {RADIUS: Boundary.from_air(walkway.air(RADIUS))}


class Patches(Layer[Patch]):
    name, size = "patches", SIZE

    def generate(self, bounds, inputs, seed):
        return Patch(inputs.index)


class Stretches(Layer[Stretch]):
    name, size = "stretches", SIZE

    def __init__(self, broken=False):
        self.broken = broken

    def generate(self, bounds, inputs, seed):
        if self.broken:
            raise ArithmeticError("no ground today")
        return Stretch(inputs.index)


class StreamedPlay:
    """One walker on a streamed ground, ticked by hand."""

    def __init__(self, patient=True, threads=0, broken=False, x=16.0, z=16.0) -> None:
        patches, stretches = Patches(), Stretches(broken)
        self.world = World([patches, stretches], 1, threads=threads)
        self.decks, self.schedule = Decks(), Schedule(Events())
        streamed = StreamedWorld(self.world, (patches,), stretches)
        self.streaming = ChunkStreamingSystem({"flat": streamed}, self.decks, patient)
        for system in (self.streaming, MovementSystem(self.decks, Events()), FloorHeightSystem(self.decks)):
            self.schedule.add(system)
        self.motor = WalkwayMotor("ground", (x, z), RADIUS, acceleration=math.inf)
        self.transform = Transform((x, 0.0, z))
        self.walker = esper.create_entity(self.transform, self.motor, ChunkLoader("flat", (64.0,), "ground"))

    def tick(self, count=1):
        for _ in range(count):
            self.schedule.run(TICK, DT, False)

    def chunks(self):
        return {mark.chunk for _, mark in esper.get_component(Mark)}


@pytest.fixture
def context() -> Iterator[None]:
    esper.switch_world("streaming")
    yield
    esper.switch_world("default")
    esper.delete_world("streaming")


@pytest.fixture
def play(context) -> Iterator[StreamedPlay]:
    play = StreamedPlay()
    with play.world:
        play.streaming.begin()
        yield play


def test_chunks_around_the_loader_become_entities(play):
    play.tick()
    assert play.chunks() == {(i, j) for i in range(-2, 3) for j in range(-2, 3)}
    assert len(esper.get_component(Mark)) == 25


def test_chunks_left_behind_go_and_none_is_shown_twice(play):
    play.motor.wish, play.motor.speed = (20.0, 0.0), 20.0
    play.tick(60 * 30)
    i = math.floor(play.motor.position[0] / SIZE)
    assert i > 15
    assert play.chunks() >= {(i + k, m) for k in range(-1, 2) for m in range(-2, 3)}
    assert all(abs(chunk[0] - i) <= 4 for chunk in play.chunks())
    assert len(esper.get_component(Mark)) == len(play.chunks()) == play.streaming.count()


def test_a_walker_never_feels_that_its_ground_was_exchanged(play):
    play.motor.wish, play.motor.speed, play.motor.slope_response = (7.0, 0.0), 7.0, 0.0
    play.tick()
    for _ in range(60 * 25):
        before = play.motor.position
        play.tick()
        way = np.subtract(play.motor.position, before)
        assert way[0] == pytest.approx(7.0 * DT, abs=1e-9)
        assert way[1] == 0.0
        assert not play.motor.blocked
    assert play.motor.floor_height == pytest.approx((play.motor.position[0] - LINGER) // SIZE, abs=1.0)


def test_to_and_fro_over_a_border_changes_nothing(play):
    deck = play.decks.deck("ground")
    for turn in range(8):
        play.motor.position = (SIZE + (1.0 if turn % 2 else -1.0) * (LINGER - 1.0), 16.0)
        play.transform.position = (play.motor.position[0], 0.0, 16.0)
        play.tick(2)
    assert play.decks.deck("ground") is deck


def test_nobody_walks_into_ground_that_is_not_there(context):
    play = StreamedPlay(patient=False, threads=0)  # nobody makes anything once it has begun
    with play.world:
        play.streaming.begin()
        play.motor.wish, play.motor.speed = (12.0, 5.0), 13.0
        play.tick(60 * 20)
        assert play.motor.position[0] == pytest.approx(SIZE + AROUND - RADIUS, abs=1e-3)
        assert play.motor.position[1] == pytest.approx(SIZE + AROUND - RADIUS, abs=1e-3)
        play.world.finish()
        play.tick(60)
        assert play.motor.position[0] > SIZE + AROUND + 8.0


def test_with_a_worker_the_walk_is_the_same(context):
    ends = []
    for threads in (0, 1):
        play = StreamedPlay(threads=threads)
        with play.world:
            play.streaming.begin()
            play.motor.wish, play.motor.speed = (9.0, 5.0), 11.0
            play.tick(400)
            ends.append((play.motor.position, state_hash(), play.chunks()))
        for entity in list(esper.get_entities()):
            esper.delete_entity(entity, immediate=True)
        esper.clear_database()
    assert ends[0] == ends[1]


def test_what_is_streamed_in_is_no_part_of_the_state(context):
    play = StreamedPlay(patient=False)
    with play.world:
        play.streaming.begin(around=4.0)
        play.tick()
        state, shown = state_hash(), play.streaming.count()
        play.world.finish()
        for _ in range(30):
            play.streaming.process(DT)
        assert play.streaming.count() > shown
        assert state_hash() == state


def test_a_loader_that_goes_takes_its_ground_and_its_chunks_along(play):
    play.tick()
    esper.remove_component(play.walker, WalkwayMotor)
    esper.remove_component(play.walker, ChunkLoader)
    play.tick()
    assert [deck.name for deck in play.decks] == []
    assert play.chunks() == set()


def test_two_loaders_have_a_ground_each(play):
    esper.create_entity(Transform((400.0, 0.0, -300.0)), ChunkLoader("flat", (8.0,), "far ground"))
    motor = WalkwayMotor("far ground", (400.0, -300.0), RADIUS)
    play.tick()
    esper.create_entity(Transform((400.0, 0.0, -300.0)), motor)
    play.tick()
    assert {deck.name for deck in play.decks} == {"ground", "far ground"}
    assert motor.position == (400.0, -300.0)
    assert (12, -10) in play.chunks()
    assert (0, 0) in play.chunks()


def test_a_saved_stretch_is_laid_again(context):
    play = StreamedPlay()
    with play.world:
        play.streaming.begin()
        saved = {play.walker: (3, 0)}
        play.transform.position = (3 * SIZE - 2.0, 0.0, 16.0)  # on the last stretch, but within its margin of the next
        play.streaming.resume(saved)
        assert play.streaming.saved() == saved
        assert play.decks.deck("ground").origin_x == 3 * SIZE
        play.streaming.process(DT)
        assert play.decks.deck("ground").origin_x == 3 * SIZE


def test_ground_that_can_not_be_made_is_an_error_and_no_endless_wait(context):
    play = StreamedPlay(broken=True)
    with play.world, pytest.raises(GenerationError, match="no ground today"):
        play.streaming.begin()


def test_a_world_that_nobody_knows_is_named(play):
    esper.create_entity(Transform(), ChunkLoader("flatt", (64.0,)))
    with pytest.raises(ValueError, match='"flatt"; there is: flat'):
        play.tick()


def test_radii_that_do_not_fit_the_rings_are_refused(play):
    esper.create_entity(Transform(), ChunkLoader("flat", (64.0, 128.0)))
    with pytest.raises(ValueError, match="1 radii"):
        play.tick()


def test_ways_over_chunks_of_another_size_are_refused():
    patches, stretches = Patches(), Stretches()
    stretches.size = 2.0 * SIZE
    with World([patches, stretches], 1, threads=0) as world, pytest.raises(ValueError, match="size"):
        StreamedWorld(world, (patches,), patches, stretches)
