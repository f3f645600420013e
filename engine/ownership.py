"""What goes when a level goes."""

from collections.abc import Callable
from functools import partial

import esper

from orlop.engine.events import Events
from orlop.engine.schedule import Schedule


class Ownership:
    """Takes back what a level added: its entities, its systems, its subscriptions.

    All entities created from `begin` to `end` are the level's; of systems and subscriptions only
    those made while it loads, since the game's own may come as late as they like.
    """

    def __init__(self, schedule: Schedule, events: Events) -> None:
        self._schedule = schedule
        self._events = events
        self._older: set[int] = set()
        self._kept: set[int] = set()
        self._callbacks: list[Callable[[], object]] = []

    def begin(self, load: Callable[[], object]) -> None:
        """Call `load` and note what it adds; the entities that there are before it are older, and stay."""
        self._older = set(esper.get_entities())
        systems, subscriptions = self._schedule.added(), self._events.subscriptions()
        try:
            load()
        finally:
            for system in self._schedule.added():
                if system not in systems:
                    self.on_end(partial(self._remove, system))
            for subscription in self._events.subscriptions():
                if subscription not in subscriptions:
                    self.on_end(partial(self._events.drop, subscription))

    def keep(self, entity: int) -> None:
        """Let `entity` stay, too."""
        self._kept.add(entity)

    def on_end(self, callback: Callable[[], object]) -> None:
        """Call `callback` at the next `end`, the last one first."""
        self._callbacks.append(callback)

    def end(self) -> None:
        """Call back, and delete the entities that do not stay.

        If none does, numbers are given out from 1 again, so that a second go is like the first.
        Whatever is called back may raise: the first error is raised when all is gone, with a note of the others.
        """
        errors: list[BaseException] = []
        self._callbacks.insert(0, clear_dead)
        while self._callbacks:
            try:
                self._callbacks.pop()()
            except BaseException as error:  # noqa: BLE001 - raised below
                errors.append(error)
        self._delete()
        if errors:
            for other in errors[1:]:
                errors[0].add_note(f"Another one, as the level went on going: {other!r}")
            raise errors[0]

    def _delete(self) -> None:
        self._kept.intersection_update(esper.get_entities())  # numbers of the dead are given out again
        staying = self._older | self._kept
        if staying.isdisjoint(esper.get_entities()):
            esper.clear_database()
            return
        for entity in [entity for entity in esper.get_entities() if entity not in staying]:
            esper.delete_entity(entity, immediate=True)

    def _remove(self, system: esper.Processor) -> None:
        if system in self._schedule.added():  # else someone has removed it before
            self._schedule.remove(system)


def clear_dead() -> None:
    """Let esper delete what systems asked it to; it raises only here, and only the number, for an unknown entity."""
    try:
        esper.clear_dead_entities()
    except KeyError as error:
        esper._dead_entities.intersection_update(esper.get_entities())  # to be told of it once is enough
        esper.clear_dead_entities()
        raise ValueError(f"delete_entity({error}): there is no such entity, or it was deleted twice") from error
