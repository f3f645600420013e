"""Keyboard, mouse and gamepads, by pygame."""

from collections.abc import Iterable

import pygame
from pygame._sdl2 import controller  # SDL's mapping of pads; pygame.joystick numbers each model's buttons anew

from orlop.engine.inputs import KEYS, PAD_BUTTONS, Inputs

_RENAMED_KEYS = {
    "enter": "RETURN",
    "page_up": "PAGEUP",
    "page_down": "PAGEDOWN",
    "caps_lock": "CAPSLOCK",
    "print_screen": "PRINTSCREEN",
    "left_shift": "LSHIFT",
    "right_shift": "RSHIFT",
    "left_ctrl": "LCTRL",
    "right_ctrl": "RCTRL",
    "left_alt": "LALT",
    "right_alt": "RALT",
    "left_bracket": "LEFTBRACKET",
    "right_bracket": "RIGHTBRACKET",
}
_PAD_ARROWS = ("up", "down", "left", "right")
_PAD_AXES = {
    pygame.CONTROLLER_AXIS_LEFTX: "pad.left_x",
    pygame.CONTROLLER_AXIS_LEFTY: "pad.left_y",
    pygame.CONTROLLER_AXIS_RIGHTX: "pad.right_x",
    pygame.CONTROLLER_AXIS_RIGHTY: "pad.right_y",
    pygame.CONTROLLER_AXIS_TRIGGERLEFT: "pad.left_trigger",
    pygame.CONTROLLER_AXIS_TRIGGERRIGHT: "pad.right_trigger",
}
_MOUSE_BUTTONS = {
    1: "mouse.left",
    2: "mouse.middle",
    3: "mouse.right",
    4: "mouse.wheel_up",  # pygame tells each notch of the wheel as a press and a release
    5: "mouse.wheel_down",
    6: "mouse.back",
    7: "mouse.forward",
}


def _scancode(key: str) -> int:
    name = _RENAMED_KEYS.get(key, key.upper().replace("KEYPAD_", "KP_"))
    return int(getattr(pygame, f"KSCAN_{name}"))


def _pad_button(button: str) -> int:
    name = f"DPAD_{button}" if button in _PAD_ARROWS else button.replace("_", "")
    return int(getattr(pygame, f"CONTROLLER_BUTTON_{name.upper()}"))


_KEYS = {_scancode(key): f"key.{key}" for key in KEYS}
_PAD_BUTTONS = {_pad_button(button): f"pad.{button}" for button in PAD_BUTTONS}


class Devices:
    """Tells `inputs` what pygame's events say.

    A frame hands it all events of `pygame.event.get()`, since the window wants some, too.
    A gamepad can be plugged in at any time and is opened once.

    Attributes
    ----------
    captured
        Whether the window holds the mouse. While it doesn't, the mouse steers nothing.
    """

    def __init__(self, inputs: Inputs) -> None:
        self.captured = False
        self._inputs = inputs
        self._pads: dict[int, controller.Controller] = {}
        controller.init()
        for index in range(controller.get_count()):
            self._open(index)

    def take(self, events: Iterable[pygame.event.Event]) -> None:
        """Pass on what concerns keys, mouse and gamepads; ignore the rest."""
        for event in events:
            if event.type in (pygame.KEYDOWN, pygame.KEYUP):
                self._switch(_KEYS.get(event.scancode), event.type == pygame.KEYDOWN)
            elif event.type == pygame.MOUSEMOTION:
                if self.captured:
                    self._inputs.move("mouse.x", event.rel[0])
                    self._inputs.move("mouse.y", event.rel[1])
            elif event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
                down = event.type == pygame.MOUSEBUTTONDOWN
                if self.captured or not down:
                    self._switch(_MOUSE_BUTTONS.get(event.button), down)
            elif event.type == pygame.WINDOWFOCUSLOST:
                self._inputs.let_go()  # their releases go to another window
            else:
                self._take_from_pad(event)

    def pad_names(self) -> list[str]:
        """Return the names of the gamepads that are plugged in."""
        return [pad.name for pad in self._pads.values()]

    def close(self) -> None:
        """Let the gamepads go."""
        for pad in self._pads.values():
            pad.quit()
        self._pads.clear()

    def _take_from_pad(self, event: pygame.event.Event) -> None:
        if event.type in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
            self._switch(_PAD_BUTTONS.get(event.button), event.type == pygame.CONTROLLERBUTTONDOWN)
        elif event.type == pygame.CONTROLLERAXISMOTION:
            if event.axis in _PAD_AXES:
                self._inputs.lean(_PAD_AXES[event.axis], max(-1.0, event.value / 32767))
        elif event.type == pygame.CONTROLLERDEVICEADDED:
            self._open(event.device_index)
        elif event.type == pygame.CONTROLLERDEVICEREMOVED:
            self._pads.pop(event.instance_id, None)
            self._inputs.let_go("pad.")

    def _switch(self, control: str | None, down: bool) -> None:
        if control is None:
            return
        if down:
            self._inputs.press(control)
        else:
            self._inputs.release(control)

    def _open(self, index: int) -> None:
        """Open the pad at SDL's `index`; one that is gone again already is passed over."""
        try:
            pad = controller.Controller(index)
            self._pads.setdefault(pad.as_joystick().get_instance_id(), pad)
        except pygame.error:
            return
