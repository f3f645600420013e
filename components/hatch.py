"""A hole in a deck with a cover: trapdoor, railing and portal in step."""

from dataclasses import dataclass


@dataclass(slots=True)
class Hatch:
    """Shut, one walks across; open, one is led around it to the stairs, and through.

    Attributes
    ----------
    trapdoors, railings, portals
        Entities with `Trapdoor`, `WalkwayPusher` and `Portal`.
    open
        What it is now.
    wanted
        What it should become; it waits while a motor stands where that would trap it.
    """

    trapdoors: tuple[int, ...]
    railings: tuple[int, ...]
    portals: tuple[int, ...]
    open: bool = False
    wanted: bool = False
