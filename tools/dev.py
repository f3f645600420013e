"""One command from a bare Python to a running game: `python tools/dev.py play|test|check|run`.

Standard library only, and self-contained: it runs before anything is installed. It keeps an
environment in `.venv`, and remembers in a stamp what was installed there, so that a start with
nothing to do costs one short probe of that environment.
"""

import ctypes
import hashlib
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

# Before any `def`: annotations below are evaluated, and older Pythons lack what they name.
if sys.version_info < (3, 11):  # noqa: UP036 - this is the very message for whoever has an older one
    sys.exit(
        f"Orlop needs Python 3.11 or newer; this is {sys.version_info[0]}.{sys.version_info[1]} ({sys.executable})."
    )

USAGE = """usage: python tools/dev.py VERB [ARGUMENTS]

  play [ARGS]   set up what is missing, then play:  orlop play ARGS
  test [ARGS]   run the tests:                      pytest ARGS
  check         lint, format, types and tests
  lint          the same without the tests
  run ARGS      any other command:                  orlop ARGS

The environment is kept in .venv beside pyproject.toml; delete the folder to start afresh."""

CHECKOUT = Path(__file__).resolve().parent.parent
VENV = CHECKOUT / ".venv"
STAMP = VENV / "orlop-stamp.json"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
EXTRAS = {"play": (), "run": (), "test": ("dev",), "check": ("dev",), "lint": ("dev",)}
GL_LIBRARIES = {"libEGL.so.1": "libegl1", "libGL.so.1": "libgl1"}  # glcontext loads both, even without a window
DRAWING = "from orlop.engine.render.device import open_headless; open_headless().close()"
OFFLINE = ("Retrying (Retry(", "Could not fetch URL", "NewConnectionError", "ReadTimeoutError")


class SetupError(Exception):
    """What stops the set-up, and its cure, in one line."""


def say(line: str) -> None:
    """Tell on standard error what is being done; standard output belongs to the answers."""
    print(f"orlop: {line}", file=sys.stderr, flush=True)


def main(arguments: list[str]) -> int:
    """Run one verb and return its exit status."""
    if arguments[:1] in (["-h"], ["--help"], ["help"]):
        print(USAGE)
        return 0
    if not arguments or arguments[0] not in EXTRAS:
        say(f"{arguments[0]!r} is no verb; there are {', '.join(EXTRAS)}." if arguments else USAGE)
        return 2
    verb, rest = arguments[0], arguments[1:]
    try:
        prepare({*EXTRAS[verb], *(["bench"] if rest[:1] == ["bench"] else [])})
    except SetupError as problem:
        say(str(problem))
        return 2
    if verb in ("play", "run"):
        return become([*orlop(), *(["play"] if verb == "play" else []), *rest])
    failed = lint() if verb in ("check", "lint") else []
    if verb in ("check", "test") and test(rest) != 0:  # also after a complaint: one run shows everything
        failed.append("tests")
    say(f"failed: {', '.join(failed)}" if failed else "all well")
    return 1 if failed else 0


def orlop() -> list[str]:
    """Return the call of `orlop` in the environment; `-P` keeps the current folder off the import path."""
    return [str(PYTHON), "-P", "-m", "orlop"]


def call(command: list[str], **environment: str) -> int:
    """Run in the checkout with the terminal's own output; return the exit status."""
    return subprocess.call(command, cwd=CHECKOUT, env={**os.environ, **environment})


def capture(command: list[str], **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run in the checkout and keep all output; a program that is absent or broken counts as failed."""
    merged = {**os.environ, **environment}
    try:
        return subprocess.run(
            command,
            check=False,
            cwd=CHECKOUT,
            env=merged,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
        )
    except OSError as problem:
        return subprocess.CompletedProcess(command, 127, stdout=str(problem))


def last_line(text: str) -> str:
    """Return the line in which programs say why they failed."""
    return " ".join(text.strip().splitlines()[-1:])


def become(command: list[str]) -> int:
    """Let the command take this process's place, so that signals reach it."""
    sys.stderr.flush()
    if os.name == "nt":  # execv returns to the shell at once there
        return subprocess.call(command)
    os.execv(command[0], command)


def test(arguments: list[str]) -> int:
    """Run pytest: all tests on several cores, or just what the arguments ask for.

    Where there is no OpenGL, those that draw are left out, unless ORLOP_NO_GL says 0 (or 1) already.
    """
    call([*orlop(), "warmup", "--quiet"])  # else every worker compiles the same kernels
    settings = {} if "ORLOP_NO_GL" in os.environ else without_opengl()
    say("running the tests")
    return call([str(PYTHON), "-m", "pytest", *(arguments or ["-n", "auto", "--maxprocesses", "8"])], **settings)


def without_opengl() -> "dict[str, str]":
    """Try OpenGL; return nothing if it draws, else the setting that leaves the tests out that do, and say so."""
    tried = capture([str(PYTHON), "-P", "-c", DRAWING])
    if tried.returncode == 0:
        return {}
    say(f"the tests that draw are left out. {last_line(tried.stdout).partition(': ')[2]}")
    return {"ORLOP_NO_GL": "1"}


def lint() -> list[str]:
    """Check without running; return what failed."""
    module = [str(PYTHON), "-m"]
    steps = {
        "lint": [*module, "ruff", "check", "."],
        "format": [*module, "ruff", "format", "--check", "."],
        "link tree": [str(PYTHON), "tools/link.py"],
        "types": [*module, "mypy"],
    }
    failed = []
    for name, command in steps.items():
        say(f"checking {name}")
        if call(command) != 0:
            failed.append(name)
    return failed


def prepare(extras: set[str]) -> None:
    """Bring `.venv` to the state that pyproject.toml asks for; do nothing if it is there already."""
    stamp = read_stamp()
    every = sorted(extras | set(stamp.get("extras", [])))
    tried_apt = look_after_system_packages(bool(stamp.get("tried_apt")))
    wanted = {"requirements": requirements(), "extras": every, "tried_apt": tried_apt}
    fits = imported_root() == CHECKOUT
    if not fits:
        if VENV.exists():
            say(f"{VENV} is incomplete, or was made for another place: making it anew")
        make_environment()
    if not fits or [stamp.get(key) for key in ("requirements", "extras")] != [wanted["requirements"], every]:
        install(every)
    if stamp != wanted:
        STAMP.write_text(json.dumps(wanted), encoding="utf-8")


def read_stamp() -> "dict[str, Any]":
    """Return what was installed last, or nothing if that is not known."""
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def requirements() -> str:
    """Fingerprint what of pyproject.toml the installation depends on: not the linter's settings."""
    import tomllib  # since 3.11, so not at the top

    with (CHECKOUT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)
    parts = [project["build-system"], project["project"], project["tool"]["setuptools"]]
    return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()


def imported_root() -> "Path | None":
    """Return the checkout that the environment imports `orlop` from, None if it imports none.

    Asking it finds every way to be broken: its Python upgraded or gone, the checkout moved or
    copied, an installation cut short.
    """
    probe = capture([str(PYTHON), "-P", "-c", "import orlop; print(orlop.__file__)"])
    found = Path(probe.stdout.strip())
    return found.resolve().parents[2] if probe.returncode == 0 and len(found.parents) > 2 else None


def make_environment() -> None:
    """Make `.venv`, empty but for pip."""
    if importlib.util.find_spec("venv") is None or importlib.util.find_spec("ensurepip") is None:
        get_python_venv()
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    say(f"making the environment {VENV} (Python {version})")
    base = getattr(sys, "_base_executable", sys.executable)  # not the Python of the very folder that is cleared
    made = capture([base, "-m", "venv", "--clear", str(VENV)])
    if made.returncode != 0:
        raise SetupError(f"{VENV} could not be made: {last_line(made.stdout)} Delete the folder, or mend {base}.")


def install(extras: list[str]) -> None:
    """Install the checkout with its dependencies; pip speaks only if it fails."""
    say(
        f"installing Orlop's dependencies{' and ' + ', '.join(extras) if extras else ''}; the first time takes a minute"
    )
    target = f".[{','.join(extras)}]" if extras else "."
    if capture([str(PYTHON), "-c", "import pip"]).returncode != 0:  # as in an environment that uv made
        capture([str(PYTHON), "-m", "ensurepip"])
    done = capture([str(PYTHON), "-m", "pip", "install", "--disable-pip-version-check", "--editable", target])
    if done.returncode == 0:
        return
    print("\n".join(done.stdout.splitlines()[-12:]), file=sys.stderr)
    if any(sign in done.stdout for sign in OFFLINE):
        raise SetupError("pip reached no package index. Connect to the network (or set PIP_INDEX_URL), and try again.")
    if "No space left" in done.stdout:
        raise SetupError("the disk is full. Orlop's environment needs about 600 MB; free some, and try again.")
    raise SetupError("pip could not install the dependencies. Mend what its last lines above say, and try again.")


def get_python_venv() -> None:
    """Debian keeps `venv`'s other half, ensurepip, in a package of its own."""
    package = f"python3.{sys.version_info[1]}-venv"
    if shutil.which("apt-get") is None:
        raise SetupError(f"{sys.executable} comes without ensurepip. Use a complete Python, as from python.org.")
    if os.geteuid() != 0 or not apt_install([package]):
        raise SetupError(f"Python's venv is incomplete here. Run `{apt_command([package])}`, and try again.")
    importlib.invalidate_caches()


def look_after_system_packages(tried_apt: bool) -> bool:
    """Install or name the libraries that no wheel brings; return whether installing has been tried.

    They draw; all else runs without them. Installing is tried once, not at every start.
    """
    missing = [package for library, package in GL_LIBRARIES.items() if not loads(library)]
    if not sys.platform.startswith("linux") or not missing:
        return tried_apt
    debian = shutil.which("apt-get") is not None
    if debian and os.geteuid() == 0 and not tried_apt:
        if apt_install(missing):
            return True
        tried_apt = True
    cure = f"To get it: {apt_command(missing)}" if debian else f"It needs {' and '.join(GL_LIBRARIES)}."
    say(f"no OpenGL here: going on without the first-person view. {cure}")
    return tried_apt


def loads(library: str) -> bool:
    """Tell whether the dynamic loader finds `library`."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def apt_command(packages: list[str]) -> str:
    """Return what a person would type."""
    return f"sudo apt-get install --no-install-recommends {' '.join(packages)}"


def apt_install(packages: list[str]) -> bool:
    """Install Debian packages as root, and tell whether it worked."""
    say(f"installing the system packages {' '.join(packages)}")
    quietly = {"DEBIAN_FRONTEND": "noninteractive"}
    capture(["apt-get", "update"], **quietly)
    done = capture(["apt-get", "install", "--yes", "--no-install-recommends", *packages], **quietly)
    if done.returncode != 0:
        say(f"apt-get could not install them: {last_line(done.stdout)}")
    return done.returncode == 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        sys.exit(130)
