"""A world around its focuses: what is made, in which order, and what becomes of it."""

import gc
import logging
import threading
import time
import weakref

import numpy as np
import pytest

from orlop.engine.worldgen.bounds import LIMIT, Bounds
from orlop.engine.worldgen.dependency import Dependency
from orlop.engine.worldgen.failure import GenerationError
from orlop.engine.worldgen.handover import ChunkArrived, ChunkLeft
from orlop.engine.worldgen.layer import Layer
from orlop.engine.worldgen.progress import share
from orlop.engine.worldgen.seed import folded
from orlop.engine.worldgen.world import World


class Recorded(Layer[np.ndarray]):
    """Remembers which chunks it made, in order."""

    def __init__(self, name, size, *needs):
        self.name, self.size, self.needs = name, size, needs
        self.made = []

    def generate(self, bounds, inputs, seed):
        self.made.append(inputs.index)
        below = sum(int(part[0]) for need in self.needs for part in inputs.of(need.layer).overlapping())
        return np.array([below + 7 * inputs.index[0] + inputs.index[1] + seed])


def pair():
    ground = Recorded("ground", 20.0)
    return ground, Recorded("grass", 10.0, Dependency(ground, padding=10.0))


def arrived(world):
    return [notice.chunk for notice in world.handed_over(10.0) if isinstance(notice, ChunkArrived)]


def left(world):
    return [notice.chunk for notice in world.handed_over(10.0) if isinstance(notice, ChunkLeft)]


def test_everything_in_reach_is_made_though_the_focus_never_moves():
    ground, grass = pair()
    with World([ground, grass], 1, threads=1) as world:
        world.focus({grass: 10.0}, 0.0, 0.0)
        world.finish()
        assert sorted(arrived(world)) == [(-1, -1), (-1, 0), (0, -1), (0, 0)]
        assert sorted(ground.made) == [(-1, -1), (-1, 0), (0, -1), (0, 0)]


def test_workers_make_it_while_the_main_thread_does_something_else():
    ground, grass = pair()
    with World([ground, grass], 1, threads=2) as world:
        focus = world.focus({grass: 30.0}, 0.0, 0.0)
        wanted = set(grass_around(0.0))
        for x in (0.0, 500.0):
            focus.move(x, 0.0)
            wanted, seen, ends = set(grass_around(x)), set(), time.perf_counter() + 10.0
            while not wanted <= seen and time.perf_counter() < ends:
                seen.update(arrived(world))
                time.sleep(0.001)
            assert wanted <= seen


def grass_around(x):
    i = int(x // 10.0)
    return [(i + di, dj) for di in range(-3, 3) for dj in range(-3, 3)]


def test_the_nearest_chunk_of_any_focus_comes_first():
    ground, grass = pair()
    with World([ground, grass], 1, threads=0) as world:
        world.focus({grass: 50.0}, 5.0, 5.0)
        world.focus({grass: 50.0}, 1005.0, 5.0)
        world.finish()
    distances = [min(abs(i) + abs(j), abs(i - 100) + abs(j)) for i, j in grass.made]
    assert set(grass.made[:2]) == {(0, 0), (100, 0)}
    assert max(distances[:10]) <= 2
    assert distances[-1] == 10


def test_what_near_chunks_need_is_made_before_what_far_ones_need():
    ground, grass = pair()
    with World([ground, grass], 1, threads=0) as world:
        world.focus({grass: 200.0}, 5.0, 5.0)
        world.work(0.0)
        while not grass.made:
            world.work(0.0)
        assert grass.made == [(0, 0)]
        assert len(ground.made) < 40  # of 484


def test_a_moved_focus_gives_up_what_it_left_and_turns_to_what_is_near():
    ground, grass = pair()
    with World([ground, grass], 1, threads=0) as world:
        focus = world.focus({grass: 100.0}, 0.0, 0.0)
        for _ in range(10):
            world.work(0.0)
        focus.move(10_000.0, 0.0)
        world.finish()
    far = [index for index in grass.made if abs(index[0]) < 100]
    assert len(far) <= 10
    assert len(grass.made) - len(far) == 400


def test_only_the_border_is_made_when_a_focus_crosses_into_a_chunk():
    ground, grass = pair()
    with World([ground, grass], 1, threads=0) as world:
        focus = world.focus({grass: 100.0}, 5.0, 5.0)
        world.finish()
        before = len(grass.made)
        focus.move(15.0, 5.0)
        world.finish()
        assert len(grass.made) - before == 21


def test_walking_to_and_fro_makes_nothing_again_and_tells_nothing():
    ground, grass = pair()
    with World([ground, grass], 1, threads=0) as world:
        focus = world.focus({grass: 100.0}, 5.0, 5.0)
        world.finish()
        focus.move(15.0, 5.0)
        world.finish()
        list(world.handed_over(10.0))
        before = len(grass.made), len(ground.made)
        for _ in range(5):
            focus.move(5.0, 5.0)
            world.finish()
            focus.move(15.0, 5.0)
            world.finish()
        assert (len(grass.made), len(ground.made)) == before
        assert list(world.handed_over(10.0)) == []


def test_a_chunk_leaves_once_every_focus_is_beyond_the_margin():
    ground, grass = pair()
    with World([ground, grass], 1, threads=0, margin=2) as world:
        focus = world.focus({grass: 10.0}, 5.0, 5.0)  # chunks -1 … 1
        world.finish()
        assert len(arrived(world)) == 9
        focus.move(25.0, 5.0)  # 1 … 3, with margin from -1
        world.finish()
        assert left(world) == []
        focus.move(35.0, 5.0)
        world.finish()
        assert left(world) == [(-1, -1), (-1, 0), (-1, 1)]


def test_who_returns_finds_it_in_the_cache_as_long_as_that_holds_it():
    for cache_bytes, made_again in ((1 << 20, 0), (0, 9)):
        ground, grass = pair()
        with World([ground, grass], 1, threads=0, cache_bytes=cache_bytes) as world:
            focus = world.focus({grass: 10.0}, 5.0, 5.0)
            world.finish()
            focus.move(5000.0, 5.0)
            world.finish()
            before = len(grass.made)
            focus.move(5.0, 5.0)
            world.finish()
            assert len(grass.made) - before == made_again
            assert (0, 0) in arrived(world)


def test_an_endless_walk_keeps_a_bounded_number_of_chunks():
    ground, grass = pair()
    with World([ground, grass], 1, threads=0, cache_bytes=200 * 500) as world:
        focus = world.focus({grass: 30.0}, 0.0, 0.0)
        kept = []
        for step in range(400):
            focus.move(step * 10.0, step * 3.0)
            world.finish()
            list(world.handed_over(10.0))
            kept.append(sum(layer.kept for layer in world.progress().values()))
        assert max(kept[100:]) <= max(kept[:100]) + 20


def test_a_removed_focus_leaves_nothing_behind():
    ground, grass = pair()
    with World([ground, grass], 1, threads=0, cache_bytes=0) as world:
        focus = world.focus({grass: 30.0}, 0.0, 0.0)
        world.finish()
        assert len(arrived(world)) == 36
        focus.remove()
        world.finish()
        assert len(left(world)) == 36
        assert all((layer.needed, layer.done, layer.kept) == (0, 0, 0) for layer in world.progress().values())


def test_two_focuses_share_what_both_need():
    ground, grass = pair()
    with World([ground, grass], 1, threads=0, cache_bytes=0) as world:
        one, two = (world.focus({grass: 30.0}, x, 0.0) for x in (0.0, 20.0))
        world.finish()
        assert len(grass.made) == len(set(grass.made)) == 8 * 6
        assert world.progress()["grass"].needed == 48
        one.remove()
        world.finish()
        assert world.progress()["grass"].needed == 36
        two.remove()
        world.finish()
        assert world.progress()["grass"].kept == 0


def test_worlds_live_side_by_side():
    (g1, a), (g2, b) = pair(), pair()
    with World([g1, a], 1, threads=1) as one, World([g2, b], 1000, threads=1) as two:
        here = Bounds(0.0, 0.0, 20.0, 20.0)
        first, second = one.generate(a, here), two.generate(b, here)
    assert first[0, 0][0] + 999 * 5 == second[0, 0][0]  # itself and four below


def test_hand_over_stops_when_its_budget_is_spent_and_goes_on_later():
    ground, grass = pair()
    with World([ground, grass], 1, threads=0) as world:
        world.focus({grass: 50.0}, 0.0, 0.0)
        world.finish()
        first = []
        for notice in world.handed_over(0.005):
            first.append(notice)
            time.sleep(0.002)
        assert 1 <= len(first) <= 3
        assert len(list(world.handed_over(0.0))) == 1
        assert len(first) + 1 + len(arrived(world)) == 100


def test_what_came_and_went_in_between_is_not_told():
    ground, grass = pair()
    with World([ground, grass], 1, threads=0) as world:
        focus = world.focus({grass: 10.0}, 0.0, 0.0)
        world.finish()
        focus.move(5000.0, 0.0)
        world.finish()
        assert {index[0] for index in arrived(world)} == {499, 500}
        assert left(world) == []


def test_only_asked_layers_are_handed_over_and_only_within_their_radius():
    ground, grass = pair()
    with World([ground, grass], 1, threads=0) as world:
        world.focus({grass: 100.0, ground: 20.0}, 0.0, 0.0)
        world.finish()
        notices = list(world.handed_over(10.0))
        assert sum(notice.layer is ground for notice in notices) == 4
        assert sum(notice.layer is grass for notice in notices) == 400


class Faulty(Recorded):
    def generate(self, bounds, inputs, seed):
        if inputs.index == (1, 0):
            raise ZeroDivisionError("no grass here")
        return super().generate(bounds, inputs, seed)


@pytest.mark.parametrize("threads", [0, 2])
def test_a_layer_that_fails_is_named_with_its_chunk_and_the_world_goes_on(threads, caplog):
    ground = Faulty("ground", 20.0)
    grass = Recorded("grass", 10.0, Dependency(ground, padding=0.0))
    with caplog.at_level(logging.ERROR, "orlop.worldgen"), World([ground, grass], 1, threads=threads) as world:
        world.focus({grass: 40.0}, 0.0, 0.0)
        world.finish()
        assert len(arrived(world)) == 60  # all but the four on the failed one
        (failure,) = world.failures()
        assert str(failure).startswith(
            "layer ground, chunk (1, 0) (x 20 … 40 m, z 0 … 20 m): ZeroDivisionError: no grass"
        )
        assert str(failure) in caplog.text
        assert world.progress()["ground"].failed == 1
        with pytest.raises(GenerationError, match="layer ground, chunk"):
            world.generate(grass, Bounds(20.0, 0.0, 30.0, 10.0))


def test_a_failed_chunk_is_tried_again_when_it_is_needed_anew():
    ground = Faulty("ground", 20.0)
    with World([ground], 1, threads=0) as world:
        focus = world.focus({ground: 40.0}, 0.0, 0.0)
        world.finish()
        focus.move(1000.0, 0.0)
        world.finish()
        focus.move(0.0, 0.0)
        world.finish()
        assert [failure.index for failure in world.failures()] == [(1, 0), (1, 0)]
        assert world.progress()["ground"].failed == 1


def test_content_that_could_be_changed_is_refused():
    class Careless(Recorded):
        def generate(self, bounds, inputs, seed):
            return {"trees": []}

    careless = Careless("careless", 10.0)
    with World([careless], 1, threads=0) as world, pytest.raises(GenerationError, match="dict can be changed"):
        world.generate(careless, Bounds(0.0, 0.0, 1.0, 1.0))


@pytest.mark.parametrize("x", [-LIMIT, LIMIT, 9_999_999.9])
def test_it_reaches_to_ten_thousand_kilometres(x):
    ground, grass = pair()
    with World([ground, grass], 1, threads=0) as world:
        world.focus({grass: 30.0}, x, -x)
        world.finish()
        assert (x // 10.0, -x // 10.0) in arrived(world)
        assert world.at(grass, x, -x) is not None


@pytest.mark.parametrize("place", [(2e7, 0.0), (0.0, float("nan")), (float("inf"), 0.0)])
def test_a_place_beyond_the_world_is_refused_and_the_focus_stays(place):
    ground, grass = pair()
    with World([ground, grass], 1, threads=0) as world:
        focus = world.focus({grass: 30.0}, 0.0, 0.0)
        with pytest.raises(ValueError, match="within"):
            focus.move(*place)
        assert (focus.x, focus.z) == (0.0, 0.0)


def test_there_is_no_limit_of_chunks_a_side():
    ground, grass = pair()
    with World([ground, grass], 1, threads=0) as world:
        world.focus({grass: 10.0 * 64}, 0.0, 0.0)
        world.finish()
        assert world.progress()["grass"].done == 128 * 128


def test_what_is_there_can_be_asked_without_making_anything():
    ground, grass = pair()
    with World([ground, grass], 1, threads=0) as world:
        here, wider = Bounds(0.0, 0.0, 10.0, 20.0), Bounds(0.0, 0.0, 10.0, 50.0)
        assert world.at(grass, 5.0, 5.0) is None
        assert not world.covers(grass, here)
        world.focus({grass: 20.0}, 0.0, 0.0)
        world.finish()
        before = len(grass.made)
        assert world.at(grass, 5.0, 15.0)[0] == world.overlapping(grass, here)[1][0]
        assert world.covers(grass, here)
        assert not world.covers(grass, wider)
        assert len(world.overlapping(grass, wider)) == 2
        assert (0, 1) in world.indices(grass)
        assert len(grass.made) == before


def test_progress_counts_what_is_needed_and_done():
    ground, grass = pair()
    with World([ground, grass], 1, threads=0) as world:
        world.focus({grass: 20.0}, 0.0, 0.0)
        world.work(0.0)
        progress = world.progress()
        assert (progress["ground"].needed, progress["ground"].done) == (16, 1)
        assert (progress["grass"].needed, progress["grass"].done) == (16, 0)
        assert share(progress) == 1 / 32
        assert sorted(world.states(ground).values()) == ["done"] + ["ready"] * 15
        assert set(world.states(grass).values()) == {"waiting"}
        world.finish()
        assert share(world.progress()) == 1.0


def test_a_chunk_that_nobody_needs_rests():
    ground, grass = pair()
    with World([ground, grass], 1, threads=0) as world:
        world.generate(ground, Bounds(0.0, 0.0, 20.0, 20.0))
        assert world.states(ground) == {(0, 0): "resting"}


def test_a_layer_of_another_world_is_refused():
    (ground, grass), (_, other) = pair(), pair()
    with (
        World([ground, grass], 1, threads=0) as world,
        pytest.raises(ValueError, match="grass is no part of this world"),
    ):
        world.focus({other: 10.0}, 0.0, 0.0)


def test_closing_ends_the_threads():
    ground, grass = pair()
    before = threading.active_count()
    world = World([ground, grass], 1, threads=3)
    world.focus({grass: 300.0}, 0.0, 0.0)
    assert threading.active_count() == before + 3
    world.close()
    assert threading.active_count() == before


def test_a_closed_world_leaves_no_chunk_in_a_threads_hands():
    class Slow(Recorded):
        def generate(self, bounds, inputs, seed):
            begun.set()
            time.sleep(0.02)
            return super().generate(bounds, inputs, seed)

    begun, slow = threading.Event(), Slow("slow", 10.0)
    world = World([slow], 1, threads=2)
    world.focus({slow: 200.0}, 0.0, 0.0)
    assert begun.wait(5.0)
    world.close()
    states = list(world.states(slow).values())
    assert 0 < states.count("done") < len(states)
    assert "running" not in states


def test_an_interrupt_with_a_chunk_in_hand_comes_through_at_once():
    ground, grass = pair()
    world, ended = World([ground, grass], 1, threads=0), []

    def interrupted(*arguments):
        raise KeyboardInterrupt

    def generate():
        try:
            world.generate(grass, Bounds(0.0, 0.0, 50.0, 50.0))
        except KeyboardInterrupt:
            ended.append(True)

    world._make = interrupted
    thread = threading.Thread(target=generate, daemon=True)  # else a test that fails would never end
    thread.start()
    thread.join(5.0)
    assert ended == [True]
    world.close()


class Heavy(Recorded):
    """Content that can be seen to go."""

    def generate(self, bounds, inputs, seed):
        content = super().generate(bounds, inputs, seed)
        self.alive.add(id(content))
        weakref.finalize(content, self.alive.discard, id(content))
        return content


def test_what_is_generated_at_once_is_handed_over_to_nobody_and_goes_with_its_answer():
    heavy = Heavy("heavy", 10.0)
    heavy.alive = set()
    with World([heavy], 1, threads=1, cache_bytes=0) as world:
        for x in range(0, 1000, 100):
            made = world.generate(heavy, Bounds(x, 0.0, x + 100.0, 100.0))
            assert len(made) == 100
            assert len(heavy.alive) <= 200
        del made
        world.digest(heavy, Bounds(0.0, 0.0, 50.0, 50.0))
        assert world.indices(heavy) == []
        assert list(world.handed_over(10.0)) == []
        gc.collect()
        assert not heavy.alive


def test_what_a_focus_is_shown_stays_shown_while_the_same_is_generated():
    ground, grass = pair()
    with World([ground, grass], 1, threads=0) as world:
        focus = world.focus({grass: 10.0}, 0.0, 0.0)
        world.finish()
        assert len(arrived(world)) == 4
        world.generate(grass, Bounds(-40.0, -40.0, 40.0, 40.0))
        assert list(world.handed_over(10.0)) == []
        focus.remove()
        world.finish()
        assert len(left(world)) == 4


class Slow(Recorded):
    """Goes on only when it is told to."""

    def generate(self, bounds, inputs, seed):
        self.begun.set()
        self.may_end.wait(10.0)
        return super().generate(bounds, inputs, seed)


def test_without_a_cache_a_chunk_that_nobody_needs_by_the_time_it_is_made_does_not_stay():
    slow = Slow("slow", 10.0)
    slow.begun, slow.may_end = threading.Event(), threading.Event()
    with World([slow], 1, threads=1, cache_bytes=0) as world:
        focus = world.focus({slow: 1.0}, 5.0, 5.0)
        slow.begun.wait(10.0)
        focus.remove()
        world.work(0.0)  # takes note of it
        slow.may_end.set()
        world.finish()
        assert world.indices(slow) == []


class Choosy(Recorded):
    """Fails where it is told to."""

    bad = False

    def generate(self, bounds, inputs, seed):
        if self.bad:
            raise OSError(f"{self.name} failed")
        return super().generate(bounds, inputs, seed)


def test_chunks_that_are_dropped_are_not_kept_by_what_they_waited_for():
    ground = Choosy("ground", 1000.0)
    ground.bad = True
    grass = Recorded("grass", 10.0, Dependency(ground, 0.0))
    with World([ground, grass], 1, threads=0) as world:
        focus = world.focus({grass: 30.0}, 500.0, 500.0)
        for step in range(50):
            focus.move(500.0 + 200.0 * (step % 2), 500.0)
            world.finish()
        (provider,) = world._scheduler.tables[0].chunks.values()
        assert len(provider.users) <= len(world._scheduler.tables[1].chunks) == 36


def test_an_error_names_what_kept_the_chunks_from_being_made_and_nothing_else_that_failed():
    one, two, fine = Choosy("one", 10.0), Choosy("two", 10.0), Choosy("fine", 10.0)
    below = Choosy("below", 10.0, Dependency(one, 0.0))
    one.bad = two.bad = True
    here = Bounds(0.0, 0.0, 10.0, 10.0)
    with World([one, two, fine, below], 1, threads=0) as world:
        with pytest.raises(GenerationError, match="two failed"):
            world.generate(two, here)
        with pytest.raises(GenerationError, match="one failed"):
            world.generate(below, here)
        assert len(world.generate(fine, here)) == 1
        world.focus({below: 1.0, two: 1.0, fine: 1.0}, 5.0, 5.0)
        world.finish()
        assert world.failure(fine, here) is None
        assert world.failure(two, here).layer == "two"
        assert world.failure(below, here).layer == "one"


@pytest.mark.parametrize("seed", [0, 1, 2**62 - 1, 2**62, 2**63 - 1, 2**63, 2**64 + 3, -1, -(2**63) - 1, 10**19 - 1])
def test_layers_get_a_seed_that_kernels_can_add_to(seed):
    seen = []

    class Curious(Recorded):
        def generate(self, bounds, inputs, seed):
            seen.append(seed)

    curious = Curious("curious", 10.0)
    with World([curious], seed, threads=0) as world:
        world.generate(curious, Bounds(0.0, 0.0, 1.0, 1.0))
        assert world.seed == seed
    assert 0 <= seen[0] < 2**62
    assert seen[0] == seed or not 0 <= seed < 2**62


def test_other_seeds_are_other_worlds():
    seeds = [*range(-50, 50), *range(2**62 - 2, 2**62 + 50), 2**64, 2**65]
    assert len({folded(seed) for seed in seeds}) == len(seeds)


@pytest.mark.parametrize("seed", [7.5, "7", None, True])
def test_a_seed_that_is_no_whole_number_is_refused(seed):
    with pytest.raises(TypeError, match="whole number"):
        World(pair(), seed, threads=0)


def test_a_closed_world_makes_nothing_any_more():
    ground, grass = pair()
    world = World([ground, grass], 1, threads=1)
    world.close()
    with pytest.raises(RuntimeError, match="closed"):
        world.focus({grass: 10.0}, 0.0, 0.0)
    with pytest.raises(RuntimeError, match="closed"):
        world.generate(grass, Bounds(0.0, 0.0, 1.0, 1.0))
    world.close()


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda world, grass: world.generate("grass", Bounds(0.0, 0.0, 1.0, 1.0)), "a layer is an object"),
        (lambda world, grass: world.generate(grass, (0.0, 0.0, 1.0, 1.0)), r"expected Bounds\("),
        (lambda world, grass: world.focus([grass], 0.0, 0.0), r"\{layer: metres\}"),
        (lambda world, grass: world.changes.put(grass, 0, "felled", 1), "two whole numbers"),
        (lambda world, grass: world.changes.put(grass, (0.5, 1), "felled", 1), "two whole numbers"),
        (lambda world, grass: world.changes.put(pair()[1], (0, 0), "felled", 1), "is no part of this world"),
    ],
)
def test_a_call_of_the_wrong_kind_is_refused_with_what_is_expected(call, message):
    ground, grass = pair()
    with World([ground, grass], 1, threads=0) as world, pytest.raises((TypeError, ValueError), match=message):
        call(world, grass)


def test_numpy_s_whole_numbers_are_indices_too():
    ground, grass = pair()
    with World([ground, grass], 1, threads=0) as world:
        world.changes.put(grass, (np.int64(3), np.int64(4)), "felled", 1)
        assert world.changes.of(grass, (3, 4)) == {"felled": 1}
