"""Footsteps: a heel, then a toe, on what the floor is made of."""

import numpy as np

from orlop.engine.sound.synthesis.circle import Floats, Random, count, place, silence
from orlop.engine.sound.synthesis.ringing import blow, burst, modes, swell

SECONDS = 0.7


def footstep_wood(random: Random) -> Floats:
    """A plank: hollow, most of it below 500 Hz."""
    shot = silence(SECONDS)
    pitch = random.uniform(0.92, 1.1)
    tones = np.array([94.0, 146.0, 211.0, 283.0, 392.0, 495.0]) * pitch * random.uniform(0.97, 1.03, 6)
    plank = modes(tones, [30.0, 28.0, 34.0, 42.0, 55.0, 70.0], [0.6, 1.0, 1.0, 0.9, 0.7, 0.6])
    heel, toe, roll = _gait(random)
    place(shot, heel, np.convolve(plank, blow(0.0026)))
    place(shot, heel, 0.3 * burst(random, 0.018, 900.0, 3200.0, attack=0.08))
    place(shot, toe, roll * np.convolve(plank, blow(0.004)))
    place(shot, toe, roll * 0.2 * burst(random, 0.030, 700.0, 2600.0, attack=0.15))
    return shot


def footstep_stone(random: Random) -> Floats:
    """Flags: a dry tap, a little grit under the sole."""
    shot = silence(SECONDS)
    tones = np.array([205.0, 640.0, 1180.0, 1940.0, 3050.0]) * random.uniform(0.93, 1.08, 5)
    slab = modes(tones, [130.0, 210.0, 240.0, 320.0, 420.0], [0.3, 0.5, 0.7, 0.7, 0.5])
    heel, toe, roll = _gait(random)
    place(shot, heel, np.convolve(slab, blow(0.0010)))
    place(shot, heel, 0.40 * burst(random, 0.012, 1500.0, 6500.0, attack=0.06))
    place(shot, heel + 0.02, 0.06 * burst(random, toe - heel, 2500.0, 8000.0, attack=0.4))
    place(shot, toe, roll * 0.8 * np.convolve(slab, blow(0.0016)))
    place(shot, toe, roll * 0.30 * burst(random, 0.040, 1800.0, 7000.0, attack=0.15))
    return shot


def footstep_grass(random: Random) -> Floats:
    """Turf: a soft thump, and blades that bend and brush."""
    shot = silence(SECONDS)
    heel, toe, roll = _gait(random)
    _thump(shot, random, heel, 0.2)
    _thump(shot, random, toe, 0.12 * roll)
    for begin, seconds, blades, loudness in ((heel, 0.10, 34, 0.9), (toe, 0.17, 52, 0.8 * roll + 0.2)):
        place(shot, begin, 0.25 * loudness * burst(random, seconds, 2200.0, 7500.0, attack=0.3))
        _grains(shot, random, begin, seconds, blades, (2600.0, 8500.0), loudness * 0.30, hardness=0.35)
    return shot


def footstep_gravel(random: Random) -> Floats:
    """Pebbles that grind and click against each other; after Cook's PhISEM: energy decays, chance strikes grains."""
    shot = silence(SECONDS)
    heel, toe, roll = _gait(random)
    _thump(shot, random, heel, 0.16)
    for begin, seconds, grains, loudness in ((heel, 0.13, 90, 1.0), (toe, 0.20, 120, 0.35 + roll)):
        _grains(shot, random, begin, seconds, grains, (1500.0, 6200.0), loudness * 0.5, hardness=1.0)
        place(shot, begin, 0.10 * loudness * burst(random, seconds, 1200.0, 6000.0, attack=0.2))
    return shot


def _gait(random: Random) -> tuple[float, float, float]:
    """When the heel and the toe strike, seconds, and how hard the toe does beside the heel."""
    heel = 0.008
    return heel, heel + random.uniform(0.105, 0.145), random.uniform(0.42, 0.62)


def _thump(shot: Floats, random: Random, begin: float, loudness: float) -> None:
    """The body's weight on soft ground."""
    tones = np.array([62.0, 98.0, 150.0]) * random.uniform(0.9, 1.12)
    thump = np.convolve(modes(tones, [38.0, 46.0, 60.0], [1.0, 0.9, 0.5]), blow(0.012))
    place(shot, begin, loudness * thump / np.abs(thump).max())


def _grains(
    shot: Floats,
    random: Random,
    begin: float,
    seconds: float,
    number: int,
    pitches: tuple[float, float],
    loudness: float,
    hardness: float,
) -> None:
    """Strike `number` grains over `seconds`: `hardness` 1 rings like stone, towards 0 it is a brush of noise."""
    envelope = swell(count(seconds), 0.15)
    moments = random.choice(len(envelope), number, p=envelope / envelope.sum())
    strengths = random.lognormal(-1.2, 0.9, number) * np.sqrt(envelope[moments])
    for moment, strength in zip(moments / count(1.0), strengths, strict=True):
        pitch = np.exp(random.uniform(*np.log(pitches)))
        ring = np.convolve(modes([pitch, pitch * random.uniform(1.4, 2.3)], [700.0, 1100.0], [1.0, 0.6]), blow(0.0002))
        brush = burst(random, random.uniform(0.002, 0.006), pitch / 1.4, pitch * 1.4, attack=0.2)
        place(shot, begin + moment, loudness * min(strength, 1.6) * hardness * ring)
        place(shot, begin + moment, loudness * min(strength, 1.6) * (1.0 - 0.7 * hardness) * brush)
