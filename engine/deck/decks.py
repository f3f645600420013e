"""The 2D world that all decks share, and the motors and pushers in it."""

import math
from collections.abc import Iterable, Iterator

import pymunk

from orlop.engine.deck.arrival import Passage, arrival
from orlop.engine.deck.crowd import Crowd
from orlop.engine.deck.deck import Boundaries, Deck, Navmeshes
from orlop.engine.deck.layout import Layout, extent
from orlop.engine.deck.motor_body import MASS, MotorBody
from orlop.engine.deck.pieces import Floats, convex_pieces
from orlop.engine.deck.props import Props, empty_space
from orlop.engine.deck.pusher_body import Position, PusherBody
from orlop.engine.deck.replacement import move_over
from orlop.engine.error import OrlopError
from orlop.engine.walkway.walkway import Walkway


class Decks:
    """All walkways of a level, laid apart in one pymunk space.

    It needs neither entities nor a window: add walkways, motors and pushers, set what each
    motor wants, and `advance`. Coordinates are the world's (x, z) in metres unless said otherwise.

    Attributes
    ----------
    space
        The 2D world, for props and queries; z is shifted by the deck's `offset`. It is stepped only
        while there are props; motors are in it only while they are near one.
    motors, pushers
        Bodies by owner, in the order in which they were added.
    busy
        The crowds that have motors.
    version
        Grows whenever a walkway comes, goes or is replaced.
    motors_meet
        Whether motors give way to each other; ghosts, and walkers that are compared with such, do not.
    """

    def __init__(self) -> None:
        self.space = empty_space()
        self.motors: dict[int, MotorBody] = {}
        self.pushers: dict[int, PusherBody] = {}
        self.busy: list[Crowd] = []
        self.version = 0
        self.motors_meet = True
        self._decks: dict[str, Deck] = {}
        self._layout = Layout()
        self._props = Props(self.space)
        self._changing: list[PusherBody] = []

    def __iter__(self) -> Iterator[Deck]:
        """Go over the decks in the order in which they were added."""
        return iter(self._decks.values())

    # Walkways

    def add_walkway(
        self, walkway: Walkway, boundaries: Boundaries | None = None, navmeshes: Navmeshes | None = None
    ) -> Deck:
        """Lay `walkway` out and return its deck; its name must be new.

        A part of a larger ground, soon to be replaced by the next one, comes with what some worker made for the
        radii of its motors: `boundaries`, and `navmeshes`, without which there are then no ways. None of its
        thousands of outlines is in the 2D world: each takes as long as a tick of many motors.
        """
        if walkway.name in self._decks:
            raise ValueError(f'there is a walkway "{walkway.name}" already')
        return self._lay(walkway, boundaries, navmeshes)

    def _lay(self, walkway: Walkway, boundaries: Boundaries | None, navmeshes: Navmeshes | None) -> Deck:
        place = self._layout.place(*(extent(walkway) if boundaries is None else (0.0, 0.0)))
        deck = Deck(walkway, place, self.space.static_body, self.busy, boundaries, navmeshes)
        self._decks[walkway.name] = deck
        self.space.add(*deck.outlines)
        self.version += 1
        return deck

    def remove_walkway(self, name: str) -> None:
        """Take a walkway out, with all its motors and pushers."""
        deck = self.deck(name)
        for motor in [motor for motor in self.motors.values() if motor.deck is deck]:
            self.remove_motor(motor)
        for pusher in list(deck.pushers):
            self.remove_pusher(pusher)
        self._props.leave(deck)
        del self._decks[name]
        self._take_up(deck)

    def _take_up(self, deck: Deck) -> None:
        self.space.remove(*deck.outlines)
        self._layout.free(extent(deck.walkway)[0] if deck.outlines else 0.0, deck.offset)
        self.version += 1

    def replace_walkway(
        self, walkway: Walkway, boundaries: Boundaries | None = None, navmeshes: Navmeshes | None = None
    ) -> list[MotorBody]:
        """Put `walkway` in the place of the one of the same name, while all that is on that one stays.

        The rest is as for `add_walkway`. Returns the motors that had to be put to the nearest place of the new air.

        Raises
        ------
        OrlopError
            If there is none of this name, or no room for one of the motors; nothing has changed then.
        """
        old = self.deck(walkway.name)
        deck = self._lay(walkway, boundaries, navmeshes)
        try:
            for radius in {crowd.radius: None for crowd in old.busy}:
                deck.place(radius, 0.0, 0.0)
        except OrlopError:
            self._decks[walkway.name] = old
            self._take_up(deck)
            raise
        displaced = move_over(old, deck, self._transfer)
        self._props.move_over(old, deck)
        self._take_up(old)
        return displaced

    def deck(self, name: str) -> Deck:
        """Return the deck of the walkway called `name`; OrlopError if there is none."""
        if name not in self._decks:
            known = ", ".join(sorted(self._decks)) or "none"
            raise OrlopError(f'walkway "{name}"', "there is no such walkway", f"Use one of: {known}.")
        return self._decks[name]

    # Motors

    def add_motor(self, owner: int, walkway: str, radius: float, x: float, z: float, mass: float = MASS) -> MotorBody:
        """Put a motor of `radius` metres at the world's (x, z), or the nearest place of the air.

        `mass`, kilograms, says how far it is pushed by others, and pushes them.

        Raises
        ------
        OrlopError
            If there is no such walkway, or no room on it for this radius.
        """
        if owner in self.motors:
            raise ValueError(f"{owner} has a motor already")
        if not 0.0 < radius < math.inf:
            raise ValueError(f"radius must be positive metres, got {radius!r}")
        deck = self.deck(walkway)
        place = deck.place(radius, x - deck.origin_x, z - deck.origin_z)
        motor = MotorBody(owner, radius, mass)
        self.motors[owner] = motor
        deck.crowd(radius).add(motor)
        motor.place(*place)
        motor.begin_at(*place)
        return motor

    def remove_motor(self, motor: MotorBody) -> None:
        """Take a motor out."""
        del self.motors[motor.owner]
        self._props.dismiss(motor)
        motor.crowd.remove(motor)

    def put(self, motor: MotorBody, walkway: str, x: float, z: float) -> None:
        """Put a motor, at rest, to the world's (x, z) on `walkway`, or the nearest place of the air there."""
        deck = self.deck(walkway)
        place = deck.place(motor.radius, x - deck.origin_x, z - deck.origin_z)
        self._transfer(motor, deck, *place)
        motor.set_velocity(0.0, 0.0)
        motor.begin_at(*place)

    def carry(self, motor: MotorBody, walkway: str, x: float, z: float) -> Passage:
        """Let a motor that entered a portal at local (x, z) go on, on `walkway`, to where its way leads.

        It keeps its (x, z) to the last bit where air and pushers allow, and goes on sliding where not. Where there is
        no room, at all or beside a pusher, it stays.
        """
        source, deck = motor.deck, self.deck(walkway)
        shift_x, shift_z = source.origin_x - deck.origin_x, source.origin_z - deck.origin_z
        entry, end = (x + shift_x, z + shift_z), (motor.x + shift_x, motor.z + shift_z)
        passage, place = arrival(deck.crowd(motor.radius).boundary, deck.pushing, motor.radius, entry, end)
        if passage is not Passage.PASSED:
            return passage
        begin = (motor.start_x + shift_x, motor.start_z + shift_z)
        self._transfer(motor, deck, *place)
        motor.begin_at(*begin)
        return passage

    def _transfer(self, motor: MotorBody, deck: Deck, x: float, z: float) -> None:
        if deck is not motor.deck:
            velocity, wants = (motor.vx, motor.vz), (motor.want_x, motor.want_z)
            self._props.dismiss(motor)
            motor.crowd.remove(motor)
            deck.crowd(motor.radius).add(motor)
            motor.set_velocity(*velocity)
            motor.want_x, motor.want_z = wants
        motor.place(x, z)

    # Pushers

    def add_pusher(
        self, owner: int, walkway: str, outlines: Iterable[Floats], position: Position, heading: float
    ) -> PusherBody:
        """Put a pusher at a world position (x, y, z), switched off; `enable` makes it an obstacle."""
        if owner in self.pushers:
            raise ValueError(f"{owner} has a pusher already")
        deck = self.deck(walkway)
        pusher = PusherBody(owner, deck, convex_pieces(tuple(outlines)), position, heading)
        self.pushers[owner] = pusher
        deck.pushers.append(pusher)
        deck.lay_out_pushers()
        return pusher

    def remove_pusher(self, pusher: PusherBody) -> None:
        """Take a pusher out."""
        self.disable(pusher)
        del self.pushers[pusher.owner]
        pusher.deck.pushers.remove(pusher)
        pusher.deck.lay_out_pushers()

    def turn_pusher(self, pusher: PusherBody, position: Position, heading: float) -> None:
        """Move a pusher to a world position and `heading` in the next `advance`."""
        pusher.turn_to(position, heading)
        self._change(pusher)

    def enable(self, pusher: PusherBody, displaces: bool = True) -> None:
        """Make a pusher an obstacle in the next `advance`.

        Motors in its place are put to the nearest free one, within their diameter; if one
        can't, or the pusher `displaces` nobody, it stays off, and is among the stopped.
        """
        if not pusher.enabled:
            pusher.enable(displaces)
            self.space.add(pusher.body, *pusher.shapes)
            self._change(pusher)

    def disable(self, pusher: PusherBody) -> None:
        """Switch a pusher off, now."""
        if pusher.enabled:
            pusher.disable()
            self.space.remove(pusher.body, *pusher.shapes)
            pusher.deck.write_pose(pusher)

    def _change(self, pusher: PusherBody) -> None:
        if pusher not in self._changing:
            self._changing.append(pusher)
        pusher.deck.write_pose(pusher)

    # Props

    def add_prop(self, walkway: str, body: pymunk.Body, *shapes: pymunk.Shape) -> None:
        """Let a dynamic body of the caller's take part: a barrel that motors and pushers roll over the deck.

        Its position is taken as the world's (x, z) and becomes the 2D world's, shifted by the deck's offset.
        """
        self._props.add(self.deck(walkway), body, shapes)

    def remove_prop(self, body: pymunk.Body) -> None:
        """Take a prop out, with all its shapes."""
        self._props.remove(body)

    # Time

    def advance(self, dt: float) -> list[tuple[PusherBody, MotorBody]]:
        """Go on by `dt` seconds; return the pushers that were held up, as `arrive` does."""
        self.depart(dt)
        return self.arrive(dt)

    def depart(self, dt: float) -> int:
        """Turn what all motors want, or their intents, into ways of `dt` seconds; nobody moves yet.

        Returns how many motors are not where their intents say: they may be put there, and all depart anew.
        """
        astray = 0
        for crowd in self.busy:
            astray += crowd.depart(dt)
        return astray

    def arrive(self, dt: float) -> list[tuple[PusherBody, MotorBody]]:
        """Step the 2D world of the props, then find each motor's guaranteed place.

        Returns the pushers that were held up, each with a motor that could not give way; they
        stand as before the call.
        """
        changing, self._changing = self._changing, []
        if self._props.bodies:
            self._props.step(changing, dt)
        stopped: list[tuple[PusherBody, MotorBody]] = []
        for deck in self._decks.values():
            if deck.busy:
                if self.motors_meet and len(self.motors) > 1:
                    deck.separate(dt)
                stopped += deck.settle(changing)
        for pusher in changing:
            self._come_to_rest(pusher)
        return stopped

    def _come_to_rest(self, pusher: PusherBody) -> None:
        pusher.rest()
        pusher.settle()
        pusher.deck.write_pose(pusher)
        if not pusher.enabled and pusher.body in self.space.bodies:
            self.space.remove(pusher.body, *pusher.shapes)
