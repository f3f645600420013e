"""Where files of the user lie, and how they are written."""

import os
import secrets
from contextlib import suppress
from pathlib import Path

import platformdirs

from orlop.engine.error import OrlopError


def cache_folder() -> Path:
    """Return where what can be computed again is kept; the environment's ORLOP_CACHE overrides it."""
    override = os.environ.get("ORLOP_CACHE")
    return Path(override) if override else platformdirs.user_cache_path("orlop", appauthor=False)


def settings_folder() -> Path:
    """Return where the user's bindings and settings are kept."""
    return platformdirs.user_config_path("orlop", appauthor=False)


def screenshots_folder() -> Path:
    """Return where pictures that the player takes are put."""
    return platformdirs.user_pictures_path() / "orlop"


def write_atomically(path: str | Path, content: bytes) -> None:
    """Write `content` to `path`, making its folder; a reader sees the old file or the new one, never a part.

    A link is followed, and what is no plain file, such as a device, is written to as it is.

    Raises
    ------
    OrlopError
        If the folder can't be made or written to, or the disk is full. The old file is still there then.
    """
    path = Path(os.path.realpath(path))
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if _is_special(path):
            path.write_bytes(content)
            return
        with temporary.open("xb") as file:
            file.write(content)
        temporary.replace(path)
    except OSError as error:
        raise OrlopError(str(path), f"can't be written: {error.strerror or error}", "Choose another place.") from error
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def _is_special(path: Path) -> bool:
    """Tell whether there is something that must not be replaced: a device, a pipe."""
    return os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path)


def check_file_writable(path: str | Path) -> None:
    """Make the file's folder, and refuse by OrlopError a path that `write_atomically` could not write."""
    path = Path(os.path.realpath(path))
    if _is_special(path):
        return
    if os.path.isdir(path):  # unlike Path.is_dir, false for any name the system rejects
        raise OrlopError(str(path), "is a folder", "Name a file in it.")
    _probe(path, path.with_name(f".{path.name}.{secrets.token_hex(4)}"))


def check_writable(folder: str | Path) -> None:
    """Make `folder`, and refuse by OrlopError one that can't be written to: before an hour of play, not after it."""
    folder = Path(folder)
    _probe(folder, folder / f".{secrets.token_hex(4)}")


def _probe(place: Path, probe: Path) -> None:
    try:
        probe.parent.mkdir(parents=True, exist_ok=True)
        probe.touch()
        probe.unlink()
    except OSError as error:
        raise OrlopError(
            str(place), f"can't be written to: {error.strerror or error}", "Choose another place."
        ) from error
