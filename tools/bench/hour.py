"""Whether a long walk leaves anything behind: what hours in the forest do to the memory."""

import math
from pathlib import Path

import esper

from orlop.tools.bench.forest import forest_game
from orlop.tools.bench.measure import Measure, PeerMissingError

SPEED = 2.8
"""A brisk walk, metres a second: ten kilometres in an hour."""
HOUR = 60
"""Minutes, and how many of them it takes at most until what is kept for a walker who turns round is as much as it may be."""
PAGES = Path("/proc/self/statm")
MIB = float(1 << 20)


def memory() -> Measure:
    """Walk for two hours of the game, some ten kilometres each, and take down what the process holds each minute, MiB.

    The value is the most it held in the second hour, beside what it held when that began and all caches were full.
    """
    from orlop.components import WalkwayMotor
    from orlop.levels.forest.runner import Runner

    held, distance = [resident()], 0.0
    with forest_game(patient=True) as (game, forest):
        assert forest.player is not None
        motor = esper.component_for_entity(forest.player, WalkwayMotor)
        motor.speed = SPEED
        game.steering = Runner(game.decks, forest.player)
        for _ in range(2 * HOUR):
            for _ in range(round(60.0 / game.clock.dt)):
                before = motor.position
                game.tick()
                distance += math.dist(before, motor.position)
            held.append(resident())
    second = held[HOUR:]
    return Measure(
        value=max(second),
        unit="MiB",
        best=min(second),
        against="when the second hour began",
        ratio=second[0] / max(second),
        notes={"each_10_minutes": [round(each) for each in held[::10]], "distance_m": round(distance)},
    )


def resident() -> float:
    """Return what this process holds in memory, MiB.

    Raises
    ------
    PeerMissingError
        Where the system doesn't say.
    """
    try:
        import resource  # not on Windows

        return int(PAGES.read_text(encoding="ascii").split()[1]) * resource.getpagesize() / MIB
    except (ImportError, OSError, IndexError, ValueError) as problem:
        raise PeerMissingError(f"only Linux tells what a process holds now ({problem})") from problem
