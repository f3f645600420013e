"""Which storey of a floor is meant, where a floor that lies over itself became several walkways."""

from collections.abc import Iterable, Sequence

import numpy as np

from orlop.engine.walkway.build.role import PortalRole
from orlop.engine.walkway.walkway import Walkway


def storeys(walkways: Iterable[Walkway], name: str) -> list[Walkway]:
    """Return the walkways that the floor called `name` became: `name`, `name.2`, `name.3`, …"""
    return [each for each in walkways if each.name == name or is_upper_storey(each.name, name)]


def is_upper_storey(walkway: str, name: str) -> bool:
    """Tell whether `walkway` is what a further storey of the floor called `name` would be called."""
    number = walkway.removeprefix(f"{name}.")
    return number != walkway and number.isdecimal() and int(number) >= 2


def storey_at(walkways: Iterable[Walkway], name: str, x: float, z: float, height: float) -> Walkway | None:
    """Return the storey of floor `name` whose floor at the world's (x, z) is nearest to `height`, metres.

    The first one where none of them has floor there; None if there is no such floor at all.
    """
    found = storeys(walkways, name)
    heights = [_height(walkway, x, z) for walkway in found]
    near = [abs(at - height) if at is not None else np.inf for at in heights]
    return found[int(np.argmin(near))] if found else None


def joined(walkways: Sequence[Walkway], portal: PortalRole) -> tuple[Walkway, Walkway] | None:
    """Return the two storeys that a portal joins: those of its floors that are closest in height there."""
    x, z = (portal.low[0] + portal.high[0]) / 2, (portal.low[1] + portal.high[1]) / 2
    best: tuple[float, Walkway, Walkway] | None = None
    for source in storeys(walkways, portal.source):
        for destination in storeys(walkways, portal.destination):
            here, there = _height(source, x, z), _height(destination, x, z)
            gap = np.inf if here is None or there is None else abs(here - there)
            if best is None or gap < best[0]:
                best = (gap, source, destination)
    return None if best is None else best[1:]


def _height(walkway: Walkway, x: float, z: float) -> float | None:
    found = walkway.floor.at(*walkway.to_local(x, z))
    return None if found is None else found[0] + float(walkway.origin[1])
