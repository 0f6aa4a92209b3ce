"""What a child process may do. This file is layer L0; isolation.py adds the others to a rank.

Promised everywhere (L0): a clean environment; a scratch directory of its own as HOME, TMPDIR and
working directory; one thread for numerical libraries; limits on CPU, file size, open files and core
dumps. On Linux also: it dies with its parent; its parents' memory cannot be read; root's rank has
none of root's powers. Memory and CPU of the whole process tree are watched by the judge.

Promised where Linux has the layer (`doctor` tells, and every report names those in force):
  landlock    reads Python, its libraries, the submission laid out for it: not the hidden cases, the
              solutions or the user's files; writes its scratch directory only; no signal to, and no
              look into, a process it did not start, ranks of its group included; no TCP; with
              namespaces too, /proc shows it no process but its own
  seccomp     no system calls that debug, mount, load, trace or change namespaces; no keyrings and
              no memory shared by System V names; no sockets but pairs; no typing into the terminal
  namespaces  no file, process or network of the machine is there at all; nothing passes to another
              group through /dev/shm; whatever it leaves behind dies with its group
A case on real gloo has a loopback, and its ranks share /dev/shm and a directory to meet in.

With --untrusted, all of these or nothing is run (exit 3, and what to do), and one more:
  own uid     ranks run as a user that owns no file and no process here and is in no group: not
              root, not the one who grades, not that of another group of ranks. What the others
              miss is still closed to them. Root has such users to give; anyone else needs
              newuidmap and lines in /etc/subuid and /etc/subgid. A user namespace in which the
              own number merely has another name is none: to files it is the same user.

Not promised: anything against a fault of the kernel; secrecy between the ranks of one real group;
for L0 alone, that files, network and other processes of the user are safe. The hidden cases lie in
the clone: on a learner's own machine all this stops accidents and casual cheating.
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
_KEPT = (
    "PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "LD_LIBRARY_PATH",
    "OPENBLAS_CORETYPE", "ATEN_CPU_CAPABILITY", "MKL_CBWR",  # which instructions of the CPU to use
)  # fmt: skip


def clean_environment() -> dict[str, str]:
    """What the template is started with: no proxies, no PYTHON*, no tokens of the user."""
    kept = {name: os.environ[name] for name in _KEPT if name in os.environ}
    loopback = "lo0" if sys.platform == "darwin" else "lo"
    return (
        kept
        | dict.fromkeys(_THREADS, "1")
        | {
            "GLOO_SOCKET_IFNAME": loopback,
            "GLIBC_TUNABLES": "glibc.malloc.hugetlb=1",  # a fork takes 3 ms, and 4 without
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
