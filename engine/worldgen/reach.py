"""What one chunk is made of: how far around it the layers below are read, and how many chunks that takes."""

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from orlop.engine.worldgen.bounds import Bounds
from orlop.engine.worldgen.graph import LayerGraph
from orlop.engine.worldgen.layer import Layer
from orlop.engine.worldgen.rect import NONE, ChunkIndex, Rect, chunk_bounds

ALIGNMENTS = 1024
"""At most so many places of a chunk among the grids below it are tried: there are more only of odd sizes."""


@dataclass(frozen=True, slots=True)
class LayerReading:
    """What is read of one layer for the sake of one chunk, by whichever layers lie between.

    Attributes
    ----------
    layer
        The layer that is read; the chunk's own comes with itself alone.
    chunks
        Which of its chunks are needed; `NONE` if it isn't read.
    bounds
        The bounds of those who read it, and their padding, metres; None if it isn't read.
    """

    layer: Layer[Any]
    chunks: Rect
    bounds: Bounds | None


@dataclass(frozen=True, slots=True)
class LayerReach:
    """How far a layer looks, and what its look costs.

    Attributes
    ----------
    metres
        How far beyond its own bounds something is read for a chunk, padding upon padding, at most.
    chunks
        How many chunks of all layers have to be there before one of this layer is, itself among them, at most.
    """

    metres: float
    chunks: int


def readings(graph: LayerGraph, layer: Layer[Any], index: ChunkIndex) -> tuple[LayerReading, ...]:
    """Return what is read of each of the graph's layers, in their order, for the chunk `index` of `layer`."""
    order, (i, j) = graph.order(layer), index
    needed = graph.needed({order: Rect(i, j, i + 1, j + 1)})
    bounds: list[Bounds | None] = [None] * len(graph.layers)
    bounds[order] = chunk_bounds(index, layer.size)
    for user, rect in reversed(list(zip(graph.layers, needed, strict=True))):
        if rect.area:
            for need in user.needs:
                provider = graph.order(need.layer)
                read, known = rect.bounds(user.size).expanded(need.padding), bounds[provider]
                bounds[provider] = read if known is None else _joined(known, read)
    return tuple(
        LayerReading(each, rect if rect.area else NONE, read)
        for each, rect, read in zip(graph.layers, needed, bounds, strict=True)
    )


def reach_of(graph: LayerGraph, layer: Layer[Any]) -> LayerReach:
    """Return how far a layer looks, wherever its chunk lies among the grids below it."""
    metres, chunks = 0.0, 0
    for i in range(_alignments(graph, layer)):
        own, taken = chunk_bounds((i, i), layer.size), 0
        for reading in readings(graph, layer, (i, i)):
            taken += reading.chunks.area
            if reading.bounds is not None:
                metres = max(metres, own.low_x - reading.bounds.low_x, reading.bounds.high_x - own.high_x)
        chunks = max(chunks, taken)
    return LayerReach(metres, chunks)


def deepest(graph: LayerGraph) -> Layer[Any]:
    """Return the layer with the longest way down; the first of several."""
    depths = [sketch.depth for sketch in graph.sketch()]
    return graph.layers[depths.index(max(depths))]


def _alignments(graph: LayerGraph, layer: Layer[Any]) -> int:
    """After how many chunks of `layer` all grids below it lie as they lay before."""
    own, count = Fraction(layer.size).limit_denominator(1000), 1
    for reading in readings(graph, layer, (0, 0)):
        if reading.bounds is not None:
            count = math.lcm(count, (Fraction(reading.layer.size).limit_denominator(1000) / own).numerator)
    return min(count, ALIGNMENTS)


def _joined(one: Bounds, other: Bounds) -> Bounds:
    return Bounds(
        min(one.low_x, other.low_x),
        min(one.low_z, other.low_z),
        max(one.high_x, other.high_x),
        max(one.high_z, other.high_z),
    )
