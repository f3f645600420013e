import numpy as np
import pytest

from orlop.engine.render.canvas import Canvas, CardCanvas, PlainCanvas
from orlop.engine.render.device import Device
from orlop.engine.render.ink import blank
from orlop.engine.render.label import Label
from orlop.engine.render.panel import sign

SIZE = (120, 60)


@pytest.fixture(params=["card", "plain"])
def canvas(request: pytest.FixtureRequest) -> Canvas:
    if request.param == "plain":
        return PlainCanvas(blank(SIZE, (0, 0, 0)))
    return CardCanvas(request.getfixturevalue("device"), SIZE)


def test_the_sheet_shows_pixel_for_pixel_and_upright(canvas: Canvas) -> None:
    sheet = canvas.sheet()
    sheet.fill((10, 20, 30))
    sheet.set_at((3, 2), (250, 128, 7))
    canvas.lay()
    picture = canvas.read()
    assert picture.shape == (60, 120, 3)
    assert picture[2, 3].tolist() == [250, 128, 7]
    assert (picture.reshape(-1, 3) == [10, 20, 30]).all(axis=1).sum() == 120 * 60 - 1


def test_a_label_covers_its_own_pixels_only(canvas: Canvas) -> None:
    canvas.sheet().fill((0, 0, 0))
    canvas.lay()
    surface = blank((10, 5))
    surface.fill((200, 100, 50, 255))
    canvas.label(Label(surface, (20, 30)))
    lit = canvas.read().any(axis=2)
    assert lit.sum() == 50
    assert lit[30:35, 20:30].all()


def test_half_opacity_mixes_half_and_half(canvas: Canvas) -> None:
    canvas.sheet().fill((0, 0, 100))
    canvas.lay()
    surface = blank((10, 5))
    surface.fill((200, 0, 0, 255))
    canvas.label(Label(surface, (0, 0), 0.5))
    assert canvas.read()[2, 2].astype(int) == pytest.approx(np.array([100, 0, 50]), abs=2)


def test_text_shows_the_same_with_and_without_opengl(device: Device) -> None:
    pictures = []
    for canvas in (CardCanvas(device, SIZE), PlainCanvas(blank(SIZE, (0, 0, 0)))):
        canvas.sheet().fill((90, 120, 140))
        canvas.lay()
        canvas.label(Label(sign("open", 24, "E"), (4, 6)))
        pictures.append(canvas.read().astype(int))
    assert np.abs(pictures[0] - pictures[1]).max() <= 3
    assert (pictures[0].min(axis=2) > 200).sum() > 60  # bright letters


def test_a_resized_canvas_reads_in_its_new_size(device: Device) -> None:
    canvas = CardCanvas(device, SIZE)
    canvas.resize((50, 40))
    canvas.sheet().fill((1, 2, 3))
    canvas.lay()
    assert canvas.read().shape == (40, 50, 3)
