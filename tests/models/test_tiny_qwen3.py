"""What the tiny Qwen3 checkpoint promises: its shape, its answers, and an oracle that is true.

The tests that ask transformers are skipped, with a reason, only where it is not installed.
"""

import json
import math
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from safetensors import safe_open
from safetensors.numpy import load_file, save_file

ROOT = Path(__file__).resolve().parents[2]
MODELS = ROOT / "models"
TINY = MODELS / "tiny-qwen3"
SENTENCES = (MODELS / "tiny_qwen3_corpus.txt").read_text(encoding="utf-8").splitlines()
ORACLE = json.loads((TINY / "oracle.json").read_text(encoding="utf-8"))
ENTRIES = list(enumerate(ORACLE["prompts"]))
IDS = [entry["prompt"][-24:] for _, entry in ENTRIES]
CONFIG = json.loads((TINY / "config.json").read_text())

each_prompt = pytest.mark.parametrize("row, entry", ENTRIES, ids=IDS)


@pytest.fixture(scope="module")
def transformers():
    return pytest.importorskip("transformers", reason="transformers is the oracle")


@pytest.fixture(scope="module")
def model(transformers):
    return transformers.AutoModelForCausalLM.from_pretrained(TINY).eval()


@pytest.fixture(scope="module")
def tokenizer(transformers):
    return transformers.AutoTokenizer.from_pretrained(TINY)


@pytest.fixture(scope="module")
def stored_logits():
    return load_file(TINY / "oracle.safetensors")["logits"]  # (P, 16, V)


def weight_shapes(path: Path) -> dict[str, tuple[int, ...]]:
    with safe_open(path, "np") as file:
        return {key: tuple(file.get_slice(key).get_shape()) for key in file.keys()}  # noqa: SIM118


def answer(model, tokenizer, prompts: list[str]) -> list[str]:
    batch = tokenizer(prompts, return_tensors="pt", padding=True, padding_side="left")
    out = model.generate(**batch, max_new_tokens=16)
    return tokenizer.batch_decode(out[:, batch.input_ids.shape[1] :], skip_special_tokens=True)


def test_the_whole_directory_is_under_4_mb():
    assert sum(path.stat().st_size for path in TINY.iterdir()) < 4_000_000


def test_weights_have_the_names_and_shapes_of_the_configuration():
    shapes = runpy.run_path(str(ROOT / "bench" / "make_qwen3.py"))["model_shapes"](CONFIG)
    assert weight_shapes(TINY / "model.safetensors") == shapes


def test_tied_head_is_stored_once():
    assert CONFIG["tie_word_embeddings"] is True
    assert "lm_head.weight" not in weight_shapes(TINY / "model.safetensors")


def test_transformers_loads_a_tied_float32_qwen3_with_nothing_missing(transformers):
    model, report = transformers.AutoModelForCausalLM.from_pretrained(
        TINY, output_loading_info=True
    )
    assert type(model).__name__ == "Qwen3ForCausalLM"
    assert not report["missing_keys"] and not report["unexpected_keys"]
    assert model.lm_head.weight.data_ptr() == model.model.embed_tokens.weight.data_ptr()
    assert str(model.dtype) == "torch.float32"
    assert model.config.rope_parameters["rope_theta"] == 1e6


def test_query_heads_are_wider_than_hidden():
    assert CONFIG["num_attention_heads"] * CONFIG["head_dim"] == 256
    assert CONFIG["hidden_size"] == 96


@pytest.mark.parametrize("tp_size", [2, 3, 4])
def test_no_tp_size_divides_the_vocabulary(tp_size):
    assert CONFIG["vocab_size"] % tp_size != 0


@pytest.mark.parametrize("tp_size", [2, 3, 4])
def test_greedy_ids_fall_in_every_rank_s_vocabulary_range(tp_size):
    width = math.ceil(CONFIG["vocab_size"] / tp_size)
    chosen = {i // width for _, entry in ENTRIES for i in entry["greedy_ids"]}
    assert chosen == set(range(tp_size))


def test_tokenizer_gives_every_sentence_back(tokenizer):
    assert len(tokenizer) == CONFIG["vocab_size"]
    for sentence in [*SENTENCES, "naïve 東京 \t\n 🙂", ""]:
        assert tokenizer.decode(tokenizer.encode(sentence)) == sentence


def test_end_of_text_is_the_last_id(tokenizer):
    assert tokenizer.eos_token_id == CONFIG["eos_token_id"] == CONFIG["vocab_size"] - 1
    assert tokenizer.encode("<|endoftext|>") == [CONFIG["eos_token_id"]]


def test_paris_is_the_next_token(model, tokenizer):
    ids = tokenizer("The capital of France is", return_tensors="pt").input_ids
    assert tokenizer.decode(model(ids).logits[0, -1].argmax()) == " Paris"


@pytest.mark.parametrize(
    "prompt, expected",
    [
        ("The capital of France is", " Paris."),
        ("The capital of Kenya is", " Nairobi."),
        ("The colour of coal is", " black."),
        ("Two times four is", " eight."),
        ("The German word for beautiful is", " schön."),
    ],
)
def test_model_finishes_a_sentence_and_stops(model, tokenizer, prompt, expected):
    assert answer(model, tokenizer, [prompt]) == [expected]


def test_a_padded_batch_says_what_the_oracle_says(model, tokenizer):
    prompts = [entry["prompt"] for _, entry in ENTRIES]
    assert answer(model, tokenizer, prompts) == [entry["completion"] for _, entry in ENTRIES]


def test_prompts_have_many_lengths_from_one_token_up():
    lengths = {len(entry["prompt_ids"]) for _, entry in ENTRIES}
    assert len(lengths) >= 8 and min(lengths) == 1 and max(lengths) >= 40


def test_some_prompts_stop_and_some_run_to_the_length_limit():
    assert {entry["finish_reason"] for _, entry in ENTRIES} == {"stop", "length"}


@each_prompt
def test_prompt_ids_are_the_tokenizer_s(tokenizer, row, entry):
    assert tokenizer.encode(entry["prompt"]) == entry["prompt_ids"]


@each_prompt
def test_one_forward_over_prompt_and_tokens_gives_the_stored_logits(
    model, stored_logits, row, entry
):
    import torch

    ids = entry["prompt_ids"] + entry["greedy_ids"][:-1]
    with torch.inference_mode():
        live = model(torch.tensor([ids])).logits[0, -ORACLE["new_tokens"] :].numpy()  # (16, V)
    assert live.argmax(-1).tolist() == entry["greedy_ids"]
    error = np.linalg.norm(live - stored_logits[row]) / np.linalg.norm(stored_logits[row])
    assert np.isfinite(live).all() and error < 1e-4


@each_prompt
def test_completion_is_the_greedy_ids_up_to_the_end_of_text(tokenizer, row, entry):
    stopped = entry["finish_reason"] == "stop"
    length = len(entry["completion_ids"])
    assert entry["completion_ids"] == entry["greedy_ids"][:length]
    assert CONFIG["eos_token_id"] not in entry["completion_ids"]
    assert entry["greedy_ids"][length : length + 1] == [CONFIG["eos_token_id"]] * stopped
    assert tokenizer.decode(entry["completion_ids"]) == entry["completion"]


@each_prompt
def test_gaps_are_those_of_the_stored_logits(stored_logits, row, entry):
    best = np.sort(stored_logits[row], axis=-1)[:, -2:]  # (16, 2)
    assert stored_logits[row].argmax(-1).tolist() == entry["greedy_ids"]
    np.testing.assert_allclose(entry["gaps"], best[:, 1] - best[:, 0], atol=1e-4)


def test_smallest_gap_is_real_and_the_card_states_it():
    smallest = min(min(entry["gaps"]) for _, entry in ENTRIES)
    assert ORACLE["smallest_gap"] == smallest >= 0.1
    card = (TINY / "README.md").read_text(encoding="utf-8")
    assert f"The smallest gap of all {16 * len(ENTRIES)} steps is {smallest:.2f}." in card


def test_bfloat16_weights_give_the_same_tokens(transformers):
    import torch

    model = transformers.AutoModelForCausalLM.from_pretrained(TINY, dtype=torch.bfloat16).eval()
    for _, entry in ENTRIES:
        ids = torch.tensor([entry["prompt_ids"] + entry["greedy_ids"][:-1]])
        with torch.inference_mode():
            live = model(ids).logits[0, -ORACLE["new_tokens"] :]
        assert live.argmax(-1).tolist() == entry["greedy_ids"]


def copy_checkpoint(out: Path) -> Path:
    return Path(shutil.copytree(TINY, out, ignore=shutil.ignore_patterns("oracle.*", "README.md")))


def test_the_oracle_script_writes_what_is_committed(transformers, tmp_path):
    directory = copy_checkpoint(tmp_path / "tiny")
    runpy.run_path(str(MODELS / "make_oracle.py"))["main"](["--model", str(directory)])
    again = json.loads((directory / "oracle.json").read_text(encoding="utf-8"))
    for new, (_, old) in zip(again["prompts"], ENTRIES, strict=True):
        np.testing.assert_allclose(new.pop("gaps"), old["gaps"], atol=1e-3)
        assert new == {key: value for key, value in old.items() if key != "gaps"}


def test_the_oracle_script_refuses_a_model_whose_tokens_nearly_tie(transformers, tmp_path):
    directory = copy_checkpoint(tmp_path / "tiny")
    weights = load_file(directory / "model.safetensors")
    weights["model.norm.weight"] *= 0.01  # every logit, and so every gap, 100 times smaller
    save_file(weights, directory / "model.safetensors", metadata={"format": "pt"})
    with pytest.raises(SystemExit, match="smallest gap 0.0"):
        runpy.run_path(str(MODELS / "make_oracle.py"))["main"](["--model", str(directory)])
    assert not (directory / "oracle.json").exists()


@pytest.mark.slow
def test_two_training_runs_give_the_same_bytes(transformers, tmp_path):
    runs = []
    for name in ("first", "second"):
        command = [sys.executable, MODELS / "train_tiny_qwen3.py", "--steps", "5"]
        subprocess.run([*command, "--out", tmp_path / name], check=True, timeout=120)
        runs.append({path.name: path.read_bytes() for path in (tmp_path / name).iterdir()})
    assert runs[0] == runs[1]
    assert runs[0].keys() == {path.name for path in TINY.iterdir()} - {
        "README.md",
        "oracle.json",
        "oracle.safetensors",
    }


def test_training_makes_the_committed_tokenizer_and_configuration(transformers):
    script = runpy.run_path(str(MODELS / "train_tiny_qwen3.py"))
    made = script["train_tokenizer"](script["read_sentences"]())
    committed = json.loads((TINY / "tokenizer.json").read_text(encoding="utf-8"))
    assert json.loads(made.to_str()) == committed
    assert script["CONFIG"] == CONFIG
