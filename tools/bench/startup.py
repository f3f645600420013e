"""How long the command line takes to answer."""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping

from orlop.tools.bench.measure import Measure, compare


def help_answer() -> Measure:
    """Time `orlop --help` beside a Python that does nothing, in seconds of wall time.

    The ratio cannot reach 1: it tells which share of the wait is Python's own.
    """
    return compare(
        lambda: _seconds("-m", "orlop", "--help"), lambda: _seconds("-c", "pass"), "s", "python -c pass", runs=9
    )


def first_frame() -> Measure:
    """Time from the start of a process to the quayside's first frame, beside importing its libraries alone.

    In a window where there is a display, else on a canvas without one; caches are warm.
    """
    program = _WINDOW if _has_display() else _CANVAS
    libraries = "import numpy, numba, pygame, pymunk, moderngl, esper"
    return compare(lambda: _seconds("-c", program), lambda: _seconds("-c", libraries), "s", "importing the libraries")


def first_start() -> Measure:
    """Time `orlop play quayside`, headless, with nothing compiled and nothing built, beside the second time; one run.

    Three ticks, and the pictures at the end.
    """
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"NUMBA_CACHE_DIR": f"{folder}/kernels", "ORLOP_CACHE": f"{folder}/built"}
        call = ("-m", "orlop", "play", "quayside", "--headless", "--seconds", "0.05", "--out", f"{folder}/out")
        first, second = (_seconds(*call, environment=environment) for _ in range(2))
    return Measure(value=first, unit="s", best=first, against="the second start", ratio=second / first)


_WINDOW = """
from orlop.levels.quayside.level import quayside
from orlop.levels.window_play import WindowPlay
play = WindowPlay.open(quayside())
def stop(): play.game.running = False
play.run(each_frame=stop)
"""

_CANVAS = """
from orlop.levels.quayside.level import quayside
from orlop.levels.unattended_play import UnattendedPlay
play = UnattendedPlay(quayside())
play.run(1 / 60)
play.game.draw()
"""


def _has_display() -> bool:
    return sys.platform != "linux" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _seconds(*arguments: str, environment: Mapping[str, str] | None = None) -> float:
    began = time.perf_counter()
    quiet = subprocess.DEVNULL
    subprocess.run([sys.executable, "-P", *arguments], check=True, stdout=quiet, stderr=quiet, env=environment)
    return time.perf_counter() - began
