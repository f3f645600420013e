"""What the player wants, by name, without a word about devices."""

import difflib
from collections.abc import Collection, Mapping
from typing import Protocol

AXES = ("move_forward", "move_right")
"""−1 … 1."""

TURNS = ("turn", "look_up")
"""Radians this tick: to the right, upwards."""

BUTTONS = ("sprint", "use")
"""0 or 1."""

INTERFACE = (
    "pause",
    "view",
    "zoom_in",
    "zoom_out",
    "zoom_fit",
    "help",
    "overlay",
    "sounds",
    "chunks",
    "next_layer",
    "previous_layer",
    "louder",
    "quieter",
    "volume",
    "fullscreen",
    "screenshot",
    "release",
)
"""Buttons outside the simulation: taken by frames, even paused ones, and never recorded."""


_NOTHING: frozenset[str] = frozenset()


class Actions:
    """The state of all actions in this tick, and of the interface's in this frame.

    Whoever steers (devices, a replay, a script) writes it once a tick, with `set_tick`;
    systems read it. A name that no one declared is an error, so that a slip of the pen
    isn't a key that never works.

    Parameters
    ----------
    simulation, interface
        Further names to the ones every game has.
    """

    def __init__(self, simulation: Collection[str] = (), interface: Collection[str] = ()) -> None:
        self.simulation: tuple[str, ...] = tuple(dict.fromkeys((*AXES, *TURNS, *BUTTONS, *simulation)))
        self.interface: tuple[str, ...] = tuple(dict.fromkeys((*INTERFACE, *interface)))
        self._values: dict[str, float] = dict.fromkeys((*self.simulation, *self.interface), 0.0)
        self._written: tuple[str, ...] = ()  # what the last tick set: only that needs resetting
        self._pressed: frozenset[str] = _NOTHING
        self._frame_pressed: frozenset[str] = _NOTHING

    def declare(self, simulation: Collection[str] = (), interface: Collection[str] = ()) -> None:
        """Add actions of an author's own."""
        self.simulation = tuple(dict.fromkeys((*self.simulation, *simulation)))
        self.interface = tuple(dict.fromkeys((*self.interface, *interface)))
        for name in (*simulation, *interface):
            self._values.setdefault(name, 0.0)

    def value(self, name: str) -> float:
        """Return how far: −1 … 1 of an axis, radians this tick of a turn, 0 or 1 of a button."""
        try:
            return self._values[name]
        except KeyError:
            raise self._unknown(name) from None

    def held(self, name: str) -> bool:
        """Tell whether a button is down, or was for a moment since the last tick."""
        try:
            return self._values[name] != 0.0
        except KeyError:
            raise self._unknown(name) from None

    def pressed(self, name: str) -> bool:
        """Tell whether it went down in this tick (the interface's: in this frame)."""
        if name in self._pressed or name in self._frame_pressed:
            return True
        if name not in self._values:
            raise self._unknown(name)
        return False

    def set_tick(self, values: Mapping[str, float], pressed: Collection[str] = ()) -> None:
        """Replace the simulation's actions by those of a new tick; names left out are 0.

        Parameters
        ----------
        values
            By name, as `value` returns them.
        pressed
            Names of what went down.
        """
        current = self._values
        for name in (*values, *pressed):
            if name not in current:
                raise self._unknown(name)
        for name in self._written:
            current[name] = 0.0
        current.update(values)
        self._written = tuple(values)
        self._pressed = frozenset(pressed) if pressed else _NOTHING

    def set_frame(self, pressed: Collection[str] = ()) -> None:
        """Say which of the interface's actions went down in a new frame."""
        for name in pressed:
            if name not in self._values:
                raise self._unknown(name)
        self._frame_pressed = frozenset(pressed)

    def end_tick(self) -> None:
        """Spend what was pressed and turned; what is held stays, for ticks that no one steers."""
        self._pressed = _NOTHING
        for name in TURNS:
            self._values[name] = 0.0

    def clear(self) -> None:
        """Let everything go."""
        self.set_tick({})
        self.set_frame()

    def tick_values(self) -> dict[str, float]:
        """Return the simulation's actions that aren't 0, by name."""
        return {name: value for name in self.simulation if (value := self._values[name])}

    def tick_pressed(self) -> tuple[str, ...]:
        """Return what of the simulation's went down in this tick, in order of name."""
        return tuple(sorted(self._pressed))

    def _unknown(self, name: str) -> KeyError:
        near = difflib.get_close_matches(name, self._values, n=3)
        hint = f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(self._values)}"
        return KeyError(f"no action is called {name!r}; {hint}")


class Steering(Protocol):
    """Who decides what the player does: controls, a replay, an autopilot."""

    def steer_tick(self, actions: Actions, dt: float) -> None:
        """Write the actions of the next tick, which is `dt` seconds long, by `Actions.set_tick`."""
        ...
