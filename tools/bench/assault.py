"""Whether anything breaks the movement: two million motor-ticks that try to."""

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING

from orlop.engine.error import OrlopError
from orlop.tools.bench.floor import MESHES
from orlop.tools.bench.measure import Measure, PeerMissingError

if TYPE_CHECKING:
    from orlop.engine.game import Game
    from orlop.levels.scene_level import SceneLevel

MOTOR_TICKS = 2_000_000
WALKERS, TICKS = 50, 500
"""Of one assault."""
CLUTTERED = 3
"""Random decks between two rounds of the levels."""
WORLDS = 3 + CLUTTERED
"""In a round; in every other one the walkers go through each other."""

Load = Callable[["Game"], object]


def assault() -> Measure:
    """Beset quayside, nav_test at 0° and 20°, and random decks in turn; in violations a million motor-ticks."""
    from orlop.levels.assault import Assault
    from orlop.levels.verdict import Verdict

    began, total, assaults = time.perf_counter(), Verdict(), 0
    for seed, (name, load) in enumerate(worlds()):
        total.add(Assault(name, load, seed, WALKERS, ghosts=seed // WORLDS % 2 == 1).run(TICKS))
        assaults += 1
        if total.motor_ticks >= MOTOR_TICKS:
            break
    rate = total.violations * 1e6 / total.motor_ticks
    notes = asdict(total) | {"assaults": assaults, "seconds": round(time.perf_counter() - began, 1)}
    measure = Measure(
        value=rate,
        unit="violations a million motor-ticks",
        best=rate,
        against="none allowed",
        ratio=float(not total.violations),
        notes=notes,
    )
    if total.violations:
        measure["wrong"] = f"{total.violations} violations, as in {'; '.join(total.cases[:3])}"
    return measure


def worlds() -> Iterator[tuple[str, Load]]:
    """Go on for ever: the three levels, then some random decks, and again."""
    levels = [("quayside", besieged(_quayside())), *((name, besieged(level)) for name, level in _nav_tests())]
    seed = 0
    while True:
        yield from levels
        for _ in range(CLUTTERED):
            yield f"clutter {seed}", partial(cluttered, seed=seed)
            seed += 1


def besieged(level: "SceneLevel") -> Load:
    """Return how to load a level without its player."""

    def load(game: "Game") -> None:
        import esper

        game.load(level)
        if level.player is not None:
            esper.delete_entity(level.player, immediate=True)

    return load


def cluttered(game: "Game", seed: int) -> None:
    """Make a random deck the world."""
    from orlop.levels.clutter import cluttered_walkway
    from orlop.levels.walking import add_walking_systems

    game.decks.add_walkway(cluttered_walkway(seed))
    add_walking_systems(game)


def _quayside() -> "SceneLevel":
    from orlop.levels.quayside.level import quayside

    return quayside()


def _nav_tests() -> Iterator[tuple[str, "SceneLevel"]]:
    from orlop.levels.scene_level import SceneLevel

    for degrees in (0.0, 20.0):
        try:
            level = SceneLevel.from_file(MESHES / "nav_test.obj", tilt=(math.radians(degrees), 0.0))
        except OrlopError as missing:
            raise PeerMissingError(f"{missing} ORLOP_MESHES names the folder of test meshes.") from missing
        yield f"nav_test at {degrees:g}°", level
