"""The set-up, without a network: what it decides, and what it says when it can't go on."""

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from orlop.tools import dev

SCRIPT = Path(dev.__file__).resolve()

PYPROJECT = """
[build-system]
requires = ["setuptools"]
[project]
name = "orlop"
dependencies = ["numpy"]
[tool.setuptools]
packages = ["orlop"]
[tool.ruff]
line-length = 120
"""


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """A checkout whose environment is made and installed in name only; returns what was done to it."""
    done: list[str] = []
    venv = tmp_path / ".venv"
    root = tmp_path / "engine" / "_orlop" / "__init__.py"
    (tmp_path / "pyproject.toml").write_text(PYPROJECT)

    def capture(command, **environment):
        if "-c" in command:
            alive = (venv / "home").exists()
            return subprocess.CompletedProcess(command, 0 if alive else 1, (venv / "home").read_text() if alive else "")
        if "venv" in command:
            done.append("make")
            venv.mkdir(exist_ok=True)
            (venv / "python").touch()
        if "install" in command:
            done.append(f"install {command[-1]}")
            (venv / "home").write_text(str(root))
        return subprocess.CompletedProcess(command, 0, "")

    monkeypatch.setattr(dev, "CHECKOUT", tmp_path.resolve())
    monkeypatch.setattr(dev, "VENV", venv)
    monkeypatch.setattr(dev, "PYTHON", venv / "python")
    monkeypatch.setattr(dev, "STAMP", venv / "stamp.json")
    monkeypatch.setattr(dev, "capture", capture)
    monkeypatch.setattr(dev, "loads", lambda library: True)
    return done


def test_a_bare_checkout_gets_an_environment_and_the_dependencies(checkout):
    dev.prepare(set())
    assert checkout == ["make", "install ."]


def test_nothing_is_done_twice(checkout):
    dev.prepare({"dev"})
    checkout.clear()
    dev.prepare({"dev"})
    dev.prepare(set())
    assert checkout == []


def test_tests_add_their_own_dependencies_and_playing_keeps_them(checkout):
    dev.prepare(set())
    dev.prepare({"dev"})
    dev.prepare({"bench"})
    assert checkout == ["make", "install .", "install .[dev]", "install .[bench,dev]"]


def test_a_new_dependency_is_installed_and_a_lint_setting_is_not_one(checkout):
    dev.prepare(set())
    checkout.clear()
    pyproject = dev.CHECKOUT / "pyproject.toml"
    pyproject.write_text(PYPROJECT.replace("120", "100"))
    dev.prepare(set())
    assert checkout == []
    pyproject.write_text(PYPROJECT.replace('"numpy"', '"numpy", "esper"'))
    dev.prepare(set())
    assert checkout == ["install ."]


def test_an_environment_that_imports_another_checkout_is_made_anew(checkout):
    dev.prepare(set())
    checkout.clear()
    (dev.VENV / "home").write_text("/elsewhere/engine/_orlop/__init__.py")
    dev.prepare(set())
    assert checkout == ["make", "install ."]


def test_an_environment_that_no_longer_runs_is_made_anew(checkout, capsys):
    dev.prepare(set())
    checkout.clear()
    (dev.VENV / "home").unlink()
    dev.prepare(set())
    assert checkout == ["make", "install ."]
    assert "making it anew" in capsys.readouterr().err


def test_a_spoilt_stamp_means_installing_again(checkout):
    dev.prepare(set())
    checkout.clear()
    dev.STAMP.write_text("[1, 2")
    dev.prepare(set())
    assert checkout == ["install ."]


@pytest.mark.parametrize(
    ("output", "cure"),
    [
        ("WARNING: Retrying (Retry(total=0 …\nERROR: No matching distribution found", "Connect to the network"),
        ("OSError: [Errno 28] No space left on device", "600 MB"),
        ("ERROR: numba 99 is not a thing", "last lines above"),
    ],
)
def test_a_failed_pip_ends_in_one_line_with_the_cure(checkout, monkeypatch, capsys, output, cure):
    monkeypatch.setattr(dev, "capture", lambda command, **_: subprocess.CompletedProcess(command, 1, output))
    with pytest.raises(dev.SetupError, match=cure):
        dev.install([])
    assert output.splitlines()[-1] in capsys.readouterr().err


def test_missing_libraries_are_named_with_the_command_and_tried_once(checkout, monkeypatch, capsys):
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(dev, "loads", lambda library: False)
    monkeypatch.setattr(dev.shutil, "which", lambda name: f"/usr/bin/{name}")
    tries = []
    monkeypatch.setattr(dev, "apt_install", lambda packages: bool(tries.append(packages)))
    monkeypatch.setattr(dev.os, "geteuid", lambda: 1000, raising=False)
    dev.prepare(set())
    assert "sudo apt-get install --no-install-recommends libegl1 libgl1" in capsys.readouterr().err
    assert tries == []
    checkout.clear()
    monkeypatch.setattr(dev.os, "geteuid", lambda: 0, raising=False)
    dev.prepare(set())
    dev.prepare(set())
    assert tries == [["libegl1", "libgl1"]]
    assert checkout == []


FAULT = "Traceback …\norlop.engine.error.OrlopError: OpenGL: no OpenGL 3.3 (libGL.so not loaded). Install it."


@pytest.mark.parametrize(
    ("draws", "setting", "left_out"),
    [(True, None, False), (False, None, True), (False, "0", False), (False, "1", True), (True, "1", True)],
)
def test_tests_that_draw_are_left_out_where_nothing_can_and_nobody_insists(
    monkeypatch, capsys, draws, setting, left_out
):
    monkeypatch.delenv("ORLOP_NO_GL", raising=False)
    if setting is not None:
        monkeypatch.setenv("ORLOP_NO_GL", setting)
    tried = subprocess.CompletedProcess([], 0 if draws else 1, "" if draws else FAULT)
    calls = []
    monkeypatch.setattr(dev, "capture", lambda command, **_: tried)
    monkeypatch.setattr(dev.subprocess, "call", lambda command, cwd, env: calls.append((command, env)) or 3)
    assert dev.test(["tests/engine"]) == 3
    command, environment = calls[-1]
    assert command[1:] == ["-m", "pytest", "tests/engine"]
    assert (environment.get("ORLOP_NO_GL") == "1") is left_out
    assert ("OpenGL: no OpenGL 3.3 (libGL.so not loaded). Install it." in capsys.readouterr().err) is (
        left_out and setting is None
    )


def test_whether_it_draws_is_tried_as_the_tests_do(tmp_path):
    def tried(**environment):
        command = [sys.executable, "-P", "-c", dev.DRAWING]
        return subprocess.run(
            command, check=False, capture_output=True, text=True, env={**os.environ, **environment}, cwd=tmp_path
        )

    broken = tried(GLCONTEXT_LINUX_LIBGL="nowhere.so", GLCONTEXT_LINUX_LIBEGL="nowhere.so")
    if sys.platform.startswith("linux"):
        assert broken.returncode == 1
        assert "OrlopError: OpenGL: no OpenGL 3.3" in dev.last_line(broken.stderr)
    if os.environ.get("ORLOP_NO_GL") != "1":
        assert tried().returncode == 0


def test_without_ensurepip_a_user_is_told_the_package(checkout, monkeypatch):
    monkeypatch.setattr(dev.importlib.util, "find_spec", lambda name: None)
    monkeypatch.setattr(dev.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(dev.os, "geteuid", lambda: 1000, raising=False)
    with pytest.raises(dev.SetupError, match=rf"apt-get install .* python3\.{sys.version_info[1]}-venv"):
        dev.prepare(set())


def test_the_script_is_understood_by_older_pythons_and_refuses_them():
    source = SCRIPT.read_text(encoding="utf-8")
    ast.parse(source, feature_version=(3, 7))
    old = f"import sys; sys.version_info = (3, 9, 2); exec(compile(open({str(SCRIPT)!r}).read(), 'dev.py', 'exec'))"
    refusal = subprocess.run([sys.executable, "-c", old], check=False, capture_output=True, text=True)
    assert refusal.returncode == 1
    assert refusal.stderr.startswith("Orlop needs Python 3.11 or newer; this is 3.9")
    assert refusal.stderr.count("\n") == 1


def test_the_script_needs_the_standard_library_only():
    tree = ast.parse(SCRIPT.read_text(encoding="utf-8"))
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert {name.split(".")[0] for name in names} <= sys.stdlib_module_names


def test_an_unknown_verb_is_one_line_and_status_2():
    wrong = subprocess.run([sys.executable, str(SCRIPT), "paly"], check=False, capture_output=True, text=True)
    assert wrong.returncode == 2
    assert "'paly'" in wrong.stderr
    assert "play" in wrong.stderr
    assert wrong.stderr.count("\n") == 1
    assert wrong.stdout == ""


def test_help_is_an_answer():
    shown = subprocess.run([sys.executable, str(SCRIPT), "--help"], check=False, capture_output=True, text=True)
    assert shown.returncode == 0
    assert all(verb in shown.stdout for verb in dev.EXTRAS)
    assert shown.stderr == ""


def test_the_stamp_is_readable(checkout):
    dev.prepare({"dev"})
    assert json.loads(dev.STAMP.read_text())["extras"] == ["dev"]
