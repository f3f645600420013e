"""How quickly a cloud's samples are summed, beside a plain read of the same arrays."""

import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import sum_kernel
from orlop.engine.sound.attenuation import Attenuation
from orlop.engine.sound.block import SampleBlock
from orlop.engine.sound.cloud import CloudSound
from orlop.engine.sound.cloud_kernel import SUMS, TILE, sum_cloud
from orlop.engine.sound.collection import SampleCollection
from orlop.engine.sound.component import SoundComponent
from orlop.engine.sound.curve import cross_fade
from orlop.engine.sound.listener import Listener
from orlop.tools.bench.measure import Measure, compare

LOOPS = ("trickle", "stream", "fall")
EXTENT = 40.0
"""Metres from the middle to each side: all samples are in reach, so none is left out."""


def cloud100k() -> Measure:
    """Sum 100,000 samples for three components, in milliseconds; they lie in the processor's caches."""
    return _against_reading(100_000, repeats=20)


def cloud1m() -> Measure:
    """Sum 1,000,000 samples for three components, in milliseconds."""
    return _against_reading(1_000_000, repeats=4)


def cloud_tick() -> Measure:
    """Evaluate a river of 100,000 samples and three components as a tick does, beside its sums alone.

    In milliseconds. What the ratio lacks of 1 is fades, boxes, directions and Python.
    """
    cloud, block = _river(100_000)
    here = Listener((1.0, 2.0, 3.0), heading=0.3, speed=1.0)
    cloud.add(block)
    ours = _milliseconds(lambda: cloud.evaluate(here, 1 / 60), 20)
    return compare(ours, _milliseconds(_summing(block), 20), "ms", "its sums alone")


@sum_kernel
def read(rows: NDArray[np.float32]) -> float:
    """Add all of seven rows (7, n) up, in the same tiles as the cloud: little but waiting for memory."""
    total = 0.0
    for begin in range(0, rows.shape[1], TILE):
        end = min(begin + TILE, rows.shape[1])
        a, b, c, d = rows[0, begin:end], rows[1, begin:end], rows[2, begin:end], rows[3, begin:end]
        e, f, g = rows[4, begin:end], rows[5, begin:end], rows[6, begin:end]
        tile = np.float32(0.0)
        for i in range(end - begin):
            tile += a[i] + b[i] + c[i] + d[i] + e[i] + f[i] + g[i]
        total += float(tile)
    return total


def _against_reading(count: int, repeats: int) -> Measure:
    _, block = _river(count)
    ours, theirs = _milliseconds(_summing(block), repeats), _milliseconds(lambda: read(block.rows), repeats)
    return compare(ours, theirs, "ms", "a plain read of the same arrays", runs=25)


def _summing(block: SampleBlock) -> Callable[[], object]:
    x, y, z, floor = np.array([1.0, 2.0, 3.0, 0.5 / EXTENT], np.float32)
    sums = np.zeros((len(LOOPS), SUMS))
    return lambda: sum_cloud(block.rows, x, y, z, floor, False, 1.0, sums)


def _river(count: int) -> tuple[CloudSound, SampleBlock]:
    rng = np.random.default_rng(7)
    curves = cross_fade([0.0, 0.5, 1.0])
    parts = [SoundComponent(loop, 1e-4, curve=curve) for loop, curve in zip(LOOPS, curves, strict=True)]
    cloud = CloudSound("river", parts, Attenuation(2.0 * EXTENT))
    points = rng.uniform(-EXTENT, EXTENT, (count, 3))
    return cloud, cloud.pack(SampleCollection(points, rng.uniform(0.1, 1.0, count), rng.uniform(0.0, 1.0, count)))


def _milliseconds(call: Callable[[], object], repeats: int) -> Callable[[], float]:
    def each() -> float:
        began = time.perf_counter()
        for _ in range(repeats):
            call()
        return (time.perf_counter() - began) * 1e3 / repeats

    return each
