"""The measures by name. Strings, so that listing them imports none."""

import importlib
from collections.abc import Callable
from typing import cast

from orlop.tools.bench.measure import Measure

MEASURES: dict[str, tuple[str, str]] = {
    "floor.nav_test": ("orlop.tools.bench.floor", "nav_test"),
    "floor.grid257": ("orlop.tools.bench.floor", "grid257"),
    "floor.single": ("orlop.tools.bench.floor", "single"),
    "walkway.nav_test_raster": ("orlop.tools.bench.walkway", "nav_test_raster"),
    "walkway.nav_test_exact": ("orlop.tools.bench.walkway", "nav_test_exact"),
    "walkway.map1024": ("orlop.tools.bench.walkway", "map1024"),
    "walkway.exact60k": ("orlop.tools.bench.walkway", "exact60k"),
    "walkway.rebuild": ("orlop.tools.bench.rebuild", "crate"),
    "walkway.rebuild_door": ("orlop.tools.bench.rebuild", "door"),
    "tick.quayside": ("orlop.tools.bench.tick", "quayside"),
    "crowd.1000": ("orlop.tools.bench.crowd", "thousand"),
    "crowd.10000": ("orlop.tools.bench.crowd", "ten_thousand"),
    "walk.nav0_1": ("orlop.tools.bench.walk", "nav0_1"),
    "walk.nav0_10": ("orlop.tools.bench.walk", "nav0_10"),
    "walk.nav0_100": ("orlop.tools.bench.walk", "nav0_100"),
    "walk.nav20_1": ("orlop.tools.bench.walk", "nav20_1"),
    "walk.nav20_10": ("orlop.tools.bench.walk", "nav20_10"),
    "walk.nav20_100": ("orlop.tools.bench.walk", "nav20_100"),
    "assault": ("orlop.tools.bench.assault", "assault"),
    "world.workload": ("orlop.tools.bench.world", "workload"),
    "world.cpu": ("orlop.tools.bench.world", "cpu"),
    "world.overhead": ("orlop.tools.bench.world", "overhead"),
    "world.wide": ("orlop.tools.bench.world", "wide"),
    "forest.begin": ("orlop.tools.bench.forest", "begin"),
    "forest.run": ("orlop.tools.bench.forest", "run"),
    "forest.agent": ("orlop.tools.bench.forest", "agent"),
    "forest.memory": ("orlop.tools.bench.hour", "memory"),
    "startup.help": ("orlop.tools.bench.startup", "help_answer"),
    "startup.first_frame": ("orlop.tools.bench.startup", "first_frame"),
    "startup.first_start": ("orlop.tools.bench.startup", "first_start"),
    "sound.cloud100k": ("orlop.tools.bench.cloud", "cloud100k"),
    "sound.cloud1m": ("orlop.tools.bench.cloud", "cloud1m"),
    "sound.cloud_tick": ("orlop.tools.bench.cloud", "cloud_tick"),
    "sound.mix8": ("orlop.tools.bench.mixing", "mix8"),
    "sound.hrtf8": ("orlop.tools.bench.many_sources", "hrtf8"),
    "sound.deadline": ("orlop.tools.bench.mixing", "deadline"),
    "sound.openal": ("orlop.tools.bench.many_sources", "openal"),
    "sound.openal_voice": ("orlop.tools.bench.many_sources", "openal_voice"),
}
"""Name: (module, function of no arguments that returns a `Measure`)."""


def select(words: list[str]) -> list[str]:
    """Return the names that `words` ask for: whole names, or groups such as `floor`. None asks for all."""
    if not words:
        return list(MEASURES)
    return [name for name in MEASURES if any(name == word or name.startswith(f"{word}.") for word in words)]


def unknown(words: list[str]) -> list[str]:
    """Return the words that ask for nothing there is."""
    return [word for word in words if not select([word])]


def take(name: str) -> Measure:
    """Take one measure."""
    module, function = MEASURES[name]
    return cast(Callable[[], Measure], getattr(importlib.import_module(module), function))()
