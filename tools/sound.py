"""`orlop sound`: the sounds made by code, what a walk sounds like, and how loud a level is where."""

import math
import time
from argparse import ArgumentTypeError, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from orlop.engine.error import OrlopError
from orlop.engine.paths import check_file_writable
from orlop.tools.answer import answer, table
from orlop.tools.levels import level_or_scene, make_level, make_scene_level
from orlop.tools.parser import add_json, ending, folder, near, number, positive, whole
from orlop.tools.sound_readiness import make_if_needed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from orlop.engine.sound.hearing import Hearing
    from orlop.engine.sound.sound import Sound
    from orlop.tools.parser import Verbs

RADIUS = 0.4
"""Of whoever walks, metres."""

SECONDS = 60.0
"""Of a walk without a path, unless another time is asked for."""


def add_parser(verbs: "Verbs") -> None:
    """Add `orlop sound` with its verbs."""
    inner = verbs.add_parser("sound", help="make sounds, and hear and see a level's").verbs("verbs")
    making = inner.add_parser(
        "make", help="write the sounds made by code as WAV files", description="Write every sound, or those named."
    )
    making.add_argument("names", nargs="*", metavar="NAME", help="sounds (default: all)")
    making.add_argument("--out", type=folder, required=True, metavar="DIR", help="folder for the files")
    making.add_argument("--seed", type=whole, default=0, metavar="N", help="another of the same kind (default 0)")
    add_json(making)
    making.set_defaults(run=run_make)

    rendering = inner.add_parser(
        "render",
        help="write what a walk through a level sounds like",
        description="Walk a level without a device and write a WAV file, and its spectrogram as a PNG file beside it. "
        "Exit status 1 if it clicks.",
    )
    rendering.add_argument("level", metavar="LEVEL|SCENE", help="a level's name or a scene file")
    rendering.add_argument("--out", type=ending(".wav"), required=True, metavar="FILE.wav", help="the file to write")
    rendering.add_argument(
        "--path", type=place, nargs="+", metavar="X,Z", help="where to walk, metres (default: the level's own round)"
    )
    rendering.add_argument(
        "--seconds", type=positive, metavar="S", help="of walking (default: to the path's end, without one 60)"
    )
    rendering.add_argument("--seed", type=whole, default=0, metavar="N", help="of all that is random (default 0)")
    ears = rendering.add_mutually_exclusive_group()
    ears.add_argument("--speakers", action="store_true", help="mix for loudspeakers instead of headphones")
    ears.add_argument("--hrtf", action="store_true", help="mix for headphones by OpenAL Soft's measured ears")
    add_json(rendering)
    rendering.set_defaults(run=run_render)

    mapping = inner.add_parser(
        "map",
        help="paint a level's loudness and spread as a picture",
        description="Paint how loud each cloud of a level's sounds is, and how spread out, wherever one can stand.",
    )
    mapping.add_argument("level", metavar="LEVEL", help="a level's name")
    mapping.add_argument("--out", type=ending(".png"), required=True, metavar="FILE.png", help="the picture to write")
    mapping.add_argument("--scale", type=positive, default=8.0, metavar="N", help="pixels a metre (default 8)")
    add_json(mapping)
    mapping.set_defaults(run=run_map)


def place(text: str) -> tuple[float, float]:
    """Read `X,Z` in metres."""
    parts = text.split(",")
    if len(parts) != 2:
        raise ArgumentTypeError(f"{text!r} is not X,Z in metres, as in -4,12.5")
    x, z = (number(part) for part in parts)
    return x, z


def run_make(arguments: Namespace) -> int:
    """Make sounds and write them."""
    from orlop.engine.sound.sound_file import write_wav
    from orlop.engine.sound.synthesis.library import LOOPS, SHOTS, sound

    known = [*LOOPS, *SHOTS]
    for name in arguments.names:
        if name not in known:
            raise OrlopError(name, "no sound has this name", near(name, known))
    made = []
    for name in arguments.names or known:
        one = sound(name, arguments.seed)
        path = arguments.out / f"{name}.wav"
        write_wav(path, one.samples)
        made.append(_described(name, one, path))
    head = ("sound", "seconds", "peak dBFS", "LUFS", "kind")
    rows = [tuple(entry[key] for key in ("name", "seconds", "peak_dbfs", "lufs", "kind")) for entry in made]
    result = {
        "sounds": made,
        "seconds": round(sum(float(str(entry["seconds"])) for entry in made), 3),
        "peak_dbfs": max(float(str(entry["peak_dbfs"])) for entry in made),
        "clicks": sum(int(str(entry["clicks"])) for entry in made),
    }
    answer(result, table(head, rows), arguments.json)
    return 0


def _described(name: str, sound: "Sound", path: Path) -> dict[str, object]:
    import numpy as np

    from orlop.engine.sound.clicks import find_clicks
    from orlop.engine.sound.synthesis.loudness import loudness

    heard = np.tile(sound.samples, 2) if sound.loop else sound.samples  # a loop's seam counts, too
    return {
        "name": name,
        "kind": "loop" if sound.loop else "shot",
        "seconds": round(sound.seconds, 3),
        "peak_dbfs": round(decibels(sound.samples), 2),
        "lufs": round(loudness(sound.samples.astype(np.float64)), 2),
        "clicks": len(find_clicks(heard)) if sound.loop else 0,  # a step's beginning is meant to be one
        "file": str(path),
    }


def run_render(arguments: Namespace) -> int:
    """Walk, listen and write; 1 if there are clicks."""
    from orlop.engine.sound.clicks import find_clicks, largest_step
    from orlop.engine.sound.sound import RATE
    from orlop.engine.sound.sound_file import write_wav
    from orlop.engine.sound.spectrum import write_spectrogram
    from orlop.levels.sound_walk import SoundWalk
    from orlop.tools.warmup import areas_of, warm_if_needed

    path, hearing = tuple(arguments.path or ()), hearing_of(arguments)
    level, picture = level_or_scene(arguments.level), arguments.out.with_suffix(".png")
    check_file_writable(arguments.out)
    check_file_writable(picture)
    warm_if_needed(*areas_of(level), "sound")
    make_if_needed()
    walked = make_level(level, RADIUS, autopilot=not path)
    walk = SoundWalk(walked, path, arguments.seed, hearing)
    try:
        samples = walk.run(arguments.seconds if path or arguments.seconds else SECONDS)
    finally:
        walk.close()
    write_wav(arguments.out, samples)
    write_spectrogram(picture, samples, 1600, 700)
    clicks = find_clicks(samples)
    result = {
        "level": walked.name,
        "seconds": round(len(samples) / RATE, 3),
        "peak_dbfs": round(decibels(samples), 2),
        "clicks": len(clicks),
        "clicks_at": [round(int(frame) / RATE, 4) for frame in clicks[:20]],
        "largest_step": round(largest_step(samples), 5),
        "files": [str(arguments.out), str(picture)],
    }
    lines = [
        f"{result['level']}: {result['seconds']} s, peak {result['peak_dbfs']} dBFS, {result['clicks']} clicks",
        *(f"wrote {file}" for file in (arguments.out, picture)),
    ]
    answer(result, lines, arguments.json)
    return 1 if len(clicks) else 0


def run_map(arguments: Namespace) -> int:
    """Paint a level's sound."""
    from orlop.engine.render.canvas import PlainCanvas
    from orlop.engine.render.capture import write_png
    from orlop.levels.sound_map import SoundMap
    from orlop.tools.warmup import areas_of, warm_if_needed

    level = level_or_scene(arguments.level)
    check_file_writable(arguments.out)
    warm_if_needed(*areas_of(level), "sound")
    began = time.perf_counter()
    with SoundMap(make_scene_level(level, RADIUS)) as sound_map:
        if not sound_map.clouds:
            cure = "Name a level that has, such as riverbend."
            raise OrlopError(arguments.level, "it has no clouds of sound to paint", cure)
        picture = sound_map.paint(arguments.scale)
        loudest = {name: round(value, 2) for name, value in sound_map.loudest().items()}
    write_png(PlainCanvas(picture).read(), arguments.out)
    seconds = round(time.perf_counter() - began, 3)
    result = {"level": arguments.level, "loudest_dbfs": loudest, "seconds": seconds, "files": [str(arguments.out)]}
    lines = [f"{name}: {value} dB at the loudest" for name, value in loudest.items()]
    answer(result, [*lines, f"wrote {arguments.out}"], arguments.json)
    return 0


def hearing_of(arguments: Namespace) -> "Hearing":
    """Return what to mix for; OrlopError if measured ears are asked for and can't be had."""
    from orlop.engine.sound.hearing import HEADPHONES, SPEAKERS
    from orlop.engine.sound.measured_ears import measured_hearing

    if arguments.hrtf:
        return measured_hearing()
    return SPEAKERS if arguments.speakers else HEADPHONES


def decibels(samples: "NDArray[np.float32]") -> float:
    """Return the peak in dBFS, -120 for silence."""
    peak = float(abs(samples).max(initial=0.0))
    return 20.0 * math.log10(max(peak, 1e-6))
