"""Streaming a checkpoint: names, shapes and completeness, one tensor at a time."""

import json
import weakref

import pytest
import torch
from safetensors.torch import save_file
from torch import nn

from solutions.ch02_linear.linear import RowParallelLinear
from solutions.ch03_merged_linear.merged_linear import MergedColumnParallelLinear
from solutions.ch05_embedding.embedding import VocabParallelEmbedding
from solutions.ch06_lm_head.lm_head import ParallelLMHead
from solutions.ch07_attention.attention import RMSNorm
from solutions.ch10_loader.loader import (
    check_names,
    checkpoint_targets,
    load_sharded,
    tensor_files,
)
from solutions.tp_group import HandGroup

INDEX = "model.safetensors.index.json"


class Toy(nn.Module):
    """One layer of every kind of cut: merged with a bias, row with a bias, vocabulary, norm."""

    packed_modules_mapping = {"gate": ("gate_up", 0), "up": ("gate_up", 1)}

    def __init__(self, group, tied=False):
        super().__init__()
        self.embed = VocabParallelEmbedding(10, 6, group)
        self.gate_up = MergedColumnParallelLinear(6, [12, 12], group, bias=True)
        self.down = RowParallelLinear(12, 6, group, bias=True)
        self.norm = RMSNorm(6, 1e-6)
        self.lm_head = ParallelLMHead(10, 6, group)
        if tied:
            self.lm_head.tie(self.embed)


SHAPES = {
    "embed.weight": (10, 6),
    "gate.weight": (12, 6),
    "gate.bias": (12,),
    "up.weight": (12, 6),
    "up.bias": (12,),
    "down.weight": (6, 12),
    "down.bias": (6,),
    "norm.weight": (6,),
    "lm_head.weight": (10, 6),
}


def make_tensors(**changes):
    """The checkpoint, numbered throughout; a change is another shape, or None for no tensor."""
    tensors, first = {}, 0
    shapes = SHAPES | {name.replace("__", "."): shape for name, shape in changes.items()}
    for name, shape in shapes.items():
        if shape is not None:
            count = torch.Size(shape).numel()
            tensors[name] = torch.arange(first, first + count).float().reshape(shape)
            first += count
    return tensors


def write_indexed(directory, tensors, per_file=3):
    names = list(tensors)
    files = [names[i : i + per_file] for i in range(0, len(names), per_file)]
    weight_map = {}
    for i, part in enumerate(files):
        file = f"model-{i + 1:05}-of-{len(files):05}.safetensors"
        save_file({name: tensors[name] for name in part}, directory / file)
        weight_map |= dict.fromkeys(part, file)
    (directory / INDEX).write_text(json.dumps({"metadata": {}, "weight_map": weight_map}))


@pytest.mark.parametrize("layout", ["single", "indexed"])
@pytest.mark.parametrize("tp", [1, 2, 3, 4])
def test_every_parameter_holds_its_ranks_part(layout, tp, tmp_path):
    tensors = make_tensors()
    if layout == "single":
        save_file(tensors, tmp_path / "model.safetensors")
    else:
        write_indexed(tmp_path, tensors)
    rows = -(-10 // tp)
    for rank in range(tp):
        group = HandGroup(rank, tp)
        model = Toy(group)
        load_sharded(model, tmp_path, group)

        def part(name, dim=0, rank=rank):
            return tensors[name].chunk(tp, dim)[rank]

        for kind in ("weight", "bias"):
            merged = torch.cat([part(f"gate.{kind}"), part(f"up.{kind}")])
            assert torch.equal(getattr(model.gate_up, kind), merged)
        assert torch.equal(model.down.weight, part("down.weight", 1))
        assert torch.equal(model.down.bias, tensors["down.bias"])
        assert torch.equal(model.norm.weight, tensors["norm.weight"])
        for name in ("embed", "lm_head"):
            owned = tensors[f"{name}.weight"][rank * rows : (rank + 1) * rows]
            weight = getattr(model, name).weight
            assert torch.equal(weight[: len(owned)], owned) and not weight[len(owned) :].any()


def test_a_dtype_turns_the_model_and_none_keeps_its_own(tmp_path):
    save_file(make_tensors(), tmp_path / "model.safetensors")
    for dtype, expected in [(torch.bfloat16, torch.bfloat16), (None, torch.float32)]:
        group = HandGroup(1, 2)
        model = Toy(group, tied=True)
        load_sharded(model, tmp_path, group, dtype)
        assert {param.dtype for param in model.parameters()} == {expected}
        assert model.lm_head.weight is model.embed.weight
        assert model.gate_up.bias[0] == 60 + 72 + 6


def test_a_bfloat16_checkpoint_fills_a_float32_model(tmp_path):
    tensors = {name: tensor.bfloat16() for name, tensor in make_tensors().items()}
    save_file(tensors, tmp_path / "model.safetensors")
    model = Toy(HandGroup(0, 1))
    load_sharded(model, tmp_path, HandGroup(0, 1))
    assert torch.equal(model.down.weight, tensors["down.weight"].float())


def test_one_tensor_is_held_at_a_time(tmp_path):
    save_file(make_tensors(), tmp_path / "model.safetensors")
    model = Toy(HandGroup(0, 1))
    seen = []

    def watched(loader):
        def load(param, loaded_weight, *shard_id):
            assert not any(earlier() is not None for earlier in seen)
            seen.append(weakref.ref(loaded_weight))
            loader(param, loaded_weight, *shard_id)

        return load

    for param in model.parameters():
        if hasattr(param, "weight_loader"):
            param.weight_loader = watched(param.weight_loader)
    load_sharded(model, tmp_path, HandGroup(0, 1))
    assert len(seen) == 8


def test_the_largest_tensors_are_read_before_the_model_fills_up(tmp_path):
    save_file(make_tensors(), tmp_path / "model.safetensors")
    model, sizes = Toy(HandGroup(0, 1)), []

    def watched(loader):
        def load(param, tensor, *shard_id):
            sizes.append(param.numel())
            loader(param, tensor, *shard_id)

        return load

    for param in model.parameters():
        if hasattr(param, "weight_loader"):
            param.weight_loader = watched(param.weight_loader)
    load_sharded(model, tmp_path, HandGroup(0, 1))
    assert len(sizes) == 8 and sizes == sorted(sizes, reverse=True)


def test_no_parameter_keeps_the_checkpoint_alive(tmp_path):
    save_file(make_tensors(), tmp_path / "model.safetensors")
    model = Toy(HandGroup(1, 2))
    load_sharded(model, tmp_path, HandGroup(1, 2))
    for param in model.parameters():
        assert param.untyped_storage().nbytes() == param.numel() * param.element_size()


@pytest.mark.parametrize("has_head", [True, False])
def test_a_tied_head_may_be_in_the_file_or_not(has_head, tmp_path):
    tensors = make_tensors(**({} if has_head else {"lm_head__weight": None}))
    save_file(tensors, tmp_path / "model.safetensors")
    model = Toy(HandGroup(0, 1), tied=True)
    load_sharded(model, tmp_path, HandGroup(0, 1))
    assert torch.equal(model.lm_head.weight, tensors["embed.weight"])


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"lm_head__weight": None}, "lacks lm_head.weight"),
        ({"up__bias": None, "norm__weight": None}, "lacks norm.weight, up.bias"),
        ({"gate_up__weight": (24, 6)}, "the model has no gate_up.weight"),
        ({"extra__scale": (1,), "up__weight": None}, "lacks up.weight; the model has no extra.sc"),
    ],
)
def test_missing_and_unexpected_tensors_are_listed_before_anything_is_loaded(
    changes, message, tmp_path
):
    save_file(make_tensors(**changes), tmp_path / "model.safetensors")
    model = Toy(HandGroup(0, 1))
    model.norm.weight.data.fill_(-1)
    with pytest.raises(ValueError, match=message):
        load_sharded(model, tmp_path, HandGroup(0, 1))
    assert (model.norm.weight == -1).all()


def test_long_lists_are_cut():
    names = "lacks down.bias, down.weight, embed.weight, gate.bias, gate.weight and 4 more"
    with pytest.raises(ValueError, match=names):
        check_names(Toy(HandGroup(0, 1)), set())


@pytest.mark.parametrize("tp", [1, 2])
@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("down.weight", (6, 8)),
        ("down.weight", (6, 16)),
        ("down.bias", (1,)),
        ("up.weight", (8, 6)),
        ("gate.bias", (1,)),
        ("norm.weight", (1,)),
        ("norm.weight", (12,)),
        ("embed.weight", (12, 6)),
        ("lm_head.weight", (10, 1)),
    ],
)
def test_a_mis_shaped_tensor_is_refused_by_name(name, shape, tp, tmp_path):
    changes = {name.replace(".", "__"): shape}
    save_file(make_tensors(**changes), tmp_path / "model.safetensors")
    group = HandGroup(tp - 1, tp)
    with pytest.raises(ValueError) as caught:
        load_sharded(Toy(group), tmp_path, group)
    assert f"{name}: the checkpoint's tensor has shape {shape}" in str(caught.value)
    assert str(SHAPES[name]) in str(caught.value)


def test_all_mis_shaped_tensors_are_listed(tmp_path):
    changes = {"up__weight": (1, 6), "norm__weight": (2,)}
    save_file(make_tensors(**changes), tmp_path / "model.safetensors")
    with pytest.raises(ValueError, match=r"up.weight: .*norm.weight: "):
        load_sharded(Toy(HandGroup(0, 1)), tmp_path, HandGroup(0, 1))


def test_missing_files_are_one_clear_line_each(tmp_path):
    with pytest.raises(FileNotFoundError, match="no checkpoint directory at .*nowhere"):
        tensor_files(tmp_path / "nowhere")
    with pytest.raises(FileNotFoundError, match="has neither model.safetensors nor"):
        tensor_files(tmp_path)
    write_indexed(tmp_path, make_tensors())
    (tmp_path / "model-00002-of-00003.safetensors").unlink()
    with pytest.raises(FileNotFoundError, match="names model-00002-of-00003.safetensors"):
        tensor_files(tmp_path)


def test_an_index_that_places_a_tensor_wrongly_is_refused(tmp_path):
    write_indexed(tmp_path, make_tensors())
    index = json.loads((tmp_path / INDEX).read_text())
    index["weight_map"]["norm.weight"] = index["weight_map"]["embed.weight"]
    (tmp_path / INDEX).write_text(json.dumps(index))
    with pytest.raises(ValueError, match="model-00001-of-00003.* lacks: norm.weight"):
        tensor_files(tmp_path)


@pytest.mark.parametrize(
    "content", ["{", "[]", "{}", '{"weight_map": 3}', '{"weight_map": {"a": 1}}']
)
def test_a_broken_index_is_refused(content, tmp_path):
    (tmp_path / INDEX).write_text(content)
    with pytest.raises(ValueError, match="is not an index of tensors"):
        tensor_files(tmp_path)


def test_a_broken_safetensors_file_is_refused(tmp_path):
    (tmp_path / "model.safetensors").write_bytes(b"\x10" * 40)
    with pytest.raises(ValueError, match="is not a safetensors file"):
        tensor_files(tmp_path)


def test_a_single_file_is_preferred_to_an_index(tmp_path):
    save_file(make_tensors(), tmp_path / "model.safetensors")
    (tmp_path / INDEX).write_text("{")
    assert set(tensor_files(tmp_path)) == set(SHAPES)


def test_merged_parameters_are_named_by_their_parts():
    targets = checkpoint_targets(Toy(HandGroup(0, 1)))
    assert set(targets) == set(SHAPES)
    assert targets["up.bias"][1] == (1,) and targets["down.bias"][1] == ()
