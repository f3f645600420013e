"""Which controls steer which action."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from importlib.resources import files
from pathlib import Path

from orlop.engine.error import OrlopError
from orlop.engine.inputs import CONTROLS, MOTIONS, near_controls

TABLES = ("axes", "turns", "buttons", "interface")


@dataclass(frozen=True, slots=True)
class Binding:
    """One control of an action, and in which sense it steers it: 1 or −1."""

    control: str
    sign: float = 1.0


@dataclass(frozen=True, slots=True)
class Tuning:
    """How strongly devices steer.

    Attributes
    ----------
    mouse
        Radians a pixel, 0 … 0.1.
    rate
        Radians a second of a stick at its end, or of a key, 0 … 20.
    dead_zone
        Part of a stick's way from the centre that counts as rest, 0 … 0.9.
    invert
        Whether pulling the mouse or the stick looks up.
    """

    mouse: float = 0.0022
    rate: float = 2.6
    dead_zone: float = 0.18
    invert: bool = False


LABELS = {
    **dict.fromkeys(MOTIONS, "Mouse"),
    "mouse.wheel_up": "Wheel up",
    "mouse.wheel_down": "Wheel down",
    "key.equals": "+",  # as it is printed above the sign on that key
    "key.minus": "−",
    "key.keypad_plus": "Keypad +",
    "key.keypad_minus": "Keypad −",
}
"""What the player reads, where the name alone won't do."""

LIMITS = {"mouse": 0.1, "rate": 20.0, "dead_zone": 0.9}

Table = Mapping[str, tuple[Binding, ...]]


@dataclass(frozen=True, slots=True)
class Bindings:
    """For each action the controls that steer it, by kind of action."""

    axes: Table = field(default_factory=dict)
    turns: Table = field(default_factory=dict)
    buttons: Table = field(default_factory=dict)
    interface: Table = field(default_factory=dict)
    tuning: Tuning = field(default_factory=Tuning)

    @classmethod
    def default(cls) -> "Bindings":
        """Return those that come with Orlop."""
        text = files("orlop.engine").joinpath("bindings.toml").read_text(encoding="utf-8")
        return cls().overlaid(text, "bindings.toml")

    @classmethod
    def load(cls, path: str | Path) -> "Bindings":
        """Return the default bindings, overlaid by those in the TOML file at `path`.

        Raises
        ------
        OrlopError
            For an absent or malformed file, an unknown table, control or setting.
        """
        try:
            text = Path(path).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            raise OrlopError(str(path), f"can't be read: {error}", "Name a TOML file of bindings.") from error
        return cls.default().overlaid(text, str(path))

    def overlaid(self, text: str, where: str) -> "Bindings":
        """Return these bindings with the actions in `text` (TOML, called `where` in messages) replaced."""
        try:
            document = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            raise OrlopError(where, f"is not TOML: {error}", "Mend that line.") from error
        result = self
        for name, entries in document.items():
            if name == "tuning":
                result = replace(result, tuning=_tuned(result.tuning, entries, where))
            elif name in TABLES:
                result = result._with_table(name, entries, where)
            else:
                raise OrlopError(f"{where}, [{name}]", "is not a table of bindings", f"Use {_names(TABLES)} or tuning.")
        return result

    def table(self, name: str) -> Table:
        """Return the actions of one kind: "axes", "turns", "buttons" or "interface"."""
        found: Table = getattr(self, name)
        return found

    def label(self, action: str) -> str:
        """Return what a player has to press for `action`, as on "W / Up"; empty for nothing.

        Keys and mouse buttons if there are any, else those of the pad. Of an axis, both ways.
        """
        bindings = next((self.table(name)[action] for name in TABLES if action in self.table(name)), ())
        desk = [b.control for b in bindings if not b.control.startswith("pad.")]
        return " / ".join(dict.fromkeys(_label(control) for control in desk or [b.control for b in bindings]))

    def _with_table(self, name: str, entries: object, where: str) -> "Bindings":
        if not isinstance(entries, dict):
            raise OrlopError(f"{where}, {name}", "is not a table", f"Write [{name}] and a line for each action.")
        parsed = {action: _parsed(name, action, controls, where) for action, controls in entries.items()}
        for action in parsed:
            for other in TABLES:
                if other != name and action in self.table(other):
                    raise OrlopError(f"{where}, {action}", f"belongs to [{other}]", f"Move it from [{name}] there.")
        table = {**self.table(name), **parsed}
        match name:
            case "axes":
                return replace(self, axes=table)
            case "turns":
                return replace(self, turns=table)
            case "buttons":
                return replace(self, buttons=table)
            case _:
                return replace(self, interface=table)


def _parsed(table: str, action: str, controls: object, where: str) -> tuple[Binding, ...]:
    place = f"{where}, {action}"
    if not isinstance(controls, list) or not all(isinstance(control, str) for control in controls):
        raise OrlopError(place, "is not a list of controls", f'Write it like {action} = ["key.e", "pad.a"].')
    return tuple(_binding(table, control, place) for control in controls)


def _binding(table: str, text: str, place: str) -> Binding:
    control = text.lstrip("+-")
    signed = text[:1] in ("+", "-")
    if control not in CONTROLS or len(text) - len(control) > 1:
        near = near_controls(control)
        cure = f"Did you mean {_names(near)}?" if near else "Names look like key.w, mouse.left, pad.a, pad.left_x."
        raise OrlopError(place, f'no control is called "{text}"', cure)
    if control in MOTIONS and table != "turns":
        raise OrlopError(place, f"{control} only turns", "Bind it in [turns].")
    if signed and table in ("buttons", "interface"):
        raise OrlopError(place, f'a button has no sign, as in "{text}"', f'Write "{control}".')
    return Binding(control, -1.0 if text.startswith("-") else 1.0)


def _tuned(tuning: Tuning, entries: object, where: str) -> Tuning:
    place = f"{where}, [tuning]"
    if not isinstance(entries, dict):
        raise OrlopError(place, "is not a table", "Write [tuning] and a line for each setting.")
    for name, value in entries.items():
        if name == "invert":
            if not isinstance(value, bool):
                raise OrlopError(place, f"invert is {value!r}", "Make it true or false.")
            tuning = replace(tuning, invert=value)
        elif name in LIMITS:
            if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= LIMITS[name]:
                raise OrlopError(place, f"{name} is {value!r}", f"Make it a number from 0 to {LIMITS[name]:g}.")
            number = float(value)
            tuning = replace(
                tuning,
                mouse=number if name == "mouse" else tuning.mouse,
                rate=number if name == "rate" else tuning.rate,
                dead_zone=number if name == "dead_zone" else tuning.dead_zone,
            )
        else:
            raise OrlopError(place, f"there is no setting {name!r}", f"Use {_names([*LIMITS, 'invert'])}.")
    return tuning


def _label(control: str) -> str:
    if control in LABELS:
        return LABELS[control]
    device, _, name = control.partition(".")
    words = name.replace("_", " ").title()
    return {"key": words, "mouse": f"{words} mouse"}.get(device, f"Pad {words}")


def _names(names: list[str] | tuple[str, ...]) -> str:
    return " or ".join(names) if len(names) <= 2 else f"{', '.join(names[:-1])} or {names[-1]}"
