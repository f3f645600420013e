"""What a component can't be is told when it is made, in the terms of its field."""

import math
from typing import Any

import pytest

from orlop.components import Agent, Portal, Route, Transform, WalkwayMotor
from orlop.components.walkway_motor import fault_of


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("position", (0, 0, 2), r"position is \(x, z\) in metres, got \(0, 0, 2\)"),
        ("position", "ab", r"position is \(x, z\) in metres, got 'ab'"),
        ("position", (0.0, math.nan), r"position is \(x, z\) in metres"),
        ("wish", (1, 0, 0), r"wish is \(x, z\) in metres a second, got \(1, 0, 0\)"),
        ("wish", None, r"wish is \(x, z\) in metres a second, got None"),
        ("velocity", 3.0, r"velocity is \(x, z\) in metres a second, got 3\.0"),
        ("speed", -3, "speed is a number, 0 or more, in metres a second, got -3"),
        ("speed", math.inf, "speed is a number, 0 or more"),
        ("radius", 0.0, "radius is a number, more than 0, in metres, got 0"),
        ("mass", "80", "mass is a number, more than 0, in kilograms, got '80'"),
        ("height", math.nan, "height is a number, in metres, got nan"),
        ("pace", None, "pace is a number, 0 or more"),
        ("acceleration", math.nan, "acceleration is a number, 0 or more"),
        ("slope_response", "no", "slope_response is a number"),
        ("walkway", (0.0, 0.0), r"walkway is the name of one, got \(0\.0, 0\.0\)"),
    ],
)
def test_a_motor_that_can_not_be_is_refused_with_what_is_expected(field: str, value: Any, said: str) -> None:
    with pytest.raises(ValueError, match=f"a motor's {said}"):
        WalkwayMotor(**{"walkway": "deck", field: value})


def test_a_motor_may_start_at_once_and_stand_still() -> None:
    motor = WalkwayMotor("deck", [1, 2], acceleration=math.inf, speed=0.0, pace=0.0, slope_response=0)  # type: ignore[arg-type]
    assert fault_of(motor) == ""


@pytest.mark.parametrize(
    "destination", [(2.0, 2.0), "hall", "abc", ("hall", 2.0), ("hall", (2.0, 2.0)), ("hall", 0, math.nan)]
)
def test_an_agent_sent_nowhere_is_refused_with_what_is_expected(destination: Any) -> None:
    with pytest.raises(ValueError, match=r"walkway's name and world \(x, z\) in metres") as refused:
        Agent(destination)
    assert repr(destination) in str(refused.value)


@pytest.mark.parametrize("place", [(1.0, 2.0), "abc", 3.0, (0.0, math.nan, 0.0)])
def test_a_transform_that_is_nowhere_is_refused_with_what_is_expected(place: Any) -> None:
    with pytest.raises(ValueError, match=r"position \(x, y, z\) in metres, and heading and pitch in radians, got"):
        Transform(place)


@pytest.mark.parametrize("waypoints", [(1.0, 2.0), ((1, 2, 3),), 5, (("a", "b"),), ((0.0, math.inf),)])
def test_a_route_to_nowhere_is_refused_with_what_is_expected(waypoints: Any) -> None:
    with pytest.raises(ValueError, match=r"waypoints are world \(x, z\) in metres"):
        Route(waypoints)


@pytest.mark.parametrize(
    ("low", "high"), [((0, 0, 0), (1, 1)), ((1, 0), (0, 1)), ((0, 0), (0, 1)), ((0, 0), (1, math.nan)), (0, 1)]
)
def test_a_portal_without_area_is_refused_with_what_is_expected(low: Any, high: Any) -> None:
    with pytest.raises(ValueError, match=r"corners \(x, z\) in metres, low < high in both"):
        Portal("quay", "cellar", low, high)
