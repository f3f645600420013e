from itertools import pairwise

import esper
import numpy as np
import pytest

from orlop.components import Door, SoundListener, SoundSource, Transform, WalkwayMotor
from orlop.engine.events import Events
from orlop.engine.schedule import TICK, Schedule
from orlop.engine.sound.mixer import Mixer
from orlop.engine.sound.offline import OfflineSink
from orlop.engine.sound.repertoire import Repertoire
from orlop.engine.sound.sound_file import write_wav
from orlop.engine.sound.synthesis.library import SHOTS
from orlop.systems.door_sound import DoorSoundSystem
from orlop.systems.footstep import FootstepSystem, stride
from orlop.systems.interaction import Used
from orlop.systems.sound_source import SoundSourceSystem
from orlop.systems.spot_sound import SpotSoundSystem

DT = 1 / 60


class Stage:
    """The systems of single sounds on a mixer without a device; `asked` holds what was to be played."""

    def __init__(self, repertoire):
        self.mixer = Mixer()
        self.sink = OfflineSink(self.mixer)
        self.schedule = Schedule()
        self.spots = SpotSoundSystem(self.mixer, repertoire)
        self.events = Events()
        self.ground = "wood"
        self.asked = []
        self._play = self.spots.play
        self.spots.play = self._noted
        for system in (
            FootstepSystem(self.spots, lambda motor: self.ground, np.random.default_rng(1)),
            DoorSoundSystem(self.spots, np.random.default_rng(2)),
            SoundSourceSystem(self.spots, self.events, np.random.default_rng(3)),
            self.spots,
        ):
            self.schedule.add(system)

    def _noted(self, name, position, **more):
        self.asked.append((name, position, more))
        self._play(name, position, **more)

    def tick(self):
        self.schedule.run(TICK, DT)
        self.mixer.publish()
        return self.sink.advance(DT)

    def walk(self, motor, speed, seconds):
        """Move a motor north, and return the names of what was played."""
        begun = len(self.asked)
        for _ in range(round(seconds / DT)):
            motor.previous = motor.position
            motor.position = (motor.position[0], motor.position[1] - speed * DT)
            self.tick()
        return [name for name, _, _ in self.asked[begun:]]


@pytest.fixture
def stage(world, tmp_path):
    path = tmp_path / "knock.wav"
    write_wav(path, (0.8 * np.exp(-np.arange(4800) / 600) * np.sin(np.arange(4800) / 8)).astype(np.float32))
    toll = tmp_path / "toll.wav"
    write_wav(toll, (0.5 * np.sin(np.arange(144_000) / 20)).astype(np.float32))
    esper.create_entity(SoundListener(1.65), Transform())
    return Stage(Repertoire({**dict.fromkeys(SHOTS, path), "bell": toll}))


@pytest.fixture
def walker(stage):
    motor = WalkwayMotor("deck")
    esper.create_entity(motor, Transform())
    return motor


def test_a_sound_to_the_left_is_louder_in_the_left_ear_and_ends(stage):
    stage.spots.play("door_shut", (-3.0, 1.65, 0.0))
    heard = np.concatenate([stage.tick() for _ in range(20)])
    left, right = np.mean(heard.astype(np.float64) ** 2, axis=0)
    assert left > 2.0 * right > 0.0
    assert not stage.spots.playing


def test_a_sound_stays_at_its_place_while_the_listener_turns(stage):
    (transform,) = (found for _, (_, found) in esper.get_components(SoundListener, Transform))
    stage.spots.play("bell", (-3.0, 1.65, 0.0))
    stage.tick()
    transform.heading = np.pi
    stage.tick()
    heard = np.concatenate([stage.tick() for _ in range(3)])
    left, right = np.mean(heard.astype(np.float64) ** 2, axis=0)
    assert right > 2.0 * left


def test_what_is_out_of_reach_takes_no_voice(stage):
    stage.spots.play("bell", (0.0, 1.65, -41.0), reach=40.0)
    assert not stage.spots.playing


@pytest.mark.parametrize("speed", [1.4, 3.0, 5.4])
def test_steps_come_once_a_stride(stage, walker, speed):
    steps = stage.walk(walker, speed, 5.0)
    assert set(steps) == {"footstep_wood"}
    assert len(steps) == pytest.approx(1 + 5.0 * speed / stride(speed), abs=1.1)


def test_the_first_step_is_heard_at_once_and_standing_is_silent(stage, walker):
    assert not stage.walk(walker, 0.0, 1.0)
    assert len(stage.walk(walker, 3.0, 2 * DT)) == 1
    stage.walk(walker, 3.0, 0.3)
    stage.walk(walker, 0.0, 2 * DT)
    assert not stage.walk(walker, 0.0, 2.0)


def test_feet_alternate_and_run_louder_than_they_walk(stage, walker):
    stage.walk(walker, 1.4, 3.0)
    sides = [position[0] for _, position, _ in stage.asked]
    assert sides[0] > 0.0 > sides[1]
    slow = stage.asked[-1][2]["volume"]
    stage.walk(walker, 5.4, 1.0)
    assert stage.asked[-1][2]["volume"] > 1.3 * slow


def test_steps_sound_of_what_is_underfoot(stage, walker):
    stage.walk(walker, 3.0, 1.0)
    stage.ground = "grass"
    assert set(stage.walk(walker, 3.0, 1.0)) == {"footstep_grass"}


def test_no_two_steps_in_a_row_are_alike(stage, walker, monkeypatch):
    monkeypatch.setattr(stage.spots, "variants", lambda name: 3)
    stage.walk(walker, 3.0, 10.0)
    variants = [more["variant"] for _, _, more in stage.asked]
    assert len(variants) > 15
    assert all(a != b for a, b in pairwise(variants))
    assert set(variants) == {0, 1, 2}


def test_a_motor_that_is_put_elsewhere_takes_no_step(stage, walker):
    walker.previous, walker.position = (0.0, 0.0), (50.0, 0.0)
    stage.tick()
    assert not stage.asked


def test_a_door_creaks_as_it_leaves_its_frame_and_falls_shut_again(stage):
    door = Door((4.0, 0.0, 0.0))
    esper.create_entity(door, Transform((4.0, 0.0, 0.0)))
    for openness in (0.0, 0.0, 0.1, 0.5, 1.0, 1.0, 0.4, 0.1, 0.0, 0.0):
        door.openness = openness
        stage.tick()
    assert [name for name, _, _ in stage.asked] == ["door_open", "door_shut"]
    assert stage.asked[0][1] == (4.0, 1.0, 0.0)


def test_a_door_that_stands_open_from_the_beginning_is_silent(stage):
    esper.create_entity(Door((4.0, 0.0, 0.0), openness=1.0), Transform())
    stage.tick()
    assert not stage.asked


def test_a_bird_sings_after_pauses_of_the_length_it_was_given(stage):
    esper.create_entity(SoundSource(("bird_finch", "bird_tit"), (0.5, 0.7), height=6.0), Transform((2.0, 1.0, 2.0)))
    times = []
    for tick in range(600):
        before = len(stage.asked)
        stage.tick()
        times += [tick * DT] * (len(stage.asked) - before)
    assert {name for name, _, _ in stage.asked} == {"bird_finch", "bird_tit"}
    assert stage.asked[0][1] == (2.0, 7.0, 2.0)
    pauses = np.diff(times)
    assert len(pauses) > 10
    assert pauses.min() >= 0.5 - 2 * DT
    assert pauses.max() <= 0.7 + 2 * DT


def test_a_bell_without_pauses_rings_when_it_is_used_and_never_by_itself(stage):
    bell = esper.create_entity(SoundSource(("bell",), None, reach=80.0), Transform((2.0, 1.0, 2.0)))
    for _ in range(300):
        stage.tick()
    assert not stage.asked
    stage.events.send(Used(bell, 0))
    stage.tick()
    assert [name for name, _, _ in stage.asked] == ["bell"]


def test_when_the_level_goes_what_plays_fades_out(stage):
    stage.spots.play("bell", (-3.0, 1.65, 0.0))
    stage.tick()
    stage.spots.stop()
    stage.mixer.publish()
    stage.sink.advance(0.5)
    assert stage.mixer.sounding == 0
