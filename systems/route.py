"""Walks scripted ways, and wanders."""

import math

import esper
from numpy.random import Generator

from orlop.components import Door, Interactable, Route, Transform, WalkwayMotor
from orlop.engine.deck.decks import Decks
from orlop.engine.events import Events
from orlop.engine.schedule import Stage, System
from orlop.systems.interaction import Used
from orlop.systems.player_control import wrapped

TURNING = 4.0
"""How fast a walker's gaze follows its way, radians a second."""

PROGRESS = 0.05
"""Coming nearer by this much counts as progress, metres."""

ENDURANCE = 0.25
"""A wanderer that is blocked this long looks for another way, seconds."""

SIGHT = 12.0
"""How far a wanderer looks, metres."""

CHOICES = 12
"""Directions that a wanderer compares."""

REACH = 1.8
"""How far a walker on a route can use things, metres."""

STROLL = (2.0, 6.0)
"""Seconds that a wanderer keeps a course, from and to."""


class RouteSystem(System):
    """Steers the motors that have a `Route`, and lets them use the doors they run into.

    Parameters
    ----------
    decks
        What is in the way, and how far a wanderer could go.
    events
        Is told which doors are used.
    random
        The game's generator, so that the same seed wanders the same way.
    """

    stage = Stage.CONTROL

    def __init__(self, decks: Decks, events: Events, random: Generator) -> None:
        self._decks = decks
        self._events = events
        self._random = random

    def process(self, dt: float) -> None:
        """Wish each motor on along its way."""
        walkers = esper.get_components(Route, WalkwayMotor, Transform)
        if not walkers:
            return
        for entity, (route, motor, transform) in sorted(walkers, key=lambda each: each[0]):
            if motor.blocked:
                self._use_door(entity)
            course = self._wander(entity, route, motor, dt) if route.wander else self._follow(entity, route, motor, dt)
            if course is None:
                motor.wish = (0.0, 0.0)
                continue
            motor.wish = (motor.speed * math.sin(course), -motor.speed * math.cos(course))
            turn = wrapped(course - transform.heading)
            transform.heading = wrapped(transform.heading + max(-TURNING * dt, min(TURNING * dt, turn)))

    def _follow(self, entity: int, route: Route, motor: WalkwayMotor, dt: float) -> float | None:
        heading_for = route.next
        course = follow(route, motor, dt)
        if route.next != heading_for and heading_for in route.uses:
            thing = nearest_in_reach(motor)
            if thing is not None:
                self._events.send(Used(thing, entity))
        return course

    def _use_door(self, entity: int) -> None:
        body = self._decks.motors.get(entity)
        if body is None or body.met is None:
            return
        door = esper.try_component(body.met.owner, Door) if esper.entity_exists(body.met.owner) else None
        if door is not None and door.wanted < 0.5 and door.openness == 0.0:
            self._events.send(Used(body.met.owner, entity))

    def _wander(self, entity: int, route: Route, motor: WalkwayMotor, dt: float) -> float:
        route.stalled = route.stalled + dt if motor.blocked else 0.0
        route.course_left -= dt
        if route.course_left <= 0.0 or route.stalled > ENDURANCE:
            route.stalled = 0.0
            route.course = self._fresh_course(entity)
            route.course_left = float(self._random.uniform(*STROLL))
        return route.course

    def _fresh_course(self, entity: int) -> float:
        """Return a heading: any at random, but rather one with a long clear way."""
        turns = self._random.uniform(-math.pi, math.pi, CHOICES).tolist()
        whims = self._random.uniform(0.2, 1.0, CHOICES).tolist()
        body = self._decks.motors.get(entity)
        if body is None:
            return float(turns[0])
        boundary = body.deck.crowd(body.radius).boundary
        worth = [
            whim * boundary.clear_way(body.x, body.z, turn, SIGHT) for turn, whim in zip(turns, whims, strict=True)
        ]
        return float(turns[worth.index(max(worth))])


def nearest_in_reach(motor: WalkwayMotor) -> int | None:
    """Return the nearest interactable that the motor can reach on its walkway, whichever way it looks."""
    x, z = motor.position
    best, nearest = math.inf, None
    for entity, thing in sorted(esper.get_component(Interactable), key=lambda each: each[0]):
        distance = math.dist(thing.centre, (x, z))
        here = not thing.walkways or motor.walkway in thing.walkways
        if distance <= REACH + thing.radius and distance < best and here:
            best, nearest = distance, entity
    return nearest


def follow(route: Route, motor: WalkwayMotor, dt: float) -> float | None:
    """Return the heading to the next waypoint, or None at the end of the route.

    A waypoint that comes no nearer for `patience` seconds is given up.
    """
    x, z = motor.position
    for _ in range(len(route.waypoints) + 1):
        if route.next >= len(route.waypoints):
            if not route.loop or not route.waypoints:
                return None
            route.next = 0
        target_x, target_z = route.waypoints[route.next]
        distance = math.hypot(target_x - x, target_z - z)
        if distance < route.best - PROGRESS:
            route.best, route.stalled = distance, 0.0
        else:
            route.stalled += dt
        if distance > route.arrive and route.stalled <= route.patience:
            return math.atan2(target_x - x, z - target_z)
        route.next, route.best, route.stalled = route.next + 1, math.inf, 0.0
    return None
