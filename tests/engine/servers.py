"""Real servers of chapter 12 for the tests: started by its command, asked over HTTP."""

import contextlib
import ctypes
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path

import httpx
from openai import OpenAI

ROOT = Path(__file__).parents[2]
TINY = ROOT / "models" / "tiny-qwen3"
LIMIT_S = 60


def end_with_parent():
    """On Linux, end a server whose tests were killed."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # 1: PR_SET_PDEATHSIG


class Server:
    """One service in a process group of its own.

    Attributes: process, directory; when it is ready also address, and http, a client of httpx.
    """

    def __init__(self, directory, *options, model=TINY, tp=2, start="fork"):
        """directory: a new path, for its temporary files and its stderr."""
        directory.mkdir()
        self.directory = directory
        argv = ["--model", str(model), "--tp", str(tp), "--port", "0", "--start", start, *options]
        with (directory / "stderr").open("w") as stderr:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "solutions.ch12_serving.server", *argv],
                cwd=ROOT,
                env=os.environ | {"TMPDIR": str(directory), "OMP_NUM_THREADS": "1"},
                stdout=subprocess.PIPE,
                stderr=stderr,
                text=True,
                start_new_session=True,
                preexec_fn=end_with_parent,
            )

    def wait_until_ready(self):
        """Learn the address, which the service prints when it can be asked."""
        line = self.process.stdout.readline()
        assert "http://127.0.0.1:" in line, f"{line!r}\n{self.stderr()}"
        self.address = line.split()[-1]
        self.http = httpx.Client(base_url=self.address, timeout=LIMIT_S)
        return self

    def stderr(self):
        return (self.directory / "stderr").read_text()

    def client(self):
        """A stock client of OpenAI's, which does not try again by itself."""
        return OpenAI(base_url=f"{self.address}/v1", api_key="none", max_retries=0, timeout=LIMIT_S)

    def post(self, body, path="/v1/completions", **kwargs):
        return self.http.post(path, json=body, **kwargs)

    def stream(self, body, path="/v1/completions"):
        """A context: the response, while its body is still being made."""
        return self.http.stream("POST", path, json=body | {"stream": True})

    def health(self):
        return self.http.get("/health").json()

    def wait_for(self, **counts):
        """Wait until /health tells these counts."""
        pause = threading.Event()
        for _ in range(LIMIT_S * 50):
            health = self.health()
            if counts.items() <= health.items():
                return
            pause.wait(0.02)
        raise AssertionError(f"{health} is never {counts}")

    def processes(self):
        """{number: command line} of what runs in its group; the dead do not count."""
        lines = subprocess.run(
            ["ps", "-eo", "pid=,pgid=,stat=,args="], capture_output=True, text=True, check=True
        ).stdout.splitlines()
        rows = [line.split(maxsplit=3) for line in lines]
        return {
            int(pid): args
            for pid, group, stat, args in rows
            if int(group) == self.process.pid and not stat.startswith("Z")
        }

    def pids(self):
        return list(self.processes())

    def rank_pids(self):
        """Of its processes those that hold ranks: spawn has a helper that holds none."""
        found = self.processes()
        found.pop(self.process.pid, None)
        return [pid for pid, args in found.items() if "resource_tracker" not in args]

    def end(self, number=signal.SIGTERM):
        """Signal the service itself and wait; returns its exit code."""
        self.process.send_signal(number)
        return self.process.wait(LIMIT_S)

    def wait_until_gone(self):
        """Wait until no process of its group runs."""
        pause = threading.Event()
        for _ in range(LIMIT_S * 20):
            if not self.pids():
                return
            pause.wait(0.05)
        raise AssertionError(f"still running: {self.pids()}")

    def kill(self):
        """End whatever is left, for a test that failed."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(LIMIT_S)
        self.process.stdout.close()


@contextlib.contextmanager
def server(directory, *options, **kwargs):
    """A server that is ready; nothing of it is left afterwards."""
    running = Server(directory, *options, **kwargs)
    try:
        yield running.wait_until_ready()
        if running.process.poll() is None:
            assert running.end() == 0, running.stderr()
        running.wait_until_gone()
        assert not list(running.directory.glob("ranks-*"))
    finally:
        running.kill()


def write_endless(directory):
    """tiny-qwen3 with room for so many tokens that a test never sees the end of them."""
    shutil.copytree(TINY, directory)
    config = json.loads((directory / "config.json").read_text())
    config["max_position_embeddings"] = 100_000
    (directory / "config.json").write_text(json.dumps(config))
    return directory


ENDLESS = {"prompt": "Count", "max_tokens": 90_000, "ignore_eos": True, "temperature": 0}


def events_of(response):
    """The decoded events of a stream; "[DONE]" as it is."""
    for line in response.iter_lines():
        if line:
            data = line.removeprefix("data: ")
            yield data if data == "[DONE]" else json.loads(data)
