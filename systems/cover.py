"""Shows the cover of a hatch where it is."""

import esper

from orlop.components import Door, Model, Trapdoor
from orlop.engine.schedule import Stage, System
from orlop.systems.door import DoorSystem
from orlop.systems.hatch import HatchSystem


class CoverSystem(System):
    """Lets what is seen follow the floor: a trapdoor that no longer carries moves aside.

    One with a `Door` moves as that says; any other vanishes.
    """

    stage = Stage.CONTROL
    after = (HatchSystem,)
    before = (DoorSystem,)

    def process(self, dt: float) -> None:
        """Look at each trapdoor."""
        for entity, trapdoor in esper.get_component(Trapdoor):
            door = esper.try_component(entity, Door)
            if door is not None:
                door.wanted = 0.0 if trapdoor.enabled else 1.0
                continue
            model = esper.try_component(entity, Model)
            if model is not None:
                model.visible = trapdoor.enabled
