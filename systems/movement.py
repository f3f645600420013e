"""Moves the motors: from wishes to guaranteed places."""

import math

import esper

from orlop.components import Transform, WalkwayMotor, WalkwayPusher
from orlop.engine.deck.decks import Decks
from orlop.engine.deck.motor_body import MotorBody
from orlop.engine.deck.pusher_body import PusherBody
from orlop.engine.events import Events
from orlop.engine.schedule import Stage, System
from orlop.systems.pusher import PusherBlocked, PusherSystem

SLOWEST = 0.05
"""Below this intended speed nothing counts as blocked, metres a second."""

Found = list[tuple[int, WalkwayMotor]]


class MovementSystem(System):
    """Accelerates every motor towards its wish, lets the decks move them all, and reports the outcome.

    Parameters
    ----------
    decks
        Gets a body for each motor, and loses it when the entity is gone.
    events
        Is told which pushers are held up.
    """

    stage = Stage.SIMULATE
    after = (PusherSystem,)

    def __init__(self, decks: Decks, events: Events) -> None:
        self._decks = decks
        self._events = events
        self._found: Found = []
        self._bound: list[tuple[WalkwayMotor, MotorBody]] = []
        self._stopped: set[int] = set()

    def process(self, dt: float) -> None:
        """Do one tick of movement."""
        found = esper.get_component(WalkwayMotor)
        if found is not self._found:  # esper makes a new list when any entity came or went
            self._found = found
            self._bind(found)
        for motor, body in self._bound:
            if motor.position is not body.position or motor.walkway != body.deck.name:
                self._decks.put(body, motor.walkway, *motor.position)  # someone else moved it
                motor.position = body.position
            want(motor, body, dt)
        stopped = self._decks.advance(dt)
        for motor, body in self._bound:
            report(motor, body)
        if stopped or self._stopped:
            self._hold_up(stopped)

    def _bind(self, found: Found) -> None:
        decks = self._decks
        bodies = {id(motor): body for motor, body in self._bound}
        kept = {id(motor) for _, motor in found}
        for motor, body in self._bound:
            if id(motor) not in kept and decks.motors.get(body.owner) is body:
                decks.remove_motor(body)
        self._bound = []
        for entity, motor in sorted(found, key=lambda each: each[0]):
            known = bodies.get(id(motor))
            if known is not None and decks.motors.get(entity) is known:
                body = known
            else:
                body = decks.add_motor(entity, motor.walkway, motor.radius, *motor.position)
                body.vx, body.vz = motor.velocity
                body.settle()
                motor.position = motor.previous = body.position
            self._bound.append((motor, body))

    def _hold_up(self, stopped: list[tuple[PusherBody, MotorBody]]) -> None:
        """Put what was held up back where its body is, and say so when it begins."""
        before, self._stopped = self._stopped, {pusher.owner for pusher, _ in stopped}
        for pusher, motor in stopped:
            esper.component_for_entity(pusher.owner, WalkwayPusher).blocked = True
            transform = esper.component_for_entity(pusher.owner, Transform)
            transform.position, transform.heading = pusher.position, pusher.heading
            if pusher.owner not in before:
                self._events.send(PusherBlocked(pusher.owner, motor.owner))


def want(motor: WalkwayMotor, body: MotorBody, dt: float) -> None:
    """Write the velocity that the motor should have after `dt` seconds to its body."""
    wish_x, wish_z = motor.wish
    wished = math.hypot(wish_x, wish_z)
    if wished > 0.0:
        share = min(motor.speed * motor.pace / wished, 1.0) * climb_factor(motor, wish_x / wished, wish_z / wished)
        wish_x, wish_z = wish_x * share, wish_z * share
    gain_x, gain_z = wish_x - body.vx, wish_z - body.vz
    gain, most = math.hypot(gain_x, gain_z), motor.acceleration * dt
    if gain <= most:
        body.want_x, body.want_z = wish_x, wish_z
    else:
        body.want_x, body.want_z = body.vx + gain_x * (most / gain), body.vz + gain_z * (most / gain)


def climb_factor(motor: WalkwayMotor, ux: float, uz: float) -> float:
    """Return by how much the slope slows a walk along the unit (ux, uz): 1 on the level and downhill."""
    nx, ny, nz = motor.floor_normal
    rise = -(nx * ux + nz * uz)
    if rise <= 0.0:
        return 1.0
    return 1.0 - motor.slope_response * (1.0 - ny / math.hypot(ny, rise))


def report(motor: WalkwayMotor, body: MotorBody) -> None:
    """Write where the motor has got to, and whether anything kept it from its wish."""
    motor.previous, motor.position = motor.position, body.position
    motor.velocity = (body.vx, body.vz)
    wish_x, wish_z = motor.wish
    intended = body.want_x * wish_x + body.want_z * wish_z
    motor.blocked = (
        intended > SLOWEST * math.hypot(wish_x, wish_z) and body.vx * wish_x + body.vz * wish_z < 0.5 * intended
    )
