"""What a chart shows, as plain data in world metres."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]


@dataclass(frozen=True, eq=False, slots=True)
class ChartDeck:
    """A walkway as it is drawn; what never changes of it.

    Attributes
    ----------
    name
        Of the walkway.
    floor
        (n, 3, 3), triangles.
    outlines
        Rings (k, 2) of (x, z), counter-clockwise around open space, clockwise around solids.
    air
        Rings (k, 2), where a motor's centre may be.
    seams
        (n, 4), rectangles x0, z0, x1, z1 where it goes on as another walkway.
    """

    name: str
    floor: Points = field(default_factory=lambda: np.zeros((0, 3, 3)))
    outlines: tuple[Points, ...] = ()
    air: tuple[Points, ...] = ()
    seams: Points = field(default_factory=lambda: np.zeros((0, 4)))
    _bounds: tuple[Points, Points] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        # Every frame asks, and a large floor takes milliseconds.
        object.__setattr__(self, "_bounds", self._measured())

    def bounds(self) -> tuple[Points, Points]:
        """Lowest and highest (x, z) of what is drawn, metres."""
        return self._bounds

    def _measured(self) -> tuple[Points, Points]:
        parts = [self.floor.reshape(-1, 3)[:, ::2], *self.outlines]
        ends = [(part.min(axis=0), part.max(axis=0)) for part in parts if len(part)]
        if not ends:
            return np.zeros(2), np.zeros(2)
        return np.min([low for low, _ in ends], axis=0), np.max([high for _, high in ends], axis=0)


@dataclass(frozen=True, slots=True)
class PortalMark:
    """A rectangle `low` … `high` in (x, z) that leads to `destination`."""

    low: tuple[float, float]
    high: tuple[float, float]
    destination: str
    enabled: bool = True


@dataclass(frozen=True, slots=True)
class TrapdoorMark:
    """A cover: `triangles` (n, 3, 2) and their rim, edges (m, 2, 2), in (x, z)."""

    triangles: Points
    rim: Points
    shut: bool = True


@dataclass(frozen=True, slots=True)
class PusherMark:
    """A door or railing: rings (k, 2) of (x, z) as it stands now."""

    rings: tuple[Points, ...]
    enabled: bool = True
    blocked: bool = False


@dataclass(frozen=True, slots=True)
class MotorMark:
    """A motor, its heading (radians) and where it came from, (n, 2), oldest first."""

    position: tuple[float, float]
    radius: float
    heading: float
    trail: Points = field(default_factory=lambda: np.zeros((0, 2)))
    player: bool = False


@dataclass(frozen=True, slots=True)
class ChartContent:
    """All that one chart shows.

    Attributes
    ----------
    deck
        The walkway in question.
    others
        Further walkways, drawn faintly.
    links
        (n, 2, 2), dashed lines: the legs of a route, what a lever moves.
    title
        Of the level.
    """

    deck: ChartDeck
    others: tuple[ChartDeck, ...] = ()
    portals: tuple[PortalMark, ...] = ()
    trapdoors: tuple[TrapdoorMark, ...] = ()
    pushers: tuple[PusherMark, ...] = ()
    motors: tuple[MotorMark, ...] = ()
    links: Points = field(default_factory=lambda: np.zeros((0, 2, 2)))
    title: str = ""


def rim_of(triangles: Points) -> Points:
    """Edges (m, 2, 2) that only one of `triangles` (n, 3, 2) has: the border of what they cover."""
    edges = np.stack([triangles, np.roll(triangles, -1, axis=1)], axis=2).reshape(-1, 2, 2)
    rounded = np.round(edges, 4)
    keys = [tuple(sorted(map(tuple, edge))) for edge in rounded.tolist()]
    return np.array([edge for edge, key in zip(edges, keys, strict=True) if keys.count(key) == 1]).reshape(-1, 2, 2)
