"""How chapter 12 is exercised: each part on fake neighbours, the batch on ranks, the service."""

from __future__ import annotations

from .ch12_http import endpoint, stream
from .ch12_parts import answer, run, schedule, steps
from .ch12_ranks import advance, choose
from .ch12_service import service

__all__ = [
    "advance",
    "answer",
    "choose",
    "endpoint",
    "run",
    "schedule",
    "service",
    "steps",
    "stream",
]
