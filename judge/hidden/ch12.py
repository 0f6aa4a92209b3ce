"""Chapter 12: the parts of the service, its batch on ranks, its HTTP, and all of it together."""

from __future__ import annotations

from .ch12_http import HTTP_CASES
from .ch12_loop import LOOP_CASES
from .ch12_ranks import RANK_CASES
from .ch12_scheduler import SCHEDULER_CASES
from .ch12_service import SERVICE_CASES
from .ch12_text import TEXT_CASES

__all__ = ["CASES"]

CASES = (
    *SCHEDULER_CASES, *TEXT_CASES, *LOOP_CASES, *RANK_CASES, *HTTP_CASES, *SERVICE_CASES,
)  # fmt: skip
