"""Chunks and changes on disk, in one file."""

import sqlite3
import threading
from pathlib import Path
from typing import Any

from orlop.engine.error import OrlopError
from orlop.engine.worldgen.packed import DamagedError, pack, unpack
from orlop.engine.worldgen.rect import ChunkIndex

FORMAT = 1
COMMIT_EVERY = 256
"""Chunks a transaction: what a crash can lose, since each commit costs milliseconds."""

TABLES = """
CREATE TABLE IF NOT EXISTS chunks
    (identity BLOB, i INTEGER, j INTEGER, content BLOB, PRIMARY KEY (identity, i, j)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS changes
    (seed TEXT, layer TEXT, i INTEGER, j INTEGER, name TEXT, value BLOB,
     PRIMARY KEY (seed, layer, i, j, name)) WITHOUT ROWID;
"""


class Store:
    """A SQLite file that several worlds of one process may share; any thread may use it.

    What chunks hold is kept under `layer_identity`, so that other seeds, parameters or code
    never meet it; what the player changed is kept under seed and layer's name alone, and so
    outlives a new version of the generator.

    Parameters
    ----------
    path
        The file; it and its folder are made if absent.

    Raises
    ------
    OrlopError
        If it can't be opened, or isn't a store.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._lock = threading.Lock()
        self._unsaved = 0
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._base = sqlite3.connect(self.path, check_same_thread=False)
            self._base.execute("PRAGMA journal_mode = WAL")
            self._base.execute("PRAGMA synchronous = NORMAL")
            version = self._base.execute("PRAGMA user_version").fetchone()[0]
            if version not in (0, FORMAT):
                raise OrlopError(str(self.path), f"is a world of format {version}", "Take another file, or delete it.")
            self._base.executescript(TABLES)
            self._base.execute(f"PRAGMA user_version = {FORMAT}")
        except (OSError, sqlite3.Error) as error:
            raise OrlopError(str(self.path), f"can't be used to keep a world: {error}", "Take another file.") from error

    def load(self, identity: bytes, index: ChunkIndex) -> tuple[bool, Any]:
        """Return whether a chunk is kept, and its content; one that is damaged counts as not kept."""
        with self._lock:
            row = self._base.execute(
                "SELECT content FROM chunks WHERE identity = ? AND i = ? AND j = ?", (identity, *index)
            ).fetchone()
        if row is None:
            return False, None
        try:
            return True, unpack(row[0])
        except DamagedError:
            return False, None

    def save(self, identity: bytes, index: ChunkIndex, content: Any) -> None:
        """Keep a chunk's content."""
        packed = pack(content)
        with self._lock:
            self._base.execute("INSERT OR REPLACE INTO chunks VALUES (?, ?, ?, ?)", (identity, *index, packed))
            self._unsaved += 1
            if self._unsaved >= COMMIT_EVERY:
                self._commit()

    def changes(self, seed: int) -> dict[tuple[str, ChunkIndex], dict[str, Any]]:
        """Return all that was changed in the world of this seed, by layer's name and chunk.

        Raises
        ------
        OrlopError
            If a change is damaged: it can't be made again as a chunk can.
        """
        found: dict[tuple[str, ChunkIndex], dict[str, Any]] = {}
        with self._lock:
            rows = self._base.execute("SELECT layer, i, j, name, value FROM changes WHERE seed = ?", (str(seed),))
            for layer, i, j, name, value in rows:
                try:
                    found.setdefault((layer, (i, j)), {})[name] = unpack(value)
                except DamagedError as error:
                    where = f"{self.path}, layer {layer}, chunk ({i}, {j})"
                    raise OrlopError(where, f"the change {name!r} is damaged", "Restore the file.") from error
        return found

    def change(self, seed: int, layer: str, index: ChunkIndex, name: str, value: Any) -> None:
        """Keep one change, for good at the next commit; None takes it back."""
        row = (str(seed), layer, *index, name)
        with self._lock:
            if value is None:
                self._base.execute("DELETE FROM changes WHERE (seed, layer, i, j, name) = (?, ?, ?, ?, ?)", row)
            else:
                self._base.execute("INSERT OR REPLACE INTO changes VALUES (?, ?, ?, ?, ?, ?)", (*row, pack(value)))
            self._unsaved += 1

    def commit(self) -> None:
        """Put all that was kept so far on disk for good."""
        with self._lock:
            self._commit()

    def close(self) -> None:
        """Commit and let the file go."""
        with self._lock:
            self._commit()
            self._base.close()

    def _commit(self) -> None:
        self._base.commit()
        self._unsaved = 0
