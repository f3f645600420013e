from dataclasses import dataclass

import pytest

from orlop.engine.events import Events


@dataclass(frozen=True)
class Knock:
    number: int


@dataclass(frozen=True)
class LoudKnock(Knock):
    pass


@dataclass(frozen=True)
class Answer:
    number: int


def test_events_reach_their_handlers_in_the_order_they_were_sent():
    events, heard = Events(), []
    events.subscribe(Knock, lambda event: heard.append(event.number))
    for number in range(5):
        events.send(Knock(number))
    assert heard == []
    events.deliver()
    assert heard == [0, 1, 2, 3, 4]


def test_handlers_are_called_in_the_order_they_subscribed_whatever_type_they_asked_for():
    events, heard = Events(), []
    events.subscribe(LoudKnock, lambda event: heard.append("loud"))
    events.subscribe(object, lambda event: heard.append("all"))
    events.subscribe(Knock, lambda event: heard.append("knock"))
    events.send(LoudKnock(1))
    events.deliver()
    assert heard == ["loud", "all", "knock"]


def test_an_event_is_not_heard_by_those_who_asked_for_another_type():
    events, heard = Events(), []
    events.subscribe(LoudKnock, heard.append)
    events.send(Knock(1))
    events.deliver()
    assert heard == []


def test_handlers_that_nothing_else_holds_stay():
    events, heard = Events(), []

    def subscribe_a_closure():
        events.subscribe(Knock, lambda event: heard.append(event))

    subscribe_a_closure()
    events.send(Knock(1))
    events.deliver()
    assert heard == [Knock(1)]


def test_what_a_handler_sends_is_delivered_after_what_was_sent_before():
    events, heard = Events(), []
    events.subscribe(Knock, lambda event: events.send(Answer(event.number)))
    events.subscribe(object, lambda event: heard.append((type(event).__name__, event.number)))
    events.send(Knock(1))
    events.send(Knock(2))
    events.deliver()
    assert heard == [("Knock", 1), ("Knock", 2), ("Answer", 1), ("Answer", 2)]


def test_a_handler_that_subscribes_during_a_delivery_hears_the_next_event():
    events, heard = Events(), []

    def first(event):
        if event.number == 1:
            events.subscribe(Knock, heard.append)

    events.subscribe(Knock, first)
    events.send(Knock(1))
    events.send(Knock(2))
    events.deliver()
    assert heard == [Knock(2)]


def test_a_handler_unsubscribed_by_an_earlier_one_does_not_hear_the_same_event():
    events, heard = Events(), []
    events.subscribe(Knock, lambda event: events.unsubscribe(Knock, heard.append))
    events.subscribe(Knock, heard.append)
    events.send(Knock(1))
    events.deliver()
    assert heard == []


def test_unsubscribing_a_stranger_is_an_error():
    with pytest.raises(ValueError, match="not subscribed to Knock"):
        Events().unsubscribe(Knock, print)


def test_two_handlers_answering_each_other_for_ever_are_named():
    events = Events()
    events.subscribe(Knock, lambda event: events.send(Answer(event.number)))
    events.subscribe(Answer, lambda event: events.send(Knock(event.number)))
    events.send(Knock(1))
    with pytest.raises(RuntimeError, match=r"without end \(Answer, Knock\)"):
        events.deliver()
    assert not events.pending


def test_a_handler_that_raises_is_not_called_with_that_event_again_but_with_the_next():
    events, heard = Events(), []

    def stumble(event):
        heard.append(event.number)
        if event.number == 1:
            raise ZeroDivisionError

    events.subscribe(Knock, stumble)
    events.send(Knock(1))
    events.send(Knock(2))
    with pytest.raises(ZeroDivisionError):
        events.deliver()
    assert events.pending
    events.deliver()
    assert heard == [1, 2]


def test_of_returns_the_events_of_this_tick_alone_and_a_list_of_its_own():
    events = Events()
    events.send(Knock(1))
    events.send(Answer(2))
    events.send(LoudKnock(3))
    events.deliver()
    assert events.of(Knock) == [Knock(1), LoudKnock(3)]
    events.of(Knock).clear()
    assert len(events.of(Knock)) == 2
    events.begin_tick()
    assert events.of(Knock) == []


def test_what_was_sent_between_two_ticks_belongs_to_the_second():
    events = Events()
    events.send(Knock(1))
    events.deliver()
    events.send(Knock(2))
    events.begin_tick()
    assert events.pending
    assert events.of(Knock) == [Knock(2)]
