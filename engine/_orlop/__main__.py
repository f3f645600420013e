"""`python -m orlop`: the same as the command `orlop`."""

import sys

from orlop.tools.cli import main

if __name__ == "__main__":
    sys.exit(main())
