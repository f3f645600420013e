"""Where a block is and how far it has faded in: a row of a table that kernels read.

A table and not objects, since one kernel goes through all blocks of a cloud. Columns are
constants, so kernels take them as numbers.
"""

import numpy as np
from numpy.typing import NDArray

from orlop.engine.kernel import kernel

# Columns of a block's row of whole numbers: where its first sample's x lies in memory, how many samples there are.
ADDRESS, COUNT = 0, 1
BLOCK_COLUMNS = 2
# Columns of its place: what its samples count from and the box outside of which it is silent, world
# metres, three columns each; how far it has faded in, 0 … 1; and +1 if it comes or has come, -1 if it goes.
ORIGIN, LOW, HIGH, FADE, STEP = 0, 3, 6, 9, 10
PLACE_COLUMNS = 11


@kernel
def holds(place: NDArray[np.float64], x: float, y: float, z: float) -> bool:
    """Tell whether anything of a block can be heard at (x, y, z)."""
    return bool(
        place[FADE] > 0.0
        and place[LOW] <= x <= place[HIGH]
        and place[LOW + 1] <= y <= place[HIGH + 1]
        and place[LOW + 2] <= z <= place[HIGH + 2]
    )


def warm() -> None:
    """Compile the kernel of this module, or fetch it from the cache."""
    holds(np.zeros(PLACE_COLUMNS), 0.0, 0.0, 0.0)
