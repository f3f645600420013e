"""Recorded actions, which replay to the same state."""

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from orlop import __version__
from orlop.engine.actions import Actions
from orlop.engine.error import OrlopError
from orlop.engine.paths import write_atomically

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Change:
    """From `tick` on the actions are these, until the next change; what is pressed is so in that tick alone."""

    tick: int
    values: Mapping[str, float]
    pressed: tuple[str, ...] = ()


class Recorder:
    """Takes down the actions of each tick, as far as they change.

    Its file has a JSON object a line: what was played, the changes in order, and at the end
    the number of ticks and the state's hash.

    Parameters
    ----------
    level
        Name of the level.
    seed
        Of the game.
    dt
        Length of a tick, seconds.
    setup
        What else the level was made with, to be made so again: names and plain JSON values.
    """

    def __init__(self, level: str, seed: int, dt: float, setup: Mapping[str, Any] | None = None) -> None:
        self.ticks = 0
        self.changes: list[Change] = []
        self._header = {
            "orlop": __version__,
            "recording": FORMAT,
            "level": level,
            "seed": seed,
            "dt": dt,
            "setup": dict(setup or {}),
        }
        self._values: dict[str, float] = {}

    def record(self, actions: Actions) -> None:
        """Take down one tick."""
        values, pressed = actions.tick_values(), actions.tick_pressed()
        if pressed or values != self._values:
            self.changes.append(Change(self.ticks, values, pressed))
            self._values = values
        self.ticks += 1

    def write(self, path: str | Path, state: str) -> None:
        """Write the file, whole or not at all; `state` is the hash of the state now."""
        lines: list[dict[str, Any]] = [self._header]
        for change in self.changes:
            line: dict[str, Any] = {"tick": change.tick, "values": change.values}
            if change.pressed:
                line["pressed"] = change.pressed
            lines.append(line)
        lines.append({"ticks": self.ticks, "state": state})
        text = "".join(json.dumps(line, allow_nan=False, separators=(",", ":")) + "\n" for line in lines)
        write_atomically(path, text.encode())


@dataclass(slots=True)
class Replay:
    """Steers as a recording says; beyond its end nothing is held.

    Attributes
    ----------
    source
        Name of the file, for messages.
    version
        Of the Orlop that recorded it; another one may well come to another state.
    level, seed, dt
        What it was recorded with; `dt` in seconds.
    ticks
        Its length.
    state
        Hash of the state after its last tick.
    changes
        In ascending order of tick.
    setup
        What else the level was made with; as the recorder was told.
    """

    source: str
    version: str
    level: str
    seed: int
    dt: float
    ticks: int
    state: str
    changes: tuple[Change, ...]
    setup: Mapping[str, Any] = field(default_factory=dict)
    _tick: int = field(default=0, init=False)
    _next: int = field(default=0, init=False)
    _values: Mapping[str, float] = field(default_factory=dict, init=False)

    @classmethod
    def read(cls, path: str | Path) -> "Replay":
        """Read a file that `Recorder.write` wrote.

        Raises
        ------
        OrlopError
            For an absent, damaged or foreign file; it names the line.
        """
        try:
            text = Path(path).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            problem = (
                "is no text" if isinstance(error, UnicodeDecodeError) else f"can't be read: {error.strerror or error}"
            )
            raise OrlopError(str(path), problem, "Name a file that --record wrote.") from error
        lines = text.splitlines()
        reader = _Reader(str(path))
        header = reader.parsed(1, lines[0] if lines else "")
        if header.get("recording") != FORMAT:
            raise reader.wrong(1, f"is not the beginning of a recording of format {FORMAT}")
        if len(lines) < 2:
            raise reader.wrong(2, "is missing: the recording has no end")
        changes = reader.changes(lines)
        end = reader.parsed(len(lines), lines[-1])
        ticks = reader.whole(len(lines), end, "ticks", least=changes[-1].tick + 1 if changes else 0)
        dt = reader.number(1, header.get("dt"), "dt")
        if dt <= 0:
            raise reader.wrong(1, "has a dt that is not above 0 seconds")
        return cls(
            str(path),
            reader.text(1, header, "orlop"),
            reader.text(1, header, "level"),
            reader.whole(1, header, "seed"),
            dt,
            ticks,
            reader.text(len(lines), end, "state"),
            tuple(changes),
            reader.mapping(1, header, "setup"),
        )

    @property
    def finished(self) -> bool:
        """Whether all its ticks have been steered."""
        return self._tick >= self.ticks

    def check(self, level: str, seed: int, dt: float, actions: Actions) -> None:
        """Refuse, by OrlopError, a game that the recording was not made with."""
        for name, recorded, own in (("level", self.level, level), ("seed", self.seed, seed), ("dt", self.dt, dt)):
            if recorded != own:
                raise OrlopError(
                    self.source, f"was recorded with {name} {recorded!r}, not {own!r}", f"Play it with that {name}."
                )
        for change in self.changes:
            for name in (*change.values, *change.pressed):
                if name not in actions.simulation:
                    raise OrlopError(
                        self.source,
                        f"steers an action {name!r} at tick {change.tick}, which this game doesn't have",
                        "Play it with the game it was recorded with.",
                    )

    def steer_tick(self, actions: Actions, dt: float) -> None:
        """Write the actions of the next recorded tick."""
        pressed: tuple[str, ...] = ()
        if self._next < len(self.changes) and self.changes[self._next].tick == self._tick:
            self._values = self.changes[self._next].values
            pressed = self.changes[self._next].pressed
            self._next += 1
        elif self._tick >= self.ticks:
            self._values = {}
        actions.set_tick(self._values, pressed)
        self._tick += 1


@dataclass(frozen=True, slots=True)
class _Reader:
    """Takes values out of lines, and names the line that can't be right."""

    source: str

    def wrong(self, number: int, problem: str) -> OrlopError:
        return OrlopError(f"{self.source}, line {number}", problem, "Record it anew; the file is no whole recording.")

    def parsed(self, number: int, line: str) -> dict[str, Any]:
        try:
            found = json.loads(line)
        except ValueError as error:
            raise self.wrong(number, f"is not JSON ({error})") from error
        if not isinstance(found, dict):
            raise self.wrong(number, "is not a JSON object")
        return found

    def text(self, number: int, found: Mapping[str, Any], name: str) -> str:
        if not isinstance(found.get(name), str):
            raise self.wrong(number, f"has no text {name!r}")
        return str(found[name])

    def mapping(self, number: int, found: Mapping[str, Any], name: str) -> dict[str, Any]:
        value = found.get(name, {})
        if not isinstance(value, dict):
            raise self.wrong(number, f"has a {name!r} that is no table")
        return value

    def whole(self, number: int, found: Mapping[str, Any], name: str, least: int = 0) -> int:
        value = found.get(name)
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise self.wrong(number, f"has no whole number {name!r} of at least {least}")
        return value

    def number(self, number: int, value: object, name: str) -> float:
        if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
            raise self.wrong(number, f"has no number {name!r}")
        return float(value)

    def changes(self, lines: list[str]) -> list[Change]:
        changes: list[Change] = []
        for number, line in enumerate(lines[1:-1], 2):
            found = self.parsed(number, line)
            tick = self.whole(number, found, "tick", least=changes[-1].tick + 1 if changes else 0)
            values, pressed = found.get("values"), found.get("pressed", [])
            if not isinstance(values, dict):
                raise self.wrong(number, "has no object 'values'")
            if not isinstance(pressed, list) or not all(isinstance(name, str) for name in pressed):
                raise self.wrong(number, "has a 'pressed' that is no list of names")
            checked = {name: self.number(number, value, name) for name, value in values.items()}
            changes.append(Change(tick, checked, tuple(pressed)))
        return changes
