"""Light and air of the forest: a clear late morning, with mist left in the valleys."""

import math

from orlop.engine.render.look import Look


def forest_look() -> Look:
    """Return the look."""
    return Look(
        sun_heading=math.radians(118.0),
        sun_height=math.radians(36.0),
        sun=(1.62, 1.36, 0.98),
        zenith=(0.13, 0.29, 0.56),
        horizon=(0.64, 0.74, 0.82),
        bounce=(0.21, 0.23, 0.12),
        haze=2400.0,
        air=(0.55, 0.85, 1.35),
        ground_mist=0.15,
        mist_depth=25.0,
        shadow_reach=110.0,
        lantern=0.0,
        exposure=1.22,
    )
