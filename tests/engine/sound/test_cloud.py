import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from orlop.engine.error import OrlopError
from orlop.engine.sound.attenuation import Attenuation
from orlop.engine.sound.block import SampleBlock
from orlop.engine.sound.cloud import CloudSound
from orlop.engine.sound.collection import SampleCollection
from orlop.engine.sound.component import SoundComponent
from orlop.engine.sound.curve import Curve, cross_fade
from orlop.engine.sound.listener import Listener
from orlop.engine.sound.target import SPREAD, VOLUME, X, Y, Z

D = 40.0
TICK = 1 / 60
MINUS_60_DB = 1e-3
seeds = st.integers(0, 2**32 - 1)
laws = st.sampled_from(["linear", "power"])


def sound(*components, max_distance=D, **settings):
    return CloudSound("brook", components or [SoundComponent("stream")], Attenuation(max_distance), **settings)


def hear(points, radii=0.5, parameters=0.0, at=(0.0, 0.0, 0.0), heading=0.0, pitch=0.0, to=None):
    """Targets (components, WIDTH) of samples all of which are there."""
    cloud = to or sound()
    cloud.add(SampleCollection(points, radii, parameters))
    return cloud.evaluate(Listener(at, heading, pitch)).astype(np.float64)


def weight(distance, radius, max_distance=D):
    """A sample's volume to someone at `distance`, as published."""
    return math.pi * radius**2 * max(0.0, 1 / max(distance, radius) - 1 / max_distance)


def plain(points, radii, volumes, ear, max_distance):
    """The published formulas: weights (components, n) and directions (n, 3)."""
    away = points - ear
    d = np.linalg.norm(away, axis=1)
    weights = volumes * np.maximum(0.0, 1 / np.maximum(d, radii) - 1 / max_distance)
    return weights, away / (d + radii / 2)[:, None]


def river(count=600):
    """A river that swings from side to side, 0.5 m a sample, and a path that crosses its bends."""
    t = np.linspace(0.0, 1.0, count)
    points = np.column_stack([14 * np.sin(t * 25), -1.6 - 0.2 * np.cos(t * 9), 120 * t - 60])
    path = np.column_stack([3 * np.sin(np.arange(0, 40, 0.01) / 4), np.zeros(4000), np.arange(-20, 20, 0.01)])
    return points, path


def walk(cloud, path):
    return np.array([cloud.evaluate(Listener(tuple(place))) for place in path.tolist()], np.float64)


def test_one_sample_is_heard_from_where_it_is():
    (target,) = hear([[3.0, 0.0, -4.0]], radii=1.0)
    assert target[VOLUME] == pytest.approx(math.pi * (1 / 5 - 1 / D), rel=1e-6)
    assert target[[X, Y, Z]] == pytest.approx([0.6, 0.0, -0.8], abs=1e-6)
    assert target[SPREAD] == pytest.approx(1 - 5 / 5.5, abs=1e-6)


def test_a_sample_to_the_right_is_at_the_right_ear_and_ahead_after_a_quarter_turn():
    east = [[5.0, 0.0, 0.0]]
    assert hear(east)[0, X : Z + 1] == pytest.approx([1, 0, 0], abs=1e-6)
    assert hear(east, heading=math.pi / 2)[0, X : Z + 1] == pytest.approx([0, 0, -1], abs=1e-6)
    assert hear(east, heading=math.pi)[0, X : Z + 1] == pytest.approx([-1, 0, 0], abs=1e-6)


def test_a_sample_overhead_is_ahead_of_someone_looking_up():
    above = [[0.0, 5.0, 0.0]]
    assert hear(above, heading=1.0)[0, X : Z + 1] == pytest.approx([0, 1, 0], abs=1e-6)
    assert hear(above, heading=1.0, pitch=math.pi / 2)[0, X : Z + 1] == pytest.approx([0, 0, -1], abs=1e-6)


def test_two_equal_samples_left_and_right_have_full_spread():
    (target,) = hear([[-4.0, 0.0, 0.0], [4.0, 0.0, 0.0]])
    assert target[VOLUME] == pytest.approx(2 * weight(4, 0.5), rel=1e-6)
    assert target[SPREAD] == 1.0
    assert np.isfinite(target).all()


def test_opposite_samples_keep_the_last_direction():
    cloud = sound()
    east = cloud.add(SampleCollection([[4.0, 0.0, 0.0]], 0.5))
    cloud.evaluate(Listener((0.0, 0.0, 0.0)))
    cloud.add(SampleCollection([[-4.0, 0.0, 0.0]], 0.5))
    both = cloud.evaluate(Listener((0.0, 0.0, 0.0)))[0].copy()
    assert both[[X, Y, Z, SPREAD]] == pytest.approx([1, 0, 0, 1], abs=1e-6)
    cloud.remove(east)
    assert cloud.evaluate(Listener((0.0, 0.0, 0.0)))[0, X] == pytest.approx(-1.0, abs=1e-6)


@pytest.mark.parametrize("radius", [0.01, 0.1, 0.5, 30.0])
def test_at_the_middle_of_a_sample_it_is_all_around(radius):
    (target,) = hear([[7.0, -3.0, 2.0]], radii=radius, at=(7.0, -3.0, 2.0))
    assert np.isfinite(target).all()
    assert target[SPREAD] == 1.0
    assert target[VOLUME] == pytest.approx(min(1.0, weight(0.0, radius)), rel=1e-6)


def test_a_sample_without_a_radius_is_silent_even_where_it_is():
    (alone,) = hear([[7.0, -3.0, 2.0]], radii=0.0, at=(7.0, -3.0, 2.0))
    (target,) = hear([[7.0, -3.0, 2.0], [7.0, -3.0, -3.0]], radii=[0.0, 0.5], at=(7.0, -3.0, 2.0))
    assert alone[VOLUME] == 0.0
    assert target[VOLUME] == pytest.approx(weight(5.0, 0.5), rel=1e-6)
    assert target[[X, Y, Z]] == pytest.approx([0, 0, -1], abs=1e-6)


def test_spread_grows_on_the_way_into_a_sample():
    spreads = [hear([[0.0, 0.0, 0.0]], radii=2.0, at=(x, 0.0, 0.0))[0, SPREAD] for x in (20, 8, 4, 2, 1, 0.5, 0.1)]
    assert spreads == sorted(spreads)
    assert spreads[0] < 0.05
    assert spreads[-1] > 0.9


def test_inside_a_sample_the_volume_stays():
    quiet = SoundComponent("stream", multiplier=0.1)
    volumes = [hear([[0.0, 0.0, 0.0]], 2.0, at=(x, 0.0, 0.0), to=sound(quiet))[0, VOLUME] for x in (0.0, 1.0, 1.99)]
    assert volumes == pytest.approx([0.1 * weight(0.0, 2.0)] * 3, rel=1e-6)


def test_beyond_the_maximum_distance_is_silence_and_just_within_nearly():
    assert hear([[D, 0.0, 0.0]], 1.0)[0, VOLUME] == 0.0
    assert hear([[D + 1, 0.0, 0.0]], 1.0)[0, VOLUME] == 0.0
    assert 0.0 < hear([[D - 0.1, 0.0, 0.0]], 1.0)[0, VOLUME] < MINUS_60_DB


def test_walking_out_of_earshot_has_no_step_above_minus_60_db():
    cloud = sound()
    cloud.add(SampleCollection([[0.0, 0.0, 0.0]], 1.0))
    path = np.column_stack([np.arange(30, 45, 0.01), np.zeros(1500), np.zeros(1500)])
    targets = walk(cloud, path)[:, 0]
    assert targets[-1, VOLUME] == 0.0 < targets[0, VOLUME]
    assert np.abs(np.diff(targets, axis=0)).max() < MINUS_60_DB


def test_walking_into_a_collections_box_through_any_side_has_no_step_above_minus_60_db():
    rng = np.random.default_rng(3)
    cloud = sound(SoundComponent("stream", multiplier=0.05))
    cloud.add(SampleCollection(rng.uniform(-6, 6, (50, 3)), 0.8))
    for way in set(itertools.product([-1, 0, 1], repeat=3)) - {(0, 0, 0)}:
        path = np.arange(50, 20, -0.03)[:, None] * np.array(way) + np.array([0.3, 0.2, 0.1])
        volumes = walk(cloud, path)[:, 0, VOLUME]
        assert volumes[0] == 0.0 < volumes[-1]
        assert np.diff(volumes).max() < MINUS_60_DB


def test_a_collection_comes_and_goes_in_small_steps():
    cloud = sound(fade_seconds=0.4)
    here = Listener((0.0, 0.0, 0.0))
    handle = cloud.add(SampleCollection([[0.0, 0.0, -4.0]], 1.0))
    full = weight(4.0, 1.0)
    coming = [float(cloud.evaluate(here, TICK)[0, VOLUME]) for _ in range(60)]
    cloud.remove(handle)
    going = [float(cloud.evaluate(here, TICK)[0, VOLUME]) for _ in range(120)]
    steps = np.diff([0.0, *coming, *going])
    assert coming[-1] == pytest.approx(full, rel=1e-6)
    assert going[-1] == 0.0
    assert np.abs(steps).max() <= full * TICK / 0.4 * (1 + 1e-6)
    assert (steps[:60] >= 0).all()
    assert (steps[60:] <= 0).all()
    assert cloud.sample_count == 0


@pytest.mark.parametrize("law", ["linear", "power"])
def test_halfway_in_a_collection_is_half_as_loud_by_either_law(law):
    cloud = sound(fade_seconds=1.0, settle_seconds=1e-9, sum_law=law, direction_law=law)
    cloud.add(SampleCollection([[0.0, 0.0, -4.0]], 1.0))
    half = cloud.evaluate(Listener((0.0, 0.0, 0.0)), 0.5)
    assert half[0, VOLUME] == pytest.approx(0.5 * weight(4.0, 1.0), rel=1e-6)
    assert half[0, SPREAD] == pytest.approx(1 - 4 / 4.5, abs=1e-6)


def test_a_jump_becomes_a_cross_fade():
    points = [[-30.0, 0.0, 0.0], [30.0, 0.0, 0.0]]
    cloud = sound(max_distance=20.0, settle_seconds=0.05)
    cloud.add(SampleCollection(points, 1.0))
    before = cloud.evaluate(Listener((-25.0, 0.0, 0.0)))[0].astype(np.float64)
    after = [cloud.evaluate(Listener((25.0, 0.0, 0.0)), TICK)[0].astype(np.float64) for _ in range(60)]
    assert before[X] == pytest.approx(-1.0)
    assert after[-1][X] == pytest.approx(1.0)
    assert [target[VOLUME] for target in after] == pytest.approx([before[VOLUME]] * 60, rel=1e-5)
    sides = [target[X] * (1 - target[SPREAD]) for target in (before, *after)]
    assert np.diff(sides).min() >= 0.0
    assert np.diff(sides).max() < 2 * (1 - math.exp(-TICK / 0.05))


def test_how_far_it_settles_depends_on_time_and_not_on_ticks():
    clouds = [sound(), sound()]
    for cloud in clouds:
        cloud.add(SampleCollection([[0.0, 0.0, -4.0]], 1.0))
        cloud.evaluate(Listener((0.0, 0.0, 0.0)))
    once = clouds[0].evaluate(Listener((2.0, 0.0, 0.0)), 0.04)
    for _ in range(4):
        often = clouds[1].evaluate(Listener((2.0, 0.0, 0.0)), 0.01)
    assert often == pytest.approx(once, abs=1e-6)


def test_a_turning_head_turns_what_it_hears_at_once():
    cloud = sound()
    cloud.add(SampleCollection([[0.0, 0.0, -4.0]], 1.0))
    cloud.evaluate(Listener((0.0, 0.0, 0.0)))
    turned = cloud.evaluate(Listener((0.0, 0.0, 0.0), heading=math.pi / 2), TICK)
    assert turned[0, X : Z + 1] == pytest.approx([-1, 0, 0], abs=1e-6)


def test_silence_keeps_direction_and_spread():
    cloud = sound()
    cloud.add(SampleCollection([[5.0, 0.0, 0.0]], 1.0))
    near = cloud.evaluate(Listener((0.0, 0.0, 0.0)))[0].copy()
    far = cloud.evaluate(Listener((-100.0, 0.0, 0.0)))[0]
    assert far[VOLUME] == 0.0
    assert far[X:] == pytest.approx(near[X:])


def test_along_a_winding_river_the_direction_never_jumps():
    points, path = river()
    cloud = sound(SoundComponent("stream", multiplier=0.05), max_distance=30.0)
    cloud.add(SampleCollection(points, 0.5))
    targets = walk(cloud, path)[:, 0]
    means = targets[:, X : Z + 1] * (1 - targets[:, SPREAD])[:, None]
    turns = np.arccos(np.clip((targets[1:, X : Z + 1] * targets[:-1, X : Z + 1]).sum(axis=1), -1, 1))
    assert np.linalg.norm(np.diff(means, axis=0), axis=1).max() < 0.005
    assert np.degrees(turns.max()) < 1.0
    nearest = points[np.argmin(np.linalg.norm(points - path[:, None], axis=2), axis=1)] - path
    nearest /= np.linalg.norm(nearest, axis=1, keepdims=True)
    assert np.linalg.norm(np.diff(nearest, axis=0), axis=1).max() > 0.5  # what following the closest point does


@given(seeds)
@settings(max_examples=30, deadline=None)
def test_no_step_turns_the_mean_direction_by_more_than_the_weights_can(seed):
    # |dm| <= sum(2 |dw| + w |dn|) / sum(w), where 1/max(d, r) changes by at most 1/max(d, r)² a metre, n by 2/(d + r/2).
    rng = np.random.default_rng(seed)
    points, radii, step = rng.uniform(-10, 10, (40, 3)), rng.uniform(0.3, 1.5, 40), 0.01
    cloud = sound(SoundComponent("stream", multiplier=1e-3))
    cloud.add(SampleCollection(points, radii))
    way = rng.normal(size=3)
    path = rng.uniform(-8, 8, 3) + np.arange(20)[:, None] * step * way / np.linalg.norm(way)
    targets = walk(cloud, path)[:, 0]
    means = targets[:, X : Z + 1] * (1 - targets[:, SPREAD])[:, None]
    for place, moved in zip(path, np.linalg.norm(np.diff(means, axis=0), axis=1), strict=False):
        weights, _ = plain(points, radii, math.pi * radii**2, place, D)
        d = np.maximum(np.linalg.norm(points - place, axis=1) - step, 0.0)
        change = 2 * math.pi * radii**2 / np.maximum(d, radii) ** 2 + weights * 2 / (d + radii / 2)
        assert moved <= change.sum() / weights.sum() * step * 1.1 + 1e-5


@given(seeds, st.integers(1, 7), laws, laws, st.sampled_from([0.0, 1e3, 1e6]))
@settings(max_examples=60, deadline=None)
def test_targets_agree_with_plain_float64(seed, count, sum_law, direction_law, offset):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 300))
    points = rng.uniform(-20, 20, (n, 3)) + offset
    radii, parameters, ear = rng.uniform(0.3, 2.0, n), rng.uniform(0, 1, n), rng.uniform(-20, 20, 3) + offset
    components = [
        SoundComponent(f"loop {k}", 0.02, rng.uniform(0, 2), rng.uniform(0, 1), Curve(((0.0, k), (1.0, 1.0))))
        for k in range(count)
    ]
    heading, pitch = rng.uniform(-4, 4), rng.uniform(-1.5, 1.5)
    cloud = sound(*components, sum_law=sum_law, direction_law=direction_law)
    targets = hear(points, radii, parameters, tuple(ear), heading, pitch, to=cloud)

    curves = np.array([k + (1 - k) * parameters for k in range(count)])
    weights, directions = plain(points, radii, 0.02 * math.pi * radii**2 * curves, ear, D)
    totals = weights.sum(axis=1) if sum_law == "linear" else np.sqrt((weights**2).sum(axis=1))
    shares = weights if direction_law == "linear" else weights**2
    means = shares @ directions / shares.sum(axis=1, keepdims=True)
    back = np.array([-np.sin(heading) * np.cos(pitch), -np.sin(pitch), np.cos(heading) * np.cos(pitch)])
    right = np.array([np.cos(heading), 0.0, np.sin(heading)])
    lengths = np.linalg.norm(means, axis=1)
    kept = 1 - targets[:, SPREAD]
    finals, directionalities = np.array([[c.final_volume, c.directionality] for c in components]).T
    assert targets[:, VOLUME] == pytest.approx(np.minimum(totals, 1) * finals, rel=1e-5, abs=1e-6)
    assert kept == pytest.approx(lengths * directionalities, abs=1e-5)
    frame = np.array([right, np.cross(back, right), back])
    assert targets[:, X : Z + 1] * lengths[:, None] == pytest.approx(means @ frame.T, abs=1e-5)


@given(seeds)
@settings(max_examples=30, deadline=None)
def test_how_samples_are_split_and_ordered_is_not_heard(seed):
    rng = np.random.default_rng(seed)
    points, radii = rng.uniform(-15, 15, (200, 3)), rng.uniform(0.1, 1.0, 200)
    quiet = SoundComponent("stream", multiplier=0.01)
    whole = hear(points, radii, to=sound(quiet))
    pieces, order = sound(quiet), rng.permutation(200)
    for part in np.array_split(order, int(rng.integers(1, 12))):
        pieces.add(SampleCollection(points[part], radii[part]))
    assert pieces.evaluate(Listener((0.0, 0.0, 0.0))) == pytest.approx(whole, abs=2e-6)


@given(seeds, st.floats(-10, 10))
@settings(max_examples=30, deadline=None)
def test_turning_the_world_and_the_head_alike_changes_nothing(seed, heading):
    rng = np.random.default_rng(seed)
    points, radii = rng.uniform(-15, 15, (60, 3)), rng.uniform(0.1, 1.0, 60)
    turned = points.copy()
    turned[:, 0] = points[:, 0] * math.cos(heading) - points[:, 2] * math.sin(heading)
    turned[:, 2] = points[:, 0] * math.sin(heading) + points[:, 2] * math.cos(heading)
    quiet = SoundComponent("stream", multiplier=0.01)
    still = hear(points, radii, to=sound(quiet))
    assert hear(turned, radii, heading=heading, to=sound(quiet)) == pytest.approx(still, abs=3e-5)


@given(seeds, laws, laws)
@settings(max_examples=40, deadline=None)
def test_targets_stay_within_their_bounds(seed, sum_law, direction_law):
    rng = np.random.default_rng(seed)
    n = int(rng.integers(0, 40))
    points = rng.uniform(-1, 1, (n, 3)) * 10.0 ** rng.integers(-4, 3, (n, 1))
    cloud = sound(SoundComponent("stream", final_volume=0.7), sum_law=sum_law, direction_law=direction_law)
    cloud.add(SampleCollection(points, 10.0 ** rng.uniform(-5, 1.5, n)))
    for place in (*points[:3], rng.normal(size=3)):
        for dt in (TICK, math.inf):
            targets = cloud.evaluate(Listener(tuple(place)), dt).astype(np.float64)
            assert (targets[:, VOLUME] >= 0).all()
            assert (targets[:, VOLUME] <= 0.7 + 1e-6).all()
            assert (targets[:, SPREAD] >= 0).all()
            assert (targets[:, SPREAD] <= 1).all()
            assert np.linalg.norm(targets[:, X : Z + 1], axis=1) == pytest.approx(1.0, abs=1e-6)


def test_many_samples_are_clamped_and_then_turned_down():
    loud = sound(SoundComponent("stream", multiplier=100.0, final_volume=0.4))
    assert hear([[0.0, 0.0, -2.0]], 1.0, to=loud)[0, VOLUME] == pytest.approx(0.4)


def test_by_the_power_law_four_alike_are_twice_as_loud_as_one():
    quiet, at = SoundComponent("stream", multiplier=0.01), [[0.0, 0.0, -5.0]]
    one = hear(at, 1.0, to=sound(quiet, sum_law="power"))[0, VOLUME]
    four = hear(at * 4, 1.0, to=sound(quiet, sum_law="power"))[0, VOLUME]
    assert one == pytest.approx(0.01 * weight(5.0, 1.0), rel=1e-6)
    assert four == pytest.approx(2 * one, rel=1e-6)


def test_direction_by_squares_leans_to_the_louder_side():
    points = [[-2.0, 0.0, 0.0], [4.0, 0.0, 0.0]]
    linear = hear(points, to=sound())
    squares = hear(points, to=sound(direction_law="power"))
    assert linear[0, X] == squares[0, X] == -1.0
    assert squares[0, SPREAD] < linear[0, SPREAD]
    assert squares[0, VOLUME] == linear[0, VOLUME]


def test_without_directionality_a_sound_is_all_around():
    (target,) = hear([[0.0, 0.0, -5.0]], to=sound(SoundComponent("wind", directionality=0.0)))
    assert target[SPREAD] == 1.0


def test_a_parametric_sound_goes_from_one_loop_to_the_next():
    curves = cross_fade([0.0, 0.5, 1.0])
    parts = [SoundComponent(loop, 0.1, curve=c) for loop, c in zip(["trickle", "stream", "fall"], curves, strict=True)]
    for parameter, shares in [(0.0, [1, 0, 0]), (0.25, [0.5, 0.5, 0]), (0.5, [0, 1, 0]), (0.9, [0, 0.2, 0.8])]:
        volumes = hear([[0.0, 0.0, -5.0]], 1.0, parameter, to=sound(*parts))[:, VOLUME]
        assert volumes == pytest.approx(np.array(shares) * 0.1 * weight(5.0, 1.0), abs=1e-7)


def test_a_curve_that_misses_a_parameter_is_refused_by_name():
    cloud = sound(SoundComponent("fall", curve=Curve(((0.2, 0.0), (1.0, 1.0)))))
    with pytest.raises(OrlopError, match=r'sound "brook", component "fall": .*0\.2 … 1.*bend.*0\.1 … 0\.9'):
        cloud.add(SampleCollection(np.zeros((2, 3)), 0.5, [0.1, 0.9], name="bend"))
    assert cloud.sample_count == 0


def test_a_sample_as_wide_as_the_maximum_distance_is_refused():
    with pytest.raises(OrlopError, match="lake: a radius of 40 m is not below the maximum distance"):
        sound().add(SampleCollection([[0.0, 0.0, 0.0]], 40.0, name="lake"))


def test_a_radius_beyond_float32_is_refused():
    with pytest.raises(OrlopError, match="endlessly loud"):
        sound(max_distance=1e30).add(SampleCollection([[0.0, 0.0, 0.0]], 1e20))


def test_a_handle_removes_once():
    cloud = sound()
    handle = cloud.add(SampleCollection([[0.0, 0.0, 0.0]], 0.5))
    cloud.remove(handle)
    with pytest.raises(KeyError):
        cloud.remove(handle)


def test_wrong_calls_are_refused():
    with pytest.raises(ValueError, match="needs a component"):
        CloudSound("brook", [])
    with pytest.raises(ValueError, match="laws are"):
        sound(sum_law="loud")
    with pytest.raises(ValueError, match="above 0"):
        Attenuation(0.0)


def test_a_block_packed_for_a_sound_of_other_components_is_refused():
    samples = SampleCollection([[0.0, 0.0, -5.0]], 0.5, name="bend")
    cloud = sound()
    with pytest.raises(ValueError, match="bend was packed for a sound of other components"):
        cloud.add(sound(SoundComponent("a"), SoundComponent("b")).pack(samples))
    assert cloud.sample_count == 0
    cloud.add(sound().pack(samples))
    assert cloud.evaluate(Listener((0.0, 0.0, 0.0)))[0, VOLUME] == pytest.approx(weight(5.0, 0.5), rel=1e-6)


def test_rows_that_a_kernel_would_misread_are_refused():
    block = sound().pack(SampleCollection(np.zeros((4, 3)), 0.5))
    for rows in (block.rows[:, ::2], block.rows.astype(np.float64)):
        with pytest.raises(ValueError, match="rows must be"):
            SampleBlock(rows, block.origin, block.low, block.high, block.widest, block.name)


@pytest.mark.parametrize(("law", "change"), [("linear", 0.0), ("power", -6.02), ("energy", 0.0)])
def test_a_lake_cut_into_four_times_as_many_samples_is_as_loud_by_all_laws_but_that_of_power(law, change):
    def lake(step):
        along = np.arange(step / 2.0, 8.0, step)
        points = np.array([(x, -1.0, z - 20.0) for x in along for z in along])
        quiet = sound(SoundComponent("water", 0.01), sum_law=law, direction_law=law)
        return hear(points, step / math.sqrt(math.pi), to=quiet)[0]

    coarse, fine = lake(1.0), lake(0.5)
    assert 20.0 * math.log10(fine[VOLUME] / coarse[VOLUME]) == pytest.approx(change, abs=0.05)
    assert fine[[X, Y, Z, SPREAD]] == pytest.approx(coarse[[X, Y, Z, SPREAD]], abs=0.02)


def test_one_square_metre_is_as_loud_by_the_law_of_energy_as_by_that_of_power():
    metre = 1.0 / math.sqrt(math.pi)
    power, energy = (hear([[0.0, 0.0, -9.0]], metre, to=sound(sum_law=law)) for law in ("power", "energy"))
    assert power[0, VOLUME] == pytest.approx(energy[0, VOLUME], rel=1e-6)


def test_the_law_of_energy_goes_with_no_other():
    with pytest.raises(ValueError, match="laws are"):
        sound(sum_law="energy", direction_law="power")


def test_a_collection_without_samples_is_silence():
    assert hear(np.zeros((0, 3)), np.zeros(0))[0, VOLUME] == 0.0


def test_a_million_samples_are_heard():
    rng = np.random.default_rng(1)
    points = rng.uniform(-30, 30, (1_000_000, 3)).astype(np.float32)
    cloud = sound(SoundComponent("stream", multiplier=1e-5))
    targets = hear(points, 0.1, to=cloud)
    weights, _ = plain(points.astype(np.float64), np.full(10**6, 0.1), 1e-5 * math.pi * 0.01, np.zeros(3), D)
    assert cloud.sample_count == 1_000_000
    assert targets[0, VOLUME] == pytest.approx(weights.sum(), rel=1e-5)
