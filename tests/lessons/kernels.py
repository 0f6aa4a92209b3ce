"""A real Jupyter kernel in a folder, and what its cells show."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from jupyter_client.manager import KernelManager

START = "%load_ext judge\nimport torch"


@dataclass
class Result:
    """What one cell showed."""

    status: str = "ok"
    printed: str = ""
    data: list[dict[str, str]] = field(default_factory=list)  # of results and displays
    error: str = ""  # the traceback as it is shown

    @property
    def text(self) -> str:
        """All of it, as where there is no HTML."""
        return "\n".join([self.printed, *(one["text/plain"] for one in self.data), self.error])


class Kernel:
    """A kernel whose folder is a chapter's, with the root of the course on its path."""

    def __init__(self, root: Path, folder: Path) -> None:
        env = {**os.environ, "PYTHONPATH": str(root), "IPYTHONDIR": str(root / ".ipython")}
        self.manager = KernelManager(kernel_name="python3")
        quiet = ["--IPKernelApp.log_level=40"]
        self.manager.start_kernel(extra_arguments=quiet, cwd=str(folder), env=env)
        self.client = self.manager.client()
        self.client.start_channels()
        self.client.wait_for_ready(timeout=60)

    @property
    def pid(self) -> int:
        return self.manager.provisioner.pid

    def start(self, code: str) -> str:
        """Send a cell and do not wait for it."""
        return self.client.execute(code)

    def end(self, message: str) -> Result:
        """What the cell `message` shows until it is done."""
        result = Result()
        while True:
            said = self.client.get_iopub_msg(timeout=150)
            if said["parent_header"].get("msg_id") != message:
                continue
            kind, content = said["msg_type"], said["content"]
            if kind == "status" and content["execution_state"] == "idle":
                return result
            _add(result, kind, content)

    def run(self, code: str) -> Result:
        return self.end(self.start(code))

    def close(self) -> None:
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)


def _add(result: Result, kind: str, content: dict[str, Any]) -> None:
    if kind == "stream":
        result.printed += content["text"]
    elif kind in ("execute_result", "display_data"):
        result.data.append(content["data"])
    elif kind == "error":
        result.status, result.error = "error", "\n".join(content["traceback"])
