"""Bullet's kinematic character controller, as panda3d brings it: the peer of our walkers."""

import numpy as np
from numpy.typing import NDArray

from orlop.engine.deck.mesh_grid import MeshGrid
from orlop.tools.bench.measure import PeerMissingError

Floats = NDArray[np.float64]

LEDGE = 1.5
"""A drop ahead of more than this is turned away from, metres."""
AHEAD = 0.8
"""How far ahead of the feet a ledge is looked for, metres."""
MESH, WALKERS = 0, 1
"""Bullet's groups: walkers collide with the mesh, not with each other."""


class BulletWalkers:
    """Capsules on a mesh, moved by Bullet.

    Parameters
    ----------
    triangles
        (m, 3, 3) metres, Y up.
    feet
        (n, 3) where they start, metres.
    radius, height, step, slope
        Of each walker, metres and radians.
    """

    def __init__(
        self, triangles: Floats, feet: Floats, radius: float, height: float, step: float, slope: float
    ) -> None:
        try:
            from panda3d import bullet, core
        except ImportError as error:
            raise PeerMissingError("panda3d is not installed; `pip install orlop[bench]` brings it.") from error
        core.loadPrcFileData("", "bullet-filter-algorithm groups-mask")
        self._core = core
        self._half = 0.5 * height
        self._mesh = MeshGrid.over(triangles)
        self._world = bullet.BulletWorld()
        self._world.setGravity(core.Vec3(0, 0, -9.81))
        self._world.setGroupCollisionFlag(MESH, WALKERS, True)
        self._world.setGroupCollisionFlag(WALKERS, WALKERS, False)
        self._world.attach(self._ground(bullet, triangles))
        self._nodes, self._paths = [], []
        shape = bullet.BulletCapsuleShape(radius, height - 2.0 * radius, bullet.ZUp)
        for number, (x, y, z) in enumerate(feet.tolist()):
            node = bullet.BulletCharacterControllerNode(shape, step, f"walker {number}")
            node.setMaxSlope(slope)
            path = core.NodePath(node)
            path.setPos(x, -z, y + self._half + 0.02)
            path.setCollideMask(core.BitMask32.bit(WALKERS))
            self._world.attach(node)
            self._nodes.append(node)
            self._paths.append(path)

    def _ground(self, bullet: object, triangles: Floats) -> object:
        mesh = bullet.BulletTriangleMesh()  # type: ignore[attr-defined]
        for corners in triangles.tolist():
            mesh.addTriangle(*(self._core.Point3(x, -z, y) for x, y, z in corners))
        node = bullet.BulletRigidBodyNode("mesh")  # type: ignore[attr-defined]
        node.addShape(bullet.BulletTriangleMeshShape(mesh, dynamic=False))  # type: ignore[attr-defined]
        node.setIntoCollideMask(self._core.BitMask32.bit(MESH))
        return node

    @property
    def feet(self) -> Floats:
        """Where they stand, (n, 3) metres."""
        places = np.array([tuple(path.getPos()) for path in self._paths], np.float64).reshape(-1, 3)
        return np.column_stack([places[:, 0], places[:, 2] - self._half, -places[:, 1]])

    def at_a_ledge(self, headings: Floats) -> NDArray[np.bool_]:
        """Tell which would next walk off a ledge, going by `headings` (n,): (cos, sin) in (x, z)."""
        ahead = self.feet + AHEAD * np.column_stack([np.cos(headings), np.zeros(len(headings)), np.sin(headings)])
        low, high = np.array([0.0, -LEDGE, 0.0]), np.array([0.0, self._half, 0.0])
        return ~self._mesh.hit(ahead + high, ahead + low)

    def command(self, wishes: list[tuple[float, float]]) -> None:
        """Let each go with the velocity (x, z) of `wishes`, metres a second, until told otherwise."""
        vector = self._core.Vec3
        for node, (x, z) in zip(self._nodes, wishes, strict=True):
            node.setLinearMovement(vector(x, -z, 0.0), False)

    def tick(self, dt: float) -> None:
        """Go on by `dt` seconds."""
        self._world.doPhysics(dt, 1, dt)
