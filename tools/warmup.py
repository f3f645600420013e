"""`orlop warmup`: compiles the kernels before they are needed, showing how far it has come."""

import contextlib
import hashlib
import importlib.util
import json
import os
import platform
import subprocess
import sys
import threading
from argparse import Namespace
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import metadata
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from orlop.engine.error import OrlopError
from orlop.tools.answer import answer

if TYPE_CHECKING:
    from orlop.tools.parser import Verbs

AREAS = {
    "walkway": ("orlop.engine.walkway.build.",),
    "deck": ("orlop.engine.deck.", "orlop.engine.scene."),
    "storeys": tuple(
        f"orlop.engine.walkway.build.{name}" for name in ("bands", "span_graph", "layers", "paint", "trace")
    ),
    "ways": tuple(f"orlop.engine.deck.{name}" for name in ("taut", "sleeve", "navmesh", "mesh_grid", "avoidance")),
    "floor": ("orlop.engine.walkway.",),
    "sound": ("orlop.engine.sound.",),
    "forest": ("orlop.engine.worldgen.", "orlop.levels.forest.", "orlop.engine.render."),
}
"""Which kernels are needed together: the beginnings of their modules' names; the longest counts.

`walkway` builds from named floors, `storeys` finds floors that nobody named and draws by the raster;
`floor` looks heights up, `deck` walks, `ways` finds an agent's way. Those that take longest come first.
"""

Report = Callable[[int, int, str], None]


def add_parser(verbs: "Verbs") -> None:
    """Add `orlop warmup`."""
    parser = verbs.add_parser("warmup", help="compile the kernels now, so that the next start is quick")
    parser.add_argument("areas", nargs="*", metavar="AREA", help=f"what for: {', '.join(AREAS)} (default: all)")
    parser.add_argument("--quiet", action="store_true", help="say nothing if there is nothing to do")
    parser.add_argument("--force", action="store_true", help="go through all kernels even if they seem compiled")
    parser.add_argument("--counted", action="store_true", help="compile here and now, and print a line a module")
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    """Warm the kernels and say how long it took."""
    for area in arguments.areas:
        if area not in AREAS:
            raise OrlopError(area, "there are no kernels of this name", f"There are {', '.join(AREAS)}.")
    areas = tuple(arguments.areas) or tuple(AREAS)
    if arguments.counted:
        _compile_here(areas, lambda done, total, name: print(done, total, name, flush=True))
        return 0
    seconds = warm_if_needed(*areas, force=arguments.force)
    if not arguments.quiet:
        text = "the kernels were compiled already" if seconds is None else f"kernels compiled in {seconds:.1f} s"
        answer({}, [text], as_json=False)
    return 0


def warm_if_needed(*areas: str, force: bool = False) -> float | None:
    """Compile what this version has not compiled in this environment yet, with a progress bar.

    Areas (all of them if none is named) are compiled side by side, each in a process of its own:
    numba's cache brings them together. Returns the seconds it took, or None if the stamp says
    that all is compiled.
    """
    began, stamp = perf_counter(), _read_stamp()
    stale = [area for area in areas or AREAS if force or stamp.get(area) != fingerprint(area)]
    if not stale:
        return None
    from orlop.tools.progress import ProgressBar

    bar = ProgressBar("compiling kernels")
    if len(stale) == 1 or (os.cpu_count() or 1) == 1:
        _compile_here(stale, lambda done, total, name: bar.show(done, total, _short(name)))
    else:
        _compile_apart(stale, lambda done, total, name: bar.show(done, total, _short(name)))
    _write_stamp(_read_stamp() | {area: fingerprint(area) for area in stale})
    return perf_counter() - began


def is_warm(area: str) -> bool:
    """Tell whether the kernels of an area are compiled, as far as the stamp knows."""
    return _read_stamp().get(area) == fingerprint(area)


def areas_of(level: str | Path) -> tuple[str, ...]:
    """Return the areas that playing a level, or a scene file, needs."""
    from orlop.levels.catalogue import LEVELS

    entry = LEVELS.get(str(level))
    return ("walkway", "deck", "storeys", "floor") if entry is None else entry.kernels


def kernel_modules(areas: Sequence[str] = tuple(AREAS)) -> tuple[str, ...]:
    """Return the modules with kernels of some areas, the engine's and the levels'."""
    from orlop.engine.warmup import KERNEL_MODULES
    from orlop.levels.forest.warmup import KERNEL_MODULES as FOREST_MODULES

    return tuple(name for name in (*KERNEL_MODULES, *FOREST_MODULES) if _area_of(name) in areas)


def _area_of(module: str) -> str | None:
    """Return the area of a module: the one that has the longest beginning of its name."""
    fitting = [(len(start), area) for area, starts in AREAS.items() for start in starts if module.startswith(start)]
    return max(fitting)[1] if fitting else None


def _compile_here(areas: Sequence[str], report: Report) -> None:
    from orlop.engine.warmup import warm_up

    warm_up(report, kernel_modules(areas))


def _compile_apart(areas: Sequence[str], report: Report) -> None:
    """Let each area be compiled by a process of its own, as many at once as there are processors."""
    done, total, lock = dict.fromkeys(areas, 0), len(kernel_modules(areas)), threading.Lock()

    def compile_one(area: str) -> None:
        command = [sys.executable, "-P", "-m", "orlop", "warmup", area, "--counted"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            for line in process.stdout or ():
                count, _, name = line.split()
                with lock:
                    done[area] = int(count)
                    report(min(sum(done.values()), total - 1), total, name)
            problem = (process.stderr.read() if process.stderr else "").strip().splitlines()
        if process.returncode:
            raise OrlopError("kernels", f"the {area} could not be compiled ({' '.join(problem[-1:])})", "Report this.")

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        list(pool.map(compile_one, areas))
    report(total, total, kernel_modules(areas)[-1])


def _short(name: str) -> str:
    return name.removeprefix("orlop.").removeprefix("engine.")


def stamp_path() -> Path:
    """Return where the stamp lies: beside numba's own cache, so that whoever deletes one deletes both."""
    import orlop.engine

    if chosen := os.environ.get("NUMBA_CACHE_DIR"):
        folder = Path(chosen)
    else:
        folder = Path(orlop.engine.__path__[0]) / "__pycache__"
        if not os.access(folder if folder.exists() else folder.parent, os.W_OK):
            from orlop.engine.paths import cache_folder

            folder = cache_folder()
    return folder / f"orlop-warm-{sys.implementation.cache_tag}.json"


def _read_stamp() -> dict[str, str]:
    """What was compiled: the fingerprint of each area; nothing if it can't be read."""
    try:
        found = json.loads(stamp_path().read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _write_stamp(stamp: dict[str, str]) -> None:
    from orlop.engine.paths import write_atomically

    with contextlib.suppress(OrlopError):  # where nothing can be written, each start asks numba anew
        write_atomically(stamp_path(), json.dumps(stamp).encode())


def fingerprint(area: str) -> str:
    """Describe what numba's cache of an area depends on: versions, processor, when each kernel's file changed."""
    parts: list[object] = [metadata.version("numba"), sys.version, platform.machine(), platform.processor()]
    for name in kernel_modules((area,)):
        spec = importlib.util.find_spec(name)
        if spec is None or spec.origin is None:
            continue
        state = Path(spec.origin).stat()
        parts.append([name, spec.origin, state.st_mtime_ns, state.st_size])
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()
