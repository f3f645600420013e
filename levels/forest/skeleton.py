"""Where a broad-leaved tree's wood runs: space colonisation.

Runions, Lane and Prusinkiewicz 2007, "Modeling Trees with a Space Colonization Algorithm": points
that want to be reached pull the nearest branch tips towards them, and are gone when reached.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

REACHED = 2.0
"""Lengths of a step at which a point is reached."""
FELT = 9.0
"""Lengths of a step over which a point pulls."""
PIPES = 2.4
"""Power in which the radii of two branches add up to their stem's."""
STEPS = 60


@dataclass(frozen=True, slots=True, eq=False)
class Skeleton:
    """Joints of a tree, each above its parent's.

    Attributes
    ----------
    joints
        (n, 3) float64, metres; the first is the foot.
    parents
        (n,) int64, each lower than its own index; -1 for the foot.
    radii
        (n,) float64, metres.
    """

    joints: Floats
    parents: Integers
    radii: Floats

    def limbs(self) -> list[Integers]:
        """Return its limbs as joints from root to tip; each goes on along the thickest branch."""
        children: dict[int, list[int]] = {}
        for joint, parent in enumerate(self.parents.tolist()):
            children.setdefault(parent, []).append(joint)
        limbs, begun = [], [(-1, 0)]
        while begun:
            before, joint = begun.pop()
            limb = [joint] if before < 0 else [before, joint]
            while joint in children:
                first, *others = sorted(children[joint], key=lambda child: -self.radii[child])
                begun += [(joint, other) for other in others]
                limb.append(first)
                joint = first
            limbs.append(np.array(limb, np.int64))
        return limbs


def colonised(points: Floats, bole: float, step: float, thickness: float) -> Skeleton:
    """Grow a skeleton that reaches for `points` (n, 3), metres.

    Parameters
    ----------
    bole
        Height of the trunk below the first branch, metres.
    step
        Length of a joint, metres.
    thickness
        Radius of the foot, metres.
    """
    trunk = np.arange(0.0, max(bole, step) + 0.5 * step, step)
    joints = [np.array([0.0, y, 0.0]) for y in trunk]
    parents = [index - 1 for index in range(len(joints))]
    left = points.copy()
    for _ in range(STEPS):
        if not len(left):
            break
        at = np.array(joints)
        apart = left[:, None] - at[None]
        distances = np.linalg.norm(apart, axis=2)
        nearest = distances.argmin(axis=1)
        shortest = distances[np.arange(len(left)), nearest]
        felt = shortest < FELT * step
        if not felt.any():
            break
        pulls = apart[np.arange(len(left)), nearest] / np.maximum(shortest, 1e-9)[:, None]
        for joint in np.unique(nearest[felt]):
            pull = pulls[felt & (nearest == joint)].sum(axis=0)
            length = float(np.linalg.norm(pull))
            if length > 1e-6:
                joints.append(joints[joint] + pull / length * step)
                parents.append(int(joint))
        fresh = np.array(joints[len(at) :]).reshape(-1, 3)
        if not len(fresh):
            break
        reached = np.linalg.norm(left[:, None] - fresh[None], axis=2).min(axis=1) < REACHED * step
        left = left[~reached]
    return Skeleton(np.array(joints), np.array(parents, np.int64), _radii(parents, thickness))


def _radii(parents: list[int], thickness: float) -> Floats:
    """Let every tip carry one pipe; below, they add up."""
    pipes = np.zeros(len(parents))
    for joint in range(len(parents) - 1, -1, -1):
        pipes[joint] = max(pipes[joint], 1.0)
        if parents[joint] >= 0:
            pipes[parents[joint]] += pipes[joint]
    radii = pipes ** (1.0 / PIPES)
    return np.asarray(radii / radii[0] * thickness)
