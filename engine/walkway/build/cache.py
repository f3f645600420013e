"""Builds kept by the content of what they were made from."""

import hashlib
import json
import os
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from orlop.engine.error import OrlopError
from orlop.engine.paths import cache_folder
from orlop.engine.scene.scene import Scene
from orlop.engine.walkway.build.content import code_digest
from orlop.engine.walkway.build.memory import Memory
from orlop.engine.walkway.build.result import Build
from orlop.engine.walkway.file import load_build, save_build
from orlop.engine.walkway.settings import WalkwaySettings

ROOM = 256 * 2**20
"""What the cache may take, bytes: twenty builds of the largest levels, or hundreds of others."""


def cached_build(scene: Scene, settings: WalkwaySettings | None = None) -> Build:
    """Return the build of `scene`, from the cache if the same one was built before.

    The same means: the same triangles, transforms, names, extras, settings and source code of
    the builder. A damaged cache file is built anew; a cache that cannot be read or written is no
    error. Of all that is in it, what was used last is kept, up to `ROOM`. Of a scene that was
    built before in part, as with a door moved, only the rest is built.
    """
    settings = settings or WalkwaySettings()
    path = cache_folder() / "walkways" / f"{scene_digest(scene, settings)}.walkways"
    with suppress(OrlopError):
        build = load_build(path)
        with suppress(OSError):
            os.utime(path)
        return build
    from orlop.engine.walkway.build.builder import build_walkways

    parts = cache_folder() / "walkway-parts"
    build = build_walkways(scene, settings, memory=Memory(parts))
    prune(parts, ROOM)
    with suppress(OrlopError):
        save_build(path, build)
        prune(path.parent, ROOM)
    return build


def prune(folder: Path, room: int) -> None:
    """Delete what was used longest ago from `folder`, until its files take no more than `room` bytes.

    The newest file stays, whatever its size. What can't be deleted is left.
    """
    found = []
    with suppress(OSError):
        for entry in os.scandir(folder):
            with suppress(OSError):  # another process deletes, too
                found.append((entry.stat().st_mtime_ns, entry.path, entry.stat().st_size))
    found.sort(reverse=True)
    taken = 0
    for number, (_, path, size) in enumerate(found):
        taken += size
        if taken > room and number > 0:
            with suppress(OSError):
                os.unlink(path)


def scene_digest(scene: Scene, settings: WalkwaySettings) -> str:
    """Name what a build depends on: 32 hexadecimal digits."""
    digest = hashlib.sha256(code_digest().encode())
    digest.update(json.dumps([scene.source, asdict(settings), scene.warnings]).encode())
    digest.update(scene.turn.tobytes())
    for node in scene:
        materials = [(material.name, dict(material.extras)) for material in node.materials]
        words = [node.name, node.parent, dict(node.extras), materials]
        digest.update(json.dumps(words, sort_keys=True, default=str).encode())
        for array in (node.transform, node.triangles, node.material_of):
            digest.update(str(array.shape).encode())
            digest.update(array.tobytes())
    return digest.hexdigest()[:32]
