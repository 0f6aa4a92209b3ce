"""What several drives need: calling a learner's function and saying what came of it."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import torch

from ...wire import described

# a learner's code may put others in their place
_storage_of, _num_bytes = torch.Tensor.untyped_storage, torch.UntypedStorage.nbytes


def outcome(call: Callable[[], Any], most: int = 200) -> dict[str, Any]:
    """`{"value": …}` or, for an error that may be asked for, `{"raises": type, "message": …}`.

    A gap that is not filled is no error of the code: NotImplementedError goes through, and so does
    what the process group refuses. `most` characters of the message are kept.
    """
    try:
        return {"value": call()}
    except NotImplementedError:
        raise
    except Exception as error:
        if type(error).__name__ == "ContractViolation":
            raise
        return {"raises": _builtin_name(error), "message": _here(str(error))[:most]}


def raised(said: dict[str, Any]) -> dict[str, str] | None:
    """The kind of error that an outcome tells of; None where there was none."""
    return described(str(said["raises"])) if "raises" in said else None


def kind_of(value: Any) -> dict[str, str]:
    """What came back, by its type."""
    return described("None" if value is None else f"a {type(value).__name__}")


def outcomes(function: Callable[..., Any], calls: Sequence[Sequence[Any]]) -> dict[str, Any]:
    """The outcome of each call, in order."""
    return {"outcomes": [outcome(partial(function, *arguments)) for arguments in calls]}


@contextlib.contextmanager
def noting(when: str) -> Iterator[None]:
    """An error inside is told with these words; not a gap, nor what the process group refuses."""
    try:
        yield
    except Exception as error:
        if type(error).__name__ not in ("ContractViolation", "NotImplementedError"):
            error.add_note(when)
        raise


def _here(text: str) -> str:
    """Without the name of this rank's directory, which is new each time."""
    return text.replace(f"{os.environ.get('HOME', '')}/", "")


def _builtin_name(error: Exception) -> str:
    """A learner's own subclass of ValueError counts as a ValueError."""
    return next(kind.__name__ for kind in type(error).__mro__ if kind.__module__ == "builtins")


def extra_bytes(tensor: Any) -> int:
    """Bytes that stay alive with a tensor beside its own: 0 unless it is a view of a larger one."""
    if type(tensor) not in (torch.Tensor, torch.nn.Parameter) or tensor.layout != torch.strided:
        return 0
    return max(0, held_bytes(tensor) - tensor.numel() * tensor.element_size())


def held_bytes(tensor: torch.Tensor) -> int:
    """Bytes of the storage that a tensor lies in."""
    return _num_bytes(_storage_of(tensor))


def cast(inputs: Any, name: str) -> torch.Tensor:
    """An input in the case's dtype."""
    dtype = inputs.params.get("dtype")
    tensor: torch.Tensor = inputs[name]
    return tensor.to(getattr(torch, dtype)) if dtype else tensor
