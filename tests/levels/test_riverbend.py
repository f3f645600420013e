"""The valley: what can be walked, and what it sounds like along the way."""

from itertools import pairwise

import esper
import numpy as np
import pytest

from orlop.components import SoundPointCollection, SoundSource, Transform, WalkwayMotor
from orlop.engine.game import Game
from orlop.engine.sound.clicks import find_clicks
from orlop.engine.sound.cloud import CloudSound
from orlop.engine.sound.listener import Listener
from orlop.engine.sound.mixer import Mixer
from orlop.engine.sound.offline import OfflineSink
from orlop.engine.sound.target import VOLUME, X, Z
from orlop.levels.heard import Heard
from orlop.levels.riverbend.course import FALL, SPRING, TRICKLE, WATERFALL, half_width, middle, nearest, wildness
from orlop.levels.riverbend.grove import bushes, trees
from orlop.levels.riverbend.level import riverbend
from orlop.levels.riverbend.parting import parted
from orlop.levels.riverbend.sounds import birds, clouds, collections
from orlop.levels.riverbend.terrain import height
from orlop.levels.riverbend.way import BRIDGE, PATH, distance_to_path
from orlop.levels.solids import pane
from orlop.levels.sound_map import SoundMap
from orlop.levels.sound_walk import SoundWalk
from orlop.systems.point_cloud_audio import samples_of


@pytest.fixture(scope="module", autouse=True)
def own_cache(tmp_path_factory):
    """One cache for all: the valley is built once and its sounds are made once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ORLOP_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield


def river() -> CloudSound:
    cloud = next(cloud for cloud in clouds() if cloud.name == "river")
    for number, collection in enumerate(collections()):
        if collection.sound == "river":
            cloud.add(samples_of(collection, number))
    return cloud


def ears(x, z):
    ground = float(height(np.array([x]), np.array([z]))[0])
    return Listener((float(x), ground + 1.65, float(z)))


def test_the_river_grows_from_a_trickle_to_a_fall():
    z = np.linspace(SPRING, FALL, 200)
    assert wildness(SPRING) == TRICKLE
    assert wildness(FALL) == WATERFALL
    assert (np.diff(wildness(z)) >= 0.0).all()
    assert half_width(SPRING) < 0.3
    assert half_width(FALL) > 1.9


def test_the_fall_is_high_and_the_way_round_it_is_walkable():
    x = float(middle(FALL))
    over, under = height(np.array([x, x]), np.array([FALL - 0.1, FALL + 0.8]))
    assert over - under > 3.0
    steps = np.concatenate([np.linspace(a, b, 40) for a, b in pairwise(PATH)])
    heights = height(steps[:, 0], steps[:, 1])
    lengths = np.maximum(np.linalg.norm(np.diff(steps, axis=0), axis=1), 0.02)
    off_bridge = np.abs(steps[1:, 1] - BRIDGE) > 0.5
    assert (np.abs(np.diff(heights)) / lengths)[off_bridge].max() < 0.7


def test_the_river_is_a_wall_that_only_the_ford_and_the_bridge_cross():
    (walkway,) = riverbend().build.walkways
    air = walkway.air(0.4)
    points = np.array([[middle(BRIDGE), BRIDGE], [middle(-30.0), -30.0], [middle(-5.0), -5.0], [middle(18.0), 18.0]])
    local = [walkway.to_local(*point) for point in points.tolist()]
    assert air.contains(np.array(local)).tolist() == [True, True, False, False]


def test_trees_stand_off_the_path_and_bushes_beside_it():
    feet = trees().feet[:, [0, 2]]
    assert distance_to_path(feet).min() > 1.4
    distance, place = nearest(feet[:, 0], feet[:, 1])
    assert (distance > half_width(place)).all()
    aside = distance_to_path(bushes().feet[:, [0, 2]])
    assert 0.5 < aside.min() < 0.9


@pytest.mark.parametrize("shift", [0.0, 0.3, 0.5])
def test_a_cut_mesh_has_the_area_it_had_and_keeps_to_its_side(shift):
    square = pane((0.0, 0.0, 4.0, 4.0), [], 0.0, 1.0)
    east, west = parted(square, lambda x, z: x - 2.0 - shift + 0.2 * z)

    def area(triangles):
        return (
            np.linalg.norm(np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]), axis=1).sum()
            / 2
        )

    assert area(east) + area(west) == pytest.approx(16.0)
    assert area(east) == pytest.approx(4.0 * (2.0 - shift) + 0.2 * 8.0)
    assert (east[..., 0] - 2.0 - shift + 0.2 * east[..., 2]).min() > -0.021


def test_each_stretch_of_the_river_has_its_own_sound():
    cloud = river()
    loudest = [
        cloud.components[int(cloud.evaluate(ears(float(middle(z)) + aside, z))[:, VOLUME].argmax())].loop
        for z, aside in ((-32.0, 3.0), (-6.0, 3.0), (16.0, 5.0))
    ]
    assert loudest == ["trickle", "stream", "waterfall"]


def test_walking_along_the_river_nothing_it_sounds_like_jumps():
    """Per centimetre of a walk from the spring to the fall, on the bank."""
    cloud = river()
    z = np.arange(SPRING + 2.0, FALL - 1.0, 0.01)[::7]
    found = np.array([cloud.evaluate(ears(x, at)).copy() for x, at in zip(middle(z) + 4.0, z, strict=True)])
    steps = np.abs(np.diff(found, axis=0)) / 7.0
    assert np.isfinite(found).all()
    assert steps[:, :, VOLUME].max() < 0.004
    assert np.linalg.norm(steps[:, :, X : Z + 1], axis=2).max() < 0.02


def test_a_tilted_valley_is_heard_where_its_water_and_trees_are():
    level, game = riverbend(tilt=(0.3, -0.2)), Game()
    game.load(level)
    upright = collections()
    heard = [
        collection for _, collection in sorted(esper.get_component(SoundPointCollection), key=lambda each: each[0])
    ]
    perches = [transform.position for _, (_, transform) in esper.get_components(SoundSource, Transform)]
    game.close()
    water = np.concatenate([node.triangles for node in level.scene.nodes if "water" in node.name]).reshape(-1, 3)
    nearest_water = [np.linalg.norm(water - point, axis=1).min() for point in heard[0].points]
    assert len(nearest_water) > 10
    assert max(nearest_water) < 2.0
    for tilted, level_ground in zip(heard, upright, strict=True):
        assert tilted.points == pytest.approx(level_ground.points @ level.scene.turn.T)
    crowns = trees().feet + np.outer(trees().sizes, (0.0, 0.8, 0.0))
    crowns = crowns @ level.scene.turn.T
    assert max(np.linalg.norm(crowns - perch, axis=1).min() for perch in perches) < 1e-6
    assert len(perches) == len(birds()) > 5


def test_beside_the_grove_the_wind_comes_from_the_grove():
    cloud = next(cloud for cloud in clouds() if cloud.name == "wind")
    cloud.add(samples_of(next(c for c in collections() if c.sound == "wind"), 0))
    targets = cloud.evaluate(ears(3.0, 30.0))
    assert targets[int(targets[:, VOLUME].argmax()), X] > 0.5


@pytest.mark.slow
def test_a_walk_round_the_valley_is_heard_without_a_click_and_below_full_scale():
    walk = SoundWalk(riverbend(autopilot=True))
    try:
        heard = walk.run(62.0)
        (motor,) = (motor for _, motor in esper.get_component(WalkwayMotor))
        assert motor.position[1] < 5.0  # it has been at the pool and is on its way back
    finally:
        walk.close()
    assert np.isfinite(heard).all()
    assert np.abs(heard).max() <= 1.0
    assert len(find_clicks(heard)) == 0
    assert not heard[-200:].any()
    loudness = np.sqrt(np.mean(heard[: 62 * 48_000].reshape(62, -1) ** 2, axis=1))
    assert loudness[1:].min() > 1e-3


def test_a_walk_along_a_path_ends_where_the_path_does():
    walk = SoundWalk(riverbend(), ((-5.5, -33.0), (-6.0, -31.0)))
    try:
        heard = walk.run()
        (motor,) = (motor for _, motor in esper.get_component(WalkwayMotor))
        assert np.hypot(motor.position[0] + 6.0, motor.position[1] + 31.0) < 0.6
    finally:
        walk.close()
    assert 1.0 < len(heard) / 48_000 < 5.0


def test_samples_that_come_and_go_and_a_jump_and_a_pause_do_not_click():
    mixer = Mixer()
    sink = OfflineSink(mixer)
    level = riverbend()
    with Game() as game:
        game.load(Heard(level, mixer))

        def play(ticks):
            for _ in range(ticks):
                game.tick()
                sink.advance(game.clock.dt)

        play(60)
        for entity, _ in esper.get_component(SoundPointCollection):
            esper.delete_entity(entity)
        play(60)
        for collection in collections():
            esper.create_entity(collection)
        play(60)
        motor = esper.component_for_entity(level.player, WalkwayMotor)
        motor.position = motor.previous = (10.6, 20.5)
        play(60)
        game.clock.paused = True
        for _ in range(20):
            game.frame(1 / 60)
            sink.advance(1 / 60)
        game.clock.paused = False
        play(30)
    heard = sink.samples
    assert np.abs(heard).max() <= 1.0
    assert len(find_clicks(heard)) == 0


def test_sound_changes_nothing_that_happens():
    states = []
    for wrap in (lambda level: level, lambda level: Heard(level, Mixer())):
        with Game(3) as game:
            game.load(wrap(riverbend(autopilot=True)))
            game.tick(240)
            states.append(game.state_hash())
    assert states[0] == states[1]


def test_the_map_is_loudest_at_the_fall_and_silent_where_nothing_is_brushed():
    with SoundMap(riverbend()) as sound_map:
        (walkway,) = riverbend().build.walkways
        places = np.array([(float(middle(12.0)) + 4.0, 12.0), (24.0, -40.0), (float(middle(-5.0)), -5.0)])
        level, spread = sound_map.listen(sound_map.clouds["river"], walkway, places)
        assert level[0] > level[1] + 12.0
        assert np.isnan(level[2])  # in the water there is no floor
        assert ((spread[:2] >= 0.0) & (spread[:2] <= 1.0)).all()
        brushed, _ = sound_map.listen(sound_map.clouds["foliage"], walkway, places[1:2])
        assert brushed[0] <= -119.0
