"""When kernels are compiled, and when not."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from orlop.engine import warmup as engine_warmup
from orlop.levels.catalogue import LEVELS, export_level
from orlop.levels.forest import warmup as forest_warmup
from orlop.tools import cli, warmup


@pytest.fixture
def warmed(monkeypatch, tmp_path):
    """Kernels in name only, with a stamp of their own; returns what was warmed, call by call."""
    calls = []

    def warm_up(report, modules):
        calls.append(tuple(modules))
        report(1, 1, modules[-1])

    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(engine_warmup, "warm_up", warm_up)
    monkeypatch.setattr(warmup.os, "cpu_count", lambda: 1)  # here, not in other processes
    return calls


def test_the_second_start_compiles_nothing(warmed, capsys):
    assert warmup.warm_if_needed("deck") is not None
    assert warmup.warm_if_needed("deck") is None
    assert len(warmed) == 1
    assert "compiling kernels 1/1" in capsys.readouterr().err


def test_each_area_is_compiled_when_it_is_needed(warmed):
    warmup.warm_if_needed("walkway", "deck")
    warmup.warm_if_needed("walkway", "deck", "sound")
    warmup.warm_if_needed()
    assert all(
        name.startswith(("orlop.engine.walkway", "orlop.engine.deck", "orlop.engine.scene")) for name in warmed[0]
    )
    assert all(name.startswith("orlop.engine.sound") for name in warmed[1])
    assert not set(warmed[2]) & {*warmed[0], *warmed[1]}
    assert {name for call in warmed for name in call} == {*warmup.kernel_modules()}


def test_every_module_with_kernels_is_in_one_area():
    known = (*engine_warmup.KERNEL_MODULES, *forest_warmup.KERNEL_MODULES)
    by_area = [name for area in warmup.AREAS for name in warmup.kernel_modules((area,))]
    assert sorted(by_area) == sorted(known)


_MISSED = """
import sys
from numba.core.registry import CPUDispatcher
from orlop.engine.warmup import warm_up
from orlop.tools import cli, warmup

def kernels():
    return [
        (f"{name}.{each.__name__}", each)
        for name, module in sorted(sys.modules.items()) if name.startswith("orlop.")
        for each in vars(module).values() if isinstance(each, CPUDispatcher) and each.py_func.__module__ == name
    ]

def warm(*areas, **_):
    warm_up(modules=warmup.kernel_modules(areas or tuple(warmup.AREAS)))
    warmed.update((name, tuple(kernel.signatures)) for name, kernel in kernels())

warmed, warmup.warm_if_needed = {}, warm
status = cli.main(sys.argv[1:])
for name, kernel in kernels():
    for signature in kernel.signatures:
        if signature not in warmed.get(name, ()):
            print("missed:", name, signature)
sys.exit(status)
"""
"""Warms what a call asks for, runs it, and prints each kernel that it took besides, with the types of what it got."""


@pytest.mark.parametrize(
    "call",
    [
        *(("play", level, "--headless", "--autopilot", "--seconds", "0.5", "--out", "out") for level in LEVELS),
        ("play", "quayside.glb", "--headless", "--seconds", "0.5", "--out", "out"),
        ("walkway", "build", "quayside.glb"),
        ("walkway", "build", "quayside.glb", "--method", "raster"),
        ("walkway", "inspect", "quayside", "--out", "out"),
        ("walkway", "explore", "quayside", "--pitch", "1"),
        ("sound", "render", "quayside", "--seconds", "0.2", "--out", "walk.wav"),
        ("world", "map", "--size", "300", "--out", "map.png"),
    ],
    ids=lambda call: "-".join(call[:3]),
)
def test_what_is_compiled_before_a_call_is_all_that_it_takes(call, tmp_path):
    # Else it would halt for seconds in the middle, with nothing said.
    export_level("quayside", tmp_path / "quayside.glb")
    command = [sys.executable, "-P", "-c", _MISSED, *call]
    environment = os.environ | {"ORLOP_CACHE": str(tmp_path / "cache")}  # nothing built, so all is
    ran = subprocess.run(command, check=False, capture_output=True, text=True, cwd=tmp_path, env=environment)
    assert ran.returncode == 0, ran.stderr
    missed = [line for line in ran.stdout.splitlines() if line.startswith("missed:")]
    assert not missed


def test_a_changed_kernel_is_compiled_again_with_its_area_only(warmed, monkeypatch, tmp_path):
    source = tmp_path / "fresh_kernel_module.py"
    source.touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(warmup.AREAS, "deck", ("fresh_kernel",))
    monkeypatch.setattr(engine_warmup, "KERNEL_MODULES", (*engine_warmup.KERNEL_MODULES, "fresh_kernel_module"))
    warmup.warm_if_needed("deck", "sound")
    os.utime(source, (1, 1))
    assert warmup.warm_if_needed("sound") is None
    assert warmup.warm_if_needed("deck", "sound") is not None
    assert warmed[-1] == ("fresh_kernel_module",)


def test_force_goes_through_all_again(warmed):
    warmup.warm_if_needed("deck")
    assert cli.main(["warmup", "deck", "--force"]) == 0
    assert len(warmed) == 2


def test_quiet_says_nothing_when_there_is_nothing_to_do(warmed, capsys):
    warmup.warm_if_needed("deck")
    capsys.readouterr()
    assert cli.main(["warmup", "deck", "--quiet"]) == 0
    assert capsys.readouterr() == ("", "")
    assert cli.main(["warmup", "deck"]) == 0
    assert "already" in capsys.readouterr().out


def test_an_unknown_area_is_refused_by_name(capsys):
    assert cli.main(["warmup", "hull"]) == 2
    assert "hull" in capsys.readouterr().err


def test_a_damaged_stamp_counts_as_none(warmed):
    warmup.warm_if_needed("deck")
    for text in ("", "{", "[1]", "\x00"):
        warmup.stamp_path().write_text(text)
        assert warmup.warm_if_needed("deck") is not None
    assert set(json.loads(warmup.stamp_path().read_text())) == {"deck"}


def test_counted_prints_a_line_for_each_module_for_the_process_that_asked():
    command = [sys.executable, "-P", "-m", "orlop", "warmup", "deck", "--counted"]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    modules = warmup.kernel_modules(("deck",))
    assert len(printed) == len(modules) + 1
    assert printed[0] == f"0 {len(modules)} {modules[0]}"


def test_the_stamp_lies_beside_numba_s_own_cache(monkeypatch):
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    folder = warmup.stamp_path().parent
    assert folder.name == "__pycache__" or not os.access(Path(engine_warmup.__file__).parent, os.W_OK)


def test_where_no_stamp_can_be_written_the_game_still_starts(warmed, monkeypatch, tmp_path):
    (tmp_path / "cache").write_text("a file where the folder should be")
    assert warmup.warm_if_needed("deck") is not None
