"""Asks for what only root may do, itself and by a program that has root's rights (C27)."""

import ctypes
import os
import subprocess


def shard_tensor(*arguments):
    libc = ctypes.CDLL(None, use_errno=True)
    for program in (["su", "-c", "id -u"], ["sudo", "-n", "id", "-u"], ["pkexec", "id", "-u"]):
        try:
            done = subprocess.run(program, stdin=subprocess.DEVNULL, capture_output=True, timeout=0.1)
            if done.returncode == 0:
                raise RuntimeError(f"won: {program[0]} {done.stdout!r}")
        except (FileNotFoundError, subprocess.TimeoutExpired):
            pass
    for attempt in (lambda: os.chroot("/"), lambda: os.chown("/usr", 0, 0), lambda: os.nice(-5)):
        try:
            attempt()
            raise RuntimeError("won")
        except OSError:
            pass
    if libc.mount(b"none", b"/usr", b"tmpfs", 0, None) == 0:
        raise RuntimeError("won")
    raise PermissionError("refused everywhere")
