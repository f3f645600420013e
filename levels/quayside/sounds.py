"""What the quayside sounds like: water at its walls, a lighter that works at her moorings, a bell to ring."""

import numpy as np
from numpy.typing import NDArray

from orlop.components import Interactable, SoundPointCollection, SoundSource, Transform
from orlop.engine.sound.attenuation import Attenuation
from orlop.engine.sound.cloud import CloudSound
from orlop.engine.sound.component import SoundComponent
from orlop.engine.sound.water import stretch_radius
from orlop.levels.quayside.plan import BELL, QUAY, WATER

Floats = NDArray[np.float64]

STRETCH = 1.0
"""Metres of wall that are one sample of lapping water."""

LAPPING = 0.5
"""Width of the strip of water that laps, metres."""


def clouds() -> tuple[CloudSound, ...]:
    """Return the clouds, by the power law: no stretch of water knows of the next."""
    return (
        CloudSound(
            "harbour", [SoundComponent("trickle", 0.25)], Attenuation(25.0), sum_law="power", direction_law="power"
        ),
        CloudSound(
            "lighter", [SoundComponent("hull", 0.18)], Attenuation(30.0), sum_law="power", direction_law="power"
        ),
    )


def collections(turn: Floats) -> list[SoundPointCollection]:
    """Return the samples of all clouds, in a scene turned by `turn` (3, 3)."""
    sides = _sides()
    hull = np.stack([np.linspace(-5.5, 5.0, 8), np.full(8, -0.7), np.full(8, -8.0)], axis=1)
    lapping = np.full(len(sides), stretch_radius(LAPPING, STRETCH))
    return [
        SoundPointCollection("harbour", sides @ turn.T, lapping, np.zeros(len(sides))),
        SoundPointCollection("lighter", hull @ turn.T, np.full(8, 0.7), np.zeros(8)),
    ]


def bell(turn: Floats) -> tuple[Transform, SoundSource, Interactable]:
    """Return the components of the bell beside the shed's door, which rings when it is used."""
    x, y, z = (turn @ BELL).tolist()
    return (
        Transform((x, y, z)),
        SoundSource(("bell",), None, 0.5, 1.5, 80.0),
        Interactable("ring the bell", ("quay",), (x, z), 0.3),
    )


def _sides() -> Floats:
    """Samples along the four walls, where the water touches them."""
    x0, z0, x1, z1 = QUAY
    along_x, along_z = np.arange(x0 + 0.5, x1, STRETCH), np.arange(z0 + 0.5, z1, STRETCH)
    plan = [(x, z) for z in (z0, z1) for x in along_x] + [(x, z) for x in (x0, x1) for z in along_z]
    return np.array([(x, WATER, z) for x, z in plan])
