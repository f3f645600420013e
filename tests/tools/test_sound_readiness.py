"""The first game does not wait for its sound."""

import subprocess
import sys

import pytest

from orlop.levels.window_play import WindowPlay
from orlop.tools import play, sound_readiness


@pytest.fixture
def opened(monkeypatch):
    """What the window was opened with, and how often sound was prepared behind it."""
    told = {"sound": [], "behind": 0, "said": []}

    class Screen:
        def say(self, text, seconds):
            told["said"].append(text)

    class Window:
        screen = Screen()

    def open_one(level, view, seed, sound, hearing):
        told["sound"].append(sound)
        return Window()

    def behind():
        told["behind"] += 1

    monkeypatch.setattr(WindowPlay, "open", open_one)
    monkeypatch.setattr(sound_readiness, "prepare_behind", behind)
    return told


def options(mute):
    class Options:
        view, seed, hrtf = "first-person", 0, False

    Options.mute = mute
    return Options


@pytest.mark.parametrize("ready", [True, False])
def test_sound_that_is_not_ready_is_prepared_behind_a_silent_first_game(opened, monkeypatch, capsys, ready):
    monkeypatch.setattr(sound_readiness, "is_ready", lambda: ready)
    assert play.open_window(None, options(mute=False)) is not None
    assert opened["sound"] == [ready]
    assert opened["behind"] == (0 if ready else 1)
    assert ("next start" in capsys.readouterr().err) == (not ready)
    assert len(opened["said"]) == (0 if ready else 1)


def test_whoever_wants_no_sound_has_none_prepared(opened, monkeypatch):
    monkeypatch.setattr(sound_readiness, "is_ready", lambda: False)
    play.open_window(None, options(mute=True))
    assert opened["sound"] == [False]
    assert opened["behind"] == 0


def test_without_a_kept_sound_or_a_compiled_kernel_sound_is_not_ready(monkeypatch):
    for warm, lacking, ready in ((True, [], True), (False, [], False), (True, [("bell", 0)], False)):
        monkeypatch.setattr(sound_readiness, "is_warm", lambda area, warm=warm: warm)
        monkeypatch.setattr(sound_readiness, "lacking_sounds", lambda lacking=lacking: lacking)
        assert sound_readiness.is_ready() == ready


def test_the_process_behind_is_this_python_with_what_prepares_and_nobody_waits_for_it(monkeypatch):
    started = []
    monkeypatch.setattr(subprocess, "Popen", lambda command, **settings: started.append((command, settings)))
    sound_readiness.prepare_behind()
    ((command, settings),) = started
    assert command[0] == sys.executable
    compile(command[-1], "command", "exec")
    assert "prepare()" in command[-1]
    assert settings["stdout"] == subprocess.DEVNULL
