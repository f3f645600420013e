"""The command `orlop`: finds the verb, runs it, and turns what goes wrong into one line.

Nothing heavy is imported here, nor at the top of the verbs' files: `orlop --help` has to
answer in 0.3 seconds, and numba alone takes 0.6.
"""

import contextlib
import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path

from orlop import __version__
from orlop.engine.error import OrlopError
from orlop.tools import bench, levels, play, sound, walkway, warmup, world
from orlop.tools.parser import Parser

VERBS = (play, walkway, sound, levels, world, bench, warmup)
"""Modules with `add_parser(verbs)`, which sets `run`: parsed arguments to exit status."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `orlop` with `arguments` (default: the process's); return its exit status.

    0: done. 1: it ran and found something wrong. 2: the input or the call can't be used.
    """
    for stream in (sys.stdout, sys.stderr):  # a Latin-1 terminal shows "?" for "²", it does not crash
        with contextlib.suppress(AttributeError):  # a closed one is None
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        status = _run(arguments)
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:  # `orlop level list | head -1`: the reader has what it wanted
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    except SystemExit as leaving:  # argparse, after --help or an error
        return leaving.code if isinstance(leaving.code, int) else 2
    return status


def _run(arguments: Sequence[str] | None) -> int:
    chosen = make_parser().parse_args(arguments)
    try:
        return int(chosen.run(chosen))
    except OrlopError as error:
        problem = str(error)
    except BrokenPipeError:
        raise
    except OSError as error:
        problem = f"{error.filename or 'the system'}: {error.strerror or error}. Choose another file or folder."
    except Exception as error:  # noqa: BLE001 - whatever it is, a player gets one line
        problem = _fault(error)
    print(f"orlop: {problem}", file=sys.stderr)
    return 2


def _fault(error: Exception) -> str:
    """Describe an error that is not the user's: where it was raised, and how to see more."""
    if os.environ.get("ORLOP_TRACEBACK"):
        traceback.print_exception(error)
    place = [frame for frame in traceback.extract_tb(error.__traceback__) if not frame.filename.startswith("<")][-1]
    said = " ".join(f"{type(error).__name__}: {error}".split())
    return f"a fault in {Path(place.filename).name}, line {place.lineno}: {said} (ORLOP_TRACEBACK=1 shows all of it)"


def make_parser() -> Parser:
    """Return the parser of the whole command."""
    parser = Parser(
        prog="orlop",
        description="First-person exploration on flattened decks.",
        epilog="`orlop VERB --help` tells more. Answers go to standard output, progress and warnings to "
        "standard error. Exit status: 0 done, 1 something wrong was found, 2 the input or the call can't be used.",
    )
    version = f"orlop {__version__} (Python {sys.version_info[0]}.{sys.version_info[1]}.{sys.version_info[2]})"
    parser.add_argument("--version", action="version", version=version)
    verbs = parser.verbs("verbs")
    for module in VERBS:
        module.add_parser(verbs)
    return parser


if __name__ == "__main__":
    sys.exit(main())
