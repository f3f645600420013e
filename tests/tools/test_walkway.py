"""`orlop walkway build`, on a plain of known size."""

import json

import pytest

from orlop.engine.walkway.file import load_build
from orlop.tools import cli, warmup

PLAIN = """
o floor
v 0 0 0
v 10 0 0
v 10 0 6
v 0 0 6
f 4 3 2 1
"""


@pytest.fixture
def plain(tmp_path, monkeypatch):
    """An OBJ file with 10 by 6 metres of level floor."""
    monkeypatch.setattr(warmup, "warm_if_needed", lambda *areas, force=False: None)  # what it needs compiles by itself
    path = tmp_path / "plain.obj"
    path.write_text(PLAIN)
    return path


def built(capsys, *arguments):
    assert cli.main(["walkway", "build", *map(str, arguments), "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_a_plain_is_reachable_but_for_a_radius_along_its_edge(plain, capsys):
    report = built(capsys, plain, "--radius", "0.5")
    (walkway,) = report["walkways"]
    assert walkway["area_m2"] == pytest.approx(10 * 6, rel=0.03)
    assert walkway["reachable_m2"] == pytest.approx(9 * 5, rel=0.03)
    assert walkway["islands"] == walkway["outlines"] == 1
    assert walkway["method"] == "exact"
    assert sum(report["stages_ms"].values()) > 0


def test_a_plain_that_leans_is_smaller_seen_from_above(plain, capsys):
    (level,) = built(capsys, plain)["walkways"]
    (leaning,) = built(capsys, plain, "--tilt", "0,30")["walkways"]
    assert leaning["area_m2"] / level["area_m2"] == pytest.approx(0.866, rel=0.03)


def test_a_plain_too_steep_to_walk_is_refused(plain, capsys):
    assert cli.main(["walkway", "build", str(plain), "--tilt", "60,0"]) == 2
    assert "plain.obj" in capsys.readouterr().err


def test_the_result_is_kept_in_the_file_asked_for(plain, capsys, tmp_path):
    kept = tmp_path / "plain.walkway"
    (walkway,) = built(capsys, plain, "--out", kept)["walkways"]
    assert [report.reachable_m2 for report in load_build(kept).reports] == [walkway["reachable_m2"]]


def test_people_get_a_table_and_the_time_of_each_stage(plain, capsys):
    assert cli.main(["walkway", "build", str(plain), "--method", "raster"]) == 0
    head, row, times = capsys.readouterr().out.splitlines()
    assert head.split()[0] == "walkway"
    assert "raster" in row
    assert times.startswith("built in ")


def test_a_scene_s_warnings_are_told_once_and_not_on_standard_output(plain, capsys):
    plain.write_text("mtllib absent.mtl\n" + PLAIN)
    assert cli.main(["walkway", "build", str(plain), "--json"]) == 0
    streams = capsys.readouterr()
    assert streams.err.count("absent.mtl") == 1
    json.loads(streams.out)


def test_a_file_that_is_not_there_is_one_line(tmp_path, capsys):
    assert cli.main(["walkway", "build", str(tmp_path / "no.glb")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_level_is_built_by_its_name_as_a_file_would_be(plain, capsys, tmp_path):
    exported = tmp_path / "quayside.glb"
    assert cli.main(["level", "export", "quayside", "--out", str(exported)]) == 0
    by_name, by_file = built(capsys, "quayside")["walkways"], built(capsys, exported)["walkways"]
    assert len(by_name) == 2
    for ours, theirs in zip(by_name, by_file, strict=True):
        assert ours["name"] == theirs["name"]
        assert ours["reachable_m2"] == pytest.approx(theirs["reachable_m2"], rel=0.02)  # a file keeps 32 bits


def test_the_card_s_route_is_refused_in_one_line_without_opengl(plain, capsys, monkeypatch):
    def refuse(**_):
        raise RuntimeError("libEGL.so not loaded")

    monkeypatch.setattr("moderngl.create_context", refuse)
    assert cli.main(["walkway", "build", str(plain), "--method", "gpu"]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "Use --method raster" in said


def test_several_scenes_are_told_in_the_order_asked_for_and_a_bad_one_stops_none(plain, capsys, tmp_path):
    wide, bad = tmp_path / "wide.obj", tmp_path / "bad.obj"
    wide.write_text(PLAIN.replace("10", "20"))
    bad.write_text("v nonsense")
    scenes = [str(path) for path in (wide, bad, plain)]
    for jobs in ("1", "2"):
        assert cli.main(["walkway", "build", *scenes, "--jobs", jobs, "--json", "--out", str(tmp_path / jobs)]) == 2
        streams = capsys.readouterr()
        told = json.loads(streams.out)["scenes"]
        assert [each["scene"] for each in told] == scenes
        assert "bad.obj" in told[1]["refused"]
        assert "bad.obj" in streams.err
        areas = [each["walkways"][0]["area_m2"] for each in (told[0], told[2])]
        assert areas == pytest.approx([120, 60], rel=0.01)
        assert sorted(path.name for path in (tmp_path / jobs).iterdir()) == ["plain.walkways", "wide.walkways"]


def test_several_scenes_that_are_sound_answer_0_and_people_get_a_table_each(plain, capsys, tmp_path):
    wide = tmp_path / "wide.obj"
    wide.write_text(PLAIN.replace("10", "20"))
    assert cli.main(["walkway", "build", str(wide), str(plain), "--jobs", "1"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if line.endswith(".obj:")] == [f"{wide}:", f"{plain}:"]


def test_two_scenes_of_one_name_are_not_kept_over_one_another(plain, capsys, tmp_path):
    other = tmp_path / "other" / "plain.obj"
    other.parent.mkdir()
    other.write_text(PLAIN)
    assert cli.main(["walkway", "build", str(plain), str(other), "--out", str(tmp_path / "out")]) == 2
    assert "plain.walkways" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("others", [[], ["wide"]])
def test_a_place_that_can_not_be_written_to_is_named_before_anything_is_built(
    plain, capsys, tmp_path, monkeypatch, others
):
    monkeypatch.setattr("orlop.tools.building.carry_out", lambda order: pytest.fail("it was built"))
    out = plain / "kept"
    assert cli.main(["walkway", "build", str(plain), *others, "--out", str(out)]) == 2
    (said,) = capsys.readouterr().err.splitlines()
    assert f"{out}: can't be written to" in said


def test_a_refused_build_that_was_to_be_kept_leaves_a_picture_of_why(plain, capsys, tmp_path):
    kept = tmp_path / "plain.walkway"
    assert cli.main(["walkway", "build", str(plain), "--radius", "4", "--out", str(kept)]) == 2
    wrote, refused = capsys.readouterr().err.splitlines()
    assert "plain.walkway.refused.png" in wrote
    assert "radius 4 m" in refused
    assert not kept.exists()
    assert (tmp_path / "plain.walkway.refused.png").exists()
    built(capsys, plain, "--out", kept)
    assert not (tmp_path / "plain.walkway.refused.png").exists()
