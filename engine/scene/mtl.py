"""Colours from a material library beside an OBJ file."""

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
        keyword, _, rest = line.strip().partition(" ")
        if keyword == "newmtl":
            name = rest.strip()
            materials[name] = Material(name)
        elif keyword == "Kd" and name:
            materials[name] = _tinted(name, rest.split())
    return materials


def _tinted(name: str, words: list[str]) -> Material:
    try:
        red, green, blue = (min(max(float(word), 0.0), 1.0) for word in words[:3])
    except ValueError:
        return Material(name)
    return Material(name, (red, green, blue))
