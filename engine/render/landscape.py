"""Ground, what grows on it, and water: what an endless world shows of itself."""

from collections.abc import Hashable, Mapping
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from orlop.engine.render.device import Device
from orlop.engine.render.look import Colour
from orlop.engine.render.shape import Figure
from orlop.engine.render.stand import Stand
from orlop.engine.render.stand_pass import Reach, StandPass
from orlop.engine.render.stock import Stock
from orlop.engine.render.terrain_pass import CardTile, TerrainPass, uncovered
from orlop.engine.render.tile import Tile
from orlop.engine.render.water import Water
from orlop.engine.render.water_pass import CardWater, WaterPass

Point = tuple[float, float, float]
WOOD: Colour = (0.040, 0.068, 0.026)

Matrix = NDArray[np.float64]
T = TypeVar("T", CardTile, Stand, CardWater)


class Landscape:
    """Parts that come and go by key; what lies under finer parts is left out.

    Parameters
    ----------
    device
        What it is drawn with.
    figures
        The models of things, by name.
    reach
        How far things are drawn, and how finely.
    sea
        World height of the sea, metres; None without one.
    wood
        Colour of crowns from afar, linear RGB.

    Attributes
    ----------
    stock
        Tells slots of the models.
    revision
        Grows whenever something that throws a shadow comes or goes.
    """

    def __init__(
        self,
        device: Device,
        figures: Mapping[str, Figure],
        reach: Reach | None = None,
        sea: float | None = None,
        wood: Colour = WOOD,
    ) -> None:
        context = device.context
        self.reach = reach or Reach()
        self.sea = sea
        self.stock = Stock(context, figures)
        self.revision = 0
        self._terrain = TerrainPass(context, wood)
        self._stands = StandPass(context, self.stock)
        self._water = WaterPass(context)
        self._parts: dict[Hashable, CardTile | Stand | CardWater] = {}
        self._changed: list[CardTile] = []
        self._shaded: tuple[Matrix, float] | None = None

    def add_tile(self, key: Hashable, tile: Tile, level: int) -> None:
        """Show a tile of ground; where it lies, those of the next coarser level don't show."""
        self._parts[key] = added = self._terrain.upload(tile, level)
        self._changed.append(added)

    def add_stand(self, key: Hashable, stand: Stand) -> None:
        """Show things; those that a coarser stand has, too, are drawn once."""
        for other in self._all(Stand):
            if other.level == stand.level - 1 and other.overlaps(stand):
                stand.hide_those_of(other, came=True)
        self._parts[key] = stand
        self._hide(stand, came=True)

    def add_water(self, key: Hashable, water: Water, level: int = 0) -> None:
        """Show a surface of water, save where a tile of the next finer level lies."""
        self._parts[key] = added = self._water.upload(water, level)
        self._leave_out(added)

    def remove(self, key: Hashable) -> None:
        """Show a part no more."""
        part = self._parts.pop(key)
        if isinstance(part, Stand):
            self._hide(part, came=False)
        else:
            part.release()
            if isinstance(part, CardTile):
                self._changed.append(part)

    def part(self, key: Hashable) -> CardTile | Stand | CardWater:
        """Return the part with this key."""
        return self._parts[key]

    def keys(self) -> set[Hashable]:
        """Return the keys of all parts."""
        return set(self._parts)

    def draw(self, clip: Matrix, eye: Point) -> int:
        """Draw ground and things into the bound framebuffer; return the number of triangles."""
        tiles = self._all(CardTile)
        if self._changed:
            self._cover(tiles)
        drawn = self._stands.draw(self._all(Stand), clip, eye, self.reach)
        return drawn + self._terrain.draw(tiles, clip, eye)

    def draw_water(self, clip: Matrix, eye: Point) -> int:
        """Draw the water over all that is drawn already; return the number of triangles."""
        return self._water.draw(self._all(CardWater), clip, eye, self.sea)

    def cast(self, from_sun: Matrix, centre: Matrix) -> None:
        """Draw the shadows of things around `centre` (3,), world metres, into the bound map."""
        stands = [stand for stand in self._all(Stand) if stand.casts]
        self._stands.cast(stands, from_sun, centre, self.reach)
        self._shaded = (centre.copy(), 1.0 / float(np.linalg.norm(from_sun[0, :3])))

    def release(self) -> None:
        """Free its memory on the card."""
        for part in self._parts.values():
            if not isinstance(part, Stand):
                part.release()
        self._parts.clear()
        for owned in (self._terrain, self._stands, self._water, self.stock):
            owned.release()

    def _all(self, kind: type[T]) -> list[T]:
        return [part for part in self._parts.values() if isinstance(part, kind)]

    def _hide(self, changed: Stand, came: bool) -> None:
        """Let coarser stands leave out what a finer one shows, and shadows be drawn anew where they are seen."""
        for stand in self._all(Stand):
            if stand.level == changed.level + 1 and stand.overlaps(changed):
                stand.hide_those_of(changed, came)
        if changed.casts and self._shaded is not None:
            centre, reach = self._shaded
            low, high = changed.low + changed.origin - centre, changed.high + changed.origin - centre
            self.revision += bool(((low < reach) & (high > -reach))[[0, 2]].all())

    def _cover(self, tiles: list[CardTile]) -> None:
        """Settle what shows of the tiles, and of the water, that changed ones lie over."""
        for tile in tiles:
            if tile in self._changed or any(lies_over(changed, tile) for changed in self._changed):
                finer = [other.area for other in tiles if lies_over(other, tile)]
                tile.shown = uncovered(tile.block_areas(), np.array(finer).reshape(-1, 4))
        for water in self._all(CardWater):
            if any(lies_over(changed, water) for changed in self._changed):
                self._leave_out(water)
        self._changed.clear()

    def _leave_out(self, water: CardWater) -> None:
        if water.level > 0:
            finer = [tile.area for tile in self._all(CardTile) if lies_over(tile, water)]
            water.leave_out(np.array(finer).reshape(-1, 4))


def lies_over(tile: CardTile, other: CardTile | CardWater) -> bool:
    """Tell whether `tile` is of the next finer level than `other`, over some of its ground."""
    (x0, z0, x1, z1), (u0, w0, u1, w1) = tile.area, other.area
    return tile.level == other.level - 1 and x0 <= u1 and u0 <= x1 and z0 <= w1 and w0 <= z1
