import numpy as np
import pytest

from orlop.engine.sound.sound import RATE
from orlop.engine.sound.synthesis.bubbles import Bubbles, bubble, radii_of, sing

BOTH = Bubbles(rate=200.0, smallest=0.5e-3, largest=4e-3, steepness=2.5, rising=0.5)


def pitch(samples):
    spectrum = np.abs(np.fft.rfft(samples, 4 * RATE))
    return spectrum.argmax() / 4


def test_a_bubble_of_three_millimetres_rings_at_a_thousand_hertz():
    assert pitch(bubble(3e-3, 0.0)) == pytest.approx(1000.0, rel=0.02)


def test_a_bubble_decays_as_van_den_doel_says():
    ring = bubble(2e-3, 0.0)
    decay = 0.13 / 2e-3 + 0.0072 * 2e-3**-1.5
    early, late = (np.abs(ring[round(t * RATE) : round((t + 1 / 1500) * RATE)]).max() for t in (0.004, 0.012))
    assert early / late == pytest.approx(np.exp(decay * 0.008), rel=0.03)


def test_a_bubble_near_the_surface_rises_in_pitch():
    ring = bubble(3e-3, 0.1)
    half = len(ring) // 2
    assert pitch(ring[half:]) > 1.15 * pitch(ring[: half // 2])


def test_a_bubble_begins_without_a_step():
    ring = bubble(5e-3, 0.1)
    assert abs(ring[0]) < 1e-9
    assert abs(ring[1]) < 0.01 * np.abs(ring).max()


def test_small_bubbles_are_the_many(random):
    radii = radii_of(random, BOTH, 20_000)
    assert len(radii) == 20_000
    assert radii.min() >= 0.5e-3
    assert radii.max() < 12e-3
    ratio = ((radii > 0.5e-3) & (radii < 0.6e-3)).sum() / ((radii > 1.0e-3) & (radii < 1.2e-3)).sum()
    assert ratio == pytest.approx(2**1.5 * np.exp((1.1 / 4) ** 2 - (0.55 / 4) ** 2), rel=0.15)


def test_bubbles_come_where_the_flow_is():
    flow = np.repeat([0.02, 1.0], 2 * RATE)
    water = sing(np.random.default_rng(3), 4.0, BOTH, flow)
    first, second = np.mean(water[: 2 * RATE] ** 2), np.mean(water[2 * RATE :] ** 2)
    assert second > 8 * first
