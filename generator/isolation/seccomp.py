"""A filter of system calls, for what neither namespaces nor Landlock restrict."""

from __future__ import annotations

import ctypes
import errno
import struct

from generator.isolation.system_calls import CLONE_NEWUSER, MACHINE, PR_SET_SECCOMP, prctl

_COLUMNS = ("x86_64", "aarch64")
_ARCHITECTURE = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}

KERNEL = {
    "unshare": (272, 97), "setns": (308, 268), "mount": (165, 40), "umount2": (166, 39), "pivot_root": (155, 41),
    "chroot": (161, 51), "open_tree": (428, 428), "move_mount": (429, 429), "fsopen": (430, 430),
    "fsmount": (432, 432), "mount_setattr": (442, 442), "ptrace": (101, 117), "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271), "pidfd_getfd": (438, 438), "kcmp": (312, 272), "bpf": (321, 280),
    "perf_event_open": (298, 241), "add_key": (248, 217), "request_key": (249, 218), "keyctl": (250, 219),
    "userfaultfd": (323, 282), "io_uring_setup": (425, 425), "open_by_handle_at": (304, 265),
    "shmget": (29, 194), "msgget": (68, 186), "semget": (64, 190), "mq_open": (240, 180),
}  # fmt: skip
"""Name -> number on each processor, of calls that reach the kernel, other processes, or memory that outlives a call."""
SIGNALS = {
    "kill": (62, 129), "tkill": (200, 130), "tgkill": (234, 131), "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240), "pidfd_send_signal": (424, 424),
}  # fmt: skip
"""Calls that can end other processes of the same user."""
ATTRIBUTES = {
    "chmod": (90, -1), "fchmod": (91, 52), "fchmodat": (268, 53), "fchmodat2": (452, 452), "chown": (92, -1),
    "fchown": (93, 55), "lchown": (94, -1), "fchownat": (260, 54), "setxattr": (188, 5), "lsetxattr": (189, 6),
    "fsetxattr": (190, 7), "removexattr": (197, 14), "lremovexattr": (198, 15), "fremovexattr": (199, 16),
    "utime": (132, -1), "utimes": (235, -1), "futimesat": (261, -1), "utimensat": (280, 88),
    "sched_setaffinity": (203, 122), "sched_setscheduler": (144, 119), "setpriority": (141, 140),
}  # fmt: skip
"""Calls that change attributes of files and processes of the same user, which Landlock does not restrict."""
_SOCKET, _PRLIMIT, _CLONE, _CLONE3 = (41, 198), (302, 261), (56, 220), (435, 435)

_LOAD, _EQUAL, _GREATER, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _ERROR = 0x7FFF0000, 0x00050000
_NUMBER, _ARCH, _FIRST = 0, 4, 16
"""Offsets in a filter's input: number of the call, processor, low half of its first argument."""


def restrict(*tables: dict[str, tuple[int, int]], sockets: str) -> None:
    """Refuse the calls of ``tables`` from now on; ``sockets`` that may be opened: "all", "internet" or "none".

    Set ``PR_SET_NO_NEW_PRIVS`` before. Raises OSError where the kernel has no filter or the processor is in no table.
    """
    if not MACHINE:
        raise OSError(errno.ENOSYS, "no table of system calls for this processor")
    column = _COLUMNS.index(MACHINE)
    refuse, missing = (_RETURN, 0, 0, _ERROR | errno.EPERM), (_RETURN, 0, 0, _ERROR | errno.ENOSYS)
    allow = (_RETURN, 0, 0, _ALLOW)
    program = [(_LOAD, 0, 0, _ARCH), (_EQUAL, 1, 0, _ARCHITECTURE[MACHINE]), missing, (_LOAD, 0, 0, _NUMBER)]
    if MACHINE == "x86_64":
        program += [(_GREATER, 0, 1, 0x40000000), missing]  # the same calls under other numbers (x32)
    refused = {numbers[column] for table in tables for numbers in table.values()} - {-1}
    if sockets == "none":
        refused.add(_SOCKET[column])
    for number in sorted(refused):
        program += [(_EQUAL, 0, 1, number), refuse]
    program += [(_EQUAL, 0, 1, _CLONE3[column]), missing]  # its flags are in memory; the C library then uses clone
    first = (_LOAD, 0, 0, _FIRST)
    program += [(_EQUAL, 0, 4, _CLONE[column]), first, (_ANY_BIT, 0, 1, CLONE_NEWUSER), refuse, allow]
    program += [(_EQUAL, 0, 4, _PRLIMIT[column]), first, (_EQUAL, 1, 0, 0), refuse, allow]
    if sockets == "internet":
        program += [(_EQUAL, 0, 4, _SOCKET[column]), first, (_EQUAL, 0, 1, 1), refuse, allow]  # 1: AF_UNIX
    program.append(allow)
    code = b"".join(struct.pack("HBBI", *line) for line in program)
    buffer = ctypes.create_string_buffer(code)
    whole = ctypes.create_string_buffer(struct.pack("HxxxxxxQ", len(program), ctypes.addressof(buffer)))
    prctl(PR_SET_SECCOMP, 2, ctypes.addressof(whole))
