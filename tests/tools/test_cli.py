"""The command as a whole: statuses, one-line errors, what goes to which stream."""

import json
import math
import subprocess
import sys

import pytest

from orlop import __version__
from orlop.engine.error import OrlopError
from orlop.tools import cli, levels


def orlop(*arguments, **options):
    command = [sys.executable, "-P", "-m", "orlop", *arguments]
    return subprocess.run(command, check=False, capture_output=True, text=True, **options)


def fails(monkeypatch, capsys, error):
    """Run a verb that raises `error`; return status and standard error."""

    def raising(arguments):
        raise error

    monkeypatch.setattr(levels, "run_list", raising)
    status = cli.main(["level", "list"])
    streams = capsys.readouterr()
    assert streams.out == ""
    return status, streams.err


def test_help_names_every_verb_and_imports_nothing_heavy():
    heavy = ("numpy", "numba", "pygame", "trimesh", "shapely", "moderngl", "pymunk", "esper")
    probe = "import sys; from orlop.tools.cli import main; main(['--help']); print(sorted(sys.modules))"
    shown = subprocess.run([sys.executable, "-P", "-c", probe], capture_output=True, text=True, check=True)
    for module in cli.VERBS:
        verb = module.__name__.rsplit(".")[-1].removesuffix("s")
        assert verb in shown.stdout
    assert not [name for name in heavy if f"'{name}'" in shown.stdout]


def test_the_version_is_the_package_s():
    shown = orlop("--version")
    assert shown.stdout.split()[:2] == ["orlop", __version__]
    assert shown.returncode == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], "required: VERB"),
        (["wlkway"], "Did you mean walkway"),
        (["walkway"], "required: VERB"),
        (["walkway", "build"], "required: SCENE"),
        (["walkway", "build", "x.obj", "--tilt", "20"], "PITCH,ROLL"),
        (["walkway", "build", "x.obj", "--tilt", "20,nan"], "not a number"),
        (["walkway", "build", "x.obj", "--tilt", "90,0"], "-89 to 89"),
        (["walkway", "build", "x.obj", "--radius", "0"], "0.05 to 5 metres"),
        (["walkway", "build", "x.obj", "--method", "rastr"], "Did you mean raster?"),
        (["level", "list", "--jsn"], "unrecognized arguments: --jsn"),
        (["bench", "flor"], "no measure has this name"),
        (["bench", "flor"], "Did you mean floor"),
        (["bench", "nope"], "no measure has this name. There are assault,"),
        (["play", "--hlep"], "--hlep. Did you mean --help? See `orlop play --help`."),
        (["walkway", "build", "x.obj", "--tlit=3,0"], "Did you mean --tilt? See `orlop walkway build --help`."),
        (["level", "list", "quayside", "--zzz"], "arguments: quayside --zzz. See `orlop level list --help`."),
        (["play", "--out", ""], "--out: it is empty"),
        (["walkway", "inspect", "x.obj", "--out", ""], "--out: it is empty"),
        (["world", "map", "--out", "m.jpg"], "'m.jpg' should end in .png"),
        (["sound", "map", "quayside", "--out", "m"], "'m' should end in .png"),
        (["sound", "render", "quayside", "--out", "x.mp3"], "'x.mp3' should end in .wav"),
    ],
)
def test_a_call_that_cannot_be_used_is_one_line_and_status_2(capsys, arguments, said):
    assert cli.main(arguments) == 2
    streams = capsys.readouterr()
    assert said in streams.err
    assert streams.err.count("\n") == 1
    assert streams.out == ""


def test_bad_input_is_one_line_and_status_2(monkeypatch, capsys):
    error = OrlopError('harbour.glb, node "stairs.003"', "is compressed", "Export it without.")
    assert fails(monkeypatch, capsys, error) == (2, f"orlop: {error}\n")


def test_a_folder_that_cannot_be_written_is_one_line_and_status_2(monkeypatch, capsys):
    status, said = fails(monkeypatch, capsys, PermissionError(13, "Permission denied", "/out/x.png"))
    assert status == 2
    assert said.startswith("orlop: /out/x.png: Permission denied.")
    assert said.count("\n") == 1


def test_a_fault_of_the_program_names_its_place_and_the_traceback_on_request(monkeypatch, capsys):
    status, said = fails(monkeypatch, capsys, ZeroDivisionError("by\nzero"))
    assert status == 2
    assert "test_cli.py, line" in said
    assert "ZeroDivisionError: by zero" in said
    assert said.count("\n") == 1
    monkeypatch.setenv("ORLOP_TRACEBACK", "1")
    assert "Traceback" in fails(monkeypatch, capsys, ZeroDivisionError())[1]


def test_control_c_is_quiet_and_130(monkeypatch, capsys):
    assert fails(monkeypatch, capsys, KeyboardInterrupt()) == (130, "")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGPIPE semantics")
def test_a_reader_that_leaves_early_ends_it_quietly():
    command = [sys.executable, "-P", "-m", "orlop", "--help"]
    writer = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert writer.stdout is not None
    writer.stdout.close()
    assert writer.communicate()[1] == b""
    assert writer.returncode == 0


def test_a_terminal_without_unicode_gets_an_answer():
    assert orlop("walkway", "build", "--help", env={"PYTHONIOENCODING": "ascii", "PATH": ""}).returncode == 0


def test_levels_are_listed_as_text_and_as_json():
    text, as_json = orlop("level", "list"), orlop("level", "list", "--json")
    assert text.returncode == as_json.returncode == 0
    listed = {level["name"]: level["description"] for level in json.loads(as_json.stdout)["levels"]}
    assert "quayside" in listed
    assert all(name in text.stdout and description in text.stdout for name, description in listed.items())


def test_a_misspelt_level_is_told_the_near_name():
    with pytest.raises(OrlopError, match="Did you mean quayside"):
        levels.level_or_scene("quaysde")


def test_a_level_wins_over_a_file_of_its_name_unless_a_path_says_otherwise(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "quayside").touch()
    assert levels.level_or_scene("quayside") == "quayside"
    with pytest.raises(OrlopError, match="does not read"):
        levels.level_or_scene("./quayside")


def test_a_closed_standard_output_is_no_fault():
    program = (
        "import sys; sys.stdout = None\nfrom orlop.tools.cli import main\nsys.exit(main(['level', 'list', '--json']))"
    )
    ended = subprocess.run([sys.executable, "-P", "-c", program], capture_output=True, text=True, check=False)
    assert ended.returncode == 0
    assert not ended.stderr


def test_a_negative_tilt_needs_no_equals_sign():
    chosen = cli.make_parser().parse_args(["walkway", "build", "quayside", "--tilt", "-20,5"])
    assert chosen.tilt == pytest.approx((math.radians(-20), math.radians(5)))


@pytest.mark.parametrize("name", ["quayside.obj", "quayside.txt", "quayside"])
def test_a_level_is_exported_as_glb_only(tmp_path, capsys, name):
    assert cli.main(["level", "export", "quayside", "--out", str(tmp_path / name)]) == 2
    assert ".glb" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_an_export_that_cannot_be_written_is_refused_before_the_level_is_built(tmp_path, capsys, monkeypatch):
    from orlop.levels import catalogue

    monkeypatch.setattr(catalogue, "export_level", lambda name, path: pytest.fail("it was built"))
    (tmp_path / "taken").touch()
    (tmp_path / "folder.glb").mkdir()
    assert cli.main(["level", "export", "quayside", "--out", str(tmp_path / "taken" / "level.glb")]) == 2
    assert cli.main(["level", "export", "quayside", "--out", str(tmp_path / "folder.glb")]) == 2
    first, second = capsys.readouterr().err.splitlines()
    assert "taken" in first
    assert "Name a file in it." in second
