import math

import esper
import numpy as np

from orlop.components import Transform, WalkwayMotor
from orlop.engine.game import Game
from orlop.engine.sound.mixer import Mixer
from orlop.engine.sound.target import SPREAD, VOLUME, X, Z
from orlop.levels.heard import Heard
from orlop.levels.quayside.level import quayside
from orlop.levels.quayside.plan import BELL
from orlop.systems.interaction import Used


def test_the_quay_is_heard_all_around_its_water_and_the_lighter_to_the_north() -> None:
    level, game, mixer = quayside(), Game(), Mixer()
    heard = Heard(level, mixer)
    game.load(heard)
    try:
        for _ in range(60):
            game.tick()
        audio, _ = heard.systems
        assert level.player is not None
        heading = esper.component_for_entity(level.player, Transform).heading
        harbour, lighter = (audio.clouds[name].targets[0] for name in ("harbour", "lighter"))
        assert harbour[SPREAD] > 0.3
        assert 0.003 < lighter[VOLUME] < 0.3
        north = (-math.sin(heading), -math.cos(heading))
        assert np.dot(lighter[[X, Z]] / np.hypot(lighter[X], lighter[Z]), north) > 0.7
    finally:
        game.close()


def test_the_bell_beside_the_door_can_be_rung_from_the_quay() -> None:
    level, game = quayside(), Game()
    heard = Heard(level, Mixer())
    game.load(heard)
    try:
        x, _, z = BELL
        assert level.player is not None
        motor = esper.component_for_entity(level.player, WalkwayMotor)
        motor.position = motor.previous = (x - 1.2, z)
        transform = esper.component_for_entity(level.player, Transform)
        transform.position, transform.heading = (x - 1.2, 0.0, z), math.pi / 2.0
        for _ in range(4):
            game.tick()
        assert level.prompt() == "ring the bell"
        bell = level.interaction.offered if level.interaction is not None else None
        assert bell is not None
        before = len(heard.systems[1].playing)
        game.events.send(Used(bell, level.player))
        game.tick()
        assert len(heard.systems[1].playing) == before + 1
    finally:
        game.close()
