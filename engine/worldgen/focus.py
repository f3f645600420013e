"""A focus: a place around which the world is kept generated."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from orlop.engine.worldgen.bounds import LIMIT, Bounds
from orlop.engine.worldgen.graph import LayerGraph
from orlop.engine.worldgen.layer import Layer
from orlop.engine.worldgen.rect import NONE, Rect

if TYPE_CHECKING:
    from orlop.engine.worldgen.scheduler import Scheduler


class Focus:
    """Asks for every chunk that touches the square of a layer's radius around it.

    Made by `World.focus`. Moving is cheap: nothing happens until a square reaches another chunk,
    and then only the border's chunks are looked at, by a worker if there is one.

    Attributes
    ----------
    x, z
        Where it is, world metres.
    radii
        Half the side of each layer's square, metres, by the layer's place in the graph.
    watched
        Whether somebody takes over what it asks for: else none of it is handed over.
    """

    def __init__(
        self,
        scheduler: "Scheduler",
        graph: LayerGraph,
        radii: Mapping[Layer[Any], float],
        x: float,
        z: float,
        watched: bool = True,
    ) -> None:
        for layer, radius in radii.items():
            if not 0.0 < radius <= 1e6:
                raise ValueError(
                    f"layer {layer.name}: a radius must be above 0, up to 1,000,000 metres, got {radius!r}"
                )
        self._graph = graph
        self._scheduler = scheduler
        self.watched = watched
        self.radii = {graph.order(layer): float(radius) for layer, radius in radii.items()}
        self.leads = graph.leads(self.radii)
        self.x, self.z = float(x), float(z)
        self.asked = self._rects(self.x, self.z)
        self.applied_asked: dict[int, Rect] = {}
        self.applied_needed = [NONE] * len(graph.layers)

    def move(self, x: float, z: float) -> None:
        """Put the focus to (x, z), world metres within ±10,000 km; any distance away."""
        asked = self._rects(float(x), float(z))
        self.x, self.z = float(x), float(z)
        if asked != self.asked:
            self.asked = asked
            self._scheduler.post(self)

    def remove(self) -> None:
        """Ask for nothing more."""
        self.asked = {}
        self._scheduler.post(self)

    def needed(self, asked: dict[int, Rect]) -> list[Rect]:
        """Return for each layer what is needed to make what is asked."""
        return self._graph.needed(asked)

    def _rects(self, x: float, z: float) -> dict[int, Rect]:
        if not (abs(x) <= LIMIT and abs(z) <= LIMIT):
            raise ValueError(f"a focus must stay within ±{LIMIT:g} metres, got ({x!r}, {z!r})")
        layers = self._graph.layers
        return {
            order: Rect.covering(Bounds.around(x, z, radius), layers[order].size)
            for order, radius in self.radii.items()
        }
