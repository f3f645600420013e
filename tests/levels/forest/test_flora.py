"""The models of what grows and lies in the forest."""

import numpy as np
import pytest

from orlop.engine.render.picking import LEVELS
from orlop.engine.render.shape import Figure
from orlop.levels.forest.broadleaves import crown_points
from orlop.levels.forest.flora import flora
from orlop.levels.forest.foliage import icosahedron, octahedron
from orlop.levels.forest.skeleton import colonised
from orlop.levels.forest.standing import NAMES


@pytest.fixture(scope="module")
def models() -> dict[str, Figure]:
    return flora()


def test_everything_that_stands_in_the_forest_has_a_model(models: dict[str, Figure]) -> None:
    assert set(models) == set(NAMES)


def test_models_have_one_measure_and_stand_on_the_ground(models: dict[str, Figure]) -> None:
    for name, figure in models.items():
        for shape in (shape for variant in figure for shape in variant[:-1]):  # far off, crowns need no stem
            points = shape.triangles.reshape(-1, 3)
            assert points[:, 1].max() == pytest.approx(1.0, abs=1e-5), name
            assert -0.6 < points[:, 1].min() < 0.3, name
            assert 0.85 < np.hypot(points[:, 0], points[:, 2]).max() < 1.6, name


def test_each_level_of_detail_has_fewer_triangles_and_none_too_many(models: dict[str, Figure]) -> None:
    for name, figure in models.items():
        for variant in figure:
            counts = [shape.triangle_count for shape in variant]
            assert len(counts) == LEVELS
            assert counts == sorted(counts, reverse=True), name
            assert counts[0] <= 400, name
            assert counts[-1] <= 12, name


def test_trees_are_made_of_some_hundred_triangles(models: dict[str, Figure]) -> None:
    for name in ("spruce", "pine", "larch", "beech", "birch", "alder"):
        assert all(140 <= variant[0].triangle_count <= 400 for variant in models[name]), name


def test_variants_differ_and_a_second_call_gives_the_same(models: dict[str, Figure]) -> None:
    again = flora()
    for name, figure in models.items():
        assert np.array_equal(figure[0][0].triangles, again[name][0][0].triangles)
        assert np.array_equal(figure[-1][1].colours, again[name][-1][1].colours)
        one, other = figure[0][0].triangles, figure[1][0].triangles
        assert one.shape != other.shape or not np.allclose(one, other), name


def test_no_model_has_a_number_that_is_none(models: dict[str, Figure]) -> None:
    for name, figure in models.items():
        for shape in (shape for variant in figure for shape in variant):
            packed = shape.packed()
            assert np.isfinite(packed["position"]).all(), name
            assert np.isfinite(shape.normals).all(), name
            assert (shape.colours >= 0.0).all(), name
            assert (shape.colours <= 1.0).all(), name


@pytest.mark.parametrize("solid", [octahedron(), icosahedron(), icosahedron(1)], ids=["8", "20", "80"])
def test_solids_are_closed_and_face_outwards(solid: np.ndarray) -> None:
    volume = np.linalg.det(solid).sum() / 6.0
    assert volume > 1.3
    edges = np.round(solid[:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 6), 6)
    back = np.round(solid[:, [[1, 0], [2, 1], [0, 2]]].reshape(-1, 6), 6)
    assert sorted(map(tuple, edges + 0.0)) == sorted(map(tuple, back + 0.0))


def test_limbs_reach_every_corner_of_the_crown_and_grow_thinner() -> None:
    chance = np.random.default_rng(2)
    points = np.column_stack([chance.uniform(-4, 4, 120), chance.uniform(6, 14, 120), chance.uniform(-4, 4, 120)])
    skeleton = colonised(points, bole=5.0, step=1.0, thickness=0.2)
    apart = np.linalg.norm(points[:, None] - skeleton.joints[None], axis=2).min(axis=1)
    assert apart.max() < 2.1
    above = skeleton.parents[1:]
    assert (above < np.arange(1, len(skeleton.parents))).all()
    assert (skeleton.radii[1:] <= skeleton.radii[above] + 1e-12).all()
    assert sorted({int(j) for limb in skeleton.limbs() for j in limb}) == list(range(len(skeleton.joints)))


def test_a_crown_lies_above_its_bare_stem() -> None:
    from orlop.levels.forest.broadleaves import Broadleaf

    kind = Broadleaf(20.0, 5.0, 0.3, 9, 1.0, 0.014, (0.1, 0.2, 0.1), (0.1, 0.1, 0.1))
    points = crown_points(kind, np.random.default_rng(1))
    assert points[:, 1].min() > 0.3 * 20.0
    assert points[:, 1].max() < 20.0
