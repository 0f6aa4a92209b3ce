"""What the service refuses, and how: errors of OpenAI's shape, a full queue, clients that leave."""

import json
import socket

import httpx
import openai
import pytest
from servers import ENDLESS, events_of, server, write_endless

PARIS = {"prompt": "The capital of France is", "temperature": 0}
CHAT = "/v1/chat/completions"
COMPLETIONS = "/v1/completions"


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """One slot, and one place to wait in."""
    directory = tmp_path_factory.mktemp("served")
    model = write_endless(directory / "tiny-qwen3")
    options = ("--max-batch", "1", "--max-queue", "1", "--cache-mib", "4096")
    with server(directory / "run", *options, model=model, tp=2) as running:
        yield running


@pytest.fixture(autouse=True)
def the_service_goes_on(request):
    """After every test it answers, and nobody is left in it."""
    yield
    if "served" in request.fixturenames:
        served = request.getfixturevalue("served")
        assert served.post(PARIS).json()["choices"][0]["text"] == " Paris."
        served.wait_for(running=0, waiting=0)


REFUSED = [
    (COMPLETIONS, {"prompt": ""}, 400, "prompt 0 is empty"),
    (COMPLETIONS, {"prompt": []}, 400, "there is no prompt"),
    (COMPLETIONS, {"prompt": [999]}, 400, "prompt 0 has the id 999, the vocabulary is 509"),
    (COMPLETIONS, {"prompt": [[5], [-1]]}, 400, "prompt 1 has the id -1"),
    (COMPLETIONS, {"prompt": ["a"] * 3}, 400, "one request may have 2 prompts at most"),
    (COMPLETIONS, {"prompt": [5] * 9, "max_tokens": 99_992}, 400, "make 100001, the model's"),
    (COMPLETIONS, {"prompt": "x", "model": "gpt-4"}, 404, "there is no model 'gpt-4'"),
    (COMPLETIONS, {}, 422, "prompt: Field required"),
    (COMPLETIONS, [], 422, "the body: "),
    (COMPLETIONS, {"prompt": 5}, 422, "prompt: "),
    (COMPLETIONS, {"prompt": "x", "temperature": -1}, 422, "temperature: "),
    (COMPLETIONS, {"prompt": "x", "temperature": "1"}, 422, "temperature: "),
    (COMPLETIONS, {"prompt": "x", "top_p": 0}, 422, "top_p: "),
    (COMPLETIONS, {"prompt": "x", "max_tokens": 0}, 422, "max_tokens: "),
    (COMPLETIONS, {"prompt": "x", "max_tokens": 2.5}, 422, "max_tokens: "),
    (COMPLETIONS, {"prompt": "x", "max_tokens": True}, 422, "max_tokens: "),
    (COMPLETIONS, {"prompt": "x", "seed": 2**63}, 422, "seed: "),
    (COMPLETIONS, {"prompt": "x", "stop": ""}, 422, "stop: "),
    (COMPLETIONS, {"prompt": "x", "stop": ["a"] * 5}, 422, "stop: "),
    (COMPLETIONS, {"prompt": "x", "n": 2}, 422, "n: "),
    (COMPLETIONS, {"prompt": "x", "logit_bias": {}}, 422, "logit_bias is not supported here"),
    (COMPLETIONS, {"prompt": "x", "\ud800": 1}, 422, "the body: "),
    (COMPLETIONS, {"prompt": "\ud800"}, 422, "no character"),
    (COMPLETIONS, {"prompt": "x", "stop": "\ud800"}, 422, "no character"),
    (CHAT, {}, 422, "give either messages or prompt"),
    (CHAT, {"prompt": "x", "messages": [{"role": "user", "content": "x"}]}, 422, "give either"),
    (CHAT, {"messages": []}, 422, "messages: "),
    (CHAT, {"messages": [{"role": "pope", "content": "x"}]}, 422, "messages: "),
    (CHAT, {"messages": [{"role": "user", "content": ""}]}, 400, "prompt 0 is empty"),
    (CHAT, {"prompt": "x", "tools": []}, 422, "tools is not supported here"),
    (CHAT, {"prompt": "x", "max_tokens": 1, "max_completion_tokens": 1}, 422, "give either max"),
]


def check_error(response, status, message):
    assert response.status_code == status, response.text
    error = response.json()["error"]
    assert error.keys() == {"message", "type", "param", "code"}
    assert message in error["message"]
    assert error["type"] == ("server_error" if status >= 500 else "invalid_request_error")


def test_a_bad_request_is_refused_in_openais_shape(served):
    for path, body, status, message in REFUSED:
        for stream in ({"stream": True}, {}):
            body = body | stream if isinstance(body, dict) else body
            headers = {"content-type": "application/json"}
            content = json.dumps(body)  # ASCII only, so that half a character can be sent
            response = served.http.post(path, content=content, headers=headers)
            check_error(response, status, message)


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (b"{", 400),
        (b"\xff\xfe", 400),
        (b"", 422),
        (b'{"prompt": ' + b"[" * 100_000, 400),
        (b'{"max_tokens": ' + b"9" * 10_000 + b"}", 400),
        (b'{"prompt": "x", "temperature": NaN}', 422),
        (b'{"prompt": "x", "temperature": 1e999}', 422),
        (b'{"prompt": "' + b"x" * (1 << 20) + b'"}', 413),
    ],
)
@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_that_is_no_request_is_refused(served, content, status, chunked):
    headers = {"content-type": "application/json"}
    content = iter([content[:1000], content[1000:]]) if chunked else content
    response = served.http.post(COMPLETIONS, content=content, headers=headers)
    check_error(response, status, "")


def test_other_paths_and_methods_are_refused_in_the_same_shape(served):
    check_error(served.http.get("/v2"), 404, "Not Found")
    check_error(served.http.get(COMPLETIONS), 405, "Method Not Allowed")
    check_error(served.http.get("/v1/models/gpt-4"), 404, "there is no model 'gpt-4'")


def test_a_stock_client_raises_its_own_classes(served):
    with served.client() as client:

        def ask(**fields):
            client.completions.create(**({"model": "tiny-qwen3", "prompt": "x"} | fields))

        with pytest.raises(openai.BadRequestError, match="prompt 0 is empty"):
            ask(prompt="")
        with pytest.raises(openai.NotFoundError, match="there is no model 'gpt-4'"):
            ask(model="gpt-4")
        with pytest.raises(openai.UnprocessableEntityError, match="top_p") as error:
            ask(top_p=2)
        assert error.value.param == "top_p" and error.value.code == "invalid_value"


def test_what_is_not_http_is_refused(served):
    port = int(served.address.rsplit(":", 1)[1])
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        connection.sendall(b"\x00\xff nonsense\r\n\r\n")
        assert b" 400 " in connection.recv(1000)


def test_a_full_queue_says_try_again_and_a_client_that_leaves_frees_its_slot(served):
    """Leaving while running, while waiting, streamed and not streamed."""
    with served.stream(ENDLESS) as running:
        events = events_of(running)  # kept: the response is closed with it
        next(events)
        with served.stream(ENDLESS):  # it waits: of its events only the headers come
            served.wait_for(running=1, waiting=1)
            refused = served.post(PARIS)
            assert refused.status_code == 429 and int(refused.headers["retry-after"]) >= 1
            assert refused.json()["error"]["code"] == "queue_full"
            with served.client() as client, pytest.raises(openai.RateLimitError):
                client.completions.create(model="tiny-qwen3", prompt="x")
        served.wait_for(running=1, waiting=0)
        with pytest.raises(httpx.TimeoutException):  # it waits, and its client loses patience
            served.post(PARIS, timeout=0.2)
        served.wait_for(running=1, waiting=0)
    served.wait_for(running=0, waiting=0)
    with pytest.raises(httpx.TimeoutException):
        served.post(ENDLESS, timeout=0.2)
    served.wait_for(running=0, waiting=0)


def test_who_waits_takes_the_slot_that_a_leaving_client_frees(served):
    with served.stream(ENDLESS) as running:
        events = events_of(running)  # kept: the response is closed with it
        next(events)
        with served.stream(PARIS) as waiting:
            served.wait_for(running=1, waiting=1)
            running.close()
            text = "".join(
                event["choices"][0]["text"] for event in events_of(waiting) if event != "[DONE]"
            )
    assert text == " Paris."


def test_a_stop_string_frees_the_slot_at_once(served):
    answer = served.post(ENDLESS | {"stop": ["three"]}).json()
    assert answer["choices"][0]["text"] == " up: one, two, "
    assert answer["choices"][0]["finish_reason"] == "stop"
