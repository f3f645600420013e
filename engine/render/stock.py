"""The models that stands are drawn with, in the card's memory."""

from collections.abc import Mapping, Sequence

import moderngl
import numpy as np
from numpy.typing import NDArray

from orlop.engine.error import OrlopError
from orlop.engine.render.picking import LEVELS, ROW
from orlop.engine.render.shape import CORNER_LAYOUT, Figure, Shape

ROW_LAYOUT = "4f4 3f4 3f4"
"""Of `picking.ROW`."""

ROOM = 64
"""Rows that the smallest buffer holds."""


class CardShape:
    """A `Shape` in the card's memory, and a buffer for where it is drawn."""

    def __init__(self, context: moderngl.Context, shape: Shape) -> None:
        self.triangles = shape.triangle_count
        self._context = context
        self._corners = context.buffer(shape.packed().tobytes())
        self._room = 0
        self._rows: moderngl.Buffer | None = None
        self._arrays: dict[int, moderngl.VertexArray] = {}

    def draw(self, program: moderngl.Program, rows: NDArray[np.float32]) -> None:
        """Draw it at each of `rows` (n, ROW)."""
        self._reserve(len(rows))
        assert self._rows is not None
        self._rows.orphan()
        self._rows.write(rows.tobytes())
        array = self._arrays.get(program.glo)
        if array is None:
            array = self._context.vertex_array(
                program,
                [
                    (self._corners, *used(program, CORNER_LAYOUT, ("in_position", "in_normal", "in_colour"))),
                    (self._rows, *used(program, ROW_LAYOUT, ("in_place", "in_size", "in_tint"), each="/i")),
                ],
            )
            self._arrays[program.glo] = array
        array.render(moderngl.TRIANGLES, instances=len(rows))

    def release(self) -> None:
        """Free its memory on the card."""
        self._forget_arrays()
        self._corners.release()
        if self._rows is not None:
            self._rows.release()

    def _reserve(self, count: int) -> None:
        if count <= self._room:
            return
        self._forget_arrays()
        if self._rows is not None:
            self._rows.release()
        self._room = max(ROOM, 1 << (count - 1).bit_length())
        self._rows = self._context.buffer(reserve=4 * ROW * self._room, dynamic=True)

    def _forget_arrays(self) -> None:
        for array in self._arrays.values():
            array.release()
        self._arrays.clear()


def used(program: moderngl.Program, layout: str, names: Sequence[str], each: str = "") -> list[str]:
    """Return a buffer's layout and the names of those attributes that `program` reads; the rest is skipped."""
    parts = [
        part if name in program else f"{int(part[0]) * int(part[-1])}x"
        for part, name in zip(layout.split(), names, strict=True)
    ]
    return [" ".join(parts) + each, *(name for name in names if name in program)]


class Stock:
    """All models, by name.

    Attributes
    ----------
    shapes
        One for each bin: slot · LEVELS + level.
    """

    def __init__(self, context: moderngl.Context, figures: Mapping[str, Figure]) -> None:
        self._first: dict[str, int] = {}
        self._variants: dict[str, int] = {}
        self.shapes: list[CardShape] = []
        for name, figure in figures.items():
            self._first[name] = len(self.shapes) // LEVELS
            self._variants[name] = len(figure)
            if any(len(variant) != LEVELS for variant in figure):
                raise ValueError(f"each variant of {name!r} must have {LEVELS} shapes")
            self.shapes += [CardShape(context, shape) for variant in figure for shape in variant]

    def slots(self, names: Sequence[str], kinds: NDArray[np.int32], ranks: NDArray[np.float32]) -> NDArray[np.int64]:
        """Return a slot for each thing (n,): of its kind, one of the variants, always the same for the same rank.

        Raises
        ------
        OrlopError
            If there is no model of that name.
        """
        for name in names:
            if name not in self._first:
                known = ", ".join(sorted(self._first)) or "there is none"
                raise OrlopError("instances", f"no model is called {name!r}", f"Known: {known}.")
        first = np.array([self._first[name] for name in names], np.int64)
        variants = np.array([self._variants[name] for name in names], np.int64)
        # The rank's last bits are as good as chance, and the same at every level of detail.
        chance = (np.ascontiguousarray(ranks, np.float32).view(np.uint32).astype(np.int64) * 0x9E3779B1 >> 12) & 0xFFFF
        return np.asarray(first[kinds] + chance % variants[kinds])

    def release(self) -> None:
        """Free its memory on the card."""
        for shape in self.shapes:
            shape.release()
