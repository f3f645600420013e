"""A walkway at run time: its place in the 2D world, and what moves on it."""

from collections.abc import Mapping

import numpy as np
import pymunk
from numpy.typing import NDArray

from orlop.engine.deck.boundary import Boundary
from orlop.engine.deck.category import OUTLINE_FILTER
from orlop.engine.deck.crowd import Crowd
from orlop.engine.deck.motor_body import MotorBody
from orlop.engine.deck.navmesh import Navmesh
from orlop.engine.deck.pusher_body import PusherBody
from orlop.engine.deck.pushing import PUSHER_COLUMNS, Pushing
from orlop.engine.deck.separation import separate
from orlop.engine.error import OrlopError
from orlop.engine.walkway.floor import Floor
from orlop.engine.walkway.walkway import Walkway

Normal = tuple[float, float, float]
Boundaries = Mapping[float, Boundary]
"""Boundaries of a walkway's airs, by the radius of the motor, metres."""
Navmeshes = Mapping[float, Navmesh]
"""Meshes of a walkway's airs, by the radius of the motor, metres."""


class Cover:
    """A floor that can be laid over the walkway's own, and taken off."""

    __slots__ = ("_bounds", "enabled", "floor")

    def __init__(self, floor: Floor, enabled: bool = True) -> None:
        self.floor = floor
        self.enabled = enabled
        points = floor.triangles.reshape(-1, 3)[:, ::2]
        low, high = (points.min(axis=0), points.max(axis=0)) if len(points) else (np.full(2, np.inf), np.zeros(2))
        self._bounds = (float(low[0]), float(low[1]), float(high[0]), float(high[1]))

    def at(self, x: float, z: float) -> tuple[float, Normal] | None:
        """Return local height and upward normal of it at the local (x, z); None beside it."""
        low_x, low_z, high_x, high_z = self._bounds  # nearly always beside it, and the lookup costs ten times this
        return self.floor.at(x, z) if low_x <= x <= high_x and low_z <= z <= high_z else None

    def lift(self, points: NDArray[np.float64], heights: NDArray[np.float64], normals: NDArray[np.float64]) -> None:
        """Raise `heights` and `normals` at local `points` (n, 2) to those of this floor, where it is higher."""
        low_x, low_z, high_x, high_z = self._bounds
        x, z = points[:, 0], points[:, 1]
        over = np.flatnonzero((low_x <= x) & (x <= high_x) & (low_z <= z) & (z <= high_z))
        if len(over):
            own_heights, own_normals = self.floor.sample(points[over])
            higher = (own_heights > heights[over]) | (np.isnan(heights[over]) & ~np.isnan(own_heights))
            heights[over[higher]], normals[over[higher]] = own_heights[higher], own_normals[higher]


class Deck:
    """A walkway with its crowds of motors, its pushers and its covers.

    Attributes
    ----------
    walkway
        What it was made from.
    name
        The walkway's.
    offset
        Added to z to get the 2D world's y, metres.
    origin_x, origin_y, origin_z
        World position of the walkway's local zero, metres.
    outlines
        Static segments of the 2D world, for props and queries; none of a walkway that came with its boundaries.
    pushers
        All pushers, in the order of the kernel's rows.
    crowds, busy
        Motors by their radius; those crowds that have any.
    busy_anywhere
        Those of all decks.
    is_part
        Whether it is a part of a larger ground, which came with its meshes: beyond its end there will be more.
    covers
        Trapdoors: while one is enabled, the floor is the higher of it and the walkway's.
    """

    def __init__(
        self,
        walkway: Walkway,
        offset: float,
        ground: pymunk.Body,
        busy: list[Crowd],
        boundaries: Boundaries | None = None,
        navmeshes: Navmeshes | None = None,
    ) -> None:
        self.walkway = walkway
        self.name = walkway.name
        self.offset = offset
        self.origin_x, self.origin_y, self.origin_z = (float(value) for value in walkway.origin)
        outlines = walkway.outlines if boundaries is None else ()
        self.outlines = [segment for outline in outlines for segment in self._segments(outline.points, ground)]
        self._boundaries = boundaries or {}
        self._navmeshes = dict(navmeshes or {})
        self.is_part = navmeshes is not None
        self.pushers: list[PusherBody] = []
        self.covers: list[Cover] = []
        self.crowds: dict[float, Crowd] = {}
        self.busy: list[Crowd] = []
        self.busy_anywhere = busy
        self.lay_out_pushers()

    def _segments(self, points: NDArray[np.float64], ground: pymunk.Body) -> list[pymunk.Segment]:
        corners = [(x, z + self.offset) for x, z in points.tolist()]
        segments = []
        for begin, end in zip(corners, corners[1:] + corners[:1], strict=True):
            segment = pymunk.Segment(ground, begin, end, 0.0)
            segment.filter = OUTLINE_FILTER
            segment.friction = 0.5
            segments.append(segment)
        return segments

    def boundary(self, radius: float) -> Boundary:
        """Return the boundary of the air of motors of `radius` metres; laid out once."""
        crowd = self.crowds.get(radius)
        known = self._boundaries.get(radius) if crowd is None else crowd.boundary
        return Boundary.from_air(self.walkway.air(radius)) if known is None else known

    def crowd(self, radius: float) -> Crowd:
        """Return the crowd of motors of `radius` metres, made when first asked for."""
        if radius not in self.crowds:
            self.crowds[radius] = Crowd(self, radius)
        return self.crowds[radius]

    def navmesh(self, radius: float) -> Navmesh:
        """Return the mesh of the air of motors of `radius` metres; cut when first asked for.

        A walkway that comes with meshes has only those: for other radii it has none, and no ways.
        """
        known = self._navmeshes.get(radius)
        if known is None:
            known = Navmesh.empty() if self.is_part else Navmesh.from_air(self.walkway.air(radius))
            self._navmeshes[radius] = known
        return known

    def place(self, radius: float, x: float, z: float) -> tuple[float, float]:
        """Return the place nearest to the local (x, z) where a motor may be; OrlopError if there is no room at all."""
        place = self.crowd(radius).boundary.nearest_inside(x, z)
        if place is None:
            raise OrlopError(
                f'walkway "{self.name}"',
                f"there is no room for a motor of radius {radius:g} m",
                "Widen the floor between the obstacles, or give the motor a smaller radius.",
            )
        return place

    def ground(self, x: float, z: float) -> tuple[float, Normal] | None:
        """Return local height and upward normal of what one stands on at the local (x, z); None off the floor."""
        best = self.walkway.floor.at(x, z)
        for cover in self.covers:
            if cover.enabled:
                found = cover.at(x, z)
                if found is not None and (best is None or found[0] > best[0]):
                    best = found
        return best

    def grounds(self, points: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """As `ground` for each of local `points` (n, 2): heights (n,) and normals (n, 3), NaN off the floor."""
        heights, normals = self.walkway.floor.sample(points)
        for cover in self.covers:
            if cover.enabled:
                cover.lift(points, heights, normals)
        return heights, normals

    def lay_out_pushers(self) -> None:
        """Write the pushers' pieces into the kernel's arrays, after one came or went."""
        pieces = [piece for pusher in self.pushers for piece in pusher.pieces]
        piece_starts = np.zeros(len(self.pushers) + 1, np.int64)
        corner_starts = np.zeros(len(pieces) + 1, np.int64)
        np.cumsum([len(pusher.pieces) for pusher in self.pushers], out=piece_starts[1:])
        np.cumsum([len(piece) for piece in pieces], out=corner_starts[1:])
        corners = np.ascontiguousarray(np.concatenate(pieces)) if pieces else np.zeros((0, 2))
        poses = np.zeros((len(self.pushers), PUSHER_COLUMNS))
        self.pushing: Pushing = (poses, piece_starts, corner_starts, corners)
        self.blamed = np.full(len(self.pushers), -1, np.int64)
        for row, pusher in enumerate(self.pushers):
            pusher.row = row
            self.write_pose(pusher)

    def write_pose(self, pusher: PusherBody) -> None:
        """Bring the kernel's row of `pusher` up to date."""
        self.pushing[0][pusher.row] = (
            pusher.x,
            pusher.z,
            pusher.heading,
            *pusher.old,
            pusher.reach,
            pusher.enabled,
            pusher.moved,
            pusher.fresh,
        )

    def separate(self, dt: float) -> None:
        """Bend the ways of motors that would end up in each other, of whatever radius."""
        if sum(len(crowd.motors) for crowd in self.busy) < 2:
            return
        for crowd in self.busy:
            crowd.foresee()
        if len(self.busy) == 1:
            crowd = self.busy[0]
            separate(crowd.rows, crowd.radii, crowd.masses, dt)
            return
        rows = np.concatenate([crowd.rows for crowd in self.busy])
        radii = np.concatenate([crowd.radii for crowd in self.busy])
        separate(rows, radii, np.concatenate([crowd.masses for crowd in self.busy]), dt)
        begin = 0
        for crowd in self.busy:
            crowd.rows[:] = rows[begin : begin + len(crowd.rows)]
            begin += len(crowd.rows)

    def settle(self, changing: list[PusherBody]) -> list[tuple[PusherBody, MotorBody]]:
        """Move all motors, and step those of the `changing` pushers back that a motor cannot give way to.

        Returns the pushers stopped, each with a motor that stopped it. Every round stops at
        least one, so there is an end: with all of them back, everybody stands as a tick ago.
        """
        stopped: list[tuple[PusherBody, MotorBody]] = []
        if not changing:
            for crowd in self.busy:
                crowd.move()
            return stopped
        while culprits := self._move():
            for k, motor in culprits.items():
                self.pushers[k].step_back()
                self.write_pose(self.pushers[k])
                stopped.append((self.pushers[k], motor))
        return stopped

    def _move(self) -> dict[int, MotorBody]:
        """Move all motors; return the pushers, by row, that cannot be where they are now, with who is in the way."""
        culprits: dict[int, MotorBody] = {}
        for crowd in self.busy:
            self.blamed.fill(-1)
            crowd.move()
            for k, row in enumerate(self.blamed.tolist()):
                if row >= 0:
                    culprits.setdefault(k, crowd.motors[row])
        return culprits
