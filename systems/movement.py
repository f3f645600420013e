"""Moves the motors: from wishes to guaranteed places."""

import logging
import math
import struct
from dataclasses import dataclass

import esper
import numpy as np
from numpy.typing import NDArray

from orlop.components import Transform, WalkwayMotor, WalkwayPusher
from orlop.components.walkway_motor import fault_of
from orlop.engine.deck import intent
from orlop.engine.deck.crowd import Crowd, Saved
from orlop.engine.deck.decks import Decks
from orlop.engine.deck.motor_body import MotorBody
from orlop.engine.deck.pusher_body import PusherBody
from orlop.engine.deck.resumption import resume_crowd
from orlop.engine.events import Events
from orlop.engine.schedule import Stage, System
from orlop.systems.pusher import PusherBlocked, PusherSystem
from orlop.systems.roster import Rank, Roster

log = logging.getLogger("orlop.movement")

DISPLACED_START = (
    'entity %d cannot start on walkway "%s" at (%.3f, %.3f): nobody can stand there. It starts at (%.3f, %.3f) instead.'
)

ROUNDING = 1e-6
"""Who is put this near to where it should be is there, metres: local coordinates are rounded."""

FEW = 12
"""Up to so many motors it is quicker to report row by row than column by column."""

ROW = struct.Struct(
    f"{intent.INTENT_COLUMNS}d"
)  # a third of the time that numpy takes to write a row, and less than column by column
PACK, ROW_SIZE = ROW.pack_into, ROW.size


@dataclass(frozen=True, slots=True)
class Displaced:
    """A motor could not be where it was, or where someone put it; it is at the nearest place of the air now.

    After a level was edited, mostly, or where it was to start.

    Attributes
    ----------
    entity
        The motor's.
    place
        Where it could not be, world (x, z), metres.
    put
        Where it is instead.
    """

    entity: int
    place: tuple[float, float]
    put: tuple[float, float]


Found = list[tuple[int, WalkwayMotor]]
Place = tuple[float, float]
Floats = NDArray[np.float64]


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
        self._version = -1
        self._bound: dict[int, tuple[WalkwayMotor, MotorBody]] = {}
        self._roster = Roster[WalkwayMotor]()
        self._stopped: set[int] = set()

    def process(self, dt: float) -> None:
        """Do one tick of movement."""
        found = esper.get_component(WalkwayMotor)
        # Esper makes a new list when any entity came or went; with a walkway go the bodies on it.
        if found is not self._found or self._version != self._decks.version:
            self._found, self._version = found, self._decks.version
            self._bind(found)
        if self._depart(dt):
            self._put_strays()
            self._depart(dt)
        stopped = self._decks.arrive(dt)
        for crowd in self._decks.busy:
            crowd.conclude()
            report(crowd, self._roster.of(crowd))
        if stopped or self._stopped:
            self._hold_up(stopped)

    def _depart(self, dt: float) -> int:
        """Tell the crowds what their motors wish; return how many motors someone else has moved."""
        astray = 0
        for crowd in self._decks.busy:
            astray += gather(self._roster.of(crowd), crowd.intents, crowd.deck.name)
        return astray + self._decks.depart(dt)

    def _put_strays(self) -> None:
        for motor, body in self._bound.values():
            said = (float(motor.position[0]), float(motor.position[1]))
            if said != body.position or motor.walkway != body.deck.name:
                self._decks.put(body, motor.walkway, *said)
                motor.position = body.position
                self._tell_displaced(body.owner, said, motor.position)

    def _tell_displaced(self, entity: int, said: Place, put: Place) -> bool:
        moved = math.dist(said, put) > ROUNDING
        if moved:
            self._events.send(Displaced(entity, said, put))
        return moved

    def _bind(self, found: Found) -> None:
        decks = self._decks
        kept = {id(motor) for _, motor in found}
        for motor, body in self._bound.values():
            if id(motor) not in kept and decks.motors.get(body.owner) is body:
                decks.remove_motor(body)
        self._bound = {}
        for entity, motor in sorted(found, key=lambda each: each[0]):
            known = decks.motors.get(entity)  # from before, or from a saved game
            body = known or decks.add_motor(entity, motor.walkway, motor.radius, *motor.position, motor.mass)
            if body is not known:
                body.set_velocity(*motor.velocity)
                said, motor.position = motor.position, body.position
                motor.previous = motor.position
                if self._tell_displaced(entity, said, motor.position):
                    log.warning(DISPLACED_START, entity, motor.walkway, *said, *motor.position)
            self._bound[entity] = (motor, body)
        self._roster.enlist({entity: motor for entity, (motor, _) in self._bound.items()})

    def saved(self) -> object:
        """Return the crowds, row by row, and which pushers are held up."""
        return [crowd.saved() for crowd in self._decks.busy], sorted(self._stopped)

    def resume(self, saved: tuple[list[Saved], list[int]]) -> None:
        """Let the motors stand in the very rows in which they were saved."""
        crowds, stopped = saved
        for crowd in crowds:
            resume_crowd(self._decks, crowd)
        self._stopped = set(stopped)

    def _hold_up(self, stopped: list[tuple[PusherBody, MotorBody]]) -> None:
        """Put what was held up back where its body is, and say so when it begins."""
        before, self._stopped = self._stopped, {pusher.owner for pusher, _ in stopped}
        for pusher, motor in stopped:
            slaved = esper.try_components(pusher.owner, WalkwayPusher, Transform)
            if slaved is not None:  # else its owner turns the body itself
                slaved[0].blocked = True
                slaved[1].position, slaved[1].heading = pusher.position, pusher.heading
            if pusher.owner not in before:
                self._events.send(PusherBlocked(pusher.owner, motor.owner))


def gather(rank: Rank[WalkwayMotor], intents: Floats, walkway: str) -> int:
    """Write what the motors wish to their rows of `intents`; return how many say that they are on another walkway."""
    astray, room = 0, intents.data
    try:
        for row, motor in zip(rank.rows, rank.members, strict=True):
            PACK(
                room,
                row * ROW_SIZE,
                *motor.wish,
                motor.speed,
                motor.pace,
                motor.acceleration,
                motor.slope_response,
                *motor.floor_normal,
                *motor.position,
                1.0,
            )
            if motor.walkway is not walkway and motor.walkway != walkway:
                astray += 1
    except (struct.error, TypeError) as error:
        raise ValueError(fault_of(motor) or str(error)) from error
    return astray


def report(crowd: Crowd, rank: Rank[WalkwayMotor]) -> None:
    """Write where the motors have got to, and whether anything kept them from their wishes."""
    outcomes = crowd.outcomes if rank.whole else crowd.outcomes[rank.rows]
    if len(rank.members) <= FEW:
        for motor, (x, z, vx, vz, kept) in zip(rank.members, outcomes.tolist(), strict=True):
            motor.previous, motor.position, motor.velocity = motor.position, (x, z), (vx, vz)
            motor.blocked = kept != 0.0
        return
    xs, zs, vxs, vzs, blocked = outcomes.T.tolist()
    # Pairs are made one by one, as old ones go: ten thousand at once would call the garbage collector.
    for motor, position, velocity, kept in zip(
        rank.members, zip(xs, zs, strict=True), zip(vxs, vzs, strict=True), blocked, strict=True
    ):
        motor.previous = motor.position
        motor.position = position
        motor.velocity = velocity
        motor.blocked = kept != 0.0
