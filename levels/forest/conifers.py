"""Conifers: a straight stem with storeys of twigs, or, for a pine, plates of needles at the top."""

from dataclasses import dataclass

import numpy as np

from orlop.levels.forest.foliage import Chance, Colour, Part, tube, tuft, whorl


@dataclass(frozen=True, slots=True)
class Conifer:
    """How a conifer grows.

    Attributes
    ----------
    height, radius
        Of a grown tree, metres.
    bare
        Share of the height without living twigs.
    storeys
        Whorls that the finest shape has.
    overlap
        Height of a whorl's cone in storeys: above 1 they hang over each other.
    bulge
        Power of the profile: 1 is a cone, lower is rounder.
    ragged
        How deep the gaps between twigs are, 0 … 1.
    needles, bark
        Colours.
    """

    height: float
    radius: float
    bare: float
    storeys: int
    overlap: float
    bulge: float
    ragged: float
    needles: Colour
    bark: Colour


def whorled(kind: Conifer, detail: int, chance: Chance) -> list[Part]:
    """Return a spruce or a larch at a level of detail, 0 the finest."""
    storeys, tips, sides = ((kind.storeys, 8, 5), (max(kind.storeys // 2, 3), 5, 3), (2, 3, 0), (1, 2, 0))[detail]
    parts = []
    if sides:
        top = kind.height * (0.9 if detail == 0 else kind.bare + 0.3)
        foot = 0.0130 * kind.height
        levels = np.array([0.0, 0.03 * kind.height, top])
        stem = np.stack([np.zeros(3), levels, np.zeros(3)], axis=1)
        parts.append(tube(stem, np.array([1.7 * foot, foot, 0.25 * foot]), sides, kind.bark, chance))
    span = 1.0 - kind.bare
    for storey in range(storeys):
        share = storey / storeys
        radius = kind.radius * (1.0 - share) ** kind.bulge * chance.uniform(0.9, 1.08)
        if storey == 0 and detail < 2:
            radius *= 0.85
        rise = kind.height * span / storeys * kind.overlap
        level = kind.height * (kind.bare + span * share)
        rise = min(rise, kind.height - level)
        tone = 0.72 + 0.38 * share  # the lower, the deeper in the shade of the rest
        if detail >= 2:
            tone = 0.85 if detail == 3 else 0.92 * tone
        colour = (kind.needles[0] * tone, kind.needles[1] * tone, kind.needles[2] * tone)
        ragged = kind.ragged if detail < 2 else 0.15
        parts.append(whorl(level, radius, rise, tips, colour, chance, ragged))
    return parts


def pine(height: float, radius: float, needles: Colour, bark: Colour, detail: int, chance: Chance) -> list[Part]:
    """Return a pine: a long bare stem, red above, and plates of needles."""
    bend = chance.uniform(-0.05, 0.05, 2) * height
    levels = np.array([0.0, 0.04, 0.45, 0.92]) * height
    lean = (levels / height) ** 2
    stem = np.stack([bend[0] * lean, levels, bend[1] * lean], axis=1)
    foot = 0.0125 * height
    red = (bark[0] * 1.9, bark[1] * 1.15, bark[2] * 0.8)
    parts = []
    if detail < 2:
        radii = np.array([1.6, 1.0, 0.75, 0.3]) * foot
        parts.append(tube(stem, radii, 5 - 2 * detail, np.array([bark, bark, red]), chance))
    elif detail == 2:
        parts.append(tube(stem[[0, 3]], np.array([1.2, 0.5]) * foot, 3, red, chance))
    plates = (7, 4, 1, 1)[detail]
    crown = np.array([bend[0], 0.72 * height, bend[1]])
    turn = chance.uniform(0.0, 2.0 * np.pi)
    for plate in range(plates):
        share = (plate + 0.5) / plates
        level = (0.54 + 0.42 * share) * height
        out = radius * (0.62 * (1.0 - 0.75 * share)) * (plates > 1)
        turn += 2.4 + chance.uniform(-0.3, 0.3)
        middle = np.array([bend[0] + out * np.cos(turn), level, bend[1] + out * np.sin(turn)])
        wide = radius * chance.uniform(0.46, 0.6) * (1.0 if plates > 1 else 1.75)
        wide *= 1.2 if detail == 1 else 1.0
        size = np.array([wide, height * (0.055 if plates > 1 else 0.2), wide])
        parts.append(tuft(middle, size, crown - [0.0, 0.2 * height, 0.0], needles, chance, fine=detail == 0))
        if detail == 0 and plate < plates - 1:
            at = float(np.interp(level - 0.05 * height, levels, lean))
            begin = np.array([bend[0] * at, level - 0.05 * height, bend[1] * at])
            parts.append(tube(np.stack([begin, middle]), np.array([0.3, 0.12]) * foot, 3, red, chance))
    return parts
