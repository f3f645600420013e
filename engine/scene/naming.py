"""Names that are unique within a scene."""


class UniqueNames:
    """Hands out names, each once.

    A name taken before gets a number the way Blender writes it, `crate.002`, so that
    whoever reads names needs to know one form of numbering only.
    """

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._last: dict[str, int] = {}

    def take(self, wish: str) -> str:
        """Return `wish`, or `wish` with the first number that is free from 2 on."""
        name = wish
        number = self._last.get(wish, 1)
        while name in self._taken:
            number += 1
            name = f"{wish}.{number:03d}"
        self._last[wish] = number
        self._taken.add(name)
        return name
