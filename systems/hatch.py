"""Keeps trapdoor, railing and portal of a hatch in step."""

import esper

from orlop.components import Hatch, Portal, Trapdoor, WalkwayMotor, WalkwayPusher
from orlop.engine.deck.decks import Decks
from orlop.engine.events import Events
from orlop.engine.schedule import Stage, System
from orlop.systems.interaction import Used


class HatchSystem(System):
    """Opens and shuts hatches, all their parts in one tick.

    Shut: the trapdoor carries, the railing is gone, the portal is shut. Open: the other way
    round. Opening waits while a motor stands on the cover or where the railing will be: it would
    find itself behind the railing. Shutting waits for nobody: the cover lifts whoever stands on
    the stairs beneath it.

    Parameters
    ----------
    decks
        Where the railings are.
    events
        Tells what was used.
    """

    stage = Stage.CONTROL

    def __init__(self, decks: Decks, events: Events) -> None:
        self._decks = decks
        self._applied: dict[int, tuple[Hatch, bool]] = {}
        events.subscribe(Used, self._on_used)

    def _on_used(self, used: Used) -> None:
        hatch = esper.try_component(used.entity, Hatch) if esper.entity_exists(used.entity) else None
        if hatch is not None:
            hatch.wanted = not hatch.wanted

    def process(self, dt: float) -> None:
        """Let each hatch become what it should, if it may."""
        for entity, hatch in esper.get_component(Hatch):
            if hatch.open != hatch.wanted and not (hatch.wanted and self._occupied(hatch)):
                hatch.open = hatch.wanted
            if self._applied.get(entity) != (hatch, hatch.open):
                apply(hatch)
                self._applied[entity] = (hatch, hatch.open)

    def saved(self) -> object:
        """Return what the hatches' parts are set to."""
        return {entity: is_open for entity, (_, is_open) in self._applied.items()}

    def resume(self, saved: dict[int, bool]) -> None:
        """Take the parts for set already."""
        self._applied = {
            entity: (esper.component_for_entity(entity, Hatch), is_open) for entity, is_open in saved.items()
        }

    def _occupied(self, hatch: Hatch) -> bool:
        motors = [motor for _, motor in esper.get_component(WalkwayMotor)]
        trapdoors = [esper.component_for_entity(entity, Trapdoor) for entity in hatch.trapdoors]
        return any(stands_on(motor, trapdoor) for motor in motors for trapdoor in trapdoors) or any(
            self._stands_in(motor, railing) for motor in motors for railing in hatch.railings
        )

    def _stands_in(self, motor: WalkwayMotor, railing: int) -> bool:
        body = self._decks.pushers.get(railing)
        if body is None:  # not laid out before the first tick's end: nobody can tell yet
            return True
        return body.deck.name == motor.walkway and body.distance(*motor.position) < motor.radius


def apply(hatch: Hatch) -> None:
    """Switch the parts of a hatch to what it is."""
    for entity in hatch.trapdoors:
        esper.component_for_entity(entity, Trapdoor).enabled = not hatch.open
    for entity in hatch.railings:
        esper.component_for_entity(entity, WalkwayPusher).enabled = hatch.open
    for entity in hatch.portals:
        esper.component_for_entity(entity, Portal).enabled = hatch.open


def stands_on(motor: WalkwayMotor, trapdoor: Trapdoor) -> bool:
    """Tell whether the motor's circle reaches over the trapdoor's bounds in (x, z)."""
    if motor.walkway != trapdoor.walkway:
        return False
    points = trapdoor.triangles.reshape(-1, 3)[:, ::2]
    (low_x, low_z), (high_x, high_z) = points.min(axis=0), points.max(axis=0)
    x, z = motor.position
    beside_x, beside_z = max(low_x - x, x - high_x, 0.0), max(low_z - z, z - high_z, 0.0)
    return bool(beside_x * beside_x + beside_z * beside_z < motor.radius * motor.radius)
