"""The bench of one voice beside many sources: it must notice when they do not sound alike."""

import numpy as np
import pytest

from orlop.engine.sound.hearing import Hearing
from orlop.engine.sound.mixer import Mixer
from orlop.tools.bench import many_sources
from orlop.tools.bench.many_sources import PLACES, WITHIN, heard_by_peer, heard_by_voice, hold_alike
from orlop.tools.bench.measure import PeerMissingError
from orlop.tools.bench.mixing import running_water


@pytest.fixture(scope="module")
def loop():
    return running_water("water", 1)


@pytest.fixture(scope="module")
def sources(loop):
    try:
        peer = many_sources.many_sources(loop)
    except PeerMissingError as missing:
        pytest.skip(str(missing))
    yield heard_by_peer(peer)
    peer.close()


def test_one_voice_sounds_like_256_sources_with_measured_ears(sources, loop):
    voice = heard_by_voice(loop)
    assert np.abs(voice[0] - sources[0]).max() < 1.5
    assert np.sqrt(np.mean((voice[1] - sources[1]) ** 2)) < 1.5
    hold_alike(sources, voice)


def test_the_pan_of_loudspeakers_would_not_pass_for_measured_ears(sources, loop, monkeypatch):
    monkeypatch.setattr(many_sources, "Mixer", lambda: Mixer(Hearing(pan=0.9, head=0.0)))
    with pytest.raises(AssertionError, match="between the ears"):
        hold_alike(sources, heard_by_voice(loop))


@pytest.mark.parametrize("row", [0, 1])
def test_what_is_too_loud_or_on_the_wrong_side_is_noticed(row):
    theirs, ours = np.zeros((2, PLACES)), np.zeros((2, PLACES))
    ours[row] = WITHIN * 1.01
    with pytest.raises(AssertionError):
        hold_alike(theirs, ours)


def test_running_water_is_a_loop_without_a_seam(loop):
    steps = np.abs(np.diff(np.append(loop.samples, loop.samples[0])))
    assert steps[-1] <= steps[:-1].max()
    assert abs(float(loop.samples.mean())) < 1e-6
