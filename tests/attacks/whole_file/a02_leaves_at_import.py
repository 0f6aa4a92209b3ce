"""Hopes that leaving politely counts."""

import sys

sys.exit(0)
