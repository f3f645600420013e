import gc
import sys
import weakref
from dataclasses import dataclass

import esper
import pytest

from orlop.engine.controls import Controls
from orlop.engine.game import Game
from orlop.engine.inputs import Inputs
from orlop.engine.schedule import Stage, System


@dataclass
class Counter:
    value: int = 0


@dataclass(frozen=True)
class Rang:
    tick: int


class Counting(System):
    def process(self, dt):
        for _, counter in esper.get_component(Counter):
            counter.value += 1


class Frames(System):
    stage = Stage.FRAME

    def __init__(self):
        self.elapsed = []

    def process(self, dt):
        self.elapsed.append(dt)


class CounterLevel:
    name = "counters"

    def __init__(self, counters=1):
        self.counters = counters

    def load(self, game):
        for _ in range(self.counters):
            esper.create_entity(Counter(int(game.random.integers(100))))
        game.add(Counting())


def total():
    return sum(counter.value for _, counter in esper.get_component(Counter))


@pytest.fixture
def game():
    with Game(seed=5) as game:
        yield game


def test_a_tick_runs_the_levels_systems_on_its_entities(game):
    game.load(CounterLevel(counters=3))
    before = total()
    game.tick(10)
    assert total() == before + 30
    assert game.clock.tick == 10


def test_two_games_in_one_process_do_not_disturb_each_other():
    with Game() as one, Game() as two:
        one.load(CounterLevel(counters=1))
        two.load(CounterLevel(counters=2))
        for _ in range(3):
            one.tick()
            two.tick()
        one.activate()
        assert len(esper.get_component(Counter)) == 1
        two.activate()
        assert len(esper.get_component(Counter)) == 2


def test_closing_leaves_no_world_behind_and_twice_is_fine():
    before = set(esper.list_worlds())
    game = Game()
    game.load(CounterLevel())
    game.close()
    game.close()
    assert set(esper.list_worlds()) == before
    with pytest.raises(ValueError, match="has been closed"):
        game.tick()


def test_closing_one_game_leaves_another_one_current(game):
    other = Game()
    game.activate()
    other.close()
    assert esper.current_world == game.world


def test_every_level_begins_without_walkways_of_the_last_one(game):
    game.load(CounterLevel())
    decks = game.decks
    assert game.decks is decks
    game.load(CounterLevel())
    assert game.decks is not decks


def test_a_level_takes_its_entities_and_systems_with_it(game):
    game.load(CounterLevel())
    later = esper.create_entity(Counter())
    game.load(CounterLevel(counters=2))
    assert len(esper.get_component(Counter)) == 2
    before = total()
    game.tick()
    assert total() == before + 2, "the first level's system must not count as well"
    game.unload()
    assert list(esper.get_entities()) == []
    assert not esper.entity_exists(later)


def test_entities_older_than_the_level_or_kept_stay(game):
    older = esper.create_entity(Counter(1))
    game.load(CounterLevel())
    kept = esper.create_entity(Counter(2))
    game.keep(kept)
    game.unload()
    assert sorted(esper.get_entities()) == [older, kept]


def test_what_a_level_subscribes_to_while_it_loads_is_not_called_after_it(game):
    heard = []

    class Listening(CounterLevel):
        def load(self, game):
            super().load(game)
            game.events.subscribe(Rang, lambda event: heard.append("level"))

    game.events.subscribe(Rang, lambda event: heard.append("game"))
    for _ in range(2):
        game.load(Listening())
    game.events.send(Rang(0))
    game.tick()
    game.unload()
    game.events.send(Rang(1))
    game.tick()
    assert heard == ["game", "level", "game"]


def test_a_levels_system_that_was_removed_before_does_not_hinder_unloading(game):
    game.load(CounterLevel())
    game.schedule.remove(game.schedule.systems()[0])
    game.unload()
    assert game.level is None


def test_the_number_of_a_kept_entity_that_died_does_not_keep_its_next_bearer(game):
    game.load(CounterLevel())
    game.keep(esper.create_entity())
    esper.clear_database()
    game.load(CounterLevel(counters=3))
    game.unload()
    assert list(esper.get_entities()) == []


def test_a_system_that_was_there_before_the_level_stays(game):
    game.add(Counting())
    game.load(CounterLevel())
    game.unload()
    esper.create_entity(Counter())
    game.tick()
    assert total() == 1


def test_a_level_loaded_again_begins_exactly_as_at_first(game):
    game.load(CounterLevel())
    game.tick(7)
    first = game.state_hash()
    game.load(CounterLevel(counters=2))
    game.tick(3)
    game.load(CounterLevel())
    game.tick(7)
    assert game.state_hash() == first


def test_another_seed_gives_another_state():
    hashes = set()
    for seed in range(3):
        with Game(seed=seed) as game:
            game.load(CounterLevel())
            game.tick()
            hashes.add(game.state_hash())
    assert len(hashes) == 3


def test_drawing_random_numbers_changes_the_state(game):
    before = game.state_hash()
    game.random.random()
    assert game.state_hash() != before


def test_what_a_level_asks_to_be_called_on_unload_is_called_last_first(game):
    calls = []
    game.load(CounterLevel())
    game.on_unload(lambda: calls.append("one"))
    game.on_unload(lambda: calls.append("two"))
    game.unload()
    game.unload()
    assert calls == ["two", "one"]


class Clinging(CounterLevel):
    """Raises again and again as it goes."""

    def __init__(self, fails=False):
        super().__init__()
        self.fails = fails

    def load(self, game):
        super().load(game)
        game.on_unload(lambda: game.decks and {}["first in, last out"])
        game.on_unload(lambda: esper.delete_entity(12345))
        game.on_unload(lambda: 1 / 0)
        game.events.subscribe(Rang, lambda event: 1 / 0)
        if self.fails:
            raise LookupError


@pytest.mark.parametrize("go", [Game.unload, Game.close, lambda game: game.load(CounterLevel())])
@pytest.mark.parametrize("staying", [0, 1])
def test_whatever_is_raised_as_a_level_goes_all_of_it_goes(go, staying):
    worlds = set(esper.list_worlds())
    with Game() as game:
        older = [esper.create_entity() for _ in range(staying)]
        game.load(Clinging())
        with pytest.raises(ZeroDivisionError) as raised:
            go(game)
        assert ["first in" in note or "12345" in note for note in raised.value.__notes__] == [True, True]
        assert game.level is None
        assert game.schedule.systems() == []
        if game.world:
            assert list(esper.get_entities()) == older
            game.events.send(Rang(0))
            game.tick()
            game.load(CounterLevel())
            assert len(esper.get_component(Counter)) == 1
    assert set(esper.list_worlds()) == worlds


def test_a_level_that_fails_to_load_tells_of_that_first(game):
    with pytest.raises(LookupError) as raised:
        game.load(Clinging(fails=True))
    assert "division by zero" in "".join(raised.value.__notes__)
    assert list(esper.get_entities()) == []


def test_a_level_that_fails_to_load_leaves_nothing_behind(game):
    class Broken(CounterLevel):
        def load(self, game):
            super().load(game)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        game.load(Broken())
    assert game.level is None
    assert list(esper.get_entities()) == []
    assert game.schedule.systems() == []


def test_a_system_that_loads_a_level_sees_it_after_the_tick(game):
    class Door(System):
        def __init__(self, game):
            self.game = game

        def process(self, dt):
            self.game.load(CounterLevel(counters=4))
            assert len(esper.get_component(Counter)) == 1

    class Entrance(CounterLevel):
        def load(self, game):
            super().load(game)
            game.add(Door(game))

    game.load(Entrance())
    game.tick(1)
    assert len(esper.get_component(Counter)) == 4
    assert game.clock.tick == 0


def test_a_level_that_a_failed_tick_asked_for_does_not_come_after_all(game):
    class Broken(System):
        def process(self, dt):
            game.load(CounterLevel(counters=4))
            raise ZeroDivisionError

    game.load(CounterLevel())
    broken = Broken()
    game.schedule.add(broken)
    with pytest.raises(ZeroDivisionError):
        game.tick()
    game.unload()
    game.schedule.remove(broken)
    game.tick()
    assert game.level is None


class Passage(CounterLevel):
    """Loads another level while it loads itself, and goes on."""

    name = "passage"

    def __init__(self, onward, fails=False):
        super().__init__()
        self.onward, self.fails = onward, fails

    def load(self, game):
        super().load(game)
        game.load(self.onward)
        game.tick()
        assert game.level is self, "a tick of its own brings the other no sooner"
        esper.create_entity(Counter())
        if self.fails:
            raise ZeroDivisionError


def test_a_level_that_loads_another_gives_place_to_it_as_soon_as_it_has_loaded():
    usual = sys.getswitchinterval()
    with Game() as game:
        game.load(CounterLevel())
        game.tick(2)
        alone = game.state_hash()
        game.load(Passage(Passage(CounterLevel())))
        assert game.level.name == "counters"
        game.tick(2)
        assert game.state_hash() == alone, "the first ones have left something"
    assert sys.getswitchinterval() == usual


def test_what_a_level_wished_to_load_is_not_loaded_if_it_fails(game):
    with pytest.raises(ZeroDivisionError):
        game.load(Passage(CounterLevel(), fails=True))
    game.tick()
    assert game.level is None
    assert list(esper.get_entities()) == []


@pytest.mark.parametrize("act", ["unload", "close"])
def test_a_level_cannot_unload_itself_while_it_loads(game, act):
    class Shy(CounterLevel):
        def load(self, game):
            getattr(game, act)()

    with pytest.raises(RuntimeError, match="can't unload itself"):
        game.load(Shy())
    game.load(CounterLevel())
    game.tick()


def test_a_level_that_goes_cannot_load_another_one(game):
    game.load(CounterLevel())
    game.on_unload(lambda: game.load(CounterLevel()))
    with pytest.raises(RuntimeError, match="can't load"):
        game.unload()
    assert game.level is None
    assert list(esper.get_entities()) == []


def test_a_frame_may_load_a_level_too(game):
    class Menu(System):
        stage = Stage.FRAME

        def process(self, dt):
            if game.level is None:
                game.load(CounterLevel())
                assert game.level is None

    game.add(Menu())
    game.frame(0.0)
    assert game.level.name == "counters"


def test_a_running_system_cannot_pull_the_level_from_under_itself(game):
    class Saw(System):
        def process(self, dt):
            game.unload()

    game.add(Saw())
    with pytest.raises(RuntimeError, match="can't unload"):
        game.tick()


def test_a_frame_simulates_the_time_that_passed_and_draws_once(game):
    frames = Frames()
    game.load(CounterLevel())
    game.add(frames)
    before = total()
    game.frame(3.5 / 60)
    assert total() == before + 3
    assert game.clock.alpha == pytest.approx(0.5)
    assert frames.elapsed == [3.5 / 60]


def test_a_paused_game_is_drawn_but_stands_still_until_stepped(game):
    frames = Frames()
    game.load(CounterLevel())
    game.add(frames)
    game.clock.paused = True
    before = game.state_hash()
    for _ in range(5):
        game.frame(1 / 60)
    assert game.state_hash() == before
    assert len(frames.elapsed) == 5
    game.clock.step()
    game.frame(1 / 60)
    game.frame(1 / 60)
    assert game.clock.tick == 1


def test_systems_that_run_paused_get_the_frames_time_while_the_others_wait(game):
    class Menu(System):
        runs_paused = True
        times = ()

        def process(self, dt):
            self.times += (dt,)

    menu = Menu()
    game.add(menu)
    game.clock.paused = True
    game.frame(0.25)
    assert menu.times == (0.25,)


def test_a_system_that_pauses_the_game_ends_the_frames_ticks(game):
    class Brake(System):
        def process(self, dt):
            game.clock.paused = True

    brake = Brake()
    game.add(brake)
    game.frame(5.5 / 60)
    assert game.clock.tick == 1
    game.schedule.remove(brake)
    game.frame(1.0)
    assert game.clock.tick == 1
    game.clock.paused = False
    game.frame(1 / 60)
    assert game.clock.tick == 6, "the frame's other ticks were for later"


def test_a_frame_simulates_no_further_than_asked(game):
    game.frame(5 / 60, until=3)
    assert game.clock.tick == 3
    game.frame(1 / 60, until=3)
    assert game.clock.tick == 3
    game.frame(0.0)
    assert game.clock.tick == 6


def test_a_tick_by_hand_is_drawn_whole(game):
    game.tick()
    assert game.clock.alpha == 1


def test_events_of_a_tick_are_gone_in_the_next_and_one_sent_between_is_heard(game):
    heard, counts = [], []

    class Bell(System):
        def process(self, dt):
            if game.clock.tick == 0:
                game.events.send(Rang(0))
            counts.append(len(game.events.of(Rang)))

    game.events.subscribe(Rang, heard.append)
    game.add(Bell())
    game.tick()
    game.events.send(Rang(99))
    game.tick(2)
    assert heard == [Rang(0), Rang(99)]
    assert counts == [1, 1, 0]


def test_entities_deleted_in_a_tick_are_gone_in_the_next(game):
    entity = esper.create_entity(Counter())
    esper.delete_entity(entity)
    game.tick()
    assert list(esper.get_entities()) == []


def test_deleting_an_entity_that_never_was_is_told_in_words(game):
    esper.delete_entity(12345)
    with pytest.raises(ValueError, match=r"12345.*no such entity"):
        game.tick()


def test_the_controls_steer_ticks_and_frames():
    inputs = Inputs()
    told = []

    class Reading(System):
        def process(self, dt):
            told.append((game.actions.value("move_forward"), game.actions.pressed("use")))

    class Interface(System):
        stage = Stage.FRAME

        def process(self, dt):
            told.append(game.actions.pressed("help"))

    with Game(controls=Controls(inputs)) as game:
        game.add(Reading())
        game.add(Interface())
        for control in ("key.w", "key.e", "key.f1"):
            inputs.press(control)
        game.frame(0.0)
        game.frame(2 / 60)
    assert told == [True, (1.0, True), (1.0, False), False]


def test_what_a_script_sets_by_hand_is_pressed_in_one_tick_and_held_in_the_next(game):
    told = []

    class Reading(System):
        def process(self, dt):
            told.append((game.actions.held("sprint"), game.actions.pressed("sprint")))

    game.add(Reading())
    game.actions.set_tick({"sprint": 1.0}, ["sprint"])
    game.tick(2)
    assert told == [(True, True), (True, False)]


def test_presses_while_paused_are_not_done_on_resuming():
    inputs, told = Inputs(), []

    class Reading(System):
        def process(self, dt):
            told.append(game.actions.pressed("use"))

    with Game(controls=Controls(inputs)) as game:
        game.add(Reading())
        game.clock.paused = True
        inputs.press("key.e")
        game.frame(1 / 60)
        game.clock.paused = False
        game.frame(1 / 60)
    assert told == [False]


@pytest.mark.parametrize("ended", [True, False])
def test_what_comes_in_while_another_steers_is_not_done_afterwards(ended):
    inputs, told = Inputs(), []

    class Script:
        def steer_tick(self, actions, dt):
            actions.set_tick({})

    class Reading(System):
        def process(self, dt):
            told.append((game.actions.value("turn") != 0.0, game.actions.pressed("use")))

    with Game(controls=Controls(inputs)) as game:
        game.add(Reading())
        game.steering = Script()
        for _ in range(60):
            inputs.move("mouse.x", 10.0)
            inputs.press("key.e")
            inputs.release("key.e")
            game.frame(1 / 60)
        if ended:
            game.steering = None
        game.frame(1 / 60)
    assert told == [(False, False)] * 61


class Ring:
    """Refers to itself, as what only the collector of cycles takes away."""

    def __init__(self):
        self.own = self


class RingLevel:
    name = "ring"

    def load(self, game):
        self.ring = Ring()


def test_a_loaded_level_is_not_looked_through_for_cycles_and_one_that_went_is(game):
    level = RingLevel()
    game.load(level)
    assert gc.get_freeze_count() > 0
    ring = weakref.ref(level.ring)
    game.unload()
    assert gc.get_freeze_count() == 0
    del level
    gc.collect()
    assert ring() is None


def test_while_levels_are_played_no_thread_keeps_the_interpreter_for_long():
    usual = sys.getswitchinterval()
    with Game() as first, Game() as second:
        first.load(RingLevel())
        second.load(RingLevel())
        assert sys.getswitchinterval() <= 1e-3
        first.unload()
        assert sys.getswitchinterval() <= 1e-3
        second.load(RingLevel())
        first.load(RingLevel())
        assert sys.getswitchinterval() <= 1e-3
    assert sys.getswitchinterval() == usual


def test_levels_that_follow_one_another_leave_nothing_of_themselves(game):
    rings = []
    for _ in range(4):
        level = RingLevel()
        game.load(level)
        rings.append(weakref.ref(level.ring))
        del level
    assert [ring() is None for ring in rings] == [True, True, True, False]


def unload_first(game, make):
    game.load(make())
    game.unload()


def fail_first(game, make):
    with pytest.raises(ZeroDivisionError):
        game.load(Failing(make()))


def close_another_first(game, make):
    with Game() as another:
        another.load(make())


def pass_through(game, make):
    game.load(Through(make()))


class Failing:
    name = "failing"

    def __init__(self, level):
        self.level = level

    def load(self, game):
        self.level.load(game)
        raise ZeroDivisionError


class Through(Failing):
    def load(self, game):
        self.level.load(game)
        game.load(RingLevel())


@pytest.mark.parametrize("before", [unload_first, fail_first, close_another_first, pass_through])
def test_what_an_earlier_level_left_in_cycles_goes_while_the_next_one_is_played(game, before):
    rings = []

    class Noted(RingLevel):
        def load(self, game):
            super().load(game)
            rings.append(weakref.ref(self.ring))

    before(game, Noted)
    if game.level is None:
        game.load(RingLevel())
    gc.collect()
    assert [ring() for ring in rings] == [None]
