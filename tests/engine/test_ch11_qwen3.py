"""Qwen3 on ranks against transformers: logits, counts of collectives, shapes."""

import math
from pathlib import Path

import pytest
import torch
from checkpoints import SHAPE, oracle_logits, write_checkpoint

from solutions.ch07_attention.batch import Batch
from solutions.ch09_processes.processes import RankProcesses
from solutions.ch11_qwen3.engine import ModelRunner
from solutions.ch11_qwen3.sampling_params import SamplingParams
from solutions.ch11_qwen3.sequence import plan_sequences
from solutions.ch11_qwen3.shapes import local_shapes, main
from solutions.tp_group import HandGroup

CONFIGS = {
    "untied": {},
    "tied": {"tie_word_embeddings": True},
    "biased": {"attention_bias": True},
    "six heads": {"num_attention_heads": 6, "num_key_value_heads": 3},
    "theta": {"rope_parameters": {"rope_type": "default", "rope_theta": 50.0}, "head_dim": 6},
}
PROMPTS = [[3, 5, 9, 2, 100], [210, 0], [7, 7, 7, 7, 7, 7, 7, 7, 1]]
QWEN3_06B = Path(__file__).parents[2] / "models" / "qwen3-0.6b"


class CountingGroup:
    """Hands every call on, and notes its name."""

    def __init__(self, group):
        self.group = group
        self.rank, self.size = group.rank, group.size
        self.calls = []

    def __getattr__(self, name):
        def collective(*args, **kwargs):
            self.calls.append(name)
            return getattr(self.group, name)(*args, **kwargs)

        return collective


class Probe(ModelRunner):
    """One rank that answers with logits and with the names of the collectives it called."""

    def __init__(self, group, directory):
        super().__init__(directory, CountingGroup(group))

    def prompt_logits(self, prompts):
        """Logits of every position of all prompts in one batch, from rank 0."""
        [sequences] = plan_sequences(prompts, SamplingParams(), 64, self.capacity)
        lengths = tuple(len(prompt) for prompt in prompts)
        batch = Batch(tuple(range(len(prompts))), (0,) * len(prompts), lengths)
        ids = torch.tensor([token for prompt in prompts for token in prompt])
        with torch.inference_mode():
            x = self.model.model(ids, batch, self.new_cache(sequences))
            logits = self.model.lm_head(x)
        return None if logits is None else [part.clone() for part in logits.split(lengths)]

    def calls_of_a_step(self, prompts, temperature):
        """The collectives of a prefill, then those of a decode step, for each rank alike."""
        params = SamplingParams(temperature=temperature, seed=1)
        [sequences] = plan_sequences(prompts, params, 64, self.capacity)
        cache = self.new_cache(sequences)
        counts = []
        for _ in range(2):
            self.group.calls.clear()
            self.step(sequences, cache, params)
            counts.append(list(self.group.calls))
        return counts


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory):
    """checkpoint(name) -> (directory, transformers model), each written once."""
    made = {}

    def get(name):
        if name not in made:
            directory = tmp_path_factory.mktemp("checkpoint")
            made[name] = directory, write_checkpoint(directory, **CONFIGS[name])
        return made[name]

    return get


LEGAL = [(name, tp) for name in CONFIGS if name != "six heads" for tp in (1, 2, 4)]
LEGAL += [("six heads", 1), ("six heads", 3), ("six heads", 6)]


@pytest.mark.parametrize(("name", "tp"), LEGAL)
def test_logits_of_a_batch_of_unequal_prompts_equal_transformers(name, tp, checkpoint):
    directory, oracle = checkpoint(name)
    if tp == 1:
        logits = Probe(HandGroup(0, 1), directory).prompt_logits(PROMPTS)
    else:
        with RankProcesses(Probe, tp, "fork", (directory,)) as ranks:
            logits = ranks.call("prompt_logits", PROMPTS)
    for ours, prompt in zip(logits, PROMPTS, strict=True):
        expected = oracle_logits(oracle, prompt)
        assert expected.std() > 0.5
        torch.testing.assert_close(ours, expected, rtol=0, atol=1e-4)


@pytest.mark.parametrize("tp", [1, 2, 4])
def test_bfloat16_logits_are_as_close_as_bfloat16_allows(tp, tmp_path):
    oracle = write_checkpoint(tmp_path, dtype=torch.bfloat16, tie_word_embeddings=True)
    exact = oracle.float()
    with RankProcesses(Probe, tp, "fork", (tmp_path,)) as ranks:
        logits = ranks.call("prompt_logits", PROMPTS)
    for ours, prompt in zip(logits, PROMPTS, strict=True):
        assert ours.dtype == torch.bfloat16
        expected = oracle_logits(exact, prompt)
        error = (ours.float() - expected).norm() / expected.norm()
        assert error < 0.03


@pytest.mark.parametrize("tp", [2, 4])
def test_a_forward_costs_five_all_reduces_and_one_exchange_of_the_vocabulary(tp, checkpoint):
    directory, _ = checkpoint("untied")
    reduces = ["all_reduce"] * (2 * SHAPE["num_hidden_layers"] + 1)
    with RankProcesses(Probe, tp, "fork", (directory,)) as ranks:
        greedy = ranks.call("calls_of_a_step", PROMPTS, 0.0)
        sampled = ranks.call("calls_of_a_step", PROMPTS, 1.0)
    assert greedy == [[*reduces, "all_gather"]] * 2
    assert sampled == [[*reduces, "gather", "broadcast"]] * 2


def test_the_shape_table_of_qwen3_06b_at_2_and_16_ranks(capsys):
    assert main([str(QWEN3_06B), "--tp", "2,16"]) == 0
    lines = {line.split("  ")[0]: line.split() for line in capsys.readouterr().out.splitlines()}
    for name, cells in {
        "self_attn.q_proj": "(2048, 1024) (1024, 1024) (128, 1024)",
        "self_attn.k_proj": "(1024, 1024) (512, 1024) (128, 1024) x2",
        "self_attn.o_proj": "(1024, 2048) (1024, 1024) (1024, 128)",
        "mlp.gate_proj": "(3072, 1024) (1536, 1024) (192, 1024)",
        "mlp.down_proj": "(1024, 3072) (1024, 1536) (1024, 192)",
        "embed_tokens": "(151936, 1024) (75968, 1024) (9496, 1024)",
        "input_layernorm": "(1024,) (1024,) (1024,)",
        "self_attn.qkv_proj": "(4096, 1024) (2048, 1024) (384, 1024)",
    }.items():
        assert lines[name][1:] == cells.split()


def test_the_shape_table_marks_replicas_and_lists_kv_heads(capsys):
    main([str(QWEN3_06B / "config.json"), "--tp", "2,16"])
    out = capsys.readouterr().out
    assert "tp=2: 0-3 4-7" in out
    assert "tp=16: 0 0 1 1 2 2 3 3 4 4 5 5 6 6 7 7" in out
    assert "x2: at tp=16, 2 ranks hold the same rows" in out
    assert "lm_head is tied" in out


@pytest.mark.parametrize("tp", [1, 2, 4])
def test_the_shape_table_is_what_a_rank_allocates(tp, checkpoint):
    directory, oracle = checkpoint("biased")
    runner = Probe(HandGroup(0, 1), directory)
    whole = {name: tuple(param.shape) for name, param in oracle.named_parameters()}
    shapes = local_shapes(runner.config, tp)
    assert shapes["self_attn.k_proj.bias"] == (max(1, 2 // tp) * 8,)
    assert shapes["self_attn.o_proj.bias"] == (24,)
    assert shapes["embed_tokens"] == (math.ceil(211 / tp), 24)
    if tp == 1:
        for name, shape in whole.items():
            short = name.removeprefix("model.").removeprefix("layers.0.").removesuffix(".weight")
            assert "layers.1." in short or shapes[short] == shape


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        ([str(QWEN3_06B), "--tp", "3"], "cannot be cut for 3 ranks: 16 is not divisible by 3"),
        ([str(QWEN3_06B), "--tp", "0"], "must be at least 1, got 0"),
        (["nowhere"], "no model configuration at nowhere"),
    ],
)
def test_a_mistake_in_the_shapes_command_is_one_line_and_code_2(argv, message, capsys):
    assert main(argv) == 2
    err = capsys.readouterr().err
    assert message in err and err.count("\n") == 1
