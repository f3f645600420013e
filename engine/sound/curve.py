"""How loud a sample is by its parameter."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Curve:
    """A volume for each parameter between the first knot and the last, straight between knots.

    Attributes
    ----------
    knots
        (parameter, volume) by rising parameter, one or more; volumes from 0 up.
    equal_power
        Take the root of what lies between: two loops unlike each other then cross-fade at even
        loudness, where straight lines would dip by 3 dB midway.
    """

    knots: tuple[tuple[float, float], ...]
    equal_power: bool = False

    def __post_init__(self) -> None:
        parameters = [parameter for parameter, _ in self.knots]
        if not self.knots or not all(math.isfinite(number) for knot in self.knots for number in knot):
            raise ValueError(f"a curve needs one finite knot (parameter, volume) or more, got {self.knots}")
        if any(second <= first for first, second in pairwise(parameters)):
            raise ValueError(f"a curve's parameters rise from knot to knot, got {parameters}")
        if any(volume < 0.0 for _, volume in self.knots):
            raise ValueError(f"a curve's volumes are 0 or more, got {self.knots}")

    @property
    def low(self) -> float:
        """The least parameter it knows."""
        return self.knots[0][0]

    @property
    def high(self) -> float:
        """The greatest one."""
        return self.knots[-1][0]

    def volumes(self, parameters: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the volume at each of parameters (n,), all between `low` and `high`."""
        at, volume = zip(*self.knots, strict=True)
        between: NDArray[np.float64] = np.interp(parameters, at, volume)
        return np.sqrt(between) if self.equal_power else between


def cross_fade(stops: Sequence[float], equal_power: bool = False) -> tuple[Curve, ...]:
    """Make a curve for each component of a sound that changes from one to the next.

    At ``stops[i]`` component i is heard alone; between stops two share, their volumes adding up
    to 1, or with `equal_power` their squares.

    Parameters
    ----------
    stops
        Rising parameters, two or more.
    """
    if len(stops) < 2:
        raise ValueError(f"a cross-fade needs two stops or more, got {list(stops)}")
    alone = np.eye(len(stops)).tolist()
    return tuple(Curve(tuple(zip(map(float, stops), volumes, strict=True)), equal_power) for volumes in alone)
