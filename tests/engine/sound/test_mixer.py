import math

import numpy as np
import pytest

from orlop.engine.sound.bus_kernel import CEILING, FADE_SECONDS
from orlop.engine.sound.clicks import find_clicks, largest_step
from orlop.engine.sound.hearing import HEADPHONES, SPEAKERS, Hearing
from orlop.engine.sound.mixer import Bus, Mixer
from orlop.engine.sound.offline import OfflineSink
from orlop.engine.sound.sound import RATE, Sound
from orlop.engine.sound.target import VOLUME
from orlop.engine.sound.voice import QUANTUM

TICK = 1.0 / 60.0
SMOOTH = 2.0 * math.pi * 100.0 / RATE
"""Largest step of a 100 Hz sine at full scale."""

HIGHEST = CEILING * (1.0 + 1e-6)  # float32 rounds


def render(mixer, seconds):
    out = np.zeros((round(seconds * RATE), 2), np.float32)
    mixer.render(out)
    return out


def settled(mixer, seconds=1.0):
    """What is heard once fades and ramps are over."""
    mixer.publish()
    render(mixer, 0.6)
    return render(mixer, seconds)


def playing(sound, row, hearing=SPEAKERS):
    mixer = Mixer(hearing)
    voice = mixer.loop(sound)
    mixer.steer([voice], row)
    return mixer, voice


def rms(wave):
    return np.sqrt(np.mean(wave.astype(np.float64) ** 2, axis=0))


def test_what_is_rendered_does_not_depend_on_the_size_of_blocks(noise, target):
    whole, _ = playing(noise(), target(0.5, 0.3, 0.4), HEADPHONES)
    pieces, _ = playing(noise(), target(0.5, 0.3, 0.4), HEADPHONES)
    whole.publish(), pieces.publish()
    parts = [np.zeros((size, 2), np.float32) for size in (1, 7, 512, 127, 128, 129, 480, 2048, 16, 3000)]
    for part in parts:
        pieces.render(part)
    together = np.concatenate(parts)
    out = np.zeros_like(together)
    whole.render(out)
    assert out.any()
    assert np.array_equal(out, together)


def test_a_loop_is_heard_without_its_seam(tone, target):
    heard = settled(playing(tone(seconds=0.13), target(0.8, 1.0))[0], 2.0)
    assert rms(heard)[1] == pytest.approx(0.8 / math.sqrt(2.0), rel=1e-3)
    assert largest_step(heard) <= 0.8 * SMOOTH * 1.001


def test_a_loop_shorter_than_a_quantum_goes_round(tone, target):
    heard = settled(playing(tone(seconds=0.001, hertz=1000.0), target(0.5, 1.0))[0], 0.5)
    assert rms(heard)[1] == pytest.approx(0.5 / math.sqrt(2.0), rel=1e-3)


def test_loudspeakers_at_the_side_leave_the_other_one_silent(noise, target):
    heard = settled(playing(noise(), target(1.0, 1.0))[0])
    assert rms(heard) == pytest.approx([0.0, 0.1], abs=2e-3)


@pytest.mark.parametrize("hearing", [SPEAKERS, HEADPHONES])
def test_noise_is_as_loud_from_all_around_and_at_any_spread(noise, target, hearing):
    powers = []
    for side in (-1.0, -0.4, 0.0, 0.7, 1.0):
        for spread in (0.0, 0.5, 1.0):
            heard = settled(playing(noise(), target(1.0, side, spread), hearing)[0], 2.0)
            powers.append(np.sum(rms(heard) ** 2))
    decibels = 10.0 * np.log10(powers)
    assert decibels.max() - decibels.min() < 0.5
    assert np.mean(decibels) == pytest.approx(-20.0, abs=0.4)


def test_diffuse_sound_has_nothing_in_common_between_the_ears(noise, target):
    heard = settled(playing(noise(), target(1.0, 0.3, 1.0))[0], 2.0)
    assert abs(np.corrcoef(heard.T)[0, 1]) < 0.05
    assert rms(heard)[0] == pytest.approx(rms(heard)[1], rel=0.05)


def test_the_far_ear_hears_later_by_woodworths_delay(noise, target):
    left, right = settled(playing(noise(), target(1.0, 1.0), Hearing(0.0, 1.0))[0]).T
    shifts = range(20, 45)
    best = max(shifts, key=lambda shift: float(np.dot(left[shift:], right[: len(right) - shift])))
    assert best / RATE == pytest.approx(656e-6, abs=1.5 / RATE)


def test_the_far_ear_is_dulled_by_more_the_higher_the_tone(tone, target):
    def between_ears(hertz):
        low, high = rms(settled(playing(tone(hertz=hertz), target(0.5, 0.8), Hearing(0.0, 1.0))[0]))
        return 20.0 * math.log10(high / low)

    differences = [between_ears(hertz) for hertz in (100.0, 500.0, 2000.0, 8000.0)]
    assert differences == sorted(differences)
    assert differences[0] < 1.0
    assert 10.0 < differences[-1] < 25.0


@pytest.mark.parametrize("hearing", [SPEAKERS, HEADPHONES])
def test_a_sound_that_jumps_about_at_every_tick_never_clicks(tone, target, hearing):
    mixer, voice = playing(tone(), target(0.8), hearing)
    sink = OfflineSink(mixer)
    rng = np.random.default_rng(3)
    for _ in range(180):
        mixer.steer([voice], target(rng.choice([0.0, 0.4, 0.8]), rng.uniform(-1.0, 1.0), rng.uniform()))
        mixer.publish()
        sink.advance(TICK)
    assert rms(sink.samples).min() > 0.05
    assert largest_step(sink.samples) < 2.0 * SMOOTH
    assert not len(find_clicks(sink.samples))


def test_a_volume_goes_to_its_target_within_a_tenth_of_a_second(tone, target):
    mixer, voice = playing(tone(), target(0.0))
    settled(mixer)
    mixer.steer([voice], target(1.0))
    mixer.publish()
    render(mixer, 0.1)
    assert np.abs(render(mixer, 0.02)).max() == pytest.approx(math.sqrt(0.5), rel=1e-2)


def test_any_number_of_loud_voices_stays_below_full_scale(tone, target):
    mixer = Mixer(SPEAKERS)
    voices = [mixer.loop(tone(f"tone {k}", hertz=50.0 + 13.0 * k), phase=0.0) for k in range(40)]
    mixer.steer(voices, np.tile(target(1.0, 0.2), (40, 1)))
    heard = settled(mixer, 3.0)
    assert 0.9 < np.abs(heard).max() <= HIGHEST
    assert mixer.limit < 0.5


def test_the_limiter_begins_in_time_for_a_sudden_peak_and_lets_go_after(target):
    mixer = Mixer(SPEAKERS)
    mixer.publish()
    render(mixer, 0.5)
    for k in range(8):
        shot = np.zeros(RATE // 10, np.float32)
        shot[1000:1040] = 1.0
        mixer.play(Sound(f"shot {k}", shot, False))
    mixer.publish()
    heard = render(mixer, 0.5)
    assert CEILING - 0.01 < np.abs(heard).max() <= HIGHEST
    assert mixer.limit == 1.0


def test_nothing_is_limited_that_is_not_too_loud(tone, target):
    heard = settled(playing(tone(), target(0.9, 1.0))[0])
    assert np.abs(heard).max() == pytest.approx(0.9, rel=1e-4)


def test_a_pause_fades_out_and_back_in_and_nothing_is_skipped(tone, target):
    mixer, _ = playing(tone(), target(0.8, 1.0))
    unpaused, _ = playing(tone(), target(0.8, 1.0))
    settled(mixer), settled(unpaused)
    mixer.paused = True
    mixer.publish()
    tail = render(mixer, 0.1)
    assert np.abs(tail[-480:]).max() > 0.1, "cut instead of faded"
    rest = render(mixer, 0.5)
    assert not rest[round(FADE_SECONDS * RATE) :].any()
    mixer.paused = False
    mixer.publish()
    back = render(mixer, 0.5)
    assert largest_step(np.concatenate([tail, rest, back])) < SMOOTH
    assert np.abs(back[-480:]).max() == pytest.approx(0.8, rel=1e-3)
    assert not len(find_clicks(np.concatenate([tail, rest, back])))


def test_a_paused_one_shot_is_heard_to_its_end_afterwards(tone):
    mixer = Mixer(SPEAKERS)
    settled(mixer)
    voice = mixer.play(tone(loop=False, seconds=0.5))
    mixer.publish()
    render(mixer, 0.05)
    mixer.paused = True
    mixer.publish()
    render(mixer, 3.0)
    assert mixer.sounds(voice)
    mixer.paused = False
    mixer.publish()
    render(mixer, 0.6)
    assert not mixer.sounds(voice)


def test_a_one_shot_keeps_its_attack_and_frees_its_voice(tone):
    mixer = Mixer(Hearing(0.0, 0.0), voices=1)
    settled(mixer)
    click = np.zeros(4800, np.float32)
    click[100] = 1.0
    voice = mixer.play(Sound("click", click, False))
    assert mixer.play(tone(loop=False)) is None
    assert mixer.refused == 1
    mixer.publish()
    heard = render(mixer, 0.2)
    assert heard[:, 0].max() == pytest.approx(math.sqrt(0.5))
    assert not mixer.sounds(voice)
    assert mixer.sounding == 0
    assert mixer.play(tone(loop=False)) is not None


def test_a_voice_given_away_no_longer_obeys_who_had_it(tone, target):
    mixer = Mixer(SPEAKERS, voices=1)
    old = mixer.play(tone(loop=False, seconds=0.05))
    settled(mixer)
    new = mixer.loop(tone("other"))
    mixer.steer([new], target(0.8, 1.0))
    mixer.steer([old], target(0.0))
    mixer.stop(old)
    assert np.abs(settled(mixer)).max() == pytest.approx(0.8, rel=1e-3)
    assert mixer.sounds(new)
    assert not mixer.sounds(old)


def test_a_stopped_loop_fades_and_ends(tone, target):
    mixer, voice = playing(tone(), target(0.8, 1.0))
    before = settled(mixer)
    mixer.stop(voice)
    mixer.publish()
    after = render(mixer, 0.5)
    assert largest_step(np.concatenate([before, after])) < 2.0 * SMOOTH
    assert not after[-4800:].any()
    assert not mixer.sounds(voice)


@pytest.mark.parametrize(("bus", "left"), [(Bus.EFFECTS, 0.2), (Bus.AMBIENCE, 0.8), (Bus.MASTER, 0.2)])
def test_a_bus_turns_down_its_own_sounds(tone, target, bus, left):
    mixer = Mixer(SPEAKERS)
    mixer.steer([mixer.loop(tone(), Bus.EFFECTS)], target(0.8, 1.0))
    mixer.set_volume(bus, 0.25)
    assert np.abs(settled(mixer)).max() == pytest.approx(left, rel=1e-3)


def test_a_target_that_is_no_number_is_silence_and_spoils_nothing(tone, target):
    mixer, voice = playing(tone(), target(0.8, 1.0), HEADPHONES)
    settled(mixer)
    for column in range(target().shape[1]):
        spoilt = target(0.8, 1.0)
        spoilt[0, column] = np.nan
        mixer.steer([voice], spoilt)
        assert np.isfinite(settled(mixer, 0.1)).all()
    mixer.steer([voice], target(0.8, 1.0))
    assert rms(settled(mixer)).min() > 0.05


def test_loops_begin_apart(noise, target):
    mixer = Mixer(SPEAKERS)
    mixer.steer([mixer.loop(noise()), mixer.loop(noise())], np.concatenate([target(0.5, -1.0), target(0.5, 1.0)]))
    assert abs(np.corrcoef(settled(mixer, 2.0).T)[0, 1]) < 0.05


def test_what_was_not_published_is_not_heard(tone, target):
    mixer, _ = playing(tone(), target(1.0))
    assert not render(mixer, 0.5).any()


@pytest.mark.parametrize("volume", [-0.1, 1.5, math.nan])
def test_a_volume_outside_its_range_is_refused(volume):
    with pytest.raises(ValueError, match="0 … 1"):
        Mixer().set_volume(Bus.MASTER, volume)


def test_loops_and_one_shots_are_not_mistaken(tone):
    mixer = Mixer()
    with pytest.raises(ValueError, match="no loop"):
        mixer.loop(tone(loop=False))
    with pytest.raises(ValueError, match="never end"):
        mixer.play(tone())
    with pytest.raises(ValueError, match="effects or ambience"):
        mixer.loop(tone(), Bus.MASTER)


def test_targets_of_another_shape_are_refused(tone, target):
    mixer, voice = playing(tone(), target())
    with pytest.raises(ValueError, match=r"\(1, 5\)"):
        mixer.steer([voice], target()[0])


def test_the_limiter_delays_by_one_quantum_only():
    mixer = Mixer(Hearing(0.0, 0.0))
    settled(mixer)
    shot = np.zeros(1000, np.float32)
    shot[100] = 1.0
    mixer.play(Sound("shot", shot, False))
    mixer.publish()
    heard = render(mixer, 0.02)
    assert 100 + QUANTUM <= np.argmax(heard[:, 0]) < 100 + 2 * QUANTUM


def test_ten_minutes_hold_no_number_that_is_none_and_none_too_loud(noise, target):
    mixer = Mixer(HEADPHONES)
    voices = [mixer.loop(noise(f"noise {k}", 1.0 + 0.1 * k, k)) for k in range(6)]
    rng = np.random.default_rng(9)
    out = np.zeros((RATE, 2), np.float32)
    rows = np.concatenate([target()] * len(voices))
    for _ in range(600):
        rows[:, VOLUME:] = rng.uniform(-1.0, 1.0, rows.shape)
        rows[:, VOLUME] = rng.uniform(0.0, 1.0, len(rows)).round(1)
        mixer.steer(voices, rows)
        mixer.publish()
        mixer.render(out)
        assert np.abs(out).max() <= HIGHEST  # NaN fails this, too
    assert mixer.sounding == len(voices)
