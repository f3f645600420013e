"""Custom properties that nobody reads, but that are spelt almost as one that is: `Swing`, `walk_able`, `second`."""

import difflib
from collections.abc import Iterator, Mapping

from orlop.engine.scene.scene import Scene

PROPERTIES = (
    "role", "walkway", "source", "destination", "walkable", "obstacle", "surface", "inward",
    "swing", "slide", "seconds", "prompt", "hatch", "knee", "brow",
)  # fmt: skip
"""All that are read: docs/naming.md describes them."""

ALIKE = 0.85
"""How alike a misspelt word is, 0 … 1: one letter of five too many or too few. Authors have properties of their own."""


def find_misspelt(scene: Scene) -> tuple[str, ...]:
    """Return a line for each property of a node or a material of `scene` that was perhaps meant as one of `PROPERTIES`."""
    lines: dict[str, None] = {}
    for node in scene:
        lines |= dict.fromkeys(_told(f'node "{node.name}"', node.extras))
        for material in node.materials:
            lines |= dict.fromkeys(_told(f'material "{material.name}"', material.extras))
    return tuple(lines)


def _told(where: str, extras: Mapping[str, object]) -> Iterator[str]:
    for key in extras:
        meant = _meant(key)
        if meant is not None:
            yield f'{where}: its property "{key}" is not read. If "{meant}" is meant, write it so.'


def _meant(key: str) -> str | None:
    if key in PROPERTIES:
        return None
    plain = "".join(letter for letter in key.lower() if letter.isalnum())
    return next(iter(difflib.get_close_matches(plain, PROPERTIES, n=1, cutoff=ALIKE)), None)
