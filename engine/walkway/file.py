"""A build's walkways as one file."""

import io
import json
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from orlop.engine.error import OrlopError
from orlop.engine.paths import write_atomically
from orlop.engine.walkway.air import Air
from orlop.engine.walkway.build.result import Build, PusherShape, Start, WalkwayReport
from orlop.engine.walkway.floor import Floor
from orlop.engine.walkway.outline import Outline
from orlop.engine.walkway.settings import WalkwaySettings
from orlop.engine.walkway.walkway import Seam, Walkway

FORMAT = "orlop walkways"
VERSION = 1

Arrays = Mapping[str, NDArray[np.generic]]


def save_build(path: str | Path, build: Build) -> None:
    """Write `build` to `path`: a zip of numpy arrays and one JSON header, no pickled objects.

    Raises
    ------
    OrlopError
        If the file cannot be written; an older one is then still whole.
    """
    arrays: dict[str, NDArray[np.generic]] = {}
    header = {
        "format": FORMAT,
        "version": VERSION,
        "source": build.source,
        "walkways": [_walkway_out(walkway, f"w{i}", arrays) for i, walkway in enumerate(build.walkways)],
        "reports": [asdict(report) for report in build.reports],
        "pushers": {name: _pusher_out(shape, f"p{i}", arrays) for i, (name, shape) in enumerate(build.pushers.items())},
        "start": asdict(build.start),
        "warnings": build.warnings,
        "stages_ms": build.stages_ms,
    }
    arrays["header"] = np.frombuffer(json.dumps(header).encode(), np.uint8)
    content = io.BytesIO()
    np.savez_compressed(content, **arrays)  # type: ignore[arg-type]
    write_atomically(path, content.getvalue())


def load_build(path: str | Path) -> Build:
    """Read what `save_build` wrote.

    Raises
    ------
    OrlopError
        If the file is absent, damaged, or of another version.
    """
    path = Path(path)
    try:
        with np.load(path, allow_pickle=False) as stored:
            header = json.loads(stored["header"].tobytes())
            if header["format"] != FORMAT or header["version"] != VERSION:
                raise _unfit(path, f"it is of format {header['format']!r}, version {header['version']!r}")
            return _build_in(header, {name: stored[name] for name in stored.files})
    except FileNotFoundError as error:
        raise OrlopError(str(path), "there is no such file", "Check the path.") from error
    except OSError as error:
        raise OrlopError(str(path), f"can't be read: {error.strerror or error}", "Check the path.") from error
    except (
        ValueError,
        KeyError,
        TypeError,
        AttributeError,
        NotImplementedError,
        zipfile.BadZipFile,
        zlib.error,
        EOFError,
    ) as error:
        raise _unfit(path, "it is damaged, or no walkway file") from error


def floor_to_bytes(made: Sequence[tuple[Walkway, WalkwayReport]]) -> bytes:
    """Return the walkways that one floor became, for `floor_from_bytes`."""
    arrays: dict[str, NDArray[np.generic]] = {}
    header = {
        "walkways": [_walkway_out(walkway, f"w{i}", arrays) for i, (walkway, _) in enumerate(made)],
        "reports": [asdict(report) for _, report in made],
    }
    arrays["header"] = np.frombuffer(json.dumps(header).encode(), np.uint8)
    content = io.BytesIO()
    np.savez(content, **arrays)  # type: ignore[arg-type]
    return content.getvalue()


def floor_from_bytes(content: bytes) -> list[tuple[Walkway, WalkwayReport]]:
    """Return what `floor_to_bytes` was given; of other bytes, anything may come."""
    with np.load(io.BytesIO(content), allow_pickle=False) as stored:
        header, arrays = json.loads(stored["header"].tobytes()), {name: stored[name] for name in stored.files}
    walkways = (_walkway_in(entry, f"w{i}", arrays) for i, entry in enumerate(header["walkways"]))
    return list(zip(walkways, _reports_in(header), strict=True))


def _reports_in(header: dict[str, Any]) -> tuple[WalkwayReport, ...]:
    return tuple(WalkwayReport(**{**report, "warnings": tuple(report["warnings"])}) for report in header["reports"])


def _unfit(path: Path, problem: str) -> OrlopError:
    return OrlopError(str(path), problem, "Build it again with `orlop walkway build SCENE --out FILE`.")


def _build_in(header: dict[str, Any], arrays: Arrays) -> Build:
    return Build(
        source=header["source"],
        walkways=tuple(_walkway_in(entry, f"w{i}", arrays) for i, entry in enumerate(header["walkways"])),
        reports=_reports_in(header),
        pushers={
            name: PusherShape(
                walkway=entry["walkway"],
                outlines=_rings_in(f"p{i}", arrays),
                heading=entry["heading"],
                position=tuple(entry["position"]),
            )
            for i, (name, entry) in enumerate(header["pushers"].items())
        },
        start=Start(**header["start"]),
        warnings=tuple(header["warnings"]),
        stages_ms=header["stages_ms"],
    )


def _pusher_out(shape: PusherShape, key: str, arrays: dict[str, NDArray[np.generic]]) -> dict[str, Any]:
    _rings_out(shape.outlines, key, arrays)
    return {"walkway": shape.walkway, "heading": shape.heading, "position": shape.position}


def _walkway_out(walkway: Walkway, key: str, arrays: dict[str, NDArray[np.generic]]) -> dict[str, Any]:
    _rings_out([outline.points for outline in walkway.outlines], f"{key}_outlines", arrays)
    for name, array in walkway.floor.arrays().items():
        arrays[f"{key}_{name}"] = array
    arrays[f"{key}_locators"] = walkway.locators
    for i, air in enumerate(walkway.known_airs()):
        arrays[f"{key}_air{i}_points"], arrays[f"{key}_air{i}_starts"] = air.points, air.starts
    for i, seam in enumerate(walkway.seams):
        arrays[f"{key}_seam{i}"] = seam.rectangles
    return {
        "name": walkway.name,
        "origin": walkway.origin.tolist(),
        "settings": asdict(walkway.settings),
        "parents": [outline.parent for outline in walkway.outlines],
        "radii": [air.radius for air in walkway.known_airs()],
        "seams": [seam.destination for seam in walkway.seams],
        "warnings": walkway.warnings,
    }


def _walkway_in(entry: dict[str, Any], key: str, arrays: Arrays) -> Walkway:
    rings = _rings_in(f"{key}_outlines", arrays)
    floor = {name.removeprefix(f"{key}_"): array for name, array in arrays.items() if name.startswith(f"{key}_floor_")}
    airs = {
        radius: Air(radius, _floats(arrays[f"{key}_air{i}_points"]), arrays[f"{key}_air{i}_starts"].astype(np.int64))
        for i, radius in enumerate(entry["radii"])
    }
    return Walkway(
        name=entry["name"],
        origin=np.array(entry["origin"], np.float64),
        settings=WalkwaySettings(**entry["settings"]),
        floor=Floor.from_arrays(floor),
        outlines=tuple(Outline(points, parent) for points, parent in zip(rings, entry["parents"], strict=True)),
        locators=_floats(arrays[f"{key}_locators"]),
        seams=tuple(Seam(name, _floats(arrays[f"{key}_seam{i}"])) for i, name in enumerate(entry["seams"])),
        warnings=tuple(entry["warnings"]),
        _airs=airs,
    )


def _rings_out(rings: Any, key: str, arrays: dict[str, NDArray[np.generic]]) -> None:
    arrays[f"{key}_points"] = np.concatenate([np.zeros((0, 2)), *rings])
    arrays[f"{key}_lengths"] = np.array([len(ring) for ring in rings], np.int64)


def _rings_in(key: str, arrays: Arrays) -> tuple[NDArray[np.float64], ...]:
    cuts = np.cumsum(arrays[f"{key}_lengths"].astype(np.int64))[:-1]
    if not arrays[f"{key}_lengths"].size:
        return ()
    return tuple(np.split(_floats(arrays[f"{key}_points"]), cuts))


def _floats(array: NDArray[np.generic]) -> NDArray[np.float64]:
    return np.ascontiguousarray(array, np.float64)
