"""Colours of a material library, whatever stands in it."""

import math

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from orlop.engine.scene.mtl import read_mtl
from orlop.engine.scene.scene import Material

GREY = Material().colour


@pytest.fixture
def read(tmp_path):
    def read(*lines):
        path = tmp_path / "paint.mtl"
        path.write_text("\n".join(lines), encoding="utf-8")
        return read_mtl(path)

    return read


@pytest.mark.parametrize("line", ["Kd 0.5 0.25 1", "Kd\t0.5\t0.25\t1", "  Kd   0.5 0.25\t 1 ", "Kd 0.5 0.25 1\r"])
def test_words_are_parted_by_any_blanks(read, line):
    assert read("newmtl\tred  paint", line)["red paint"].colour == (0.5, 0.25, 1.0)


@pytest.mark.parametrize(
    "words", ["nan 0 0", "0 NaN 0", "0 0 inf", "-inf 0 0", "0 0", "", "spectral x.rfl", "xyz 1 1 1"]
)
def test_a_colour_that_is_no_finite_numbers_keeps_its_default(read, words):
    assert read("newmtl odd", f"Kd {words}")["odd"].colour == GREY


def test_a_colour_beyond_0_to_1_is_brought_within(read):
    assert read("newmtl bright", "Kd 7 -1 0.5")["bright"].colour == (1.0, 0.0, 0.5)


def test_a_colour_before_any_material_belongs_to_none(read):
    assert read("Kd 1 0 0") == {}


WORD = st.sampled_from(["newmtl", "Kd", "nan", "inf", "1e999", "-3", "0.5", "oak", "#", "\t"]) | st.text(max_size=4)


@given(lines=st.lists(st.lists(WORD, max_size=5).map(" ".join), max_size=8))
@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_it_says_colours_are_three_shares(read, lines):
    for material in read(*lines).values():
        assert len(material.colour) == 3
        assert all(math.isfinite(share) and 0.0 <= share <= 1.0 for share in material.colour)
