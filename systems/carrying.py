"""Keeps things in the hands of those who carry them."""

import math

import esper

from orlop.components import Carried, Transform
from orlop.engine.schedule import Stage, System
from orlop.systems.floor_height import FloorHeightSystem


class CarryingSystem(System):
    """Puts each carried thing before its carrier, once that stands where this tick took it: portals and all."""

    stage = Stage.SIMULATE
    after = (FloorHeightSystem,)

    def process(self, dt: float) -> None:
        """Follow the carriers."""
        for entity, (carried, transform) in sorted(esper.get_components(Carried, Transform), key=_entity):
            carrier = esper.try_component(carried.by, Transform) if esper.entity_exists(carried.by) else None
            if carrier is None:
                esper.remove_component(entity, Carried)
                continue
            (x, y, z), heading, ahead = carrier.position, carrier.heading, carried.ahead
            transform.position = (x + ahead * math.sin(heading), y + carried.height, z - ahead * math.cos(heading))
            transform.heading = heading


def _entity(each: tuple[int, object]) -> int:
    return each[0]
