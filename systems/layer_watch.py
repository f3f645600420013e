"""Which layer of the worlds around the player is looked at."""

from collections.abc import Callable, Sequence
from typing import Any

from orlop.engine.worldgen.bounds import Bounds
from orlop.engine.worldgen.layer import Layer
from orlop.engine.worldgen.progress import LayerProgress
from orlop.engine.worldgen.reach import deepest
from orlop.engine.worldgen.survey import LayerSurvey, survey
from orlop.engine.worldgen.world import World


class LayerWatch:
    """Looks at one layer at a time: first at the one that takes most others.

    Parameters
    ----------
    worlds
        Returns the worlds there are now.
    """

    def __init__(self, worlds: Callable[[], Sequence[World]]) -> None:
        self._worlds = worlds
        self._chosen: Layer[Any] | None = None

    def layers(self) -> list[Layer[Any]]:
        """Return all layers of all worlds, providers first."""
        return [layer for world in self._worlds() for layer in world.graph.layers]

    def chosen(self) -> int:
        """Return which of `layers` is looked at; -1 if there is none."""
        layers = self.layers()
        if not layers:
            return -1
        if all(layer is not self._chosen for layer in layers):
            self._chosen = deepest(self._worlds()[0].graph)
        return next(number for number, layer in enumerate(layers) if layer is self._chosen)

    def step(self, count: int) -> None:
        """Look at the layer `count` places on; after the last comes the first."""
        layers = self.layers()
        if layers:
            self._chosen = layers[(self.chosen() + count) % len(layers)]

    def survey(self) -> LayerSurvey | None:
        """Return what is there of the chosen layer; None if there is none."""
        number = self.chosen()
        if number < 0:
            return None
        layer = self.layers()[number]
        return next(survey(world, layer) for world in self._worlds() if layer in world.graph.layers)

    def extent(self) -> Bounds | None:
        """Return what its chunks cover that are wanted, metres."""
        found = self.survey()
        return None if found is None else found.extent

    def progress(self) -> list[LayerProgress]:
        """Return how far each of `layers` is."""
        return [progress for world in self._worlds() for progress in world.progress().values()]
