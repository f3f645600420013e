"""What becomes of those on a deck when its walkway is replaced."""

from collections.abc import Callable

from orlop.engine.deck.deck import Deck
from orlop.engine.deck.motor_body import MotorBody

Transfer = Callable[[MotorBody, Deck, float, float], None]
"""Brings a motor to the local (x, z) of a deck, metres, at the speed it has."""


def move_over(old: Deck, new: Deck, transfer: Transfer) -> list[MotorBody]:
    """Bring all motors and pushers of one deck to their world positions on another.

    Returns the motors that had to be put to the nearest place of its air.
    """
    displaced = []
    shift_x, shift_z = old.origin_x - new.origin_x, old.origin_z - new.origin_z
    for motor in [motor for crowd in old.busy for motor in crowd.motors]:
        x, z = motor.x + shift_x, motor.z + shift_z  # by the shift, so that no bit is lost far from the origin
        place = new.place(motor.radius, x, z)
        if place != (x, z):
            displaced.append(motor)
        transfer(motor, new, *place)
        motor.begin_at(*place)
    for pusher in old.pushers:
        pusher.move_over(new)
    new.pushers, old.pushers = old.pushers, []
    new.lay_out_pushers()
    return displaced
