"""What draws needs OpenGL: it is missed aloud, unless ORLOP_NO_GL=1 says that there is none."""

import os
from collections.abc import Callable, Iterator

import pytest

from orlop.engine.error import OrlopError
from orlop.engine.render.device import Device, open_headless


def _open() -> Device:
    if os.environ.get("ORLOP_NO_GL") == "1":
        pytest.skip("no OpenGL, as ORLOP_NO_GL says")
    try:
        return open_headless()
    except OrlopError as error:
        pytest.fail(f"{error} Or leave these tests out: ORLOP_NO_GL=1")


@pytest.fixture
def open_device() -> Callable[[], Device]:
    """Open a device of the test's own, which it closes; nothing else may draw meanwhile."""
    return _open


@pytest.fixture(scope="module")
def device() -> Iterator[Device]:
    """A device for all tests of a file."""
    opened = _open()
    yield opened
    opened.close()


@pytest.fixture
def opengl() -> None:
    """For tests that open a context by themselves."""
    _open().close()
