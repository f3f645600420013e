"""`orlop warmup`: compiles the kernels before they are needed, showing how far it has come."""

import contextlib
import hashlib
import importlib.util
import json
import os
import platform
import sys
from argparse import Namespace
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

from orlop.tools.answer import answer

if TYPE_CHECKING:
    from orlop.tools.parser import Verbs


def add_parser(verbs: "Verbs") -> None:
    """Add `orlop warmup`."""
    parser = verbs.add_parser("warmup", help="compile the kernels now, so that the next start is quick")
    parser.add_argument("--quiet", action="store_true", help="say nothing if there is nothing to do")
    parser.add_argument("--force", action="store_true", help="go through all kernels even if they seem compiled")
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    """Warm the kernels and say how long it took."""
    seconds = warm_if_needed(force=arguments.force)
    if not arguments.quiet:
        text = "the kernels were compiled already" if seconds is None else f"kernels compiled in {seconds:.1f} s"
        answer({}, [text], as_json=False)
    return 0


def warm_if_needed(force: bool = False) -> float | None:
    """Compile what this version has not compiled in this environment yet, with a progress bar.

    Returns the seconds it took, or None if the stamp says that all is compiled.
    """
    stamp, fingerprint = stamp_path(), kernels_fingerprint()
    if not force and stamp.is_file() and stamp.read_text(encoding="utf-8") == fingerprint:
        return None
    from time import perf_counter

    from orlop.engine.warmup import warm_up
    from orlop.tools.progress import ProgressBar

    began = perf_counter()
    bar = ProgressBar("compiling kernels")
    warm_up(
        lambda done, total, name: bar.show(done, total, name.removeprefix("orlop.").removeprefix("engine.")),
        kernel_modules(),
    )
    with contextlib.suppress(OSError):  # where nothing can be written, each start asks numba anew
        stamp.parent.mkdir(parents=True, exist_ok=True)
        stamp.write_text(fingerprint, encoding="utf-8")
    return perf_counter() - began


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


def kernel_modules() -> tuple[str, ...]:
    """Return the modules with kernels, the engine's and the levels'."""
    from orlop.engine.warmup import KERNEL_MODULES
    from orlop.levels.forest.warmup import KERNEL_MODULES as FOREST_MODULES

    return (*KERNEL_MODULES, *FOREST_MODULES)


def kernels_fingerprint() -> str:
    """Describe what numba's cache depends on: versions, processor, and when each kernel's file changed."""
    parts: list[object] = [metadata.version("numba"), sys.version, platform.machine(), platform.processor()]
    for name in kernel_modules():
        spec = importlib.util.find_spec(name)
        if spec is None or spec.origin is None:
            continue
        state = Path(spec.origin).stat()
        parts.append([name, spec.origin, state.st_mtime_ns, state.st_size])
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()
