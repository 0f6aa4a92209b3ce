"""The judge's command: `python practice/judge.py 199` grades problem 199.

The same as `python -m judge`, from any folder and without setting anything up.
"""

import sys
from pathlib import Path

if __name__ == "__main__":
    # This file's folder comes first on the path and would hide the package `judge`.
    here = Path(__file__).resolve().parent
    sys.path[:] = [str(here.parent), *(p for p in sys.path if Path(p).resolve() != here)]
    from judge.start import start

    sys.exit(start(sys.argv[1:]))
