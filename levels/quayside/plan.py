"""The plan of the quay: every measure that two of its parts share, in metres.

x runs along the quay, −z is the water's side. The cellar lies under the quay.
"""

from orlop.levels.quayside.flight import Flight
from orlop.levels.solids import Rectangle

QUAY: Rectangle = (-9.0, -6.0, 9.0, 7.0)
SHED: Rectangle = (3.5, -1.2, 9.0, 7.0)
WALL = 0.2
"""Thickness of the shed's walls."""
DOORWAY = (0.6, 1.8)
"""The shed's doorway in z: 1.2 m wide."""
DOOR_HEIGHT = 2.1
EAVES = 2.9
WATER = -1.3
"""Its height."""
BELL = (3.27, 1.7, -0.5)
"""The bell's mouth, on the shed's wall beside the door."""

SLAB = 0.12
"""Thickness of the quay over the cellar."""
CELLAR_FLOOR = -2.5
CELLAR: Rectangle = (-6.5, -4.5, 6.6, 6.8)
PASSAGE: Rectangle = (6.6, 5.6, 8.6, 6.8)
"""From the cellar to the foot of the ramp."""

RAMP = Flight(
    x=(7.0, 8.6),
    head=0.9,
    foot=5.6,
    top=0.0,
    bottom=CELLAR_FLOOR,
    upper_end=4.2,
    lower_begin=0.8,
    up=(1.7, 2.1),
    down=(2.7, 3.1),
)
"""The ramp in the shed: 28°, always open."""

STAIRS = Flight(
    x=(-2.7, -1.3),
    head=1.6,
    foot=-1.6,
    top=0.0,
    bottom=CELLAR_FLOOR,
    upper_end=3.2,
    # 0.4 m of radius further down, an eye 1.65 m high is still under the shut cover.
    lower_begin=1.9,
    up=(1.9, 2.45),
    down=(2.55, 3.2),
)
"""The stairs under the hatch: 38°. The cover lies over their whole length, since where the
quay has floor above them, that floor would count."""

COVER = 0.05
"""Thickness of the hatch's cover."""
HATCH_NAME = "hatch"

ROOM = 4.0
"""Width and depth of a room of the row."""
CORRIDOR: tuple[float, float] = (7.2, 9.0)
"""The corridor along the rooms, in z."""
CORRIDOR_DOORWAY = (-8.2, -7.0)
"""The way from the quay to it, in x."""
