"""Plays a level without a window, and tells what happened."""

import json
import math
from dataclasses import asdict
from pathlib import Path

import esper

from orlop.components import Player, Transform, WalkwayMotor
from orlop.engine.deck.trace import TraceRecorder
from orlop.engine.error import OrlopError
from orlop.engine.game import Game
from orlop.engine.paths import write_atomically
from orlop.engine.recording import Replay
from orlop.engine.render.canvas import Canvas, CardCanvas, PlainCanvas
from orlop.engine.render.capture import write_png
from orlop.engine.render.device import Device, open_headless
from orlop.engine.render.ink import blank
from orlop.engine.render.screen import Screen, ViewName
from orlop.levels.chronicle import Chronicle, PlayReport
from orlop.levels.outlook import looking_around
from orlop.levels.shown import Scenic, Shown


class UnattendedPlay:
    """A game that runs as fast as it can, and is looked at when it is over.

    Parameters
    ----------
    level
        What is played; give it an autopilot or replay a recording, else nobody walks.
    seed
        Of all that is random.
    size
        Of the pictures, pixels.
    """

    def __init__(self, level: Scenic, seed: int = 0, size: tuple[int, int] = (1280, 720)) -> None:
        self._level = level
        self.game = Game(seed)
        self.report = PlayReport(level.name, seed)
        self._device = self._open_device()
        canvas: Canvas = PlainCanvas(blank(size, (0, 0, 0))) if self._device is None else CardCanvas(self._device, size)
        self._screen = Screen(canvas)
        self._tracer: TraceRecorder | None = None
        try:
            self.game.load(Shown(level, self._screen, self._device, patience=math.inf))
        except BaseException:
            self.close()
            raise
        self._chronicle = Chronicle(self.game, self.report)

    def run(self, seconds: float) -> None:
        """Simulate `seconds` of play."""
        self._run_ticks(round(seconds / self.game.clock.dt))

    def replay(self, replay: Replay) -> bool:
        """Play a recording from beginning to end; tell whether it came to the recorded state."""
        self.game.replay(replay)
        self._run_ticks(replay.ticks)
        same = self.game.state_hash() == replay.state
        if not same:
            self.report.notes.append(
                f"{replay.source} was recorded with another outcome (orlop {replay.version}): level or code has changed"
            )
        return same

    def trace(self) -> None:
        """Take the player's way down from now on; OrlopError if the level has no player, or no end."""
        if not len(self._level.scenery()[0]):
            raise OrlopError(
                self.report.level, "is streamed in, so no way over it can be scored", "Trace another level."
            )
        for _, (_, transform, _) in esper.get_components(Player, Transform, WalkwayMotor):
            self._tracer = TraceRecorder([transform.position])
            return
        raise OrlopError(self.report.level, "has no player whose way could be traced", "Play another level.")

    def write_trace(self, path: Path, height: float, tilt: float) -> None:
        """Write the way since `trace`, and score it against what never moves.

        `height` is the walker's, metres; `tilt` the scene's about x, degrees.
        """
        from orlop.engine.deck.scores import score

        for _, (_, motor) in esper.get_components(Player, WalkwayMotor):
            if self._tracer is not None:
                dt, mesh = self.game.clock.dt, self.report.level
                trace = self._tracer.trace(motor.speed, dt, motor.radius, height, tilt, mesh)
                trace.write(path)
                self.report.scores = asdict(score(trace, self._level.scenery()[0]))

    def write(self, folder: Path) -> PlayReport:
        """Write pictures of both views and run.json to `folder`; OrlopError if it can't be written to.

        The first person looks to where there is most to see: a walk ends anywhere, often at a wall.
        """
        if self._screen.has_first_person:
            with looking_around(self.game.decks):
                self._write_view("first-person", folder)
        self._write_view("chart", folder)
        return self.write_report(folder)

    def write_report(self, folder: Path) -> PlayReport:
        """Write run.json alone, as when a fault has ended the run."""
        report = self.finish()
        write_atomically(folder / "run.json", (json.dumps(asdict(report), indent=1, allow_nan=False) + "\n").encode())
        return report

    def _write_view(self, view: ViewName, folder: Path) -> None:
        self._screen.view = view
        self.game.draw()
        path = folder / f"{view}.png"
        write_png(self._screen.canvas.read(), path)
        self.report.pictures.append(str(path))

    def finish(self) -> PlayReport:
        """Complete the report."""
        return self._chronicle.finish()

    def close(self) -> None:
        """Unload the level and free the device."""
        self.game.close()
        if self._device is not None:
            self._device.close()

    def _open_device(self) -> Device | None:
        try:
            return open_headless()
        except OrlopError as error:
            self.report.notes.append(f"no first-person picture: {error}")
            return None

    def _run_ticks(self, ticks: int) -> None:
        for _ in range(ticks):
            if not self.game.running:
                break
            self.game.tick()
            if self._tracer is not None:
                self._trace(self._tracer)

    def _trace(self, tracer: TraceRecorder) -> None:
        for _, (_, transform, motor) in esper.get_components(Player, Transform, WalkwayMotor):
            x, z = motor.wish
            heading = math.atan2(z, x) if x or z else math.nan
            tracer.take([heading], [transform.position], self._chronicle.tick_ms[-1] * 1e3)
