"""What several drives need: calling a learner's function and saying what came of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch


def outcome(call: Callable[[], Any]) -> dict[str, Any]:
    """`{"value": …}` or, for an error that a contract asks for, `{"raises": type, "message": text}`.

    A gap that is not filled is no error of the code: NotImplementedError goes through.
    """
    try:
        return {"value": call()}
    except NotImplementedError:
        raise
    except (ValueError, IndexError, AssertionError, TypeError, ZeroDivisionError) as error:
        return {"raises": type(error).__name__, "message": str(error)[:200]}


def storage_bytes(tensor: Any) -> int:
    """Bytes that stay alive with a tensor; -1 for what is no tensor."""
    return tensor.untyped_storage().nbytes() if isinstance(tensor, torch.Tensor) else -1
