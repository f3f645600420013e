import pytest

from orlop.engine.actions import Actions
from orlop.engine.bindings import Bindings
from orlop.engine.render.canvas import PlainCanvas
from orlop.engine.render.ink import blank
from orlop.engine.render.screen import Screen
from orlop.engine.sound.mixer import Bus, Mixer
from orlop.systems.overlay import HELP
from orlop.systems.volume import DECIBELS, VolumeSystem, step_of, volume_of


class Player:
    def __init__(self):
        self.actions, self.mixer = Actions(), Mixer(voices=1, bank_seconds=1.0)
        self.screen = Screen(PlainCanvas(blank((64, 64), (0, 0, 0))))
        self.system = VolumeSystem(self.screen, self.actions, self.mixer)

    def press(self, *names):
        self.actions.set_frame(names)
        self.system.process(1 / 60)
        self.actions.set_frame()

    @property
    def told(self):
        return self.screen.messages[-1].text


@pytest.fixture
def player():
    return Player()


def test_quieter_turns_all_sound_down_and_louder_up_again(player):
    player.press("quieter")
    assert player.mixer.volume(Bus.MASTER) == pytest.approx(10 ** (-2.5 / 20))
    assert player.told == "Volume of all sound: -2.5 dB"
    player.press("louder")
    assert player.mixer.volume(Bus.MASTER) == 1.0


def test_the_lowest_step_is_silence_and_neither_end_is_passed(player):
    for _ in range(len(DECIBELS) + 3):
        player.press("quieter")
    assert player.mixer.volume(Bus.MASTER) == 0.0
    assert player.told.endswith("silent")
    for _ in range(len(DECIBELS) + 3):
        player.press("louder")
    assert player.mixer.volume(Bus.MASTER) == 1.0


def test_another_bus_is_turned_down_alone(player):
    player.press("volume")
    player.press("quieter")
    assert player.told.startswith("Volume of steps and doors")
    player.press("volume")
    player.press("quieter")
    player.press("quieter")
    assert [round(player.mixer.volume(bus), 2) for bus in Bus] == [1.0, 0.75, 0.56]
    player.press("volume")
    assert player.told == "Volume of all sound: 0 dB"


def test_nothing_is_said_while_nothing_is_pressed(player):
    player.press()
    assert not player.screen.messages


def test_each_step_is_found_again_by_its_gain():
    assert [step_of(volume_of(step)) for step in range(len(DECIBELS))] == list(range(len(DECIBELS)))
    assert all(volume_of(step) < volume_of(step + 1) for step in range(len(DECIBELS) - 1))


def test_each_of_its_keys_is_bound_and_told_in_the_help():
    bindings = Bindings.default()
    told = {action for actions, _ in HELP for action in actions}
    for action in ("louder", "quieter", "volume"):
        assert bindings.label(action)
        assert action in told
