"""A layer: one kind of thing that the world is made of, chunk by chunk."""

from abc import ABC, abstractmethod
from typing import Any, Generic, TypeVar

import numpy as np

from orlop.engine.worldgen.bounds import Bounds
from orlop.engine.worldgen.dependency import Dependency
from orlop.engine.worldgen.views import Inputs

T = TypeVar("T")


class Layer(ABC, Generic[T]):
    """Makes the content of a chunk from its bounds, a seed, and the layers it needs.

    A layer is its parameters and one pure function. A small one in full:

        class Trees(Layer[NDArray[np.float64]]):
            name, size = "trees", 32.0

            def __init__(self, relief: Relief) -> None:
                self.relief = relief
                self.needs = (Dependency(relief, padding=8.0),)

            def generate(self, bounds, inputs, seed):
                return stand(bounds, inputs.of(self.relief).overlapping(), seed)

    Attributes
    ----------
    name
        Unique within a world; the store and error messages use it.
    size
        Side of a chunk, metres. A whole number keeps shared edges exact by themselves.
    needs
        The layers that `generate` may read.
    version
        Raise it when `generate` changes in a way that the source of its own folder doesn't
        show; what a store kept of older versions is not read then.
    stored
        Whether a world with a store keeps this layer's chunks on disk. What is quicker to
        make than to read should say False.
    """

    name: str
    size: float
    needs: tuple[Dependency, ...] = ()
    version: int = 1
    stored: bool = True

    @abstractmethod
    def generate(self, bounds: Bounds, inputs: Inputs, seed: int) -> T:
        """Make the content of the chunk that covers `bounds`.

        It is called on worker threads, several at a time, in any order: it must depend on
        nothing but its arguments and the layer's own unchanging parameters, and should spend
        its time in kernels, which let the frame go on. What it returns becomes read-only: an
        array, a scalar, a string, None, or a tuple or frozen dataclass of these. Numba takes
        read-only arrays for a type of its own, so kernels that are given inputs as they are
        have to be warmed with such arrays.

        Parameters
        ----------
        bounds
            The chunk's own bounds, metres.
        inputs
            The needed layers, and the chunk's index.
        seed
            The world's.
        """

    def owned(self, content: T, bounds: Bounds) -> T:
        """Return the part of `content` that is anchored within `bounds`: each thing has one owner.

        Serves arrays (n, ≥ 2), by their first two columns x and z in world metres. A layer of other content
        that consumers ask for what they own says here which part that is.
        """
        if isinstance(content, np.ndarray) and content.ndim == 2 and content.shape[1] >= 2:
            part: Any = content[bounds.holds(content)]
            return part  # type: ignore[no-any-return]
        raise TypeError(
            f"layer {self.name} can't tell what is anchored within bounds: its content is no array (n, ≥ 2) of "
            f"points but {type(content).__name__}. Let {type(self).__name__}.owned return that part of it."
        )

    def __repr__(self) -> str:
        return f"<layer {self.name}, chunks of {self.size:g} m>"
