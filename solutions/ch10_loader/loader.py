"""Loads one rank's part of a Hugging Face checkpoint, one tensor at a time.

Works on `model.safetensors` and on several files with an index. Each tensor is handed whole to its
parameter's `weight_loader`, which keeps this rank's part, and is let go before the next. Nothing is
quantised or fused here. The way from checkpoint names to merged parameters is nano-vllm's.
"""

import json
from pathlib import Path

import torch
from safetensors import SafetensorError, safe_open
from torch import Tensor, nn

from ..ch02_linear.linear import check_shape
from ..tp_group import TPGroup

INDEX = "model.safetensors.index.json"


def tensor_files(directory: str | Path) -> dict[str, Path]:
    """Which file holds each tensor of the checkpoint: {tensor name: path}.

    A single model.safetensors is preferred to an index, as in transformers. Raises
    FileNotFoundError when the directory, both of these, or a file that the index names is missing;
    ValueError when a file cannot be read or lacks a tensor that the index places in it. The
    message names the file, and the tensor if there is one.
    """
    directory = Path(directory)
    if not directory.is_dir():
        raise FileNotFoundError(f"no checkpoint directory at {directory}")
    single = directory / "model.safetensors"
    if single.is_file():
        return dict.fromkeys(names_in(single), single)
    if not (directory / INDEX).is_file():
        raise FileNotFoundError(f"{directory} has neither model.safetensors nor {INDEX}")
    files = indexed_files(directory)
    for path in sorted(set(files.values())):
        if not path.is_file():
            raise FileNotFoundError(f"{INDEX} names {path.name}, which is not in {directory}")
        if lost := sorted(n for n in set(files) - names_in(path) if files[n] == path):
            raise ValueError(f"{INDEX} places tensors in {path.name} that it lacks: {listed(lost)}")
    return files


def indexed_files(directory: Path) -> dict[str, Path]:
    """What the index of a checkpoint in several files says: {tensor name: path}."""
    try:
        weight_map = json.loads((directory / INDEX).read_text(encoding="utf-8"))["weight_map"]
        return {name: directory / file for name, file in weight_map.items()}
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"{directory / INDEX} is not an index of tensors: {error!r}") from None


def names_in(path: Path) -> set[str]:
    """The names of the tensors in one safetensors file; only its header is read."""
    try:
        with safe_open(path, "pt") as file:
            return set(file.keys())
    except SafetensorError as error:
        raise ValueError(f"{path} is not a safetensors file: {error}") from None


def listed(names: list[str]) -> str:
    """The first five names, and how many more there are."""
    more = f" and {len(names) - 5} more" if len(names) > 5 else ""
    return ", ".join(names[:5]) + more


def checkpoint_targets(model: nn.Module) -> dict[str, tuple[nn.Parameter, tuple]]:
    """Where each tensor of the checkpoint belongs: {name: (parameter, loaded_shard_id)}.

    loaded_shard_id is a tuple of one, or of none where the parameter is not merged: the last
    arguments of weight_loader. A merged parameter appears once for each of its parts, by the
    model's packed_modules_mapping, {part: (merged module, loaded_shard_id)}. The merged module may
    stand anywhere in a name: gate_up.inner.bias is gate.inner.bias and up.inner.bias in the
    checkpoint. A parameter that two modules share appears once, under its first name.

    {"k_proj": ("qkv_proj", "k")} sends attn.k_proj.bias to (attn.qkv_proj.bias, ("k",)).
    """
    targets = {}
    for name, param in model.named_parameters():
        path = name.split(".")
        parts = {
            ".".join(part if module == merged else module for module in path): (param, (shard_id,))
            for part, (merged, shard_id) in model.packed_modules_mapping.items()
            if merged in path
        }
        targets.update(parts or {name: (param, ())})
    return targets


def check_names(model: nn.Module, found: set[str]) -> None:
    """Raise ValueError, listing them, for tensors that are missing or that the model does not have.

    A tied lm_head.weight may be there or not: with it there or not, the embedding's is used.
    """
    required = set(checkpoint_targets(model))
    every_name = {name for name, _ in model.named_parameters(remove_duplicate=False)}
    tied = every_name - {name for name, _ in model.named_parameters()}
    problems = []
    if missing := sorted(required - found):
        problems.append(f"the checkpoint lacks {listed(missing)}")
    if unexpected := sorted(found - required - tied):
        problems.append(f"the model has no {listed(unexpected)}")
    if problems:
        raise ValueError("; ".join(problems))


def load_whole(param: nn.Parameter, loaded_weight: Tensor) -> None:
    """Copy a tensor that no rank cuts, such as a norm's weight, into param's own memory.

    param keeps its dtype. Raises ValueError, naming both shapes, when loaded_weight has another.
    """
    check_shape(loaded_weight, param.shape)
    param.data.copy_(loaded_weight)


def load_sharded(
    model: nn.Module, directory: str | Path, group: TPGroup, dtype: torch.dtype | None = None
) -> None:
    """Fill the model's parameters with this rank's part of the checkpoint in directory.

    The model has packed_modules_mapping (see checkpoint_targets) and was built for `group`;
    parameters without a weight_loader are copied whole. dtype: what to turn the model into first;
    None keeps its own. A tensor of another dtype is converted on the way.
    Names are checked before anything is loaded, and no more than one tensor of the checkpoint is
    held at a time. Raises ValueError that lists every missing, unexpected or mis-shaped tensor,
    FileNotFoundError for missing files.
    """
    files = tensor_files(directory)
    check_names(model, set(files))
    if dtype is not None:
        model.to(dtype)
    mis_shaped = []
    targets = checkpoint_targets(model)
    # The largest first: what is read of it is held beside the parameters that are filled already.
    for name in sorted(targets, key=lambda name: -targets[name][0].numel()):
        param, shard_id = targets[name]
        loader = getattr(param, "weight_loader", load_whole)
        # Opened anew for each tensor: an open file keeps every page read so far in memory.
        with safe_open(files[name], "pt") as file:
            try:
                loader(param, file.get_tensor(name), *shard_id)
            except ValueError as error:
                mis_shaped.append(f"{name}: {error}")
    if mis_shaped:
        raise ValueError(f"rank {group.rank}: {'; '.join(mis_shaped)}")
