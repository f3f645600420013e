"""When kernels are compiled, and when not."""

import os
from pathlib import Path

import pytest

from orlop.engine import warmup as engine_warmup
from orlop.tools import cli, warmup


@pytest.fixture
def warmed(monkeypatch, tmp_path):
    """Kernels in name only, with a stamp of their own; returns how often they were warmed."""
    calls = []

    def warm_up(report, modules):
        calls.append(1)
        report(1, 1, "orlop.engine.error")

    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(engine_warmup, "warm_up", warm_up)
    monkeypatch.setattr(engine_warmup, "KERNEL_MODULES", ("orlop.engine.error",))
    return calls


def test_the_second_start_compiles_nothing(warmed, capsys):
    assert warmup.warm_if_needed() is not None
    assert warmup.warm_if_needed() is None
    assert len(warmed) == 1
    assert "compiling kernels 1/1 error" in capsys.readouterr().err


def test_a_changed_kernel_is_compiled_again(warmed, monkeypatch, tmp_path):
    warmup.warm_if_needed()
    source = tmp_path / "fresh_kernel_module.py"
    source.touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(engine_warmup, "KERNEL_MODULES", ("fresh_kernel_module",))
    assert warmup.warm_if_needed() is not None
    assert warmup.warm_if_needed() is None
    os.utime(source, (1, 1))
    assert warmup.warm_if_needed() is not None


def test_force_goes_through_all_again(warmed):
    warmup.warm_if_needed()
    assert cli.main(["warmup", "--force"]) == 0
    assert len(warmed) == 2


def test_quiet_says_nothing_when_there_is_nothing_to_do(warmed, capsys):
    warmup.warm_if_needed()
    capsys.readouterr()
    assert cli.main(["warmup", "--quiet"]) == 0
    assert capsys.readouterr() == ("", "")
    assert cli.main(["warmup"]) == 0
    assert "already" in capsys.readouterr().out


def test_the_stamp_lies_beside_numba_s_own_cache(monkeypatch):
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    folder = warmup.stamp_path().parent
    assert folder.name == "__pycache__" or not os.access(Path(engine_warmup.__file__).parent, os.W_OK)


def test_where_no_stamp_can_be_written_the_game_still_starts(warmed, monkeypatch, tmp_path):
    (tmp_path / "cache").write_text("a file where the folder should be")
    assert warmup.warm_if_needed() is not None
