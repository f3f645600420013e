import threading
import time

import numpy as np

from orlop.engine.sound.exchange import hand_over, take_over
from orlop.engine.sound.voice import make_voices


def published(voices, number):
    wishes = np.full_like(voices.wishes, number)
    hand_over(
        voices,
        wishes,
        np.ones(len(wishes), np.float32),
        np.full_like(voices.cues, number),
        np.full_like(voices.desk, number),
    )


def test_what_is_handed_over_is_taken_over_once():
    voices = make_voices(3, np.zeros(1, np.float32))
    assert not take_over(voices)
    published(voices, 7)
    assert take_over(voices)
    assert (voices.read_wishes == 7).all()
    assert (voices.read_cues == 7).all()
    assert (voices.read_desk == 7).all()
    assert not take_over(voices)


def test_only_the_last_of_several_is_taken_over():
    voices = make_voices(3, np.zeros(1, np.float32))
    published(voices, 1), published(voices, 2)
    assert take_over(voices)
    assert (voices.read_wishes == 2).all()


def test_nothing_is_taken_over_while_it_is_written():
    voices = make_voices(3, np.zeros(1, np.float32))
    published(voices, 1)
    voices.sequence[0] += 1
    assert not take_over(voices)
    voices.sequence[0] += 1
    assert take_over(voices)


def test_no_copy_is_torn_while_two_threads_work():
    voices = make_voices(512, np.zeros(1, np.float32))
    over = threading.Event()

    def write():
        number = 0
        while not over.is_set():
            number += 1
            published(voices, number % 1000)
            time.sleep(1e-4)

    published(voices, 0), take_over(voices)
    writer = threading.Thread(target=write)
    writer.start()
    taken = set()
    end = time.monotonic() + 0.5
    while time.monotonic() < end:
        if take_over(voices):
            numbers = np.unique(
                np.concatenate([voices.read_wishes.ravel(), voices.read_cues.ravel(), voices.read_desk])
            )
            assert len(numbers) == 1, "half of one, half of another"
            taken.add(numbers[0])
    over.set()
    writer.join()
    assert len(taken) > 20
