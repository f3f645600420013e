"""Sounds take a while to make: each is made once for all tests."""

import functools

import numpy as np
import pytest

from orlop.engine.sound.synthesis.library import make


@pytest.fixture(scope="session")
def made():
    return functools.cache(make)


@pytest.fixture
def random():
    return np.random.default_rng(5)
