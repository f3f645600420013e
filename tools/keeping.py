"""Lets a layered level keep its chunks from one game to the next: `--store DIR`."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from orlop.engine.error import OrlopError
from orlop.tools.answer import warn

if TYPE_CHECKING:
    from orlop.levels.playable import Playable


@contextmanager
def kept_in(folder: Path | None, level: "Playable") -> Iterator[None]:
    """Give `level` the store of a folder while it is played, and say at the end what that was good for.

    Raises
    ------
    OrlopError
        If the level has no layers, or the folder can't be used.
    """
    if folder is None:
        yield
        return
    from orlop.levels.layered import Layered, open_store

    if not isinstance(level, Layered):
        raise OrlopError("--store", f"{level.name} is not generated in layers, so it keeps nothing", "Leave it out.")
    store = level.store = open_store(folder)
    try:
        yield
    finally:
        store.close()
        if store.trouble:
            warn(f"{store.path}: {store.trouble}. What could not be read was made anew")
        if level.world is not None:
            progress = level.world.progress()
            counts = [progress[layer.name] for layer in level.layers() if layer.stored]
            read, made = sum(each.loaded for each in counts), sum(each.generated for each in counts)
            warn(
                f"{store.path}: {read:,} chunks read, {made:,} made{' and not kept: it is read-only' * store.read_only}"
            )
