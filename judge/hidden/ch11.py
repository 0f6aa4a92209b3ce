"""Chapter 11: the model's modules, the loop, and the whole run of an assembled submission."""

from __future__ import annotations

from .ch11_loop import LOOP_CASES
from .ch11_model import MODEL_CASES
from .ch11_run import RUN_CASES, for_model
from .ch11_sampling import SAMPLING_CASES
from .ch11_tables import tables

__all__ = ["CASES", "for_model", "tables"]

CASES = (*MODEL_CASES, *SAMPLING_CASES, *LOOP_CASES, *RUN_CASES)
