"""Puts motors and pushers back as they were when a game was saved."""

from orlop.engine.deck.crowd import Saved
from orlop.engine.deck.decks import Decks
from orlop.engine.deck.motor_body import MotorBody
from orlop.engine.deck.pusher_body import PusherBody


def resume_crowd(decks: Decks, saved: Saved) -> None:
    """Put motors into the rows in which `Crowd.saved` found them, with all that they did."""
    walkway, radius, owners, numbers = saved
    crowd = decks.deck(walkway).crowd(radius)
    for owner, mass in zip(owners, numbers[0].tolist(), strict=True):
        decks.motors[owner] = motor = MotorBody(owner, radius, mass)
        crowd.add(motor)
    crowd.resume(numbers)


def stand(decks: Decks, pusher: PusherBody) -> None:
    """Let a pusher be the obstacle that it was: nobody is in its place, so nobody is put beside it."""
    pusher.enabled = True
    decks.space.add(pusher.body, *pusher.shapes)
    pusher.deck.write_pose(pusher)
