"""One HTML page that needs nothing but the pictures beside it."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from orlop.engine.walkway.build.result import Build, WalkwayReport
from orlop.engine.walkway.settings import WalkwaySettings

STYLE = """
:root { color-scheme: light; }
body { margin: 0 auto; max-width: 1240px; padding: 2rem 1.5rem 4rem; background: #f0e7d0; color: #342c26;
  font: 16px/1.5 Georgia, "Times New Roman", serif; }
h1 { font-size: 2rem; margin: 0 0 .2rem; } h2 { border-top: 2px solid #342c26; margin: 3rem 0 .5rem; padding-top: 1rem; }
table { border-collapse: collapse; margin: 1rem 0; } td, th { padding: .15rem .9rem .15rem 0; text-align: left; }
th { font-weight: normal; font-style: italic; color: #6d6154; } td.n { text-align: right; font-variant-numeric: tabular-nums; }
.bar { background: #24606e; height: .8rem; display: inline-block; vertical-align: middle; }
.figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(24rem, 1fr)); gap: 1.5rem; }
figure { margin: 0; } img { max-width: 100%; border: 1px solid #aa9b82; background: #f0e7d0; }
figcaption { font-size: .9rem; color: #52473c; } .wide { grid-column: 1 / -1; }
.warnings li { color: #963e2c; } .quiet { color: #6d6154; } nav a { margin-right: 1rem; color: #24606e; }
"""


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture's file beside the page, its caption, and whether it needs the page's width."""

    file: str
    caption: str
    wide: bool = False


def page(
    build: Build, settings: WalkwaySettings, warnings: Sequence[str], figures: Sequence[tuple[WalkwayReport, Sequence[Figure]]]
) -> str:  # fmt: skip
    """Lay out the report on a build; it names no date and no folder, so that two can be compared."""
    links = "".join(f'<a href="#w{n}">{escape(report.name)}</a>' for n, (report, _) in enumerate(figures, 1))
    parts = [
        f"<h1>{escape(build.source)}</h1>",
        f'<nav class="quiet">{len(figures)} walkway{"" if len(figures) == 1 else "s"}: {links}</nav>',
        _summary([report for report, _ in figures]),
        _start(build),
        _warnings(warnings),
        "<h2>Stages</h2>",
        _stages(build.stages_ms),
        "<h2>Settings</h2>",
        _settings(settings),
    ]
    for number, (report, shown) in enumerate(figures, 1):
        parts.append(f'<h2 id="w{number}">{escape(report.name)}</h2>')
        parts.append(f'<div class="figures">{"".join(_figure(report, each) for each in shown)}</div>')
    title = f"{escape(build.source)}: walkways"
    head = f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>{STYLE}</style></head>'
    return f"{head}\n<body>\n" + "\n".join(parts) + "\n</body></html>\n"


def _summary(reports: Iterable[WalkwayReport]) -> str:
    head = ("walkway", "route", "cell m", "open m²", "reachable m²", "islands", "outlines")
    rows = [
        (r.name, r.method, f"{r.cell:.3g}", f"{r.area_m2:,.1f}", f"{r.reachable_m2:,.1f}", str(r.islands), str(r.outlines))
        for r in reports
    ]  # fmt: skip
    return _table(head, rows, numbers_from=2)


def _start(build: Build) -> str:
    start = build.start
    where = f"x {start.x:.2f}, z {start.z:.2f}, heading {math.degrees(start.heading):.0f}°"
    return f"<p>The player starts on <i>{escape(start.walkway)}</i> at {where}.</p>"


def _warnings(warnings: Sequence[str]) -> str:
    if not warnings:
        return '<p class="quiet">No warnings.</p>'
    return f'<h2>Warnings</h2><ol class="warnings">{"".join(f"<li>{escape(line)}</li>" for line in warnings)}</ol>'


def _stages(stages_ms: dict[str, float]) -> str:
    longest = max(stages_ms.values(), default=0.0) or 1.0
    rows = "".join(
        f'<tr><td>{escape(stage)}</td><td class="n">{spent:.1f} ms</td>'
        f'<td><span class="bar" style="width:{18 * spent / longest:.2f}rem"></span></td></tr>'
        for stage, spent in stages_ms.items()
    )
    return f"<table>{rows}</table><p>{sum(stages_ms.values()):.0f} ms in all.</p>"


def _settings(settings: WalkwaySettings) -> str:
    cell = "chosen by the build" if settings.cell is None else f"{settings.cell:g} m"
    slope = f"{math.degrees(settings.slope_limit):.0f}°"
    lengths = [(name, f"{getattr(settings, name):g} m") for name in ("radius", "knee", "brow", "step", "gap")]
    rest = [
        ("slope", slope),
        ("cell", cell),
        ("tolerance", f"{settings.tolerance:g} cells"),
        ("method", settings.method),
    ]
    return _table(("setting", "value"), [*lengths, *rest], numbers_from=1)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]], numbers_from: int) -> str:
    top = "".join(f"<th>{escape(cell)}</th>" for cell in head)
    body = "".join(
        "<tr>"
        + "".join(f"<td{' class=n' if n >= numbers_from else ''}>{escape(cell)}</td>" for n, cell in enumerate(row))
        + "</tr>"
        for row in rows
    )
    return f"<table><tr>{top}</tr>{body}</table>"


def _figure(report: WalkwayReport, figure: Figure) -> str:
    alt = f"{report.name}: {figure.caption}"
    return (
        f'<figure{" class=wide" if figure.wide else ""}><a href="{escape(figure.file)}">'
        f'<img src="{escape(figure.file)}" alt="{escape(alt)}"></a><figcaption>{escape(figure.caption)}</figcaption></figure>'
    )
