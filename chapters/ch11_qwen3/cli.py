"""The engine's command line: prints the completion of a prompt as it is made.

It starts its own ranks, or, under torchrun, is one of them. A mistake of the user's is one line on
stderr and exit code 2.
"""

import argparse
import sys
import time

import torch.distributed as dist

from ..ch07_attention.config import DTYPES
from ..ch08_communicator.communicator import PLUGINS
from ..ch09_processes import torchrun
from ..ch09_processes.lockstep import RankZero, serve
from ..ch09_processes.rank_errors import RankError
from .engine import LLM, ModelRunner
from .sampling_params import SamplingParams

GRACE_S = 2.0  # how long a rank waits before it leaves, for torchrun then ends its neighbours


class OneLineParser(argparse.ArgumentParser):
    def error(self, message: str) -> None:
        self.exit(2, f"{self.prog}: {message}\n")


def seconds(text: str) -> float:
    """A time-out of the user's, in seconds; at most some years, or no clock can count it."""
    if not 0 < float(text) <= 1e8:
        raise argparse.ArgumentTypeError(f"must be above 0 and at most 100000000, got {text}")
    return float(text)


def parse(argv: list[str] | None) -> argparse.Namespace:
    defaults = SamplingParams()
    parser = OneLineParser(prog="engine", description="Complete a text with Qwen3.")
    parser.add_argument("prompt")
    parser.add_argument("--model", required=True, metavar="DIR", help="a Hugging Face checkpoint")
    parser.add_argument("--tp", type=int, help="number of ranks; default 1, or torchrun's number")
    parser.add_argument("--dtype", choices=list(DTYPES), help="default: the checkpoint's")
    parser.add_argument(
        "--plugin",
        choices=list(PLUGINS),
        default="auto",
        help="how tensors travel; default auto: in shared memory when all ranks are on one host",
    )
    parser.add_argument(
        "--timeout",
        type=seconds,
        default=1800.0,
        metavar="SECONDS",
        help="how long a rank waits for another before all end; default 1800",
    )
    parser.add_argument("--max-tokens", type=int, default=defaults.max_tokens)
    parser.add_argument("--temperature", type=float, default=defaults.temperature)
    parser.add_argument("--top-p", type=float, default=defaults.top_p)
    parser.add_argument("--seed", type=int, default=defaults.seed)
    return parser.parse_args(argv)


def write_completion(llm: LLM, options: argparse.Namespace, params: SamplingParams) -> None:
    with llm:
        for piece in llm.stream(options.prompt, params):
            print(piece, end="", flush=True)
        print(flush=True)


def run_as_rank(options: argparse.Namespace, params: SamplingParams) -> None:
    """Be one of torchrun's processes: rank 0 writes, the others serve it."""
    rank, size = torchrun.rank_and_size()
    if options.tp not in (None, size):
        raise ValueError(f"--tp is {options.tp}, but torchrun started {size} processes")
    with torchrun.plain_errors():
        group = torchrun.join(options.plugin, options.timeout)
        runner = ModelRunner(options.model, group, options.dtype)
        if rank == 0:
            llm = LLM(options.model, size, options.dtype, ranks=RankZero(runner, group))
            write_completion(llm, options, params)
        else:
            serve(runner, group)
        dist.destroy_process_group()


def start_ranks(options: argparse.Namespace, params: SamplingParams) -> None:
    """Be the driver of ranks of its own."""
    tp_size = 1 if options.tp is None else options.tp
    llm = LLM(options.model, tp_size, options.dtype, plugin=options.plugin, timeout=options.timeout)
    write_completion(llm, options, params)


def run(options: argparse.Namespace) -> int:
    """Do what the options say; returns the exit code."""
    is_rank = torchrun.has_started_this()
    try:
        params = SamplingParams(
            options.max_tokens, options.temperature, options.top_p, options.seed
        )
        (run_as_rank if is_rank else start_ranks)(options, params)
    except (RankError, ConnectionError) as error:
        print(f"engine: {error}", file=sys.stderr, flush=True)
        if is_rank:
            time.sleep(GRACE_S)  # the neighbours' errors are worth reading too
        return 1
    except (ValueError, OSError) as error:
        print(f"engine: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


def main(argv: list[str] | None = None) -> int:
    """Run the command; returns its exit code. A rank of torchrun's does not return."""
    code = run(parse(argv))
    if torchrun.has_started_this():
        torchrun.leave(code)
    return code
