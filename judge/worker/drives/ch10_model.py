"""A model for the loader to fill, on one rank. None of it is the learner's.

A layout says for each parameter its shape here and, for each tensor of the checkpoint that goes
into it, which part of it goes where. What is wrong in a parameter is then the loader's doing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import torch
from torch import nn

UNTOUCHED = -1.0  # what a parameter holds before it is loaded


class Model(nn.Module):
    """`layout`: {parameter: {"shape", "loader", "parts": [[shard id or None, part], …]}}.

    A part has "whole", the shape of the checkpoint's tensor; "dim", "start" and "length", what this
    rank keeps of it; "first", the row of the parameter where that begins. `tied` maps a name to
    another one whose parameter it shares. `before_load` is called whenever a loader is.
    """

    def __init__(
        self,
        layout: Mapping[str, Any],
        packed: Mapping[str, Any],
        tied: Mapping[str, str],
        dtype: torch.dtype = torch.float32,
    ) -> None:
        super().__init__()
        self.packed_modules_mapping = {part: tuple(where) for part, where in packed.items()}
        self.before_load: Callable[[], None] = lambda: None
        held: dict[str, nn.Parameter] = {}
        for name, entry in layout.items():
            param = held[tied[name]] if name in tied else self._param(entry, dtype)
            held[name] = param
            self._owner(name).register_parameter(name.rpartition(".")[2], param)

    def _param(self, entry: Mapping[str, Any], dtype: torch.dtype) -> nn.Parameter:
        data = torch.full(entry["shape"], UNTOUCHED, dtype=dtype)
        param = nn.Parameter(data, requires_grad=False)
        if entry["loader"]:
            param.weight_loader = self._loader(entry["parts"])  # type: ignore[attr-defined]
        return param

    def _owner(self, name: str) -> nn.Module:
        """The module that holds a parameter; made with those above it where it is new."""
        module: nn.Module = self
        for part in name.split(".")[:-1]:
            if part not in module._modules:
                module.add_module(part, nn.Module())
            module = module.get_submodule(part)
        return module

    def _loader(self, parts: list[Any]) -> Callable[..., None]:
        def weight_loader(param: nn.Parameter, loaded_weight: torch.Tensor, *shard_id: Any) -> None:
            self.before_load()
            found = [part for known, part in parts if [known] == list(shard_id or [None])]
            if not found:
                known = ", ".join(repr(known) for known, _ in parts)
                got = ", ".join(map(repr, shard_id)) or "none"
                raise TypeError(f"weight_loader got the loaded_shard_id {got}, expected {known}")
            _keep(param, loaded_weight, found[0])

        return weight_loader


def _keep(param: nn.Parameter, whole: torch.Tensor, part: Mapping[str, Any]) -> None:
    """Copy this rank's part; rows below the last part of a vocabulary are padding, and zero."""
    if list(whole.shape) != part["whole"]:
        shapes = f"{tuple(whole.shape)}, expected {tuple(part['whole'])}"
        raise ValueError(f"the checkpoint's tensor has shape {shapes}")
    mine = whole.narrow(part["dim"], part["start"], part["length"])
    param.data.narrow(0, part["first"], len(mine)).copy_(mine)
    if part["padded"]:
        param.data[part["first"] + len(mine) :] = 0
