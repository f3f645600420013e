"""Colours from a material library beside an OBJ file."""

import math
from pathlib import Path

from orlop.engine.scene.scene import Material


def read_mtl(path: Path) -> dict[str, Material]:
    """Return the materials of a library by name; what it says beyond a diffuse colour is passed over.

    Parameters
    ----------
    path
        A `.mtl` file. A colour that can't be read keeps its default: geometry does not hang on it.

    Raises
    ------
    OSError
        The file can't be read.
    """
    materials: dict[str, Material] = {}
    name = ""
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines():
        keyword, *words = line.split() or [""]
        if keyword == "newmtl":
            name = " ".join(words)  # as `usemtl` reads it
            materials[name] = Material(name)
        elif keyword == "Kd" and name:
            materials[name] = _tinted(name, words)
    return materials


def _tinted(name: str, words: list[str]) -> Material:
    try:
        red, green, blue = (float(word) for word in words[:3])
    except ValueError:
        return Material(name)
    if not all(map(math.isfinite, (red, green, blue))):
        return Material(name)
    return Material(name, (_share(red), _share(green), _share(blue)))


def _share(number: float) -> float:
    return min(max(number, 0.0), 1.0)
