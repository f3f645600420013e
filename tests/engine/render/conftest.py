import os
from collections.abc import Iterator

import pytest

from orlop.engine.error import OrlopError
from orlop.engine.render.device import Device, open_headless


@pytest.fixture(scope="module")
def device() -> Iterator[Device]:
    try:
        opened = open_headless()
    except OrlopError as error:
        if os.environ.get("ORLOP_NO_GL") == "1":
            pytest.skip(str(error))
        pytest.fail(f"{error} Or leave these tests out: ORLOP_NO_GL=1")
    yield opened
    opened.close()
