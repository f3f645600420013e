"""What a layer needs of another one, and how far around itself."""

import math
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from orlop.engine.worldgen.layer import Layer


class Dependency:
    """A chunk may read `layer` within its own bounds and `padding` metres around them.

    Where a layer smooths, relaxes or spreads something step by step, say how far one step
    reaches and how many there are: the padding follows, and stays right when either changes.

    Parameters
    ----------
    layer
        The provider.
    padding
        Metres, 0 or more. Not together with the other two.
    effect_distance
        How far one step can reach, metres.
    iterations
        Number of steps, 1 or more.
    """

    __slots__ = ("effect_distance", "iterations", "layer", "padding")

    def __init__(
        self,
        layer: "Layer[Any]",
        padding: float | None = None,
        *,
        effect_distance: float | None = None,
        iterations: int = 1,
    ) -> None:
        if (padding is None) == (effect_distance is None):
            raise ValueError("a dependency has either a padding or an effect_distance, in metres")
        if iterations < 1 or iterations != int(iterations):
            raise ValueError(f"iterations must be a whole number of 1 or more, got {iterations!r}")
        reach = padding if effect_distance is None else effect_distance * iterations
        assert reach is not None
        if not (math.isfinite(reach) and reach >= 0.0):
            raise ValueError(f"padding must be 0 or more metres, got {reach!r}")
        self.layer = layer
        self.padding = float(reach)
        self.effect_distance = effect_distance
        self.iterations = int(iterations)

    def __repr__(self) -> str:
        return f"Dependency({self.layer.name}, padding={self.padding:g})"
