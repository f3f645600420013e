"""`orlop play`: walks a level or a scene file, in a window or headless."""

from argparse import Namespace
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from orlop.tools.levels import level_or_scene
from orlop.tools.parser import add_build_options, add_json, positive, whole

if TYPE_CHECKING:
    from orlop.tools.parser import Verbs

VIEWS = ("first-person", "chart")


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
    as_json
        Print the result as one JSON object.
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
    as_json: bool

    @classmethod
    def of(cls, arguments: Namespace) -> "PlayOptions":
        """Take the options from parsed arguments; OrlopError if the level is unknown."""
        taken = vars(arguments) | {"level": level_or_scene(arguments.level), "as_json": arguments.json}
        return cls(**{name: taken[name] for name in cls.__slots__})


def add_parser(verbs: "Verbs") -> None:
    """Add `orlop play`."""
    parser = verbs.add_parser(
        "play",
        help="walk a level, or any scene file",
        description="Walk a level that comes with Orlop, or any glTF, GLB or OBJ file. Without a display it runs "
        "headless by itself. Keys: F1 while playing.",
    )
    parser.add_argument(
        "level",
        nargs="?",
        default="quayside",
        metavar="LEVEL|SCENE",
        help="a level's name or a file (default quayside)",
    )
    parser.add_argument("--view", choices=VIEWS, default=VIEWS[0], help="the view to begin with; Tab switches")
    parser.add_argument("--seed", type=whole, default=0, metavar="S", help="of all that is random (default 0)")
    add_build_options(parser)
    add_json(parser)

    unattended = parser.add_argument_group("without a player")
    unattended.add_argument("--headless", action="store_true", help="open no window; write pictures and a log")
    unattended.add_argument("--autopilot", action="store_true", help="let the level's own walker walk")
    unattended.add_argument("--seconds", type=positive, metavar="S", help="end after S seconds of play")
    unattended.add_argument(
        "--out", type=Path, default=Path("out"), metavar="DIR", help="where pictures and run.json go (default out)"
    )

    recording = parser.add_mutually_exclusive_group()
    recording.add_argument("--record", type=Path, metavar="FILE", help="keep each tick's input in FILE")
    recording.add_argument("--replay", type=Path, metavar="FILE", help="play a recording again, to the same end")
