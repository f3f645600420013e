import math
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from orlop.engine.worldgen.hashing import direction, hash2, hash3, unit3

integers = st.integers(-(2**31), 2**31 - 1)


def plain_hash(seed, *values):
    """xxHash32 of little-endian integers, in Python's unbounded ones."""
    h = (seed + 374761393 + 4 * len(values)) % 2**32
    for value in values:
        h = (h + value % 2**32 * 3266489917) % 2**32
        h = ((h << 17 | h >> 15) % 2**32 * 668265263) % 2**32
    h = (h ^ h >> 15) * 2246822519 % 2**32
    h = (h ^ h >> 13) * 3266489917 % 2**32
    return h ^ h >> 16


@given(integers, integers, integers, integers)
def test_the_hash_is_that_of_plain_integers(seed, a, b, c):
    assert hash3(seed, a, b, c) == plain_hash(seed, a, b, c)
    assert hash2(seed, a, b) == plain_hash(seed, a, b)


@given(integers, integers, integers, integers, st.integers(0, 31))
def test_one_changed_bit_changes_others_on_all_sides(seed, a, b, c, bit):
    changed = hash3(seed, a, b, c) ^ hash3(seed, a ^ 1 << bit, b, c)
    assert changed.bit_count() >= 3


def test_each_bit_of_the_input_turns_each_bit_of_the_output_half_of_the_time():
    words = np.random.default_rng(1).integers(-(2**31), 2**31, (400, 3))
    turned = np.zeros((96, 32))
    for a, b, c in words.tolist():
        before = hash3(7, a, b, c)
        for bit in range(96):
            after = hash3(7, *(v ^ (1 << bit % 32) if bit // 32 == k else v for k, v in enumerate((a, b, c))))
            turned[bit] += (int(before ^ after) >> np.arange(32)) & 1
    assert abs(turned.mean() / 400 - 0.5) < 0.005
    assert turned.min() > 400 * 0.36
    assert turned.max() < 400 * 0.64


def test_numbers_are_spread_evenly_and_never_reach_one():
    numbers = np.array([unit3(3, i, j, 0) for i in range(-50, 50) for j in range(-50, 50)])
    assert numbers.min() >= 0.0
    assert numbers.max() < 1.0
    counts = np.histogram(numbers, 20, (0, 1))[0]
    assert (((counts - 500) ** 2) / 500).sum() < 45  # chi-square, 19 degrees: 1 in 1,000


@given(st.integers(0, 2**32 - 1))
def test_a_direction_is_one_long(bits):
    x, z = direction(np.uint64(bits))
    assert math.hypot(x, z) == pytest.approx(1.0, abs=1e-15)


def test_directions_go_round_the_whole_circle():
    found = [direction(np.uint64(bits)) for bits in range(0, 2**32, 2**22)]
    angles = np.sort([math.atan2(z, x) for x, z in found])
    gaps = np.diff(np.append(angles, angles[0] + 2 * math.pi))
    assert gaps.max() < 1.2 * 2 * math.pi / 1024
    assert gaps.min() > 0.8 * 2 * math.pi / 1024


def test_threads_see_the_same_numbers():
    def some(_):
        return [hash3(5, k, -k, 3 * k) for k in range(500)]

    with ThreadPoolExecutor(4) as pool:
        assert len({tuple(found) for found in pool.map(some, range(8))}) == 1
