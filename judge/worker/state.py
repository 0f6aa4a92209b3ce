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
    _Setting("grad mode", torch.is_grad_enabled),
    _Setting("the number of threads", torch.get_num_threads),
    _Setting("deterministic mode", torch.are_deterministic_algorithms_enabled),
)


class State:
    """A snapshot taken when it is made."""

    def __init__(self) -> None:
        self._before = [setting.read() for setting in _SETTINGS]
        self._modes = torch._C._len_torch_function_stack(), torch._C._len_torch_dispatch_stack()

    def end_modes(self) -> list[str]:
        """Leave the modes that are still active: they would change whatever torch does next."""
        left = []
        while torch._C._len_torch_function_stack() > self._modes[0]:
            left.append(torch._C._pop_torch_function_stack())
        while torch._C._len_torch_dispatch_stack() > self._modes[1]:
            left.append(torch._C._pop_torch_dispatch_stack(None))
        return [_left(type(mode).__name__) for mode in left]

    def changes(self) -> list[str]:
        """One sentence for each setting that is not as it was."""
        return [
            f"The code changed {setting.name} and did not put it back."
            for setting, before in zip(_SETTINGS, self._before, strict=True)
            if setting.read() != before
        ]


def _left(mode: str) -> str:
    if mode == "DeviceContext":  # what set_default_device is made of
        return "The code changed the default device and did not put it back."
    return f"The code left a {mode} active."
