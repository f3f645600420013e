"""Builds scenes, one or many side by side, and keeps what came of each."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from orlop.engine.error import OrlopError
from orlop.tools.levels import level_or_scene

if TYPE_CHECKING:
    from orlop.engine.scene.scene import Scene
    from orlop.engine.walkway.build.result import Build, WalkwayReport
    from orlop.engine.walkway.settings import WalkwaySettings

Row = tuple[str, str, float, float, int, int]


@dataclass(frozen=True, slots=True)
class Order:
    """What is to be built: a scene file or a level's name, for whom, and where it is kept.

    Attributes
    ----------
    tilt
        Pitch and roll, radians.
    out
        The file to write; None keeps nothing.
    """

    scene: str
    method: str
    radius: float
    tilt: tuple[float, float]
    out: Path | None = None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of an order: walkways by the names that `--json` uses, or why there are none."""

    scene: str
    walkways: Sequence[dict[str, object]] = ()
    stages_ms: dict[str, float] | None = None
    rows: Sequence[Row] = ()
    warnings: Sequence[str] = ()
    refusal: str | None = None


def carry_out(order: Order) -> Outcome:
    """Build, and save where that is asked for.

    Raises
    ------
    OrlopError
        If the scene is refused; with `out`, a picture beside it shows the place where there is one to show.
    """
    from orlop.engine.walkway.build.builder import build_walkways
    from orlop.engine.walkway.file import save_build
    from orlop.engine.walkway.settings import WalkwaySettings

    if order.out is not None:
        with suppress(OSError):
            refusal_picture(order.out).unlink()  # of an earlier try
    settings = WalkwaySettings(radius=order.radius, method=order.method)
    scene = read_scene(order.scene, order.tilt)
    try:
        build = build_walkways(scene, settings)
    except OrlopError as error:
        if order.out is not None:
            with suppress(OrlopError):
                _show_refusal(error, scene, settings, refusal_picture(order.out))
        raise
    if order.out is not None:
        save_build(order.out, build)
    warnings = tuple(dict.fromkeys((*scene.warnings, *build.warnings)))
    walkways = [describe(report) for report in build.reports]
    return Outcome(order.scene, walkways, build.stages_ms, _rows(build), warnings)


def carry_out_all(orders: Sequence[Order], jobs: int) -> Iterator[Outcome]:
    """Carry out `orders`, up to `jobs` at once in processes of their own; outcomes come in the order asked for.

    One that is refused is told by its outcome and stops no other.
    """
    if jobs <= 1 or len(orders) <= 1:
        yield from map(_carried_out, orders)
        return
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    # Not forked: the threads of numba and BLAS don't survive that.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(jobs, len(orders)), context) as pool:
        yield from pool.map(_carried_out, orders)


def in_folder(orders: Sequence[Order], folder: Path) -> list[Order]:
    """Return the orders, each with a file of its scene's name in `folder`."""
    kept = [replace(order, out=folder / f"{Path(order.scene).stem}.walkways") for order in orders]
    names = [order.out for order in kept]
    for order, name in zip(kept, names, strict=True):
        if names.count(name) > 1:
            raise OrlopError(
                str(folder),
                f"several scenes would be kept as {name.name if name else ''}",
                f"Build {order.scene} apart.",
            )
    return kept


def refusal_picture(out: Path) -> Path:
    """Return where the picture of a refused build lies that was to be kept as `out`."""
    return out.with_name(f"{out.name}.refused.png")


def read_scene(named: str, tilt: tuple[float, float]) -> "Scene":
    """Load the scene file or make the level that `named` means, leaning by pitch and roll in radians."""
    from orlop.engine.scene.load import load_scene
    from orlop.levels.catalogue import scene_of

    source = level_or_scene(named)
    if isinstance(source, str):
        return scene_of(source, tilt)
    return load_scene(source).tilted(*tilt)


def describe(report: "WalkwayReport") -> dict[str, object]:
    """Return a walkway's report by the names that `--json` uses."""
    fields = asdict(report)
    fields["cell_m"] = fields.pop("cell")
    return fields


def _carried_out(order: Order) -> Outcome:
    try:
        return carry_out(order)
    except OrlopError as error:
        return Outcome(order.scene, refusal=str(error))
    except Exception as error:  # noqa: BLE001 - whatever it is, the other scenes are built
        said = " ".join(f"{type(error).__name__}: {error}".split())
        return Outcome(order.scene, refusal=f"{order.scene}: a fault: {said}")


def _rows(build: "Build") -> list[Row]:
    return [(r.name, r.method, r.area_m2, r.reachable_m2, r.islands, r.outlines) for r in build.reports]


def _show_refusal(error: OrlopError, scene: "Scene", settings: "WalkwaySettings", path: Path) -> None:
    from orlop.engine.render.capture import write_png
    from orlop.engine.walkway.build.builder import build_walkways
    from orlop.engine.walkway.build.witness import Witness
    from orlop.tools.inspection.refusal import draw_refusal

    witness = Witness()
    with suppress(OrlopError):
        build_walkways(scene, settings, witness)
    picture = draw_refusal(error, witness)
    if picture is not None:
        write_png(picture, path)
