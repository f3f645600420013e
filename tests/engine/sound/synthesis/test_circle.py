import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from orlop.engine.sound.sound import RATE
from orlop.engine.sound.synthesis.circle import (
    band,
    count,
    drift,
    moments,
    noise,
    place,
    silence,
    sloping,
    struck,
    through,
    unit_rms,
)


def power(samples, low, high):
    spectrum = np.abs(np.fft.rfft(samples)) ** 2
    frequency = np.fft.rfftfreq(len(samples), 1 / RATE)
    return spectrum[(frequency >= low) & (frequency < high)].sum() / spectrum.sum()


def test_noise_keeps_to_its_band(random):
    hiss = noise(random, 2.0, band(1000.0, 2000.0, order=4))
    assert power(hiss, 800.0, 2500.0) > 0.9
    assert np.sqrt(np.mean(hiss**2)) == pytest.approx(1.0)
    assert hiss.mean() == pytest.approx(0.0, abs=1e-12)


def test_a_band_is_three_decibels_down_at_its_edges():
    edges = band(100.0, 10_000.0)(np.array([100.0, 1000.0, 10_000.0]))
    assert 20 * np.log10(edges) == pytest.approx([-3.0, 0.0, -3.0], abs=0.02)


def test_a_slope_falls_by_its_decibels_an_octave():
    low, high = 20 * np.log10(sloping(10.0, 20_000.0, -6.0)(np.array([500.0, 1000.0])))
    assert high - low == pytest.approx(-6.0, abs=0.05)


def test_noise_goes_round_without_a_step(random):
    rumble = noise(random, 1.0, band(20.0, 60.0, order=4))
    steps = np.abs(np.diff(rumble, append=rumble[:1]))
    assert steps[-1] <= steps[:-1].max()
    assert steps.max() < 0.03  # as smooth at the seam as 60 Hz are anywhere


def test_a_drift_is_slow_and_goes_round(random):
    course = drift(random, 4.0, 0.5, 3.0)
    steps = np.abs(np.diff(course, append=course[:1]))
    assert steps.max() < 2 * np.pi * 6.0 * 3.0 / RATE  # three sigma at twice its quickest rate
    assert power(course, 0.0, 6.0) > 0.99


@given(st.integers(0, 199), st.integers(1, 200))
def test_what_is_placed_is_all_there_wherever_it_begins(start, length):
    circle, piece = np.zeros(200), np.arange(1.0, length + 1.0)
    place(circle, start / RATE, piece)
    assert np.array_equal(np.roll(circle, -start)[:length], piece)
    assert circle.sum() == piece.sum()


def test_a_piece_longer_than_the_circle_is_refused():
    with pytest.raises(ValueError, match="300 samples"):
        place(np.zeros(200), 0.0, np.zeros(300))


def test_a_hit_at_the_end_rings_on_at_the_beginning():
    hits = np.zeros(1000)
    hits[998] = 2.0
    answer = struck(hits, np.array([4.0, 3.0, 2.0, 1.0]))
    assert answer[[998, 999, 0, 1, 2]] == pytest.approx([8.0, 6.0, 4.0, 2.0, 0.0], abs=1e-12)


def test_a_pulse_longer_than_the_circle_goes_round_it_more_than_once():
    hits = np.zeros(4)
    hits[0] = 1.0
    assert struck(hits, np.ones(10)) == pytest.approx([3.0, 3.0, 2.0, 2.0])


def test_a_filter_leaves_what_is_inside_its_band_where_it_was():
    t = np.arange(count(0.5)) / RATE
    tone = np.sin(2 * np.pi * 1000.0 * t)
    assert through(tone, band(50.0, 20_000.0, order=4)) == pytest.approx(tone, abs=1e-3)


def test_events_come_as_often_as_their_rate_says_and_where_it_says(random):
    rate = np.repeat([0.0, 3000.0], count(1.0))
    times = moments(random, rate)
    assert len(times) == pytest.approx(3000, abs=250)
    assert times.min() >= 1.0 - 1e-9
    assert times.max() <= 2.0
    assert times.mean() == pytest.approx(1.5, abs=0.03)


def test_silence_has_no_level_to_bring_to_one():
    assert not unit_rms(silence(0.1)).any()
