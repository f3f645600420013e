"""The same world, whichever way it is walked, by however many threads."""

import hashlib
import random

import pytest

from orlop.engine.worldgen.bounds import Bounds
from orlop.engine.worldgen.handover import ChunkArrived
from orlop.engine.worldgen.packed import pack
from orlop.engine.worldgen.store import Store
from orlop.engine.worldgen.world import World
from orlop.tools.bench.layer_workload import (
    CHUNKS,
    DIGEST,
    SIZE,
    STEP,
    STEPS,
    chunk_digest,
    make_layers,
)

PLACES = [(i * 96.0, j * 96.0) for i in range(5) for j in range(5)]
REGION = Bounds(-64.0, -64.0, 448.0, 448.0)


@pytest.fixture(scope="module")
def expected():
    layers = make_layers()
    with World(layers, 5, threads=0, cache_bytes=0) as world:
        return {index: pack(heights) for index, heights in world.generate(layers[2], REGION).items()}


def walked(world, layers, generator, patient):
    """Visit all places in random order, sometimes without waiting; return what was handed over, each chunk's last."""
    places = generator.sample(PLACES, len(PLACES))
    radius = generator.choice([32.0, 50.0, 64.0])
    focus = world.focus({layers[2]: radius}, *places[0])
    other = world.focus({layers[1]: 70.0, layers[2]: 33.0}, 200.0, 200.0)
    seen = {}
    for x, z in places:
        focus.move(x, z)
        if generator.random() < 0.3:
            other.move(z, x)
        if patient or generator.random() < 0.5:
            world.finish()
        for notice in world.handed_over(generator.choice([0.0, 1.0])):
            if isinstance(notice, ChunkArrived) and notice.layer is layers[2]:
                seen[notice.chunk] = pack(notice.content)
    world.finish()
    for notice in world.handed_over(10.0):
        if isinstance(notice, ChunkArrived) and notice.layer is layers[2]:
            seen[notice.chunk] = pack(notice.content)
    return seen


@pytest.mark.parametrize("threads", [0, 1, 2, 4])
@pytest.mark.parametrize("cache_bytes", [0, 1 << 16, 1 << 24])
def test_any_walk_on_any_number_of_threads_meets_the_same_chunks(expected, threads, cache_bytes):
    for trial in range(2):
        generator = random.Random(f"{threads} {cache_bytes} {trial}")
        layers = make_layers()
        with World(layers, 5, threads=threads, cache_bytes=cache_bytes, margin=trial) as world:
            seen = walked(world, layers, generator, patient=trial == 0)
            assert not world.failures()
        known = {index: packed for index, packed in seen.items() if index in expected}
        assert len(known) > 50
        assert all(expected[index] == packed for index, packed in known.items())


@pytest.mark.parametrize("threads", [0, 2])
def test_a_store_changes_nothing_whether_empty_full_or_half_full(expected, tmp_path, threads):
    for trial in range(3):
        layers = make_layers()
        store = Store(tmp_path / "one.world")
        with World(layers, 5, threads=threads, cache_bytes=0, store=store) as world:
            if trial < 2:
                walked(world, layers, random.Random(trial), patient=False)
            chunks = world.generate(layers[2], REGION)
            loaded = world.progress()["heights"].loaded
        store.close()
        assert {index: pack(heights) for index, heights in chunks.items()} == expected
    assert loaded == len(expected)


def test_the_digest_of_a_region_is_that_of_its_chunks(expected):
    layers = make_layers()
    digest = hashlib.blake2b(digest_size=16)
    with World(layers, 5, threads=2) as world:
        for index, heights in sorted(world.generate(layers[2], REGION).items()):
            assert pack(heights) == expected[index]
            digest.update(pack((index, heights)))
        assert world.digest(layers[2], REGION) == digest.hexdigest()


@pytest.mark.parametrize("threads", [0, 1, 2, 4])
def test_the_walk_of_the_benchmark_gives_its_published_digest(threads):
    layers = make_layers()
    total = 0
    with World(layers, 0, threads=threads, cache_bytes=0, margin=0) as world:
        focus = world.focus({layers[2]: SIZE / 2}, 0.0, 0.0)
        for step in range(STEPS):
            focus.move(step * STEP[0], step * STEP[1])
            world.finish()
            for notice in world.handed_over(10.0):
                if isinstance(notice, ChunkArrived):
                    total += int(chunk_digest(*notice.chunk, notice.content))
        progress = world.progress()
    assert {name: layer.generated for name, layer in progress.items()} == CHUNKS
    assert total % 2**32 == DIGEST


def test_one_chunk_of_the_benchmark_has_its_published_heights():
    layers = make_layers()
    with World(layers, 0, threads=0) as world:
        (heights,) = world.generate(layers[2], Bounds(3200.0, 992.0, 3232.0, 1024.0)).values()
    assert f"{heights[0, 0]:.6f}" == "40.691322"
    assert float(heights.astype(float).sum()) == pytest.approx(16587.870838848874, abs=1e-8)


def test_a_benchmark_of_2048_metres_runs_where_the_original_threw():
    layers = make_layers()
    with World(layers, 0, threads=2) as world:
        world.focus({layers[2]: 1024.0}, 0.0, 0.0)
        world.finish()
        assert world.progress()["heights"].done == 64 * 64
        assert not world.failures()
