"""Names the forest's kernels, to be compiled before they are needed."""

KERNEL_MODULES = tuple(
    f"orlop.levels.forest.{name}"
    for name in (
        "relief",
        "drainage",
        "course",
        "confluence",
        "valleys",
        "waterside",
        "ground",
        "places",
        "paths",
        "growth",
        "trees",
        "canopy",
        "undergrowth",
        "sounds",
    )
)
"""Every module of the forest with kernels; each has a `warm` that calls all of its own once."""
