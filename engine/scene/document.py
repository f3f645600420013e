"""A glTF or GLB file taken apart: its JSON and its buffers, geometry still undecoded."""

import base64
import json
import struct
from pathlib import Path
from typing import NoReturn
from urllib.parse import unquote, unquote_to_bytes, urlsplit

from orlop.engine.error import OrlopError
from orlop.engine.scene.entry import Entry

_GLB_MAGIC = b"glTF"
_JSON_CHUNK = 0x4E4F534A
_BINARY_CHUNK = 0x004E4942
_AGAIN = "Copy or export the file again."


class Document:
    """The parts of one glTF file, read from disk when they are asked for.

    Parameters
    ----------
    path
        A `.gltf` or `.glb` file; which of both it is, its first bytes say.

    Raises
    ------
    OrlopError
        The file can't be read, is cut short, is not JSON or not glTF 2.0.
    """

    def __init__(self, path: Path) -> None:
        self.source = path.name
        self._folder = path.parent
        content = _read(path, self.source)
        text, self._binary = _chunks(content, self.source) if content[:4] == _GLB_MAGIC else (content, None)
        self.root = Entry(_parse(text, self.source), self.source, "the file")
        self._buffers: dict[int, bytes] = {}
        version = self.root.entry("asset").text("version", "2.0")
        if not version.startswith("2."):
            raise OrlopError(self.source, f"is glTF {version}", "Export it as glTF 2.0, the version Orlop reads.")

    def count(self, kind: str) -> int:
        """How many `nodes`, `meshes`, … the file lists."""
        return len(self.root.items(kind))

    def item(self, kind: str, index: int, where: str) -> Entry:
        """Return object `index` of the list `kind`; `where` names the node that asked for it."""
        items = self.root.items(kind)
        label = f"{kind}[{index}]"
        if index >= len(items):
            raise OrlopError(where, f"refers to {label}, but there are {len(items)}", _AGAIN)
        return Entry(items[index], where, label)

    def buffer(self, index: int, where: str) -> bytes:
        """Return the bytes of buffer `index`, at least as many as it declares."""
        if index not in self._buffers:
            self._buffers[index] = self._load_buffer(index, where)
        return self._buffers[index]

    def _load_buffer(self, index: int, where: str) -> bytes:
        entry = self.item("buffers", index, where)
        uri = entry.text("uri")
        if uri.startswith("data:"):
            content = _data_uri(uri, entry)
        elif uri:
            content = self._neighbour(uri, entry)
        elif index == 0 and self._binary is not None:
            content = self._binary
        else:
            raise entry.error("holds no bytes and names no file")
        length = entry.index("byteLength")
        if len(content) < length:
            raise entry.error(f"should hold {length} bytes, but there are {len(content)}: it is cut short", _AGAIN)
        return content

    def _neighbour(self, uri: str, entry: Entry) -> bytes:
        """Read a buffer that lies in a file of its own."""
        if len(urlsplit(uri).scheme) > 1:  # a single letter is a drive
            raise entry.error(f"lies at {uri}", "Save the buffer beside the file, or export a .glb, which holds it.")
        name = unquote(uri)
        try:
            return (self._folder / name).read_bytes()
        except (OSError, ValueError) as error:  # ValueError: a NUL in the name
            folder = self._folder.resolve()
            reason = "is not in" if isinstance(error, FileNotFoundError) else "can't be read in"
            raise OrlopError(
                entry.where,
                f"its buffer {name} {reason} the folder {folder}",
                "Put it there, or export a .glb, which holds everything in one file.",
            ) from error


def _read(path: Path, source: str) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise OrlopError(source, f"can't be read: {error.strerror}", "Check its permissions.") from error


def _chunks(content: bytes, source: str) -> tuple[bytes, bytes | None]:
    """Split a GLB container into its JSON and its buffer, if it has one."""
    if len(content) < 20:
        raise OrlopError(source, "is cut short within its header", _AGAIN)
    _, version, length = struct.unpack_from("<4sII", content)
    if version != 2:
        raise OrlopError(source, f"is GLB version {version}", "Export it as glTF 2.0, the version Orlop reads.")
    if length > len(content):
        raise OrlopError(source, f"should hold {length} bytes, but there are {len(content)}: it is cut short", _AGAIN)
    chunks: dict[int, bytes] = {}
    start = 12
    while start + 8 <= length:
        size, kind = struct.unpack_from("<II", content, start)
        if start + 8 + size > length:
            raise OrlopError(source, "has a chunk that reaches past its end", _AGAIN)
        chunks.setdefault(kind, content[start + 8 : start + 8 + size])
        start += 8 + size
    if _JSON_CHUNK not in chunks:
        raise OrlopError(source, "has no JSON chunk", _AGAIN)
    return chunks[_JSON_CHUNK], chunks.get(_BINARY_CHUNK)


def _parse(text: bytes, source: str) -> object:
    if not text.strip():
        raise OrlopError(source, "is empty", "Export the scene again.")
    try:
        return json.loads(text.decode("utf-8-sig"), parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:  # both undecodable bytes and bad JSON are ValueErrors
        raise OrlopError(source, f"its JSON can't be parsed ({error})", _AGAIN) from error


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not a number")


def _data_uri(uri: str, entry: Entry) -> bytes:
    header, comma, body = uri.partition(",")
    try:
        if not comma:
            raise ValueError("no comma")
        content = unquote_to_bytes(body)
        return base64.b64decode(content, validate=True) if header.endswith(";base64") else content
    except ValueError as error:
        raise entry.error(f"has a data URI that can't be decoded ({error})") from error
