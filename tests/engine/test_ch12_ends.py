"""How a service starts and ends: signals, dead and hung ranks, two at once, mistakes."""

import concurrent.futures
import os
import signal
import socket
import time

import pytest
from servers import ENDLESS, TINY, Server, events_of, server, write_endless

from solutions.ch12_serving.command import main

PARIS = {"prompt": "The capital of France is", "temperature": 0}


@pytest.fixture(scope="module")
def endless(tmp_path_factory):
    return write_endless(tmp_path_factory.mktemp("model") / "tiny-qwen3")


@pytest.fixture
def in_thread():
    """in_thread(function, *args) -> a future; a test waits for a whole answer and does more."""
    with concurrent.futures.ThreadPoolExecutor() as threads:
        yield threads.submit


def test_sigterm_lets_what_runs_finish_and_refuses_what_waits(tmp_path, in_thread):
    with server(tmp_path / "run", "--max-batch", "1", "--grace", "60", tp=2) as served:
        body = {"prompt": "Count", "max_tokens": 150, "ignore_eos": True, "temperature": 0}
        with served.stream(body | {"stream_options": {"include_usage": True}}) as running:
            events = events_of(running)
            next(events)
            waiting = in_thread(served.post, PARIS)
            served.wait_for(running=1, waiting=1)
            os.killpg(served.process.pid, signal.SIGTERM)  # as service managers do: to all
            assert waiting.result().status_code == 503
            assert waiting.result().json()["error"]["code"] == "shutting_down"
            *_, usage, done = events
        assert done == "[DONE]" and usage["usage"]["completion_tokens"] == 150
        assert served.process.wait(60) == 0
        assert served.stderr() == ""


@pytest.mark.slow
def test_a_second_ctrl_c_ends_what_runs_at_once(tmp_path, endless, in_thread):
    with server(tmp_path / "run", "--grace", "600", model=endless) as served:
        with served.stream(ENDLESS) as running:
            events = events_of(running)
            next(events)
            whole = in_thread(served.post, ENDLESS)
            served.wait_for(running=2)
            os.killpg(served.process.pid, signal.SIGINT)  # as a terminal does: to all processes
            for _ in range(20):
                assert next(events)["choices"]  # it runs on
            os.killpg(served.process.pid, signal.SIGINT)
            *_, last = events
        assert last["error"]["code"] == "shutting_down"
        assert whole.result().status_code == 503
        assert served.process.wait(60) == 0
        assert served.stderr() == ""


def test_the_ranks_end_with_a_service_that_is_killed(tmp_path, endless):
    with server(tmp_path / "run", model=endless) as served, served.stream(ENDLESS) as running:
        events = events_of(running)
        next(events)
        assert len(served.pids()) == 3
        served.end(signal.SIGKILL)
        served.wait_until_gone()
        for leftover in served.directory.glob("ranks-*"):  # nobody could remove it
            for file in leftover.iterdir():
                file.unlink()
            leftover.rmdir()


def test_a_rank_that_dies_ends_the_service_and_all_answers_with_500(tmp_path, endless, in_thread):
    with server(tmp_path / "run", "--max-batch", "2", model=endless) as served:
        with served.stream(ENDLESS) as running:
            events = events_of(running)
            next(events)
            whole = in_thread(served.post, ENDLESS)
            served.wait_for(running=2)
            waiting = in_thread(served.post, PARIS)
            served.wait_for(waiting=1)
            os.kill(served.rank_pids()[1], signal.SIGKILL)
            *_, last = events
        for error in (last["error"], whole.result().json()["error"]):
            assert error["code"] == "ranks_failed" and "killed by SIGKILL" in error["message"]
        assert whole.result().status_code == waiting.result().status_code == 500
        assert served.process.wait(60) == 1
        assert "was killed by SIGKILL" in served.stderr()


@pytest.mark.slow
def test_a_rank_that_hangs_cannot_keep_the_service_from_ending(tmp_path, endless):
    with (
        server(tmp_path / "run", "--grace", "0", model=endless) as served,
        served.stream(ENDLESS) as running,
    ):
        events = events_of(running)
        next(events)
        os.kill(served.rank_pids()[1], signal.SIGSTOP)
        served.process.send_signal(signal.SIGTERM)
        *_, last = events
        assert last["error"]["code"] == "shutting_down"
        assert served.process.wait(60) == 0


@pytest.mark.slow
def test_two_services_run_at_once_and_one_outlives_the_other(tmp_path):
    """The first starts its ranks anew, by spawn, and ends with a rank while nobody asks."""
    with (
        server(tmp_path / "one", start="spawn") as one,
        server(tmp_path / "two", tp=1) as two,
    ):
        assert one.address != two.address
        for served in (one, two):
            assert served.post(PARIS).json()["choices"][0]["text"] == " Paris."
            port = int(served.address.rsplit(":", 1)[1])
            with pytest.raises(ConnectionRefusedError):  # they listen at 127.0.0.1 only
                socket.create_connection(("127.0.0.2", port), timeout=30)
        os.kill(one.rank_pids()[1], signal.SIGKILL)
        assert one.process.wait(60) == 1
        assert "was killed by SIGKILL" in one.stderr()
        one.wait_until_gone()
        assert two.post(PARIS).json()["choices"][0]["text"] == " Paris."


def test_sigterm_during_the_start_leaves_nothing(tmp_path):
    starting = Server(tmp_path / "run")
    try:
        deadline = time.monotonic() + 60
        while len(starting.pids()) < 2 and time.monotonic() < deadline:
            pass
        assert starting.end() in (130, 0)  # 0: it was quicker
        starting.wait_until_gone()
        assert not list(starting.directory.glob("ranks-*"))
    finally:
        starting.kill()


@pytest.fixture
def sigterm_as_before():
    before = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGTERM, before)


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (["--model", "nowhere"], "there is no directory nowhere"),
        (["--model", str(TINY), "--tp", "3"], "cannot be cut for 3 ranks"),
        (["--model", str(TINY), "--host", "192.0.2.1"], "cannot listen at 192.0.2.1 port 0"),
        (["--model", str(TINY), "--port", "65536"], "cannot listen at 127.0.0.1 port 65536"),
        (["--model", str(TINY), "--max-batch", "0"], "must be 1 or more, got 0"),
        (["--model", str(TINY), "--max-batch", "9999999", "--tp", "1"], "is too small for 9999999"),
        ([], "the following arguments are required: --model"),
    ],
)
def test_a_users_mistake_is_one_line_and_code_2(argv, message, capsys, sigterm_as_before):
    try:
        code = main(["--port", "0", *argv])
    except SystemExit as leaving:
        code = leaving.code
    err = capsys.readouterr().err
    assert code == 2
    assert message in err and err.count("\n") == 1


def test_a_port_that_is_taken_is_one_line_and_code_2(capsys, sigterm_as_before):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert main(["--model", str(TINY), "--port", port]) == 2
    assert f"cannot listen at 127.0.0.1 port {port}" in capsys.readouterr().err
