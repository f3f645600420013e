"""What a node's name says about its role."""

import re

ROLES = ("floor", "obstacle", "air", "portal", "trapdoor", "pusher", "start", "decor")

_NAME = re.compile(rf"({'|'.join(ROLES)})(?:([._\- ])(.*))?", re.IGNORECASE | re.DOTALL)

# Blender numbers copies .001, .002, …; a copy means the same as its original.
_COPY = re.compile(r"(?:\.\d{3,})+$")


def read_name(name: str) -> tuple[str | None, tuple[str, ...]]:
    """Split a node's name into its role and the words after it.

    The sign after the role, one of ``. _ -`` and space, also parts the words, so that
    ``floor.upper_deck`` is one word and ``portal_hold_deck`` two.

    Returns
    -------
    role
        One of `ROLES`, or None for a name that begins with none of them.
    words
        What follows; empty without a role.
    """
    match = _NAME.fullmatch(_COPY.sub("", name))
    if match is None:
        return None, ()
    role, sign, rest = match.groups()
    words = rest.split(sign) if sign else []
    return role.lower(), tuple(word.strip() for word in words if word.strip())
