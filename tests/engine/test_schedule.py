import esper
import pytest

from orlop.engine.events import Events
from orlop.engine.schedule import FRAME, TICK, Schedule, Stage, System


class Noting(System):
    def __init__(self, log=None, name=None):
        self.log = [] if log is None else log
        self.name = name or type(self).__name__

    def process(self, dt):
        self.log.append(self.name)


class Doors(Noting):
    stage = Stage.CONTROL


class Movement(Noting):
    pass


class Portals(Noting):
    after = (Movement,)


class Pushers(Noting):
    before = (Movement,)


class Sound(Noting):
    stage = Stage.RESPOND


class Picture(Noting):
    stage = Stage.FRAME


def run(*systems, stages=TICK, paused=False, **options):
    schedule, log = Schedule(), []
    for system in systems:
        schedule.add(system(log), **options)
    schedule.run(stages, 0.1, paused)
    return log


def test_stages_run_in_their_order_whatever_the_order_of_addition():
    assert run(Sound, Movement, Doors) == ["Doors", "Movement", "Sound"]


def test_before_and_after_are_kept_within_a_stage():
    assert run(Portals, Movement, Pushers) == ["Pushers", "Movement", "Portals"]


def test_a_system_may_name_one_that_is_absent():
    assert run(Portals) == ["Portals"]


def test_only_the_stages_asked_for_are_run():
    assert run(Movement, Picture, stages=FRAME) == ["Picture"]


def test_a_derived_system_counts_as_its_base_in_before_and_after():
    class SteepMovement(Movement):
        pass

    assert run(Portals, SteepMovement) == ["SteepMovement", "Portals"]


def test_a_cycle_is_refused_and_named():
    class Eager(Noting):
        before = (Pushers,)
        after = (Portals,)

    with pytest.raises(ValueError, match=r"wait for each other: Portals → Eager → Pushers → Movement → Portals$"):
        run(Portals, Movement, Pushers, Eager)


def test_a_wish_that_contradicts_the_stages_is_refused_by_name():
    class Late(Noting):
        stage = Stage.RESPOND
        before = (Movement,)

    with pytest.raises(ValueError, match="Late shall run before Movement, but its stage RESPOND comes after SIMULATE"):
        run(Late, Movement)


def test_a_wish_that_the_stages_fulfil_anyway_is_fine():
    class Early(Noting):
        stage = Stage.CONTROL
        before = (Movement,)

    assert run(Movement, Early) == ["Early", "Movement"]


def test_the_higher_priority_goes_first_even_when_it_stands_in_the_class():
    class Important(Noting):
        priority = 7

    assert run(Movement, Sound, Important)[0] == "Important"


def test_before_and_after_outweigh_priority():
    class Important(Noting):
        priority = 7
        after = (Movement,)

    assert run(Important, Movement) == ["Movement", "Important"]


def test_two_of_one_type_both_run_and_can_be_removed_one_by_one():
    schedule, log = Schedule(), []
    first, second = Movement(log, "first"), Movement(log, "second")
    schedule.add(first)
    schedule.add(second)
    schedule.run(TICK, 0.1)
    schedule.remove(first)
    schedule.run(TICK, 0.1)
    assert log == ["first", "second", "second"]


def test_one_object_cannot_be_added_twice_nor_removed_when_absent():
    schedule, system = Schedule(), Movement()
    schedule.add(system)
    with pytest.raises(ValueError, match="added already"):
        schedule.add(system)
    with pytest.raises(ValueError, match="not in the schedule"):
        schedule.remove(Movement())


def test_what_add_is_told_outweighs_the_class():
    schedule, log = Schedule(), []
    schedule.add(Movement(log))
    schedule.add(Sound(log), stage=Stage.SIMULATE, before=(Movement,))
    schedule.run((Stage.SIMULATE,), 0.1)
    assert log == ["Sound", "Movement"]


def test_a_plain_esper_processor_gets_dt_if_it_takes_it():
    heard = []

    class WithDt(esper.Processor):
        def process(self, dt):
            heard.append(dt)

    class WithoutDt(esper.Processor):
        def process(self):
            heard.append("none")

    class WithAnything(esper.Processor):
        def process(self, *args, **kwargs):
            heard.append(args)

    schedule = Schedule()
    for kind in (WithDt, WithoutDt, WithAnything):
        schedule.add(kind())
    schedule.run(TICK, 0.25)
    assert heard == [0.25, "none", (0.25,)]


def test_a_process_that_wants_more_than_dt_is_refused_when_added():
    class Demanding(esper.Processor):
        def process(self, dt, wind):
            pass

    with pytest.raises(TypeError, match=r"Demanding.process\(dt, wind\) must take dt or nothing"):
        Schedule().add(Demanding())


def test_something_else_than_a_processor_is_refused():
    with pytest.raises(TypeError, match=r"expected an esper.Processor"):
        Schedule().add(object())


def test_while_paused_only_those_run_that_run_paused():
    class Menu(Noting):
        runs_paused = True

    assert run(Movement, Menu, paused=True) == ["Menu"]


def test_a_picture_is_drawn_while_paused():
    assert run(Picture, stages=FRAME, paused=True) == ["Picture"]


def test_events_are_delivered_right_after_the_system_that_sent_them():
    events, log = Events(), []

    class Bell(System):
        def process(self, dt):
            events.send("ring")

    schedule = Schedule(events)
    events.subscribe(str, log.append)
    schedule.add(Movement(log, "before"))
    schedule.add(Bell())
    schedule.add(Movement(log, "after"))
    schedule.run(TICK, 0.1)
    assert log == ["before", "ring", "after"]


def test_a_system_that_adds_another_meets_it_in_the_next_run():
    schedule, log = Schedule(), []

    class Spawner(System):
        def process(self, dt):
            if not log:
                schedule.add(Movement(log))
                log.append("spawned")

    schedule.add(Spawner())
    schedule.run(TICK, 0.1)
    assert log == ["spawned"]
    schedule.run(TICK, 0.1)
    assert log == ["spawned", "Movement"]


def test_the_cost_of_a_slow_system_is_told_beside_a_quick_one():
    class Slow(System):
        def process(self, dt):
            sum(range(20_000))

    schedule = Schedule()
    schedule.add(Slow())
    schedule.add(Movement())
    for _ in range(100):
        schedule.run(TICK, 0.1)
    (slow_name, slow), (quick_name, quick) = schedule.costs()
    assert (slow_name, quick_name) == ("Slow", "Movement")
    assert slow > 20 * quick > 0


def test_systems_are_listed_in_the_order_in_which_they_run():
    schedule = Schedule()
    for kind in (Picture, Sound, Portals, Movement, Doors):
        schedule.add(kind())
    assert [type(system) for system in schedule.systems()] == [Doors, Movement, Portals, Sound, Picture]
