"""The life of one rank's process, from its first line to its last.

It runs in a child of the driver. What the ranks do among themselves is `lockstep`; how a rank
notices that its driver is gone is `orphans`.
"""

import contextlib
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import Connection

import torch

from ..ch08_communicator.communicator import choose_group, init_distributed
from . import orphans
from .interfaces import use_loopback
from .lockstep import RankZero, serve
from .rank_errors import failure_of

HEARTBEAT_S = 1.0  # an idle rank 0 calls the others this often, and so notices a dead one


@dataclass(frozen=True)
class RankPlan:
    """What every rank's process is told: the same for all ranks."""

    target: Callable
    args: tuple
    size: int
    ctx: str
    init_method: str
    backend: str | None
    plugin: str
    timeout: float
    started_by_main_thread: bool


def rank_main(
    plan: RankPlan,
    rank: int,
    connection: Connection,
    lifeline: Connection,
    inherited: list[Connection],
) -> None:
    """Run one rank, from its first line to its end, and tell the driver how it goes.

    Messages on the connection: ("ready", None), then rank 0's results, or ("failed", Failure).
    inherited: the pipe ends of others that came with a fork.
    """
    for other in inherited:
        other.close()
    orphans.leave_interrupts_to_driver()
    orphans.end_with_driver(lifeline, plan.started_by_main_thread)
    exitcode = 0
    try:
        run_rank(plan, rank, connection)
    except BaseException as error:  # SystemExit too: it must not pass as success
        exitcode = 1
        with contextlib.suppress(OSError):
            connection.send(("failed", failure_of(rank, error)))
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(exitcode)  # the exit handlers that came with a fork belong to the driver


def run_rank(plan: RankPlan, rank: int, connection: Connection) -> None:
    """Join the group, build the runner, and execute calls until the driver closes."""
    torch.set_num_threads(orphans.num_threads(plan.size, plan.ctx))
    use_loopback()
    world = init_distributed(rank, plan.size, plan.backend, plan.init_method, plan.timeout)
    group = choose_group(world, plan.plugin)
    runner = plan.target(group, *plan.args)
    connection.send(("ready", None))
    if rank == 0:
        serve_driver(RankZero(runner, group), connection, min(HEARTBEAT_S, plan.timeout / 3))
    else:
        serve(runner, group)


def serve_driver(front: RankZero, connection: Connection, heartbeat: float) -> None:
    """Rank 0's loop: make the driver's calls on all ranks and send back ("result", value).

    A call is (kind, method, args); for the kind "stream", ("item", value) precede the result.
    None closes.
    """
    while True:
        while not connection.poll(heartbeat):
            front.keep_alive()
        message = connection.recv()
        if message is None:
            front.close()
            return
        kind, method, args = message
        result = None
        if kind == "call":
            result = front.call(method, *args)
        else:
            for item in front.stream(method, *args):
                connection.send(("item", item))
        connection.send(("result", result))
