"""A torch.distributed backend whose network is the judge.

Each collective becomes a message to the judge, which matches it with the other ranks' and answers.
A result is written at `wait()` and not before, so reading an async result early reads the old
value, as it may on a real network. Idea: torch's registered backends.
"""
# mypy: disable-error-code="override, assignment"
# torch declares these methods as overloads; of each, only the one that dist.* calls is served

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn, TypeAlias

import torch
import torch.distributed as dist

from .link import Link, Places, from_wire, is_changed, to_wire
from .work import ContractViolation, JudgeWork, together

Note: TypeAlias = Callable[[str], None]  # told of each contract violation

BACKEND = "judge"
_REDUCE_OPS = {
    int(getattr(dist.ReduceOp, name)): name.lower()
    for name in ("SUM", "AVG", "PRODUCT", "MIN", "MAX", "BAND", "BOR", "BXOR")
}
_BITWISE = ("band", "bor", "bxor")
_NOTHING = torch.empty(0, dtype=torch.uint8)  # what a barrier carries


class JudgeGroup(dist.ProcessGroup):
    """One group of ranks. `members` are global ranks, in group order."""

    def __init__(
        self, link: Link, note: Note, places: Places, me: int, members: Sequence[int], name: str
    ) -> None:
        super().__init__(members.index(me), len(members))  # type: ignore[call-arg]
        self._link, self._note, self._places = link, note, places
        self._me, self._members, self._name = me, list(members), name

    def size(self) -> int:
        return len(self._members)

    def rank(self) -> int:
        return self._members.index(self._me)

    def getBackendName(self) -> str:  # noqa: N802 (torch asks for this name)
        return BACKEND

    @property
    def group_name(self) -> str:
        return self._name

    @property
    def pg_name(self) -> str:
        return self._name

    def __repr__(self) -> str:
        """As torch names it in its errors; an address would tell nobody anything."""
        return f"of ranks {self._members}"

    def _set_group_name(self, name: str) -> None:
        self._name = name

    def _start(
        self,
        op: str,
        sent: Sequence[torch.Tensor],
        received: Sequence[torch.Tensor],
        like: torch.Tensor | None = None,
        reduce_op: str = "",
        root: int | None = None,
        **extra: Any,
    ) -> JudgeWork:
        """Send one collective. `root` counts inside the group; `like` gives shape and dtype."""
        if not self._link.mine():
            self._refuse(f"{op} was called from a second thread or process.")
        self._check_tensors(op, [*sent, *received])
        like = next(iter([*sent, *received]), _NOTHING) if like is None else like
        if reduce_op == "premul_sum" or (reduce_op in _BITWISE and _is_inexact(like)):
            self._refuse(f"{op} cannot do {reduce_op.upper()} of {like.dtype}.")
        call = {
            "op": op,
            "group": self._members,
            "group_name": self._name,
            "reduce_op": reduce_op,
            "root": None if root is None else self._members[root],
            "shape": list(like.shape),
            "dtype": str(like.dtype).removeprefix("torch."),
            "where": self._places.here(),
            **extra,
        }
        wired = {str(i): to_wire(t) for i, t in enumerate(sent)}
        handle = self._link.issue(call, wired)
        name, entered = f"{op} #{self._link.issued}", self._places.entered()
        if entered is None:
            self._note(f"There is a {name} after the code returned.")

        def finish() -> None:
            if entered is not None and entered.is_over():
                late = f"{entered.name} returned before it waited for {name}."
                self._note(late)
            if any(map(is_changed, sent, wired.values())):
                self._note(f"What {name} sends was changed before the code waited for it.")
            self._write(handle, received, work)

        return (work := JudgeWork(finish, lambda: self._link.arrived(handle)))

    def _write(self, handle: int, received: Sequence[torch.Tensor], work: JudgeWork) -> None:
        arrays = self._link.wait(handle)
        with torch.no_grad():
            for tensor, array in zip(received, arrays, strict=False):
                tensor.detach().copy_(from_wire(array).reshape(tensor.shape))
        if len(arrays) > len(received):  # a receive: the last array says from whom
            work.source = self._members.index(int(from_wire(arrays[-1]).item()))

    def allreduce(self, tensors: list[torch.Tensor], opts: Any = None) -> JudgeWork:
        return self._start("all_reduce", tensors, tensors, reduce_op=_reduce_op(opts))

    def reduce(self, tensors: list[torch.Tensor], opts: Any) -> JudgeWork:
        root = opts.rootRank
        received = tensors if root == self.rank() else []
        return self._start("reduce", tensors, received, reduce_op=_reduce_op(opts), root=root)

    def broadcast(self, tensors: list[torch.Tensor], opts: Any) -> JudgeWork:
        sent = tensors if opts.rootRank == self.rank() else []
        return self._start("broadcast", sent, tensors, tensors[0], root=opts.rootRank)

    def allgather(
        self, outputs: list[list[torch.Tensor]], inputs: list[torch.Tensor], opts: Any = None
    ) -> JudgeWork:
        self._check_list("all_gather", outputs[0], inputs[0])
        return self._start("all_gather", inputs, outputs[0])

    def all_gather_single(
        self, output: torch.Tensor, tensor: torch.Tensor, opts: Any = None
    ) -> JudgeWork:
        return self._start("all_gather", [tensor], self._chunks("all_gather", output, tensor))

    _allgather_base = all_gather_single

    def gather(
        self, outputs: list[list[torch.Tensor]], inputs: list[torch.Tensor], opts: Any
    ) -> JudgeWork:
        received = outputs[0] if outputs else []
        if received:
            self._check_list("gather", received, inputs[0])
        return self._start("gather", inputs, received, root=opts.rootRank)

    def scatter(
        self, outputs: list[torch.Tensor], inputs: list[list[torch.Tensor]], opts: Any
    ) -> JudgeWork:
        sent = inputs[0] if inputs else []
        if sent:
            self._check_list("scatter", sent, outputs[0])
        return self._start("scatter", sent, outputs, outputs[0], root=opts.rootRank)

    def reduce_scatter(
        self, outputs: list[torch.Tensor], inputs: list[list[torch.Tensor]], opts: Any
    ) -> JudgeWork:
        self._check_list("reduce_scatter", inputs[0], outputs[0])
        return self._start("reduce_scatter", inputs[0], outputs, reduce_op=_reduce_op(opts))

    def reduce_scatter_single(
        self, output: torch.Tensor, tensor: torch.Tensor, opts: Any = None
    ) -> JudgeWork:
        parts = self._chunks("reduce_scatter", tensor, output)
        return self._start("reduce_scatter", parts, [output], reduce_op=_reduce_op(opts))

    _reduce_scatter_base = reduce_scatter_single

    def alltoall(
        self, outputs: list[torch.Tensor], inputs: list[torch.Tensor], opts: Any = None
    ) -> JudgeWork:
        if len({tensor.dtype for tensor in [*outputs, *inputs]}) > 1:
            self._refuse("all_to_all of tensors of several dtypes.")
        expects = [t.numel() for t in outputs]
        return self._start("all_to_all", inputs, outputs, expects=expects)

    def all_to_all_single(
        self,
        output: torch.Tensor,
        tensor: torch.Tensor,
        output_split_sizes: list[int],
        input_split_sizes: list[int],
        opts: Any = None,
    ) -> JudgeWork:
        self._check_tensors("all_to_all", [output, tensor])
        size = self.size()
        outputs = torch.split(output, output_split_sizes or [output.shape[0] // size] * size)
        inputs = torch.split(tensor, input_split_sizes or [tensor.shape[0] // size] * size)
        return self.alltoall(list(outputs), list(inputs), opts)

    alltoall_base = all_to_all_single

    def allreduce_coalesced(self, tensors: list[torch.Tensor], opts: Any = None) -> JudgeWork:
        return together([self.allreduce([tensor], opts) for tensor in tensors])

    def all_gather_single_coalesced(
        self, outputs: list[torch.Tensor], inputs: list[torch.Tensor], opts: Any = None
    ) -> JudgeWork:
        pairs = zip(outputs, inputs, strict=True)
        return together([self.all_gather_single(output, tensor) for output, tensor in pairs])

    def reduce_scatter_single_coalesced(
        self, outputs: list[torch.Tensor], inputs: list[torch.Tensor], opts: Any = None
    ) -> JudgeWork:
        pairs = zip(outputs, inputs, strict=True)
        return together([self.reduce_scatter_single(out, tensor, opts) for out, tensor in pairs])

    def barrier(self, opts: Any = None) -> JudgeWork:
        return self._start("barrier", [], [])

    def send(self, tensors: list[torch.Tensor], dst: int, tag: int = 0) -> JudgeWork:
        return self._start("send", tensors, [], root=dst, tag=tag)

    def recv(self, tensors: list[torch.Tensor], src: int, tag: int = 0) -> JudgeWork:
        return self._start("recv", [], tensors, root=src, tag=tag)

    def recv_anysource(self, tensors: list[torch.Tensor], tag: int = 0) -> JudgeWork:
        return self._start("recv", [], tensors, tag=tag)

    def new_group(self, ranks: list[int], **options: Any) -> JudgeGroup | None:
        """Every rank of the world takes part, also those outside the new group.

        torch gives a group made with `use_local_synchronization` a hashed name; there only the
        members come here.
        """
        name = str(options.get("group_name", ""))
        group = None
        if self._me in ranks:
            group = JudgeGroup(self._link, self._note, self._places, self._me, ranks, name)
        meeting = group if group is not None and not name.isdigit() else self
        meeting._start("new_group", [], [], detail=str(ranks)).wait()
        return group

    def abort(self) -> None:
        """Nothing to stop."""

    def shutdown(self) -> None:
        """Nothing to stop."""

    def _refuse(self, why: str) -> NoReturn:
        """Raise, and remember it: the learner's code may swallow the exception."""
        self._note(why)
        raise ContractViolation(why)

    def _check_tensors(self, op: str, tensors: Sequence[torch.Tensor]) -> None:
        for tensor in tensors:
            if not tensor.is_contiguous():
                self._refuse(
                    f"{op} of a non-contiguous tensor, shape {list(tensor.shape)}, strides "
                    f"{list(tensor.stride())}. Call .contiguous() first, and keep what it returns."
                )

    def _check_list(self, op: str, tensors: Sequence[torch.Tensor], like: torch.Tensor) -> None:
        size = self.size()
        if len(tensors) != size:
            self._refuse(f"{op} needs a list of {size} tensors, one a rank, got {len(tensors)}.")
        for tensor in tensors:
            if tensor.shape != like.shape or tensor.dtype != like.dtype:
                self._refuse(
                    f"{op} needs tensors of one shape and dtype: {list(tensor.shape)} "
                    f"{tensor.dtype} beside {list(like.shape)} {like.dtype}."
                )

    def _chunks(self, op: str, whole: torch.Tensor, part: torch.Tensor) -> list[torch.Tensor]:
        """The pieces of a tensor that holds one part for each rank, along dim 0 or stacked."""
        size = self.size()
        self._check_tensors(op, [whole, part])
        if whole.numel() != part.numel() * size or whole.dtype != part.dtype:
            self._refuse(
                f"{op}: the large tensor {list(whole.shape)} {whole.dtype} must hold {size} times "
                f"the small one {list(part.shape)} {part.dtype}."
            )
        if not part.numel():
            return [whole.new_empty(part.shape) for _ in range(size)]
        return [piece.view(part.shape) for piece in whole.view(-1).chunk(size)]


def _is_inexact(tensor: torch.Tensor) -> bool:
    return tensor.is_floating_point() or tensor.is_complex()


def _reduce_op(opts: Any) -> str:
    if opts is None:
        return "sum"
    op = opts.reduceOp
    number = int(getattr(op, "op", op))  # never str(op): it prints an address
    return _REDUCE_OPS.get(number, "premul_sum")


def register(link: Link, note: Note, places: Places) -> None:
    """Make `dist.init_process_group("judge", …)` give groups that end in `link`."""

    def create(store: Any, rank: int, size: int, timeout: Any) -> JudgeGroup:
        return JudgeGroup(link, note, places, rank, list(range(size)), "default")

    dist.Backend.register_backend(BACKEND, create, devices=["cpu"])
