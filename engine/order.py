"""An order that keeps pairs: which of two comes first."""

import heapq
from collections.abc import Collection, Sequence

Constraint = tuple[int, int]
"""The first of the two comes before the second."""


def ordered(members: Collection[int], constraints: Collection[Constraint], names: Sequence[str]) -> list[int]:
    """Return `members` so that every constraint among them holds; where there is a choice, lowest first.

    Parameters
    ----------
    members
        Distinct numbers.
    constraints
        Those with someone who isn't a member are ignored.
    names
        What to call member i in the error.

    Raises
    ------
    ValueError
        If the constraints form a cycle; it names its members in order.
    """
    inside = set(members)
    edges = {(a, b) for a, b in constraints if a in inside and b in inside}
    followers: dict[int, list[int]] = {member: [] for member in inside}
    waits_for = dict.fromkeys(inside, 0)
    for first, second in edges:
        followers[first].append(second)
        waits_for[second] += 1
    ready = [member for member in inside if not waits_for[member]]
    heapq.heapify(ready)
    result = []
    while ready:
        member = heapq.heappop(ready)
        result.append(member)
        for follower in followers[member]:
            waits_for[follower] -= 1
            if not waits_for[follower]:
                heapq.heappush(ready, follower)
    if len(result) < len(inside):
        cycle = " → ".join(names[i] for i in _cycle(inside.difference(result), edges))
        raise ValueError(f"these systems wait for each other: {cycle}")
    return result


def _cycle(rest: Collection[int], edges: Collection[Constraint]) -> list[int]:
    """One closed way through `rest`, each of which has a predecessor in it."""
    predecessor = {second: first for first, second in sorted(edges) if first in rest and second in rest}
    seen: list[int] = []
    member = min(rest)
    while member not in seen:
        seen.append(member)
        member = predecessor[member]
    circle = seen[seen.index(member) :]
    return [member, *reversed(circle)]
