"""How chapter 7 is exercised: its functions one by one, then one rank's attention layer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import torch

from ...wire import described
from ..work import ContractViolation
from .common import cast, extra_bytes, outcome

_DTYPES = {"float32": torch.float32, "bfloat16": torch.bfloat16}


def rotate(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """The heads of x, rotated by tables that are given."""
    return {"y": learner.apply_rope(cast(inputs, "x"), cast(inputs, "cos"), cast(inputs, "sin"))}


def attend(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """Attention of one sequence."""
    return {"y": learner.attend(cast(inputs, "q"), cast(inputs, "k"), cast(inputs, "v"))}


# the cache; one process plays every rank


def cache_shapes(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """What a new cache is on each rank."""
    results: dict[str, Any] = {}
    for rank in range(inputs.params["tp"]):
        data = _asked_for(learner, inputs, _group(learner, rank, inputs.params["tp"]))
        results[f"device of data@{rank}"] = described(str(data.device))
        results[f"shape of data@{rank}"] = list(data.shape)
        results[f"dtype of data@{rank}"] = described(str(data.dtype))
        if data.device.type == "cpu":
            results |= {f"data@{rank}": data, f"extra data@{rank}": extra_bytes(data)}
    return results


def _asked_for(learner: Any, inputs: Any, group: Any) -> Any:
    """The data of the cache; of one block only, where that is on another device than asked for.

    All blocks of Qwen3-0.6B in memory would be more than a process may have.
    """
    first = _cache(learner, inputs, group, num_blocks=1).data
    if first.device.type != inputs.params.get("cache_device", "cpu"):
        return first
    return _cache(learner, inputs, group).data


def cache_refused(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """What a cache comes to whose KV heads cannot be laid out."""
    one = _group(learner, 0, inputs.params["tp"])
    return {"outcome": outcome(lambda: _named_shape("a cache", _cache(learner, inputs, one).data))}


def cache_updates(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """What each update returns, and what the cache holds after the last one."""
    cache = _cache(learner, inputs, _group(learner, 0, inputs.params["tp"]))
    results: dict[str, Any] = {}
    for number, (layer, block, start) in enumerate(inputs.params["updates"]):
        k, v = cast(inputs, f"k{number}"), cast(inputs, f"v{number}")
        returned = cache.update(layer, block, start, k, v)
        results[f"what update {number} returns"] = _what(returned, "a tuple (keys, values)")
        results |= _parts(returned, _named("key value", number))
    return {**results, "cache": cache.data}


def cache_full(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """What one token too many for a block comes to, and whether the cache has changed then."""
    cache = _cache(learner, inputs, _group(learner, 0, inputs.params["tp"]))
    [(layer, block, start)] = inputs.params["updates"]
    k, v = inputs["k0"], inputs["v0"]
    said = outcome(lambda: _named_shape("keys", cache.update(layer, block, start, k, v)[0]))
    return {"outcome": said, "stored": int(torch.count_nonzero(cache.data))}


def blocks(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """The number of blocks of this rank, which can spare its own number of bytes."""
    memory, params = inputs.params["memory"], inputs.params
    config, dtype = _config(learner, inputs), _DTYPES[params["cache_dtype"]]
    return {"blocks": learner.num_blocks(memory, config, params["block_size"], group, dtype)}


# the layer


def layers(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """The parameters of the layer on each rank, and what its norms make of one head."""
    results: dict[str, Any] = {}
    head_dim = inputs.params["config"]["head_dim"]
    for rank in range(inputs.params["tp"]):
        with torch.device(inputs.params["device"]):
            module = _new(learner, inputs, _group(learner, rank, inputs.params["tp"]))
        named = dict(module.named_parameters())
        results[f"the list of parameters@{rank}"] = sorted(named)
        for name, param in named.items():
            results[f"shape of {name}@{rank}"] = list(param.shape)
        if not hasattr(module, "layer"):
            raise ContractViolation(
                "Qwen3Attention has no attribute layer: the number it is given."
            )
        results[f"layer@{rank}"] = module.layer
        for name in ("q_norm", "k_norm"):
            if "head" in inputs and results.get(f"shape of {name}.weight@{rank}") == [head_dim]:
                results[f"{name} of a head@{rank}"] = getattr(module, name)(inputs["head"])
    return results


def refused(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """What a layer whose heads cannot be laid out comes to."""

    def make() -> dict[str, str]:
        module = _new(learner, inputs, _group(learner, 0, inputs.params["tp"]))
        return _named_shape("a layer with qkv_proj", module.qkv_proj.weight)

    return {"outcome": outcome(make)}


def project(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """This rank's heads of x."""
    returned = _ready(learner, inputs, group).project(inputs["x"])
    what = {"what project returns": _what(returned, "a tuple (q, k, v)")}
    return {**what, **_parts(returned, list("qkv"))}


def forward(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """Forwards of a batch, one after the other on one cache, and what the cache holds then."""
    module, config = _ready(learner, inputs, group), _config(learner, inputs)
    cache = _cache(learner, inputs, group)
    results: dict[str, Any] = {"shape of the cache": list(cache.data.shape)}
    if results["shape of the cache"][-2:] != _head_sizes(config, group.size):
        return results  # nothing of this rank would fit
    batch_of = learner.chapter("ch07_attention.batch").Batch
    for number, (blocks_of, starts, lengths) in enumerate(inputs.params["batches"]):
        batch = batch_of(tuple(blocks_of), tuple(starts), tuple(lengths))
        rope = learner.rope_tables(batch.positions, config.head_dim, config.rope_theta)
        results[f"y of batch {number}"] = module(inputs[f"x{number}"], rope, batch, cache)
    return {**results, "cache": cache.data}


def _named(names: str, number: int) -> list[str]:
    return [f"{name} tensor of update {number}" for name in names.split()]


def _what(returned: Any, right: str) -> dict[str, str]:
    """`right`, unless it is one thing; a tuple of another length, or None, is told part by part."""
    one = returned is not None and type(returned) not in (tuple, list)
    return described(f"one {type(returned).__name__}" if one else right)


def _parts(returned: Any, names: Sequence[str]) -> dict[str, Any]:
    """Tensors that come back together, each as it is now; anything else is described."""
    if returned is None:
        return dict.fromkeys(names)
    kind = type(returned).__name__
    if type(returned) not in (tuple, list) or len(returned) != len(names):
        many = f" of {len(returned)}" if isinstance(returned, tuple | list) else ""
        return dict.fromkeys(names, described(f"part of a {kind}{many}"))
    parts = dict(zip(names, returned, strict=True))
    return {n: part.clone() if type(part) is torch.Tensor else part for n, part in parts.items()}


# what the learner's code is given


def _config(learner: Any, inputs: Any) -> Any:
    return learner.chapter("ch07_attention.config").Qwen3Config(**inputs.params["config"])


def _group(learner: Any, rank: int, tp: int) -> Any:
    return learner.chapter("tp_group").HandGroup(rank, tp)


def _cache(learner: Any, inputs: Any, group: Any, **changes: int) -> Any:
    params = {**inputs.params, **changes}
    dtype, device = _DTYPES[params.get("cache_dtype", "float32")], params.get("cache_device")
    sizes = params["num_blocks"], params["block_size"]
    return learner.KVCache(_config(learner, inputs), *sizes, group, dtype, device)


def _head_sizes(config: Any, tp: int) -> list[int]:
    """KV heads and numbers of a head, as this rank's k and v have them."""
    return [max(1, config.num_key_value_heads // tp), config.head_dim]


def _named_shape(what: str, tensor: Any) -> dict[str, str]:
    return described(f"{what} of shape {list(tensor.shape)}")


def _new(learner: Any, inputs: Any, group: Any) -> Any:
    return learner.Qwen3Attention(_config(learner, inputs), inputs.params["layer"], group)


def _ready(learner: Any, inputs: Any, group: Any) -> Any:
    """A layer with the parameters of this rank, whatever its `__init__` does.

    The learner's own `__init__` makes it. Where it fails, is not written yet or makes other
    parameters, a layer is put together here.
    """
    prefix = f"rank {group.rank} "
    held = {n.removeprefix(prefix): inputs[n] for n in inputs.names() if n.startswith(prefix)}
    try:
        module = _new(learner, inputs, group)
        if _shapes(dict(module.named_parameters())) != _shapes(held):
            raise ValueError("other parameters")
    except Exception:
        module = _assembled(learner, inputs, group)
    for name, param in module.named_parameters():
        param.data.copy_(held[name])
    module.layer = inputs.params["layer"]
    module.q_norm.eps = module.k_norm.eps = inputs.params["config"]["rms_norm_eps"]
    return module


def _shapes(named: Mapping[str, torch.Tensor]) -> dict[str, Sequence[int]]:
    return {name: list(tensor.shape) for name, tensor in named.items()}


def _assembled(learner: Any, inputs: Any, group: Any) -> Any:
    config = _config(learner, inputs)
    module = learner.Qwen3Attention.__new__(learner.Qwen3Attention)
    torch.nn.Module.__init__(module)
    heads, kv_heads = config.num_attention_heads, config.num_key_value_heads
    qkv = learner.chapter("ch04_kv_replication.kv_heads").GroupedQKVParallelLinear
    row = learner.chapter("ch02_linear.linear").RowParallelLinear
    sizes, bias = (config.hidden_size, config.head_dim, heads, kv_heads), config.attention_bias
    module.layer = inputs.params["layer"]
    module.qkv_proj = qkv(*sizes, group, bias=bias)
    module.o_proj = row(heads * config.head_dim, config.hidden_size, group, bias=bias)
    module.q_norm = learner.RMSNorm(config.head_dim, config.rms_norm_eps)
    module.k_norm = learner.RMSNorm(config.head_dim, config.rms_norm_eps)
    return module
