"""How long the command line takes to answer."""

import subprocess
import sys
import time

from orlop.tools.bench.measure import Measure, compare


def help_answer() -> Measure:
    """Time `orlop --help` beside a Python that does nothing, in seconds of wall time.

    The ratio cannot reach 1: it tells which share of the wait is Python's own.
    """
    return compare(
        lambda: _seconds("-m", "orlop", "--help"), lambda: _seconds("-c", "pass"), "s", "python -c pass", runs=9
    )


def _seconds(*arguments: str) -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, "-P", *arguments], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began
