import numpy as np
import pygame
import pytest

from orlop.engine.render.chart_view import ChartView
from orlop.engine.render.ink import blank
from orlop.engine.render.sound_marks import (
    DIAL,
    FAINTEST,
    HUES,
    MOST,
    SampleMarks,
    VoiceMark,
    draw_in_view,
    draw_on_chart,
    voice_panel,
)
from orlop.engine.render.view import View

SIZE = (200, 100)


def marks(points, decibels=-6.0, radius=1.0, hue=3):
    count = len(points)
    return SampleMarks(
        np.array(points, np.float64), np.full(count, radius), np.full(count, decibels), np.full(count, hue)
    )


def covered(surface):
    """Bounds (x0, y0, x1, y1) of what is not transparent, and how opaque it is at most."""
    alpha = pygame.surfarray.array_alpha(surface)
    x, y = np.nonzero(alpha)
    return (x.min(), y.min(), x.max(), y.max()), int(alpha.max())


def test_a_sample_on_the_chart_is_a_disk_of_its_radius_at_its_place():
    sheet = blank(SIZE)
    draw_on_chart(sheet, marks([(2.0, 5.0, -1.0)]), ChartView((0.0, 0.0), 10.0, SIZE))
    bounds, _ = covered(sheet)
    assert bounds == pytest.approx((110, 30, 130, 50), abs=2)
    assert sheet.get_at((120, 40))[:3] == pytest.approx(HUES[3], abs=3)


def test_louder_samples_are_more_opaque():
    middles = []
    for decibels in (-50.0, -20.0, 0.0):
        sheet = blank(SIZE)
        draw_on_chart(sheet, marks([(0.0, 0.0, 0.0)], decibels), ChartView((0.0, 0.0), 20.0, SIZE))
        middles.append(sheet.get_at((100, 50)).a)
    assert middles == sorted(middles)
    assert middles[2] > 2 * middles[0]


def test_a_sample_straight_ahead_is_in_the_middle_and_shrinks_with_distance():
    widths = []
    for distance in (5.0, 10.0):
        sheet = blank(SIZE)
        draw_in_view(sheet, marks([(0.0, 1.0, -distance)], radius=0.5), View((0.0, 1.0, 0.0)))
        (x0, y0, x1, y1), _ = covered(sheet)
        assert ((x0 + x1) / 2, (y0 + y1) / 2) == pytest.approx((100, 50), abs=1.5)
        widths.append(x1 - x0)
    assert widths[0] == pytest.approx(2 * widths[1], abs=4)


def test_a_sample_to_the_right_is_drawn_right_and_one_behind_is_not_drawn():
    sheet = blank(SIZE)
    draw_in_view(sheet, marks([(3.0, 1.0, -5.0)], radius=0.2), View((0.0, 1.0, 0.0)))
    (x0, _, x1, _), _ = covered(sheet)
    assert x0 > 100
    assert x1 < 200
    behind = blank(SIZE)
    draw_in_view(behind, marks([(0.0, 1.0, 5.0)]), View((0.0, 1.0, 0.0)))
    assert not pygame.surfarray.array_alpha(behind).any()


def test_only_what_can_be_heard_is_drawn_and_of_very_many_the_loudest():
    many = SampleMarks(np.zeros((5000, 3)), np.ones(5000), np.linspace(-90.0, 0.0, 5000), np.zeros(5000, np.int64))
    kept = many.loudest()
    assert len(kept.decibels) == MOST
    assert kept.decibels[-1] == 0.0
    assert len(marks([(0, 0, 0)], FAINTEST - 1.0).loudest().decibels) == 0


def test_without_voices_there_is_a_line_in_place_of_the_dial():
    sheet = voice_panel([])
    assert sheet.get_height() < DIAL / 2
    assert DIAL < sheet.get_width() < 400
    assert (pygame.surfarray.array3d(sheet) > 200).all(axis=2).any()


def test_the_dial_shows_a_voice_where_it_comes_from():
    def side(right, back):
        sheet = voice_panel([VoiceMark("", -3.0, right, back, 0.05, 3)])
        pixels = pygame.surfarray.array3d(sheet).astype(int)
        x, y = np.nonzero(np.abs(pixels - HUES[3]).sum(axis=2) < 30)
        return x.mean(), y.mean()

    (left_x, _), (right_x, _) = side(-1.0, 0.0), side(1.0, 0.0)
    (_, ahead_y), (_, behind_y) = side(0.0, -1.0), side(0.0, 1.0)
    assert right_x - left_x > 80
    assert behind_y - ahead_y > 80
