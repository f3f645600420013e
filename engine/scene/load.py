"""A scene from a file, whichever of the formats it is in."""

import os
from pathlib import Path

from orlop.engine.error import OrlopError
from orlop.engine.scene.gltf import read_gltf
from orlop.engine.scene.obj import read_obj
from orlop.engine.scene.scene import Scene

_READERS = {".gltf": read_gltf, ".glb": read_gltf, ".obj": read_obj}


def load_scene(path: str | Path) -> Scene:
    """Read a glTF 2.0, GLB or OBJ file into named nodes with triangles in world space.

    What was left out without harm to the geometry is told in the scene's `warnings`. A scene
    without any triangle loads; what needs triangles refuses it.

    Parameters
    ----------
    path
        File ending in `.gltf`, `.glb` or `.obj`. Its Y is up, whatever the program it comes from.

    Raises
    ------
    OrlopError
        There is no such file, or it can't be read; the message names file, node and cure.
    """
    path = Path(path)
    check_scene_file(path)
    return _READERS[path.suffix.lower()](path)


def check_scene_file(path: Path) -> None:
    """Refuse, by OrlopError, what is no scene file by its name, or is not there: before anything is done for it."""
    if os.path.isdir(path):
        raise OrlopError(str(path), "is a folder", "Name a .gltf, .glb or .obj file in it.")
    if not os.path.exists(path):  # unlike Path.exists, false for any name the system rejects
        raise OrlopError(path.name, f"there is no such file in {path.parent.absolute()}", "Check the path.")
    if path.suffix.lower() not in _READERS:
        raise OrlopError(
            path.name, f"is of a kind Orlop does not read ({path.suffix or 'no suffix'})", "Export it as .glb."
        )
