"""Raw state of keys, buttons, sticks and motion, between two ticks."""

import difflib

KEYS = (
    *"abcdefghijklmnopqrstuvwxyz0123456789",
    *(f"f{number}" for number in range(1, 13)),
    *("up", "down", "left", "right", "space", "enter", "tab", "escape", "backspace", "delete", "insert"),
    *("home", "end", "page_up", "page_down", "caps_lock", "print_screen", "pause"),
    *("left_shift", "right_shift", "left_ctrl", "right_ctrl", "left_alt", "right_alt"),
    *("minus", "equals", "left_bracket", "right_bracket", "backslash", "semicolon", "apostrophe", "grave"),
    *("comma", "period", "slash"),
    *(f"keypad_{digit}" for digit in range(10)),
    *("keypad_plus", "keypad_minus", "keypad_multiply", "keypad_divide", "keypad_enter", "keypad_period"),
)
"""By their place on a US keyboard, so that WASD is a diamond on every layout."""

PAD_BUTTONS = (
    *("a", "b", "x", "y", "back", "guide", "start", "left_stick", "right_stick"),
    *("left_shoulder", "right_shoulder", "up", "down", "left", "right"),
)
"""By their place on an Xbox pad, whatever is printed on them."""

MOTIONS = ("mouse.x", "mouse.y")
"""Pixels to the right and downwards; they add up."""

STICKS = {
    "pad.left_x": "pad.left_y",
    "pad.left_y": "pad.left_x",
    "pad.right_x": "pad.right_y",
    "pad.right_y": "pad.right_x",
}
"""Axes −1 … 1, right and downwards, each with the other one of its stick."""

TRIGGERS = ("pad.left_trigger", "pad.right_trigger")
"""Axes 0 … 1."""

CONTROLS = (
    *(f"key.{key}" for key in KEYS),
    *("mouse.left", "mouse.middle", "mouse.right", "mouse.back", "mouse.forward"),
    *("mouse.wheel_up", "mouse.wheel_down"),
    *MOTIONS,
    *(f"pad.{button}" for button in PAD_BUTTONS),
    *STICKS,
    *TRIGGERS,
)
"""Everything that an action can be bound to."""

PRESS_LEVEL, RELEASE_LEVEL = 0.55, 0.45
"""A stick or trigger counts as a pressed button above the one, as released below the other."""


def near_controls(name: str) -> list[str]:
    """Return names of controls that `name` may have been meant to be."""
    return difflib.get_close_matches(name, CONTROLS, n=3, cutoff=0.5)


class Inputs:
    """What the devices have said since the last tick.

    A key pressed and released between two ticks still counts as a press, and as held for
    one tick; motion adds up until a tick spends it.

    Attributes
    ----------
    levels
        By control: 1 for what is down, −1 … 1 for an axis; what is at rest may be absent.
    presses
        Controls that went down since the last tick.
    frame_presses
        Controls that went down since the last frame.
    motion
        By control: pixels since the last tick.
    """

    def __init__(self) -> None:
        self.levels: dict[str, float] = {}
        self.presses: set[str] = set()
        self.frame_presses: set[str] = set()
        self.motion: dict[str, float] = {}
        self._axes_down: set[str] = set()

    def press(self, control: str) -> None:
        """Put a key or button down."""
        self.levels[control] = 1.0
        self._note_press(control)

    def release(self, control: str) -> None:
        """Let a key or button go."""
        self.levels.pop(control, None)

    def lean(self, control: str, level: float) -> None:
        """Put a stick's axis or a trigger at `level`, −1 … 1; far enough counts as a press, too."""
        self.levels[control] = level
        if abs(level) > PRESS_LEVEL and control not in self._axes_down:
            self._axes_down.add(control)
            self._note_press(control)
        elif abs(level) < RELEASE_LEVEL:
            self._axes_down.discard(control)

    def move(self, control: str, distance: float) -> None:
        """Add `distance` to a motion, pixels."""
        self.motion[control] = self.motion.get(control, 0.0) + distance

    def let_go(self, prefix: str = "") -> None:
        """Release every control whose name begins with `prefix`: the window lost focus, a pad its cable."""
        for control in [control for control in self.levels if control.startswith(prefix)]:
            del self.levels[control]
            self._axes_down.discard(control)

    def active(self) -> list[str]:
        """Return the controls that aren't at rest, or weren't for a moment since the last tick."""
        if not self.presses and not self.motion:
            return list(self.levels)
        return list(dict.fromkeys((*self.levels, *self.motion, *sorted(self.presses))))

    def end_tick(self) -> None:
        """Forget the presses and motion that a tick has spent."""
        self.presses.clear()
        self.motion.clear()

    def end_frame(self) -> None:
        """Forget the presses that a frame has spent."""
        self.frame_presses.clear()

    def is_down(self, control: str) -> bool:
        """Tell whether it is down, or was for a moment since the last tick."""
        if control in self.presses:
            return True
        level = self.levels.get(control, 0.0)
        return level == 1.0 or control in self._axes_down

    def _note_press(self, control: str) -> None:
        self.presses.add(control)
        self.frame_presses.add(control)
