"""Makes all of a piece of a world beforehand, and keeps it in a store."""

import hashlib
import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from orlop.engine.error import OrlopError
from orlop.engine.worldgen.bounds import Bounds
from orlop.engine.worldgen.graph import LayerGraph
from orlop.engine.worldgen.identity import layer_identity
from orlop.engine.worldgen.layer import Layer
from orlop.engine.worldgen.rect import NONE, Rect
from orlop.engine.worldgen.store import Store
from orlop.engine.worldgen.world import World

BLOCK = 1024.0
"""Side of the squares that are made one after another, metres: what is in memory at once does not grow with the piece."""

Report = Callable[[int, int], None]
"""Gets the number of blocks done, and of all."""


@dataclass(frozen=True, slots=True)
class Baked:
    """What is in the store now.

    Attributes
    ----------
    chunks
        How many chunks of each layer's are kept, by its name.
    made
        How many chunks the world has made anew; the rest was there already.
    digest
        Of the content of all, 32 hex digits: the same wherever and however often it is made.
    """

    chunks: Mapping[str, int]
    made: int
    digest: str


def piece(graph: LayerGraph, radii: Mapping[Layer[Any], float], x: float, z: float, size: float) -> list[Rect]:
    """Return which chunks of each layer a walk needs that stays in a square.

    Parameters
    ----------
    radii
        The layers that are asked for around the walker, and how far each, metres.
    x, z, size
        The square's middle and side, metres.
    """
    asked = {}
    for layer, radius in radii.items():
        bounds = Bounds.around(x, z, 0.5 * size + radius).check()
        asked[graph.order(layer)] = Rect.covering(bounds, layer.size)
    return graph.needed(asked)


def bake(world: World, store: Store, needed: list[Rect], report: Report | None = None) -> Baked:
    """Make the chunks `needed` of all layers that are stored, as far as the store does not have them yet.

    It may be interrupted at any time: what is kept by then is not made again.

    Parameters
    ----------
    world
        One that uses `store`.
    needed
        For each layer of the world's graph; see `piece`.

    Raises
    ------
    OrlopError
        If the store fails.
    GenerationError
        If a chunk can't be made.
    """
    layers = world.graph.layers
    kept = [order for order, layer in enumerate(layers) if layer.stored and needed[order].area]
    identities = {order: layer_identity(layers[order], world.seed) for order in kept}
    digests = {order: hashlib.blake2b(digest_size=16) for order in kept}
    blocks = list(_blocks([needed[order].bounds(layers[order].size) for order in kept]))
    for number, block in enumerate(blocks):
        if report is not None:
            report(number, len(blocks))
        for order in kept:
            layer, rect = layers[order], _within(block, needed[order], layers[order].size)
            if rect.area and len(store.whole(identities[order], rect)) < rect.area:
                world.generate(layer, rect.bounds(layer.size))
                _check(store)
            for index, packed in store.whole(identities[order], rect):
                digests[order].update(repr(index).encode())
                digests[order].update(packed)
    store.commit()
    _check(store)
    if report is not None:
        report(len(blocks), len(blocks))
    everything = hashlib.blake2b(digest_size=16)
    for order in kept:
        everything.update(layers[order].name.encode())
        everything.update(digests[order].digest())
    made = sum(world.progress()[layers[order].name].generated for order in kept)
    return Baked({layers[order].name: needed[order].area for order in kept}, made, everything.hexdigest())


def _check(store: Store) -> None:
    if store.trouble:
        raise OrlopError(str(store.path), store.trouble, "Bake into another folder, or delete the file and bake again.")


def _blocks(parts: list[Bounds]) -> Iterator[Bounds]:
    """Squares that together cover all `parts`, row after row; none if there is no part."""
    if not parts:
        return
    low_i, high_i = (math.floor(end / BLOCK) for end in (min(p.low_x for p in parts), max(p.high_x for p in parts)))
    low_j, high_j = (math.floor(end / BLOCK) for end in (min(p.low_z for p in parts), max(p.high_z for p in parts)))
    for i in range(low_i, high_i + 1):
        for j in range(low_j, high_j + 1):
            yield Bounds(i * BLOCK, j * BLOCK, (i + 1) * BLOCK, (j + 1) * BLOCK)


def _within(block: Bounds, rect: Rect, size: float) -> Rect:
    """The chunks of `rect` whose low corners lie in a block: each lies in one."""
    low_i, low_j, high_i, high_j = (math.ceil(end / size) for end in block)
    part = Rect(max(rect.low_i, low_i), max(rect.low_j, low_j), min(rect.high_i, high_i), min(rect.high_j, high_j))
    return part if part.low_i < part.high_i and part.low_j < part.high_j else NONE
