"""Shared memory when something goes wrong: who is named, and that nothing stays behind."""

import multiprocessing
import os
import resource
import signal
import tempfile
import time
from pathlib import Path

import pytest
import torch
import torch.distributed as dist

from solutions.ch08_communicator.communicator import TorchGroup, choose_group, init_distributed
from solutions.ch09_processes.processes import RankProcesses
from solutions.ch09_processes.rank_errors import RankError, failure_of
from solutions.ch11_qwen3.engine import LLM
from solutions.ch11_qwen3.sampling_params import SamplingParams
from solutions.ch13_fast_collectives import segment

TINY = Path(__file__).parents[2] / "models" / "tiny-qwen3"


@pytest.fixture
def shm_directory(monkeypatch):
    """A directory in /dev/shm that this test's ranks alone use."""
    with tempfile.TemporaryDirectory(dir=segment.DIRECTORY) as directory:
        monkeypatch.setattr(segment, "DIRECTORY", Path(directory))
        yield Path(directory)


def rank_main(rank, size, meeting, connection, work):
    try:
        group = choose_group(init_distributed(rank, size, "gloo", meeting, 60), "shm")
        connection.send(work(group))
    except Exception as error:
        connection.send(error)
    connection.recv()  # until all have been heard, so that nobody's end surprises another
    os._exit(0)


class Ranks:
    """Forked ranks on gloo and shared memory, each of which runs work(group)."""

    def __init__(self, size, work, directory):
        context = multiprocessing.get_context("fork")
        pairs = [context.Pipe() for _ in range(size)]
        self.pipes = [ours for ours, _ in pairs]
        meeting = f"file://{directory}/meeting"
        self.processes = [
            context.Process(target=rank_main, args=(rank, size, meeting, theirs, work))
            for rank, (_, theirs) in enumerate(pairs)
        ]
        for process in self.processes:
            process.start()

    def hear(self, rank):
        assert self.pipes[rank].poll(60), f"rank {rank} says nothing"
        return self.pipes[rank].recv()

    def kill(self):
        for process in self.processes:
            process.kill()
        for process in self.processes:
            process.join()


@pytest.fixture
def start(tmp_path, shm_directory):
    started = []

    def start(size, work):
        started.append(Ranks(size, work, tmp_path))
        return started[-1]

    yield start
    for ranks in started:
        ranks.kill()


def call(group, name):
    return getattr(group, name)(torch.ones(3))


@pytest.mark.parametrize("name", ["all_reduce", "all_gather", "gather", "broadcast"])
@pytest.mark.parametrize(("tp", "victim"), [(2, 0), (3, 1), (4, 3)])
def test_a_killed_rank_is_named_by_all_others_within_two_seconds(
    name, tp, victim, start, shm_directory
):
    def work(group):
        call(group, name)
        if group.rank == victim:
            os.kill(os.getpid(), signal.SIGKILL)
        begun = time.monotonic()
        with pytest.raises(ConnectionError) as caught:
            for _ in range(3):  # it may have published the first
                call(group, name)
        return str(caught.value), time.monotonic() - begun

    ranks = start(tp, work)
    for rank in set(range(tp)) - {victim}:
        message, seconds = ranks.hear(rank)
        assert message == f"rank {victim} of {tp} has ended, and rank {rank} waits for it"
        assert seconds < 2
    assert list(shm_directory.iterdir()) == []


def test_what_a_rank_has_published_before_its_end_is_still_taken(start, monkeypatch):
    def work(group):
        if group.rank == 1:
            monkeypatch.setattr(os, "sched_yield", lambda: os._exit(0))  # when it begins to wait
            group.all_reduce(torch.ones(1))
        while group.segment.is_alive(1):
            os.sched_yield()
        total = group.all_reduce(torch.ones(1)).item()
        with pytest.raises(ConnectionError, match="rank 1 of 2 has ended, and rank 0 waits"):
            group.all_reduce(torch.ones(1))
        return total

    assert start(2, work).hear(0) == 2


def test_a_child_of_a_rank_does_not_keep_it_alive(start):
    def work(group):
        if group.rank == 1:
            child = os.fork()
            if child == 0:
                while True:
                    signal.pause()
            group.control.broadcast(torch.tensor([child]), 1)
            os.kill(os.getpid(), signal.SIGKILL)
        child = int(group.control.broadcast(torch.tensor([0]), 1))
        try:
            with pytest.raises(ConnectionError, match="rank 1 of 2 has ended"):
                group.all_reduce(torch.ones(1))
        finally:
            os.kill(child, signal.SIGKILL)
        return True

    assert start(2, work).hear(0)


@pytest.mark.parametrize("end", ["return", "raise", "kill"])
def test_no_file_is_there_once_the_group_is_or_after_any_end(end, start, shm_directory):
    def work(group):
        group.all_reduce(torch.ones(3))
        if end == "raise":
            raise KeyError("a rank's own mistake")
        return list(shm_directory.iterdir())

    ranks = start(3, work)
    said = [ranks.hear(rank) for rank in range(3)]
    assert [type(item) for item in said] == [KeyError if end == "raise" else list] * 3
    assert end == "raise" or said == [[], [], []]
    if end == "kill":
        ranks.kill()
    for pipe in ranks.pipes if end != "kill" else ():
        pipe.send("leave")
    for process in ranks.processes:
        process.join()
    assert list(shm_directory.iterdir()) == []


def test_one_rank_that_cannot_map_the_memory_sends_all_back_to_torch(
    on_ranks, shm_directory, tmp_path, monkeypatch
):
    def check(_):
        if dist.get_rank() == 1:
            monkeypatch.setattr(segment, "DIRECTORY", tmp_path)  # as if on another host
        group = TorchGroup(dist.group.WORLD)
        with pytest.raises(ValueError, match=r"rank \d of 3: shared memory needs all ranks on one"):
            choose_group(group, "shm")
        return choose_group(group, "auto") is group

    assert on_ranks(3, check) == [True] * 3
    assert list(shm_directory.iterdir()) == []


def test_no_room_is_found_out_before_the_memory_is_used(on_ranks, shm_directory, tmp_path):
    def check(_):
        group = TorchGroup(dist.group.WORLD)
        limits = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (segment.PAGE_BYTES, limits[1]))
        chosen = choose_group(group, "auto")
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        return chosen is group

    assert on_ranks(2, check) == [True, True]
    assert list(shm_directory.iterdir()) == []


class Adder:
    def __init__(self, group):
        self.group = group

    def add(self, victim):
        if self.group.rank == victim:
            os.kill(os.getpid(), signal.SIGKILL)
        return self.group.all_reduce(torch.ones(2)).tolist()

    def fail(self, rank):
        if self.group.rank == rank:
            raise KeyError("its own mistake")
        self.group.all_reduce(torch.ones(2))


@pytest.mark.parametrize("victim", [0, 2])
def test_the_driver_blames_the_rank_that_was_killed_not_those_that_missed_it(victim):
    with RankProcesses(Adder, 3, "fork", plugin="shm") as ranks:
        assert ranks.call("add", None) == [3, 3]
        with pytest.raises(RankError, match=f"rank {victim} was killed by SIGKILL"):
            ranks.call("add", victim)


def test_an_error_about_another_rank_is_a_consequence_and_an_own_one_is_not():
    assert failure_of(0, ConnectionError("rank 1 of 2 has ended")).is_consequence
    assert not failure_of(0, KeyError("its own mistake")).is_consequence


@pytest.mark.parametrize("rank", [0, 2])
def test_the_driver_raises_a_rank_s_own_error(rank):
    with (
        RankProcesses(Adder, 3, "fork", plugin="shm") as ranks,
        pytest.raises(KeyError, match="its own mistake"),
    ):
        ranks.call("fail", rank)


@pytest.mark.parametrize("tp", [2, pytest.param(4, marks=pytest.mark.slow)])
def test_the_engine_makes_the_same_tokens_as_on_torch(tp):
    prompts = ["The capital of France is", [1, 2, 3], "One two"]
    params = [
        SamplingParams(max_tokens=12, ignore_eos=True),
        SamplingParams(max_tokens=12, temperature=0.8, top_p=0.9, seed=3, ignore_eos=True),
    ]

    def tokens(plugin):
        with LLM(TINY, tp, "float32", "fork", cache_bytes=1 << 26, plugin=plugin) as llm:
            return [[c.token_ids for c in llm.generate(prompts, p)] for p in params]

    assert tokens("shm") == tokens("torch") == tokens("auto")
