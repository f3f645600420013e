"""From raw inputs to actions, by the bindings."""

import math

from orlop.engine.actions import Actions
from orlop.engine.bindings import TABLES, Bindings
from orlop.engine.inputs import MOTIONS, STICKS, TRIGGERS, Inputs

Route = tuple[str, str, float]
"""Kind of action, its name, and in which sense the control steers it."""


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

    @property
    def bindings(self) -> Bindings:
        """What steers what."""
        return self._bindings

    @bindings.setter
    def bindings(self, bindings: Bindings) -> None:
        # By control, since of a hundred bound ones hardly three are in use in any tick.
        self._bindings = bindings
        self._routes: dict[str, list[Route]] = {}
        for kind in TABLES:
            for name, bound in bindings.table(kind).items():
                for binding in bound:
                    self._routes.setdefault(binding.control, []).append((kind, name, binding.sign))

    def declare(self, actions: Actions) -> None:
        """Make the names of an author's own bindings known to `actions`."""
        bindings = self._bindings
        actions.declare((*bindings.axes, *bindings.turns, *bindings.buttons), tuple(bindings.interface))

    def steer_tick(self, actions: Actions, dt: float) -> None:
        """Spend what came in since the last tick, on one tick of `dt` seconds."""
        inputs = self.inputs
        values: dict[str, float] = {}
        pressed: list[str] = []
        for control in inputs.active():
            for kind, name, sign in self._routes.get(control, ()):
                if kind == "axes":
                    values[name] = values.get(name, 0.0) + sign * self._level(control)
                elif kind == "turns":
                    flip = -sign if name == "look_up" and self._bindings.tuning.invert else sign
                    values[name] = values.get(name, 0.0) + flip * self._turn(control, dt)
                elif kind == "buttons":
                    if inputs.is_down(control):
                        values[name] = 1.0
                    if control in inputs.presses:
                        pressed.append(name)
        for name in self._bindings.axes:
            if name in values:
                values[name] = max(-1.0, min(1.0, values[name]))
        actions.set_tick(values, pressed)
        inputs.end_tick()

    def steer_frame(self, actions: Actions) -> None:
        """Spend the presses since the last frame on the interface's actions."""
        actions.set_frame(
            [
                name
                for control in self.inputs.frame_presses
                for kind, name, _ in self._routes.get(control, ())
                if kind == "interface"
            ]
        )
        self.inputs.end_frame()

    def skip(self) -> None:
        """Let go what came in while the game was paused or steered by another, lest it all be done at once later."""
        self.inputs.end_tick()

    def _level(self, control: str) -> float:
        """−1 … 1, sticks beyond their dead zone."""
        level = self.inputs.levels.get(control, 0.0)
        partner = STICKS.get(control)
        if partner is None:
            return 1.0 if control in self.inputs.presses and control not in TRIGGERS else level
        # The zone is round: per axis, a stick would snap to the four directions.
        zone = self._bindings.tuning.dead_zone
        length = math.hypot(level, self.inputs.levels.get(partner, 0.0))
        if length <= zone:
            return 0.0
        return level / length * min(1.0, (length - zone) / (1.0 - zone))

    def _turn(self, control: str, dt: float) -> float:
        """Radians in this tick."""
        if control in MOTIONS:
            return self.inputs.motion.get(control, 0.0) * self._bindings.tuning.mouse
        level = self._level(control)
        return level * abs(level) * self._bindings.tuning.rate * dt  # squared: fine near the centre
