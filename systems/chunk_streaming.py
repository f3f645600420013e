"""Lets a layered world come into being around its loaders, and go behind them."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import esper

from orlop.components import Agent, ChunkLoader, Transform, WalkwayMotor
from orlop.engine.deck.decks import Decks
from orlop.engine.deck.navmesh import Navmesh
from orlop.engine.schedule import Stage, System
from orlop.engine.worldgen.bounds import Bounds
from orlop.engine.worldgen.focus import Focus
from orlop.engine.worldgen.handover import ChunkArrived, HandOver
from orlop.engine.worldgen.layer import Layer
from orlop.engine.worldgen.rect import ChunkIndex
from orlop.engine.worldgen.world import World
from orlop.systems.streamed_world import StreamedWorld

BUDGET = 1.5e-3
"""Seconds a tick for taking chunks in; one is taken at least."""

LINGER = 8.0
"""A loader is on the next stretch of ground only so many metres beyond the border: to and fro costs nothing."""

Spot = tuple[str, Layer[Any], ChunkIndex]


@dataclass(slots=True)
class Attendance:
    """What is done for one loader.

    Attributes
    ----------
    loader
        The component it was begun for.
    focus
        Its place in the world.
    navigated
        Whether agents walk on its walkway, so that the focus asks for ways.
    chunk
        Of the footing: the stretch that lies under it now.
    has_ways
        Whether it came with its ways.
    """

    loader: ChunkLoader
    focus: Focus
    navigated: bool
    chunk: ChunkIndex | None = None
    has_ways: bool = False


class ChunkStreamingSystem(System):
    """Turns finished chunks near `ChunkLoader`s into entities, deletes those left behind, keeps a walkway underfoot.

    The walkway of a loader is a stretch of ground around it, exchanged for the next one long before
    its rim is reached. Whatever is not generated yet is solid: nobody walks into nothing. Where agents
    walk, the stretch comes with its ways; those of the first who appear in the middle of the game begin to find ways when
    these are there.

    Parameters
    ----------
    worlds
        By the names that loaders use. Whoever made them closes them.
    decks
        Get the loaders' walkways.
    patient
        Whether to wait for what is asked for, so that a run is the same to the bit however fast
        the machine is. Where somebody watches it doesn't wait: then only a stretch that
        comes late, to a runner on a slow machine, makes a difference.
    """

    stage = Stage.RESPOND

    def __init__(self, worlds: Mapping[str, StreamedWorld], decks: Decks, patient: bool = True) -> None:
        self._worlds = worlds
        self._decks = decks
        self._patient = patient
        self._attended: dict[int, Attendance] = {}
        self._shown: dict[Spot, list[int]] = {}

    def process(self, dt: float) -> None:
        """Do one tick."""
        self._attend(self._patient)
        for name, streamed in self._worlds.items():
            self._take_over(name, streamed)

    @property
    def worlds(self) -> tuple[World, ...]:
        """The worlds it streams."""
        return tuple(streamed.world for streamed in self._worlds.values())

    def begin(self, around: float = 96.0) -> None:
        """Wait for the ground under every loader, and for what the nearest ring shows at most `around` metres away.

        A level calls this when its loaders are there. Nothing else is asked for until that is done.
        """
        for _, (loader, transform) in sorted(esper.get_components(ChunkLoader, Transform), key=lambda each: each[0]):
            x, _, z = transform.position
            self._world(loader).await_surroundings(x, z, min(around, loader.radii[0]))
        self._attend(patient=True)
        for name, streamed in self._worlds.items():
            for notice in streamed.world.handed_over(math.inf):
                self._show(name, streamed, notice)

    def count(self) -> int:
        """Return how many chunks are shown."""
        return len(self._shown)

    def surrounds(self, entity: int, around: float) -> bool:
        """Tell whether all that the nearest ring shows within `around` metres of a loader has been made."""
        attended = self._attended[entity]
        streamed, focus = self._world(attended.loader), attended.focus
        return streamed.world.covers(streamed.rings[0], Bounds.around(focus.x, focus.z, around))

    def saved(self) -> object:
        """Return the chunk under each loader: what the motors' saved places are counted from."""
        return {entity: attended.chunk for entity, attended in self._attended.items()}

    def resume(self, saved: dict[int, ChunkIndex | None]) -> None:
        """Lay those very stretches again."""
        for entity, chunk in saved.items():
            attended = self._attended.get(int(entity))
            if attended is not None and chunk is not None:
                transform = esper.component_for_entity(int(entity), Transform)
                attended.focus.move(transform.position[0], transform.position[2])
                self._lay(attended, (chunk[0], chunk[1]))

    def _attend(self, patient: bool) -> None:
        found = dict(esper.get_components(ChunkLoader, Transform))
        for entity, attended in list(self._attended.items()):
            if entity not in found or found[entity][0] is not attended.loader:
                self._dismiss(entity)
        navigated = {motor.walkway for _, (_, motor) in esper.get_components(Agent, WalkwayMotor)}
        for entity in sorted(found):
            loader, transform = found[entity]
            self._follow(entity, loader, transform, patient, loader.walkway in navigated)

    def _dismiss(self, entity: int) -> None:
        """Let go of a loader that is no longer there."""
        attended = self._attended.pop(entity)
        attended.focus.remove()
        if attended.chunk is not None:
            self._decks.remove_walkway(attended.loader.walkway)

    def _follow(self, entity: int, loader: ChunkLoader, transform: Transform, patient: bool, navigated: bool) -> None:
        x, _, z = transform.position
        streamed, attended = self._world(loader), self._attended.get(entity)
        navigated = navigated and streamed.ways is not None
        if attended is None:
            focus = streamed.world.focus(streamed.radii(loader.radii, bool(loader.walkway), navigated), x, z)
            attended = self._attended[entity] = Attendance(loader, focus, navigated)
        elif attended.navigated != navigated:
            former = attended.focus
            attended.focus = streamed.world.focus(streamed.radii(loader.radii, bool(loader.walkway), navigated), x, z)
            attended.navigated = navigated
            former.remove()
        else:
            attended.focus.move(x, z)
        if not loader.walkway:
            return
        lacks_ways = navigated and not attended.has_ways
        if attended.chunk is None or lacks_ways or streamed.is_beside(attended.chunk, x, z, LINGER):
            chunk = streamed.chunk_of(x, z)
            if patient or self._is_ready(attended, chunk):
                self._lay(attended, chunk)

    def _is_ready(self, attended: Attendance, chunk: ChunkIndex) -> bool:
        streamed = self._world(attended.loader)
        has_ways = not attended.navigated or streamed.ways_over(chunk) is not None
        return has_ways and streamed.stretch(chunk) is not None

    def _lay(self, attended: Attendance, chunk: ChunkIndex) -> None:
        """Put the stretch around `chunk` under a loader."""
        name, streamed = attended.loader.walkway, self._world(attended.loader)
        walkway, boundaries = streamed.awaited(chunk).walkway(name)
        navmeshes: Mapping[float, Navmesh] | None = None
        if streamed.ways is not None:
            navmeshes = streamed.awaited_ways(chunk).navmeshes() if attended.navigated else {}
        if attended.chunk is None:
            self._decks.add_walkway(walkway, boundaries, navmeshes)
        else:
            for body in self._decks.replace_walkway(walkway, boundaries, navmeshes):
                motor = esper.try_component(body.owner, WalkwayMotor) if esper.entity_exists(body.owner) else None
                if motor is not None:
                    motor.position = body.position
        attended.chunk, attended.has_ways = chunk, attended.navigated

    def _take_over(self, name: str, streamed: StreamedWorld) -> None:
        world = streamed.world
        if not self._patient:
            for notice in world.handed_over(BUDGET):
                self._show(name, streamed, notice)
            return
        world.finish()
        # In an order of their own, for workers finish in any.
        notices = sorted(world.handed_over(math.inf), key=lambda notice: (notice.layer.name, notice.chunk))
        for notice in notices:
            self._show(name, streamed, notice)

    def _show(self, name: str, streamed: StreamedWorld, notice: HandOver) -> None:
        if notice.layer not in streamed.rings:
            return
        spot = (name, notice.layer, notice.chunk)
        for entity in self._shown.pop(spot, ()):
            esper.delete_entity(entity, immediate=True)
        if isinstance(notice, ChunkArrived):
            entities = notice.content.entities()
            self._shown[spot] = [int(esper.create_entity(*components)) for components in entities]

    def _world(self, loader: ChunkLoader) -> StreamedWorld:
        try:
            return self._worlds[loader.world]
        except KeyError:
            known = ", ".join(sorted(self._worlds)) or "none"
            raise ValueError(f'a ChunkLoader names the world "{loader.world}"; there is: {known}') from None
