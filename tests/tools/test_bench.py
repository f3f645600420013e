"""How measures are chosen, compared and reported."""

import json

import pytest

from orlop.tools import bench, cli
from orlop.tools.bench import registry
from orlop.tools.bench.measure import Measure, PeerMissingError, compare


@pytest.fixture
def measures(monkeypatch):
    monkeypatch.setattr(registry, "MEASURES", {"floor.grid": ("m", "f"), "floor.deck": ("m", "f"), "tick": ("m", "f")})
    taken = []

    def take(name):
        taken.append(name)
        if name == "floor.deck":
            raise PeerMissingError("it needs the peer: pip install orlop[bench].")
        return Measure(value=2.0, unit="ms", best=1.5, against="a plain loop", ratio=3.0)

    monkeypatch.setattr(bench.registry, "take", take)
    return taken


def test_groups_names_and_all(measures):
    assert registry.select(["floor"]) == ["floor.grid", "floor.deck"]
    assert registry.select(["tick"]) == ["tick"]
    assert registry.select([]) == ["floor.grid", "floor.deck", "tick"]
    assert registry.unknown(["flo", "tick"]) == ["flo"]


def test_a_missing_peer_is_said_and_the_others_are_taken(measures, capsys):
    assert cli.main(["bench", "--json"]) == 0
    streams = capsys.readouterr()
    assert measures == ["floor.grid", "floor.deck", "tick"]
    assert list(json.loads(streams.out)) == ["floor.grid", "tick"]
    assert "floor.deck is left out: it needs the peer" in streams.err


def test_a_measure_that_found_something_wrong_says_so_and_is_exit_status_1(measures, monkeypatch, capsys):
    broken = Measure(value=2.0, unit="ms", best=1.5, against="none allowed", ratio=0.0, wrong="two fell")
    monkeypatch.setattr(bench.registry, "take", lambda name: broken)
    assert cli.main(["bench", "tick"]) == 1
    assert "tick: two fell" in capsys.readouterr().err


def test_the_ratio_is_theirs_over_ours_by_medians():
    ours, theirs = iter([9.0, 1.0, 2.0, 9.0]), iter([9.0, 6.0, 6.0, 100.0])
    measure = compare(lambda: next(ours), lambda: next(theirs), "s", "peer", runs=3)
    assert measure == {"value": 2.0, "unit": "s", "best": 1.0, "against": "peer", "ratio": 3.0}


@pytest.mark.parametrize("name", registry.MEASURES)
def test_every_registered_measure_exists(name):
    import importlib

    module, function = registry.MEASURES[name]
    try:
        assert callable(getattr(importlib.import_module(module), function))
    except PeerMissingError as missing:
        pytest.skip(str(missing))
