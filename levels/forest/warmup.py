"""Compiles the forest's kernels before they are needed."""

from importlib import import_module

KERNEL_MODULES = tuple(
    f"orlop.levels.forest.{name}"
    for name in (
        "relief",
        "drainage",
        "channels",
        "valleys",
        "waterside",
        "ground",
        "places",
        "paths",
        "growth",
        "trees",
        "undergrowth",
        "sounds",
    )
)
"""Every module of the forest with kernels; each has a `warm` that calls all of its own once."""


def warm_forest() -> None:
    """Compile all kernels of the forest, or load them from numba's cache."""
    for name in KERNEL_MODULES:
        import_module(name).warm()
