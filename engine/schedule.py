"""What runs when: stages, and the order within them."""

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from time import perf_counter_ns
from typing import Any, ClassVar

import esper

from orlop.engine.events import Events
from orlop.engine.order import Constraint, ordered

SMOOTHING = 1 / 32
"""Weight of the newest measurement in a system's cost."""


class Stage(Enum):
    """The parts of a tick, in their order, and of a frame."""

    CONTROL = 0
    """Actions and scripts become wishes; doors."""
    SIMULATE = 1
    """Pushers, movement, portals, floor height."""
    RESPOND = 2
    """Interaction, events, streaming, sound."""
    FRAME = 3
    """Once a drawn frame, interpolated: camera, render, chart, overlay. Drawn while paused, too."""

    __hash__ = object.__hash__  # Enum's own is Python code, and the schedule looks plans up by stage each tick


TICK = (Stage.CONTROL, Stage.SIMULATE, Stage.RESPOND)
FRAME = (Stage.FRAME,)

Types = tuple[type[esper.Processor], ...]


class System(esper.Processor):
    """A processor that says when it runs.

    Attributes
    ----------
    stage
        Part of the tick it belongs to.
    before, after
        Types of systems it runs before or after; absent ones don't matter.
    runs_paused
        Whether it also runs, once a frame, while the clock is paused. It then gets the
        frame's seconds, and must leave the simulation's state alone.
    """

    stage: ClassVar[Stage] = Stage.SIMULATE
    before: ClassVar[Types] = ()
    after: ClassVar[Types] = ()
    runs_paused: ClassVar[bool] = False

    def process(self, dt: float) -> None:
        """Do one tick's work; `dt` is its length in seconds (of FRAME systems: since the last frame)."""
        raise NotImplementedError


@dataclass(slots=True, eq=False)
class _Entry:
    processor: esper.Processor
    stage: Stage
    before: Types
    after: Types
    runs_paused: bool
    call: Callable[[float], object]
    cost: float = 0.0  # nanoseconds, smoothed


class Schedule:
    """Runs systems stage by stage, each stage in an order that keeps every `before` and `after`.

    Where these leave a choice, the higher esper `priority` goes first, then what was added
    first. The order is computed once, at the first run after a change. A change made by a
    running system counts from the next run on.

    Parameters
    ----------
    events
        Delivered after each system.
    """

    def __init__(self, events: Events | None = None) -> None:
        self._events = Events() if events is None else events
        self._entries: list[_Entry] = []
        self._order: tuple[_Entry, ...] | None = None
        self._plans: dict[tuple[tuple[Stage, ...], bool], tuple[_Entry, ...]] = {}

    def add(
        self,
        processor: esper.Processor,
        stage: Stage | None = None,
        before: Types = (),
        after: Types = (),
        runs_paused: bool | None = None,
    ) -> None:
        """Add a `System` or any esper `Processor`, whose `process` takes `dt` or nothing.

        `before` and `after` add to what a System says itself; `stage` and `runs_paused`
        replace it. A plain Processor belongs to SIMULATE unless told otherwise. Several of
        one type may be added, but one object only once.
        """
        if not isinstance(processor, esper.Processor):
            raise TypeError(f"expected an esper.Processor, got {processor!r}")
        if any(entry.processor is processor for entry in self._entries):
            raise ValueError(f"this {type(processor).__name__} has been added already")
        own: type[System] = type(processor) if isinstance(processor, System) else System
        entry = _Entry(
            processor,
            own.stage if stage is None else stage,
            own.before + tuple(before),
            own.after + tuple(after),
            own.runs_paused if runs_paused is None else runs_paused,
            _with_dt(processor),
        )
        self._entries.append(entry)
        self._forget_order()

    def remove(self, processor: esper.Processor) -> None:
        """Take out this very object; ValueError if it isn't there."""
        for index, entry in enumerate(self._entries):
            if entry.processor is processor:
                del self._entries[index]
                self._forget_order()
                return
        raise ValueError(f"this {type(processor).__name__} is not in the schedule")

    def added(self) -> list[esper.Processor]:
        """Return all processors in the order of addition."""
        return [entry.processor for entry in self._entries]

    def systems(self) -> list[esper.Processor]:
        """Return all processors in the order in which they run.

        Raises
        ------
        ValueError
            If the systems' wishes form a cycle, or contradict their stages; it names them.
        """
        return [entry.processor for entry in self._ordered()]

    def run(self, stages: tuple[Stage, ...], dt: float, paused: bool = False) -> None:
        """Run the systems of `stages`, each with `dt` seconds, delivering events after each.

        When `paused`, only systems that run paused, and those of FRAME: a picture is always drawn.
        """
        plan = self._plans.get((stages, paused))
        if plan is None:
            plan = self._plan(stages, paused)
        events = self._events
        then = perf_counter_ns()
        for entry in plan:
            entry.call(dt)
            if events.pending:
                events.deliver()
            now = perf_counter_ns()
            entry.cost += (now - then - entry.cost) * SMOOTHING
            then = now

    def costs(self) -> list[tuple[str, float]]:
        """Return each system's name and smoothed cost a run in microseconds, in order of running."""
        return [(type(entry.processor).__name__, entry.cost / 1000) for entry in self._ordered()]

    def _plan(self, stages: tuple[Stage, ...], paused: bool) -> tuple[_Entry, ...]:
        plan = tuple(
            entry
            for entry in self._ordered()
            if entry.stage in stages and (not paused or entry.runs_paused or entry.stage is Stage.FRAME)
        )
        self._plans[stages, paused] = plan
        return plan

    def _ordered(self) -> tuple[_Entry, ...]:
        if self._order is None:
            by_priority = sorted(self._entries, key=lambda entry: -entry.processor.priority)
            constraints = _constraints(by_priority)
            names = [type(entry.processor).__name__ for entry in by_priority]
            parts = [
                ordered([i for i, entry in enumerate(by_priority) if entry.stage is stage], constraints, names)
                for stage in Stage
            ]
            self._order = tuple(by_priority[i] for part in parts for i in part)
        return self._order

    def _forget_order(self) -> None:
        self._order = None
        self._plans.clear()


def _constraints(entries: Sequence[_Entry]) -> list[Constraint]:
    """Pairs (first, second) of indices; those that contradict the stages are refused."""
    pairs = []
    for i, entry in enumerate(entries):
        for j, other in enumerate(entries):
            if i == j:
                continue
            if isinstance(other.processor, entry.before):
                pairs.append((i, j))
            if isinstance(other.processor, entry.after):
                pairs.append((j, i))
    for i, j in pairs:
        first, second = entries[i], entries[j]
        if first.stage.value > second.stage.value:
            raise ValueError(
                f"{type(first.processor).__name__} shall run before {type(second.processor).__name__}, "
                f"but its stage {first.stage.name} comes after {second.stage.name}"
            )
    return pairs


def _with_dt(processor: esper.Processor) -> Callable[[float], object]:
    """Return how to call `process` with a tick's length, which an author's own may not want."""
    process: Callable[..., Any] = processor.process
    signature = inspect.signature(process)
    for arguments in ((0.0,), ()):
        try:
            signature.bind(*arguments)
        except TypeError:
            continue
        return process if arguments else lambda dt: process()
    raise TypeError(f"{type(processor).__name__}.process{signature} must take dt or nothing")
