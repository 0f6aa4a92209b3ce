"""The service answers as the model does: texts, streams, stop strings, seeds, batches."""

import concurrent.futures
import json

import pytest
import torch
from servers import TINY, events_of, server
from transformers import AutoTokenizer, Qwen3ForCausalLM

ORACLE = json.loads((TINY / "oracle.json").read_text())["prompts"]
PROMPTS = ["The capital of France is", "The Chinese word for water is", "Count"]
UNICODE = "The Chinese word for water is"
SEEDED = {"max_tokens": 20, "temperature": 2.0, "seed": 5, "ignore_eos": True}
TUESDAY = "The day after Monday is"


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    with server(tmp_path_factory.mktemp("served") / "run", tp=2) as running:
        yield running


@pytest.fixture(scope="module")
def client(served):
    with served.client() as client:
        yield client


@pytest.fixture(scope="module")
def transformers_text():
    """transformers_text(prompt, max_tokens, ignore_eos) -> what a single process writes."""
    model = Qwen3ForCausalLM.from_pretrained(TINY).eval()
    tokenizer = AutoTokenizer.from_pretrained(TINY)

    def text(prompt, max_tokens, ignore_eos=False):
        ids = tokenizer(prompt, return_tensors="pt").input_ids
        least = {"min_new_tokens": max_tokens} if ignore_eos else {}
        if ignore_eos:
            model.generation_config.eos_token_id = None
        with torch.inference_mode():
            out = model.generate(ids, max_new_tokens=max_tokens, do_sample=False, **least)
        model.generation_config.eos_token_id = tokenizer.eos_token_id
        return tokenizer.decode(out[0, ids.shape[1] :], skip_special_tokens=True)

    return text


def complete(client, prompt, **fields):
    extra = {"ignore_eos": fields.pop("ignore_eos", False)}
    fields = {"temperature": 0, "max_tokens": 16} | fields
    return client.completions.create(model="tiny-qwen3", prompt=prompt, extra_body=extra, **fields)


def text_of(client, prompt, **fields):
    return complete(client, prompt, **fields).choices[0].text


@pytest.mark.parametrize("tp", [2, pytest.param(4, marks=pytest.mark.slow)])
def test_ten_greedy_tokens_of_three_prompts_are_those_of_transformers(
    tp, client, transformers_text, tmp_path
):
    """And a seed gives the same text on 2 and on 4 ranks."""
    seeded_text = text_of(client, "Count", **SEEDED)
    if tp == 2:
        check_ten_tokens(client, transformers_text)
    else:
        with server(tmp_path / "run", tp=tp) as served, served.client() as client:
            check_ten_tokens(client, transformers_text)
            assert text_of(client, "Count", **SEEDED) == seeded_text


def check_ten_tokens(client, transformers_text):
    """One by one until end-of-text, and together past it."""
    expected = [transformers_text(prompt, 10) for prompt in PROMPTS]
    assert [text_of(client, prompt, max_tokens=10) for prompt in PROMPTS] == expected
    expected = [transformers_text(prompt, 10, ignore_eos=True) for prompt in PROMPTS]
    together = complete(client, PROMPTS, max_tokens=10, ignore_eos=True).choices
    assert [choice.text for choice in together] == expected
    assert [choice.index for choice in together] == [0, 1, 2]


@pytest.mark.parametrize("form", ["prompt", "prompt_ids"])
def test_every_prompt_of_the_oracle_gets_its_text_and_reason(client, form):
    answer = complete(client, [entry[form] for entry in ORACLE])
    for choice, entry in zip(answer.choices, ORACLE, strict=True):
        assert choice.text == entry["completion"]
        assert choice.finish_reason == entry["finish_reason"]
    num_read = sum(len(entry["prompt_ids"]) for entry in ORACLE)
    num_written = sum(
        len(entry["completion_ids"]) + (entry["finish_reason"] == "stop") for entry in ORACLE
    )
    assert answer.usage.prompt_tokens == num_read
    assert answer.usage.completion_tokens == num_written  # an end-of-text token is one
    assert answer.usage.total_tokens == num_read + num_written


@pytest.mark.parametrize("prompt", [*PROMPTS, TUESDAY])
def test_a_stream_adds_up_to_the_whole_answer(client, prompt):
    whole = complete(client, prompt)
    chunks = list(complete(client, prompt, stream=True))
    assert len(chunks) > 1
    assert "".join(chunk.choices[0].text for chunk in chunks) == whole.choices[0].text
    reasons = [chunk.choices[0].finish_reason for chunk in chunks]
    assert reasons == [None] * (len(chunks) - 1) + [whole.choices[0].finish_reason]
    assert len({chunk.id for chunk in chunks}) == 1 and chunks[0].id != whole.id


def test_a_stream_of_several_prompts_tells_them_apart(client):
    texts = [""] * len(PROMPTS)
    for chunk in complete(client, PROMPTS, stream=True):
        texts[chunk.choices[0].index] += chunk.choices[0].text
    assert texts == [text_of(client, prompt) for prompt in PROMPTS]


def test_usage_comes_last_in_a_stream_that_asks_for_it(client):
    usage = complete(client, UNICODE).usage
    chunks = list(complete(client, UNICODE, stream=True, stream_options={"include_usage": True}))
    assert chunks[-1].usage == usage and chunks[-1].choices == []
    assert all(chunk.usage is None for chunk in chunks[:-1])


def test_the_events_of_a_stream_are_well_formed(served):
    with served.stream({"prompt": UNICODE, "temperature": 0}) as response:
        assert response.headers["content-type"].startswith("text/event-stream")
        *events, last = events_of(response)
    assert last == "[DONE]"
    assert len(events) > 3 and all(event["object"] == "text_completion" for event in events)


def test_no_streamed_piece_holds_part_of_a_character(client):
    pieces = [chunk.choices[0].text for chunk in complete(client, UNICODE, stream=True)]
    assert pieces[:3] == [" ", "水", "."]  # 水 is three tokens
    cut = [text_of(client, UNICODE, max_tokens=number) for number in (1, 2, 4)]
    assert cut == [" ", " \ufffd", " 水"]


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(
    ("stop", "expected", "reason"),
    [
        ("esd", " Tu", "stop"),  # of " T", "ues", "day"
        (["nothing", "day"], " Tues", "stop"),
        (["y.", "sda"], " Tue", "stop"),
        (" Tuesday.", "", "stop"),
        ("days", " Tuesday.", "stop"),  # held back in vain
        (".!", " Tuesday.", "stop"),
    ],
)
def test_stop_strings_are_found_across_tokens(client, stop, expected, reason, stream):
    answer = complete(client, TUESDAY, stop=stop, stream=stream)
    chunks = list(answer) if stream else [answer]
    assert "".join(chunk.choices[0].text for chunk in chunks) == expected
    assert chunks[-1].choices[0].finish_reason == reason


def test_a_stop_string_in_characters_of_several_tokens_is_found(client):
    assert text_of(client, UNICODE, stop="水") == " "
    assert text_of(client, UNICODE, stop="水.") == " "


def test_text_that_was_held_back_comes_when_the_length_is_reached(client):
    answer = complete(client, TUESDAY, max_tokens=2, stop="ues?")
    assert (answer.choices[0].text, answer.choices[0].finish_reason) == (" Tues", "length")


def test_requests_that_join_midway_get_the_tokens_that_they_get_alone(served, client):
    """Greedy and sampled, long and short, while others are on their way."""
    asked = [
        {"prompt": entry["prompt"], "max_tokens": 5 + 6 * (i % 3), "ignore_eos": True}
        | ({"temperature": 2.0, "seed": i, "top_p": 0.95} if i % 2 else {})
        for i, entry in enumerate(ORACLE[::2])
    ]
    alone = [text_of(client, **fields) for fields in asked]
    long = {"prompt": "Count", "max_tokens": 150, "ignore_eos": True, "temperature": 0}
    with served.stream(long) as response:
        events = events_of(response)
        next(events)  # it runs
        with concurrent.futures.ThreadPoolExecutor(len(asked)) as threads:
            together = list(threads.map(lambda fields: text_of(client, **fields), asked))
        num_events = sum(1 for _ in events)
    assert together == alone
    assert num_events > 100


def test_a_seed_gives_the_same_text_and_another_seed_another(client):
    def sampled(**fields):
        return text_of(client, "Count", **(SEEDED | {"max_tokens": 10} | fields))

    assert sampled() == sampled()
    assert len({sampled(seed=seed) for seed in range(4)}) == 4
    assert sampled(seed=None) != sampled(seed=None)
    assert sampled(top_p=1e-6) == sampled(temperature=0)


@pytest.mark.parametrize("stream", [False, True])
def test_a_chat_without_a_template_reads_the_messages_texts(client, stream):
    answer = client.chat.completions.create(
        model="tiny-qwen3",
        messages=[{"role": "user", "content": [{"type": "text", "text": UNICODE}]}],
        temperature=0,
        stream=stream,
    )
    if stream:
        chunks = list(answer)
        assert chunks[0].choices[0].delta.role == "assistant"
        text = "".join(chunk.choices[0].delta.content or "" for chunk in chunks)
        reason = chunks[-1].choices[0].finish_reason
    else:
        text, reason = answer.choices[0].message.content, answer.choices[0].finish_reason
    assert (text, reason) == (" 水.", "stop")


def test_a_chat_takes_a_bare_prompt_too(served):
    body = {"prompt": "The capital of France is", "temperature": 0, "max_completion_tokens": 1}
    answer = served.post(body, "/v1/chat/completions").json()
    assert answer["object"] == "chat.completion"
    assert answer["choices"][0]["message"] == {"role": "assistant", "content": " Paris"}
    assert answer["choices"][0]["finish_reason"] == "length"


def test_the_model_is_listed_by_the_name_of_its_directory(client):
    assert [model.id for model in client.models.list()] == ["tiny-qwen3"]
    assert client.models.retrieve("tiny-qwen3").id == "tiny-qwen3"


def test_nothing_runs_when_all_is_answered(served):
    served.wait_for(status="ok", running=0, waiting=0)
