"""From a request to the model's ids: chat templates, checkpoints without a tokenizer."""

import asyncio
import json

import pytest
from servers import TINY
from transformers import AutoTokenizer

from solutions.ch12_serving.answer import Piece
from solutions.ch12_serving.chat_template import ChatTemplate
from solutions.ch12_serving.errors import ApiError
from solutions.ch12_serving.protocol import ChatRequest, CompletionRequest
from solutions.ch12_serving.served_model import ServedModel

QWEN_LIKE = """{%- if messages[0].role == 'system' %}
    {{- '<|im_start|>system\\n' + messages[0].content + '<|im_end|>\\n' }}
{%- endif %}
{%- for message in messages %}
    {%- if message.role == 'tool' %}{{ raise_exception('no tools here') }}{% endif %}
    {%- if not (message.role == 'system' and loop.first) %}
        {{- '<|im_start|>' + message.role + '\\n' + message.content | trim + '<|im_end|>\\n' }}
    {%- endif %}
{%- endfor %}
{%- if add_generation_prompt %}
    {{- '<|im_start|>assistant\\n' }}
    {%- if enable_thinking is defined and enable_thinking is false %}{{- '<think>' }}{%- endif %}
{%- endif %}
{{- eos_token }}
"""
TURNS = [("system", "Be <b>brief</b>."), ("user", " Hi \n"), ("assistant", "Ho"), ("user", "水?")]


MESSAGES = [{"role": role, "content": text} for role, text in TURNS]


def write_model(directory, place):
    """tiny-qwen3 without weights, with a template in one of the places where it may be."""
    for name in ("tokenizer.json", "config.json", "generation_config.json"):
        (directory / name).write_text((TINY / name).read_text())
    settings = json.loads((TINY / "tokenizer_config.json").read_text())
    if place == "file":
        (directory / "chat_template.jinja").write_text(QWEN_LIKE)
    else:
        named = [{"name": "default", "template": QWEN_LIKE}, {"name": "rag", "template": "x"}]
        settings["chat_template"] = QWEN_LIKE if place == "field" else named
    (directory / "tokenizer_config.json").write_text(json.dumps(settings))
    return directory


@pytest.mark.parametrize("place", ["field", "named", "file"])
def test_a_conversation_becomes_the_ids_that_transformers_makes(place, tmp_path):
    tokenizer = AutoTokenizer.from_pretrained(write_model(tmp_path, place))
    text = tokenizer.apply_chat_template(MESSAGES, tokenize=False, add_generation_prompt=True)
    assert ChatTemplate(tmp_path).render(TURNS) == text
    [answer] = ServedModel(tmp_path, 512).chat(ChatRequest(messages=MESSAGES)).answers
    assert answer.prompt_ids == tokenizer.encode(text, add_special_tokens=False)
    assert answer.prompt_ids[-1] == 508  # the template's end-of-text is one token, not its letters
    assert answer.params.max_tokens == 512 - len(answer.prompt_ids)


def test_a_conversation_that_the_template_refuses_is_an_error(tmp_path):
    model = ServedModel(write_model(tmp_path, "file"), 512)
    request = ChatRequest(messages=[{"role": "tool", "content": "5"}])
    with pytest.raises(ApiError, match="refuses these messages: no tools here") as refused:
        model.chat(request)
    assert refused.value.status == 400 and refused.value.param == "messages"


def test_a_checkpoint_without_a_tokenizer_takes_ids_only(tmp_path):
    (write_model(tmp_path, "file") / "tokenizer.json").unlink()
    model = ServedModel(tmp_path, 512)
    for ask in (
        lambda: model.completion(CompletionRequest(prompt="x")),
        lambda: model.chat(ChatRequest(prompt="x")),
        lambda: model.chat(ChatRequest(messages=MESSAGES)),
    ):
        with pytest.raises(ApiError, match="the checkpoint has no tokenizer.json") as refused:
            ask()
        assert refused.value.status == 400
    answers = model.completion(CompletionRequest(prompt=[5, 6], max_tokens=1))
    assert answers.answers[0].push(7)
    assert asyncio.run(answers.collect()) == [Piece(0, "", "length")]


def test_a_template_that_is_none_is_refused(tmp_path):
    (tmp_path / "chat_template.jinja").write_text("{% for %}")
    with pytest.raises(ValueError, match="the chat template is not Jinja"):
        ChatTemplate(tmp_path)
