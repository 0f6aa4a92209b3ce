"""What bench/make_qwen3.py writes: a checkpoint that transformers loads whole, always the same."""

import json
import math
import runpy
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

ROOT = Path(__file__).resolve().parents[2]
TINY_CONFIG = ROOT / "models" / "tiny-qwen3" / "config.json"
SCRIPT = runpy.run_path(str(ROOT / "bench" / "make_qwen3.py"))
FULL_CONFIG = json.loads((ROOT / "models" / "qwen3-0.6b" / "config.json").read_text())


def make(out: Path, *options: str) -> Path:
    SCRIPT["main"](["--config", str(TINY_CONFIG), "--layers", "1", "--out", str(out), *options])
    return out


def weights(directory: Path) -> dict[str, torch.Tensor]:
    files = sorted(directory.glob("*.safetensors"))
    return {key: value for path in files for key, value in load_file(path).items()}


@pytest.mark.parametrize("shards", ["1", "3"])
@pytest.mark.parametrize("dtype", ["float32", "bfloat16"])
@pytest.mark.parametrize("untied", [False, True], ids=["tied", "untied"])
def test_transformers_loads_it_with_no_key_missing_or_left_over(tmp_path, untied, dtype, shards):
    transformers = pytest.importorskip("transformers", reason="transformers loads the checkpoint")
    make(tmp_path, "--dtype", dtype, "--shards", shards, *["--untied"] * untied)
    model, report = transformers.AutoModelForCausalLM.from_pretrained(
        tmp_path, output_loading_info=True
    )
    assert not any(report.values()), report
    embedding, head = model.model.embed_tokens.weight, model.lm_head.weight
    assert (embedding.data_ptr() != head.data_ptr()) == untied
    assert str(model.dtype) == f"torch.{dtype}"
    with torch.inference_mode():
        logits = model(torch.tensor([[5, 6], [7, 8]])).logits.float()  # (2, 2, V)
    assert torch.isfinite(logits).all() and 0.01 < logits.std() < 10


def test_matrices_are_noise_of_std_002_and_norms_are_ones(tmp_path):
    for name, value in weights(make(tmp_path, "--dtype", "float32")).items():
        if value.dim() == 1:
            assert (value == 1).all(), name
        else:
            assert abs(value.std().item() - 0.02) < 0.001, name
            assert abs(value.mean().item()) < 0.001, name


def test_every_matrix_has_its_own_values(tmp_path):
    matrices = [v for v in weights(make(tmp_path)).values() if v.dim() == 2]
    assert len({tuple(v.flatten()[:8].tolist()) for v in matrices}) == len(matrices)


@pytest.mark.parametrize("num_shards", [2, 3, 5, 13])
def test_the_index_names_every_tensor_and_its_file(tmp_path, num_shards):
    make(tmp_path, "--shards", str(num_shards), "--dtype", "float32")
    index = json.loads((tmp_path / "model.safetensors.index.json").read_text())
    files = sorted(path.name for path in tmp_path.glob("*.safetensors"))
    assert len(files) == num_shards
    held = {key: name for name in files for key in load_file(tmp_path / name)}
    assert index["weight_map"] == held
    assert index["metadata"]["total_size"] == sum(v.nbytes for v in weights(tmp_path).values())


def test_more_shards_than_tensors_is_an_error(tmp_path):
    with pytest.raises(ValueError, match="14 shards but only 13 tensors"):
        make(tmp_path / "out", "--shards", "14")
    assert not (tmp_path / "out").exists()


def test_the_same_seed_gives_the_same_weights_and_another_does_not(tmp_path):
    first = weights(make(tmp_path / "a", "--seed", "1"))
    same = weights(make(tmp_path / "b", "--seed", "1", "--shards", "4"))
    other = weights(make(tmp_path / "c", "--seed", "2"))
    assert all(torch.equal(first[key], same[key]) for key in first)
    assert not torch.equal(first["model.embed_tokens.weight"], other["model.embed_tokens.weight"])


def test_bfloat16_is_the_float32_checkpoint_rounded(tmp_path):
    wide = weights(make(tmp_path / "a", "--dtype", "float32"))
    narrow = weights(make(tmp_path / "b", "--dtype", "bfloat16"))
    assert all(torch.equal(wide[key].bfloat16(), narrow[key]) for key in wide)


def test_fewer_layers_and_a_head_change_no_other_tensor(tmp_path):
    one = weights(make(tmp_path / "a"))
    two = weights(make(tmp_path / "b", "--layers", "2", "--untied"))
    assert all(torch.equal(one[key], two[key]) for key in one)
    assert len(two) == len(one) + 11 + 1


def test_an_earlier_checkpoint_is_kept_unless_forced(tmp_path):
    make(tmp_path, "--shards", "2")
    before = sorted(path.name for path in tmp_path.iterdir())
    with pytest.raises(SystemExit, match="already holds config.json; use --force"):
        make(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == before
    make(tmp_path, "--force")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["config.json", "model.safetensors"]


@pytest.mark.parametrize("options", [[], ["--out", "x", "--layers", "0"]])
def test_bad_options_are_a_usage_error(options):
    with pytest.raises(SystemExit) as error:
        SCRIPT["main"](options)
    assert error.value.code == 2


def test_config_only_writes_the_published_configuration(tmp_path):
    SCRIPT["main"](["--out", str(tmp_path), "--config-only"])
    assert [path.name for path in tmp_path.iterdir()] == ["config.json"]
    assert json.loads((tmp_path / "config.json").read_text()) == FULL_CONFIG


def test_full_size_shapes_are_those_of_qwen3_06b():
    shapes = SCRIPT["model_shapes"](FULL_CONFIG)
    assert shapes["model.layers.27.self_attn.q_proj.weight"] == (2048, 1024)
    assert shapes["model.layers.27.self_attn.k_proj.weight"] == (1024, 1024)
    assert shapes["model.layers.27.mlp.down_proj.weight"] == (1024, 3072)
    assert len(shapes) == 28 * 11 + 2
    assert sum(math.prod(shape) for shape in shapes.values()) == 596_049_920
