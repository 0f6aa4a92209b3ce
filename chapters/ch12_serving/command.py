"""The service's command line: starts the ranks, then serves until a signal or a rank's error.

A mistake of the user's is one line on stderr and exit code 2, a rank's error is its traceback and
code 1. SIGTERM and Ctrl-C end the service in order, with code 0; with 130 while it still starts.
"""

import argparse
import asyncio
import signal
import sys
import traceback
from pathlib import Path
from types import FrameType

from ..ch07_attention.config import DTYPES, Qwen3Config, find_dtype
from ..ch09_processes.lockstep import RankZero
from ..ch09_processes.processes import RankProcesses
from ..ch09_processes.rank_errors import RankError
from ..ch11_qwen3.cli import OneLineParser
from ..ch11_qwen3.prompts import check_model
from ..tp_group import HandGroup
from .app import create_app
from .batch_loop import BatchLoop
from .batch_runner import BatchRunner, make_batch_runner
from .http_server import bind, serve
from .scheduler import Scheduler
from .served_model import ServedModel


def at_least(smallest: int) -> object:
    """A type for arguments: a whole number from smallest."""

    def number(text: str) -> int:
        if (value := int(text)) < smallest:
            raise argparse.ArgumentTypeError(f"must be {smallest} or more, got {value}")
        return value

    return number


def parse(argv: list[str] | None) -> argparse.Namespace:
    parser = OneLineParser(prog="server", description="Serve Qwen3 over OpenAI's protocol.")
    parser.add_argument("--model", required=True, metavar="DIR", help="a Hugging Face checkpoint")
    parser.add_argument("--tp", type=int, default=1, help="number of ranks; default 1")
    parser.add_argument("--dtype", choices=list(DTYPES), help="default: the checkpoint's")
    parser.add_argument("--host", default="127.0.0.1", help="default 127.0.0.1: this machine only")
    parser.add_argument("--port", type=int, default=8000, help="0: any free one; default 8000")
    parser.add_argument(
        "--max-batch", type=at_least(1), default=8, help="prompts that run at once; default 8"
    )
    parser.add_argument(
        "--max-queue", type=at_least(0), default=64, help="prompts that may wait; default 64"
    )
    parser.add_argument(
        "--cache-mib", type=at_least(1), default=2048, help="KV cache of each rank; default 2048"
    )
    parser.add_argument(
        "--grace", type=at_least(0), default=10, help="seconds to finish in when ended; default 10"
    )
    parser.add_argument(
        "--start",
        choices=["spawn", "fork", "forkserver"],
        default="spawn",
        help="how ranks are started; fork is quick, but not for GPUs; default spawn",
    )
    return parser.parse_args(argv)


def start_ranks(options: argparse.Namespace) -> RankProcesses | RankZero:
    """The ranks, each with its BatchRunner. One rank alone lives in this process."""
    config = Qwen3Config.read(options.model)
    find_dtype(options.dtype or config.dtype)
    check_model(config, options.model, options.tp)
    args = (options.dtype, options.cache_mib << 20, options.max_batch)
    if options.tp == 1:
        alone = HandGroup(0, 1)
        return RankZero(BatchRunner(options.model, alone, *args), alone)
    return RankProcesses(make_batch_runner, options.tp, options.start, (options.model, *args))


def run(options: argparse.Namespace) -> Exception | None:
    """Bind, start the ranks, serve until the end. Returns what ended the ranks before their time.

    No rank outlives this function.
    """
    if not Path(options.model).is_dir():
        raise FileNotFoundError(f"there is no directory {options.model}")
    with bind(options.host, options.port) as listener:
        ranks = start_ranks(options)
        try:
            model = ServedModel(options.model, ranks.call("get_max_length"))
            batch_loop = BatchLoop(ranks, Scheduler(options.max_batch, options.max_queue))
            app = create_app(model, batch_loop)
            asyncio.run(serve(app, batch_loop, listener, model.name, options.grace))
            return batch_loop.error
        finally:
            ranks.close()


def interrupt(number: int, frame: FrameType | None) -> None:
    """What SIGTERM does while the ranks are started: the same as Ctrl-C.

    Raising an exception here could hit the moment between the start of a process and the note of
    it. Chapter 9 keeps SIGINT from that moment.
    """
    signal.raise_signal(signal.SIGINT)


def main(argv: list[str] | None = None) -> int:
    """Run the command; returns its exit code."""
    options = parse(argv)
    signal.signal(signal.SIGTERM, interrupt)
    try:
        error = run(options)
    except KeyboardInterrupt:
        return 130
    except RankError as error:
        print(f"server: {error}", file=sys.stderr)
        return 1
    except (ValueError, OSError) as error:
        print(f"server: {error}", file=sys.stderr)
        return 2
    if error:
        traceback.print_exception(error)
    return 1 if error else 0
