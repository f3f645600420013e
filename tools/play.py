"""`orlop play`: walks a level or a scene file, in a window or headless."""

import math
from argparse import Namespace
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from orlop.engine.error import OrlopError
from orlop.engine.paths import check_writable
from orlop.tools.answer import answer, warn
from orlop.tools.levels import level_or_scene, make_level
from orlop.tools.parser import add_build_options, add_json, positive, whole

if TYPE_CHECKING:
    from orlop.engine.recording import Replay
    from orlop.engine.render.screen import ViewName
    from orlop.levels.unattended_play import PlayReport
    from orlop.levels.window_play import WindowPlay
    from orlop.tools.parser import Verbs

INTERRUPTED = 130
"""The exit status of what Ctrl-C ended."""

SECONDS = 20.0
"""Of play, unattended, unless another time is asked for."""

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
    trace
        File for the player's way, which is scored; it means `headless`.
    mute
        No sound, though there may be a device.
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
    trace: Path | None
    mute: bool
    as_json: bool

    @property
    def level_name(self) -> str:
        """The level's name, or the file's."""
        return self.level.name if isinstance(self.level, Path) else self.level

    def setup(self) -> dict[str, object]:
        """What a recording must hold to be played again the same way."""
        return {"radius": self.radius, "tilt": list(self.tilt), "autopilot": self.autopilot}

    def as_recorded(self, replay: "Replay") -> "PlayOptions":
        """Take seed, radius, tilt and autopilot from a recording; OrlopError if they make no sense."""
        try:
            radius = float(replay.setup.get("radius", self.radius))
            pitch, roll = (float(angle) for angle in replay.setup.get("tilt", self.tilt))
            autopilot = bool(replay.setup.get("autopilot", False))
        except (TypeError, ValueError) as error:
            cure = "Name a file that --record wrote."
            raise OrlopError(replay.source, "its line 1 has a setup that is none", cure) from error
        return replace(self, seed=replay.seed, radius=radius, tilt=(pitch, roll), autopilot=autopilot)

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
    parser.add_argument("--mute", action="store_true", help="play without sound")
    add_build_options(parser)
    add_json(parser)

    unattended = parser.add_argument_group("without a player")
    unattended.add_argument("--headless", action="store_true", help="open no window; write pictures and a log")
    unattended.add_argument("--autopilot", action="store_true", help="let the level's own walker walk")
    unattended.add_argument("--seconds", type=positive, metavar="S", help="end after S seconds of play")
    unattended.add_argument(
        "--out", type=Path, default=Path("out"), metavar="DIR", help="where pictures and run.json go (default out)"
    )

    unattended.add_argument(
        "--trace", type=Path, metavar="FILE.npz", help="write the way walked, tick by tick, and score it; headless"
    )

    parser.set_defaults(run=run)
    recording = parser.add_mutually_exclusive_group()
    recording.add_argument("--record", type=Path, metavar="FILE", help="keep each tick's input in FILE")
    recording.add_argument("--replay", type=Path, metavar="FILE", help="play a recording again, to the same end")


def run(arguments: Namespace) -> int:
    """Play, in a window if there can be one."""
    from orlop.engine.recording import Replay
    from orlop.tools.warmup import areas_of, warm_if_needed

    options = PlayOptions.of(arguments)
    replay = None
    if options.replay is not None:
        replay = Replay.read(options.replay)
        options = options.as_recorded(replay)
    if options.record is not None:
        check_writable(options.record.parent)
    if options.trace is not None:
        check_traceable(options)
    sound = () if options.mute or options.headless or options.trace is not None else ("sound",)
    warm_if_needed(*areas_of(options.level), *sound)
    if not options.headless and options.trace is None:
        from orlop.levels.window_play import WindowPlay
        from orlop.tools.sound import make_if_needed

        if not options.mute:
            make_if_needed()
        level = make_level(options.level, options.radius, options.tilt, options.autopilot)
        try:
            view: ViewName = "chart" if options.view == "chart" else "first-person"
            window = WindowPlay.open(level, view, options.seed, sound=not options.mute)
        except OrlopError as error:
            if error.where != "display":
                raise
            warn(f"{error.problem}: the level runs by itself, and writes its pictures to {options.out}")
        else:
            return play_in_window(window, options, replay)
    return play_unattended(options, replay)


def check_traceable(options: PlayOptions) -> None:
    """Refuse, by OrlopError, what a trace can't say or a place it can't be written to."""
    assert options.trace is not None
    check_writable(options.trace.parent)
    if options.tilt[1]:
        raise OrlopError("--trace", "a trace knows a pitch but no roll", "Tilt the scene by PITCH,0.")


def play_in_window(window: "WindowPlay", options: PlayOptions, replay: "Replay | None") -> int:
    """Play until the window is closed or the player interrupts; what was recorded is kept in either case."""
    if window.why_plain:
        warn(f"the chart is shown instead of the first person: {window.why_plain}")
    if window.why_silent:
        warn(window.why_silent)
    game, status = window.game, 0
    try:
        if replay is not None:
            game.replay(replay)
        if options.record is not None:
            game.record(options.setup())
        try:
            window.run(options.seconds if replay is None else replay.ticks * replay.dt)
        except KeyboardInterrupt:
            status = INTERRUPTED
        if options.record is not None and game.recorder is not None:
            game.recorder.write(options.record, game.state_hash())
        if replay is not None and game.clock.tick == replay.ticks and game.state_hash() != replay.state:
            warn(f"{replay.source} was recorded with another outcome: level or code has changed")
            status = status or 1
        if options.as_json:
            result = {"level": options.level_name, "ticks": game.clock.tick, "state_hash": game.state_hash()}
            answer(result, (), as_json=True)
    finally:
        window.close()
    return status


def play_unattended(options: PlayOptions, replay: "Replay | None") -> int:
    """Run the level by itself, write pictures and a log, and report; so too when it is interrupted."""
    from orlop.levels.unattended_play import UnattendedPlay

    check_writable(options.out)
    options = replace(options, autopilot=options.autopilot or replay is None)
    level = make_level(options.level, options.radius, options.tilt, options.autopilot)
    play = UnattendedPlay(level, options.seed)
    status = 0
    try:
        if options.record is not None:
            play.game.record(options.setup())
        if options.trace is not None:
            play.trace()
        try:
            if replay is None:
                play.run(SECONDS if options.seconds is None else options.seconds)
            elif not play.replay(replay):
                status = 1
        except KeyboardInterrupt:
            status = INTERRUPTED
        if options.trace is not None:
            play.write_trace(options.trace, level.settings.brow, math.degrees(options.tilt[0]))
        report = play.write(options.out)
        if options.record is not None and play.game.recorder is not None:
            play.game.recorder.write(options.record, report.state_hash)
    finally:
        play.close()
    for note in report.notes:
        warn(note)
    answer(asdict(report), lines_of(report), options.as_json)
    return status


def lines_of(report: "PlayReport") -> Iterator[str]:
    """Lay a report out for people."""
    x, y, z = report.position or (0.0, 0.0, 0.0)
    yield f"{report.level}: {report.ticks} ticks, walked {report.distance_m:.1f} m, now on {report.walkway} at {x:.2f}, {y:.2f}, {z:.2f}"
    if report.scores:
        yield "  scores: " + ", ".join(f"{name.replace('_', ' ')} {value:g}" for name, value in report.scores.items())
    for entry in report.events:
        told = ", ".join(f"{name} {value}" for name, value in entry.items() if name not in ("tick", "event"))
        yield f"  {entry['tick']:>6}  {entry['event']}  {told}"
    yield f"state {report.state_hash}, tick {report.tick_ms.get('median', 0):.3f} ms (p99 {report.tick_ms.get('p99', 0):.3f})"
    yield from (f"wrote {path}" for path in report.pictures)
