"""An object of a glTF file's JSON, read field by field with the type checked."""

from collections.abc import Mapping
from typing import Any

from orlop.engine.error import OrlopError
from orlop.engine.scene.value import finite, shown

_DAMAGED = "Export the file again; it is damaged or was not written by the letter of glTF 2.0."


class Entry:
    """One JSON object of a file that nobody vouches for.

    Each method returns a field of one type, a default where the field is absent, and raises
    `OrlopError` where it is of another type: a damaged file then names its own fault, and
    the code that reads it needs no checks.

    Parameters
    ----------
    fields
        The JSON object.
    where
        File and node, for messages.
    label
        Which object of the file this is, such as `accessors[3]`.
    """

    __slots__ = ("fields", "label", "where")

    def __init__(self, fields: object, where: str, label: str) -> None:
        self.where = where
        self.label = label
        if not isinstance(fields, dict):
            raise self.error("is not a JSON object")
        self.fields: Mapping[str, Any] = fields

    def error(self, problem: str, cure: str = _DAMAGED) -> OrlopError:
        """Return the error that says what is wrong with this object."""
        return OrlopError(self.where, f"{self.label} {problem}", cure)

    def has(self, key: str) -> bool:
        """Whether the field is there at all."""
        return key in self.fields

    def index(self, key: str, default: int | None = None) -> int:
        """Return a whole number ≥ 0; without a default the field must be there."""
        value = self.fields.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            raise self.error(f"must have a whole number as {key!r}, not {shown(value)}")
        return value

    def indices(self, key: str) -> list[int]:
        """Return a list of whole numbers ≥ 0; an absent field is empty."""
        values = self.items(key)
        for value in values:
            if not isinstance(value, int) or isinstance(value, bool) or value < 0:
                raise self.error(f"must have whole numbers in {key!r}, not {shown(value)}")
        return values

    def numbers(self, key: str, count: int) -> list[float] | None:
        """Return `count` finite numbers, or None where the field is absent."""
        if not self.has(key):
            return None
        values = self.items(key)
        numbers = [finite(value) for value in values]
        if len(numbers) != count or None in numbers:
            raise self.error(f"must have {count} finite numbers in {key!r}, not {shown(values)}")
        return [number for number in numbers if number is not None]

    def text(self, key: str, default: str = "") -> str:
        """Return a string."""
        value = self.fields.get(key, default)
        if not isinstance(value, str):
            raise self.error(f"must have a string as {key!r}, not {shown(value)}")
        return value

    def texts(self, key: str) -> list[str]:
        """Return a list of strings; an absent field is empty."""
        values = self.items(key)
        if not all(isinstance(value, str) for value in values):
            raise self.error(f"must have strings in {key!r}")
        return values

    def truth(self, key: str) -> bool:
        """Return a true or false; an absent field is false."""
        return self.fields.get(key, False) is True

    def entry(self, key: str) -> "Entry":
        """Return an object within this one; an absent field is empty."""
        return Entry(self.fields.get(key, {}), self.where, f"{self.label}.{key}")

    def entries(self, key: str) -> list["Entry"]:
        """Return the objects of a list; an absent field is empty."""
        return [
            Entry(value, self.where, f"{self.label}.{key}[{number}]") for number, value in enumerate(self.items(key))
        ]

    def extras(self) -> dict[str, object]:
        """Return the author's own properties; what is not an object is kept under the name `extras`."""
        extras = self.fields.get("extras") or {}
        return dict(extras) if isinstance(extras, dict) else {"extras": extras}

    def items(self, key: str) -> list[Any]:
        """Return a list of anything; an absent field is empty."""
        values = self.fields.get(key, [])
        if not isinstance(values, list):
            raise self.error(f"must have a list as {key!r}, not {shown(values)}")
        return values
