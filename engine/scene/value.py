"""A value that came out of a file, whatever it turned out to be."""

import math


def finite(value: object) -> float | None:
    """Return `value` as a finite number, or None if it is none; true and false are none."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return None
    try:
        number = float(value)
    except OverflowError:  # a whole number of more than 308 digits
        return None
    return number if math.isfinite(number) else None


def shown(value: object) -> str:
    """Return `value` in at most 40 characters, for a line of error."""
    text = "nothing" if value is None else repr(value)
    return text if len(text) <= 40 else f"{text[:39]}…"
