"""What a case may not leave behind in a rank, and what a rank begins with."""

import sys

import pytest
import torch

from bench import statuses, violations

# torch's settings


def changes_dtype(rank, size):
    torch.set_default_dtype(torch.float64)


def changes_device(rank, size):
    torch.set_default_device("meta")


def changes_threads(rank, size):
    torch.set_num_threads(3)


def changes_determinism(rank, size):
    torch._C._set_deterministic_algorithms(False)


def leaves_a_mode(rank, size):
    from torch.overrides import TorchFunctionMode

    TorchFunctionMode().__enter__()


def leaves_a_dispatch_mode(rank, size):
    from torch.utils._python_dispatch import TorchDispatchMode

    TorchDispatchMode().__enter__()


@pytest.mark.parametrize(
    "program, fragment",
    [
        (changes_dtype, "the default dtype"),
        (changes_device, "the default device"),
        (changes_threads, "the number of threads"),
        (changes_determinism, "deterministic mode"),
        (leaves_a_mode, "left a TorchFunctionMode active"),
        (leaves_a_dispatch_mode, "left a TorchDispatchMode active"),
    ],
)
def test_a_setting_that_is_left_changed_is_a_violation(bench, program, fragment):
    assert any(fragment in sentence for sentence in violations(bench.run(1, program)))


def test_every_rank_has_random_numbers_of_its_own(bench):
    text = "import random\nimport numpy\nimport torch\n\n\ndef main(rank, size):\n"
    text += "    return [random.random(), numpy.random.rand(), float(torch.rand(()))]\n"
    first, second = (rank.values["value"] for rank in bench.run(2, text).ranks)
    assert all(a != b for a, b in zip(first, second, strict=True))


def test_unwritten_memory_shows(bench):
    text = "import torch\n\n\ndef main(rank, size):\n    return torch.empty(3)\n"
    assert str(bench.run(1, text).ranks[0].arrays["value"].numpy()[0]) == "nan"


def has_no_streams(rank, size):
    sys.stdout = None
    sys.stderr.close()


def test_a_rank_without_streams_still_answers(bench):
    assert statuses(bench.run(1, has_no_streams)) == ["returned"]
