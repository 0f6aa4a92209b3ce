"""`python -m judge …`, the same as `python practice/judge.py …`."""

import sys

from .start import start

sys.exit(start(sys.argv[1:]))
