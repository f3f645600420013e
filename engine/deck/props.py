"""Loose bodies of the 2D world, and the motors that are near enough to push them."""

import math
from collections.abc import Sequence

import numpy as np
import pymunk

from orlop.engine.deck.category import MOTOR_FILTER, PROP_FILTER
from orlop.engine.deck.deck import Deck
from orlop.engine.deck.motor_body import MotorBody
from orlop.engine.deck.mover import DX, DZ, LONGS_X, LONGS_Z, VX, VZ, X, Z
from orlop.engine.deck.pusher_body import PusherBody

NEAR = 0.5
"""A motor takes part in the 2D world from this gap to a prop on, metres, besides what both move in a tick."""

SLOP = 1e-3
"""Overlap that the 2D world leaves alone, metres; pymunk's 0.1 is a quarter of a walker."""

SOFTNESS = 0.25**60
"""Share of an overlap that is left after a second: a quarter after each tick."""


def empty_space() -> pymunk.Space:
    """Make a 2D world fit for metres."""
    space = pymunk.Space()
    space.collision_slop = SLOP
    space.collision_bias = SOFTNESS
    return space


class Props:
    """Steps the 2D world for what rolls and slides in it.

    A motor near a prop has a circle there, driven by force, so that the solver weighs its push
    against the prop's mass and the walls behind it. All other motors stay out: the 2D world
    costs what is near props, not what is on the decks.

    Parameters
    ----------
    space
        The 2D world; outlines and pushers are in it.

    Attributes
    ----------
    bodies
        The props, each with its deck.
    """

    def __init__(self, space: pymunk.Space) -> None:
        self._space = space
        self.bodies: dict[pymunk.Body, Deck] = {}
        self._circles: dict[MotorBody, pymunk.Circle] = {}

    def add(self, deck: Deck, body: pymunk.Body, shapes: Sequence[pymunk.Shape]) -> None:
        """Take in a body whose position is the world's (x, z)."""
        x, z = body.position
        body.position = (x - deck.origin_x, z - deck.origin_z + deck.offset)
        for shape in shapes:
            shape.filter = PROP_FILTER
        self.bodies[body] = deck
        self._space.add(body, *shapes)

    def remove(self, body: pymunk.Body) -> None:
        """Take a prop out, with all its shapes."""
        del self.bodies[body]
        self._space.remove(body, *body.shapes)
        if not self.bodies:
            for motor in list(self._circles):
                self.dismiss(motor)

    def leave(self, deck: Deck) -> None:
        """Take out all props of a deck."""
        for body in [body for body, home in self.bodies.items() if home is deck]:
            self.remove(body)

    def move_over(self, old: Deck, new: Deck) -> None:
        """Let all props of one deck stay at their world positions on another."""
        for body in [body for body, home in self.bodies.items() if home is old]:
            x, y = body.position
            shift_x, shift_y = old.origin_x - new.origin_x, old.origin_z - old.offset - new.origin_z + new.offset
            body.position = (x + shift_x, y + shift_y)
            self.bodies[body] = new

    def dismiss(self, motor: MotorBody) -> None:
        """Take a motor's circle out, if it has one."""
        circle = self._circles.pop(motor, None)
        if circle is not None and circle.body is not None:
            self._space.remove(circle.body, circle)

    def step(self, changing: Sequence[PusherBody], dt: float) -> None:
        """Step the 2D world, and let the ways of the motors near props be as it says."""
        self._gather(dt)
        for motor, circle in self._circles.items():
            _drive(motor, circle.body, dt)
        for pusher in changing:
            pusher.drive(dt)
        self._space.step(dt)
        for motor, circle in self._circles.items():
            _follow(motor, circle.body)

    def _gather(self, dt: float) -> None:
        """Give circles to the motors that are near props, and to no others."""
        near: dict[MotorBody, None] = {}  # in order, which a set would not keep
        for body, deck in self.bodies.items():
            x, y = body.position
            reach = _reach(body) + body.velocity.length * dt + NEAR
            for crowd in deck.busy:
                rows = crowd.rows
                away = np.hypot(rows[:, X] - x, rows[:, Z] + deck.offset - y)
                away -= np.hypot(rows[:, DX], rows[:, DZ])
                for row in np.flatnonzero(away < reach + crowd.radius).tolist():
                    near[crowd.motors[row]] = None
        for motor in [motor for motor in self._circles if motor not in near]:
            self.dismiss(motor)
        for motor in near:
            if motor not in self._circles:
                body = pymunk.Body(motor.mass, math.inf)
                circle = self._circles[motor] = pymunk.Circle(body, motor.radius)
                circle.filter = MOTOR_FILTER
                circle.friction = 0.0
                self._space.add(body, circle)


def _reach(body: pymunk.Body) -> float:
    """Distance of the farthest point of a body's shapes from its position, metres."""
    x, y = body.position
    boxes = [shape.cache_bb() for shape in body.shapes]
    return max((math.hypot(max(x - b.left, b.right - x), max(y - b.bottom, b.top - y)) for b in boxes), default=0.0)


def _drive(motor: MotorBody, body: pymunk.Body | None, dt: float) -> None:
    """Put a circle where its motor is, and ask the 2D world for the wanted velocity.

    By force: the solver then weighs it against contacts. A velocity written before a step
    would overrule what the solver found in the last one.
    """
    assert body is not None
    body.position = (motor.x, motor.z + motor.deck.offset)
    vx, vz = motor.vx, motor.vz
    body.velocity = (vx, vz)
    body.force = (motor.mass * (motor.want_x - vx) / dt, motor.mass * (motor.want_z - vz) / dt)


def _follow(motor: MotorBody, body: pymunk.Body | None) -> None:
    """Let a motor's way lead to where the 2D world has taken its circle."""
    assert body is not None
    row = motor.crowd.rows[motor.row]
    x, y = body.position
    row[DX], row[DZ] = x - row[X], y - motor.deck.offset - row[Z]
    row[VX], row[VZ] = row[LONGS_X], row[LONGS_Z] = body.velocity
