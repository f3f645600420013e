"""Names that were perhaps not meant as roles: of a lamp called `floor_lamp`, a grille called `air vent`."""

from collections.abc import Iterator, Sequence

from orlop.engine.scene.scene import Node, Scene
from orlop.engine.walkway.build.extras import Extras
from orlop.engine.walkway.build.level import area_above, level_enough
from orlop.engine.walkway.build.lineage import Given, read_lineage
from orlop.engine.walkway.build.role import Roles
from orlop.engine.walkway.build.storey import storeys
from orlop.engine.walkway.walkway import Walkway

LEAST_FLOOR = 2.0
"""A walkway with less floor is likelier a thing that is called so, square metres."""

FAR_MORE = 10.0
"""So many times as much level surface without a name is likelier the floor than what is called so."""

CURE = 'If it is not meant so, let its name not begin with "{}".'


def find_misread(scene: Scene, roles: Roles, walkways: Sequence[Walkway], slope_limit: float) -> tuple[str, ...]:
    """Return a line for each node of `scene` whose name was perhaps not meant as a role; it names the cure.

    Parameters
    ----------
    walkways
        All that were built.
    slope_limit
        Of what can be stood on, radians.
    """
    given = read_lineage(scene)
    lines = [*_strangers(scene, given, roles, walkways)]
    if roles.floors:
        areas = {name: area_above(level_enough(nodes, roles, slope_limit)) for name, nodes in roles.floors.items()}
        lines += [
            f'walkway "{name}" has only {area:.1f} m² of floor, in {_list(roles.floors[name])}. {CURE.format("floor")}'
            for name, area in areas.items()
            if area < LEAST_FLOOR
        ]
        lines += _lost(scene, given, roles, sum(areas.values()), slope_limit)
    return tuple(lines)


def _strangers(scene: Scene, given: dict[str, Given], roles: Roles, walkways: Sequence[Walkway]) -> Iterator[str]:
    """Nodes of a walkway that there is not; where the scene names floors, they were refused before."""
    named: list[tuple[str, str, str | None]] = []
    for portal in roles.portals:
        named += [(portal.node, "portal", name) for name in (portal.source, portal.destination)]
    for node in scene:
        own = given[node.name]
        if own.owner is node and own.role in ("air", "pusher", "trapdoor"):
            word = own.words[0] if own.words else None
            named.append((node.name, own.role, Extras(scene.source, node).text("walkway") or word))
    for node_name, role, walkway in named:
        if walkway is not None and not storeys(walkways, walkway):
            yield f'node "{node_name}" is a {role} of walkway "{walkway}", which there is not. {CURE.format(role)}'


def _lost(scene: Scene, given: dict[str, Given], roles: Roles, named: float, slope_limit: float) -> Iterator[str]:
    """Tell if far more could be stood on among what has no name: once anything is called floor, only that is."""
    plain = [node for node in scene if given[node.name].role is None and len(node.triangles)]
    unnamed = area_above(level_enough(plain, roles, slope_limit))
    if unnamed > FAR_MORE * named:
        floors = [node for nodes in roles.floors.values() for node in nodes]
        yield (
            f"only {_list(floors)}, {named:.1f} m², is floor, but {unnamed:.0f} m² that is not called so is as level. "
            'If that is the floor, name it, or let nothing else begin with "floor".'
        )


def _list(nodes: Sequence[Node]) -> str:
    names = ", ".join(f'"{node.name}"' for node in nodes[:3])
    return f"node{'s' if len(nodes) > 1 else ''} {names}{' and others' if len(nodes) > 3 else ''}"
