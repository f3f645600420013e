"""Orlop: first-person exploration games on flattened decks.

The folder is called `_orlop` because it is the root of the import package `orlop`
but lies inside `engine/`, which is also imported as `orlop.engine`; a separate
root keeps both names working in editable installs and in wheels alike.

The parts are `orlop.engine`, `orlop.components`, `orlop.systems`, `orlop.levels`
and `orlop.tools`. Importing `orlop` alone loads none of them.
"""

__version__ = "0.1.0"

__all__ = ["__version__"]
