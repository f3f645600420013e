import numpy as np
import pytest

from orlop.engine.sound.sound import RATE
from orlop.engine.sound.synthesis.creak import slips, wood
from orlop.engine.sound.synthesis.ringing import blow, burst, modes, swell


def test_a_mode_falls_to_one_eth_in_its_time():
    ring = modes([1000.0], [50.0])
    crests = np.abs(ring[: RATE // 10]).reshape(-1, RATE // 1000).max(axis=1)
    assert crests[2] / crests[22] == pytest.approx(np.e, rel=0.01)


def test_modes_end_when_they_are_no_longer_heard():
    ring = modes([200.0, 900.0], [30.0, 300.0], [1.0, 1.0])
    assert abs(ring[-1]) < 1e-3
    assert len(ring) == pytest.approx(np.log(2000.0) / 30.0 * RATE, abs=2)


@pytest.mark.parametrize(("frequency", "decay"), [(60.0, 180.0), (250.0, 40.0)])
def test_what_rings_moves_no_air_for_good(frequency, decay):
    ring = modes([frequency], [decay])
    assert abs(ring.sum()) < 0.02 * np.abs(ring).sum()


def test_a_shorter_blow_is_brighter_and_none_is_stronger():
    soft, hard = blow(0.008), blow(0.001)
    assert soft.sum() == pytest.approx(1.0)
    assert hard.sum() == pytest.approx(1.0)
    above = [np.abs(np.fft.rfft(force, RATE))[800] for force in (soft, hard)]
    assert above[1] > 10 * above[0]


def test_a_burst_begins_and_ends_in_silence(random):
    hiss = burst(random, 0.05, 2000.0, 6000.0)
    assert np.abs(hiss).max() == pytest.approx(1.0)
    assert abs(hiss[0]) < 0.01
    assert abs(hiss[-1]) < 0.01


def test_a_swell_is_highest_where_its_attack_ends():
    assert swell(1000, 0.25).argmax() == pytest.approx(250, abs=60)


def test_slips_come_at_their_rate_and_stronger_after_a_longer_wait(random):
    pulses = slips(random, np.full(4 * RATE, 50.0), 0.25)
    moments = np.flatnonzero(pulses)
    assert len(moments) == pytest.approx(200, abs=16)
    waits, strengths = np.diff(moments), pulses[moments[1:]]
    assert np.corrcoef(waits, strengths)[0, 1] > 0.95


def test_nothing_slips_where_nothing_moves(random):
    rate = np.repeat([0.0, 80.0, 0.0], RATE // 2)
    moments = np.flatnonzero(slips(random, rate, 0.1))
    assert moments.min() >= RATE // 2 - 1
    assert moments.max() <= RATE + 1


def test_a_heavier_panel_sounds_lower():
    pulse = np.zeros(RATE)
    pulse[0] = 1.0
    light, heavy = (np.abs(np.fft.rfft(wood(pulse, lower))) for lower in (1.0, 2.0))
    middle = [np.average(np.arange(len(power)), weights=power) for power in (light**2, heavy**2)]
    assert middle[1] < 0.65 * middle[0]
