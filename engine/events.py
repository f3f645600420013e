"""What happened, told in order."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

E = TypeVar("E")

MOST_ANSWERS = 10_000
"""Events that handlers may send in one delivery before it counts as endless."""


@dataclass(slots=True, eq=False)
class Subscription:
    """That `handler` is called with events of `kind`, as long as it is `active`."""

    kind: type[Any]
    handler: Callable[[Any], object]
    active: bool = True


class Events:
    """An ordered queue of the events of one tick.

    An event is any object; Orlop's own are frozen dataclasses. Events are delivered right
    after the system that sent them, in the order in which they were sent, to handlers in
    the order in which they subscribed; so a replay hears them as the first run did.
    (esper's own dispatch keeps handlers in a set: its order differs between processes.)

    Events that the simulation answers to must be sent by the simulation: what a frame's
    systems send depends on the machine's speed and is not in a recording.

    Attributes
    ----------
    pending
        Whether there is something to deliver.
    """

    __slots__ = ("_delivered", "_delivering", "_events", "_routes", "_subscriptions", "pending")

    def __init__(self) -> None:
        self.pending = False
        self._events: list[object] = []
        self._delivered = 0
        self._delivering = False
        self._subscriptions: list[Subscription] = []
        self._routes: dict[type, tuple[Subscription, ...]] = {}

    def send(self, event: object) -> None:
        """Queue `event`; it is delivered when the system that runs now has ended."""
        self._events.append(event)
        self.pending = True

    def of(self, kind: type[E]) -> list[E]:
        """Return this tick's events so far that are of `kind` or derived from it, in order."""
        return [event for event in self._events if isinstance(event, kind)]

    def subscribe(self, kind: type[E], handler: Callable[[E], object]) -> Subscription:
        """Call `handler` with each event of `kind` or derived from it (`object`: with every event).

        The handler is held strongly, until `unsubscribe`. One that subscribes while an event
        is being delivered hears the next one.
        """
        subscription = Subscription(kind, handler)
        self._subscriptions.append(subscription)
        self._routes.clear()
        return subscription

    def unsubscribe(self, kind: type[E], handler: Callable[[E], object]) -> None:
        """Undo the first such `subscribe`; the handler isn't called any more, not even by this delivery."""
        for subscription in self._subscriptions:
            if subscription.kind is kind and subscription.handler == handler:
                self.drop(subscription)
                return
        raise ValueError(f"{handler!r} is not subscribed to {kind.__name__}")

    def drop(self, subscription: Subscription) -> None:
        """Undo this very subscription; one that has been undone already is passed over."""
        if subscription.active:
            subscription.active = False
            self._subscriptions.remove(subscription)
            self._routes.clear()

    def subscriptions(self) -> tuple[Subscription, ...]:
        """Return what is subscribed now, in order."""
        return tuple(self._subscriptions)

    def deliver(self) -> None:
        """Hand all waiting events to their handlers, and those that these send meanwhile.

        An event counts as delivered before its handlers run, so one that raises is not called
        with it again.

        Raises
        ------
        RuntimeError
            If handlers go on answering each other; the waiting events are dropped.
        """
        if self._delivering:
            return  # the outer call goes on with what a handler has sent
        self._delivering = True
        try:
            end = len(self._events) + MOST_ANSWERS
            while self._delivered < len(self._events):
                if self._delivered >= end:
                    raise self._endless()
                event = self._events[self._delivered]
                self._delivered += 1
                for subscription in self._route(type(event)):
                    if subscription.active:
                        subscription.handler(event)
        finally:
            self._delivering = False
            self.pending = self._delivered < len(self._events)

    def begin_tick(self) -> None:
        """Forget the last tick's events; those sent since and not yet delivered belong to the new tick."""
        if self._events:
            del self._events[: self._delivered]
            self._delivered = 0

    def clear(self) -> None:
        """Forget all events, delivered or not."""
        self._events.clear()
        self._delivered = 0
        self.pending = False

    def _route(self, kind: type) -> tuple[Subscription, ...]:
        route = self._routes.get(kind)
        if route is None:
            route = tuple(s for s in self._subscriptions if issubclass(kind, s.kind))
            self._routes[kind] = route
        return route

    def _endless(self) -> RuntimeError:
        names = sorted({type(event).__name__ for event in self._events[-16:]})
        self.clear()
        return RuntimeError(
            f"event handlers answer each other without end ({', '.join(names)}): "
            f"over {MOST_ANSWERS} events in one delivery"
        )
