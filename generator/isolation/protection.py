"""The isolation that this system has, and the refusal where it has none."""

from __future__ import annotations

import functools

from generator.isolation.child import Child
from generator.isolation.mechanisms import Protection


class NotIsolated(Exception):
    """The system has no isolation, and the user did not allow to do without; ``args[0]`` is one line."""


@functools.cache
def protection() -> Protection:
    """The strongest protection that this system has; the first call of a process tries them, in 0.1 s."""
    with Child() as child:
        return child.protection


def require_isolation(unsandboxed: bool) -> None:
    """Raise ``NotIsolated`` where the system has no isolation and the user did not say ``--unsandboxed``."""
    if not unsandboxed and not protection().isolates:
        raise NotIsolated(
            f"this system can not shut foreign code in ({protection().reason}): --unsandboxed runs it all the same"
        )
