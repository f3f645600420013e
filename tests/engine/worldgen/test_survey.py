"""What is there of a layer while it is made."""

import threading

import pytest

from orlop.engine.worldgen.bounds import Bounds
from orlop.engine.worldgen.layer import Layer
from orlop.engine.worldgen.survey import DONE, FAILED, NEEDED, RESTING, RUNNING, survey
from orlop.engine.worldgen.world import World


class Slow(Layer[int]):
    """Waits until it is let go; chunk (3, 0) can't be made."""

    name, size = "slow", 10.0

    def __init__(self):
        self.begun, self.go = threading.Semaphore(0), threading.Semaphore(0)

    def generate(self, bounds, inputs, seed):
        self.begun.release()
        self.go.acquire()
        if inputs.index == (3, 0):
            raise ValueError("no")
        return 1


@pytest.fixture
def slow():
    return Slow()


def test_each_chunk_is_seen_on_its_way(slow, caplog):
    with World([slow], 1, threads=1) as world:
        assert survey(world, slow).extent is None
        focus = world.focus({slow: 4.0}, 15.0, 5.0)
        slow.begun.acquire()
        assert survey(world, slow).chunks == {(1, 0): RUNNING}
        focus.move(10.0, 5.0)  # two chunks now
        slow.go.release()
        slow.begun.acquire()
        seen = survey(world, slow)
        assert seen.chunks == {(0, 0): RUNNING, (1, 0): DONE}
        assert seen.extent == Bounds(0.0, 0.0, 20.0, 10.0)
        for _ in range(8):
            slow.go.release()
        world.finish()
        focus.move(35.0, 5.0)
        world.finish()
        seen = survey(world, slow)
        assert seen.chunks[3, 0] == FAILED
        assert seen.count(RESTING) == 2
        assert seen.extent == Bounds(30.0, 0.0, 40.0, 10.0)


def test_what_waits_is_needed():
    class Plain(Slow):
        def generate(self, bounds, inputs, seed):
            return 1

    plain = Plain()
    with World([plain], 1, threads=0) as world:
        world.focus({plain: 4.0}, 10.0, 10.0)
        world.work(0.0)
        seen = survey(world, plain)
        assert (seen.count(DONE), seen.count(NEEDED)) == (1, 3)
