"""Fixtures for the tests of the engine in solutions/."""

import itertools
import os
import sys

import pytest
import torch
from groups import run_ranks

# The ranks are forked. A process that has computed on several threads cannot be forked safely.
torch.set_num_threads(1)
os.environ.setdefault("GLOO_SOCKET_IFNAME", "lo0" if sys.platform == "darwin" else "lo")


@pytest.fixture
def on_ranks(tmp_path):
    """on_ranks(tp, function) -> [function(group) of each rank], computed by tp real processes."""
    runs = itertools.count()
    return lambda tp, function: run_ranks(tp, function, tmp_path / f"run{next(runs)}")
