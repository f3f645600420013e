"""What a tick costs."""

import math
import time
from collections.abc import Callable

import pymunk

from orlop.tools.bench.measure import Measure, compare

TICKS = 600


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
        game.actions.set_tick({"move_forward": 1.0, "turn": 0.02})
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
