"""Chunks over a chart, and the panel of layers."""

import numpy as np
import pygame

from orlop.engine.render.chart_view import ChartView
from orlop.engine.render.chunk_marks import FILLS, ChunkMarks, LayerMark, draw_chunks, layer_panel
from orlop.engine.render.ink import blank
from orlop.engine.worldgen import survey

VIEW = ChartView((0.0, 0.0), 2.0, (200, 100))


def drawn(bounds, fates, view=VIEW, clip=None):
    sheet = blank(view.size)
    sheet.set_clip(clip)
    draw_chunks(sheet, ChunkMarks(np.array(bounds, np.float64).reshape(-1, 4), fates), view)
    return sheet


def test_every_word_for_a_chunk_has_a_colour_of_its_own():
    assert set(survey.FATES.values()) == set(FILLS)
    assert len(set(FILLS.values())) == len(FILLS)


def test_a_chunk_is_tinted_where_it_lies_by_what_it_is():
    sheet = drawn([(0, 0, 20, 20), (20, 0, 40, 20), (-20, -20, 0, 0)], ("made", "needed", "being made"))
    for (x, y), fate in (((120, 70), "made"), ((160, 70), "needed"), ((80, 30), "being made")):
        assert tuple(sheet.get_at((x, y))) == FILLS[fate]
    assert sheet.get_at((60, 80)).a == 0
    assert sheet.get_at((120, 50))[:3] != FILLS["made"][:3]  # an outline


def test_a_chunk_of_many_kilometres_costs_no_more_than_the_picture():
    sheet = drawn([(-4e6, -4e6, 4e6, 4e6)], ("kept",))
    assert (pygame.surfarray.array_alpha(sheet) == FILLS["kept"][3]).all()


def test_nothing_is_drawn_outside_of_the_plan():
    sheet = drawn([(-50, -50, 50, 50)], ("failed",), clip=(40, 0, 160, 100))
    alpha = pygame.surfarray.array_alpha(sheet)
    assert not alpha[:40].any()
    assert alpha[40:].all()


def test_chunks_too_small_for_an_outline_are_tinted_only():
    sheet = drawn([(0, 0, 2, 2), (2, 0, 4, 2)], ("made", "made"))
    assert {tuple(sheet.get_at((x, 51))) for x in range(100, 108)} == {FILLS["made"]}
    assert not pygame.surfarray.array_alpha(drawn([], ())).any()


def test_a_bar_is_as_long_as_its_layer_is_done():
    widths = []
    for done in (0, 5, 10):
        panel = layer_panel("trees", [LayerMark("trees", 10, done)], 0, {"made": done})
        colours = pygame.surfarray.array3d(panel)
        row = colours[:, 44]
        fills = [FILLS["being made"][:3], FILLS["made"][:3]]
        widths.append(sum(tuple(pixel) in fills for pixel in row.tolist()))
    assert widths[0] == 0
    assert abs(widths[2] - 2 * widths[1]) <= 3


def test_failures_have_a_row_only_if_there_are_any():
    layers = [LayerMark("trees", 10, 8, 2)]
    without, with_them = (layer_panel("trees", layers, 0, fates) for fates in ({}, {"failed": 2}))
    assert with_them.get_height() > without.get_height()
