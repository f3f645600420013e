"""What the forest costs the one who runs through it."""

import math
import time
from collections.abc import Iterator
from contextlib import contextmanager
from statistics import median
from typing import TYPE_CHECKING

import esper

from orlop.tools.bench.measure import Measure

if TYPE_CHECKING:
    from orlop.engine.game import Game
    from orlop.levels.forest.level import Forest

SPEED = 15.0
"""Of the runner, metres a second: five times a walker's."""
SECONDS = 20.0
AFAR = 1000.0
"""How far an agent is sent, metres: over much ground that isn't there yet."""
NEAR = 64.0
"""What must be shown around the runner at any time, metres."""


def run() -> Measure:
    """Time the longest tick of a run of 300 m with all layers on, at 60 ticks a second, in milliseconds.

    Three times, for it is the one of 1,200 that something else held up, if anything did. Beside it the same run where
    each tick waits until all that it asks for is made.
    """
    runs = sorted((_run(patient=False) for _ in range(3)), key=lambda each: each[0])
    longest, notes = runs[1]
    waiting, _ = _run(patient=True)
    late = sum(counted["late_ticks"] for _, counted in runs)
    measure = Measure(
        value=longest,
        unit="ms",
        best=runs[0][0],
        against="ticks that wait",
        ratio=waiting / longest,
        notes={**notes, "worst_ms": round(runs[2][0], 3), "late_ticks": late},
    )
    if late:
        measure["wrong"] = f"the runner outpaced the near ring for {late} ticks"
    return measure


def agent() -> Measure:
    """Time the longest tick of an agent's walk at 10 m/s that is sent here and there, in milliseconds of own work.

    Beside it what a tick would cost that had to find the ways over the ground itself.
    """
    from orlop.components import Agent, WalkwayMotor
    from orlop.engine.deck.navmesh import Navmesh
    from orlop.levels.forest.level import NAME

    busy: list[float] = []
    with forest_game(patient=False) as (game, forest):
        motor = esper.component_for_entity(forest.player or 0, WalkwayMotor)
        motor.speed = 10.0
        x, z = motor.position
        sent = Agent((NAME, x + AFAR, z), arrive=5.0)
        esper.add_component(forest.player or 0, sent)
        game.tick()
        due = time.perf_counter()
        for tick in range(round(SECONDS / game.clock.dt)):
            began = time.thread_time()
            game.tick()
            busy.append(time.thread_time() - began)
            if tick % 300 == 299:
                turn = math.tau * tick / 1200.0
                x, z = motor.position
                sent.destination = (NAME, x + AFAR * math.cos(turn), z + AFAR * math.sin(turn))
            due = max(due + game.clock.dt, time.perf_counter())
            time.sleep(max(due - time.perf_counter(), 0.0))
        began = time.thread_time()
        Navmesh.from_air(game.decks.deck(NAME).walkway.air(motor.radius))
        cut = time.thread_time() - began
    value = max(busy) * 1e3
    return Measure(
        value=value,
        unit="ms",
        best=value,
        against="ways found by the tick",
        ratio=cut * 1e3 / value,
        notes={"median_ms": round(median(busy) * 1e3, 3)},
    )


def begin() -> Measure:
    """Time from nothing to ground to walk on and 96 m of forest around, kernels compiled, in milliseconds.

    Beside it the same with all that is seen to the horizon.
    """
    began = time.perf_counter()
    with forest_game(patient=False) as (game, forest):
        near = time.perf_counter() - began
        game.tick()
        assert forest.world is not None
        forest.world.finish()
        all_of_it = time.perf_counter() - began
    value = near * 1e3
    return Measure(value=value, unit="ms", best=value, against="all to the horizon", ratio=all_of_it / near)


@contextmanager
def forest_game(patient: bool) -> "Iterator[tuple[Game, Forest]]":
    """Lend a game with the forest in it; a patient one waits in each tick for what it asks for."""
    from orlop.engine.game import Game
    from orlop.levels.forest.level import Forest

    forest = Forest()
    forest.patient = patient
    with Game(1) as game:
        game.load(forest)
        yield game, forest


def _run(patient: bool) -> tuple[float, dict[str, float]]:
    """Return the longest tick, milliseconds, and what else was counted."""
    from orlop.components import WalkwayMotor
    from orlop.levels.forest.runner import Runner

    ticks: list[float] = []
    busy: list[float] = []
    late, distance = 0, 0.0
    with forest_game(patient) as (game, forest):
        player, streaming, world = forest.player, forest.streaming, forest.world
        assert player is not None
        assert streaming is not None
        assert world is not None
        motor = esper.component_for_entity(player, WalkwayMotor)
        motor.speed = SPEED
        game.steering = Runner(game.decks, player)
        game.tick()
        due = time.perf_counter()
        for _ in range(round(SECONDS / game.clock.dt)):
            before = motor.position
            began, began_busy = time.perf_counter(), time.thread_time()
            game.tick()
            ticks.append(time.perf_counter() - began)
            busy.append(time.thread_time() - began_busy)
            distance += math.dist(before, motor.position)
            late += not streaming.surrounds(player, NEAR)
            due = max(due + game.clock.dt, time.perf_counter())
            time.sleep(0.0 if patient else max(due - time.perf_counter(), 0.0))
        chunks = sum(layer.generated for layer in world.progress().values())
    notes: dict[str, float] = {
        "longest_of_own_ms": round(max(busy) * 1e3, 3),
        "median_ms": round(median(ticks) * 1e3, 3),
        "distance_m": round(distance),
        "chunks": chunks,
        "late_ticks": late,
    }
    return max(ticks) * 1e3, notes
