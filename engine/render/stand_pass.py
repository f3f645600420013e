"""Draws stands: thousands of things of a few models, finely near by and coarsely far off."""

from collections.abc import Sequence
from dataclasses import dataclass

import moderngl
import numpy as np
from numpy.typing import NDArray

from orlop.engine.render.frame import BLOCKS
from orlop.engine.render.picking import LEVELS, ROW, pick, sort_rows
from orlop.engine.render.shader import program, set_uniform
from orlop.engine.render.stand import Stand
from orlop.engine.render.stock import Stock
from orlop.engine.render.view import visible

Point = tuple[float, float, float]
Matrix = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Reach:
    """How far things are drawn, and how finely.

    Attributes
    ----------
    whole
        Up to here everything stands, metres; at twice the distance one of four does.
    quarter
        Up to here one of four stands, metres, at least twice `whole`; at twice the distance one of sixteen, and so on.
    heights
        Up to how many of its heights a thing is drawn at all.
    far
        And how far at most, metres.
    close
        Metres that are added to what counts in heights: small things are stooped to.
    shapes
        Up to how many of its heights a thing has its finest shape, the next one, and the one after.
    """

    whole: float = 120.0
    quarter: float = 480.0
    heights: float = 85.0
    far: float = 2200.0
    close: float = 8.0
    shapes: tuple[float, float, float] = (1.1, 4.5, 13.0)

    def numbers(self) -> NDArray[np.float64]:
        """Return them as `pick` wants them."""
        return np.array([self.whole, self.quarter, self.heights, self.far, self.close, *self.shapes])


class StandPass:
    """Draws the stands of a frame, and their shadows."""

    def __init__(self, context: moderngl.Context, stock: Stock) -> None:
        self._context = context
        self._stock = stock
        self._program = program(context, "stand", BLOCKS)
        set_uniform(self._program, "shadow_map", 0)
        self._shadow = program(context, "stand_shadow")
        bins = len(stock.shapes)
        self._ends = np.zeros(bins + 1, np.int64)
        self._picked, self._ordered = np.empty((0, ROW), np.float32), np.empty((0, ROW), np.float32)
        self._bins = np.empty(0, np.int64)

    def draw(self, stands: Sequence[Stand], clip: Matrix, eye: Point, reach: Reach) -> int:
        """Draw what `clip` (4, 4) shows from `eye` into the bound framebuffer; return the number of triangles."""
        self._context.enable_only(moderngl.DEPTH_TEST)
        self._pick(stands, clip, np.asarray(eye, np.float64), reach, 0)
        return self._draw(self._program)

    def cast(self, stands: Sequence[Stand], from_sun: Matrix, centre: Matrix, reach: Reach) -> None:
        """Draw the shadows of what stands around `centre` (3,), world metres, into the bound map."""
        set_uniform(self._shadow, "shade", from_sun.T.ravel().tolist())
        self._pick(stands, from_sun, centre, reach, 1)
        self._draw(self._shadow)

    def release(self) -> None:
        """Free its memory on the card; the stock belongs to the caller."""
        self._program.release()
        self._shadow.release()

    def _pick(self, stands: Sequence[Stand], clip: Matrix, eye: Matrix, reach: Reach, finest: int) -> None:
        self._ends[:] = 0
        if not stands:
            return
        offsets = np.array([stand.origin for stand in stands]) - eye
        low = np.array([stand.low for stand in stands]) + offsets
        high = np.array([stand.high for stand in stands]) + offsets
        nearest = np.maximum(np.maximum(low, -high), 0.0)
        near = (nearest**2).sum(axis=1) < reach.far**2
        shown = np.flatnonzero(visible(clip, low, high) & near).tolist()
        self._reserve(2 * sum(len(stands[k].rows) for k in shown))
        planes, reaches, used = side_planes(clip), reach.numbers(), 0
        for k in shown:
            stand = stands[k]
            used = pick(stand.rows, stand.slots, offsets[k], planes, reaches, finest, self._picked, self._bins, used)
        sort_rows(self._picked, self._bins, used, self._ends, self._ordered)

    def _draw(self, made: moderngl.Program) -> int:
        drawn = 0
        # The finest are the nearest: drawn first, they hide what need not be shaded.
        for index in sorted(np.flatnonzero(np.diff(self._ends)).tolist(), key=lambda index: index % LEVELS):
            rows = self._ordered[self._ends[index] : self._ends[index + 1]]
            shape = self._stock.shapes[index]
            shape.draw(made, rows)
            drawn += shape.triangles * len(rows)
        return drawn

    def _reserve(self, count: int) -> None:
        if count > len(self._picked):
            room = 1 << (count - 1).bit_length()
            self._picked, self._ordered = np.empty((room, ROW), np.float32), np.empty((room, ROW), np.float32)
            self._bins = np.empty(room, np.int64)


def side_planes(clip: Matrix) -> Matrix:
    """Return the planes (6, 4) that bound what `clip` (4, 4) shows, with unit normals that point inwards."""
    planes = np.concatenate([clip[3] + clip[:3], clip[3] - clip[:3]])
    return np.asarray(planes / np.linalg.norm(planes[:, :3], axis=1, keepdims=True))


assert len(Reach().shapes) == LEVELS - 1
