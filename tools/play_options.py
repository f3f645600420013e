"""What `orlop play` was asked for."""

import math
from argparse import Namespace
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from orlop.engine.error import OrlopError
from orlop.tools.levels import level_or_scene
from orlop.tools.parser import STEEPEST_TILT

if TYPE_CHECKING:
    from orlop.engine.recording import Replay

USUAL: dict[str, object] = {"seed": 0, "radius": 0.4, "tilt": (0.0, 0.0)}
"""What holds unless it is given."""


@dataclass(frozen=True, slots=True)
class PlayOptions:
    """What `orlop play` was asked for.

    Attributes
    ----------
    level
        Name of a level that comes with Orlop, or path of a scene file.
    view
        "first-person" or "chart": the one to begin with.
    seed
        Of all that is random, 0 or more.
    tilt
        Pitch and roll of the scene, radians.
    radius
        Of the walker, metres.
    headless
        No window; pictures and a log go to `out`.
    autopilot
        The level's own walker walks.
    seconds
        Of play until it ends by itself; None plays on.
    out
        Folder for pictures and run.json.
    record, replay
        Files for each tick's input; at most one is given.
    trace
        File for the player's way, which is scored; it means `headless`.
    store
        Folder where a layered level keeps its chunks from one game to the next; None keeps none.
    mute
        No sound, though there may be a device.
    hrtf
        Sound for headphones by measured ears.
    as_json
        Print the result as one JSON object.
    given
        Options given in so many words of which a recording has its own.
    """

    level: str | Path
    view: str
    seed: int
    tilt: tuple[float, float]
    radius: float
    headless: bool
    autopilot: bool
    seconds: float | None
    out: Path
    record: Path | None
    replay: Path | None
    trace: Path | None
    store: Path | None
    mute: bool
    hrtf: bool
    as_json: bool
    given: tuple[str, ...] = field(default=(), compare=False)

    @property
    def level_name(self) -> str:
        """The level's name, or the file's."""
        return self.level.name if isinstance(self.level, Path) else self.level

    def setup(self) -> dict[str, object]:
        """What a recording must hold to be played again the same way."""
        return {"radius": self.radius, "tilt": list(self.tilt), "autopilot": self.autopilot}

    def as_recorded(self, replay: "Replay") -> "PlayOptions":
        """Take seed, radius, tilt and autopilot from a recording; OrlopError if they make no sense."""
        from orlop.engine.walkway.settings import WalkwaySettings

        try:
            radius = WalkwaySettings(radius=float(replay.setup.get("radius", self.radius))).radius
            pitch, roll = (float(angle) for angle in replay.setup.get("tilt", self.tilt))
            if not all(abs(angle) <= math.radians(STEEPEST_TILT) for angle in (pitch, roll)):
                raise ValueError("it leans too far")
            autopilot = bool(replay.setup.get("autopilot", False))
        except (TypeError, ValueError, OverflowError) as error:
            cure = "Name a file that --record wrote."
            raise OrlopError(replay.source, "its line 1 has a setup that is none", cure) from error
        return replace(self, seed=replay.seed, radius=radius, tilt=(pitch, roll), autopilot=autopilot)

    @classmethod
    def of(cls, arguments: Namespace) -> "PlayOptions":
        """Take the options from parsed arguments; OrlopError if the level is unknown."""
        said = vars(arguments)
        taken = said | {name: usual for name, usual in USUAL.items() if said[name] is None}
        given = tuple(
            f"--{name}"
            for name in (*USUAL, "autopilot", "seconds")
            if said[name] is not None and said[name] is not False
        )
        taken |= {"level": level_or_scene(arguments.level), "as_json": arguments.json, "given": given}
        return cls(**{name: taken[name] for name in cls.__slots__})
