"""Tiles of ground: their triangles, blocks and bounds."""

import numpy as np
import pytest

from orlop.engine.render.terrain_pass import block_runs, uncovered
from orlop.engine.render.tile import BLOCK, Tile, block_indices, tile_indices


def tile(count: int = 32, seed: int = 1) -> Tile:
    side = count + 3
    chance = np.random.default_rng(seed)
    heights = chance.uniform(-5, 5, (side, side)).astype(np.float32)
    return Tile((0.0, 0.0, 0.0), 2.0, heights, np.ones((side, side, 3), np.float32), np.zeros((side, side), np.float32))


@pytest.mark.parametrize("stride", [1, 2, 4, 8, 16])
def test_the_squares_of_all_blocks_cover_the_tile_once_and_face_up(stride: int) -> None:
    indices = tile_indices(32, stride)
    assert indices.shape == (4, block_indices(stride))
    squares = indices[:, : 6 * (BLOCK // stride) ** 2].reshape(-1, 3).astype(np.int64)
    i, j = squares // 33, squares % 33
    twice = (j[:, 1] - j[:, 0]) * (i[:, 2] - i[:, 0]) - (i[:, 1] - i[:, 0]) * (j[:, 2] - j[:, 0])
    assert (twice == stride**2).all()
    assert twice.sum() == 2 * 32**2


def test_triangles_meet_in_the_diagonal_that_is_walked_on() -> None:
    first, second = tile_indices(16)[0, :6].reshape(2, 3).tolist()
    assert {0, 18} <= set(first) & set(second)  # samples (0, 0) and (1, 1) of 17 a side


def test_skirts_hang_along_all_four_sides_of_every_block() -> None:
    count = 32
    skirts = tile_indices(count)[:, 6 * BLOCK**2 :].astype(np.int64)
    upper = [set(block[block < 33 * 33].tolist()) for block in skirts]
    rim = {i * 33 + j for i in range(17) for j in range(17) if i in (0, 16) or j in (0, 16)}
    assert upper[0] == rim
    assert all(
        set((block[block >= 33 * 33] - 33 * 33).tolist()) == above for block, above in zip(skirts, upper, strict=True)
    )


def test_a_blocks_bounds_hold_its_samples_and_skirts() -> None:
    made = tile()
    low, high = made.block_bounds()
    packed = made.packed()
    for index, block in enumerate(tile_indices(32)):
        corners = packed[block]
        points = np.stack([corners["cell"][:, 0] * 2.0, corners["height"], corners["cell"][:, 1] * 2.0], axis=1)
        assert (points >= low[index] - 1e-4).all()
        assert (points <= high[index] + 1e-4).all()
        assert points[:, [0, 2]].min(axis=0) == pytest.approx(low[index, [0, 2]])
        assert points[:, [0, 2]].max(axis=0) == pytest.approx(high[index, [0, 2]])
        assert points[:, 1].max() == pytest.approx(high[index, 1])


def test_neighbours_have_the_same_normals_on_their_shared_edge() -> None:
    whole = np.random.default_rng(4).uniform(-5, 5, (35, 51)).astype(np.float32)
    side = [Tile((0.0, 0.0, 0.0), 2.0, part, np.ones((*part.shape, 3), np.float32), np.zeros_like(part))
            for part in (whole[:, :35], whole[:, 16:])]  # fmt: skip
    left, right = (made.packed().reshape(2, 33, 33)["normal"][0] for made in side)
    assert np.array_equal(left[:, 16:], right[:, :17])


def test_a_tile_of_the_wrong_shape_is_refused() -> None:
    with pytest.raises(ValueError, match=r"heights must be \(n \+ 3, n \+ 3\)"):
        tile(20).check()


def test_blocks_that_follow_one_another_are_drawn_together() -> None:
    assert block_runs(np.array([1, 1, 0, 1, 0, 0, 1], bool), 10) == [(0, 20), (30, 10), (60, 10)]


def test_an_area_is_uncovered_until_finer_ones_cover_all_of_it() -> None:
    area, quarters = (
        np.array([[0.0, 0.0, 2.0, 2.0]]),
        np.array([[x, z, x + 1, z + 1] for x in (0.0, 1.0) for z in (0.0, 1.0)]),
    )
    assert uncovered(area, quarters[:0]).all()
    assert uncovered(area, quarters[:3]).all()
    assert not uncovered(area, quarters).any()
    assert uncovered(area + 0.5, quarters).all()
