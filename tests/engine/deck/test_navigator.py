"""Ways over several decks, and around what stands in them."""

import math
from itertools import pairwise

import numpy as np
import pytest

from orlop.engine.deck import navigator as navigator_module
from orlop.engine.deck.boundary import Boundary
from orlop.engine.deck.decks import Decks
from orlop.engine.deck.gate import BERTH, Gate
from orlop.engine.deck.navigator import Navigator, Spot
from orlop.engine.error import OrlopError
from orlop.engine.walkway.walkway import Seam
from orlop.levels.drawn import draw_walkway, rectangle
from orlop.levels.quayside.level import quayside


def decks_of(*walkways) -> Decks:
    decks = Decks()
    for walkway in walkways:
        decks.add_walkway(walkway)
    return decks


def two_storeys() -> Decks:
    """A lower and an upper deck that share a stair between x = 4 and 6, far from the world's origin."""
    lower = draw_walkway("lower", rectangle(0, 0, 6, 10), origin=(1000.0, 0, 0))
    upper = draw_walkway("upper", rectangle(3, 0, 12, 10), height=3.0, origin=(1001.0, 0, 0))
    return decks_of(lower, upper)


UP = Gate("lower", "upper", np.array([[1005.0, 4.0, 1005.5, 6.0]]))
DOWN = Gate("upper", "lower", np.array([[1004.6, 4.0, 1004.8, 6.0]]))


def test_a_way_on_one_deck_goes_straight_and_around():
    decks = decks_of(draw_walkway("deck", rectangle(0, 0, 10, 10), [rectangle(4, 2, 6, 12)], origin=(50.0, 0, 0)))
    path = Navigator(decks).path(Spot("deck", 51.0, 8.0), Spot("deck", 59.0, 8.0))
    assert path[0] == Spot("deck", 51.0, 8.0)
    assert path[-1] == Spot("deck", 59.0, 8.0)
    assert Navigator(decks).length(path) == pytest.approx(2 * math.hypot(3, 6) + 2, rel=0.1)
    assert min(spot.z for spot in path) == pytest.approx(1.6, abs=0.1)


def test_a_way_through_a_portal_stays_on_its_decks_and_meets_at_the_gate():
    navigator = Navigator(two_storeys())
    navigator.gates = (UP, DOWN)
    path = navigator.path(Spot("lower", 1001.0, 5.0), Spot("upper", 1010.0, 5.0))
    assert [spot.walkway for spot in path] == ["lower", "lower", "upper", "upper"]
    assert path[1][1:] == pytest.approx(path[2][1:])
    assert 1005.0 <= path[1].x <= 1005.5
    assert navigator.length(path) == pytest.approx(9.0, abs=1e-6)
    back = navigator.path(Spot("upper", 1010.0, 5.0), Spot("lower", 1001.0, 5.0))
    assert navigator.length(back) == pytest.approx(9.0, abs=1e-6)


def test_there_is_no_way_through_a_shut_portal():
    navigator = Navigator(two_storeys())
    assert navigator.path(Spot("lower", 1001.0, 5.0), Spot("upper", 1010.0, 5.0)) == ()
    navigator.gates = (DOWN,)
    assert navigator.path(Spot("lower", 1001.0, 5.0), Spot("upper", 1010.0, 5.0)) == ()


def around(*rectangles: Gate) -> tuple[Navigator, Decks]:
    """A hall and a yard at one height that share x = 4 … 7, and gates between them."""
    decks = decks_of(draw_walkway("hall", rectangle(-6, -4, 7, 4)), draw_walkway("yard", rectangle(4, -4, 16, 4)))
    navigator = Navigator(decks)
    navigator.gates = rectangles
    return navigator, decks


def gate(source: str, destination: str, *corners: float) -> Gate:
    return Gate(source, destination, np.array([corners]))


def test_a_place_behind_a_gate_that_would_carry_one_off_is_on_no_way():
    navigator, _ = around(gate("hall", "yard", 5.8, -4, 5.95, 4), gate("yard", "hall", 5.1, -4, 5.25, 4))
    assert navigator.path(Spot("hall", 0.0, 2.0), Spot("hall", 6.4, 2.0)) == ()
    assert navigator.path(Spot("hall", 0.0, 2.0), Spot("yard", 4.5, 2.0)) == ()
    assert navigator.path(Spot("hall", 0.0, 2.0), Spot("hall", 200.0, 2.0))[-1].x == pytest.approx(
        5.8 - BERTH, abs=0.01
    )
    assert navigator.path(Spot("hall", 0.0, 2.0), Spot("yard", 0.0, 2.0))[-1].x == pytest.approx(5.25 + BERTH, abs=0.01)
    navigator.gates = ()
    assert navigator.path(Spot("hall", 0.0, 2.0), Spot("hall", 6.4, 2.0))[-1] == Spot("hall", 6.4, 2.0)


def test_a_gate_in_the_middle_of_a_deck_is_walked_around():
    navigator, _ = around(gate("hall", "yard", 5.0, -1, 5.5, 1))
    path = navigator.path(Spot("hall", 0.0, 0.2), Spot("hall", 6.5, 0.2))
    assert {spot.walkway for spot in path} == {"hall"}
    assert max(spot.z for spot in path) == pytest.approx(1.0 + BERTH, abs=0.02)
    assert navigator.length(navigator.path(Spot("hall", 0.0, 0.2), Spot("yard", 12.0, 0.2))) == pytest.approx(
        12.0, abs=0.01
    )


def test_where_a_gate_has_no_room_behind_it_ways_lead_through_it():
    decks = decks_of(draw_walkway("hall", rectangle(0, 0, 10, 10)), draw_walkway("nook", rectangle(5, 0, 8, 2.2)))
    navigator = Navigator(decks)
    navigator.gates = (gate("hall", "nook", 5.0, 0.0, 5.5, 10.0),)
    ends = Spot("hall", 1.0, 1.0), Spot("hall", 9.0, 1.0)
    assert 1.8 < max(spot.z for spot in navigator.path(*ends)) < 2.1
    assert navigator.path(Spot("hall", 1.0, 1.0), Spot("nook", 7.0, 1.0))[-1] == Spot("nook", 7.0, 1.0)


def test_gates_that_overlap_hold_who_comes_through_one_of_them():
    navigator, _ = around(gate("hall", "yard", 5.0, -4, 5.6, 4), gate("yard", "hall", 5.3, -4, 5.9, 4))
    assert [spot.walkway for spot in navigator.path(Spot("hall", 0.0, 2.0), Spot("yard", 12.0, 2.0))][-1] == "yard"
    assert navigator.path(Spot("yard", 5.01, 2.0), Spot("yard", 12.0, 2.0)) != ()  # it has just come in there
    assert navigator.path(Spot("yard", 12.0, 2.0), Spot("yard", 4.5, 2.0)) == ()


def test_gates_side_by_side_to_one_deck_are_as_one():
    tiles = [gate("hall", "yard", 5.0 + x, z, 5.1 + x, z + 0.1) for x in (0.0, 0.1) for z in np.arange(-4.0, 4.0, 0.1)]
    navigator, _ = around(*tiles)
    path = navigator.path(Spot("hall", 0.0, 0.0), Spot("yard", 12.0, 0.0))
    assert navigator.length(path) == pytest.approx(12.0, abs=0.1)  # by way of the tiles' middles


def test_what_ways_keep_out_of_is_found_once_a_gate_and_only_gates_that_may_shorten_a_way_are_looked_at(monkeypatch):
    decks = decks_of(draw_walkway("hall", rectangle(0, 0, 60, 10)), draw_walkway("yard", rectangle(0, 0, 60, 10)))
    navigator = Navigator(decks)
    there = [gate("hall", "yard", x, 4.0, x + 1.0, 6.0) for x in (10.0, 20.0, 30.0, 40.0)]
    back = [gate("yard", "hall", x, 7.0, x + 1.0, 8.0) for x in (10.0, 20.0, 30.0, 40.0)]
    berths, looked_at = [], []
    berth, thresholds = Gate.berth, navigator_module.thresholds
    monkeypatch.setattr(Gate, "berth", lambda gate, *ends: berths.append(gate) or berth(gate, *ends))
    monkeypatch.setattr(
        navigator_module, "thresholds", lambda gate, *ends: looked_at.append(gate) or thresholds(gate, *ends)
    )
    navigator.gates = tuple(there)
    assert navigator.path(Spot("hall", 1.0, 5.0), Spot("hall", 55.0, 5.0))[-1].x == 55.0
    assert looked_at == []  # no gate leads back
    navigator.gates = (*there, *back)
    assert navigator.path(Spot("hall", 12.0, 0.5), Spot("hall", 25.0, 0.5))[-1].x == 25.0
    assert looked_at == []  # the straight way is shorter than any through one
    assert navigator.path(Spot("hall", 1.0, 5.0), Spot("yard", 11.0, 3.0))[-1].x == 11.0
    assert looked_at == [there[0]]
    berths.clear()
    navigator.gates = tuple(there[:3])
    for at in there[:3]:
        navigator.path(Spot("hall", 5.0, 2.0), Spot("yard", at.rectangles[0, 0], 1.0))
        navigator.path(Spot("hall", at.rectangles[0, 0], 8.0), Spot("yard", at.rectangles[0, 0], 1.0))
    assert len(berths) == len(set(berths)) == 3


def test_a_goal_in_a_wall_is_reached_from_the_side_that_one_can_get_nearest_on():
    decks = decks_of(
        draw_walkway("hall", rectangle(0, 0, 10, 4), [rectangle(5, -1, 6, 5)]),
        draw_walkway("attic", rectangle(0, 0, 10, 4), height=3.0),
    )
    navigator = Navigator(decks)
    navigator.gates = (gate("hall", "attic", 1.0, 1.0, 1.5, 3.0), gate("attic", "hall", 8.5, 1.0, 9.0, 3.0))
    path = navigator.path(Spot("hall", 3.0, 2.0), Spot("hall", 5.9, 2.0))
    assert path[-1].x == pytest.approx(6.4, abs=0.01)
    assert [spot.walkway for spot in path if spot.walkway == "attic"]
    assert navigator.path(Spot("hall", 3.0, 2.0), Spot("hall", 5.1, 2.0))[-1].x == pytest.approx(4.6, abs=0.01)


def test_a_seam_is_passed_without_anybody_naming_it_or_what_is_beyond():
    seam = Seam("east", np.array([[9.0, 0.0, 9.5, 5.0]]))
    decks = decks_of(
        draw_walkway("west", rectangle(0, 0, 10, 5), seams=(seam,)), draw_walkway("east", rectangle(8, 0, 20, 5))
    )
    path = Navigator(decks).path(Spot("west", 1.0, 1.0), Spot("east", 19.0, 1.0))
    assert path[-1] == Spot("east", 19.0, 1.0)
    assert Navigator(decks).length(path) == pytest.approx(18.0, rel=0.02)
    beyond = Navigator(decks).path(Spot("west", 1.0, 1.0), Spot("west", 9.3, 1.0))  # where nobody stays on this deck
    assert beyond[-1] == Spot("east", 9.3, 1.0)


def test_what_stands_in_the_way_now_is_walked_around_and_a_passable_door_is_not():
    decks = decks_of(draw_walkway("hall", rectangle(0, 0, 10, 6)))
    block = decks.add_pusher(7, "hall", [rectangle(-0.5, -2.0, 0.5, 2.0)], (5.0, 0.0, 2.5), 0.0)
    navigator, ends = Navigator(decks), (Spot("hall", 1.0, 2.5), Spot("hall", 9.0, 2.5))
    assert navigator.length(navigator.path(*ends)) == pytest.approx(8.0)
    decks.enable(block)
    decks.advance(1 / 60)
    around = navigator.path(*ends)
    assert navigator.length(around) > 8.7
    assert max(spot.z for spot in around) > 4.8
    assert navigator.length(Navigator(decks, is_passable=lambda pusher: pusher is block).path(*ends)) == 8.0
    decks.turn_pusher(block, (5.0, 0.0, 3.5), 0.0)
    decks.advance(1 / 60)
    assert max(spot.z for spot in navigator.path(*ends)) < 3.0


def test_an_unknown_walkway_is_named():
    with pytest.raises(OrlopError, match="lowest"):
        Navigator(two_storeys()).path(Spot("lowest", 0.0, 0.0), Spot("upper", 1010.0, 5.0))


def test_every_leg_of_a_way_on_the_quayside_lies_in_the_air():
    build = quayside().build
    decks = decks_of(*build.walkways)
    navigator = Navigator(decks)
    random = np.random.default_rng(2)
    found = 0
    for walkway in build.walkways:
        boundary = Boundary.from_air(walkway.air(0.4))
        origin = walkway.origin[[0, 2]]
        points = walkway.air(0.4).points
        for _ in range(15):
            begin, end = (tuple(p) for p in random.uniform(points.min(axis=0), points.max(axis=0), (2, 2)) + origin)
            path = navigator.path(Spot(walkway.name, *begin), Spot(walkway.name, *end))
            found += bool(path)
            for a, b in pairwise(path):
                for share in np.linspace(0.0, 1.0, 20):
                    x, z = np.array(a[1:]) + (np.array(b[1:]) - a[1:]) * share - origin
                    assert boundary.inside(float(x), float(z))
    assert found > 20
