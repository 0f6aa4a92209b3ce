"""Runs a command as on a kernel that lacks something: `python lacking.py landlock -- command …`.

By a seccomp filter that answers its system calls as such a kernel does.
"""

import errno
import os
import platform
import sys

from judge import seccomp

_FAIL, _ALLOW = 0x00050000, 0x7FFF0000
_CALLS = {  # name: number on x86-64, on 64-bit Arm, and the answer
    "landlock": (444, 444, errno.EOPNOTSUPP),
    "namespaces": (272, 97, errno.EPERM),  # unshare
    "seccomp": (317, 277, errno.ENOSYS),
}


def main(names, command):
    column = ("x86_64", "aarch64").index(platform.machine())
    program = [(0x20, 0, 0, 0)]
    for name in names:
        number, answer = _CALLS[name][column], _CALLS[name][2]
        program += [(0x15, 0, 1, number), (0x06, 0, 0, _FAIL | answer)]
    seccomp._load(seccomp._numbers()[4], [*program, (0x06, 0, 0, _ALLOW)])
    os.execv(command[0], command)


if __name__ == "__main__":
    cut = sys.argv.index("--")
    main(sys.argv[1:cut], sys.argv[cut + 1 :])
