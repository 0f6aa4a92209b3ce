"""Problem 199 as a pytest file. The environment's SUBMISSION is the file that is graded."""

import importlib.util
import os

import pytest
from asserts_199 import asserts

spec = importlib.util.spec_from_file_location("shard_tensor", os.environ["SUBMISSION"])
submission = importlib.util.module_from_spec(spec)
spec.loader.exec_module(submission)


@pytest.mark.parametrize("check", [pytest.param(check, id=name) for name, check in asserts()])
def test_199(check):
    check(submission)
