"""Answers for people and for programs."""

import json

import pytest

from orlop.tools.answer import answer, table


def test_numbers_stand_to_the_right_and_text_to_the_left():
    assert table(("deck", "m²"), [("main", 1234.56), ("hold", 7.0)]) == [
        "deck       m²",
        "main  1,234.6",
        "hold      7.0",
    ]


def test_a_table_without_rows_is_its_head():
    assert table(("deck", "islands"), []) == ["deck  islands"]


def test_json_is_one_object_on_one_line(capsys):
    answer({"name": "Kai", "area_m2": 2.5}, ["for people"], as_json=True)
    out = capsys.readouterr().out
    assert json.loads(out) == {"name": "Kai", "area_m2": 2.5}
    assert out.count("\n") == 1


def test_not_a_number_never_reaches_a_reader_of_json():
    with pytest.raises(ValueError, match="not JSON compliant"):
        answer({"area_m2": float("nan")}, [], as_json=True)
