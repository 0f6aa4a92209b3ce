"""Reading config.json, as transformers 4 and 5 write it, and refusing what is not computed."""

import json

import pytest

from solutions.ch07_attention.config import Qwen3Config

VALUES = {
    "model_type": "qwen3",
    "vocab_size": 31,
    "hidden_size": 24,
    "intermediate_size": 36,
    "num_hidden_layers": 2,
    "num_attention_heads": 8,
    "num_key_value_heads": 2,
    "head_dim": 8,
    "max_position_embeddings": 64,
    "rms_norm_eps": 1e-5,
}


@pytest.mark.parametrize(
    "written",
    [
        {"rope_theta": 5e5, "torch_dtype": "bfloat16"},
        {"rope_parameters": {"rope_theta": 5e5, "rope_type": "default"}, "dtype": "bfloat16"},
        {"rope_theta": 5e5, "rope_scaling": None, "dtype": "bfloat16"},
    ],
)
def test_both_spellings_of_rope_and_dtype_are_read(written, tmp_path):
    (tmp_path / "config.json").write_text(json.dumps(VALUES | written))
    for path in (tmp_path, tmp_path / "config.json", str(tmp_path)):
        config = Qwen3Config.read(path)
        assert (config.rope_theta, config.dtype, config.rms_norm_eps) == (5e5, "bfloat16", 1e-5)


def test_absent_kv_heads_mean_no_grouping():
    config = Qwen3Config.from_dict(VALUES | {"num_key_value_heads": None})
    assert config.num_key_value_heads == 8


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"model_type": "llama"}, "model_type is 'llama'"),
        ({"hidden_act": "gelu"}, "hidden_act is 'gelu'"),
        ({"rope_scaling": {"rope_type": "yarn", "factor": 4.0}}, "rope_type is 'yarn'"),
        ({"rope_parameters": {"rope_type": "linear", "factor": 2.0}}, "rope_type is 'linear'"),
        ({"use_sliding_window": True}, "use_sliding_window is True"),
        ({"vocab_size": None}, "missing vocab_size"),
        ({"head_dim": 0}, "head_dim must be a positive integer, got 0"),
        ({"hidden_size": "24"}, "hidden_size must be a positive integer, got '24'"),
        ({"dtype": "int8"}, "dtype 'int8' is not one of float32"),
    ],
)
def test_a_model_that_is_not_computed_is_refused_by_name(change, message, tmp_path):
    (tmp_path / "config.json").write_text(json.dumps(VALUES | change))
    with pytest.raises(ValueError, match=message) as caught:
        Qwen3Config.read(tmp_path)
    assert str(tmp_path) in str(caught.value)


def test_a_missing_or_broken_file_is_one_clear_line(tmp_path):
    with pytest.raises(FileNotFoundError, match="no model configuration at"):
        Qwen3Config.read(tmp_path)
    (tmp_path / "config.json").write_text("{")
    with pytest.raises(ValueError, match="is not JSON"):
        Qwen3Config.read(tmp_path)
    (tmp_path / "config.json").write_text("[]")
    with pytest.raises(ValueError, match="not a JSON object"):
        Qwen3Config.read(tmp_path)
