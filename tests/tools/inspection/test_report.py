"""The report folder: what is on the page, what is in the pictures."""

import re
from html.parser import HTMLParser

import numpy as np
import pygame
import pytest

from orlop.engine.error import OrlopError
from orlop.engine.scene.scene import Material, Node, Scene
from orlop.engine.walkway.build.builder import build_walkways
from orlop.engine.walkway.build.roles import read_roles
from orlop.engine.walkway.settings import WalkwaySettings
from orlop.levels.quayside.scene import build_scene
from orlop.levels.solids import box
from orlop.tools.inspection.pictures import AIR, CUT, places_in
from orlop.tools.inspection.reach import find_islands
from orlop.tools.inspection.report import write_report

STAGES = ("floor", "obstacles", "outlines", "air", "islands", "chart")
FAST = WalkwaySettings(method="raster", cell=0.1)


def node(name, triangles=None, at=(0.0, 0.0, 0.0)):
    triangles = np.zeros((0, 3, 3)) if triangles is None else triangles
    transform = np.eye(4)
    transform[:3, 3] = at
    return Node(name, None, transform, triangles, (Material(),), np.zeros(len(triangles), np.int32))


def yard(*more, locator=(1.0, 0.0, 3.0)):
    """A floor of 8 × 6 m, parted by a wall at x = 4, with a locator on its left."""
    marks = [node("air.yard", at=locator)] if locator else []
    return Scene(
        "yard.glb",
        (
            node("floor.yard", box((0, -0.2, 0), (8, 0, 6))),
            node("wall", box((4, 0, 0), (4.2, 2.5, 6))),
            *marks,
            *more,
        ),
    )


class Page(HTMLParser):
    """What a page asks for, and whether its tags close."""

    def __init__(self, text):
        super().__init__()
        self.asked, self.open = [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.asked += [value for name, value in attrs if name in ("src", "href")]
        if tag not in ("meta", "img"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def pixels(path):
    surface = pygame.image.load(path)
    return pygame.surfarray.array3d(surface).transpose(1, 0, 2)


def share(path, colour):
    """Part of a picture that is of a colour, or nearly."""
    return float(np.mean(np.abs(pixels(path).astype(int) - colour).max(axis=2) < 6))


def test_a_page_needs_nothing_but_the_pictures_beside_it(tmp_path):
    build = write_report(build_scene(), FAST, tmp_path)
    text = (tmp_path / "index.html").read_text()
    found = Page(text)
    assert found.open == []
    files = {asked for asked in found.asked if not asked.startswith("#")}
    assert files == {f"walkway-{n}-{stage}.png" for n in (1, 2) for stage in STAGES}
    assert files | {"index.html"} == {path.name for path in tmp_path.iterdir()}
    for word in ("quay", "cellar", *build.stages_ms, f"{build.reports[0].reachable_m2:,.1f}", "0.4 m", "46°"):
        assert word in text
    assert "http" not in text


def test_two_reports_differ_in_their_timings_only(tmp_path):
    for name in ("a", "b"):
        write_report(yard(), FAST, tmp_path / name)
    for path in (tmp_path / "a").iterdir():
        one, other = path.read_bytes(), (tmp_path / "b" / path.name).read_bytes()
        if path.suffix == ".html":
            one, other = (re.sub(rb"[\d.]+( ms|rem)", b"", each) for each in (one, other))
        assert one == other, path.name


@pytest.mark.parametrize("method", ["raster", "exact"])
def test_obstacles_and_air_are_drawn_as_large_as_they_are(tmp_path, method):
    scene = yard(node("crate", box((1, 0, 1), (3, 1, 2))), locator=None)
    build = write_report(scene, WalkwaySettings(method=method), tmp_path)
    plane = (8 + 0.8) * (6 + 0.8)  # with the margins
    shown = pixels(tmp_path / "walkway-1-air.png")
    drawn = (shown.shape[0] - 36) * (shown.shape[1] - 64) / (shown.shape[0] * shown.shape[1])
    assert share(tmp_path / "walkway-1-air.png", AIR) == pytest.approx(
        drawn * build.reports[0].reachable_m2 / plane, rel=0.06
    )
    solid = {"raster": 2 + 1.2, "exact": 2}[method]  # the wall's top is over the brow: exactly, it is lines alone
    assert share(tmp_path / "walkway-1-obstacles.png", CUT) == pytest.approx(drawn * solid / plane, rel=0.12)


def test_names_that_are_html_are_written_as_they_are(tmp_path):
    scene = Scene('<script>"x"&.glb', (node("floor.<b>", box((0, -0.2, 0), (8, 0, 6))),))
    write_report(scene, FAST, tmp_path)
    text = (tmp_path / "index.html").read_text()
    assert "<script>" not in text
    assert "<b>" not in text
    assert Page(text).open == []


def test_a_warning_s_place_is_on_the_page_and_in_a_picture(tmp_path):
    build = write_report(yard(node("start", at=(4.1, 0.0, 3.0))), FAST, tmp_path)
    (line,) = build.warnings
    assert places_in(line)[0].tolist() == [4.1, 3.0]
    assert line in (tmp_path / "index.html").read_text()
    assert (tmp_path / "walkway-1-warnings.png").exists()


def test_a_misplaced_locator_leaves_a_picture_of_its_place_and_no_page(tmp_path):
    with pytest.raises(OrlopError, match="air locator"):
        write_report(yard(locator=(4.1, 0.0, 3.0)), FAST, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["refused.png"]
    shown = pixels(tmp_path / "refused.png")
    red = np.argwhere(np.abs(shown.astype(int) - (196, 48, 32)).max(axis=2) < 6)
    middle = np.array([26 + (shown.shape[0] - 36) / 2, 52 + (shown.shape[1] - 64) / 2])
    assert np.allclose(red.mean(axis=0), middle, atol=3)


def test_a_report_takes_the_picture_of_an_earlier_refusal_away(tmp_path):
    (tmp_path / "refused.png").write_bytes(b"old")
    write_report(yard(), FAST, tmp_path)
    assert not (tmp_path / "refused.png").exists()


def test_a_file_that_holds_nothing_leaves_nothing(tmp_path):
    with pytest.raises(OrlopError, match="no mesh"):
        write_report(Scene("empty.glb", (node("nothing"),)), FAST, tmp_path)
    assert not list(tmp_path.iterdir())


def test_islands_behind_a_wall_are_not_reached_and_those_behind_portals_are():
    def reached(scene):
        return [
            (island.walkway, island.reached) for island in find_islands(build_walkways(scene, FAST), read_roles(scene))
        ]

    assert reached(yard(node("start", at=(1, 0, 3)), locator=None)) == [("yard", True), ("yard", False)]
    assert all(each for _, each in reached(build_scene()))
