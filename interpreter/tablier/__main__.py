"""`python -m tablier` is the command `tablier`."""

import sys

from tablier.cli import main

if __name__ == "__main__":
    sys.exit(main())
