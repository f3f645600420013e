"""Brings what an endless world shows of itself before the eye."""

from collections.abc import Callable, Hashable
from typing import TypeVar

import esper

from orlop.components import Instances, Pool, Ribbon, TerrainTile
from orlop.engine.render.landscape import Landscape
from orlop.engine.render.stand import Stand
from orlop.engine.render.tile import Tile
from orlop.engine.render.water import lakes, streams
from orlop.engine.schedule import Stage, System
from orlop.systems.render import RenderSystem

T = TypeVar("T")


class ScenerySystem(System):
    """Puts terrain tiles, instances, ribbons and pools into the landscape, and takes out those that are gone.

    A component is read once; to change what is seen, replace it.
    """

    stage = Stage.FRAME
    before = (RenderSystem,)

    def __init__(self, landscape: Landscape) -> None:
        self._landscape = landscape
        self._shown: dict[Hashable, object] = {}

    def process(self, dt: float) -> None:
        """Follow the entities."""
        present: dict[Hashable, object] = {}
        self._follow(TerrainTile, self._add_tile, present)
        self._follow(Instances, self._add_instances, present)
        self._follow(Ribbon, self._add_ribbon, present)
        self._follow(Pool, self._add_pool, present)
        for key in [key for key in self._shown if key not in present]:
            self._landscape.remove(key)
        self._shown = present

    def _follow(self, kind: type[T], add: Callable[[Hashable, T], None], present: dict[Hashable, object]) -> None:
        for entity, component in sorted(esper.get_component(kind), key=lambda found: found[0]):
            key = (entity, kind)
            if self._shown.get(key) is not component:
                if key in self._shown:
                    self._landscape.remove(key)
                add(key, component)
            present[key] = component

    def _add_tile(self, key: Hashable, tile: TerrainTile) -> None:
        self._landscape.add_tile(
            key, Tile(tile.origin, tile.spacing, tile.heights, tile.colours, tile.canopy), tile.level
        )

    def _add_instances(self, key: Hashable, things: Instances) -> None:
        slots = self._landscape.stock.slots(things.names, things.kinds, things.ranks)
        stand = Stand(
            things.origin,
            things.positions,
            things.headings,
            things.sizes,
            things.tints,
            things.ranks,
            slots,
            things.level,
        )
        self._landscape.add_stand(key, stand)

    def _add_ribbon(self, key: Hashable, ribbon: Ribbon) -> None:
        water = streams(ribbon.origin, ribbon.starts, ribbon.points, ribbon.widths, ribbon.flow)
        self._landscape.add_water(key, water, ribbon.level)

    def _add_pool(self, key: Hashable, pool: Pool) -> None:
        self._landscape.add_water(key, lakes(pool.origin, pool.centres, pool.radii), pool.level)
