"""From raw inputs to actions, by the bindings."""

import math
from collections.abc import Iterable

from orlop.engine.actions import Actions
from orlop.engine.bindings import Binding, Bindings
from orlop.engine.inputs import MOTIONS, STICKS, TRIGGERS, Inputs


class Controls:
    """Steers `Actions` by what `Inputs` has gathered.

    Parameters
    ----------
    inputs
        Filled by the devices.
    bindings
        May be replaced at any time, as a settings page does.
    """

    def __init__(self, inputs: Inputs, bindings: Bindings | None = None) -> None:
        self.inputs = inputs
        self.bindings = Bindings.default() if bindings is None else bindings

    def declare(self, actions: Actions) -> None:
        """Make the names of an author's own bindings known to `actions`."""
        bindings = self.bindings
        actions.declare((*bindings.axes, *bindings.turns, *bindings.buttons), tuple(bindings.interface))

    def steer_tick(self, actions: Actions, dt: float) -> None:
        """Spend what came in since the last tick, on one tick of `dt` seconds."""
        inputs, bindings = self.inputs, self.bindings
        if not (inputs.levels or inputs.presses or inputs.motion):
            actions.set_tick({})
            return
        values: dict[str, float] = {}
        for name, axis in bindings.axes.items():
            values[name] = max(-1.0, min(1.0, sum(b.sign * self._level(b.control) for b in axis)))
        for name, turn in bindings.turns.items():
            flip = -1.0 if bindings.tuning.invert and name == "look_up" else 1.0
            values[name] = flip * sum(b.sign * self._turn(b.control, dt) for b in turn)
        for name, button in bindings.buttons.items():
            values[name] = float(any(inputs.is_down(b.control) for b in button))
        actions.set_tick(values, _pressed(bindings.buttons.items(), inputs.presses))
        inputs.end_tick()

    def steer_frame(self, actions: Actions) -> None:
        """Spend the presses since the last frame on the interface's actions."""
        actions.set_frame(_pressed(self.bindings.interface.items(), self.inputs.frame_presses))
        self.inputs.end_frame()

    def skip(self) -> None:
        """Let what came in during a paused frame go, lest it all be done at once on resuming."""
        self.inputs.end_tick()

    def _level(self, control: str) -> float:
        """−1 … 1, sticks beyond their dead zone."""
        level = self.inputs.levels.get(control, 0.0)
        partner = STICKS.get(control)
        if partner is None:
            return 1.0 if control in self.inputs.presses and control not in TRIGGERS else level
        # The zone is round: per axis, a stick would snap to the four directions.
        zone = self.bindings.tuning.dead_zone
        length = math.hypot(level, self.inputs.levels.get(partner, 0.0))
        if length <= zone:
            return 0.0
        return level / length * min(1.0, (length - zone) / (1.0 - zone))

    def _turn(self, control: str, dt: float) -> float:
        """Radians in this tick."""
        if control in MOTIONS:
            return self.inputs.motion.get(control, 0.0) * self.bindings.tuning.mouse
        level = self._level(control)
        return level * abs(level) * self.bindings.tuning.rate * dt  # squared: fine near the centre


def _pressed(table: Iterable[tuple[str, tuple[Binding, ...]]], presses: set[str]) -> list[str]:
    if not presses:
        return []
    return [name for name, bindings in table if any(binding.control in presses for binding in bindings)]
