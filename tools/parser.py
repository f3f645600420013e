"""How `orlop` reads its command line: one-line errors, and the options that verbs share."""

import argparse
import difflib
import math
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from orlop.engine.walkway.settings import METHODS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Verbs = argparse._SubParsersAction["Parser"]


NEAR = 0.6
"""How alike two words are, 0 … 1, of which one may be meant by the other: "nope" does not mean "sound.openal"."""

STEEPEST_TILT = 89
"""Of a scene that is still walked, degrees."""


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line with the nearest right word, and exit status 2.

    What begins with a minus and a digit is a value, never an option: `--tilt -20,5`.
    """

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self._negative_number_matcher = re.compile(r"^-\d[\d.,eE+-]*$|^-\.\d[\d.,eE+-]*$")

    def error(self, message: str) -> NoReturn:
        """Print the error and where help is; leave with status 2."""
        print(f"{self.prog}: {_with_suggestion(message)} See `{self.prog} --help`.", file=sys.stderr)
        raise SystemExit(2)

    def parse_known_args(  # type: ignore[override]
        self, args: "Sequence[str] | None" = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """As argparse's, but what a verb does not know is refused by that verb, which also knows what comes near."""
        found, unknown = super().parse_known_args(args, namespace)
        if unknown and self._subparsers is None:
            options = [word for word in unknown if word.startswith("--")]
            near = [self._near_option(word.split("=")[0]) for word in options]
            self.error(" ".join((f"unrecognized arguments: {' '.join(unknown)}.", *filter(None, near))))
        return found, unknown

    def _near_option(self, word: str) -> str:
        close = difflib.get_close_matches(word, self._option_string_actions, n=1, cutoff=NEAR)
        return f"Did you mean {close[0]}?" if close else ""

    def verbs(self, title: str) -> "Verbs":
        """Return the place where verbs of this command are added; one of them must be given."""
        return self.add_subparsers(title=title, metavar="VERB", dest=f"{self.prog} VERB", required=True)


def _with_suggestion(message: str) -> str:
    """Turn argparse's list of all choices into the nearest one, if the word was just misspelt."""
    found = re.search(r"invalid choice: '(.*?)' \(choose from (.*)\)", message)
    if not found:
        return message if message.endswith("?") else message.rstrip(".") + "."
    choices = [choice.strip(" '") for choice in found[2].split(",")]
    return f"{found[1]!r} is not known here. {near(found[1], choices)}"


def near(word: str, choices: "Sequence[str]", instead: "Sequence[str]" = ()) -> str:
    """Return a sentence that names what of `choices` comes close to `word`; if nothing does, all `instead` of it."""
    close = difflib.get_close_matches(word.lower(), choices, n=3, cutoff=NEAR)
    return f"Did you mean {' or '.join(close)}?" if close else f"There are {', '.join(instead or choices)}."


def angles(text: str) -> tuple[float, float]:
    """Read `PITCH,ROLL` in degrees; return radians."""
    parts = text.split(",")
    if len(parts) != 2:
        raise argparse.ArgumentTypeError(f"{text!r} is not PITCH,ROLL in degrees, as in 20,0")
    pitch, roll = (number(part) for part in parts)
    if max(abs(pitch), abs(roll)) > STEEPEST_TILT:
        raise argparse.ArgumentTypeError(f"{text!r} leans too far: PITCH and ROLL are -89 to 89 degrees")
    return math.radians(pitch), math.radians(roll)


def number(text: str) -> float:
    """Read a finite number."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number")
    return value


def positive(text: str) -> float:
    """Read a number above zero."""
    value = number(text)
    if value <= 0:
        raise argparse.ArgumentTypeError(f"{text} must be more than 0")
    return value


def whole(text: str) -> int:
    """Read a whole number that is not negative, as seeds are."""
    if not re.fullmatch(r"[0-9]{1,19}", text):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of 0 or more, of 19 digits at most")
    return int(text)


def folder(text: str) -> Path:
    """Read a folder's name: an empty one, as of a variable that is not set, would be the folder one is in."""
    if not text.strip():
        raise argparse.ArgumentTypeError("it is empty: name a folder; . is the one you are in")
    return Path(text)


def ending(suffix: str) -> "Callable[[str], Path]":
    """Return what reads the name of a file that ends in `suffix`, in any case."""

    def read(text: str) -> Path:
        path = Path(text)
        if path.suffix.lower() != suffix:
            raise argparse.ArgumentTypeError(f"{text!r} should end in {suffix}: that is what is written")
        return path

    return read


def pitch(text: str) -> float:
    """Read the width of places that a walk tells apart, metres: coarser ones would miss whole rooms."""
    value = number(text)
    if not 0.05 <= value <= 2.0:
        raise argparse.ArgumentTypeError(f"{text} must be 0.05 to 2 metres")
    return value


def radius(text: str) -> float:
    """Read a motor's radius in metres, in the range that walkways are built for."""
    value = number(text)
    if not 0.05 <= value <= 5.0:
        raise argparse.ArgumentTypeError(f"{text} must be 0.05 to 5 metres")
    return value


def add_json(parser: Parser) -> None:
    """Add `--json`."""
    parser.add_argument("--json", action="store_true", help="print one JSON object instead of text")


def add_build_options(parser: Parser) -> None:
    """Add what shapes a walkway build: `--tilt` and `--radius`."""
    parser.add_argument(
        "--tilt", type=angles, default=(0.0, 0.0), metavar="PITCH,ROLL", help="lean the scene, degrees (default 0,0)"
    )
    parser.add_argument("--radius", type=radius, default=0.4, metavar="R", help="the walker's, metres (default 0.4)")


def add_method(parser: Parser) -> None:
    """Add `--method`."""
    parser.add_argument(
        "--method",
        choices=METHODS,
        default="auto",
        help="how outlines are found (default auto: exact where that is quick)",
    )
