"""What a tick costs."""

import math
import time
from collections.abc import Callable

import pymunk

from orlop.engine.actions import Actions
from orlop.tools.bench.measure import Measure, compare

TICKS = 600


class Meandering:
    """Walks on and turns this way and that, a little more to the right: on the quay, half the ticks touch a wall."""

    def __init__(self) -> None:
        self._ticks = 0

    def steer_tick(self, actions: Actions, dt: float) -> None:
        """Turn a bit further."""
        self._ticks += 1
        actions.set_tick({"move_forward": 1.0, "turn": 0.004 + 0.02 * math.cos(0.013 * self._ticks)})


def quayside() -> Measure:
    """Time a tick of all systems with one player on the quayside, beside pymunk's step of the same space.

    The player walks in curves against walls; a bare step holds the same outlines, door and body.
    """
    from orlop.engine.game import Game
    from orlop.levels.quayside.level import quayside as level
    from orlop.systems.camera import CameraSystem

    with Game() as game:
        game.load(level())
        game.add(CameraSystem(game.clock))
        game.steering = Meandering()
        game.tick()
        space, dt = game.decks.space, game.clock.dt
        body = pymunk.Body(80.0, math.inf)
        body.velocity = (0.01, 0.0)
        space.add(body, pymunk.Circle(body, 0.4))
        return compare(
            lambda: _microseconds(game.tick), lambda: _microseconds(lambda: space.step(dt)), "µs", "a bare pymunk step"
        )


def _microseconds(call: Callable[[], object]) -> float:
    began = time.perf_counter()
    for _ in range(TICKS):
        call()
    return (time.perf_counter() - began) / TICKS * 1e6
