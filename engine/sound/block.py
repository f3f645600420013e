"""A block: a collection as one sound's kernel reads it."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from orlop.engine.error import OrlopError
from orlop.engine.sound.cloud_kernel import FIRST_VOLUME
from orlop.engine.sound.collection import SampleCollection
from orlop.engine.sound.component import SoundComponent

LEAST_RADIUS = 1e-3
"""Metres; keeps a listener exactly at a sample from dividing by 0."""


@dataclass(frozen=True, slots=True, eq=False)
class SampleBlock:
    """Samples with their volumes, laid out by row. Making one touches nothing shared: a worker may.

    Attributes
    ----------
    rows
        (FIRST_VOLUME + components, n) float32: x, y, z from `origin`, radius, then a volume each.
    origin
        (3,) world metres, float64.
    low, high
        (3,) corners of the box around the points, world metres.
    widest
        The greatest radius, metres.
    name
        The collection's.
    """

    rows: NDArray[np.float32]
    origin: NDArray[np.float64]
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    widest: float
    name: str

    def __post_init__(self) -> None:
        if not (self.rows.ndim == 2 and self.rows.dtype == np.float32 and self.rows.flags.c_contiguous):
            raise ValueError(f"rows must be (n, samples) float32 in C order, got {self.rows.shape} {self.rows.dtype}")


def pack(
    sound: str, components: Sequence[SoundComponent], collection: SampleCollection, of_energy: bool = False
) -> SampleBlock:
    """Lay a collection out for a sound; `of_energy` as for `SoundComponent.volumes`.

    Raises
    ------
    OrlopError
        A curve does not cover the samples' parameters, or volumes are beyond float32.
    """
    rows = np.empty((FIRST_VOLUME + len(components), len(collection)), np.float32)
    rows[:3] = collection.offsets
    rows[3] = np.maximum(collection.radii, LEAST_RADIUS)
    for row, component in zip(rows[FIRST_VOLUME:], components, strict=True):
        _check_cover(sound, component, collection)
        with np.errstate(over="ignore"):
            row[:] = component.volumes(collection.radii, collection.parameters, of_energy)
        if not np.isfinite(row).all():
            problem = f'{collection.name}: a radius makes component "{component.loop}" endlessly loud'
            raise OrlopError(f'sound "{sound}"', problem, "Give radii in metres and a smaller multiplier.")
    widest = float(collection.radii.max(initial=0.0))
    return SampleBlock(rows, collection.origin, collection.low, collection.high, widest, collection.name)


def _check_cover(sound: str, component: SoundComponent, collection: SampleCollection) -> None:
    curve = component.curve
    if curve is None or not len(collection):
        return
    low, high = collection.parameters.min(), collection.parameters.max()
    if low < curve.low or high > curve.high:
        where = f'sound "{sound}", component "{component.loop}"'
        problem = f"its curve covers {curve.low:g} … {curve.high:g}, {collection.name} has {low:g} … {high:g}"
        raise OrlopError(where, problem, "Extend the curve or clip the parameters.")
