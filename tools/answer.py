"""What a verb says: answers on standard output, all else on standard error."""

import json
import sys
from collections.abc import Iterable, Mapping, Sequence


def answer(result: Mapping[str, object], lines: Iterable[str], as_json: bool) -> None:
    """Print `result` as one JSON object, or `lines` for people."""
    if as_json:
        print(json.dumps(result, ensure_ascii=False, allow_nan=False))
        return
    for line in lines:
        print(line)


def warn(line: str) -> None:
    """Print a warning or a step that is under way."""
    print(f"orlop: {line}", file=sys.stderr, flush=True)


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    """Lay out columns, text to the left and numbers to the right; return the lines."""
    rows = list(rows)
    cells = [tuple(head), *(tuple(_cell(value) for value in row) for row in rows)]
    widths = [max(len(line[column]) for line in cells) for column in range(len(head))]
    right = [all(isinstance(row[column], int | float) for row in rows) for column in range(len(head))]
    return [
        "  ".join(
            text.rjust(width) if to_right else text.ljust(width)
            for text, width, to_right in zip(line, widths, right, strict=True)
        ).rstrip()
        for line in cells
    ]


def _cell(value: object) -> str:
    return f"{value:,.1f}" if isinstance(value, float) else str(value)
