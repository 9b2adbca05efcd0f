"""Functions of the C library and the kernel that Python lacks, by ctypes; errors are raised as ``OSError``."""

from __future__ import annotations

import ctypes
import os
import platform

_libc = ctypes.CDLL(None, use_errno=True)

CLONE_NEWNS, CLONE_NEWIPC, CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET = (
    0x20000,
    0x8000000,
    0x10000000,
    0x20000000,
    0x40000000,
)
PR_SET_PDEATHSIG, PR_GET_DUMPABLE, PR_SET_DUMPABLE, PR_SET_KEEPCAPS, PR_SET_SECCOMP = 1, 3, 4, 8, 22
PR_CAPBSET_DROP, PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS, PR_CAP_AMBIENT = 24, 36, 38, 47

CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH, LAST_CAPABILITY = 1, 2, 63

MACHINE = {"x86_64": "x86_64", "amd64": "x86_64", "aarch64": "aarch64", "arm64": "aarch64"}.get(
    platform.machine().lower(), ""
)
"""Name of the processor in tables of system calls; empty for one that is in none."""


def _checked(result: int, what: str) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, f"{what}: {os.strerror(number)}")
    return result


def prctl(option: int, *arguments: int) -> int:
    """``prctl(2)``."""
    padded = [ctypes.c_ulong(a) for a in (*arguments, 0, 0, 0, 0)[:4]]
    return _checked(_libc.prctl(ctypes.c_int(option), *padded), "prctl")


def unshare(flags: int) -> None:
    """``unshare(2)``: new namespaces for this process; that of processes is for its children."""
    _checked(_libc.unshare(ctypes.c_int(flags)), "unshare")


def mount(source: str, target: str, kind: str, flags: int, options: str = "") -> None:
    """``mount(2)``."""
    texts = [ctypes.c_char_p(os.fsencode(t) if t else None) for t in (source, target, kind, options)]
    _checked(_libc.mount(*texts[:3], ctypes.c_ulong(flags), texts[3]), f"mount {target}")


def detach(target: str) -> None:
    """``umount2(2)`` at once, even where files below are open."""
    _checked(_libc.umount2(os.fsencode(target), 2), f"umount {target}")


def pivot_root(new: str, old: str) -> None:
    """``pivot_root(2)``."""
    _checked(_libc.pivot_root(os.fsencode(new), os.fsencode(old)), "pivot_root")


def system_call(number: int, *arguments: int) -> int:
    """A system call without a function in the C library; every argument is an integer or an address."""
    return _checked(_libc.syscall(ctypes.c_long(number), *(ctypes.c_long(a) for a in arguments)), f"syscall {number}")


def set_capabilities(kept: int) -> None:
    """``capset(2)``: keep the capabilities of the mask ``kept`` (which this process has), drop all others for good."""
    for capability in range(LAST_CAPABILITY + 1):
        if not kept >> capability & 1:
            try:
                prctl(PR_CAPBSET_DROP, capability)
            except OSError:
                break  # beyond the last of this kernel, or without the right to drop any
    low, high = kept & 0xFFFFFFFF, kept >> 32
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    data = (ctypes.c_uint32 * 6)(low, low, low, high, high, high)
    _checked(_libc.capset(header, data), "capset")
    if kept:
        for capability in range(LAST_CAPABILITY + 1):
            if kept >> capability & 1:
                prctl(PR_CAP_AMBIENT, 2, capability)  # PR_CAP_AMBIENT_RAISE


def permitted_capabilities() -> int:
    """Mask of the capabilities that this process may use."""
    with open("/proc/self/status", encoding="ascii") as status:
        return next(int(line.split()[1], 16) for line in status if line.startswith("CapPrm"))
