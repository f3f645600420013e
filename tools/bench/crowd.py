"""What a crowd costs, beside as many circles in pymunk."""

import math
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from orlop.tools.bench.measure import Measure, compare

if TYPE_CHECKING:
    import pymunk

    from orlop.components import WalkwayMotor
    from orlop.engine.game import Game
    from orlop.engine.walkway.walkway import Walkway

TICKS = 60
SPACING = 1.6
"""Between two of the crowd at first, metres: with a radius of 0.3 m, a well-filled square."""
RADIUS = 0.3


def thousand() -> Measure:
    """Time a tick of all systems with 1,000 walkers on a square with pillars."""
    return _crowd(1_000)


def ten_thousand() -> Measure:
    """Time a tick of all systems with 10,000 walkers on a square with pillars."""
    return _crowd(10_000)


def _crowd(count: int) -> Measure:
    from orlop.engine.game import Game

    with Game() as game:
        walkway, motors = people(game, count)
        space = _space(walkway, motors)
        dt = game.clock.dt
        return compare(
            lambda: _milliseconds(lambda: game.tick()),
            lambda: _milliseconds(lambda: space.step(dt)),
            "ms",
            f"a bare pymunk step of {count} circles between the same outlines",
        )


def people(game: "Game", count: int) -> tuple["Walkway", list["WalkwayMotor"]]:
    """Lay out a square with pillars, and `count` walkers, each on its own way across, some standing still."""
    import esper

    from orlop.components import Transform, WalkwayMotor
    from orlop.levels.drawn import draw_walkway, rectangle
    from orlop.levels.walking import add_walking_systems

    side = math.ceil(math.sqrt(count))
    width = side * SPACING
    pillars = [
        rectangle(x, z, x + 0.5, z + 0.5)
        for x in np.arange(SPACING / 2, width, 8 * SPACING)
        for z in np.arange(SPACING / 2, width, 8 * SPACING)
    ]
    walkway = draw_walkway("square", rectangle(0.0, 0.0, width, width), pillars)
    game.decks.add_walkway(walkway)
    headings = np.random.default_rng(5).uniform(-math.pi, math.pi, count)
    motors = []
    for i, heading in enumerate(headings.tolist()):
        x, z = SPACING * (i % side + 0.3), SPACING * (i // side + 0.3)
        speed = 0.0 if i % 10 == 0 else 1.4
        motor = WalkwayMotor(
            "square", (x, z), radius=RADIUS, wish=(speed * math.sin(heading), -speed * math.cos(heading))
        )
        motors.append(motor)
        esper.create_entity(Transform((x, 0.0, z)), motor)
    add_walking_systems(game)
    game.tick(2)
    return walkway, motors


def _space(walkway: "Walkway", motors: list["WalkwayMotor"]) -> "pymunk.Space":
    """Return a 2D world with the same outlines, and circles that start where the motors do and keep their speed."""
    import pymunk

    space = pymunk.Space()
    for outline in walkway.outlines:
        corners = outline.points.tolist()
        for begin, end in zip(corners, corners[1:] + corners[:1], strict=True):
            segment = pymunk.Segment(space.static_body, tuple(begin), tuple(end), 0.0)
            segment.elasticity = 1.0  # else all come to rest after a while, and rest is cheap
            space.add(segment)
    for motor in motors:
        body = pymunk.Body(80.0, math.inf)
        body.position, body.velocity = motor.position, motor.wish
        circle = pymunk.Circle(body, motor.radius)
        circle.elasticity = 1.0
        space.add(body, circle)
    return space


def _milliseconds(call: Callable[[], object]) -> float:
    began = time.perf_counter()
    for _ in range(TICKS):
        call()
    return (time.perf_counter() - began) / TICKS * 1e3
