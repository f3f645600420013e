import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from orlop.engine.worldgen.erosion import Gullies, bell, erode, phacelle, wave
from orlop.engine.worldgen.hashing import hash2

coordinates = st.floats(-1e5, 1e5)
slopes = st.floats(-2, 2)


def plain_phacelle(seed, x, z, dx, dz, frequency, offset, normalization):
    """The published sum over 4 × 4 cells, with the system's functions."""
    q, total = 0j, 0.0
    for a, b in itertools.product(range(-1, 3), repeat=2):
        i, j = math.floor(x) + a, math.floor(z) + b
        bits = int(hash2(seed, i, j))
        vx, vz = x - (i + (bits & 0xFFFF) / 65536 - 0.5), z - (j + (bits >> 16) / 65536 - 0.5)
        square = vx * vx + vz * vz
        weight = max(0.0, math.exp(-2 * square) - 0.01111) if square < 2.25 else 0.0
        angle = 2 * math.pi * (frequency * (-dz * vx + dx * vz) + offset)
        q += weight * complex(math.cos(angle), math.sin(angle))
        total += weight
    q /= total
    return q / max(1 - normalization, abs(q))


def plain_erosion(seed, x, z, slope, target, octaves, g):
    """The published filter, line for line in complex slopes."""

    def smooth_start(t, r):
        return t * t / (2 * r) if t < r else t - r / 2

    def ease_out(t):
        return 1 - (1 - min(max(t, 0), 1)) ** 2

    def rounding(t):
        return g.crease_rounding + (g.ridge_rounding - g.crease_rounding) * (t + 1) / 2

    added, sigma, frequency = 0.0, g.strength, 1 / (g.scale * g.cell)
    mask = ease_out(smooth_start(abs(slope) * g.onset, rounding(target)))
    for octave in range(octaves):
        along = slope / abs(slope)
        q = plain_phacelle(seed + octave, x * frequency, z * frequency, along.real, along.imag, g.cell, 0.25, 0.5)
        across = 2 * math.pi * g.cell * along * 1j
        slope += math.copysign(1, q.imag) * -frequency * across * sigma * g.weight
        target += (q.real * g.weight - target) * mask
        added += sigma * target
        power = (1 - mask) * (1 + (g.detail - 1) * -mask)
        mask = (1 - power) * ease_out(smooth_start(abs(q.imag) * g.onset, rounding(q.real)))
        sigma, frequency = sigma * g.gain, frequency * 2
    return added


@given(st.floats(-50, 50))
def test_the_wave_is_cosine_and_sine(turns):
    cosine, sine = wave(turns)
    assert cosine == pytest.approx(math.cos(2 * math.pi * turns), abs=1e-8)
    assert sine == pytest.approx(math.sin(2 * math.pi * turns), abs=1e-8)


@given(st.floats(0, 5))
def test_the_bell_is_the_published_one(square):
    expected = max(0.0, math.exp(-2 * square) - 0.01111) if square < 2.25 else 0.0
    assert bell(square) == pytest.approx(expected, abs=1e-6)


@given(st.integers(0, 999), coordinates, coordinates, st.floats(0, 6.3), st.floats(0.3, 2))
def test_phacelle_is_the_published_sum(seed, x, z, angle, frequency):
    dx, dz = math.cos(angle), math.sin(angle)
    cosine, sine, _, _ = phacelle(seed, x, z, dx, dz, frequency, 0.25, 0.5)
    expected = plain_phacelle(seed, x, z, dx, dz, frequency, 0.25, 0.5)
    assert complex(cosine, sine) == pytest.approx(expected, abs=1e-5)


def test_stripes_run_down_the_slope():
    """Along the direction the phase stands almost still, across it turns at the stated rate."""
    rng = np.random.default_rng(4)
    along, across = [], []
    for x, z in rng.uniform(-500, 500, (400, 2)):
        here = complex(*phacelle(1, x, z, 1.0, 0.0, 1.0, 0.0, 0.9)[:2])
        along.append(abs(np.angle(complex(*phacelle(1, x + 0.02, z, 1.0, 0.0, 1.0, 0.0, 0.9)[:2]) / here)))
        across.append(abs(np.angle(complex(*phacelle(1, x, z + 0.02, 1.0, 0.0, 1.0, 0.0, 0.9)[:2]) / here)))
    assert np.median(along) < 0.25 * np.median(across)
    assert np.median(across) == pytest.approx(2 * math.pi * 0.02, rel=0.3)


@given(st.integers(0, 999), coordinates, coordinates, slopes, slopes, st.floats(-1, 1), st.integers(1, 6))
def test_the_filter_is_the_published_one(seed, x, z, slope_x, slope_z, target, octaves):
    if math.hypot(slope_x, slope_z) < 0.01:
        slope_x = 0.01
    gullies = Gullies(crease_rounding=0.05)
    expected = plain_erosion(seed, x, z, complex(slope_x, slope_z), target, 1, gullies)
    assert erode(seed, x, z, slope_x, slope_z, target, 1, gullies)[0] == pytest.approx(expected, abs=1e-3)
    # Where s is near zero, its sign, and with it all finer octaves, hangs on the last bits.
    added, ridge = erode(seed, x, z, slope_x, slope_z, target, octaves, gullies)
    bound = gullies.strength * sum(gullies.gain**k for k in range(octaves))
    assert abs(added) <= bound * 1.0000001
    assert -1 <= ridge <= 1


def test_finer_octaves_are_the_published_ones_too():
    rng = np.random.default_rng(8)
    g = Gullies(crease_rounding=0.05)
    wrong = 0
    for x, z, sx, sz, t in rng.uniform(-1, 1, (200, 5)):
        ours = erode(3, x * 1e3, z * 1e3, sx, sz, t, 5, g)[0]
        wrong += abs(ours - plain_erosion(3, x * 1e3, z * 1e3, complex(sx, sz), t, 5, g)) > 1e-3
    assert wrong <= 2


def test_flat_ground_becomes_its_target():
    g = Gullies(strength=10.0, gain=0.5)
    assert erode(1, 12.0, 34.0, 0.0, 0.0, 1.0, 3, g)[0] == pytest.approx(17.5)
    assert erode(1, 12.0, 34.0, 0.0, 0.0, -1.0, 3, g)[0] == pytest.approx(-17.5)


def test_a_slope_is_cut_into_creases_and_ridges():
    found = np.array([erode(1, 0.0, 3.0 * k, 0.5, 0.0, 0.0, 4, Gullies()) for k in range(400)])
    assert found[:, 0].std() > 2.0
    assert (found[:, 1] < -0.5).any()
    assert (found[:, 1] > 0.5).any()
    assert found[found[:, 1] > 0.5, 0].mean() > 2.0 + found[found[:, 1] < -0.5, 0].mean()
