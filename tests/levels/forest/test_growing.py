import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from orlop.levels.forest.channels import Channels
from orlop.levels.forest.floor_patch import WADE, depths, floor_triangles, obstacles
from orlop.levels.forest.growth import stream_pieces
from orlop.levels.forest.sounds import WATER_STEP, loudness, water_sounds
from orlop.levels.forest.trees import DENSITY, TRUNK_CLEAR, Species, Trees, species_of
from orlop.levels.forest.undergrowth import Thing


def joined_trees(world, layer, bounds):
    return Trees.joined(list(world.generate(layer, bounds).values()))


def chosen(trees, which):
    return Trees(*(getattr(trees, name)[which] for name in ("places", "ranks", "species", "sizes", "cells")))


def identities(trees):
    return {tuple(row) for row in np.column_stack([trees.cells, trees.places, trees.species, trees.sizes])}


def plain_distance(points, pieces):
    """To the nearest edge of any piece, by a plain loop over pieces."""
    best = np.full(len(points), np.inf)
    for ax, az, bx, bz, half_a, half_b in pieces:
        e = np.array([bx - ax, bz - az])
        t = np.clip((points - (ax, az)) @ e / (e @ e), 0, 1)
        foot = np.array([ax, az]) + t[:, np.newaxis] * e
        best = np.minimum(best, np.hypot(*(points - foot).T) - (half_a + (half_b - half_a) * t))
    return best


@pytest.fixture(scope="module")
def stand(forest, glade):
    world, layers = forest
    return joined_trees(world, layers.trees[0], glade)


def test_no_tree_stands_in_a_stream_or_on_a_path(forest, glade, stand):
    world, layers = forest
    assert len(stand.ranks) > 2000
    channels = Channels.joined(list(world.generate(layers.streams, glade).values()))
    assert plain_distance(stand.places, stream_pieces(channels)).min() >= TRUNK_CLEAR - 1e-9
    paths = np.concatenate([found.pieces for found in world.generate(layers.paths, glade.expanded(1000.0)).values()])
    trodden = np.column_stack([paths, np.zeros((len(paths), 2))])
    nearest = plain_distance(stand.places, trodden)
    assert nearest.min() >= TRUNK_CLEAR - 1e-9
    assert nearest.min() < 5.0


@pytest.mark.parametrize("level", [1, 2])
def test_the_same_tree_is_the_same_at_every_level(forest, glade, stand, level):
    world, layers = forest
    sparse = joined_trees(world, layers.trees[level], glade)
    sparse = chosen(sparse, glade.holds(sparse.places))
    most = layers.trees[level].most
    kept = stand.ranks < most
    assert 50 < kept.sum() < len(kept)
    assert identities(sparse) == identities(chosen(stand, kept))


def test_every_tree_has_one_chunk(forest, glade, stand):
    assert len(identities(stand)) == len(stand.ranks)
    world, layers = forest
    for (i, j), trees in world.generate(layers.trees[0], glade).items():
        low = np.array([i, j]) * layers.trees[0].size
        assert ((trees.places >= low) & (trees.places < low + layers.trees[0].size)).all()


def test_trees_are_of_sizes_that_grow(stand):
    height, crown, trunk = stand.sizes.T
    assert 2 < np.median(height) < 30
    assert height.max() <= 34
    assert (crown > 0.2).all()
    assert (trunk > 0.04).all()
    assert trunk.max() < 0.6
    assert stand.ranks.max() < DENSITY


def share(species, height, light=0.0, moisture=0.5, bank=0.0):
    chances = (np.arange(1000) + 0.5) / 1000
    return np.mean([species_of(chance, height, light, moisture, bank) == species for chance in chances])


def test_each_species_has_its_place():
    assert share(Species.BEECH, 60.0) > 0.3
    assert share(Species.BEECH, 500.0) == 0
    assert share(Species.LARCH, 560.0) > 0.5
    assert share(Species.LARCH, 200.0) == 0
    assert share(Species.ALDER, 100.0, bank=1.0) > 0.6
    assert share(Species.ALDER, 100.0) == 0
    assert share(Species.PINE, 250.0, light=0.8, moisture=0.1) > share(Species.PINE, 250.0, light=-0.5, moisture=0.9)


@given(st.floats(0, 0.999), st.floats(0, 800), st.floats(-1, 1), st.floats(0, 1), st.floats(0, 1))
def test_some_species_grows_everywhere(chance, height, light, moisture, bank):
    assert species_of(chance, height, light, moisture, bank) in list(Species)


def test_undergrowth_leaves_paths_free_and_stones_lie_where_water_ran(forest, glade):
    world, layers = forest
    things = list(world.generate(layers.undergrowth, glade).values())
    places = np.concatenate([thing.places for thing in things])
    kinds = np.concatenate([thing.kinds for thing in things])
    assert set(kinds.tolist()) >= {Thing.FERN, Thing.BLUEBERRY, Thing.STONE}
    paths = np.concatenate([found.pieces for found in world.generate(layers.paths, glade.expanded(1000.0)).values()])
    assert plain_distance(places, np.column_stack([paths, np.zeros((len(paths), 2))])).min() >= 1.2 - 1e-9
    channels = Channels.joined(list(world.generate(layers.streams, glade).values()))
    shore = plain_distance(places, stream_pieces(channels))
    stones = kinds >= Thing.STONE
    assert (shore[~stones] >= 0.6 - 1e-9).all()
    assert stones[shore < 3].mean() > 2 * stones[shore > 10].mean()


def test_water_is_sampled_once_and_evenly(streams):
    whole = water_sounds(streams, (500.0, 500.0, 1500.0, 1500.0))
    parts = [water_sounds(streams, (x, 500.0, x + 500.0, 1500.0)) for x in (500.0, 1000.0)]
    rows = sorted(map(tuple, whole.points))
    assert rows == sorted(map(tuple, np.concatenate([part.points for part in parts])))
    assert len(rows) > 100
    gaps = np.linalg.norm(whole.points[:, np.newaxis] - whole.points, axis=2)
    np.fill_diagonal(gaps, np.inf)
    assert np.median(gaps.min(axis=1)) == pytest.approx(WATER_STEP, rel=0.3)


def test_falls_and_wide_streams_are_louder():
    assert loudness(0.4, 2.0) > loudness(0.1, 2.0) > loudness(0.01, 2.0)
    assert loudness(0.1, 4.0) > loudness(0.1, 1.0)
    assert 0 < loudness(0.0, 1.0) < 0.1
    assert loudness(50.0, 50.0) == 1.0


def test_crowns_sound_above_their_feet(forest, glade):
    world, layers = forest
    for index, sounds in world.generate(layers.sounds, glade).items():
        trees = world.generate(layers.trees[0], glade)[index]
        assert len(sounds.crowns.radii) == (trees.ranks < 0.25).sum()
        assert set(sounds.crowns.parameters.tolist()) <= {0.25, 1.0}
    tile = world.generate(layers.terrain[0], glade)
    heights = np.concatenate([terrain.ground.heights.ravel() for terrain in tile.values()])
    crowns = np.concatenate([sounds.crowns.points[:, 1] for sounds in world.generate(layers.sounds, glade).values()])
    assert heights.min() < crowns.min()
    assert crowns.max() < heights.max() + 40


def test_the_floor_faces_up_and_ends_at_deep_water(forest, glade):
    world, layers = forest
    terrain = next(iter(world.generate(layers.terrain[0], glade).values()))
    triangles = floor_triangles(terrain.ground)
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    assert (normals[:, 1] > 0).all()
    deep = (depths(terrain.ground) > WADE).sum()
    assert len(triangles) == 2 * 66**2 or deep > 0
    drowned = type(terrain.ground)(
        terrain.ground.first,
        terrain.ground.spacing,
        terrain.ground.heights,
        terrain.ground.ridge,
        np.full_like(terrain.ground.shore, -1.0),
        terrain.ground.heights + 2.0,
    )
    assert len(floor_triangles(drowned)) == 0


def test_trunks_and_boulders_stand_in_the_way(forest, glade, stand):
    world, layers = forest
    things = next(iter(world.generate(layers.undergrowth, glade).values()))
    circles = obstacles(stand, things)
    assert len(circles) == len(stand.ranks) + (things.kinds == Thing.BOULDER).sum()
    assert (circles[:, 2] > 0).all()
