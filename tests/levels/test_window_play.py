"""The window and its main loop."""

import contextlib
import os
import shutil
import subprocess
import sys

import pygame
import pytest

from orlop.engine.bindings import Bindings
from orlop.levels.quayside.level import quayside
from orlop.levels.window_play import WindowPlay
from orlop.systems.overlay import OverlaySystem


@pytest.fixture
def play(tmp_path, monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("ORLOP_CACHE", str(tmp_path / "cache"))
    opened = WindowPlay.open(quayside())
    yield opened
    opened.close()


def press(scancode, key):
    for kind in (pygame.KEYDOWN, pygame.KEYUP):
        pygame.event.post(pygame.event.Event(kind, key=key, scancode=scancode, mod=0, unicode=""))


def test_without_opengl_the_chart_is_shown_and_a_message_says_why(play):
    assert play.screen.view == "chart"
    assert "OpenGL" in play.why_plain
    assert any("OpenGL" in message.text for message in play.screen.messages)
    play.run(seconds=0.1)


@pytest.mark.parametrize("frame", [0.004, 0.25])
def test_it_is_played_for_the_very_ticks_asked_for_however_long_the_frames(play, monkeypatch, frame):
    class Pace:
        def tick(self, most):
            return 1000 * frame

    monkeypatch.setattr(pygame.time, "Clock", Pace)
    play.run(seconds=0.3)
    assert play.game.clock.tick == 18


def test_closing_the_window_ends_the_game(play):
    frames = []

    def close():
        frames.append(1)
        if len(frames) == 3:
            pygame.event.post(pygame.event.Event(pygame.QUIT))

    play.run(seconds=30, each_frame=close)
    assert len(frames) == 4


def test_escape_pauses_and_lets_the_mouse_go_and_a_click_goes_on(play):
    paused = []

    def script():
        paused.append(play.game.clock.paused)
        if len(paused) == 2:
            press(pygame.KSCAN_ESCAPE, pygame.K_ESCAPE)
        if len(paused) == 6:
            pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(5, 5)))
        if len(paused) == 9:
            play.game.running = False

    play.run(each_frame=script)
    assert paused[:2] == [False, False]
    assert paused[4]
    assert not paused[-1]


def test_f1_f3_open_their_panels(play):
    frames = []

    def script():
        frames.append((play.screen.help, play.screen.overlay))
        if len(frames) == 1:
            press(pygame.KSCAN_F1, pygame.K_F1)
            press(pygame.KSCAN_F3, pygame.K_F3)
        play.game.running = len(frames) < 4

    play.run(each_frame=script)
    assert frames[0] == (False, False)
    assert frames[-1] == (True, True)


def test_bindings_replaced_while_it_runs_are_those_that_help_names(play):
    sizes = []

    def script():
        sizes.append([label.surface.get_size() for label in overlay.labels()])
        if len(sizes) == 2:
            play.game.controls.bindings = Bindings().overlaid('[buttons]\nuse = ["key.x"]', "mine.toml")
        play.game.running = len(sizes) < 4

    (overlay,) = (system for system in play.game.schedule.added() if isinstance(system, OverlaySystem))
    play.screen.help = True
    play.run(each_frame=script)
    assert sizes[0] == sizes[1]
    assert sizes[2] == sizes[3] != sizes[1]


@pytest.mark.skipif(not shutil.which("Xvfb"), reason="Xvfb is not installed")
def test_on_a_display_with_opengl_the_first_person_fills_the_window(tmp_path):
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "640x400x24", "-nolisten", "tcp"],
        pass_fds=[write],
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    try:
        with os.fdopen(read) as answer:
            display = f":{answer.readline().strip()}"
        program = (
            "from orlop.levels.quayside.level import quayside\n"
            "from orlop.levels.window_play import WindowPlay\n"
            "play = WindowPlay.open(quayside())\n"
            "seen = []\n"
            "def look():\n"
            "    seen.append(play.screen.canvas.read())\n"
            "    play.game.running = len(seen) < 3\n"
            "play.run(each_frame=look)\n"
            "print(play.screen.view, len(seen), float(seen[-1].std()) > 10)\n"
            "play.close()\n"
        )
        environment = {k: v for k, v in os.environ.items() if not k.startswith("SDL_")}
        environment |= {"DISPLAY": display, "ORLOP_CACHE": str(tmp_path)}
        shown = subprocess.run(
            [sys.executable, "-P", "-c", program],
            check=False,
            env=environment,
            capture_output=True,
            text=True,
            timeout=120,
        )
        assert shown.stdout.split() == ["first-person", "3", "True"], shown.stderr
    finally:
        server.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            server.wait(10)


def test_without_a_device_it_is_played_in_silence_and_a_line_says_so(play):
    assert not play.why_silent or play.why_silent.startswith("No sound: ")
    play.run(seconds=0.1)
    told = [message.text for message in play.screen.messages if message.text.startswith("No sound")]
    assert told == ([play.why_silent] if play.why_silent else [])


def test_with_the_dummy_device_the_game_is_mixed_and_muted_it_is_not(tmp_path, monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    monkeypatch.setenv("ORLOP_CACHE", str(tmp_path / "cache"))
    for sound in (True, False):
        play = WindowPlay.open(quayside(), sound=sound)
        try:
            play.run(seconds=0.3)
            names = [name for name, _ in play.game.schedule.costs()]
            assert ("MixingSystem" in names) is sound
            assert not play.why_silent
        finally:
            play.close()
        assert pygame.mixer.get_init() is None
