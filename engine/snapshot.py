"""A game's state in the middle of a level, to go on from later."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, Self, runtime_checkable

import esper

from orlop import __version__
from orlop.engine.error import OrlopError
from orlop.engine.paths import write_atomically
from orlop.engine.stateform import Kinds, fields_form, form, kind_of, made, value_of
from orlop.engine.statehash import belongs_to_state, is_hashed

if TYPE_CHECKING:
    from orlop.engine.game import Game

FORMAT = 1


@runtime_checkable
class Remembering(Protocol):
    """A system that knows more than components say, such as who may not go back through a portal yet."""

    def saved(self) -> object:
        """Return what it knows, in plain values."""
        ...

    def resume(self, saved: Any) -> None:
        """Know what `saved` returned; the components are restored already."""
        ...


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The state between two ticks, in plain JSON values.

    It goes onto a level that was loaded anew: geometry and looks are the level's, and what
    belongs to the state, as the state's hash counts it, comes from the snapshot.

    Attributes
    ----------
    source
        Where it comes from, for messages.
    content
        What its file holds.
    """

    source: str
    content: dict[str, Any]

    @classmethod
    def of(cls, game: "Game") -> Self:
        """Take the state of `game`; call it between two ticks.

        Raises
        ------
        TypeError
            For a component that holds what can't be saved; it names component and field.
        """
        game.activate()
        entities = {
            str(entity): {
                name: fields_form(component, name)
                for name, component in components_of(entity).items()
                if is_hashed(component)
            }
            for entity in sorted(esper.get_entities())
            if esper.entity_exists(entity) and belongs_to_state(entity)
        }
        content = {
            "orlop": __version__,
            "snapshot": FORMAT,
            "level": game.level.name if game.level else "",
            "seed": game.seed,
            "dt": game.clock.dt,
            "tick": game.clock.tick,
            "random": form(game.random.bit_generator.state, "random"),
            "next_entity": next_entity(),
            "entities": entities,
            "systems": [[type(system).__qualname__, form(system.saved(), "saved")] for system in remembering(game)],
        }
        return cls("this game", content)

    def apply(self, game: "Game", kinds: Iterable[type] = ()) -> None:
        """Bring the level that `game` has just loaded to this state.

        Parameters
        ----------
        game
            With the same level, seed and length of a tick, not played yet.
        kinds
            Classes of components that only come up in play, and of what components hold: dataclasses,
            enums and named tuples.

        Raises
        ------
        OrlopError
            If it was taken from another level or seed, or a class is not known.
        """
        game.activate()
        self._check(game)
        known: dict[str, type] = {kind.__qualname__: kind for kind in kinds}
        for entity in esper.get_entities():
            for name, component in components_of(entity).items():
                known.setdefault(name, type(component))
        saved: dict[str, Any] = self.content["entities"]
        further = [entity for entity in esper.get_entities() if str(entity) not in saved and belongs_to_state(entity)]
        for entity in further:
            esper.delete_entity(entity, immediate=True)
        for number, components in saved.items():
            restore_entity(int(number), components, known)
        while next_entity() < self.content["next_entity"]:
            esper.delete_entity(esper.create_entity(), immediate=True)
        game.random.bit_generator.state = value_of(self.content["random"], known)
        game.clock.tick = self.content["tick"]
        systems = remembering(game)
        for system, (name, remembered) in zip(systems, self.content["systems"], strict=False):
            if type(system).__qualname__ != name:
                raise self._refused(f"it was taken with the system {name} in the place of {type(system).__qualname__}")
            system.resume(value_of(remembered, known))

    def write(self, path: str | Path) -> None:
        """Write it as JSON, whole or not at all."""
        write_atomically(path, json.dumps(self.content, allow_nan=False, separators=(",", ":")).encode())

    @classmethod
    def read(cls, path: str | Path) -> Self:
        """Read a file that `write` wrote; OrlopError if it is none."""
        try:
            content = json.loads(Path(path).read_bytes())
        except OSError as error:
            raise OrlopError(str(path), f"can't be read: {error.strerror or error}", "Check the path.") from error
        except ValueError as error:
            raise OrlopError(str(path), "is no saved game", "Choose a file that a game was saved to.") from error
        if not isinstance(content, dict) or content.get("snapshot") != FORMAT:
            raise OrlopError(str(path), "is no saved game of this version", "Save it anew with this version of Orlop.")
        return cls(str(path), content)

    def _check(self, game: "Game") -> None:
        now = {"level": game.level.name if game.level else "", "seed": game.seed, "dt": game.clock.dt}
        for name, value in now.items():
            if self.content[name] != value:
                raise self._refused(f"it was taken with {name} {self.content[name]!r}, not {value!r}")
        if game.clock.tick:
            raise self._refused("the level has been played already")

    def _refused(self, problem: str) -> OrlopError:
        return OrlopError(self.source, problem, "Load the level it was taken from, anew, and apply it then.")


def remembering(game: "Game") -> list[Remembering]:
    """Return the systems that know more than components say, in the order in which they were added."""
    return [system for system in game.schedule.added() if isinstance(system, Remembering)]


def next_entity() -> int:
    """Return the number that esper will give to the next entity; asking esper would use it up."""
    return int(repr(esper._entity_count).strip("count()"))


def components_of(entity: int) -> dict[str, object]:
    """Return an entity's components by the qualified names of their classes."""
    components: tuple[object, ...] = esper.components_for_entity(entity)
    return {type(component).__qualname__: component for component in components}


def restore_entity(entity: int, components: dict[str, Any], known: Kinds) -> None:
    """Give an entity the components of a snapshot: its own are changed in place, for systems hold on to them."""
    while next_entity() <= entity:
        created = esper.create_entity()
        if created != entity:
            esper.delete_entity(created, immediate=True)
    if not esper.entity_exists(entity):
        raise OrlopError(
            f"entity {entity}", "the level has used its number up already", "Restore into a level loaded anew."
        )
    own = components_of(entity)
    for name, component in own.items():
        if name not in components and is_hashed(component):
            esper.remove_component(entity, type(component))
    for name, fields in components.items():
        if name not in own:
            esper.add_component(entity, made(kind_of(name, known), fields, known))
            continue
        for field, formed in fields.items():
            object.__setattr__(own[name], field, value_of(formed, known))
