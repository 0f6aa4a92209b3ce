"""How chapter 2 is exercised: one layer on each rank, weights set here and not by its loader."""

from __future__ import annotations

from functools import partial
from typing import Any

import torch
from torch import nn

from ...wire import described
from .common import cast, extra_bytes, noting, outcome, outcomes

_TP_DIM = {"ColumnParallelLinear": 0, "RowParallelLinear": 1}


def parameters(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """What a new layer holds."""
    layer = _new(learner, inputs, group)
    named = dict(layer.named_parameters())
    held: dict[str, Any] = {"the list of parameters": sorted(named)}
    for name, param in named.items():
        held[f"shape of {name}"] = list(param.shape)
        held[f"dtype of {name}"] = described(str(param.dtype))
        loader = getattr(param, "weight_loader", None)
        held[f"{name}.weight_loader"] = described("a method" if callable(loader) else "missing")
    if "bias" not in named:
        held["bias"] = getattr(layer, "bias", described("missing"))
    return held


def refused(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """What a layer whose cut does not divide comes to."""

    def make() -> dict[str, str]:
        shape = list(_new(learner, inputs, group).weight.shape)
        return {"type": f"layer with a weight of shape {shape}"}

    return {"outcome": outcome(make)}


def load(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """The parameters after their loaders were given W and b, then another W and b."""
    layer = _ready(learner, inputs, group)
    results = _loaded(layer, inputs, "", "")
    if "W again" in inputs:
        results |= _loaded(layer, inputs, " again", " after another load")
    return results


def load_wrong_shapes(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """What loading each `[name, shape]` comes to."""
    layer = _ready(learner, inputs, group)
    return outcomes(partial(_load_ones, layer), inputs.params["shapes"])


def forward(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """The output, then that of another x with other weights in the same memory."""
    layer = _ready(learner, inputs, group)
    _set(layer, inputs, "W", "b")
    results = {"y": layer(_x(inputs, "x"))}
    if "x again" in inputs:
        _set(layer, inputs, "W again", "b again")
        results["y of another x"] = layer(_x(inputs, "x again"))
    return results


def _new(learner: Any, inputs: Any, group: Any) -> Any:
    kind = getattr(learner, inputs.params["kind"])
    sizes = inputs.params["input_size"], inputs.params["output_size"]
    return kind(*sizes, group, bias=True) if inputs.params["bias"] else kind(*sizes, group)


def _ready(learner: Any, inputs: Any, group: Any) -> Any:
    """A layer whose parameters have the right shapes whatever its `__init__` does, full of NaN.

    The learner's own `__init__` makes it, since later methods may use what it sets. Where it fails,
    or is not written yet, the given base class makes the layer.
    """
    params = inputs.params
    dim, sizes = _TP_DIM[params["kind"]], [params["output_size"], params["input_size"]]
    sizes[dim] //= group.size
    try:
        layer = _new(learner, inputs, group)
    except Exception:
        kind = getattr(learner, params["kind"])
        layer = kind.__new__(kind)
        learner.LinearBase.__init__(layer, sizes[1], sizes[0], group, params["bias"], tp_dim=dim)
    dtype = getattr(torch, params.get("dtype", "float32"))
    _reshape(layer, "weight", sizes, dtype)
    if params["bias"]:
        _reshape(layer, "bias", sizes[:1] if dim == 0 else [params["output_size"]], dtype)
    return layer


def _reshape(layer: Any, name: str, shape: list[int], dtype: torch.dtype) -> None:
    """Replace a parameter that has another shape or dtype."""
    param = getattr(layer, name, None)
    if not isinstance(param, nn.Parameter) or list(param.shape) != shape or param.dtype != dtype:
        param = nn.Parameter(torch.empty(shape, dtype=dtype), requires_grad=False)
        param.weight_loader = layer.weight_loader  # type: ignore[attr-defined]
        setattr(layer, name, param)
    param.data.fill_(torch.nan)


def _set(layer: Any, inputs: Any, weight: str, bias: str) -> None:
    """This rank's part of the parameters, which is all that it was sent."""
    layer.weight.data.copy_(cast(inputs, weight))
    if bias in inputs:
        layer.bias.data.copy_(cast(inputs, bias))


def _x(inputs: Any, name: str) -> torch.Tensor:
    """What the layer is given: for a row-parallel one this rank's slice of x."""
    x = cast(inputs, name)
    return x.mT.contiguous().mT if inputs.params.get("strided") else x


def _loaded(layer: Any, inputs: Any, of: str, suffix: str) -> dict[str, Any]:
    results: dict[str, Any] = {}
    for name, whole in (("weight", f"W{of}"), ("bias", f"b{of}")):
        if whole in inputs:
            param = getattr(layer, name)
            with noting(f"while the {name} is loaded"):
                _loader(layer, param)(param, _checkpoint(inputs, whole))
            held = param.data
            results |= {f"{name}{suffix}": held.clone()}
            results |= {f"extra {name}{suffix}": extra_bytes(held)}
    return results


def _checkpoint(inputs: Any, name: str) -> torch.Tensor:
    dtype = getattr(torch, inputs.params.get("loaded_dtype", "float32"))
    tensor: torch.Tensor = inputs[name]
    return tensor.to(dtype)  # the same tensor where nothing is to be converted


def _load_ones(layer: Any, name: str, shape: list[int]) -> dict[str, str]:
    param = getattr(layer, name)
    _loader(layer, param)(param, torch.ones(shape))
    return {"type": f"{name} of shape {list(param.shape)}, loaded without an error"}


def _loader(layer: Any, param: Any) -> Any:
    return getattr(param, "weight_loader", layer.weight_loader)
