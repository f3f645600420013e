"""`orlop play`: walks a level or a scene file, in a window or headless."""

import math
from argparse import Namespace
from collections.abc import Iterator
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

from orlop.engine.error import OrlopError
from orlop.engine.paths import check_file_writable, check_writable
from orlop.tools.answer import answer, warn
from orlop.tools.keeping import kept_in
from orlop.tools.levels import make_level
from orlop.tools.parser import add_build_options, add_json, folder, positive, whole
from orlop.tools.play_options import PlayOptions

if TYPE_CHECKING:
    from orlop.engine.game import Game
    from orlop.engine.recording import Replay
    from orlop.engine.render.screen import ViewName
    from orlop.engine.sound.hearing import Hearing
    from orlop.levels.chronicle import PlayReport
    from orlop.levels.playable import Playable
    from orlop.levels.unattended_play import UnattendedPlay
    from orlop.levels.window_play import WindowPlay
    from orlop.tools.parser import Verbs

INTERRUPTED = 130
"""The exit status of what Ctrl-C ended."""

SECONDS = 20.0
"""Of play, unattended, unless another time is asked for."""

VIEWS = ("first-person", "chart")


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
    parser.add_argument("--seed", type=whole, metavar="S", help="of all that is random (default 0)")
    ears = parser.add_mutually_exclusive_group()
    ears.add_argument("--mute", action="store_true", help="play without sound")
    ears.add_argument("--hrtf", action="store_true", help="sound for headphones, by OpenAL Soft's measured ears")
    parser.add_argument(
        "--store", type=Path, metavar="DIR", help="keep a layered level's chunks in DIR: see `orlop world bake`"
    )
    add_build_options(parser)
    parser.set_defaults(tilt=None, radius=None)  # `PlayOptions` has the usual ones, and knows which were given
    add_json(parser)

    unattended = parser.add_argument_group(
        "without a player",
        "Headless, or where there is no display, the level's own walker walks, and at the end the first-person "
        "picture looks to where there is most to see.",
    )
    unattended.add_argument("--headless", action="store_true", help="open no window; write pictures and a log")
    unattended.add_argument("--autopilot", action="store_true", help="let the level's own walker walk in a window, too")
    unattended.add_argument("--seconds", type=positive, metavar="S", help="end after S seconds of play")
    unattended.add_argument(
        "--out", type=folder, default=Path("out"), metavar="DIR", help="where pictures and run.json go (default out)"
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
        if options.given:
            warn(f"{replay.source} is played as it was recorded: {', '.join(options.given)} beside it does not count")
        options = options.as_recorded(replay)
    if options.record is not None:
        check_file_writable(options.record)
    if options.trace is not None:
        check_traceable(options)
    windowless = options.headless or options.trace is not None
    if windowless:
        check_writable(options.out)
    warm_if_needed(*areas_of(options.level))
    level = make_level(options.level, options.radius, options.tilt, options.autopilot)
    with kept_in(options.store, level):
        window = None if windowless else open_window(level, options)
        return play_unattended(level, options, replay) if window is None else play_in_window(window, options, replay)


def check_traceable(options: PlayOptions) -> None:
    """Refuse, by OrlopError, what a trace can't say or a place it can't be written to."""
    assert options.trace is not None
    check_file_writable(options.trace)
    if options.tilt[1]:
        raise OrlopError("--trace", "a trace knows a pitch but no roll", "Tilt the scene by PITCH,0.")


def open_window(level: "Playable", options: PlayOptions) -> "WindowPlay | None":
    """Open a window with the level in it; without a display, say what is done instead and return None."""
    from orlop.levels.window_play import WindowPlay
    from orlop.tools.sound_readiness import is_ready, prepare_behind

    heard = not options.mute and is_ready()
    view: ViewName = "chart" if options.view == "chart" else "first-person"
    try:
        hearing = hearing_or_warn(options.hrtf)
        window = WindowPlay.open(level, view, options.seed, sound=heard, hearing=hearing)
    except OrlopError as error:
        if error.where != "display":
            raise
        warn(f"{error.problem}: the level runs by itself, and writes its pictures to {options.out}")
        return None
    if not heard and not options.mute:
        prepare_behind()
        line = "the sounds are being made behind the game, and are heard from the next start"
        warn(line)
        window.screen.say(line, 8.0)
    return window


def hearing_or_warn(hrtf: bool) -> "Hearing":
    """Return what to mix for: by measured ears if that is wanted; where they can't be had a line says why."""
    from orlop.engine.sound.hearing import HEADPHONES
    from orlop.engine.sound.measured_ears import measured_hearing

    if not hrtf:
        return HEADPHONES
    try:
        return measured_hearing()
    except OrlopError as missing:
        warn(f"{missing} Till then the ears are modelled")
        return HEADPHONES


def play_in_window(window: "WindowPlay", options: PlayOptions, replay: "Replay | None") -> int:
    """Play until the window is closed or the player interrupts; what was recorded is kept, whatever ends it."""
    from orlop.levels.chronicle import Chronicle, PlayReport

    if window.why_plain:
        warn(f"the chart is shown instead of the first person: {window.why_plain}")
    if window.why_silent:
        warn(window.why_silent)
    game, status = window.game, 0
    try:
        chronicle = Chronicle(game, PlayReport(options.level_name, options.seed)) if options.as_json else None
        if replay is not None:
            game.replay(replay)
        if options.record is not None:
            game.record(options.setup())
        try:
            window.run(options.seconds if replay is None else replay.ticks * replay.dt)
        except KeyboardInterrupt:
            status = INTERRUPTED
        finally:
            keep_recording(game, options)
        if replay is not None:
            status = status or compare(game, replay)
        if chronicle is not None:
            answer(asdict(chronicle.finish()), (), as_json=True)
    finally:
        window.close()
    return status


def keep_recording(game: "Game", options: PlayOptions) -> None:
    """Write what was recorded, if it was to be: also of a game that a fault has ended."""
    if options.record is None or game.recorder is None:
        return
    try:
        state = game.state_hash()
    except TypeError:  # an author's component has no canonical bytes; the input is worth keeping all the same
        state = ""
    game.recorder.write(options.record, state)


def compare(game: "Game", replay: "Replay") -> int:
    """Tell whether a replay came to its recorded state; return the exit status."""
    if game.clock.tick < replay.ticks:
        warn(f"{replay.source} was not played to its end, so its outcome is not compared")
        return 0
    if game.state_hash() == replay.state:
        return 0
    warn(f"{replay.source} was recorded with another outcome: level or code has changed")
    return 1


def play_unattended(level: "Playable", options: PlayOptions, replay: "Replay | None") -> int:
    """Run the level by itself, write pictures and a log, and report; so too when it is interrupted."""
    from orlop.levels.unattended_play import UnattendedPlay

    check_writable(options.out)
    options = replace(options, autopilot=options.autopilot or replay is None)
    level.autopilot = options.autopilot
    play = UnattendedPlay(level, options.seed)
    try:
        status = run_unattended(play, options, replay)
        if options.trace is not None:
            play.write_trace(options.trace, level.settings.brow, math.degrees(options.tilt[0]))
        report = play.write(options.out)
    finally:
        play.close()
    for note in report.notes:
        warn(note)
    answer(asdict(report), lines_of(report), options.as_json)
    return status


def run_unattended(play: "UnattendedPlay", options: PlayOptions, replay: "Replay | None") -> int:
    """Run the level to its end; return the exit status. Of a run that a fault ends, recording and log are kept."""
    if options.record is not None:
        play.game.record(options.setup())
    if options.trace is not None:
        play.trace()
    try:
        if replay is None:
            play.run(SECONDS if options.seconds is None else options.seconds)
        elif not play.replay(replay):
            return 1
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as fault:
        play.report.notes.append(f"a fault ended it: {type(fault).__name__}: {fault}")
        play.write_report(options.out)
        raise
    finally:
        keep_recording(play.game, options)
    return 0


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
