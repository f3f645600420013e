import os

import pytest

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from orlop.engine import devices as devices_module
from orlop.engine.devices import Devices
from orlop.engine.inputs import Inputs


def key(scancode, down=True):
    return pygame.event.Event(pygame.KEYDOWN if down else pygame.KEYUP, scancode=scancode, key=0)


def button(number, down=True):
    return pygame.event.Event(pygame.MOUSEBUTTONDOWN if down else pygame.MOUSEBUTTONUP, button=number, pos=(0, 0))


@pytest.fixture
def inputs():
    return Inputs()


@pytest.fixture
def devices(inputs):
    devices = Devices(inputs)
    yield devices
    devices.close()


def test_keys_are_known_by_their_place_not_by_their_letter(devices, inputs):
    on_azerty = pygame.event.Event(pygame.KEYDOWN, scancode=pygame.KSCAN_W, key=pygame.K_z)
    devices.take([on_azerty])
    assert inputs.levels == {"key.w": 1.0}


def test_a_key_down_and_up_in_one_frame_leaves_a_press(devices, inputs):
    devices.take([key(pygame.KSCAN_E), key(pygame.KSCAN_E, down=False)])
    assert inputs.levels == {}
    assert inputs.presses == {"key.e"}


def test_a_notch_of_the_wheel_is_a_press_that_is_over_at_once(devices, inputs):
    devices.captured = True
    for number, control in ((4, "mouse.wheel_up"), (5, "mouse.wheel_down")):
        devices.take([button(number), button(number, down=False)])
        assert control in inputs.frame_presses
    assert inputs.levels == {}


def test_a_key_without_a_name_is_ignored(devices, inputs):
    devices.take([key(pygame.KSCAN_LANG1)])
    assert inputs.levels == {}


def test_the_mouse_steers_only_while_the_window_holds_it(devices, inputs):
    motion = pygame.event.Event(pygame.MOUSEMOTION, rel=(3, -2), pos=(0, 0), buttons=(0, 0, 0))
    devices.take([motion, button(1)])
    assert not inputs.motion
    assert not inputs.presses
    devices.captured = True
    devices.take([motion, motion, button(1)])
    assert inputs.motion == {"mouse.x": 6, "mouse.y": -4}
    assert inputs.presses == {"mouse.left"}


def test_a_mouse_button_let_go_after_the_window_has_freed_the_mouse_is_released(devices, inputs):
    devices.captured = True
    devices.take([button(1)])
    devices.captured = False
    devices.take([button(1, down=False)])
    assert inputs.levels == {}


def test_losing_the_focus_lets_go(devices, inputs):
    devices.take([key(pygame.KSCAN_W), pygame.event.Event(pygame.WINDOWFOCUSLOST)])
    assert inputs.levels == {}


def test_pad_buttons_and_axes_arrive_by_name_and_within_one(devices, inputs):
    devices.take(
        [
            pygame.event.Event(pygame.CONTROLLERBUTTONDOWN, button=pygame.CONTROLLER_BUTTON_DPAD_UP, instance_id=0),
            pygame.event.Event(
                pygame.CONTROLLERAXISMOTION, axis=pygame.CONTROLLER_AXIS_LEFTX, value=-32768, instance_id=0
            ),
            pygame.event.Event(
                pygame.CONTROLLERAXISMOTION, axis=pygame.CONTROLLER_AXIS_TRIGGERRIGHT, value=32767, instance_id=0
            ),
        ]
    )
    assert inputs.levels == {"pad.up": 1.0, "pad.left_x": -1.0, "pad.right_trigger": 1.0}


def test_a_pad_is_opened_once_when_plugged_in_and_lets_go_when_unplugged(devices, inputs, monkeypatch):
    class Pad:
        """As pygame's, without the hardware."""

        def __init__(self, index):
            self.name = f"pad {index}"

        def as_joystick(self):
            return self

        def get_instance_id(self):
            return 7

        def quit(self):
            pass

    monkeypatch.setattr(devices_module.controller, "Controller", Pad)
    added = pygame.event.Event(pygame.CONTROLLERDEVICEADDED, device_index=0)
    devices.take([added, added])
    assert devices.pad_names() == ["pad 0"]
    inputs.lean("pad.left_x", 1.0)
    devices.take([pygame.event.Event(pygame.CONTROLLERDEVICEREMOVED, instance_id=7)])
    assert devices.pad_names() == []
    assert inputs.levels == {}
