"""Chunks and changes on disk, in one file."""

import os
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from orlop.engine.error import OrlopError
from orlop.engine.worldgen.packed import DamagedError, is_whole, pack, unpack
from orlop.engine.worldgen.rect import ChunkIndex, Rect

FORMAT = 1
WAIT = 1.0
"""Seconds that a file may stay in another process's hands: one that is just closing it."""

CURE = "Copy it to a folder that can be written to."

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
    """A SQLite file that several worlds may share; any thread may use it.

    It is this process's alone until it is closed: two that kept chunks in it would wait for one another's. Where it may
    not be written to, as on a disc, it is read.

    What chunks hold is kept under `layer_identity`, so that other seeds, parameters or code
    never meet it; what the player changed is kept under seed and layer's name alone, and so
    outlives a new version of the generator.

    A disk that fails or is full ends no game: chunks are made anew then, and `trouble` says so.

    Parameters
    ----------
    path
        The file; it and its folder are made if absent.

    Attributes
    ----------
    trouble
        What went wrong first while chunks were kept or read; empty if nothing did.
    read_only
        Whether the file, or its folder, may not be written to: then it gives what it holds, and keeps nothing new. Any
        number of processes may read it.

    Raises
    ------
    OrlopError
        If it can't be opened, isn't a store, or is open already.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.trouble = ""
        self.read_only = self.path.is_file() and not (
            os.access(self.path, os.W_OK) and os.access(self.path.parent, os.W_OK)
        )
        self._lock = threading.Lock()
        self._unsaved = 0
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._base = self._connect()
            try:
                if self.read_only:
                    self._check_format()
                else:
                    self._begin()
            except BaseException:
                self._base.close()
                raise
        except (OSError, sqlite3.Error) as error:
            if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_BUSY:
                cure = "Wait until that ends, or take another place."
                raise OrlopError(str(self.path), "another game, or a bake, keeps its world there", cure) from error
            cure = "Take another place, or delete it if it is damaged."
            raise OrlopError(str(self.path), f"can't be used to keep a world: {error}", cure) from error

    def _connect(self) -> sqlite3.Connection:
        if not self.read_only:
            return sqlite3.connect(self.path, WAIT, check_same_thread=False)
        log = self.path.with_name(f"{self.path.name}-wal")
        if log.exists() and log.stat().st_size:
            raise OrlopError(str(self.path), "was not closed, and can't be mended where it is read-only", CURE)
        # It can't change, so SQLite need not look for locks, which it could not write.
        return sqlite3.connect(f"{self.path.absolute().as_uri()}?immutable=1", WAIT, check_same_thread=False, uri=True)

    def _begin(self) -> None:
        """Take hold of the file, and make its tables if it is new."""
        self._base.execute("PRAGMA locking_mode = EXCLUSIVE")
        self._base.execute("PRAGMA journal_mode = WAL")
        self._base.execute("PRAGMA synchronous = NORMAL")
        self._check_format()
        self._base.executescript(TABLES)
        self._base.execute(f"PRAGMA user_version = {FORMAT}")

    def _check_format(self) -> None:
        version = self._base.execute("PRAGMA user_version").fetchone()[0]
        if version not in ((FORMAT,) if self.read_only else (0, FORMAT)):
            raise OrlopError(str(self.path), f"is a world of format {version}", "Take another file, or delete it.")

    def load(self, identity: bytes, index: ChunkIndex) -> tuple[bool, Any]:
        """Return whether a chunk is kept, and its content; one that is damaged counts as not kept."""
        row = None
        with self._lock, self._noting():
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
        """Keep a chunk's content, unless the file is read-only."""
        if self.read_only:
            return
        packed = pack(content)
        with self._lock, self._noting():
            self._base.execute("INSERT OR REPLACE INTO chunks VALUES (?, ?, ?, ?)", (identity, *index, packed))
            self._unsaved += 1
            if self._unsaved >= COMMIT_EVERY:
                self._commit()

    def whole(self, identity: bytes, rect: Rect) -> list[tuple[ChunkIndex, bytes]]:
        """Return those chunks of a rectangle that are kept and not damaged, packed, in order of their index."""
        rows: list[tuple[int, int, bytes]] = []
        with self._lock, self._noting():
            rows = self._base.execute(
                "SELECT i, j, content FROM chunks WHERE identity = ? AND i >= ? AND i < ? AND j >= ? AND j < ? "
                "ORDER BY i, j",
                (identity, rect.low_i, rect.high_i, rect.low_j, rect.high_j),
            ).fetchall()
        return [((i, j), packed) for i, j, packed in rows if is_whole(packed)]

    def changes(self, seed: int) -> dict[tuple[str, ChunkIndex], dict[str, Any]]:
        """Return all that was changed in the world of this seed, by layer's name and chunk.

        Raises
        ------
        OrlopError
            If a change, or the file, is damaged: changes can't be made again as chunks can.
        """
        found: dict[tuple[str, ChunkIndex], dict[str, Any]] = {}
        with self._lock, self._refusing():
            rows = self._base.execute("SELECT layer, i, j, name, value FROM changes WHERE seed = ?", (str(seed),))
            for layer, i, j, name, value in rows:
                try:
                    found.setdefault((layer, (i, j)), {})[name] = unpack(value)
                except DamagedError as error:
                    where = f"{self.path}, layer {layer}, chunk ({i}, {j})"
                    raise OrlopError(where, f"the change {name!r} is damaged", "Restore the file.") from error
        return found

    def change(self, seed: int, layer: str, index: ChunkIndex, name: str, value: Any) -> None:
        """Keep one change, for good at the next commit; None takes it back. OrlopError if that can't be."""
        if self.read_only:
            raise OrlopError(str(self.path), "is read-only, so what the player changes can't be kept", CURE)
        row = (str(seed), layer, *index, name)
        with self._lock, self._refusing():
            if value is None:
                self._base.execute("DELETE FROM changes WHERE (seed, layer, i, j, name) = (?, ?, ?, ?, ?)", row)
            else:
                self._base.execute("INSERT OR REPLACE INTO changes VALUES (?, ?, ?, ?, ?, ?)", (*row, pack(value)))
            self._unsaved += 1

    def commit(self) -> None:
        """Put all that was kept so far on disk for good."""
        with self._lock, self._noting():
            self._commit()

    def close(self) -> None:
        """Commit and let the file go."""
        with self._lock, self._noting():
            try:
                self._commit()
            finally:
                self._base.close()

    def _commit(self) -> None:
        self._base.commit()
        self._unsaved = 0

    @contextmanager
    def _noting(self) -> Iterator[None]:
        """Let the file's failures pass, for `trouble`."""
        try:
            yield
        except sqlite3.Error as error:
            self.trouble = self.trouble or f"can't be read or written any more: {error}"

    @contextmanager
    def _refusing(self) -> Iterator[None]:
        """Tell of the file's failures in one line."""
        try:
            yield
        except sqlite3.Error as error:
            cure = "Restore the file, or delete it: what the player changed is lost then."
            raise OrlopError(str(self.path), f"can't be used to keep a world: {error}", cure) from error
