"""The benchmark of a tick does what it says."""

import math

import esper
import pytest

from orlop.components import Player, WalkwayMotor
from orlop.engine.game import Game
from orlop.levels.quayside.level import quayside
from orlop.tools.bench.tick import TICKS, Meandering


@pytest.mark.parametrize("runs", [1, 8])
def test_the_player_walks_in_curves_against_walls_to_the_end(runs):
    touching, headings, walked = 0, set(), 0.0
    with Game() as game:
        game.load(quayside())
        game.steering = Meandering()
        ((player, (_, motor)),) = esper.get_components(Player, WalkwayMotor)
        for _ in range(TICKS * runs):
            game.tick()
            touching += game.decks.motors[player].hits > 0
            walked += math.dist(motor.position, motor.previous)
            headings.add(round(math.atan2(*motor.wish), 1))
    assert 0.25 < touching / (TICKS * runs) < 0.75
    assert walked > 0.6 * motor.speed * TICKS * runs / 60
    assert len(headings) > 30
