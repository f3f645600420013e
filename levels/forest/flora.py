"""How everything in the forest looks: for each kind a few variants, each at several levels of detail."""

from collections.abc import Callable

import numpy as np

from orlop.engine.render.picking import LEVELS
from orlop.engine.render.shape import Figure, Shape
from orlop.levels.forest.broadleaves import Broadleaf, broadleaf, bush
from orlop.levels.forest.conifers import Conifer, pine, whorled
from orlop.levels.forest.foliage import Chance, Colour, Part, blade, frond, moved, rock, tuft
from orlop.levels.forest.trees import SPREAD, TALLEST, Species

VARIANTS = 5
FLORA_SEED = 17

Builder = Callable[[int, Chance], list[Part]]
"""Gets the level of detail and chance; returns parts in metres."""


def colour(text: str) -> Colour:
    """Return linear RGB of an sRGB colour written ``#rrggbb``."""
    values = np.array([int(text[k : k + 2], 16) for k in (1, 3, 5)]) / 255.0
    linear = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
    return (float(linear[0]), float(linear[1]), float(linear[2]))


BARK, GREY_BARK, WHITE_BARK = colour("#5d4c3c"), colour("#7d776c"), colour("#c9c4b6")
GRASS = colour("#667a38")
STONE, MOSS = colour("#85827a"), colour("#66713a")


def _measures(species: Species) -> tuple[float, float]:
    height = float(TALLEST[species]) * 0.75
    return height, height * float(SPREAD[species])


def _conifer(
    species: Species, bare: float, storeys: int, overlap: float, bulge: float, ragged: float, needles: str
) -> Builder:
    height, radius = _measures(species)
    kind = Conifer(height, radius, bare, storeys, overlap, bulge, ragged, colour(needles), BARK)
    return lambda detail, chance: whorled(kind, detail, chance)


def _pine(needles: str) -> Builder:
    height, radius = _measures(Species.PINE)
    return lambda detail, chance: pine(height, radius, colour(needles), colour("#66503f"), detail, chance)


def _broadleaf(
    species: Species, bare: float, tufts: int, full: float, slender: float, leaves: str, bark: Colour
) -> Builder:
    height, radius = _measures(species)
    kind = Broadleaf(height, radius, bare, tufts, full, slender, colour(leaves), bark)
    return lambda detail, chance: broadleaf(kind, detail, chance)


def _fern(detail: int, chance: Chance) -> list[Part]:
    fronds = (9, 6, 3, 3)[detail]
    parts = []
    for k in range(fronds):
        heading = 2.0 * np.pi * (k + chance.uniform(-0.3, 0.3)) / fronds
        length, rise = chance.uniform(0.75, 1.05), chance.uniform(0.38, 0.6)
        width = 0.34 if detail < 2 else 0.7
        parts.append(frond(heading, length * 0.55, rise, width * 0.6, colour("#5f7f37"), chance))
    return parts


def _blueberry(detail: int, chance: Chance) -> list[Part]:
    lumps = (4, 2, 1, 1)[detail]
    parts = []
    for _ in range(lumps):
        aside = chance.uniform(-0.5, 0.5, 2) * (lumps > 1)
        middle = np.array([aside[0], 0.28, aside[1]])
        size = np.array([0.45, 0.26, 0.45]) * (1.0 if lumps > 1 else 1.9)
        parts.append(tuft(middle, size, np.zeros(3), colour("#55703a"), chance, fine=False))
    return parts


def _juniper(detail: int, chance: Chance) -> list[Part]:
    lumps = (5, 3, 1, 1)[detail]
    parts = []
    for k in range(lumps):
        share = k / max(lumps - 1, 1)
        middle = np.array([chance.uniform(-0.12, 0.12), 0.3 + 0.95 * share, chance.uniform(-0.12, 0.12)])
        wide = 0.36 * (1.0 - 0.6 * share)
        if lumps == 1:
            middle, wide = np.array([0.0, 0.75, 0.0]), 0.34
        size = np.array([wide, 0.42 if lumps > 1 else 0.8, wide])
        parts.append(tuft(middle, size, np.array([0.0, 0.4, 0.0]), colour("#4d6245"), chance, detail == 0, 0.4))
    return parts


def _grass(detail: int, chance: Chance) -> list[Part]:
    blades = (14, 8, 4, 3)[detail]
    parts = []
    for k in range(blades):
        heading = 2.0 * np.pi * (k + chance.uniform(-0.4, 0.4)) / blades
        foot = np.array([np.sin(heading), 0.0, -np.cos(heading)]) * chance.uniform(0.05, 0.8)
        parts.append(
            moved(blade(heading, chance.uniform(0.45, 1.0), (0.05, 0.08, 0.14, 0.2)[detail], GRASS, chance), foot)
        )
    return parts


def _rock(tall: float, divided: int) -> Builder:
    def build(detail: int, chance: Chance) -> list[Part]:
        size = np.array([1.0, 0.5 * tall, 1.0]) * chance.uniform(0.75, 1.1, 3)
        return [rock(size, 0.25 * tall, STONE, MOSS, chance, divided - min(detail, 2))]

    return build


BUILDERS: dict[str, Builder] = {
    "spruce": _conifer(Species.SPRUCE, 0.08, 11, 2.1, 0.85, 0.34, "#4a6848"),
    "pine": _pine("#5d7650"),
    "larch": _conifer(Species.LARCH, 0.16, 9, 1.5, 0.95, 0.5, "#6f8440"),
    "beech": _broadleaf(Species.BEECH, 0.3, 9, 0.98, 0.014, "#5f7f34", GREY_BARK),
    "birch": _broadleaf(Species.BIRCH, 0.3, 8, 0.72, 0.010, "#84994a", WHITE_BARK),
    "alder": _broadleaf(Species.ALDER, 0.2, 8, 0.86, 0.014, "#4e6c36", BARK),
    "fern": _fern,
    "blueberry": _blueberry,
    "hazel": lambda detail, chance: bush(3.2, 1.7, colour("#6c8840"), BARK, 6, detail, chance),
    "juniper": _juniper,
    "grass": _grass,
    "stone": _rock(0.9, 0),
    "boulder": _rock(1.3, 1),
}
"""Every kind by its name among `standing.NAMES`."""


def flora() -> dict[str, Figure]:
    """Return the models of all kinds; the same at every call."""
    return {name: _figure(number, builder) for number, (name, builder) in enumerate(BUILDERS.items())}


def _figure(number: int, builder: Builder) -> Figure:
    variants = []
    for variant in range(VARIANTS):
        shapes = [shape_of(builder(k, np.random.default_rng((FLORA_SEED, number, variant)))) for k in range(LEVELS)]
        variants.append(tuple(shapes))
    return tuple(variants)


def shape_of(parts: list[Part]) -> Shape:
    """Bring parts to a model's measures: radius 1 and height 1, whatever they were."""
    triangles = np.concatenate([part.triangles for part in parts])
    normals = np.concatenate([part.normals for part in parts])
    corners = triangles.reshape(-1, 3)
    height = float(corners[:, 1].max())
    radius = float(np.quantile(np.hypot(corners[:, 0], corners[:, 2]), 0.97))
    measures = np.array([radius, height, radius])
    leafy = np.concatenate([np.full(len(part.triangles), part.leafy) for part in parts])
    colours = np.concatenate([part.colours for part in parts])
    return Shape(
        (triangles / measures).astype(np.float32),
        (normals * measures).astype(np.float32),
        colours.astype(np.float32),
        leafy.astype(np.float32),
    )
