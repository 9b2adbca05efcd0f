"""New namespaces for users, mounts, processes, network and IPC, and a file system with only what is needed."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Sequence
from pathlib import Path

from generator.isolation import system_calls
from generator.isolation.system_calls import (
    CLONE_NEWIPC,
    CLONE_NEWNET,
    CLONE_NEWNS,
    CLONE_NEWPID,
    CLONE_NEWUSER,
    detach,
    mount,
)

PRIVATE = "/private-folder"
"""Folder for the private files of a call, as the child sees it: in memory, deleted with the call."""

MS_RDONLY, MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REMOUNT, MS_BIND, MS_REC, MS_PRIVATE = (
    1,
    2,
    4,
    8,
    32,
    4096,
    16384,
    1 << 18,
)
_FLAG_OF_OPTION = {
    "nosuid": MS_NOSUID,
    "nodev": MS_NODEV,
    "noexec": MS_NOEXEC,
    "noatime": 1024,
    "nodiratime": 2048,
    "relatime": 1 << 21,
}
"""Option in ``/proc/self/mountinfo`` -> its flag, which a remount in a user namespace has to repeat."""


def enter(network: bool) -> None:
    """Put this process into new namespaces, that of processes for its children; OSError where the system refuses."""
    user, group = os.getuid(), os.getgid()
    flags = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWIPC
    system_calls.unshare(flags if network else flags | CLONE_NEWNET)
    Path("/proc/self/setgroups").write_text("deny", encoding="utf-8")
    Path("/proc/self/uid_map").write_text(f"{user} {user} 1", encoding="utf-8")
    Path("/proc/self/gid_map").write_text(f"{group} {group} 1", encoding="utf-8")


def close_file_system(folder: str, readable: Sequence[str], devices: Sequence[str]) -> None:
    """Make a root of ``readable`` (read-only), ``devices`` and a new ``/proc``; for the namespace's first process.

    ``folder`` is an empty folder to build it in. Raises OSError where the system refuses.
    """
    mount("none", "/", "", MS_REC | MS_PRIVATE)
    mount("tmpfs", folder, "tmpfs", MS_NOSUID | MS_NODEV, "mode=755,size=1m")
    bound: list[str] = []
    for path in sorted({os.path.realpath(p) for p in (*readable, *devices)}, key=len):
        if os.path.exists(path) and not any(path.startswith(f"{parent}/") for parent in bound):
            _bind(path, folder + path)
            bound.append(path)
    for path in readable:
        if not os.path.lexists(folder + path):  # /lib is a link to usr/lib
            os.makedirs(os.path.dirname(folder + path), exist_ok=True)
            os.symlink(os.path.realpath(path), folder + path)
    for made in ("/proc", PRIVATE):
        os.makedirs(folder + made, exist_ok=True)
    mount("proc", f"{folder}/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC)
    _forbid_writing(folder)
    os.chdir(folder)
    system_calls.pivot_root(".", ".")
    detach(".")  # the old root, which lies over the new one
    os.chdir("/")


def fresh_private_folder(file_bytes: int) -> None:
    """Empty the private folder by mounting a new one in its place."""
    with contextlib.suppress(OSError):  # the first call of a child has none
        detach(PRIVATE)
    mount("tmpfs", PRIVATE, "tmpfs", MS_NOSUID | MS_NODEV, f"mode=700,size={file_bytes}")


def _bind(path: str, place: str) -> None:
    if os.path.isdir(path):
        os.makedirs(place, exist_ok=True)
    else:
        os.makedirs(os.path.dirname(place), exist_ok=True)
        Path(place).touch()
    mount(path, place, "", MS_BIND | MS_REC)


def _forbid_writing(folder: str) -> None:
    for line in Path("/proc/self/mountinfo").read_text(encoding="utf-8").splitlines():
        fields = line.split()
        place = fields[4].encode().decode("unicode_escape").encode("latin-1").decode()  # a space is \\040
        if place == folder or place.startswith(f"{folder}/"):
            kept = sum(_FLAG_OF_OPTION.get(option, 0) for option in fields[5].split(","))
            mount("", place, "", MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | (kept & ~MS_NOSUID))
