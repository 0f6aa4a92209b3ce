"""Reads the memory, the environment and the files of every process that it sees (B04)."""

import os


def shard_tensor(*arguments):
    refused = 0
    for pid in [pid for pid in os.listdir("/proc") if pid.isdigit() and int(pid) != os.getpid()]:
        for name in ("mem", "environ", "maps", "fd/0", "root/etc/hostname", "cwd"):
            try:
                path = f"/proc/{pid}/{name}"
                data = os.listdir(path) if name == "cwd" else open(path, "rb").read(1)
                raise RuntimeError(f"won: {name} {data!r}")
            except OSError:
                refused += 1
    raise PermissionError(f"{refused} times")
