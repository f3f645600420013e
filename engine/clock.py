"""Time of the simulation: equal ticks, whatever the frames do."""

import math

MOST_TICKS = 16
"""Ticks that one frame may ask for: the greatest time scale at 60 frames a second."""

MOST_TIME_SCALE = 16.0

SLACK = 1e-6
"""Part of a tick that may be missing: frames of exactly one tick must not give 0, 2, 0, 2 by rounding."""


class Clock:
    """Turns the time of frames into a number of ticks of `dt` seconds each.

    A machine too slow for its ticks would owe ever more of them; beyond `MOST_TICKS` a frame
    the owed time is dropped, and counted.

    Parameters
    ----------
    dt
        Length of a tick, seconds, above 0.

    Attributes
    ----------
    dt
        Length of a tick, seconds.
    tick
        Ticks simulated since the level began.
    alpha
        0 … 1: how far the drawn moment lies between the last two ticks.
    paused
        While true, only `step` gives ticks.
    dropped
        Seconds of simulation that were owed and dropped.
    """

    __slots__ = ("_owed", "_stepping", "_steps", "_time_scale", "alpha", "dropped", "dt", "paused", "tick")

    def __init__(self, dt: float = 1 / 60) -> None:
        if not (math.isfinite(dt) and dt > 0):
            raise ValueError(f"dt must be above 0 seconds, got {dt!r}")
        self.dt = dt
        self.paused = False
        self._time_scale = 1.0
        self.restart()

    def restart(self) -> None:
        """Begin again at tick 0, owing nothing; pause and time scale stay."""
        self.tick = 0
        self.alpha = 0.0
        self.dropped = 0.0
        self._owed = 0.0
        self._steps = 0
        self._stepping = False

    @property
    def time_scale(self) -> float:
        """Simulated seconds a second, 0 … 16."""
        return self._time_scale

    @time_scale.setter
    def time_scale(self, scale: float) -> None:
        if not 0 <= scale <= MOST_TIME_SCALE:
            raise ValueError(f"time_scale must be 0 … {MOST_TIME_SCALE:g}, got {scale!r}")
        self._time_scale = float(scale)

    @property
    def seconds(self) -> float:
        """Simulated time since the level began."""
        return self.tick * self.dt

    def step(self, ticks: int = 1) -> None:
        """While paused, ask for `ticks` single ticks at the next frame."""
        if ticks < 0:
            raise ValueError(f"ticks must be 0 or more, got {ticks!r}")
        if self.paused:
            self._steps += ticks

    def advance(self, elapsed: float) -> int:
        """Return how many ticks a frame has to simulate, after `elapsed` seconds of real time."""
        if not elapsed >= 0:
            raise ValueError(f"elapsed must be 0 seconds or more, got {elapsed!r}")
        self._stepping = self.paused
        if self._stepping:
            return self._take_steps()
        self._steps = 0
        due = self._owed + elapsed * self._time_scale / self.dt if self._time_scale else self._owed
        ticks = MOST_TICKS if due >= MOST_TICKS + 1 else math.floor(due + SLACK)
        self._owed = max(0.0, due - ticks)
        if self._owed >= 1:
            kept = self._owed % 1.0 if math.isfinite(self._owed) else 0.0
            self.dropped += (self._owed - kept) * self.dt
            self._owed = kept
        self.alpha = self._owed
        return ticks

    def give_back(self, ticks: int) -> None:
        """Take back ticks that `advance` has given and that weren't simulated: the next frames get them."""
        if self._stepping:
            self._steps += ticks
        else:
            self._owed += ticks

    def _take_steps(self) -> int:
        ticks = min(self._steps, MOST_TICKS)
        self._steps -= ticks
        if ticks:
            self.alpha = 1.0  # who steps by hand wants to see the tick just made, not the way to it
        return ticks
