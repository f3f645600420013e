import math

import esper
import numpy as np
import pytest

from orlop.components import SoundListener, SoundPointCollection, Transform
from orlop.engine.sound.attenuation import Attenuation
from orlop.engine.sound.cloud import CloudSound
from orlop.engine.sound.collision import Collision
from orlop.engine.sound.component import SoundComponent
from orlop.engine.sound.curve import cross_fade
from orlop.engine.sound.listener import Listener
from orlop.engine.sound.target import VOLUME
from orlop.systems.point_cloud_audio import samples_of
from orlop.systems.sound_overlay import marks_of


def cloud(weighting=None, law="linear"):
    low, high = cross_fade((0.0, 1.0))
    parts = [SoundComponent("calm", 0.1, curve=low), SoundComponent("wild", 0.1, curve=high)]
    return CloudSound("water", parts, weighting, sum_law=law)


def collection(count=40):
    random = np.random.default_rng(4)
    points = random.uniform(-8.0, 8.0, (count, 3))
    return SoundPointCollection("water", points, random.uniform(0.2, 0.9, count), np.repeat((0.0, 1.0), count // 2))


@pytest.mark.parametrize("weighting", [Attenuation(30.0), Collision(body_height=6.0, body_radius=6.0)])
def test_what_is_drawn_of_the_samples_adds_up_to_what_is_heard(world, weighting):
    """The picture's formula and the kernel's are two; they must say the same."""
    sound, listener = cloud(weighting), Listener((0.5, 1.0, 0.2), speed=1.1)
    sound.add(samples_of(collection(), 1))
    targets = sound.evaluate(listener)
    (marks,) = marks_of(sound, listener, 5)
    for component in range(2):
        drawn = 10.0 ** (marks.decibels[marks.hues == 5 + component] / 20.0)
        assert drawn.sum() == pytest.approx(targets[component, VOLUME], rel=1e-4)


def test_samples_are_drawn_where_they_are_in_the_world(world):
    sound = cloud()
    samples = collection()
    samples.points += 1000.0
    sound.add(samples_of(samples, 1))
    (marks,) = marks_of(sound, Listener((1000.0, 1000.0, 1000.0)), 0)
    assert np.sort(marks.points[:, 0]) == pytest.approx(np.sort(samples.points[:, 0]), abs=1e-3)


def test_out_of_reach_nothing_is_drawn(world):
    sound = cloud()
    sound.add(samples_of(collection(), 1))
    (marks,) = marks_of(sound, Listener((500.0, 0.0, 0.0)), 0)
    assert len(marks.points) == 0


def test_sounds_are_shown_in_both_views_while_they_are_asked_for(tmp_path, monkeypatch):
    from orlop.engine.game import Game
    from orlop.engine.render.canvas import PlainCanvas
    from orlop.engine.render.ink import blank
    from orlop.engine.render.screen import Screen
    from orlop.engine.sound.mixer import Mixer
    from orlop.engine.sound.repertoire import Repertoire
    from orlop.engine.sound.sound_file import write_wav
    from orlop.systems.camera import CameraSystem
    from orlop.systems.chart import ChartSystem
    from orlop.systems.point_cloud_audio import PointCloudAudioSystem
    from orlop.systems.sound_overlay import SoundOverlaySystem
    from orlop.systems.spot_sound import SpotSoundSystem

    hum = tmp_path / "hum.wav"
    write_wav(hum, np.sin(np.arange(48_000) * 2 * np.pi / 480).astype(np.float32) * 0.3)
    repertoire = Repertoire({"calm": hum, "wild": hum})
    screen = Screen(PlainCanvas(blank((400, 300), (0, 0, 0))))
    mixer = Mixer()
    with Game() as game:
        audio, spots = PointCloudAudioSystem(mixer, [cloud()], repertoire), SpotSoundSystem(mixer, repertoire)
        camera, chart = CameraSystem(game.clock), ChartSystem(screen, game.decks, game.clock)
        esper.create_entity(SoundListener(), Transform())
        esper.create_entity(collection())
        for system in (audio, spots, camera, chart, SoundOverlaySystem(screen, camera, chart, audio, spots)):
            game.add(system)
        game.tick(10)
        game.draw()
        assert not screen.canvas.read().any()
        screen.sounds = True
        game.draw()
        assert screen.canvas.read().any()
        voices = SoundOverlaySystem(screen, camera, chart, audio, spots).voices()
    assert [voice.name for voice in voices] == ["calm", "wild"]
    assert all(math.isfinite(voice.decibels) for voice in voices)
