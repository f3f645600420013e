import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from orlop.engine.error import OrlopError
from orlop.engine.sound.bank import AFTER, BEFORE, FADE_OUT, Bank
from orlop.engine.sound.sound import Sound


def ramp(count):
    return (np.arange(count) / count).astype(np.float32)


@given(st.integers(1, 700))
def test_a_loop_can_be_read_on_past_both_its_ends(count):
    bank = Bank(0.1)
    first = bank.first(Sound("loop", ramp(count), True))
    read = bank.samples[first - BEFORE : first + count + AFTER]
    assert np.array_equal(read, ramp(count)[np.arange(-BEFORE, count + AFTER) % count])


def test_silence_lies_around_a_one_shot_and_its_edges_are_faded():
    bank = Bank(0.1)
    first = bank.first(Sound("shot", np.ones(1000, np.float32), False))
    assert not bank.samples[:first].any()
    assert not bank.samples[first + 1000 :].any()
    assert bank.samples[first] == 0.0
    assert bank.samples[first + 999] == 0.0
    assert np.abs(np.diff(bank.samples)).max() < 0.05
    assert (bank.samples[first + 24 : first + 1000 - FADE_OUT] == 1.0).all()


def test_the_same_sound_is_kept_once():
    bank = Bank(0.1)
    assert bank.first(Sound("a", ramp(500), True)) == bank.first(Sound("a", ramp(500), True))


def test_another_sound_of_the_same_name_is_refused():
    bank = Bank(0.1)
    bank.first(Sound("a", ramp(500), True))
    with pytest.raises(OrlopError, match='"a": another sound has this name'):
        bank.first(Sound("a", ramp(501), True))


def test_what_a_bank_holds_does_not_change_the_sound():
    samples = np.ones(1000, np.float32)
    Bank(0.1).first(Sound("shot", samples, False))
    assert (samples == 1.0).all()


def test_a_full_bank_says_so_and_keeps_what_it_has():
    bank = Bank(0.05)
    first = bank.first(Sound("a", ramp(1500), True))
    before = bank.samples.copy()
    with pytest.raises(OrlopError, match="used up"):
        bank.first(Sound("b", ramp(1500), True))
    assert np.array_equal(bank.samples, before)
    assert bank.first(Sound("a", ramp(1500), True)) == first


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_samples_that_are_no_numbers_are_refused_by_name(value):
    samples = ramp(100)
    samples[50] = value
    with pytest.raises(OrlopError, match='"spoilt": it holds samples that are no numbers'):
        Bank(0.1).first(Sound("spoilt", samples, True))
