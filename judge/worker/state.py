"""Settings of torch that outlive a call: noted before a case, compared after it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import torch


class _Setting(NamedTuple):
    name: str
    read: Callable[[], Any]


_SETTINGS = (
    _Setting("the default dtype", torch.get_default_dtype),
    _Setting("the default device", lambda: str(torch.get_default_device())),
    _Setting("grad mode", torch.is_grad_enabled),
    _Setting("the number of threads", torch.get_num_threads),
    _Setting("deterministic mode", torch.are_deterministic_algorithms_enabled),
    _Setting("the active torch function modes", torch._C._len_torch_function_stack),
    _Setting("the active torch dispatch modes", torch._C._len_torch_dispatch_stack),
)


class State:
    """A snapshot taken when it is made."""

    def __init__(self) -> None:
        self._before = [setting.read() for setting in _SETTINGS]

    def changes(self) -> list[str]:
        """One sentence for each setting that is not as it was."""
        return [
            f"The code changed {setting.name} and did not put it back."
            for setting, before in zip(_SETTINGS, self._before, strict=True)
            if setting.read() != before
        ]
