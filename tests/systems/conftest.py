"""A world without a window: decks, events, actions and all systems of movement, ticked by hand."""

from collections.abc import Iterator

import esper
import numpy as np
import pytest

from orlop.components import Route, Transform, WalkwayMotor
from orlop.engine.actions import Actions
from orlop.engine.deck.decks import Decks
from orlop.engine.events import Events
from orlop.engine.schedule import TICK, Schedule
from orlop.engine.walkway.walkway import Walkway
from orlop.systems.agent import AgentSystem
from orlop.systems.carrying import CarryingSystem
from orlop.systems.door import DoorSystem
from orlop.systems.floor_height import FloorHeightSystem
from orlop.systems.hatch import HatchSystem
from orlop.systems.interaction import InteractionSystem
from orlop.systems.movement import MovementSystem
from orlop.systems.player_control import PlayerControlSystem
from orlop.systems.portal import PortalSystem
from orlop.systems.pusher import PusherSystem
from orlop.systems.rolling import RollingSystem
from orlop.systems.route import RouteSystem
from orlop.systems.transform_history import TransformHistorySystem


class WalkingWorld:
    """What a game joins, as far as walking needs it."""

    def __init__(self) -> None:
        self.decks, self.events, self.actions = Decks(), Events(), Actions()
        self.interaction = InteractionSystem(self.actions, self.events)
        self.schedule = Schedule(self.events)
        self.heard: list[object] = []
        self.events.subscribe(object, self.heard.append)
        for system in (
            TransformHistorySystem(),
            PlayerControlSystem(self.actions),
            RouteSystem(self.decks, self.events, np.random.default_rng(7)),
            AgentSystem(self.decks, self.events),
            RollingSystem(),
            DoorSystem(self.events),
            HatchSystem(self.decks, self.events),
            PusherSystem(self.decks),
            MovementSystem(self.decks, self.events),
            PortalSystem(self.decks, self.events),
            FloorHeightSystem(self.decks),
            CarryingSystem(),
            self.interaction,
        ):
            self.schedule.add(system)

    def add(self, *walkways: Walkway) -> None:
        """Lay walkways out."""
        for walkway in walkways:
            self.decks.add_walkway(walkway)

    def motor(self, walkway: str, x: float, z: float, *more: object, **settings: float) -> tuple[int, WalkwayMotor]:
        """Create a motor's entity."""
        motor = WalkwayMotor(walkway, (x, z), **settings)  # type: ignore[arg-type]
        return esper.create_entity(Transform((x, 0.0, z)), motor, *more), motor

    def tick(self, count: int = 1, dt: float = 1 / 60, pressed: tuple[str, ...] = (), **actions: float) -> None:
        """Run ticks with the same actions held; `pressed` counts in the first."""
        for i in range(count):
            self.events.begin_tick()
            self.actions.set_tick(actions, pressed if i == 0 else ())
            self.schedule.run(TICK, dt)

    def told(self, kind: type) -> list[object]:
        """Return all events of `kind` so far."""
        return [event for event in self.heard if isinstance(event, kind)]

    def route(self, entity: int, *waypoints: tuple[float, float], **settings: float) -> Route:
        """Send a motor along waypoints."""
        route = Route(waypoints, **settings)  # type: ignore[arg-type]
        esper.add_component(entity, route)
        return route


@pytest.fixture
def world() -> Iterator[WalkingWorld]:
    """A world in an esper context of its own."""
    before = esper.current_world
    esper.switch_world("walking")
    esper.clear_database()
    yield WalkingWorld()
    esper.clear_database()
    esper.switch_world(before)
    esper.delete_world("walking")
