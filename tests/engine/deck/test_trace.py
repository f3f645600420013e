"""Traces come back from their file as they were."""

import numpy as np
import pytest

from orlop.engine.deck.trace import Trace, TraceRecorder
from orlop.engine.error import OrlopError


def recorded() -> Trace:
    recorder = TraceRecorder([(0.0, 0.0, 0.0), (1.0, 0.0, 0.0)])
    for tick in range(5):
        recorder.take([0.0, 1.5], [(0.1 * tick, 0.0, 0.0), (1.0, 0.0, 0.1 * tick)], 40.0 + tick)
    return recorder.trace(3.0, 1 / 60, 0.4, 1.8, 20.0, "nav_test.obj")


def test_a_trace_comes_back_to_the_last_bit(tmp_path):
    trace = recorded()
    trace.write(tmp_path / "deep" / "walk.npz")
    again = Trace.read(tmp_path / "deep" / "walk.npz")
    for name in ("places", "headings", "tick_us"):
        assert np.array_equal(getattr(again, name), getattr(trace, name))
    for name in ("speed", "dt", "radius", "height", "tilt", "mesh"):
        assert getattr(again, name) == getattr(trace, name)


def test_the_file_has_the_keys_and_shapes_that_scorers_of_other_walkers_expect(tmp_path):
    recorded().write(tmp_path / "walk.npz")
    with np.load(tmp_path / "walk.npz", allow_pickle=False) as file:
        shapes = {name: file[name].shape for name in file.files}
    scalars = dict.fromkeys(("speed", "dt", "radius", "height", "tilt", "mesh"), ())
    assert shapes == {"P": (6, 2, 3), "H": (5, 2), "tick_us": (5,), **scalars}


def test_a_trace_without_times_is_read(tmp_path):
    trace = recorded()
    Trace(trace.places, trace.headings, 3.0, 1 / 60, 0.4, 1.8).write(tmp_path / "walk.npz")
    assert Trace.read(tmp_path / "walk.npz").tick_us is None


def test_arrays_that_do_not_fit_are_refused():
    with pytest.raises(ValueError, match=r"places must be \(T \+ 1, n, 3\)"):
        Trace(np.zeros((5, 2, 3)), np.zeros((5, 2)), 3.0, 1 / 60, 0.4, 1.8)
    with pytest.raises(ValueError, match="positive"):
        Trace(np.zeros((6, 2, 3)), np.zeros((5, 2)), 3.0, 0.0, 0.4, 1.8)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04 cut off", b"{}"])
def test_a_file_that_is_no_trace_is_refused_by_name(tmp_path, content):
    path = tmp_path / "walk.npz"
    path.write_bytes(content)
    with pytest.raises(OrlopError, match=r"walk\.npz.*trace"):
        Trace.read(path)


def test_a_trace_that_lacks_a_key_is_refused_by_it(tmp_path):
    np.savez(tmp_path / "walk.npz", P=np.zeros((2, 1, 3)), H=np.zeros((1, 1)), speed=3.0)
    with pytest.raises(OrlopError, match="dt"):
        Trace.read(tmp_path / "walk.npz")


def test_a_bare_array_is_refused(tmp_path):
    np.save(tmp_path / "walk.npy", np.zeros(3))
    with pytest.raises(OrlopError, match=r"walk\.npy"):
        Trace.read(tmp_path / "walk.npy")
