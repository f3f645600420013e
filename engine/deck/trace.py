"""Where walkers went, tick by tick, in a file that any walker's can be written to and compared by."""

import io
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import ArrayLike, NDArray

from orlop.engine.error import OrlopError
from orlop.engine.paths import write_atomically

Floats = NDArray[np.float64]

SCALARS = ("speed", "dt", "radius", "height", "tilt")


@dataclass(frozen=True, slots=True, eq=False)
class Trace:
    """The ways of n walkers over T ticks.

    Attributes
    ----------
    places
        (T + 1, n, 3) float64: positions of the feet, metres, Y up, in the frame of the tilted
        mesh; `places[0]` is the start.
    headings
        (T, n) float64: commanded direction, radians: (cos, sin) in (x, z). NaN where the walker
        was not asked to walk.
    speed
        Commanded, metres a second.
    dt
        Length of a tick, seconds.
    radius, height
        Of each walker, metres.
    tilt
        Of the mesh about x, degrees: y' = y cos − z sin, z' = y sin + z cos.
    mesh
        Name of its file, or of the level.
    tick_us
        (T,) float64: microseconds of each tick for all walkers; None if not measured.
    """

    places: Floats
    headings: Floats
    speed: float
    dt: float
    radius: float
    height: float
    tilt: float = 0.0
    mesh: str = ""
    tick_us: Floats | None = None

    def __post_init__(self) -> None:
        ticks, walkers = self.headings.shape if self.headings.ndim == 2 else (-1, -1)
        if self.places.shape != (ticks + 1, walkers, 3):
            raise ValueError(
                f"places must be (T + 1, n, 3) and headings (T, n), got {self.places.shape} and {self.headings.shape}"
            )
        if self.tick_us is not None and self.tick_us.shape != (ticks,):
            raise ValueError(f"tick_us must be ({ticks},), got {self.tick_us.shape}")
        if not (self.speed > 0.0 and self.dt > 0.0 and self.radius > 0.0 and self.height > 0.0):
            raise ValueError("speed, dt, radius and height must be positive")

    def write(self, path: str | Path) -> None:
        """Write it as one compressed .npz; OrlopError if it can't be written."""
        arrays: dict[str, ArrayLike] = {name: getattr(self, name) for name in SCALARS}
        arrays |= {"P": self.places, "H": self.headings, "mesh": self.mesh}
        if self.tick_us is not None:
            arrays["tick_us"] = self.tick_us
        content = io.BytesIO()
        np.savez_compressed(content, allow_pickle=False, **{name: np.asarray(value) for name, value in arrays.items()})
        write_atomically(path, content.getvalue())

    @classmethod
    def read(cls, path: str | Path) -> "Trace":
        """Read a trace that `write`, or any other walker, wrote.

        Raises
        ------
        OrlopError
            If the file is absent or damaged, lacks a key, or its arrays don't fit each other.
        """
        cure = "Name a file that `orlop play --trace` wrote."
        try:
            with np.load(path, allow_pickle=False) as kept:
                scalars = {name: float(kept[name]) for name in SCALARS}
                return cls(
                    kept["P"].astype(np.float64),
                    kept["H"].astype(np.float64),
                    mesh=str(kept["mesh"]),
                    tick_us=kept["tick_us"].astype(np.float64) if "tick_us" in kept else None,
                    **scalars,
                )
        except KeyError as missing:
            raise OrlopError(str(path), f"holds no whole trace: {missing.args[0]}", cure) from missing
        except (OSError, ValueError, TypeError, AttributeError, EOFError, zipfile.BadZipFile) as error:
            raise OrlopError(str(path), f"can't be read as a trace: {error}", cure) from error


@dataclass(slots=True)
class TraceRecorder:
    """Takes places and headings tick by tick; `trace` joins them.

    Attributes
    ----------
    start
        (n, 3), where the feet stand before the first tick, metres.
    """

    start: ArrayLike
    _places: list[Floats] = field(default_factory=list, init=False)
    _headings: list[Floats] = field(default_factory=list, init=False)
    _tick_us: list[float] = field(default_factory=list, init=False)

    def __post_init__(self) -> None:
        self._places.append(np.array(self.start, np.float64).reshape(-1, 3))

    def take(self, headings: Sequence[float] | Floats, places: ArrayLike, tick_us: float) -> None:
        """Take one tick: `headings` (n,) as commanded, `places` (n, 3) where it ended, the microseconds it took."""
        self._headings.append(np.array(headings, np.float64))
        self._places.append(np.array(places, np.float64).reshape(-1, 3))
        self._tick_us.append(tick_us)

    def trace(self, speed: float, dt: float, radius: float, height: float, tilt: float = 0.0, mesh: str = "") -> Trace:
        """Return what was taken so far; the arguments as in `Trace`."""
        places = np.stack(self._places)
        headings = np.stack(self._headings) if self._headings else np.zeros((0, places.shape[1]))
        return Trace(places, headings, speed, dt, radius, height, tilt, mesh, np.array(self._tick_us))
