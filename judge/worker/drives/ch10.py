"""How chapter 10 is exercised: a checkpoint is written here, and a model of ours is filled."""

from __future__ import annotations

import contextlib
import gc
import json
import math
import os
import tempfile
import tracemalloc
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import torch

from ...wire import described
from .ch10_model import UNTOUCHED, Model
from .common import extra_bytes, kind_of, outcome

INDEX = "model.safetensors.index.json"
_MOST = 4000  # characters of an error that are kept


def files(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """Which file each tensor is said to lie in, asked with a Path and with a string."""
    with _directory(inputs) as directory:
        said = [outcome(partial(_files, learner, kind(directory)), _MOST) for kind in (Path, str)]
    return {"outcome": said[0], "outcome of a string": said[1]}


def not_there(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """What asking for the files of each of `params["directories"]` comes to."""
    outcomes = []
    for params in inputs.params["directories"]:
        with _directory(inputs, params=params) as directory:
            outcomes.append(outcome(partial(_files, learner, Path(directory)), _MOST))
    return {"outcomes": outcomes}


def targets(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """Where each tensor of the checkpoint is said to belong."""
    model = _model(inputs, 0)
    names = {id(param): name for name, param in model.named_parameters()}
    found = learner.checkpoint_targets(model)
    if not isinstance(found, dict):
        return {"targets": kind_of(found)}
    return {"targets": {name: _target(names, target) for name, target in found.items()}}


def _target(names: Mapping[int, str], target: Any) -> Any:
    """A parameter's name and its loaded_shard_id; what is no pair with a tuple, in words."""
    if not isinstance(target, tuple | list):
        return kind_of(target)
    if len(target) != 2:
        return described(f"a {type(target).__name__} of {len(target)}")
    param, shard_id = target
    where = names.get(id(param), "no parameter of the model")
    if not isinstance(shard_id, tuple | list):
        return described(f"({where}, {shard_id!r})"[:_MOST])
    return [where, list(shard_id)]


def names(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """What checking each set of names comes to."""
    model = _model(inputs, 0)
    calls = [partial(learner.check_names, model, set(found)) for found in inputs.params["found"]]
    return {"outcomes": [outcome(call, _MOST) for call in calls]}


def whole(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """An uncut parameter after a load; then the checkpoint's tensor is wiped."""
    dtype = getattr(torch, inputs.params["param_dtype"])
    param = torch.nn.Parameter(torch.full(inputs["W"].shape, UNTOUCHED, dtype=dtype), False)
    before, loaded = param.data.data_ptr(), inputs["W"].clone()
    learner.load_whole(param, loaded)
    kept = param.data.data_ptr() == before
    memory = described("the same as before loading" if kept else "another than before loading")
    held = {"param": param.data.clone(), "the memory of the parameter": memory}
    loaded.fill_(UNTOUCHED)
    return {**held, "param after the checkpoint is gone": param.data}


def whole_refused(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """What loading a tensor of another shape comes to, for each `[shape, shape of param]`."""

    def load(shape: list[int], of_param: list[int]) -> dict[str, str]:
        param = torch.nn.Parameter(torch.zeros(of_param), False)
        learner.load_whole(param, torch.ones(shape))
        return described(f"loaded, the parameter has shape {list(param.shape)}")

    pairs = inputs.params["shapes"]
    return {"outcomes": [outcome(partial(load, *pair), _MOST) for pair in pairs]}


def load(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """The parameters after a load, then after a load of another checkpoint."""
    dtype = inputs.params.get("load_dtype")
    model = _model(inputs, group.rank)
    results: dict[str, Any] = {}
    for again in ("", "again "):
        if again and not any(name.startswith(again) for name in inputs.names()):
            continue
        with _directory(inputs, again) as directory:
            learner.load_sharded(model, directory, group, getattr(torch, dtype) if dtype else None)
        suffix = " after another load" if again else ""
        for name, param in model.named_parameters(remove_duplicate=False):
            results[name + suffix] = param.data.clone()
            results[f"extra {name}{suffix}"] = extra_bytes(param.data)
    return results


def load_refused(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """What loading a checkpoint that does not fit comes to, and whether a parameter was filled."""
    model = _model(inputs, group.rank)
    with _directory(inputs) as directory:
        said = outcome(lambda: learner.load_sharded(model, directory, group), _MOST)
    filled = [n for n, p in model.named_parameters() if not bool((p == UNTOUCHED).all())]
    return {
        "outcome": {"value": described("loaded without an error"), **_raised(said)},
        "filled": filled,
    }


def held(learner: Any, inputs: Any, group: Any) -> dict[str, Any]:
    """How many tensors' bytes were alive at most, beside the model, when a loader was called."""
    model = _model(inputs, group.rank)
    with _directory(inputs) as directory:
        watch = _Held(model)
        try:
            learner.load_sharded(model, directory, group)
        finally:
            tracemalloc.stop()
    loaded = all(bool((param != UNTOUCHED).all()) for param in model.parameters())
    one = 4 * math.prod(inputs.params["fill"])
    return {"tensors at a time": watch.most // one, "all parameters are filled": loaded}


class _Held:
    """Counts tensors by what the garbage collector knows, bytes and numpy arrays by tracemalloc."""

    def __init__(self, model: Model) -> None:
        self.most = 0
        gc.collect()
        self._tensors = _tensor_bytes()
        tracemalloc.start()
        model.before_load = self._look

    def _look(self) -> None:
        gc.collect()
        now = _tensor_bytes() - self._tensors + tracemalloc.get_traced_memory()[0]
        self.most = max(self.most, now)


def _tensor_bytes() -> int:
    """Bytes of all tensors that are alive, each memory once."""
    found = [thing for thing in gc.get_objects() if isinstance(thing, torch.Tensor)]
    sizes = {tensor.data_ptr(): tensor.numel() * tensor.element_size() for tensor in found}
    return sum(sizes.values())


# the checkpoint and the model


@contextlib.contextmanager
def _directory(inputs: Any, prefix: str = "", params: Any = None) -> Iterator[str]:
    """A checkpoint: `params["files"]` says which tensors lie in which file, the index if any."""
    params = params or inputs.params
    with tempfile.TemporaryDirectory(dir=os.getcwd()) as scratch:
        directory = Path(scratch) / "checkpoint"
        if params["files"] is not None:
            directory.mkdir()
            for name, tensors in params["files"].items():
                _write(directory / name, tensors, inputs, prefix)
        if params.get("index") is not None:
            text = json.dumps({"metadata": {}, "weight_map": params["index"]})
            (directory / INDEX).write_text(text)
        yield str(directory)


def _write(path: Path, tensors: Sequence[str], inputs: Any, prefix: str) -> None:
    """Arrays by name; `stale NAME` is a tensor of that name that must not be read."""
    from safetensors.torch import save_file

    shape = inputs.params.get("fill")
    dtype = getattr(torch, inputs.params.get("file_dtype", "float32"))
    held: dict[str, torch.Tensor] = {}
    for name in tensors:
        real = name.removeprefix("stale ")
        if real != name:
            held[real] = torch.full_like(inputs[real], 9999)
        else:
            held[name] = torch.ones(shape) if shape else inputs[prefix + name].to(dtype)
    save_file(held, path)


def _model(inputs: Any, rank: int) -> Model:
    params = inputs.params
    dtype = getattr(torch, params.get("model_dtype", "float32"))
    return Model(params["layouts"][rank], params["packed"], params.get("tied", {}), dtype)


def _files(learner: Any, directory: Any) -> Any:
    """File names as they are called in the directory."""
    found = learner.tensor_files(directory)
    if not isinstance(found, dict):
        return found
    return {name: os.path.relpath(path, directory) for name, path in found.items()}


def _raised(said: Mapping[str, Any]) -> Mapping[str, Any]:
    return said if "raises" in said else {}
