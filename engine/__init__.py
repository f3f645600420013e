"""The machinery; knows no game."""

import os

# pygame greets on standard output, which belongs to the answers of the command line.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
