"""Plain data, one concept a file: no behaviour, and nothing imported from the systems."""

from orlop.components.agent import Agent
from orlop.components.camera import Camera
from orlop.components.carried import Carried
from orlop.components.chunk_loader import ChunkLoader
from orlop.components.door import Door
from orlop.components.hatch import Hatch
from orlop.components.instances import Instances
from orlop.components.interactable import Interactable
from orlop.components.model import Model
from orlop.components.player import Player
from orlop.components.pool import Pool
from orlop.components.portal import Portal
from orlop.components.ribbon import Ribbon
from orlop.components.rolling import Rolling
from orlop.components.route import Route
from orlop.components.sound_listener import SoundListener
from orlop.components.sound_point_collection import SoundPointCollection
from orlop.components.sound_source import SoundSource
from orlop.components.terrain_tile import TerrainTile
from orlop.components.transform import Transform
from orlop.components.trapdoor import Trapdoor
from orlop.components.walkway_motor import WalkwayMotor
from orlop.components.walkway_pusher import WalkwayPusher

__all__ = [
    "Agent",
    "Camera",
    "Carried",
    "ChunkLoader",
    "Door",
    "Hatch",
    "Instances",
    "Interactable",
    "Model",
    "Player",
    "Pool",
    "Portal",
    "Ribbon",
    "Rolling",
    "Route",
    "SoundListener",
    "SoundPointCollection",
    "SoundSource",
    "TerrainTile",
    "Transform",
    "Trapdoor",
    "WalkwayMotor",
    "WalkwayPusher",
]
