import os
import shutil
import subprocess
import sys
from collections.abc import Iterator

import pytest

DRAW = """
import numpy as np, pygame
from orlop.engine.render.window import Window

def shown(window):
    window.take(pygame.event.get())
    window.canvas.sheet().fill((200, 100, 50))
    window.canvas.lay()
    window.present()
    return (window.canvas.read() == [200, 100, 50]).all()

window = Window("Orlop", (320, 200))
print("opengl:", window.device is not None, "|", window.why_plain)
print("size:", window.canvas.size, shown(window))
pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=1, pos=(5, 5)))
shown(window)
print("clicked:", window.clicked)
pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, button=4, pos=(5, 5)))
shown(window)
print("scrolled:", window.clicked)
window.hold_mouse(True)
print("held:", window.mouse_held, pygame.event.get_grab(), pygame.mouse.get_visible())
window.hold_mouse(False)
pygame.event.post(pygame.event.Event(pygame.QUIT))
shown(window)
print("closing:", window.closing)
window.toggle_fullscreen()
print("full:", shown(window))
window.toggle_fullscreen()
print("back:", window.canvas.size, shown(window))
window.close()
"""


def run(environment: dict[str, str], code: str = DRAW) -> str:
    names = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
    clean = {name: value for name, value in os.environ.items() if name not in names}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**clean, **environment},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    if shutil.which("Xvfb") is None:
        pytest.skip("Xvfb is not installed: apt-get install xvfb")
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", "640x480x24"],
        pass_fds=(writing,),
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    with os.fdopen(reading) as answer:
        number = answer.readline().strip()
    yield f":{number}"
    server.terminate()
    server.wait()


def test_without_opengl_there_is_a_plain_window_and_one_line_says_why() -> None:
    out = run({"SDL_VIDEODRIVER": "dummy"}).splitlines()
    opengl = next(line for line in out if line.startswith("opengl:"))
    assert "False" in opengl
    assert "no OpenGL 3.3" in opengl
    assert "size: (320, 200) True" in out
    assert "clicked: True" in out
    assert "scrolled: False" in out
    assert "held: True True False" in out
    assert "closing: True" in out
    assert "back: (320, 200) True" in out


def test_a_window_with_opengl_shows_its_canvas(display: str) -> None:
    if os.environ.get("ORLOP_NO_GL") == "1":
        pytest.skip("no OpenGL")
    out = run({"DISPLAY": display}).splitlines()
    assert "opengl: True | " in out
    assert "size: (320, 200) True" in out
    assert "held: True True False" in out
    assert "full: True" in out
    assert "back: (320, 200) True" in out


@pytest.mark.parametrize("broken", [{"LIBGL_DRIVERS_PATH": "/nowhere"}, {"LIBGL_ALWAYS_INDIRECT": "1"}])
def test_a_driver_that_fails_at_the_x_server_leaves_a_plain_window(display: str, broken: dict[str, str]) -> None:
    out = run({"DISPLAY": display, "LIBGL_ALWAYS_SOFTWARE": "1", **broken}).splitlines()
    opengl = next(line for line in out if line.startswith("opengl:"))
    assert "False | OpenGL: no OpenGL 3.3" in opengl
    assert "size: (320, 200) True" in out
    assert "full: True" in out


def test_x_errors_end_the_program_again_once_opengl_was_tried(display: str) -> None:
    code = (
        "import ctypes\n"
        "from orlop.engine.render.window import Window\n"
        "from orlop.engine.render.x_errors import x_errors_survived\n"
        "library = ctypes.CDLL('libX11.so.6')\n"
        "library.XSetErrorHandler.argtypes = [ctypes.c_void_p]\n"
        "library.XSetErrorHandler.restype = ctypes.c_void_p\n"
        "def handler():\n"
        "    found = library.XSetErrorHandler(None)\n"
        "    library.XSetErrorHandler(found)\n"
        "    return found\n"
        "Window('Orlop', (320, 200))\n"
        "before = handler()\n"
        "with x_errors_survived():\n"
        "    within = handler()\n"
        "print(within != before, handler() == before)"
    )
    assert "True True" in run({"DISPLAY": display}, code)


REFUSED = (
    "from orlop.engine.render.window import Window\n"
    "from orlop.engine.error import OrlopError\n"
    "try:\n    Window('Orlop')\n"
    "except OrlopError as error:\n    print(error.where, error)"
)

on_linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere there is always a display")


@on_linux
def test_without_a_display_the_error_names_the_way_without() -> None:
    out = run({}, REFUSED)
    assert "display" in out
    assert "--headless" in out


@on_linux
@pytest.mark.parametrize("name", ["DISPLAY", "WAYLAND_DISPLAY"])
def test_a_display_that_does_not_answer_is_named(name: str) -> None:
    assert f"nothing answers at {name}=:5555" in run({name: ":5555"}, REFUSED)


@on_linux
def test_an_unseen_driver_is_taken_if_it_was_chosen_and_has_no_full_screen() -> None:
    out = run({"SDL_VIDEODRIVER": "offscreen", "DISPLAY": ":5555"})
    assert "full: True" in out
    assert "back: (320, 200) True" in out
