import pytest
from hypothesis import settings

from orlop.engine.worldgen.bounds import Bounds
from orlop.engine.worldgen.world import World
from orlop.levels.forest.channels import Channels, channels
from orlop.levels.forest.drainage import CELL, drainage
from orlop.levels.forest.world import forest_layers

# The first example loads the kernel from the cache, or compiles it.
settings.register_profile("kernels", deadline=None)
settings.load_profile("kernels")


def channels_around(seed, low, high):
    """Channels that shape the square from `low` to `high`, metres, without any layer."""
    first, last = int(low // CELL) - 4, int(high // CELL) + 5
    return channels(seed, drainage(seed, (first, first, last, last)))


@pytest.fixture(scope="session")
def streams() -> Channels:
    return channels_around(1, 0.0, 3000.0)


@pytest.fixture(scope="session", params=[1, 2, 3])
def watershed(request) -> tuple[int, Channels]:
    """A seed, and what `streams` are there."""
    return request.param, channels_around(request.param, 0.0, 3000.0)


@pytest.fixture(scope="session")
def forest():
    """A world with all layers of seed 1, and the layers."""
    layers = forest_layers()
    with World(layers.all(), 1, threads=2) as world:
        yield world, layers


@pytest.fixture(scope="session")
def glade():
    """A square with streams, paths and woods."""
    return Bounds(2304.0, 512.0, 2816.0, 1024.0)
