"""Textures belong to one context: what outlives it frees nothing in the next."""

import gc
from collections.abc import Callable

import pygame
import pytest

from orlop.engine.render.canvas import CardCanvas
from orlop.engine.render.device import Device
from orlop.engine.render.ink import blank
from orlop.engine.render.label import Label

Open = Callable[[], Device]
SIZE = (40, 20)


def painted(colour: tuple[int, int, int]) -> pygame.Surface:
    surface = blank(SIZE)
    surface.fill((*colour, 255))
    return surface


def shows(canvas: CardCanvas, surface: pygame.Surface) -> list[int]:
    canvas.label(Label(surface, (0, 0)))
    colour: list[int] = canvas.read()[10, 20].tolist()
    return colour


@pytest.mark.parametrize("released", [True, False])
def test_a_surface_that_outlives_its_context_takes_no_texture_from_the_next(open_device: Open, released: bool) -> None:
    kept = [painted((10 * i, 0, 0)) for i in range(8)]
    first = open_device()
    canvas = CardCanvas(first, SIZE)
    for surface in kept:
        shows(canvas, surface)
    if released:
        canvas.release()
    first.close()
    second = open_device()
    canvas = CardCanvas(second, SIZE)
    others = [painted((0, 10 * i, 5)) for i in range(8)]
    for surface in others:
        shows(canvas, surface)
    del kept, surface
    gc.collect()
    assert [shows(canvas, other) for other in others] == [[0, 10 * i, 5] for i in range(8)]
    second.close()


def test_a_kept_surface_shows_in_the_next_context_too(open_device: Open) -> None:
    kept = painted((1, 2, 3))
    for _ in range(2):
        device = open_device()
        canvas = CardCanvas(device, SIZE)
        assert shows(canvas, kept) == [1, 2, 3]
        canvas.release()
        device.close()


def test_only_surfaces_that_live_keep_a_texture(open_device: Open) -> None:
    device = open_device()
    canvas = CardCanvas(device, SIZE)
    kept = painted((9, 9, 9))
    textures = canvas._surfaces._textures
    for i in range(100):
        assert shows(canvas, painted((i, 0, 0))) == [i, 0, 0]
        assert shows(canvas, kept) == [9, 9, 9]
        assert len(textures) <= 2
    freed = [texture for key, texture in textures.items() if key() is not kept]
    canvas.release()
    assert not textures
    assert all(type(texture.mglo).__name__ == "InvalidObject" for texture in freed)
    device.close()
