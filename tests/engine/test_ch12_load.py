"""Two hundred requests at once: good and bad, long and short, and clients that leave."""

import asyncio
import contextlib
import json
import subprocess
from pathlib import Path

import httpx
import pytest
from servers import TINY, server

from solutions.ch11_qwen3.engine import LLM
from solutions.ch11_qwen3.sampling_params import SamplingParams

PROMPTS = [entry["prompt"] for entry in json.loads((TINY / "oracle.json").read_text())["prompts"]]
NUM_REQUESTS = 200
ROOM_KB = 4_000  # what a process may grow by between two rounds: allocators keep some memory


def good(i):
    """A request that is answered: greedy or sampled, with or without its end-of-text."""
    body = {"prompt": PROMPTS[i % len(PROMPTS)], "max_tokens": 3 + 7 * (i % 9), "temperature": 0}
    if i % 3 == 0:
        body |= {"temperature": 2.0, "seed": i, "top_p": 0.9}
    return body | {"ignore_eos": i % 4 != 0, "stream": i % 2 == 0}


def bad(i):
    return [{"prompt": "x", "top_p": 2}, {"prompt": [5] * 600}, {"prompt": "x", "model": "y"}][
        i % 3
    ]


def expected_texts():
    """What chapter 11's engine gives each good request alone, in this process."""
    texts = {}
    with LLM(TINY) as llm:
        for i in range(NUM_REQUESTS):
            body = good(i)
            names = ("max_tokens", "temperature", "top_p", "seed", "ignore_eos")
            params = SamplingParams(**{name: body[name] for name in names if name in body})
            texts[i] = llm.generate([body["prompt"]], params)[0].text
    return texts


async def post(client, body):
    """Ask until the queue has room: the response's status and text, whole or put together."""
    while True:
        async with client.stream("POST", "/v1/completions", json=body) as response:
            data = (await response.aread()).decode()
        if response.status_code != 429:
            break
        await asyncio.sleep(float(response.headers["retry-after"]))  # what the service asked for
    if response.status_code != 200:
        return response.status_code, ""
    if not body["stream"]:
        return 200, json.loads(data)["choices"][0]["text"]
    *events, done = [line.removeprefix("data: ") for line in data.splitlines() if line]
    assert done == "[DONE]"
    return 200, "".join(json.loads(event)["choices"][0]["text"] for event in events)


async def leave(client, i):
    """Ask for much, and go: in the middle of a stream, or after some impatience."""
    body = {"prompt": "Count", "max_tokens": 500, "ignore_eos": True, "temperature": 0}
    if i % 2:
        with contextlib.suppress(httpx.TimeoutException):
            await client.post("/v1/completions", json=body, timeout=0.1 + i / 400)
    else:
        body |= {"stream": True}
        async with client.stream("POST", "/v1/completions", json=body) as response:
            async for line in response.aiter_lines():
                if '"text": ' in line or response.status_code != 200:
                    return


async def ask_all(address):
    """One round of requests, all at once; {number of a good one: (status, text)}."""
    limits = httpx.Limits(max_connections=None)
    async with httpx.AsyncClient(base_url=address, timeout=500, limits=limits) as client:

        async def ask(i):
            if i % 10 == 3:
                status, _ = await post(client, bad(i))
                assert status in (400, 404, 422)
            elif i % 10 in (5, 8):
                await leave(client, i)
            else:
                return i, await post(client, good(i))

        answers = await asyncio.gather(*(ask(i) for i in range(NUM_REQUESTS)))
    return dict(answer for answer in answers if answer)


def memory_kb(pids):
    """What each process holds in memory, by its number."""
    command = ["ps", "-o", "pid=,rss=", "-p", ",".join(map(str, pids))]
    lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    return {int(pid): int(rss) for pid, rss in (line.split() for line in lines)}


def num_open_files(pid):
    return len(list(Path(f"/proc/{pid}/fd").iterdir())) if Path("/proc").is_dir() else 0


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_two_hundred_requests_at_once_are_answered_right_and_leave_nothing(tmp_path):
    expected = expected_texts()
    with server(tmp_path / "run", "--max-queue", "100", tp=2) as served:
        held, files = [], []
        for _ in range(3):  # the first round fills what is kept: caches, pools
            answers = asyncio.run(ask_all(served.address))
            assert len(answers) == NUM_REQUESTS * 7 // 10
            assert answers == {i: (200, expected[i]) for i in answers}
            served.wait_for(status="ok", running=0, waiting=0)
            held.append(memory_kb(served.pids()))
            files.append(num_open_files(served.process.pid))
        _, before, after = held
        assert len(before) == 3 and before.keys() == after.keys()
        for pid, kb in after.items():
            assert kb - before[pid] < ROOM_KB, (before, after)
        assert files[2] <= files[1]
        assert served.stderr() == ""
