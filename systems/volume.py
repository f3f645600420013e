"""Turns the sound up and down."""

from orlop.engine.actions import Actions
from orlop.engine.render.screen import Screen
from orlop.engine.schedule import Stage, System
from orlop.engine.sound.mixer import Bus, Mixer
from orlop.systems.camera import CameraSystem

DECIBELS = (-60.0, -40.0, -32.0, -26.0, -21.0, -17.0, -13.5, -10.5, -7.5, -5.0, -2.5, 0.0)
"""What the keys step through, from silence: closer together where the ear tells them apart."""

CALLED = {Bus.MASTER: "all sound", Bus.EFFECTS: "steps and doors", Bus.AMBIENCE: "surroundings"}


class VolumeSystem(System):
    """Sets the volume of a bus by keys, and says what it is now.

    Parameters
    ----------
    screen, actions
        Shared.
    mixer
        Whose volumes they are.
    """

    stage = Stage.FRAME
    before = (CameraSystem,)

    def __init__(self, screen: Screen, actions: Actions, mixer: Mixer) -> None:
        self._screen = screen
        self._actions = actions
        self._mixer = mixer
        self._bus = Bus.MASTER

    def process(self, dt: float) -> None:
        """Do what was pressed in this frame."""
        pressed = self._actions.pressed
        if pressed("volume"):
            buses = list(Bus)
            self._bus = buses[(buses.index(self._bus) + 1) % len(buses)]
            self._tell(step_of(self._mixer.volume(self._bus)))
        step = pressed("louder") - pressed("quieter")
        if step:
            now = step_of(self._mixer.volume(self._bus))
            wanted = min(max(now + step, 0), len(DECIBELS) - 1)
            self._mixer.set_volume(self._bus, volume_of(wanted))
            self._tell(wanted)

    def _tell(self, step: int) -> None:
        level = "silent" if step == 0 else f"{DECIBELS[step]:g} dB"
        self._screen.say(f"Volume of {CALLED[self._bus]}: {level}", 2.0)


def volume_of(step: int) -> float:
    """Return the gain of a step, 0 … 1."""
    return 0.0 if step == 0 else float(10.0 ** (DECIBELS[step] / 20.0))


def step_of(volume: float) -> int:
    """Return the step whose gain is nearest to `volume`."""
    return min(range(len(DECIBELS)), key=lambda step: abs(volume_of(step) - volume))
