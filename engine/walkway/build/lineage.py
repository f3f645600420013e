"""What each node says of itself, and what it inherits."""

from dataclasses import dataclass, replace

from orlop.engine.scene.scene import Node, Scene
from orlop.engine.walkway.build.extras import Extras
from orlop.engine.walkway.build.naming import ROLES, read_name

DEFAULT_WALKWAY = "deck"
"""The walkway of a floor that names none."""


@dataclass(frozen=True, slots=True)
class Given:
    """What a node says of itself or inherits from the nodes above it.

    Attributes
    ----------
    role
        One of `ROLES`, or None.
    owner
        The node that says the role.
    words
        What follows the role in the owner's name.
    floor
        Walkway of the floor that it is, or hangs on.
    carrier
        Name of the pusher or trapdoor that it is, or hangs on, and moves with.
    walkable, obstacle
        The extras of these names; true if nothing is said.
    """

    role: str | None = None
    owner: Node | None = None
    words: tuple[str, ...] = ()
    floor: str | None = None
    carrier: str | None = None
    walkable: bool = True
    obstacle: bool = True


def read_lineage(scene: Scene) -> dict[str, Given]:
    """Go over the nodes, parents first, and return what holds for each, by its name."""
    given: dict[str, Given] = {}
    for node in scene:
        above = given.get(node.parent, Given()) if node.parent is not None else Given()
        given[node.name] = _read(scene.source, node, above)
    return given


def _read(source: str, node: Node, above: Given) -> Given:
    extras = Extras(source, node)
    named, words = read_name(node.name)
    role = extras.choice("role", ROLES) or named
    given = above
    if role is not None:
        given = replace(above, role=role, owner=node, words=words if role == named else ())
    if given.role == "floor":
        own = words[0] if role == "floor" and words else None
        given = replace(given, floor=extras.text("walkway") or own or above.floor or DEFAULT_WALKWAY)
    if role in ("pusher", "trapdoor"):
        given = replace(given, carrier=node.name)
    walkable, obstacle = extras.flag("walkable"), extras.flag("obstacle")
    return replace(
        given,
        walkable=above.walkable if walkable is None else walkable,
        obstacle=above.obstacle if obstacle is None else obstacle,
    )
