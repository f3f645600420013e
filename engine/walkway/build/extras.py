"""An author's properties, read with their types checked."""

import math
from collections.abc import Mapping, Sequence

from orlop.engine.error import OrlopError
from orlop.engine.scene.scene import Node
from orlop.engine.scene.value import finite, shown


class Extras:
    """Typed access to the extras of one node; whatever is absent reads as None.

    Parameters
    ----------
    source
        File or level name, for messages.
    node
        The node whose extras are read.

    Raises
    ------
    OrlopError
        From each method, for a value of another type: names file, node and property.
    """

    def __init__(self, source: str, node: Node) -> None:
        self._where = f'{source}, node "{node.name}"'
        self._values: Mapping[str, object] = node.extras

    def text(self, key: str) -> str | None:
        """Return a non-empty text."""
        value = self._values.get(key)
        if value is None:
            return None
        if not isinstance(value, str) or not value.strip():
            raise self._wrong(key, "a text")
        return value.strip()

    def choice(self, key: str, choices: Sequence[str]) -> str | None:
        """Return one of `choices`, written in any case."""
        value = self.text(key)
        if value is None:
            return None
        if value.lower() not in choices:
            raise self._wrong(key, f"one of {', '.join(choices)}")
        return value.lower()

    def number(self, key: str, low: float = -math.inf, high: float = math.inf) -> float | None:
        """Return a finite number within `low` … `high`."""
        value = self._values.get(key)
        if value is None:
            return None
        number = finite(value)
        if number is None:
            raise self._wrong(key, "a number")
        if not low <= number <= high:
            raise self._wrong(key, f"within {low:g} … {high:g}")
        return number

    def vector(self, key: str) -> tuple[float, float, float] | None:
        """Return three finite numbers."""
        value = self._values.get(key)
        if value is None:
            return None
        numbers = [finite(item) for item in value] if isinstance(value, list | tuple) else []
        given = [number for number in numbers if number is not None]
        if len(numbers) != 3 or len(given) != 3:
            raise self._wrong(key, "a list of three numbers")
        return given[0], given[1], given[2]

    def flag(self, key: str) -> bool | None:
        """Return true or false; 1 and 0 count, since older Blenders export them for a tick box."""
        value = self._values.get(key)
        if value is None:
            return None
        if value is True or value is False or (isinstance(value, int) and value in (0, 1)):
            return bool(value)
        raise self._wrong(key, "true or false")

    def _wrong(self, key: str, wanted: str) -> OrlopError:
        problem = f'its property "{key}" is {shown(self._values[key])}, but should be {wanted}'
        return OrlopError(self._where, problem, "Correct or remove it in the modeller and export again.")
