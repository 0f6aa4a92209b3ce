"""Settings of torch that outlive a call: noted before a case, compared and put back after it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import torch


class _Setting(NamedTuple):
    name: str
    read: Callable[[], Any]
    write: Callable[[Any], Any] | None


_SETTINGS = (
    _Setting("the default dtype", torch.get_default_dtype, torch.set_default_dtype),
    _Setting("the default device", lambda: str(torch.get_default_device()), torch.set_default_device),
    _Setting("grad mode", torch.is_grad_enabled, torch.set_grad_enabled),
    _Setting("the number of threads", torch.get_num_threads, torch.set_num_threads),
    _Setting(
        "deterministic mode",
        torch.are_deterministic_algorithms_enabled,
        lambda on: torch._C._set_deterministic_algorithms(on, warn_only=True),
    ),
    _Setting("a torch function mode", torch._C._len_torch_function_stack, None),
    _Setting("a torch dispatch mode", torch._C._len_torch_dispatch_stack, None),
)


class State:
    """A snapshot taken when it is made."""

    def __init__(self) -> None:
        self._before = [setting.read() for setting in _SETTINGS]

    def restore(self) -> list[str]:
        """Put back what changed; one sentence for each."""
        sentences = []
        for setting, before in zip(_SETTINGS, self._before, strict=True):
            if setting.read() == before:
                continue
            if setting.write is None:
                sentences.append(f"The code left {setting.name} active.")
            else:
                setting.write(before)
                sentences.append(f"The code changed {setting.name} and did not put it back.")
        return sentences
