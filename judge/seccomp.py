"""A list of system calls that a rank may not make: it has no use for them, and attacks do.

They fail with EPERM, so that a library that merely tries them goes on. Without `net` no socket can
be made but a pair. The filter is assembled here, for x86-64 and 64-bit Arm; others have none.
The idea of a deny-list rather than an allow-list: torch and its libraries change what they call.
"""

from __future__ import annotations

import ctypes
import errno
import os
import platform
import struct
import sys
from collections.abc import Iterable

# name: its number on x86-64 and on 64-bit Arm; None where there is no such call
_DENIED: dict[str, tuple[int, int | None]] = {
    # other processes' memory and files
    "ptrace": (101, 117), "process_vm_readv": (310, 270), "process_vm_writev": (311, 271),
    "process_madvise": (440, 440), "pidfd_getfd": (438, 438), "kcmp": (312, 272),
    "move_pages": (279, 239), "migrate_pages": (256, 238), "userfaultfd": (323, 282),
    # what outlives a process, or is shared by name beyond the file system
    "keyctl": (250, 219), "add_key": (248, 217), "request_key": (249, 218), "shmget": (29, 194),
    "shmat": (30, 196), "semget": (64, 190), "semop": (65, 193), "msgget": (68, 186),
    "mq_open": (240, 180),
    # who reads which file when
    "inotify_init": (253, None), "inotify_init1": (294, 26), "inotify_add_watch": (254, 27),
    # ways around the other layers
    "io_uring_setup": (425, 425), "io_uring_enter": (426, 426), "io_uring_register": (427, 427),
    "open_by_handle_at": (304, 265), "personality": (135, 92), "setns": (308, 268),
    "unshare": (272, 97), "chroot": (161, 51), "pivot_root": (155, 41), "mount": (165, 40),
    "umount2": (166, 39), "move_mount": (429, 429), "open_tree": (428, 428), "fsopen": (430, 430),
    "fsconfig": (431, 431), "fsmount": (432, 432), "fspick": (433, 433),
    "mount_setattr": (442, 442), "fanotify_init": (300, 262),
    # the machine
    "bpf": (321, 280), "perf_event_open": (298, 241), "kexec_load": (246, 104),
    "kexec_file_load": (320, 294), "init_module": (175, 105), "finit_module": (313, 273),
    "delete_module": (176, 106), "reboot": (169, 142), "swapon": (167, 224),
    "swapoff": (168, 225), "acct": (163, 89), "quotactl": (179, 60), "syslog": (103, 116),
    "settimeofday": (164, 170), "clock_settime": (227, 112), "clock_adjtime": (305, 266),
    "adjtimex": (159, 171), "sethostname": (170, 161), "setdomainname": (171, 162),
    "vhangup": (153, 58), "iopl": (172, None), "ioperm": (173, None),
    # whose turn it is at the disk: of other processes too, and of no use here
    "ioprio_set": (251, 30),
}  # fmt: skip
# calls whose first argument is a process: allowed for the caller itself only
_OF_ITSELF: dict[str, tuple[int, int]] = {
    "prlimit64": (302, 261), "sched_setaffinity": (203, 122), "sched_setparam": (142, 118),
    "sched_setscheduler": (144, 119), "sched_setattr": (314, 274),
}  # fmt: skip
# the same without `net`: by what one rank sets of itself and another reads, they could talk
_READS_OF_ITSELF: dict[str, tuple[int, int]] = {
    "sched_getaffinity": (204, 123), "sched_getparam": (143, 121),
    "sched_getscheduler": (145, 120), "sched_getattr": (315, 275),
    "getpgid": (121, 155), "getsid": (124, 156),
}  # fmt: skip
_PRIORITIES = ((141, 140), (140, 141))  # set, get: the second argument is a process if one is 0
_FLOCK, _FCNTL = (73, 32), (72, 25)  # a lock on a library's file is seen by all who can read it
_LOCKS = (6, 7, 37, 38, 1024, 1026)  # F_SETLK, F_SETLKW, the same by F_OFD_…, F_SETLEASE, F_NOTIFY
# clone, clone3, ioctl, socket, seccomp itself; and the architecture's number
_X86_64, _ARM_64 = (56, 435, 16, 41, 317, 0xC000003E), (220, 435, 29, 198, 277, 0xC00000B7)

_NAMESPACES = 0x7E020000  # CLONE_NEW… among the flags of clone
_PUSHES_INPUT = (0x5412, 0x541C)  # TIOCSTI, TIOCLINUX: types into the user's terminal
_FAMILIES = (1, 2, 10, 16)  # Unix, IPv4, IPv6, netlink (which lists the interfaces)
_X32 = 0x40000000  # calls by another numbering start here

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _ARCHITECTURE, _ARGUMENT_0, _ARGUMENT_1 = 0, 4, 16, 24  # offsets in seccomp_data
_ALLOW, _FAIL = 0x7FFF0000, 0x00050000
_SET_FILTER, _KEEP_SPECULATION = 1, 4  # the second: ranks run as fast as without a filter
_PR_SET_NO_NEW_PRIVS = 38

Instruction = tuple[int, int, int, int]  # code, jump if true, jump if false, operand


def install(net: bool) -> None:
    """Filter this process and all it will start, for good. Raises OSError where it cannot be."""
    clone, clone3, ioctl, socket, seccomp, architecture = _numbers()
    column = 0 if architecture == _X86_64[-1] else 1
    denied = [number for pair in _DENIED.values() if (number := pair[column]) is not None]
    of_itself = [pair[column] for pair in _OF_ITSELF.values()]
    if not net:
        denied.append(_FLOCK[column])
        of_itself += [pair[column] for pair in _READS_OF_ITSELF.values()]
    program = [
        *_unless(_EQUAL, _ARCHITECTURE, architecture),
        (_LOAD, 0, 0, _NUMBER),
        *_deny_when((_AT_LEAST, _X32)),
        *(step for number in denied for step in _deny_when((_EQUAL, number))),
        *_when(clone3, [_fail(errno.ENOSYS)]),  # flags in memory; callers fall back on clone
        *_when(clone, _checked(_ARGUMENT_0, [(_ANY_BIT, _NAMESPACES)])),
        *_when(ioctl, _checked(_ARGUMENT_1, _equal_to(_PUSHES_INPUT))),
        *(step for number in of_itself for step in _when(number, _own_process(_ARGUMENT_0))),
        *(step for pair in _PRIORITIES for step in _when(pair[column], _own_priority())),
        *([] if net else _when(_FCNTL[column], _checked(_ARGUMENT_1, _equal_to(_LOCKS)))),
        *_when(socket, _of_families() if net else [_fail(errno.EACCES)]),
        (_RETURN, 0, 0, _ALLOW),
    ]
    _load(seccomp, program)


def _numbers() -> tuple[int, int, int, int, int, int]:
    known = {"x86_64": _X86_64, "aarch64": _ARM_64}
    if sys.platform != "linux" or platform.machine() not in known or sys.maxsize < 1 << 32:
        raise OSError(errno.ENOSYS, f"no filter is known for {platform.machine()} machines")
    return known[platform.machine()]


def _fail(number: int) -> Instruction:
    return (_RETURN, 0, 0, _FAIL | number)


def _deny_when(test: tuple[int, int]) -> list[Instruction]:
    return [(test[0], 0, 1, test[1]), _fail(errno.EPERM)]


def _unless(code: int, offset: int, operand: int) -> list[Instruction]:
    return [(_LOAD, 0, 0, offset), (code, 1, 0, operand), _fail(errno.EPERM)]


def _when(number: int, body: list[Instruction]) -> list[Instruction]:
    """`body`, which ends with a return, for one system call."""
    return [(_EQUAL, 0, len(body), number), *body]


def _checked(argument: int, tests: list[tuple[int, int]]) -> list[Instruction]:
    steps = [step for test in tests for step in _deny_when(test)]
    return [(_LOAD, 0, 0, argument), *steps, (_RETURN, 0, 0, _ALLOW)]


def _equal_to(values: Iterable[int]) -> list[tuple[int, int]]:
    return [(_EQUAL, value) for value in values]


def _own_process(argument: int) -> list[Instruction]:
    """The caller, as 0 or by its number; what it starts has other numbers, and may say 0."""
    allowed = [((_EQUAL, 0, 1, pid), (_RETURN, 0, 0, _ALLOW)) for pid in (0, os.getpid())]
    steps = [step for pair in allowed for step in pair]
    return [(_LOAD, 0, 0, argument), *steps, _fail(errno.EPERM)]


def _own_priority() -> list[Instruction]:
    return [*_unless(_EQUAL, _ARGUMENT_0, 0), *_own_process(_ARGUMENT_1)]


def _of_families() -> list[Instruction]:
    allowed = [((_EQUAL, 0, 1, family), (_RETURN, 0, 0, _ALLOW)) for family in _FAMILIES]
    return [
        (_LOAD, 0, 0, _ARGUMENT_0),
        *(step for pair in allowed for step in pair),
        _fail(errno.EACCES),
    ]


def _load(seccomp: int, program: list[Instruction]) -> None:
    code = b"".join(struct.pack("HBBI", *step) for step in program)
    steps = ctypes.create_string_buffer(code, len(code))
    address = ctypes.addressof(steps)
    header = ctypes.create_string_buffer(struct.pack("HxxxxxxQ", len(program), address), 16)
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    for flags in (_KEEP_SPECULATION, 0):  # before Linux 4.17 there is no such flag
        if libc.syscall(seccomp, _SET_FILTER, flags, header) == 0:
            return
    number = ctypes.get_errno()
    raise OSError(number, os.strerror(number))
