"""What a child process may do. Layer L0: works everywhere, needs no privilege.

Promised: a clean environment, a scratch directory of its own as HOME, TMPDIR and working directory,
one thread for numerical libraries, limits on CPU, file size, open files and core dumps, death
together with its parent (Linux), memory that other processes of the user cannot read (Linux).
Not promised: the child may read any file the user can, open sockets and signal the user's
processes. Nor does it hide the rank from the code that runs in it: whoever walks frames, or asks
gc or ctypes, can change the checks made there and forge what the rank says, though not find what
another rank was sent. This stops accidents and casual cheating only.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import signal
import sys
from pathlib import Path

_PR_SET_PDEATHSIG = 1
_PR_SET_DUMPABLE = 4
_PR_SET_CHILD_SUBREAPER = 36

_THREADS = ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMEXPR_NUM_THREADS")
_KEPT = ("PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "LD_LIBRARY_PATH", "OPENBLAS_CORETYPE")


def clean_environment() -> dict[str, str]:
    """What the template is started with: no proxies, no PYTHON*, no tokens of the user."""
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    loopback = "lo0" if sys.platform == "darwin" else "lo"
    return (
        kept
        | dict.fromkeys(_THREADS, "1")
        | {
            "GLOO_SOCKET_IFNAME": loopback,
            "TORCHDYNAMO_DISABLE": "1",  # a learner's torch.compile runs eagerly
            "TOKENIZERS_PARALLELISM": "false",
            "PYTHONDONTWRITEBYTECODE": "1",
            "HF_HUB_OFFLINE": "1",
        }
    )


def move_into(scratch: Path) -> None:
    """Make `scratch` the home, the temporary directory and the working directory."""
    scratch.mkdir(parents=True, exist_ok=True)
    for name in ("HOME", "TMPDIR", "XDG_CACHE_HOME", "TORCH_HOME", "TORCHINDUCTOR_CACHE_DIR"):
        os.environ[name] = str(scratch)
    import tempfile

    tempfile.tempdir = None  # it may have been asked for, and remembered, before the fork
    os.chdir(scratch)


def limit(cpu_s: float, memory_mb: int, file_mb: int = 512, open_files: int = 1024) -> None:
    """Set the resource limits of this process and its children; memory is above what it has now.

    The soft CPU limit lies 2 s below the hard one: SIGXCPU can be told from a plain SIGKILL.
    """
    cpu = int(cpu_s) + 1
    _lower(resource.RLIMIT_CPU, cpu, cpu + 2)
    _lower(resource.RLIMIT_FSIZE, file_mb << 20, file_mb << 20)
    _lower(resource.RLIMIT_NOFILE, open_files, open_files)
    _lower(resource.RLIMIT_CORE, 0, 0)
    if has := _address_space():
        _lower(resource.RLIMIT_AS, has + (memory_mb << 20), has + (memory_mb << 20))
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # too large a file: OSError, not death


def _address_space() -> int:
    """Bytes this process has mapped; 0 where /proc does not say."""
    with contextlib.suppress(OSError), open("/proc/self/statm") as statm:
        return int(statm.read().split()[0]) * resource.getpagesize()
    return 0


def _lower(kind: int, soft: int, hard: int) -> None:
    _, ceiling = resource.getrlimit(kind)
    if ceiling != resource.RLIM_INFINITY:
        soft, hard = min(soft, ceiling), min(hard, ceiling)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(kind, (soft, hard))


def die_with_parent(parent: int) -> None:
    """Linux: SIGKILL when the parent dies; leaves at once when it is dead already."""
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def hide_memory() -> None:
    """Linux: no ptrace, /proc/<pid>/mem or pidfd_getfd from processes of the same user."""
    _prctl(_PR_SET_DUMPABLE, 0)


def show_memory() -> None:
    """Linux: undo `hide_memory`, which a child inherits."""
    _prctl(_PR_SET_DUMPABLE, 1)


def adopt_orphans() -> None:
    """Linux: descendants that lose their parent become children of this process."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)


def _prctl(option: int, value: int) -> None:
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)
