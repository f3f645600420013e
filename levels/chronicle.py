"""What happens in a game, for a report."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum

import esper
import numpy as np

from orlop.components import Player, Transform, WalkwayMotor
from orlop.engine.game import Game


@dataclass(slots=True)
class PlayReport:
    """What a run came to; the same for the same level, seed and inputs, save `tick_ms`.

    Attributes
    ----------
    ticks
        Simulated, 60 a second.
    state_hash
        Of everything, after the last tick.
    walkway, position
        Where the player is, (x, y, z) in world metres; empty without a player.
    distance_m
        How far the player walked.
    events
        What happened, in order: tick, name, and the event's own fields, in plain values.
    tick_ms
        Median and 99th percentile of a tick's milliseconds.
    pictures
        Files written.
    scores
        Of the player's way, if it was traced: see `orlop.engine.deck.scores`.
    notes
        Why something is missing.
    """

    level: str
    seed: int
    ticks: int = 0
    state_hash: str = ""
    walkway: str = ""
    position: tuple[float, ...] = ()
    distance_m: float = 0.0
    events: list[dict[str, object]] = field(default_factory=list)
    tick_ms: dict[str, float] = field(default_factory=dict)
    pictures: list[str] = field(default_factory=list)
    scores: dict[str, float] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


class Chronicle:
    """Follows a game from now on.

    Parameters
    ----------
    game
        With its level loaded.
    report
        Grows with every event, and is completed by `finish`.

    Attributes
    ----------
    tick_ms
        What each tick took, milliseconds.
    """

    def __init__(self, game: Game, report: PlayReport) -> None:
        self.tick_ms: list[float] = []
        self._game = game
        self._report = report
        self._last: tuple[float, float] | None = None
        game.events.subscribe(object, self._note)
        game.watch = self._measure

    def finish(self) -> PlayReport:
        """Complete the report: as things are now."""
        report, game = self._report, self._game
        report.ticks = game.clock.tick
        report.state_hash = game.state_hash()
        for _, (_, transform, motor) in esper.get_components(Player, Transform, WalkwayMotor):
            report.walkway, report.position = motor.walkway, tuple(map(float, transform.position))
        if self.tick_ms:
            median, late = np.percentile(self.tick_ms, (50, 99))
            report.tick_ms = {"median": round(float(median), 4), "p99": round(float(late), 4)}
        return report

    def _measure(self, seconds: float) -> None:
        self.tick_ms.append(seconds * 1e3)
        for _, (_, motor) in esper.get_components(Player, WalkwayMotor):
            if self._last is not None:
                self._report.distance_m += math.dist(motor.position, self._last)
            self._last = motor.position

    def _note(self, event: object) -> None:
        entry: dict[str, object] = {"tick": self._game.clock.tick, "event": type(event).__name__}
        if is_dataclass(event):
            entry |= {each.name: plain(getattr(event, each.name)) for each in fields(event)}
        self._report.events.append(entry)


def plain(value: object) -> object:
    """Return `value` as JSON can say it: an author's event may hold anything. What has no such form becomes text."""
    match value:
        case None | bool() | str():
            return value
        case Enum():
            return value.name
        case int():
            return int(value)
        case float():
            return float(value) if math.isfinite(value) else str(float(value))
        case np.generic() | np.ndarray():
            return plain(value.tolist())
        case Mapping():
            return {str(plain(key)): plain(item) for key, item in value.items()}
        case tuple() | list():
            return [plain(item) for item in value]
        case set() | frozenset():
            return sorted((plain(item) for item in value), key=repr)
        case _ if is_dataclass(value) and not isinstance(value, type):
            return {each.name: plain(getattr(value, each.name)) for each in fields(value)}
    return str(value)
