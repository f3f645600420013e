"""Turns the player's actions into a heading and a wish."""

import math

import esper

from orlop.components import Agent, Player, Route, Transform, WalkwayMotor
from orlop.engine.actions import Actions
from orlop.engine.schedule import Stage, System

STEEPEST_LOOK = 1.5
"""Just short of straight up, where heading would lose its meaning, radians."""


class PlayerControlSystem(System):
    """Steers every `Player` that no `Route` and no `Agent` steers.

    Parameters
    ----------
    actions
        What the player wants.
    """

    stage = Stage.CONTROL

    def __init__(self, actions: Actions) -> None:
        self._actions = actions

    def process(self, dt: float) -> None:
        """Turn by this tick's look, and wish along the heading."""
        for entity, (player, transform, motor) in esper.get_components(Player, Transform, WalkwayMotor):
            if not (esper.has_component(entity, Route) or esper.has_component(entity, Agent)):
                self._look(transform)
                self._walk(player, transform, motor)

    def _look(self, transform: Transform) -> None:
        value = self._actions.value
        turn, look_up = value("turn"), value("look_up")
        if turn:
            transform.heading = wrapped(transform.heading + turn)
        if look_up:
            transform.pitch = min(max(transform.pitch + look_up, -STEEPEST_LOOK), STEEPEST_LOOK)

    def _walk(self, player: Player, transform: Transform, motor: WalkwayMotor) -> None:
        actions = self._actions
        motor.pace = player.sprint if actions.held("sprint") else 1.0
        forward, right = actions.value("move_forward"), actions.value("move_right")
        if not forward and not right:
            motor.wish = (0.0, 0.0)
            return
        speed = motor.speed * motor.pace / max(math.hypot(forward, right), 1.0)
        sine, cosine = math.sin(transform.heading), math.cos(transform.heading)
        motor.wish = (speed * (forward * sine + right * cosine), speed * (right * sine - forward * cosine))


def wrapped(heading: float) -> float:
    """Return the same heading within −π … π."""
    return heading if -math.pi <= heading <= math.pi else math.remainder(heading, math.tau)
