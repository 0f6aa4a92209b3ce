"""Generation on ranks: tokens, sampling in lockstep, stopping, bad input."""

import os
import re
import shutil
import signal
from pathlib import Path

import pytest
import torch
from checkpoints import SHAPE, oracle_tokens, write_checkpoint

from solutions.ch07_attention.config import Qwen3Config
from solutions.ch09_processes.processes import RankProcesses
from solutions.ch09_processes.rank_errors import RankError
from solutions.ch10_loader.loader import load_sharded
from solutions.ch11_qwen3 import engine
from solutions.ch11_qwen3.engine import LLM, ModelRunner
from solutions.ch11_qwen3.sampling_params import SamplingParams
from solutions.tp_group import HandGroup

ROOT = Path(__file__).parents[2]
TINY = ROOT / "models" / "tiny-qwen3"
PROMPTS = [[3, 5, 9, 2, 100], [210, 0], [7, 7, 7, 7, 7, 7, 7, 7, 1], [42]]
GREEDY = SamplingParams(max_tokens=10, ignore_eos=True)
KV_BYTES_PER_TOKEN = 2 * 2 * 2 * 8 * 4  # float32, one rank


@pytest.fixture(scope="module")
def checkpoint(tmp_path_factory):
    """An untied checkpoint in several files, and the transformers model that is in it."""
    directory = tmp_path_factory.mktemp("checkpoint")
    oracle = write_checkpoint(directory, shard_size="20KB")
    assert (directory / "model.safetensors.index.json").is_file()
    return directory, oracle


@pytest.fixture(scope="module")
def expected(checkpoint):
    return [oracle_tokens(checkpoint[1], prompt, 10) for prompt in PROMPTS]


class Mortal(ModelRunner):
    """A runner whose rank 1 dies in the fourth step."""

    def __init__(self, group, directory):
        super().__init__(directory, group)

    def step(self, sequences, cache, params):
        if self.group.rank == 1 and len(sequences[0].tokens) == 4:
            os.kill(os.getpid(), signal.SIGKILL)
        return super().step(sequences, cache, params)


def start(directory, tp, **kwargs):
    return LLM(directory, tp, ctx="fork", **kwargs)


def token_ids(completions):
    return [completion.token_ids for completion in completions]


class AllRanks(ModelRunner):
    """A runner that tells what every rank generated, not only rank 0."""

    def __init__(self, group, directory, *options):
        super().__init__(directory, group, *options)

    def generate_everywhere(self, prompts, params):
        torch.manual_seed(self.group.rank)  # what a rank draws elsewhere must not matter
        tokens = torch.tensor(self.generate(prompts, params))
        return self.group.all_gather(tokens, 0).view(self.group.size, *tokens.shape).tolist()

    def hashes_everywhere(self):
        return self.group.all_gather(torch.tensor([hash("a text")]), 0).tolist()


@pytest.mark.parametrize("tp", [1, 2, 4])
def test_greedy_tokens_of_a_batch_equal_transformers_one_by_one(tp, checkpoint, expected):
    with start(checkpoint[0], tp) as llm:
        assert token_ids(llm.generate(PROMPTS, GREEDY)) == expected
        for prompt, tokens in zip(PROMPTS, expected, strict=True):
            assert token_ids(llm.generate([prompt], GREEDY)) == [tokens]


def test_generation_works_where_three_ranks_divide(tmp_path):
    oracle = write_checkpoint(tmp_path, num_attention_heads=6, num_key_value_heads=3)
    with start(tmp_path, 3) as llm:
        for completion, prompt in zip(llm.generate(PROMPTS, GREEDY), PROMPTS, strict=True):
            assert completion.token_ids == oracle_tokens(oracle, prompt, 10)


@pytest.mark.parametrize("at_once", [1, 2, 3])
def test_prompts_that_the_cache_has_no_room_for_wait(at_once, checkpoint, expected):
    longest = max(len(prompt) for prompt in PROMPTS) + 10
    room = at_once * longest * KV_BYTES_PER_TOKEN
    with start(checkpoint[0], 1, cache_bytes=room) as llm:
        assert token_ids(llm.generate(PROMPTS, GREEDY)) == expected


@pytest.mark.parametrize("tp", [1, 2, 4])
@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_every_rank_ends_with_the_same_tokens(tp, temperature, checkpoint):
    params = SamplingParams(max_tokens=12, temperature=temperature, seed=3, ignore_eos=True)
    with RankProcesses(AllRanks, tp, "fork", (checkpoint[0],)) as ranks:
        everywhere = ranks.call("generate_everywhere", PROMPTS, params)
    assert len(everywhere) == tp
    assert all(tokens == everywhere[0] for tokens in everywhere)


@pytest.mark.slow
def test_ranks_that_hash_differently_still_build_the_same_batches(
    checkpoint, expected, monkeypatch
):
    monkeypatch.delenv("PYTHONHASHSEED", raising=False)
    room = 2 * (max(map(len, PROMPTS)) + 10) * KV_BYTES_PER_TOKEN  # two of the four at once
    with RankProcesses(AllRanks, 2, "spawn", (checkpoint[0], None, room)) as ranks:
        assert len(set(ranks.call("hashes_everywhere"))) == 2
        assert ranks.call("generate_everywhere", PROMPTS, GREEDY) == [expected] * 2


def test_a_seed_gives_the_same_tokens_on_any_number_of_ranks_and_in_any_batch(checkpoint):
    params = SamplingParams(max_tokens=12, temperature=0.8, top_p=0.9, seed=11, ignore_eos=True)
    results = []
    for tp in (1, 2, 4):
        with start(checkpoint[0], tp) as llm:
            results.append(token_ids(llm.generate(PROMPTS, params)))
            assert token_ids(llm.generate(PROMPTS[2:3], params)) == results[-1][2:3]
    assert results[0] == results[1] == results[2]


def test_seeds_and_temperatures_change_the_tokens(checkpoint):
    with start(checkpoint[0], 1) as llm:

        def tokens(**params):
            params = SamplingParams(max_tokens=20, ignore_eos=True, **params)
            return token_ids(llm.generate(PROMPTS[:1], params))

        assert tokens(temperature=1.0, seed=1) != tokens(temperature=1.0, seed=2)
        assert tokens(temperature=1.0) != tokens(temperature=1.0)
        assert tokens(temperature=1e-320, seed=1) == tokens(temperature=0.0)
        assert tokens(temperature=5.0, top_p=1e-9, seed=1) == tokens(temperature=0.0)


@pytest.mark.parametrize("tp", [1, 2])
@pytest.mark.parametrize("several", [False, True])
def test_generation_stops_after_an_eos_token_which_is_kept(tp, several, tmp_path, checkpoint):
    directory, oracle = checkpoint
    tokens = oracle_tokens(oracle, PROMPTS[0], 10)
    eos = tokens[4]
    stop = tokens.index(eos) + 1
    shutil.copytree(directory, tmp_path, dirs_exist_ok=True)
    written = f"[{eos}, 9999]" if several else str(eos)
    (tmp_path / "generation_config.json").write_text(f'{{"eos_token_id": {written}}}')
    with start(tmp_path, tp) as llm:
        params = SamplingParams(max_tokens=10)
        assert token_ids(llm.generate(PROMPTS[:1], params)) == [tokens[:stop]]
        for completion, prompt in zip(llm.generate(PROMPTS, params), PROMPTS, strict=True):
            assert completion.token_ids == oracle_tokens(oracle, prompt, 10, eos=[eos])
        assert token_ids(llm.generate(PROMPTS[:1], GREEDY)) == [tokens]


def test_the_eos_of_the_configuration_counts_where_no_other_is_given(tmp_path, checkpoint):
    directory, oracle = checkpoint
    tokens = oracle_tokens(oracle, PROMPTS[0], 10)
    shutil.copytree(directory, tmp_path, dirs_exist_ok=True)
    (tmp_path / "generation_config.json").unlink()
    text = (tmp_path / "config.json").read_text()
    (tmp_path / "config.json").write_text(
        re.sub(r'"eos_token_id": \d+', f'"eos_token_id": {tokens[0]}', text)
    )
    with start(tmp_path, 1) as llm:
        assert token_ids(llm.generate(PROMPTS[:1])) == [tokens[:1]]


def test_generation_ends_at_the_models_last_position(checkpoint):
    with start(checkpoint[0], 2) as llm:
        params = SamplingParams(max_tokens=100, ignore_eos=True)
        lengths = [len(t) for t in token_ids(llm.generate([[1] * 60, [2] * 64, [3]], params))]
    assert lengths == [5, 1, 64]  # 64 positions; the last token needs none


@pytest.mark.parametrize(
    ("prompts", "message"),
    [
        ([[1], []], "prompt 1 is empty"),
        ([[211]], "prompt 0 has the id 211, the vocabulary is 211"),
        ([[-1]], "prompt 0 has the id -1"),
        ([[1.5]], "prompt 0 has the id 1.5"),
        ([[1] * 65], "prompt 0 has 65 tokens, the model has positions for 64"),
        ([1, 2], "must be a list of prompts"),
        ("text", "must be a list of prompts"),
        (["text"], "prompt 0 is a text, but the checkpoint has no tokenizer.json"),
    ],
)
@pytest.mark.parametrize("tp", [1, 2])
def test_a_bad_prompt_is_refused_and_the_ranks_go_on(prompts, message, tp, checkpoint, expected):
    with start(checkpoint[0], tp) as llm:
        with pytest.raises(ValueError, match=message):
            llm.generate(prompts, GREEDY)
        assert token_ids(llm.generate(PROMPTS[:1], GREEDY)) == expected[:1]


def test_a_sequence_longer_than_the_whole_cache_is_refused(checkpoint):
    with (
        start(checkpoint[0], 1, cache_bytes=14 * KV_BYTES_PER_TOKEN) as llm,
        pytest.raises(ValueError, match="a sequence of 15 tokens exceeds the KV cache of 14"),
    ):
        llm.generate(PROMPTS[:1], GREEDY)


def test_no_prompts_give_no_completions(checkpoint):
    with start(checkpoint[0], 2) as llm:
        assert llm.generate([]) == []


@pytest.mark.parametrize(
    ("kwargs", "message"),
    [
        ({"tp_size": 3}, "cannot be cut for 3 ranks: 8 is not divisible by 3"),
        ({"tp_size": 0}, "at least 1, got 0"),
        ({"dtype": "int8"}, "dtype 'int8' is not one of"),
        ({"tp_size": 2, "plugin": "pigeon"}, "no communicator 'pigeon'"),
    ],
)
def test_an_engine_that_cannot_run_is_refused(kwargs, message, checkpoint):
    with pytest.raises(ValueError, match=message):
        LLM(checkpoint[0], ctx="fork", **kwargs)


@pytest.mark.parametrize("tp", [1, 2])
def test_an_incomplete_checkpoint_is_refused_by_name(tp, checkpoint, tmp_path):
    shutil.copytree(checkpoint[0], tmp_path, dirs_exist_ok=True)
    next(iter(sorted(tmp_path.glob("model-*.safetensors")))).unlink()
    with pytest.raises(FileNotFoundError, match="names model-00001-of-"):
        start(tmp_path, tp)
    with pytest.raises(FileNotFoundError, match="no model configuration at"):
        start(tmp_path / "nowhere", tp)


def test_a_mis_shaped_checkpoint_is_refused_by_its_ranks(checkpoint, tmp_path):
    shutil.copytree(checkpoint[0], tmp_path, dirs_exist_ok=True)
    text = (tmp_path / "config.json").read_text()
    (tmp_path / "config.json").write_text(text.replace('"head_dim": 8', '"head_dim": 6'))
    with pytest.raises(ValueError, match=r"self_attn.q_proj.weight: .*\(64, 24\).*\(48, 24\)"):
        start(tmp_path, 2)


@pytest.mark.parametrize("dtype", [torch.bfloat16, "bfloat16"])
def test_a_dtype_may_be_given_by_name_or_by_torch(dtype, checkpoint):
    with start(checkpoint[0], 1, dtype=dtype) as llm:
        assert llm.ranks.runner.model.lm_head.weight.dtype == torch.bfloat16
        assert len(llm.generate(PROMPTS[:1], GREEDY)[0].token_ids) == 10


def test_a_rank_that_dies_while_generating_is_named(checkpoint):
    ranks = RankProcesses(Mortal, 2, "fork", (checkpoint[0],))
    tokens = []
    with pytest.raises(RankError, match="rank 1 was killed by SIGKILL"):
        for step in ranks.stream("stream", [[1]], GREEDY):
            tokens += step
    assert len(tokens) == 3


@pytest.mark.parametrize("tp", [1, 2, 4])
def test_the_tiny_model_knows_the_capital_of_france(tp):
    prompts = ["The capital of France is", "The capital of France is"]
    with start(TINY, tp) as llm:
        completions = llm.generate(prompts)
        assert completions[0].text == completions[1].text == " Paris."
        pieces = list(llm.stream(prompts[0]))
    assert len(pieces) > 1 and "".join(pieces) == " Paris."


def test_the_small_checkpoints_have_the_shape_they_claim(checkpoint):
    config = Qwen3Config.read(checkpoint[0])
    assert config.head_dim * config.num_attention_heads != config.hidden_size
    assert config.vocab_size == SHAPE["vocab_size"] and config.rope_theta == 1e4
    assert ModelRunner(checkpoint[0], HandGroup(0, 1)).eos_ids == {7}


def test_a_model_is_made_in_its_dtype_and_not_converted(checkpoint, monkeypatch):
    found = []

    def watched(model, directory, group, dtype):
        found.extend(param.dtype for param in model.parameters())
        load_sharded(model, directory, group, dtype)

    monkeypatch.setattr(engine, "load_sharded", watched)
    ModelRunner(checkpoint[0], HandGroup(0, 1), "bfloat16")
    assert set(found) == {torch.bfloat16}
    assert torch.get_default_dtype() == torch.float32
