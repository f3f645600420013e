"""The layers of a world and who reads whom, checked before anything is generated."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from orlop.engine.worldgen.dependency import Dependency
from orlop.engine.worldgen.layer import Layer
from orlop.engine.worldgen.rect import NONE, Rect, span

SIZES = (0.01, 1e6)
"""Least and greatest side of a chunk, metres."""

MOST_PROVIDERS = 10_000
"""How many chunks of one layer a single chunk may read: more is a mistake in padding or size."""


@dataclass(frozen=True, slots=True)
class LayerSketch:
    """What a picture or a table of the layers shows of one.

    Attributes
    ----------
    name, size
        The layer's, size in metres.
    depth
        0 for a layer that reads none, else one more than the deepest it reads.
    needs
        Each provider's name, the padding in metres, and how many of its chunks one chunk reads at most.
    users
        Names of the layers that read this one.
    """

    name: str
    size: float
    depth: int
    needs: tuple[tuple[str, float, int], ...]
    users: tuple[str, ...]


class LayerGraph:
    """Layers in an order in which each comes after those it reads.

    Parameters
    ----------
    layers
        All of them, in any order.

    Raises
    ------
    ValueError
        If two have one name, one needs a layer that isn't here, some need each other in a
        circle, or a size or padding makes no sense. It names the layers.
    """

    def __init__(self, layers: Iterable[Layer[Any]]) -> None:
        if isinstance(layers, Layer):
            raise TypeError(f"a world needs a list of layers, got {layers!r} alone; put it in [ ]")
        given = list(layers)
        if not given:
            raise ValueError("a world needs at least one layer")
        for layer in given:
            _check_kind(layer)
        _check_names(given)
        for layer in given:
            _check_size(layer)
            _check_needs(layer, given)
        self.layers: tuple[Layer[Any], ...] = tuple(_providers_first(given))
        self._order = {layer.name: order for order, layer in enumerate(self.layers)}

    def order(self, layer: Layer[Any]) -> int:
        """Return the layer's place in `layers`; ValueError if it is none of them."""
        _check_kind(layer)
        order = self._order.get(layer.name)
        if order is None:
            known = ", ".join(self._order)
            raise ValueError(f"layer {layer.name} is no part of this world, whose layers are {known}")
        if self.layers[order] is not layer:
            raise ValueError(
                f"this layer {layer.name} is no part of this world; use the one that the world was made with"
            )
        return order

    def needed(self, asked: dict[int, Rect]) -> list[Rect]:
        """Return for each layer the chunks needed to make those `asked`, by their layer's order.

        Padding adds up on the way down: each layer's rectangle covers those of its users and
        their padding around them.
        """
        rects = [asked.get(order, NONE) for order in range(len(self.layers))]
        for order in range(len(self.layers) - 1, -1, -1):
            users, size = rects[order], self.layers[order].size
            if not users.area:
                continue
            for need in self.layers[order].needs:
                provider = self._order[need.layer.name]
                rect = users.reach(size, need.padding, need.layer.size)
                rects[provider] = rects[provider].joined(rect) if rects[provider].area else rect
        return rects

    def leads(self, asked: Iterable[int]) -> list[float]:
        """Return for each layer by how many metres it is ahead of the layers asked for.

        A chunk's distance less its layer's lead is at most that of any chunk that waits for it. So what
        is taken in order of it makes near chunks first and nothing early.
        """
        leads = [-math.inf] * len(self.layers)
        for order in asked:
            leads[order] = _half_diagonal(self.layers[order].size)
        for order in range(len(self.layers) - 1, -1, -1):
            layer = self.layers[order]
            for need in layer.needs:
                provider = self._order[need.layer.name]
                across = math.sqrt(2.0) * need.padding + _half_diagonal(layer.size) + _half_diagonal(need.layer.size)
                leads[provider] = max(leads[provider], leads[order] + across)
        return leads

    def sketch(self) -> tuple[LayerSketch, ...]:
        """Describe all layers, providers first."""
        depths: dict[str, int] = {}
        sketches = []
        for layer in self.layers:
            depths[layer.name] = 1 + max((depths[need.layer.name] for need in layer.needs), default=-1)
            needs = tuple(
                (need.layer.name, need.padding, _most_read(layer.size, need.padding, need.layer.size))
                for need in layer.needs
            )
            users = tuple(user.name for user in self.layers if any(need.layer is layer for need in user.needs))
            sketches.append(LayerSketch(layer.name, layer.size, depths[layer.name], needs, users))
        return tuple(sketches)


def _check_kind(layer: object) -> None:
    """Refuse by TypeError what is no layer: a class, a name."""
    if isinstance(layer, type):
        raise TypeError(f"a layer is an object, got the class {layer.__name__}; make one: {layer.__name__}()")
    if not isinstance(layer, Layer):
        raise TypeError(f"a layer is an object of a class derived from Layer, got {layer!r}")
    for attribute in ("name", "size"):
        if not hasattr(layer, attribute):
            raise TypeError(f"{type(layer).__name__} lacks a {attribute}; every layer has a name, and a size in metres")
    if not isinstance(layer.needs, tuple | list):
        raise TypeError(f"layer {layer.name}: needs must be a tuple of Dependency, got {layer.needs!r}; write (…,)")
    for need in layer.needs:
        if not isinstance(need, Dependency):
            cure = f"; write Dependency({need.name}, padding=…)" if isinstance(need, Layer) else ""
            raise TypeError(f"layer {layer.name}: needs must be a tuple of Dependency, got {need!r} in it{cure}")
        if not isinstance(need.layer, Layer):
            _check_kind(need.layer)


def _check_names(layers: list[Layer[Any]]) -> None:
    names = [layer.name for layer in layers]
    for name in names:
        if not isinstance(name, str) or not name:
            raise ValueError(f"a layer's name must be a word, got {name!r}")
        if names.count(name) > 1:
            raise ValueError(f"two layers are named {name}; each needs a name of its own")


def _check_size(layer: Layer[Any]) -> None:
    if not isinstance(layer.size, int | float | np.number) or not SIZES[0] <= layer.size <= SIZES[1]:
        raise ValueError(f"layer {layer.name}: size must be {SIZES[0]:g} … {SIZES[1]:g} metres, got {layer.size!r}")


def _check_needs(layer: Layer[Any], layers: list[Layer[Any]]) -> None:
    for need in layer.needs:
        provider = need.layer
        if all(provider is not other for other in layers):
            raise ValueError(
                f"layer {layer.name} needs {provider.name}, which is not in this world; add it to the layers"
            )
        if sum(provider is other.layer for other in layer.needs) > 1:
            raise ValueError(f"layer {layer.name} needs {provider.name} twice; the greater padding alone will do")
        _check_size(provider)
        count = _most_read(layer.size, need.padding, provider.size)
        if count > MOST_PROVIDERS:
            raise ValueError(
                f"layer {layer.name}: with a padding of {need.padding:g} m one chunk of {layer.size:g} m reads {count} "
                f"chunks of {provider.name}, at most {MOST_PROVIDERS} are allowed. Make those of {provider.name} larger."
            )


def _most_read(size: float, padding: float, provider_size: float) -> int:
    """How many provider chunks lie within a chunk's padded bounds, where they lie most awkwardly."""
    if size % provider_size == 0.0 or provider_size % size == 0.0:
        along = max(
            high - low
            for low, high in (
                span(i * size - padding, (i + 1) * size + padding, provider_size)
                for i in range(min(max(1, round(provider_size / size)), 1024))
            )
        )
    else:
        along = math.ceil((size + 2.0 * padding) / provider_size) + 1
    return along * along


def _half_diagonal(size: float) -> float:
    return size * math.sqrt(0.5)


def _providers_first(layers: list[Layer[Any]]) -> list[Layer[Any]]:
    result: list[Layer[Any]] = []
    path: list[Layer[Any]] = []

    def visit(layer: Layer[Any]) -> None:
        if any(layer is other for other in result):
            return
        if any(layer is other for other in path):
            start = next(k for k, other in enumerate(path) if other is layer)
            circle = " → ".join(other.name for other in [*path[start:], layer])
            raise ValueError(f"layers need each other in a circle: {circle}; nothing could be made first")
        path.append(layer)
        for need in layer.needs:
            visit(need.layer)
        path.pop()
        result.append(layer)

    for layer in layers:
        visit(layer)
    return result
