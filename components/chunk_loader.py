"""A place around which a layered world is there."""

from dataclasses import dataclass


@dataclass(slots=True)
class ChunkLoader:
    """Keeps a world generated around its entity's `Transform`.

    Attributes
    ----------
    world
        Name of the world, as its streaming system knows it.
    radii
        How far each level of detail reaches, finest first, metres: half the side of a square.
    walkway
        Name of the walkway that is kept under it; empty for none. It reaches some steps around the loader, so
        motors that are on it should stay near.
    """

    world: str
    radii: tuple[float, ...]
    walkway: str = ""
