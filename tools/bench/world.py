"""What layered generation costs beside a plain loop that makes the same chunks."""

import time
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from orlop.engine.worldgen.bounds import Bounds
from orlop.engine.worldgen.dependency import Dependency
from orlop.engine.worldgen.handover import ChunkArrived
from orlop.engine.worldgen.layer import Layer
from orlop.engine.worldgen.rect import Rect, span
from orlop.engine.worldgen.views import Inputs
from orlop.engine.worldgen.world import World
from orlop.tools.bench.layer_workload import (
    CHUNKS,
    DIGEST,
    SIZE,
    STEP,
    STEPS,
    chunk_digest,
    draw_points,
    make_layers,
    raise_heights,
    relax,
)
from orlop.tools.bench.measure import Measure, compare

COUNT = sum(CHUNKS.values())
LOOP = "a plain loop over the same kernels"

Clock = Callable[[], float]


def workload() -> Measure:
    """Time the benchmark walk with a worker beside the main thread, in microseconds of wall time a chunk."""
    return compare(_walk(time.perf_counter), _loop(time.perf_counter), "µs", LOOP, runs=15)


def cpu() -> Measure:
    """Count what the same walk costs in microseconds of processor time a chunk, all threads together."""
    return compare(_walk(time.process_time), _loop(time.process_time), "µs", LOOP, runs=15)


def overhead() -> Measure:
    """Time a chunk that holds nothing, made, handed over and taken back, in microseconds.

    The loop beside it hands nothing over, and knows neither threads nor priorities nor a cache.
    """
    return compare(_empty_walk, _empty_loop, "µs", "a plain loop over empty chunks", runs=15)


def wide() -> Measure:
    """Time the first 2,048 by 2,048 metres, 64 chunks a side, in milliseconds."""
    return compare(_wide, _wide_loop, "ms", LOOP, runs=11)


class EmptyLayer(Layer[None]):
    """Chunks that hold nothing."""

    def __init__(self, like: Layer[Any], needs: tuple[Dependency, ...]) -> None:
        self.name, self.size, self.needs = like.name, like.size, needs

    def generate(self, bounds: Bounds, inputs: Inputs, seed: int) -> None:
        """Make nothing."""


def _walk(clock: Clock) -> Callable[[], float]:
    return lambda: _world_walk(make_layers(), 1, clock, lambda notice: chunk_digest(*notice.chunk, notice.content))


def _empty_walk() -> float:
    full = make_layers()
    empty: list[EmptyLayer] = []
    for layer in full:
        needs = tuple(Dependency(empty[full.index(need.layer)], need.padding) for need in layer.needs)
        empty.append(EmptyLayer(layer, needs))
    return _world_walk(empty, 0, time.perf_counter, lambda notice: 0.0)


def _world_walk(
    layers: Sequence[Layer[Any]], threads: int, clock: Clock, share: Callable[[ChunkArrived], float]
) -> float:
    """Return microseconds a chunk."""
    digest = 0
    with World(layers, 0, threads=threads, cache_bytes=0, margin=0) as world:
        began = clock()
        focus = world.focus({layers[-1]: SIZE / 2}, 0.0, 0.0)
        for step in range(STEPS):
            focus.move(step * STEP[0], step * STEP[1])
            world.finish()
            for notice in world.handed_over(60.0):
                if isinstance(notice, ChunkArrived):
                    digest += int(share(notice))
        took = clock() - began
        counts = {name: layer.generated for name, layer in world.progress().items()}
    _same(counts, digest)
    return took / COUNT * 1e6


def _loop(clock: Clock) -> Callable[[], float]:
    return lambda: _plain_walk(clock, draw_points, relax, raise_heights, chunk_digest)


def _empty_loop() -> float:
    return _plain_walk(time.perf_counter, lambda i, j: None, None, lambda i, j, points: None, lambda i, j, heights: 0.0)


def _plain_walk(
    clock: Clock,
    draw: Callable[[int, int], Any],
    push: Callable[[Any], Any] | None,
    lift: Callable[[int, int, Any], Any],
    share: Callable[[int, int, Any], float],
) -> float:
    """Walk as one would without a framework: make what each step lacks, then drop what it doesn't need."""
    points: dict[tuple[int, int], Any] = {}
    relaxed: dict[tuple[int, int], Any] = {}
    heights: dict[tuple[int, int], Any] = {}
    counts, digest = dict.fromkeys(CHUNKS, 0), 0
    gather = (lambda parts: None) if push is None else np.concatenate
    began = clock()
    for step in range(STEPS):
        h_rect = Rect.covering(Bounds.around(step * STEP[0], step * STEP[1], SIZE / 2), 32.0)
        r_rect = Rect.covering(h_rect.bounds(32.0).expanded(32.0), 64.0)
        p_rect = r_rect.expanded(1)
        for i, j in p_rect.indices():
            if (i, j) not in points:
                points[i, j] = draw(i, j)
                counts["points"] += 1
        for i, j in r_rect.indices():
            if (i, j) not in relaxed:
                around = gather([points[k, m] for k in (i - 1, i, i + 1) for m in (j - 1, j, j + 1)])
                relaxed[i, j] = around if push is None else push(around)
                counts["relaxed"] += 1
        for i, j in h_rect.indices():
            if (i, j) not in heights:
                across, along = range(*_reach(i)), range(*_reach(j))
                heights[i, j] = lift(i, j, gather([relaxed[k, m] for k in across for m in along]))
                counts["heights"] += 1
                digest += int(share(i, j, heights[i, j]))
        for chunks, rect in ((points, p_rect), (relaxed, r_rect), (heights, h_rect)):
            for index in [index for index in chunks if not rect.holds(*index)]:
                del chunks[index]
    took = clock() - began
    _same(counts, digest)
    return took / COUNT * 1e6


def _reach(i: int) -> tuple[int, int]:
    return span(i * 32.0 - 32.0, i * 32.0 + 64.0, 64.0)


def _same(counts: dict[str, int], digest: int) -> None:
    """Refuse to compare what did not make the same world."""
    if counts != CHUNKS or digest % 2**32 not in (DIGEST, 0):
        raise AssertionError(f"made {counts} with digest {digest % 2**32:08X}, expected {CHUNKS} with {DIGEST:08X}")


def _wide() -> float:
    layers = make_layers()
    with World(layers, 0, threads=1) as world:
        began = time.perf_counter()
        world.focus({layers[2]: 1024.0}, 0.0, 0.0)
        world.finish()
        return (time.perf_counter() - began) * 1e3


def _wide_loop() -> float:
    began = time.perf_counter()
    rect = Rect(-32, -32, 32, 32)
    r_rect = Rect.covering(rect.bounds(32.0).expanded(32.0), 64.0)
    points = {index: draw_points(*index) for index in r_rect.expanded(1).indices()}
    relaxed = {
        (i, j): relax(np.concatenate([points[k, m] for k in (i - 1, i, i + 1) for m in (j - 1, j, j + 1)]))
        for i, j in r_rect.indices()
    }
    heights = {
        (i, j): raise_heights(
            i, j, np.concatenate([relaxed[k, m] for k in range(*_reach(i)) for m in range(*_reach(j))])
        )
        for i, j in rect.indices()
    }
    assert len(heights) == rect.area
    return (time.perf_counter() - began) * 1e3
