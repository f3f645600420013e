"""Running water, from a trickle to a fall."""

import numpy as np

from orlop.engine.sound.synthesis.bubbles import Bubbles, sing
from orlop.engine.sound.synthesis.circle import Floats, Random, band, drift, noise, sloping, unit_rms


def trickle(random: Random) -> Floats:
    """A rill over stones: single bubbles, in runs, hardly any hiss."""
    seconds = 11.0
    runs = np.exp(0.9 * drift(random, seconds, 0.2, 6.0))
    high = sing(random, seconds, Bubbles(80.0, 0.6e-3, 1.9e-3, 2.2, 0.75), runs)
    low = sing(random, seconds, Bubbles(7.0, 1.6e-3, 3.6e-3, 1.8, 0.9), runs)
    hiss = noise(random, seconds, sloping(900.0, 7000.0, -3.0)) * _turmoil(random, seconds, 0.25)
    return unit_rms(unit_rms(high) + 0.55 * unit_rms(low)) + 0.07 * hiss


def stream(random: Random) -> Floats:
    """A brook: a babble of bubbles of all sizes over a soft rush."""
    seconds = 9.0
    runs = np.exp(0.5 * drift(random, seconds, 0.15, 4.0))
    high = sing(random, seconds, Bubbles(460.0, 0.5e-3, 2.6e-3, 2.5, 0.5), runs)
    low = sing(random, seconds, Bubbles(60.0, 2.0e-3, 7.0e-3, 2.8, 0.7), runs)
    rush = noise(random, seconds, sloping(350.0, 5000.0, -4.0)) * _turmoil(random, seconds, 0.2)
    return unit_rms(unit_rms(high) + 0.8 * unit_rms(low)) + 0.4 * rush


def torrent(random: Random) -> Floats:
    """White water: big bubbles and a roar that never rests."""
    seconds = 10.0
    surge = np.exp(0.35 * drift(random, seconds, 0.1, 3.0))
    small = sing(random, seconds, Bubbles(2000.0, 0.5e-3, 3.5e-3, 2.6, 0.3), surge)
    big = sing(random, seconds, Bubbles(260.0, 2.5e-3, 13.0e-3, 2.8, 0.5), surge)
    roar = noise(random, seconds, sloping(120.0, 3500.0, -4.5)) * _turmoil(random, seconds, 0.3)
    spray = noise(random, seconds, sloping(2500.0, 12000.0, -3.0)) * _turmoil(random, seconds, 0.35)
    return unit_rms(unit_rms(small) + 1.1 * unit_rms(big)) + 1.0 * roar + 0.22 * spray


def waterfall(random: Random) -> Floats:
    """A fall into its pool: so many bubbles that they are noise, each band of it restless for itself."""
    seconds = 13.0
    total = np.zeros_like(noise(random, seconds, band(100.0, 200.0)))
    edges = (45.0, 110.0, 260.0, 600.0, 1400.0, 3200.0, 7000.0, 14000.0)
    levels = (0.75, 1.0, 1.0, 0.85, 0.6, 0.36, 0.17)
    for low, high, level in zip(edges[:-1], edges[1:], levels, strict=True):
        total += level * noise(random, seconds, band(low, high, 3)) * _turmoil(random, seconds, 0.22)
    splashes = sing(random, seconds, Bubbles(1500.0, 0.6e-3, 8.0e-3, 1.8, 0.3))
    return unit_rms(total) + 0.3 * unit_rms(splashes)


def _turmoil(random: Random, seconds: float, depth: float) -> Floats:
    """A gain about 1 that flutters as falling water does, `depth` in nepers RMS."""
    slow, quick = drift(random, seconds, 0.1, 1.5), drift(random, seconds, 2.0, 18.0)
    return np.asarray(np.exp(depth * (0.5 * slow + 0.85 * quick)), np.float64)
