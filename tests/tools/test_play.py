"""What `orlop play` understands."""

import math
from pathlib import Path

import pytest

from orlop.tools import play
from orlop.tools.parser import Parser


def options(*arguments):
    parser = Parser(prog="orlop")
    play.add_parser(parser.verbs("verbs"))
    return play.PlayOptions.of(parser.parse_args(["play", *arguments]))


def test_without_arguments_the_quayside_is_played_in_first_person():
    chosen = options()
    assert chosen.level == "quayside"
    assert chosen.view == "first-person"
    assert chosen.seconds is None
    assert not chosen.headless
    assert not chosen.autopilot


def test_a_run_without_a_player_is_wholly_described():
    chosen = options(
        *("ship.glb", "--headless", "--seconds", "20", "--seed", "7", "--view", "chart", "--autopilot"),
        *("--record", "walk.jsonl", "--out", "pictures", "--radius", "0.3", "--tilt", "20,-5", "--json"),
    )
    assert chosen == play.PlayOptions(
        level=Path("ship.glb"),
        view="chart",
        seed=7,
        tilt=(pytest.approx(math.radians(20)), pytest.approx(math.radians(-5))),
        radius=0.3,
        headless=True,
        autopilot=True,
        seconds=20.0,
        out=Path("pictures"),
        record=Path("walk.jsonl"),
        replay=None,
        mute=False,
        as_json=True,
    )


@pytest.mark.parametrize(
    "wrong",
    [
        ["--seconds", "0"],
        ["--seconds", "inf"],
        ["--seed", "-1"],
        ["--seed", "1.5"],
        ["--view", "top"],
        ["--record", "a", "--replay", "b"],
    ],
)
def test_what_cannot_be_meant_is_refused_in_one_line(wrong, capsys):
    with pytest.raises(SystemExit) as leaving:
        options(*wrong)
    assert leaving.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1
