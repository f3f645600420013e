"""Which entities go when a level goes."""

from collections.abc import Callable
from contextlib import ExitStack

import esper


class Ownership:
    """Deletes what came into esper's current world since `begin`, save what is kept."""

    def __init__(self) -> None:
        self._older: set[int] = set()
        self._kept: set[int] = set()
        self._callbacks = ExitStack()

    def begin(self) -> None:
        """Count the entities there are now as older: they stay."""
        self._older = set(esper.get_entities())

    def keep(self, entity: int) -> None:
        """Let `entity` stay, too."""
        self._kept.add(entity)

    def on_end(self, callback: Callable[[], object]) -> None:
        """Call `callback` at the next `end`, the last one first."""
        self._callbacks.callback(callback)

    def call_back(self) -> None:
        """Call what waits for the end, once."""
        self._callbacks.close()

    def end(self) -> None:
        """Delete the entities that do not stay.

        If none does, numbers are given out from 1 again, so that a second go is like the first.
        """
        self._kept.intersection_update(esper.get_entities())  # numbers of the dead are given out again
        staying = self._older | self._kept
        if staying.isdisjoint(esper.get_entities()):
            esper.clear_database()
            return
        for entity in [entity for entity in esper.get_entities() if entity not in staying]:
            esper.delete_entity(entity, immediate=True)


def clear_dead() -> None:
    """Let esper delete what systems asked it to; it raises only here, and only the number, for an unknown entity."""
    try:
        esper.clear_dead_entities()
    except KeyError as error:
        raise ValueError(f"delete_entity({error}): there is no such entity, or it was deleted twice") from error
