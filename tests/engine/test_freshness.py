"""A cached kernel is compiled again when anything it depends on has changed."""

import subprocess
import sys

import pytest

CALLEE = """
from orlop.engine.kernel import kernel

FACTOR = {factor}

@kernel
def inner(x):
    return x * {inner}
"""

CALLER = """
import callee
from callee import FACTOR, inner
from orlop.engine.kernel import kernel

@kernel
def middle(x):
    return inner(x)

@kernel
def outer(x):
    return middle(x) + 100 * FACTOR + 10000 * callee.FACTOR
"""


@pytest.fixture
def answer(tmp_path):
    """Write both modules and return what a new process computes, and whether it came from the cache."""
    (tmp_path / "caller.py").write_text(CALLER)

    def run(factor, inner):
        text, callee = CALLEE.format(factor=factor, inner=inner), tmp_path / "callee.py"
        if not callee.exists() or callee.read_text() != text:
            callee.write_text(text)
        program = (
            "import sys; sys.path.insert(0, sys.argv[1]); import caller; print(caller.outer(1));"
            "print(sum(caller.outer.stats.cache_hits.values()))"
        )
        command = [sys.executable, "-P", "-c", program, str(tmp_path)]
        done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
        value, hits = done.stdout.split()
        return int(value), int(hits)

    return run


def test_an_edited_callee_and_an_edited_constant_reach_their_callers(answer):
    assert answer(factor=3, inner=7) == (30307, 0)
    assert answer(factor=3, inner=7) == (30307, 1)  # nothing changed: from the cache
    assert answer(factor=3, inner=77) == (30377, 0)
    assert answer(factor=44, inner=77) == (444477, 0)
