"""Shows where sound comes from, over both views."""

import numpy as np

from orlop.engine.render.chart_furniture import plan_room
from orlop.engine.render.ink import blank
from orlop.engine.render.label import Label
from orlop.engine.render.screen import Screen
from orlop.engine.render.sound_marks import (
    HUES,
    SampleMarks,
    VoiceMark,
    draw_in_view,
    draw_on_chart,
    voice_panel,
)
from orlop.engine.schedule import Stage, System
from orlop.engine.sound.cloud import CloudSound
from orlop.engine.sound.cloud_kernel import FIRST_VOLUME
from orlop.engine.sound.listener import Listener
from orlop.engine.sound.target import SPREAD, VOLUME, X, Z
from orlop.systems.camera import CameraSystem
from orlop.systems.chart import ChartSystem
from orlop.systems.listening import listener_now
from orlop.systems.overlay import OverlaySystem
from orlop.systems.point_cloud_audio import PointCloudAudioSystem
from orlop.systems.render import RenderSystem
from orlop.systems.screenshot import ScreenshotSystem
from orlop.systems.spot_sound import SpotSoundSystem

MARGIN = 30
"""From the picture's edge, pixels."""

SPOT_HUE = len(HUES) - 1


class SoundOverlaySystem(System):
    """Lays samples and the dial of voices over the picture, while the screen shows sounds.

    Parameters
    ----------
    screen, camera, chart
        Where the picture is seen from.
    audio, spots
        What is heard.
    """

    stage = Stage.FRAME
    after = (RenderSystem, ChartSystem)
    before = (ScreenshotSystem, OverlaySystem)

    def __init__(
        self,
        screen: Screen,
        camera: CameraSystem,
        chart: ChartSystem,
        audio: PointCloudAudioSystem,
        spots: SpotSoundSystem,
    ) -> None:
        self._screen = screen
        self._camera = camera
        self._chart = chart
        self._audio = audio
        self._spots = spots

    def process(self, dt: float) -> None:
        """Lay this frame's marks."""
        listener = listener_now()
        if not self._screen.sounds or listener is None:
            return
        canvas = self._screen.canvas
        sheet = blank(canvas.size)
        marks = self.samples(listener).loudest()
        if self._screen.view == "chart" and self._chart.shown is not None:
            draw_on_chart(sheet, marks, self._chart.shown)
        elif self._screen.view == "first-person" and self._camera.view is not None:
            draw_in_view(sheet, marks, self._camera.view)
        canvas.label(Label(sheet, (0, 0)))
        panel = voice_panel(self.voices())
        beside = plan_room(canvas.size)[0] if self._screen.view == "chart" else 0
        canvas.label(Label(panel, (beside + MARGIN, canvas.size[1] - MARGIN - panel.get_height())))

    def samples(self, listener: Listener) -> SampleMarks:
        """Return all samples in reach, and those sounds at places that play now."""
        parts = [self._playing()]
        first = 0
        for cloud in self._audio.clouds.values():
            parts += marks_of(cloud, listener, first)
            first += len(cloud.components)
        return SampleMarks(
            np.concatenate([part.points for part in parts]),
            np.concatenate([part.radii for part in parts]),
            np.concatenate([part.decibels for part in parts]),
            np.concatenate([part.hues for part in parts]),
        )

    def voices(self) -> list[VoiceMark]:
        """Return the voices of all clouds."""
        found: list[VoiceMark] = []
        for cloud in self._audio.clouds.values():
            for component, target in zip(cloud.components, cloud.targets.tolist(), strict=True):
                level = 20.0 * float(np.log10(max(target[VOLUME], 1e-6)))
                found.append(VoiceMark(component.loop, level, target[X], target[Z], target[SPREAD], len(found)))
        return found

    def _playing(self) -> SampleMarks:
        spots = self._spots.playing
        count = len(spots)
        return SampleMarks(
            np.array([spot.position for spot in spots], np.float64).reshape(-1, 3),
            np.array([spot.radius for spot in spots], np.float64) * 0.4,
            np.zeros(count),
            np.full(count, SPOT_HUE),
        )


def marks_of(cloud: CloudSound, listener: Listener, first_hue: int) -> list[SampleMarks]:
    """Return a cloud's samples as `listener` hears them; its components have the hues from `first_hue` on."""
    marks = []
    for block in cloud.blocks():
        closeness = cloud.weighting.closeness(block, listener)
        near = np.flatnonzero(closeness > 0.0)
        volumes = block.rows[FIRST_VOLUME:, near] * closeness[near]
        loudest = volumes.argmax(axis=0)
        level = 20.0 * np.log10(np.maximum(volumes.max(axis=0, initial=0.0), 1e-6))
        points = block.rows[:3, near].T.astype(np.float64) + block.origin
        marks.append(SampleMarks(points, block.rows[3, near].astype(np.float64), level, loudest + first_hue))
    return marks
