"""The systems that make a level walkable, joined to a game."""

from orlop.engine.game import Game
from orlop.engine.scene.sight import Sight
from orlop.systems.agent import AgentSystem
from orlop.systems.carrying import CarryingSystem
from orlop.systems.cover import CoverSystem
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


def add_walking_systems(game: Game, sight: Sight | None = None) -> InteractionSystem:
    """Add the systems from the player's wish to the floor under the feet, all on `game.decks`.

    Called while a level loads, they go when the level goes. `sight` knows what hides things from
    the player. The interaction system is returned, since views ask it what is offered.
    """
    decks, events, actions = game.decks, game.events, game.actions
    interaction = InteractionSystem(actions, events, sight)
    for system in (
        TransformHistorySystem(),
        PlayerControlSystem(actions),
        RouteSystem(decks, events, game.random),
        AgentSystem(decks, events),
        RollingSystem(),
        DoorSystem(events),
        HatchSystem(decks, events),
        CoverSystem(),
        PusherSystem(decks),
        MovementSystem(decks, events),
        PortalSystem(decks, events),
        FloorHeightSystem(decks),
        CarryingSystem(),
        interaction,
    ):
        game.add(system)
    return interaction
