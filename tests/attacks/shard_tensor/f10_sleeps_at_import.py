"""Waits at import."""

import time

time.sleep(1000)
