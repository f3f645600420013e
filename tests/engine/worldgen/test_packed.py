"""Content frozen, and as bytes."""

import collections
import dataclasses
import math
import sys
from typing import ClassVar, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from orlop.engine.worldgen.frozen import freeze
from orlop.engine.worldgen.packed import DamagedError, pack, unpack


@dataclasses.dataclass(frozen=True)
class Stream:
    name: str
    course: np.ndarray
    widths: tuple[float, ...]


@dataclasses.dataclass(frozen=True)
class Odd:
    """Has what are no fields, and a field that `__init__` doesn't take."""

    UNIT: ClassVar[str] = "metres"
    x: float
    scale: dataclasses.InitVar[float] = 1.0
    twice: float = dataclasses.field(init=False, default=0.0)

    def __post_init__(self, scale):
        object.__setattr__(self, "twice", 2.0 * self.x * scale)


@dataclasses.dataclass(frozen=True)
class Demanding:
    x: float
    scale: dataclasses.InitVar[float]


class Pair(tuple):
    __slots__ = ()


class Place(NamedTuple):
    x: float
    label: bytes


scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text() | st.binary()
numeric = st.sampled_from(["<f4", "<f8", "<i8", "u1", "?", ">i4"])
anything = st.recursive(
    scalars | arrays.arrays(numeric, arrays.array_shapes(max_dims=3, max_side=4, min_side=0), elements={}),
    lambda inner: st.lists(inner, max_size=4).map(tuple) | st.builds(Stream, st.text(), inner, st.just((1.0,))),
    max_leaves=8,
)


def same(one, other):
    if isinstance(one, np.ndarray):
        return (
            one.shape == other.shape and one.dtype == other.dtype.newbyteorder("=") and one.tobytes() == other.tobytes()
        )
    if isinstance(one, tuple):
        return type(one) is type(other) and len(one) == len(other) and all(map(same, one, other))
    if dataclasses.is_dataclass(one):
        return type(one) is type(other) and all(map(same, vars(one).values(), vars(other).values()))
    return type(one) is type(other) and one == other


def native(value):
    if isinstance(value, np.ndarray):
        return value.astype(value.dtype.newbyteorder("="))
    if isinstance(value, tuple):
        return tuple(map(native, value))
    if isinstance(value, Stream):
        return Stream(value.name, native(value.course), value.widths)
    return value


@given(anything)
def test_what_was_packed_comes_back_to_the_bit(content):
    content = native(content)
    assert same(content, unpack(pack(content)))


@pytest.mark.parametrize(
    "content",
    [
        2.5 - 1j,
        np.complex64(1 + 2j),
        np.array([(1, 2.5), (3, 4.5)], [("count", "<i4"), ("size", "<f8")]),
        np.array([((1.0, 2.0), b"ab")], [("at", "<f4", (2,)), ("label", "S2")])[0],
        np.array([(((7, 8),),)], [("outer", [("inner", [("a", "u1"), ("b", "<u2")])])]),
        np.arange(6, dtype=">f8").reshape(2, 3),
        np.asfortranarray(np.arange(24.0).reshape(2, 3, 4)),
        np.array(["2026-11-30"], "datetime64[D]"),
        np.array(["fir", "oak"]),
        np.zeros(2, np.dtype([(("how many", "count"), "<i4")])),
        Odd(3.0, 5.0),
        Pair((1, 2.0)),
    ],
    ids=str,
)
def test_whatever_a_layer_may_return_comes_back_as_it_was(content):
    freeze(content)
    back = unpack(pack(content))
    assert type(back) is type(content)
    if isinstance(content, np.ndarray):
        assert (back.dtype, back.shape, back.strides) == (content.dtype, content.shape, content.strides)
        assert back.tobytes() == content.tobytes()
        assert not back.flags.writeable
    else:
        assert back == content


def test_special_floats_and_named_tuples_come_back():
    content = (Place(-0.0, b"\x00\xff"), math.inf, np.float32(0.1), math.nan, np.array(math.nan))
    place, infinite, single, nan, array = unpack(pack(content))
    assert type(place) is Place
    assert math.copysign(1.0, place.x) == -1.0
    assert place.label == b"\x00\xff"
    assert (infinite, single, type(single)) == (math.inf, np.float32(0.1), np.float32)
    assert math.isnan(nan)
    assert np.isnan(array)


def test_unpacked_arrays_are_read_only():
    for size in (1, 3, 8):
        array = unpack(pack((np.arange(size, dtype=np.int8), np.ones(size))))[1]
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 2


def test_any_altered_byte_is_noticed():
    packed = pack(Stream("brook", np.arange(5.0), (1.0, 2.0)))
    for place in range(len(packed)):
        altered = bytearray(packed)
        altered[place] ^= 1
        with pytest.raises(DamagedError):
            unpack(bytes(altered))
    for length in range(0, len(packed), 7):
        with pytest.raises(DamagedError):
            unpack(packed[:length])


@pytest.mark.parametrize("content", [Stream("brook", np.arange(5.0), (1.0,)), Place(1.0, b"here")])
def test_a_class_that_has_other_fields_by_now_counts_as_damaged(monkeypatch, content):
    packed, kind = pack(content), type(content)
    with_more = (
        dataclasses.make_dataclass(kind.__name__, [*(f.name for f in dataclasses.fields(kind)), "depth"], frozen=True)
        if dataclasses.is_dataclass(kind)
        else collections.namedtuple(kind.__name__, [*kind._fields, "depth"])
    )
    monkeypatch.setattr(sys.modules[__name__], kind.__name__, with_more)
    with pytest.raises(DamagedError, match="other fields"):
        unpack(packed)


def test_a_class_that_takes_what_is_no_field_counts_as_damaged():
    with pytest.raises(DamagedError, match="of its fields alone"):
        unpack(pack(Demanding(1.0, 2.0)))


def test_what_are_no_bytes_counts_as_damaged():
    for value in (None, "", 3):
        with pytest.raises(DamagedError):
            unpack(value)


def test_a_class_that_is_not_loaded_is_not_imported():
    packed = pack(Stream("brook", np.arange(5.0), (1.0,)))
    import zlib

    body = packed[8:].replace(b"Stream", b"Strean")
    with pytest.raises(DamagedError, match="Strean"):
        unpack(packed[:4] + zlib.crc32(body).to_bytes(4, "little") + body)


def test_frozen_content_and_all_its_bases_are_read_only():
    base = np.arange(12.0)
    stream = Stream("brook", base.reshape(3, 4)[1:], (1.0,))
    assert freeze((stream, None, 3)) == 64
    for array in (stream.course, base):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1.0


@dataclasses.dataclass
class Changeable:
    x: float = 0.0


@pytest.mark.parametrize(
    "content", [[], {}, set(), Changeable(), (1, [2]), np.array([None]), object(), bytearray(b"x")]
)
def test_what_can_be_changed_is_refused(content):
    with pytest.raises(TypeError, match="can be changed"):
        freeze(content)


@pytest.mark.parametrize("content", [[], {}, np.array([None]), object(), Stream])
def test_what_has_no_bytes_is_refused(content):
    with pytest.raises(TypeError, match="can't be packed"):
        pack(content)
