"""Whatever moves or is switched on among walkers pushes them along, and nobody out of the air."""

import math

import esper
import numpy as np
import pytest
import shapely

from orlop.components import Door, Transform, WalkwayPusher
from orlop.levels.drawn import draw_walkway, rectangle
from orlop.levels.verdict import region_of
from orlop.systems.pusher import PusherBlocked

RADIUS = 0.4
DEEPEST = 1e-3


class Swinging:
    """A door that is opened and shut."""

    outlines = (rectangle(0, -0.03, 1.4, 0.03),)

    def begin(self, pusher: WalkwayPusher) -> int:
        self.door = Door((6.0, 0.0, 6.0), swing=2.0, seconds=0.6)
        return esper.create_entity(self.door, pusher, Transform(self.door.position))

    def tick(self, tick: int) -> None:
        self.door.wanted = float(tick // 60 % 2)


class Sliding(Swinging):
    """A door that slides into the wall and out."""

    outlines = (rectangle(0, -0.1, 2.0, 0.1),)

    def begin(self, pusher: WalkwayPusher) -> int:
        self.door = Door((4.0, 0.0, 6.0), swing=0.0, slide=(3.5, 0.0, 1.0), seconds=0.8)
        return esper.create_entity(self.door, pusher, Transform(self.door.position))


class Rotating:
    """A wall in the shape of an L that goes round for ever."""

    outlines = (np.array([[-0.2, -0.2], [2.0, -0.2], [2.0, 0.2], [0.2, 0.2], [0.2, 1.5], [-0.2, 1.5]]),)

    def begin(self, pusher: WalkwayPusher) -> int:
        self.transform = Transform((6.0, 0.0, 6.0))
        return esper.create_entity(pusher, self.transform)

    def tick(self, tick: int) -> None:
        self.transform.heading += 2.0 / 60


class Translating(Rotating):
    """A block that goes to and fro between the walls."""

    outlines = (rectangle(-0.3, -1.5, 0.3, 1.5),)

    def tick(self, tick: int) -> None:
        x, y, z = self.transform.position
        self.transform.position = (x + 0.04 * (1 if tick // 80 % 2 else -1), y, z)


class Switchable(Rotating):
    """A grate that comes and goes."""

    outlines = (rectangle(-2.0, -0.05, 2.0, 0.05), rectangle(-0.05, -2.0, 0.05, 2.0))
    displaces = True

    def begin(self, pusher: WalkwayPusher) -> int:
        self.pusher, pusher.displaces = pusher, self.displaces
        return super().begin(pusher)

    def tick(self, tick: int) -> None:
        self.pusher.enabled = tick // 25 % 2 == 0


class Timid(Switchable):
    """A post that waits until nobody is in its place."""

    outlines = (rectangle(-0.1, -0.1, 0.1, 0.1),)
    displaces = False


KINDS = (Swinging, Sliding, Rotating, Translating, Switchable, Timid)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("dt", [1 / 60, 1 / 10])
def test_it_pushes_and_never_out_of_the_air_nor_stays_in_anybody(world, kind, dt):
    deck = draw_walkway("deck", rectangle(0, 0, 12, 12), [rectangle(7.5, 3.0, 8.5, 5.0), rectangle(3.0, 7.2, 4.0, 9.0)])
    world.add(deck)
    region = region_of(deck.air(RADIUS))
    shapely.prepare(region)
    motion = kind()
    owner = motion.begin(WalkwayPusher("deck", kind.outlines))
    random = np.random.default_rng(8)
    motors = [world.motor("deck", x, z, radius=RADIUS)[1] for x, z in random.uniform(4.0, 8.0, (6, 2)).tolist()]
    world.tick(2, dt)
    body = world.decks.pushers[owner]
    least, poses = math.inf, set()
    for tick in range(600):
        motion.tick(tick)
        if tick % 40 == 0:
            for motor, turn in zip(motors, random.uniform(-3, 3, 6).tolist(), strict=True):
                at = motor.position if tick % 80 else (12 - motor.position[0], 12 - motor.position[1])
                motor.wish = (6.0 - at[0] + math.cos(turn), 6.0 - at[1] + math.sin(turn))
        world.tick(1, dt)
        points = np.array([motor.position for motor in motors])
        assert shapely.contains_xy(region, points[:, 0], points[:, 1]).all()
        if body.enabled:
            gap = min(body.distance(*motor.position) for motor in motors) - RADIUS
            assert gap > -DEEPEST
            least = min(least, gap)
        poses.add((body.x, body.z, body.heading, body.enabled))
    assert least < 0.01, "it met nobody"
    assert len(poses) >= (2 if issubclass(kind, Switchable) else 8), "it did not move"


@pytest.mark.parametrize("kind", [Rotating, Translating])
def test_a_wall_that_crushes_nobody_stops_tells_it_once_and_goes_on(world, kind):
    """Its whole course is walled in, but for one who stands in a niche that it would close."""
    world.add(draw_walkway("deck", rectangle(0, 0, 12, 12), [rectangle(3.2, 4.0, 3.6, 8.0)]))
    motion = kind()
    owner = motion.begin(WalkwayPusher("deck", kind.outlines))
    entity, motor = world.motor("deck", 4.2, 6.0)
    motor.wish = (0.0, 0.0)
    world.tick(2)
    body = world.decks.pushers[owner]
    ring = WalkwayPusher("deck", (rectangle(3.6, 5.3, 4.7, 5.5), rectangle(3.6, 6.5, 4.7, 6.7)))
    esper.create_entity(ring, Transform())
    for _ in range(240):
        motion.tick(0)
        world.tick()
        assert body.distance(*motor.position) > RADIUS - DEEPEST
    assert world.told(PusherBlocked) == [PusherBlocked(owner, entity)]
    held = (body.x, body.heading)
    esper.delete_entity(entity, immediate=True)
    for _ in range(10):
        motion.tick(0)
        world.tick()
    assert (body.x, body.heading) != held
