"""Its child imports on, too."""

import os

os.fork()
