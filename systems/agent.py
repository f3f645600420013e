"""Lets agents find their ways and walk them."""

import math

import esper
import numpy as np

from orlop.components import Agent, Door, Portal, Transform, WalkwayMotor
from orlop.engine.deck.avoidance import step_aside
from orlop.engine.deck.decks import Decks
from orlop.engine.deck.gate import Gate
from orlop.engine.deck.mover import END_VX, END_VZ, END_X, END_Z
from orlop.engine.deck.navigator import Navigator, Spot
from orlop.engine.deck.pusher_body import PusherBody
from orlop.engine.events import Events
from orlop.engine.schedule import Stage, System
from orlop.systems.interaction import Used
from orlop.systems.player_control import wrapped
from orlop.systems.route import TURNING

CLOSE = 0.12
"""A bend counts as passed within this distance, metres: less than the berth that ways give to gates."""

PROGRESS = 0.05
"""Coming nearer by this much counts as progress, metres."""

PATIENCE = 1.5
"""Without progress for so long, or without any way, an agent looks for another, seconds."""

STRETCH = 16.0
"""Where a way ends short of its destination, as on ground that isn't there yet, an agent looks again so often, metres."""

EASE = 3.0
"""Arriving, an agent's speed is at most this times its distance, 1/s."""

EXACT = 0.01
"""A way that ends nearer to its destination than this leads to it, metres."""

Walker = tuple[int, Agent, WalkwayMotor]


class AgentSystem(System):
    """Wishes each agent's motor along the shortest way to its destination.

    Ways lead through open portals and shut doors, which agents open, and around all else that
    stands on a deck when the way is looked for; a way that turns out to be blocked is looked for anew.
    One agent a tick looks for a way, who has been without one longest; for where ways are long, so is the search.

    Parameters
    ----------
    decks
        Where they walk.
    events
        Is told which doors are used.
    """

    stage = Stage.CONTROL

    def __init__(self, decks: Decks, events: Events) -> None:
        self._decks = decks
        self._events = events
        self._navigators: dict[float, Navigator] = {}
        self._open: list[tuple[int, Portal]] = []
        self._gates: tuple[Gate, ...] = ()

    def process(self, dt: float) -> None:
        """Steer every agent."""
        agents = esper.get_components(Agent, WalkwayMotor)
        if not agents:
            return
        self._find_gates()
        walkers = [(entity, agent, motor) for entity, (agent, motor) in sorted(agents, key=lambda each: each[0])]
        self._look_for_a_way(walkers, dt)
        for entity, agent, motor in walkers:
            motor.wish = wish_of(agent, motor)
            if motor.blocked:
                self._open_door(entity)
        self._avoid(walkers)
        for entity, _, motor in walkers:
            if motor.wish != (0.0, 0.0) and (transform := esper.try_component(entity, Transform)) is not None:
                face(transform, *motor.wish, dt)

    def _look_for_a_way(self, walkers: list[Walker], dt: float) -> None:
        longest: Walker | None = None
        for walker in walkers:
            _, agent, motor = walker
            if agent.destination is None:
                continue
            agent.stalled += dt
            agent.arrived = agent.arrived and agent.planned == agent.destination
            if agent.arrived and is_taken_away(agent, motor):
                agent.arrived, agent.planned = False, None
            if needs_way(agent, motor) and (longest is None or agent.stalled > longest[1].stalled):
                longest = walker
        if longest is not None:
            self._plan(longest[1], longest[2])

    def _find_gates(self) -> None:
        portals = [(entity, portal) for entity, portal in esper.get_component(Portal) if portal.enabled]
        if [id(portal) for _, portal in portals] != [id(portal) for _, portal in self._open]:
            self._open = portals
            self._gates = tuple(
                Gate(portal.source, portal.destination, np.array([[*portal.low, *portal.high]]))
                for _, portal in sorted(portals, key=lambda each: each[0])
            )

    def _plan(self, agent: Agent, motor: WalkwayMotor) -> None:
        assert agent.destination is not None
        navigator = self._navigators.get(motor.radius)
        if navigator is None:
            navigator = self._navigators[motor.radius] = Navigator(self._decks, motor.radius, will_open)
        navigator.gates = self._gates
        path = navigator.path(Spot(motor.walkway, *motor.position), Spot(*agent.destination))
        agent.path = tuple((spot.walkway, spot.x, spot.z) for spot in path)
        agent.planned, agent.next = agent.destination, min(1, len(agent.path))
        more_to_come = self._decks.deck(agent.destination[0]).is_part  # it is lost only where it gets no farther
        agent.lost = not agent.path or (is_out_of_reach(agent, motor) and not more_to_come)
        agent.arrived, agent.nearest, agent.stalled = False, math.inf, 0.0

    def _open_door(self, entity: int) -> None:
        body = self._decks.motors.get(entity)
        if body is not None and body.met is not None and will_open(body.met):
            door = esper.component_for_entity(body.met.owner, Door)
            if door.wanted < 0.5:
                self._events.send(Used(body.met.owner, entity))

    def _avoid(self, walkers: list[Walker]) -> None:
        """Let those who walk step aside for all others on their deck."""
        on_deck: dict[str, list[tuple[int, WalkwayMotor]]] = {}
        for entity, _, motor in walkers:
            body = self._decks.motors.get(entity)
            if motor.wish != (0.0, 0.0) and body is not None:  # by its body: who has been sent elsewhere is still there
                on_deck.setdefault(body.deck.name, []).append((entity, motor))
        for walkway, going in on_deck.items():
            crowds = self._decks.deck(walkway).busy
            ends = np.concatenate([crowd.ends for crowd in crowds])
            radii = np.concatenate([crowd.radii for crowd in crowds])
            rows = {body.owner: row for row, body in enumerate(body for crowd in crowds for body in crowd.motors)}
            here = [(rows[entity], motor) for entity, motor in going if entity in rows]
            wishes = np.array([motor.wish for _, motor in here]).reshape(-1, 2)
            places = np.ascontiguousarray(ends[:, [END_X, END_Z]])
            velocities = np.ascontiguousarray(ends[:, [END_VX, END_VZ]])
            step_aside(np.array([row for row, _ in here], np.int64), wishes, places, velocities, radii)
            for (_, motor), (x, z) in zip(here, wishes.tolist(), strict=True):
                motor.wish = (x, z)


def will_open(pusher: PusherBody) -> bool:
    """Tell whether a pusher is a door that stands shut or is moving: it will be open when somebody comes."""
    door = esper.try_component(pusher.owner, Door) if esper.entity_exists(pusher.owner) else None
    return door is not None and (door.openness == 0.0 or door.openness != door.wanted)


def needs_way(agent: Agent, motor: WalkwayMotor) -> bool:
    """Tell whether the agent has no way to where it is sent, or none that it gets on with."""
    if agent.planned != agent.destination or agent.stalled > PATIENCE or is_astray(agent, motor):
        return True
    return falls_short(agent) and math.dist(agent.path[0][1:], motor.position) > STRETCH


def shortfall(agent: Agent) -> float:
    """Return how far from its destination the agent's way ends, metres; infinite if it has neither."""
    if not agent.path or agent.destination is None:
        return math.inf
    return math.dist(agent.path[-1][1:], agent.destination[1:])


def falls_short(agent: Agent) -> bool:
    """Tell whether the agent's way ends before its destination."""
    return bool(agent.path) and shortfall(agent) > agent.arrive


def is_out_of_reach(agent: Agent, motor: WalkwayMotor) -> bool:
    """Tell whether the agent doesn't even touch its destination from the end of its way, as it would beside a wall."""
    return shortfall(agent) > agent.arrive + motor.radius


def is_taken_away(agent: Agent, motor: WalkwayMotor) -> bool:
    """Tell whether an agent that has arrived stands there no longer; to be jostled a little is not to be taken away."""
    walkway, x, z = agent.path[-1]
    return walkway != motor.walkway or math.dist((x, z), motor.position) > agent.arrive + motor.radius


def is_at_end(agent: Agent, motor: WalkwayMotor) -> bool:
    """Tell whether the agent has done its way: who can't get to the very place goes as near as it can."""
    if not agent.path or agent.next < len(agent.path) - 1 or agent.path[-1][0] != motor.walkway:
        return False
    enough = agent.arrive if shortfall(agent) < EXACT else min(agent.arrive, CLOSE)
    return math.dist(agent.path[-1][1:], motor.position) <= enough


def wish_of(agent: Agent, motor: WalkwayMotor) -> tuple[float, float]:
    """Return the velocity with which the agent would go on along its way, m/s."""
    if agent.destination is None or agent.planned != agent.destination:
        return (0.0, 0.0)
    pass_bends(agent, motor)
    if not agent.path or agent.arrived or is_at_end(agent, motor):
        return (0.0, 0.0)
    _, x, z = agent.path[agent.next]
    dx, dz = x - motor.position[0], z - motor.position[1]
    distance = math.hypot(dx, dz)
    if distance < agent.nearest - PROGRESS:
        agent.nearest, agent.stalled = distance, 0.0
    last = agent.next == len(agent.path) - 1
    speed = motor.speed * motor.pace
    speed = min(speed, EASE * distance) if last else speed
    return (dx * speed / distance, dz * speed / distance) if distance > 0.0 else (0.0, 0.0)


def is_astray(agent: Agent, motor: WalkwayMotor) -> bool:
    """Tell whether the motor is on no deck that its way, from here, leads over next."""
    ahead = agent.path[agent.next : agent.next + 2]
    return bool(ahead) and not agent.arrived and motor.walkway not in [walkway for walkway, _, _ in ahead]


def pass_bends(agent: Agent, motor: WalkwayMotor) -> None:
    """Count what is reached of the way: bends by their distance, gates by being on the other deck."""
    while agent.next < len(agent.path) - 1:
        walkway, x, z = agent.path[agent.next]
        if walkway == motor.walkway:
            if agent.path[agent.next + 1][0] != walkway:
                return  # a gate: only who has gone through it has passed it
            if math.dist((x, z), motor.position) > CLOSE:
                return
        agent.next, agent.nearest, agent.stalled = agent.next + 1, math.inf, 0.0
    if is_at_end(agent, motor):
        if is_out_of_reach(agent, motor):
            agent.lost = True
        else:
            agent.arrived, agent.stalled = True, 0.0


def face(transform: Transform, x: float, z: float, dt: float) -> None:
    """Turn towards the way (x, z), no faster than anybody does."""
    turn = wrapped(math.atan2(x, -z) - transform.heading)
    transform.heading = wrapped(transform.heading + max(-TURNING * dt, min(TURNING * dt, turn)))
