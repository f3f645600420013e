from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import esper
import numpy as np
import pytest

from orlop.components import SoundListener, SoundPointCollection, Transform, WalkwayMotor
from orlop.engine.clock import Clock
from orlop.engine.error import OrlopError
from orlop.engine.schedule import TICK, Schedule
from orlop.engine.sound.cloud import CloudSound
from orlop.engine.sound.collection import SampleCollection
from orlop.engine.sound.collision import Collision
from orlop.engine.sound.component import SoundComponent
from orlop.engine.sound.mixer import Mixer
from orlop.engine.sound.offline import OfflineSink
from orlop.engine.sound.repertoire import Repertoire
from orlop.engine.sound.sound_file import write_wav
from orlop.engine.sound.target import VOLUME, X
from orlop.systems.listening import listener_now
from orlop.systems.mixing import MixingSystem
from orlop.systems.point_cloud_audio import PointCloudAudioSystem

DT = 1 / 60


class Audio:
    """Clouds, a mixer without a device, and what it has played."""

    def __init__(self, repertoire):
        self.clock = Clock()
        self.mixer = Mixer()
        self.sink = OfflineSink(self.mixer)
        self.schedule = Schedule()
        clouds = [
            CloudSound("river", [SoundComponent("hum", 1.0)]),
            CloudSound("hedge", [SoundComponent("hum", 4.0)], Collision()),
        ]
        self.system = PointCloudAudioSystem(self.mixer, clouds, repertoire)
        self.schedule.add(self.system)
        self.schedule.add(MixingSystem(self.mixer, self.clock))

    def tick(self, count=1):
        """Play so many ticks and return their sound."""
        blocks = []
        for _ in range(count):
            self.schedule.run(TICK, DT, self.clock.paused)
            blocks.append(self.sink.advance(DT))
        return np.concatenate(blocks)


@pytest.fixture
def audio(world, tmp_path):
    noise = np.random.default_rng(1).uniform(-0.5, 0.5, 96_000).astype(np.float32)
    write_wav(tmp_path / "hum.wav", noise)
    return Audio(Repertoire({"hum": tmp_path / "hum.wav"}))


def ears(position=(0.0, 0.0, 0.0), **more):
    return esper.create_entity(SoundListener(1.65), Transform(position, **more))


def samples(sound="river", at=(6.0, 1.65, 0.0), count=1):
    return esper.create_entity(
        SoundPointCollection(sound, np.tile(at, (count, 1)), np.full(count, 0.8), np.zeros(count))
    )


def power(sound):
    return np.mean(sound.astype(np.float64) ** 2, axis=0)


def test_what_lies_to_the_right_is_louder_in_the_right_ear(audio):
    ears()
    samples()
    audio.tick(60)
    left, right = power(audio.tick(30))
    assert right > 2.0 * left > 0.0
    assert audio.system.clouds["river"].targets[0, X] > 0.99


def test_the_ears_are_at_their_height_over_the_entity(audio):
    ears((1.0, 10.0, 2.0), heading=0.5, pitch=0.1)
    listener = listener_now()
    assert listener.position == (1.0, 11.65, 2.0)
    assert (listener.heading, listener.pitch, listener.speed) == (0.5, 0.1, 0.0)


def test_without_ears_nothing_is_heard_and_nothing_fails(audio):
    samples()
    assert listener_now() is None
    assert not audio.tick(10).any()


def test_a_collection_that_comes_and_goes_fades_and_does_not_click(audio):
    ears()
    entity = samples()
    audio.tick(60)
    esper.delete_entity(entity, immediate=True)
    going = audio.tick(60)
    levels = [power(block).sum() for block in np.array_split(going, 12)]
    assert levels[0] > 0.0
    assert all(later <= 1.2 * earlier for earlier, later in pairwise(levels))
    assert levels[-1] < 1e-6 * levels[0]


def test_a_collection_that_is_replaced_is_heard_where_it_is_now(audio):
    ears()
    entity = samples()
    audio.tick(60)
    esper.remove_component(entity, SoundPointCollection)
    esper.add_component(entity, SoundPointCollection("river", np.array([[-6.0, 1.65, 0.0]]), np.ones(1), np.zeros(1)))
    audio.tick(90)
    assert audio.system.clouds["river"].targets[0, X] < -0.99


def test_a_collection_that_a_worker_packed_is_heard_as_any(audio, monkeypatch):
    ears()
    points, radii, nothing = np.array([[6.0, 1.65, 0.0]]), np.full(1, 0.8), np.zeros(1)
    cloud = audio.system.clouds["river"]
    with ThreadPoolExecutor(1) as worker:
        block = worker.submit(cloud.pack, SampleCollection(points, radii, nothing)).result()
    monkeypatch.setattr(CloudSound, "pack", lambda *_: pytest.fail("packed again"))
    esper.create_entity(SoundPointCollection("river", points, radii, nothing, block))
    audio.tick(60)
    assert cloud.targets[0, X] > 0.99
    assert cloud.sample_count == 1


def test_a_hedge_is_heard_by_who_moves_through_it_only(audio):
    motor = WalkwayMotor("deck", velocity=(0.0, 0.0))
    entity = ears()
    esper.add_component(entity, motor)
    samples("hedge", at=(0.3, 1.0, 0.0))
    audio.tick(60)
    assert audio.system.clouds["hedge"].targets[0, VOLUME] == 0.0
    motor.velocity = (0.0, 2.0)
    audio.tick(60)
    assert audio.system.clouds["hedge"].targets[0, VOLUME] > 0.5


def test_samples_for_no_cloud_are_refused_with_the_names_there_are(audio):
    ears()
    samples("rivr")
    with pytest.raises(OrlopError, match='"river"'):
        audio.tick()


def test_samples_that_are_no_numbers_are_refused_and_their_entity_named(audio):
    ears()
    entity = samples(at=(np.nan, 0.0, 0.0))
    with pytest.raises(OrlopError, match=f"entity {entity}"):
        audio.tick()


def test_a_pause_fades_all_out_and_going_on_fades_it_in(audio):
    ears()
    samples()
    audio.tick(60)
    audio.clock.paused = True
    tail = audio.tick(30)
    assert tail[:100].any()
    assert not tail[-1000:].any()
    audio.clock.paused = False
    assert power(audio.tick(30)).sum() > 0.0


def test_when_the_level_goes_its_voices_go(audio):
    ears()
    samples()
    audio.tick(60)
    audio.system.stop()
    audio.mixer.publish()
    audio.sink.advance(1.0)
    assert audio.mixer.sounding == 0
