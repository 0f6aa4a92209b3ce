"""How chapters 3 and 4 are exercised: layers that stack several projections in one parameter."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from functools import partial
from typing import Any

import torch
from torch import nn

from ...wire import described
from .common import noting, outcomes

MERGED = "MergedColumnParallelLinear"


def parameters(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """What a new layer holds, on every rank."""
    results: dict[str, Any] = {}
    for mark, each in _groups(learner, inputs, group):
        layer = _new(learner, inputs, each)
        held = _held(layer) | {name: _plain(layer, name) for name in _attributes(inputs, each.size)}
        results |= {f"{name}{mark}": value for name, value in held.items()}
    return results


def refused(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """What a layer that cannot be laid out comes to, on the first and the last rank."""

    def make(each: Any) -> dict[str, str]:
        shape = list(_new(learner, inputs, each).weight.shape)
        return described(f"a layer with a weight of shape {shape}")

    groups = [each for _, each in _groups(learner, inputs, group)]
    return outcomes(make, [[groups[0]], [groups[-1]]])


def segment(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """Where each part lies, on every rank, as Python writes it; and what other ids come to."""
    results: dict[str, Any] = {}
    for mark, each in _groups(learner, inputs, group):
        layer = _ready(learner, inputs, each)
        for name in inputs.params["ids"]:
            results[f"segment({name!r}){mark}"] = text_of(layer.segment(name))
    others = [[name] for name in inputs.params.get("other_ids", [])]
    return results | outcomes(lambda name: described(text_of(layer.segment(name))), others)


def load(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """The parameters after their loaders were given each part, then each part of another model."""
    layer = _ready(learner, inputs, group)
    found: dict[str, Any] = {"kept": [], "changed": []}
    results = _loaded(layer, inputs, "", "", found)
    if any(name.endswith(" again") for name in inputs.names()):
        results |= _loaded(layer, inputs, " again", " after another load", found)
    return results | found


def load_wrong_shapes(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """What loading each `[parameter, part, shape]` comes to."""
    layer = _ready(learner, inputs, group)
    return outcomes(partial(_load_ones, layer), inputs.params["shapes"])


def forward(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """The output of a layer whose parameters are set here: this rank's rows of W and b."""
    layer = _ready(learner, inputs, group)
    layer.weight.data.copy_(inputs["W"])
    layer.bias.data.copy_(inputs["b"])
    return {"y": layer(inputs["x"])}


def text_of(value: Any) -> str:
    """A small result as Python writes it; a list reads as a tuple, a foreign object as its type."""
    if isinstance(value, tuple | list):
        return f"({', '.join(map(text_of, value))})"
    if value is None or isinstance(value, int | float | str | range):
        return repr(value)[:80]
    return f"a {type(value).__name__}"


def _groups(learner: Any, inputs: Any, group: Any) -> Iterator[tuple[str, Any]]:
    """This rank's group; or, where one process plays every rank, each of theirs, with its mark."""
    size = inputs.params.get("size")
    if size is None:
        yield "", group
        return
    hand = learner.chapter("tp_group").HandGroup
    for rank in range(size):
        yield f"@{rank}", hand(rank, size)


def _new(learner: Any, inputs: Any, group: Any) -> Any:
    kind, args = _kind(learner, inputs), inputs.params["args"]
    return kind(*args, group, bias=True) if inputs.params["bias"] else kind(*args, group)


def _kind(learner: Any, inputs: Any) -> Any:
    """The class; with `by_name` a subclass of it that has names for its parts."""
    kind = getattr(learner, inputs.params["kind"])
    if not inputs.params.get("by_name"):
        return kind
    names = list(inputs.params["ids"])

    class Named(kind):  # type: ignore[misc,valid-type]
        def segment(self, loaded_shard_id: str) -> Any:
            return super().segment(names.index(loaded_shard_id))

    return Named


def _attributes(inputs: Any, size: int) -> dict[str, Any]:
    """What the class's docstring promises."""
    args = inputs.params["args"]
    if inputs.params["kind"] == MERGED:
        return {"output_sizes": args[1]}
    _, head_size, heads, kv_heads = args
    local = {"num_heads": heads // size, "num_kv_heads": max(1, kv_heads // size)}
    total = {"total_num_heads": heads, "total_num_kv_heads": kv_heads}
    grouped = inputs.params["kind"] == "GroupedQKVParallelLinear"
    return {**local, "head_size": head_size, **(total if grouped else {})}


def _widths(inputs: Any) -> dict[str, Any]:
    """What chapter 3's QKV layer has from its base class."""
    if inputs.params["kind"] != "QKVParallelLinear":
        return {}
    _, head_size, heads, kv_heads = inputs.params["args"]
    return {"output_sizes": [heads * head_size, kv_heads * head_size, kv_heads * head_size]}


def _rows(inputs: Any, size: int) -> int:
    """How many rows a rank holds."""
    if inputs.params["kind"] == MERGED:
        return sum(width // size for width in inputs.params["args"][1])
    held = _attributes(inputs, size)
    rows: int = (held["num_heads"] + 2 * held["num_kv_heads"]) * held["head_size"]
    return rows


def _held(layer: Any) -> dict[str, Any]:
    named = dict(layer.named_parameters())
    held: dict[str, Any] = {"the list of parameters": sorted(named)}
    for name, param in named.items():
        held[f"shape of {name}"] = list(param.shape)
        held[f"dtype of {name}"] = described(str(param.dtype))
        loader = getattr(param, "weight_loader", None)
        held[f"{name}.weight_loader"] = described("a method" if callable(loader) else "missing")
    return held


def _plain(layer: Any, name: str) -> Any:
    value = getattr(layer, name, described("no attribute of the layer"))
    return list(value) if isinstance(value, tuple) else value


def _ready(learner: Any, inputs: Any, group: Any) -> Any:
    """A layer whose parameters and attributes are right whatever its `__init__` does.

    The learner's own `__init__` makes it, since later methods may use what it sets. Where it fails,
    or is not written yet, the given base class makes the layer.
    """
    rows, columns = _rows(inputs, group.size), inputs.params["args"][0]
    bias = inputs.params["bias"]
    try:
        layer = _new(learner, inputs, group)
    except Exception:
        kind = _kind(learner, inputs)
        layer = kind.__new__(kind)
        base = learner.chapter("ch02_linear.linear").LinearBase
        base.__init__(layer, columns, rows, group, bias, tp_dim=0)
    for name, value in (_widths(inputs) | _attributes(inputs, group.size)).items():
        if _plain(layer, name) != value:
            setattr(layer, name, value)
    _reshape(layer, "weight", [rows, columns])
    if bias:
        _reshape(layer, "bias", [rows])
    if "old" in inputs:
        layer.weight.data.copy_(inputs["old"][:rows])
    return layer


def _reshape(layer: Any, name: str, shape: list[int]) -> None:
    """Replace a parameter that has another shape or dtype; fill it with NaN."""
    param: Any = getattr(layer, name, None)
    right = isinstance(param, nn.Parameter) and list(param.shape) == shape
    if not right or param.dtype is not torch.float32:
        param = nn.Parameter(torch.empty(shape), requires_grad=False)
        param.weight_loader = layer.weight_loader
        setattr(layer, name, param)
    param.data.fill_(torch.nan)


def _loaded(layer: Any, inputs: Any, of: str, suffix: str, found: dict[str, Any]) -> dict[str, Any]:
    results: dict[str, Any] = {}
    ids, names = (inputs.params.get(what, ["q", "k", "v"]) for what in ("ids", "names"))
    for id_ in inputs.params["order"]:
        part = names[ids.index(id_)]
        for kind, param in ((" bias", "bias"), ("", "weight")):
            if (name := f"{part}{kind}{of}") in inputs:
                with noting(f"while the {param} of {part} is loaded"):
                    _load(layer, inputs, name, param, id_, found)
    with_bias = any(f" bias{of}" in name for name in inputs.names())
    for param in ("weight", "bias")[: 1 + with_bias]:
        results[f"{param}{suffix}"] = getattr(layer, param).data.clone()
    return results


def _load(layer: Any, inputs: Any, name: str, kind: str, id_: Any, found: dict[str, Any]) -> None:
    """Give the loader a tensor of its own, and see whether it changes it or keeps it alive."""
    param = getattr(layer, kind)
    dtype = getattr(torch, inputs.params.get("loaded_dtype", "float32"))
    memory = inputs[name].numpy().copy()
    alive = weakref.ref(memory)
    tensor = torch.from_numpy(memory).to(dtype)  # the same memory where nothing is to be converted
    del memory
    _loader(layer, param)(param, tensor, id_)
    if not torch.equal(tensor, inputs[name].to(dtype)):
        found["changed"].append(name)
    del tensor
    if alive() is not None:
        gc.collect()
    if alive() is not None:
        found["kept"].append(name)


def _load_ones(layer: Any, name: str, id_: Any, shape: list[int]) -> dict[str, str]:
    param = getattr(layer, name)
    _loader(layer, param)(param, torch.ones(shape), id_)
    return described(f"loaded without an error, {name} of shape {list(param.shape)}")


def _loader(layer: Any, param: Any) -> Any:
    return getattr(param, "weight_loader", layer.weight_loader)
