"""Makes the link tree `build/typing/orlop`, through which type checkers see the checkout.

The packages `orlop.engine`, `orlop.components`, … lie in folders of other names, joined by
an import hook that only Python itself follows. `mypy` and `pyright` need real folders.
"""

import os
import shutil
import sys
from pathlib import Path

PARTS = ("components", "engine", "levels", "systems", "tools")


def link(checkout: Path) -> Path:
    """Make or mend the tree in `checkout`; return the folder that belongs on the search path."""
    root = checkout / "engine" / "_orlop"
    tree = checkout / "build" / "typing" / "orlop"
    tree.mkdir(parents=True, exist_ok=True)
    for part in PARTS:
        _link_folder(tree / part, checkout / part)
    for source in root.iterdir():
        copy = tree / source.name
        if source.is_file() and not (copy.exists() and copy.read_bytes() == source.read_bytes()):
            shutil.copyfile(source, copy)
    return tree.parent


def _link_folder(place: Path, target: Path) -> None:
    if os.path.lexists(place):
        if place.resolve() == target.resolve():
            return
        # A junction or a link to where the checkout was before: remove the link, never what it leads to.
        if sys.platform == "win32":
            place.rmdir()
        else:
            place.unlink()
    if sys.platform == "win32":
        import _winapi

        _winapi.CreateJunction(str(target), str(place))  # unlike a symlink it needs no privilege
    else:
        place.symlink_to(target, target_is_directory=True)


if __name__ == "__main__":
    print(link(Path(__file__).resolve().parent.parent))
