"""Needs what is not installed."""

import surely_not_installed
