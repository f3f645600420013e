"""Keeps a frame as a picture, with a note of where it was taken."""

import json
from dataclasses import asdict
from pathlib import Path

import esper

from orlop.components import Player, WalkwayMotor
from orlop.engine.clock import Clock
from orlop.engine.error import OrlopError
from orlop.engine.paths import write_atomically
from orlop.engine.render.capture import write_png
from orlop.engine.render.screen import Screen
from orlop.engine.schedule import Stage, System
from orlop.systems.camera import CameraSystem
from orlop.systems.chart import ChartSystem
from orlop.systems.render import RenderSystem


class ScreenshotSystem(System):
    """Writes the frame, with sounds and chunks if they are shown but no help, costs or messages, as a PNG with a JSON file.

    The JSON file holds level, seed, tick and pose, so that the same picture can be made again.
    """

    stage = Stage.FRAME
    after = (RenderSystem, ChartSystem)

    def __init__(
        self, screen: Screen, clock: Clock, camera: CameraSystem, folder: Path, level: str = "orlop", seed: int = 0
    ) -> None:
        self._screen = screen
        self._clock = clock
        self._camera = camera
        self._folder = folder
        self._level = level
        self._seed = seed

    def process(self, dt: float) -> None:
        """Write this frame if it was asked for, and say where it went."""
        if not self._screen.shot:
            return
        self._screen.shot = False
        path = _free(self._folder / f"{_plain(self._level)}-{self._clock.tick}-{self._screen.view}.png")
        try:
            write_png(self._screen.canvas.read(), path)
            write_atomically(path.with_suffix(".json"), json.dumps(self._note(), indent=1).encode())
        except OrlopError as error:
            self._screen.say(str(error), 8.0)
            return
        self._screen.say(f"Kept {path}")

    def _note(self) -> dict[str, object]:
        view = self._camera.view
        motors = [motor for _, (_, motor) in esper.get_components(Player, WalkwayMotor)]
        return {
            "level": self._level,
            "seed": self._seed,
            "tick": self._clock.tick,
            "view": self._screen.view,
            "pose": asdict(view) if view else None,
            "walkway": motors[0].walkway if motors else None,
            "position": list(motors[0].position) if motors else None,
        }


def _plain(name: str) -> str:
    """Keep of a level's name what any file system takes."""
    return "".join(sign if sign.isalnum() or sign in "-_" else "-" for sign in name) or "orlop"


def _free(path: Path) -> Path:
    """Return `path`, or the next one with a number that is not taken."""
    number = 1
    free = path
    while free.exists():
        number += 1
        free = path.with_stem(f"{path.stem}-{number}")
    return free
