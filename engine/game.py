"""The frame: joins what a game runs on, and runs it."""

from collections.abc import Callable, Mapping
from itertools import count
from time import perf_counter
from types import TracebackType
from typing import TYPE_CHECKING, Self

import esper
import numpy as np

from orlop.engine.actions import Actions, Steering
from orlop.engine.clock import Clock
from orlop.engine.controls import Controls
from orlop.engine.events import Events
from orlop.engine.level import Level
from orlop.engine.ownership import Ownership, clear_dead
from orlop.engine.recording import Recorder, Replay
from orlop.engine.schedule import FRAME, TICK, Schedule, Stage, Types
from orlop.engine.statehash import state_hash
from orlop.engine.undisturbed import UNDISTURBED

if TYPE_CHECKING:
    from orlop.engine.deck.decks import Decks

_numbers = count(1)


class Game:
    """A world of its own with a clock, a schedule, events, actions and chance.

    It has no window and needs none: `tick` runs the simulation, `frame` also what draws.
    Its entities live in an esper world of its own, which its methods make the current one;
    so games in one process don't disturb each other.

    Parameters
    ----------
    seed
        Of `random`, at each level's beginning; 0 or more.
    dt
        Length of a tick, seconds.
    controls
        Devices' inputs and their bindings, if a player steers.

    Attributes
    ----------
    clock, events, actions, schedule
        As their classes say.
    random
        The only source of chance in the simulation.
    steering
        Steers instead of the controls while it is set.
    recorder
        Takes the actions down while it is set.
    level
        The one being played.
    watch
        Told how many seconds a tick took, after each, while it is set.
    running
        A main loop goes on while it is true.
    world
        Name of its esper world.
    """

    def __init__(self, seed: int = 0, dt: float = 1 / 60, controls: Controls | None = None) -> None:
        self.seed = seed
        self.clock = Clock(dt)
        self.events = Events()
        self.actions = Actions()
        self.schedule = Schedule(self.events)
        self.random = np.random.Generator(np.random.PCG64(seed))
        self.controls = controls
        self.steering: Steering | None = None
        self.recorder: Recorder | None = None
        self.level: Level | None = None
        self.watch: Callable[[float], object] | None = None
        self.running = True
        self.world = f"orlop game {next(_numbers)}"
        self._decks: Decks | None = None
        self._ownership = Ownership(self.schedule, self.events)
        self._busy = False
        self._changing = False
        self._undisturbed = False
        self._next_level: Level | None = None
        if controls is not None:
            controls.declare(self.actions)
        self.activate()

    def __enter__(self) -> Self:
        self.activate()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def decks(self) -> "Decks":
        """The level's walkways at run time.

        A new level begins with new ones, so hand them to systems that the level adds. Made at the
        first use: a game without walkways doesn't load the 2D world.
        """
        if self._decks is None:
            from orlop.engine.deck.decks import Decks

            self._decks = Decks()
        return self._decks

    def activate(self) -> None:
        """Make its world esper's current one."""
        if not self.world:
            raise ValueError("the game has been closed")
        if esper.current_world != self.world:
            esper.switch_world(self.world)

    def add(
        self,
        processor: esper.Processor,
        stage: Stage | None = None,
        before: Types = (),
        after: Types = (),
        runs_paused: bool | None = None,
    ) -> None:
        """Add a system, as `Schedule.add` does; one that a level adds while it loads goes with the level."""
        self.schedule.add(processor, stage, before, after, runs_paused)

    def load(self, level: Level) -> None:
        """Unload the level being played, and begin `level` at tick 0 with the seed's first random number.

        Entities created from now on belong to it, until it is unloaded; so do the systems that it
        adds and what is subscribed to events while it loads. Called by a system, it waits
        for the end of the tick or frame. Called by a level that loads, it waits until that one has
        loaded, and takes its place; if that one fails, it isn't loaded. Steering and recorder go on.

        Until it is unloaded, Python's collector of cycles lets what has loaded be, and threads hand the interpreter
        over sooner than they would: either could hold up a tick (`Undisturbed`).
        """
        if self._changing and self.level is None:
            raise RuntimeError("a level that goes can't load another one")
        self._next_level = level
        del level  # it shall be gone when the one that it asks for loads
        if not self._busy:
            self._load_next()

    def unload(self) -> None:
        """Delete the level's entities and systems; those that were there before it, or are kept, stay.

        If callbacks of `on_unload` raise, all goes nevertheless; then the first error is raised, with a note of the
        others.
        """
        self._require_idle()
        self.activate()
        self._next_level = None  # asked for in a tick that raised, perhaps
        self._unload()

    def keep(self, entity: int) -> None:
        """Let `entity` outlive its level."""
        self._ownership.keep(entity)

    def on_unload(self, callback: Callable[[], object]) -> None:
        """Call `callback` when the level goes, the last one first: to free what is outside esper."""
        self._ownership.on_end(callback)

    def replay(self, replay: Replay) -> None:
        """Let a recording steer the level just loaded; OrlopError if it was made with another level or seed."""
        replay.check(self.level.name if self.level else "", self.seed, self.clock.dt, self.actions)
        self.steering = replay

    def record(self, setup: Mapping[str, object] | None = None) -> Recorder:
        """Take down what happens to the level just loaded, from now on; `Recorder.write` keeps it.

        `setup` tells what else the level was made with, as JSON: `Replay.setup` gives it back.
        """
        self.recorder = Recorder(self.level.name if self.level else "", self.seed, self.clock.dt, setup)
        return self.recorder

    def tick(self, ticks: int = 1) -> None:
        """Simulate `ticks` ticks, paused or not, without drawing."""
        self.activate()
        for _ in range(ticks):
            self._tick()
        self.clock.alpha = 1.0

    def frame(self, elapsed: float, until: int | None = None) -> None:
        """Simulate the ticks that are due after `elapsed` seconds of real time, and draw.

        Interface actions are taken first. While paused, systems that run paused get
        `elapsed` instead of a tick. At tick `until` it stops, whatever more is due.
        """
        self.activate()
        if self.controls is not None:
            self.controls.steer_frame(self.actions)
        paused = self.clock.paused
        due = self.clock.advance(elapsed)
        left = due
        while left and (until is None or self.clock.tick < until):
            self._tick()
            left -= 1
            if self.clock.paused and not paused:
                break  # a system has paused the game: the rest of the frame's ticks are for later
        self.clock.give_back(left)
        if self.clock.paused and not due:
            self._run(TICK, elapsed, paused=True)
            self._load_next()
            if self.controls is not None:
                self.controls.skip()
        self.draw(elapsed)

    def draw(self, elapsed: float = 0.0) -> None:
        """Run the systems of FRAME alone, `elapsed` seconds after the last time."""
        self.activate()
        self._run(FRAME, elapsed, self.clock.paused)
        self._load_next()

    def state_hash(self) -> str:
        """Return a hash of all entities, the tick and the state of `random`: the same for the same run anywhere."""
        self.activate()
        return state_hash((self.clock.tick, self.random.bit_generator.state))

    def close(self) -> None:
        """Unload the level and delete the esper world, also if `unload` raises in the end; a second call does nothing."""
        if not self.world:
            return
        current = esper.current_world
        self._require_idle()
        self.activate()
        try:
            self._unload()
        finally:
            self.running = False
            esper.switch_world("default" if current == self.world else current)
            esper.delete_world(self.world)
            self.world = ""

    def _tick(self) -> None:
        actions, dt, watch = self.actions, self.clock.dt, self.watch
        began = perf_counter() if watch else 0.0
        clear_dead()
        self.events.begin_tick()
        steering = self.steering or self.controls
        if steering is not None:
            steering.steer_tick(actions, dt)
        if self.controls is not None and steering is not self.controls:
            self.controls.skip()
        if self.recorder is not None:
            self.recorder.record(actions)
        self._run(TICK, dt, paused=False)
        actions.end_tick()
        self.clock.tick += 1
        if watch is not None:
            watch(perf_counter() - began)
        self._load_next()

    def _run(self, stages: tuple[Stage, ...], dt: float, paused: bool) -> None:
        self._busy = True
        try:
            if self.events.pending:
                self.events.deliver()  # sent between the ticks
            self.schedule.run(stages, dt, paused)
        finally:
            self._busy = False

    def _load_next(self) -> None:
        while self._next_level is not None and not self._changing:
            level, self._next_level = self._next_level, None
            self.activate()
            self._unload()
            UNDISTURBED.tidy()
            self._load(level)

    def _load(self, level: Level) -> None:
        self._restart()
        self.level = level
        self._changing = True
        try:
            self._ownership.begin(lambda: level.load(self))
        except BaseException as error:
            self._next_level = None
            try:
                self._unload()
            except BaseException as another:  # noqa: BLE001 - the level's own error is the first
                error.add_note(f"Then, as it was unloaded: {another!r}")
            raise
        finally:
            self._changing = False
        UNDISTURBED.begin()
        self._undisturbed = True

    def _unload(self) -> None:
        self._changing = True
        try:
            if self.level is not None:
                self.level = None
                if self._undisturbed:
                    self._undisturbed = False
                    UNDISTURBED.end()
                self._ownership.end()
        finally:
            self._decks = None
            self._changing = False

    def _require_idle(self) -> None:
        if self._busy:
            raise RuntimeError("a running system can't unload its level; load another one, or set running to False")
        if self._changing:
            raise RuntimeError("a level that loads or goes can't unload itself; raise an error, or load another one")

    def _restart(self) -> None:
        self.clock.restart()
        self.events.clear()
        self.actions.clear()
        self.random.bit_generator.state = np.random.PCG64(self.seed).state
