"""The scheduler's books, after any sequence of moves: what is kept is what is needed, and nothing else."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orlop.engine.worldgen.cache import ChunkCache
from orlop.engine.worldgen.chunk import DONE
from orlop.engine.worldgen.dependency import Dependency
from orlop.engine.worldgen.focus import Focus
from orlop.engine.worldgen.graph import LayerGraph
from orlop.engine.worldgen.layer import Layer
from orlop.engine.worldgen.scheduler import Scheduler


class Plain(Layer[None]):
    def __init__(self, name, size, *needs):
        self.name, self.size, self.needs = name, size, needs

    def generate(self, bounds, inputs, seed):
        return None


ROCK = Plain("rock", 32.0)
SOIL = Plain("soil", 20.0, Dependency(ROCK, 7.0))
TREES = Plain("trees", 10.0, Dependency(SOIL, 12.0), Dependency(ROCK, 3.0))
GRAPH = LayerGraph([ROCK, SOIL, TREES])
RADII = ({TREES: 25.0}, {TREES: 12.0, ROCK: 60.0}, {SOIL: 30.0, TREES: 5.0})
MARGIN = 1

near = st.integers(-80, 80).map(float)
moves = st.tuples(st.integers(0, 2), near, near, st.integers(0, 60), st.booleans())


@given(st.lists(moves, max_size=12), st.sampled_from([0, 2000, 10**6]))
@settings(max_examples=60, deadline=None)
def test_books_balance_after_any_moves_finished_or_not(steps, capacity):
    cache = ChunkCache(capacity)
    scheduler = Scheduler(GRAPH, cache, MARGIN)
    focuses = {}
    for which, x, z, count, remove in steps:
        if which not in focuses:
            focuses[which] = Focus(scheduler, GRAPH, RADII[which], x, z)
            scheduler.post(focuses[which])
        elif remove:
            focuses.pop(which).remove()
        else:
            focuses[which].move(x, z)
        make(scheduler, count)
        check(scheduler, cache, list(focuses.values()), finished=False)
    make(scheduler, 10**6)
    check(scheduler, cache, list(focuses.values()), finished=True)


def make(scheduler, count):
    scheduler_gives_only_what_is_ready = True
    while count and (chunk := scheduler.take()) is not None:
        scheduler_gives_only_what_is_ready &= all(p.state == DONE for group in chunk.providers for p in group)
        scheduler.finish(chunk, None, 0, False, goes_on=False)
        count -= 1
    assert scheduler_gives_only_what_is_ready


def check(scheduler, cache, focuses, finished):
    if not finished and scheduler._posted:
        return  # not looked at yet
    for order, table in enumerate(scheduler.tables):
        needed = [set(GRAPH.needed(focus.asked)[order].indices()) for focus in focuses]
        asked = [set(focus.asked[order].indices()) for focus in focuses if order in focus.asked]
        lingering = [set(focus.asked[order].expanded(MARGIN).indices()) for focus in focuses if order in focus.asked]
        chunks = table.chunks
        assert {i for i, c in chunks.items() if c.needed} == set().union(*needed)
        assert {i: c.needed for i, c in chunks.items() if c.needed > 1} == counted(needed)
        assert table.needed == len(set().union(*needed))
        assert table.pending == sum(c.needed > 0 and c.state != DONE for c in chunks.values())
        assert {i for i, c in chunks.items() if c.shown} <= set().union(*lingering)
        assert {i for i, c in chunks.items() if c.asked and c.state == DONE} == {
            i for i, c in chunks.items() if c.shown and c.asked
        }
        if finished:
            assert set().union(*asked) <= {i for i, c in chunks.items() if c.shown}
            assert all(c.state == DONE and not c.providers and not c.users for c in chunks.values())
    resting = [c for table in scheduler.tables for c in table.chunks.values() if not c.needed and not c.shown]
    assert len(resting) == len(cache)


def counted(sets):
    total = {}
    for members in sets:
        for member in members:
            total[member] = total.get(member, 0) + 1
    return {member: count for member, count in total.items() if count > 1}


def test_a_cache_forgets_what_was_needed_longest_ago():
    scheduler = Scheduler(GRAPH, ChunkCache(0), MARGIN)
    focus = Focus(scheduler, GRAPH, {ROCK: 30.0}, 0.0, 0.0)
    scheduler.post(focus)
    make(scheduler, 100)
    chunks = list(scheduler.tables[0].chunks.values())
    cache = ChunkCache(1000)
    for chunk in chunks[:3]:
        cache.add(chunk)
    assert list(cache.evicted()) == [chunks[0]]
    cache.take(chunks[1])
    cache.add(chunks[1])
    cache.add(chunks[3])
    assert list(cache.evicted()) == [chunks[2]]
    assert len(cache) == 2


def test_a_cache_of_negative_size_is_refused():
    with pytest.raises(ValueError, match="0 or more"):
        ChunkCache(-1)


def depth_first(goes_on):
    """Make a row of rock and the soil on it on one thread; return which chunks of which layer, in order."""
    rock = Plain("rock", 20.0)
    soil = Plain("soil", 20.0, Dependency(rock, 0.0))
    graph = LayerGraph([rock, soil])
    scheduler = Scheduler(graph, ChunkCache(0), MARGIN)
    scheduler.post(Focus(scheduler, graph, {soil: 50.0}, 10.0, 10.0))
    made, chunk = [], scheduler.take()
    while chunk is not None:
        made.append((chunk.table.layer.name, chunk.index))
        chunk = scheduler.finish(chunk, None, 0, False, goes_on) or scheduler.take()
    return made


def test_a_thread_that_goes_on_makes_what_it_freed_at_once():
    made = depth_first(goes_on=True)
    assert len(made) == 2 * 25
    assert made[:2] == [("rock", (0, 0)), ("soil", (0, 0))]
    for provider, user in zip(made[::2], made[1::2], strict=True):
        assert (provider[0], user) == ("rock", ("soil", provider[1]))


def test_a_thread_that_stops_leaves_what_it_freed_to_the_order_of_all():
    made = depth_first(goes_on=False)
    assert sorted(made) == sorted(depth_first(goes_on=True))
    assert made[:3] != depth_first(goes_on=True)[:3]


def test_a_thread_that_goes_on_turns_to_a_focus_that_moved_before_it_makes_what_it_freed():
    rock = Plain("rock", 20.0)
    soil = Plain("soil", 20.0, Dependency(rock, 0.0))
    graph = LayerGraph([rock, soil])
    scheduler = Scheduler(graph, ChunkCache(0), MARGIN)
    focus = Focus(scheduler, graph, {soil: 50.0}, 10.0, 10.0)
    scheduler.post(focus)
    chunk = scheduler.take()
    focus.move(10_010.0, 10.0)
    assert scheduler.finish(chunk, None, 0, False, goes_on=True) is None
    assert scheduler.take().index == (500, 0)
    assert (0, 0) not in scheduler.tables[1].chunks
