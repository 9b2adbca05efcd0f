"""Landlock: a process shuts itself out of the file system, without any privilege (Linux 5.13 and later)."""

from __future__ import annotations

import ctypes
import os
import struct
from collections.abc import Sequence

from generator.isolation.system_calls import system_call

_CREATE, _ADD, _RESTRICT = 444, 445, 446
_VERSION_FLAG = 1

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_DIR = 1, 2, 4, 8
_RIGHTS_OF_FILES = {1: (1 << 13) - 1, 2: 1 << 13, 3: 1 << 14, 5: 1 << 15}
"""Version of Landlock -> rights that it added: the first ones, moving between folders, truncating, ioctl."""
_RIGHTS_OF_NETWORK = {4: 0b11}
"""Version -> rights to bind and to connect TCP sockets."""
SIGNALS_SINCE = 6
"""Version from which restricted processes cannot send signals to others."""
_SCOPES = {SIGNALS_SINCE: 0b11}
"""Version -> scopes that keep abstract sockets and signals among restricted processes."""


def version() -> int:
    """Version of Landlock that the kernel has; 0 for none."""
    try:
        return system_call(_CREATE, 0, 0, _VERSION_FLAG)
    except OSError:
        return 0


def restrict(
    readable: Sequence[str], listable: Sequence[str], devices: Sequence[str], private: str, network: bool
) -> None:
    """Restrict this process for good: all access to ``private``, reading of ``readable``, listing of ``listable``.

    Set ``PR_SET_NO_NEW_PRIVS`` before. Raises OSError where the kernel has no Landlock.
    """
    offered = version()
    files = _upto(_RIGHTS_OF_FILES, offered)
    connections = 0 if network else _upto(_RIGHTS_OF_NETWORK, offered)
    attributes = (ctypes.c_uint64 * 3)(files, connections, _upto(_SCOPES, offered))
    size = 24 if offered >= 6 else 16 if offered >= 4 else 8
    rules = system_call(_CREATE, ctypes.addressof(attributes), size, 0)
    _allow(rules, [private], files)
    _allow(rules, readable, _EXECUTE | _READ_FILE | _READ_DIR)
    _allow(rules, listable, _READ_DIR)
    _allow(rules, devices, _READ_FILE | _WRITE_FILE)
    system_call(_RESTRICT, rules, 0)
    os.close(rules)


def _upto(table: dict[int, int], offered: int) -> int:
    return sum(rights for since, rights in table.items() if since <= offered)


def _allow(rules: int, paths: Sequence[str], rights: int) -> None:
    for path in paths:
        if not os.path.exists(path):
            continue
        own = rights if os.path.isdir(path) else rights & ~_READ_DIR
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
        rule = ctypes.create_string_buffer(struct.pack("=Qi", own, descriptor))
        system_call(_ADD, rules, 1, ctypes.addressof(rule), 0)  # 1: LANDLOCK_RULE_PATH_BENEATH
        os.close(descriptor)
