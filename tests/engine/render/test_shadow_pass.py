"""The shadow map is made anew whenever what throws shadows has changed."""

import numpy as np
from numpy.typing import NDArray

from orlop.engine.render.device import Device
from orlop.engine.render.look import Look
from orlop.engine.render.mesh import mesh_of
from orlop.engine.render.shadow_pass import ShadowPass
from orlop.engine.render.solid_pass import CardMesh, Placed


def sheet(half: float) -> NDArray[np.float64]:
    a, b, c, d = [-half, 0, half], [half, 0, half], [half, 0, -half], [-half, 0, -half]
    return np.array([[a, b, c], [a, c, d]], np.float64)


def covered(shadows: ShadowPass) -> int:
    """Texels of the map that something covers."""
    return int((np.frombuffer(shadows._map.read(), np.float32) < 1.0).sum())


def mesh_at(address: int, device: Device, half: float) -> CardMesh:
    """Make meshes until one has the `address` of a freed one, or fifty have not."""
    made = mesh_of(sheet(half), np.ones((2, 3)))
    others = []
    for _ in range(50):
        others.append(CardMesh(device.context, made))
        if id(others[-1]) == address:
            break
    return others[-1]


def test_a_mesh_made_where_a_freed_one_was_throws_its_own_shadow(device: Device) -> None:
    shadows = ShadowPass(device.context)
    seen, address = [], 0
    for half in (1.0, 2.0, 4.0, 8.0, 1.0, 2.0, 4.0, 8.0):
        mesh = mesh_at(address, device, half)
        shadows.update([Placed(mesh, (0.0, 0.0, 0.0))], (0.0, 1.6, 0.0), Look())
        seen.append(covered(shadows))
        address = id(mesh)
        mesh.release()
        del mesh
    shares = np.array(seen) / seen[0]
    np.testing.assert_allclose(shares, [1, 4, 16, 64] * 2, rtol=0.1)
    shadows.release()
