"""What is told of a game."""

import json
import math
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from orlop.engine.game import Game
from orlop.levels.chronicle import Chronicle, PlayReport, plain


class Side(Enum):
    PORT = 1


@dataclass(frozen=True)
class Seen:
    what: Any


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (np.float32(1.5), 1.5),
        (np.int64(3), 3),
        (np.bool_(True), True),
        (np.array([[1.0, 2.0]]), [[1.0, 2.0]]),
        ({Side.PORT: (1, None)}, {"PORT": [1, None]}),
        ({2, 1}, [1, 2]),
        (Seen(Seen("x")), {"what": {"what": "x"}}),
        (math.inf, "inf"),
        (np.array([math.nan]), ["nan"]),
        (Path("a"), "a"),
        (Seen, str(Seen)),
    ],
)
def test_an_authors_event_may_hold_anything(value, said):
    report = PlayReport("room", 0)
    with Game() as game:
        chronicle = Chronicle(game, report)
        game.events.send(Seen(value))
        game.tick()
        chronicle.finish()
    assert report.events == [{"tick": 0, "event": "Seen", "what": said}]
    assert json.loads(json.dumps(report.events, allow_nan=False)) == report.events


def test_an_event_is_told_as_it_was_when_it_was_sent():
    report, places = PlayReport("room", 0), np.zeros(2)
    with Game() as game:
        Chronicle(game, report)
        game.events.send(Seen(places))
        game.tick()
        places[:] = 9.0
    assert report.events[0]["what"] == [0.0, 0.0]


def test_what_is_plain_stays_what_it_is():
    for value in (None, True, 7, -0.5, "text"):
        assert plain(value) is value or plain(value) == value


def test_every_tick_is_timed():
    with Game() as game:
        chronicle = Chronicle(game, PlayReport("room", 0))
        game.tick(3)
        game.frame(2 / 60)
    assert len(chronicle.tick_ms) == 5
    assert min(chronicle.tick_ms) > 0
