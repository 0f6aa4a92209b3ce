"""The parts of the service: stop strings, the scheduler, the batch on ranks, chat templates."""

import asyncio
import json

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from servers import TINY

from solutions.ch09_processes.lockstep import RankZero
from solutions.ch09_processes.processes import RankProcesses
from solutions.ch11_qwen3.engine import ModelRunner
from solutions.ch11_qwen3.sampling_params import SamplingParams
from solutions.ch11_qwen3.text import TextStream, read_tokenizer
from solutions.ch12_serving.answer import AnswerSet, Piece
from solutions.ch12_serving.batch_loop import BatchLoop
from solutions.ch12_serving.batch_runner import BatchRunner, BatchSequence, Job, choose_in_lockstep
from solutions.ch12_serving.errors import ApiError
from solutions.ch12_serving.scheduler import Scheduler
from solutions.ch12_serving.stop_strings import StopFinder
from solutions.tp_group import HandGroup

ORACLE = json.loads((TINY / "oracle.json").read_text())["prompts"]
GREEDY = SamplingParams(max_tokens=12, ignore_eos=True)
SAMPLED = SamplingParams(max_tokens=12, temperature=2.0, seed=3, ignore_eos=True)


@given(
    st.lists(st.text("ab", max_size=4), max_size=8),
    st.lists(st.text("ab", min_size=1, max_size=3), max_size=3),
)
def test_text_in_pieces_is_cut_at_the_stop_string_that_is_complete_first(pieces, stops):
    finder = StopFinder(stops)
    out = [finder.push(piece) for piece in pieces] + [finder.flush()]
    text = "".join(pieces)
    ends = [(text.find(stop) + len(stop), text.find(stop)) for stop in stops if stop in text]
    assert finder.found == bool(ends)
    assert "".join(out) == (text[: min(ends)[1]] if ends else text)


def test_text_is_held_back_only_while_it_may_become_a_stop_string():
    finder = StopFinder(["END"])
    assert [finder.push(piece) for piece in ("an E", "Nx", "y END z")] == ["an ", "ENx", "y "]
    assert finder.found and finder.push("more") == "" and finder.flush() == ""


def decode(ids):
    return bytes(ids).decode(errors="replace")


def answers(*lengths, max_tokens=3):
    params = SamplingParams(max_tokens=max_tokens)
    prompts = [([1] * length, params) for length in lengths]
    return AnswerSet(prompts, [], decode, frozenset([0])).answers


def test_slots_go_to_those_who_came_first_and_are_used_again():
    scheduler = Scheduler(max_batch=2, max_queue=3)
    scheduler.add(answers(5, 6, 7))
    left, joined = scheduler.next_step()
    assert left == [] and [(job.slot, len(job.prompt_ids)) for job in joined] == [(0, 5), (1, 6)]
    scheduler.deliver({0: 0, 1: 65})  # the first one ends
    left, joined = scheduler.next_step()
    assert left == [0] and [(job.slot, len(job.prompt_ids)) for job in joined] == [(0, 7)]
    assert scheduler.next_step() == ([], [])


def test_who_leaves_during_a_step_gets_no_token_of_it():
    scheduler = Scheduler(max_batch=1, max_queue=3)
    first, second, third = answers(5, 6, 7)
    scheduler.add([first, second, third])
    scheduler.next_step()
    scheduler.drop([first, second])
    scheduler.deliver({0: 65})
    assert first.num_tokens == second.num_tokens == 0
    left, joined = scheduler.next_step()
    assert left == [0] and [len(job.prompt_ids) for job in joined] == [7]
    scheduler.drop([first, second])  # once more does nothing
    assert scheduler.running == {0: third} and not scheduler.free


def test_room_is_what_is_free_and_what_may_wait():
    scheduler = Scheduler(max_batch=2, max_queue=3)
    assert scheduler.has_room(5) and not scheduler.has_room(6)
    scheduler.add(answers(1, 1, 1))
    scheduler.next_step()
    assert scheduler.has_room(2) and not scheduler.has_room(3)


class Recorder(BatchRunner):
    """A runner that notes the slots of each step and which ids it chose, on its own rank."""

    def __init__(self, group, directory, max_batch=4):
        super().__init__(directory, group, max_batch=max_batch)
        self.log = []

    def advance(self, left, joined):
        torch.manual_seed(self.group.rank)  # what a rank draws elsewhere must not matter
        tokens = super().advance(left, joined)
        self.log += [number for pair in tokens.items() for number in pair]
        return tokens

    def logs(self):
        mine = torch.tensor([self.log])
        return self.group.all_gather(mine, 0).tolist()


def plan():
    """Steps of a batch that sequences join and leave: (left, joined) each."""
    first, second, third = (entry["prompt_ids"] for entry in ORACLE[3:6])
    yield [], [Job(2, first, GREEDY)]
    yield [], []
    yield [], [Job(0, second, SAMPLED), Job(3, third, GREEDY)]
    yield from [([], [])] * 3
    yield [2, 0], [Job(0, third, SAMPLED)]
    yield from [([], [])] * 4
    yield [3], []
    yield [0], []


def tokens_of(ranks):
    """What each job of the plan got: lists of tokens, in the order of joining."""
    current, everything = {}, []
    for left, joined in plan():
        tokens = ranks.call("advance", left, joined)
        for job in joined:
            current[job.slot] = []
            everything.append((job, current[job.slot]))
        for slot, token in tokens.items():
            current[slot].append(token)
    return everything


def alone(runner, job, number):
    """What chapter 11's loop gives a job that is by itself."""
    params = SamplingParams(
        number, job.params.temperature, seed=job.params.seed, ignore_eos=job.params.ignore_eos
    )
    return ModelRunner.generate(runner, [job.prompt_ids], params)[0]


@pytest.mark.parametrize("tp", [1, 2, 4])
def test_tokens_are_those_of_a_sequence_alone_on_every_rank(tp):
    runner = Recorder(HandGroup(0, 1), TINY)
    with RankProcesses(Recorder, tp, "fork", (TINY,)) as ranks:
        everything = tokens_of(ranks)
        logs = ranks.call("logs")
    assert [len(tokens) for _, tokens in everything] == [6, 4, 9, 6]
    for job, tokens in everything:
        assert tokens == alone(runner, job, len(tokens))
    assert len(logs) == tp and all(log == logs[0] for log in logs)


def test_each_row_is_chosen_as_its_own_sequence_says():
    def sequence(**params):
        generator = torch.Generator().manual_seed(1)
        return BatchSequence(0, 0, [1], 9, generator, params=SamplingParams(**params))

    row = torch.tensor([0.0, 5.0, 4.0, 5.0])
    hot = {"temperature": 50.0}
    sequences = [sequence(), sequence(**hot), sequence(), sequence(**hot)]
    drawn = [choose_in_lockstep(row.repeat(4, 1), sequences, HandGroup(0, 1)) for _ in range(50)]
    greedy, sampled, again, twin = torch.stack(drawn).T.tolist()
    assert greedy == again == [1] * 50  # the lowest of equals
    assert sampled == twin and set(sampled) == {0, 1, 2, 3}


def test_an_empty_batch_runs_nothing():
    runner = Recorder(HandGroup(0, 1), TINY)
    assert runner.advance([], []) == {}
    runner.advance([], [Job(1, [5, 6], GREEDY)])
    assert runner.advance([1], []) == {} and runner.running == {}


def test_the_cache_is_shared_out_evenly():
    per_token = 2 * 4 * 2 * 32 * 4  # 4 layers, 2 KV heads of 32, float32
    runner = BatchRunner(TINY, HandGroup(0, 1), cache_bytes=100 * per_token, max_batch=3)
    assert runner.get_max_length() == 33
    assert BatchRunner(TINY, HandGroup(0, 1), max_batch=3).get_max_length() == 512
    with pytest.raises(ValueError, match="a KV cache of 2 tokens is too small for 3 sequences"):
        BatchRunner(TINY, HandGroup(0, 1), cache_bytes=2 * per_token, max_batch=3)


async def ask(loop, prompt_ids, params):
    """Submit one prompt and read it to its end."""
    asked = AnswerSet([(prompt_ids, params)], [], loop.decode, frozenset())
    loop.submit(asked)
    return (await asked.collect())[0]


def make_loop(max_batch=4, max_queue=8):
    runner = Recorder(HandGroup(0, 1), TINY, max_batch)
    loop = BatchLoop(RankZero(runner, runner.group), Scheduler(max_batch, max_queue))
    loop.decode = lambda ids: "".join(f"{token}," for token in ids)
    return runner, loop


def test_requests_that_arrive_together_decode_together():
    runner, loop = make_loop()
    sizes = []
    advance = runner.advance

    def counting(left, joined):
        tokens = advance(left, joined)
        sizes.append(len(tokens))
        return tokens

    runner.advance = counting

    async def main():
        steps = asyncio.create_task(loop.run())
        prompts = [entry["prompt_ids"] for entry in ORACLE[:6]]
        pieces = await asyncio.gather(*(ask(loop, prompt, GREEDY) for prompt in prompts))
        loop.close(0)
        await steps
        return pieces

    pieces = asyncio.run(main())
    for piece, entry in zip(pieces, ORACLE, strict=False):
        assert piece == Piece(0, loop.decode(entry["greedy_ids"][:12]), "length")
    assert sizes == [4] * 12 + [2] * 12


def test_what_waits_is_refused_and_what_runs_finishes_when_the_loop_is_closed():
    _, loop = make_loop(max_batch=1)

    async def main():
        steps = asyncio.create_task(loop.run())
        runs = asyncio.create_task(ask(loop, [5], GREEDY))
        waits = asyncio.create_task(ask(loop, [5], GREEDY))
        await asyncio.sleep(0)  # both have submitted
        while not loop.scheduler.running:
            await asyncio.sleep(0)
        loop.close(60)
        with pytest.raises(ApiError, match="shutting down") as refused:
            await waits
        with pytest.raises(ApiError, match="shutting down"):
            await ask(loop, [5], GREEDY)
        await steps
        return refused.value.status, await runs

    status, piece = asyncio.run(main())
    assert status == 503
    assert piece.finish_reason == "length"


def test_pieces_add_up_to_the_text_of_all_tokens_and_cost_no_more_as_it_grows():
    tokenizer = read_tokenizer(TINY)
    asked = []

    def decode(ids):
        asked.append(len(ids))
        return tokenizer.decode(ids)

    stream = TextStream(decode)
    ids = [token for entry in ORACLE for token in entry["greedy_ids"]]  # end-of-text among them
    pieces = [stream.push(token) for token in ids] + [stream.flush()]
    assert "".join(pieces) == tokenizer.decode(ids)
    assert "水" in pieces and max(asked) < 8
