"""Compiles every kernel before the game needs it."""

from collections.abc import Callable, Sequence
from importlib import import_module

KERNEL_MODULES = (
    "orlop.engine.walkway.floor_grid",
    "orlop.engine.walkway.floor_lookup",
    "orlop.engine.walkway.lattice_floor",
    "orlop.engine.walkway.build.sweep",
    "orlop.engine.walkway.build.spans",
    "orlop.engine.walkway.build.bands",
    "orlop.engine.walkway.build.span_graph",
    "orlop.engine.walkway.build.layers",
    "orlop.engine.walkway.build.paint",
    "orlop.engine.walkway.build.trace",
    "orlop.engine.walkway.build.simplify",
    "orlop.engine.walkway.build.convex",
    "orlop.engine.walkway.build.floor_parts",
    "orlop.engine.walkway.build.buckets",
    "orlop.engine.walkway.build.gaps",
    "orlop.engine.walkway.build.pieces",
    "orlop.engine.walkway.build.drops",
    "orlop.engine.walkway.build.lines",
    "orlop.engine.walkway.build.area",
    "orlop.engine.walkway.build.seams",
    "orlop.engine.walkway.build.sealed",
    "orlop.engine.scene.sight",
    "orlop.engine.deck.sweep",
    "orlop.engine.deck.convex",
    "orlop.engine.deck.pushing",
    "orlop.engine.deck.contact",
    "orlop.engine.deck.slide",
    "orlop.engine.deck.mover",
    "orlop.engine.deck.scatter",
    "orlop.engine.deck.foresight",
    "orlop.engine.deck.arrival",
    "orlop.engine.deck.intent",
    "orlop.engine.deck.separation",
    "orlop.engine.deck.boundary",
    "orlop.engine.deck.crossing",
    "orlop.engine.deck.taut",
    "orlop.engine.deck.sleeve",
    "orlop.engine.deck.avoidance",
    "orlop.engine.deck.navmesh",
    "orlop.engine.deck.mesh_grid",
    "orlop.engine.render.picking",
    "orlop.engine.worldgen.hashing",
    "orlop.engine.worldgen.noise",
    "orlop.engine.worldgen.erosion",
    "orlop.engine.worldgen.points",
    "orlop.engine.worldgen.lattice",
    "orlop.engine.worldgen.flood",
    "orlop.engine.worldgen.polyline",
    "orlop.engine.worldgen.route",
    "orlop.engine.sound.hearing",
    "orlop.engine.sound.exchange",
    "orlop.engine.sound.bus_kernel",
    "orlop.engine.sound.ear_kernel",
    "orlop.engine.sound.heard_kernel",
    "orlop.engine.sound.render_kernel",
    "orlop.engine.sound.callback",
    "orlop.engine.sound.place",
    "orlop.engine.sound.cloud_kernel",
    "orlop.engine.sound.collision",
    "orlop.engine.sound.aim",
)
"""Every module with kernels; each has a `warm` that calls all of its own once."""

Report = Callable[[int, int, str], None]
"""Gets the number of modules done, of all, and the name of the next one (at the end: of the last)."""


def warm_up(report: Report | None = None, modules: Sequence[str] = KERNEL_MODULES) -> None:
    """Compile all kernels of `modules`, or load them from numba's cache.

    Takes some seconds for each module at the very first start, a few hundredths later.
    """
    count = len(modules)
    for index, name in enumerate(modules):
        if report is not None:
            report(index, count, name)
        import_module(name).warm()
    if report is not None:
        report(count, count, modules[-1])
