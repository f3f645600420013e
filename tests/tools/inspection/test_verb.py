"""`orlop walkway inspect`, once and watching."""

import json

import pytest

from orlop.tools import cli, warmup
from orlop.tools.inspection import verb

PLAIN = """
o floor.deck
v 0 0 0
v 5 0 0
v 5 0 {depth}
v 0 0 {depth}
f 4 3 2 1
"""


@pytest.fixture
def plain(tmp_path, monkeypatch):
    """An OBJ file with 5 by 3 metres of level floor."""
    monkeypatch.setattr(warmup, "warm_if_needed", lambda *areas, force=False: None)  # what it needs compiles by itself
    path = tmp_path / "plain.obj"
    path.write_text(PLAIN.format(depth=3))
    return path


def test_it_writes_the_page_and_says_where(plain, tmp_path, capsys):
    out = tmp_path / "report"
    assert cli.main(["walkway", "inspect", str(plain), "--out", str(out), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["page"] == str(out / "index.html")
    assert (out / "index.html").exists()
    assert answer["walkways"][0]["reachable_m2"] == pytest.approx(4.2 * 2.2, rel=0.01)


def test_its_warnings_are_told_one_by_one(plain, tmp_path, capsys):
    plain.write_text(PLAIN.format(depth=3).replace("floor.deck", "floor_lamp").replace("v 5", "v 0.6"))
    assert cli.main(["walkway", "inspect", str(plain), "--out", str(tmp_path / "report"), "--radius", "0.1"]) == 0
    streams = capsys.readouterr()
    assert streams.out.endswith("1 walkway, 1 warning\n")
    assert 'walkway "lamp" has only' in streams.err


def test_a_refused_scene_is_one_line_a_picture_and_status_2(plain, tmp_path, capsys):
    out = tmp_path / "report"
    plain.write_text(PLAIN.format(depth=0.5))
    assert cli.main(["walkway", "inspect", str(plain), "--out", str(out), "--radius", "1"]) == 2
    wrote, refused = capsys.readouterr().err.splitlines()
    assert "refused.png" in wrote
    assert "radius 1 m" in refused
    assert (out / "refused.png").exists()


def test_a_folder_that_can_t_be_made_is_refused_before_the_build(plain, tmp_path, capsys):
    assert cli.main(["walkway", "inspect", str(plain), "--out", str(plain / "report")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_watching_builds_again_when_the_file_changes_and_ctrl_c_ends_it(plain, tmp_path, monkeypatch, capsys):
    depths = iter([None, 4, "nonsense", None, 3.5])

    def sleep(_):
        depth = next(depths, "end")
        if depth == "end":
            raise KeyboardInterrupt
        if depth is not None:
            plain.write_text(PLAIN.format(depth=depth))

    monkeypatch.setattr(verb.time, "sleep", sleep)
    assert cli.main(["walkway", "inspect", str(plain), "--out", str(tmp_path / "report"), "--watch", "--json"]) == 0
    streams = capsys.readouterr()
    areas = [json.loads(line)["walkways"][0]["area_m2"] for line in streams.out.splitlines()]
    assert areas == pytest.approx([15, 20, 17.5], rel=1e-3)
    assert "line" in streams.err
    assert streams.err.count("Ctrl-C ends") == 4


def test_a_level_of_orlop_s_own_can_t_be_watched(plain, tmp_path, capsys):
    assert cli.main(["walkway", "inspect", "quayside", "--out", str(tmp_path), "--watch"]) == 2
    assert "--watch" in capsys.readouterr().err


def test_a_buffer_beside_the_file_belongs_to_it(plain):
    before = verb._stamp(plain)
    (plain.parent / "plain.mtl").write_text("newmtl brass")
    assert verb._stamp(plain) != before
    (plain.parent / "other.mtl").write_text("newmtl brass")
    assert len(verb._stamp(plain)) == 2
